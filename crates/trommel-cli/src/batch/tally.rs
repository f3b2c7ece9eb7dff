//! Counts of a batch.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use trommel_warc::Skip;

use crate::size;
use trommel_output::SpeedSample;

/// Reason for files of rows that have none.
pub(crate) const NO_ROWS: &str = "no-rows";

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Tally {
    pub(crate) pages: u64,
    pub(crate) extracted: u64,
    pub(crate) cut: u64,
    /// Pages on which `--select` matched nothing.
    #[serde(default)]
    pub(crate) unselected: u64,
    /// Records, rows and files that are not pages, by reason.
    pub(crate) skipped: BTreeMap<String, u64>,
    /// Inputs and pages that could not be read.
    pub(crate) errors: u64,
    /// Damaged places in inputs.
    pub(crate) damaged: u64,
    pub(crate) bytes_in: u64,
}

/// Records that are not pages, by reason.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Skips([u64; Skip::ALL.len()]);

impl Skips {
    pub(crate) fn add(&mut self, skip: Skip) {
        self.0[skip as usize] += 1;
    }
}

impl Tally {
    pub(crate) fn skip(&mut self, skips: &Skips) {
        for (skip, &count) in Skip::ALL.iter().zip(&skips.0).filter(|(_, count)| **count > 0) {
            *self.skipped.entry(skip.name().to_string()).or_default() += count;
        }
    }

    pub(crate) fn skip_one(&mut self, skip: Skip) {
        self.leave_out(skip.name());
    }

    /// Counts an input that is not a page.
    pub(crate) fn leave_out(&mut self, reason: &str) {
        *self.skipped.entry(reason.to_string()).or_default() += 1;
    }

    pub(crate) fn skipped_records(&self) -> u64 {
        self.skipped.values().sum()
    }

    /// Whether the inputs were empty: no pages, errors or damage, and nothing skipped except files
    /// without rows.
    pub(crate) fn is_nothing(&self) -> bool {
        let rows = self.skipped.get(NO_ROWS).copied().unwrap_or_default();
        self.pages + self.errors + self.damaged + self.skipped_records() == rows
    }

    pub(crate) fn add(&mut self, other: &Self) {
        self.pages += other.pages;
        self.extracted += other.extracted;
        self.cut += other.cut;
        self.unselected += other.unselected;
        self.errors += other.errors;
        self.damaged += other.damaged;
        self.bytes_in += other.bytes_in;
        for (reason, count) in &other.skipped {
            *self.skipped.entry(reason.clone()).or_default() += count;
        }
    }

    /// The summary line. `bytes` of pages were read in this run, in `seconds`.
    pub(crate) fn line(&self, bytes: u64, seconds: f64) -> String {
        let Self { pages, extracted, errors, .. } = self;
        let mut line = format!(
            "{} in, {extracted} extracted, {} empty, {}, {}",
            counted(pages + errors, "page"),
            pages - extracted,
            counted(*errors, "error"),
            size::shown(self.bytes_in as f64)
        );
        // A resumed run may have had nothing left to read.
        if bytes > 0 {
            line += &format!(", {}/s", size::shown(bytes as f64 / seconds.max(1e-9)));
        }
        if self.cut > 0 {
            line += &format!(", {} incomplete", self.cut);
        }
        if self.unselected > 0 {
            line += &format!(", {} without selected elements", self.unselected);
        }
        if self.damaged > 0 {
            line += &format!(", {}", counted(self.damaged, "damaged place"));
        }
        if !self.skipped.is_empty() {
            line += &format!(", {}", self.skipped_line());
        }
        line
    }

    /// The reason why nothing was extracted.
    pub(crate) fn why_nothing(&self) -> &'static str {
        match self {
            Self { pages: 0, errors: 1.., .. } => "no page could be read",
            Self { pages: 0, .. } => "the inputs have no page to extract",
            Self { pages, unselected, .. } if pages == unselected => {
                "no page has an element that --select matches"
            }
            _ => "no page has main content",
        }
    }

    /// Counts of skipped records, by reason.
    pub(crate) fn skipped_line(&self) -> String {
        let reasons: Vec<_> =
            self.skipped.iter().map(|(reason, count)| format!("{reason} {count}")).collect();
        format!("{} skipped ({})", self.skipped_records(), reasons.join(", "))
    }

    /// The JSON of `--summary`. The help describes it.
    pub(crate) fn json(&self, over_time: &[SpeedSample]) -> serde_json::Value {
        let SpeedSample { seconds, bytes_in, .. } = over_time.last().copied().unwrap_or_default();
        serde_json::json!({
            "pages_in": self.pages + self.errors,
            "extracted": self.extracted,
            "empty": self.pages - self.extracted,
            "not_whole": self.cut,
            "nothing_selected": self.unselected,
            "skipped": self.skipped,
            "errors": self.errors,
            "damaged": self.damaged,
            "bytes_in": self.bytes_in,
            "seconds": seconds,
            "mb_per_s": bytes_in as f64 / 1e6 / seconds.max(1e-9),
            "over_time": over_time,
        })
    }
}

/// A count with a noun whose plural ends in s.
pub(crate) fn counted(count: u64, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_summary_line_has_readable_sizes_and_no_rate_without_bytes() {
        let line =
            |bytes_in, bytes| Tally { pages: 1, extracted: 1, bytes_in, ..Tally::default() }.line(bytes, 0.5);
        assert_eq!(line(46_123, 46_123), "1 page in, 1 extracted, 0 empty, 0 errors, 46 kB, 92 kB/s");
        assert_eq!(line(2_500_000, 0), "1 page in, 1 extracted, 0 empty, 0 errors, 2.5 MB");
    }
}
