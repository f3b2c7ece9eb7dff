//! Indexes of crawls with the places of records: CDXJ lines or a Parquet file.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek};
use std::path::Path;

use super::cdxj::entry;
use super::entry::Found;
use super::{RemoteError, is_address};
use crate::files::{decompress, open, open_compressed};

/// Maximum bytes of a line, without its end.
const MAX_LINE_BYTES: usize = 1 << 20;

/// First bytes of a Parquet file.
const PARQUET: &[u8] = b"PAR1";

/// Iterates over the records of an index.
pub(crate) enum Index {
    Lines(Lines),
    #[cfg(feature = "parquet")]
    Table(Box<super::columns::Table>),
}

impl Index {
    /// Opens the index at `path`, which may be compressed or a URL; `-` is standard input.
    ///
    /// Errors: it cannot be read, or is a Parquet file and the feature is missing.
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        if path == Path::new("-") {
            return Lines::of(decompress(io::stdin())?).map(Self::Lines);
        }
        if is_address(path) {
            return Lines::of(open(path)?).map(Self::Lines);
        }
        let mut file = open_compressed(path)?;
        let mut begin = Vec::new();
        file.by_ref().take(PARQUET.len() as u64).read_to_end(&mut begin)?;
        file.rewind()?;
        if begin == PARQUET { Self::table(file) } else { Lines::of(decompress(file)?).map(Self::Lines) }
    }

    #[cfg(feature = "parquet")]
    fn table(file: File) -> io::Result<Self> {
        let table = super::columns::Table::of(file);
        table.map(|table| Self::Table(Box::new(table))).map_err(|message| RemoteError(message).into())
    }

    #[cfg(not(feature = "parquet"))]
    fn table(_: File) -> io::Result<Self> {
        let message = "expected CDXJ lines, found a Parquet file; reading it needs the feature `parquet`: `cargo install --path crates/trommel-cli --features parquet`";
        Err(RemoteError(message.to_string()).into())
    }
}

impl Iterator for Index {
    type Item = io::Result<Found>;

    fn next(&mut self) -> Option<Self::Item> {
        match self {
            Self::Lines(lines) => lines.next(),
            #[cfg(feature = "parquet")]
            Self::Table(table) => table.next(),
        }
    }
}

/// CDXJ lines.
pub(crate) struct Lines {
    lines: Box<dyn BufRead>,
    number: u64,
}

impl Lines {
    fn of(bytes: Box<dyn Read>) -> io::Result<Self> {
        let mut lines: Box<dyn BufRead> = Box::new(BufReader::with_capacity(128 << 10, bytes));
        if lines.fill_buf()?.starts_with(PARQUET) {
            let message = "expected CDXJ lines, found a remote Parquet file, which cannot be read from its end; download it first";
            return Err(RemoteError(message.to_string()).into());
        }
        Ok(Self { lines, number: 0 })
    }
}

impl Iterator for Lines {
    type Item = io::Result<Found>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let mut line = Vec::new();
            self.number += 1;
            match Read::take(&mut self.lines, MAX_LINE_BYTES as u64 + 1).read_until(b'\n', &mut line) {
                Ok(0) => return None,
                Ok(_) => {}
                Err(error) => return Some(Err(error)),
            }
            if line.len() > MAX_LINE_BYTES && !line.ends_with(b"\n") {
                let message = format!("line {}: expected at most 1 MiB, found more", self.number);
                return Some(self.lines.skip_until(b'\n').map(|_| Err(message)));
            }
            if let Some(found) = entry(&line, self.number) {
                return Some(Ok(found));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_is_too_long_is_skipped_as_damage() {
        let json = r#"{"filename": "x.warc", "offset": 5, "length": 7, "more": ""#;
        let line = |bytes: usize| format!("{json}{}\"}}", "x".repeat(bytes - json.len() - 2));
        let text = [line(MAX_LINE_BYTES), line(MAX_LINE_BYTES + 1), line(100), line(3 * MAX_LINE_BYTES)];
        let lines = Lines::of(Box::new(io::Cursor::new(text.join("\n")))).expect("memory can be read");
        let found: Vec<_> = lines
            .map(|found| found.expect("memory can be read").map(|entry| (entry.number, entry.length)))
            .collect();
        let too_long = |number| Err(format!("line {number}: expected at most 1 MiB, found more"));
        assert_eq!(found, [Ok((1, 7)), too_long(2), Ok((3, 7)), too_long(4)]);
    }
}
