//! What a page says twice in the same words is kept once.

use super::is_never_content;
use crate::block::marks::{Span, spans};
use crate::block::{Arena, Record, Verdict};
use crate::clean::Flags;
use alloc::boxed::Box;

/// Words from which on a block that says the same as another is a copy: fewer may well be said twice.
const FEWEST_WORDS: u32 = 4;

/// Places for blocks, by the hash of their texts; the latest of two that share a place is known.
const PLACES: usize = 512;

/// Where blocks were seen, [`Repeats::HELD_BYTES`] on the heap.
pub(super) struct Repeats(Box<[u32; PLACES]>);

impl Repeats {
    pub(super) const HELD_BYTES: usize = size_of::<[u32; PLACES]>();

    pub(super) fn new() -> Self {
        Self(Box::new([0; PLACES]))
    }

    /// Of shown blocks that score `threshold` or more and say the same in elements of different paths, keeps the first, or the highest heading:
    /// captions come again in a slide show, titles on a card, whole parts for small screens. In like elements a text is repeated on
    /// purpose; so are block quotes, preformatted text and cells.
    ///
    /// What stays of several is kept if any of them was. Which ones go does not depend on verdicts, so the sets that are kept stay nested.
    ///
    /// Cost: linear in the text that waits.
    pub(super) fn drop_copies(&mut self, arena: &mut Arena, threshold: f32) {
        self.0.fill(0);
        for index in 0..arena.len() {
            let record = arena.record(index);
            if !may_be_copy(record) || is_never_content(arena, index) || record.scores[0] < threshold {
                continue;
            }
            let place = &mut self.0[hash(arena.text(record)) as usize % PLACES];
            let earlier = place.checked_sub(1).map(|at| at as usize);
            let copied = earlier.filter(|&at| says_the_same(arena, arena.record(at), record));
            // Of a heading and its copies in a list of contents or on a card, the highest heading stays.
            let stays = copied.is_some_and(|at| rank(arena.record(at)) <= rank(record));
            let copy = if stays { Some(index) } else { copied };
            if let (Some(copy), Some(original)) = (copy, if stays { copied } else { Some(index) }) {
                // Of the two, the one that stays may have scored less.
                if arena.record(copy).verdict == Verdict::Kept {
                    arena.record_mut(original).verdict = Verdict::Kept;
                }
                arena.record_mut(copy).verdict = Verdict::Dropped;
            }
            if !stays {
                *place = index as u32 + 1;
            }
        }
    }
}

/// Whether a block that says what another says is a copy. Hidden ones are looked at elsewhere.
fn may_be_copy(record: &Record) -> bool {
    let by_purpose = Flags::PREFORMATTED.with(Flags::DATA_TABLE).with(Flags::HIDDEN);
    record.words() >= FEWEST_WORDS && record.context.quote_depth == 0 && !record.has(by_purpose)
}

/// What a block is among its copies: headings first, the highest first.
fn rank(record: &Record) -> u8 {
    match record.context.heading {
        0 => u8::MAX,
        level => level,
    }
}

/// What shows of a text. Marks are not part of it: the decision must not depend on the format.
fn shown(text: &str) -> impl Iterator<Item = u8> {
    spans(text).filter_map(Span::text).flat_map(str::bytes)
}

/// FNV-1a of what shows of a text.
fn hash(text: &str) -> u32 {
    let hash =
        shown(text).fold(0x811C_9DC5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    hash ^ hash >> 16
}

/// Whether two blocks say the same in elements of different paths.
fn says_the_same(arena: &Arena, a: &Record, b: &Record) -> bool {
    let path = |record: &Record| arena.element(record.context.element).path_hash;
    path(a) != path(b) && a.chars() == b.chars() && shown(arena.text(a)).eq(shown(arena.text(b)))
}

#[cfg(test)]
#[cfg(feature = "learned")]
mod tests {
    use crate::options::{Format, Method, Options};
    use alloc::format;
    use alloc::string::String;

    /// What is kept of a long article, with this before its text and this behind it.
    fn kept(before: &str, behind: &str, format: Format) -> String {
        let text = |name: &str| -> String {
            (0..8).map(|day| format!("On day {day} the {name} was higher than on the day before. ")).collect()
        };
        let page = format!(
            "<title>The year of high water</title><nav><a href=/>Home</a></nav><article>{before}\
             <p>{}</p><p>{}</p><p>{}</p>{behind}</article>",
            text("river"),
            text("lake"),
            text("sea")
        );
        let options = Options::default().with_method(Method::Learned).with_format(format);
        crate::extract(page.as_bytes(), options).expect("HTML is never wrong").text
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
    fn of_a_title_and_its_copies_the_title_is_kept() {
        let before = "<p>The year of high water</p><h1>The year of high water</h1>";
        let text = kept(before, "<h3>The year of high water</h3>", Format::Markdown);
        assert!(text.starts_with("# The year of high water\n"), "{text}");
        assert_eq!(text.matches("The year of high water").count(), 1, "{text}");
    }
}
