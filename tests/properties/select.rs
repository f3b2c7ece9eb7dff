//! Selecting and excluding parts of a page by CSS selectors.

use proptest::prelude::*;
use proptest::test_runner::FileFailurePersistence;
use std::ops::ControlFlow;
use trommel::css::{Selection, Selectors};
use trommel::{ErrorKind, Extractor, Format, LineBlock, Options, Sink, Summary};
use trommel_testing::{all_pages, assert_same, run, run_whole};

/// The text of all line-blocks, kept or dropped, since these tests are about what the decision
/// gets.
#[derive(Debug, Default, PartialEq)]
struct Blocks(Vec<(u64, String)>);

impl Sink for Blocks {
    fn text(&mut self, _: &str) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn block(&mut self, block: &LineBlock<'_>) -> ControlFlow<()> {
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

/// The text of a page, with `|` between blocks.
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
    // Inside a dropped or a selected element, no elements are counted.
    let inside = "<b>x<p>y</b>z</p>".repeat(100);
    let page = format!("<div class=outer><div class=ad>{inside}</div><p class=y>end</p></div>last");
    assert_eq!(text(&page, &[], &[".ad", ".outer p.y"]), "last");
    assert_eq!(found(&page, &[], &[".ad", ".outer p.y"]).restarts, 0);
    let page = page.replace("class=ad", "class=x");
    assert!(text(&page, &[".x", ".outer p.y"], &[]).ends_with("|end"));
    assert_eq!(found(&page, &[".x", ".outer p.y"], &[]).restarts, 0);
}

#[test]
fn metadata_is_of_the_whole_page() {
    let (blocks, summary) = read(&mut extractor(&["footer"], &["head, nav"]), &[PAGE.as_bytes()]);
    let at = PAGE.find("Imprint").expect("it is there") as u64;
    assert_eq!(blocks.0, [(at, "Imprint".to_string())], "offsets are those of the page");
    let meta = &summary.metadata;
    assert_eq!((&meta.title[..], &meta.author[..], &meta.lang[..]), ("High water", "Ann", "en"));
    assert_eq!(summary.bytes_in, PAGE.len() as u64);
}

#[test]
fn tags_that_a_page_leaves_out_can_be_named() {
    assert_eq!(text("<title>x</title><p>one<div><p>two</div>", &["body > p"], &[]), "one");
    assert_eq!(text("<p>one", &["html"], &[]), "one");
    assert_eq!(text("one<p>two", &["body"], &[]), "one|two");
    assert_eq!(text(&"<body><html>one".repeat(10_000), &["b"], &[]), "");
}

#[test]
fn what_no_browser_shows_as_markup_is_no_trouble() {
    // An unclosed title, `noscript` as markup, a script that writes tags, an element that never
    // ends.
    for html in [
        "<title>Rain<p class=x>one</p><p>two",
        "<noscript><p class=y>no</p></noscript><p class=x>one</p>",
        "<script>document.write('<p class=x>no</p>')</script><p class=x>one</p>",
        "<style>p{}</style><textarea><p class=x>no</textarea><svg><p class=z></svg><p class=x>one</p>",
        "<frame><image><p class=x>one</p>",
    ] {
        assert_eq!(text(html, &["p.x"], &[]), "one", "{html}");
    }
    assert_eq!(text("<p class=x>one</p><plaintext><p>two", &[], &[".x"]), "<p>two");
    assert_eq!(text("<noscript><p>one</noscript>", &["noscript"], &[]), "one");
    for never in ["template", "select", "datalist", "audio", "video", "canvas"] {
        let html = format!("<p>one</p><{never}><div><p>two</p></div></{never}><p>three</p>");
        assert_eq!(text(&html, &["p"], &[]), "one|three", "{never}");
    }
    let drawing = "<main><p>one</p><svg><foreignObject><p>two</p></foreignObject></svg><p>three</p></main>";
    for (select, drop) in [(&[][..], &["nav"][..]), (&["main"], &[]), (&["p"], &[])] {
        assert_eq!(text(drawing, select, drop), "one|two|three", "{select:?} {drop:?}");
    }
    assert_eq!(text(drawing, &[], &["svg"]), "one|three");
    assert_eq!(text(drawing, &["svg", "p"], &["main"]), "");
    let shadow =
        "<div><template shadowrootmode=open><p>one</p><template><p>two</p></template></template></div>";
    assert_eq!(text(shadow, &["p"], &[]), "one");
    assert_eq!(text("<my-part class=x>one</my-part><other-part>two</other-part>", &["my-part"], &[]), "one");
}

#[test]
fn attributes_are_matched_as_they_are_meant() {
    assert_eq!(text("<p title='a &amp; b'>one<p title='a & c'>two", &["[title='a & b']"], &[]), "one");
    assert_eq!(text("<P DATA-Part=X>one<p data-part=x>two", &["[data-part=X]"], &[]), "one");
    assert_eq!(text("<p data-part=X>one<p data-part=y>two", &["[data-part=x i]"], &[]), "one");
    assert_eq!(text("<p hidden2 class=a>one<p>two", &["[hidden2].a"], &[]), "one");
    assert_eq!(text("<p id=a id=b>one<p id=b>two", &["#b"], &[]), "two", "the first of a name counts");
    assert_eq!(text("<p class=md:flex>one<p>two", &[r".md\:flex"], &[]), "one");
    assert_eq!(text("<p lang-x=a>one<p>two", &[r"[\6c ang-x=\61]"], &[]), "one");
    assert_eq!(text("<x-y>one</x-y><p>two", &[r"\78-\y"], &[]), "one");
}

#[test]
fn long_tags_are_matched_by_their_beginnings_and_counted() {
    let long = |class: &str| format!("<p data-x='{}' class='{class}'>one<p>two", "x".repeat(3_000_000));
    assert_eq!(text(&long("a"), &[".a"], &[]), "one");
    assert_eq!(found(&long("a"), &[".a"], &[]).tags_cut, 0, "nobody asked for what was cut");
    assert_eq!(text(&long("a"), &["[data-x^=xxx]"], &[]), "one");
    assert_eq!(found(&long("a"), &["[data-x^=xxx]"], &[]).tags_cut, 1);
    let classes = format!("<p class='{} end'>one", "some ".repeat(1000));
    assert_eq!(
        (text(&classes, &[".some"], &[]), text(&classes, &[".end"], &[])),
        ("one".into(), String::new())
    );
    assert_eq!(found(&classes, &[".end"], &[]).tags_cut, 1);
}

#[test]
fn elements_in_any_depth_are_matched() {
    let deep = format!("{}<p class=x>one</p><p>two", "<div>".repeat(100_000));
    assert_eq!(text(&deep, &["p.x"], &[]), "one");
    assert_eq!(text(&deep, &[], &["p.x"]), "two");
    let found = found(&deep, &["p.x"], &[]);
    assert!(found.restarts > 700, "{found:?}");
}

#[test]
fn encodings_and_offsets_are_those_of_the_page() {
    let windows = b"<meta charset=windows-1252><div>caf\xe9</div><p class=x>na\xefve</p>";
    let (blocks, summary) = read(&mut extractor(&[".x"], &[]), &[windows]);
    assert_eq!(blocks.0[0].1, "na\u{ef}ve");
    assert_eq!((summary.encoding, summary.bytes_in), ("windows-1252", windows.len() as u64));
    let broken = b"\xef\xbb\xbf<div>\xff\xff</div><p class=x>\xffone";
    let (blocks, summary) = read(&mut extractor(&[".x"], &[]), &[broken]);
    assert_eq!((summary.encoding, summary.decode_errors), ("UTF-8", 3));
    assert_eq!(blocks.0, [(27, "\u{fffd}one".to_string())]);
    let utf16: Vec<u8> = "\u{feff}<p>a<p class=x>b".encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_eq!(read(&mut extractor(&[".x"], &[]), &[&utf16]).0.0[0].1, "b");
}

#[test]
fn a_page_does_not_know_the_page_before() {
    let mut extractor = extractor(&["main > p"], &[".ad"]);
    let pages = ["<main class=ad><p>one", "<main><p>two", "<p>three", PAGE, "<main><p>two"];
    let selected = pages.map(|page| {
        let (blocks, summary) = read(&mut extractor, &[page.as_bytes()]);
        (blocks.0.len(), summary.selection.and_then(|selection| selection.selected))
    });
    assert_eq!(selected, [(0, Some(0)), (1, Some(1)), (0, Some(0)), (3, Some(3)), (1, Some(1))]);
}

#[test]
fn nothing_stands_for_a_page_on_which_nothing_is_selected() {
    let words = "word ".repeat(80);
    let page = format!("<meta name=description content='{words}'><p>one");
    let options = |select: &[&str], drop: &[&str]| Options::default().with_selectors(selectors(select, drop));
    let extract =
        |options: Options| trommel::extract(page.as_bytes(), &options).expect("the options are sound");
    assert_eq!(extract(options(&["main"], &[])).text, "");
    assert_eq!(extract(options(&["main"], &[]).with_fallback(true)).text, "");
    assert!(extract(options(&[], &["p"])).text.starts_with("word"), "of a page that shows nothing it does");
}

#[test]
fn a_selector_that_cannot_work_is_refused_and_the_place_is_said() {
    for (css, offset, found) in [
        ("h1 + p", 3, "`+`"),
        ("a, b ~ [x='~']", 5, "`~`"),
        ("p:hover", 1, "another pseudo-class"),
        ("p::first-line", 1, "another pseudo-class"),
        ("p:has(a)", 1, "another pseudo-class"),
        ("p..x", 2, "`.`"),
        ("p.", 2, "its end"),
        ("p >", 2, "`>`"),
        ("", 0, "the end"),
        ("svg|a", 3, "namespace"),
        ("*|p", 1, "namespace"),
        ("i, |p", 3, "namespace"),
        ("p:not(*|a)", 7, "namespace"),
        ("p:not(a b)", 7, "a combinator"),
        ("p:not(.x, a > b) i", 12, "a combinator"),
        ("p:not(a>b)", 7, "a combinator"),
        ("p:not(a:hover)", 7, "another pseudo-class"),
        ("a[b=c", 5, ""),
        ("\u{e9}\u{e9} {", 5, "`{`"),
    ] {
        let Err(error) = Selectors::default().select(css) else {
            assert_eq!(css, "a[b=c", "CSS closes what is open at the end");
            continue;
        };
        assert_eq!((error.kind(), error.offset()), (ErrorKind::Setting, Some(offset)), "{css}: {error}");
        assert!(error.to_string().contains(found), "{css}: {error}");
    }
    assert!(Selectors::default().select(&"a,".repeat(3000)).is_err());
    // Parsing them recursively would overflow the stack.
    for (css, offset) in [(":not(".repeat(3000), None), (":not(".repeat(700), Some(5 * 33 - 1))] {
        let error = Selectors::default().select(&css).expect_err("it is too long, or too deep");
        assert_eq!((error.kind(), error.offset()), (ErrorKind::Setting, offset));
    }
    for css in ["[lang|=en]", "[x='a|b']", "a\\|b", "p/* | */", "p:not(a, .b)"] {
        assert!(Selectors::default().select(css).is_ok(), "{css}");
    }
    let long = "a".repeat(3000);
    assert!(Selectors::default().select(&long).and_then(|all| all.drop(&long)).is_err(), "too long together");
}

#[test]
fn golden_and_hostile_pages_come_out_the_same_in_any_chunks_and_the_least_budget() {
    let selectors = selectors(&["main, article", "div > p:nth-child(2), [class*=text]"], &["nav a", ".ad"]);
    let options = Options::default().with_format(Format::Markdown).with_selectors(selectors);
    let least = options.clone().with_budget(options.minimum_budget());
    for options in [options, least] {
        let mut extractor = Extractor::new(options.clone()).expect("the options are sound");
        for page in all_pages() {
            let whole = run_whole(&options, &page.bytes);
            for chunk_bytes in [1, 61, 4096] {
                let chunks = page.bytes.chunks(chunk_bytes);
                assert_same(&whole, &run(&mut extractor, chunks), || format!("{}, {chunk_bytes}", page.name));
            }
        }
    }
}

/// Pieces of pages that open, close and drop elements in all possible ways.
const PIECES: [&str; 24] = [
    "<div class=x>", "</div>", "<p>", "<p class=y>", "</p>", "<b class=x>", "</b>", "<a href=/>", "</a>",
    "<ul><li>", "<li class=x>", "</ul>", "<table><tr><td>", "<td class=y>", "</table>", "one ", "two",
    "&eacute;", "<!-- x -->", "<title>t", "<script>'<p>'</script>", "<body class=x>", "<noscript>",
    "<svg><path/></svg>",
];

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 200,
        failure_persistence: Some(Box::new(FileFailurePersistence::Direct("proptest-regressions/tests/select.txt"))),
        ..ProptestConfig::default()
    })]

    #[test]
    fn chunks_change_nothing(pieces in prop::collection::vec(0..PIECES.len(), 1..60), cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..6)) {
        let page: String = pieces.iter().map(|&piece| PIECES[piece]).collect();
        let bytes = page.as_bytes();
        let mut extractor = extractor(&[".x", "li > p"], &[".y", "a b"]);
        let whole = read(&mut extractor, &[bytes]);
        let mut cuts: Vec<_> = cuts.iter().map(|cut| cut.index(bytes.len() + 1)).chain([0, bytes.len()]).collect();
        cuts.sort_unstable();
        let chunks: Vec<_> = cuts.windows(2).map(|cut| &bytes[cut[0]..cut[1]]).collect();
        prop_assert_eq!(&read(&mut extractor, &chunks), &whole, "{}", page);
        let single: Vec<_> = bytes.chunks(1).collect();
        prop_assert_eq!(&read(&mut extractor, &single), &whole, "{}", page);
    }

    #[test]
    fn to_select_all_or_drop_nothing_changes_no_block(pieces in prop::collection::vec(0..PIECES.len(), 1..60)) {
        let page: String = pieces.iter().map(|&piece| PIECES[piece]).collect();
        let plain = read(&mut Extractor::new(Options::default()).expect("the defaults are sound"), &[page.as_bytes()]);
        let dropped = read(&mut extractor(&[], &["nothing"]), &[page.as_bytes()]);
        prop_assert_eq!(&dropped.0, &plain.0, "{}", &page);
        let selected = read(&mut extractor(&["html"], &[]), &[page.as_bytes()]);
        prop_assert_eq!(&selected.0, &plain.0, "{}", &page);
    }
}

#[test]
fn names_of_one_page_leave_room_for_those_of_the_next() {
    let name = "my-element-of-a-name-that-is-long-enough";
    let mut extractor = extractor(&[name], &[]);
    let parts = (0..name.len()).flat_map(|start| (start + 1..=name.len()).map(move |end| &name[start..end]));
    let page: String =
        parts.filter(|part| part.starts_with('e')).map(|part| format!("<{part}>x</{part}>")).collect();
    read(&mut extractor, &[page.as_bytes()]);
    let (blocks, _) = read(&mut extractor, &[format!("<{name}>It rained.</{name}>").as_bytes()]);
    assert_eq!(blocks.0.len(), 1);
}
