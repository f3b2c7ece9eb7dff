//! The command from the user's side: the filter, `blocks`, and how runs end.

use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};

use assert_cmd::Command;
use serde_json::Value;

const PAGE: &str = "<html lang=en><title>The river</title><link rel=canonical href=https://example.org/river>\
    <meta name=author content='A. Nother'><nav><a href=/>Home</a> <a href=/news>News</a></nav>\
    <p>It rained for three days in the \"valley\", and on the fourth the <a href=/r>river</a> rose above the old bridge.</p>\
    <p>Nobody in the village had seen it so high before, and nobody has seen it since then.</p>\
    <ul><li><a href=/a>About</a><li><a href=/i>Imprint</a></ul>";

const TEXT: &str = "It rained for three days in the \"valley\", and on the fourth the river rose above the old bridge.\n\n\
    Nobody in the village had seen it so high before, and nobody has seen it since then.\n";

fn trommel(args: &[&str]) -> Command {
    let mut command = Command::cargo_bin("trommel").expect("the command is built");
    command.args(args);
    command
}

/// Standard output of a run with `input`. The run must end with `code` and, unless that is 2,
/// without output on standard error.
fn stdout(args: &[&str], input: impl Into<Vec<u8>>, code: i32) -> String {
    let output = trommel(args).write_stdin(input).output().expect("the command runs");
    assert_eq!(output.status.code(), Some(code), "{args:?}: {output:?}");
    assert!(code != 0 || output.stderr.is_empty(), "{args:?}: {output:?}");
    String::from_utf8(output.stdout).expect("output is UTF-8")
}

/// The single line on standard error of a run that fails.
fn trouble(args: &[&str]) -> String {
    let output = trommel(args).write_stdin("").output().expect("the command runs");
    assert_eq!(output.status.code(), Some(2), "{args:?}: {output:?}");
    assert!(output.stdout.is_empty(), "{args:?}: {output:?}");
    let line = String::from_utf8(output.stderr).expect("messages are UTF-8");
    assert_eq!(line.lines().count(), 1, "{line}");
    line.trim_end().strip_prefix("trommel: ").expect("the line says whose it is").to_string()
}

fn json(line: &str) -> Value {
    assert!(line.ends_with('\n') && line.lines().count() == 1, "{line}");
    serde_json::from_str(line).expect("the line is JSON")
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a temporary folder can be made")
}

/// Writes a file in `folder`, and returns its path.
fn file(folder: &Path, name: &str, bytes: impl AsRef<[u8]>) -> String {
    let path: PathBuf = folder.join(name);
    fs::write(&path, bytes).expect("a file can be written");
    path.to_str().expect("its name is UTF-8").to_string()
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    packer.write_all(bytes).and_then(|()| packer.finish()).expect("memory can be written")
}

/// A page that exceeds every small budget. All of its text is kept.
fn large_page(bytes: usize) -> String {
    let mut page = "<title>Rain</title>".to_string();
    for paragraph in 0.. {
        if page.len() >= bytes {
            break;
        }
        page +=
            &format!("<p>Paragraph {paragraph}: it rained in the valley, and the river \"rose\" again.</p>");
        page += if paragraph % 2 == 0 { "<p><a href=/>Home</a></p>" } else { "<p>Short.</p>" };
    }
    page
}

#[test]
fn standard_input_becomes_its_main_content() {
    assert_eq!(stdout(&[], PAGE, 0), TEXT);
    assert_eq!(stdout(&["-"], PAGE, 0), TEXT);
}

#[test]
fn a_file_is_read_plain_or_packed_whatever_its_name() {
    let folder = folder();
    let zst = zstd::encode_all(PAGE.as_bytes(), 3).expect("memory can be packed");
    let (first, second) = PAGE.as_bytes().split_at(100);
    let members = [gzip(first), gzip(second)].concat();
    let files = [
        ("a.html", PAGE.as_bytes().to_vec()),
        ("b", gzip(PAGE.as_bytes())),
        ("c.html", zst),
        ("d.gz", members),
    ];
    for (name, bytes) in files {
        let path = file(folder.path(), name, &bytes);
        assert_eq!(stdout(&[&path], "", 0), TEXT, "{name}");
        assert_eq!(stdout(&[], bytes, 0), TEXT, "{name} by standard input");
    }
}

#[test]
fn json_has_the_text_and_what_is_known_of_the_page() {
    let folder = folder();
    let path = file(folder.path(), "river.html.gz", gzip(PAGE.as_bytes()));
    let page = json(&stdout(&["-f", "json", &path], "", 0));
    let expected = serde_json::json!({
        "id": "river", "url": "https://example.org/river", "title": "The river", "author": "A. Nother", "date": null,
        "lang": "en", "text": TEXT, "method": "learned", "confidence": page["confidence"],
        "page_type": page["page_type"], "page_type_probability": page["page_type_probability"],
        "encoding": "UTF-8", "blocks": page["blocks"],
        "blocks_kept": 2, "decided_early": null, "bytes_in": PAGE.len(), "malformed": 0
    });
    assert_eq!(page, expected);
    assert!(page["blocks"].as_u64() > Some(2));
    assert!(page["confidence"].as_f64() > Some(0.5), "{page}");
    let is_probable = page["page_type_probability"].as_f64().is_some_and(|found| found >= 0.5);
    assert_eq!(page["page_type"].is_string(), is_probable, "{page}");
}

#[test]
fn json_says_where_something_was_lost_or_taken_otherwise() {
    let nested = format!("{}<p>{PAGE}", "<div><i>".repeat(20_000));
    let row = json(&stdout(&["-f", "json"], nested, 0));
    assert!(row["elements_forgotten"].as_u64() > Some(0), "{row:.400}");
    let hidden =
        format!("<div style='display:none'>{}", "<p>A line of text that a script is to show.".repeat(20));
    let row = json(&stdout(&["-f", "json"], hidden, 0));
    assert_eq!(row["revealed"], true, "{row:.400}");
}

#[test]
fn json_of_standard_input_has_no_id_and_a_given_url_comes_second() {
    let line = stdout(&["-f", "json", "--url", "https://example.org/\"x\""], PAGE, 0);
    assert!(line.starts_with(r#"{"id":null,"url":"https://example.org/\"x\"","text":"It rained"#), "{line}");
    assert_eq!(json(&line)["url"], "https://example.org/\"x\"");
}

#[test]
fn json_has_markdown_when_asked() {
    let alone = stdout(&["-f", "markdown", "--links"], PAGE, 0);
    let page = json(&stdout(&["-f", "json", "--markdown", "--links"], PAGE, 0));
    assert_eq!(page["markdown"], alone);
    assert_eq!(stdout(&["--markdown", "--links"], PAGE, 0), alone, "without a format it is one");
    assert_eq!(page["text"], TEXT);
    assert_eq!(json(&stdout(&["-f", "json"], PAGE, 0)).get("markdown"), None);
}

#[test]
fn a_page_beyond_the_budget_is_decided_early_and_its_json_is_whole() {
    let page = large_page(1 << 20);
    let args = ["--budget", "256KiB", "-f", "json", "--markdown"];
    let row = json(&stdout(&args, page.clone(), 0));
    assert!(row["decided_early"].as_u64().is_some_and(|offset| offset < page.len() as u64), "{row:.200}");
    assert_eq!(row["bytes_in"], page.len());
    assert_eq!(row["text"], stdout(&args[..2], page.clone(), 0));
    assert_eq!(row["markdown"], stdout(&["--budget", "256KiB", "-f", "markdown"], page, 0));
}

#[test]
fn method_preset_and_form_decide() {
    let method = |args: &[&str], code| {
        json(&stdout(&[&["-f", "json"], args].concat(), PAGE, code))["method"].as_str().map(String::from)
    };
    assert_eq!(method(&["-m", "tag-ratio"], 0).as_deref(), Some("tag-ratio"));
    assert_eq!(method(&["-m", "tag-ratio", "--tag-ratio", "threshold"], 0).as_deref(), Some("tag-ratio"));
    assert_eq!(method(&["--method", "line-block", "--preset", "paper"], 1).as_deref(), Some("line-block"));
}

#[test]
fn a_given_encoding_is_used() {
    let page = b"<p>Die Stra\xdfe war zwei Tage lang gesperrt.</p>".to_vec();
    assert!(stdout(&["--encoding", "windows-1252"], page.clone(), 0).contains("Straße"));
    assert!(stdout(&["--encoding", "koi8-r"], page, 0).contains("Straъe"));
}

#[test]
fn a_page_without_main_content_ends_with_1() {
    assert_eq!(stdout(&[], "", 1), "");
    assert_eq!(stdout(&[], "<script>text()</script>", 1), "");
    let page = json(&stdout(&["-f", "json", "--markdown"], "", 1));
    assert_eq!((&page["text"], &page["markdown"], &page["url"]), (&"".into(), &"".into(), &Value::Null));
}

#[test]
fn blocks_says_which_features_moved_the_score_and_decides_as_without() {
    let page = fs::read(trommel_testing::in_package("corpora/cases/article-en/page.html"))
        .expect("the page is there");
    let lines = stdout(&["blocks"], &page[..], 0);
    let (mut kept, mut never) = (0, 0);
    for line in lines.split_inclusive('\n') {
        let block = json(line);
        if block["score"].is_null() {
            assert!(block["facts"].is_null() && block["verdict"] == "dropped", "{line}");
            never += u64::from(block["path"].as_str().is_some_and(|path| path.starts_with("nav ")));
            continue;
        }
        let facts = block["facts"].as_array().expect("the learned method decides");
        let moved: Vec<f64> = facts.iter().filter_map(|fact| fact["moved"].as_f64()).collect();
        assert!((1..=5).contains(&moved.len()) && moved.is_sorted_by(|a, b| a.abs() >= b.abs()), "{line}");
        assert!(facts.iter().all(|fact| fact["name"].is_string() && fact["value"].is_number()), "{line}");
        kept += u64::from(block["verdict"] == "kept");
    }
    assert_eq!(json(&stdout(&["-f", "json"], &page[..], 0))["blocks_kept"], kept);
    assert!(never > 0, "the page has a navigation");
    for line in stdout(&["blocks", "-m", "tag-ratio"], &page[..], 0).split_inclusive('\n') {
        assert!(json(line)["facts"].is_null());
    }
}

#[test]
fn json_says_what_stands_for_a_page_without_text() {
    let page = r#"<title>x</title><script type="application/ld+json">{"@type":"Article","articleBody":"It rained."}</script>"#;
    let found = json(&stdout(&["-f", "json", "--markdown"], page, 0));
    assert_eq!(
        (&found["method"], &found["text"], &found["markdown"]),
        (&"json-ld".into(), &"It rained.\n".into(), &"It rained.\n".into())
    );
    let described = json(&stdout(&["-f", "json"], "<meta name=description content='It rained.'>", 0));
    assert_eq!((&described["method"], &described["text"]), (&"description".into(), &"It rained.\n".into()));
    assert_eq!(stdout(&["--no-fallback"], page, 1), "");
}

#[test]
fn blocks_has_a_line_for_each_block_with_its_verdict() {
    let lines = stdout(&["blocks"], PAGE, 0);
    let rows: Vec<Value> =
        lines.lines().map(|line| serde_json::from_str(line).expect("each line is JSON")).collect();
    let keys = [
        "index",
        "offset",
        "tag",
        "path",
        "depth",
        "chars",
        "words",
        "tags",
        "links",
        "ttr",
        "attr",
        "tkd",
        "hidden",
        "verdict",
        "role",
        "level",
        "list_depth",
        "quote_depth",
        "cell",
        "text",
    ];
    for (index, row) in rows.iter().enumerate() {
        assert_eq!(row["index"], index);
        assert!(keys.iter().all(|&key| row.get(key).is_some()), "{row}");
    }
    let kept: Vec<_> = rows.iter().filter(|row| row["verdict"] == "kept").map(|row| &row["text"]).collect();
    assert_eq!(kept, TEXT.trim_end().split("\n\n").collect::<Vec<_>>());
    let dropped = rows.iter().find(|row| row["verdict"] == "dropped").expect("links are dropped");
    assert_eq!((&dropped["tag"], &dropped["attr"]), (&"nav".into(), &1.0.into()));
    let offset = rows.iter().find(|row| row["verdict"] == "kept").and_then(|row| row["offset"].as_u64());
    assert_eq!(offset, PAGE.find("It rained").map(|offset| offset as u64));
    assert_eq!(stdout(&["blocks"], "", 1), "");
}

#[test]
fn blocks_shows_the_structure_of_a_page() {
    let page = "<h2>Count of <em>newts</em></h2><ul><li>In<ul><li>May</li></ul></ul>\
        <pre><code class=language-rust>fn main() {}</code></pre>\
        <p>So <math alttext='a^2'><msup><mi>a</mi><mn>2</mn></msup></math> is <a href=/a>all</a>.</p>\
        <table><tr><th colspan=2>Year<th rowspan=2>Sum<tr><td>2019<td>12<tr><td>2020<td>1<td>3</table>";
    let rows = stdout(&["blocks", "--markdown", "--links"], page, 0);
    let rows: Vec<Value> = rows.split_inclusive('\n').map(json).collect();
    let row = |text: &str| rows.iter().find(|row| row["text"] == text).expect("the block is there");
    let heading = row("Count of newts");
    assert_eq!((&heading["level"], &heading["markdown"]), (&2.into(), &"## Count of *newts*".into()));
    assert_eq!((&row("In")["list_depth"], &row("May")["list_depth"]), (&1.into(), &2.into()));
    let code = row("fn main() {}");
    assert_eq!((&code["language"], &code["level"]), (&"rust".into(), &Value::Null));
    assert_eq!(code["markdown"], "```rust\nfn main() {}\n```");
    let formula = row("So a^2 is all.");
    assert_eq!(formula["formulas"], serde_json::json!(["a^2"]));
    assert_eq!(formula["markdown"], "So $`a^2`$ is [all](/a).");
    let place = |cell: &Value| ["row", "column", "colspan", "rowspan"].map(|key| cell[key].as_u64());
    assert_eq!(place(&row("Year")["cell"]), [1, 1, 2, 1].map(Some));
    assert_eq!(place(&row("Sum")["cell"]), [1, 3, 1, 2].map(Some));
    assert_eq!(place(&row("3")["cell"]), [3, 3, 1, 1].map(Some));
    assert_eq!((&row("Sum")["cell"]["header"], &row("3")["cell"]["header"]), (&true.into(), &false.into()));
    let plain = stdout(&["blocks"], page, 0);
    assert!(!plain.contains("\"markdown\"") && plain.lines().count() == rows.len(), "{plain}");
}

#[test]
fn blocks_are_kept_and_left_out_by_their_roles() {
    let text = stdout(&["--with", "navigation", "--without", "paragraph"], PAGE, 0);
    let rows = stdout(&["blocks", "--with", "navigation", "--without", "paragraph"], PAGE, 0);
    let kept: Vec<_> = rows.split_inclusive('\n').map(json).filter(|row| row["verdict"] == "kept").collect();
    assert!(!text.contains("It rained") && kept.iter().any(|row| row["role"] == "navigation"), "{rows}");
    assert!(kept.iter().all(|row| text.contains(row["text"].as_str().expect("is text"))), "{text}");
    let both = trouble(&["--with", "title", "--without", "title,table"]);
    assert!(both.contains("--with: expected roles that --without has not, found title"), "{both}");
    let found = trommel(&["--without", "titles"]).output().expect("the command runs");
    let message = String::from_utf8(found.stderr).expect("messages are UTF-8");
    assert!(
        found.status.code() == Some(2) && message.contains("expected one of title, byline,"),
        "{message}"
    );
}

#[test]
fn trouble_is_one_line_that_says_where_and_what() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name).display().to_string();
    for command in [&[][..], &["blocks"], &["-f", "json"]] {
        let with = |more: &[&str]| trouble(&[command, more].concat());
        let missing = path("missing.html");
        let expected = format!("{missing}: expected a file, found nothing of this name; check the path");
        assert_eq!(with(&[&missing]), expected);
        let found = with(&[&path("")]);
        assert!(
            found.contains("expected a file, found a folder") && found.contains("trommel batch"),
            "{found}"
        );
        let found = with(&["--encoding", "utf-99"]);
        assert!(found.starts_with("--encoding: ") && found.contains("utf-99"), "{found}");
        let found = with(&["--budget", "1KiB"]);
        assert!(
            found.starts_with("--budget: expected at least ") && found.contains("KiB, found 1024 bytes"),
            "{found}"
        );
    }
}

#[test]
fn the_least_budget_that_a_message_names_works() {
    let message = trouble(&["--budget", "1"]);
    let least = message.split_whitespace().find(|word| word.contains("KiB")).expect("the message names it");
    assert_eq!(stdout(&["--budget", least.trim_end_matches(',')], PAGE, 0), TEXT);
}

#[test]
fn a_broken_packed_file_is_read_as_far_as_it_goes() {
    let folder = folder();
    let packed = gzip(large_page(1_000_000).as_bytes());
    let path = file(folder.path(), "cut.html.gz", &packed[..packed.len() / 2]);
    let zst = zstd::encode_all(large_page(1_000_000).as_bytes(), 3).expect("memory can be packed");
    let path_zst = file(folder.path(), "cut.html.zst", &zst[..zst.len() / 2]);
    for path in [path, path_zst] {
        for args in [&[&path[..]][..], &["-f", "json", &path], &["blocks", &path], &["explain", &path]] {
            let (out, said) = both(args, "", 2);
            assert!(out.contains("Paragraph 7: it rained in the valley"), "{args:?}: {out}");
            let message = format!("trommel: {path}: expected a whole gzip or zstd stream");
            assert!(said.starts_with(&message) && said.lines().count() == 1, "{said}");
        }
        assert_eq!(json(&both(&["-f", "json", &path], "", 2).0)["truncated"], "damaged");
    }
    // Of one that breaks off before its first byte, there is nothing.
    let path = file(folder.path(), "head.html.gz", &packed[..10]);
    assert!(trouble(&[&path]).contains("expected a whole gzip or zstd stream"));
}

#[test]
fn an_ending_of_the_output_that_one_page_is_not_written_as_is_refused() {
    let folder = folder();
    let page = file(folder.path(), "p.html", PAGE);
    let path = |name: &str| folder.path().join(name).display().to_string();
    for (name, format) in
        [("a.parquet", "parquet"), ("a.csv", "csv"), ("a.wet", "wet"), ("a.warc.wet.gz", "wet")]
    {
        let said = trouble(&[&page, "-o", &path(name)]);
        assert!(said.contains(&format!("found that of {format}, which `trommel batch` writes")), "{said}");
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
fn wrong_usage_ends_with_2_and_says_what_is_possible() {
    let cases: [(&[&str], &str); 6] = [
        (&["-f", "json", "blocks"], "trommel blocks [OPTIONS]"),
        (&["-m", "magic"], "line-block"),
        (&["--budget", "4x"], "expected a size such as 512KiB"),
        (&["--no-such-flag"], "--no-such-flag"),
        (&["-f", "text", "--markdown"], "-f json"),
        (&["batch"], "INPUT"),
    ];
    for (args, expected) in cases {
        let output = trommel(args).output().expect("the command runs");
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(message.contains(expected), "{args:?}: {message}");
    }
}

#[test]
fn what_is_no_single_page_is_said_to_be_for_batch() {
    let folder = folder();
    let record = "WARC/1.0\r\nWARC-Type: response\r\nContent-Length: 0\r\n\r\n\r\n\r\n";
    let warc = file(folder.path(), "records.warc", record);
    let unnamed = file(folder.path(), "records", record);
    let rows = file(folder.path(), "pages.jsonl", "{\"html\": \"<p>text\"}\n");
    let as_page = file(folder.path(), "records.html", record);
    for (path, found) in [
        (&warc, "WARC records"),
        (&unnamed, "WARC records"),
        (&as_page, "WARC records"),
        (&rows, "JSON lines"),
    ] {
        for command in [&[][..], &["-f", "json"], &["blocks"], &["segments"]] {
            let message = trouble(&[command, &[path]].concat());
            let expected = format!(
                "{path}: expected a page of HTML, found {found}; many pages are read by `trommel batch`"
            );
            assert_eq!(message.trim_end(), expected, "{command:?}");
        }
    }
}

#[test]
fn what_is_no_text_at_all_is_no_page_under_any_name() {
    let folder = folder();
    let pdf = file(folder.path(), "a.html", "%PDF-1.7\nwords of a stream");
    let page = file(folder.path(), "b.html", "<p>The pond behind our house.");
    for command in [&[][..], &["-f", "json"], &["blocks"], &["segments"]] {
        let message = trouble(&[command, &[&pdf]].concat());
        assert_eq!(message.trim_end(), format!("{pdf}: expected a page of HTML, found a PDF file"));
    }
    let rows = file(folder.path(), "c.jsonl", "{\"html\":\"%PDF-1.4 words\",\"id\":\"row\"}\n");
    let output = trommel(&["batch", &pdf, &page, &rows, "-o", "-"]).output().expect("the command runs");
    let (lines, report) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(0), "{report}");
    assert_eq!((lines.lines().count(), lines.contains("\"id\":\"b\"")), (1, true), "{lines}");
    assert!(report.contains("2 skipped (content-type 1, not-html 1)"), "{report}");
}

#[test]
fn the_language_is_what_the_page_says_in_whatever_way() {
    for (page, lang) in [
        ("<html xmlns='http://www.w3.org/1999/xhtml' xml:lang=fr><p>Un texte.", "fr"),
        ("<html xml:lang=fr lang=de><p>Ein Text.", "de"),
        ("<meta name=DC.language content=it><p>Un testo.", "it"),
        ("<html xml:lang=fr><meta property=og:locale content=it_IT><p>Un texte.", "fr"),
    ] {
        let json = stdout(&["-f", "json"], page, 0);
        assert!(json.contains(&format!("\"lang\":\"{lang}\"")), "{json}");
    }
}

#[test]
fn help_says_how_it_is_used() {
    for command in [&[][..], &["blocks"], &["batch"], &["score"]] {
        let help = stdout(&[command, &["--help"]].concat(), "", 0);
        for part in ["Usage:", "Examples:", "Exit codes:", "--budget"] {
            assert!(help.contains(part), "{command:?} --help has no {part}");
        }
    }
    assert!(stdout(&["--version"], "", 0).starts_with("trommel "));
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

/// Standard output and standard error of a run, which must end with `code`.
fn both(args: &[&str], input: &str, code: i32) -> (String, String) {
    let output = trommel(args).write_stdin(input).output().expect("the command runs");
    assert_eq!(output.status.code(), Some(code), "{args:?}: {output:?}");
    let text = |bytes| String::from_utf8(bytes).expect("output is UTF-8");
    (text(output.stdout), text(output.stderr))
}

#[test]
fn selectors_bound_what_comes_out() {
    let paragraphs: Vec<_> = TEXT.split_inclusive('\n').filter(|line| line.len() > 1).collect();
    assert_eq!(stdout(&["--include", "p"], PAGE, 0), TEXT);
    assert_eq!(stdout(&["--include=p:nth-of-type(2)"], PAGE, 0), paragraphs[1]);
    assert_eq!(
        stdout(&["--include=nav, p", "--exclude=p:nth-of-type(2)", "--exclude=nav"], PAGE, 0),
        paragraphs[0]
    );
    let page = json(&stdout(&["-f", "json", "--include", "p", "--exclude", "a"], PAGE, 0));
    assert_eq!((&page["selected"], &page["dropped"]), (&2.into(), &5.into()));
    assert_eq!((&page["title"], &page["lang"]), (&"The river".into(), &"en".into()));
    let blocks = stdout(&["blocks", "--include", "nav"], PAGE, 0);
    assert_eq!(blocks.lines().count(), 1, "{blocks}");
}

#[test]
fn a_page_on_which_nothing_is_selected_says_so() {
    let said = "trommel: standard input: nothing on this page is selected\n";
    assert_eq!(both(&["--include", "main"], PAGE, 1), (String::new(), said.to_string()));
    let (page, message) = both(&["-f", "json", "--include", "main"], PAGE, 1);
    let page = json(&page);
    assert_eq!((&page["selected"], &page["text"], &message[..]), (&0.into(), &"".into(), said));
    assert_eq!(both(&["blocks", "--include", "main"], PAGE, 1), (String::new(), said.to_string()));
    // What is selected may be no main content, which is another reason.
    let said = "trommel: standard input: nothing extracted: there is no text to decide about\n";
    assert_eq!(both(&["--include", "title"], PAGE, 1), (String::new(), said.to_string()));

    let folder = folder();
    let path = |name, page: &str| file(folder.path(), name, page);
    let (one, two) = (path("1.html", PAGE), path("2.html", &PAGE.replace("<p>", "<p class=x>")));
    let (pages, message) = both(&["batch", &one, &two, "-o", "-", "--include", ".x"], "", 0);
    let selected: Vec<_> = pages.lines().map(|page| json(&format!("{page}\n"))["selected"].clone()).collect();
    assert_eq!(selected, [Value::from(0), Value::from(2)]);
    assert!(message.contains("1 of which nothing is selected"), "{message}");
}

#[test]
fn a_bad_selector_is_trouble_and_its_place_is_shown() {
    for (args, line, place) in [
        (["--include", "h1 + p"], "  h1 + p", "     ^"),
        (["--exclude", "\u{fc}l p:hover"], "  \u{fc}l p:hover", "      ^"),
        (["--include", "p..x"], "  p..x", "    ^"),
        (["--exclude", ""], "  ", "  ^"),
    ] {
        let (out, message) = both(&args, PAGE, 2);
        assert_eq!(out, "");
        let lines: Vec<_> = message.lines().collect();
        let at = lines.iter().position(|found| *found == place).unwrap_or_else(|| panic!("{message}"));
        assert_eq!(lines[at - 1], line, "{message}");
        assert!(message.contains(args[0]) && message.contains("expected"), "{message}");
    }
    let message = trouble(&["--include", "p", "--budget", "160KiB"]);
    assert!(message.contains("budget"), "{message}");
}

#[test]
fn segments_are_a_line_each_with_what_they_are() {
    let page = "<title>x</title><ul><li><a href=/>Home</a><li><a href=/n>News</a><li><a href=/s>Sport</a></ul>\
        <div><p>It rained for three days in the valley, and on the fourth the river rose above the old bridge.\
        <p>Nobody in the village had seen it so high before, and nobody has seen it since then.</div>";
    let out = stdout(&["segments"], page, 0);
    let rows: Vec<_> = out.split_inclusive('\n').map(json).collect();
    let (content, menu) = (&rows[0], &rows[1]);
    assert_eq!(rows.len(), 2);
    let text = "It rained for three days in the valley, and on the fourth the river rose above the old bridge.\n\
        Nobody in the village had seen it so high before, and nobody has seen it since then.";
    let expected = serde_json::json!({
        "index": 0, "kind": "content", "relevance": content["relevance"], "offset": page.find("It rained"), "tag": "div",
        "blocks": 2, "words": 36, "links": 0, "link_words": 0, "text": text
    });
    assert_eq!(*content, expected);
    assert!(content["relevance"].as_f64() > Some(0.0));
    let expected = serde_json::json!({
        "index": 1, "kind": "menu", "relevance": null, "offset": page.find("Home"), "tag": "ul",
        "blocks": 3, "words": 3, "links": 3, "link_words": 3, "text": "Home\nNews\nSport"
    });
    assert_eq!(*menu, expected);
    let folder = folder();
    let path = file(folder.path(), "page.html.gz", gzip(page.as_bytes()));
    assert_eq!(stdout(&["segments", &path], "", 0), out);
    assert_eq!(stdout(&["-m", "words-leaves"], page, 0), format!("{}\n", text.replace('\n', "\n\n")));
}

#[test]
fn a_page_without_segments_ends_with_1_and_another_method_is_refused() {
    assert_eq!(stdout(&["segments"], "<p> <img src=x>", 1), "");
    let message = trouble(&["segments", "missing.html"]);
    assert!(message.starts_with("missing.html: "), "{message}");
    for args in [&["segments", "-m", "line-block"][..], &["segments", "--most", "0"]] {
        let output = trommel(args).write_stdin(PAGE).output().expect("the command runs");
        assert_eq!(output.status.code(), Some(2), "{args:?}: {output:?}");
    }
}

#[test]
fn json_says_how_many_nodes_were_folded() {
    let page = "<div>".repeat(200) + "It rained for three days in the valley.";
    let row = json(&stdout(&["-m", "words-leaves", "-f", "json"], page.clone(), 0));
    assert!(row["nodes_folded"].as_u64() > Some(0), "{row}");
    assert_eq!(row["method"], "words-leaves");
    let row = json(&stdout(&["-m", "words-leaves", "-f", "json"], PAGE, 0));
    assert!(row.get("nodes_folded").is_none(), "{row}");
    let row = json(&stdout(&["-f", "json"], page, 0));
    assert!(row.get("nodes_folded").is_none(), "{row}");
}

#[test]
fn each_ratio_and_relevance_has_a_name() {
    for ratio in ["words-leaves", "chars-leaves", "words-nodes", "chars-nodes"] {
        for relevance in ["capped", "scaled", "literal"] {
            let args = ["-m", "words-leaves", "--ratio", ratio, "--relevance", relevance];
            assert!(stdout(&args, PAGE, 0).contains("It rained"), "{args:?}");
        }
    }
}

/// A line of JSON with a page in it.
fn row(page: &str) -> String {
    format!("{}\n", serde_json::json!({ "html": page }))
}

#[test]
fn an_output_that_is_an_input_is_refused_and_left_as_it_is() {
    let folder = folder();
    fs::create_dir(folder.path().join("d")).expect("a folder can be made");
    let path = |name: &str| folder.path().join(name).to_str().expect("its name is UTF-8").to_string();
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
        assert!(said.contains(": expected an output that is no input, found "), "{args:?}: {said}");
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
    let link = folder.path().join("link.html").display().to_string();
    std::os::unix::fs::symlink(&page, &link).expect("a link can be made");
    for (from, to) in [(&page, &link), (&link, &page)] {
        let said = trouble(&["batch", from, "-o", to]);
        assert!(said.contains("expected an output that is no input"), "{said}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn what_is_appended_to_an_input_is_refused() {
    let folder = folder();
    let rows = file(folder.path(), "r.jsonl", row(PAGE));
    for name in [&rows, &folder.path().join("other.jsonl").display().to_string()] {
        let stdout = fs::OpenOptions::new().append(true).create(true).open(name).expect("it can be written");
        let run = std::process::Command::new(env!("CARGO_BIN_EXE_trommel"))
            .args(["batch", &rows, "-o", "-"])
            .stdout(stdout)
            .output()
            .expect("the command runs");
        let said = String::from_utf8_lossy(&run.stderr);
        let is_refused = said.contains("standard output: expected an output that is no input");
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
    let path = |name: &str| folder.path().join(name).display().to_string();
    for (output, summary) in [("x.jsonl", "x.jsonl"), ("o/", "o/p.jsonl")] {
        let said = trouble(&["batch", &page, "-o", &path(output), "--summary", &path(summary)]);
        assert!(said.contains("expected a file for each output, found this one also as"), "{said}");
    }
    // A summary in the folder of the outputs is no output.
    both(&["batch", &page, "-o", &path("o/"), "--summary", &path("o/s.json")], "", 0);
    assert!(folder.path().join("o/s.json").is_file());
}

#[cfg(unix)]
#[test]
fn two_outputs_in_one_file_by_a_link_that_leads_nowhere_yet_are_refused() {
    use std::os::unix::fs::symlink;
    let folder = folder();
    // The input that is read first is missing.
    let path = |name: &str| folder.path().join(name).display().to_string();
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
        assert!(said.contains("expected a file for each output, found this one also as"), "{args:?}: {said}");
    }
    assert!(!folder.path().join("data.jsonl").exists() && !folder.path().join("o/b.jsonl").exists());
    // Links to different files are different outputs.
    let page = file(folder.path(), "p.html", PAGE);
    both(&["batch", &page, "-o", &path("o/other.jsonl"), "--summary", &path("sum.jsonl")], "", 0);
    assert!(folder.path().join("o/none.jsonl").is_file() && folder.path().join("data.jsonl").is_file());
}

#[test]
fn an_output_without_a_folder_is_refused_before_anything_is_read() {
    let folder = folder();
    let pages = folder.path().display().to_string();
    let gold = file(folder.path(), "gold.jsonl", "{\"id\":\"p\",\"text\":\"It rained.\"}\n");
    // The input that is read first is missing here too.
    let missing = folder.path().join("missing.html").display().to_string();
    let new = folder.path().join("new.jsonl").display().to_string();
    let nowhere = folder.path().join("nodir/x.jsonl").display().to_string();
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

#[test]
fn a_folder_in_place_of_a_file_is_not_sent_to_batch() {
    for flag in ["--model", "--site"] {
        let said = trouble(&[flag, "."]);
        assert_eq!(said, ".: expected a file, found a folder; give a file in it");
    }
    assert!(trouble(&["score", "--gold", ".", "x.html"]).contains("give a file in it"));
}

#[test]
fn segments_takes_no_flags_of_methods_that_it_does_not_ask() {
    let help = stdout(&["segments", "--help"], "", 0);
    for (flag, value) in
        [("--model", "x"), ("--favor", "recall"), ("--preset", "paper"), ("--tag-ratio", "threshold")]
    {
        assert!(!help.contains(flag), "{flag}");
        let (_, said) = both(&["segments", flag, value], PAGE, 2);
        assert!(said.contains(flag), "{said}");
    }
    assert!(help.contains("--ratio") && help.contains("--include") && help.contains("--budget"));
}

#[test]
fn segments_says_so_where_nothing_is_selected() {
    let said = "trommel: standard input: nothing on this page is selected\n";
    assert_eq!(both(&["segments", "--include", "main"], PAGE, 1), (String::new(), said.to_string()));
}

#[test]
fn an_empty_input_is_called_empty_and_no_folder() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name).display().to_string();
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
fn a_page_that_breaks_off_before_its_first_byte_is_a_damaged_place() {
    let folder = folder();
    let page = file(folder.path(), "p.html", PAGE);
    let cut = file(folder.path(), "cut.html.gz", &gzip(large_page(10_000).as_bytes())[..12]);
    let out = folder.path().join("x.jsonl").display().to_string();
    let args = ["batch", &page, &cut, "-o", &out];
    assert!(both(&args, "", 2).1.contains(", 1 damaged place"));
    both(&[&args[..], &["--allow-damaged"]].concat(), "", 0);
}

#[test]
fn an_address_of_a_page_is_a_whole_one() {
    for address in ["nope", "", "//a.example/x", "https://", "https://a b"] {
        let (_, said) = both(&["-f", "json", "--url", address], PAGE, 2);
        assert!(said.contains("expected a whole address"), "{said}");
    }
    assert_eq!(
        json(&stdout(&["-f", "json", "--url", "https://a.example"], PAGE, 0))["url"],
        "https://a.example"
    );
}

#[test]
fn an_empty_input_next_to_others_is_named() {
    let folder = folder();
    let page = file(folder.path(), "p.html", PAGE);
    let out = folder.path().join("x.jsonl").display().to_string();
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
fn an_empty_input_has_an_empty_output_of_its_own() {
    let folder = folder();
    let (empty, full) = (file(folder.path(), "e.warc", ""), file(folder.path(), "keep.jsonl", row(PAGE)));
    fs::create_dir(folder.path().join("o")).expect("a folder can be made");
    let old = file(folder.path(), "o/e.jsonl", "of a run before\n");
    let out = folder.path().join("o/").display().to_string();
    let (_, said) = both(&["batch", &empty, &full, "-o", &out], "", 2);
    assert!(said.starts_with(&format!("trommel: {empty}: expected WARC records, found nothing\n")), "{said}");
    assert_eq!(fs::read_to_string(old).expect("it is there"), "");
    assert!(fs::metadata(folder.path().join("o/keep.jsonl")).is_ok_and(|found| found.len() > 0));
    both(&["batch", &empty, &full, "-o", &out, "--format", "wet"], "", 2);
    let packed = fs::read(folder.path().join("o/e.warc.wet.gz")).expect("it is there");
    let mut wet = String::new();
    flate2::read::GzDecoder::new(&packed[..]).read_to_string(&mut wet).expect("it is a gzip file");
    assert!(wet.starts_with("WARC/1.0") && wet.contains("warcinfo"), "{wet}");
}

#[test]
fn flags_that_would_do_nothing_are_refused() {
    let folder = folder();
    let page = file(folder.path(), "p.html", PAGE);
    let said = trouble(&["batch", &page, "-o", "-", "--format", "wet", "--markdown"]);
    assert!(said.starts_with("--markdown: expected JSON lines or a table"), "{said}");
    for args in [&["--links"][..], &["-f", "json", "--links"]] {
        let (out, said) = both(args, PAGE, 2);
        assert!(
            out.is_empty() && said.contains("use it with -f markdown, -f html, or -f json --markdown"),
            "{said}"
        );
    }
    both(&["-f", "html", "--links"], PAGE, 0);
}

#[test]
fn a_second_file_and_a_command_in_the_wrong_place_are_called_so() {
    let cases: [(&[&str], &str); 4] = [
        (
            &["a.html", "b.html"],
            "expected one file, found another one: b.html; many are read by trommel batch",
        ),
        (&["-m", "auto", "batch", "a.html", "-o", "x"], "come after the command: trommel batch [OPTIONS]"),
        (&["a.html", "blocks"], "come after the command: trommel blocks [OPTIONS]"),
        (&["--budget", "1MiB", "blocks"], "come after the command: trommel blocks [OPTIONS]"),
    ];
    for (args, expected) in cases {
        let (_, said) = both(args, "", 2);
        assert!(said.contains(expected), "{args:?}: {said}");
    }
}

#[test]
fn a_wet_record_has_an_address_that_stands_for_itself() {
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

#[test]
fn settings_that_the_method_does_not_heed_are_refused() {
    for (args, expected) in [
        (
            &["--favor", "recall", "-m", "line-block"][..],
            "--favor: expected a method that asks a model (auto, learned, site), found line-block",
        ),
        (&["--favor", "recall", "-m", "words-leaves"], "--favor: expected a method that asks a model"),
        (&["--ratio", "chars-nodes"], "--ratio: expected the method words-leaves, found auto"),
        (
            &["--relevance", "scaled", "-m", "learned"],
            "--relevance: expected the method words-leaves, found learned",
        ),
        (&["blocks", "--favor", "recall", "-m", "tag-ratio"], "--favor: expected a method"),
    ] {
        assert!(trouble(args).starts_with(expected), "{args:?}: {}", trouble(args));
    }
    for args in [&["--preset", "paper"][..], &["--preset", "default", "-m", "learned"]] {
        assert!(trouble(args).starts_with("--preset: expected the method line-block, found"), "{args:?}");
    }
    for args in [&["--tag-ratio", "threshold"][..], &["--tag-ratio", "clusters", "-m", "learned"]] {
        assert!(trouble(args).starts_with("--tag-ratio: expected the method tag-ratio, found"), "{args:?}");
    }
}

#[test]
fn of_a_negative_number_it_is_said_what_was_expected() {
    for (args, expected) in [
        (&["--budget", "-1"][..], "expected a size such as 512KiB or 4MiB"),
        (&["batch", "x", "-o", "y", "--jobs", "-1"], "-1 is not in 1..=1024"),
        (&["batch", "x", "-o", "y", "--max-page-size", "-1"], "expected a size such as 512KiB or 4MiB"),
        (&["batch", "x", "-o", "y", "--max-page-size", "0"], "expected a size of at least 1 byte"),
        (&["--budget", "99999GiB"], "expected a budget of at most 1TiB of memory"),
        (&["train", "x", "-o", "y", "--trees", "-1"], "invalid value '-1' for '--trees <N>'"),
        (&["train", "x", "-o", "y", "--seed", "-1"], "invalid value '-1' for '--seed <N>'"),
    ] {
        let output = trommel(args).output().expect("the command runs");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(
            output.status.code() == Some(2) && said.contains(expected) && !said.contains("-- -1"),
            "{said}"
        );
    }
}

#[test]
fn earlier_spellings_of_flags_are_accepted() {
    let folder = folder();
    let page = file(folder.path(), "page.html", PAGE);
    let text = stdout(&["--include", "p", &page], "", 0);
    assert_eq!(stdout(&["--select", "p", &page], "", 0), text);
    let run = |flag| trommel(&[flag, "p", &page]).output().expect("the command runs");
    assert_eq!(run("--drop"), run("--exclude"));
    let rows = file(folder.path(), "rows.jsonl", row(PAGE));
    let out = folder.path().join("out").display().to_string();
    let earlier =
        ["--from", "jsonl", "--to", "wet", "--status", "all", "--max-page", "1MiB", "--accept-damage"];
    let output = trommel(&["batch", &rows, "-o", &out]).args(earlier).output().expect("the command runs");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(fs::read(out).expect("it is there").starts_with(b"WARC/1.0"));
}

#[test]
fn exit_code_1_says_why_unless_it_is_to_be_quiet() {
    let folder = folder();
    let empty = file(folder.path(), "empty.html", "");
    for (args, page, why) in [
        (&[][..], "", "trommel: standard input: nothing extracted: the input is empty\n"),
        (
            &[],
            "<script>x()</script>",
            "trommel: standard input: nothing extracted: there is no text to decide about\n",
        ),
        (
            &["blocks"],
            "<br>",
            "trommel: standard input: nothing extracted: there is no text to decide about\n",
        ),
    ] {
        assert_eq!(both(args, page, 1), (String::new(), why.to_string()), "{args:?}");
        assert_eq!(both(&[args, &["-q"]].concat(), page, 1), (String::new(), String::new()), "{args:?}");
    }
    let (_, said) = both(&["batch", &empty, "-o", "-"], "", 1);
    assert!(said.ends_with("trommel: nothing extracted: no page has main content\n"), "{said}");
    assert_eq!(both(&["batch", &empty, "-o", "-", "-q"], "", 1).1, "");
}

#[test]
fn the_filter_has_a_name_and_mistyped_commands_are_guessed() {
    assert_eq!(stdout(&["extract", "-f", "markdown"], PAGE, 0), stdout(&["-f", "markdown"], PAGE, 0));
    for (args, command) in [
        (&["bacth", "x", "-o", "y"][..], "batch"),
        (&["block", "x.html"], "blocks"),
        (&["scor"], "score"),
        (&["extrakt"], "extract"),
    ] {
        let (_, said) = both(args, "", 2);
        assert!(said.contains(&format!("did you mean `trommel {command}`?")), "{args:?}: {said}");
    }
    let (_, said) = both(&["page"], "", 2);
    assert!(said.contains("expected a file, found nothing of this name"), "{said}");
}
