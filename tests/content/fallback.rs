//! Pages with next to no visible text: hidden text, JSON-LD or the description replaces it, and is
//! never added to visible text.

use std::ops::ControlFlow;

use trommel::{
    Budget, Extraction, Extractor, Format, LineBlock, Method, Options, Sink, extract, methods::TextSource,
};
use trommel_testing::{assert_same, extractor, run, run_whole};

/// Sentences of a few words, each with its number.
fn sentences(name: &str, count: usize) -> String {
    (0..count).map(|number| format!("The {name} of day {number} was seen from the bridge. ")).collect()
}

fn page(head: &str, body: &str) -> String {
    format!(
        "<!DOCTYPE html><html lang=en><head><title>High water</title>{head}</head><body>{body}<div id=root></div></body></html>"
    )
}

fn json_ld(json: &str) -> String {
    format!("<script type=\"application/ld+json\">{json}</script>")
}

#[track_caller]
fn read(page: &str, options: Options) -> Extraction {
    extract(page.as_bytes(), &options).expect("HTML is never wrong")
}

#[test]
fn an_article_body_stands_for_a_page_without_text() {
    let article = json_ld(
        r#"{"@type":"NewsArticle","articleBody":"It rained for three days.\n\nThen \"the sun\" came\u00a0out &amp; stayed."}"#,
    );
    let found = read(&page(&article, ""), Options::default());
    assert_eq!(found.text, "It rained for three days.\n\nThen \"the sun\" came out & stayed.\n");
    assert_eq!(found.summary.text_source, TextSource::JsonLd);
    assert_eq!((found.summary.blocks_total, found.summary.blocks_kept), (2, 2));
    assert_eq!(found.summary.metadata.title, "High water");
}

#[test]
fn markup_in_an_article_body_is_read_as_markup_however_it_was_escaped() {
    let plain = r#"{"@type":"JobPosting","description":"<h2>Ferry</h2><p>Row <b>it</b>.<\/p><ul><li>Rope<li>Oar<\/ul><script>x()<\/script>"}"#;
    let escaped = plain.replace('<', "&lt;").replace('>', "&gt;");
    for json in [plain.to_string(), escaped] {
        let found = read(&page("", &json_ld(&json)), Options::default().with_format(Format::Markdown));
        assert_eq!(found.text, "## Ferry\n\nRow **it**.\n\n- Rope\n- Oar\n");
        let found = read(&page("", &json_ld(&json)), Options::default().with_format(Format::Html));
        assert!(found.text.contains("<h2>Ferry</h2>"), "{}", found.text);
    }
}

#[test]
fn a_page_that_shows_its_text_is_not_mixed_with_another() {
    let article = json_ld(&format!(r#"{{"@type":"Article","articleBody":"{}"}}"#, sentences("flood", 400)));
    let description = r#"<meta property="og:description" content="A flood.">"#;
    let shown = page(
        &[&article, description].concat(),
        &format!("<article><h1>High water</h1><p>{}</article>", sentences("river", 12)),
    );
    let found = read(&shown, Options::default());
    assert!(found.text.contains("river of day 11") && !found.text.contains("flood"));
    assert_eq!(found.summary.method, Method::Learned);
    // The page has few words, but JSON-LD does not have several times as many.
    let article = json_ld(r#"{"@type":"Article","articleBody":"It rained and rained and rained."}"#);
    let found = read(
        &page(&article, "<p>It rained for three days in the valley.<p>Then the sun came out."),
        Options::default(),
    );
    assert!(found.text.starts_with("It rained for three days"), "{}", found.text);
}

#[test]
fn an_article_of_which_the_page_shows_the_beginning_is_whole_in_its_json_ld() {
    let river = sentences("river", 40);
    let article = json_ld(&format!(r#"{{"@type":"Article","articleBody":"{river}"}}"#));
    let shown = |text: &str| page(&article, &format!("<article><h1>High water</h1><p>{text}</article>"));
    let found = read(&shown(&sentences("river", 12)), Options::default());
    assert_eq!((found.text.trim_end(), found.summary.text_source), (river.trim_end(), TextSource::JsonLd));
    // A summary stands above it, or a line for those who want to subscribe.
    let line =
        "Sign up to read on: for a small sum in each month, the whole of the paper comes to your house.";
    for text in [
        format!("{line}<p>{}", sentences("river", 10)),
        format!("{0}<p>{0}<p>{1}<p>{0}", line, sentences("river", 6)),
    ] {
        let found = read(&shown(&text), Options::default());
        assert_eq!(found.summary.text_source, TextSource::JsonLd, "{text}");
    }
    // Half of it is shown, or something else.
    for text in [sentences("river", 20), sentences("flood", 12)] {
        let found = read(&shown(&text), Options::default());
        assert_eq!(found.summary.text_source, TextSource::Page);
    }
}

#[test]
fn a_description_is_the_last_that_stands_for_a_page() {
    let description = r#"<meta name="description" content="It rained &lt;and rained.">"#;
    let found = read(&page(description, ""), Options::default());
    assert_eq!(found.text, "It rained <and rained.\n");
    assert_eq!(found.summary.text_source, TextSource::Description);
    let product = json_ld(
        r#"{"description":"An oar of ash wood.","brand":{"@type":"Brand","description":"Oars since 1900."},"@type":"Product"}"#,
    );
    let found = read(&page(&[description, &product].concat(), ""), Options::default());
    assert_eq!(
        (found.text.as_str(), found.summary.text_source),
        ("An oar of ash wood.\n", TextSource::JsonLd)
    );
    // A page of menus is no empty shell.
    let menu: String = (0..60).map(|number| format!("<li><a href=/{number}>Place {number}</a>")).collect();
    let found = read(&page(description, &format!("<nav><ul>{menu}</ul></nav>")), Options::default());
    assert_ne!(found.summary.text_source, TextSource::Description);
}

fn app_state(json: &str) -> String {
    format!("<script type=\"application/json\">{json}</script>")
}

/// A page without text, and with the state of an app.
fn app(json: &str) -> String {
    page("", &app_state(json))
}

#[test]
fn the_longest_prose_in_the_state_of_an_app_stands_for_a_page_without_text() {
    let (flood, river) = (sentences("flood", 5), sentences("river", 8));
    let as_html =
        format!(r#"{{"note":"{flood}","body":"\u003cp>{river}\u003c/p>\u003cp>The \"end\".\u003c/p>"}}"#);
    let found = read(&app(&as_html), Options::default());
    assert_eq!(found.text, format!("{}\n\nThe \"end\".\n", river.trim_end()));
    assert_eq!(found.summary.text_source, TextSource::AppState);
    let as_blocks = format!(
        r#"{{"blocks":[{{"type":"p","text":"{flood}"}},{{"type":"h2","text":"Later"}},{{"type":"p","text":"{river}"}}]}}"#
    );
    let found = read(&app(&as_blocks), Options::default());
    assert_eq!(found.text, format!("{}\n\nLater\n\n{}\n", flood.trim_end(), river.trim_end()));
    let as_spans = format!(
        r#"[{{"children":[{{"text":"{flood}It was "}},{{"text":"high","marks":["em"]}},{{"text":", then low."}}]}},{{"children":[{{"text":"{river}"}}]}}]"#
    );
    let found = read(&app(&as_spans), Options::default());
    assert_eq!(found.text, format!("{flood}It was high, then low.\n\n{}\n", river.trim_end()));
    // Parts with the same key at the same depth, and other text between.
    let in_parts =
        format!(r#"{{"parts":[{{"html":"{river}"}},{{"aside":"{flood}"}},{{"html":"{flood}"}}]}}"#);
    let found = read(&app(&in_parts), Options::default());
    assert_eq!(found.text, format!("{}\n\n{}\n", river.trim_end(), flood.trim_end()));
}

#[test]
fn the_state_of_an_app_stands_for_no_page_with_text_and_says_much_more_than_other_sources() {
    let (flood, river) = (sentences("flood", 8), sentences("river", 8));
    let state = app_state(&format!(r#"{{"body":"{flood}"}}"#));
    let source = |page: &str| read(page, Options::default()).summary.text_source;
    assert_eq!(source(&page("", &[&state, "<p>Loading"].concat())), TextSource::AppState);
    assert_eq!(source(&page("", &format!("<p>{river}</p>{state}"))), TextSource::Page);
    assert_eq!(source(&page("", &format!("{state}<p>{river}</p>"))), TextSource::Page);
    let description = format!("<meta name=description content=\"{river}\">");
    assert_eq!(source(&page(&description, &state)), TextSource::Description);
    let data = json_ld(&format!(r#"{{"@type":"Product","description":"{river}"}}"#));
    assert_eq!(source(&page(&data, &state)), TextSource::JsonLd);
    let article = json_ld(r#"{"@type":"Article","articleBody":"It rained."}"#);
    for pair in [[article.as_str(), &state], [&state, article.as_str()]] {
        assert_eq!(source(&page("", &pair.concat())), TextSource::JsonLd);
    }
    // Names of classes, code, and strings that no reader sees one by one.
    let names = "row wide blue ".repeat(30);
    let code = "if (a) { b(); } else { c(); } ".repeat(30);
    for json in [
        format!(r#"{{"body":"{names}"}}"#),
        format!(r#"{{"body":"{code}"}}"#),
        r#"["a b c d, e"]"#.repeat(90),
    ] {
        assert_eq!(source(&app(&json)), TextSource::Page, "{json}");
    }
}

#[test]
fn nothing_stands_for_a_page_where_that_was_switched_off() {
    let head = [
        json_ld(r#"{"articleBody":"It rained."}"#).as_str(),
        r#"<meta name=description content="It rained.">"#,
    ]
    .concat();
    let options = Options::default().with_fallback(false);
    assert!(options.minimum_budget() < Options::default().minimum_budget());
    let found = read(&page(&head, ""), options);
    assert_eq!((found.text.as_str(), found.summary.blocks_total), ("", 0));
}

#[test]
fn what_does_not_fit_is_cut_and_counted_and_the_budget_kept() {
    let body = sentences("flood", 3_000);
    let article = page(&json_ld(&format!(r#"{{"@type":"Article","articleBody":"{body}"}}"#)), "");
    let state = app(&format!(r#"{{"body":"{body}"}}"#));
    for (shell, options) in [
        (&article, Options::default()),
        (&article, Options::default().with_format(Format::Markdown)),
        (&state, Options::default()),
    ] {
        let least = options.minimum_budget().bytes();
        for (budget, kept_bytes) in
            [(least, 4 << 10), (1 << 20, 4096 + ((1 << 20) - least) / 32), (4 << 20, 64 << 10)]
        {
            let found = read(shell, options.clone().with_budget(Budget::from_bytes(budget)));
            // A sign precedes each string of a state.
            let signs = usize::from(std::ptr::eq(shell, &state));
            let cut_bytes = body.len() - kept_bytes + signs;
            assert_eq!(found.summary.fallback_bytes_cut, cut_bytes as u64);
            assert!(
                body.starts_with(found.text.trim_end()) && found.text.len() > kept_bytes - 10,
                "{budget}"
            );
            assert!(found.summary.peak_bytes <= budget);
            assert_eq!(found.summary.first_early_decision_offset, None);
        }
    }
}

#[test]
fn the_same_stands_for_a_page_in_any_chunks_and_after_other_pages() {
    let head = json_ld(
        r#"{"@graph":[{"text":"Is it r\u00e4ining? \ud83c\udf27","@type":"DiscussionForumPosting","comment":[{"@type":"Comment","text":"<p>Yes.<p>No."}]}]}"#,
    );
    same_in_any_chunks(&page(&head, ""), "Is it räining? 🌧\n\nYes.\n\nNo.\n");
    let (flood, river) = (sentences("flood", 6), sentences("river", 6));
    let state = format!(
        r#"{{"a":"Is it, perhaps, something {flood}","b":{{"c":["{river}","r\u00e4in","{flood}"]}}}}"#
    );
    same_in_any_chunks(&app(&state), &format!("{}\n\n{}\n", river.trim_end(), flood.trim_end()));
}

fn same_in_any_chunks(shell: &str, text: &str) {
    let options = Options::default().with_format(Format::Markdown);
    let whole = run_whole(&options, shell.as_bytes());
    assert_eq!(whole.text, text);
    for chunk_bytes in [1, 2, 3, 7, 64] {
        let chunks: Vec<&[u8]> = shell.as_bytes().chunks(chunk_bytes).collect();
        assert_same(&whole, &run(&mut extractor(&options), chunks), || {
            format!("{chunk_bytes} bytes a chunk")
        });
    }
    let mut extractor = Extractor::new(options).expect("the settings are sound");
    let others = [page("", &format!("<p>{}", sentences("river", 20))), page("", ""), shell.to_owned()];
    for other in others.iter().map(String::as_str).chain([shell]) {
        extractor.push(other.as_bytes()).expect("HTML is never wrong");
        let found = extractor.finish().expect("HTML is never wrong");
        assert_eq!(other == shell, found.text == whole.text);
    }
}

/// Counts kept blocks, and can stop at the first.
struct Counting {
    kept: usize,
    stops: bool,
}

impl Sink for Counting {
    fn text(&mut self, _: &str) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn block(&mut self, block: &LineBlock<'_>) -> ControlFlow<()> {
        self.kept += usize::from(block.verdict() == trommel::blocks::Verdict::Kept);
        if self.stops { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

#[test]
fn where_text_was_handed_out_early_nothing_stands_for_the_page() {
    let article = json_ld(r#"{"@type":"Article","articleBody":"It rained for three days."}"#);
    let options = Options::default().with_budget(Options::default().minimum_budget());
    let rows: String =
        (0..3_000).map(|row| format!("<p>In row {row} there is a sentence of some length.")).collect();
    let found = read(&page(&article, &rows), options);
    assert!(found.summary.first_early_decision_offset.is_some() && found.summary.blocks_kept > 0);
    assert_eq!(found.summary.text_source, TextSource::Page);
    for stops in [false, true] {
        let mut sink = Counting { kept: 0, stops };
        let mut extractor = Extractor::new(Options::default()).expect("the defaults are sound");
        extractor.push_to(page(&article, "<p>x").as_bytes(), &mut sink).expect("HTML is never wrong");
        let summary = extractor.finish_to(&mut sink).expect("HTML is never wrong");
        assert_eq!((sink.kept, summary.text_source), (usize::from(!stops), TextSource::JsonLd));
        assert_eq!(summary.stopped, stops);
    }
}

#[test]
fn a_page_that_a_sink_stopped_says_so() {
    let options = Options::default().with_budget(Options::default().minimum_budget());
    let mut extractor = Extractor::new(options).expect("the budget is enough");
    for stops in [true, false] {
        let mut sink = Counting { kept: 0, stops };
        for row in 0..3_000 {
            let row = format!("<p>In row {row} there is a sentence of some length.");
            extractor.push_to(row.as_bytes(), &mut sink).expect("HTML is never wrong");
        }
        assert_eq!(extractor.is_stopped(), stops);
        assert_eq!(extractor.finish_to(&mut sink).expect("HTML is never wrong").stopped, stops);
        assert!(!extractor.is_stopped(), "another page");
    }
}

#[test]
fn facts_and_scripts_inside_an_article_body_are_none_of_the_page() {
    let body = r#"<meta name=author content=Nobody><title>Other</title><p>It rained.<script type=application/ld+json>{\"articleBody\":\"x\"}<\/script>"#;
    let found = read(&page(&json_ld(&format!(r#"{{"articleBody":"{body}"}}"#)), ""), Options::default());
    assert_eq!((found.text.as_str(), found.summary.metadata.title.as_str()), ("It rained.\n", "High water"));
    assert_eq!(found.summary.metadata.author, "");
}

#[test]
fn a_page_that_hides_all_of_its_text_is_read_as_if_it_showed_it() {
    let text = format!(
        "<article><h1>High water</h1><p>{}<p>{}</article>",
        sentences("river", 10),
        sentences("flood", 10)
    );
    let nav = "<nav><a href=/>Home</a></nav>";
    for hidden in [
        format!("<div style='display:none'>{text}</div>{nav}"),
        format!("{nav}<noscript><div id=crawler>{text}</div></noscript>"),
        format!("<div aria-hidden=true>{text}{nav}</div>"),
    ] {
        let found = read(&page("<noscript><p>Not this.</p></noscript>", &hidden), Options::default());
        assert!(
            found.text.contains("river of day 9") && found.text.contains("flood of day 9"),
            "{}",
            found.text
        );
        assert!(!found.text.contains("Home") && !found.text.contains("Not this"));
        assert!(found.summary.hidden_text_used && found.summary.method == Method::Learned);
    }
}

#[test]
fn what_a_page_hides_beside_its_text_stays_hidden() {
    let text = |name| format!("<p>{}<p>{}", sentences(name, 6), sentences(name, 6));
    let both = format!(
        "<article>{}</article><div hidden>{}</div><noscript>{}</noscript>",
        text("river"),
        text("copy"),
        text("copy")
    );
    let found = read(&page("", &both), Options::default());
    assert!(found.text.contains("river") && !found.text.contains("copy") && !found.summary.hidden_text_used);
    // A notice alone does not count as text.
    let found = read(
        &page("", "<noscript>You need to enable JavaScript to run this app.</noscript>"),
        Options::default(),
    );
    assert_eq!((found.text.as_str(), found.summary.hidden_text_used), ("", false));
}

/// A sink that panics at the first line-block.
struct Panics;

impl Sink for Panics {
    fn text(&mut self, _: &str) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn block(&mut self, _: &LineBlock<'_>) -> ControlFlow<()> {
        std::panic::resume_unwind(Box::new("a sink of the user's"));
    }
}

#[test]
fn a_sink_that_panics_amid_what_stands_for_a_page_leaves_an_extractor_that_reset_mends() {
    let article = json_ld(r#"{"@type":"Article","articleBody":"It rained for three days in the valley."}"#);
    let page = page(&article, "");
    let mut extractor = Extractor::new(Options::default()).unwrap();
    let panicked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        extractor.push(page.as_bytes()).and_then(|()| extractor.finish_to(&mut Panics))
    }));
    assert!(panicked.is_err());
    extractor.reset();
    extractor.push(page.as_bytes()).unwrap();
    assert_eq!(extractor.finish().unwrap(), read(&page, Options::default()));
}

/// Stops at a line end, with which the text of a page ends.
struct StopsAtEnd;

impl Sink for StopsAtEnd {
    fn text(&mut self, piece: &str) -> ControlFlow<()> {
        if piece == "\n" { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

#[test]
fn a_page_that_a_sink_stopped_at_its_last_piece_says_so() {
    let mut extractor = Extractor::new(Options::default()).expect("the defaults are sound");
    let page =
        "<p>It rained for three days in the valley, and it went on and on until the last of us had left.";
    extractor.push_to(page.repeat(3).as_bytes(), &mut StopsAtEnd).expect("HTML is never wrong");
    assert!(extractor.finish_to(&mut StopsAtEnd).expect("HTML is never wrong").stopped);
}
