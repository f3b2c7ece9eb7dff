//! `trommel batch` with web URLs.

use crate::server::{Served, Server};
use crate::warcs::*;
use crate::{crawl, expected, run, texts};

#[test]
fn a_crawl_is_read_by_one_request_and_never_written_to_disk() {
    let server = Server::of([("x.warc.gz", crawl().into())]);
    let folder = folder();
    let expected = expected(&folder, "x.warc.gz", &crawl());
    let run = run(&folder, &[&server.url("x.warc.gz")]);
    assert_eq!((run.code, texts(&folder)), (Some(0), expected), "{}", run.stderr);
    assert_eq!(server.log(), ["/x.warc.gz 200"]);
    let rows = rows(&get(&folder, "out.jsonl"));
    assert_eq!(rows[0]["source"]["file"], server.url("x.warc.gz"));
    assert_eq!(names(folder.path()), ["out.jsonl", "x.warc.gz"]);
}

#[test]
fn pages_tables_and_archives_are_read_too() {
    let rows_of_json = "{\"html\":\"<p>It rained for three days, and the river rose.\",\"id\":\"a\"}\n";
    let server = Server::of([
        ("a.html", page(7).into_bytes().into()),
        ("chunked", Served { is_chunked: true, ..page(9).into_bytes().into() }),
        ("rows.jsonl.gz", gzip(rows_of_json.as_bytes()).into()),
        ("empty.html", Vec::new().into()),
    ]);
    let folder = folder();
    let urls = ["a.html", "chunked", "rows.jsonl.gz", "empty.html"].map(|path| server.url(path));
    let run = run(&folder, &urls.each_ref().map(String::as_str));
    let ids: Vec<_> = rows(&get(&folder, "out.jsonl")).iter().map(|row| row["id"].clone()).collect();
    assert_eq!(ids, [&*urls[0], &*urls[1], "a", &*urls[3]], "{}", run.stderr);
    assert_eq!(rows(&get(&folder, "out.jsonl"))[0]["url"], urls[0]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert_eq!(server.log().len(), 4, "{:?}", server.log());
}

#[test]
fn a_broken_connection_is_resumed_at_its_offset() {
    for ignores_ranges in [false, true] {
        let served = Served { breaks: vec![2000, 3000, 0, 4000], ignores_ranges, ..crawl().into() };
        let server = Server::of([("x.warc.gz", served)]);
        let folder = folder();
        let expected = expected(&folder, "x.warc.gz", &crawl());
        let run = run(&folder, &[&server.url("x.warc.gz")]);
        assert_eq!((run.code, texts(&folder)), (Some(0), expected), "{}", run.stderr);
        let asked = if ignores_ranges {
            [" 200", " bytes=2000- 200", " bytes=3000- 200", " bytes=3000- 200", " bytes=4000- 200"]
        } else {
            [" 200", " bytes=2000- 206", " bytes=5000- 206", " bytes=5000- 206", " bytes=9000- 206"]
        };
        assert_eq!(server.log(), asked.map(|asked| format!("/x.warc.gz{asked}")));
    }
}

#[test]
fn a_busy_server_is_retried_and_its_errors_are_not_pages() {
    let served = Served { first: vec![503, 429, 403], ..crawl().into() };
    let server = Server::of([("x.warc.gz", served)]);
    let folder = folder();
    let expected = expected(&folder, "x.warc.gz", &crawl());
    let run = run(&folder, &[&server.url("x.warc.gz")]);
    assert_eq!((run.code, texts(&folder)), (Some(0), expected), "{}", run.stderr);
    assert_eq!(server.log().len(), 4, "{:?}", server.log());
}

#[test]
fn unreadable_urls_are_reported_and_the_rest_extracted() {
    let forbidden = Served { first: vec![403; 9], ..crawl().into() };
    let changed = Served { breaks: vec![2000], then: Some(crawl()[1..].to_vec()), ..crawl().into() };
    let server = Server::of([
        ("forbidden.warc.gz", forbidden),
        ("changed.warc.gz", changed),
        ("x.warc.gz", crawl().into()),
    ]);
    let folder = folder();
    let expected = expected(&folder, "x.warc.gz", &crawl());
    let [forbidden, changed, missing, whole] =
        ["forbidden.warc.gz", "changed.warc.gz", "none", "x.warc.gz"].map(|path| server.url(path));
    let run = run(&folder, &[&forbidden, &missing, &changed, &whole]);
    assert_eq!(run.code, Some(2), "{}", run.stderr);
    assert!(texts(&folder).ends_with(&expected));
    for message in [
        format!(
            "{forbidden}: cannot be read: at byte 0: the server answers 403 (forbidden: check the credentials, or send fewer requests), 4 times"
        ),
        format!("{missing}: cannot be read: at byte 0: the server answers 404 (not found; check the URL)"),
        format!(
            "{changed}: cannot be read: at byte 2000: it changed while it was read: expected {} bytes in all, found {}",
            crawl().len(),
            crawl().len() - 1
        ),
    ] {
        assert!(run.stderr.contains(&message), "{message}\n{}", run.stderr);
    }
}

#[test]
fn an_invalid_url_is_rejected() {
    let folder = folder();
    let run = run(&folder, &["s3://bucket", "s3://me:pass@bucket/x", "http://"]);
    assert_eq!(run.code, Some(2), "{}", run.stderr);
    for message in [
        "s3://bucket: expected s3://BUCKET/NAME, found no name",
        "s3://bucket/x: expected credentials in the environment, found some in the URL",
        "http://: expected a URL: empty host",
    ] {
        assert!(run.stderr.contains(message), "{message}\n{}", run.stderr);
    }
}

#[test]
fn credentials_are_in_no_message_and_no_output() {
    // "me:pass" in base64.
    let served = Served { password: Some("bWU6cGFzcw=="), ..page(7).into_bytes().into() };
    let server = Server::of([("a.html", served)]);
    let folder = folder();
    let with = |user: &str, path: &str| format!("http://{user}@{}/{path}", server.host);
    put(&folder, "list", with("me:pass", "a.html?key=geheim") + "\n" + &with("me:falsch", "a.html"));
    let run = run(&folder, &["-v", "--input-from", "list", &with("me:pass", "none?key=geheim")]);
    assert_eq!(run.code, Some(2), "{}", run.stderr);
    let out = String::from_utf8(get(&folder, "out.jsonl")).expect("output is UTF-8");
    assert!(out.contains("page of number 7"), "{out}");
    for secret in ["pass", "falsch", "geheim"] {
        assert!(!run.stderr.contains(secret) && !out.contains(secret), "{}{out}", run.stderr);
    }
    assert!(run.stderr.contains("the server answers 401 (credentials required)"), "{}", run.stderr);
}

#[test]
fn the_parts_of_a_file_have_each_page_once() {
    // Larger than the first request.
    let bytes: Vec<u8> = (0..4000)
        .flat_map(|number| gzip(&response(&format!("r{number}"), page(number).as_bytes())))
        .collect();
    for ignores_ranges in [false, true] {
        let server = Server::of([("x.warc.gz", Served { ignores_ranges, ..bytes.clone().into() })]);
        let folder = folder();
        let expected = expected(&folder, "x.warc.gz", &bytes);
        let mut found = Vec::new();
        for part in ["1/3", "2/3", "3/3"] {
            let run = run(&folder, &[&server.url("x.warc.gz"), "--part", part]);
            assert_eq!(run.code, Some(0), "{}", run.stderr);
            found.extend(texts(&folder));
        }
        assert_eq!(found, expected, "{:?}", server.log());
        assert!(server.log().len() <= 6, "{:?}", server.log());
    }
}

#[test]
fn a_list_may_be_a_url() {
    let server = Server::of([("a.html", page(7).into_bytes().into())]);
    let list = gzip((server.url("a.html") + "\n").as_bytes());
    let lists = Server::of([("paths.gz", list.into())]);
    let folder = folder();
    let run = run(&folder, &["--input-from", &lists.url("paths.gz")]);
    assert_eq!((run.code, texts(&folder).len()), (Some(0), 1), "{}", run.stderr);
}

#[test]
fn a_list_of_names_is_completed_by_a_prefix() {
    let server = Server::of([("a/b.html", page(7).into_bytes().into())]);
    let folder = folder();
    put(&folder, "paths.gz", gzip(b"a/b.html\n"));
    let run = run(&folder, &["--input-from", "paths.gz", "--prefix", &server.url("")]);
    assert_eq!((run.code, texts(&folder).len()), (Some(0), 1), "{}", run.stderr);
}
