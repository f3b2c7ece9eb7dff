//! Progress display of a batch.

use std::fs;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use indicatif::{HumanBytes, HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::batch::interruption::Interruption;
use crate::batch::speed::SpeedSamples;
use crate::files::{Choice, Ids, Walk, is_pipe};
use crate::interrupt::end_by;
use crate::remote::is_address;
use crate::stderr::{clear_line, detail, is_quiet, is_verbose, note, report};
use trommel_output::SpeedSample;

/// Redraw interval of the bar.
const BAR_EVERY: Duration = Duration::from_millis(200);

/// Interval between lines if there is no bar.
const LINE_EVERY: Duration = Duration::from_secs(30);

/// Counters of the work done so far.
#[derive(Debug, Default)]
pub(crate) struct Progress {
    /// Bytes of completed input files, before decompression.
    pub(crate) file_bytes: AtomicU64,
    /// The part of them that an earlier run read.
    pub(crate) file_bytes_before: AtomicU64,
    /// Bytes of all input files; 0 if unknown.
    all_file_bytes: AtomicU64,
    pub(crate) pages: AtomicU64,
    /// Bytes of pages, decompressed.
    pub(crate) page_bytes: AtomicU64,
    /// Pages and outputs that a later run can keep.
    pub(crate) kept_pages: AtomicU64,
    pub(crate) kept_outputs: AtomicU64,
    /// Left-out inputs that were reported.
    named: AtomicU64,
    speed: Mutex<SpeedSamples>,
    is_bar: AtomicBool,
    is_over: AtomicBool,
}

/// Maximum number of left-out inputs to report. The summary counts all of them.
const MAX_NAMED: u64 = 5;

impl Progress {
    pub(crate) fn at_interruption(&self, interruption: &Interruption) -> String {
        let [pages, kept, outputs] =
            [&self.pages, &self.kept_pages, &self.kept_outputs].map(|count| count.load(Relaxed));
        interruption.message(pages, kept, outputs)
    }

    /// Prints an error, above the bar if there is one.
    pub(crate) fn trouble(&self, message: &str) {
        self.clear();
        report(message);
    }

    /// Prints a note, unless quiet.
    pub(crate) fn note(&self, message: &str) {
        if !is_quiet() {
            self.clear();
            note(message);
        }
    }

    /// Prints a detail, if verbose.
    pub(crate) fn detail(&self, message: &str) {
        if is_verbose() {
            self.clear();
            detail(message);
        }
    }

    /// Reports a left-out input: every one if verbose, else the first few.
    pub(crate) fn left_out(&self, message: &str) {
        if !is_quiet() && (self.named.fetch_add(1, Relaxed) < MAX_NAMED || is_verbose()) {
            self.note(message);
        }
    }

    /// Counts a file that is done. `is_before`: an earlier run read it.
    pub(crate) fn add_file(&self, path: &Path, is_before: bool) {
        let bytes = file_bytes(path);
        if is_before {
            self.add_bytes_before(bytes);
        } else {
            self.file_bytes.fetch_add(bytes, Relaxed);
        }
    }

    /// Counts bytes of files that belong to other parts.
    pub(crate) fn add_bytes_before(&self, bytes: u64) {
        self.file_bytes.fetch_add(bytes, Relaxed);
        self.file_bytes_before.fetch_add(bytes, Relaxed);
    }

    fn sample(&self, begin: Instant) -> SpeedSample {
        SpeedSample {
            seconds: begin.elapsed().as_secs_f64(),
            pages: self.pages.load(Relaxed),
            bytes_in: self.page_bytes.load(Relaxed),
        }
    }

    /// Speed samples of a run that began at `begin` and ends now.
    pub(crate) fn over_time(&self, begin: Instant) -> Vec<SpeedSample> {
        let end = self.sample(begin);
        self.speed.lock().map_or_else(|_| vec![end], |speed| speed.ending_with(end))
    }

    fn clear(&self) {
        if self.is_bar.load(Relaxed) {
            clear_line();
        }
    }

    /// The progress text. File bytes are before decompression, page bytes after it; the text says
    /// which is which.
    fn text(&self, begin: Instant) -> String {
        let elapsed = begin.elapsed().as_secs_f64().max(1e-9);
        let (pages, bytes) = (self.pages.load(Relaxed), self.page_bytes.load(Relaxed));
        let (done, all) = (self.file_bytes.load(Relaxed), self.all_file_bytes.load(Relaxed));
        let before = self.file_bytes_before.load(Relaxed);
        let of_all = if all > 0 { format!(" of {}", HumanBytes(all)) } else { String::new() };
        let speed = HumanBytes((bytes as f64 / elapsed) as u64);
        let mut text = format!(
            "{}{of_all} of files read; {pages} pages, {} of HTML, {speed}/s",
            HumanBytes(done),
            HumanBytes(bytes)
        );
        if done > before && all > done {
            let left = elapsed * (all - done) as f64 / (done - before) as f64;
            text += &format!("; {} left", HumanDuration(Duration::from_secs(left as u64)));
        }
        text
    }

    /// Adds up the sizes of all files below `inputs`. The total stays unknown if one of them is a
    /// pipe or a URL, or if there are `indexes`, since only some records of their files are read.
    fn count_files(&self, inputs: &[PathBuf], indexes: &[PathBuf]) {
        let mut all = 0;
        if !indexes.is_empty() {
            return;
        }
        if inputs.iter().any(|input| is_pipe(input)) {
            return;
        }
        if inputs.iter().any(|input| input == Path::new("-") || is_address(input)) {
            return;
        }
        for path in Walk::by(inputs, Choice::All, Ids::default()).paths().flatten() {
            if self.is_over.load(Relaxed) {
                return;
            }
            all += file_bytes(&path);
        }
        self.all_file_bytes.store(all, Relaxed);
    }
}

/// Bytes of a regular file.
fn file_bytes(path: &Path) -> u64 {
    fs::metadata(path).ok().filter(fs::Metadata::is_file).map_or(0, |found| found.len())
}

/// Shows progress until it is dropped: a bar on a terminal, else a line now and then. If the run
/// does not end in time after a signal, it ends the process.
pub(crate) struct Watch {
    progress: Arc<Progress>,
    end: Arc<(Mutex<bool>, Condvar)>,
    thread: Option<JoinHandle<()>>,
}

impl Watch {
    /// In: `inputs` to show progress for; `None` shows nothing. `indexes`: those of them that are
    /// indexes.
    pub(crate) fn begin(
        progress: &Arc<Progress>,
        inputs: Option<&[PathBuf]>,
        indexes: &[PathBuf],
        interruption: &Arc<Interruption>,
    ) -> Self {
        let end = Arc::new((Mutex::new(false), Condvar::new()));
        let is_bar = inputs.is_some() && io::stderr().is_terminal();
        progress.is_bar.store(is_bar, Relaxed);
        if let Some(inputs) = inputs {
            let (counted, inputs, indexes) = (Arc::clone(progress), inputs.to_vec(), indexes.to_vec());
            // Without a thread, the total stays unknown.
            let _ = thread::Builder::new().spawn(move || counted.count_files(&inputs, &indexes));
        }
        let is_shown = inputs.is_some();
        let (shown, interruption, seen) = (Arc::clone(progress), Arc::clone(interruption), Arc::clone(&end));
        let run = move || {
            let begin = Instant::now();
            let bar = is_bar.then(bar);
            let mut last_line = begin;
            while !wait(&seen, BAR_EVERY) {
                if let Ok(mut speed) = shown.speed.lock() {
                    speed.offer(shown.sample(begin));
                }
                if let Some(bar) = &bar {
                    draw(bar, &shown, begin);
                } else if is_shown && last_line.elapsed() >= LINE_EVERY {
                    last_line = Instant::now();
                    shown.note(&shown.text(begin));
                }
                if let Some(signal) = interruption.is_overdue() {
                    bar.iter().for_each(ProgressBar::finish_and_clear);
                    report(&shown.at_interruption(&interruption));
                    end_by(signal);
                }
            }
            bar.iter().for_each(ProgressBar::finish_and_clear);
        };
        // Without a thread, no progress is shown.
        Self { progress: Arc::clone(progress), end, thread: thread::Builder::new().spawn(run).ok() }
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.progress.is_over.store(true, Relaxed);
        if let Ok(mut ended) = self.end.0.lock() {
            *ended = true;
        }
        self.end.1.notify_all();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
        self.progress.is_bar.store(false, Relaxed);
    }
}

/// Waits for the end of the run, at most for `most`. Out: whether it ended.
fn wait(end: &(Mutex<bool>, Condvar), most: Duration) -> bool {
    let Ok(ended) = end.0.lock() else { return true };
    end.1.wait_timeout_while(ended, most, |ended| !*ended).map_or(true, |(ended, _)| *ended)
}

fn bar() -> ProgressBar {
    ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr())
}

fn draw(bar: &ProgressBar, progress: &Progress, begin: Instant) {
    let all = progress.all_file_bytes.load(Relaxed);
    let template = if all > 0 { "{bar:30} {msg}" } else { "{spinner} {msg}" };
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar.set_length(all.max(1));
    bar.set_position(progress.file_bytes.load(Relaxed));
    bar.set_message(progress.text(begin));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_counts_bytes_of_files_and_of_pages_separately() {
        let progress = Progress::default();
        progress.file_bytes.store(3 << 20, Relaxed);
        progress.page_bytes.store(9 << 20, Relaxed);
        progress.pages.store(7, Relaxed);
        let text = progress.text(Instant::now());
        assert!(text.starts_with("3.00 MiB of files read; 7 pages, 9.00 MiB of HTML, "), "{text}");
        assert!(!text.contains("left"), "{text}");
        progress.all_file_bytes.store(6 << 20, Relaxed);
        let text = progress.text(Instant::now());
        assert!(
            text.starts_with("3.00 MiB of 6.00 MiB of files read; ") && text.ends_with(" left"),
            "{text}"
        );
    }

    #[test]
    fn the_total_includes_files_in_folders() {
        let temp = tempfile::tempdir().expect("a temporary folder can be made");
        fs::create_dir(temp.path().join("a")).expect("folders can be made");
        for (name, bytes) in [("a/x.html", 10), ("notes.txt", 5), (".out.jsonl.trommel-part", 100)] {
            fs::write(temp.path().join(name), vec![b'x'; bytes]).expect("files can be written");
        }
        let progress = Progress::default();
        progress.count_files(&[temp.path().to_path_buf(), temp.path().join("a/x.html")], &[]);
        assert_eq!(progress.all_file_bytes.load(Relaxed), 25);
        let progress = Progress::default();
        progress.count_files(&[temp.path().to_path_buf(), "-".into()], &[]);
        assert_eq!(progress.all_file_bytes.load(Relaxed), 0);
        // Records listed in an index are larger than the index.
        let index = temp.path().join("notes.txt");
        progress.count_files(&[temp.path().to_path_buf(), index.clone()], &[index]);
        assert_eq!(progress.all_file_bytes.load(Relaxed), 0);
    }
}
