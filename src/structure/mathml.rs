//! Linearized MathML: what the positions of children mean, as operators and brackets.
//!
//! In: the elements of a formula. Out: operators and brackets between its letters and numbers.
//! Holds nothing but the fields of [`Formula`].

use super::filter::hash_of;
use super::formula::{FORMULA_BYTES, Formula, State};
use crate::html::lookup;

/// What the positions of an element's children mean.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum MathElement {
    /// Children follow each other.
    #[default]
    Row,
    /// Letters, a number or an operator.
    Token,
    Space,
    Fraction,
    /// One over the other without a line, as in a binomial coefficient.
    Stack,
    Power,
    Index,
    /// An index, then a power.
    Both,
    /// A sign over or under the base.
    Over,
    Under,
    Square,
    Root,
    Table,
    Line,
    Fenced,
    /// Takes space, but is invisible.
    Phantom,
}

impl MathElement {
    pub(super) fn of(name: &str) -> Self {
        match name {
            "mi" | "mn" | "mo" | "ms" | "mtext" => Self::Token,
            "mspace" => Self::Space,
            "mfrac" => Self::Fraction,
            "msup" => Self::Power,
            "msub" => Self::Index,
            "msubsup" | "munderover" => Self::Both,
            "mover" => Self::Over,
            "munder" => Self::Under,
            "msqrt" => Self::Square,
            "mroot" => Self::Root,
            "mtable" => Self::Table,
            "mtr" | "mlabeledtr" => Self::Line,
            "mfenced" => Self::Fenced,
            "mphantom" => Self::Phantom,
            _ => Self::Row,
        }
    }

    /// Text before and after the whole element.
    pub(super) fn brackets(self) -> (&'static str, &'static str) {
        match self {
            Self::Fenced => ("(", ")"),
            Self::Square => ("√", ""),
            _ => ("", ""),
        }
    }

    /// Whether the element is one operand, which is never merged with an adjacent letter or number.
    pub(super) fn is_bound(self) -> bool {
        matches!(
            self,
            Self::Fraction
                | Self::Power
                | Self::Index
                | Self::Both
                | Self::Over
                | Self::Under
                | Self::Square
                | Self::Root
        )
    }

    /// The operator before the child at `place`.
    pub(super) fn sign(self, place: u16) -> &'static str {
        match (self, place) {
            (Self::Fraction, 1) => "/",
            (Self::Power | Self::Over, 1) | (Self::Both, 2) => "^",
            (Self::Index | Self::Under | Self::Both, 1) => "_",
            (Self::Root, 1) => "^(1/",
            (Self::Table | Self::Stack, 1..) => "; ",
            (Self::Line | Self::Fenced, 1..) => ", ",
            _ => "",
        }
    }
}

/// An open element of a formula.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Level {
    pub(super) kind: MathElement,
    /// Hash of its name.
    pub(super) name: u16,
    /// Number of children that began.
    pub(super) parts: u16,
    /// Number of letters, numbers, operators and operands next to each other in it.
    pub(super) things: u16,
    /// Offset of its text.
    pub(super) start: u16,
}

impl Level {
    /// Whether each child must be one operand, because of the adjacent operator.
    pub(super) fn binds(self) -> bool {
        match self.kind {
            MathElement::Fraction
            | MathElement::Power
            | MathElement::Index
            | MathElement::Both
            | MathElement::Over
            | MathElement::Under => true,
            // The second child already has parentheses.
            MathElement::Root => self.parts == 1,
            _ => false,
        }
    }
}

impl Formula {
    /// Reads MathML that an attribute holds, at `offset`. Annotations are left out.
    ///
    /// Cost: linear in the markup.
    pub(super) fn read_markup(&mut self, markup: &str, offset: u64) {
        let mut is_annotation = false;
        for (at, part) in markup.split('<').enumerate() {
            let (tag, text) = if at > 0 { part.split_once('>').unwrap_or((part, "")) } else { ("", part) };
            let name_bytes =
                |tag: &str| tag.find(|c: char| c.is_whitespace() || c == '/').unwrap_or(tag.len());
            if let Some(ended) = tag.strip_prefix('/') {
                is_annotation &= !ended.starts_with("annotation");
                self.end(&ended[..name_bytes(ended)]);
            } else if tag.starts_with("annotation") {
                is_annotation = !tag.ends_with('/');
            } else if !tag.is_empty() && !tag.starts_with("math") {
                let is_stacked = tag.contains("linethickness=\"0");
                self.start(&tag[..name_bytes(tag)], is_stacked, tag.ends_with('/'));
            }
            if !is_annotation {
                self.push_references(text, offset);
            }
        }
    }

    /// Adds text with character references that are not decoded yet.
    fn push_references(&mut self, text: &str, offset: u64) {
        for (at, part) in text.split('&').enumerate() {
            let (reference, rest) = part.split_once(';').unwrap_or(("", part));
            let code = reference.strip_prefix('#').map(|code| {
                let hex = code.strip_prefix(['x', 'X']);
                hex.map_or(code.parse(), |code| u32::from_str_radix(code, 16)).map_or(0, |code| code)
            });
            match code {
                Some(code) if at > 0 => {
                    self.push(char::from_u32(code).unwrap_or(' ').encode_utf8(&mut [0; 4]), offset);
                    self.push(rest, offset);
                }
                _ if at > 0 && !reference.is_empty() => {
                    self.push(lookup(reference, true).map_or("", |found| found.text), offset);
                    self.push(rest, offset);
                }
                _ => {
                    self.push(part, offset);
                }
            }
        }
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
    pub(super) fn end_level(&mut self) {
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
}
