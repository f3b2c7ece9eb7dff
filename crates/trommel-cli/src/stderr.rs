//! Messages on standard error.

use std::borrow::Cow;
use std::io::{self, Write};
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

use anstyle::{AnsiColor, Style};

/// How much is told.
static LEVEL: AtomicU8 = AtomicU8::new(NOTES);

const TROUBLE: u8 = 0;
const NOTES: u8 = 1;
const DETAILS: u8 = 2;

/// The styles of the name in front of a message, on terminals that show them and without
/// `NO_COLOR`.
const TROUBLE_STYLE: Style = AnsiColor::Red.on_default().bold();
const NOTE_STYLE: Style = Style::new().bold();

/// From here on, only trouble is told: [`note`] says nothing.
pub(crate) fn be_quiet() {
    LEVEL.store(TROUBLE, Relaxed);
}

/// From here on, more is told: [`detail`] says something.
pub(crate) fn be_verbose() {
    LEVEL.store(DETAILS, Relaxed);
}

/// Whether only trouble is told.
pub(crate) fn is_quiet() -> bool {
    LEVEL.load(Relaxed) == TROUBLE
}

/// Whether more is told than is usual.
pub(crate) fn is_verbose() -> bool {
    LEVEL.load(Relaxed) == DETAILS
}

/// One line on standard error about trouble.
pub(crate) fn report(message: &str) {
    tell(TROUBLE_STYLE, message);
}

/// One line on standard error about what is no trouble.
pub(crate) fn note(message: &str) {
    if !is_quiet() {
        tell(NOTE_STYLE, message);
    }
}

/// One line on standard error for users who ask for more.
pub(crate) fn detail(message: &str) {
    if is_verbose() {
        tell(NOTE_STYLE, message);
    }
}

/// Writes `trommel: MESSAGE` to standard error, as one line.
fn tell(style: Style, message: &str) {
    // If that fails, the exit code still tells it.
    let _ = writeln!(anstream::stderr(), "{style}trommel:{style:#} {}", shown(message));
}

/// Takes away the line of a terminal that is being written.
pub(crate) fn clear_line() {
    let _ = io::stderr().write_all(b"\r\x1b[K");
}

/// A message that is safe for a terminal. Control characters are escaped, which names of files,
/// hosts and records can have. So it is one line and moves no cursor.
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
    fn control_characters_are_shown_by_their_escapes() {
        assert_eq!(shown("übung.html: fünf"), "übung.html: fünf");
        assert_eq!(shown("a\x1b[2Jb\r\n\tc\u{9b}d\0"), "a\\u{1b}[2Jb\\r\\n\\tc\\u{9b}d\\u{0}");
    }
}
