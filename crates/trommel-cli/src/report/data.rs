//! The data of a report of a crawl. It is written as JSON, which docs/src/report.md describes: a
//! change of a field is a change there, and in the viewer.

use serde::Serialize;

use crate::report::summary::RunSummary;

/// Number of the format. It grows with each change that a reader must know.
pub(crate) const VERSION: u32 = 1;

/// A crawl, in numbers.
#[derive(Debug, Serialize)]
pub(crate) struct Crawl {
    /// `trommel-report`.
    pub(crate) format: &'static str,
    pub(crate) version: u32,
    /// The first inputs, and how many there are.
    pub(crate) inputs: Vec<String>,
    pub(crate) inputs_count: u64,
    /// Rows: pages.
    pub(crate) pages: u64,
    /// Sums over all pages; `null` where no row says it.
    pub(crate) bytes_in: Option<u64>,
    pub(crate) chars: Option<u64>,
    pub(crate) groups: Vec<Group>,
    pub(crate) distributions: Vec<Distributed>,
    pub(crate) lists: Vec<List>,
    /// Runs of `batch` that summaries were given of, in that order.
    pub(crate) runs: Vec<RunSummary>,
    pub(crate) bad_lines: BadLines,
    /// Inputs that could not be read, or not to their end: one message each, the first of them.
    pub(crate) unread: Vec<String>,
    pub(crate) unread_count: u64,
}

/// Pages by the values of a field, by falling numbers of pages.
#[derive(Debug, Serialize)]
pub(crate) struct Group {
    pub(crate) name: &'static str,
    /// Pages without a value.
    pub(crate) missing: u64,
    /// Most pages of a value that is not here; 0 where all values are here.
    pub(crate) error: u64,
    pub(crate) values: Vec<Value>,
}

/// Pages with one value. Means and shares are of the pages since the value is counted.
#[derive(Debug, Serialize)]
pub(crate) struct Value {
    pub(crate) value: String,
    pub(crate) pages: u64,
    /// Most pages of other values among these.
    pub(crate) error: u64,
    /// Share of pages that kept nothing.
    pub(crate) nothing: f64,
    /// Mean length of the text in characters.
    pub(crate) chars: Option<f64>,
    /// Share of blocks that are kept.
    pub(crate) kept: Option<f64>,
    /// Mean confidence.
    pub(crate) confidence: Option<f64>,
}

/// How a value of pages is distributed.
#[derive(Debug, Serialize)]
pub(crate) struct Distributed {
    pub(crate) name: &'static str,
    /// Pages with a value.
    pub(crate) count: u64,
    pub(crate) mean: f64,
    pub(crate) least: f64,
    pub(crate) greatest: f64,
    pub(crate) quantiles: Vec<Quantile>,
    /// Those with pages, by their values.
    pub(crate) bars: Vec<Bar>,
}

#[derive(Debug, Serialize)]
pub(crate) struct Quantile {
    pub(crate) share: f64,
    pub(crate) value: f64,
}

/// Pages with values from `begin` up to `end`, exclusive; the last bar of shares has `1`, too.
#[derive(Debug, Serialize)]
pub(crate) struct Bar {
    pub(crate) begin: f64,
    pub(crate) end: f64,
    pub(crate) count: u64,
}

/// Pages that are worth a look.
#[derive(Debug, Serialize)]
pub(crate) struct List {
    pub(crate) name: &'static str,
    /// All of them; `pages` has the first.
    pub(crate) count: u64,
    pub(crate) pages: Vec<Example>,
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct Example {
    /// Its address, or without one its id.
    pub(crate) name: String,
    /// Where it is, as `source` says.
    pub(crate) place: String,
    /// File and line of the row.
    pub(crate) row: String,
    pub(crate) blocks: Option<u64>,
    pub(crate) blocks_kept: Option<u64>,
    pub(crate) chars: Option<u64>,
    pub(crate) confidence: Option<f64>,
    /// What of it is not whole.
    pub(crate) damage: Vec<String>,
    /// The command that explains it; `null` where none does.
    pub(crate) command: Option<String>,
}

/// Lines that are no rows.
#[derive(Debug, Default, Serialize)]
pub(crate) struct BadLines {
    pub(crate) count: u64,
    /// The first messages.
    pub(crate) messages: Vec<String>,
}
