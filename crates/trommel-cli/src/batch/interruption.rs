//! What becomes of a batch that is interrupted, and what its user is told.

use std::ffi::OsString;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use crate::batch::tally::counted;
use crate::interrupt::Interrupt;

/// How long a run may take to keep what it has. A page that never comes takes longer.
const MAX_DELAY: Duration = Duration::from_secs(5);

/// A signal that may come, and what to say then.
pub(crate) struct Interruption {
    interrupt: Interrupt,
    /// When the signal was first seen.
    seen: Mutex<Option<Instant>>,
    /// The command that goes on with what is kept; `None` if none can.
    command: Option<String>,
    reads_stdin: bool,
}

impl Interruption {
    /// Watches for signals. In: the command line; whether a later run can go on with the output,
    /// and whether it needs the same standard input for that.
    pub(crate) fn watch(args: &[OsString], is_resumable: bool, reads_stdin: bool) -> Self {
        let command = is_resumable.then(|| resuming(args));
        Self { interrupt: Interrupt::watch(), seen: Mutex::new(None), command, reads_stdin }
    }

    /// The signal that asks the run to end.
    pub(crate) fn signal(&self) -> Option<i32> {
        self.interrupt.signal()
    }

    /// The signal, if it came too long ago for the run to end by itself.
    pub(crate) fn is_overdue(&self) -> Option<i32> {
        let signal = self.signal()?;
        let mut seen = self.seen.lock().ok()?;
        let seen = seen.get_or_insert_with(Instant::now);
        (seen.elapsed() >= MAX_DELAY).then_some(signal)
    }

    /// What is kept after `pages` pages: `kept` of them, and `outputs` that are complete. And how to
    /// go on.
    pub(crate) fn message(&self, pages: u64, kept: u64, outputs: u64) -> String {
        let Some(command) = &self.command else {
            let pages = counted(pages, "page");
            return format!("interrupted after {pages}; what is written directly cannot be gone on with");
        };
        if kept == 0 && outputs == 0 {
            return "interrupted: nothing is kept; the same command begins anew".to_string();
        }
        let complete = match outputs {
            0 => String::new(),
            outputs => format!(" ({} complete)", counted(outputs, "output")),
        };
        let are = if kept == 1 { "is" } else { "are" };
        let stdin = if self.reads_stdin { " with the same standard input" } else { "" };
        format!("interrupted: {} {are} kept{complete}; to go on{stdin}: {command}", counted(kept, "page"))
    }
}

/// The command line with `--resume`, as a shell reads it.
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
    fn the_command_that_goes_on_is_what_a_shell_reads() {
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
