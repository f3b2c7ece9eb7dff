//! The rule for the title: an `h1` that repeats the page's title is kept.

use crate::block::Arena;
use crate::block::marks::{Span, spans};
use crate::decide::{may_be_kept, set};
use crate::feature::tkd;
use crate::metadata::PageClaims;

/// Minimum score, in logits, of an `h1` that repeats the page's title.
const MIN_TITLE: f32 = -1.5;

/// Maximum number of title parts that an `h1` is compared with.
const MAX_PARTS: usize = 8;

/// The page's title, for comparison with headings.
pub(super) struct TitleParts<'a> {
    /// Parts of the title, one of which may be the name of the site.
    parts: [&'a str; MAX_PARTS],
    /// Whole titles: `og:title` and the title element's text.
    whole: [&'a str; 2],
    site_name: &'a str,
}

impl<'a> TitleParts<'a> {
    pub(super) fn of(claims: &PageClaims<'a>) -> Self {
        let mut parts = [""; MAX_PARTS];
        parts.iter_mut().zip(tkd::parts(claims.title)).for_each(|(to, part)| *to = part);
        Self { parts, whole: claims.titles, site_name: claims.site_name }
    }

    /// Whether a block's text is one of the parts. Of a short title, the longest part, which the
    /// keywords come from, may be the site's name.
    fn has(&self, text: &str) -> bool {
        self.parts.iter().any(|part| says(text, part))
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
/// for a single line.
pub(super) fn keep_title(arena: &mut Arena, title_parts: &TitleParts<'_>) {
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
    if let Some((_, _, title)) = title {
        set(arena, title, true);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::block::{Blocks, Verdict};
    use crate::budget::MemoryLedger;
    use crate::structure::{Break, Context};

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
        keep_title(&mut all.arena, &TitleParts::of(claims));
        all.arena.records().position(|record| record.verdict == Verdict::Kept)
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
        // The site's name is no title.
        let claims = PageClaims { titles: ["A pond", ""], ..claims };
        assert_eq!(titled(&claims, &[("A pond", -1.0), ("What newts eat", 1.0)]), Some(1));
    }
}
