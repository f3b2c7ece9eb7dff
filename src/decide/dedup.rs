//! Removal of repeated blocks: text that a page shows twice is kept once.

use crate::block::marks::{Plain, Span, spans};
use crate::block::{Arena, Record, Verdict};
use crate::feature::page_stats::PageStats;
use crate::structure::Flags;

/// Minimum words of a copy; shorter texts may repeat by chance.
const MIN_WORDS: u32 = 4;

/// Number of sets of the table. The upper bits of a text's hash select the set.
const SETS: usize = 256;

/// Entries of a set.
const PLACES: usize = 4;

/// An entry: the lower 16 bits of a block number plus 1; `0` is a free entry.
type Entry = [i8; 2];

/// Bytes of the table.
pub(super) const BYTES: usize = size_of::<[[Entry; PLACES]; SETS]>();

/// Set-associative table from text hashes to block numbers, in memory that the caller lends.
///
/// Each set has its most recent entry first. A look-up finds blocks less than 2^16 blocks back. If
/// the bits name a wrong block, the comparison of texts detects it.
pub(super) struct Deduplicator<'a>(&'a mut [[Entry; PLACES]]);

impl<'a> Deduplicator<'a> {
    /// An empty table in memory of at least [`BYTES`], whose contents do not matter.
    pub(super) fn new(memory: &'a mut [i8]) -> Self {
        let memory = &mut memory[..BYTES];
        memory.fill(0);
        Self(memory.as_chunks_mut().0.as_chunks_mut().0)
    }

    /// Drops copies among the shown blocks that score `threshold` or more.
    ///
    /// Copies have the same text in elements of different paths: captions in a slide show, titles
    /// on a card, whole sections for small screens. Elements of the same path repeat text on
    /// purpose, and so do block quotes, preformatted text, table cells, and items at the same place
    /// that differ otherwise. The first copy stays, or the one with the highest heading level.
    ///
    /// The copy that stays is kept if any of them was. Which copies are dropped does not depend on
    /// verdicts, so the kept sets of different thresholds stay nested.
    ///
    /// Cost: linear in the pending records, in the texts that are equal, and in the depth of their
    /// elements.
    pub(super) fn drop_copies(self, arena: &mut Arena, threshold: f32, plain: &mut Plain) {
        for index in 0..arena.len() {
            let record = arena.record(index);
            if record.score < threshold || !may_be_copy(record) {
                continue;
            }
            let hash = PageStats::text_hash(plain.of(arena.text(record)));
            let places = &mut self.0[(hash >> (u64::BITS - SETS.ilog2())) as usize];
            let number = index as u16;
            let entries =
                places.iter().map(|&[low, high]| u16::from_le_bytes([low, high].map(i8::cast_unsigned)));
            let copied = entries.filter(|&place| place > 0).find_map(|place| {
                // The last block before this one whose number has these lower bits.
                let before = number.wrapping_sub(place - 1);
                let at = index.checked_sub(usize::from(before))?;
                has_same_text(arena, arena.record(at), record).then_some(at)
            });
            // A heading may have copies in a table of contents or on a card: the highest heading
            // stays.
            let stays = copied.is_some_and(|at| rank(arena.record(at)) <= rank(record));
            let copy = if stays { Some(index) } else { copied };
            if let (Some(copy), Some(original)) = (copy, if stays { copied } else { Some(index) }) {
                // The block that stays may have scored less than the copy.
                if arena.record(copy).verdict == Verdict::Kept {
                    arena.record_mut(original).verdict = Verdict::Kept;
                }
                let copy = arena.record_mut(copy);
                copy.verdict = Verdict::Dropped;
                copy.context.note.set_copy();
            }
            if !stays {
                places.rotate_right(1);
                places[0] = number.wrapping_add(1).to_le_bytes().map(u8::cast_signed);
            }
        }
    }
}

/// Whether a block may be a copy of another. Hidden blocks are handled in `hidden`.
fn may_be_copy(record: &Record) -> bool {
    let deliberate = Flags::PREFORMATTED.with(Flags::DATA_TABLE).with(Flags::HIDDEN);
    record.words() >= MIN_WORDS && record.context.quote_depth == 0 && !record.has(deliberate)
}

/// Rank of a block among its copies: the heading level, or MAX if it is not a heading.
fn rank(record: &Record) -> u8 {
    match record.context.heading {
        0 => u8::MAX,
        level => level,
    }
}

/// The visible bytes of a text. Marks are left out, as the decision must not depend on the output
/// format.
fn shown(text: &str) -> impl Iterator<Item = u8> {
    spans(text).filter_map(Span::text).flat_map(str::bytes)
}

/// Whether two blocks have the same visible text in elements of different paths.
fn has_same_text(arena: &Arena, a: &Record, b: &Record) -> bool {
    let path = |record: &Record| arena.element(record.context.element).path_hash;
    path(a) != path(b)
        && a.chars() == b.chars()
        && shown(arena.text(a)).eq(shown(arena.text(b)))
        && !are_in_items(arena, a, b)
}

/// Whether two blocks are at the same place in two items that differ otherwise. Items differ in
/// their classes, such as the category of a product. A section that is written twice, for small and
/// for large screens, has as many words each time.
fn are_in_items(arena: &Arena, a: &Record, b: &Record) -> bool {
    let (a, b) = (&a.context, &b.context);
    if a.path != b.path || a.depth != b.depth {
        return false;
    }
    let (mut a, mut b) = (a.element, b.element);
    loop {
        let (of_a, of_b) = (arena.element(a), arena.element(b));
        if of_a.tag != of_b.tag || a == 0 || b == 0 {
            return false;
        }
        if of_a.parent() == of_b.parent() {
            return of_a.words != of_b.words;
        }
        (a, b) = (of_a.parent(), of_b.parent());
    }
}

#[cfg(test)]
#[cfg(feature = "model")]
mod tests {
    use crate::Options;
    use crate::methods::{Format, Method};
    use alloc::format;
    use alloc::string::String;

    /// The kept text of a long article that has `before` in front of its text and `after` after
    /// it.
    fn kept(before: &str, after: &str, format: Format) -> String {
        let text = |name: &str| -> String {
            (0..8).map(|day| format!("On day {day} the {name} was higher than on the day before. ")).collect()
        };
        let page = format!(
            "<title>The year of high water</title><nav><a href=/>Home</a></nav><article>{before}\
             <p>{}</p><p>{}</p><p>{}</p>{after}</article>",
            text("river"),
            text("lake"),
            text("sea")
        );
        let options = Options::default().with_method(Method::Learned).with_format(format);
        crate::extract(page.as_bytes(), &options).expect("HTML is never wrong").text
    }

    #[test]
    fn a_text_that_stands_in_another_place_again_is_kept_once() {
        let caption = "The bridge on the ninth day, seen from the roof of the mill.";
        for copy in [format!("<div>{caption}</div>"), format!("<div><em>{caption}</em></div>")] {
            for format in [Format::Text, Format::Html] {
                let text =
                    kept("<h1>The year of high water</h1>", &format!("<p>{caption}</p>{copy}"), format);
                assert_eq!(text.matches(caption).count(), 1, "{text}");
            }
        }
        let twice = kept(
            "<h1>The year of high water</h1>",
            &format!("<p>{caption}</p><p>{caption}</p>"),
            Format::Text,
        );
        assert_eq!(twice.matches(caption).count(), 2, "{twice}");
    }

    #[test]
    fn a_copy_is_known_hundreds_of_blocks_later() {
        let caption = "The bridge on the ninth day, seen from the roof of the mill.";
        let days: String =
            (0..300).map(|day| format!("<p>On day {day} the river was as high as before.</p>")).collect();
        let page = format!("<p>{caption}</p>{days}<div>{caption}</div>");
        let text = kept("<h1>The year of high water</h1>", &page, Format::Text);
        assert_eq!(text.matches(caption).count(), 1);
    }

    #[test]
    fn of_a_title_and_its_copies_the_title_is_kept() {
        let before = "<p>The year of high water</p><h1>The year of high water</h1>";
        let text = kept(before, "<h3>The year of high water</h3>", Format::Markdown);
        assert!(text.starts_with("# The year of high water\n"), "{text}");
        assert_eq!(text.matches("The year of high water").count(), 1, "{text}");
    }
}
