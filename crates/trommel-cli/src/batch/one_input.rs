//! Recognises one input, and turns its pages into tasks.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use trommel_warc::{Next, Records, Skip, Type};

use crate::batch::input_reader::InputReader;
use crate::batch::part::FilePart;
use crate::batch::progress::Progress;
use crate::batch::tally::NO_ROWS;
use crate::batch::task::{Origin, Pipe, TaskKind, TaskResult};
use crate::error::CliError;
use crate::files::{self, Begin, FoundFile, InputFormat, Opened, SNIFF_BYTES, Sniffed};
use crate::remote::{self, is_address};

/// Bytes of standard input and of URLs, before decompression, used to recognise their format.
const SNIFF_COMPRESSED_BYTES: usize = 64 << 10;

impl InputReader<'_, '_> {
    /// Reads one input.
    ///
    /// Errors: as for [`failed`](Self::failed).
    pub(super) fn input(&mut self, file: &FoundFile) -> Result<ControlFlow<()>, CliError> {
        if let Some(slices) = self.slices.filter(|slices| slices.inputs.cdx.contains(&file.path)) {
            return self.slices(&file.path, slices).or_else(|error| self.failed(&error));
        }
        let looked = if file.path == Path::new("-") {
            self.look_at_pipe(None, Box::new(io::stdin()))
        } else if files::is_pipe(&file.path) {
            File::open(&file.path).and_then(|pipe| self.look_at_pipe(Some(&file.path), Box::new(pipe)))
        } else if is_address(&file.path) {
            self.look_at_remote(file)
        } else {
            self.look_at(file)
        };
        let read = looked.and_then(|(kind, origin)| self.read(file, kind, origin));
        match read {
            Ok(flow) => Ok(flow),
            Err(error) => self.failed(&error),
        }
    }

    /// Recognises a file; `None` if only its reader can.
    fn look_at(&self, file: &FoundFile) -> io::Result<(Option<InputFormat>, Origin)> {
        let named = InputFormat::of_name(&file.path);
        if let Some(from) = self.from
            && named.is_none_or(|named| named == from)
        {
            return Ok((Some(from), Origin::File));
        }
        let sniffed = match file.sniffed {
            Some(sniffed) => Ok(sniffed),
            None => files::sniff(&file.path),
        };
        Ok((
            match sniffed {
                Ok(Sniffed::Format(kind)) => Some(kind),
                // The reader reports what it found.
                Ok(Sniffed::Text | Sniffed::NoHtml(_)) => None,
                Err(_) => named,
            },
            Origin::File,
        ))
    }

    /// What is in a pipe. Standard input has no path.
    fn look_at_pipe(
        &self,
        path: Option<&Path>,
        mut rest: Box<dyn Read + Send>,
    ) -> io::Result<(Option<InputFormat>, Origin)> {
        let mut begin = Vec::new();
        let named = path.and_then(InputFormat::of_name);
        let kind = match self.from {
            Some(from) if named.is_none_or(|named| named == from) => Some(from),
            _ => {
                rest.by_ref().take(SNIFF_COMPRESSED_BYTES as u64).read_to_end(&mut begin)?;
                kind_of(&begin, path)
            }
        };
        Ok((kind, Origin::Pipe(Pipe { begin, rest })))
    }

    /// Recognises the content of a URL. Its first bytes are fetched only once.
    fn look_at_remote(&self, file: &FoundFile) -> io::Result<(Option<InputFormat>, Origin)> {
        let mut remote = remote::open(&file.path)?;
        if self.part.is_some() {
            remote.ask_in_pieces();
        }
        let named = InputFormat::of_name(&file.path);
        let kind = match self.from {
            Some(from) if named.is_none_or(|named| named == from) => Some(from),
            _ => {
                let mut compressed = Vec::new();
                remote.by_ref().take(SNIFF_COMPRESSED_BYTES as u64).read_to_end(&mut compressed)?;
                remote.rewind()?;
                kind_of(&compressed, Some(&file.path))
            }
        };
        Ok((kind, Origin::Remote(Box::new(remote))))
    }

    fn read(
        &mut self,
        file: &FoundFile,
        kind: Option<InputFormat>,
        origin: Origin,
    ) -> io::Result<ControlFlow<()>> {
        match (self.part, kind) {
            (Some(part), Some(InputFormat::Warc | InputFormat::Arc)) => return self.part(file, part, origin),
            (Some(part), _) if !part.is_first() => return Ok(self.leave_to_first(file)),
            _ => {}
        }
        match kind {
            None | Some(InputFormat::Html | InputFormat::Mhtml) => Ok(self.page(file, kind, origin)),
            Some(kind) => {
                let flow = self.pages(file, kind, origin)?;
                let is_empty = flow.is_continue() && self.at.events == 0;
                Ok(if is_empty { self.nothing_in(kind) } else { flow })
            }
        }
    }

    fn pages(&mut self, file: &FoundFile, kind: InputFormat, origin: Origin) -> io::Result<ControlFlow<()>> {
        if let InputFormat::Zip | InputFormat::Parquet = kind {
            let opened = match origin {
                Origin::File => Opened::Local(files::open_compressed(&file.path)?),
                Origin::Remote(remote) => Opened::Remote(remote),
                Origin::Pipe(_) => {
                    let message =
                        "expected a file, found a pipe, which cannot be read from its end; give a file name";
                    return Ok(self.say(TaskResult::Error(CliError::at(&self.at.name, message))));
                }
            };
            let flow = if kind == InputFormat::Zip { self.zip(file, opened)? } else { self.table(opened)? };
            self.progress.add_file(&file.path, false);
            return Ok(flow);
        }
        let input: Box<dyn Read + Send> = match origin {
            Origin::File => Box::new(files::open_compressed(&file.path)?),
            Origin::Pipe(pipe) => pipe.into_bytes(),
            Origin::Remote(remote) => remote,
        };
        let counted = Box::new(Counted { input, progress: Arc::clone(self.progress) });
        match kind {
            InputFormat::Jsonl => self.lines(counted),
            InputFormat::Json => self.objects(counted),
            InputFormat::Tar => self.tar(file, counted),
            _ => self.records(&mut Records::new(counted)?),
        }
    }

    /// Reports an empty file of pages. A table may have no rows; an empty archive or record file is
    /// damaged.
    fn nothing_in(&mut self, kind: InputFormat) -> ControlFlow<()> {
        let found = kind.name();
        match kind {
            InputFormat::Jsonl | InputFormat::Json | InputFormat::Parquet => {
                self.leave_out(NO_ROWS, &format!("expected pages, found {found} without a row"), false)
            }
            _ => self.say(TaskResult::Damage(format!("{}: expected {found}, found nothing", self.at.name))),
        }
    }

    /// Reads the records that begin in a part of a file.
    fn part(&mut self, file: &FoundFile, part: FilePart, origin: Origin) -> io::Result<ControlFlow<()>> {
        let (mut input, bytes) = match origin {
            Origin::Remote(mut remote) => {
                let bytes = remote.file_bytes()?;
                (Opened::Remote(remote), bytes)
            }
            Origin::File | Origin::Pipe(_) => {
                let opened = files::open_compressed(&file.path)?;
                let bytes = opened.metadata()?.len();
                (Opened::Local(opened), Some(bytes))
            }
        };
        let Some(bytes) = bytes else {
            let message =
                "cannot be split, since its server does not report its size; read it without --part";
            return Ok(self.say(TaskResult::Error(CliError::at(&self.at.name, message))));
        };
        let range = part.range(bytes);
        if let Opened::Remote(remote) = &mut input {
            remote.expect_range(range);
        }
        self.progress.add_bytes_before(bytes - (range.end.min(bytes) - range.start.min(bytes)));
        let counted = Counted { input, progress: Arc::clone(self.progress) };
        let mut records = Records::in_range(counted, range)?;
        let before = self.at.events;
        let flow = self.records(&mut records)?;
        let name = &self.at.name;
        if records.is_undivided() {
            let found = "one gzip member, one zstd frame or an ARC file";
            self.progress
                .note(&format!("{name}: cannot be split, since it is {found}: all of it belongs to part 1"));
        } else if self.at.events == before {
            self.progress.note(&format!("{name}: no record begins in {part}"));
        }
        Ok(flow)
    }

    /// Leaves out an input that cannot be split, which belongs to part 1.
    fn leave_to_first(&mut self, file: &FoundFile) -> ControlFlow<()> {
        self.progress.add_file(&file.path, true);
        self.leave_out("other-part", "it cannot be split and belongs to part 1", false)
    }

    /// Submits an input that is one page.
    fn page(&mut self, file: &FoundFile, kind: Option<InputFormat>, origin: Origin) -> ControlFlow<()> {
        let is_given = self.from.is_some();
        let task = TaskKind::Page { file: file.clone(), kind, is_given, origin };
        let flow = self.event(task, None);
        self.progress.add_file(&file.path, false);
        flow
    }

    fn records(&mut self, records: &mut Records) -> io::Result<ControlFlow<()>> {
        let (mut has_pages, mut has_texts) = (false, false);
        loop {
            let flow = match records.next_record()? {
                Next::End if has_texts && !has_pages => {
                    let message =
                        "expected records with pages, found text records (WET), which are already extracted";
                    return Ok(self.say(TaskResult::Error(CliError::at(&self.at.name, message))));
                }
                Next::End => return Ok(ControlFlow::Continue(())),
                Next::Damage(damage) => self.say(TaskResult::Damage(format!("{}: {damage}", self.at.name))),
                Next::Record(head) => match head.get("WARC-Type").map_or(Type::Response, Type::of) {
                    Type::Other(skip) => {
                        has_texts |= skip == Skip::Conversion;
                        self.skip_record(skip, || head.place().to_string())
                    }
                    Type::Response | Type::Resource => {
                        has_pages = true;
                        self.event(TaskKind::Record { head, file: None }, Some(records))
                    }
                },
            };
            if flow.is_break() {
                return Ok(flow);
            }
        }
    }
}

/// The format of a file with these first bytes, before decompression; `None` if only its reader can
/// tell.
fn kind_of(compressed: &[u8], path: Option<&Path>) -> Option<InputFormat> {
    let mut bytes = Vec::new();
    // Damage is reported by the reader.
    let _ = files::decompress(compressed)
        .and_then(|begin| begin.take(SNIFF_BYTES as u64).read_to_end(&mut bytes));
    match (Begin { bytes: &bytes, path }).sniff() {
        Sniffed::Format(kind) => Some(kind),
        Sniffed::Text | Sniffed::NoHtml(_) => None,
    }
}

/// Counts the bytes read for the progress display.
struct Counted<R> {
    input: R,
    progress: Arc<Progress>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let bytes = self.input.read(out)?;
        self.progress.file_bytes.fetch_add(bytes as u64, Relaxed);
        Ok(bytes)
    }
}

impl<R: Seek> Seek for Counted<R> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.input.seek(to)
    }
}
