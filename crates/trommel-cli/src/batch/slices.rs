//! `--cdx`: single records of crawls, located by an index.

use std::io::{self, Read, Seek, SeekFrom};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, PoisonError};

use trommel_warc::{Next, Records, Skip, Type};

use crate::batch::addresses::Addresses;
use crate::batch::index_inputs::Slices;
use crate::batch::input_reader::InputReader;
use crate::batch::task::{TaskKind, TaskResult};
use crate::error::CliError;
use crate::files::{self, Opened};
use crate::remote::{Entry, Index, conceal};

/// Index entries held at once, so that records of one file are read together.
const WINDOW_ENTRIES: usize = 10_000;

/// Maximum gap between two records that is read through instead of making a new request.
const NEAR_BYTES: u64 = 64 << 10;

struct FileSlices<'a> {
    name: Arc<str>,
    entries: &'a [Entry],
}

impl InputReader<'_, '_> {
    /// Reads the records listed in an index, sorted by file and offset within each
    /// [`WINDOW_ENTRIES`] entries. Each line with a record is one event.
    pub(super) fn slices(&mut self, index: &Path, slices: Slices<'_>) -> io::Result<ControlFlow<()>> {
        let mut index = Index::open(index)?;
        loop {
            let (mut window, mut is_at_end) = (Vec::new(), true);
            for found in index.by_ref().take(WINDOW_ENTRIES) {
                is_at_end = false;
                match found? {
                    Ok(entry) => window.push(entry),
                    Err(message) => {
                        let message = format!("{}: {message}", self.at.name);
                        if self.say(TaskResult::Damage(message)).is_break() {
                            return Ok(ControlFlow::Break(()));
                        }
                    }
                }
            }
            if is_at_end {
                return Ok(ControlFlow::Continue(()));
            }
            window.sort_unstable();
            for entries in window.chunk_by(|one, other| one.file == other.file) {
                let name = PathBuf::from(&entries[0].file);
                let prefix = slices.inputs.prefix.as_ref();
                let mut path = prefix.map_or_else(|| name.clone(), |prefix| prefix.before(&name));
                conceal([&mut path]);
                let file = FileSlices { name: files::name_of(&path).into(), entries };
                if self.file_slices(&path, &file, slices.addresses).is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
        }
    }

    fn file_slices(&mut self, path: &Path, file: &FileSlices<'_>, addresses: &Addresses) -> ControlFlow<()> {
        let mut opened = None;
        let mut is_lost = false;
        for (index, entry) in file.entries.iter().enumerate() {
            if self.is_done_before() {
                self.at.events += 1;
                continue;
            }
            if entry.url.is_some() && !addresses.contain(entry.url.as_deref()) {
                self.skip_record(Skip::Url, || format!("at byte {} of {}", entry.offset, path.display()))?;
                continue;
            }
            if is_lost {
                self.say(TaskResult::Nothing)?;
                continue;
            }
            let open = || Ok(Arc::new(Mutex::new(Opened::at(path)?)));
            let flow = match opened.take().map_or_else(open, Ok) {
                Ok(opened_file) => {
                    let flow = self.slice(&opened_file, file, index);
                    opened = Some(opened_file);
                    flow
                }
                Err(error) => Err(error),
            };
            match flow {
                Ok(flow) => flow?,
                Err(error) => {
                    is_lost = true;
                    let more = match file.entries.len() - index - 1 {
                        0 => String::new(),
                        more => {
                            format!("; {more} more records listed there are left out")
                        }
                    };
                    let stop = match CliError::reading(&file.name, &error) {
                        CliError::Message(message) => CliError::Message(message + &more),
                        stop => stop,
                    };
                    self.say(TaskResult::Error(stop))?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Reads one record of a file.
    ///
    /// Errors: the file cannot be read.
    fn slice(
        &mut self,
        opened: &Arc<Mutex<Opened>>,
        file: &FileSlices<'_>,
        index: usize,
    ) -> io::Result<ControlFlow<()>> {
        let Entry { offset, length, number, .. } = file.entries[index];
        let place = format!("{}: byte {offset}: expected a record", file.name);
        let by = format!("according to line {number} of {}", self.at.name);
        let after_end = |bytes: u64| {
            let is_after = offset.checked_add(length).is_none_or(|end| end > bytes);
            let what = format!("{place} of {length} bytes, {by}, found the end of the file at byte {bytes}");
            is_after.then_some(TaskResult::Damage(what))
        };
        if let Ok(mut opened) = opened.lock() {
            if let Some(damage) = opened.known_bytes().and_then(after_end) {
                return Ok(self.say(damage));
            }
            if let Opened::Remote(remote) = &mut *opened {
                remote.expect_up_to(neighbours_end(&file.entries[index..]));
            }
            opened.seek(SeekFrom::Start(offset))?;
        }
        self.progress.file_bytes.fetch_add(length, Relaxed);
        let mut records =
            Records::new(Box::new(Slice { opened: Arc::clone(opened), missing_bytes: length }))?;
        let found = records.next_record()?;
        let file_bytes = opened.lock().unwrap_or_else(PoisonError::into_inner).known_bytes();
        if let Some(damage) = file_bytes.and_then(after_end) {
            return Ok(self.say(damage));
        }
        let mut head = match found {
            Next::Record(head) if head.offset == 0 && head.uncompressed_offset == 0 => head,
            Next::End if file_bytes.is_none() => {
                let message = format!("{place} of {length} bytes, {by}, found the end of the file before it");
                return Ok(self.say(TaskResult::Damage(message)));
            }
            Next::Record(_) | Next::Damage(_) | Next::End => {
                let message = format!("{place}, {by}, found the middle of one, or a part of one");
                return Ok(self.say(TaskResult::Damage(message)));
            }
        };
        head.offset = offset;
        if !records.is_compressed() {
            head.uncompressed_offset = offset;
        }
        if let Type::Other(skip) = head.get("WARC-Type").map_or(Type::Response, Type::of) {
            return Ok(self.skip_record(skip, || format!("at byte {offset} of {}", file.name)));
        }
        let task = TaskKind::Record { head, file: Some(Arc::clone(&file.name)) };
        let flow = self.event(task, Some(&mut records));
        if let (ControlFlow::Continue(()), Next::Damage(damage)) = (flow, records.next_record()?) {
            let message = format!("{place} that is whole, {by}, found: {}", damage.message);
            return Ok(self.say_also(TaskResult::Damage(message)));
        }
        Ok(flow)
    }
}

/// The end of the run of neighbouring records that begins with the first one.
fn neighbours_end(entries: &[Entry]) -> u64 {
    let mut end = 0;
    for entry in entries {
        if end > 0 && entry.offset > u64::saturating_add(end, NEAR_BYTES) {
            break;
        }
        end = end.max(entry.offset.saturating_add(entry.length));
    }
    end
}

/// The bytes of one record, in a file that is open for several.
struct Slice {
    opened: Arc<Mutex<Opened>>,
    missing_bytes: u64,
}

impl Read for Slice {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let most = usize::try_from(self.missing_bytes).unwrap_or(usize::MAX).min(out.len());
        let mut opened = self.opened.lock().unwrap_or_else(PoisonError::into_inner);
        let read = opened.read(&mut out[..most])?;
        self.missing_bytes -= read as u64;
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_share_a_request() {
        let entry = |offset, length| Entry { file: String::new(), offset, length, number: 1, url: None };
        let end = |entries: &[Entry]| neighbours_end(entries);
        assert_eq!(end(&[entry(0, 10), entry(10, 10), entry(90_000, 10)]), 20);
        assert_eq!(end(&[entry(5, 10), entry(5, 20), entry(60_000, 10), entry(300_000, 1)]), 60_010);
        assert_eq!(end(&[entry(7, u64::MAX)]), u64::MAX);
    }
}
