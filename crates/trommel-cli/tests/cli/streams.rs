//! Output to standard output, standard error and other open files.

use std::fs::File;

use crate::warcs::*;

/// A file of the folder, opened for appending.
fn appended(folder: &tempfile::TempDir, name: &str) -> File {
    let path = folder.path().join(name);
    File::options().append(true).create(true).open(path).expect("it can be opened")
}

#[test]
fn an_open_file_is_appended_to() {
    for name in ["/dev/stdout", "/dev/fd/1", "link"] {
        let folder = folder();
        put(&folder, "a.html", page(1));
        put(&folder, "all.jsonl", "what was there\n");
        std::os::unix::fs::symlink("/dev/stdout", folder.path().join("link")).expect("links can be made");
        let run = command(folder.path(), &["batch", "a.html", "-o", name])
            .stdout(appended(&folder, "all.jsonl"))
            .output()
            .expect("the command runs");
        assert_eq!(run.status.code(), Some(0), "{name}");
        let all = String::from_utf8(get(&folder, "all.jsonl")).expect("it is UTF-8");
        let row = all.strip_prefix("what was there\n").expect("it is still there");
        assert_eq!(rows(row.as_bytes()).len(), 1, "{name}");
        assert_eq!(names(folder.path()), ["a.html", "all.jsonl", "link"], "{name}");
    }
}

#[test]
fn a_summary_on_standard_error_is_after_the_messages() {
    let folder = folder();
    put(&folder, "a.html", page(1));
    let run = command(folder.path(), &["batch", "a.html", "-o", "out.jsonl", "--summary", "/dev/stderr"])
        .stderr(appended(&folder, "messages"))
        .output()
        .expect("the command runs");
    assert_eq!(run.status.code(), Some(0));
    let messages = String::from_utf8(get(&folder, "messages")).expect("it is UTF-8");
    assert!(messages.starts_with("trommel: 1 page in, "), "{messages}");
    assert!(messages.ends_with("}\n") && messages.contains("\"pages_in\": 1"), "{messages}");
}

#[test]
fn two_outputs_on_the_same_stream_are_rejected() {
    let folder = folder();
    put(&folder, "a.html", page(1));
    for (output, summary) in [("-", "-"), ("/dev/stdout", "-"), ("-", "/dev/fd/1")] {
        let run = run_in(folder.path(), &["batch", "a.html", "-o", output, "--summary", summary]);
        assert_eq!((run.code, run.stdout.len()), (Some(2), 0), "{output} {summary}");
        assert!(
            run.stderr
                .starts_with("trommel: standard output: expected one output on standard output, found two"),
            "{}",
            run.stderr
        );
    }
}

#[test]
fn streams_cannot_be_resumed() {
    let folder = folder();
    put(&folder, "a.html", page(1));
    let run = run_in(folder.path(), &["batch", "a.html", "-o", "/dev/stdout", "--resume"]);
    assert_eq!(run.code, Some(2));
    assert!(
        run.stderr.starts_with("trommel: --resume: expected a file or a folder as OUT"),
        "{}",
        run.stderr
    );
}

#[test]
fn control_characters_of_names_and_records_do_not_reach_the_terminal() {
    let folder = folder();
    let name = "a\x1b[2J\nb.html.gz";
    put(&folder, name, &gzip(page(1).as_bytes())[..60]);
    let shown = "a\\u{1b}[2J\\nb.html.gz";
    for args in [&[name][..], &["batch", name, "-o", "-"], &["missing\x1b[2J\nb.html"]] {
        let run = run_in(folder.path(), args);
        assert_eq!(run.code, Some(2), "{}", run.stderr);
        assert!(!run.stderr.contains('\x1b'), "{:?}", run.stderr);
        let shown = if args[0].starts_with("missing") { "missing\\u{1b}[2J\\nb.html" } else { shown };
        assert!(run.stderr.contains(&format!("trommel: {shown}: ")), "{}", run.stderr);
        assert!(run.stderr.lines().all(|line| line.starts_with("trommel: ")), "{}", run.stderr);
    }
}

#[test]
fn hosts_of_a_site_file_are_escaped() {
    let folder = folder();
    let row = |number: usize| {
        let html = format!("<title>T{number}</title><main><p>{}</main>", page(number + 9));
        serde_json::json!({"url": "http://a\u{1b}[2Jb.example/x", "html": html}).to_string()
    };
    put(&folder, "pages.jsonl", (0..4).map(|number| row(number) + "\n").collect::<String>());
    let run = run_in(folder.path(), &["site", "learn", "pages.jsonl", "--by-host", "-o", "site.json"]);
    assert!(!run.stderr.contains('\x1b'), "{:?}", run.stderr);
}

#[test]
fn a_failed_temporary_file_is_reported_with_its_page() {
    let folder = folder();
    let long = format!(
        "<title>t</title>{}",
        "<p>It rained for three days in the valley, and then for two more.".repeat(40_000)
    );
    put(&folder, "long.html", &long);
    put(&folder, "short.html", page(1));
    for args in [
        &["long.html", "-f", "json", "--markdown"][..],
        &["batch", "short.html", "long.html", "-o", "out.jsonl"],
    ] {
        let run =
            command(folder.path(), args).env("TMPDIR", "/nonexistent").output().expect("the command runs");
        let run = Run::from(run);
        assert_eq!(run.code, Some(2), "{}", run.stderr);
        let expected = "trommel: long.html: cannot write a temporary file in /nonexistent: ";
        assert!(run.stderr.contains(expected), "{}", run.stderr);
        assert!(run.stderr.contains("; set TMPDIR to another folder\n"), "{}", run.stderr);
    }
    // The output is incomplete without it, and the page is not at fault.
    assert!(!folder.path().join("out.jsonl").exists());
}

#[test]
fn a_named_pipe_is_read_as_the_file_that_comes_through_it() {
    let folder = folder();
    let record = response("a", page(0).as_bytes());
    let lines = format!("{}\n", serde_json::json!({"url": "http://example.com/a", "html": page(0)}));
    let cases = [
        ("crawl", record.clone()),
        ("crawl.warc", record.clone()),
        ("crawl.warc.gz", gzip(&record)),
        ("lines", lines.into_bytes()),
        ("page", page(0).into_bytes()),
        ("page.gz", gzip(page(0).as_bytes())),
    ];
    for (name, bytes) in cases {
        let pipe = folder.path().join(name);
        match std::process::Command::new("mkfifo").arg(&pipe).status() {
            Ok(status) if status.success() => {}
            _ => return eprintln!("skipped: no mkfifo"),
        }
        let writer = std::thread::spawn(move || std::fs::write(pipe, bytes));
        let run = run_in(folder.path(), &["batch", name, "-o", "-"]);
        writer.join().expect("it ends").expect("pipes can be written");
        let found = rows(&run.stdout);
        assert_eq!((run.code, found.len()), (Some(0), 1), "{name}: {}", run.stderr);
        assert_eq!(found[0]["text"], crate::warc::TEXT, "{name}");
    }
}
