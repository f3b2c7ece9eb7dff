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
use super::filter::hash_of;
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

/// The formula that is being read, or the last one. Holds [`FORMULA_BYTES`].
pub(super) struct Formula {
    text: String,
    state: State,
    /// Offset in `text` at which the TeX begins.
    tex_start: usize,
    levels: [Level; LEVELS],
    depth: usize,
    /// Number of open elements beyond [`LEVELS`].
    deeper: u32,
    /// White space came since the last character.
    pub(super) is_spaced: bool,
    /// The last token is a word of several letters, such as `sin`, or a fraction, power or the
    /// like.
    is_word: bool,
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

    /// A MathML element begins in the formula. `is_stacked`: a fraction has no line.
    pub(super) fn start(&mut self, name: &str, is_stacked: bool, is_empty: bool) {
        if self.state != State::MathMl {
            return;
        }
        let kind = match MathElement::of(name) {
            MathElement::Fraction if is_stacked => MathElement::Stack,
            kind => kind,
        };
        self.begin_part();
        if kind == MathElement::Space && !self.text.ends_with(' ') {
            self.take(" ");
        }
        if is_empty {
            return;
        }
        let start = self.text.len() as u16;
        match self.levels.get_mut(self.depth) {
            Some(level) => {
                *level = Level { kind, name: hash_of(name), start, ..Level::default() };
                self.depth += 1;
                self.take(kind.brackets().0);
            }
            None => self.deeper += 1,
        }
    }

    /// A MathML element ends in the formula.
    pub(super) fn end(&mut self, name: &str) {
        if self.state != State::MathMl {
            return;
        }
        if self.deeper > 0 {
            self.deeper -= 1;
            return;
        }
        let name = hash_of(name);
        let Some(at) = self.levels[..self.depth].iter().rposition(|level| level.name == name) else { return };
        while self.depth > at {
            self.end_level();
        }
    }

    /// Ends the innermost element.
    fn end_level(&mut self) {
        self.depth -= 1;
        let Level { kind, parts, things, start, .. } = self.levels[self.depth];
        let mut start = usize::from(start);
        let mut things = things;
        match kind {
            MathElement::Token => {
                start = self.separate_words(start);
                things = 1;
            }
            MathElement::Square => self.bind(start + kind.brackets().0.len(), things),
            MathElement::Root if parts > 1 => self.take(")"),
            MathElement::Phantom => self.text.truncate(start),
            _ => {}
        }
        self.take(kind.brackets().1);
        if kind == MathElement::Fraction {
            start = self.separate_letters(start);
        }
        if kind.is_bound() {
            (self.is_word, things) = (true, 1);
        }
        let Some(parent) = self.depth.checked_sub(1).map(|parent| &mut self.levels[parent]) else { return };
        parent.things = parent.things.saturating_add(things);
        let parent = *parent;
        if parent.kind.is_bound() && self.text.len() == start && self.text.ends_with(['^', '_']) {
            // The exponent or index is empty.
            self.text.pop();
        } else if parent.kind == MathElement::Over && parent.parts > 1 && self.is_accent(start) {
            self.text.remove(start - 1);
            self.replace_accent();
        } else if parent.binds() {
            self.bind(start, things);
        }
    }

    /// Replaces an accent that looks like an operator by one that does not: `xˆ` is no power.
    fn replace_accent(&mut self) {
        let other = match self.text.chars().next_back() {
            Some('^') => 'ˆ',
            Some('~') => '˜',
            _ => return,
        };
        self.text.pop();
        self.text.push(other);
    }

    /// Whether the text from `start` on is an accent: a bar, a dot or an arrow after the operator
    /// `^` of an overscript.
    fn is_accent(&self, start: usize) -> bool {
        let mut part = self.text.get(start..).unwrap_or("").chars();
        let is_sign = part.next().is_some_and(|c| !c.is_alphanumeric()) && part.next().is_none();
        is_sign && self.text.get(..start).is_some_and(|before| before.ends_with('^'))
    }

    /// A child of the innermost element begins: writes the operator between it and the one before.
    fn begin_part(&mut self) {
        let Some(level) = self.depth.checked_sub(1).map(|at| &mut self.levels[at]) else { return };
        let sign = level.kind.sign(level.parts);
        level.parts = level.parts.saturating_add(1);
        if !sign.is_empty() {
            (self.is_spaced, self.is_word) = (false, false);
            self.take(sign);
        }
    }

    /// Makes the text from `start` on one operand. It gets parentheses if it consists of several
    /// `things` or contains operators.
    fn bind(&mut self, start: usize, things: u16) {
        if self.text.len() + 2 > FORMULA_BYTES {
            // No room for them. This also keeps the cost linear: the open elements at the end of a
            // full text are not searched one by one.
            return;
        }
        let part = self.text.get(start..).unwrap_or("");
        let is_one = part.chars().nth(1).is_none()
            || things <= 1 && part.chars().all(char::is_alphanumeric)
            || part.starts_with('(') && part.find(')') == Some(part.len() - 1);
        if !is_one {
            self.text.insert(start, '(');
            self.text.push(')');
        }
    }

    /// The token from `start` on has ended. Separates words as in `sin x`, but not factors as in
    /// `2x`. Returns where the token begins then.
    fn separate_words(&mut self, start: usize) -> usize {
        let token = self.text.get(start..).unwrap_or("");
        if token.is_empty() {
            return start;
        }
        let is_word = token.chars().nth(1).is_some() && token.chars().all(char::is_alphabetic);
        let is_apart = core::mem::replace(&mut self.is_word, is_word) || is_word;
        if is_apart { self.separate_letters(start) } else { start }
    }

    /// Inserts a space before the text from `start` on, if letters or digits meet there. Returns
    /// where that text begins then.
    fn separate_letters(&mut self, start: usize) -> usize {
        let (before, part) = self.text.split_at_checked(start).unwrap_or_default();
        let meet = before.ends_with(char::is_alphanumeric) && part.starts_with(char::is_alphanumeric);
        if !meet || self.text.len() >= FORMULA_BYTES {
            return start;
        }
        self.text.insert(start, ' ');
        for level in &mut self.levels[..self.depth] {
            level.start += u16::from(usize::from(level.start) == start);
        }
        start + 1
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
    fn take(&mut self, sign: &str) {
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
