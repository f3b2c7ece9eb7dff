//! Elements of MathML as TeX.
//!
//! In: start and end tags in a formula; the text between them is in the [`Tex`]. Out: what the
//! places of children mean, written around their TeX when they end: `\frac`, `^`, `\begin`. Holds
//! nothing but the [`Tex`].
//!
//! Cost: linear. The TeX of an element is moved when it ends.

use super::level::{Ends, Kind, Level, hash_of};
use super::signs::is_function;
use super::tables::{MATRIX, STACK, TAG};
use super::writer::{PLACE_BYTES, Stacked, Tex};
use crate::html::{AttrId, Tag};

impl Tex {
    /// A MathML element begins in the formula.
    pub(super) fn start(&mut self, tag: &Tag<'_>, name: &str) {
        self.begin_part();
        if tag.self_closing || is_void(name) {
            match name {
                "mspace" => self.space(tag.attributes.get(AttrId::Width).unwrap_or("")),
                "mprescripts" => self.begin_prescripts(),
                _ => {}
            }
            return self.place();
        }
        let mut level = Level::new(tag, name, self.innermost());
        level.start = self.text.len() as u16;
        if level.kind == Kind::Table && !self.has_room(MATRIX.len()) {
            level.kind = Kind::Row;
        }
        let Some(place) = self.levels.get_mut(self.depth) else {
            self.deeper += 1;
            return;
        };
        *place = level;
        self.depth += 1;
        match level.kind {
            Kind::Table => self.take(MATRIX),
            Kind::Fenced => {
                let open = tag.attributes.get(AttrId::Open).unwrap_or("(");
                self.sign(open.trim().chars().next());
            }
            _ => {}
        }
    }

    /// A MathML element ends in the formula.
    pub(super) fn end(&mut self, name: &str) {
        if is_void(name) {
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

    /// Bytes at the beginning of the text that no open element changes when it ends. If there are
    /// none, ends all elements; words go on after that.
    pub(super) fn settle(&mut self) -> usize {
        let changed = self.levels[..self.depth].iter().position(|level| !level.kind.is_open());
        let bytes = changed.map_or(self.text.len(), |at| usize::from(self.levels[at].start));
        if bytes > 0 {
            return bytes;
        }
        let words = self.innermost().copied().filter(|level| level.kind == Kind::Words);
        while self.depth > 0 {
            self.end_level();
        }
        if let Some(words) = words {
            self.levels[0] = Level { kind: Kind::Words, name: words.name, ..Level::default() };
            self.depth = 1;
        }
        self.text.len()
    }

    /// Removes bytes at the beginning of the text that are [settled](Self::settle).
    pub(super) fn forget(&mut self, bytes: usize) {
        self.text.drain(..bytes);
        self.stacked = None;
        for level in &mut self.levels[..self.depth] {
            level.start = level.start.saturating_sub(bytes as u16);
            level.part = level.part.saturating_sub(bytes as u16);
            level.is_begun = true;
        }
    }

    /// A child of the innermost element begins.
    fn begin_part(&mut self) {
        let Some(at) = self.depth.checked_sub(1) else { return };
        let level = &mut self.levels[at];
        let is_label = level.is_label();
        if level.parts == 1 {
            level.base = (level.things, self.ends);
        }
        level.parts = level.parts.saturating_add(1);
        if !level.kind.is_row() && level.kind != Kind::Table {
            level.things = 0;
        }
        let Level { kind, between, parts, .. } = *level;
        match kind {
            _ if parts == 1 => {}
            Kind::Table => self.take(" \\\\ "),
            Kind::Line if !is_label => self.take(" & "),
            Kind::Fenced => {
                self.sign(between);
                self.take(" ");
            }
            _ => {}
        }
        self.levels[at].part = self.text.len() as u16;
    }

    /// Ends the innermost element.
    pub(super) fn end_level(&mut self) {
        self.depth -= 1;
        let level = self.levels[self.depth];
        let start = usize::from(level.start);
        let mut things = 1;
        match level.kind {
            Kind::Letters | Kind::Number | Kind::Operator => self.end_token(&level),
            Kind::Words if self.text[start..].trim().is_empty() => {
                let is_space = self.text.len() > start;
                self.text.truncate(start);
                self.take(if is_space { "~" } else { "" });
            }
            Kind::Words => self.wrap(start, "\\text{", "}"),
            Kind::Label => self.wrap(start, TAG, "}"),
            Kind::Enclosed if !level.command.is_empty() => self.wrap_in(level.command, start),
            Kind::Phantom => self.text.truncate(start),
            Kind::Scripts => self.end_scripts(&level),
            Kind::Line => self.end_line(&level),
            Kind::Table => self.end_table(&level),
            Kind::Fenced => {
                let end = self.text.len();
                self.sign(level.close);
                self.close_bracket(end);
            }
            Kind::Row | Kind::Enclosed | Kind::First => things = level.things,
            _ => {}
        }
        if !level.kind.is_row() && !level.has_scripts() {
            self.ends = Ends::default();
        }
        let is_empty = self.text.len() <= start;
        if let Some(parent) = self.depth.checked_sub(1).map(|at| &mut self.levels[at])
            && parent.kind != Kind::Table
            && !is_empty
        {
            parent.things = parent.things.saturating_add(things);
        }
        self.place();
        if self.innermost().is_none_or(|row| row.kind.is_row() && row.start < level.start)
            && level.kind != Kind::Table
        {
            self.separate(start);
        }
    }

    /// A child of the innermost element has ended: writes what its place means.
    fn place(&mut self) {
        let Some(&level) = self.innermost().filter(|_| self.has_room(PLACE_BYTES)) else { return };
        let (start, part) = (usize::from(level.start), usize::from(level.part));
        match (level.kind, level.parts) {
            (Kind::Power, 2) | (Kind::Both, 3) => self.script('^', part),
            (Kind::Index, 2) | (Kind::Both, 2) => self.script('_', part),
            (Kind::Scripts, 2..) => self.script(if level.parts % 2 == 0 { '_' } else { '^' }, part),
            (Kind::Fraction, 2) => {
                self.text.insert_str(part, "}{");
                self.wrap(start, "\\frac{", "}");
            }
            (Kind::Stack, 2) => {
                self.text.insert_str(part, "}{");
                self.wrap(start, "{", "}");
                self.text.insert_str(start, STACK);
                self.stacked = Some(Stacked { start, end: self.text.len() });
            }
            (Kind::Root, 2) => {
                self.swap(start, part, "]{");
                self.wrap(start, "\\sqrt[", "}");
            }
            (Kind::Over, 2) | (Kind::UnderOver, 3) => self.over(&level),
            (Kind::Under | Kind::UnderOver, 2) => self.under(&level),
            (Kind::First, 2..) => self.text.truncate(part),
            _ => {}
        }
    }

    /// Letters, a number or an operator ends: a name of several letters is a function or upright.
    fn end_token(&mut self, level: &Level) {
        let start = usize::from(level.start);
        let token = &self.text[start..];
        let is_several = token.chars().nth(1).is_some();
        let is_name = is_several && level.kind != Kind::Number && token.chars().all(char::is_alphabetic);
        if level.kind == Kind::Operator {
            self.close_bracket(start);
        }
        let token = &self.text[start.min(self.text.len())..];
        if token.is_empty() || !self.has_room(PLACE_BYTES) {
        } else if is_function(token) {
            if let Some(space) = token.find(' ') {
                self.text.remove(start + space);
            }
            self.text.insert(start, '\\');
        } else if is_name && !token.is_ascii() {
            self.wrap(start, "\\text{", "}");
        } else if is_name && level.kind == Kind::Operator {
            self.wrap(start, "\\operatorname{", "}");
        } else if is_name {
            self.wrap_in(if level.command.is_empty() { "\\mathrm" } else { level.command }, start);
        } else {
            let command = match level.command {
                "\\mathit" => "",
                "\\mathrm" if !token.starts_with(|c: char| c.is_ascii_alphabetic()) => "",
                "\\mathbf" if token.starts_with('\\') => "\\boldsymbol",
                command => command,
            };
            if !command.is_empty() {
                self.wrap_in(command, start);
            }
        }
    }
}

/// Whether an element has no content, whether or not it ends.
fn is_void(name: &str) -> bool {
    matches!(name, "mspace" | "mprescripts" | "none")
}
