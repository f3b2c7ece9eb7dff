//! Content codings of HTTP bodies in WARC files.

use serde_json::{Value, json};

use crate::warc::{HTML, TEXT, chunked, deflate, pages};
use crate::warcs::*;

#[test]
fn codings_are_removed_even_if_the_header_is_wrong() {
    let body = page(0);
    let body = body.as_bytes();
    let cases: Vec<(&str, String, Vec<u8>)> = vec![
        ("plain", String::new(), body.to_vec()),
        ("chunked", "Transfer-Encoding: chunked\r\n".into(), chunked(body)),
        ("not-chunked", "Transfer-Encoding: chunked\r\n".into(), body.to_vec()),
        ("gzip", "Content-Encoding: gzip\r\n".into(), gzip(body)),
        ("not-gzip", "Content-Encoding: gzip\r\n".into(), body.to_vec()),
        ("zlib", "Content-Encoding: deflate\r\n".into(), deflate(body, true)),
        ("deflate", "Content-Encoding: deflate\r\n".into(), deflate(body, false)),
        ("not-deflate", "Content-Encoding: deflate\r\n".into(), body.to_vec()),
        ("zstd", "Content-Encoding: zstd\r\n".into(), zst(body)),
        ("not-zstd", "Content-Encoding: zstd\r\n".into(), body.to_vec()),
        ("not-br", "Content-Encoding: br\r\n".into(), body.to_vec()),
        ("unsaid-gzip", String::new(), gzip(body)),
        ("both", "Content-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n".into(), chunked(&gzip(body))),
        ("decoded-before", "Content-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n".into(), body.to_vec()),
        ("two", "Content-Encoding: gzip, zstd\r\n".into(), zst(&gzip(body))),
        ("unknown", "Content-Encoding: utf-8\r\n".into(), body.to_vec()),
        ("twice-said-once", "Content-Encoding: gzip\r\n".into(), gzip(&gzip(body))),
        ("gzip-not-br", "Content-Encoding: br\r\n".into(), gzip(body)),
        ("gzip-not-none", "Content-Encoding: none\r\n".into(), gzip(body)),
        ("bytes-after", "Content-Encoding: gzip\r\n".into(), [&gzip(body), &b"\0\0\0junk"[..]].concat()),
    ];
    let folder = folder();
    let records = cases
        .iter()
        .map(|(name, fields, body)| response_with(name, "200 OK", &format!("{HTML}{fields}"), body));
    put(&folder, "a.warc", records.collect::<Vec<_>>().concat());
    let run = run_in(folder.path(), &["batch", "a.warc", "-o", "-"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let expected: Vec<_> = cases.iter().map(|(name, ..)| (name.to_string(), TEXT.to_string())).collect();
    assert_eq!(pages(&run), expected);
    assert!(rows(&run.stdout).iter().all(|row| row["truncated"].is_null()));
}

#[test]
fn brotli_is_decompressed() {
    // Compressed by the package brotli for Python, quality 11.
    let compressed = b"\x1b\x67\x00\x90\x8c\xc3\x74\xeb\x2c\x9b\x1f\x6b\x15\x8d\x2b\x79\x7c\x82\xac\x9d\xd3\x7a\xed\x32\xee\x27\x3d\x4a\
        \xfe\x3a\x0a\x34\xe3\x80\xfd\x2f\x0a\x34\xb0\xc6\x63\x9f\xce\x29\x87\x10\x44\x71\xa1\x66\x97\xef\x0f\x95\x0a\x2c\x3e\x2f\
        \x6e\xa7\x10\x2e\x34\xe7\xdb\xab\xa0\xba\x67\x9a\x7a\x22\x0d\x3e\xcf\xd9\xd4\xa7\x63\xdd\x52\xae\x1f\xa2\x39\x4c\x4d\x64\
        \x50\x57";
    let folder = folder();
    put(
        &folder,
        "a.warc",
        response_with("br", "200 OK", &format!("{HTML}Content-Encoding: br\r\n"), compressed),
    );
    let run = run_in(folder.path(), &["batch", "a.warc", "-o", "-"]);
    let text = "This page was packed with brotli, and it goes on for a while.\n\nAnd here is a second paragraph of it.\n";
    assert_eq!(pages(&run), [("br".to_string(), text.to_string())], "{}", run.stderr);
}

#[test]
fn a_truncated_coding_is_read_up_to_the_damage() {
    let folder = folder();
    let body = page(16);
    let compressed = gzip(body.as_bytes());
    let cut = response_with(
        "cut",
        "200 OK",
        &format!("{HTML}Content-Encoding: gzip\r\n"),
        &compressed[..compressed.len() - 30],
    );
    put(&folder, "a.warc", [cut, response("next", page(0).as_bytes())].concat());
    let run = run_in(folder.path(), &["batch", "a.warc", "-o", "-"]);
    let rows = rows(&run.stdout);
    assert_eq!((run.code, rows.len()), (Some(0), 2), "{}", run.stderr);
    assert_eq!((&rows[0]["truncated"], &rows[1]["truncated"]), (&json!("content-encoding"), &Value::Null));
    assert!(rows[0]["text"].as_str().is_some_and(|text| text.starts_with("This is the page of number 16")));
    assert!(run.stderr.contains("1 incomplete"), "{}", run.stderr);
}

#[test]
fn a_body_corrupt_at_its_start_is_an_incomplete_page() {
    let folder = folder();
    let (html, end) = (page(3), page(4));
    for (coding, mut body) in [
        ("gzip", gzip(html.as_bytes())),
        ("zstd", zst(html.as_bytes())),
        ("deflate", deflate(html.as_bytes(), true)),
    ] {
        let begin = if coding == "deflate" { 2 } else { 10 };
        body[begin..begin + 20].fill(0xff);
        let bad = response_with("bad", "200 OK", &format!("{HTML}Content-Encoding: {coding}\r\n"), &body);
        put(&folder, "a.warc", [bad, response("end", end.as_bytes())].concat());
        let run = run_in(folder.path(), &["batch", "a.warc", "-o", "-"]);
        let rows = rows(&run.stdout);
        assert_eq!((run.code, rows.len()), (Some(0), 2), "{coding}: {}", run.stderr);
        assert_eq!(rows[0]["truncated"], "content-encoding", "{coding}");
        assert!(run.stderr.contains(", 1 incomplete") && !run.stderr.contains("skipped"), "{}", run.stderr);
    }
}
