//! `trommel report`: counts, names, examples and memory.

use serde_json::{Value, json};

use crate::warcs::*;

/// The data of the report of these rows.
fn data(rows: &str) -> Value {
    let folder = folder();
    put(&folder, "rows.jsonl", rows);
    let run = run_in(folder.path(), &["report", "rows.jsonl", "-o", "data.json"]);
    assert_ne!(run.code, None, "{}", run.stderr);
    serde_json::from_slice(&get(&folder, "data.json")).expect("it is JSON")
}

/// An element of a list, by its name.
fn named<'a>(list: &'a Value, name: &str) -> &'a Value {
    let found = list.as_array().into_iter().flatten().find(|item| item["name"] == name);
    found.unwrap_or(&Value::Null)
}

/// Values of a group and their pages.
fn pages_by(data: &Value, group: &str) -> Vec<(String, u64)> {
    let values = named(&data["groups"], group)["values"].as_array().into_iter().flatten();
    let pair = |value: &Value| Some((value["value"].as_str()?.to_string(), value["pages"].as_u64()?));
    values.filter_map(pair).collect()
}

#[test]
fn rows_of_a_crawl_are_counted_as_batch_wrote_them() {
    let folder = folder();
    let records = [
        response("a", page(1).as_bytes()),
        response("b", page(2).as_bytes()),
        response_with("empty", "203 Other", "Content-Type: text/html\r\n", b"<title>x</title>"),
    ];
    put(&folder, "in.warc", records.concat());
    put(&folder, "dir/a.html", page(3));
    let run = run_in(folder.path(), &["batch", "in.warc", "dir", "-o", "rows.jsonl.zst"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let run = run_in(folder.path(), &["report", "rows.jsonl.zst", "-o", "data.json"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert_eq!(run.stderr, "trommel: 4 pages, 0 bad lines\n");
    let data: Value = serde_json::from_slice(&get(&folder, "data.json")).expect("it is JSON");
    assert_eq!(data["pages"], 4);
    let statuses = pages_by(&data, "http_status");
    assert_eq!(statuses, [("200".to_string(), 2), ("203".to_string(), 1)]);
    assert_eq!(named(&data["groups"], "http_status")["missing"], 1);
    let nothing = named(&data["lists"], "nothing");
    assert_eq!(nothing["count"], 1);
    assert_eq!(nothing["pages"][0]["row"], "rows.jsonl.zst:3");
    assert_eq!(named(&data["distributions"], "chars")["count"], 4);
}

#[test]
fn noteworthy_pages_are_listed_with_their_commands() {
    let rows = concat!(
        r#"{"url":"http://a.example/1","text":"","blocks":30,"blocks_kept":0,"source":{"file":"a b.html"}}"#,
        "\n",
        r#"{"url":"http://www.a.example/2","text":"x","blocks":40,"blocks_kept":1,"method":"line-block","source":{"file":"c.html"}}"#,
        "\n",
        r#"{"id":"three","text":"many words","blocks":20,"blocks_kept":20,"confidence":0.25,"page_type":"forum","source":{"file":"standard input"}}"#,
        "\n",
        r#"{"url":"http://b.example/","text":"words","blocks":19,"blocks_kept":19,"malformed":3,"truncated":"damaged","source":{"file":"d.warc","offset":17}}"#,
        "\n",
    );
    let data = data(rows);
    let first = |list: &str| &named(&data["lists"], list)["pages"][0];
    assert_eq!(first("nothing")["command"], "trommel explain 'a b.html' -o page.html");
    let nearly_nothing = first("nearly_nothing");
    assert_eq!(nearly_nothing["command"], "trommel explain c.html --method line-block -o page.html");
    assert_eq!(first("nearly_all")["name"], "three", "of twenty blocks");
    assert_eq!(first("nearly_all")["command"], Value::Null, "it came by a pipe");
    assert_eq!(first("unsure")["confidence"], 0.25);
    assert_eq!(first("damaged")["damage"], json!(["truncated: damaged", "malformed: 3"]));
    assert_eq!(first("damaged")["place"], "d.warc, byte 17");
    let expected = [("a.example".to_string(), 2), ("b.example".to_string(), 1)];
    assert_eq!(pages_by(&data, "host"), expected);
    assert_eq!(pages_by(&data, "damage").len(), 2);
    assert_eq!(pages_by(&data, "page_type"), [("forum".to_string(), 1)]);
    assert!(pages_by(&data, "lang").is_empty() && named(&data["groups"], "lang").is_null());
}

#[test]
fn bad_lines_are_counted_and_named_and_the_others_are_there() {
    let folder = folder();
    let good = r#"{"text":"words","blocks":1,"blocks_kept":1}"#;
    put(&folder, "rows.jsonl", format!("{good}\nno row\n\n{good}\n[{good}]\n{{\"id\":\"x\"}}\n{good}"));
    let run = run_in(folder.path(), &["report", "rows.jsonl", "none.jsonl", "-o", "data.json"]);
    assert_eq!(run.code, Some(2), "{}", run.stderr);
    for expected in [
        "rows.jsonl: line 2: column 2: expected a row of `trommel batch`, found: expected ident",
        "rows.jsonl: line 5: expected a JSON object, found an array",
        "rows.jsonl: line 6: expected a row of `trommel batch`, found an object with neither",
        "none.jsonl: expected a file, found nothing at this path",
        "3 pages, 3 bad lines",
    ] {
        assert!(run.stderr.contains(expected), "{expected}: {}", run.stderr);
    }
    let data: Value = serde_json::from_slice(&get(&folder, "data.json")).expect("it is JSON");
    assert_eq!((&data["pages"], &data["bad_lines"]["count"]), (&3.into(), &3.into()));
    assert_eq!((&data["unread_count"], data["unread"].as_array().map(Vec::len)), (&1.into(), Some(1)));
}

#[test]
fn many_bad_lines_are_named_twenty_times() {
    let folder = folder();
    put(&folder, "rows.jsonl", "{no row}\n".repeat(1000));
    let run = run_in(folder.path(), &["report", "rows.jsonl", "-o", "r.html"]);
    assert_eq!((run.code, run.stderr.lines().count()), (Some(2), 21), "{}", run.stderr);
    assert!(run.stderr.contains("0 pages, 1000 bad lines"), "{}", run.stderr);
}

/// Checks that a report makes no requests and runs no code from its data.
pub(crate) fn assert_is_harmless(report: &str) {
    assert!(report.starts_with("<!doctype html>") && report.contains("default-src 'none'"));
    assert_eq!(report.matches("</script>").count(), 2, "of the data and of the viewer");
    for marker in ["src=\"", "href=\"", "url(", "\nimport "] {
        assert!(!report.contains(marker), "{marker}");
    }
}

#[test]
fn a_report_is_one_page_that_runs_nothing_of_its_rows() {
    let hostile = "</script><script>alert(1)</script><!--";
    let row = serde_json::json!({
        "url": format!("http://{hostile}.example/{hostile}"), "text": "", "blocks": 1, "blocks_kept": 0,
        "lang": hostile, "source": {"file": hostile},
    });
    let folder = folder();
    put(&folder, "rows.jsonl", row.to_string());
    let run = run_in(folder.path(), &["report", "rows.jsonl", "-o", "r.html"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let report = String::from_utf8(get(&folder, "r.html")).expect("it is text");
    assert_is_harmless(&report);
}

#[test]
fn missing_rows_are_reported_and_inputs_are_not_replaced() {
    let folder = folder();
    put(&folder, "rows.jsonl", "");
    let run = run_in(folder.path(), &["report", "rows.jsonl", "-o", "r.html"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(1), "trommel: 0 pages, 0 bad lines\n"));
    assert!(get(&folder, "r.html").starts_with(b"<!doctype html>"));
    let run = run_in(folder.path(), &["report", "rows.jsonl", "-o", "rows.jsonl"]);
    assert!(run.code == Some(2) && run.stderr.contains("not an input"), "{}", run.stderr);
    let run = run_in(folder.path(), &["report", "-", "-", "-o", "r.html"]);
    assert!(run.code == Some(2) && run.stderr.contains("standard input once"), "{}", run.stderr);
}

#[test]
fn summaries_of_runs_are_shown() {
    let folder = folder();
    put(
        &folder,
        "in.warc",
        [
            response("a", page(1).as_bytes()),
            response_with("gone", "404 Not Found", "Content-Type: text/html\r\n", b"<p>gone"),
        ]
        .concat(),
    );
    let run = run_in(folder.path(), &["batch", "in.warc", "-o", "rows.jsonl", "--summary", "done.json"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let run = run_in(folder.path(), &["report", "rows.jsonl", "--summary", "done.json", "-o", "data.json"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let data: Value = serde_json::from_slice(&get(&folder, "data.json")).expect("it is JSON");
    let run = &data["runs"][0];
    assert_eq!(
        (&run["name"], &run["pages_in"], &run["skipped"]["http-status"]),
        (&"done.json".into(), &1.into(), &1.into())
    );
    assert!(run["seconds"].as_f64().is_some_and(|seconds| seconds > 0.0), "{run}");
    let last = run["over_time"].as_array().and_then(|samples| samples.last());
    let expected = json!({"seconds": run["seconds"], "pages": 1, "bytes_in": run["bytes_in"]});
    assert_eq!(last, Some(&expected));
    let run = run_in(folder.path(), &["report", "rows.jsonl", "--summary", "rows.jsonl", "-o", "x.json"]);
    assert!(
        run.code == Some(2) && run.stderr.contains("expected a summary written by `trommel batch --summary`"),
        "{}",
        run.stderr
    );
}

#[test]
fn language_tags_ignore_case() {
    let rows =
        ["en-US", "en-us", "EN-US", "de"].map(|tag| format!("{{\"text\":\"a\",\"lang\":\"{tag}\"}}\n"));
    assert_eq!(pages_by(&data(&rows.concat()), "lang"), [("en-us".to_string(), 3), ("de".to_string(), 1)]);
}

#[test]
fn broken_compression_is_reported_and_what_came_before_it_is_counted() {
    let folder = folder();
    let rows = r#"{"text":"words","blocks":1,"blocks_kept":1}"#.to_string() + "\n";
    let compressed = zstd::encode_all(rows.repeat(50_000).as_bytes(), 1).expect("memory can be compressed");
    put(&folder, "rows.jsonl.zst", &compressed[..compressed.len() - 20]);
    let run = run_in(folder.path(), &["report", "rows.jsonl.zst", "-o", "data.json"]);
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.contains("expected a whole gzip or zstd stream"), "{}", run.stderr);
    let data: Value = serde_json::from_slice(&get(&folder, "data.json")).expect("it is JSON");
    assert!(data["pages"].as_u64().is_some_and(|pages| pages > 0), "{data}");
}

#[test]
fn the_commands_of_a_report_explain_the_pages_that_they_name() {
    let folder = folder();
    let empty =
        |number: usize| format!("<title>Empty {number}</title><nav><a href=/>Home {number}</a></nav>");
    put(
        &folder,
        "a.warc",
        (1..4).map(|n| response(&format!("a{n}"), empty(n).as_bytes())).collect::<Vec<_>>().concat(),
    );
    put(
        &folder,
        "b.warc.gz",
        [4, 5].map(|n| gzip(&response(&format!("b{n}"), empty(n).as_bytes()))).concat(),
    );
    let both = [6, 7].map(|n| response(&format!("c{n}"), empty(n).as_bytes())).concat();
    put(&folder, "c.warc.gz", gzip(&both));
    let row =
        |n: usize| serde_json::json!({"html": empty(n), "url": format!("http://r.example/{n}")}).to_string();
    put(&folder, "d.jsonl", format!("{}\n\n{}\n", row(8), row(9)));
    put(&folder, "e f.html", empty(10));
    let inputs = ["a.warc", "b.warc.gz", "c.warc.gz", "d.jsonl", "e f.html"];
    run_in(folder.path(), &[&["batch"][..], &inputs, &["-o", "rows.jsonl"]].concat());
    let run = run_in(folder.path(), &["report", "rows.jsonl", "-o", "data.json"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let data: Value = serde_json::from_slice(&get(&folder, "data.json")).expect("it is JSON");
    let pages = named(&data["lists"], "nothing")["pages"].as_array().expect("all are empty").clone();
    assert_eq!(pages.len(), 10);
    for (at, page) in pages.iter().enumerate() {
        let command = page["command"].as_str().expect("each is explained");
        let words = shlex::split(command).expect("it is a command");
        let words: Vec<_> = words.iter().map(String::as_str).collect();
        let run = run_in(folder.path(), &[&words[1..words.len() - 1], &["page.json"]].concat());
        assert_eq!(run.code, Some(0), "{command}: {}", run.stderr);
        let explained: Value = serde_json::from_slice(&get(&folder, "page.json")).expect("it is JSON");
        assert_eq!(explained["page"]["title"], format!("Empty {}", at + 1), "{command}");
    }
    let run = run_in(folder.path(), &["explain", "--source", r#"{"file":"a.warc","offset":1}"#]);
    assert!(run.code == Some(2) && run.stderr.contains("given by --source, found none"), "{}", run.stderr);
    let run = run_in(folder.path(), &["explain", "--source", r#"{"offset":1}"#]);
    assert!(run.code == Some(2) && run.stderr.contains("missing field `file`"), "{}", run.stderr);
    let run = run_in(folder.path(), &["explain", "--source", r#"{"file":"none.warc"}"#]);
    assert!(run.code == Some(2) && run.stderr.contains("found nothing at this path"), "{}", run.stderr);
}

#[test]
fn other_formats_than_json_lines_are_reported_once() {
    let folder = folder();
    put(&folder, "a.html", page(3));
    run_in(folder.path(), &["batch", "a.html", "-o", "pages.csv"]);
    put(&folder, "a.txt", "one\ntwo\n");
    for (name, found) in [("pages.csv", "a CSV table"), ("a.html", "an HTML page"), ("a.txt", "text")] {
        let run = run_in(folder.path(), &["report", name, "-q", "-o", "report.html"]);
        let said = format!(
            "trommel: {name}: expected JSON lines from `trommel batch --format jsonl`, found {found}\n"
        );
        assert_eq!((run.code, run.stderr), (Some(2), said));
    }
}
