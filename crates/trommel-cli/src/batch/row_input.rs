//! Turns rows of JSON and of tables into tasks.

use std::io::{self, BufRead, BufReader, Read};
use std::ops::ControlFlow;

use crate::batch::input_reader::InputReader;
use crate::batch::json_objects::{Object, Objects};
use crate::batch::task::{RowPlace, TaskKind, TaskResult};
use crate::error::CliError;
use crate::files::{self, BadCompression, Opened};

/// Maximum bytes of a JSON line, which is held in memory.
const MAX_LINE_BYTES: u64 = 256 << 20;

/// The byte order mark of UTF-8.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

impl InputReader<'_, '_> {
    pub(super) fn lines(&mut self, input: Box<dyn Read + Send>) -> io::Result<ControlFlow<()>> {
        let mut lines = BufReader::with_capacity(128 << 10, files::decompress(input)?);
        let mut uncompressed_offset = 0;
        for number in 1.. {
            let mut line = Vec::new();
            let read = Read::take(&mut lines, MAX_LINE_BYTES).read_until(b'\n', &mut line);
            let damage = match read {
                Ok(0) => break,
                Ok(_) => None,
                // The last line is whole; the bytes after it are not compressed.
                Err(error) if BadCompression::of(&error).is_some_and(BadCompression::is_whole) => Some(error),
                Err(error) => return Err(error),
            };
            let place = RowPlace { unit: "line", number, uncompressed_offset: Some(uncompressed_offset) };
            uncompressed_offset += line.len() as u64;
            if number == 1 && line.starts_with(BYTE_ORDER_MARK) {
                line.drain(..BYTE_ORDER_MARK.len());
            }
            let flow = if line.len() as u64 == MAX_LINE_BYTES && !line.ends_with(b"\n") {
                uncompressed_offset += skip_line(&mut lines)?;
                let message = "expected a line of at most 256 MiB, found more";
                self.say(TaskResult::Damage(format!("{}: line {number}: {message}", self.at.name)))
            } else if line.trim_ascii().is_empty() {
                ControlFlow::Continue(())
            } else {
                self.event(TaskKind::Row(line, place), None)
            };
            if flow.is_break() {
                return Ok(flow);
            }
            if let Some(error) = damage {
                return Err(error);
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Reads JSON objects on any number of lines, in an array or not.
    pub(super) fn objects(&mut self, input: Box<dyn Read + Send>) -> io::Result<ControlFlow<()>> {
        let mut objects = Objects::new(files::decompress(input)?, MAX_LINE_BYTES as usize);
        for number in 1.. {
            let flow = match objects.next()? {
                Object::Whole { bytes, offset } => {
                    let place = RowPlace { unit: "object", number, uncompressed_offset: Some(offset) };
                    self.event(TaskKind::Row(bytes, place), None)
                }
                Object::Damage(message) => {
                    let flow = self.say(TaskResult::Damage(format!("{}: {message}", self.at.name)));
                    return Ok(flow);
                }
                Object::End => break,
            };
            if flow.is_break() {
                return Ok(flow);
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    #[cfg(not(feature = "parquet"))]
    pub(super) fn table(&mut self, _: Opened) -> io::Result<ControlFlow<()>> {
        let message = "expected pages, found a Parquet file; reading its column `html` needs the feature `parquet`: `cargo install --path crates/trommel-cli --features parquet`; in Python, use trommel.extract_arrow(pyarrow.parquet.read_table(FILE))";
        Ok(self.say(TaskResult::Error(CliError::at(&self.at.name, message))))
    }

    #[cfg(feature = "parquet")]
    pub(super) fn table(&mut self, opened: Opened) -> io::Result<ControlFlow<()>> {
        use crate::batch::parquet_input::Rows;
        use crate::batch::task::RowPlace;
        let Opened::Local(opened) = opened else {
            let message = "expected a local Parquet file, found a URL; download it first";
            return Ok(self.say(TaskResult::Error(CliError::at(&self.at.name, message))));
        };
        let mut rows = match Rows::new(opened) {
            Ok(rows) => rows,
            Err(message) => {
                return Ok(self.say(TaskResult::Error(CliError::at(&self.at.name, message))));
            }
        };
        for number in 1.. {
            let flow = match rows.next() {
                None => break,
                Some(Ok(fields)) => {
                    let place = RowPlace { unit: "row", number, uncompressed_offset: None };
                    self.event(TaskKind::Fields(Box::new(fields), place), None)
                }
                Some(Err(message)) => {
                    let message = format!("{}: {message}", self.at.name);
                    return Ok(self.say(TaskResult::Damage(message)));
                }
            };
            if flow.is_break() {
                return Ok(flow);
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}

/// Skips the rest of a line. Out: its bytes.
fn skip_line(lines: &mut impl BufRead) -> io::Result<u64> {
    let mut skipped = 0;
    loop {
        let bytes = lines.fill_buf()?;
        let end = bytes.iter().position(|byte| *byte == b'\n').map(|pos| pos + 1);
        let (taken, is_end) = (end.unwrap_or(bytes.len()), end.is_some() || bytes.is_empty());
        lines.consume(taken);
        skipped += taken as u64;
        if is_end {
            return Ok(skipped);
        }
    }
}
