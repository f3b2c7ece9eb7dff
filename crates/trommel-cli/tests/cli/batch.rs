//! `trommel batch`.

use std::fs;
use std::io::Read;
use std::process::Stdio;

use assert_cmd::Command;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::warcs::{folder, gzip, names, put, rows, run_in};

pub(crate) fn page(name: &str) -> String {
    format!(
        "<title>{name}</title><nav><a href=/>Home</a></nav><p>This is the page called {name}, and it goes on for a while.\
         </p><p>A second paragraph follows the first one.</p><ul><li><a href=/a>About</a></ul>"
    )
}

/// A folder `in` with pages of different sizes and compressions.
pub(crate) fn pages() -> TempDir {
    let folder = folder();
    let put = |name: &str, bytes: &[u8]| put(&folder, &format!("in/{name}"), bytes);
    for number in 0..40 {
        put(
            &format!("many/{number:02}.html"),
            page(&format!("number {number} ")).repeat(1 + number * 3 % 40).as_bytes(),
        );
    }
    put("a.htm", page("a").as_bytes());
    put("b.html.gz", &gzip(page("b").as_bytes()));
    put("c.XHTML.zst", &zstd::encode_all(page("c").as_bytes(), 3).expect("memory can be compressed"));
    put("empty.html", b"");
    put("notes.txt", b"not a page");
    folder
}

#[test]
fn pages_become_lines_in_the_order_of_their_paths() {
    let folder = pages();
    let run = run_in(folder.path(), &["batch", "in/b.html.gz", "in", "-o", "out.jsonl"]);
    assert_eq!((run.code, run.stdout.len()), (Some(0), 0), "{}", run.stderr);
    let rows = rows(&fs::read(folder.path().join("out.jsonl")).expect("the output is there"));
    let ids: Vec<_> = rows.iter().filter_map(|row| row["id"].as_str()).collect();
    let many: Vec<_> = (0..40).map(|number| format!("many/{number:02}")).collect();
    let mut expected = vec!["b", "a", "b", "c.XHTML", "empty"];
    expected.extend(many.iter().map(String::as_str));
    assert_eq!(ids, expected);
    assert_eq!(
        rows[1]["text"],
        "This is the page called a, and it goes on for a while.\n\nA second paragraph follows the first one.\n"
    );
    assert_eq!(rows[1]["bytes_in"], page("a").len());
    assert!(
        run.stderr.contains("trommel: 45 pages in, 44 extracted, 1 empty, 0 errors, ")
            && run.stderr.contains("1 skipped (not-html 1)"),
        "{}",
        run.stderr
    );
    let said = "trommel: in/notes.txt: left out: expected a page, found text\n";
    assert!(run.stderr.starts_with(said), "{}", run.stderr);
    assert_eq!(run.stderr.lines().count(), 2);
    assert_eq!(names(folder.path()), ["in", "out.jsonl"]);
}

#[test]
fn output_is_the_same_for_any_number_of_jobs() {
    let folder = pages();
    let with = |jobs: &str| {
        let run = run_in(
            folder.path(),
            &["batch", "in", "-o", "-", "--format", "jsonl", "--markdown", "--jobs", jobs],
        );
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        run.stdout
    };
    let one = with("1");
    assert!(!one.is_empty());
    for jobs in ["2", "3", "16"] {
        assert_eq!(with(jobs), one, "{jobs} jobs");
    }
}

#[test]
fn a_line_equals_the_json_of_a_single_page() {
    let folder = pages();
    for args in [&[][..], &["--markdown", "--links"], &["-m", "tag-ratio", "--budget", "256KiB"]] {
        let line = run_in(folder.path(), &[&["batch", "in/b.html.gz", "-o", "-"], args].concat()).stdout;
        let mut row = rows(&line).remove(0);
        let source = row.as_object_mut().and_then(|row| row.remove("source"));
        assert_eq!(source, Some(json!({"file": "in/b.html.gz"})));
        let line = String::from_utf8_lossy(&line).replace(",\"source\":{\"file\":\"in/b.html.gz\"}", "");
        assert_eq!(
            line.as_bytes(),
            run_in(folder.path(), &[&["in/b.html.gz", "-f", "json"], args].concat()).stdout
        );
    }
}

#[test]
fn the_extension_of_the_output_sets_the_compression() {
    let folder = pages();
    let plain = run_in(folder.path(), &["batch", "in", "-o", "-"]).stdout;
    for name in ["out.jsonl.gz", "out.jsonl.zst"] {
        assert_eq!(run_in(folder.path(), &["batch", "in", "-o", name]).code, Some(0));
        let compressed = fs::read(folder.path().join(name)).expect("the output is there");
        let mut decompressed = Vec::new();
        if name.ends_with(".gz") {
            flate2::read::GzDecoder::new(&compressed[..])
                .read_to_end(&mut decompressed)
                .expect("it is one whole gzip stream");
        } else {
            decompressed = zstd::decode_all(&compressed[..]).expect("it is a whole zstd stream");
        }
        assert_eq!(decompressed, plain, "{name}");
    }
}

#[test]
fn a_page_larger_than_the_buffer_is_complete() {
    let folder = folder();
    let large: String = (0..40_000)
        .map(|n| format!("<p>Paragraph {n}: \"it\" rained in the valley again.</p><hr>"))
        .collect();
    put(&folder, "large.html", &large);
    put(&folder, "small.html", page("small"));
    let run = run_in(folder.path(), &["batch", "large.html", "small.html", "--budget", "256KiB", "-o", "-"]);
    let rows = rows(&run.stdout);
    assert_eq!(rows.len(), 2);
    assert!(rows[0]["text"].as_str().is_some_and(|text| text.len() > 1 << 20), "more than is held in memory");
    assert_eq!(
        rows[0]["text"].as_str().map(str::as_bytes),
        Some(&run_in(folder.path(), &["large.html", "--budget", "256KiB"]).stdout[..])
    );
}

#[test]
fn a_run_without_temporary_space_stops_and_can_be_repeated() {
    let folder = folder();
    let large: String =
        (0..40_000).map(|n| format!("<p>Paragraph {n}: it rained in the valley again.")).collect();
    put(&folder, "a.html", page("a"));
    put(&folder, "large.html", large);
    put(&folder, "z.html", page("z"));
    for args in [&["-o", "out.jsonl", "--markdown"][..], &["-o", "out.wet"]] {
        let args = [&["batch", "a.html", "large.html", "z.html", "--resume"], args].concat();
        let mut command = Command::cargo_bin("trommel").expect("the command is built");
        let run = command.current_dir(folder.path()).args(&args).env("TMPDIR", "/nonexistent").output();
        let run = run.expect("the command runs");
        let stderr = String::from_utf8_lossy(&run.stderr);
        assert_eq!(run.status.code(), Some(2), "{stderr}");
        assert!(stderr.starts_with("trommel: large.html: cannot write a temporary file"), "{stderr}");
        assert_eq!(stderr.lines().count(), 1, "{stderr}");
        let left: Vec<_> =
            names(folder.path()).into_iter().filter(|name| !name.ends_with("-state")).collect();
        assert_eq!(left, ["a.html", "large.html", "z.html"]);
        let run = run_in(folder.path(), &args);
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        assert!(run.stderr.starts_with("trommel: 3 pages in, 3 extracted"), "{}", run.stderr);
        fs::remove_file(
            folder.path().join(args.iter().find(|arg| arg.starts_with("out")).expect("it is one")),
        )
        .expect("it is there");
    }
}

#[test]
fn unreadable_pages_are_reported_and_the_others_extracted() {
    let folder = pages();
    let compressed = gzip(page("cut").repeat(100).as_bytes());
    put(&folder, "in/cut.html.gz", &compressed[..compressed.len() - 20]);
    let run = run_in(
        folder.path(),
        &["batch", "in/a.htm", "missing.html", "in/cut.html.gz", "in/b.html.gz", "-o", "out.jsonl"],
    );
    assert_eq!(run.code, Some(2));
    let lines: Vec<_> = run.stderr.lines().collect();
    assert_eq!(lines.len(), 3, "{lines:?}");
    assert!(lines[0].starts_with("trommel: missing.html: expected a file, found nothing"), "{lines:?}");
    assert!(lines[1].contains("cut.html.gz: expected a whole gzip"), "{lines:?}");
    assert!(lines[2].starts_with("trommel: 4 pages in, 3 extracted, 0 empty, 1 error, "), "{lines:?}");
    let rows = rows(&fs::read(folder.path().join("out.jsonl")).expect("the output is there"));
    assert_eq!([&rows[0]["id"], &rows[1]["id"], &rows[2]["id"]], ["in/a", "in/cut", "in/b"]);
}

#[test]
fn a_damaged_compressed_page_is_read_up_to_the_damage() {
    let folder = folder();
    let put = |name: &str, bytes: &[u8]| put(&folder, name, bytes);
    // Several blocks, so that zstd returns output before the damage.
    let words: String =
        (0..60_000).map(|n| format!("<p>It rained {} times in valley {n}.", n * 7919 % 1000)).collect();
    let (gz, zst) =
        (gzip(words.as_bytes()), zstd::encode_all(words.as_bytes(), 3).expect("can be compressed"));
    let with_junk = [&gzip(page("b").as_bytes())[..], b"\0junk"].concat();
    let junk = with_junk.len() - 4;
    put("cut.html.gz", &gz[..gz.len() - 20]);
    put("cut.html.zst", &zst[..zst.len() - 20]);
    put("junk.html.gz", &with_junk);
    put("padded.html.gz", &[&gzip(page("c").as_bytes())[..], &[0; 512]].concat());
    put("nothing.html.gz", &gz[..8]);
    for (name, truncated, place) in [
        ("cut.html.gz", json!("damaged"), Some(format!("found a broken one at byte {}: ", gz.len() - 20))),
        ("cut.html.zst", json!("damaged"), Some(format!("found a broken one at byte {}: ", zst.len() - 20))),
        ("junk.html.gz", Value::Null, Some(format!("found something else at byte {junk}"))),
        ("padded.html.gz", Value::Null, None),
    ] {
        let run = run_in(folder.path(), &["batch", name, "-o", "-"]);
        let rows = rows(&run.stdout);
        assert_eq!((run.code, rows.len()), (Some(if place.is_some() { 2 } else { 0 }), 1), "{}", run.stderr);
        assert_eq!(rows[0]["truncated"], truncated, "{name}");
        assert!(rows[0]["text"].as_str().is_some_and(|text| text.len() > 50), "{name}");
        assert_eq!(run.stderr.contains(", 1 incomplete"), truncated != Value::Null, "{}", run.stderr);
        if let Some(place) = place {
            assert!(run.stderr.contains(&place) && run.stderr.contains("1 damaged place"), "{}", run.stderr);
            assert_eq!(run_in(folder.path(), &["batch", name, "-o", "-", "--allow-damaged"]).code, Some(0));
        }
    }
    let run = run_in(folder.path(), &["batch", "nothing.html.gz", "-o", "-"]);
    assert_eq!((run.code, rows(&run.stdout).len()), (Some(2), 0), "{}", run.stderr);
    let run = run_in(folder.path(), &["junk.html.gz"]);
    assert!(run.code == Some(2) && run.stderr.contains("found something else at byte"), "{}", run.stderr);
    assert!(run.stdout.len() > 50, "the page comes out all the same");
}

#[test]
fn other_formats_are_recognised_in_compressed_files() {
    let folder = folder();
    let put = |name: &str, bytes: &[u8]| put(&folder, name, bytes);
    let pdf: Vec<u8> = (0..5000_u32).flat_map(|n| n.wrapping_mul(0x9E37_79B9).to_le_bytes()).collect();
    let pdf = [b"%PDF-1.7\n", &pdf[..]].concat();
    let zst = |bytes: &[u8]| zstd::encode_all(bytes, 3).expect("can be compressed");
    put("plain.html", &pdf);
    put("compressed.html.gz", &gzip(&pdf));
    put("members.html.gz", &[gzip(&pdf[..1]), gzip(&pdf[1..4]), gzip(&pdf[4..])].concat());
    put("frames.html.zst", &[zst(&pdf[..3]), zst(&pdf[3..])].concat());
    for name in ["plain.html", "compressed.html.gz", "members.html.gz", "frames.html.zst"] {
        let run = run_in(folder.path(), &["batch", name, "-o", "-"]);
        assert_eq!((run.code, run.stdout.len()), (Some(1), 0), "{name}: {}", run.stderr);
        assert!(run.stderr.contains("1 skipped (not-html 1)"), "{name}: {}", run.stderr);
        assert!(run.stderr.contains("left out: expected an HTML page, found a PDF file"), "{}", run.stderr);
        let run = run_in(folder.path(), &[name]);
        assert_eq!((run.code, run.stdout.len()), (Some(2), 0), "{name}: {}", run.stderr);
        assert!(run.stderr.contains("found a PDF file"), "{name}: {}", run.stderr);
    }
    put("twice.html.gz", &gzip(&gzip(b"<p>It rained.")));
    put("frame.html.gz", &gzip(&zst(b"<p>It rained.")));
    for (name, found) in [("twice.html.gz", "a gzip file"), ("frame.html.gz", "a zstd file")] {
        let run = run_in(folder.path(), &["batch", name, "-o", "-"]);
        assert_eq!((run.code, run.stdout.len()), (Some(1), 0), "{name}: {}", run.stderr);
        let run = run_in(folder.path(), &[name]);
        assert!(run.code == Some(2) && run.stderr.contains(found), "{name}: {}", run.stderr);
    }
    let compressed = gzip(&pdf);
    put("cut.html.gz", &compressed[..compressed.len() / 2]);
    put("junk.html.gz", &[&compressed[..], b"junk"].concat());
    for (name, found) in [("cut.html.gz", "found a broken one"), ("junk.html.gz", "found something else")] {
        let run = run_in(folder.path(), &["batch", name, "-o", "-"]);
        assert_eq!((run.code, run.stdout.len()), (Some(2), 0), "{name}: {}", run.stderr);
        assert!(run.stderr.contains(found) && run.stderr.contains("1 damaged place"), "{}", run.stderr);
        assert!(run.stderr.contains("1 skipped (not-html 1)"), "{}", run.stderr);
    }
    // The message is about the first bytes, not about later ones.
    put("head.html.gz", &[b"\x1f\x8b\x09", &[b'x'; 24][..]].concat());
    for args in
        [&["head.html.gz"][..], &["-f", "json", "head.html.gz"], &["batch", "head.html.gz", "-o", "-"]]
    {
        let run = run_in(folder.path(), args);
        assert_eq!((run.code, run.stdout.len()), (Some(2), 0), "{args:?}: {}", run.stderr);
        assert!(run.stderr.contains("found a broken one at byte 10"), "{args:?}: {}", run.stderr);
    }
}

#[test]
fn max_page_size_applies_to_the_first_bytes() {
    let folder = folder();
    put(&folder, "a.html", "<p>one two three four five");
    for (most, text) in [("5B", "on\n"), ("16B", "one two three\n"), ("18B", "one two three f\n")] {
        let run = run_in(folder.path(), &["batch", "a.html", "-o", "-", "--max-page-size", most]);
        let rows = rows(&run.stdout);
        assert_eq!((&rows[0]["text"], &rows[0]["truncated"]), (&json!(text), &json!("max-page")), "{most}");
    }
    let run = run_in(folder.path(), &["batch", "a.html", "-o", "-", "--max-page-size", "26B"]);
    assert_eq!(rows(&run.stdout)[0]["truncated"], Value::Null);
}

#[test]
fn a_batch_without_any_content_ends_with_1() {
    let folder = pages();
    let run = run_in(folder.path(), &["batch", "in/empty.html", "-o", "-"]);
    assert_eq!((run.code, rows(&run.stdout).len()), (Some(1), 1), "{}", run.stderr);
}

#[cfg(unix)]
#[test]
fn a_pipe_is_read_if_it_is_named_but_not_in_a_folder() {
    let folder = pages();
    let pipe = folder.path().join("in/pipe.html");
    match std::process::Command::new("mkfifo").arg(&pipe).status() {
        Ok(status) if status.success() => {}
        _ => return eprintln!("skipped: no mkfifo"),
    }
    let mut command = Command::cargo_bin("trommel").expect("the command is built");
    command.current_dir(folder.path()).args(["batch", "in", "-o", "out.jsonl"]);
    let output = command.timeout(std::time::Duration::from_secs(60)).output().expect("the command runs");
    let stderr = String::from_utf8(output.stderr).expect("messages are UTF-8");
    assert!(output.status.success() && stderr.contains("trommel: 44 pages in"), "{stderr}");
    assert!(stderr.contains("in/pipe.html: left out: expected a page, found a pipe or a device"), "{stderr}");
    assert!(stderr.contains("2 skipped (not-html 1, special-file 1)"), "{stderr}");
    let writer = std::thread::spawn(move || fs::write(pipe, page("piped")));
    let run = run_in(folder.path(), &["batch", "in/pipe.html", "-o", "-"]);
    assert_eq!((run.code, rows(&run.stdout).len()), (Some(0), 1), "{}", run.stderr);
    writer.join().expect("it ends").expect("pipes can be written");
}

#[test]
fn a_broken_pipe_ends_a_batch_quietly() {
    let folder = pages();
    let inputs = vec!["in"; 200];
    let mut child = std::process::Command::new(assert_cmd::cargo::cargo_bin("trommel"))
        .current_dir(folder.path())
        .arg("batch")
        .args(inputs)
        .args(["-o", "-"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command runs");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("the command ends");
    let said = String::from_utf8_lossy(&output.stderr);
    let expected = "trommel: in: given more than once, and read each time\n";
    assert_eq!((output.status.code(), &*said), (Some(0), expected));
}

#[test]
fn pages_are_filtered_by_url() {
    let folder = folder();
    let row =
        |id: &str, url: Option<&str>| json!({"id": id, "url": url, "html": page(id)}).to_string() + "\n";
    let input = [
        row("home", Some("https://a.example/")),
        row("news", Some("https://a.example/news/1")),
        row("tag", Some("https://a.example/news/tag/2")),
        row("nowhere", None),
    ];
    put(&folder, "in.jsonl", input.concat());
    let ids = |args: &[&str]| {
        let args = [&["batch", "in.jsonl", "-o", "-", "--summary", "s.json"], args].concat();
        let run = run_in(folder.path(), &args);
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        let summary = fs::read(folder.path().join("s.json")).expect("it was written");
        let summary: Value = serde_json::from_slice(&summary).expect("it is JSON");
        let ids: Vec<_> =
            rows(&run.stdout).iter().map(|row| row["id"].as_str().unwrap_or_default().to_string()).collect();
        assert_eq!(ids.len() as u64 + summary["skipped"]["url"].as_u64().unwrap_or_default(), 4);
        ids
    };
    assert_eq!(ids(&["--url", "/news/"]), ["news", "tag"]);
    assert_eq!(ids(&["--not-url", "/news/"]), ["home", "nowhere"]);
    assert_eq!(ids(&["--url", "/news/", "--not-url", "/tag/"]), ["news"]);
    let refused = run_in(folder.path(), &["batch", "in.jsonl", "-o", "-", "--url", "("]);
    assert_eq!(refused.code, Some(2));
    assert!(refused.stderr.contains("'--url <REGEX>'"), "{}", refused.stderr);
}
