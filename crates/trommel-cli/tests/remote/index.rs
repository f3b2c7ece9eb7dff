//! `trommel batch --cdx`: single records by an index.

use crate::server::Server;
use crate::warcs::*;
use crate::{expected, run, texts};

/// A file of records, and the lines of its index.
fn indexed(file: &str, count: usize, is_compressed: bool) -> (Vec<u8>, Vec<String>) {
    let (mut bytes, mut lines) = (Vec::new(), Vec::new());
    for number in 0..count {
        let record = response(&format!("r{number}"), page(number).as_bytes());
        let record = if is_compressed { gzip(&record) } else { record };
        let (offset, length) = (bytes.len(), record.len());
        let url = format!("http://example.com/r{number}");
        lines.push(format!(
            "com,example)/r{number} 20240518015810 {{\"url\": \"{url}\", \"length\": \"{length}\", \"offset\": \"{offset}\", \"filename\": \"{file}\"}}"
        ));
        bytes.extend(record);
    }
    (bytes, lines)
}

#[test]
fn single_records_are_read_and_neighbours_together() {
    let (bytes, lines) = indexed("crawl/x.warc.gz", 3000, true);
    let (plain, plain_lines) = indexed("crawl/y.warc", 5, false);
    let server =
        Server::of([("crawl/x.warc.gz", bytes.clone().into()), ("crawl/y.warc", plain.clone().into())]);
    let folder = folder();
    let whole = expected(&folder, "crawl/x.warc.gz", &bytes);
    // Three neighbours in another order, one that is far, and one of another file.
    let chosen = [&lines[2], &lines[3], &lines[1], &lines[2900], &plain_lines[4]].map(String::as_str);
    put(&folder, "x.cdxj.gz", gzip(chosen.join("\n").as_bytes()));
    let run_with = |prefix: &str| run(&folder, &["--cdx", "x.cdxj.gz", "--prefix", prefix]);
    let web = run_with(&server.url(""));
    assert_eq!(web.code, Some(0), "{}", web.stderr);
    let found = texts(&folder);
    assert_eq!(found[..4], [1, 2, 3, 2900].map(|number: usize| whole[number].clone()));
    assert!(found[4].contains("page of number 4"));
    let row = &rows(&get(&folder, "out.jsonl"))[0];
    assert_eq!(row["source"]["file"], server.url("crawl/x.warc.gz"));
    assert!(lines[1].contains(&format!("\"offset\": \"{}\"", row["source"]["offset"])), "{row}");
    assert_eq!(server.log().len(), 3, "{:?}", server.log());
    put(&folder, "crawl/y.warc", plain);
    let local = run_with(folder.path().to_str().expect("it is text"));
    assert_eq!((local.code, texts(&folder)), (Some(0), found), "{}", local.stderr);
    let chosen = run(&folder, &["--cdx", "x.cdxj.gz", "--prefix", &server.url(""), "--url", "/r4$"]);
    assert_eq!((chosen.code, texts(&folder).len()), (Some(0), 1), "{}", chosen.stderr);
    assert_eq!(server.log().len(), 4, "{:?}", server.log());
}

#[test]
fn an_invalid_line_is_reported_and_the_rest_extracted() {
    let (bytes, lines) = indexed("x.warc.gz", 9, true);
    let all = bytes.len();
    let server = Server::of([("x.warc.gz", bytes.into())]);
    let folder = folder();
    let line = |offset: usize, length: usize, file: &str| {
        format!("a)/ 2024 {{\"filename\": \"{file}\", \"offset\": \"{offset}\", \"length\": {length}}}")
    };
    let index = [
        line(5, 900, "x.warc.gz"),
        line(all - 10, 900, "x.warc.gz"),
        line(all + 10, 900, "x.warc.gz"),
        line(0, 20, "x.warc.gz"),
        line(0, 900, "none.warc.gz"),
        line(5, 900, "none.warc.gz"),
        "no JSON".to_string(),
        lines[7].clone(),
    ];
    put(&folder, "x.cdxj", index.join("\n"));
    let run = run(&folder, &["--cdx", "x.cdxj", "--prefix", &server.url("")]);
    assert_eq!(run.code, Some(2), "{}", run.stderr);
    assert!(texts(&folder).iter().any(|text| text.contains("page of number 7")));
    let (file, none) = (server.url("x.warc.gz"), server.url("none.warc.gz"));
    for message in [
        format!(
            "{file}: byte 5: expected a record, according to line 1 of x.cdxj, found the middle of one, or a part of one"
        ),
        format!(
            "{file}: byte {}: expected a record of 900 bytes, according to line 2 of x.cdxj, found the end of the file at byte {all}",
            all - 10
        ),
        format!(
            "{file}: byte {}: expected a record of 900 bytes, according to line 3 of x.cdxj, found the end of the file at byte {all}",
            all + 10
        ),
        format!(
            "{none}: cannot be read: at byte 0: the server answers 404 (not found; check the URL); 1 more records listed there are left out"
        ),
        "x.cdxj: line 7: expected JSON with `filename`, `offset` and `length`, found none".to_string(),
        "according to line 4 of x.cdxj, found".to_string(),
    ] {
        assert!(run.stderr.contains(&message), "{message}\n{}", run.stderr);
    }
}
