//! Messages on standard error.

use std::borrow::Cow;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Whether only trouble is told.
static IS_QUIET: AtomicBool = AtomicBool::new(false);

/// From here on, only trouble is told: [`note`] says nothing.
pub(crate) fn be_quiet() {
    IS_QUIET.store(true, Relaxed);
}

/// Whether only trouble is told.
pub(crate) fn is_quiet() -> bool {
    IS_QUIET.load(Relaxed)
}

/// One line on standard error about what is no trouble.
pub(crate) fn note(message: &str) {
    if !is_quiet() {
        report(message);
    }
}

/// Writes a message to standard error, as one line.
pub(crate) fn tell(message: &str) {
    // If that fails, the exit code still tells it.
    let _ = writeln!(io::stderr(), "{}", shown(message));
}

/// Writes one line of `trommel: MESSAGE` to standard error.
pub(crate) fn report(message: &str) {
    tell(&format!("trommel: {message}"));
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
