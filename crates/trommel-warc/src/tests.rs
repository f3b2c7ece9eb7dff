//! Tests of reading records: whole files, damaged files, parts of files, arbitrary bytes.

mod range;

use std::io::{self, BufRead, Read, Write};

use flate2::{Compression, write::GzEncoder};
use proptest::prelude::*;

use super::*;

fn record(name: &str, block: &[u8]) -> Vec<u8> {
    record_of_length(name, block, block.len())
}

fn record_of_length(name: &str, block: &[u8], length: usize) -> Vec<u8> {
    let head = format!(
        "WARC/1.0\r\nWARC-Type: resource\r\nWARC-Record-ID: <urn:{name}>\r\nWARC-Date: 2024-01-01T00:00:00Z\r\nContent-Length: {length}\r\n\r\n"
    );
    [head.as_bytes(), block, b"\r\n\r\n"].concat()
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).and_then(|()| encoder.finish()).expect("memory can be written")
}

/// A frame with a checksum, as crawlers write it.
fn zst(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = zstd::stream::write::Encoder::new(Vec::new(), 3).expect("an encoder can be made");
    encoder.include_checksum(true).and_then(|()| encoder.write_all(bytes)).expect("memory can be written");
    encoder.finish().expect("memory can be written")
}

/// A reader that returns at most a few bytes at a time.
struct Slow<R>(R, usize);

impl<R: Read> Read for Slow<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let most = out.len().min(self.1);
        self.0.read(&mut out[..most])
    }
}

/// The records as `name:bytes of the block`, with a `/` after a block that was cut. Damage is
/// `!offset`.
fn read_slowly(file: &[u8], step: usize) -> Vec<String> {
    let mut records =
        Records::new(Box::new(Slow(io::Cursor::new(file.to_vec()), step))).expect("memory can be read");
    let mut found = Vec::new();
    loop {
        match records.next_record().expect("memory can be read") {
            Next::End => return found,
            Next::Damage(damage) => {
                found.push(format!("!{}", damage.offset));
                assert!(found.len() < 1000, "no end: {damage}");
            }
            Next::Record(head) => {
                let id = head.get("WARC-Record-ID").unwrap_or("?");
                let name = id.trim_start_matches("<urn:").trim_end_matches('>').to_string();
                let mut bytes = 0;
                loop {
                    let more = records.fill_buf().expect("memory can be read").len();
                    if more == 0 {
                        break;
                    }
                    bytes += more;
                    records.consume(more);
                }
                let cut = if records.is_cut() { "/" } else { "" };
                found.push(format!("{name}:{bytes}{cut}"));
            }
        }
    }
}

fn read(file: &[u8]) -> Vec<String> {
    let found = read_slowly(file, usize::MAX);
    assert_eq!(found, read_slowly(file, 7), "read in small pieces");
    found
}

fn blocks() -> [Vec<u8>; 3] {
    // One larger than all buffers together, one small, one empty.
    let large = (0..200_000_u32).flat_map(|n| (n.wrapping_mul(2_654_435_761)).to_le_bytes()).collect();
    [large, b"<p>b".to_vec(), Vec::new()]
}

fn named() -> [(&'static str, Vec<u8>); 3] {
    let [a, b, c] = blocks();
    [("a", a), ("b", b), ("c", c)]
}

const WHOLE: [&str; 3] = ["a:800000", "b:4", "c:0"];

#[test]
fn records_are_read_from_all_containers() {
    let records = named().map(|(name, block)| record(name, &block));
    let plain = records.concat();
    let files = [
        plain.clone(),
        gzip(&plain),
        records.iter().flat_map(|record| gzip(record)).collect(),
        zst(&plain),
        records.iter().flat_map(|record| zst(record)).collect(),
    ];
    for file in files {
        assert_eq!(read(&file), WHOLE);
    }
    assert_eq!(read(b""), [""; 0]);
}

/// A zstd dictionary of records.
fn dictionary() -> Vec<u8> {
    let sample =
        record("a", b"<html><title>A page like all the others of the crawl</title><p>Text</p></html>");
    let samples: Vec<_> = (0..200).map(|n| [&sample[..], format!("{n}").as_bytes()].concat()).collect();
    zstd::dict::from_samples(&samples, 2000).expect("a dictionary can be made")
}

/// A record as a frame that needs `dictionary`.
fn frame(record: &[u8], dictionary: &[u8]) -> Vec<u8> {
    let mut encoder = zstd::bulk::Compressor::with_dictionary(3, dictionary).expect("it is a dictionary");
    encoder.compress(record).expect("memory can be compressed")
}

#[test]
fn a_dictionary_in_front_is_used() {
    let dictionary = dictionary();
    let frame = |record: &[u8]| frame(record, &dictionary);
    for dictionary in [dictionary.clone(), zst(&dictionary)] {
        let mut file = vec![0x5d, 0x2a, 0x4d, 0x18];
        file.extend_from_slice(&(dictionary.len() as u32).to_le_bytes());
        file.extend_from_slice(&dictionary);
        file.extend(frame(&record("a", b"<p>1")));
        file.extend(frame(&record("b", b"<p>22")));
        assert_eq!(read(&file), ["a:4", "b:5"]);
        let cut = read(&file[..20]);
        assert_eq!(cut, ["!0"]);
    }
}

#[test]
fn after_a_corrupt_member_the_next_one_is_found() {
    for compress in [gzip, zst] {
        let members = [record("a", &blocks()[0]), record("b", b"<p>b"), record("c", b"<p>c")]
            .map(|record| compress(&record));
        let mut file = members.concat();
        let middle = members[0].len() / 2;
        file[middle..middle + 16].fill(0xff);
        let found = read(&file);
        assert!(found[0].starts_with("a:") && found[0].ends_with('/'), "{found:?}");
        assert_eq!(found[1..], ["!0", "b:4", "c:4"]);
        // In the header of a member, and in its last bytes.
        for at in [0, members[1].len() - 6] {
            let mut file = members.concat();
            file[members[0].len() + at] ^= 0xff;
            let found = read(&file);
            let offset = format!("!{}", members[0].len());
            assert_eq!(found[0], "a:800000");
            assert!(found.contains(&offset) && found.last().is_some_and(|last| last == "c:4"), "{found:?}");
        }
    }
}

#[test]
fn a_length_that_is_too_long_ends_with_the_next_record() {
    let long = record_of_length("a", b"<p>a", 1000);
    let next = [record("b", b"<p>b"), record("c", b"<p>c")];
    // Without members, the line ends belong to the block.
    let plain = [&long[..], &next[0], &next[1]].concat();
    assert_eq!(read(&plain), ["a:4/", "!0", "b:4", "c:4"]);
    assert_eq!(read(&gzip(&plain)), ["a:4/", "!0", "b:4", "c:4"]);
    let members: Vec<u8> = [&long, &next[0], &next[1]].into_iter().flat_map(|record| gzip(record)).collect();
    assert_eq!(read(&members), ["a:8/", "!0", "b:4", "c:4"]);
}

#[test]
fn the_rest_after_a_short_length_is_reported() {
    let short = record_of_length("a", b"<p>a long one", 4);
    let next = record("b", b"<p>b");
    let plain = [&short[..], &next].concat();
    let rest = format!("!{}", short.len() - 13);
    assert_eq!(read(&plain), ["a:4/".to_string(), rest, "b:4".to_string()]);
    let members = [gzip(&short), gzip(&next)].concat();
    assert_eq!(read(&members), ["a:4/", "!0", "b:4"]);
    // The rest begins with line ends of the page.
    for rest in ["\n<p>b", "\r\n<p>b", "\n\n<p>b"] {
        let short = record_of_length("a", format!("<p>a{rest}").as_bytes(), 4);
        let found = read(&[&short[..], &next].concat());
        assert_eq!((&found[0][..], found.len()), ("a:4/", 3), "{rest:?}: {found:?}");
    }
}

#[test]
fn damage_is_found_in_the_line_ends_after_a_block() {
    // One line end more than the length, and a wrong checksum.
    let mut member = gzip(&record_of_length("b", b"<p>b\n", 4));
    let checksum = member.len() - 8;
    member[checksum] ^= 0xff;
    let first = gzip(&record("a", b"<p>a"));
    let found = read(&[&first[..], &member, &gzip(&record("c", b"<p>c"))].concat());
    assert_eq!(found, ["a:4", "b:4/", &format!("!{}", first.len()), "c:4"]);
}

#[test]
fn a_record_without_a_length_is_read_to_the_next_one() {
    let text =
        String::from_utf8(record("a", b"<p>a")).expect("it is text").replace("Content-Length", "X-Length");
    let plain = [text.as_bytes(), &record("b", b"<p>b")].concat();
    assert_eq!(read(&plain), ["a:4/", "!0", "b:4"]);
}

#[test]
fn a_record_with_a_long_head_is_found_after_a_wrong_length() {
    let long = record_of_length("a", b"<p>a", 100_000);
    let address = format!("WARC-Target-URI: http://example.org/{}\r\nContent-Length", "x".repeat(40_000));
    let text = String::from_utf8(record("b", b"<p>b")).expect("it is text");
    let next = text.replace("Content-Length", &address);
    assert_eq!(read(&[&long[..], next.as_bytes()].concat()), ["a:4/", "!0", "b:4"]);
}

#[test]
fn a_header_without_blank_line_does_not_hide_the_next_record() {
    let (a, b) = (record("a", b"<p>a"), record("b", b"<p>b"));
    let text = String::from_utf8(a).expect("it is text");
    // With and without a readable length. In both cases, the header ends before the next record, or
    // within the line ends there.
    for (from, to, found) in [
        ("\r\n\r\n<p>a", "\r\n\0\n<p>a", ["a:0/", "!0", "b:4"]),
        ("\r\n\r\n<p>a", "\0\n\r\0<p>a", ["a:0/", "!0", "b:4"]),
        ("\r\n\r\n<p>a", "\r\n\0\0<p>a\n", ["a:0/", "!0", "b:4"]),
    ] {
        let file = [text.replace(from, to).as_bytes(), &b].concat();
        assert_eq!(read(&file), found, "{to:?}");
    }
}

#[test]
fn garbage_between_records_is_reported_and_skipped() {
    let (a, b) = (record("a", b"<p>a"), record("b", b"<p>b"));
    let garbage = vec![b'x'; 300_000];
    let plain = [&a[..], &garbage, b"\n", &b].concat();
    assert_eq!(read(&plain), ["a:4".to_string(), format!("!{}", a.len()), "b:4".to_string()]);
    for garbage in [garbage, vec![0; 300_000]] {
        let members = [gzip(&a), garbage, gzip(&b), b"junk".to_vec()].concat();
        let (first, last) = (gzip(&a).len(), members.len() - 4);
        assert_eq!(read(&members), ["a:4", &format!("!{first}"), "b:4", &format!("!{last}")]);
    }
}

#[test]
fn a_record_is_found_after_a_missing_line_end() {
    let (a, mut b, c) = (record("a", b"<p>a"), record("b", b"<p>b"), record("c", b"<p>c"));
    *b.last_mut().expect("it has bytes") ^= 1;
    let damaged = format!("!{}", a.len() + b.len() - 1);
    assert_eq!(read(&[&a[..], &b, &c].concat()), ["a:4", "b:4", &damaged, "c:4"]);
    let garbage = [&a[..], b"garbage of WARC/1.0, WARC/1.0\r\nWARC-Type: no head", &c].concat();
    assert_eq!(read(&garbage), ["a:4", &format!("!{}", a.len()), "c:4"]);
    // Any number of headers without an end before the next header are not records.
    let many = [&a[..], &b"xWARC/1.0\nWARC-Type: x\n".repeat(20_000), &c].concat();
    assert_eq!(read(&many), ["a:4", &format!("!{}", a.len()), "c:4"]);
    // A page with such a line, followed by garbage, is not a record.
    let quoted = [&a[..], b"garbage, and >WARC/1.0\r\nand no more\r\n", &c].concat();
    assert_eq!(read(&quoted), ["a:4", &format!("!{}", a.len()), "c:4"]);
}

#[test]
fn zeros_after_the_last_member_are_padding() {
    let members = [gzip(&record("a", b"<p>a")), gzip(&record("b", b"<p>b"))].concat();
    for zeros in [1, 512, 300_000] {
        assert_eq!(read(&[&members[..], &vec![0; zeros]].concat()), ["a:4", "b:4"]);
    }
}

#[test]
fn a_page_about_records_is_one_record() {
    let page = b"<pre>\r\n\r\nWARC/1.0\r\nWARC-Type: response\r\n\r\n</pre>";
    let plain = [record("a", page), record("b", b"<p>b")].concat();
    assert_eq!(read(&plain), [format!("a:{}", page.len()), "b:4".to_string()]);
}

#[test]
fn a_compressed_file_inside_a_plain_one_is_a_block() {
    for inner in [gzip(&record("x", b"<p>x")), zst(&record("x", b"<p>x"))] {
        let length = inner.len();
        let file = [record("a", b"<p>a"), record("b", &inner), record("c", b"<p>c")].concat();
        assert_eq!(read(&file), ["a:4".to_string(), format!("b:{length}"), "c:4".to_string()]);
        // The same with a damaged start of the file. A file with a single member stays one.
        let damaged = [b"xx", &file[2..]].concat();
        assert_eq!(read(&damaged)[1..], [format!("b:{length}"), "c:4".to_string()]);
    }
}

#[test]
fn a_truncated_file_gives_all_records_before_the_cut() {
    let records = [record("a", b"<p>a"), record("b", b"<p>b")];
    for file in [records.concat(), records.iter().flat_map(|record| gzip(record)).collect()] {
        for end in 0..file.len() {
            let found = read(&file[..end]);
            let whole = found.iter().filter(|entry| !entry.starts_with('!') && !entry.ends_with('/')).count();
            assert!(whole <= 2 && found.len() <= 3, "{end}: {found:?}");
        }
    }
}

#[test]
fn other_files_are_one_damaged_place() {
    assert_eq!(read(b"<html><p>no record at all"), ["!0"]);
    assert_eq!(read(&gzip(b"<html><p>no record at all")), ["!0"]);
    assert_eq!(read(&vec![b'\n'; 1 << 20]), [""; 0]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn any_bytes_end_and_records_after_them_are_found(
        damage in prop::collection::vec((0_usize..2000, any::<u8>()), 0..20),
        compress in 0..3,
    ) {
        let records = [record("a", b"<p>a"), record("b", &[b'b'; 900]), record("c", b"<p>c")];
        let compressed = |record: &Vec<u8>| match compress { 0 => record.clone(), 1 => gzip(record), _ => zst(record) };
        let mut file: Vec<u8> = records.iter().flat_map(compressed).collect();
        let length = file.len();
        for (at, byte) in damage {
            file[at % length] = byte;
        }
        let clean = compressed(&record("last", b"<p>z"));
        file.extend_from_slice(b"\r\n\r\n");
        file.extend_from_slice(&clean);
        let found = read(&file);
        // After an uncompressed record with a wrong length, it can be inside the block of that
        // record, unless it has its own member.
        prop_assert!(found.iter().any(|entry| entry == "last:4"), "{found:?}");
    }
}

#[test]
fn arc_records_are_read_and_damage_is_skipped() {
    let version = b"1 0 Alexa\nURL IP-address Archive-date Content-type Archive-length\n";
    let record = |address: &str, block: &[u8]| {
        let head = format!("{address} 192.0.2.1 20080430204825 text/html {}\n", block.len());
        [head.as_bytes(), block, b"\n"].concat()
    };
    let records = [
        record("filedesc://x.arc", version),
        record("http://a.example/", b"HTTP/1.0 200 OK\n\n<p>a\n\nWARC/1.0\n"),
        b"something else\nthat is no record\n".to_vec(),
        record("http://b.example/", b"HTTP/1.0 200 OK\n\n<p>b"),
    ];
    let gzip = |bytes: &[u8]| {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
        std::io::Write::write_all(&mut encoder, bytes)
            .and_then(|()| encoder.finish())
            .expect("can be compressed")
    };
    for file in
        [records.concat(), gzip(&records.concat()), records.iter().flat_map(|one| gzip(one)).collect()]
    {
        let mut reader = Records::new(Box::new(std::io::Cursor::new(file))).expect("memory can be read");
        let (mut found, mut damaged) = (Vec::new(), 0);
        loop {
            match reader.next_record().expect("memory can be read") {
                Next::End => break,
                Next::Damage(damage) => {
                    damaged += 1;
                    assert!(damage.message.starts_with("expected a record, found 33 bytes"), "{damage}");
                }
                Next::Record(head) => {
                    let mut block = Vec::new();
                    std::io::Read::read_to_end(&mut reader, &mut block).expect("memory can be read");
                    found.push((head.target_uri().unwrap_or_default().to_string(), block.len()));
                }
            }
        }
        let expected =
            [("filedesc://x.arc", version.len()), ("http://a.example/", 32), ("http://b.example/", 21)];
        assert_eq!(found, expected.map(|(address, bytes)| (address.to_string(), bytes)));
        assert_eq!(damaged, 1);
    }
}

#[test]
fn an_arc_file_is_recognised_by_few_bytes_before_damage() {
    let page = |name: &str| {
        let block = b"HTTP/1.0 200 OK\n\n<p>x";
        let head = format!("http://{name}/ 192.0.2.1 20080430204825 text/html {}\n", block.len());
        gzip(&[head.as_bytes(), block, b"\n"].concat())
    };
    // A stored block of five bytes, then a block of an invalid type.
    let head = [&b"\x1f\x8b\x08\0\0\0\0\0\0\xff\0\x05\0\xfa\xff"[..], b"filed", &[7], &[b'x'; 40]].concat();
    let file = [head, page("a.example"), page("b.example")].concat();
    for step in [usize::MAX, 7, 1] {
        let mut records =
            Records::new(Box::new(Slow(io::Cursor::new(file.clone()), step))).expect("memory can be read");
        let mut found = Vec::new();
        loop {
            match records.next_record().expect("memory can be read") {
                Next::End => break,
                Next::Damage(damage) => found.push(format!("!{}", damage.offset)),
                Next::Record(head) => found.push(head.target_uri().unwrap_or_default().to_string()),
            }
        }
        assert!(
            found.ends_with(&["http://a.example/".to_string(), "http://b.example/".to_string()]),
            "{found:?}"
        );
    }
}

/// A reader that cannot be read.
struct Broken;

impl Read for Broken {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Err(io::Error::other("the line is dead"))
    }
}

#[test]
fn records_before_a_read_error_are_given() {
    for compress in [<[u8]>::to_vec, gzip, zst] {
        let file = compress(&record("a", b"It rained.")).repeat(3);
        let mut records =
            Records::new(Box::new(io::Cursor::new(file).chain(Broken))).expect("its begin can be read");
        let mut names = Vec::new();
        let error = loop {
            match records.next_record() {
                Ok(Next::Record(head)) => names.push(head.get("WARC-Record-ID").map(String::from)),
                Ok(_) => panic!("expected the error after {names:?}"),
                Err(error) => break error,
            }
        };
        assert_eq!((names.len(), error.to_string()), (3, "the line is dead".to_string()), "{names:?}");
    }
}
