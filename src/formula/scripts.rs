//! Scripts, accents and limits in TeX.
//!
//! In: the TeX of a base and of what is next to, over or under it. Out: `^`, `_` and commands.
//! Holds nothing but the [`Tex`].

use super::level::{Ends, Kind, Level};
use super::signs::{accent, accent_under, growing_arrow, takes_limits};
use super::writer::{PLACE_BYTES, Tex};

impl Tex {
    /// The scripts that come next stand before their base.
    pub(super) fn begin_prescripts(&mut self) {
        let before = self.text.len() as u16;
        if let Some(level) = self.depth.checked_sub(1).map(|at| &mut self.levels[at])
            && level.kind == Kind::Scripts
        {
            (level.before, level.parts) = (Some(before), 1);
            self.ends = Ends::default();
        }
    }

    /// Makes the text from `part` on an index or a power of the base before it.
    pub(super) fn script(&mut self, sign: char, mut part: usize) {
        let level = self.levels[self.depth - 1];
        let start = usize::from(level.start);
        let (things, mut ends) = level.base;
        if self.text.len() <= part {
            self.ends = ends;
            return;
        }
        let base = &self.text[start..part];
        let is_taken = if sign == '^' { ends.power } else { ends.index };
        if level.before.is_some() || level.parts > 3 {
            // A further pair of scripts.
            if is_taken {
                self.text.insert_str(part, "{}");
                (part, ends) = (part + 2, Ends::default());
            }
        } else if is_taken || base.is_empty() || things != 1 && !is_one(base) {
            self.text.insert(part, '}');
            self.text.insert(start, '{');
            part += 2;
        }
        let script = &self.text[part..];
        let is_prime = script.bytes().all(|byte| byte == b'\'') || script.starts_with("^");
        if script.len() == 1 && script.starts_with(|c: char| c.is_ascii_alphanumeric()) {
            self.text.insert(part, sign);
        } else if sign != '^' || !is_prime {
            self.wrap(part, "{", "}");
            self.text.insert(part, sign);
        }
        ends.power |= sign == '^';
        ends.index |= sign == '_';
        (self.levels[self.depth - 1].base, self.ends) = ((1, ends), ends);
    }

    /// Puts the text from the last child on over the base.
    pub(super) fn over(&mut self, level: &Level) {
        let (start, part) = (usize::from(level.start), usize::from(level.part));
        let (base, over) = (&self.text[start..part], &self.text[part..]);
        let is_letter = level.base.0 <= 1 && (base.starts_with('\\') || base.chars().nth(1).is_none());
        if over.is_empty() {
        } else if let Some(command) = accent(over, is_letter).filter(|_| level.kind == Kind::Over) {
            self.text.truncate(part);
            self.wrap_in(command, start);
            self.ends = Ends::default();
        } else if takes_limits(base) {
            self.script('^', part);
        } else if let Some(arrow) = growing_arrow(base) {
            self.wrap(part, "{", "}");
            self.text.replace_range(start..part, arrow);
        } else if base.starts_with("\\x") && base.ends_with("]{}") {
            self.text.drain(part - 2..part);
            self.wrap(part - 2, "{", "}");
        } else {
            self.swap(start, part, "}{");
            self.wrap(start, "\\overset{", "}");
            self.ends = Ends::default();
        }
    }

    /// Puts the text from the last child on under the base.
    pub(super) fn under(&mut self, level: &Level) {
        let (start, part) = (usize::from(level.start), usize::from(level.part));
        let (base, under) = (&self.text[start..part], &self.text[part..]);
        if under.is_empty() {
        } else if let Some(command) = accent_under(under).filter(|_| level.kind == Kind::Under) {
            self.text.truncate(part);
            self.wrap_in(command, start);
            self.ends = Ends::default();
        } else if takes_limits(base) {
            self.script('_', part);
        } else if let Some(arrow) = growing_arrow(base) {
            self.wrap(part, "[", "]{}");
            self.text.replace_range(start..part, arrow);
        } else {
            self.swap(start, part, "}{");
            self.wrap(start, "\\underset{", "}");
            self.ends = Ends::default();
        }
    }

    /// The scripts of a base end. Those that stand before it are moved there.
    pub(super) fn end_scripts(&mut self, level: &Level) {
        if let Some(before) = level.before.filter(|_| self.has_room(PLACE_BYTES)) {
            let start = usize::from(level.start);
            self.swap(start, usize::from(before), "");
            self.text.insert_str(start, "{}");
        }
    }
}

/// Whether a base needs no braces, although it is several things: it is one sign or in brackets.
fn is_one(base: &str) -> bool {
    base.chars().nth(1).is_none() || base.starts_with(['(', '[']) && base.ends_with([')', ']'])
}
