//! Hostile pages: the output of each, and properties of every page.
//!
//! Linear work is not tested here, because a clock is unreliable on a busy machine. The fuzz target
//! `linear` counts it, over the same kinds of pages.

use std::collections::HashSet;

use trommel::{
    Format, Method, Options,
    blocks::Verdict,
    methods::{TagRatio, TextSource},
};
use trommel_testing::{
    METHODS, Outcome, all_pages, assert_same, cases, every_format, extractor, hostile, run, run_whole,
};

/// The three sentences that most hostile pages have.
const FERRYMAN: &str = "The ferryman counted his passengers twice and came to a different number each time.";
const BANK: &str = "On the far bank nobody was surprised, because the river had always kept one in ten.";
const WILLOW: &str = "They tied the boat to the willow and went up to the inn without another word.";

fn page(name: &str) -> Vec<u8> {
    let page = hostile().into_iter().find(|page| page.name == format!("hostile/{name}"));
    page.unwrap_or_else(|| panic!("no page {name}")).bytes
}

/// The outcome of a hostile page, which must be the same for one-byte chunks.
fn outcome(name: &str) -> Outcome {
    let bytes = page(name);
    let options = Options::default().with_encoding("utf-8");
    let given = run_whole(&options, &bytes);
    assert_same(&given, &run(&mut extractor(&options), bytes.chunks(1)), || name.to_owned());
    run_whole(&Options::default(), &bytes)
}

/// Fails if one of `sentences` is not in a line-block of the page, kept or not, or if one of
/// `absent` is.
#[track_caller]
fn assert_holds(name: &str, sentences: &[&str], absent: &[&str]) -> Outcome {
    let outcome = outcome(name);
    let text = outcome.all_text();
    for sentence in sentences {
        assert!(text.contains(sentence), "{name} lacks {sentence:?}:\n{text}");
    }
    for absent in absent {
        assert!(!text.contains(absent), "{name} has {absent:?}:\n{text}");
        assert!(!outcome.text.contains(absent), "{name} has {absent:?}:\n{}", outcome.text);
    }
    outcome
}

const ALL: &[&str] = &[FERRYMAN, BANK, WILLOW];

#[test]
fn bogus_comments_end_where_the_standard_says() {
    let shown = [FERRYMAN, BANK, WILLOW, "Shown by every browser but the old one."];
    assert_holds("bogus-comments", &shown, &["ordinary", "echo", "bang", "nested opening", "an end tag"]);
}

#[test]
fn cdata_is_text_in_drawings_only() {
    assert_holds("cdata-svg", ALL, &["inside the drawing", "bogus comment"]);
}

#[test]
fn newlines_of_every_kind_are_newlines() {
    let page = assert_holds("cr-only-newlines", ALL, &["\r"]);
    assert!(page.all_text().contains("first line\n  second line"));
    assert_holds("mixed-crlf", ALL, &["\r"]);
}

#[test]
fn cut_utf8_is_replaced_and_counted() {
    let page = assert_holds("cut-utf8", &[FERRYMAN, BANK], &[]);
    let replaced = page.all_text().matches('\u{FFFD}').count() as u64;
    assert!(replaced > 10);
    assert_eq!(page.summary.decode_errors, replaced);
}

#[test]
fn deep_nesting_is_forgotten_outside_in() {
    let page = assert_holds("deep-nesting", ALL, &[]);
    assert!(page.summary.elements_forgotten > 0);
}

#[test]
fn an_empty_page_has_nothing() {
    for name in ["empty", "only-whitespace"] {
        let page = outcome(name);
        assert_eq!((page.text.as_str(), page.blocks.len(), page.summary.blocks_total), ("", 0, 0), "{name}");
        assert_eq!(page.summary.method, Method::Auto);
    }
}

#[test]
fn an_attribute_that_never_ends_takes_the_rest() {
    assert_holds("endless-attribute", &[FERRYMAN], &[WILLOW, "No second quote"]);
}

#[test]
fn the_end_of_the_page_ends_everything() {
    let page = assert_holds("eof-in-entity", &[FERRYMAN, BANK], &[]);
    assert!(page.all_text().contains("Sand &"));
    assert_holds("eof-in-tag", &[FERRYMAN, BANK], &["note", "titl"]);
}

#[test]
fn signs_that_begin_nothing_are_text() {
    let page = assert_holds("lt-soup", ALL, &[]);
    for text in ["< << <<< <3 <- <= <>", "&& &; &# &#; &#x; &#xg; &x", "The end of the soup"] {
        assert!(page.all_text().contains(text), "{text:?}");
    }
    let page = assert_holds("no-tags", ALL, &[]);
    assert!(page.all_text().contains("5 < 6 & 7 > 3."));
}

#[test]
fn the_first_title_is_the_title_and_titles_are_no_text() {
    let page =
        assert_holds("many-titles", ALL, &["Title one and a half", "Second title", "Title of a drawing"]);
    assert_eq!(page.summary.metadata.title, "The tenth passenger");
}

#[test]
fn a_head_inside_a_head_ends_with_it() {
    assert_holds("two-heads", ALL, &["an option here"]);
}

#[test]
fn wide_spaces_in_preformatted_text_are_a_character_each() {
    let page = assert_holds("wide-indent", &["On the far bank nobody was surprised"], &[]);
    assert!(page.all_text().contains(&"\u{3000}".repeat(21)));
}

#[test]
fn nested_tables_lose_nothing() {
    assert_holds("nested-tables", &[FERRYMAN, WILLOW, "stray text before the row", "a cell"], &[]);
}

#[test]
fn nul_bytes_vanish() {
    let page = assert_holds("nul-bytes", &[FERRYMAN, BANK, WILLOW, "not a script, so this is text"], &["\0"]);
    assert!(!page.all_text().contains("nul"));
}

#[test]
fn after_plaintext_everything_is_text() {
    let page = assert_holds("plaintext-tag", ALL, &[]);
    assert!(page.all_text().contains("every < and > & and &amp; is text.</p></plaintext>"));
}

#[test]
fn script_text_never_reaches_output() {
    let sentences = [FERRYMAN, BANK, WILLOW, "Last paragraph after four scripts."];
    assert_holds("script-double-escape", &sentences, &["must not be seen", "inner", "<script"]);
    assert_holds("unclosed-script", &[FERRYMAN], &["seats", "taken"]);
    for case in cases() {
        let text = run_whole(&Options::default(), &case.bytes).all_text();
        for code in ["function(", "function (", "document.write", "addEventListener", "push({"] {
            assert!(!text.contains(code) || case.name == "cases/documentation", "{}: {code}", case.name);
        }
    }
}

#[test]
fn options_are_no_text() {
    assert_holds("select-options", &[FERRYMAN], &[]);
}

#[test]
fn a_slash_at_the_end_of_a_tag_closes_nothing() {
    let page =
        assert_holds("self-closing", &[FERRYMAN, BANK, WILLOW, "Last line."], &["A browser takes this line"]);
    assert!(!page.all_text().contains("inside the box"));
}

#[test]
fn what_follows_a_bracket_at_the_end_of_a_link_stays_close_to_it() {
    // `render` tests for every page that all formats give this text.
    assert_holds("bracket-link", &[FERRYMAN, BANK, WILLOW, "(see (the log) and crossed out «one»."], &[]);
}

#[test]
fn what_is_never_closed_loses_at_most_what_a_browser_loses() {
    assert_holds("unclosed-comment", &[FERRYMAN], &["TODO"]);
    assert_holds("unclosed-textarea", &[FERRYMAN], &[]);
}

#[test]
fn utf_16_is_read_by_its_mark() {
    for (name, encoding, malformed) in [("utf16le-bom", "UTF-16LE", 0), ("utf16be-bom", "UTF-16BE", 1)] {
        let page = assert_holds(name, ALL, &[]);
        assert_eq!((page.summary.encoding, page.summary.decode_errors), (encoding, malformed), "{name}");
    }
}

#[test]
fn encodings_that_lie_are_counted_and_those_in_xml_are_read() {
    // No byte of the page is in its declared encoding.
    let page = assert_holds("lying-charset", &[FERRYMAN, BANK], &[]);
    assert_eq!((page.summary.encoding, page.summary.decode_errors), ("windows-1252", 0));
    assert!(page.all_text().contains("called since 1871 – charges 4 €"));
    let mut extractor = trommel_testing::extractor(&Options::default());
    extractor.push("<meta charset=utf-8><p>Une crème brûlée, un caf".as_bytes()).unwrap();
    extractor.push(b"\xE9.").unwrap();
    let summary = extractor.finish().unwrap().summary;
    assert_eq!((summary.encoding, summary.decode_errors), ("UTF-8", 1));
    assert!(outcome("xml-declaration").all_text().contains("traversée coûtait 2 €"));
}

#[test]
fn an_unclosed_title_or_iframe_does_not_swallow_the_page() {
    for name in ["damaged-title", "unclosed-iframe", "damaged-head"] {
        let case = cases().into_iter().find(|case| case.name == format!("cases/{name}")).expect("a case");
        let gold =
            std::fs::read_to_string(trommel_testing::in_package(&format!("corpora/cases/{name}/gold.txt")));
        let gold = gold.expect("each case has its gold");
        let words = words(&run_whole(&Options::default(), &case.bytes).all_text());
        let lost: Vec<&str> = gold.split_whitespace().filter(|word| !words.contains(*word)).collect();
        assert!(lost.is_empty(), "{name} lost {lost:?}");
    }
}

#[test]
fn hidden_copies_are_never_kept() {
    let case = cases().into_iter().find(|case| case.name == "cases/hidden-copies").expect("a case");
    for options in every_format() {
        for method in METHODS {
            let page = run_whole(&options.clone().with_method(method), &case.bytes);
            // Text that is hidden until found counts as visible.
            let kept = page.text.lines().find(|line| line.contains("quince") && !line.contains("Nutrition"));
            assert_eq!(kept, None, "{method:?}");
        }
    }
}

fn words(text: &str) -> HashSet<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

// Properties of every page.

/// Options that cover different code paths.
fn setups() -> Vec<Options> {
    let mut setups = every_format();
    setups.push(Options::default().with_method(Method::TagRatio(TagRatio::Clusters)));
    setups.push(Options::default().with_encoding("utf-8"));
    let minimum = Options::default().minimum_budget();
    setups.push(Options::default().with_budget(minimum));
    setups
}

#[test]
fn line_blocks_come_in_order() {
    for page in all_pages() {
        for options in setups() {
            let outcome = run_whole(&options, &page.bytes);
            let stands_for_page = outcome.summary.text_source != TextSource::Page;
            for (pair, index) in outcome.blocks.windows(2).zip(0..) {
                let is_after = stands_for_page || pair[0].offset < pair[1].offset;
                assert!(is_after, "{}, block {index}: {pair:?}", page.name);
                assert_eq!(pair[0].index, index, "{}", page.name);
            }
            assert_eq!(outcome.summary.blocks_total, outcome.blocks.len() as u64);
            let kept = outcome.blocks.iter().filter(|block| block.verdict == Verdict::Kept).count();
            assert_eq!(outcome.summary.blocks_kept, kept as u64);
            assert!(outcome.blocks.iter().all(|block| block.verdict != Verdict::Undecided));
        }
    }
}

#[test]
fn plain_text_is_that_of_the_kept_line_blocks_and_nothing_else() {
    let visible = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
    for page in all_pages() {
        let outcome = run_whole(&Options::default(), &page.bytes);
        let kept = outcome.blocks.iter().filter(|block| block.verdict == Verdict::Kept);
        let kept: String = kept.map(|block| block.text.as_str()).collect();
        assert_eq!(visible(&outcome.text), visible(&kept), "{}", page.name);
    }
}

#[test]
fn the_text_of_a_line_block_stands_in_the_page_where_it_says() {
    for page in all_pages() {
        let Ok(html) = std::str::from_utf8(&page.bytes) else { continue };
        let options = Options::default().with_encoding("utf-8");
        let outcome = run_whole(&options, &page.bytes);
        if outcome.summary.text_source != TextSource::Page {
            // The text was unescaped, so that only its begin is known exactly.
            let first = outcome
                .blocks
                .iter()
                .find(|block| block.verdict == Verdict::Kept)
                .expect("something is kept");
            assert!(html[first.offset as usize..].starts_with(&first.text[..9]), "{}: {first:?}", page.name);
            continue;
        }
        for block in outcome.blocks {
            let first = block.text.trim_start().chars().next().expect("no line-block is empty");
            let at = html.get(block.offset as usize..).and_then(|rest| rest.chars().next());
            // A character reference begins with `&`. NUL becomes a replacement character. MathML
            // becomes TeX, which may begin with a command.
            let stands = at == Some(first) || at == Some('&') || at == Some('\0') || first == '\\';
            assert!(stands || page.bytes.starts_with(b"\xFE\xFF"), "{}: {block:?}, found {at:?}", page.name);
        }
    }
}

#[test]
fn verdicts_do_not_depend_on_the_format() {
    for page in all_pages() {
        let plain = run_whole(&Options::default().with_spans(true), &page.bytes);
        for options in &every_format()[1..] {
            let marked = run_whole(&options.clone().with_spans(true), &page.bytes);
            for (plain, marked) in plain.blocks.iter().zip(&marked.blocks) {
                let mut marked = marked.clone();
                marked.after_bytes = plain.after_bytes;
                assert_eq!(*plain, marked, "{}, {options:?}", page.name);
            }
            assert_eq!(plain.blocks.len(), marked.blocks.len(), "{}", page.name);
        }
    }
}

#[test]
fn a_page_cut_anywhere_is_still_a_page() {
    for page in all_pages() {
        let options = Options::default().with_encoding("utf-8").with_format(Format::Markdown);
        let mut extractor = extractor(&options);
        let step = (page.bytes.len() / 200).max(1);
        for end in (0..page.bytes.len()).step_by(step) {
            let outcome = run(&mut extractor, [&page.bytes[..end]]);
            assert_eq!(outcome.summary.bytes_in, end as u64);
        }
    }
}

#[test]
fn what_was_decided_early_does_not_change_with_what_follows() {
    let mut bytes = Vec::new();
    for case in cases().iter().cycle().take(50) {
        bytes.extend_from_slice(&case.bytes);
    }
    let options = Options::default().with_budget(Options::default().minimum_budget());
    let mut extractor = extractor(&options);
    let mut early = Outcome::default();
    extractor.push_to(&bytes, &mut early).expect("HTML is never wrong");
    let (text, count) = (early.text.clone(), early.blocks.len());
    assert!(count > 0);
    extractor.push_to(b"<p>And then something else.", &mut early).expect("HTML is never wrong");
    extractor.finish_to(&mut early).expect("HTML is never wrong");
    assert!(early.text.starts_with(&text) && early.blocks.len() > count);
}

/// Inserts `inert` before every paragraph and division of a page of well-formed text.
fn with_inert(html: &str, inert: &str) -> String {
    let mut page = String::new();
    let mut rest = html;
    while let Some(at) =
        ["<p>", "<div", "<h2", "<script", "<style", "<!--", "<pre", "<textarea", "<noscript", "<svg"]
            .iter()
            .filter_map(|tag| rest.find(tag))
            .min()
    {
        let (before, from) = rest.split_at(at);
        page.push_str(before);
        let end = ["script", "style", "pre", "textarea", "noscript", "svg"]
            .iter()
            .find(|name| from[1..].starts_with(**name))
            .map(|name| format!("</{name}>"))
            .or_else(|| from.starts_with("<!--").then(|| "-->".to_owned()));
        let taken = match end {
            Some(end) => from.find(&end).map_or(from.len(), |at| at + end.len()),
            None => {
                page.push_str(inert);
                1
            }
        };
        page.push_str(&from[..taken]);
        rest = &from[taken..];
    }
    page + rest
}

#[test]
fn comments_and_scripts_between_blocks_change_nothing() {
    // On a page with a damaged title or head, the inserted bytes can count as text.
    let left_out = ["cases/damaged-title", "cases/unclosed-iframe", "cases/damaged-head"];
    let mut places = 0;
    for case in cases() {
        let Ok(html) = std::str::from_utf8(&case.bytes) else { continue };
        if left_out.contains(&case.name.as_str()) {
            continue;
        }
        let plain = run_whole(&Options::default(), html.as_bytes());
        for inert in
            ["<!-- a <p>comment</p> -->", "<script>var a = '<p>';</script>", "<style>p { x: y }</style>"]
        {
            let page = with_inert(html, inert);
            places += (page.len() - html.len()) / inert.len();
            let mut found = run_whole(&Options::default(), page.as_bytes());
            for (block, plain) in found.blocks.iter_mut().zip(&plain.blocks) {
                block.offset = plain.offset;
            }
            found.summary.bytes_in = plain.summary.bytes_in;
            assert_same(&plain, &found, || format!("{} with {inert}", case.name));
        }
    }
    assert!(places > 1000, "only {places} places");
}

#[test]
fn an_extractor_is_as_good_as_new_after_each_page() {
    for options in setups() {
        let mut used = extractor(&options);
        for page in all_pages() {
            // One page is abandoned in the middle.
            used.push(&page.bytes[..page.bytes.len() / 2]).expect("HTML is never wrong");
            used.reset();
            let found = run(&mut used, [&*page.bytes]);
            assert_same(&run_whole(&options, &page.bytes), &found, || page.name.clone());
        }
    }
}

#[test]
fn collected_text_is_what_a_sink_gets() {
    for page in all_pages() {
        let outcome = run_whole(&Options::default(), &page.bytes);
        let collected = trommel::extract(&page.bytes, &Options::default()).expect("HTML is never wrong");
        assert_eq!((collected.text, collected.summary), (outcome.text, outcome.summary), "{}", page.name);
    }
}
