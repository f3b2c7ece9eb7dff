//! A character reference while it is read, across the boundaries of pieces.

use super::entities::MAX_NAME_BYTES;
use super::state::State;
use alloc::string::String;

/// Maximum bytes kept after `&`: the longest name and one more, which shows that it is longer.
pub(super) const RUN_BYTES: usize = MAX_NAME_BYTES + 2;

/// A character reference that is being read.
pub(super) struct CharRef {
    /// The state to return to after the reference.
    pub(super) state: State,
    /// `#`, `#x`, `#X`, or the name so far.
    pub(super) run: String,
    pub(super) code: u32,
    pub(super) overflow: bool,
    pub(super) has_digits: bool,
}

impl CharRef {
    pub(super) fn new() -> Self {
        Self {
            state: State::Data,
            run: String::with_capacity(RUN_BYTES),
            code: 0,
            overflow: false,
            has_digits: false,
        }
    }

    pub(super) fn clear(&mut self) {
        self.run.clear();
        self.code = 0;
        self.overflow = false;
        self.has_digits = false;
    }

    /// Takes one more byte; returns `false` if `byte` is not part of the reference.
    pub(super) fn take(&mut self, byte: u8) -> bool {
        let run = self.run.as_bytes();
        let radix = match (run.first(), run.len()) {
            (None, _) if byte == b'#' => {
                self.run.push('#');
                return true;
            }
            (Some(b'#'), 1) if !self.has_digits && byte | 0x20 == b'x' => {
                self.run.push(char::from(byte));
                return true;
            }
            (Some(b'#'), 1) => 10,
            (Some(b'#'), _) => 16,
            _ => {
                let takes = byte.is_ascii_alphanumeric() && run.len() < RUN_BYTES;
                if takes {
                    self.run.push(char::from(byte));
                }
                return takes;
            }
        };
        let Some(digit) = char::from(byte).to_digit(radix) else { return false };
        self.has_digits = true;
        match self.code.checked_mul(radix).and_then(|code| code.checked_add(digit)) {
            Some(code) => self.code = code,
            None => self.overflow = true,
        }
        true
    }
}
