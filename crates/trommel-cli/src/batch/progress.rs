//! What a user sees while a batch runs.

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use indicatif::{HumanBytes, HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::stderr::{is_quiet, shown};

/// How often a bar is drawn anew.
const BAR_EVERY: Duration = Duration::from_millis(200);

/// How often a line is written where nobody looks at a bar.
const LINE_EVERY: Duration = Duration::from_secs(30);

/// What was done so far; counted by many, read by one.
#[derive(Debug, Default)]
pub(crate) struct Progress {
    /// Bytes of files that were read, packed as they are.
    pub(crate) file_bytes: AtomicU64,
    /// Bytes of files that are to be read; 0 if not known.
    pub(crate) all_file_bytes: AtomicU64,
    pub(crate) pages: AtomicU64,
    /// Bytes of pages.
    pub(crate) page_bytes: AtomicU64,
    /// Inputs that were left out and named.
    named: AtomicU64,
    is_bar: AtomicBool,
}

/// Inputs that are left out and named; of the others, the summary has the number.
const MAX_NAMED: u64 = 5;

impl Progress {
    /// Writes a line to standard error, above the bar if there is one.
    pub(crate) fn line(&self, message: &str) {
        let begin = if self.is_bar.load(Relaxed) { "\r\x1b[K" } else { "" };
        // Where nobody can be told, the exit code still says it.
        let _ = writeln!(io::stderr(), "{begin}{}", shown(message));
    }

    /// Names an input that is left out, one of the first few.
    pub(crate) fn left_out(&self, message: &str) {
        if self.named.fetch_add(1, Relaxed) < MAX_NAMED && !is_quiet() {
            self.line(&format!("trommel: {message}"));
        }
    }

    fn text(&self, begin: Instant) -> String {
        let seconds = begin.elapsed().as_secs_f64();
        let (pages, bytes) = (self.pages.load(Relaxed), self.page_bytes.load(Relaxed));
        let (done, all) = (self.file_bytes.load(Relaxed), self.all_file_bytes.load(Relaxed));
        let speed = bytes as f64 / 1e6 / seconds.max(1e-9);
        let mut text = format!("{} read", HumanBytes(done));
        if all > 0 {
            text = format!("{} of {}", text, HumanBytes(all));
        }
        text += &format!(", {pages} pages, {speed:.1} MB/s");
        if done > 0 && all > done {
            let left = seconds * (all - done) as f64 / done as f64;
            text += &format!(", {} left", HumanDuration(Duration::from_secs(left as u64)));
        }
        text
    }
}

/// Shows progress until it is dropped: a bar on a terminal, else a line now and then.
pub(crate) struct Watch {
    end: Arc<(Mutex<bool>, Condvar)>,
    thread: Option<JoinHandle<()>>,
}

impl Watch {
    pub(crate) fn begin(progress: &Arc<Progress>) -> Self {
        let end = Arc::new((Mutex::new(false), Condvar::new()));
        let is_terminal = io::stderr().is_terminal();
        progress.is_bar.store(is_terminal, Relaxed);
        let (progress, seen) = (Arc::clone(progress), Arc::clone(&end));
        let run = move || {
            let begin = Instant::now();
            let bar = is_terminal.then(bar);
            while !wait(&seen, if is_terminal { BAR_EVERY } else { LINE_EVERY }) {
                match &bar {
                    Some(bar) => {
                        bar.set_length(progress.all_file_bytes.load(Relaxed).max(1));
                        bar.set_position(progress.file_bytes.load(Relaxed));
                        bar.set_message(progress.text(begin));
                    }
                    None => progress.line(&format!("trommel: {}", progress.text(begin))),
                }
            }
            if let Some(bar) = bar {
                bar.finish_and_clear();
            }
        };
        // Without a thread there is nothing to see, and the work goes on.
        Self { end, thread: thread::Builder::new().spawn(run).ok() }
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        if let Ok(mut ended) = self.end.0.lock() {
            *ended = true;
        }
        self.end.1.notify_all();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Waits for the end, but not longer than `most`. Out: whether it came.
fn wait(end: &(Mutex<bool>, Condvar), most: Duration) -> bool {
    let Ok(ended) = end.0.lock() else { return true };
    end.1.wait_timeout_while(ended, most, |ended| !*ended).map_or(true, |(ended, _)| *ended)
}

fn bar() -> ProgressBar {
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {msg}") {
        bar.set_style(style);
    }
    bar
}
