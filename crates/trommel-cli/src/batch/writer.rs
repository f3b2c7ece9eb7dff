//! Writes the results of a batch.

use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::Ordering::Relaxed;

use tempfile::SpooledTempFile;
use trommel_output::csv;
use trommel_warc::{Codec, wet};

use crate::batch::interruption::Interruption;
use crate::batch::made::Encoded;
use crate::batch::pages_folder::PagesFolder;
use crate::batch::progress::Progress;
use crate::batch::resume::{Checkpoint, RunFingerprint};
use crate::batch::tally::Tally;
use crate::batch::task::{Completed, Page, Position, SkippedPage, TaskResult};
use crate::error::{CliError, STDOUT};
use crate::files::Output;
use crate::spool::copy;
use crate::stderr::is_verbose;

/// Name and version of the command, for file headers.
const SOFTWARE: &str = concat!("trommel/", env!("CARGO_PKG_VERSION"));

pub(super) enum Sink {
    Bytes(Box<Output>),
    #[cfg(feature = "parquet")]
    Table(Box<super::parquet::Table>),
}

impl Sink {
    /// Whether a later run can continue a partial output.
    fn has_checkpoints(&self) -> bool {
        match self {
            Self::Bytes(output) => output.is_file(),
            #[cfg(feature = "parquet")]
            Self::Table(_) => false,
        }
    }

    /// Whether a checkpoint leaves no trace in the output.
    fn can_end_anywhere(&self) -> bool {
        match self {
            Self::Bytes(output) => !output.is_compressed(),
            #[cfg(feature = "parquet")]
            Self::Table(_) => false,
        }
    }

    /// Writes all of `bytes`. Out: their number.
    fn copy(&mut self, bytes: SpooledTempFile) -> io::Result<u64> {
        match self {
            Self::Bytes(output) => copy(bytes, &mut **output),
            #[cfg(feature = "parquet")]
            Self::Table(_) => Err(io::Error::other("a row was expected, bytes came")),
        }
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<u64> {
        match self {
            Self::Bytes(output) => output.write_all(bytes).map(|()| bytes.len() as u64),
            #[cfg(feature = "parquet")]
            Self::Table(_) => Err(io::Error::other("a row was expected, bytes came")),
        }
    }

    pub(super) fn finish(self, state: Option<&dyn Fn(u64) -> Vec<u8>>) -> io::Result<()> {
        match self {
            Self::Bytes(output) => output.finish_with(state),
            #[cfg(feature = "parquet")]
            Self::Table(table) => table.finish()?.finish_with(state),
        }
    }
}

pub(super) struct Writer<'a> {
    pub(super) output: Sink,
    pub(super) tally: Tally,
    /// Whether anything was written.
    pub(super) has_begun: bool,
    pub(super) run: RunFingerprint,
    pub(super) checkpoint_bytes: u64,
    /// Bytes since the last checkpoint, before compression.
    pub(super) fresh_bytes: u64,
    /// Pages that a later run can keep.
    pub(super) kept_pages: u64,
    pub(super) progress: &'a Progress,
    pub(super) interruption: &'a Interruption,
    /// For WET: compression of records, and the file name.
    pub(super) wet: Option<(Codec, Option<String>)>,
    pub(super) is_csv: bool,
    /// If each page has its own file, the output is the list of pages.
    pub(super) pages: Option<PagesFolder>,
}

impl Writer<'_> {
    /// Counts a result and writes its page, or reports its error.
    ///
    /// Errors: the output cannot be written (`writing` makes the message); a temporary file cannot
    /// be written; or the run is interrupted. A later run starts before this result.
    pub(super) fn take(
        &mut self,
        done: Completed,
        writing: &dyn Fn(io::Error) -> CliError,
    ) -> Result<(), CliError> {
        self.tally.skip(&done.skips);
        let is_page = matches!(done.what, TaskResult::Page(_));
        match done.what {
            TaskResult::Page(page) => self.page(*page).map_err(writing)?,
            TaskResult::Skip(skipped) => self.skip(&skipped),
            TaskResult::LeftOut(input) => {
                self.tally.leave_out(input.reason);
                if !input.is_expected || is_verbose() {
                    self.progress.left_out(&input.message);
                }
                input.damage.iter().for_each(|message| self.damage(message));
            }
            TaskResult::Damage(message) => self.damage(&message),
            TaskResult::Error(stop @ (CliError::OutOfSpace(_) | CliError::Interrupted(_))) => {
                return Err(stop);
            }
            TaskResult::Error(stop) => {
                self.tally.errors += 1;
                if let CliError::Message(message) = stop {
                    self.progress.trouble(&message);
                }
            }
            TaskResult::Nothing => {}
        }
        let signal = self.interruption.signal();
        // Only after a page, as `InputReader::failed` requires. In an output compressed as a whole,
        // an additional checkpoint would change the bytes.
        let is_last = signal.is_some() && self.output.can_end_anywhere();
        if is_page && (is_last || self.fresh_bytes >= self.checkpoint_bytes.max(1)) {
            self.checkpoint(done.at).map_err(writing)?;
        }
        match signal {
            Some(signal) if is_page || !self.output.has_checkpoints() => Err(CliError::Interrupted(signal)),
            _ => Ok(()),
        }
    }

    /// Flushes the output to disk, so that a later run can continue at `at`. A table is useless
    /// without its footer, so it has no checkpoints.
    fn checkpoint(&mut self, at: Position) -> io::Result<()> {
        #[cfg_attr(not(feature = "parquet"), allow(irrefutable_let_patterns))]
        let Sink::Bytes(output) = &mut self.output else { return Ok(()) };
        self.fresh_bytes = 0;
        let (run, tally) = (&self.run, &self.tally);
        let state = |bytes| {
            let (run, tally) = (run.clone(), tally.clone());
            let Position { input, name, events } = at;
            Checkpoint { run, bytes, input, name: name.to_string(), events, tally, is_finished: false }
                .to_bytes()
        };
        if output.checkpoint(state)? {
            self.keep();
        }
        Ok(())
    }

    /// Counts pages that a later run can keep.
    pub(super) fn keep(&mut self) {
        self.progress.kept_pages.fetch_add(self.tally.pages - self.kept_pages, Relaxed);
        self.kept_pages = self.tally.pages;
    }

    /// Counts a record or row that is not a page.
    fn skip(&mut self, skipped: &SkippedPage) {
        self.tally.skip_one(skipped.reason);
        if let Some(place) = &skipped.place {
            self.progress.detail(&format!("{place}: skipped: {}", skipped.reason.name()));
        }
        skipped.damage.iter().for_each(|message| self.damage(message));
    }

    fn page(&mut self, page: Page) -> io::Result<()> {
        self.tally.pages += 1;
        self.tally.extracted += u64::from(page.is_extracted);
        self.tally.cut += u64::from(!page.is_whole);
        self.tally.unselected += u64::from(page.has_nothing_selected);
        self.tally.bytes_in += page.bytes_in;
        self.progress.pages.fetch_add(1, Relaxed);
        self.progress.page_bytes.fetch_add(page.bytes_in, Relaxed);
        page.damage.iter().for_each(|message| self.damage(message));
        match page.encoded {
            Encoded::Bytes(bytes) => {
                self.begin_csv()?;
                self.fresh_bytes += match &self.pages {
                    Some(folder) => {
                        let (bytes, line) = folder.write(page.id.as_deref(), page.source.as_ref(), bytes)?;
                        bytes + self.output.write(&line)?
                    }
                    None => self.output.copy(bytes)?,
                };
            }
            Encoded::Record(record) => {
                self.begin_wet(&record.date)?;
                self.fresh_bytes += record.bytes;
                self.output.copy(record.compressed)?;
            }
            #[cfg(feature = "parquet")]
            Encoded::Row(row) => {
                return match &mut self.output {
                    Sink::Table(table) => table.write(&row),
                    Sink::Bytes(_) => Err(io::Error::other("bytes were expected, a row came")),
                };
            }
            _ => {
                return Err(io::Error::other("expected a page, found data to learn from"));
            }
        }
        self.has_begun = true;
        Ok(())
    }

    /// Counts and reports a damaged place.
    fn damage(&mut self, message: &str) {
        self.tally.damaged += 1;
        self.progress.trouble(message);
    }

    /// Writes the CSV header, if nothing was written yet.
    pub(super) fn begin_csv(&mut self) -> io::Result<()> {
        if self.is_csv && !self.has_begun {
            self.output.write(&csv::head()?)?;
            self.has_begun = true;
        }
        Ok(())
    }

    /// Writes the first record of a WET file, if nothing was written yet.
    pub(super) fn begin_wet(&mut self, date: &str) -> io::Result<()> {
        if let (false, Some((codec, file_name))) = (self.has_begun, &self.wet) {
            let warcinfo = wet::warcinfo(date, file_name.as_deref(), SOFTWARE);
            let warcinfo = warcinfo.strip_suffix(wet::RECORD_END).unwrap_or(&warcinfo);
            let compressed = super::encode::compressed(*codec, warcinfo, SpooledTempFile::new(0))?;
            self.output.copy(compressed)?;
        }
        Ok(())
    }
}

/// Writes `--summary`, atomically.
pub(crate) fn write_summary(path: &Path, summary: &serde_json::Value) -> Result<(), CliError> {
    let writing = |error: io::Error| CliError::writing(&out_name(path), &error);
    let mut output = Output::create(path).map_err(writing)?;
    writeln!(output, "{summary:#}").map_err(writing)?;
    output.finish().map_err(writing)
}

/// Name of an output in messages.
pub(crate) fn out_name(path: &Path) -> String {
    if path == Path::new("-") { STDOUT.to_string() } else { path.display().to_string() }
}
