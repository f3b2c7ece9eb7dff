//! Reads pages for training without a gold standard, from files of all kinds.

use std::io::{BufRead, BufReader, Cursor, Read};
use std::path::Path;

use serde::Deserialize;
use trommel_train::self_label::{RenderedPage, Sample, SiteReader};
use trommel_warc::{
    self as warc, Block, BlockEnd, Header, Next, RecordPage, Records, SkippedRecord, Statuses, Type,
};

use crate::error::CliError;
use crate::files::{self, InputFormat, Sniffed, has_signature};
use crate::mhtml::saved_page;
use crate::page::Input;

/// Maximum bytes of a JSON line or a page, which is held in memory.
const MAX_BYTES: u64 = 256 << 20;

/// Reads pages into a sample.
pub(crate) struct Pages<'a> {
    sample: &'a mut Sample,
    reader: SiteReader,
    html: Vec<u8>,
    /// HTTP statuses of pages.
    statuses: Statuses,
    /// Number of records and files that are not pages.
    pub(crate) skipped: u64,
}

/// A JSON line with a page.
#[derive(Deserialize)]
struct Row {
    html: String,
    url: Option<String>,
}

impl<'a> Pages<'a> {
    pub(crate) fn new(sample: &'a mut Sample, reader: SiteReader) -> Self {
        Self { sample, reader, html: Vec::new(), statuses: Statuses::only(200), skipped: 0 }
    }

    /// Reads the file at `path`. Damage is reported to `say`.
    pub(crate) fn read(&mut self, path: &Path, say: &mut dyn FnMut(&str)) -> Result<(), CliError> {
        let name = path.display().to_string();
        match files::sniff(path).map_err(|error| CliError::reading(&name, &error))? {
            Sniffed::Format(InputFormat::Html) => self.page(|| Input::open(path)),
            Sniffed::Text => self.page(|| Ok(Input::open(path)?.into_text())),
            Sniffed::Format(InputFormat::Mhtml) => self.page(|| saved_page(Input::open(path)?)),
            Sniffed::Format(InputFormat::Jsonl) => self.rows(path, &name, say),
            Sniffed::Format(InputFormat::Warc | InputFormat::Arc) => self.records(path, &name, say),
            Sniffed::Format(
                kind @ (InputFormat::Json | InputFormat::Parquet | InputFormat::Zip | InputFormat::Tar),
            ) => {
                let found = kind.name();
                Err(CliError::at(&name, format!("expected pages, JSON lines or WARC records, found {found}")))
            }
            Sniffed::NoHtml(_) => {
                self.skipped += 1;
                Ok(())
            }
        }
    }

    /// Adds a page, if the sample takes it.
    fn page<'b>(&mut self, open: impl FnOnce() -> Result<Input<'b>, CliError>) -> Result<(), CliError> {
        if !self.sample.wants_next() {
            return Ok(());
        }
        let mut input = open()?;
        input.most_bytes = MAX_BYTES;
        if input.foreign().is_some() {
            self.skipped += 1;
            return Ok(());
        }
        self.html.clear();
        input.read(|chunk| {
            self.html.extend_from_slice(chunk);
            Ok(())
        })?;
        let page = self.reader.read(&self.html, input.url.as_deref(), input.charset.as_deref());
        self.sample.add(page);
        Ok(())
    }

    fn rows(&mut self, path: &Path, name: &str, say: &mut dyn FnMut(&str)) -> Result<(), CliError> {
        let reading = |error| CliError::reading(name, &error);
        let mut lines = BufReader::new(files::open(path).map_err(reading)?);
        for number in 1_u64.. {
            let mut line = Vec::new();
            if Read::take(&mut lines, MAX_BYTES).read_until(b'\n', &mut line).map_err(reading)? == 0 {
                break;
            }
            if line.len() as u64 == MAX_BYTES && !line.ends_with(b"\n") {
                lines.skip_until(b'\n').map_err(reading)?;
                say(&format!("{name}: line {number}: expected a line of at most 256 MiB, found more"));
            } else if !line.trim_ascii().is_empty()
                && let Err(found) = self.row(&line, name)?
            {
                say(&format!(
                    "{name}: line {number}: expected a JSON object with `texts`, rendered blocks, or a string `html`, found: {found}"
                ));
            }
        }
        Ok(())
    }

    /// Reads a line with a rendered page or HTML. The inner error describes an invalid line.
    fn row(&mut self, line: &[u8], name: &str) -> Result<Result<(), String>, CliError> {
        if RenderedPage::is_one(line) {
            return Ok(RenderedPage::parse(line).map(|page| {
                if self.sample.wants_next() {
                    self.sample.add(page.to_site_page());
                }
            }));
        }
        let row: Row = match serde_json::from_slice(line) {
            Ok(row) => row,
            Err(error) => return Ok(Err(error.to_string())),
        };
        self.page(|| {
            let mut input = Input::new(name.to_string(), None, Box::new(Cursor::new(row.html.into_bytes())));
            input.url = row.url;
            input.charset = Some("utf-8".to_string());
            Ok(input)
        })
        .map(Ok)
    }

    fn records(&mut self, path: &Path, name: &str, say: &mut dyn FnMut(&str)) -> Result<(), CliError> {
        let reading = |error| CliError::reading(name, &error);
        let file = files::open_compressed(path).map_err(reading)?;
        let mut records = Records::new(Box::new(file)).map_err(reading)?;
        loop {
            match records.next_record().map_err(reading)? {
                Next::End => return Ok(()),
                Next::Damage(damage) => say(&format!("{name}: {damage}")),
                Next::Record(head) => {
                    let kind = head.get("WARC-Type").map_or(Type::Response, Type::of);
                    if matches!(kind, Type::Other(_)) || !self.record(&head, name, &mut records, say)? {
                        self.skipped += 1;
                    }
                }
            }
        }
    }

    /// Adds the page of a record. Returns `false` if it is not a page.
    fn record(
        &mut self,
        head: &Header,
        name: &str,
        block: &mut dyn Block,
        say: &mut dyn FnMut(&str),
    ) -> Result<bool, CliError> {
        let end = BlockEnd::default();
        let page = warc::record_page(head, block, &end, &self.statuses, has_signature);
        let RecordPage { payload, charset, .. } =
            match page.map_err(|error| CliError::reading(name, &error))? {
                Ok(page) => page,
                Err(SkippedRecord { damage, .. }) => {
                    if let Some(message) = damage {
                        say(&format!("{name}: {}: {message}", head.place()));
                    }
                    return Ok(false);
                }
            };
        let place = format!("{name}: record {}", head.place());
        self.page(|| {
            // A damaged page is used up to the damage.
            let mut input =
                Input::new(place, None, payload).with_ending(Box::new(|error| Ok(error.map(|_| "damaged"))));
            input.url = head.target_uri().map(String::from);
            input.charset = charset;
            Ok(input)
        })?;
        Ok(true)
    }
}
