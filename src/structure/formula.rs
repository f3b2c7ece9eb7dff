//! Formulas: as TeX where the page says it in TeX, else MathML in one line: `(a+b)/c`, `x^2`,
//! `√(y)`, `[1, 0; 0, 1]`.
//!
//! TeX is the `alttext` of a `math` element, an `annotation` in it, or a `script` of type
//! `math/tex`. In MathML places alone say that one number is the power of another, so that without
//! signs `x²` and `x2`, `1/2` and `12` would be the same.
//!
//! A formula waits until its end, since an annotation comes behind what it says in TeX.
//!
//! Cost: linear; parentheses and spaces are put into no more than [`FORMULA_BYTES`].

use super::filter::hash_of;
use super::mathml::{Level, MathElement};
use alloc::string::String;

/// Bytes of a formula that wait for its end; of more, the first do not, and an annotation is left
/// out. Fewer than those at which attributes are cut.
pub(super) const FORMULA_BYTES: usize = 1000;

/// Letters in a row that tell words, read to those who do not see the formula, from TeX, where none
/// stands without a backslash.
const LETTERS_OF_WORD: usize = 4;

/// Signs that show nothing: of a function, a product, a list, a sum, and of width zero.
const UNSEEN: [char; 6] = ['\u{2061}', '\u{2062}', '\u{2063}', '\u{2064}', '\u{200B}', '\u{FEFF}'];

/// Elements inside each other whose places have signs.
const LEVELS: usize = 24;

/// What came since the last formula, and what that is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Last {
    /// Something else came.
    #[default]
    Passed,
    Shown,
    /// Hidden, in this line: an image may show it.
    Hidden,
    Script,
}

/// Where a comment in TeX stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Comment {
    #[default]
    None,
    Open,
    /// Its line has ended, and nothing came since but white space, which says nothing.
    Ended,
}

/// Where the text in a formula goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    #[default]
    Closed,
    MathMl,
    /// In an annotation in TeX.
    Annotation,
    /// The formula is known, or is none of ours.
    NameCache,
    Script,
}

/// The formula that is being read, and the last one. Holds [`FORMULA_BYTES`].
pub(super) struct Formula {
    text: String,
    state: State,
    /// Where what is said in TeX begins in the text.
    tex_start: usize,
    levels: [Level; LEVELS],
    depth: usize,
    /// Open elements that found no level.
    deeper: u32,
    /// White space came since the last sign.
    pub(super) is_spaced: bool,
    /// What was last is a word of several letters, as `sin`, or a fraction, a power and their like.
    is_word: bool,
    comment: Comment,
    /// The text ends in a backslash that is none by itself.
    is_escaped: bool,
    /// It stands right behind another formula.
    pub(super) follows: bool,
    /// The annotation is too long.
    is_cut: bool,
    /// The first part of the text was handed on.
    pub(super) is_begun: bool,
    /// Where the text stands in the stream.
    pub(super) offset: u64,
    pub(super) last: Last,
    /// The mark of a formula was opened.
    pub(super) is_marked: bool,
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
        is_marked: false,
    };

    pub(super) fn new() -> Self {
        Self { text: String::with_capacity(FORMULA_BYTES), ..Self::NONE }
    }

    /// Whether what follows is part of one.
    #[inline]
    pub(super) fn is_open(&self) -> bool {
        self.state != State::Closed
    }

    /// A page begins.
    pub(super) fn reset(&mut self) {
        (self.state, self.last) = (State::Closed, Last::Passed);
    }

    /// Something else came.
    #[inline]
    pub(super) fn pass(&mut self) {
        self.last = Last::Passed;
    }

    /// What comes stands in another line than the last formula: no image there shows it.
    #[inline]
    pub(super) fn part(&mut self) {
        if self.last == Last::Hidden {
            self.last = Last::Shown;
        }
    }

    /// A formula begins at `offset`.
    fn begin(&mut self, state: State, offset: u64) {
        let mut text = core::mem::take(&mut self.text);
        text.clear();
        *self = Self { text, state, offset, follows: self.last != Last::Passed, ..Self::NONE };
    }

    /// A `math` element begins at `offset`, which may say itself in TeX.
    pub(super) fn open(&mut self, alttext: Option<&str>, offset: u64) {
        self.begin(State::MathMl, offset);
        if let Some(tex) = alttext.filter(|tex| tex.len() <= FORMULA_BYTES && may_be_tex(tex)) {
            self.state = State::Annotation;
            self.push(tex, offset);
            self.close_annotation();
        }
    }

    /// A script in TeX begins at `offset`.
    pub(super) fn open_script(&mut self, offset: u64) {
        self.begin(State::Script, offset);
    }

    /// It ends.
    pub(super) fn close(&mut self) {
        self.state = State::Closed;
    }

    /// An element begins in it.
    pub(super) fn start(&mut self, name: &str, is_empty: bool) {
        if self.state != State::MathMl {
            return;
        }
        let kind = MathElement::of(name);
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

    /// An element ends in it.
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

    /// The innermost element ends.
    fn end_level(&mut self) {
        self.depth -= 1;
        let Level { kind, parts, things, start, .. } = self.levels[self.depth];
        let mut start = usize::from(start);
        let mut things = things;
        match kind {
            MathElement::Token => {
                start = self.part_words(start);
                things = 1;
            }
            MathElement::Square => self.bind(start + kind.brackets().0.len(), things),
            MathElement::Root if parts > 1 => self.take(")"),
            MathElement::Phantom => self.text.truncate(start),
            _ => {}
        }
        self.take(kind.brackets().1);
        if kind == MathElement::Fraction {
            start = self.part_letters(start);
        }
        if kind.is_bound() {
            (self.is_word, things) = (true, 1);
        }
        let Some(around) = self.depth.checked_sub(1).map(|around| &mut self.levels[around]) else { return };
        around.things = around.things.saturating_add(things);
        let around = *around;
        if around.kind.is_bound() && self.text.len() == start && self.text.ends_with(['^', '_']) {
            // Nothing is there.
            self.text.pop();
        } else if around.kind == MathElement::Over && around.parts > 1 && self.is_accent(start) {
            self.text.remove(start - 1);
        } else if around.binds() {
            self.bind(start, things);
        }
    }

    /// Whether the text from `start` on is a bar, a dot or an arrow, behind the sign that says that
    /// it stands over something.
    fn is_accent(&self, start: usize) -> bool {
        let mut part = self.text.get(start..).unwrap_or("").chars();
        let is_sign = part.next().is_some_and(|c| !c.is_alphanumeric()) && part.next().is_none();
        is_sign && self.text.get(..start).is_some_and(|before| before.ends_with('^'))
    }

    /// A part of the innermost element begins: the sign between it and the one before.
    fn begin_part(&mut self) {
        let Some(level) = self.depth.checked_sub(1).map(|at| &mut self.levels[at]) else { return };
        let sign = level.kind.sign(level.parts);
        level.parts = level.parts.saturating_add(1);
        if !sign.is_empty() {
            (self.is_spaced, self.is_word) = (false, false);
            self.take(sign);
        }
    }

    /// The text from `start` on is one thing: in parentheses if it has several `things`, or signs.
    fn bind(&mut self, start: usize, things: u16) {
        if self.text.len() + 2 > FORMULA_BYTES {
            // There is no room for them: the elements that are open at the end of a full text are not looked
            // through one by one.
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

    /// The token from `start` on has ended: `sin x` are two words, `2x` is none. Out: where it
    /// begins then.
    fn part_words(&mut self, start: usize) -> usize {
        let token = self.text.get(start..).unwrap_or("");
        if token.is_empty() {
            return start;
        }
        let is_word = token.chars().nth(1).is_some() && token.chars().all(char::is_alphabetic);
        let is_apart = core::mem::replace(&mut self.is_word, is_word) || is_word;
        if is_apart { self.part_letters(start) } else { start }
    }

    /// A space parts the text from `start` on from what is before it, if both are letters or
    /// numbers. Out: where it begins then.
    fn part_letters(&mut self, start: usize) -> usize {
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

    /// An annotation begins, in what its `encoding` says.
    pub(super) fn open_annotation(&mut self, encoding: &str) {
        let name = encoding.trim().rsplit('/').next().unwrap_or("");
        let name = name.strip_prefix("x-").unwrap_or(name);
        let is_tex = ["tex", "latex"].iter().any(|tex| name.eq_ignore_ascii_case(tex));
        if self.state == State::MathMl && is_tex && !self.is_begun {
            (self.state, self.tex_start) = (State::Annotation, self.text.len());
            (self.is_spaced, self.is_escaped) = (false, false);
        }
    }

    /// It ends: it says all, unless it is empty or too long.
    pub(super) fn close_annotation(&mut self) {
        if self.state != State::Annotation {
            return;
        }
        if self.is_cut || self.text.len() == self.tex_start {
            self.text.truncate(self.tex_start);
            self.state = State::MathMl;
        } else {
            self.text.drain(..self.tex_start);
            self.state = State::NameCache;
        }
        (self.tex_start, self.is_cut, self.comment, self.is_escaped) = (0, false, Comment::None, false);
    }

    /// What says it in TeX was not ended.
    pub(super) fn break_off(&mut self) {
        if self.reads_unshown() {
            self.text.truncate(self.tex_start);
        }
    }

    /// Whether the text that comes is part of it, in an element that shows nothing itself.
    pub(super) fn reads_unshown(&self) -> bool {
        matches!(self.state, State::Annotation | State::Script)
    }

    /// Text in it, which begins at `offset`. Out: its bytes, or those that found room.
    pub(super) fn push(&mut self, text: &str, offset: u64) -> usize {
        if self.state == State::NameCache {
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
                // It ends the name of a command.
                self.is_spaced |= self.text.ends_with(char::is_alphabetic);
            } else if !UNSEEN.contains(&c) {
                // Of a text whose beginning was handed on, the rest begins amid a part.
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

    /// Writes a sign of ours, if there is room.
    fn take(&mut self, sign: &str) {
        if self.text.len() + sign.len() <= FORMULA_BYTES {
            self.text.push_str(sign);
        }
    }

    /// Takes out the text, which is to be [put back](Self::put_back): all that waits.
    pub(super) fn take_text(&mut self) -> String {
        while self.depth > 0 {
            self.end_level();
        }
        if self.is_cut {
            self.text.clear();
        }
        core::mem::take(&mut self.text)
    }

    /// The text was handed on, hidden or not. It stays, as that of the last formula.
    pub(super) fn put_back(&mut self, text: String, is_hidden: bool) {
        self.last = match self.state {
            _ if text.is_empty() && !self.is_begun => Last::Passed,
            State::Script => Last::Script,
            // No image shows the rest of one.
            _ if is_hidden && !self.is_begun => Last::Hidden,
            _ => Last::Shown,
        };
        self.is_begun |= !text.is_empty();
        self.text = text;
    }

    /// The last formula stands at `offset` once more.
    pub(super) fn stand_again(&mut self, offset: u64) {
        (self.is_begun, self.follows, self.offset) = (false, false, offset);
    }

    /// There is room again, for more of a formula of which the text was handed on.
    pub(super) fn make_room(&mut self) {
        self.text.clear();
    }
}

/// Whether what an attribute says of a formula may be TeX, and not words.
fn may_be_tex(alttext: &str) -> bool {
    let mut words = alttext.split_whitespace();
    alttext.contains('\\')
        || !words.any(|word| {
            word.chars().nth(LETTERS_OF_WORD - 1).is_some() && word.chars().all(char::is_alphabetic)
        })
}
