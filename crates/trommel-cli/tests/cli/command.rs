//! `trommel [FILE]`: one page, and exit codes.

use serde_json::Value;

use crate::run::{PAGE, TEXT, both, command, file, json, large_page, path, stdout, trouble};
use crate::warcs::{folder, gzip};

#[test]
fn standard_input_becomes_its_main_content() {
    assert_eq!(stdout(&[], PAGE, 0), TEXT);
    assert_eq!(stdout(&["-"], PAGE, 0), TEXT);
}

#[test]
fn a_file_is_read_plain_or_compressed_whatever_its_name() {
    let folder = folder();
    let zst = zstd::encode_all(PAGE.as_bytes(), 3).expect("memory can be compressed");
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
fn json_has_text_and_metadata() {
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
fn json_reports_losses_and_fallbacks() {
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
fn formulas_are_code_or_between_dollars() {
    let page = "<p>It rained \\(x_1\\) for three days.<p>Then the sun came out.";
    let in_json = json(&stdout(&["-f", "json", "--markdown", "--formulas", "dollars"], page, 0));
    assert_eq!(in_json["markdown"], stdout(&["-f", "markdown", "--formulas", "dollars"], page, 0));
    assert!(in_json["markdown"].as_str().is_some_and(|text| text.contains(" $x_1$ for")), "{in_json}");
    assert!(stdout(&["-f", "markdown"], page, 0).contains(" $`x_1`$ for"));
}

#[test]
fn json_has_markdown_when_asked() {
    let alone = stdout(&["-f", "markdown", "--links"], PAGE, 0);
    let page = json(&stdout(&["-f", "json", "--markdown", "--links"], PAGE, 0));
    assert_eq!(page["markdown"], alone);
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
fn json_has_the_source_of_replaced_text() {
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
fn a_broken_compressed_file_is_read_as_far_as_it_goes() {
    let folder = folder();
    let compressed = gzip(large_page(1_000_000).as_bytes());
    let path = file(folder.path(), "cut.html.gz", &compressed[..compressed.len() / 2]);
    let zst = zstd::encode_all(large_page(1_000_000).as_bytes(), 3).expect("memory can be compressed");
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
    // A file truncated before its first byte gives nothing.
    let path = file(folder.path(), "head.html.gz", &compressed[..10]);
    assert!(trouble(&[&path]).contains("expected a whole gzip or zstd stream"));
}

#[test]
fn files_of_many_pages_are_referred_to_batch() {
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
            let expected =
                format!("{path}: expected an HTML page, found {found}; use `trommel batch` for many pages");
            assert_eq!(message.trim_end(), expected, "{command:?}");
        }
    }
}

#[test]
fn binary_data_is_rejected_under_any_name() {
    let folder = folder();
    let pdf = file(folder.path(), "a.html", "%PDF-1.7\nwords of a stream");
    let page = file(folder.path(), "b.html", "<p>The pond behind our house.");
    for command in [&[][..], &["-f", "json"], &["blocks"], &["segments"]] {
        let message = trouble(&[command, &[&pdf]].concat());
        assert_eq!(message.trim_end(), format!("{pdf}: expected an HTML page, found a PDF file"));
    }
    let rows = file(folder.path(), "c.jsonl", "{\"html\":\"%PDF-1.4 words\",\"id\":\"row\"}\n");
    let output = command(&["batch", &pdf, &page, &rows, "-o", "-"]).output().expect("the command runs");
    let (lines, report) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(0), "{report}");
    assert_eq!((lines.lines().count(), lines.contains("\"id\":\"b\"")), (1, true), "{lines}");
    assert!(report.contains("2 skipped (content-type 1, not-html 1)"), "{report}");
}

#[test]
fn the_language_is_found_in_all_its_notations() {
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
fn a_page_that_breaks_off_before_its_first_byte_is_a_damaged_place() {
    let folder = folder();
    let page = file(folder.path(), "p.html", PAGE);
    let cut = file(folder.path(), "cut.html.gz", &gzip(large_page(10_000).as_bytes())[..12]);
    let out = path(folder.path(), "x.jsonl");
    let args = ["batch", &page, &cut, "-o", &out];
    assert!(both(&args, "", 2).1.contains(", 1 damaged place"));
    both(&[&args[..], &["--allow-damaged"]].concat(), "", 0);
}

#[test]
fn exit_code_1_has_a_reason_unless_quiet() {
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
