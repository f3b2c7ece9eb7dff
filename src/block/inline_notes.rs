//! Notes in the text of a block, right after their labels.
//!
//! In: the text of notes, as it is shown or hidden in the text. Out: marks around the label and
//! around a note that is shown. The text of a hidden one goes to the [`Notes`](super::notes::Notes)
//! of the page. Holds nothing.

use super::marks::{self, HAS_NOTES, TARGET_END, closing, is_mark, opening};
use super::notes::Label;
use super::text::Write;
use super::{Blocks, SEGMENT_BYTES};
use crate::structure::Mark;
use core::ops::Range;

/// Bytes that are searched for a label at the end of a text.
const SEARCHED_BYTES: usize = 32;

/// Signs after which a label may stand.
const ENDS: [char; 9] = ['.', ',', ';', '!', '?', ')', '”', '。', '、'];

impl Blocks {
    /// A note begins. Returns its place, if its label stands before it and notes are wanted. The
    /// label is a reference to the note from here on.
    pub(super) fn begin_note(&mut self) -> Option<char> {
        if !HAS_NOTES
            || !self.inline.is_on
            || !self.is_in_visible_block()
            || self.inline.shown.has(Mark::Reference)
        {
            return None;
        }
        let is_after_link = self.inline.ended.has(Mark::Link);
        let label = label_at_end(self.arena.text(&self.current), is_after_link)?;
        // What is written for the label, and for the note itself.
        if self.current.text_bytes() + 4 * size_of::<u64>() > SEGMENT_BYTES {
            return None;
        }
        let key = self.notes.add_inline()?;
        let mut buffers = ([0; 8], [0; 4]);
        let open = marks::with_key(opening(Mark::Reference), key, &mut buffers.0);
        let close = closing(Mark::Reference).encode_utf8(&mut buffers.1);
        self.arena.enclose_text(&mut self.current, label, open, close).then_some(key)
    }

    /// Whether the next character is the first of a note.
    pub(super) fn begins_note(&self) -> bool {
        self.inline.opened.has(Mark::Note) && !self.inline.shown.has(Mark::Note)
    }

    /// Writes the mark of the open note. A space separates it from its label in text without marks.
    pub(super) fn write_note_mark(&mut self) -> Write {
        let Some(key) = self.inline.note.filter(|_| HAS_NOTES) else { return Write::Done };
        self.notes.shown_begins(key);
        let mut buffer = [0; 8];
        match self.push(marks::with_key(opening(Mark::Note), key, &mut buffer)) {
            Write::Done if self.push(" ") == Write::Done => {
                self.count(1, 0, false);
                Write::Done
            }
            other => other,
        }
    }

    /// Hidden text comes in a visible block. After a label it is a note.
    #[cold]
    pub(super) fn hidden_in_text(&mut self, text: &str) {
        if HAS_NOTES && self.inline.is_on && !self.inline.opened.has(Mark::Note) {
            self.inline.note = self.inline.note.or_else(|| self.begin_note());
            if let Some(key) = self.inline.note {
                self.notes.hold_hidden(key, text);
            }
        }
    }
}

/// Where the label of a note stands at the end of a text: in square brackets, or with a mark of its
/// own. A number in parentheses is rather a count: of comments, say. `is_after_link`: a link ended,
/// whose mark may be missing.
fn label_at_end(text: &str, is_after_link: bool) -> Option<Range<usize>> {
    let searched = text.len() - text.len().min(SEARCHED_BYTES);
    let tail = &text[(searched..=text.len()).find(|&at| text.is_char_boundary(at))?..];
    let shown = tail.trim_end_matches(|c: char| u8::try_from(c).is_ok_and(is_mark));
    if tail[shown.len()..].contains(closing(Mark::Reference)) {
        return None;
    }
    let is_bracket = |c: char| matches!(c, '[' | ']' | '(' | ')');
    let before = shown.trim_end_matches(|c: char| is_bracket(c) || Label::may_hold(c));
    let before = if before.ends_with([opening(Mark::Superscript), TARGET_END]) {
        before
    } else {
        shown.trim_end_matches(|c: char| is_bracket(c) || c.is_ascii_digit())
    };
    let label = &shown[before.len()..];
    Label::of(&mut label.chars())?;
    let is_apart = before.ends_with([opening(Mark::Superscript), TARGET_END])
        || label.starts_with('[') && label.ends_with(']')
        || is_after_link && before.ends_with(|c: char| c.is_alphabetic() || ENDS.contains(&c));
    let start = text.len() - tail.len();
    is_apart.then_some(start + before.len()..start + shown.len())
}
