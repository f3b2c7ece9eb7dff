//! `--images`, `--link-list` and `--metadata`.

use std::fs;

use assert_cmd::Command;
use serde_json::{Value, json};

const PAGE: &str = "<html lang=en><title>The river</title><meta property=og:image content=/lead.jpg>\
    <meta property=article:published_time content='2023-06-05T08:00:00+0200'><meta name=keywords content='river, rain'>\
    <ul><li><a href=/ rel=home>Home</a><li><a href=/news>News</a></ul><article><h1>The river</h1>\
    <p>It rained for three days in the valley, and on the fourth the <a href=r>river</a> rose above the old bridge.</p>\
    <figure><img src=bridge.jpg alt='The \"old\" bridge' width=640 height=480><figcaption>The bridge in May, seen from the mill.</figcaption></figure>\
    <p>Nobody in the village had seen it so high before, and nobody has seen it since then.</p></article>";

const URL: &str = "https://example.org/water/";

fn stdout(args: &[&str]) -> String {
    let mut command = Command::cargo_bin("trommel").expect("the command is built");
    let output = command.args(args).write_stdin(PAGE).output().expect("the command runs");
    assert!(output.status.success(), "{args:?}: {output:?}");
    String::from_utf8(output.stdout).expect("output is UTF-8")
}

fn page(args: &[&str]) -> Value {
    let args = [&["-f", "json", "--url", URL], args].concat();
    serde_json::from_str(&stdout(&args)).expect("the output is JSON")
}

#[test]
fn images_are_in_markdown_html_and_json() {
    let image = "https://example.org/water/bridge.jpg";
    let markdown = stdout(&["-f", "markdown", "--images", "--url", URL]);
    assert!(markdown.contains(&format!("\n\n![The \"old\" bridge]({image})\n\n")), "{markdown}");
    let html = stdout(&["-f", "html", "--images", "--url", URL]);
    assert!(
        html.contains(&format!("<p><img src=\"{image}\" alt=\"The &quot;old&quot; bridge\"></p>")),
        "{html}"
    );
    let row = page(&["--images", "--markdown"]);
    let expected = json!([{
        "src": image,
        "alt": "The \"old\" bridge",
        "caption": "The bridge in May, seen from the mill.",
    }]);
    assert_eq!(row["images"], expected);
    assert!(row["markdown"].as_str().is_some_and(|markdown| markdown.contains("![The")), "{row}");
    assert_eq!(row["text"], page(&[])["text"]);
}

#[test]
fn a_caption_is_that_of_the_images_in_its_figure() {
    let figure = |body: &str| PAGE.replace("<p>Nobody", &format!("{body}<p>Nobody"));
    for (body, expected) in [
        (
            "<figure><img src=a.jpg><img src=b.jpg><figcaption>Both</figcaption></figure>",
            [Some("Both"), Some("Both")],
        ),
        (
            "<figure><figure><img src=a.jpg></figure><figure><img src=b.jpg><figcaption>One</figcaption></figure></figure>",
            [None, Some("One")],
        ),
        (
            "<figure><img src=a.jpg><figcaption></figcaption></figure><p>It rained for days.</p><p><img src=b.jpg></p>",
            [None, None],
        ),
        (
            "<div class=wp-caption><img src=a.jpg><p class=wp-caption-text>A <b>mill</b></p></div>\
             <table><tr><td><img src=b.jpg></td></tr><tr><td class='tr-caption x'>B</td></tr></table>",
            [Some("A mill"), Some("B")],
        ),
        (
            "<figure><img src=a.jpg><figcaption><span>The harbour</span><small>Getty</small></figcaption></figure>\
             <p><img src=b.jpg></p><p class=caption>B</p>",
            [Some("The harbour Getty"), Some("B")],
        ),
    ] {
        let mut command = Command::cargo_bin("trommel").expect("the command is built");
        let output = command.args(["-f", "json", "--images"]).write_stdin(figure(body)).output();
        let row: Value =
            serde_json::from_slice(&output.expect("the command runs").stdout).expect("the output is JSON");
        let images = row["images"].as_array().expect("there is a list");
        let captions: Vec<_> = images[1..].iter().map(|image| image["caption"].as_str()).collect();
        assert_eq!(captions, expected, "{body}");
    }
}

#[test]
fn a_list_of_links_says_which_are_in_the_content() {
    let expected = json!([
        {"url": "https://example.org/", "text": "Home", "rel": "home", "in_content": false},
        {"url": "https://example.org/news", "text": "News", "rel": null, "in_content": false},
        {"url": "https://example.org/water/r", "text": "river", "rel": null, "in_content": true},
    ]);
    assert_eq!(page(&["--link-list"])["links"], expected);
}

#[test]
fn more_metadata_comes_with_its_sources() {
    let row = page(&["--metadata"]);
    let found =
        ["date", "date_published", "date_modified", "image", "tags", "hostname"].map(|field| &row[field]);
    let expected = json!([
        "2023-06-05T08:00:00+0200",
        "2023-06-05T08:00:00+02:00",
        null,
        "https://example.org/lead.jpg",
        ["river", "rain"],
        "example.org"
    ]);
    assert_eq!(json!(found), expected);
    let fingerprint = row["fingerprint"].as_str().expect("it has text");
    assert!(fingerprint.len() == 16 && u64::from_str_radix(fingerprint, 16).is_ok(), "{fingerprint}");
    let sources = json!({
        "title": "title-element", "date": "open-graph", "date_published": "open-graph", "lang": "html-element", "image": "open-graph", "tags": "meta"
    });
    assert_eq!(row["metadata_sources"], sources);
}

#[test]
fn a_thread_has_its_posts_and_other_pages_have_none() {
    let post = |name: &str| {
        format!(
            "<div class=message><a class=username href=/members/{name}>{name}</a><time datetime=2020-01-02>\
             2 January</time><p>It rained for three days in the valley, writes {name}, and the river rose.</div>"
        )
    };
    let html = format!("<title>Rain</title><h1>Rain</h1>{}", ["ada", "ben", "cleo"].map(post).concat());
    let mut command = Command::cargo_bin("trommel").expect("the command is built");
    let output = command.args(["-f", "json", "--posts"]).write_stdin(html.clone()).output().expect("it runs");
    let row: Value = serde_json::from_slice(&output.stdout).expect("the output is JSON");
    let posts = row["posts"].as_array().expect("it is a thread");
    assert_eq!(posts.len(), 3, "{row}");
    assert_eq!(
        posts[1],
        json!({
            "text": "It rained for three days in the valley, writes ben, and the river rose.",
            "author": "ben",
            "date": "2020-01-02",
            "offset": html.find("ben").map(|at| at + 4).expect("the name is there"),
        })
    );
    assert_eq!(page(&["--posts"]).get("posts"), None);
}

#[test]
fn without_the_flags_nothing_is_added() {
    let row = page(&[]);
    for field in ["images", "images_cut", "links", "links_cut", "posts", "date_published", "metadata_sources"]
    {
        assert_eq!(row.get(field), None, "{field}");
    }
}

#[test]
fn formats_that_cannot_have_them_are_refused() {
    for args in [
        ["--posts", "-f", "text"],
        ["--images", "-f", "text"],
        ["--link-list", "-f", "html"],
        ["--metadata", "-f", "markdown"],
    ] {
        let mut command = Command::cargo_bin("trommel").expect("the command is built");
        command.args(args).write_stdin(PAGE).assert().code(2);
    }
}

#[test]
fn batch_has_the_same_fields() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let (input, output) = (folder.path().join("page.html"), folder.path().join("out.jsonl"));
    fs::write(&input, PAGE).expect("a file can be written");
    let mut command = Command::cargo_bin("trommel").expect("the command is built");
    command.arg("batch").arg(&input).args(["--images", "--link-list", "--metadata", "-o"]).arg(&output);
    command.assert().success();
    let line = fs::read_to_string(&output).expect("the output is there");
    let row: Value = serde_json::from_str(&line).expect("the line is JSON");
    assert_eq!(row["images"][0]["src"], "bridge.jpg");
    assert_eq!(row["links"].as_array().map(Vec::len), Some(3));
    assert_eq!(row["date_published"], "2023-06-05T08:00:00+02:00");
    let csv = folder.path().join("out.csv");
    let mut command = Command::cargo_bin("trommel").expect("the command is built");
    command.arg("batch").arg(&input).args(["--link-list", "-o"]).arg(&csv);
    command.assert().code(2);
}
