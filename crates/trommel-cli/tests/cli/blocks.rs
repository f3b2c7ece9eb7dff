//! `trommel blocks`, `trommel segments` and selectors.

use std::fs;

use serde_json::Value;

use crate::run::{PAGE, TEXT, both, command, file, json, stdout, trouble};
use crate::warcs::{folder, gzip};

#[test]
fn facts_explain_the_score_without_changing_the_verdict() {
    let page = fs::read(trommel_testing::in_package("corpora/cases/article-en/page.html"))
        .expect("the page is there");
    let lines = stdout(&["blocks"], &page[..], 0);
    let (mut kept, mut never, mut phrases) = (0, 0, 0);
    for line in lines.split_inclusive('\n') {
        let block = json(line);
        if block["score"].is_null() {
            assert!(block["facts"].is_null() && block["verdict"] == "dropped", "{line}");
            never += u64::from(block["path"].as_str().is_some_and(|path| path.starts_with("nav ")));
            continue;
        }
        let facts = block["facts"].as_array().expect("the learned method decides");
        let moved: Vec<f64> = facts.iter().filter_map(|fact| fact["moved"].as_f64()).collect();
        assert!((1..=5).contains(&moved.len()) && moved.is_sorted_by(|a, b| a.abs() >= b.abs()), "{line}");
        assert!(facts.iter().all(|fact| fact["name"].is_string() && fact["value"].is_number()), "{line}");
        if let Some(phrase) = block["phrase"]["text"].as_str() {
            assert!(block["text"].as_str().is_some_and(|text| text.contains(phrase)), "{line}");
            phrases += 1;
        }
        kept += u64::from(block["verdict"] == "kept");
    }
    assert!(phrases > 10, "{phrases}");
    assert_eq!(json(&stdout(&["-f", "json"], &page[..], 0))["blocks_kept"], kept);
    assert!(never > 0, "the page has a navigation");
    for line in stdout(&["blocks", "-m", "tag-ratio"], &page[..], 0).split_inclusive('\n') {
        assert!(json(line)["facts"].is_null());
    }
}

#[test]
fn blocks_of_one_record_have_its_number() {
    let page = fs::read(trommel_testing::in_package("corpora/cases/records-it/page.html"))
        .expect("the page is there");
    let lines = stdout(&["blocks"], &page[..], 0);
    let records: Vec<Value> = lines.split_inclusive('\n').map(|line| json(line)["record"].clone()).collect();
    let of_group = |group: &Value| records.iter().filter(|record| &record["group"] == group).count();
    let in_record = records.iter().filter(|record| record.is_object());
    assert!(in_record.clone().any(|record| of_group(&record["group"]) >= 6), "{records:?}");
    assert!(records.iter().any(Value::is_null) && in_record.count() > 6);
}

#[test]
fn blocks_has_a_line_for_each_block_with_its_verdict() {
    let lines = stdout(&["blocks"], PAGE, 0);
    let rows: Vec<Value> =
        lines.lines().map(|line| serde_json::from_str(line).expect("each line is JSON")).collect();
    let keys = [
        "index", "offset", "tag", "path", "depth", "chars", "words", "tags", "links", "ttr", "attr", "tkd",
        "hidden", "verdict", "role", "level", "list_depth", "quote_depth", "cell", "text",
    ];
    for (index, row) in rows.iter().enumerate() {
        assert_eq!(row["index"], index);
        assert!(keys.iter().all(|&key| row.get(key).is_some()), "{row}");
    }
    let kept: Vec<_> = rows.iter().filter(|row| row["verdict"] == "kept").map(|row| &row["text"]).collect();
    assert_eq!(kept, TEXT.trim_end().split("\n\n").collect::<Vec<_>>());
    let dropped = rows.iter().find(|row| row["verdict"] == "dropped").expect("links are dropped");
    assert_eq!((&dropped["tag"], &dropped["attr"]), (&"nav".into(), &1.0.into()));
    let offset = rows.iter().find(|row| row["verdict"] == "kept").and_then(|row| row["offset"].as_u64());
    assert_eq!(offset, PAGE.find("It rained").map(|offset| offset as u64));
    assert_eq!(stdout(&["blocks"], "", 1), "");
}

#[test]
fn blocks_shows_the_structure_of_a_page() {
    let page = "<h2>Count of <em>newts</em></h2><ul><li>In<ul><li><input type=checkbox>May</li></ul></ul>\
        <pre><code class=language-rust>fn main() {}</code></pre>\
        <p>So <math alttext='a^2'><msup><mi>a</mi><mn>2</mn></msup></math> is <a href=/a>all</a>.</p>\
        <table><tr><th colspan=2>Year<th rowspan=2>Sum<tr><td>2019<td>12<tr><td>2020<td>1<td>3</table>";
    let rows = stdout(&["blocks", "--markdown", "--links"], page, 0);
    let rows: Vec<Value> = rows.split_inclusive('\n').map(json).collect();
    let row = |text: &str| rows.iter().find(|row| row["text"] == text).expect("the block is there");
    let heading = row("Count of newts");
    assert_eq!((&heading["level"], &heading["markdown"]), (&2.into(), &"## Count of *newts*".into()));
    assert_eq!((&row("In")["list_depth"], &row("May")["list_depth"]), (&1.into(), &2.into()));
    assert_eq!((&row("In")["done"], &row("May")["done"]), (&Value::Null, &false.into()));
    let code = row("fn main() {}");
    assert_eq!((&code["language"], &code["level"]), (&"rust".into(), &Value::Null));
    assert_eq!(code["markdown"], "```rust\nfn main() {}\n```");
    let formula = row("So a^2 is all.");
    assert_eq!(formula["formulas"], serde_json::json!(["a^2"]));
    assert_eq!(formula["markdown"], "So $`a^2`$ is [all](/a).");
    let place = |cell: &Value| ["row", "column", "colspan", "rowspan"].map(|key| cell[key].as_u64());
    assert_eq!(place(&row("Year")["cell"]), [1, 1, 2, 1].map(Some));
    assert_eq!(place(&row("Sum")["cell"]), [1, 3, 1, 2].map(Some));
    assert_eq!(place(&row("3")["cell"]), [3, 3, 1, 1].map(Some));
    assert_eq!((&row("Sum")["cell"]["header"], &row("3")["cell"]["header"]), (&true.into(), &false.into()));
    let plain = stdout(&["blocks"], page, 0);
    assert!(!plain.contains("\"markdown\"") && plain.lines().count() == rows.len(), "{plain}");
}

#[test]
fn blocks_are_kept_and_left_out_by_their_roles() {
    let text = stdout(&["--with-role", "navigation", "--without-role", "paragraph"], PAGE, 0);
    let rows = stdout(&["blocks", "--with-role", "navigation", "--without-role", "paragraph"], PAGE, 0);
    let kept: Vec<_> = rows.split_inclusive('\n').map(json).filter(|row| row["verdict"] == "kept").collect();
    assert!(!text.contains("It rained") && kept.iter().any(|row| row["role"] == "navigation"), "{rows}");
    assert!(kept.iter().all(|row| text.contains(row["text"].as_str().expect("is text"))), "{text}");
    let both = trouble(&["--with-role", "title", "--without-role", "title,table"]);
    assert!(
        both.contains("--with-role: expected roles that are not in --without-role, found title"),
        "{both}"
    );
    let found = command(&["--without-role", "titles"]).output().expect("the command runs");
    let message = String::from_utf8(found.stderr).expect("messages are UTF-8");
    assert!(
        found.status.code() == Some(2) && message.contains("expected one of title, byline,"),
        "{message}"
    );
}

#[test]
fn selectors_limit_the_output() {
    let paragraphs: Vec<_> = TEXT.split_inclusive('\n').filter(|line| line.len() > 1).collect();
    assert_eq!(stdout(&["--select", "p"], PAGE, 0), TEXT);
    assert_eq!(stdout(&["--select=p:nth-of-type(2)"], PAGE, 0), paragraphs[1]);
    assert_eq!(stdout(&["--select=nav, p", "--drop=p:nth-of-type(2)", "--drop=nav"], PAGE, 0), paragraphs[0]);
    let page = json(&stdout(&["-f", "json", "--select", "p", "--drop", "a"], PAGE, 0));
    assert_eq!((&page["selected"], &page["dropped"]), (&2.into(), &5.into()));
    assert_eq!((&page["title"], &page["lang"]), (&"The river".into(), &"en".into()));
    let blocks = stdout(&["blocks", "--select", "nav"], PAGE, 0);
    assert_eq!(blocks.lines().count(), 1, "{blocks}");
}

#[test]
fn a_page_without_selected_elements_is_reported() {
    let said = "trommel: standard input: nothing on this page is selected\n";
    assert_eq!(both(&["--select", "main"], PAGE, 1), (String::new(), said.to_string()));
    let (page, message) = both(&["-f", "json", "--select", "main"], PAGE, 1);
    let page = json(&page);
    assert_eq!((&page["selected"], &page["text"], &message[..]), (&0.into(), &"".into(), said));
    assert_eq!(both(&["blocks", "--select", "main"], PAGE, 1), (String::new(), said.to_string()));
    // Selected elements without main content have another message.
    let said = "trommel: standard input: nothing extracted: there is no text to decide about\n";
    assert_eq!(both(&["--select", "title"], PAGE, 1), (String::new(), said.to_string()));

    let folder = folder();
    let path = |name, page: &str| file(folder.path(), name, page);
    let (one, two) = (path("1.html", PAGE), path("2.html", &PAGE.replace("<p>", "<p class=x>")));
    let (pages, message) = both(&["batch", &one, &two, "-o", "-", "--select", ".x"], "", 0);
    let selected: Vec<_> = pages.lines().map(|page| json(&format!("{page}\n"))["selected"].clone()).collect();
    assert_eq!(selected, [Value::from(0), Value::from(2)]);
    assert!(message.contains("1 without selected elements"), "{message}");
}

#[test]
fn an_invalid_selector_is_an_error_with_its_place() {
    for (args, place) in [
        (["--select", "h1 + p"], "(at byte 3)"),
        (["--drop", "\u{fc}l p:hover"], "(at byte 5)"),
        (["--select", "p..x"], "(at byte 2)"),
        (["--drop", ""], ""),
    ] {
        let (out, message) = both(&args, PAGE, 2);
        assert_eq!(out, "");
        assert!(message.lines().count() == 1 && message.contains(place), "{message}");
        assert!(message.contains(args[0]) && message.contains("expected"), "{message}");
    }
    let message = trouble(&["--select", "p", "--budget", "160KiB"]);
    assert!(message.contains("budget"), "{message}");
}

#[test]
fn segments_have_a_line_each_with_their_fields() {
    let page = "<title>x</title><ul><li><a href=/>Home</a><li><a href=/n>News</a><li><a href=/s>Sport</a></ul>\
        <div><p>It rained for three days in the valley, and on the fourth the river rose above the old bridge.\
        <p>Nobody in the village had seen it so high before, and nobody has seen it since then.</div>";
    let out = stdout(&["segments"], page, 0);
    let rows: Vec<_> = out.split_inclusive('\n').map(json).collect();
    let (content, menu) = (&rows[0], &rows[1]);
    assert_eq!(rows.len(), 2);
    let text = "It rained for three days in the valley, and on the fourth the river rose above the old bridge.\n\
        Nobody in the village had seen it so high before, and nobody has seen it since then.";
    let expected = serde_json::json!({
        "index": 0, "kind": "content", "relevance": content["relevance"], "offset": page.find("It rained"), "tag": "div",
        "blocks": 2, "words": 36, "links": 0, "link_words": 0, "text": text
    });
    assert_eq!(*content, expected);
    assert!(content["relevance"].as_f64() > Some(0.0));
    let expected = serde_json::json!({
        "index": 1, "kind": "menu", "relevance": null, "offset": page.find("Home"), "tag": "ul",
        "blocks": 3, "words": 3, "links": 3, "link_words": 3, "text": "Home\nNews\nSport"
    });
    assert_eq!(*menu, expected);
    let folder = folder();
    let path = file(folder.path(), "page.html.gz", gzip(page.as_bytes()));
    assert_eq!(stdout(&["segments", &path], "", 0), out);
    assert_eq!(stdout(&["-m", "words-leaves"], page, 0), format!("{}\n", text.replace('\n', "\n\n")));
}

#[test]
fn a_page_without_segments_ends_with_1_and_another_method_is_refused() {
    assert_eq!(stdout(&["segments"], "<p> <img src=x>", 1), "");
    let message = trouble(&["segments", "missing.html"]);
    assert!(message.starts_with("missing.html: "), "{message}");
    for args in [&["segments", "-m", "line-block"][..], &["segments", "--most", "0"]] {
        let output = command(args).write_stdin(PAGE).output().expect("the command runs");
        assert_eq!(output.status.code(), Some(2), "{args:?}: {output:?}");
    }
}

#[test]
fn json_says_how_many_nodes_were_folded() {
    let page = "<div>".repeat(200) + "It rained for three days in the valley.";
    let row = json(&stdout(&["-m", "words-leaves", "-f", "json"], page.clone(), 0));
    assert!(row["nodes_folded"].as_u64() > Some(0), "{row}");
    assert_eq!(row["method"], "words-leaves");
    let row = json(&stdout(&["-m", "words-leaves", "-f", "json"], PAGE, 0));
    assert!(row.get("nodes_folded").is_none(), "{row}");
    let row = json(&stdout(&["-f", "json"], page, 0));
    assert!(row.get("nodes_folded").is_none(), "{row}");
}

#[test]
fn each_ratio_and_relevance_has_a_name() {
    for ratio in ["words-leaves", "chars-leaves", "words-nodes", "chars-nodes"] {
        for relevance in ["capped", "scaled", "literal"] {
            let args = ["-m", "words-leaves", "--ratio", ratio, "--relevance", relevance];
            assert!(stdout(&args, PAGE, 0).contains("It rained"), "{args:?}");
        }
    }
}

#[test]
fn segments_reports_a_page_without_selected_elements() {
    let said = "trommel: standard input: nothing on this page is selected\n";
    assert_eq!(both(&["segments", "--select", "main"], PAGE, 1), (String::new(), said.to_string()));
}
