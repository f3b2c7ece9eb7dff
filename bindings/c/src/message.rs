//! The message of a handle's last error.

use crate::code::trommel_code;
use std::fmt::{self, Write};

/// Maximum bytes of a message, with its NUL.
const MESSAGE_BYTES: usize = 512;

/// A NUL-terminated text in a fixed buffer, cut between characters if it is too long.
///
/// C gets a pointer to it, so the bytes come first.
#[repr(C)]
pub(crate) struct Message {
    bytes: [u8; MESSAGE_BYTES],
    len: usize,
}

impl Message {
    pub(crate) const EMPTY: Self = Self { bytes: [0; MESSAGE_BYTES], len: 0 };

    pub(crate) fn clear(&mut self) {
        self.len = 0;
        self.bytes[0] = 0;
    }

    /// Sets the text of a failure, unless it was set already.
    pub(crate) fn tell(&mut self, failure: &Failure) {
        if !matches!(failure, Failure::Told(_)) {
            self.set(failure);
        }
    }

    pub(crate) fn set(&mut self, text: impl fmt::Display) {
        self.clear();
        // It fails only if the text is too long; its beginning is kept.
        let _ = write!(self, "{text}");
    }
}

impl Write for Message {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for char in text.chars() {
            // A NUL would end the text for C.
            let char = if char == '\0' { char::REPLACEMENT_CHARACTER } else { char };
            let end = self.len + char.len_utf8();
            let place = self.bytes[..MESSAGE_BYTES - 1].get_mut(self.len..end).ok_or(fmt::Error)?;
            char.encode_utf8(place);
            self.len = end;
            self.bytes[end] = 0;
        }
        Ok(())
    }
}

/// Why a call failed.
#[derive(Debug)]
pub(crate) enum Failure {
    /// An error of the core.
    Core(trommel::Error),
    /// Incorrect use of this interface, with what was expected and found.
    Own(trommel_code, &'static str),
    /// A buffer that cannot hold an extractor.
    SmallArena { expected_bytes: usize, found_bytes: usize },
    /// An error whose message was already set.
    Told(trommel_code),
}

impl Failure {
    pub(crate) const OUT_OF_MEMORY: Self =
        Self::Own(trommel_code::OutOfMemory, "the allocator has no more memory");

    pub(crate) fn code(&self) -> trommel_code {
        match self {
            Self::Core(error) => error.kind().into(),
            Self::Own(code, _) | Self::Told(code) => *code,
            Self::SmallArena { .. } => trommel_code::Setting,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Core(error) => error.fmt(f),
            Self::Own(_, text) => f.write_str(text),
            Self::Told(_) => Ok(()),
            Self::SmallArena { expected_bytes, found_bytes } => {
                write!(f, "expected an arena of at least {expected_bytes} bytes, found {found_bytes}")
            }
        }
    }
}

impl From<trommel::Error> for Failure {
    fn from(error: trommel::Error) -> Self {
        Self::Core(error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ffi::CStr;

    fn text_of(message: &Message) -> &str {
        CStr::from_bytes_until_nul(&message.bytes).expect("it ends").to_str().expect("it is UTF-8")
    }

    #[test]
    fn a_message_is_cut_between_characters_and_always_ends() {
        let mut message = Message::EMPTY;
        message.set("ü".repeat(400));
        assert_eq!(text_of(&message), "ü".repeat(255));
        message.set("a\0b");
        assert_eq!(text_of(&message), "a\u{fffd}b");
        message.clear();
        assert_eq!(text_of(&message), "");
    }
}
