//! Collects the counts of a report, row by row.

use std::borrow::Cow;

use trommel::_train::host_of;

use crate::crawl::command::explaining;
use crate::crawl::data::{BadLines, Crawl, Example, VERSION};
use crate::crawl::distribution::{Distribution, Scale};
use crate::crawl::examples::Examples;
use crate::crawl::row::{Measures, Row, begin_of};
use crate::crawl::sketch::Sketch;
use crate::crawl::summary::RunSummary;

/// Maximum number of messages about lines and inputs, and of input names.
const MAX_MESSAGES: usize = 20;

/// Maximum bytes of a name or a place in a list.
const MAX_NAME_BYTES: usize = 500;

/// Minimum blocks of a page listed as having kept nearly nothing or nearly everything.
const MIN_BLOCKS: u64 = 20;

/// Share of kept blocks, in thousandths, up to which nearly nothing was kept.
const NEARLY_NOTHING: u64 = 50;

/// Share of kept blocks from which nearly everything was kept.
const NEARLY_ALL: u64 = 950;

/// Confidence, in thousandths, below which the method is unsure.
const UNSURE: u64 = 500;

/// A field by which pages are counted.
struct Field {
    name: &'static str,
    value: fn(&Row) -> Option<Cow<'_, str>>,
}

/// The fields, in the order of the report.
const FIELDS: [Field; 8] = [
    Field { name: "host", value: |row| row.url.as_deref().and_then(host_of).map(Cow::Owned) },
    Field { name: "method", value: |row| row.method.as_deref().map(Cow::Borrowed) },
    Field { name: "page_type", value: |row| row.page_type.as_deref().map(Cow::Borrowed) },
    Field { name: "lang", value: |row| row.lang.as_deref().map(|tag| tag.to_lowercase().into()) },
    Field { name: "encoding", value: |row| row.encoding.as_deref().map(Cow::Borrowed) },
    Field { name: "http_status", value: |row| row.http_status.map(|status| status.to_string().into()) },
    Field { name: "content_type", value: |row| row.content_type.as_deref().map(Cow::Borrowed) },
    Field { name: "warc_date", value: |row| row.day().map(Cow::Borrowed) },
];

/// Counts of a report.
///
/// Cost: at most some 10 MB for any number of rows.
pub struct Collector {
    inputs: Vec<String>,
    inputs_count: u64,
    pages: u64,
    bytes_in: Option<u64>,
    chars: Option<u64>,
    groups: [Sketch; FIELDS.len()],
    damage: Sketch,
    lengths: Distribution,
    kept: Distribution,
    confidence: Distribution,
    sizes: Distribution,
    nothing: Examples,
    nearly_nothing: Examples,
    nearly_all: Examples,
    unsure: Examples,
    damaged: Examples,
    bad_lines: BadLines,
    unread: Vec<String>,
    unread_count: u64,
}

impl Default for Collector {
    fn default() -> Self {
        Self {
            inputs: Vec::new(),
            inputs_count: 0,
            pages: 0,
            bytes_in: None,
            chars: None,
            groups: std::array::from_fn(|_| Sketch::default()),
            damage: Sketch::default(),
            lengths: Distribution::new(Scale::Lengths),
            kept: Distribution::new(Scale::Thousandths),
            confidence: Distribution::new(Scale::Thousandths),
            sizes: Distribution::new(Scale::Lengths),
            nothing: Examples::new("nothing"),
            nearly_nothing: Examples::new("nearly_nothing"),
            nearly_all: Examples::new("nearly_all"),
            unsure: Examples::new("unsure"),
            damaged: Examples::new("damaged"),
            bad_lines: BadLines::default(),
            unread: Vec::new(),
            unread_count: 0,
        }
    }
}

impl Collector {
    /// Number of rows so far.
    #[must_use]
    pub fn pages(&self) -> u64 {
        self.pages
    }

    /// Number of lines that are not rows.
    #[must_use]
    pub fn bad_lines(&self) -> u64 {
        self.bad_lines.count
    }

    /// Whether all inputs were read to their end, and all lines are rows.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.bad_lines.count == 0 && self.unread_count == 0
    }

    /// Begins the rows of another input.
    pub fn begin(&mut self, input: &str) {
        self.inputs_count += 1;
        if self.inputs.len() < MAX_MESSAGES {
            self.inputs.push(begin_of(input, MAX_NAME_BYTES).to_string());
        }
    }

    /// Counts a line that is not a row. Out: whether to print the message.
    pub(super) fn bad_line(&mut self, message: &str) -> bool {
        self.bad_lines.count += 1;
        push_first(&mut self.bad_lines.messages, message)
    }

    /// Counts an input that cannot be read further.
    pub fn unread(&mut self, message: &str) {
        self.unread_count += 1;
        push_first(&mut self.unread, message);
    }

    /// Counts a page. `input` and `line` are the place of its row.
    pub(super) fn add(&mut self, row: &Row, input: &str, line: u64) {
        let page = row.measures();
        self.pages += 1;
        for (total, value) in [(&mut self.bytes_in, row.bytes_in), (&mut self.chars, page.chars)] {
            *total = total.map_or(value, |total| Some(total.saturating_add(value.unwrap_or(0))));
        }
        for (field, sketch) in FIELDS.iter().zip(&mut self.groups) {
            sketch.add((field.value)(row).filter(|value| !value.is_empty()).as_deref(), &page);
        }
        let values = [
            (&mut self.lengths, page.chars),
            (&mut self.kept, page.kept_thousandths),
            (&mut self.confidence, page.confidence_thousandths),
            (&mut self.sizes, row.bytes_in),
        ];
        for (distribution, value) in values {
            if let Some(value) = value {
                distribution.add(value);
            }
        }
        self.offer(row, &page, || example(row, &page, format!("{input}:{line}")));
    }

    /// Offers a page to the lists of examples.
    fn offer(&mut self, row: &Row, page: &Measures, example: impl Fn() -> Example) {
        let blocks = page.blocks.unwrap_or(0);
        let kept = page.kept_thousandths.filter(|_| blocks >= MIN_BLOCKS);
        if page.kept_nothing {
            self.nothing.offer(blocks, &example);
        } else if kept.is_some_and(|kept| kept <= NEARLY_NOTHING) {
            self.nearly_nothing.offer(blocks, &example);
        } else if kept.is_some_and(|kept| kept >= NEARLY_ALL) {
            self.nearly_all.offer(blocks, &example);
        }
        if let Some(confidence) = page.confidence_thousandths.filter(|confidence| *confidence < UNSURE) {
            self.unsure.offer(1000 - confidence, &example);
        }
        let mut worst = None;
        for (kind, count) in row.damage() {
            self.damage.add(Some(&kind), page);
            worst = worst.max(Some(count));
        }
        match worst {
            Some(count) => self.damaged.offer(count, &example),
            None => self.damage.add(None, page),
        }
    }

    /// The data of the report, with the summaries `runs`.
    #[must_use]
    pub fn data(self, runs: Vec<RunSummary>) -> Crawl {
        let groups = FIELDS.iter().zip(&self.groups).filter_map(|(field, sketch)| sketch.data(field.name));
        let lists = [&self.nothing, &self.nearly_nothing, &self.nearly_all, &self.unsure, &self.damaged];
        let distributions = [
            (&self.lengths, "chars"),
            (&self.kept, "kept"),
            (&self.confidence, "confidence"),
            (&self.sizes, "bytes_in"),
        ];
        Crawl {
            format: "trommel-report",
            version: VERSION,
            inputs: self.inputs,
            inputs_count: self.inputs_count,
            pages: self.pages,
            bytes_in: self.bytes_in,
            chars: self.chars,
            groups: groups.chain(self.damage.data("damage")).collect(),
            distributions: distributions.iter().filter_map(|(values, name)| values.data(name)).collect(),
            lists: lists.iter().filter_map(|examples| examples.data()).collect(),
            runs,
            bad_lines: self.bad_lines,
            unread: self.unread,
            unread_count: self.unread_count,
        }
    }
}

fn push_first(messages: &mut Vec<String>, message: &str) -> bool {
    let is_first = messages.len() < MAX_MESSAGES;
    if is_first {
        messages.push(begin_of(message, MAX_NAME_BYTES).to_string());
    }
    is_first
}

fn example(row: &Row, page: &Measures, place: String) -> Example {
    let name = row.url.as_deref().or(row.id.as_deref()).unwrap_or("");
    let damage =
        row.damage().map(|(kind, count)| if count == u64::MAX { kind } else { format!("{kind}: {count}") });
    Example {
        name: begin_of(name, MAX_NAME_BYTES).to_string(),
        place: begin_of(&row.place(), MAX_NAME_BYTES).to_string(),
        row: place,
        blocks: page.blocks,
        blocks_kept: page.blocks_kept,
        chars: page.chars,
        confidence: page.confidence_thousandths.map(|thousandths| thousandths as f64 / 1000.0),
        damage: damage.collect(),
        command: explaining(row),
    }
}
