//! Reads rows, line by line.

use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::path::{Path, PathBuf};

use crate::error::CliError;
use crate::files::{Begin, InputFormat, SNIFF_BYTES, Sniffed, decompress, open, reading_one};
use crate::page::STDIN;
use crate::report::collect::Collector;
use crate::report::row::Row;
use crate::stderr::report;

/// Maximum bytes of a line, as for JSON lines in `trommel batch`.
const MAX_LINE_BYTES: u64 = 256 << 20;

/// Counts the rows of an input. Errors are counted and reported.
///
/// Cost: holds one line.
pub(crate) fn read(path: &PathBuf, collector: &mut Collector) {
    let is_stdin = path == Path::new("-");
    let name = if is_stdin { STDIN.to_string() } else { path.display().to_string() };
    collector.begin(&name);
    let bytes = if is_stdin { decompress(io::stdin()) } else { open(path) };
    let file = (!is_stdin).then_some(path.as_path());
    let read = bytes.and_then(|mut bytes| {
        let mut begin = Vec::new();
        bytes.by_ref().take(SNIFF_BYTES as u64).read_to_end(&mut begin)?;
        let other = other_kind(&begin, file);
        if other.is_none() {
            lines(Box::new(Cursor::new(begin).chain(bytes)), &name, collector)?;
        }
        Ok(other)
    });
    let error = match read {
        Ok(None) => return,
        Ok(Some(found)) => {
            let message = "expected JSON lines from `trommel batch --format jsonl`, found";
            CliError::at(&name, format!("{message} {found}"))
        }
        Err(error) => reading_one(&name, &error),
    };
    if let CliError::Message(message) = error {
        report(&message);
        collector.unread(&message);
    }
}

/// The format of an input whose first lines do not look like JSON.
fn other_kind(begin: &[u8], path: Option<&Path>) -> Option<&'static str> {
    let is_json = |line: &[u8]| {
        let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line).trim_ascii_start();
        line.starts_with(b"{") || line.starts_with(b"[")
    };
    if begin.trim_ascii().is_empty() || begin.split(|byte| *byte == b'\n').any(is_json) {
        return None;
    }
    Some(match (Begin { bytes: begin, path }).sniff() {
        Sniffed::Format(InputFormat::Jsonl | InputFormat::Json) | Sniffed::Text => "text",
        Sniffed::Format(kind) => kind.name(),
        Sniffed::NoHtml(other) => other.found,
    })
}

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
