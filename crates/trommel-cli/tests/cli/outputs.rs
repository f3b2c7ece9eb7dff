//! Outputs, and checks that prevent loss of data.

use std::fs;
use std::io::{Read, Write};
use std::process::{Output, Stdio};

use crate::run::{PAGE, TEXT, both, file, json, large_page, path, row, trouble};
use crate::warcs::folder;

#[test]
fn extensions_of_batch_formats_are_rejected_for_one_page() {
    let folder = folder();
    let page = file(folder.path(), "p.html", PAGE);
    let path = |name: &str| path(folder.path(), name);
    for (name, format) in
        [("a.parquet", "parquet"), ("a.csv", "csv"), ("a.wet", "wet"), ("a.warc.wet.gz", "wet")]
    {
        let said = trouble(&[&page, "-o", &path(name)]);
        assert!(said.contains(&format!("found that of {format}; use `trommel batch` to write it")), "{said}");
        assert!(!folder.path().join(name).exists());
    }
    for (name, format) in
        [("a.json", "text"), ("a.jsonl", "markdown"), ("a.txt", "html"), ("a.md.gz", "json")]
    {
        let said = trouble(&[&page, "-o", &path(name), "-f", format]);
        assert!(
            said.starts_with("--format: expected ") && said.contains(&format!("found {format};")),
            "{said}"
        );
        assert!(!folder.path().join(name).exists());
    }
    both(&[&page, "-o", &path("a.json")], "", 0);
    assert_eq!(json(&fs::read_to_string(path("a.json")).expect("it is there"))["text"], TEXT);
    both(&[&page, "-o", &path("a.out"), "-f", "text"], "", 0);
    assert_eq!(fs::read_to_string(path("a.out")).expect("it is there"), TEXT);
}

#[test]
#[cfg_attr(not(feature = "train"), ignore = "needs the feature `train`")]
fn an_output_that_is_an_input_is_refused_and_left_as_it_is() {
    let folder = folder();
    fs::create_dir(folder.path().join("d")).expect("a folder can be made");
    let path = |name: &str| path(folder.path(), name);
    let rows = file(folder.path(), "d/p.jsonl", row(PAGE));
    let page = file(folder.path(), "d/p.html", PAGE);
    let gold = file(folder.path(), "gold.jsonl", "{\"id\":\"p\",\"text\":\"It rained.\"}\n");
    let model = file(folder.path(), "my.model", "none");
    let (dir, dir_slash, around) = (path("d"), path("d/"), path("d/../d/p.html"));
    let new = path("new.jsonl");
    let cases: [&[&str]; 11] = [
        &["batch", &rows, "-o", &rows],
        &["batch", &rows, "-o", &rows, "--resume"],
        &["batch", &rows, "-o", &dir_slash],
        &["batch", &rows, "-o", &new, "--summary", &rows],
        &["batch", &page, "-o", &around],
        &["batch", &dir, "-o", &page],
        &["site", "learn", &dir, "-o", &page],
        &["site", "learn", &dir, "--feed", &gold, "-o", &gold],
        &["train", "--gold", &gold, &dir, "-o", &gold],
        &["train", "--gold", &gold, &dir, "-o", &page],
        &["train", "--self-label", &rows, "-o", &rows],
    ];
    for args in cases {
        let said = trouble(args);
        assert!(said.contains(": expected an output that is not an input, found "), "{args:?}: {said}");
    }
    let said = trouble(&["batch", &page, "-o", &model, "--model", &model]);
    assert!(said.starts_with(&model), "{said}");
    for (path, bytes) in [(&rows, row(PAGE)), (&page, PAGE.to_string()), (&model, "none".to_string())] {
        assert_eq!(fs::read_to_string(path).expect("it is there"), bytes);
    }
}

#[cfg(unix)]
#[test]
fn an_output_that_is_an_input_by_a_link_is_refused() {
    let folder = folder();
    let page = file(folder.path(), "p.html", PAGE);
    let link = path(folder.path(), "link.html");
    std::os::unix::fs::symlink(&page, &link).expect("a link can be made");
    for (from, to) in [(&page, &link), (&link, &page)] {
        let said = trouble(&["batch", from, "-o", to]);
        assert!(said.contains("expected an output that is not an input"), "{said}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn appending_to_an_input_is_rejected() {
    let folder = folder();
    let rows = file(folder.path(), "r.jsonl", row(PAGE));
    for name in [&rows, &path(folder.path(), "other.jsonl")] {
        let stdout = fs::OpenOptions::new().append(true).create(true).open(name).expect("it can be written");
        let run = std::process::Command::new(env!("CARGO_BIN_EXE_trommel"))
            .args(["batch", &rows, "-o", "-"])
            .stdout(stdout)
            .output()
            .expect("the command runs");
        let said = String::from_utf8_lossy(&run.stderr);
        let is_refused = said.contains("standard output: expected an output that is not an input");
        assert_eq!(
            (run.status.code(), is_refused),
            if *name == rows { (Some(2), true) } else { (Some(0), false) }
        );
    }
    assert_eq!(fs::read_to_string(&rows).expect("it is there"), row(PAGE));
}

#[test]
fn two_outputs_in_one_file_are_refused() {
    let folder = folder();
    let page = file(folder.path(), "p.html", PAGE);
    let path = |name: &str| path(folder.path(), name);
    for (output, summary) in [("x.jsonl", "x.jsonl"), ("o/", "o/p.jsonl")] {
        let said = trouble(&["batch", &page, "-o", &path(output), "--summary", &path(summary)]);
        assert!(said.contains("expected different outputs, found this one also as"), "{said}");
    }
    // A summary in the folder of the outputs does not count as one.
    both(&["batch", &page, "-o", &path("o/"), "--summary", &path("o/s.json")], "", 0);
    assert!(folder.path().join("o/s.json").is_file());
}

#[cfg(unix)]
#[test]
fn two_outputs_in_one_file_by_a_dangling_link_are_refused() {
    use std::os::unix::fs::symlink;
    let folder = folder();
    // The input that is read first is missing.
    let path = |name: &str| path(folder.path(), name);
    let (a, b) = (path("a.html"), path("b.html"));
    for name in ["o", "far"] {
        fs::create_dir(path(name)).expect("folders can be made");
    }
    symlink("data.jsonl", path("sum.jsonl")).expect("links can be made");
    symlink("../far/next", path("o/a.jsonl")).expect("links can be made");
    symlink(path("o/b.jsonl"), path("far/next")).expect("links can be made");
    symlink("none.jsonl", path("o/other.jsonl")).expect("links can be made");
    let cases: [&[&str]; 3] = [
        &["batch", &a, "-o", &path("data.jsonl"), "--summary", &path("sum.jsonl")],
        &["batch", &a, "-o", &path("sum.jsonl"), "--summary", &path("data.jsonl")],
        &["batch", &a, &b, "-o", &path("o/")],
    ];
    for args in cases {
        let said = trouble(args);
        assert!(said.contains("expected different outputs, found this one also as"), "{args:?}: {said}");
    }
    assert!(!folder.path().join("data.jsonl").exists() && !folder.path().join("o/b.jsonl").exists());
    // Links to different files are different outputs.
    let page = file(folder.path(), "p.html", PAGE);
    both(&["batch", &page, "-o", &path("o/other.jsonl"), "--summary", &path("sum.jsonl")], "", 0);
    assert!(folder.path().join("o/none.jsonl").is_file() && folder.path().join("data.jsonl").is_file());
}

#[test]
#[cfg_attr(not(feature = "train"), ignore = "needs the feature `train`")]
fn an_output_without_a_folder_is_refused_before_anything_is_read() {
    let folder = folder();
    let pages = folder.path().display().to_string();
    let gold = file(folder.path(), "gold.jsonl", "{\"id\":\"p\",\"text\":\"It rained.\"}\n");
    // The input that is read first is missing here too.
    let missing = path(folder.path(), "missing.html");
    let new = path(folder.path(), "new.jsonl");
    let nowhere = path(folder.path(), "nodir/x.jsonl");
    let cases: [&[&str]; 6] = [
        &["batch", &missing, "-o", &nowhere],
        &["batch", &missing, "-o", &new, "--summary", &nowhere],
        &["site", "learn", &missing, "-o", &nowhere],
        &["train", "--gold", &gold, &missing, "-o", &nowhere],
        &["train", "--self-label", &missing, "-o", &nowhere],
        &["site", "learn", &missing, "-o", &pages],
    ];
    for args in cases {
        let said = trouble(args);
        assert!(said.starts_with(args[args.len() - 1]), "{args:?}: {said}");
        assert!(
            said.contains("folder does not exist") || said.contains("found a folder"),
            "{args:?}: {said}"
        );
    }
}

/// Runs the command with a reader that closes the output at once.
fn without_a_reader(args: &[&str], input: &str) -> Output {
    let mut child = std::process::Command::new(assert_cmd::cargo::cargo_bin("trommel"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command runs");
    drop(child.stdout.take());
    // The command need not read to the end.
    let _ = child.stdin.take().expect("input is piped").write_all(input.as_bytes());
    child.wait_with_output().expect("the command ends")
}

#[test]
fn a_broken_pipe_is_a_quiet_success() {
    let page = large_page(1 << 20);
    for args in [&[][..], &["-f", "json"], &["blocks"], &["--budget", "256KiB"]] {
        let output = without_a_reader(args, &page);
        assert_eq!(output.status.code(), Some(0), "{args:?}: {output:?}");
        assert!(output.stderr.is_empty(), "{args:?}: {output:?}");
    }
}

#[test]
fn a_full_disk_is_trouble() {
    let Ok(full) = fs::File::options().write(true).open("/dev/full") else {
        return eprintln!("skipped: no /dev/full");
    };
    let folder = folder();
    let path = file(folder.path(), "page.html", PAGE);
    for command in [&[][..], &["-f", "json"], &["blocks"], &["--help"], &["--version"]] {
        let output = std::process::Command::new(assert_cmd::cargo::cargo_bin("trommel"))
            .args(command)
            .arg(&path)
            .stdout(full.try_clone().expect("a file can be cloned"))
            .output()
            .expect("the command runs");
        assert_eq!(output.status.code(), Some(2), "{command:?}");
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(message.starts_with("trommel: standard output: cannot be written: "), "{message}");
    }
}

#[test]
fn an_empty_input_has_an_empty_output_of_its_own() {
    let folder = folder();
    let (empty, full) = (file(folder.path(), "e.warc", ""), file(folder.path(), "keep.jsonl", row(PAGE)));
    fs::create_dir(folder.path().join("o")).expect("a folder can be made");
    let old = file(folder.path(), "o/e.jsonl", "of a run before\n");
    let out = path(folder.path(), "o/");
    let (_, said) = both(&["batch", &empty, &full, "-o", &out], "", 2);
    assert!(said.starts_with(&format!("trommel: {empty}: expected WARC records, found nothing\n")), "{said}");
    assert_eq!(fs::read_to_string(old).expect("it is there"), "");
    assert!(fs::metadata(folder.path().join("o/keep.jsonl")).is_ok_and(|found| found.len() > 0));
    both(&["batch", &empty, &full, "-o", &out, "--format", "wet"], "", 2);
    let compressed = fs::read(folder.path().join("o/e.warc.wet.gz")).expect("it is there");
    let mut wet = String::new();
    flate2::read::GzDecoder::new(&compressed[..]).read_to_string(&mut wet).expect("it is a gzip file");
    assert!(wet.starts_with("WARC/1.0") && wet.contains("warcinfo"), "{wet}");
}

#[test]
fn an_empty_input_is_reported_as_empty() {
    let folder = folder();
    let path = |name: &str| path(folder.path(), name);
    let (warc, rows) = (file(folder.path(), "e.warc", ""), file(folder.path(), "e.jsonl", "\n"));
    let last = |args: &[&str], code| both(&[args, &["-o", &path("x.jsonl")]].concat(), "", code).1;
    let said = last(&["batch", &rows], 2);
    let message = "expected pages, found an empty input: no record, no line";
    assert_eq!(
        said,
        format!(
            "trommel: {rows}: left out: expected pages, found JSON lines without a row\ntrommel: {rows}: {message}\n"
        )
    );
    assert!(!folder.path().join("x.jsonl").exists());
    let stdin = ["batch", "-", "--input-format", "warc"];
    for (args, name) in [(&["batch", &warc][..], &warc[..]), (&stdin, "standard input")] {
        let said = last(args, 2);
        assert!(
            said.starts_with(&format!("trommel: {name}: expected WARC records, found nothing\n")),
            "{said}"
        );
    }
    fs::create_dir(folder.path().join("none")).expect("a folder can be made");
    assert!(
        trouble(&["batch", &path("none"), "-o", &path("x.jsonl")]).contains("found none; check the folder")
    );
}

#[test]
fn an_empty_input_next_to_others_is_named() {
    let folder = folder();
    let page = file(folder.path(), "p.html", PAGE);
    let out = path(folder.path(), "x.jsonl");
    let zip = b"PK\x05\x06\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0";
    let damaged =
        [("e.warc.gz", &b""[..]), ("e.warc", b""), ("e.arc", b""), ("e.tar.gz", b""), ("e.zip", zip)];
    for (name, bytes) in damaged {
        let empty = file(folder.path(), name, bytes);
        for flags in [&[][..], &["-q"]] {
            let (_, said) = both(&[&["batch", &page, &empty, "-o", &out], flags].concat(), "", 2);
            let message = format!("trommel: {empty}: expected ");
            assert!(said.starts_with(&message) && said.contains(", found nothing\n"), "{said}");
        }
    }
    // A table may have no rows.
    for (name, bytes) in [("e.jsonl", &b""[..]), ("e.json", b"[]")] {
        let empty = file(folder.path(), name, bytes);
        let (_, said) = both(&["batch", &page, &empty, "-o", &out], "", 0);
        assert!(said.contains(" without a row\n") && said.contains("1 skipped (no-rows 1)"), "{said}");
    }
}

#[test]
fn a_wet_record_has_a_valid_url() {
    let folder = folder();
    let target = |canonical: &str| {
        let html = PAGE.replace("https://example.org/river", &format!("\"{canonical}\""));
        let path = file(folder.path(), "p.html", html);
        let wet = both(&["batch", &path, "-o", "-", "--format", "wet"], "", 0).0;
        let uris = wet.lines().filter_map(|line| line.strip_prefix("WARC-Target-URI: "));
        (uris.map(String::from).collect::<Vec<_>>(), format!("file:{path}"))
    };
    for canonical in ["/rel path?x=1&amp;y", "/river", "https://example.org/a b", "//example.org/", "1s://x"]
    {
        let (uris, of_file) = target(canonical);
        assert_eq!(uris, [of_file], "{canonical}");
    }
    assert_eq!(target("https://example.org/river?x").0, ["https://example.org/river?x"]);
}
