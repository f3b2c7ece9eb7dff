//! Turns files of archives and rows of tables into tasks.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::ops::ControlFlow;
use std::path::Path;

use tar::Archive;
use trommel_warc::Block;
use zip::ZipArchive;
use zip::result::ZipError;

use crate::batch::input_reader::InputReader;
use crate::batch::task::{LeftOutInput, TaskKind, TaskResult};
use crate::files::{self, FoundFile, Opened};

/// File names of one archive. Two files can have the same name or path.
#[derive(Default)]
struct EntryNames {
    /// Hashes of the paths of earlier files.
    places: HashSet<u64>,
}

impl EntryNames {
    /// The id of the file `name` of the archive `file`. If an earlier file has the same path, the
    /// id ends with the `offset` of this one.
    fn id(&mut self, file: &FoundFile, name: &str, offset: u64) -> String {
        let place = files::within(Path::new(name));
        let mut hasher = DefaultHasher::new();
        place.hash(&mut hasher);
        let is_new = self.places.insert(hasher.finish());
        if is_new { format!("{}/{name}", file.id) } else { format!("{}/{name}@{offset}", file.id) }
    }
}

impl InputReader<'_, '_> {
    /// The files of a tar archive, in their order.
    ///
    /// Cost: eight bytes a file are held.
    pub(super) fn tar(
        &mut self,
        file: &FoundFile,
        input: Box<dyn Read + Send>,
    ) -> io::Result<ControlFlow<()>> {
        let mut archive = Archive::new(files::decompress(input)?);
        let mut names = EntryNames::default();
        for entry in archive.entries()? {
            let entry = match entry {
                Ok(entry) => entry,
                Err(error) => return Ok(self.broken("tar", &error)),
            };
            let kind = entry.header().entry_type();
            let name = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
            if kind.is_symlink() || kind.is_hard_link() {
                if self.linked_file(&name).is_break() {
                    return Ok(ControlFlow::Break(()));
                }
                continue;
            }
            if !kind.is_file() {
                continue;
            }
            let (offset, bytes) = (entry.raw_header_position(), entry.size());
            let id = names.id(file, &name, offset);
            let flow = self.entry(id, name, offset, EntryBlock::new(entry, bytes));
            if flow.is_break() {
                return Ok(flow);
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// The files of a ZIP archive, in the order of its directory.
    ///
    /// Cost: the directory of the archive is held.
    pub(super) fn zip(&mut self, file: &FoundFile, opened: Opened) -> io::Result<ControlFlow<()>> {
        let mut opened = BufReader::new(opened);
        let listed = files_in_directory(&mut opened)?;
        let mut archive = match ZipArchive::new(opened) {
            Ok(archive) => archive,
            Err(error) => return Ok(self.broken("ZIP", &error)),
        };
        // The library keys the directory by name.
        let lost = listed.map_or(0, |listed| usize::from(listed).saturating_sub(archive.len()));
        if lost > 0 {
            let message = format!(
                "{}: expected unique file names, found {lost} with the name of a later file; they are not read",
                self.at.name
            );
            if self.say(TaskResult::Damage(message)).is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        let mut names = EntryNames::default();
        for index in 0..archive.len() {
            let flow = match archive.by_index(index) {
                Ok(entry) if !entry.is_file() => continue,
                Ok(entry) => {
                    let name = String::from_utf8_lossy(entry.name_raw()).into_owned();
                    let bytes = entry.size();
                    let offset = entry.header_start();
                    let id = names.id(file, &name, offset);
                    self.entry(id, name, offset, EntryBlock::new(entry, bytes))
                }
                Err(ZipError::Io(error)) => return Err(error),
                Err(error) => {
                    let message = format!(
                        "{}: file {} of the archive: expected one that can be decompressed: {error}",
                        self.at.name,
                        index + 1
                    );
                    self.say(TaskResult::Damage(message))
                }
            };
            if flow.is_break() {
                return Ok(flow);
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn entry(
        &mut self,
        id: String,
        name: String,
        offset: u64,
        mut block: EntryBlock<impl Read>,
    ) -> ControlFlow<()> {
        self.event(TaskKind::Entry { id, name, offset }, Some(&mut block))
    }

    /// Leaves out a link, whose content is that of another file or none.
    fn linked_file(&mut self, entry: &str) -> ControlFlow<()> {
        let message = format!("{}: {entry}: left out: expected a file, found a link", self.at.name);
        let (reason, is_expected, damage) = ("linked-file", true, None);
        self.say(TaskResult::LeftOut(Box::new(LeftOutInput { reason, message, is_expected, damage })))
    }

    /// Reports that the rest of an archive cannot be read.
    fn broken(&mut self, kind: &str, error: &dyn std::error::Error) -> ControlFlow<()> {
        let message =
            format!("{}: expected a whole {kind} archive, found a broken one: {error}", self.at.name);
        self.say(TaskResult::Damage(message))
    }
}

/// Number of files listed in the end record of a ZIP archive's directory. `None` without an end
/// record, or if the number does not fit in it.
///
/// Source: APPNOTE.TXT of PKWARE, 4.3.16.
fn files_in_directory(archive: &mut (impl Read + Seek)) -> io::Result<Option<u16>> {
    const SIGNATURE: &[u8] = b"PK\x05\x06";
    /// Maximum size of the end record, with the longest comment.
    const MAX_BYTES: u64 = 22 + 65_535;
    let bytes = archive.seek(SeekFrom::End(0))?;
    archive.seek(SeekFrom::Start(bytes.saturating_sub(MAX_BYTES)))?;
    let mut end = Vec::new();
    archive.by_ref().take(MAX_BYTES).read_to_end(&mut end)?;
    archive.rewind()?;
    let at = end.windows(SIGNATURE.len()).rposition(|bytes| bytes == SIGNATURE);
    let number = at.and_then(|at| end.get(at + 10..at + 12)?.try_into().ok()).map(u16::from_le_bytes);
    Ok(number.filter(|number| *number < u16::MAX))
}

/// A file of an archive as a stream with a known length.
struct EntryBlock<R> {
    input: BufReader<R>,
    missing_bytes: u64,
}

impl<R: Read> EntryBlock<R> {
    fn new(input: R, bytes: u64) -> Self {
        Self { input: BufReader::with_capacity(64 << 10, input), missing_bytes: bytes }
    }
}

impl<R: Read> BufRead for EntryBlock<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.input.fill_buf()
    }

    fn consume(&mut self, bytes: usize) {
        self.missing_bytes = self.missing_bytes.saturating_sub(bytes as u64);
        self.input.consume(bytes);
    }
}

impl<R: Read> Read for EntryBlock<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let mut bytes = self.fill_buf()?;
        let read = bytes.read(out)?;
        self.consume(read);
        Ok(read)
    }
}

impl<R: Read> Block for EntryBlock<R> {
    fn is_cut(&self) -> bool {
        self.missing_bytes > 0
    }
}
