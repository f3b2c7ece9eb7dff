//! `-f chunks`, `batch --chunks` and `--spans`.

use std::fs;

use assert_cmd::Command;
use serde_json::{Value, json};

fn page() -> String {
    let newts = "Nineteen newts live in the pond, and all of them are well. ";
    format!(
        "<html lang=en><title>Newts</title><link rel=canonical href=https://example.org/newts><ul><li><a href=/>Home</a>\
        <li><a href=/news>News</a></ul><article><h1>Newts</h1><p>{}<h2>Food &amp; drink</h2><p>They eat <a href=/w>worms</a> \
        &amp; snails. {}</article>",
        newts.repeat(4),
        newts.repeat(3)
    )
}

fn run(args: &[&str], input: &str) -> String {
    let mut command = Command::cargo_bin("trommel").expect("the command is built");
    let output = command.args(args).write_stdin(input).output().expect("the command runs");
    assert!(output.status.success(), "{args:?}: {output:?}");
    String::from_utf8(output.stdout).expect("output is UTF-8")
}

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("each line is JSON")).collect()
}

#[test]
fn each_chunk_is_a_line() {
    let found = lines(&run(&["-f", "chunks", "--chunk-size", "64", "--links"], &page()));
    assert_eq!(found.len(), 2);
    let [first, second] = [&found[0], &found[1]];
    assert_eq!(first["id"], "https://example.org/newts#0");
    assert_eq!([&first["previous"], &first["next"]], [&Value::Null, &json!("https://example.org/newts#1")]);
    assert_eq!([&second["previous"], &second["next"]], [&json!("https://example.org/newts#0"), &Value::Null]);
    assert_eq!(second["headings"], json!(["Newts", "Food & drink"]));
    assert_eq!(second["roles"], json!(["heading", "paragraph"]));
    for chunk in &found {
        assert_eq!(
            [&chunk["title"], &chunk["lang"], &chunk["page"]],
            [&json!("Newts"), &json!("en"), &Value::Null]
        );
        assert_eq!(chunk["url"], "https://example.org/newts");
        assert!(chunk["tokens"].as_u64().is_some_and(|tokens| (20..=64).contains(&tokens)), "{chunk}");
        let place = [&chunk["offset"], &chunk["end"]].map(|at| at.as_u64().expect("it is a number") as usize);
        let text = chunk["text"].as_str().expect("it is a text");
        assert!(page()[place[0]..place[1]].starts_with(&text[..5]), "{chunk}");
    }
    assert!(second["markdown"].as_str().is_some_and(|text| text.contains("They eat [worms](/w) & snails.")));
    let keys: Vec<_> = first.as_object().expect("it is an object").keys().cloned().collect();
    let expected = "id chunk text markdown headings roles chars words tokens offset end previous next page url title date lang confidence";
    let mut expected: Vec<_> = expected.split(' ').collect();
    expected.sort_unstable();
    assert_eq!(keys, expected);
}

#[test]
fn a_size_in_characters_and_an_overlap_are_taken() {
    let found = lines(&run(&["-f", "chunks", "--chunk-size", "150c", "--chunk-overlap", "70"], &page()));
    assert!(found.len() > 3, "{found:#?}");
    assert!(found.iter().all(|chunk| chunk["chars"].as_u64().is_some_and(|chars| chars <= 150)));
    let text = |chunk: &Value| chunk["text"].as_str().map(str::to_string).expect("it is a text");
    assert!(text(&found[0]).ends_with(text(&found[1]).split_inclusive(". ").next().unwrap_or("").trim()));
}

#[test]
fn a_batch_writes_the_chunks_of_all_pages() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    fs::write(folder.path().join("a.html"), page()).expect("a file can be written");
    fs::write(folder.path().join("b.html"), page()).expect("a file can be written");
    fs::write(folder.path().join("c.html"), "").expect("a file can be written");
    let input = folder.path().display().to_string();
    let found = lines(&run(&["batch", &input, "-o", "-", "--chunks", "--chunk-size", "64", "--quiet"], ""));
    let ids: Vec<_> = found.iter().map(|chunk| chunk["id"].as_str().expect("it is a text")).collect();
    assert_eq!(ids, ["a#0", "a#1", "b#0", "b#1"]);
    assert_eq!(found[2]["page"], "b");
    assert!(found[2]["source"]["file"].as_str().is_some_and(|file| file.ends_with("b.html")));
}

#[test]
fn spans_are_those_of_the_text_and_the_markdown() {
    let row: Value =
        serde_json::from_str(&run(&["-f", "json", "--spans", "--markdown"], &page())).expect("it is JSON");
    for (text, spans) in [("text", "spans"), ("markdown", "markdown_spans")] {
        let text: Vec<char> = row[text].as_str().expect("it is a text").chars().collect();
        let spans = row[spans].as_array().expect("it is a list");
        assert_eq!(spans.len(), 4, "{spans:?}");
        let mut last = 0;
        for span in spans {
            let [start, end, page_start, page_end] = ["start", "end", "page_start", "page_end"]
                .map(|name| span[name].as_u64().expect("it is a number") as usize);
            let of_text: String = text[start..end].iter().collect();
            let of_page = page()[page_start..page_end]
                .replace("&amp;", "&")
                .replace("<a href=/w>", "")
                .replace("</a>", "");
            assert_eq!(of_text.trim_start_matches(['#', ' ']), of_page);
            assert!(text[last..start].iter().all(|c| c.is_whitespace()));
            last = end;
        }
        assert_eq!(text.len(), last + 1);
    }
    let plain = run(&["-f", "json"], &page());
    assert!(!plain.contains("spans"));
}

#[test]
fn flags_of_chunks_need_chunks() {
    for (args, expected) in [
        (&["--chunk-size", "64"][..], "--chunk-size is for chunks: use it with -f chunks"),
        (&["-f", "json", "--chunk-overlap", "9"], "--chunk-overlap is for chunks: use it with -f chunks"),
        (&["-f", "chunks", "--chunk-size", "5"], "expected chunks of 16 to 65536 tokens, found 5"),
        (&["-f", "chunks", "--chunk-overlap", "300"], "expected an overlap of at most 256 tokens, found 300"),
        (&["-f", "chunks", "--spans"], "--spans adds fields to JSON: use it with -f json"),
        (
            &["batch", "x", "-o", "y.jsonl", "--chunk-size", "64"],
            "expected --chunks to set the size of, found none",
        ),
        (
            &["batch", "x", "-o", "y.csv", "--chunks"],
            "--chunks: expected JSON lines to add fields to, found another format",
        ),
        (
            &["batch", "x", "-o", "y.jsonl", "--chunks", "--posts"],
            "expected lines of pages to add fields to, found --chunks",
        ),
    ] {
        let mut command = Command::cargo_bin("trommel").expect("the command is built");
        let output = command.args(args).write_stdin(page()).output().expect("the command runs");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(said.contains(expected) && output.status.code() == Some(2), "{args:?}: {said}");
    }
}
