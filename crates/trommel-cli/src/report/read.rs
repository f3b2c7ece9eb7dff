//! Reads rows, line by line.

use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use crate::error::CliError;
use crate::files::{open, reading_one, unpack};
use crate::page::STDIN;
use crate::report::collect::Collector;
use crate::report::row::Row;
use crate::stderr::report;

/// Most bytes of a line, as of JSON lines that are read by `trommel batch`.
const MAX_LINE_BYTES: u64 = 256 << 20;

/// Counts the rows of an input. What is wrong with it is counted, and reported.
///
/// Cost: holds one line.
pub(crate) fn read(path: &PathBuf, collector: &mut Collector) {
    let is_stdin = path == Path::new("-");
    let name = if is_stdin { STDIN.to_string() } else { path.display().to_string() };
    collector.begin(&name);
    let bytes = if is_stdin { unpack(io::stdin()) } else { open(path) };
    let Err(error) = bytes.and_then(|bytes| lines(bytes, &name, collector)) else { return };
    if let CliError::Message(message) = reading_one(&name, &error) {
        report(&message);
        collector.unread(&message);
    }
}

/// Counts the rows of lines.
fn lines(bytes: Box<dyn Read>, name: &str, collector: &mut Collector) -> io::Result<()> {
    let mut lines = BufReader::with_capacity(128 << 10, bytes);
    let mut line = Vec::new();
    for number in 1_u64.. {
        line.clear();
        if Read::take(&mut lines, MAX_LINE_BYTES).read_until(b'\n', &mut line)? == 0 {
            break;
        }
        let is_too_long = line.len() as u64 == MAX_LINE_BYTES && line.last() != Some(&b'\n');
        let row = if is_too_long {
            lines.skip_until(b'\n')?;
            Err("expected a line of at most 256 MiB, found more".to_string())
        } else {
            let line = line.strip_prefix(b"\xef\xbb\xbf").filter(|_| number == 1).unwrap_or(&line);
            if line.trim_ascii().is_empty() {
                continue;
            }
            Row::of_line(line.trim_ascii_end())
        };
        match row {
            Ok(row) => collector.add(&row, name, number),
            Err(found) => {
                let message = format!("{name}: line {number}: {found}");
                if collector.bad_line(&message) {
                    report(&message);
                }
            }
        }
    }
    Ok(())
}
