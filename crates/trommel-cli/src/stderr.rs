//! Messages on standard error.

use std::borrow::Cow;
use std::io::{self, Write};
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

use anstyle::{AnsiColor, Style};

/// Verbosity.
static LEVEL: AtomicU8 = AtomicU8::new(NOTES);

const TROUBLE: u8 = 0;
const NOTES: u8 = 1;
const DETAILS: u8 = 2;

/// Styles of the name in front of a message, on terminals with colours and without `NO_COLOR`.
const TROUBLE_STYLE: Style = AnsiColor::Red.on_default().bold();
const NOTE_STYLE: Style = Style::new().bold();

/// Prints errors only from now on.
pub(crate) fn be_quiet() {
    LEVEL.store(TROUBLE, Relaxed);
}

/// Prints details from now on.
pub(crate) fn be_verbose() {
    LEVEL.store(DETAILS, Relaxed);
}

pub(crate) fn is_quiet() -> bool {
    LEVEL.load(Relaxed) == TROUBLE
}

pub(crate) fn is_verbose() -> bool {
    LEVEL.load(Relaxed) == DETAILS
}

/// Prints an error.
pub(crate) fn report(message: &str) {
    tell(TROUBLE_STYLE, message);
}

/// Prints a note, unless quiet.
pub(crate) fn note(message: &str) {
    if !is_quiet() {
        tell(NOTE_STYLE, message);
    }
}

/// Prints a detail, if verbose.
pub(crate) fn detail(message: &str) {
    if is_verbose() {
        tell(NOTE_STYLE, message);
    }
}

/// Writes `trommel: MESSAGE` to standard error, as one line.
fn tell(style: Style, message: &str) {
    // If that fails, there is still the exit code.
    let _ = writeln!(anstream::stderr(), "{style}trommel:{style:#} {}", shown(message));
}

/// Clears the current line of a terminal.
pub(crate) fn clear_line() {
    let _ = io::stderr().write_all(b"\r\x1b[K");
}

/// A message that is safe for a terminal. Control characters, which names of files, hosts and
/// records can have, are escaped. The message is one line and cannot move the cursor.
pub(crate) fn shown(message: &str) -> Cow<'_, str> {
    if !message.contains(char::is_control) {
        return Cow::Borrowed(message);
    }
    let mut shown = String::with_capacity(message.len());
    for char in message.chars() {
        if char.is_control() {
            shown.extend(char.escape_default());
        } else {
            shown.push(char);
        }
    }
    Cow::Owned(shown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_escaped() {
        assert_eq!(shown("übung.html: fünf"), "übung.html: fünf");
        assert_eq!(shown("a\x1b[2Jb\r\n\tc\u{9b}d\0"), "a\\u{1b}[2Jb\\r\\n\\tc\\u{9b}d\\u{0}");
    }
}
