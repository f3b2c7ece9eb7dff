//! The rule for the title: an `h1` that repeats the page's title is kept.

use crate::block::marks::{Span, spans};
use crate::block::{Arena, Record};
use crate::decide::verdict::{may_be_kept, set};
use crate::metadata::PageClaims;
use crate::metadata::title::split;
use crate::structure::Flags;
use core::cell::OnceCell;

/// Minimum score, in logits, of an `h1` that repeats the page's title.
const MIN_TITLE: f32 = -1.5;

/// Minimum words of a kept block that is text, and maximum blocks between the title and it.
const MIN_TEXT_WORDS: u32 = 8;
const MAX_BLOCKS_BEFORE_TEXT: usize = 6;

/// Maximum blocks from the title to a second one.
const MAX_BLOCKS_TO_SECOND: usize = 3;

/// Maximum number of title parts that an `h1` is compared with.
const MAX_PARTS: usize = 8;

/// The page's title, for comparison with headings.
pub(super) struct TitleParts<'a> {
    /// Parts of the title, one of which may be the name of the site.
    parts: [&'a str; MAX_PARTS],
    /// Whole titles: `og:title` and the title element's text.
    whole: [&'a str; 2],
    site_name: &'a str,
    /// The title in which [`Self::main`] is, and that part once it was asked for.
    title: &'a str,
    main: OnceCell<&'a str>,
}

impl<'a> TitleParts<'a> {
    pub(super) fn of(claims: &PageClaims<'a>) -> Self {
        let mut parts = [""; MAX_PARTS];
        parts.iter_mut().zip(split::parts(claims.title)).for_each(|(to, part)| *to = part);
        Self {
            parts,
            whole: claims.titles,
            site_name: claims.site_name,
            title: claims.title,
            main: OnceCell::new(),
        }
    }

    /// The part of the title about the page. Few pages have a line that it is compared with.
    fn main(&self) -> &'a str {
        self.main.get_or_init(|| split::without_site_name(self.title))
    }

    /// Whether a block's text is one of the parts. Of a short title, the longest part, which the
    /// keywords come from, may be the site's name.
    fn has(&self, text: &str) -> bool {
        self.parts.iter().any(|part| says(text, part))
    }

    /// Whether a block's text is a whole title or the longest of its parts, and not the site's
    /// name.
    fn is_main(&self, text: &str) -> bool {
        self.is(text) || says(text, self.main()) && !says(text, self.site_name)
    }

    /// Whether a block's text is a whole title and not the site's name.
    fn is(&self, text: &str) -> bool {
        self.whole.iter().any(|title| says(text, title)) && !says(text, self.site_name)
    }
}

/// Whether a block's visible text equals `title`, apart from invisible characters. An empty title
/// equals nothing.
fn says(text: &str, title: &str) -> bool {
    let is_seen = |c: &char| !matches!(c, '\u{AD}' | '\u{200B}' | '\u{FEFF}');
    let shown = spans(text).filter_map(Span::text).flat_map(str::chars);
    let mut title = title.chars().filter(is_seen).peekable();
    title.peek().is_some() && shown.filter(is_seen).eq(title)
}

/// Keeps the page's title if it is an `h1` that may be content.
///
/// Of several such headings, one that equals a whole title is preferred, then the one with the
/// highest score. The title needs a rule because a threshold that suits long texts may be too high
/// for a single line. In: the score from which on a block is content on any page.
pub(super) fn keep_title(arena: &mut Arena, title_parts: &TitleParts<'_>, content_from: f32) {
    let mut title: Option<(bool, f32, usize)> = None;
    for index in 0..arena.len() {
        let record = arena.record(index);
        if record.context.heading != 1 || record.score < MIN_TITLE || !may_be_kept(record) {
            continue;
        }
        let (text, score) = (arena.text(record), record.score);
        let is_whole = title_parts.is(text);
        let is_likelier = title.is_none_or(|(whole, least, _)| (is_whole, score) >= (whole, least));
        if is_likelier && (is_whole || record.title_hits > 0 || title_parts.has(text)) {
            title = Some((is_whole, score, index));
        }
    }
    let title = title.map(|(_, _, index)| index).or_else(|| other_title(arena, title_parts, content_from));
    if let Some(title) = title {
        set(arena, title, true);
        drop_second(arena, title);
    }
}

/// Drops headings right after the title that have its letters and digits.
fn drop_second(arena: &mut Arena, title: usize) {
    for index in title + 1..arena.len().min(title + 1 + MAX_BLOCKS_TO_SECOND) {
        let text = |at| letters(arena.text(arena.record(at)));
        if arena.record(index).context.heading > 0 && text(title).eq(text(index)) {
            set(arena, index, false);
        }
    }
}

/// The visible letters and digits of a text with marks, in lower case.
fn letters(text: &str) -> impl Iterator<Item = char> {
    let shown = spans(text).filter_map(Span::text).flat_map(str::chars);
    shown.filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase)
}

/// A line that says the title where no `h1` of the text does: the last one before the text, or an
/// `h1` at the end of a breadcrumb. `None` if a heading of the content before the text has words of
/// the title, or a line of the content says it.
fn other_title(arena: &Arena, title_parts: &TitleParts<'_>, content_from: f32) -> Option<usize> {
    let has_words = |index: &usize| arena.record(*index).title_hits > 0;
    let says_title =
        |index: &usize| has_words(index) && title_parts.is_main(arena.text(arena.record(*index)));
    // Not the verdicts, so that the kept sets of different thresholds stay nested.
    let is_content = |index: &usize| {
        let record = arena.record(*index);
        record.score >= content_from && may_be_kept(record)
    };
    let is_heading = |index: &usize| arena.record(*index).context.heading > 0;
    let is_text = |index: &usize| is_content(index) && arena.record(*index).words() >= MIN_TEXT_WORDS;
    let text = (0..arena.len()).find(|index| is_text(index) && !is_heading(index))?;
    let mut near = (0..arena.len().min(text + MAX_BLOCKS_TO_SECOND)).filter(is_content);
    let heads = |index: &usize| *index < text && is_heading(index) && has_words(index);
    if near.any(|index| says_title(&index) || heads(&index)) {
        return None;
    }
    let may_be = |index: &usize| {
        let record = arena.record(*index);
        record.score >= MIN_TITLE && may_be_kept(record)
    };
    let mut lines = (0..text).rev().take(MAX_BLOCKS_BEFORE_TEXT).filter(may_be);
    lines
        .find(says_title)
        .or_else(|| (0..text).filter(|index| is_in_breadcrumb(arena.record(*index))).find(says_title))
}

/// Whether a block is an `h1` in navigation, and shown.
fn is_in_breadcrumb(record: &Record) -> bool {
    const ELSEWHERE: Flags = Flags::FOOTER.with(Flags::DIALOG).with(Flags::HIDDEN);
    record.context.heading == 1 && record.has(Flags::NAVIGATION) && !record.has(ELSEWHERE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Options;
    use crate::block::{Blocks, Verdict};
    use crate::budget::MemoryLedger;
    use crate::structure::{Break, Context};
    use alloc::format;
    use alloc::string::{String, ToString};

    /// Number of the `h1` that is kept as the title.
    fn titled(claims: &PageClaims<'_>, headings: &[(&str, f32)]) -> Option<usize> {
        let mut all = Blocks::new(MemoryLedger::new(1 << 20, 0), false, false, None);
        let context = Context { heading: 1, ..Context::default() };
        for (text, _) in headings {
            all.text(text, 0, &context);
            all.line_break(Break::Block);
        }
        for (index, &(_, score)) in headings.iter().enumerate() {
            let record = all.arena.record_mut(index);
            (record.score, record.title_hits) = (score, 1);
            set(&mut all.arena, index, false);
        }
        keep_title(&mut all.arena, &TitleParts::of(claims), 0.0);
        all.arena.records().position(|record| record.verdict == Verdict::Kept)
    }

    /// The text of an article with these lines above it, and this title.
    fn text_under(title: &str, above: &str) -> String {
        let sentences = "It rained for three days in the valley, and the river rose over the old bridge. ";
        let body = format!("<p>{}</p>", sentences.repeat(6)).repeat(3);
        let page =
            format!("<title>{title}</title><nav><a href=/>Home</a></nav>{above}<article>{body}</article>");
        let mut extractor = crate::Extractor::new(Options::default()).expect("the options are sound");
        extractor.push(page.as_bytes()).expect("HTML is never wrong");
        let text = extractor.finish().expect("HTML is never wrong").text;
        text[..text.find("It rained").unwrap_or(text.len())].trim().to_string()
    }

    #[test]
    fn a_line_and_a_breadcrumb_may_say_the_title() {
        let title = "Newts count their steps - Pond Weekly";
        let line = "<table><tr><td>Newts count their steps</td></tr></table>";
        let breadcrumb = "<nav><ul><li><a href=/pond>Pond</a><li><h1>Newts count their steps</h1></ul></nav>";
        for above in [line, breadcrumb] {
            assert_eq!(text_under(title, above), "Newts count their steps", "{above}");
        }
        let own = "<h1>Newts: how they count their steps</h1>";
        assert_eq!(text_under(title, &[breadcrumb, own].concat()), "Newts: how they count their steps");
        assert_eq!(text_under("Newts", "<nav><h1>Pond Weekly</h1></nav>"), "");
    }

    #[test]
    fn a_second_title_with_other_signs_is_dropped() {
        let twice = "<h1>Newts -- count their steps</h1><h2>Newts <b>Count their steps</b></h2>";
        assert_eq!(text_under("Newts -- count their steps", twice), "Newts -- count their steps");
    }

    #[test]
    fn a_heading_that_says_the_title_whole_goes_before_a_likelier_one() {
        let claims = PageClaims {
            title: "Counting newts | A pond",
            titles: ["Counting newts", "Counting newts | A pond"],
            site_name: "A pond",
            ..PageClaims::default()
        };
        assert_eq!(titled(&claims, &[("Counting newts\u{200B}", -1.0), ("What newts eat", 1.0)]), Some(0));
        assert_eq!(titled(&claims, &[("Newts", -1.0), ("What newts eat", 1.0)]), Some(1));
        assert_eq!(titled(&claims, &[("Counting newts", -1.6), ("What newts eat", -1.4)]), Some(1));
        // The site's name is not a title.
        let claims = PageClaims { titles: ["A pond", ""], ..claims };
        assert_eq!(titled(&claims, &[("A pond", -1.0), ("What newts eat", 1.0)]), Some(1));
    }
}
