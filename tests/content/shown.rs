//! The text of a page is what a browser shows of it. Here are the cases that need options, long
//! pages or more than a comparison of text. The others are in `cases/`.

use trommel::{
    Budget, Extractor, Favor, Format, Method, Options, extract,
    methods::{TagRatio, Thresholds},
};
use trommel_testing::shown::{SENTENCE, shown, shown_as};

/// The text that the line-block method keeps of a page.
fn kept(page: &str, format: Format) -> String {
    let options = Options::default().with_method(Method::LineBlock(Thresholds::DEFAULT)).with_format(format);
    extract(page.as_bytes(), &options).expect("HTML is never wrong").text
}

#[test]
fn links_of_two_kinds_are_not_one_word_where_a_page_hides_all_of_its_text() {
    let page =
        ["<div hidden>", &format!("<p>{SENTENCE} <a href=/1>anna</a><a href=/2>Berta</a></p>").repeat(8)]
            .concat();
    let text = extract(page.as_bytes(), &Options::default()).expect("HTML is never wrong").text;
    assert!(text.contains("count. anna Berta"), "{text}");
}

#[test]
fn an_enumerator_is_no_part_of_the_word_after_it() {
    for (page, text) in [
        ("<p><span class=a>(a)</span><span class=b>by day</span>", "(a) by day\n"),
        ("<p><span class=no>1.</span><span class=text>the ferry</span>", "1. the ferry\n"),
        ("<p><a href=/1>iv)</a><a href=/2>the ferry</a>", "iv) the ferry\n"),
        ("<p><b>2)</b>die Fähre", "2) die Fähre\n"),
        ("<p><span>а)</span>паром", "а) паром\n"),
        // A word goes on.
        ("<p>by <i>(s)</i>he", "by (s)he\n"),
        ("<p><i>f(a)</i>b", "f(a)b\n"),
        ("<p><b>1.</b>5 litres", "1.5 litres\n"),
    ] {
        assert_eq!(shown(page), text, "{page}");
    }
}

#[test]
fn the_letter_of_a_point_is_kept_with_it() {
    let text = "The keeper of a ferry shall look after its chain and lift it twice in each year.";
    let texto = "El barquero cuidará la cadena de su barca y la levantará dos veces cada año.";
    let divs = |letter: &str| {
        ["<div class=a><div class=b>", letter, "</div><div class=c><p>", text, "</p></div></div>"].concat()
    };
    let spans = |letter: &str| ["<div><span>", letter, "</span><p>", texto, "</p></div>"].concat();
    for points in [[divs("(a)"), divs("2.")], [spans("(a)"), spans("2.")]] {
        let page = ["<h1>Ferries</h1><p>", text, "</p>", &points.concat()].concat();
        let kept = extract(page.as_bytes(), &Options::default()).expect("HTML is never wrong").text;
        assert!(kept.contains("(a)") && kept.contains("2."), "{kept}");
    }
}

#[test]
fn a_panel_of_tabs_is_no_less_content_before_its_turn() {
    for part in [
        "<div role=tabpanel hidden>",
        "<div role=tabpanel aria-hidden=true>",
        "<section role=tabpanel style='display: none'>",
    ] {
        let page = format!("<p>{SENTENCE} {SENTENCE}</p>{part}<p>{SENTENCE} And frogs.</p>");
        assert!(kept(&page, Format::Text).contains("And frogs."), "{part}");
    }
    for part in ["<div role=region hidden>", "<div aria-hidden=true>", "<div hidden>"] {
        let page = format!("<p>{SENTENCE} {SENTENCE}</p>{part}<p>{SENTENCE} And frogs.</p>");
        assert!(!kept(&page, Format::Text).contains("And frogs."), "{part}");
    }
}

#[test]
fn the_title_of_a_drawing_is_none_of_the_page() {
    let page = format!("<svg><title>Icon</title></svg><title>Newts</title><p>{SENTENCE}");
    let found = extract(page.as_bytes(), &Options::default()).expect("HTML is never wrong");
    assert_eq!(found.summary.metadata.title, "Newts");
}

#[test]
fn marks_of_headings_are_none_of_their_text() {
    let marks = [
        "<h2>Newts<a class=headerlink href=#n>¶</a></h2>",
        "<h2><a class='anchor hash-link' href=#n>#</a>Newts</h2>",
        "<div><h2>Newts</h2><span class=mw-editsection>[<a href=/edit>edit</a>]</span></div>",
        "<div><h2 id=n>Newts</h2><a class=sl-anchor-link href=#n><i class=sr-only>[¶ of newts]</i></a></div>",
    ];
    for mark in marks {
        let text = kept(&format!("<p>{SENTENCE}{mark}<p>{SENTENCE}<p>{SENTENCE}"), Format::Text);
        assert!(!text.contains(['¶', '#', '[']), "{text}");
    }
}

#[test]
fn what_is_for_browsers_without_scripts_ends_nothing_and_is_ended() {
    for inside in
        ["<p>Please enable it.</p>", "</div></p>x", "<table><tr><td>x", "<td>x<li>", "<h2>x</h3><b>"]
    {
        let page = format!("<p>{SENTENCE}<div><noscript>{inside}</noscript>{SENTENCE}</div><p>{SENTENCE}");
        let text = kept(&page, Format::Text);
        assert_eq!(text, format!("{SENTENCE}\n\n{SENTENCE}\n\n{SENTENCE}\n"), "{inside}");
    }
}

#[test]
fn what_is_hidden_stays_so_where_elements_are_forgotten() {
    for (begin, end) in [("<div hidden>", "</div>"), ("<template>", "</template>")] {
        let (open, close) = ("<div>".repeat(256), "</div>".repeat(200));
        let page = format!("<p>s{begin}{open}x{close}<p>unseen</p>{}{end}<p>seen", "</div>".repeat(56));
        assert_eq!(shown(&page), "s\n\nseen\n", "{begin}");
    }
}

#[test]
#[cfg(feature = "css")]
fn what_is_not_selected_stays_so_where_elements_are_forgotten() {
    for depth in [100, 300, 600] {
        let (open, close) = ("<div>".repeat(depth), "</div>".repeat(depth));
        let page = format!("{open}x<p class=k>{SENTENCE}</p>{close}unseen");
        let selectors = trommel::css::Selectors::default().select(".k").expect("it is sound");
        let options = Options::default().with_selectors(selectors);
        let text = extract(page.as_bytes(), &options).expect("HTML is never wrong").text;
        assert_eq!(text, format!("{SENTENCE}\n"), "{depth}");
    }
}

#[test]
fn marks_of_forgotten_elements_end() {
    let (open, close) = ("<div>".repeat(256), "</div>".repeat(256));
    let text = shown_as(Format::Markdown, &format!("<p>s<b>{open}x{close}</b><p>plain"));
    assert!(text.ends_with("\n\nplain\n"), "{text}");
}

#[test]
#[cfg(feature = "css")]
fn marks_of_what_is_dropped_on_the_way_end() {
    let page = format!("<div><a href=x>one<div><b>two</a> three</b></div></div><p class=k>{SENTENCE}");
    let selectors = trommel::css::Selectors::default();
    let selectors = selectors.select("a").and_then(|both| both.select(".k")).expect("they are sound");
    let options = Options::default().with_selectors(selectors).with_format(Format::Markdown);
    let text = extract(page.as_bytes(), &options).expect("HTML is never wrong").text;
    assert_eq!(text.lines().last(), Some(SENTENCE), "{text}");
}

#[test]
fn what_was_collected_goes_before_what_follows_it() {
    let paragraph = format!("<p>{SENTENCE} {SENTENCE}</p>");
    let page = paragraph.repeat(4000);
    let options =
        Options::default().with_method(Method::LineBlock(Thresholds::DEFAULT)).with_format(Format::Text);
    let options = options.clone().with_budget(options.minimum_budget());
    let mut extractor = Extractor::new(options).expect("the options can work");
    extractor.push(page.as_bytes()).expect("HTML is never wrong");
    let whole = extractor.finish().expect("HTML is never wrong");
    assert!(whole.summary.first_early_decision_offset.is_some());
    let mut text = String::new();
    extractor.push(page.as_bytes()).expect("HTML is never wrong");
    let summary = extractor.finish_to(&mut text).expect("HTML is never wrong");
    assert_eq!((text, summary), (whole.text, whole.summary));
}

#[test]
fn elements_without_room_are_counted() {
    let item = |number: usize| format!("<div class=c{number}><div><span>Item {number}</span></div></div>");
    let page: String = (0..2000).map(item).collect();
    let options = Options::default();
    let read = |budget: Budget| {
        let mut extractor =
            Extractor::new(options.clone().with_budget(budget)).expect("the options can work");
        extractor.push(page.as_bytes()).expect("HTML is never wrong");
        extractor.finish().expect("HTML is never wrong").summary.nodes_folded
    };
    assert_eq!(read(Budget::DEFAULT), 0);
    assert!(read(options.minimum_budget()) > 3000);
}

#[test]
fn comments_are_found_by_any_method_and_once() {
    let comment = |number: usize| {
        format!("<div class=comment><p>{SENTENCE} So said reader number {number}, who lives there.</div>")
    };
    let comments: String = (0..4).map(comment).collect();
    let page = format!(
        "<article>{}</article><section class=comments>{comments}</section><section class=comments style=display:none>{comments}</section>",
        format!("<p>{SENTENCE} {SENTENCE}</p>").repeat(5)
    );
    for method in [Method::Auto, Method::LineBlock(Thresholds::DEFAULT), Method::TagRatio(TagRatio::Clusters)]
    {
        let options = Options::default().with_method(method).keep_comments(true);
        let text = extract(page.as_bytes(), &options).expect("HTML is never wrong").text;
        assert_eq!(text.matches("So said reader").count(), 4, "{method:?}: {text}");
    }
}

#[test]
#[cfg(feature = "model")]
fn precision_never_keeps_nothing_where_balanced_keeps_something() {
    let copies = |text: &str| format!("<article><h2>{text}</h2><div><p>{text}</p></div></article>");
    for words in 1..12 {
        let text: String = (0..words).map(|word| format!("word{word} and ")).collect();
        let page = copies(&text).repeat(3) + &"<p>One of a hundred short lines.".repeat(20);
        let keeps = |favor| {
            let options = Options::default().with_method(Method::Learned).with_favor(favor);
            !extract(page.as_bytes(), &options).expect("HTML is never wrong").text.is_empty()
        };
        assert!(keeps(Favor::Precision) || !keeps(Favor::Balanced), "{page}");
    }
}

#[test]
fn marks_in_a_quotation_are_inside_its_quotation_marks() {
    assert_eq!(
        kept("<p>He said <q><b>it</b></q> and left.", Format::Markdown),
        "He said \"**it**\" and left.\n"
    );
}

#[test]
fn bold_that_is_none_by_its_style_is_none() {
    let page = |style: &str| {
        format!(
            "<p>{SENTENCE}</p><b style='{style}'><p>{SENTENCE} <b>Also</b> this.</p></b><p>{SENTENCE} <strong>End</strong>"
        )
    };
    for style in ["font-weight:normal", "color: red; FONT-WEIGHT : 400"] {
        let text = kept(&page(style), Format::Markdown);
        assert!(text.contains(&format!("\n\n{SENTENCE} **Also** this.\n\n")), "{text}");
    }
    let text = kept(&page("font-weight:bold"), Format::Markdown);
    assert!(text.contains(&format!("**{SENTENCE}")), "{text}");
}

#[test]
fn a_button_around_a_header_cell_sorts_the_table_and_is_its_text() {
    let page = "<table><tr><th><button>Name</button><th>Year <button>Sort</button><tr><td>a<td>1<button>x</button></table>";
    assert_eq!(shown(page), "Name\tYear\na\t1\n");
}

#[test]
fn a_button_in_the_midst_of_a_sentence_is_a_word_of_it() {
    let long = ["Read <button>", &"more ".repeat(40), "</button> on"].concat();
    for (paragraph, expected) in [
        ("The word <button>neap</button> means small", "The word neap means small"),
        ("said<button> Ada Reed, </button> keeper", "said Ada Reed, keeper"),
        ("A <b>small <button><span>tide</span></button> of</b> June", "A small tide of June"),
        ("The annual <button><!-- --> tide </button>. ", "The annual tide."),
        ("A <button>a</button>, <button>b</button> and c", "A a, b and c"),
        ("Read on <button>Subscribe</button>", "Read on"),
        ("Read on <button>Subscribe</button><br>now", "Read on\nnow"),
        ("Read on <button>Subscribe</button> | Contact", "Read on | Contact"),
        ("Read <button><svg><title>Pen</title></svg></button> on", "Read on"),
        ("Read <button>a</button><i>on</i>", "Read on"),
        ("Read <button></button> on", "Read on"),
        ("The <button>neap<span hidden> Close</span></button> tide", "The neap tide"),
        ("The <button>neap<span aria-hidden=true>i</span></button> tide", "The neap tide"),
        ("The <button style='display:none'>neap</button> tide", "The tide"),
        ("<span hidden>The <button>neap</button> tide</span> Read on", "Read on"),
        ("<button>Read</button> on", "on"),
        (&long, "Read on"),
    ] {
        assert_eq!(shown(&["<p>", paragraph].concat()).trim_end(), expected, "{paragraph}");
    }
    assert_eq!(shown("<div>Read <button>more</button> on</div>"), "Read on\n");
}

#[test]
#[cfg(feature = "css")]
fn a_button_that_selectors_drop_is_no_word() {
    let page =
        format!("<p>The <button>neap<span class=x> one</span></button> tide. {SENTENCE} {SENTENCE}</p>");
    for (dropped, start) in [("button", "The tide."), ("p > *", "The tide."), (".x", "The neap tide.")] {
        let selectors = trommel::css::Selectors::default().drop(dropped).expect("it is a selector");
        let options = Options::default().with_selectors(selectors);
        let text = extract(page.as_bytes(), &options).expect("HTML is never wrong").text;
        assert!(text.starts_with(start), "{dropped}: {text}");
    }
}

#[test]
fn a_span_that_its_style_makes_a_block_is_on_a_line_of_its_own() {
    let page = "<p><span style='display: block'>One.</span><span style='display:block'>Two.</span>Three<span style='display:inline-block'>four</span>.";
    assert_eq!(shown(page), "One.\nTwo.\nThreefour.\n");
}
