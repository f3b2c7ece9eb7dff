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

/// The lines of all parts, without offsets that are unknown in a part.
fn lines(folder: &tempfile::TempDir, input: &str, count: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for number in 1..=count {
        let part = format!("{number}/{count}");
        let run = run_in(folder.path(), &["batch", input, "--part", &part, "-o", "out.jsonl"]);
        assert!(matches!(run.code, Some(0 | 1)), "{}", run.stderr);
        for mut row in rows(&get(folder, "out.jsonl")) {
            row["source"].as_object_mut().expect("it has a source").remove("uncompressed_offset");
            lines.push(row.to_string());
        }
    }
    lines
}

#[test]
fn the_parts_of_a_file_have_each_page_once() {
    let folder = folder();
    put(&folder, "x.warc", records().concat());
    put(&folder, "x.warc.gz", records().iter().flat_map(|record| gzip(record)).collect::<Vec<_>>());
    put(&folder, "x.warc.zst", records().iter().flat_map(|record| zst(record)).collect::<Vec<_>>());
    for input in ["x.warc", "x.warc.gz", "x.warc.zst"] {
        let whole = lines(&folder, input, 1);
        assert_eq!(whole.len(), 60);
        for count in [2, 3, 7] {
            assert_eq!(lines(&folder, input, count), whole, "{input} in {count} parts");
        }
    }
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
        (&["x.warc", "--part", "1/2", "-o", "out/", "-f", "text"], "--part: expected a single output"),
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
            let mut rows = if run.code == Some(2) && !folder.path().join("out.jsonl").exists() {
                Vec::new()
            } else {
                rows(&get(&folder, "out.jsonl"))
            };
            let _ = std::fs::remove_file(folder.path().join("out.jsonl"));
            rows.iter_mut().for_each(|row| {
                drop(row["source"].as_object_mut().map(|source| source.remove("uncompressed_offset")))
            });
            let mut damage: Vec<_> =
                run.stderr.lines().map(|line| line.replace(", uncompressed ", "\u{0}")).collect();
            damage.iter_mut().for_each(|line| {
                if let Some(at) = line.find('\u{0}') {
                    let rest =
                        line[at + 1..].trim_start_matches(|char: char| char.is_ascii_digit()).to_string();
                    line.truncate(at);
                    line.push_str(&rest);
                }
            });
            (rows, damage)
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
