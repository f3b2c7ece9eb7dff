//! Parts of pages, chosen by CSS selectors.
#![cfg(feature = "select")]

use std::ops::ControlFlow;
use trommel::select::{Selection, Selectors};
use trommel::{Extractor, LineBlock, Options, Sink, Summary};

/// The text of all line-blocks, kept or dropped, since what is tested is what the decision gets to see.
#[derive(Debug, Default, PartialEq)]
struct Blocks(Vec<(u64, String)>);

impl Sink for Blocks {
    fn rendered(&mut self, _: &str) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn line_block(&mut self, block: &LineBlock<'_>) -> ControlFlow<()> {
        self.0.push((block.offset(), block.text().collect()));
        ControlFlow::Continue(())
    }
}

fn selectors(select: &[&str], drop: &[&str]) -> Selectors {
    let mut selectors = Selectors::default();
    for css in select {
        selectors = selectors.select(css).expect("the selector is sound");
    }
    for css in drop {
        selectors = selectors.drop(css).expect("the selector is sound");
    }
    selectors
}

/// An extractor with these selectors.
fn extractor(select: &[&str], drop: &[&str]) -> Extractor {
    Extractor::new(Options::default().with_selectors(selectors(select, drop))).expect("the options are sound")
}

fn read(extractor: &mut Extractor, chunks: &[&[u8]]) -> (Blocks, Summary) {
    let mut blocks = Blocks::default();
    for chunk in chunks {
        extractor.push_to(chunk, &mut blocks).expect("HTML is never wrong");
    }
    let summary = extractor.finish_to(&mut blocks).expect("HTML is never wrong");
    (blocks, summary)
}

/// The text of a page, its blocks parted by `|`.
fn text(html: &str, select: &[&str], drop: &[&str]) -> String {
    let (blocks, _) = read(&mut extractor(select, drop), &[html.as_bytes()]);
    blocks.0.into_iter().map(|(_, text)| text).collect::<Vec<_>>().join("|")
}

fn found(html: &str, select: &[&str], drop: &[&str]) -> Selection {
    read(&mut extractor(select, drop), &[html.as_bytes()]).1.selection.expect("there are selectors")
}

const PAGE: &str = "<!DOCTYPE html><html lang=en class=js><head><title>High water</title><meta name=author content=Ann></head>\
    <body class=home><nav id=top><a href=/>Home</a></nav><main data-part=body><h1>Flood</h1>\
    <p class=lead>It rained. <p>It <b>rained</b> on.<aside class='ad box'>Buy boats.</aside><p>Then it stopped.</main>\
    <footer><p>Imprint</footer></body></html>";

#[test]
fn only_what_is_selected_comes_out() {
    assert_eq!(text(PAGE, &["main"], &[]), "Flood|It rained.|It rained on.|Buy boats.|Then it stopped.");
    for (css, expected) in [
        ("#top", "Home"),
        (".lead", "It rained."),
        ("p.lead", "It rained."),
        ("main > p", "It rained.|It rained on.|Then it stopped."),
        ("body.home > footer", "Imprint"),
        ("html.js body nav a", "Home"),
        ("[data-part]", "Flood|It rained.|It rained on.|Buy boats.|Then it stopped."),
        ("[data-part=body] aside[class~=box]", "Buy boats."),
        ("[href='/']", "Home"),
        ("p:not(.lead)", "It rained on.|Then it stopped.|Imprint"),
        ("main > :nth-child(2)", "It rained."),
        ("main p:nth-of-type(2)", "It rained on."),
        ("h1, footer", "Flood|Imprint"),
        ("MAIN > H1", "Flood"),
        ("b", "rained"),
        ("body", "Home|Flood|It rained.|It rained on.|Buy boats.|Then it stopped.|Imprint"),
    ] {
        assert_eq!(text(PAGE, &[css], &[]), expected, "{css}");
    }
    assert_eq!(text(PAGE, &["h1", "footer"], &[]), "Flood|Imprint", "several are as good as a list");
}

#[test]
fn what_is_dropped_is_gone_also_inside_what_is_selected() {
    assert_eq!(text(PAGE, &[], &["nav", "footer", ".ad"]), "Flood|It rained.|It rained on.|Then it stopped.");
    assert_eq!(text(PAGE, &["main"], &["aside, h1"]), "It rained.|It rained on.|Then it stopped.");
    assert_eq!(text(PAGE, &["b"], &["main"]), "", "a dropped element has nothing to select");
    assert_eq!(text(PAGE, &[], &["b"]), text(&PAGE.replace("<b>rained</b>", ""), &[], &[]));
    assert_eq!(text("<p>one<span class=x>, </span>two</p>", &[], &[".x"]), "one two", "words stay apart");
    assert_eq!(text(PAGE, &[], &["body"]), "");
}

#[test]
fn nested_matches_count_once() {
    let html = "<div class=a>one<div class=a>two</div>three</div><p>four<div class=a>five</div>";
    assert_eq!(text(html, &[".a"], &[]), "one|two|three|five");
    assert_eq!(found(html, &[".a"], &[]).selected, Some(2));
    assert_eq!(found(html, &[], &[".a"]).dropped, Some(2));
    assert_eq!(found(html, &[], &[".a"]).selected, None);
}

#[test]
fn an_element_without_an_end_tag_ends_where_html_ends_it() {
    assert_eq!(text("<ul><li>one<li class=x>two<li>three</ul>four", &[".x"], &[]), "two");
    assert_eq!(text("<p class=ad>one<p>two", &[], &[".ad"]), "two");
    let table = "<table><tr><td>a<td>b<tr class=x><td>c<td>d<tr><td>e</table>f";
    assert_eq!(text(table, &["tr.x"], &[]), "c|d");
    assert_eq!(text(table, &["td:nth-child(2)"], &[]), "b|d");
    assert_eq!(text("<dl><dt>a<dd class=x>b<dt>c<dd>d</dl>", &[], &["dd.x"]), "a|c|d");
}

#[test]
fn misnested_formatting_elements_end_with_their_end_tag() {
    assert_eq!(text("<b class=x>one<p>two</b>three</p>four", &["b"], &[]), "one|two");
    assert_eq!(text("<font class=ad>one<p>two</font>three</p>four", &[], &[".ad"]), "three|four");
    let many = format!("<div>{}<p class=y>end</p></div>", "<b>x<p>y</b>z</p>".repeat(500));
    assert_eq!(text(&many, &["p.y"], &[]), "end");
    assert!(found(&many, &["p.y"], &[]).restarts > 0);
}

#[test]
fn metadata_is_of_the_whole_page() {
    let (blocks, summary) = read(&mut extractor(&["footer"], &["head, nav"]), &[PAGE.as_bytes()]);
    let at = PAGE.find("Imprint").expect("it is there") as u64;
    assert_eq!(blocks.0, [(at, "Imprint".to_string())], "offsets are those of the page");
    let meta = &summary.meta;
    assert_eq!((&meta.title[..], &meta.author[..], &meta.lang[..]), ("High water", "Ann", "en"));
    assert_eq!(summary.bytes_in, PAGE.len() as u64);
}
