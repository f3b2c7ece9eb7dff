//! `trommel repeats`, `--repeats` and `--two-pass`.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::run::{fails, path, succeeds};
use crate::warcs::folder;

const BOX: &str =
    "Ada writes about rivers, lakes and all the water between them, for this paper and for others.";

/// Standard output of a run that must succeed.
fn done(args: &[&str]) -> String {
    String::from_utf8(succeeds(args).stdout).expect("output is UTF-8")
}

/// Writes pages of a host, each with its own sentence and the same box, as JSON lines.
fn pages(folder: &Path, name: &str, host: &str, sentences: &[&str]) -> String {
    let line = |(number, sentence): (usize, &&str)| {
        let html = format!(
            "<title>Water</title><p>{sentence} and rose on until the morning came.</p>\
             <p>{sentence}, said those who live there, and nobody remembers another year like it.</p>\
             <p>{BOX}</p><a href=/>Home</a>"
        );
        json!({"id": format!("{host}/{number}"), "url": format!("https://{host}/{number}"), "html": html})
            .to_string()
    };
    let lines: Vec<String> = sentences.iter().enumerate().map(line).collect();
    let path = path(folder, name);
    fs::write(&path, lines.join("\n")).expect("a file can be written");
    path
}

const SENTENCES: [&str; 4] = [
    "The river rose for three days",
    "A lake froze in the night",
    "The sea was calm again, as it had been",
    "Rain fell on the hills above the town",
];

#[test]
fn text_of_several_pages_is_dropped_and_two_passes_in_one_command_do_the_same() {
    let folder = folder();
    let (crawl, sketch) =
        (pages(folder.path(), "crawl.jsonl", "a.example", &SENTENCES), path(folder.path(), "crawl.repeats"));
    let without = done(&["batch", &crawl, "-m", "line-block", "-o", "-"]);
    assert_eq!(without.matches(BOX).count(), 4, "{without}");
    done(&["repeats", "build", &crawl, "-m", "line-block", "-o", &sketch]);
    let with =
        |jobs| done(&["batch", &crawl, "-m", "line-block", "--repeats", &sketch, "-j", jobs, "-o", "-"]);
    assert_eq!(with("1").matches(BOX).count(), 0, "{}", with("1"));
    assert!(SENTENCES.iter().all(|sentence| with("1").contains(sentence)));
    assert_eq!(with("1"), with("4"));
    for jobs in ["1", "4"] {
        let two_pass = done(&["batch", &crawl, "-m", "line-block", "--two-pass", "-j", jobs, "-o", "-"]);
        assert_eq!(two_pass, with("1"));
    }
}

#[test]
fn a_host_with_one_page_gives_the_output_without() {
    let folder = folder();
    let crawl = pages(folder.path(), "crawl.jsonl", "a.example", &SENTENCES[..1]);
    for method in ["line-block", "tag-ratio"] {
        let rows = [&[][..], &["--two-pass"]].map(|flags| {
            let row = done(&[&["batch", &*crawl, "-m", method, "-o", "-"], flags].concat());
            let mut row: Value = serde_json::from_str(&row).expect("a row is JSON");
            row.as_object_mut().expect("it is an object").remove("content_hash");
            row
        });
        assert_eq!(rows[0], rows[1], "{method}");
    }
}

#[test]
fn sketches_of_parts_merge_to_that_of_the_whole() {
    let folder = folder();
    let at = |name| path(folder.path(), name);
    let parts = [
        pages(folder.path(), "1.jsonl", "a.example", &SENTENCES[..2]),
        pages(folder.path(), "2.jsonl", "b.example", &SENTENCES[2..]),
    ];
    done(&["repeats", "build", &parts[0], "-o", &at("1.repeats")]);
    done(&["repeats", "build", &parts[1], "-o", &at("2.repeats")]);
    done(&["repeats", "build", &parts[0], &parts[1], "-j", "3", "-o", &at("whole.repeats")]);
    done(&["repeats", "merge", &at("2.repeats"), &at("1.repeats"), "-o", &at("merged.repeats")]);
    let bytes = |name| fs::read(at(name)).expect("it was written");
    assert!(bytes("merged.repeats") == bytes("whole.repeats"));
}

#[test]
fn other_files_than_sketches_are_rejected() {
    let folder = folder();
    let at = |name| path(folder.path(), name);
    let crawl = pages(folder.path(), "crawl.jsonl", "a.example", &SENTENCES);
    done(&["repeats", "build", &crawl, "-o", &at("good")]);
    let good = fs::read(at("good")).expect("it was written");
    let changed = |index: usize, byte: u8| {
        let mut bytes = good.clone();
        bytes[index] ^= byte;
        bytes
    };
    let bad = [
        ("foreign", b"<!DOCTYPE html><p>".to_vec(), "expected a file of repeats, found another"),
        ("older", changed(8, 1), "found an older one, 0"),
        ("truncated", good[..good.len() / 2].to_vec(), "found its end"),
        ("damaged", changed(good.len() - 1, 0x10), "damaged"),
        ("empty", Vec::new(), "found its end"),
    ];
    for (name, bytes, expected) in bad {
        fs::write(at(name), bytes).expect("a file can be written");
        let batch = fails(&["batch", &crawl, "-m", "line-block", "--repeats", &at(name), "-o", "-"]);
        assert!(batch.contains(expected) && batch.contains(&at(name)), "{name}: {batch}");
        let merge = fails(&["repeats", "merge", &at("good"), &at(name), "-o", &at("merged")]);
        assert!(merge.contains(expected), "{name}: {merge}");
        assert!(!Path::new(&at("merged")).exists());
    }
    let missing = fails(&["batch", &crawl, "-m", "line-block", "--repeats", &at("missing"), "-o", "-"]);
    assert!(missing.contains("found nothing at this path"), "{missing}");
}

#[test]
fn two_passes_need_files_and_duplicates_need_a_sketch() {
    let folder = folder();
    let crawl = pages(folder.path(), "crawl.jsonl", "a.example", &SENTENCES);
    let piped = fails(&["batch", "-", "-m", "line-block", "--two-pass", "-o", "-"]);
    assert!(piped.contains("--two-pass: expected files and folders"), "{piped}");
    let alone = fails(&["batch", &crawl, "--drop-duplicates", "-o", "-"]);
    assert!(alone.contains("--drop-duplicates: expected --repeats or --two-pass"), "{alone}");
}

#[test]
fn copies_of_a_page_name_the_first_and_are_left_out_on_demand() {
    let folder = folder();
    let crawl = pages(folder.path(), "crawl.jsonl", "a.example", &SENTENCES);
    // The same page at another address.
    let rows = fs::read_to_string(&crawl).expect("it can be read");
    let copy = rows.lines().next().expect("it has rows").replace("a.example/0", "b.example/copy");
    fs::write(&crawl, format!("{rows}\n{copy}\n")).expect("it can be written");
    for method in ["auto", "line-block"] {
        let run = |flags: &[&str]| {
            let rows = done(&[&["batch", &*crawl, "-m", method, "-o", "-"], flags].concat());
            rows.lines().map(|row| serde_json::from_str(row).expect("a row is JSON")).collect::<Vec<Value>>()
        };
        assert!(run(&[]).iter().all(|row| row.get("content_hash").is_none()));
        let rows = run(&["--two-pass"]);
        let hash = |row: usize| rows[row]["content_hash"].as_str().expect("it has content");
        assert!(hash(0).len() == 16 && hash(0) == hash(4) && hash(0) != hash(1), "{method}: {rows:?}");
        assert!(rows[..4].iter().all(|row| row.get("duplicate_of").is_none()), "{method}: {rows:?}");
        assert_eq!(rows[4]["duplicate_of"], "a.example/0", "{method}");
        for jobs in ["1", "3"] {
            let kept = run(&["--two-pass", "--drop-duplicates", "-j", jobs]);
            assert_eq!(kept, rows[..4], "{method}");
        }
    }
    let out = path(folder.path(), "out.txt");
    let said = succeeds(&["batch", &crawl, "--two-pass", "--drop-duplicates", "-o", &out]).stderr;
    let said = String::from_utf8(said).expect("messages are UTF-8");
    assert!(said.contains("1 skipped (duplicate 1)"), "{said}");
}

#[test]
fn parts_of_a_host_merge_to_what_its_pages_repeat() {
    let folder = folder();
    let at = |name| path(folder.path(), name);
    let crawl = pages(folder.path(), "crawl.jsonl", "a.example", &SENTENCES);
    for (number, part) in SENTENCES.chunks(2).enumerate() {
        let part = pages(folder.path(), &format!("{number}.jsonl"), "a.example", part);
        done(&["repeats", "build", &part, "-o", &format!("{part}.repeats")]);
        // Two pages are too few to drop what they have in common.
        let flags = ["-m", "line-block", "--repeats", &format!("{part}.repeats"), "-o", "-"];
        assert_eq!(done(&[&["batch", &*crawl], &flags[..]].concat()).matches(BOX).count(), 4);
    }
    done(&["repeats", "merge", &at("0.jsonl.repeats"), &at("1.jsonl.repeats"), "-o", &at("merged")]);
    let merged = done(&["batch", &crawl, "-m", "line-block", "--repeats", &at("merged"), "-o", "-"]);
    assert_eq!(merged.matches(BOX).count(), 0, "{merged}");
}

#[test]
fn each_method_makes_sketches_and_explain_names_the_rule() {
    let folder = folder();
    let at = |name| path(folder.path(), name);
    let crawl = pages(folder.path(), "crawl.jsonl", "a.example", &SENTENCES);
    let page = at("page.html");
    let html = format!("<p>{}, said those who live there.<p>{BOX}", SENTENCES[0]);
    fs::write(&page, html).expect("a file can be written");
    for method in ["auto", "line-block", "tag-ratio", "words-leaves"] {
        done(&["repeats", "build", &crawl, "-m", method, "-o", &at("crawl.repeats")]);
        let flags = ["-m", "line-block", "--repeats", &at("crawl.repeats"), "--url", "https://a.example/5"];
        done(&[&["explain", &*page, "-o", &at("data.json")], &flags[..]].concat());
        let data = fs::read(at("data.json")).expect("it is written");
        let data: Value = serde_json::from_slice(&data).expect("it is JSON");
        let rule = data["runs"][0]["rules"][1].as_u64().expect("it has a rule");
        assert_eq!(data["rules"][rule as usize], "repeat", "{method}");
        assert_eq!(data["runs"][0]["kept"], "10", "{method}");
    }
}

#[test]
fn a_sketch_is_built_of_the_files_that_two_passes_read() {
    let temp = folder();
    let crawl = path(temp.path(), "crawl");
    fs::create_dir(&crawl).expect("a folder can be made");
    for (name, at) in [("a.page", "news"), ("b.page", "news"), ("c.other", "news")] {
        let html = format!("<title>Water</title><p>{} in {name}.</p><p>{BOX}</p>", SENTENCES[0]);
        let line = json!({"url": format!("https://{at}.test/{name}"), "html": html}).to_string();
        fs::write(path(Path::new(&crawl), name), line).expect("a file can be written");
    }
    let sketch = path(temp.path(), "crawl.repeats");
    let flags = ["--glob", "*.page", "--input-format", "jsonl"];
    let built = succeeds(&[&["repeats", "build", &*crawl, "-o", &sketch][..], &flags].concat());
    let said = String::from_utf8(built.stderr).expect("messages are UTF-8");
    assert!(said.contains("2 pages of 1 host"), "{said}");
}
