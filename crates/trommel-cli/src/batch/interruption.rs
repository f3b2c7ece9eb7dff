//! How an interrupted batch ends, and its message.

use std::ffi::OsString;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use crate::batch::tally::counted;
use crate::interrupt::Interrupt;

/// Time a run may take to save its results. A page that never arrives would take longer.
const MAX_DELAY: Duration = Duration::from_secs(5);

/// A signal that may arrive, and the message for it.
pub(crate) struct Interruption {
    interrupt: Interrupt,
    seen: Mutex<Option<Instant>>,
    /// The command that resumes the run; `None` if it cannot be resumed.
    command: Option<String>,
    reads_stdin: bool,
}

impl Interruption {
    /// Watches for signals. In: the command line; whether a later run can continue the output;
    /// whether that needs the same standard input.
    pub(crate) fn watch(args: &[OsString], is_resumable: bool, reads_stdin: bool) -> Self {
        let command = is_resumable.then(|| resuming(args));
        Self { interrupt: Interrupt::watch(), seen: Mutex::new(None), command, reads_stdin }
    }

    /// The signal that interrupted the run.
    pub(crate) fn signal(&self) -> Option<i32> {
        self.interrupt.signal()
    }

    /// The signal, if the run did not end in time after it.
    pub(crate) fn is_overdue(&self) -> Option<i32> {
        let signal = self.signal()?;
        let mut seen = self.seen.lock().ok()?;
        let seen = seen.get_or_insert_with(Instant::now);
        (seen.elapsed() >= MAX_DELAY).then_some(signal)
    }

    /// What is kept after `pages` pages (`kept` pages and `outputs` complete outputs), and how to
    /// resume.
    pub(crate) fn message(&self, pages: u64, kept: u64, outputs: u64) -> String {
        let Some(command) = &self.command else {
            let pages = counted(pages, "page");
            return format!("interrupted after {pages}; this output cannot be resumed");
        };
        if kept == 0 && outputs == 0 {
            return "interrupted: nothing is kept; run the same command to start over".to_string();
        }
        let complete = match outputs {
            0 => String::new(),
            outputs => format!(" ({} complete)", counted(outputs, "output")),
        };
        let are = if kept == 1 { "is" } else { "are" };
        let stdin = if self.reads_stdin { " with the same standard input" } else { "" };
        format!("interrupted: {} {are} kept{complete}; to resume{stdin}: {command}", counted(kept, "page"))
    }
}

/// The command line with `--resume`, quoted for a shell.
fn resuming(args: &[OsString]) -> String {
    let mut words: Vec<_> = args.iter().map(|word| word.to_string_lossy().into_owned()).collect();
    if !words.iter().any(|word| word == "--resume") {
        let after = words.iter().position(|word| word == "batch").map_or(words.len(), |at| at + 1);
        words.insert(after, "--resume".to_string());
    }
    let quoted = words.iter().map(|word| shlex::try_quote(word).unwrap_or(word.into()));
    quoted.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_resuming_command_is_quoted_for_a_shell() {
        let resuming = |words: &[&str]| resuming(&words.iter().map(OsString::from).collect::<Vec<_>>());
        assert_eq!(
            resuming(&["./trommel", "-q", "batch", "my crawl/", "-o", "out.jsonl", "--url", "a|b"]),
            "./trommel -q batch --resume 'my crawl/' -o out.jsonl --url 'a|b'"
        );
        assert_eq!(
            resuming(&["trommel", "batch", "a", "--resume", "-o", "b"]),
            "trommel batch a --resume -o b"
        );
    }
}
