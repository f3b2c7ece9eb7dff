//! The TeX of a formula while its elements are open.
//!
//! In: characters, commands, and places in the TeX. Out: TeX. Held: [`CAPACITY`].
//!
//! Cost: what is written before other TeX moves it, within [`CAPACITY`].

use super::level::{Ends, Kind, Level};
use super::signs::{push_in_words, push_sign};
use alloc::string::String;

/// Maximum bytes of text of a formula that are held until its end.
pub(super) const TEXT_BYTES: usize = 1536;

/// Bytes up to which commands and braces are written. The rest is left for the ends of tables.
const WRITTEN_BYTES: usize = TEXT_BYTES + 512;

/// Bytes up to which the TeX of open elements may grow by their ends.
pub(super) const CAPACITY: usize = WRITTEN_BYTES + 512;

/// Bytes that suffice for what one place means.
pub(super) const PLACE_BYTES: usize = 40;

/// Maximum bytes of a command: as far back as the end of one is looked for.
const COMMAND_BYTES: usize = 20;

/// Maximum nesting of elements whose places count.
pub(super) const LEVELS: usize = 32;

/// A table or stack that the text ended with.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stacked {
    pub(super) start: usize,
    pub(super) end: usize,
}

/// The TeX of the formula that is being read, or of the last one. Holds [`CAPACITY`].
#[derive(Default)]
pub(super) struct Tex {
    pub(super) text: String,
    pub(super) levels: [Level; LEVELS],
    pub(super) depth: usize,
    /// Number of open elements beyond [`LEVELS`].
    pub(super) deeper: u32,
    /// What the last thing in the text ends in.
    pub(super) ends: Ends,
    /// The table or stack that came last.
    pub(super) stacked: Option<Stacked>,
}

impl Tex {
    pub(super) fn new() -> Self {
        Self { text: String::with_capacity(CAPACITY), ..Self::default() }
    }

    /// Prepares for another formula; keeps the buffer.
    pub(super) fn clear(&mut self) {
        self.text.clear();
        (self.depth, self.deeper, self.ends, self.stacked) = (0, 0, Ends::default(), None);
    }

    pub(super) fn innermost(&self) -> Option<&Level> {
        self.depth.checked_sub(1).map(|at| &self.levels[at])
    }

    /// Offset of the innermost element, if it holds words or signs.
    pub(super) fn token_start(&self) -> usize {
        self.innermost().map_or(0, |level| usize::from(level.start))
    }

    /// Whether the next text is words, and no letters of variables.
    pub(super) fn is_in_words(&self) -> bool {
        self.innermost().is_some_and(|level| level.kind == Kind::Words)
    }

    /// Writes a character of the innermost element.
    pub(super) fn push_char(&mut self, c: char) {
        if self.is_in_words() {
            return push_in_words(c, &mut self.text);
        }
        if c.is_ascii_alphabetic() && ends_in_command(&self.text[self.token_start().min(self.text.len())..]) {
            self.text.push(' ');
        }
        push_sign(c, &mut self.text);
    }

    /// Writes white space of a width.
    pub(super) fn space(&mut self, width: &str) {
        let width = width.trim();
        let number = width.trim_end_matches(|c: char| c.is_ascii_alphabetic());
        let units_per_em = match &width[number.len()..] {
            "em" => 1,
            "ex" => 2,
            "px" | "pt" => 12,
            _ => return,
        };
        self.take(match thousandths(number) / units_per_em {
            1900.. => "\\qquad",
            900.. => "\\quad",
            250.. => "\\;",
            100.. => "\\,",
            _ => "",
        });
    }

    /// Separates the text from `start` on from a command before it, or from a script of one letter
    /// or digit without braces.
    pub(super) fn separate(&mut self, start: usize) {
        let (before, after) = self.text.split_at_checked(start).unwrap_or_default();
        let is_letter = after.starts_with(|c: char| c.is_ascii_alphabetic());
        let is_digit = after.starts_with(|c: char| c.is_ascii_digit());
        let is_after_script = match before.as_bytes() {
            [.., b'^' | b'_', last] => last.is_ascii_alphanumeric(),
            _ => false,
        };
        if (is_letter && (is_after_script || ends_in_command(before)) || is_digit && is_after_script)
            && self.has_room(1)
        {
            self.splice(start, 0, " ");
        }
    }

    /// Writes a sign, if there is one.
    pub(super) fn sign(&mut self, sign: Option<char>) {
        if let Some(sign) = sign.filter(|_| self.has_room(PLACE_BYTES)) {
            push_sign(sign, &mut self.text);
        }
    }

    /// Whether there is room for that many bytes of commands and braces.
    pub(super) fn has_room(&self, bytes: usize) -> bool {
        self.text.len() + bytes <= WRITTEN_BYTES
    }

    /// Writes a command or a separator, if there is room.
    pub(super) fn take(&mut self, text: &str) {
        if self.has_room(text.len()) {
            self.text.push_str(text);
        }
    }

    /// Encloses the text from `start` on, if there is room.
    pub(super) fn wrap(&mut self, start: usize, open: &str, close: &str) {
        if self.has_room(open.len() + close.len()) {
            self.text.insert_str(start, open);
            self.text.push_str(close);
        }
    }

    /// Makes the text from `start` on the argument of a command, if there is room.
    pub(super) fn wrap_in(&mut self, command: &str, start: usize) {
        if self.has_room(command.len() + 2) {
            self.wrap(start, "{", "}");
            self.text.insert_str(start, command);
        }
    }

    /// Puts the text from `part` on before that from `start` to `part`, with `between` between the
    /// two.
    pub(super) fn swap(&mut self, start: usize, part: usize, between: &str) {
        let moved = self.text.len() - part;
        let mut bytes = core::mem::take(&mut self.text).into_bytes();
        bytes[start..].rotate_left(part - start);
        // Whole characters were moved.
        self.text = String::from_utf8(bytes).unwrap_or_default();
        self.text.insert_str(start + moved, between);
    }

    /// Replaces text that stands before all open elements but those of its row.
    pub(super) fn splice(&mut self, at: usize, bytes: usize, with: &str) {
        self.text.replace_range(at..at + bytes, with);
        let moved = |offset: &mut u16| {
            if usize::from(*offset) > at {
                *offset = (usize::from(*offset) + with.len()).saturating_sub(bytes) as u16;
            }
        };
        for level in &mut self.levels[..self.depth] {
            moved(&mut level.start);
            moved(&mut level.part);
        }
    }
}

/// Whether a text ends in a command, so that a letter needs a space before it.
fn ends_in_command(text: &str) -> bool {
    let letters = text.bytes().rev().take(COMMAND_BYTES).take_while(u8::is_ascii_alphabetic).count();
    letters > 0 && text[..text.len() - letters].ends_with('\\')
}

/// A decimal number in thousandths; 0 if it is negative or no number.
fn thousandths(number: &str) -> u32 {
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    let zeros = core::iter::repeat('0');
    let mut digits = whole.trim_start_matches('+').chars().chain(fraction.chars().chain(zeros).take(3));
    let number =
        digits.try_fold(0_u32, |sum, c| Some(sum.saturating_mul(10).saturating_add(c.to_digit(10)?)));
    number.unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::thousandths;

    #[test]
    fn widths_are_read_in_thousandths() {
        let numbers = ["1", "0.1667", ".25", "+2.", "12.0009", "-1", "1e2", "x", "", "99999999999"];
        let expected = [1000, 166, 250, 2000, 12000, 0, 0, 0, 0, u32::MAX];
        assert_eq!(numbers.map(thousandths), expected);
    }
}
