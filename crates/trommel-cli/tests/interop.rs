//! Interoperability: files of other programs are read, and our files are read by them. The programs
//! are warcio, FastWARC, pyarrow and DuckDB, all from PyPI.
//!
//! TROMMEL_PYTHON names a Python with these packages (`.ci/run interop` makes one). The default is
//! `python3`. A test whose packages are missing is skipped with a printed reason.

mod warcs;

use std::env;
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};
use warcs::*;

/// Runs a script in `folder` and returns its output. `None` if a package is missing.
fn python(folder: &Path, packages: &[&str], script: &str, args: &[&str]) -> Option<String> {
    let python = env::var("TROMMEL_PYTHON").unwrap_or_else(|_| "python3".to_string());
    for package in packages {
        let found = Command::new(&python).args(["-c", &format!("import {package}")]).output();
        if !found.is_ok_and(|output| output.status.success()) {
            println!("skipped: {python} has no {package}; TROMMEL_PYTHON names one that has");
            return None;
        }
    }
    let output =
        Command::new(&python).current_dir(folder).args(["-c", script]).args(args).output().expect("it runs");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{stderr}");
    Some(String::from_utf8(output.stdout).expect("it prints UTF-8"))
}

/// Writes the files `0.html` to `2.html` for the scripts.
fn pages_in(folder: &tempfile::TempDir) {
    for number in 0..3 {
        put(folder, &format!("{number}.html"), page(number));
    }
}

/// Checks that the pages of a file of another program are found.
fn check_pages(folder: &tempfile::TempDir, name: &str) {
    let run = run_in(folder.path(), &["batch", name, "-o", "-"]);
    assert_eq!(run.code, Some(0), "{name}: {}", run.stderr);
    let rows = rows(&run.stdout);
    assert_eq!(rows.len(), 3, "{name}: {}", run.stderr);
    for (number, row) in rows.iter().enumerate() {
        let begin = format!("This is the page of number {number},");
        assert!(row["text"].as_str().is_some_and(|text| text.starts_with(&begin)), "{name}: {row}");
        assert_eq!(row["url"], format!("http://example.com/{number}"), "{name}");
        assert!(row["truncated"].is_null());
    }
}

#[test]
fn files_written_by_warcio_are_read() {
    const SCRIPT: &str = r#"
import io
from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter
for name, compressed, version in [("a.warc.gz", True, "1.0"), ("b.warc", False, "1.1")]:
    with open(name, "wb") as out:
        writer = WARCWriter(out, gzip=compressed, warc_version=version)
        writer.write_record(writer.create_warcinfo_record(name, {"software": "test"}))
        for number in range(3):
            uri, page = f"http://example.com/{number}", open(f"{number}.html", "rb").read()
            head = StatusAndHeaders("200 OK", [("Content-Type", "text/html")], protocol="HTTP/1.1")
            response = writer.create_warc_record(uri, "response", payload=io.BytesIO(page), http_headers=head)
            request_head = StatusAndHeaders("GET / HTTP/1.1", [("Host", "example.com")], is_http_request=True)
            request = writer.create_warc_record(uri, "request", http_headers=request_head)
            writer.write_request_response_pair(request, response)
"#;
    let folder = folder();
    pages_in(&folder);
    if python(folder.path(), &["warcio"], SCRIPT, &[]).is_some() {
        check_pages(&folder, "a.warc.gz");
        check_pages(&folder, "b.warc");
    }
}

#[test]
fn files_written_by_fastwarc_are_read() {
    const SCRIPT: &str = r#"
from fastwarc.stream_io import GzipWriter, ZstdWriter
from fastwarc.warc import WarcRecord, WarcRecordType
for name, encoder in [("a.warc.gz", GzipWriter), ("b.warc", None), ("c.warc.zst", ZstdWriter)]:
    file = open(name, "wb")
    out = encoder(file) if encoder else file
    for number in range(3):
        page = open(f"{number}.html", "rb").read()
        record = WarcRecord()
        record.init_headers(WarcRecordType.response)
        record.headers["WARC-Target-URI"] = f"http://example.com/{number}"
        record.headers["Content-Type"] = "application/http; msgtype=response"
        record.set_bytes_content(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + page)
        record.write(out)
        if encoder:
            out.finish()
    if encoder:
        out.close()
    if not file.closed:
        file.close()
"#;
    let folder = folder();
    pages_in(&folder);
    if python(folder.path(), &["fastwarc"], SCRIPT, &[]).is_some() {
        for name in ["a.warc.gz", "b.warc", "c.warc.zst"] {
            check_pages(&folder, name);
        }
    }
}

/// A crawl of some pages, and its output under `name`.
fn output(name: &str, more: &[&str]) -> (tempfile::TempDir, Vec<Value>) {
    let folder = folder();
    let file: Vec<_> = (0..40).flat_map(|n| gzip(&response(&format!("{n}"), page(n).as_bytes()))).collect();
    put(&folder, "in.warc.gz", file);
    put(&folder, "page.html", page(3));
    let inputs = ["batch", "in.warc.gz", "page.html"];
    let run = run_in(folder.path(), &[&inputs[..], &["-o", name], more].concat());
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let lines = run_in(folder.path(), &[&inputs[..], &["-o", "-", "--markdown"]].concat());
    (folder, rows(&lines.stdout))
}

/// The columnar index of a crawl, as engines write it.
#[cfg(feature = "parquet")]
#[test]
fn an_index_written_by_pyarrow_names_records() {
    const SCRIPT: &str = r#"
import json, sys
import pyarrow, pyarrow.parquet
rows = json.loads(sys.argv[1])
table = pyarrow.table({
    "url_surtkey": ["com,example)/"] * len(rows),
    "url": [row[0] for row in rows],
    "warc_filename": ["x.warc.gz"] * len(rows),
    "warc_record_offset": pyarrow.array([row[1] for row in rows], pyarrow.int32()),
    "warc_record_length": pyarrow.array([row[2] for row in rows], pyarrow.int64()),
})
pyarrow.parquet.write_table(table, "index.parquet")
"#;
    let folder = folder();
    let (mut bytes, mut places) = (Vec::new(), Vec::new());
    for number in 0..4 {
        let record = gzip(&response(&format!("r{number}"), page(number).as_bytes()));
        places.push(json!([format!("http://example.com/r{number}"), bytes.len(), record.len()]));
        bytes.extend(record);
    }
    put(&folder, "x.warc.gz", bytes);
    places.remove(1);
    let places = Value::from(places).to_string();
    if python(folder.path(), &["pyarrow"], SCRIPT, &[&places]).is_none() {
        return;
    }
    let run =
        run_in(folder.path(), &["batch", "--cdx", "index.parquet", "-o", "out.jsonl", "--not-url", "r3"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let ids: Vec<_> = rows(&get(&folder, "out.jsonl")).iter().map(|row| row["id"].clone()).collect();
    assert_eq!(ids, ["<urn:uuid:r0>", "<urn:uuid:r2>"]);
}

#[test]
fn our_text_records_pass_the_check_of_warcio() {
    for name in ["out.warc.wet.gz", "out.warc.wet"] {
        let (folder, _) = output(name, &[]);
        let script = "import sys; from warcio.cli import main; main(['check', '-v', sys.argv[1]])";
        let Some(said) = python(folder.path(), &["warcio"], script, &[name]) else { return };
        assert_eq!(said.matches("digest pass").count(), 42, "{said}");
    }
}

#[test]
fn our_text_records_are_read_by_fastwarc() {
    const SCRIPT: &str = r#"
import json, sys
from fastwarc.warc import ArchiveIterator
for record in ArchiveIterator(open(sys.argv[1], "rb"), verify_digests=True):
    fields = dict(record.headers)
    print(json.dumps([str(record.record_type), fields.get("WARC-Refers-To"), record.reader.read().decode()]))
"#;
    for name in ["out.warc.wet.gz", "out.warc.wet", "out.warc.wet.zst"] {
        let (folder, expected) = output(name, &[]);
        let Some(said) = python(folder.path(), &["fastwarc"], SCRIPT, &[name]) else { return };
        let found = rows(said.as_bytes());
        assert_eq!(found[0][0], "warcinfo");
        let found: Vec<_> = found[1..].iter().map(|row| (row[1].clone(), row[2].clone())).collect();
        let expected: Vec<_> =
            expected.iter().map(|row| (row["warc_record_id"].clone(), row["text"].clone())).collect();
        assert_eq!(found, expected, "{name}");
    }
}

/// The expected row for a line of JSON, with the fields that tables have.
#[cfg(feature = "parquet")]
fn as_row(line: &Value) -> Value {
    let mut row = line.clone();
    let fields = row.as_object_mut().expect("it is an object");
    let source = fields.remove("source").unwrap_or_default();
    fields.insert("source_file".into(), source["file"].clone());
    fields.insert("source_offset".into(), source["offset"].clone());
    fields.insert("source_uncompressed_offset".into(), source["uncompressed_offset"].clone());
    fields.insert("source_row".into(), source["row"].clone());
    fields.insert("source_entry".into(), source["entry"].clone());
    for name in ["warc_record_id", "warc_date", "http_status", "content_type", "charset", "truncated"] {
        fields.entry(name).or_insert(Value::Null);
    }
    // Fields that lines leave out when they do not apply.
    for name in ["site", "selected", "dropped", "skipped"] {
        fields.entry(name).or_insert(Value::Null);
    }
    let counts = ["elements_forgotten", "nodes_folded", "text_bytes_lost", "fallback_bytes_cut"];
    for name in counts.into_iter().chain(["select_tags_cut", "select_restarts"]) {
        fields.entry(name).or_insert(0.into());
    }
    fields.entry("revealed").or_insert(false.into());
    row
}

#[cfg(feature = "parquet")]
#[test]
fn our_tables_are_read_by_pyarrow() {
    const SCRIPT: &str = r#"
import json, pyarrow as pa, pyarrow.parquet as pq
file = pq.ParquetFile("out.parquet")
schema = file.schema_arrow
assert schema.field("warc_date").type == pa.timestamp("us", tz="UTC"), schema
assert schema.field("text").type in (pa.string(), pa.large_string()) and not schema.field("text").nullable
assert schema.field("http_status").type == pa.int64() and schema.field("url").nullable
assert file.metadata.row_group(0).column(6).compression == "ZSTD"
for row in file.read().to_pylist():
    if row["warc_date"]:
        row["warc_date"] = row["warc_date"].strftime("%Y-%m-%dT%H:%M:%SZ")
    print(json.dumps(row))
"#;
    let (folder, expected) = output("out.parquet", &["--markdown"]);
    let Some(said) = python(folder.path(), &["pyarrow"], SCRIPT, &[]) else { return };
    assert_eq!(rows(said.as_bytes()), expected.iter().map(as_row).collect::<Vec<_>>());
}

#[cfg(feature = "parquet")]
#[test]
fn our_tables_are_read_by_duckdb() {
    const SCRIPT: &str = r#"
import duckdb, json
query = """select count(*), count(warc_date), min(extract(year from warc_date)), sum(bytes_in), count(distinct text),
           sum(length(text)), max(http_status) from 'out.parquet'"""
print(json.dumps([int(value) for value in duckdb.sql(query).fetchall()[0]]))
"#;
    let (folder, expected) = output("out.parquet", &[]);
    let Some(said) = python(folder.path(), &["duckdb"], SCRIPT, &[]) else { return };
    let texts: std::collections::BTreeSet<_> = expected.iter().map(|row| row["text"].to_string()).collect();
    let chars: usize =
        expected.iter().filter_map(|row| row["text"].as_str()).map(|text| text.chars().count()).sum();
    let bytes: u64 = expected.iter().filter_map(|row| row["bytes_in"].as_u64()).sum();
    assert_eq!(rows(said.as_bytes())[0], json!([41, 40, 2024, bytes, texts.len(), chars, 200]));
}

#[cfg(not(feature = "parquet"))]
#[test]
fn without_the_feature_a_table_is_rejected() {
    let folder = folder();
    put(&folder, "a.html", page(0));
    for args in [
        ["batch", "a.html", "-o", "a.parquet"].as_slice(),
        &["batch", "a.html", "-o", "-", "--format", "parquet"],
    ] {
        let run = run_in(folder.path(), args);
        assert_eq!(run.code, Some(2));
        assert!(run.stderr.contains("feature `parquet`"), "{}", run.stderr);
    }
    let _ = (json!(null), output as fn(&str, &[&str]) -> _);
}
