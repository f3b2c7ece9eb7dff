//! `trommel explain`: the report, its data, and the view in the terminal.

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use serde_json::Value;

use crate::report::assert_is_harmless;
use crate::run::{file, path};
use crate::warcs::folder;

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpora/cases/article-en/page.html");
const GOLD: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpora/cases/article-en/gold.txt");
const EXPECTED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpora/cases/article-en/expect.txt");

fn explain(args: &[&str]) -> Command {
    let mut command = Command::cargo_bin("trommel").expect("the command is built");
    command
        .arg("explain")
        .args(args)
        .env("COLUMNS", "80")
        .env_remove("NO_COLOR")
        .env_remove("CLICOLOR_FORCE");
    command
}

fn stdout(command: &mut Command) -> String {
    let output = command.output().expect("the command runs");
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).expect("output is UTF-8")
}

/// The data of a page, as `-o OUT.json` writes it.
fn data(folder: &Path, args: &[&str]) -> Value {
    let out = path(folder, "data.json");
    stdout(explain(args).args(["-o", &out]));
    serde_json::from_slice(&fs::read(out).expect("it is written")).expect("it is JSON")
}

/// The kept text of the shown run, without white space.
fn kept_text(data: &Value) -> String {
    let run = &data["runs"][data["shown"].as_u64().expect("a run is shown") as usize];
    let kept = run["kept"].as_str().expect("it has verdicts").bytes();
    let texts = data["blocks"]["text"].as_array().expect("blocks have text");
    let texts = kept.zip(texts).filter(|(verdict, _)| *verdict == b'1').filter_map(|(_, text)| text.as_str());
    texts.flat_map(str::split_whitespace).collect()
}

#[test]
fn the_data_has_the_verdicts_of_the_extraction() {
    let folder = folder();
    let data = data(folder.path(), &[PAGE]);
    let expected = fs::read_to_string(EXPECTED).expect("the golden text is there");
    assert_eq!(kept_text(&data), expected.split_whitespace().collect::<String>());
    let blocks = data["blocks"].as_object().expect("there are blocks");
    let count = data["page"]["blocks"].as_u64().expect("they are counted") as usize;
    for (name, column) in blocks {
        assert_eq!(column.as_array().map(Vec::len), Some(count), "{name}");
    }
    for run in data["runs"].as_array().expect("there are runs") {
        assert_eq!(run["kept"].as_str().map(str::len), Some(count), "{run}");
        assert_eq!(run["rules"].as_array().map(Vec::len), Some(count), "{run}");
    }
    let methods: Vec<_> = data["runs"].as_array().into_iter().flatten().map(|run| &run["method"]).collect();
    assert_eq!(methods, ["auto", "auto", "auto", "line-block", "tag-ratio", "words-leaves"]);
}

#[test]
fn offsets_of_blocks_point_into_the_source() {
    let folder = folder();
    let data = data(folder.path(), &[PAGE]);
    let source: Vec<u16> = data["source"].as_str().expect("it is there").encode_utf16().collect();
    let places = data["blocks"]["at"].as_array().expect("there are places");
    for (place, text) in places.iter().zip(data["blocks"]["text"].as_array().expect("there is text")) {
        let place = place.as_u64().expect("all text is of the page") as usize;
        let begin = text.as_str().and_then(|text| text.chars().next()).expect("no block is empty");
        let found = char::decode_utf16(source[place..].iter().copied()).next();
        assert!(matches!(found, Some(Ok(char)) if char == begin || char == '&'), "{text} at {place}");
    }
}

#[test]
fn the_data_of_any_method_has_the_scores() {
    let folder = folder();
    let data = data(folder.path(), &["-m", "line-block", PAGE]);
    assert_eq!(data["runs"][0]["method"], "line-block");
    assert!(data["thresholds"]["balanced"].is_number());
    assert!(data["blocks"]["score"].as_array().is_some_and(|scores| scores.iter().any(Value::is_number)));
    assert!(data["blocks"]["facts"][0].as_array().is_some_and(|facts| !facts.is_empty()));
}

#[test]
fn a_gold_text_gives_scores_and_shares_of_blocks() {
    let folder = folder();
    // A page that the model does well: the score is that of the gold text, whatever the page.
    let page = PAGE.replace("article-en", "documentation");
    let gold = GOLD.replace("article-en", "documentation");
    let data = data(folder.path(), &["--truth", &gold, "--compare", "tag-ratio", &page]);
    assert!(data["runs"][0]["score"]["f1"].as_f64().is_some_and(|f1| f1 > 0.95));
    assert_eq!(
        data["truth"]["words"].as_array().map(Vec::len),
        data["blocks"]["text"].as_array().map(Vec::len)
    );
    let compared = data["compared"].as_u64().expect("one run is compared with") as usize;
    assert_eq!(data["runs"][compared]["method"], "tag-ratio");
}

#[test]
fn a_report_is_one_self_contained_file() {
    let folder = folder();
    let text = "<title></script><script>alert(1)</script></title><p>Enough words for a page, and some more.";
    let (page, out) = (file(folder.path(), "page.html", text), path(folder.path(), "report.html"));
    stdout(&mut explain(&[&page, "-o", &out]));
    let report = fs::read_to_string(&out).expect("it is written");
    assert_is_harmless(&report);
}

#[test]
fn the_view_has_no_colours_unless_a_terminal_shows_them() {
    let plain = stdout(&mut explain(&[PAGE]));
    assert!(plain.contains("+ ") && !plain.contains('\x1b'), "{plain}");
    let coloured = stdout(explain(&[PAGE]).env("CLICOLOR_FORCE", "1"));
    assert!(coloured.contains("\x1b["));
    assert_eq!(stdout(explain(&[PAGE]).env("CLICOLOR_FORCE", "1").env("NO_COLOR", "1")), plain);
    assert!(plain.lines().all(|line| line.chars().count() <= 100), "{plain}");
    let marked = stdout(&mut explain(&[PAGE, "--truth", GOLD]));
    assert!(marked.contains("F1 0.9") && marked.contains("\n? "), "{marked}");
}

#[test]
fn a_page_without_text_is_reported() {
    let output = explain(&[]).write_stdin("").output().expect("the command runs");
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(message.contains("no text to decide about"), "{message}");
}

#[test]
fn errors_are_named() {
    let missing = explain(&[PAGE, "--truth", "no-such-file"]).output().expect("the command runs");
    assert_eq!(missing.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&missing.stderr).contains("no-such-file"), "{missing:?}");
    let model = explain(&[PAGE, "--compare-model", GOLD]).output().expect("the command runs");
    assert_eq!(model.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&model.stderr).contains("expected"), "{model:?}");
}
