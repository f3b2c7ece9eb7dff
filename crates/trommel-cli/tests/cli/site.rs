//! `trommel site learn` and `--site`: learning and applying wrappers.

use std::path::Path;

use serde_json::{Value, json};
use trommel_testing::site_pages::{SUBJECTS, paragraphs, story, table};

use crate::run::{fails, file, path, succeeds};
use crate::warcs::folder;

/// Standard error of a run that must succeed.
fn done(args: &[&str]) -> String {
    String::from_utf8(succeeds(args).stderr).expect("messages are UTF-8")
}

/// The last line on standard error of a run that fails.
fn trouble(args: &[&str]) -> String {
    fails(args).lines().last().expect("trouble is said").to_string()
}

fn json_of(args: &[&str]) -> Value {
    serde_json::from_slice(&succeeds(args).stdout).expect("the output is JSON")
}

/// Writes a folder with pages of the first five subjects, and returns its path.
fn pages(folder: &Path) -> String {
    for (number, subject) in SUBJECTS.iter().take(5).enumerate() {
        file(folder, &format!("pages/{number}.html"), story(subject));
    }
    folder.join("pages").to_str().expect("its name is UTF-8").to_string()
}

#[test]
fn a_learned_wrapper_bounds_another_page() {
    let temp = folder();
    let (pages, site) = (pages(temp.path()), path(temp.path(), "site.json"));
    let said = done(&["site", "learn", &pages, "-o", &site]);
    assert!(said.contains("div.story on 5 of 5 pages"), "{said}");
    let file_of = |name, html: String| file(temp.path(), name, html);
    let page = json_of(&["-f", "json", "--site", &site, &file_of("new.html", story(SUBJECTS[5]))]);
    assert_eq!(page["site"], true);
    let text = page["text"].as_str().expect("text is text");
    assert!(text.starts_with("The snow plough\n\nThe snow was in the news again"), "{text}");
    // With everything inside it.
    let page =
        json_of(&["-f", "json", "-m", "site", "--site", &site, &file_of("new.html", story(SUBJECTS[5]))]);
    assert_eq!((&page["method"], &page["site"]), (&json!("site"), &json!(true)));
    let text = page["text"].as_str().expect("text is text");
    assert!(text.starts_with("The snow plough\n") && text.ends_with("speeches were about.\n"), "{text}");
}

#[cfg(feature = "parquet")]
#[test]
fn a_table_says_whether_a_wrapper_found_the_content() {
    use parquet::file::reader::SerializedFileReader;
    use parquet::record::Field;
    let temp = folder();
    let (pages, site) = (pages(temp.path()), path(temp.path(), "site.json"));
    done(&["site", "learn", &pages, "-o", &site]);
    let inputs = [("a.html", story(SUBJECTS[5])), ("b.html", table(SUBJECTS[5]))];
    let inputs = inputs.map(|(name, html)| file(temp.path(), name, html));
    let column = |flags: &[&str]| -> Vec<Field> {
        let out = temp.path().join("x.parquet");
        let args = ["batch", &inputs[0], &inputs[1], "-o", out.to_str().expect("its name is UTF-8")];
        done(&[&args, flags].concat());
        let table =
            SerializedFileReader::new(std::fs::File::open(out).expect("it is there")).expect("it is a table");
        let site = |row: parquet::record::Row| {
            row.get_column_iter().find(|(name, _)| *name == "site").map(|(_, field)| field.clone())
        };
        table.into_iter().map(|row| row.ok().and_then(site).expect("each row has the column")).collect()
    };
    assert_eq!(column(&["--site", &site]), [Field::Bool(true), Field::Bool(false)]);
    assert_eq!(column(&[]), [Field::Null, Field::Null]);
}

#[test]
fn a_page_without_a_wrapper_is_decided_by_the_method() {
    let temp = folder();
    let (pages, site) = (pages(temp.path()), path(temp.path(), "site.json"));
    done(&["site", "learn", &pages, "-o", &site]);
    let other = file(temp.path(), "other.html", table(SUBJECTS[0]));
    let (with, without) =
        (json_of(&["-f", "json", "--site", &site, &other]), json_of(&["-f", "json", &other]));
    assert_eq!((&with["site"], &without["site"]), (&json!(false), &Value::Null));
    assert_eq!((&with["text"], &with["method"]), (&without["text"], &without["method"]));
    let alone = json_of(&["-f", "json", "-m", "site", "--site", &site, &other]);
    assert_eq!((&alone["site"], &alone["text"]), (&json!(false), &without["text"]));
}

#[test]
fn hosts_of_a_crawl_get_wrappers_of_their_own() {
    let temp = folder();
    let mut rows = String::new();
    for (number, subject) in SUBJECTS.iter().take(5).enumerate() {
        for (host, html) in
            [("http://www.story.example", story(subject)), ("http://table.example", table("a b"))]
        {
            rows += &format!("{}\n", json!({"html": html, "id": number, "url": format!("{host}/{number}")}));
        }
        rows += &format!("{}\n", json!({"html": story(subject), "id": number}));
    }
    let (rows, site) = (file(temp.path(), "crawl.jsonl", rows), path(temp.path(), "s.json"));
    let said = done(&["site", "learn", &rows, "--by-host", "-o", &site]);
    assert!(said.contains("story.example: div.story on 5 of 5 pages"), "{said}");
    assert!(said.contains("table.example: no wrapper: expected words that are not on all 5 pages"), "{said}");
    assert!(said.contains("5 of 15 pages left out: URL unknown"), "{said}");
    let page = file(temp.path(), "new.html", story(SUBJECTS[5]));
    for (url, found) in [("https://story.example/new", true), ("https://other.example/new", false)] {
        assert_eq!(json_of(&["-f", "json", "--site", &site, "--url", url, &page])["site"], found, "{url}");
    }
    assert_eq!(json_of(&["-f", "json", "--site", &site, &page])["site"], false, "the host is not known");
    for (said, found) in [
        ("<link rel=canonical href=https://www.story.example/new>", true),
        ("<meta property=og:url content=https://story.example/new>", true),
        (
            "<meta property=og:url content=https://other.example/new><link rel=canonical href=https://story.example/>",
            true,
        ),
        ("<link rel=canonical href=/new>", false),
        ("<link rel=canonical href=/new><meta property=og:url content=https://story.example/new>", true),
        ("<p>A text before it.<link rel=canonical href=https://story.example/new>", false),
    ] {
        let page = file(temp.path(), "said.html", format!("<title>A</title>{said}{}", story(SUBJECTS[5])));
        assert_eq!(json_of(&["-f", "json", "--site", &site, &page])["site"], found, "{said}");
        let others = ["-f", "json", "--site", &site, "--url", "https://other.example/", &page];
        assert_eq!(json_of(&others)["site"], false, "what is known from outside counts: {said}");
    }
}

#[test]
fn pages_without_a_common_template_give_no_wrapper() {
    let temp = folder();
    for (number, tag) in ["main", "section", "article", "aside"].into_iter().enumerate() {
        let html =
            format!("<{tag} id=x{tag}><div class=y{tag}>{}</div></{tag}>", paragraphs(SUBJECTS[number]));
        file(temp.path(), &format!("pages/{number}.html"), html);
    }
    let (pages, site) = (path(temp.path(), "pages"), temp.path().join("site.json"));
    let said = trouble(&["site", "learn", &pages, "-o", &site.display().to_string()]);
    assert!(
        said.contains("expected at least 2 pages of one template, found 4 pages of 4 templates"),
        "{said}"
    );
    assert!(!site.exists(), "nothing is written");
    let one = file(temp.path(), "one.html", story(SUBJECTS[0]));
    let said = trouble(&["site", "learn", &one, "-o", &site.display().to_string()]);
    assert!(said.contains("expected at least 2 pages of a site, found 1"), "{said}");
}

#[test]
fn pages_that_do_not_fit_are_named() {
    let temp = folder();
    let pages = pages(temp.path());
    file(temp.path(), "pages/odd.html", table(SUBJECTS[5]));
    let said = done(&["site", "learn", &pages, "-o", &path(temp.path(), "site.json")]);
    assert!(said.contains("1 of 6 pages match no template or lack its best pattern: odd"), "{said}");
}

#[test]
fn other_files_than_site_files_are_rejected() {
    let temp = folder();
    let page = file(temp.path(), "page.html", story(SUBJECTS[0]));
    for (json, found) in [
        ("{\"trommel_site\": 9}", "expected a site file of version 1, found version 9"),
        ("{\"a\": 1}", "found JSON without \"trommel_site\""),
        ("<html>", "found no JSON: expected value at line 1 column 1"),
        ("{\"trommel_site\": 1, \"sites\": [{}]}", "missing field `pages` at line 1 column 32"),
    ] {
        let site = file(temp.path(), "site.json", json);
        let said = trouble(&["--site", &site, &page]);
        assert!(said.contains("site.json: ") && said.contains(found), "{json}: {said}");
    }
    let said = trouble(&["-m", "site", &page]);
    assert!(said.contains("--method site: expected wrappers, found none"), "{said}");
}

#[test]
fn a_feed_provides_signifiers() {
    let temp = folder();
    let mut items = String::new();
    for (number, subject) in SUBJECTS.iter().take(3).enumerate() {
        let html = story(subject)
            .replace("<title>", &format!("<link rel=canonical href='http://v.example/{number}'><title>"));
        file(temp.path(), &format!("pages/{number}.html"), html);
        items += &format!(
            "<item><title>The {subject}</title><link>http://www.v.example/{number}/</link><description>Of the {subject}.</description></item>\n"
        );
    }
    let feed =
        file(temp.path(), "feed.xml", format!("<rss version='2.0'><channel>\n{items}</channel></rss>"));
    let pages = path(temp.path(), "pages");
    let site = path(temp.path(), "site.json");
    let said = done(&["site", "learn", &pages, "--feed", &feed, "-o", &site]);
    assert!(
        said.contains("the feed has items for 3 pages of the sample") && said.contains("div.story on 3 of 3"),
        "{said}"
    );
    let broken = file(temp.path(), "broken.xml", "<rss>\n <channel>\n  <item></items>");
    let said = trouble(&["site", "learn", &pages, "--feed", &broken, "-o", &site]);
    assert!(
        said.contains("broken.xml: expected a feed in well-formed XML") && said.contains("line 3, byte "),
        "{said}"
    );
}

#[test]
fn left_out_pages_are_reported_with_their_reason() {
    let temp = folder();
    let (pages, site) = (pages(temp.path()), path(temp.path(), "site.json"));
    for (flags, expected) in [
        (&["--memory", "1"][..], "found none; 5 of 5 left out: sample full"),
        (&["--by-host"], "found none; 5 of 5 left out: URL unknown"),
    ] {
        let said = trouble(&[&["site", "learn", &pages, "-o", &site], flags].concat());
        assert!(said.contains(expected), "{said}");
    }
    let empty = file(temp.path(), "empty.html", "");
    let said = trouble(&["site", "learn", &empty, "-o", &site]);
    assert!(said.ends_with("found none; 1 of 1 left out: no words"), "{said}");
}

#[test]
fn standard_input_is_read_once() {
    let said = trouble(&["site", "learn", "-", "-", "-o", "-"]);
    assert!(said.contains("-: expected standard input once, found it several times"), "{said}");
}
