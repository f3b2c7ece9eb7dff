//! `--part`: files of records in parts.

use std::io::Write;

use crate::warcs::*;

fn records() -> Vec<Vec<u8>> {
    let mut records = Vec::new();
    for number in 0..60 {
        let id = format!("r{number}");
        records.push(record("request", &id, "", b"GET / HTTP/1.1\r\n\r\n"));
        records.push(response(&id, page(number).as_bytes()));
    }
    records
}

/// The outputs of all parts, one after the other.
fn parts(folder: &tempfile::TempDir, input: &str, count: usize) -> Vec<u8> {
    let mut all = Vec::new();
    for number in 1..=count {
        let part = format!("{number}/{count}");
        let run = run_in(folder.path(), &["batch", input, "--part", &part, "-o", "out.jsonl"]);
        assert!(matches!(run.code, Some(0 | 1)), "{}", run.stderr);
        all.extend(get(folder, "out.jsonl"));
    }
    all
}

#[test]
fn the_parts_of_a_file_have_each_page_once() {
    let folder = folder();
    put(&folder, "x.warc", records().concat());
    put(&folder, "x.warc.gz", records().iter().flat_map(|record| gzip(record)).collect::<Vec<_>>());
    put(&folder, "x.warc.zst", records().iter().flat_map(|record| zst(record)).collect::<Vec<_>>());
    let of_five = |records: &[Vec<u8>]| gzip(&records.concat());
    put(&folder, "five.warc.gz", records().chunks(5).flat_map(of_five).collect::<Vec<_>>());
    for input in ["x.warc", "x.warc.gz", "x.warc.zst", "five.warc.gz"] {
        let run = run_in(folder.path(), &["batch", input, "-o", "whole.jsonl"]);
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        let whole = get(&folder, "whole.jsonl");
        let places: std::collections::HashSet<_> =
            rows(&whole).iter().map(|row| row["source"].to_string()).collect();
        assert_eq!(places.len(), 60);
        for count in [1, 2, 3, 7] {
            assert!(parts(&folder, input, count) == whole, "{input} in {count} parts");
        }
    }
}

#[test]
fn page_files_of_parts_have_the_names_of_the_whole() {
    let folder = folder();
    let of_five = |records: &[Vec<u8>]| gzip(&records.concat());
    put(&folder, "x.warc.gz", records().chunks(5).flat_map(of_five).collect::<Vec<_>>());
    let lists = |args: &[&str], outputs: &[&str]| {
        let mut all = Vec::new();
        for output in outputs {
            let part = args.iter().map(|arg| arg.replace("OUT", output)).collect::<Vec<_>>();
            let run = run_in(folder.path(), &part.iter().map(String::as_str).collect::<Vec<_>>());
            assert_eq!(run.code, Some(0), "{}", run.stderr);
            all.extend(get(&folder, &format!("{}/pages.jsonl", output.replace("/3", ""))));
        }
        all
    };
    let whole = lists(&["batch", "x.warc.gz", "-o", "OUT/", "--format", "text"], &["whole"]);
    assert_eq!(names(&folder.path().join("whole/x.warc.gz")).len(), 60);
    let args = ["batch", "x.warc.gz", "--part", "OUT/3", "-o", "OUT/", "--format", "text"];
    assert_eq!(lists(&args, &["1", "2", "3"]), whole);
}

#[test]
fn a_file_that_cannot_be_split_is_all_in_the_first_part() {
    let folder = folder();
    put(&folder, "x.warc.gz", gzip(&records().concat()));
    put(&folder, "a.html", page(7));
    let run = |part: &str| {
        run_in(folder.path(), &["batch", "x.warc.gz", "a.html", "--part", part, "-o", "out.jsonl"])
    };
    let first = run("1/2");
    assert_eq!((first.code, rows(&get(&folder, "out.jsonl")).len()), (Some(0), 61), "{}", first.stderr);
    assert!(
        first.stderr.contains("trommel: x.warc.gz: cannot be split, since it is one gzip member"),
        "{}",
        first.stderr
    );
    let second = run("2/2");
    assert_eq!((second.code, get(&folder, "out.jsonl")), (Some(1), Vec::new()), "{}", second.stderr);
    for expected in [
        "trommel: x.warc.gz: no record begins in part 2 of 2\n",
        "trommel: a.html: left out: it cannot be split and belongs to part 1\n",
        "1 skipped (other-part 1)",
    ] {
        assert!(second.stderr.contains(expected), "{expected}: {}", second.stderr);
    }
}

#[test]
fn impossible_parts_are_rejected() {
    let folder = folder();
    put(&folder, "x.warc", records().concat());
    for (args, expected) in [
        (&["x.warc", "--part", "3/2", "-o", "-"][..], "expected I/N with I from 1 to N"),
        (
            &["-", "--part", "1/2", "-o", "-"],
            "--part: expected files, found standard input, which cannot be split",
        ),
    ] {
        let run = run_in(folder.path(), &[&["batch"], args].concat());
        assert!(run.code == Some(2) && run.stderr.contains(expected), "{args:?}: {}", run.stderr);
    }
    // Another part is another output.
    let args = |part| ["batch", "x.warc", "--part", part, "--resume", "-o", "out.jsonl"];
    assert_eq!(run_in(folder.path(), &args("1/2")).code, Some(0));
    let run = run_in(folder.path(), &args("2/2"));
    assert!(run.code == Some(2) && run.stderr.contains("found others"), "{}", run.stderr);
}

#[test]
fn the_parts_of_dirty_files_are_the_whole() {
    let folder = folder();
    let generator = trommel_testing::in_package("../shared/hostile/gen_warc.py");
    let made = std::process::Command::new("python3").arg(&generator).arg(folder.path()).output();
    if !generator.exists() || !made.as_ref().is_ok_and(|made| made.status.success()) {
        let _ = writeln!(std::io::stderr(), "skipped: no ../shared/hostile, or no python3");
        return;
    }
    let mut files = 0;
    for name in names(folder.path()) {
        if !name.contains(".warc") {
            continue;
        }
        files += 1;
        let pages = |part: &str| {
            let run = run_in(folder.path(), &["batch", &name, "--part", part, "-o", "out.jsonl", "-q"]);
            let rows = if run.code == Some(2) && !folder.path().join("out.jsonl").exists() {
                Vec::new()
            } else {
                rows(&get(&folder, "out.jsonl"))
            };
            let _ = std::fs::remove_file(folder.path().join("out.jsonl"));
            (rows, run.stderr.lines().map(String::from).collect::<Vec<_>>())
        };
        let whole = pages("1/1");
        for count in [2, 5] {
            let mut all = (Vec::new(), Vec::new());
            for number in 1..=count {
                let (rows, damage) = pages(&format!("{number}/{count}"));
                all.0.extend(rows);
                all.1.extend(damage);
            }
            assert_eq!(all, whole, "{name} in {count} parts");
        }
    }
    assert!(files > 0);
}
