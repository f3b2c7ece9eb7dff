//! `--cdx` and `--prefix` with local files, which every build can read.

use crate::warcs::*;

/// Four records in `files/x.warc.gz`, and index lines for them.
fn crawl(folder: &tempfile::TempDir) -> Vec<String> {
    let (mut bytes, mut lines) = (Vec::new(), Vec::new());
    for number in 0..4 {
        let record = gzip(&response(&format!("r{number}"), page(number).as_bytes()));
        let (offset, length) = (bytes.len(), record.len());
        lines.push(format!(
            "{{\"filename\":\"x.warc.gz\",\"offset\":{offset},\"length\":\"{length}\",\"url\":\"http://example.com/r{number}\"}}"
        ));
        bytes.extend(record);
    }
    put(folder, "files/x.warc.gz", bytes);
    lines
}

fn ids(folder: &tempfile::TempDir) -> Vec<String> {
    let rows = rows(&get(folder, "out.jsonl"));
    rows.iter().map(|row| row["id"].to_string().replace("\"<urn:uuid:", "").replace(">\"", "")).collect()
}

#[test]
fn records_of_an_index_come_in_order_of_their_places() {
    let folder = folder();
    let lines = crawl(&folder);
    let index = [&*lines[3], &lines[1], "", "!meta {}"].join("\n");
    let args = ["batch", "--cdx", "-", "--prefix", "files", "-o", "out.jsonl"];
    let run = run_with(folder.path(), &args, index.as_bytes());
    assert_eq!((run.code, ids(&folder)), (Some(0), vec!["r1".into(), "r3".into()]), "{}", run.stderr);
    let row = &rows(&get(&folder, "out.jsonl"))[0];
    assert_eq!(row["source"]["file"], "files/x.warc.gz");
    assert!(lines[1].contains(&format!("\"offset\":{},", row["source"]["offset"])), "{row}");
    assert_eq!(row["source"]["uncompressed_offset"], 0, "{row}");
    put(&folder, "x.cdxj", lines.join("\n"));
    let run =
        run_in(folder.path(), &[&args[..1], &["--cdx", "x.cdxj", "--not-url", "r2"], &args[3..]].concat());
    assert_eq!((run.code, ids(&folder)), (Some(0), ["r0", "r1", "r3"].map(String::from).into()));
    assert!(run.stderr.contains("(url 1)"), "{}", run.stderr);
}

#[test]
fn an_invalid_line_is_reported_and_the_rest_extracted() {
    let folder = folder();
    let lines = crawl(&folder);
    let wrong = |offset: u64, length: u64| {
        format!("{{\"filename\":\"x.warc.gz\",\"offset\":{offset},\"length\":{length}}}")
    };
    let all = [wrong(7, 100), wrong(0, 90), wrong(0, u64::MAX), wrong(u64::MAX, 5), lines[2].clone()];
    put(&folder, "x.cdxj", all.join("\n"));
    let args = ["batch", "--cdx", "x.cdxj", "--prefix", "files", "-o", "out.jsonl"];
    let run = run_in(folder.path(), &args);
    assert_eq!(run.code, Some(2), "{}", run.stderr);
    assert_eq!(ids(&folder).last().map(String::as_str), Some("r2"));
    let size = get(&folder, "files/x.warc.gz").len();
    for message in [
        "files/x.warc.gz: byte 7: expected a record, according to line 1 of x.cdxj, found the middle of one",
        "according to line 2 of x.cdxj, found",
        &format!("according to line 3 of x.cdxj, found the end of the file at byte {size}"),
        &format!("according to line 4 of x.cdxj, found the end of the file at byte {size}"),
    ] {
        assert!(run.stderr.contains(message), "{message}\n{}", run.stderr);
    }
    let run = run_in(folder.path(), &["batch", "--cdx", "x.cdxj", "-o", "out.jsonl"]);
    let message = "x.warc.gz: expected a file, found nothing at this path; 4 more records";
    assert!(run.code == Some(2) && run.stderr.contains(message), "{}", run.stderr);
}

#[test]
fn after_many_wrong_lines_the_rest_of_an_index_is_read() {
    let folder = folder();
    let lines = crawl(&folder);
    put(&folder, "x.cdxj", format!("{}{}", "wrong\n".repeat(10_000), lines[2]));
    let run = run_in(folder.path(), &["batch", "--cdx", "x.cdxj", "--prefix", "files", "-o", "out.jsonl"]);
    assert_eq!((run.code, ids(&folder)), (Some(2), vec!["r2".into()]), "{}", run.stderr.len());
}

#[test]
fn pages_of_an_index_have_a_file_each_by_their_places() {
    let folder = folder();
    let lines = crawl(&folder);
    put(&folder, "x.cdxj", lines.join("\n"));
    let run =
        run_in(folder.path(), &["batch", "--cdx", "x.cdxj", "--prefix", "files", "-f", "text", "-o", "out/"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let names = folder.path().join("out/files/x.warc.gz").read_dir().unwrap();
    assert_eq!(names.count(), lines.len());
}

#[test]
fn a_prefix_completes_the_names_of_a_list_and_needs_one() {
    let folder = folder();
    crawl(&folder);
    put(&folder, "list", "x.warc.gz\n");
    let args = ["batch", "--prefix", "files/", "-o", "out.jsonl", "--input-from", "list"];
    let run = run_in(folder.path(), &args);
    assert_eq!((run.code, ids(&folder).len()), (Some(0), 4), "{}", run.stderr);
    for (args, message) in [
        (&["files/x.warc.gz", "--prefix", "a"][..], "--prefix: expected a list (--input-from) or an index"),
        (&["--cdx", "x", "--part", "1/2"], "--part: expected files, found an index (--cdx)"),
    ] {
        let run = run_in(folder.path(), &[&["batch", "-o", "out.jsonl"], args].concat());
        assert!(run.code == Some(2) && run.stderr.contains(message), "{}", run.stderr);
    }
}

#[cfg(not(feature = "remote"))]
#[test]
fn without_the_feature_urls_are_rejected_and_passwords_hidden() {
    let folder = folder();
    for args in [&["batch", "-o", "out.jsonl"][..], &["extract"], &[]] {
        let run = run_in(folder.path(), &[args, &["https://me:geheim@example.org/x.warc.gz"]].concat());
        assert_eq!(run.code, Some(2), "{args:?}: {}", run.stderr);
        let message = "https://example.org/x.warc.gz: expected a file, found a URL; download it: `curl -sL URL | trommel`, or install with the feature `remote`: `cargo install --path crates/trommel-cli --features remote`";
        assert!(run.stderr.contains(message) && !run.stderr.contains("geheim"), "{args:?}: {}", run.stderr);
    }
    put(&folder, "a.html", page(7));
    let run = run_in(folder.path(), &["batch", "a.html", "-o", "s3://bucket/out.jsonl"]);
    let message = "s3://bucket/out.jsonl: cannot be written: expected a file name, found a URL; writing to it needs the feature `remote`: `cargo install";
    assert!(run.code == Some(2) && run.stderr.contains(message), "{}", run.stderr);
}
