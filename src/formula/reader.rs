//! Formulas as TeX: the page's own TeX, or its MathML converted.
//!
//! In: tags and text of a `math` element or of a TeX script, or attributes with TeX. Out: one line
//! of TeX. That of the page comes from the `alttext` of a `math` element, an `annotation` in it, or
//! a `script` of type `math/tex`.
//!
//! A formula is held until its end, since its TeX annotation comes after the MathML. Of a longer
//! one, the settled part is handed on. Held: [`HELD_BYTES`].
//!
//! Cost: linear; what open elements mean is written into no more than [`HELD_BYTES`].

use super::attributes::may_be_tex;
use super::image::Written;
use super::writer::{CAPACITY, TEXT_BYTES, Tex};
use crate::html::{Tag, VALUE_BYTES};
use alloc::string::String;

/// Bytes on the heap from construction on.
pub(crate) const HELD_BYTES: usize = CAPACITY;

const NO_BREAK_SPACE: char = '\u{A0}';

/// Bytes that suffice for the TeX of a character.
const SIGN_BYTES: usize = 24;

/// Invisible characters: function application, invisible times, separator and plus, and characters
/// of zero width.
const UNSEEN: [char; 6] = ['\u{2061}', '\u{2062}', '\u{2063}', '\u{2064}', '\u{200B}', '\u{FEFF}'];

/// What came last: a formula, by its kind, or something else.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Last {
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
enum State {
    #[default]
    Closed,
    MathMl,
    /// In a TeX annotation.
    Annotation,
    /// The formula is complete; the rest of the element is ignored.
    Done,
    Script,
}

/// The formula that is being read, or the last one. Holds [`HELD_BYTES`].
#[derive(Default)]
pub(crate) struct Formula {
    tex: Tex,
    state: State,
    /// Offset at which the TeX begins.
    tex_start: usize,
    /// White space came since the last character.
    pub(crate) is_spaced: bool,
    comment: Comment,
    /// The text ends in a backslash that escapes the next character.
    is_escaped: bool,
    /// It directly follows another formula.
    pub(crate) follows: bool,
    /// The annotation is too long.
    is_cut: bool,
    /// The first part of the text was handed on.
    pub(crate) is_begun: bool,
    /// Place of the text in the stream.
    pub(crate) offset: u64,
    pub(crate) last: Last,
    /// An attribute holds it.
    is_quoted: bool,
    /// It comes next.
    awaits_quoted: bool,
    /// The mark of the formula was opened.
    pub(crate) is_marked: bool,
}

impl Formula {
    pub(crate) fn new() -> Self {
        Self { tex: Tex::new(), ..Self::default() }
    }

    /// Whether a formula is being read.
    #[inline]
    pub(crate) fn is_open(&self) -> bool {
        self.state != State::Closed
    }

    /// Forgets the formulas of the last page.
    pub(crate) fn reset(&mut self) {
        (self.state, self.last) = (State::Closed, Last::Passed);
        (self.is_quoted, self.awaits_quoted) = (false, false);
    }

    /// Something other than a formula came.
    #[inline]
    pub(crate) fn pass(&mut self) {
        self.last = Last::Passed;
    }

    /// A line break: an image on a later line does not show the last formula.
    #[inline]
    pub(crate) fn part(&mut self) {
        if self.last == Last::Hidden {
            self.last = Last::Shown;
        }
    }

    /// Begins a formula at `offset`.
    fn begin(&mut self, state: State, offset: u64) {
        let mut tex = core::mem::take(&mut self.tex);
        tex.clear();
        *self = Self { tex, state, offset, follows: self.last != Last::Passed, ..Self::default() };
    }

    /// A `math` element begins at `offset`; `alttext` may hold its TeX.
    pub(crate) fn open(&mut self, alttext: Option<&str>, offset: u64) {
        self.begin(State::MathMl, offset);
        if let Some(tex) = alttext.filter(|tex| may_be_tex(tex)) {
            self.state = State::Annotation;
            self.push(tex, offset);
            self.close_annotation();
        }
    }

    /// A formula at `offset` whose TeX is known as a whole. Returns whether it is short enough.
    pub(crate) fn open_whole(&mut self, tex: Written<'_>, offset: u64) -> bool {
        let is_short = tex.len() < VALUE_BYTES - char::MAX.len_utf8();
        if is_short {
            self.begin(State::MathMl, offset);
            self.state = State::Annotation;
            tex.each_piece(|piece| {
                self.push(piece, offset);
            });
            self.close_annotation();
        }
        is_short
    }

    /// A TeX script begins at `offset`.
    pub(crate) fn open_script(&mut self, offset: u64) {
        self.begin(State::Script, offset);
    }

    /// The formula ends.
    pub(crate) fn close(&mut self) {
        self.state = State::Closed;
    }

    /// A formula begins whose MathML an attribute at `offset` holds.
    pub(crate) fn open_quoted(&mut self, offset: u64) {
        self.begin(State::MathMl, offset);
        (self.is_quoted, self.awaits_quoted) = (true, true);
    }

    /// Whether an attribute holds MathML that is to be read next. True once.
    #[inline]
    pub(crate) fn begin_quoted(&mut self) -> bool {
        self.is_quoted && core::mem::take(&mut self.awaits_quoted)
    }

    /// Whether the MathML that an attribute holds is being read.
    #[inline]
    pub(crate) fn is_quoted(&self) -> bool {
        self.is_quoted
    }

    /// That MathML ends. The formula is one that a tool typeset.
    pub(crate) fn end_quoted(&mut self) {
        self.close_annotation();
        let (text, bytes) = self.take_text(true);
        self.put_back(text, bytes, true);
        self.close();
        self.is_quoted = false;
        self.call_typeset();
    }

    /// A MathML element begins in the formula.
    pub(crate) fn start(&mut self, tag: &Tag<'_>, name: &str) {
        if self.state == State::MathMl {
            self.tex.start(tag, name);
        }
    }

    /// A MathML element ends in the formula.
    pub(crate) fn end(&mut self, name: &str) {
        if self.state == State::MathMl {
            self.tex.end(name);
        }
    }

    /// An annotation begins, in the format that its `encoding` names. Returns whether it is read.
    pub(crate) fn open_annotation(&mut self, encoding: Option<&str>) -> bool {
        let name = encoding.unwrap_or("").trim().rsplit('/').next().unwrap_or("");
        let name = name.strip_prefix("x-").unwrap_or(name);
        let is_tex = ["tex", "latex"].iter().any(|tex| name.eq_ignore_ascii_case(tex));
        if self.state == State::MathMl && is_tex && !self.is_begun {
            (self.state, self.tex_start) = (State::Annotation, self.tex.text.len());
            (self.is_spaced, self.is_escaped) = (false, false);
        }
        self.state == State::Annotation
    }

    /// An annotation ends. Its TeX replaces the MathML, unless it is empty or too long.
    pub(crate) fn close_annotation(&mut self) {
        if self.state != State::Annotation {
            return;
        }
        if self.is_cut || self.tex.text.len() == self.tex_start {
            self.tex.text.truncate(self.tex_start);
            self.state = State::MathMl;
        } else {
            self.tex.text.drain(..self.tex_start);
            (self.state, self.tex.depth, self.tex.deeper) = (State::Done, 0, 0);
        }
        (self.tex_start, self.is_cut, self.comment, self.is_escaped) = (0, false, Comment::None, false);
    }

    /// Drops TeX whose annotation or script was not ended.
    pub(crate) fn break_off(&mut self) {
        if matches!(self.state, State::Annotation | State::Script) {
            self.tex.text.truncate(self.tex_start);
        }
    }

    /// Whether the next text is part of the formula although its element is dropped.
    pub(crate) fn reads_unshown(&self) -> bool {
        self.is_quoted || matches!(self.state, State::Annotation | State::Script)
    }

    /// Adds text at `offset` to the formula. Returns the bytes that were taken: fewer than all if
    /// there was no room.
    pub(crate) fn push(&mut self, text: &str, offset: u64) -> usize {
        if self.state == State::Done {
            return text.len();
        }
        let is_mathml = self.state == State::MathMl;
        let part_start = if is_mathml { self.tex.token_start() } else { self.tex_start };
        let mut at = 0;
        for c in text.chars() {
            if self.comment == Comment::Open {
                if c == '\n' {
                    self.comment = Comment::Ended;
                }
            } else if c.is_whitespace() && !(c == NO_BREAK_SPACE && is_mathml && self.tex.is_in_words()) {
                self.is_spaced |= self.comment == Comment::None;
                self.is_escaped &= !self.is_spaced;
            } else if c == '%' && !is_mathml && !self.is_escaped {
                self.comment = Comment::Open;
                // A comment ends the name of a command.
                self.is_spaced |= self.tex.text.ends_with(char::is_alphabetic);
            } else if !UNSEEN.contains(&c) {
                // If the beginning was handed on, the rest continues a part.
                let is_amid = self.tex.text.len() > part_start || self.is_begun && self.tex.text.is_empty();
                let space = if self.is_spaced && is_amid { " " } else { "" };
                let limit = if self.state == State::Annotation { HELD_BYTES } else { TEXT_BYTES };
                if self.tex.text.len() + space.len() + SIGN_BYTES > limit {
                    self.is_cut |= self.state == State::Annotation;
                    return if self.is_cut { text.len() } else { at };
                }
                if self.tex.text.is_empty() {
                    self.offset = offset + at as u64;
                }
                self.tex.text.push_str(space);
                match c {
                    _ if !is_mathml => self.tex.text.push(c),
                    NO_BREAK_SPACE => self.tex.text.push(' '),
                    _ => self.tex.push_char(c),
                }
                self.is_spaced = false;
                self.comment = Comment::None;
                self.is_escaped = c == '\\' && !self.is_escaped;
            }
            at += c.len_utf8();
        }
        at
    }

    /// Takes the held text, and the bytes of it that are handed on: all `at_end`, where open
    /// elements end. It is to be [put back](Self::put_back).
    pub(crate) fn take_text(&mut self, at_end: bool) -> (String, usize) {
        while at_end && self.tex.depth > 0 {
            self.tex.end_level();
        }
        if self.is_cut {
            self.tex.text.clear();
        }
        let bytes = if at_end { self.tex.text.len() } else { self.tex.settle() };
        (core::mem::take(&mut self.tex.text), bytes)
    }

    /// Bytes of the text were handed on, hidden or not. All of it stays.
    pub(crate) fn put_back(&mut self, text: String, bytes: usize, is_hidden: bool) {
        self.last = match self.state {
            _ if bytes == 0 && !self.is_begun => Last::Passed,
            State::Script => Last::Script,
            // No image shows only the rest of a formula.
            _ if is_hidden && !self.is_begun => Last::Hidden,
            _ => Last::Shown,
        };
        self.is_begun |= bytes > 0;
        self.tex.text = text;
    }

    /// The last formula, if it is hidden, is one that a tool typeset.
    pub(crate) fn call_typeset(&mut self) {
        if self.last == Last::Hidden {
            self.last = Last::Typeset;
        }
    }

    /// Moves the last formula to `offset`, to be handed on again.
    pub(crate) fn move_last(&mut self, offset: u64) {
        (self.is_begun, self.follows, self.offset) = (false, false, offset);
    }

    /// Forgets the part of the text that was handed on.
    pub(crate) fn make_room(&mut self, bytes: usize) {
        self.tex.forget(bytes);
    }
}
