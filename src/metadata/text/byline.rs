//! Author of the page, as its text names them.
//!
//! In: elements that mark the author, each with its [`BylineState`], and their text.
//! Out: the names of one line. Held: [`BYLINE_BYTES`].

use super::by::{
    PARTS, after_by, ends_with_by, is_cut_off, is_full_name, is_phrase, name_of_lines, names_of_block,
    without_by,
};
use crate::metadata::candidate::{BETWEEN, append_folded, emptied, is_placeholder, names_include};
use crate::metadata::date::time::has_numbers_of_day;
use crate::metadata::observer::{BETWEEN_LINES, BylineState};
use alloc::string::String;

/// Maximum bytes of the authors' names; a longer text is not a name.
pub(crate) const BYLINE_BYTES: usize = 128;

/// Maximum further bylines on a page with one author or a few. A page with more is a list of texts
/// by several authors.
const MAX_FURTHER_BYLINES: u8 = 3;

/// Minimum lines of a text between its byline and those of a list after it; and how many times more
/// than between two of these.
const MIN_LINES_OF_TEXT: u64 = 10;
const TIMES_LONGER: u64 = 2;

/// Maximum lines between the names of one byline.
const MAX_LINES_OF_BYLINE: u64 = 3;

/// Invisible characters, which are left out of names.
const UNSEEN: [char; 3] = ['\u{AD}', '\u{200B}', '\u{FEFF}'];

/// The first texts that name the authors, all in one line. Holds [`BYLINE_BYTES`].
#[derive(Default)]
pub(crate) struct BylineNames {
    /// The names, each after the first after [`BETWEEN`].
    text: String,
    /// Bytes of the complete names, and the start of the one being read.
    complete: usize,
    start: usize,
    /// A name is being read.
    is_open: bool,
    /// Number of the line with these names.
    line: u64,
    /// An element begins after the text so far.
    is_at_element: bool,
    /// State of the element that the text comes from; a greater one is more exact.
    state: BylineState,
    /// The text is too long.
    is_cut: bool,
    /// Number of elements in later lines that name an author equally exactly, and the numbers of
    /// the first and the last of these lines.
    others: u8,
    other_lines: [u64; 2],
    /// Only a class or an address marks the text as the author's name.
    is_called: bool,
    /// Only a class marks the block with the names, and no word in it.
    is_plain: bool,
    /// Microdata calls the first one the author.
    is_property: bool,
}

impl BylineNames {
    pub(crate) fn new() -> Self {
        Self { text: String::with_capacity(BYLINE_BYTES), ..Self::default() }
    }

    pub(crate) fn clear(&mut self) {
        *self = Self { text: emptied(&mut self.text), ..Self::default() };
    }

    /// Begins the first name.
    fn begin_first(&mut self, state: BylineState, line: u64) {
        self.text.clear();
        (self.is_plain, self.is_property) = (false, state == BylineState::Whole);
        (self.complete, self.start, self.line) = (0, 0, line);
        self.begin_with(state);
    }

    /// Begins a name anew, after those that are complete.
    fn begin_with(&mut self, state: BylineState) {
        self.text.truncate(self.start);
        (self.state, self.is_cut, self.is_open) = (state, false, true);
    }

    /// An element with this state begins in this line; returns whether its text is wanted. It is
    /// not wanted if an earlier line already names the author, or an equally exact element in the
    /// same byline. Several authors in one line are all named.
    /// `before`: the text of the line so far. After `Reviewed by`, the name is that of somebody
    /// else.
    pub(crate) fn begin(&mut self, state: BylineState, line: u64, before: &str) -> bool {
        use BylineState::{Author, Called, Line, Whole};
        let is_called = matches!(state, Line | Called);
        if !is_called && !matches!(state, Whole | Author) {
            return self.state < state;
        }
        self.end_name();
        if self.complete == 0 || self.is_called && !is_called {
            self.begin_first(state, line);
            (self.others, self.is_called) = (0, is_called);
            return true;
        }
        if self.is_called != is_called {
            return false;
        }
        let is_next = line == self.line
            && state != Line
            && self.state != Line
            && self.others == 0
            && !ends_with_by(before);
        if is_next && self.complete + BETWEEN.len() < BYLINE_BYTES {
            self.text.push_str(BETWEEN);
            self.start = self.text.len();
            self.begin_with(state);
            return true;
        }
        if self.others <= MAX_FURTHER_BYLINES {
            // Next to the first name, it is an editor, say.
            let is_next_to = self.other_lines[0].saturating_sub(self.line) <= MAX_LINES_OF_BYLINE;
            let first = if self.others == 0 || is_next_to { line } else { self.other_lines[0] };
            (self.others, self.other_lines) = (self.others + 1, [first, line]);
        }
        false
    }

    /// An element begins in a byline: what is in it is separate from a word before it.
    pub(crate) fn begin_part(&mut self) {
        self.is_at_element = true;
    }

    /// Whether another author who is marked only by a class or an address changes the result.
    #[inline]
    pub(crate) fn wants_authors_by_class(&self) -> bool {
        (self.state == BylineState::Outside || self.is_called) && self.others <= MAX_FURTHER_BYLINES
    }

    /// Adds text of an element with this state, or white space between its words.
    pub(crate) fn push(&mut self, state: BylineState, text: &str) {
        if !self.is_open {
            return;
        }
        if state > self.state && !text.trim().is_empty() {
            self.begin_with(state);
        }
        let is_repeated = || self.text[self.start..].is_empty() || self.text.ends_with(BETWEEN_LINES);
        if text == BETWEEN_LINES && is_repeated() {
            return;
        }
        if state == self.state && !self.is_cut {
            if core::mem::take(&mut self.is_at_element) && self.ends_before(text) {
                append_folded(&mut self.text, BETWEEN_LINES, BYLINE_BYTES, &mut self.is_cut);
            }
            let pieces = text.split(UNSEEN);
            for piece in pieces {
                append_folded(&mut self.text, piece, BYLINE_BYTES, &mut self.is_cut);
            }
        }
    }

    /// Whether the name so far ends before the text of another element: a full name before a title
    /// or another name, or a word.
    fn ends_before(&self, next: &str) -> bool {
        let so_far = &self.text[self.start..];
        let is_of_line = matches!(self.state, BylineState::Line | BylineState::Called);
        ends_word(so_far, next) || is_of_line && next.starts_with(char::is_uppercase) && is_full_name(so_far)
    }

    /// Whether elements in later lines name an author equally exactly.
    pub(crate) fn has_others(&self) -> bool {
        self.others > 0
    }

    /// Whether the page is a list of texts by several authors. In a text with a list after it, the
    /// second byline is much farther from the first than the later ones are from each other.
    pub(crate) fn is_list(&self) -> bool {
        let [first, last] = self.other_lines;
        let lines_between = (last - first) / u64::from(MAX_FURTHER_BYLINES);
        let lines_of_text = first.saturating_sub(self.line);
        self.others > MAX_FURTHER_BYLINES
            && lines_of_text < MIN_LINES_OF_TEXT.max(TIMES_LONGER * lines_between)
    }

    /// Whether only the class of a block marks its first line as the names.
    pub(crate) fn is_plain(&self) -> bool {
        self.is_plain
    }

    /// Whether only a class or an address marks the names.
    pub(crate) fn is_called(&self) -> bool {
        self.is_called
    }

    /// Whether microdata calls the first name of the first line the author.
    pub(crate) fn is_property(&self) -> bool {
        self.is_property && self.complete > 0
    }

    /// The names of the first line, also in a list of texts.
    pub(crate) fn first_name(&self) -> &str {
        &self.text[..self.complete]
    }

    /// The authors' names; empty if unknown, or if the page is a list of texts by several authors.
    pub(crate) fn name(&mut self) -> &str {
        self.end_name();
        if self.is_list() { "" } else { &self.text[..self.complete] }
    }

    /// Completes the name being read. Removes it if it is not a name or repeats an earlier one.
    ///
    /// A text without letters and digits is not a name, nor is a date, nor a name that [stands for
    /// nobody](is_placeholder).
    fn end_name(&mut self) {
        if !core::mem::take(&mut self.is_open) {
            return;
        }
        let text = self.text[self.start..].trim_end();
        let (name, is_plain) = match self.state {
            BylineState::Line => names_of_block(text, self.is_cut),
            BylineState::Called => (name_of_lines(text), false),
            _ => (after_by(text).unwrap_or_else(|| without_by(text)), false),
        };
        let name = name.trim_end_matches(|c: char| c.is_whitespace() || PARTS.contains(&c));
        let is_whole = !self.is_cut || self.state == BylineState::Line;
        let is_name = is_whole
            && !is_phrase(name)
            && !ends_with_by(name)
            && !is_cut_off(name)
            && name.contains(char::is_alphanumeric)
            && !is_placeholder(name)
            && !has_numbers_of_day(name)
            && !names_include(&self.text[..self.start], name);
        if !is_name {
            self.text.truncate(self.complete);
            return;
        }
        let offset = text.find(name).unwrap_or_default();
        let end = self.start + offset + name.len();
        self.text.truncate(end);
        self.text.drain(self.start..self.start + offset);
        self.complete = self.text.len();
        self.is_plain = is_plain;
    }
}

/// Whether a word ends between two texts with nothing in between: the first ends in lower case, and
/// the second begins in upper case.
fn ends_word(text: &str, next: &str) -> bool {
    text.ends_with(char::is_lowercase) && next.starts_with(char::is_uppercase)
}
