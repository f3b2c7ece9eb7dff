//! Messages on standard error: `-q`, `-v`, colours.

use crate::warcs::*;

fn crawl() -> tempfile::TempDir {
    let folder = folder();
    put(&folder, "in/a.html", page(7));
    for n in 0..7 {
        put(&folder, &format!("in/{n}.css"), "p { color: red }");
    }
    let records = [
        response("good", page(8).as_bytes()),
        response_with("gone", "404 Not Found", "Content-Type: text/html\r\n", b"<p>gone"),
        response_with("picture", "200 OK", "Content-Type: image/png\r\n", b"\x89PNG\r\n\x1a\n"),
        b"WARC/1.0\r\nWARC-Type: request\r\nContent-Length: 2\r\n\r\nGE\r\n\r\n".to_vec(),
    ];
    put(&folder, "in/b.warc", records.concat());
    folder
}

#[test]
fn verbose_prints_details() {
    let folder = crawl();
    let usual = run_in(folder.path(), &["batch", "in", "-o", "out.jsonl"]);
    let left_out = |run: &Run| run.stderr.matches(".css: left out: ").count();
    assert_eq!((usual.code, left_out(&usual)), (Some(0), 5), "{}", usual.stderr);
    let run = run_in(folder.path(), &["batch", "in", "-o", "out.jsonl", "-v"]);
    assert_eq!((run.code, left_out(&run)), (Some(0), 7), "{}", run.stderr);
    for expected in [
        "trommel: in/a.html: reading\n",
        "trommel: in/b.warc: reading\n",
        ": skipped: http-status\n",
        ": skipped: content-type\n",
        ": skipped: request\n",
    ] {
        assert_eq!(run.stderr.matches(expected).count(), 1, "{expected}: {}", run.stderr);
    }
    let places = run.stderr.lines().filter(|line| line.contains("in/b.warc: record at byte ")).count();
    assert_eq!(places, 3, "{}", run.stderr);
    let run = run_in(folder.path(), &["in/a.html", "--verbose"]);
    assert!(
        run.stderr.starts_with("trommel: in/a.html: ") && run.stderr.contains(" blocks are main content\n")
    );
    let run = run_in(folder.path(), &["-q", "-v", "in/a.html"]);
    assert!(run.code == Some(2) && run.stderr.contains("cannot be used with"), "{}", run.stderr);
}

#[test]
#[cfg_attr(not(feature = "train"), ignore = "needs the feature `train`")]
fn quiet_prints_errors_only_in_every_command() {
    let folder = crawl();
    put(
        &folder,
        "gold.jsonl",
        "{\"id\":\"a\",\"text\":\"This is the page\"}\n{\"id\":\"gone\",\"text\":\"x\"}\n",
    );
    for args in [
        &["batch", "in", "-o", "out.jsonl"][..],
        &["score", "--gold", "gold.jsonl", "in"],
        &["train", "--gold", "gold.jsonl", "in", "--trees", "2", "--depth", "1", "-o", "my.model"],
        &["in/a.html"],
        &["blocks", "in/a.html"],
    ] {
        let run = run_in(folder.path(), &[args, &["-q"]].concat());
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{args:?}");
    }
    let run = run_in(folder.path(), &["batch", "in", "gone.html", "-o", "out.jsonl", "-q"]);
    let said = "trommel: gone.html: expected a file, found nothing at this path\n";
    assert_eq!((run.code, run.stderr.as_str()), (Some(2), said));
}

#[test]
fn messages_have_colours_only_on_terminals() {
    let folder = crawl();
    let said = |set: &[(&str, &str)]| {
        let mut command = command(folder.path(), &["gone.html"]);
        for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
            command.env_remove(name);
        }
        let output = command.envs(set.iter().copied()).output().expect("the command runs");
        Run::from(output).stderr
    };
    let plain = "trommel: gone.html: expected a file, found nothing at this path\n";
    assert_eq!(said(&[]), plain);
    let coloured = said(&[("CLICOLOR_FORCE", "1")]);
    assert!(coloured.starts_with("\u{1b}[1m\u{1b}[31mtrommel:\u{1b}[0m gone.html: "), "{coloured:?}");
    assert_eq!(said(&[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")]), plain);
}

#[test]
fn an_output_is_named_in_the_same_way_in_every_command() {
    let folder = crawl();
    put(&folder, "gold.jsonl", "{\"id\":\"a\",\"text\":\"This is the page\"}\n");
    for (args, name) in [
        (&["in/a.html"][..], "x.txt"),
        (&["extract", "in/a.html", "-f", "markdown"], "x.md"),
        (&["in/a.html", "-f", "json"], "x.json.gz"),
        (&["blocks", "in/a.html"], "blocks.jsonl"),
        (&["segments", "in/a.html"], "segments.jsonl.gz"),
        (&["score", "--gold", "gold.jsonl", "in", "--json"], "score.json"),
        (&["completions", "bash"], "trommel.bash"),
    ] {
        let expected = run_in(folder.path(), args).stdout;
        let run = run_in(folder.path(), &[args, &["-o", name]].concat());
        assert_eq!((run.code, run.stdout.len()), (Some(0), 0), "{args:?}: {}", run.stderr);
        let mut written = get(&folder, name);
        if name.ends_with(".gz") {
            let compressed = std::mem::take(&mut written);
            let mut compressed = flate2::read::MultiGzDecoder::new(&compressed[..]);
            std::io::Read::read_to_end(&mut compressed, &mut written).expect("it is compressed");
        }
        assert!(!expected.is_empty() && written == expected, "{args:?}");
        let run = run_in(folder.path(), &[args, &["-o", "-"]].concat());
        assert!(run.stdout == expected, "{args:?}");
    }
    // The extension sets the format.
    let run = run_in(folder.path(), &["in/a.html", "-o", "by-name.md"]);
    assert_eq!((run.code, get(&folder, "by-name.md")), (Some(0), get(&folder, "x.md")));
    // Failed outputs leave no file, and no input is replaced.
    let run = run_in(folder.path(), &["gone.html", "-o", "gone.txt"]);
    assert!(run.code == Some(2) && !folder.path().join("gone.txt").exists());
    let run = run_in(folder.path(), &["in/a.html", "-o", "in/a.html"]);
    assert!(
        run.code == Some(2) && run.stderr.contains("expected an output that is not an input"),
        "{}",
        run.stderr
    );
    assert_eq!(get(&folder, "in/a.html"), page(7).into_bytes());
}

#[test]
fn the_extension_of_another_format_is_rejected() {
    let folder = crawl();
    put(&folder, "gold.jsonl", "{\"id\":\"a\",\"text\":\"This is the page\"}\n");
    for (args, names) in [
        (&["in/a.html"][..], &["x.pdf", "x.docx", "x.csv.gz"][..]),
        (&["in/a.html", "-f", "html"], &["x.pdf"]),
        (&["explain", "in/a.html"], &["x.jsonl", "x.txt"]),
        (&["segments", "in/a.html"], &["x.html"]),
        (&["blocks", "in/a.html"], &["x.csv", "x.CSV.zst"]),
        (&["score", "--gold", "gold.jsonl", "in"], &["x.json"]),
        (&["report", "gold.jsonl"], &["x.csv"]),
        (&["batch", "in", "--format", "html"], &["x.pdf"]),
        (&["repeats", "build", "in"], &["x.html"]),
    ] {
        for name in names {
            let run = run_in(folder.path(), &[args, &["-o", name]].concat());
            let is_said = run.stderr.starts_with(&format!("trommel: {name}: expected a"));
            assert!(
                run.code == Some(2) && is_said && !folder.path().join(name).exists(),
                "{args:?} {}",
                run.stderr
            );
        }
    }
    let run = run_in(folder.path(), &["in/a.html", "-o", "x.note"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
}

#[test]
fn an_error_of_arguments_is_one_line() {
    let folder = folder();
    for args in
        [&["batch", "x"][..], &["--metod", "auto"], &["-f", "pdf"], &["a.html", "b.html"], &["--posts"]]
    {
        let run = run_in(folder.path(), args);
        let is_line = run.stderr.starts_with("trommel: ") && run.stderr.lines().count() == 1;
        assert!(run.code == Some(2) && is_line, "{args:?}: {}", run.stderr);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_folder_without_new_files_is_reported() {
    let folder = crawl();
    let run = run_in(folder.path(), &["in/a.html", "-o", "/proc/x.txt"]);
    let said = "trommel: /proc/x.txt: cannot be written: files cannot be created in its folder\n";
    assert_eq!((run.code, run.stderr.as_str()), (Some(2), said));
}
