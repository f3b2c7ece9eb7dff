//! Text of formulas: TeX where the page has it, else linearized MathML: `(a+b)/c`, `x^2`, `√(y)`,
//! `[1, 0; 0, 1]`.
//!
//! In: tags and text of a `math` element or of a TeX script. Out: one line of text. TeX comes from
//! the `alttext` of a `math` element, an `annotation` in it, or a `script` of type `math/tex`. In
//! MathML only the position of a child makes a number an exponent. Without operators, `x²` and
//! `x2`, or `1/2` and `12`, would be the same.
//!
//! A formula is held until its end, since its TeX annotation comes after the MathML. Held:
//! [`FORMULA_BYTES`].
//!
//! Cost: linear; parentheses and spaces are inserted into no more than [`FORMULA_BYTES`].

use super::Mark;
use super::mathml::{Level, MathElement};
use alloc::string::String;

/// Maximum bytes of a formula that are held until its end. A longer formula is handed on in pieces;
/// a longer annotation is left out. Less than the length at which attributes are cut.
pub(super) const FORMULA_BYTES: usize = 1000;

/// Letters in a row that distinguish words from TeX. Words are a description for readers who cannot
/// see the formula. TeX has such words only after a backslash.
const LETTERS_OF_WORD: usize = 4;

/// Invisible characters: function application, invisible times, separator and plus, and characters
/// of zero width.
const UNSEEN: [char; 6] = ['\u{2061}', '\u{2062}', '\u{2063}', '\u{2064}', '\u{200B}', '\u{FEFF}'];

/// Maximum nesting of elements that get operators.
const LEVELS: usize = 24;

/// What came last: a formula, by its kind, or something else.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Last {
    /// Something other than a formula.
    #[default]
    Passed,
    Shown,
    /// A hidden formula on this line: an image may show it.
    Hidden,
    /// A formula that a tool typeset, in MathML that it hides: a script after it may have its TeX.
    Typeset,
    Script,
}

/// State of a TeX comment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Comment {
    #[default]
    None,
    Open,
    /// Its line has ended, and only white space, which is ignored, came since.
    Ended,
}

/// How text in a formula is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum State {
    #[default]
    Closed,
    MathMl,
    /// In a TeX annotation.
    Annotation,
    /// The formula is complete; the rest of the element is ignored.
    Done,
    Script,
}

/// The formula that is being read, or the last one. Holds [`FORMULA_BYTES`].
pub(super) struct Formula {
    pub(super) text: String,
    pub(super) state: State,
    /// Offset in `text` at which the TeX begins.
    tex_start: usize,
    pub(super) levels: [Level; LEVELS],
    pub(super) depth: usize,
    /// Number of open elements beyond [`LEVELS`].
    pub(super) deeper: u32,
    /// White space came since the last character.
    pub(super) is_spaced: bool,
    /// The last token is a word of several letters, such as `sin`, or a fraction, power or the
    /// like.
    pub(super) is_word: bool,
    comment: Comment,
    /// The text ends in a backslash that escapes the next character.
    is_escaped: bool,
    /// It directly follows another formula.
    pub(super) follows: bool,
    /// The annotation is too long.
    is_cut: bool,
    /// The first part of the text was handed on.
    pub(super) is_begun: bool,
    /// Place of the text in the stream.
    pub(super) offset: u64,
    pub(super) last: Last,
    /// Its text is the TeX that the page has.
    pub(super) is_tex: bool,
    /// The mark of the formula that was opened.
    pub(super) mark: Option<Mark>,
}

impl Formula {
    const NONE: Self = Self {
        text: String::new(),
        state: State::Closed,
        tex_start: 0,
        levels: [Level { kind: MathElement::Row, name: 0, parts: 0, things: 0, start: 0 }; LEVELS],
        depth: 0,
        deeper: 0,
        is_spaced: false,
        is_word: false,
        comment: Comment::None,
        is_escaped: false,
        follows: false,
        is_cut: false,
        is_begun: false,
        offset: 0,
        last: Last::Passed,
        is_tex: false,
        mark: None,
    };

    pub(super) fn new() -> Self {
        Self { text: String::with_capacity(FORMULA_BYTES), ..Self::NONE }
    }

    /// Whether a formula is being read.
    #[inline]
    pub(super) fn is_open(&self) -> bool {
        self.state != State::Closed
    }

    /// Forgets the formulas of the last page.
    pub(super) fn reset(&mut self) {
        (self.state, self.last) = (State::Closed, Last::Passed);
    }

    /// Something other than a formula came.
    #[inline]
    pub(super) fn pass(&mut self) {
        self.last = Last::Passed;
    }

    /// A line break: an image on a later line does not show the last formula.
    #[inline]
    pub(super) fn part(&mut self) {
        if self.last == Last::Hidden {
            self.last = Last::Shown;
        }
    }

    /// Begins a formula at `offset`.
    fn begin(&mut self, state: State, offset: u64) {
        let mut text = core::mem::take(&mut self.text);
        text.clear();
        *self = Self { text, state, offset, follows: self.last != Last::Passed, ..Self::NONE };
    }

    /// A `math` element begins at `offset`; `alttext` may hold its TeX.
    pub(super) fn open(&mut self, alttext: Option<&str>, offset: u64) {
        self.begin(State::MathMl, offset);
        if let Some(tex) = alttext.filter(|tex| tex.len() <= FORMULA_BYTES && may_be_tex(tex)) {
            self.state = State::Annotation;
            self.push(tex, offset);
            self.close_annotation();
        }
    }

    /// A formula at `offset` whose TeX is known as a whole. Returns whether it is short enough.
    pub(super) fn open_whole(&mut self, tex: &str, offset: u64) -> bool {
        let is_short = tex.len() <= FORMULA_BYTES;
        if is_short {
            self.begin(State::MathMl, offset);
            self.state = State::Annotation;
            self.push(tex, offset);
            self.close_annotation();
        }
        is_short
    }

    /// A TeX script begins at `offset`.
    pub(super) fn open_script(&mut self, offset: u64) {
        self.begin(State::Script, offset);
        self.is_tex = true;
    }

    /// The formula ends.
    pub(super) fn close(&mut self) {
        self.state = State::Closed;
    }

    /// An annotation begins, in the format that its `encoding` names.
    pub(super) fn open_annotation(&mut self, encoding: &str) {
        let name = encoding.trim().rsplit('/').next().unwrap_or("");
        let name = name.strip_prefix("x-").unwrap_or(name);
        let is_tex = ["tex", "latex"].iter().any(|tex| name.eq_ignore_ascii_case(tex));
        if self.state == State::MathMl && is_tex && !self.is_begun {
            (self.state, self.tex_start) = (State::Annotation, self.text.len());
            (self.is_spaced, self.is_escaped) = (false, false);
        }
    }

    /// An annotation ends. Its TeX replaces the MathML, unless it is empty or too long.
    pub(super) fn close_annotation(&mut self) {
        if self.state != State::Annotation {
            return;
        }
        if self.is_cut || self.text.len() == self.tex_start {
            self.text.truncate(self.tex_start);
            self.state = State::MathMl;
        } else {
            self.text.drain(..self.tex_start);
            (self.state, self.is_tex) = (State::Done, true);
        }
        (self.tex_start, self.is_cut, self.comment, self.is_escaped) = (0, false, Comment::None, false);
    }

    /// Drops TeX whose annotation or script was not ended.
    pub(super) fn break_off(&mut self) {
        if self.reads_unshown() {
            self.text.truncate(self.tex_start);
        }
    }

    /// Whether the next text is part of the formula although its element is dropped.
    pub(super) fn reads_unshown(&self) -> bool {
        matches!(self.state, State::Annotation | State::Script)
    }

    /// Adds text at `offset` to the formula. Returns the bytes that were taken: fewer than all if
    /// there was no room.
    pub(super) fn push(&mut self, text: &str, offset: u64) -> usize {
        if self.state == State::Done {
            return text.len();
        }
        let part_start = match (self.state, self.depth.checked_sub(1)) {
            (State::MathMl, Some(at)) => usize::from(self.levels[at].start),
            _ => self.tex_start,
        };
        let mut at = 0;
        for c in text.chars() {
            if self.comment == Comment::Open {
                if c == '\n' {
                    self.comment = Comment::Ended;
                }
            } else if c.is_whitespace() {
                self.is_spaced |= self.comment == Comment::None;
                self.is_escaped &= !self.is_spaced;
            } else if c == '%' && self.state != State::MathMl && !self.is_escaped {
                self.comment = Comment::Open;
                // A comment ends the name of a command.
                self.is_spaced |= self.text.ends_with(char::is_alphabetic);
            } else if !UNSEEN.contains(&c) {
                // If the beginning was handed on, the rest continues a part.
                let is_amid = self.text.len() > part_start || self.is_begun && self.depth == 0;
                let space = if self.is_spaced && is_amid { " " } else { "" };
                if self.text.len() + space.len() + c.len_utf8() > FORMULA_BYTES {
                    self.is_cut |= self.state == State::Annotation;
                    return if self.is_cut { text.len() } else { at };
                }
                if self.text.is_empty() {
                    self.offset = offset + at as u64;
                }
                self.text.push_str(space);
                self.text.push(c);
                self.is_spaced = false;
                self.comment = Comment::None;
                self.is_escaped = c == '\\' && !self.is_escaped;
            }
            at += c.len_utf8();
        }
        at
    }

    /// Writes an operator or bracket, if there is room.
    pub(super) fn take(&mut self, sign: &str) {
        if self.text.len() + sign.len() <= FORMULA_BYTES {
            self.text.push_str(sign);
        }
    }

    /// Ends all open elements and takes the held text, which is to be [put back](Self::put_back).
    pub(super) fn take_text(&mut self) -> String {
        while self.depth > 0 {
            self.end_level();
        }
        if self.is_cut {
            self.text.clear();
        }
        core::mem::take(&mut self.text)
    }

    /// The text was handed on, hidden or not. It stays as that of the last formula.
    pub(super) fn put_back(&mut self, text: String, is_hidden: bool) {
        self.last = match self.state {
            _ if text.is_empty() && !self.is_begun => Last::Passed,
            State::Script => Last::Script,
            // No image shows only the rest of a formula.
            _ if is_hidden && !self.is_begun => Last::Hidden,
            _ => Last::Shown,
        };
        self.is_begun |= !text.is_empty();
        self.text = text;
    }

    /// The last formula, if it is hidden, is one that a tool typeset.
    pub(super) fn call_typeset(&mut self) {
        if self.last == Last::Hidden {
            self.last = Last::Typeset;
        }
    }

    /// Moves the last formula to `offset`, to be handed on again.
    pub(super) fn move_last(&mut self, offset: u64) {
        (self.is_begun, self.follows, self.offset) = (false, false, offset);
    }

    /// Empties the text after a part of the formula was handed on.
    pub(super) fn make_room(&mut self) {
        self.text.clear();
    }
}

/// Whether an `alttext` may be TeX and not a description in words.
pub(super) fn may_be_tex(alttext: &str) -> bool {
    let mut words = alttext.split_whitespace();
    alttext.contains('\\')
        || !words.any(|word| {
            word.chars().nth(LETTERS_OF_WORD - 1).is_some() && word.chars().all(char::is_alphabetic)
        })
}
