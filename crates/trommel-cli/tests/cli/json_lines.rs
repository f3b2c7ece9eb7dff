//! Pages in JSON lines.

use serde_json::{Value, json};

use crate::warc::TEXT;
use crate::warcs::*;

#[test]
fn json_lines_with_html_are_pages() {
    let folder = folder();
    let lines = [
        json!({"id": "a", "url": "http://a/", "html": page(0), "more": [1]}).to_string(),
        String::new(),
        json!({"id": 7, "html": page(0)}).to_string(),
        json!({"html": page(0)}).to_string(),
    ]
    .join("\n");
    put(&folder, "a.jsonl", &lines);
    put(&folder, "a.jsonl.gz", gzip(lines.as_bytes()));
    put(&folder, "a.jsonl.zst", zst(lines.as_bytes()));
    for name in ["a.jsonl", "a.jsonl.gz", "a.jsonl.zst"] {
        let run = run_in(folder.path(), &["batch", name, "-o", "-"]);
        let rows = rows(&run.stdout);
        assert_eq!((run.code, rows.len()), (Some(0), 3), "{}", run.stderr);
        assert!(rows.iter().all(|row| row["text"] == TEXT));
        assert_eq!(
            (&rows[0]["id"], &rows[1]["id"], &rows[2]["id"]),
            (&json!("a"), &json!("7"), &Value::Null)
        );
        assert_eq!(rows[0]["url"], "http://a/");
    }
    let piped =
        run_with(folder.path(), &["batch", "-", "--input-format", "jsonl", "-o", "-"], lines.as_bytes());
    assert_eq!(rows(&piped.stdout).len(), 3);
    // A JSON array has no named fields.
    put(&folder, "array.jsonl", json!(["a", "http://a/", "<p>text"]).to_string());
    let run = run_in(folder.path(), &["batch", "array.jsonl", "-o", "-"]);
    assert_eq!((run.code, rows(&run.stdout).len()), (Some(2), 0), "{}", run.stderr);
    assert!(run.stderr.contains("array.jsonl: line 1, column 1: expected a JSON object"), "{}", run.stderr);
    assert!(run.stderr.contains("found: an array"), "{}", run.stderr);
    put(&folder, "bad.jsonl", format!("{{\"html\": 1}}\n{}\n{{", json!({"html": page(0)})));
    let run = run_in(folder.path(), &["batch", "bad.jsonl", "-o", "-"]);
    assert_eq!((run.code, rows(&run.stdout).len()), (Some(2), 1), "{}", run.stderr);
    assert!(
        run.stderr.contains("bad.jsonl: line 1, column 10: expected a JSON object")
            && run.stderr.contains("bad.jsonl: line 3, column 1: expected a JSON object")
            && !run.stderr.contains("at line"),
        "{}",
        run.stderr
    );
}

#[test]
fn json_lines_as_others_write_them_are_read() {
    let folder = folder();
    let html = page(0);
    let quoted = json!(html).to_string();
    let lines = [
        // Saved by an editor, with a byte order mark; an id of many digits; half a surrogate pair,
        // as Python writes it; bytes that are not UTF-8.
        format!("\u{feff}{{\"id\": 123456789012345678901234567890, \"html\": {quoted}}}").into_bytes(),
        format!("{{\"id\": \"\\ud800\", \"url\": \"http://a/\\ud800\", \"html\": {quoted}}}").into_bytes(),
        format!(
            "{{\"id\": 1.50, \"more\": \"\\udc00\", \"html\": {}}}",
            quoted.replacen("pages", "\\ud800", 1)
        )
        .into_bytes(),
        b"{\"html\": \"<p>It rained in the valley, \xff, and it went on raining for a while.\"}".to_vec(),
    ];
    // The last line has no line end, and other bytes follow the gzip member.
    put(&folder, "a.jsonl.gz", [&gzip(&lines.join(&b'\n'))[..], b"junk"].concat());
    for jobs in ["1", "3"] {
        let run = run_in(folder.path(), &["batch", "a.jsonl.gz", "-o", "-", "--jobs", jobs]);
        let rows = rows(&run.stdout);
        assert_eq!((run.code, rows.len()), (Some(2), 4), "{}", run.stderr);
        assert!(
            run.stderr.contains("found something else at byte") && run.stderr.contains("1 damaged place")
        );
        assert_eq!(rows[0]["id"], "123456789012345678901234567890");
        assert_eq!((&rows[1]["text"], &rows[2]["id"]), (&json!(TEXT), &json!("1.50")));
        for (row, field) in [(1, "id"), (1, "url"), (2, "text"), (3, "text")] {
            assert!(rows[row][field].as_str().is_some_and(|text| text.contains('\u{fffd}')), "{}", rows[row]);
        }
        assert!(rows[2]["malformed"].as_u64() > Some(0) && rows[3]["malformed"] == 1);
    }
}
