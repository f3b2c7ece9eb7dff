//! Chunks of any page: each word of the main content is in one chunk, chunks have their size, and
//! their place in the page has their text.

use proptest::prelude::*;
use std::ops::ControlFlow;
use trommel::chunk::{Chunk, ChunkOptions, TokenCounter};
use trommel::html::{AttrSet, Tag, TagId, TokenSink, Tokenizer};
use trommel::methods::{TagRatio, TextSource};
use trommel::{Extractor, Format, LineBlock, Method, Options, Sink, blocks::Verdict};
use trommel_testing::kinds::kinds;
use trommel_testing::{FoundChunk, Outcome, all_pages, extractor, run_whole, shared_pages};

/// The text of the kept line-blocks and of the chunks, without white space, which chunks lose at
/// their borders.
#[derive(Default)]
struct Texts {
    kept: String,
    chunks: String,
    is_ended: bool,
}

fn add(text: &str, to: &mut String) {
    to.extend(text.chars().filter(|c| !c.is_whitespace()));
}

impl Sink for Texts {
    fn text(&mut self, _: &str) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn block(&mut self, block: &LineBlock<'_>) -> ControlFlow<()> {
        if block.verdict() == Verdict::Kept {
            block.text().for_each(|text| add(text, &mut self.kept));
        }
        ControlFlow::Continue(())
    }

    fn chunk(&mut self, chunk: &Chunk<'_>) -> ControlFlow<()> {
        assert!(!self.is_ended, "nothing comes after the last chunk");
        self.is_ended = chunk.is_last();
        chunk.write_text(&mut |text| add(text, &mut self.chunks));
        ControlFlow::Continue(())
    }
}

#[track_caller]
fn assert_all_text_is_in_chunks(
    extractor: &mut Extractor,
    name: &str,
    push: impl FnOnce(&mut Extractor, &mut Texts),
) {
    let mut texts = Texts::default();
    push(extractor, &mut texts);
    extractor.finish_to(&mut texts).expect("HTML is never wrong");
    assert_eq!(texts.chunks, texts.kept, "{name}");
    assert_eq!(texts.is_ended, !texts.kept.is_empty(), "{name}");
}

fn each_options() -> impl Iterator<Item = Options> {
    let sizes = [ChunkOptions::of_tokens(16), ChunkOptions::default(), ChunkOptions::of_characters(200)];
    [Format::Text, Format::Markdown].into_iter().flat_map(move |format| {
        let options = Options::default().with_format(format).with_links(format == Format::Markdown);
        sizes.clone().map(|size| options.clone().with_chunks(size))
    })
}

#[test]
fn all_text_is_in_one_chunk() {
    for options in each_options() {
        let mut extractor = extractor(&options);
        for page in all_pages().into_iter().chain(shared_pages(40)) {
            assert_all_text_is_in_chunks(&mut extractor, &page.name, |extractor, texts| {
                extractor.push_to(&page.bytes, texts).expect("HTML is never wrong");
            });
        }
    }
}

#[test]
fn all_text_of_a_hostile_page_is_in_one_chunk() {
    for options in each_options() {
        let mut extractor = extractor(&options);
        for kind in kinds(300_000) {
            assert_all_text_is_in_chunks(&mut extractor, kind.name, |extractor, texts| {
                kind.stream(|piece| extractor.push_to(piece, texts).expect("HTML is never wrong"));
            });
        }
    }
}

fn chunks_of(options: ChunkOptions, html: &str) -> Vec<FoundChunk> {
    let options = Options::default().with_format(Format::Markdown).with_chunks(options);
    run_whole(&options, html.as_bytes()).chunks
}

#[test]
fn chunks_have_their_size() {
    for page in all_pages() {
        for size in [64, 512] {
            let options =
                Options::default().with_chunks(ChunkOptions::of_tokens(size).with_overlap(size / 4));
            for chunk in run_whole(&options, &page.bytes).chunks {
                let is_row = chunk.roles == "table";
                assert!(chunk.tokens <= size || is_row, "{}: {chunk:?}", page.name);
            }
        }
    }
}

#[test]
fn a_counter_replaces_the_estimate() {
    let html = format!("<h1>Newts</h1><p>{}", "Nineteen newts live in the pond. ".repeat(40));
    let words = TokenCounter::new(|text| text.split_whitespace().count());
    let chunks = chunks_of(ChunkOptions::of_tokens(60).with_counter(words), &html);
    assert!(chunks.len() > 3);
    for chunk in chunks {
        assert_eq!(chunk.tokens as usize, chunk.text.split_whitespace().count());
        assert!(chunk.tokens <= 60);
    }
}

/// The text of a part of a page, without tags and white space.
#[derive(Default)]
struct PlainText(String);

impl TokenSink for PlainText {
    fn wanted(&self, _: TagId) -> AttrSet {
        AttrSet::default()
    }

    fn start_tag(&mut self, _: &Tag<'_>) {}

    fn end_tag(&mut self, _: &Tag<'_>) {}

    fn text(&mut self, text: &str, _: u64) {
        add(text, &mut self.0);
    }
}

/// Checks that the range of each line-block has its text, and begins and ends with it.
fn assert_spans(found: &Outcome, source: &str, name: &str) {
    let mut last_end = 0;
    for block in &found.blocks {
        let (start, end) = (block.offset, block.end.expect("spans are on"));
        assert!(last_end <= start && start < end, "{name}: {block:?} after {last_end}");
        last_end = end;
        let range = source.get(start as usize..end as usize);
        let range = range.unwrap_or_else(|| panic!("{name}: no range of characters: {block:?}"));
        let mut plain = PlainText::default();
        let mut tokenizer = Tokenizer::new();
        tokenizer.push(range, 0, &mut plain);
        tokenizer.finish(&mut plain);
        let mut text = String::new();
        add(&block.text, &mut text);
        let mut rest = plain.0.chars();
        assert!(text.chars().all(|c| rest.any(|other| other == c)), "{name}: {text:?} in {range:?}");
        assert_eq!(plain.0.chars().next(), text.chars().next(), "{name}: {range:?}");
        assert_eq!(plain.0.chars().next_back(), text.chars().next_back(), "{name}: {range:?}");
    }
}

/// Pages with text that has no range of its own: formulas, and tags that are text.
const WITHOUT_RANGES: [&str; 3] = ["cases/formulas", "hostile/cdata-svg", "hostile/plaintext-tag"];

#[test]
fn each_block_is_where_it_says() {
    for page in all_pages() {
        let Ok(source) = std::str::from_utf8(&page.bytes) else { continue };
        let found = run_whole(&Options::default().with_spans(true), &page.bytes);
        let is_of_page = found.summary.text_source == TextSource::Page;
        if is_of_page && !WITHOUT_RANGES.contains(&page.name.as_str()) {
            assert_spans(&found, source, &page.name);
        }
    }
}

proptest! {
    #[test]
    fn each_block_of_random_pages_is_where_it_says(
        html in "(rain |sun\\.|漢字。|é|&amp;|&nbsp;|&notit;|&#x41;|&lt|&AElig|\u{200b}|\u{ad}|\r\n|<b>|</b>|<br>|<p>|<li>|</ul>\
            |<td>|<tr>|<table>|</table>|<pre>|</pre>|<!-- & -->|<script>x</script>|<h2>|</h2>|<a href=/x>|</a>|<i hidden>|</i>){1,40}",
    ) {
        let found = run_whole(&Options::default().with_spans(true), html.as_bytes());
        if found.summary.text_source == TextSource::Page {
            assert_spans(&found, &html, &html);
        }
    }

    #[test]
    fn all_text_of_random_pages_is_in_one_chunk(
        html in "(rain |Sun\\. |漢字。|é! |&amp;|\\\\\\(x\\. Y\\\\\\) |<b>|</b>|<br>|<p>|<ul>|<ol>|<li>|</ul>|</ol>|Mr\\. \
            |<td>|<tr>|<table>|</table>|<pre>|</pre>|\n|<h2>|</h2>|<a href=/x>|</a>|a: <p>|<blockquote>|<hr>|<sup>2</sup>){1,400}",
        size in 16_u32..200,
        has_marks: bool,
    ) {
        let format = if has_marks { Format::Markdown } else { Format::Text };
        let method = Method::TagRatio(TagRatio::Threshold { lambda: 0.0 });
        let options = Options::default().with_format(format).with_links(has_marks).with_method(method);
        let mut extractor = extractor(&options.with_chunks(ChunkOptions::of_tokens(size)));
        assert_all_text_is_in_chunks(&mut extractor, &html, |extractor, texts| {
            extractor.push_to(html.as_bytes(), texts).expect("HTML is never wrong");
        });
    }
}
