//! Notes and the links to them, in Markdown and HTML.

use trommel::{Format, blocks::Role};
use trommel_testing::reread::{fold, text_of_html, text_of_markdown, without_labels};
use trommel_testing::shown::keep;

fn render(page: &str, format: Format, with_links: bool) -> String {
    let options = keep(0.0).with_format(format).with_links(with_links);
    trommel::extract(page.as_bytes(), &options).unwrap().text
}

/// The Markdown of a page, which is the same with the targets of links, and reads as the text.
fn markdown(page: &str) -> String {
    let found = render(page, Format::Markdown, false);
    assert_eq!(found, render(page, Format::Markdown, true));
    let of_html = text_of_html(&render(page, Format::Html, false));
    assert_eq!(of_html, fold(&render(page, Format::Text, false)));
    let compared = |text: &str| without_labels(text, &found);
    assert_eq!(compared(&of_html), compared(&text_of_markdown(&found)), "{found}");
    found
}

#[test]
fn a_note_and_its_reference_lead_to_each_other() {
    let page =
        "<p>A pipe.<sup id=r1><a href='#n1'>1</a></sup><ol><li id=n1>Of lead. <a href='#r1'>↩</a></ol>";
    assert_eq!(markdown(page), "A pipe.[^1]\n\n[^1]: Of lead.\n");
    let html =
        "<p>A pipe.<sup><a href=\"#fn-1\">1</a></sup></p>\n<ol>\n<li id=\"fn-1\">Of lead.</li>\n</ol>\n";
    assert_eq!(render(page, Format::Html, false), html);
    assert_eq!(render(page, Format::Html, true), html);
}

#[test]
fn only_what_leads_back_is_a_note() {
    let page = "<p>A pipe.<sup><a href='#n1'>1</a></sup><ol><li id=n1>Of lead.</ol>";
    assert_eq!(render(page, Format::Markdown, false), "A pipe.<sup>1</sup>\n\n1. Of lead.\n");
    assert_eq!(render(page, Format::Markdown, true), "A pipe.<sup>[1](#n1)</sup>\n\n1. Of lead.\n");
    // A word is not a label: Markdown shows labels as numbers.
    let page = "<p id=r>See <a href='#n'>below</a>.<p id=n>Of lead. <a href='#r'>Up</a>";
    assert_eq!(render(page, Format::Markdown, false), "See below.\n\nOf lead. Up\n");
}

#[test]
fn a_note_that_is_left_out_has_no_reference() {
    let page =
        "<p>A pipe.<sup id=r><a href='#n'>1</a></sup> <div hidden><p id=n>Of lead.<a href='#r'>^</a></div>";
    assert_eq!(render(page, Format::Markdown, false), "A pipe.<sup>1</sup>\n");
    let page = "<p>A pipe.<sup id=r><a href='#n'>1</a></sup><ol><li id=n>Of lead. <a href='#r'>↩</a></ol>";
    let options = keep(0.0).with_format(Format::Markdown).without_roles(Role::List);
    let found = trommel::extract(page.as_bytes(), &options).unwrap().text;
    assert!(!found.contains("[^"), "{found}");
}

#[test]
fn a_note_without_a_reference_stays_an_item() {
    let notes = "<ol><li id=n1>One. <a href='#r1'>↩</a><li id=n2>Two. <a href='#r2'>↩</a><li id=n3>Three. <a href='#r3'>↩</a></ol>";
    let page =
        format!("<p>A<sup id=r1><a href='#n1'>1</a></sup> b<sup id=r3><a href='#n3'>3</a></sup>{notes}");
    assert_eq!(markdown(&page), "A[^1] b[^3]\n\n[^1]: One.\n\n2. Two.\n\n[^3]: Three.\n");
}

#[test]
fn further_blocks_of_a_note_are_indented() {
    let notes = "<li id=n><p>One.<p>Two.<ul><li>x<li>y</ul><pre>c\nd</pre><blockquote><p>q<p>r</blockquote><p><a href='#r'>↩</a></ol><p>End";
    let page = format!("<p>A<sup id=r><a href='#n'>1</a></sup> b<ol>{notes}");
    let found = markdown(&page);
    let expected = "A[^1] b\n\n[^1]: One.\n\n    Two.\n\n    - x\n    - y\n\n    ```\n    c\n    d\n    ```\n\n    > q\n    >\n    > r\n\nEnd\n";
    assert_eq!(found, expected);
}

#[test]
fn notes_outside_of_lists_are_notes() {
    let page = "<p>A <a href='#n' id=r>[1]</a><div id=n><p>One. <a href='#r'>^</a><p>Two.</div><p>End";
    assert_eq!(render(page, Format::Markdown, false), "A [^1]\n\n[^1]: One.\n\n    Two.\n\nEnd\n");
    // As Word writes them, with names for ids.
    let page = "<p>A<a href='#n' name=r><sup>[1]</sup></a><p><a href='#r' name=n>[1]</a> One.";
    assert_eq!(render(page, Format::Markdown, false), "A[^1]\n\n[^1]: One.\n");
}

#[test]
fn a_term_or_a_block_with_the_label_begins_a_note() {
    let page = "<p>A<a href='#n' id=r>1</a><dl><dt id=n><a href='#r'>1</a><dd><p>One.<p>Two.</dl><p>End";
    assert_eq!(render(page, Format::Markdown, false), "A[^1]\n\n[^1]: One.\n\n    Two.\n\nEnd\n");
    // docutils.
    let label = "<span class=label><span class=fn-bracket>[</span><a role=doc-backlink href='#r'>1</a><span class=fn-bracket>]</span></span>";
    let page = format!("<p>A<a href='#n' id=r>[1]</a><div id=n>{label}<p>One.</div>");
    assert_eq!(render(&page, Format::Markdown, false), "A[^1]\n\n[^1]: One.\n");
    assert_eq!(render(&page, Format::Text, false), "A[1]\n\n[1]\n\nOne.\n");
    let page = format!(
        "<div>{label}<span class=backrefs>(<a href='#r' role=doc-backlink>1</a>)</span><p>One.</div>"
    );
    assert_eq!(render(&page, Format::Text, false), "[1]\n\nOne.\n");
    // Substack.
    let page = "<p>A<a href='/p#n' id=r>1</a><div class=footnote><a id=n href='/p#r'>1</a><div><p>One.<p>Two.</div></div><p>End";
    assert_eq!(render(page, Format::Markdown, false), "A[^1]\n\n[^1]: One.\n\n    Two.\n\nEnd\n");
}

#[test]
fn a_note_does_not_say_its_number_twice() {
    let note = |begin: &str| {
        let page =
            format!("<p>A<sup><a href='#n' id=r>1</a></sup><p id=n>{begin}One <b>b</b>. <a href='#r'>↩</a>");
        markdown(&page).rsplit_once("]: ").unwrap().1.to_owned()
    };
    for begin in ["<sup>1</sup>", "[1] ", "<sup><b>(1)</b></sup> "] {
        assert_eq!(note(begin), "One **b**.\n");
    }
    for begin in ["1) ", "<a href='#r'>1</a>. "] {
        let page = format!("<p>A<sup><a href='#n' id=r>1</a></sup><p id=n>{begin}One. <a href='#r'>↩</a>");
        assert_eq!(render(&page, Format::Markdown, true), "A[^1]\n\n[^1]: One.\n");
    }
    assert_eq!(note("1 "), "1 One **b**.\n");
    assert_eq!(note("[2] "), "\\[2] One **b**.\n");
}

#[test]
fn labels_are_unique() {
    let part = |n: usize, shown: &str| {
        format!(
            "<p>A<sup id=r{n}><a href='#n{n}'>{shown}</a></sup><ol><li id=n{n}>N{n}. <a href='#r{n}'>↩</a></ol>"
        )
    };
    let page =
        part(1, "1") + &part(2, "1") + &part(3, "[note 3]") + &part(4, "a") + &part(5, "A") + &part(6, "*");
    assert_eq!(
        render(&page, Format::Markdown, false),
        "A[^1]\n\n[^1]: N1.\n\nA[^1:2]\n\n[^1:2]: N2.\n\nA[^note-3]\n\n[^note-3]: N3.\n\nA[^a]\n\n[^a]: N4.\n\n\
         A[^A:5]\n\n[^A:5]: N5.\n\nA<sup>\\*</sup>\n\n1. N6.\n"
    );
    // Two articles of one page may have notes with the same ids.
    let page = part(1, "1") + &part(1, "1");
    assert_eq!(render(&page, Format::Markdown, false), "A[^1]\n\n[^1]: N1.\n\nA[^1:2]\n\n[^1:2]: N1.\n");
}

#[test]
fn text_after_a_reference_makes_no_link_of_it() {
    let notes = "<ol><li id=n>N. <a href='#r'>↩</a></ol>";
    let page = format!(
        "<p>A!<sup id=r><a href='#n'>1</a></sup>(b) [c] d<a href='#n'>1</a>: e<p><a href='#n'>1</a>: f{notes}"
    );
    assert_eq!(markdown(&page), "A\\![^1]\\(b) \\[c] d[^1]: e\n\n[^1]\\: f\n\n[^1]: N.\n");
    let page = format!("<p>A<sup id=r><a href='#n'>1</a>, <a href='#n'>1</a></sup> b{notes}");
    assert_eq!(markdown(&page), "A[^1], [^1] b\n\n[^1]: N.\n");
}

#[test]
fn more_references_than_are_held_stay_links() {
    let mut page = String::new();
    for n in 0..1200 {
        page += &format!("<p>A<sup id=r{n}><a href='#n{n}'>{n}</a></sup>");
    }
    page += "<ol>";
    for n in 0..1200 {
        page += &format!("<li id=n{n}>N <a href='#r{n}'>↩</a>");
    }
    let found = render(&page, Format::Markdown, false);
    let notes = found.lines().filter(|line| line.starts_with("[^")).count();
    assert_eq!(found.matches("[^").count(), 2 * notes);
    assert!((900..=1000).contains(&notes), "{notes}");
}

#[test]
fn a_reference_is_no_part_of_an_address_before_it() {
    let note = "<ol><li id=n1>Of lead. <a href='#r1'>↩</a></ol>";
    let page = |before: &str| format!("<p>{before}<sup id=r1><a href='#n1'>1</a></sup>{note}");
    assert_eq!(markdown(&page("See http://a.de/x")), "See http://a.de/x<!-- -->[^1]\n\n[^1]: Of lead.\n");
    assert_eq!(markdown(&page("2^")), "2^<!-- -->[^1]\n\n[^1]: Of lead.\n");
}

#[test]
fn questions_with_links_to_the_top_are_no_notes() {
    let page = "<p id=top>Questions: <a href='#q1'>1</a><p id=q1>What is a leat? <a href='#top'>Top</a>";
    assert_eq!(render(page, Format::Markdown, false), "Questions: 1\n\nWhat is a leat? Top\n");
}

#[test]
fn links_back_from_headings_and_references_are_kept() {
    let page = "<h2><a role=doc-backlink href='#toc-1'>The wheel</a></h2><p>It turns.";
    assert_eq!(render(page, Format::Markdown, false), "## The wheel\n\nIt turns.\n");
    let page = "<p>It turns<sup><a id=r1 class=footref href='#n1' role=doc-backlink>1</a></sup>.\
                <ol><li id=n1>Slowly. <a href='#r1'>↩\u{FE0E}</a></ol>";
    assert_eq!(markdown(page), "It turns[^1].\n\n[^1]: Slowly.\n");
}

#[test]
fn notes_in_the_text_come_at_its_end() {
    let expected = "A pipe[^1] of lead[^2].\n\nThe end.\n\n[^1]: A long *tube* of metal.\n\n[^2]: Soft and heavy metal.\n";
    let notes = ["A long <i>tube</i> of metal.", "Soft and heavy metal."];
    let latexml = |label: usize, note: &str| {
        format!(
            "<span class='ltx_note ltx_role_footnote'><sup class=ltx_note_mark>{label}</sup><span class=ltx_note_outer><span class=ltx_note_content><sup class=ltx_note_mark>{label}</sup><span class='ltx_tag ltx_tag_note'>{label}</span>{note}</span></span></span>"
        )
    };
    let side = |label: usize, note: &str| {
        format!("<a href='#'>[{label}]</a><span class='note-text x'>{note}</span>")
    };
    for note in [&latexml as &dyn Fn(usize, &str) -> String, &side] {
        let page = format!("<p>A pipe{} of lead{}.<p>The end.", note(1, notes[0]), note(2, notes[1]));
        assert_eq!(render(&page, Format::Markdown, false), expected);
        let text = render(&page, Format::Text, false);
        assert!(text.contains("1") && text.contains(" A long tube of metal. of lead"), "{text}");
        assert_eq!(text_of_html(&render(&page, Format::Html, false)), fold(&text));
    }
}

#[test]
fn notes_without_room_stay_in_the_text() {
    let text = "the ferry crossed the river again, ".repeat(9);
    let note = |at: usize| format!("<sup>{at}</sup><span class=note-text>Note {at}: {text}</span>");
    let page: String =
        (1..=400).map(|at| format!("<p>The keeper lifts the chain{} here.", note(at))).collect();
    let found = render(&page, Format::Markdown, false);
    let (body, end) = found.split_at(found.find("\n[^1]: ").expect("some notes are held"));
    let (references, notes) = (body.matches("[^").count(), end.matches("\n[^").count());
    assert_eq!(references, notes, "each reference has its note");
    assert!(notes > 100 && body.contains("<sup>400</sup> Note 400: the ferry"), "{notes}");
}

#[test]
fn hidden_notes_are_notes_of_the_label_before_them() {
    let page = |label: &str, note: &str| {
        format!("<p>Ein Rohr{label}<span style='display:none'>{note}</span></sup> aus Blei.")
    };
    for label in ["<sup>1", "<sup><a href='#'>[1]</a>", "<sup>1</sup>", "[1]", "<a href='#'>1</a>"] {
        let found = render(&page(label, "Mehrere  davon, je <b>10</b> Fuß lang."), Format::Markdown, false);
        assert_eq!(found, "Ein Rohr[^1] aus Blei.\n\n[^1]: Mehrere davon, je 10 Fuß lang.\n", "{label}");
    }
    assert!(!render(&page("<sup>6</sup>", "^6"), Format::Markdown, false).contains("[^"));
    assert!(!render(&page("e (12)", "Kommentare werden geladen."), Format::Markdown, false).contains("[^"));
    assert!(!render(&page(" von 1990", "Mehrere davon, je lang."), Format::Markdown, false).contains("[^"));
    let empty = page("<sup>1</sup><span class=note-text><p>Leer</p></span>", "");
    assert!(!render(&empty, Format::Markdown, false).contains("[^"));
}
