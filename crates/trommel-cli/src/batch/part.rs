//! `--part I/N`: one of several equal parts of each file.

use std::fmt;
use std::str::FromStr;

use trommel_warc::ByteRange;

const MAX_PARTS: u64 = 1_000_000;

/// One of several equal parts of each record file. A record belongs to the part in which it begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FilePart {
    /// Counted from 1.
    number: u64,
    count: u64,
}

impl FilePart {
    /// Whether it includes files that cannot be split.
    pub(crate) fn is_first(self) -> bool {
        self.number == 1
    }

    /// Whether it is the whole file.
    pub(crate) fn is_whole(self) -> bool {
        self.count == 1
    }

    pub(crate) fn range(self, file_bytes: u64) -> ByteRange {
        ByteRange::part(file_bytes, self.number - 1, self.count)
    }
}

impl fmt::Display for FilePart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "part {} of {}", self.number, self.count)
    }
}

impl FromStr for FilePart {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parsed = text.split_once('/').and_then(|(number, count)| {
            let part = Self { number: number.parse().ok()?, count: count.parse().ok()? };
            (1..=part.count).contains(&part.number).then_some(part)
        });
        let part = parsed.filter(|part| part.count <= MAX_PARTS);
        part.ok_or_else(|| format!("expected I/N with I from 1 to N and N up to {MAX_PARTS}, such as 2/8"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_a_number_of_several() {
        let part = |text: &str| text.parse::<FilePart>().map(|part| part.range(1000));
        assert_eq!(part("1/1"), Ok(ByteRange { start: 0, end: u64::MAX }));
        assert_eq!(part("2/4"), Ok(ByteRange { start: 250, end: 500 }));
        for text in ["", "1", "0/4", "5/4", "1/0", "a/b", "1/2/3", "1/10000000", "-1/2"] {
            assert!(part(text).is_err(), "{text}");
        }
    }
}
