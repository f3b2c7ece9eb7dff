//! Where chunks end, and what they repeat.

use trommel::chunk::ChunkOptions;
use trommel::methods::TagRatio;
use trommel::{Extractor, Format, Method, Options};
use trommel_testing::{FoundChunk, run_whole};

/// The chunks of a page, all of whose text is kept.
fn chunks(html: &str, options: ChunkOptions) -> Vec<FoundChunk> {
    let method = Method::TagRatio(TagRatio::Threshold { lambda: 0.0 });
    let options = Options::default()
        .with_method(method)
        .with_format(Format::Markdown)
        .with_links(true)
        .with_fallback(false)
        .with_chunks(options);
    run_whole(&options, html.as_bytes()).chunks
}

fn tokens(size: u32) -> ChunkOptions {
    ChunkOptions::of_tokens(size)
}

const NEWTS: &str = "Nineteen newts live in the pond. ";

#[test]
fn a_chunk_ends_before_a_heading() {
    let html = format!(
        "<h1>Newts</h1><p>{}<h2>Food</h2><h3>Worms</h3><p>{}<h3>Snails</h3><p>{}<h2>Sleep</h2><p>{NEWTS}",
        NEWTS.repeat(2),
        NEWTS.repeat(3),
        NEWTS.repeat(2)
    );
    let found = chunks(&html, tokens(40));
    assert!(found[0].text.starts_with("Newts\n\nNineteen"));
    assert!(found[1].text.starts_with("Food\n\nWorms\n\nNineteen"));
    assert!(found[2].text.starts_with("Snails\n\n"));
    let paths: Vec<String> = found.iter().map(|chunk| chunk.headings.join(" > ")).collect();
    assert_eq!(paths, ["Newts", "Newts > Food > Worms", "Newts > Food > Snails", "Newts > Sleep"]);
    assert_eq!(found[0].roles, "title,paragraph");
    assert_eq!(&html[found[1].offset as usize..][..4], "Food");
}

#[test]
fn short_sections_share_a_chunk() {
    let html: String = (0..12).map(|number| format!("<h2>Newt {number}</h2><p>{NEWTS}")).collect();
    let found = chunks(&html, tokens(160));
    assert!(found.len() < 6 && found.iter().all(|chunk| chunk.text.starts_with("Newt ")), "{found:#?}");
}

#[test]
fn a_heading_stays_with_its_text() {
    let html = format!("<p>{}<h2>Food</h2><p>{}", NEWTS.repeat(4), NEWTS.repeat(4));
    let found = chunks(&html, tokens(36));
    assert!(found.iter().all(|chunk| !chunk.text.ends_with("Food")), "{found:#?}");
}

#[test]
fn a_table_repeats_its_header() {
    let rows = "<tr><td>Newt of the <b>pond</b><td>19</tr>".repeat(8);
    let html = format!("<p>Short.<table><tr><th>Name<th align=right>Count</tr>{rows}</table><p>After.");
    let found = chunks(&html, tokens(40));
    assert_eq!(found[0].text, "Short.");
    assert!(found[1].text.starts_with("Name\tCount\nNewt of the pond\t19\n"));
    // The header is repeated in Markdown, not in the text.
    assert_eq!(found[2].text, "Newt of the pond\t19\n\nAfter.");
    assert_eq!(
        found[2].markdown,
        "| Name | Count |\n| --- | ---: |\n| Newt of the **pond** | 19 |\n\nAfter."
    );
}

#[test]
fn no_chunk_ends_in_a_row() {
    let cells = "<td>one cell of many words<td>and another one".repeat(2);
    let html = format!("<table>{}</table>", format!("<tr>{cells}</tr>").repeat(9));
    for chunk in chunks(&html, tokens(50)) {
        let rows = chunk.text.lines().map(|row| row.split('\t').count());
        assert!(rows.clone().all(|cells| cells == 4), "{chunk:#?}");
    }
}

#[test]
fn a_list_repeats_its_lead_in() {
    for colon in [':', '：'] {
        let items = "<li>One more newt, with a long tail.".repeat(8);
        let html = format!("<p>All of these live here{colon}<ol>{items}</ol><p>After.");
        let found = chunks(&html, tokens(40));
        // The lead-in is not left alone.
        assert_eq!(found[0].roles, "paragraph,list");
        assert!(found[1].text.starts_with("One more newt"));
        let expected =
            format!("All of these live here{colon}\n\n4. One more newt, with a long tail.\n5. One");
        assert!(found[1].markdown.starts_with(&expected), "{}", found[1].markdown);
    }
}

#[test]
fn code_keeps_its_fence_and_its_lines() {
    let lines = "let newts = pond.count();\n  newts += 1;\n".repeat(6);
    let html = format!("<p>Newts are counted so<pre><code class=language-rust>{lines}</code></pre>");
    let found = chunks(&html, tokens(40));
    assert!(found.len() > 2);
    for chunk in &found[1..] {
        assert!(chunk.markdown.starts_with("```rust\n"), "{}", chunk.markdown);
        assert!(chunk.markdown.ends_with(";\n```"), "{}", chunk.markdown);
        assert!(chunk.text.lines().all(|line| line.ends_with(';')), "{}", chunk.text);
    }
}

#[test]
fn marks_go_on_in_the_next_chunk() {
    let html = format!("<p><em>{}</em> <a href=/pond>{}</a>", NEWTS.repeat(8), NEWTS.repeat(8));
    for chunk in chunks(&html, tokens(20)) {
        let is_link = chunk.markdown.starts_with('[') && chunk.markdown.ends_with("](/pond)");
        let is_emphasis = chunk.markdown.starts_with('*') && chunk.markdown.ends_with('*');
        assert!(is_link || is_emphasis, "{}", chunk.markdown);
        assert!(chunk.text.ends_with("pond."), "a sentence is whole: {}", chunk.text);
    }
}

#[test]
fn no_chunk_ends_in_a_link_or_a_formula() {
    let html =
        "<p>The newts of <a href=/a>Mr. Toad. And Sons</a> live where \\(x. Y\\) is. Then they sleep. "
            .repeat(9);
    for chunk in chunks(&html, tokens(24)) {
        let [opened, closed] = ["[Mr", "](/a)"].map(|part| chunk.markdown.matches(part).count());
        assert_eq!(opened, closed, "{}", chunk.markdown);
        let [opened, closed] = ["(x", "Y\\)"].map(|part| chunk.text.matches(part).count());
        assert_eq!(opened, closed, "{}", chunk.text);
    }
}

#[test]
fn chunks_share_whole_sentences() {
    let sentences =
        "One newt is here. Two newts are there. Three newts swim in the pond. Four newts are gone. ";
    let html = format!("<h2>A</h2><p>{}", sentences.repeat(3));
    let found = chunks(&html, tokens(40).with_overlap(16));
    assert!(found.len() > 2);
    for pair in found.windows(2) {
        let shared = pair[1].text.split_inclusive(". ").next().expect("a chunk has text");
        assert!(pair[0].text.contains(shared.trim()), "{pair:#?}");
        assert!(pair.iter().all(|chunk| chunk.tokens <= 40 && chunk.text.ends_with('.')));
    }
    let end = found.last().expect("there are chunks");
    assert!(end.text.ends_with("Four newts are gone."));
}

#[test]
fn sentences_end_in_any_script() {
    for sentences in [
        "Dr. Newt met Mr. Toad at 5 p.m. near the U.S. border, on a day in May. They ate e.g. snails and worms. ",
        "池塘里有十九只蝾螈，它们在水里游泳。它们吃虫子和蜗牛，也吃水蚤！春天它们去哪里，没有人知道？",
        "तालाब में उन्नीस न्यूट रहते हैं। वे कीड़े और घोंघे खाते हैं। वसंत में वे कहाँ जाते हैं? ",
        "كان هناك تسعة عشر سمندلا في البركة الكبيرة. أين تذهب في فصل الربيع القادم؟ ",
        "Am 3. Mai lebten z.B. neunzehn Molche im Teich. Sie fraßen Würmer und Schnecken! ",
        "Прудовые тритоны живут в большом пруду. Куда они уходят весной? ",
    ] {
        let html = format!("<p>{}", sentences.repeat(6));
        let found = chunks(&html, tokens(64));
        assert!(found.len() > 2, "{sentences}");
        for chunk in found {
            let is_whole = chunk.text.ends_with(['.', '!', '?', '。', '！', '？', '।', '؟']);
            let parts = ["Dr.", "Mr.", "U.S.", "e.g.", "3.", "z.B.", "p.m."];
            assert!(is_whole && !parts.iter().any(|part| chunk.text.ends_with(part)), "{}", chunk.text);
        }
    }
}

#[test]
fn sizes_out_of_bounds_are_refused() {
    for (options, expected) in [
        (tokens(15), "expected chunks of 16 to 65536 tokens, found 15"),
        (ChunkOptions::of_characters(300_000), "expected chunks of 64 to 262144 characters, found 300000"),
        (tokens(100).with_overlap(51), "expected an overlap of at most 50 tokens, found 51"),
    ] {
        let error = Extractor::new(Options::default().with_chunks(options)).expect_err("it is refused");
        assert_eq!(error.to_string(), expected);
    }
    for text in ["", "c", "12x", "-5", "3"] {
        assert!(text.parse::<ChunkOptions>().is_err(), "{text}");
    }
}
