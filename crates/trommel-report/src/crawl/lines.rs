//! Reads rows, line by line.

use std::io::{self, BufRead, BufReader, Read};

use crate::crawl::collect::Collector;
use crate::crawl::row::Row;

/// Maximum bytes of a line, as for JSON lines in `trommel batch`.
const MAX_LINE_BYTES: u64 = 256 << 20;

impl Collector {
    /// Counts the rows of the input `name`. The first messages about lines that are not rows are
    /// passed to `report`.
    ///
    /// Cost: holds one line.
    ///
    /// # Errors
    ///
    /// The input cannot be read.
    pub fn read(&mut self, bytes: impl Read, name: &str, mut report: impl FnMut(&str)) -> io::Result<()> {
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
                Ok(row) => self.add(&row, name, number),
                Err(found) => {
                    let message = format!("{name}: line {number}: {found}");
                    if self.bad_line(&message) {
                        report(&message);
                    }
                }
            }
        }
        Ok(())
    }
}
