//! WET output: records of plain text, as Common Crawl writes them.

use std::io::Read;

use crate::warcs::*;
use flate2::bufread::GzDecoder;
use trommel_testing::in_package;

/// The fields and the block of a record.
struct Record {
    head: String,
    block: Vec<u8>,
}

impl Record {
    fn get(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
    }
}

/// The records of a file with one gzip member for each.
fn records(mut file: &[u8]) -> Vec<Record> {
    let mut records = Vec::new();
    while !file.is_empty() {
        let mut record = Vec::new();
        let mut member = GzDecoder::new(file);
        member.read_to_end(&mut record).expect("it is a gzip member");
        file = member.into_inner();
        let head_bytes =
            record.windows(4).position(|window| window == b"\r\n\r\n").expect("there is a head") + 4;
        let head = String::from_utf8(record[..head_bytes].to_vec()).expect("it is UTF-8");
        let block = record[head_bytes..].strip_suffix(b"\r\n\r\n").expect("a record ends so").to_vec();
        let record = Record { head, block };
        assert_eq!(record.get("Content-Length"), Some(&*record.block.len().to_string()));
        assert!(record.head.starts_with("WARC/1.0\r\n"));
        records.push(record);
    }
    records
}

#[test]
fn a_page_becomes_a_record_of_text() {
    let folder = folder();
    let cut = record(
        "response",
        "b",
        "Content-Type: application/http; msgtype=response\r\nWARC-Truncated: time\r\n",
        &[b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n", page(2).as_bytes()].concat(),
    );
    put(&folder, "a.warc.gz", [gzip(&response("a", page(0).as_bytes())), gzip(&cut)].concat());
    let run = run_in(folder.path(), &["batch", "a.warc.gz", "-o", "a.warc.wet.gz"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let records = records(&get(&folder, "a.warc.wet.gz"));
    assert_eq!(records.len(), 3);
    let types: Vec<_> = records.iter().map(|record| record.get("WARC-Type")).collect();
    assert_eq!(types, [Some("warcinfo"), Some("conversion"), Some("conversion")]);
    assert_eq!(records[0].get("WARC-Filename"), Some("a.warc.wet.gz"));
    let first = &records[1];
    assert_eq!(first.block, b"This is the page of number 0, and it goes on for a while, as pages do.\n");
    for (name, value) in [
        ("WARC-Target-URI", "http://example.com/a"),
        ("WARC-Date", "2024-05-18T01:58:10Z"),
        ("WARC-Refers-To", "<urn:uuid:a>"),
        ("Content-Type", "text/plain"),
    ] {
        assert_eq!(first.get(name), Some(value), "{name}");
    }
    assert!(first.get("WARC-Block-Digest").is_some_and(|digest| digest.len() == "sha1:".len() + 32));
    assert_eq!((first.get("WARC-Truncated"), records[2].get("WARC-Truncated")), (None, Some("time")));
    let ids: std::collections::BTreeSet<_> =
        records.iter().map(|record| record.get("WARC-Record-ID")).collect();
    assert_eq!(ids.len(), 3);
    // The same run gives the same bytes.
    assert_eq!(run_in(folder.path(), &["batch", "a.warc.gz", "-o", "b/"]).code, Some(0));
    let again = run_in(folder.path(), &["batch", "a.warc.gz", "-o", "-", "--format", "wet"]);
    let once_more = run_in(folder.path(), &["batch", "a.warc.gz", "-o", "-", "--format", "wet"]);
    assert_eq!(again.stdout, once_more.stdout);
}

#[test]
fn pages_without_records_have_a_url_too() {
    let folder = folder();
    put(&folder, "my page.html", page(0));
    put(&folder, "b.html", format!("<link rel=canonical href=https://example.com/b>{}", page(1)));
    let run = run_in(folder.path(), &["batch", "my page.html", "b.html", "-o", "a.wet.gz"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let records = records(&get(&folder, "a.wet.gz"));
    assert_eq!(records[1].get("WARC-Target-URI"), Some("file:my%20page.html"));
    assert_eq!(records[2].get("WARC-Target-URI"), Some("https://example.com/b"));
    assert!(records[1].get("WARC-Date").is_some_and(|date| date.len() == 20 && date.starts_with("20")));
}

#[test]
fn compression_follows_the_name_and_standard_output_is_plain() {
    let folder = folder();
    put(
        &folder,
        "a.warc",
        (0..20).flat_map(|n| response(&format!("{n}"), page(n).as_bytes())).collect::<Vec<_>>(),
    );
    let plain = run_in(folder.path(), &["batch", "a.warc", "-o", "-", "--format", "wet"]).stdout;
    assert_eq!(plain.windows(10).filter(|window| window == b"WARC/1.0\r\n").count(), 21);
    for name in ["a.wet", "a.wet.gz", "a.wet.zst"] {
        assert_eq!(run_in(folder.path(), &["batch", "a.warc", "-o", name]).code, Some(0));
        let file = get(&folder, name);
        let decompressed = match name {
            "a.wet" => file,
            "a.wet.gz" => {
                let mut decompressed = Vec::new();
                flate2::read::MultiGzDecoder::new(&file[..])
                    .read_to_end(&mut decompressed)
                    .expect("it is gzip");
                decompressed
            }
            _ => zstd::decode_all(&file[..]).expect("it is zstd"),
        };
        // Except for the record with the name of the file.
        let records = |bytes: &[u8]| {
            let begin =
                bytes.windows(10).rposition(|window| window == b"WARC/1.0\r\n").expect("there are records");
            bytes[begin..].to_vec()
        };
        assert_eq!(records(&decompressed), records(&plain), "{name}");
    }
}

#[test]
fn our_text_of_a_real_record_beside_that_of_common_crawl() {
    let shared = in_package("../shared/warc");
    let (input, theirs) = (shared.join("whirlwind.warc.gz"), shared.join("whirlwind.warc.wet.gz"));
    if !input.exists() || !theirs.exists() {
        return println!("skipped: no {}", shared.display());
    }
    let folder = folder();
    let input = input.to_string_lossy();
    let run = run_in(folder.path(), &["batch", &input, "-o", "ours.warc.wet.gz"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(run.stderr.contains("skipped (metadata 1, request 1, warcinfo 1)"), "{}", run.stderr);
    let ours = records(&get(&folder, "ours.warc.wet.gz"));
    let theirs = records(&std::fs::read(theirs).expect("it is there"));
    let (ours, theirs) = (&ours[1], &theirs[1]);
    for name in ["WARC-Type", "WARC-Target-URI", "WARC-Date", "WARC-Refers-To", "Content-Type"] {
        assert_eq!(ours.get(name), theirs.get(name), "{name}");
    }
    // Common Crawl has all text of the page, our output the main content: our words are a part of
    // theirs.
    let text = |record: &Record| String::from_utf8(record.block.clone()).expect("it is UTF-8");
    let (ours, theirs) = (text(ours), text(theirs));
    let words: std::collections::HashSet<_> = theirs.split_whitespace().collect();
    let known = ours.split_whitespace().filter(|word| words.contains(word)).count();
    let all = ours.split_whitespace().count();
    assert!(all > 100 && known * 10 >= all * 9, "{known} of {all}");
    assert!(ours.len() < theirs.len() && !ours.contains("Biquipedia, a enciclopedia libre"));
}
