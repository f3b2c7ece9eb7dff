//! Data of a crawl report. It is written as JSON. A changed field must also be changed in
//! docs/src/report.md and in the viewer.

use serde::Serialize;

use crate::crawl::summary::RunSummary;

/// Version of the format. It grows with each incompatible change.
pub(crate) const VERSION: u32 = 1;

/// Statistics of a crawl.
#[derive(Debug, Serialize)]
pub struct Crawl {
    /// `trommel-report`.
    pub(crate) format: &'static str,
    pub(crate) version: u32,
    /// The first inputs, and their number.
    pub(crate) inputs: Vec<String>,
    pub(crate) inputs_count: u64,
    /// Number of rows, that is, pages.
    pub(crate) pages: u64,
    /// Sums over all pages; `null` if no row has the field.
    pub(crate) bytes_in: Option<u64>,
    pub(crate) chars: Option<u64>,
    pub(crate) groups: Vec<Group>,
    pub(crate) distributions: Vec<Distributed>,
    pub(crate) lists: Vec<List>,
    /// Summaries of `batch` runs, in the order given.
    pub(crate) runs: Vec<RunSummary>,
    pub(crate) bad_lines: BadLines,
    /// The first messages about inputs that could not be read to their end.
    pub(crate) unread: Vec<String>,
    pub(crate) unread_count: u64,
}

/// Pages by the values of a field, most frequent first.
#[derive(Debug, Serialize)]
pub(crate) struct Group {
    pub(crate) name: &'static str,
    /// Pages without a value.
    pub(crate) missing: u64,
    /// Maximum number of pages of a value that is missing here; 0 if all values are here.
    pub(crate) error: u64,
    pub(crate) values: Vec<Value>,
}

/// Pages with one value. Means and shares cover the pages since the value has been counted.
#[derive(Debug, Serialize)]
pub(crate) struct Value {
    pub(crate) value: String,
    pub(crate) pages: u64,
    /// Maximum number of pages of other values included here.
    pub(crate) error: u64,
    /// Share of pages without kept text.
    pub(crate) nothing: f64,
    /// Mean length of the text in characters.
    pub(crate) chars: Option<f64>,
    /// Share of blocks that are kept.
    pub(crate) kept: Option<f64>,
    /// Mean confidence.
    pub(crate) confidence: Option<f64>,
}

/// Distribution of a value over pages.
#[derive(Debug, Serialize)]
pub(crate) struct Distributed {
    pub(crate) name: &'static str,
    /// Pages with a value.
    pub(crate) count: u64,
    pub(crate) mean: f64,
    pub(crate) least: f64,
    pub(crate) greatest: f64,
    pub(crate) quantiles: Vec<Quantile>,
    /// Bars with pages, by value.
    pub(crate) bars: Vec<Bar>,
}

#[derive(Debug, Serialize)]
pub(crate) struct Quantile {
    pub(crate) share: f64,
    pub(crate) value: f64,
}

/// Pages with values from `begin` up to `end`, exclusive; the last bar of shares includes `1`.
#[derive(Debug, Serialize)]
pub(crate) struct Bar {
    pub(crate) begin: f64,
    pub(crate) end: f64,
    pub(crate) count: u64,
}

/// Noteworthy pages.
#[derive(Debug, Serialize)]
pub(crate) struct List {
    pub(crate) name: &'static str,
    /// Number of all such pages; `pages` has the first ones.
    pub(crate) count: u64,
    pub(crate) pages: Vec<Example>,
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct Example {
    /// Its URL, or else its id.
    pub(crate) name: String,
    /// Its place, from `source`.
    pub(crate) place: String,
    /// File and line of the row.
    pub(crate) row: String,
    pub(crate) blocks: Option<u64>,
    pub(crate) blocks_kept: Option<u64>,
    pub(crate) chars: Option<u64>,
    pub(crate) confidence: Option<f64>,
    /// Kinds of damage.
    pub(crate) damage: Vec<String>,
    /// The command that explains it, if there is one.
    pub(crate) command: Option<String>,
}

/// Lines that are not rows.
#[derive(Debug, Default, Serialize)]
pub(crate) struct BadLines {
    pub(crate) count: u64,
    /// The first messages.
    pub(crate) messages: Vec<String>,
}

impl Crawl {
    /// The title of the report.
    #[must_use]
    pub fn title(&self) -> String {
        let name = self.inputs.first().map_or("", String::as_str);
        match self.inputs_count {
            0 | 1 => format!("{name} · trommel report"),
            count => format!("{name} and {} more · trommel report", count - 1),
        }
    }
}
