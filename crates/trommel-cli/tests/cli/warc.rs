//! `trommel batch` from WARC to JSON lines.

use std::io::Write;
use std::process::Command;

use crate::warcs::*;
use serde_json::{Value, json};
use trommel_testing::in_package;

pub(crate) const HTML: &str = "Content-Type: text/html\r\n";
pub const TEXT: &str = "This is the page of number 0, and it goes on for a while, as pages do.\n";

pub(crate) fn chunked(body: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    for chunk in body.chunks(40) {
        out.extend(format!("{:x}\r\n", chunk.len()).into_bytes());
        out.extend_from_slice(chunk);
        out.extend_from_slice(b"\r\n");
    }
    out.extend_from_slice(b"0\r\n\r\n");
    out
}

pub(crate) fn deflate(bytes: &[u8], zlib: bool) -> Vec<u8> {
    use flate2::{Compression, write};
    if zlib {
        let mut encoder = write::ZlibEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(bytes).and_then(|()| encoder.finish()).expect("memory can be written")
    } else {
        let mut encoder = write::DeflateEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(bytes).and_then(|()| encoder.finish()).expect("memory can be written")
    }
}

/// `id:text` of each page, without the common part of ids.
pub(crate) fn pages(run: &Run) -> Vec<(String, String)> {
    let field = |row: &Value, name: &str| row[name].as_str().unwrap_or_default().to_string();
    rows(&run.stdout)
        .iter()
        .map(|row| (field(row, "id").replace("<urn:uuid:", "").replace('>', ""), field(row, "text")))
        .collect()
}

#[test]
fn a_record_becomes_a_line_with_its_fields() {
    let folder = folder();
    let first = record("warcinfo", "info", "", b"software: x\r\n");
    put(&folder, "a.warc.gz", [gzip(&first), gzip(&response("a", page(0).as_bytes()))].concat());
    let run = run_in(folder.path(), &["batch", "a.warc.gz", "-o", "-"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let row = &rows(&run.stdout)[0];
    let expected = json!({
        "id": "<urn:uuid:a>", "url": "http://example.com/a", "text": TEXT, "title": "Page 0", "encoding": "UTF-8",
        "warc_record_id": "<urn:uuid:a>", "warc_date": "2024-05-18T01:58:10Z", "http_status": 200,
        "content_type": "text/html; charset=utf-8", "charset": "utf-8", "truncated": null,
        "source": {"file": "a.warc.gz", "offset": gzip(&first).len(), "uncompressed_offset": 0},
    });
    for (name, value) in expected.as_object().expect("it is one") {
        assert_eq!(&row[name], value, "{name}");
    }
    assert!(run.stderr.contains("1 skipped (warcinfo 1)"), "{}", run.stderr);
}

#[test]
fn all_containers_and_standard_input_give_the_same_pages() {
    let folder = folder();
    let records: Vec<_> = (0..30).map(|n| response(&format!("{n}"), page(n).as_bytes())).collect();
    let plain = records.concat();
    put(&folder, "plain.warc", &plain);
    put(&folder, "one.warc.gz", gzip(&plain));
    put(&folder, "many.warc.gz", records.iter().flat_map(|record| gzip(record)).collect::<Vec<_>>());
    put(&folder, "many.warc.zst", records.iter().flat_map(|record| zst(record)).collect::<Vec<_>>());
    let expected = pages(&run_in(folder.path(), &["batch", "plain.warc", "-o", "-"]));
    assert_eq!(expected.len(), 30);
    for name in ["one.warc.gz", "many.warc.gz", "many.warc.zst"] {
        assert_eq!(pages(&run_in(folder.path(), &["batch", name, "-o", "-"])), expected, "{name}");
        let piped = run_with(
            folder.path(),
            &["batch", "-", "--input-format", "warc", "-o", "-"],
            &get(&folder, name),
        );
        assert_eq!((piped.code, pages(&piped)), (Some(0), expected.clone()), "{name}");
    }
    let folder_run = run_in(folder.path(), &["batch", ".", "-o", "-"]);
    assert_eq!(pages(&folder_run).len(), 120, "{}", folder_run.stderr);
}

#[test]
fn a_dictionary_in_front_of_a_zstd_file_is_used() {
    let folder = folder();
    let records: Vec<_> = (0..200).map(|n| response(&format!("{n}"), page(n).as_bytes())).collect();
    let dictionary = zstd::dict::from_samples(&records, 4000).expect("a dictionary can be made");
    let mut encoder = zstd::bulk::Compressor::with_dictionary(3, &dictionary).expect("it is one");
    for (name, stored) in [("plain", dictionary.clone()), ("compressed", zst(&dictionary))] {
        let mut file =
            [&[0x5d, 0x2a, 0x4d, 0x18][..], &(stored.len() as u32).to_le_bytes(), &stored].concat();
        for record in &records {
            file.extend(encoder.compress(record).expect("memory can be compressed"));
        }
        put(&folder, &format!("{name}.warc.zst"), file);
        let run = run_in(folder.path(), &["batch", &format!("{name}.warc.zst"), "-o", "-"]);
        assert_eq!((run.code, pages(&run).len()), (Some(0), 200), "{}", run.stderr);
    }
}

#[test]
fn a_segmented_record_is_marked() {
    let folder = folder();
    let block = format!("HTTP/1.1 200 OK\r\n{HTML}\r\n{}", page(3));
    let segment = |name: &str, fields: &str| {
        let fields = format!("Content-Type: application/http; msgtype=response\r\n{fields}");
        record("response", name, &fields, block.as_bytes())
    };
    let records = [
        segment("first", "WARC-Segment-Number: 1\r\n"),
        segment("cut", "WARC-Segment-Number: 1\r\nWARC-Truncated: time\r\n"),
        segment("whole", ""),
        record("continuation", "second", "WARC-Segment-Number: 2\r\n", b"<p>more"),
    ];
    put(&folder, "a.warc", records.concat());
    let run = run_in(folder.path(), &["batch", "a.warc", "-o", "-"]);
    let truncated: Vec<_> = rows(&run.stdout).iter().map(|row| row["truncated"].clone()).collect();
    assert_eq!(truncated, [json!("segmented"), json!("time"), Value::Null]);
    let run = run_in(folder.path(), &["batch", "a.warc", "-o", "-", "--format", "wet"]);
    let wet = String::from_utf8(run.stdout).expect("it is text");
    assert_eq!(wet.matches("WARC-Truncated: unspecified").count(), 1, "{wet}");
}

#[test]
fn a_body_shorter_than_its_header_states_is_marked() {
    let body = page(16);
    let body = body.as_bytes();
    let parts = chunked(body);
    let lost_size = [&parts[..200], b"\r\nno size\r\n", &parts[200..]].concat();
    let te = "Transfer-Encoding: chunked\r\n";
    let length = |more: usize| format!("Content-Length: {}\r\n", body.len() + more);
    let cases = [
        ("chunks-cut", te.to_string(), &parts[..500], json!("transfer-encoding")),
        ("chunks-without-the-last", te.to_string(), &parts[..parts.len() - 5], json!("transfer-encoding")),
        ("chunks-lost", te.to_string(), &lost_size, json!("transfer-encoding")),
        ("chunks", te.to_string(), &parts, Value::Null),
        ("length-cut", length(9000), body, json!("content-length")),
        ("length", length(0), body, Value::Null),
        // The header has the length of the chunks, or of the compressed bytes.
        ("length-of-chunks", te.to_string() + &length(9000), &parts, Value::Null),
        ("length-of-compressed", length(9000) + "Content-Encoding: gzip\r\n", body, Value::Null),
    ];
    let folder = folder();
    let records = cases
        .iter()
        .map(|(name, fields, body, _)| response_with(name, "200 OK", &format!("{HTML}{fields}"), body));
    put(&folder, "a.warc", records.collect::<Vec<_>>().concat());
    let run = run_in(folder.path(), &["batch", "a.warc", "-o", "-"]);
    let rows = rows(&run.stdout);
    assert_eq!((run.code, rows.len()), (Some(0), cases.len()), "{}", run.stderr);
    for ((name, .., truncated), row) in cases.iter().zip(&rows) {
        assert_eq!(&row["truncated"], truncated, "{name}");
        assert!(row["text"].as_str().is_some_and(|text| text.starts_with("This is the page")), "{name}");
    }
    assert!(run.stderr.contains("4 incomplete"), "{}", run.stderr);
}

#[test]
fn other_records_are_counted_by_reason() {
    let folder = folder();
    let body = page(0);
    let body = body.as_bytes();
    let resource = |name: &str, kind: &str, body: &[u8]| {
        record("resource", name, &format!("Content-Type: {kind}\r\n"), body)
    };
    let generic = "Content-Type: application/octet-stream\r\n";
    let compressed = deflate(page(16).as_bytes(), false);
    let records = [
        record("warcinfo", "info", "", b""),
        record(
            "request",
            "request",
            "Content-Type: application/http; msgtype=request\r\n",
            b"GET / HTTP/1.1\r\n\r\n",
        ),
        record("metadata", "metadata", "", b"a: b"),
        record("revisit", "revisit", "", b"HTTP/1.1 304 Not Modified\r\n\r\n"),
        record("conversion", "conversion", "", b"text"),
        record("continuation", "continuation", "", b"text"),
        record("novelty", "novelty", "", b"text"),
        response_with("missing", "404 Not Found", HTML, body),
        response_with("image", "200 OK", "Content-Type: image/png\r\n", b"\x89PNG"),
        response_with("generic-image", "200 OK", generic, b"\x89PNG\r\n\x1a\n"),
        response_with("image-as-html", "200 OK", HTML, b"\x89PNG\r\n\x1a\n"),
        response_with("untyped-text", "200 OK", "", b"plain words"),
        response_with("unknown-coding", "200 OK", &format!("{HTML}Content-Encoding: sdch\r\n"), &compressed),
        response_with("page", "200 OK", HTML, body),
        response_with("xhtml", "203 So", "Content-Type: application/xhtml+xml\r\n", body),
        response_with("generic", "200 OK", generic, body),
        response_with("untyped", "200 OK", "", body),
        resource("resource", "text/html", body),
        resource("dns", "text/dns", b"1.2.3.4"),
    ];
    put(&folder, "a.warc.gz", records.iter().flat_map(|record| gzip(record)).collect::<Vec<_>>());
    let run = run_in(folder.path(), &["batch", "a.warc.gz", "-o", "-", "--summary", "s.json"]);
    let ids: Vec<_> = pages(&run).into_iter().map(|(id, _)| id).collect();
    assert_eq!(ids, ["page", "xhtml", "generic", "untyped", "resource"]);
    let summary: Value = serde_json::from_slice(&get(&folder, "s.json")).expect("it is JSON");
    let skipped = json!({
        "warcinfo": 1, "request": 1, "metadata": 1, "revisit": 1, "conversion": 1, "continuation": 1, "unknown-type": 1,
        "http-status": 1, "content-type": 5, "content-encoding": 1,
    });
    assert_eq!(summary["skipped"], skipped);
    assert_eq!(
        (&summary["pages_in"], &summary["extracted"], &summary["errors"]),
        (&json!(5), &json!(5), &json!(0))
    );
    let of_status = |list: &str| {
        let run = run_in(folder.path(), &["batch", "a.warc.gz", "-o", "-", "--http-status", list]);
        pages(&run).into_iter().map(|(id, _)| id).collect::<Vec<_>>()
    };
    assert_eq!(of_status("404"), ["missing", "resource"]);
    assert_eq!(of_status("all"), ["missing", "page", "xhtml", "generic", "untyped", "resource"]);
}

#[test]
fn each_record_is_a_page_or_skipped() {
    let folder = folder();
    let http = "Content-Type: application/http; msgtype=response\r\n";
    let cut = response("cut", page(2).as_bytes());
    let head_bytes = cut.windows(4).position(|bytes| bytes == b"\r\n\r\n").expect("it has a head") + 4;
    let records = [
        response("page", page(1).as_bytes()),
        record("response", "page-without-head", http, page(1).as_bytes()),
        record("response", "no-version", http, b"HTTP 200\r\n\r\n<p>a"),
        record("response", "nothing", http, b""),
        record("request", "request", "", b"GET / HTTP/1.1\r\n\r\n"),
        // Truncated in its HTTP header.
        cut[..head_bytes + 10].to_vec(),
    ];
    put(&folder, "a.warc", records.concat());
    put(&folder, "a.warc.gz", records.iter().flat_map(|record| gzip(record)).collect::<Vec<_>>());
    for name in ["a.warc", "a.warc.gz"] {
        let run = run_in(
            folder.path(),
            &["batch", name, "-o", "-", "--allow-damaged", "--summary", "s.json", "--checkpoint", "1"],
        );
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        let summary: Value = serde_json::from_slice(&get(&folder, "s.json")).expect("it is JSON");
        assert_eq!(summary["skipped"], json!({"http-head": 4, "request": 1}), "{name}: {}", run.stderr);
        assert_eq!(
            (&summary["pages_in"], &summary["damaged"]),
            (&json!(1), &json!(4)),
            "{name}: {}",
            run.stderr
        );
    }
}

#[test]
fn the_charset_of_the_header_is_used_if_possible() {
    let folder = folder();
    let typed = |charset: &str| format!("Content-Type: text/html; charset={charset}\r\n");
    let words = "Кошка сидит на окне и смотрит на улицу, где идёт дождь.";
    let (koi8, _, _) = encoding_of("koi8-r").encode(words);
    let records = [
        response_with("koi8", "200 OK", &typed("\"KOI8-R\""), &[b"<p>", &koi8[..]].concat()),
        // A page that was transcoded on the way.
        response_with("lie", "200 OK", &typed("koi8-r"), format!("<p>{words}").as_bytes()),
        response_with(
            "nonsense",
            "200 OK",
            &typed("klingon"),
            format!("<meta charset=utf-8><p>{words}").as_bytes(),
        ),
    ];
    put(&folder, "a.warc", records.concat());
    let run = run_in(folder.path(), &["batch", "a.warc", "-o", "-"]);
    for row in rows(&run.stdout) {
        assert_eq!(row["text"], format!("{words}\n"), "{row}");
    }
    assert_eq!(rows(&run.stdout)[0]["charset"], "KOI8-R");
}

fn encoding_of(label: &str) -> &'static encoding_rs::Encoding {
    encoding_rs::Encoding::for_label(label.as_bytes()).expect("it is a label")
}

#[test]
fn damage_is_reported_and_sets_the_exit_code() {
    let folder = folder();
    let members: Vec<_> = (0..5).map(|n| gzip(&response(&format!("{n}"), page(n).as_bytes()))).collect();
    let begin = members[0].len() + members[1].len();
    let mut corrupt = members.concat();
    corrupt[begin + members[2].len() / 2] ^= 0xff;
    put(&folder, "corrupt.warc.gz", &corrupt);
    put(&folder, "cut.warc.gz", &members.concat()[..members.concat().len() - 40]);
    let garbage =
        [&members[0][..], &[b'x'; 5000], &members[1], &members[2], &members[3], &members[4]].concat();
    put(&folder, "garbage.warc.gz", garbage);
    put(&folder, "text.warc", "no record at all");
    let good = response("0", b"<p>a");
    let head = [&good[..], &record("response", "bad", "", b"no head"), &response("1", b"<p>b")].concat();
    put(&folder, "head.warc", &head);
    put(&folder, "head.warc.gz", gzip(&head));
    for (name, place, ids) in [
        ("corrupt.warc.gz", format!("at byte {begin}, uncompressed "), vec!["0", "1", "3", "4"]),
        (
            "cut.warc.gz",
            "expected a whole gzip member, found the end of the file".to_string(),
            vec!["0", "1", "2", "3", "4"],
        ),
        (
            "garbage.warc.gz",
            format!("at byte {}: expected a gzip member", members[0].len()),
            vec!["0", "1", "2", "3", "4"],
        ),
        ("text.warc", "at byte 0: expected a record, found 16 other bytes".to_string(), vec![]),
        ("head.warc", format!("at byte {}: expected an HTTP header", good.len()), vec!["0", "1"]),
        (
            "head.warc.gz",
            format!("at byte 0, uncompressed {}: expected an HTTP header", good.len()),
            vec!["0", "1"],
        ),
    ] {
        for jobs in ["1", "3"] {
            let run = run_in(folder.path(), &["batch", name, "-o", "-", "--jobs", jobs]);
            assert_eq!(run.code, Some(2), "{name}: {}", run.stderr);
            assert!(
                run.stderr.starts_with(&format!("trommel: {name}: ")) && run.stderr.contains(&place),
                "{}",
                run.stderr
            );
            assert!(run.stderr.contains(" damaged place"), "{}", run.stderr);
            // A damaged page is extracted up to the damage, and marked.
            let whole = rows(&run.stdout)
                .into_iter()
                .filter(|row| name == "cut.warc.gz" || row["truncated"].is_null());
            let found: Vec<_> = whole
                .map(|row| row["id"].as_str().unwrap_or_default().replace("<urn:uuid:", "").replace('>', ""))
                .collect();
            assert_eq!(found, ids, "{name}");
        }
        let run = run_in(folder.path(), &["batch", name, "-o", "-", "--allow-damaged"]);
        assert_eq!(run.code, Some(i32::from(ids.is_empty())), "{name}: {}", run.stderr);
    }
}

#[test]
fn output_is_the_same_for_any_number_of_jobs() {
    let folder = folder();
    let large: String =
        (0..60_000).map(|n| format!("<p>Line {n} of a long page about the weather in the valley.")).collect();
    let mut file: Vec<_> =
        (0..150).flat_map(|n| gzip(&response(&format!("{n}"), page(n).as_bytes()))).collect();
    file.extend(gzip(&response("large", large.as_bytes())));
    file.extend(
        (0..50).flat_map(|n| gzip(&response_with(&format!("x{n}"), "404 No", HTML, page(n).as_bytes()))),
    );
    file.extend(gzip(&response("last", page(3).as_bytes())));
    put(&folder, "a.warc.gz", file);
    put(&folder, "b.html", page(5));
    for to in ["jsonl", "wet"] {
        let with = |jobs: &str| {
            let run = run_in(
                folder.path(),
                &["batch", "a.warc.gz", "b.html", "a.warc.gz", "-o", "-", "--format", to, "--jobs", jobs],
            );
            assert_eq!(run.code, Some(0), "{}", run.stderr);
            run.stdout
        };
        let one = with("1");
        for jobs in ["2", "5"] {
            assert!(with(jobs) == one, "{to}, {jobs} jobs");
        }
    }
}

#[test]
fn zeros_after_the_last_member_are_padding() {
    let folder = folder();
    let compressed = gzip(&response("a", page(0).as_bytes()));
    put(&folder, "a.warc.gz", [&compressed[..], &[0; 512]].concat());
    let run = run_in(folder.path(), &["batch", "a.warc.gz", "-o", "-"]);
    assert_eq!((run.code, pages(&run).len()), (Some(0), 1), "{}", run.stderr);
    assert!(!run.stderr.contains("damaged"), "{}", run.stderr);
}

#[test]
fn a_page_is_read_up_to_the_maximum_size() {
    let folder = folder();
    put(&folder, "a.warc", [response("a", page(16).as_bytes()), response("b", page(0).as_bytes())].concat());
    put(&folder, "c.html", page(16));
    let run = run_in(folder.path(), &["batch", "a.warc", "c.html", "-o", "-", "--max-page-size", "400"]);
    let rows = rows(&run.stdout);
    assert_eq!((run.code, rows.len()), (Some(0), 3), "{}", run.stderr);
    for (row, (bytes, truncated)) in
        rows.iter().zip([(400, json!("max-page")), (page(0).len(), Value::Null), (400, json!("max-page"))])
    {
        assert_eq!((&row["bytes_in"], &row["truncated"]), (&json!(bytes), &truncated));
    }
    assert!(run.stderr.contains("2 incomplete"), "{}", run.stderr);
}

#[test]
fn a_folder_of_outputs_has_one_for_each_input() {
    let folder = folder();
    put(&folder, "in/a.warc.gz", gzip(&response("a", page(0).as_bytes())));
    put(&folder, "in/sub/b.warc", response("b", page(0).as_bytes()));
    put(&folder, "in/c.html", page(0));
    put(&folder, "in/d.html.gz", gzip(page(0).as_bytes()));
    let run = run_in(folder.path(), &["batch", "in", "-o", "out/"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let files =
        ["a.jsonl", "in.jsonl", "sub/b.jsonl"].map(|name| rows(&get(&folder, &format!("out/{name}"))).len());
    assert_eq!(files, [1, 2, 1]);
    assert_eq!(names(&folder.path().join("out")), ["a.jsonl", "in.jsonl", "sub"]);
    assert!(run.stderr.contains("4 pages in, 4 extracted"), "{}", run.stderr);
    let run = run_in(folder.path(), &["batch", "in/a.warc.gz", "in/a.warc.gz", "-o", "other/"]);
    assert!(run.code == Some(2) && run.stderr.contains("expected one output per input"), "{}", run.stderr);
}

#[test]
fn dirty_files_of_the_generator_are_accounted_for() {
    let generator = in_package("../shared/hostile/gen_warc.py");
    let folder = folder();
    match Command::new("python3").arg(&generator).arg(folder.path()).status() {
        Ok(status) if status.success() => {}
        _ => return println!("skipped: no {}, or no python3", generator.display()),
    }
    let all =
        ["plain", "chunked", "falsechunk", "gz", "falsegz", "gztrunc", "gzchunk", "rawdeflate", "lf", "last"];
    for (name, code, without, damage) in [
        ("members.warc.gz", 0, None, None),
        ("single.warc.gz", 0, None, None),
        ("plain.warc", 0, None, None),
        ("trunc.warc.gz", 2, None, Some("found the end of the file")),
        ("corrupt.warc.gz", 2, Some("chunked"), Some("at byte 26")),
        ("badlen.warc.gz", 2, None, Some("at byte 26")),
    ] {
        let run = run_in(folder.path(), &["batch", name, "-o", "-"]);
        assert_eq!(run.code, Some(code), "{name}: {}", run.stderr);
        let urls: Vec<_> =
            rows(&run.stdout).iter().map(|row| row["url"].as_str().unwrap_or_default().to_string()).collect();
        let expected: Vec<_> = match name {
            "badlen.warc.gz" => ["plain", "badlen", "last"].map(|name| format!("http://a/{name}")).to_vec(),
            _ => all
                .iter()
                .filter(|name| Some(**name) != without)
                .map(|name| format!("http://a/{name}"))
                .collect(),
        };
        assert_eq!(urls, expected, "{name}");
        assert!(damage.is_none_or(|place| run.stderr.contains(place)), "{name}: {}", run.stderr);
        assert!(name == "badlen.warc.gz" || run.stderr.contains("revisit 1"), "{name}: {}", run.stderr);
        for row in rows(&run.stdout) {
            let truncated = match row["url"].as_str() {
                Some("http://a/gztrunc") => json!("length"),
                Some("http://a/badlen") => json!("damaged"),
                Some("http://a/last") if name == "trunc.warc.gz" => json!("damaged"),
                _ => Value::Null,
            };
            assert_eq!(row["truncated"], truncated, "{name}: {row}");
        }
    }
}

#[test]
fn a_parquet_file_is_not_named_as_a_compressed_one() {
    let folder = folder();
    put(&folder, "a.html", page(1));
    for args in
        [&["-o", "x.parquet.gz"][..], &["-o", "x.parquet.zst"], &["-o", "x.gz", "--format", "parquet"]]
    {
        let run = run_in(folder.path(), &[&["batch", "a.html"], args].concat());
        assert_eq!(run.code, Some(2), "{}", run.stderr);
        let expected =
            if cfg!(feature = "parquet") { "expected a Parquet file name" } else { "feature `parquet`" };
        assert!(run.stderr.contains(expected), "{}", run.stderr);
        assert_eq!(names(folder.path()), ["a.html"]);
    }
}
