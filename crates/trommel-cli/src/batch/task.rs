//! One piece of work: a page, or a record that may be one.

use std::cell::RefCell;
use std::fs;
use std::io::{BufReader, Cursor};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::de::{Deserialize, Deserializer, Visitor};
use serde_json::value::RawValue;
use trommel_warc::{self as warc, Block, BlockEnd, Header, RecordPage, Skip, SkippedRecord, Statuses};

use crate::batch::args::Addresses;
use crate::batch::encode::{Encoded, Encoder};
use crate::batch::tally::Skips;
use crate::error::CliError;
use crate::files::{self, BadPacking, FoundFile, Kind, NoHtml, Told, has_signature};
use crate::json::{RecordFacts, Source};
use crate::mhtml::saved_page;
use crate::page::{Input, STDIN};
use crate::pool::Work;
use crate::settings::has_nothing_selected;

/// A piece of work, and what comes before it.
pub(crate) struct Task {
    pub(crate) kind: TaskKind,
    /// Where a later run goes on when this is done.
    pub(crate) at: Position,
    /// Records before it that are no pages.
    pub(crate) skips: Skips,
}

/// A place among the inputs.
#[derive(Clone, Debug)]
pub(crate) struct Position {
    /// Inputs before the one being read.
    pub(crate) input: u64,
    /// What that one is called.
    pub(crate) name: Arc<str>,
    /// Records, rows, pages or damaged places of it that are done.
    pub(crate) events: u64,
}

pub(crate) enum TaskKind {
    /// An input that is one page, or is told to be none when it is read.
    Page {
        file: FoundFile,
        /// What it is, if that is known.
        kind: Option<Kind>,
        /// The user says what it is.
        is_given: bool,
        /// Of standard input, the bytes that were looked at.
        begin: Option<Vec<u8>>,
    },
    /// Its block comes as a stream.
    Record(Header),
    /// A file of an archive, whose bytes come as a stream.
    Entry {
        id: String,
        /// Its path in the archive.
        name: String,
        /// Byte of the unpacked archive at which it begins.
        offset: u64,
    },
    /// A JSON object.
    Row(Vec<u8>, RowPlace),
    /// A row of a table.
    #[cfg(feature = "parquet")]
    Fields(Box<Fields>, RowPlace),
    /// There is nothing to do, but something to say in its turn.
    Nothing(TaskResult),
}

/// Where a row is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RowPlace {
    /// What the number counts.
    pub(crate) unit: &'static str,
    /// From 1 on.
    pub(crate) number: u64,
    /// Byte of the unpacked file at which it begins.
    pub(crate) unpacked_offset: Option<u64>,
}

/// What a row of a table says.
#[cfg(feature = "parquet")]
pub(crate) struct Fields {
    pub(crate) html: Option<Vec<u8>>,
    pub(crate) id: Option<String>,
    pub(crate) url: Option<String>,
}

/// What became of it.
pub(crate) struct Completed {
    pub(crate) what: TaskResult,
    pub(crate) at: Position,
    pub(crate) skips: Skips,
}

pub(crate) enum TaskResult {
    Page(Box<Page>),
    /// A record or row that is no page; and what of it is damaged.
    Skip(Skip, Option<String>),
    /// An input, or a file of an archive, that is no page.
    LeftOut(Box<LeftOutInput>),
    /// A place of an input that is damaged.
    Damage(String),
    /// An input or a page that cannot be read; or, with [`CliError::OutOfSpace`], the end of the
    /// run.
    Error(CliError),
    /// Only that the work got so far.
    Nothing,
}

/// An input that is no page.
pub(crate) struct LeftOutInput {
    /// The reason in summaries.
    pub(crate) reason: &'static str,
    /// What was found, for the user.
    pub(crate) message: String,
    /// Nobody needs to be told: it is counted alone.
    pub(crate) is_expected: bool,
    /// What of it is damaged.
    pub(crate) damage: Option<String>,
}

/// The reason of inputs that are neither HTML nor text.
const NOT_HTML: &str = "not-html";

/// A finished page.
pub(crate) struct Page {
    pub(crate) encoded: Encoded,
    pub(crate) bytes_in: u64,
    pub(crate) is_extracted: bool,
    pub(crate) is_whole: bool,
    /// A place of its file that is damaged.
    pub(crate) damage: Option<String>,
    pub(crate) has_nothing_selected: bool,
    /// What it is called, and where it is.
    pub(crate) id: Option<String>,
    pub(crate) source: Option<Source>,
}

/// Does jobs.
pub(crate) struct Worker {
    pub(crate) encoder: Encoder,
    pub(crate) statuses: Statuses,
    pub(crate) addresses: Addresses,
    pub(crate) most_bytes: u64,
}

impl Work<Task, Completed> for Worker {
    fn work(&mut self, task: Task, block: Option<&mut dyn Block>) -> Completed {
        let name = &task.at.name;
        let what = match task.kind {
            TaskKind::Nothing(what) => Ok(what),
            TaskKind::Page { file, kind, is_given, begin } => self.file(&file, kind, is_given, begin),
            TaskKind::Row(row, place) => self.row(row, place, name),
            #[cfg(feature = "parquet")]
            TaskKind::Fields(fields, place) => self.fields(*fields, place, name),
            TaskKind::Entry { id, name: entry, offset } => match block {
                Some(block) => self.entry(id, entry, offset, name, block),
                None => Ok(TaskResult::Nothing),
            },
            TaskKind::Record(head) => match block {
                Some(block) => self.record(&head, name, block),
                None => Ok(TaskResult::Nothing),
            },
        };
        Completed { what: what.unwrap_or_else(TaskResult::Error), at: task.at, skips: task.skips }
    }

    fn held_bytes(task: &Task) -> usize {
        match &task.kind {
            TaskKind::Row(row, _) => row.len(),
            #[cfg(feature = "parquet")]
            TaskKind::Fields(fields, _) => fields.html.as_ref().map_or(0, Vec::len),
            _ => 0,
        }
    }
}

/// A line of JSON with a page in it.
#[derive(serde::Deserialize)]
struct Row<'a> {
    html: Text,
    /// As it stands there: numbers have any number of digits.
    #[serde(borrow)]
    id: Option<&'a RawValue>,
    url: Option<Text>,
}

/// A string of JSON that need not be well-formed: half a surrogate pair, which Python writes,
/// becomes three bytes as if it were a character, and bytes that are not UTF-8 stay. Who decodes
/// them finds them malformed.
struct Text(Vec<u8>);

impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Bytes;
        impl Visitor<'_> for Bytes {
            type Value = Text;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("a string")
            }

            fn visit_bytes<E: serde::de::Error>(self, bytes: &[u8]) -> Result<Text, E> {
                Ok(Text(bytes.to_vec()))
            }
        }
        deserializer.deserialize_bytes(Bytes)
    }
}

impl Text {
    fn to_text(&self) -> String {
        String::from_utf8_lossy(&self.0).into_owned()
    }
}

/// What an id is called.
fn id_of(raw: &RawValue) -> String {
    serde_json::from_str(raw.get()).map_or_else(|_| raw.get().to_string(), |id: Text| id.to_text())
}

/// What is wrong with a row of JSON, and where: a line is one, whatever its parser counts.
fn json_damage(name: &str, place: RowPlace, error: &serde_json::Error) -> String {
    let (line, column) = (error.line(), error.column());
    let message = error.to_string();
    let found = message.strip_suffix(&format!(" at line {line} column {column}")).unwrap_or(&message);
    row_damage(name, place, column, found)
}

fn row_damage(name: &str, place: RowPlace, column: usize, found: &str) -> String {
    let RowPlace { unit, number, .. } = place;
    format!(
        "{name}: {unit} {number}, column {column}: expected a JSON object with a string `html`, and a string `url` or none, found: {found}"
    )
}

impl Worker {
    fn file(
        &mut self,
        file: &FoundFile,
        kind: Option<Kind>,
        is_given: bool,
        begin: Option<Vec<u8>>,
    ) -> Result<TaskResult, CliError> {
        let path = &file.path;
        let (mut input, date) = match begin {
            Some(begin) => (Input::stdin_after(begin)?, None),
            None => {
                let input = Input::open(path)?.with_id(file.id.clone());
                (input, if self.encoder.wants_date() { modified(path) } else { None })
            }
        };
        input.source = Some(Source::of_file(&input.name));
        if kind == Some(Kind::Mhtml) {
            return self.page(saved_page(input)?, None, date);
        }
        self.whole_input(input, (!is_given).then_some(path), date)
    }

    /// The page that is all of an input; as far as it goes, where its packing is broken. `path` is
    /// its name if that, and its first bytes, are to be asked what it is.
    fn whole_input(
        &mut self,
        mut input: Input<'_>,
        path: Option<&PathBuf>,
        date: Option<String>,
    ) -> Result<TaskResult, CliError> {
        let told =
            path.map(|path| input.told(Some(path).filter(|path| **path != *"-").map(PathBuf::as_path)));
        let name = input.name.clone();
        let damage = RefCell::new(None);
        let mut input = input.with_ending(Box::new(|error| {
            let Some(error) = error else { return Ok(None) };
            let stop = CliError::reading(&name, &error);
            match (BadPacking::of(&error), stop) {
                (Some(bad), CliError::Message(message)) => {
                    damage.replace(Some(message));
                    Ok(if bad.is_whole() { None } else { Some("damaged") })
                }
                (_, stop) => Err(stop),
            }
        }));
        let no_html = match told {
            Some(Told::NoHtml(found)) => Some(found),
            Some(Told::Kind(Kind::Html) | Told::Text) | None => input.foreign(),
            // It is another file than that which was looked at.
            Some(Told::Kind(kind)) => Some(NoHtml { found: kind.name(), advice: "" }),
        };
        if let Some(found) = no_html {
            // To its end, so that what is damaged there is said.
            input.read(|_| Ok(()))?;
            drop(input);
            return Ok(left_out(&name, found.found, found.advice, damage.take(), false));
        }
        let what = self.page(input, None, date)?;
        Ok(match (what, damage.take()) {
            // Nothing of it could be read.
            (TaskResult::Page(page), Some(message)) if page.bytes_in == 0 => {
                TaskResult::Error(CliError::Message(message))
            }
            (TaskResult::Page(page), damage) => TaskResult::Page(Box::new(Page { damage, ..*page })),
            (TaskResult::Skip(skip, _), damage) => TaskResult::Skip(skip, damage),
            (what, _) => what,
        })
    }

    /// The page of a file in an archive, if it is one.
    fn entry(
        &mut self,
        id: String,
        entry: String,
        offset: u64,
        archive: &str,
        block: &mut dyn Block,
    ) -> Result<TaskResult, CliError> {
        let end = BlockEnd::default();
        let name = format!("{archive}: {entry}");
        let bytes = files::unpack(end.watch(block)).map_err(|error| CliError::reading(&name, &error))?;
        let damage = RefCell::new(None);
        let mut input = Input::new(name.clone(), Some(id), Box::new(BufReader::new(bytes))).with_ending(
            Box::new(|error| {
                let found = match error {
                    Some(error) => error.to_string(),
                    None if end.is_cut() => "its end".to_string(),
                    None => return Ok(None),
                };
                damage.replace(Some(format!("{name}: expected a whole file, found a broken one: {found}")));
                Ok(Some("damaged"))
            }),
        );
        let is_named = Kind::of_name(Path::new(&entry)) == Some(Kind::Html);
        match input.told(Some(Path::new(&entry))) {
            Told::Kind(Kind::Html) => {}
            Told::Kind(kind) => {
                let advice = "unpack the archive to read it";
                return Ok(left_out(&name, kind.name(), advice, None, false));
            }
            // Pictures, style sheets and their like are what archives have next to pages.
            Told::Text => return Ok(left_out(&name, "text", "", None, true)),
            Told::NoHtml(found) => {
                return Ok(left_out(&name, found.found, found.advice, None, !is_named));
            }
        }
        input.source = Some(Source {
            file: archive.to_string(),
            unpacked_offset: Some(offset),
            entry: Some(entry),
            ..Source::default()
        });
        let what = self.page(input, None, None)?;
        Ok(match what {
            TaskResult::Page(page) => TaskResult::Page(Box::new(Page { damage: damage.take(), ..*page })),
            what => what,
        })
    }

    fn row(&mut self, json: Vec<u8>, place: RowPlace, name: &str) -> Result<TaskResult, CliError> {
        // An array would pass for an object, by the order of the fields.
        if json.trim_ascii_start().first() == Some(&b'[') {
            return Ok(TaskResult::Damage(row_damage(name, place, 1, "an array")));
        }
        let row: Row<'_> = match serde_json::from_slice(json.trim_ascii_end()) {
            Ok(row) => row,
            Err(error) => return Ok(TaskResult::Damage(json_damage(name, place, &error))),
        };
        let id = row.id.map(id_of);
        let url = row.url.map(|url| url.to_text());
        let html = row.html.0;
        // A page is held once, not also as it stands in its row.
        drop(json);
        self.row_page(html, id, url, place, name)
    }

    /// The page of a row of a table.
    #[cfg(feature = "parquet")]
    fn fields(&mut self, fields: Fields, place: RowPlace, name: &str) -> Result<TaskResult, CliError> {
        let Some(html) = fields.html else {
            let RowPlace { unit, number, .. } = place;
            let message =
                format!("{name}: {unit} {number}: expected text or bytes in the column `html`, found none");
            return Ok(TaskResult::Damage(message));
        };
        self.row_page(html, fields.id, fields.url, place, name)
    }

    fn row_page(
        &mut self,
        html: Vec<u8>,
        id: Option<String>,
        url: Option<String>,
        place: RowPlace,
        name: &str,
    ) -> Result<TaskResult, CliError> {
        let RowPlace { unit, number, unpacked_offset } = place;
        let mut input = Input::new(format!("{name}: {unit} {number}"), id, Box::new(Cursor::new(html)));
        input.url = url.filter(|url| !url.is_empty());
        input.charset = Some("utf-8".to_string());
        input.source =
            Some(Source { file: name.to_string(), row: Some(number), unpacked_offset, ..Source::default() });
        let date = if self.encoder.wants_date() && name != STDIN { modified(Path::new(name)) } else { None };
        self.page(input, None, date)
    }

    /// The page of a record, if it is one.
    fn record(&mut self, head: &Header, name: &str, block: &mut dyn Block) -> Result<TaskResult, CliError> {
        let end = BlockEnd::default();
        let page = warc::record_page(head, block, &end, &self.statuses, has_signature)
            .map_err(|error| CliError::reading(name, &error))?;
        let RecordPage { payload, http_status, content_type, charset } = match page {
            Ok(page) => page,
            Err(SkippedRecord { reason, damage }) => {
                let damage = damage.map(|message| format!("{name}: {}: {message}", head.place()));
                return Ok(TaskResult::Skip(reason, damage));
            }
        };
        let facts = RecordFacts {
            warc_record_id: head.get("WARC-Record-ID").map(String::from),
            warc_date: head.get("WARC-Date").map(String::from),
            http_status,
            content_type,
            charset: charset.clone(),
        };
        let place = format!("{name}: record {}", head.place());
        let mut input =
            Input::new(place, facts.warc_record_id.clone(), payload).with_ending(Box::new(|error| {
                end.truncated_by(error).map_err(|error| CliError::reading(name, &error))
            }));
        input.source = Some(Source {
            file: name.to_string(),
            offset: Some(head.offset),
            unpacked_offset: Some(head.unpacked_offset),
            ..Source::default()
        });
        input.url = head.target_uri().map(String::from);
        input.charset = charset;
        input.truncated = warc::declared_truncation(head).map(String::from);
        self.page(input, Some(&facts), None)
    }

    fn page(
        &mut self,
        mut input: Input<'_>,
        record: Option<&RecordFacts>,
        date: Option<String>,
    ) -> Result<TaskResult, CliError> {
        if !self.addresses.contain(input.url.as_deref()) {
            return Ok(TaskResult::Skip(Skip::Url, None));
        }
        input.most_bytes = self.most_bytes;
        if input.foreign().is_some() {
            // To its end, so that what is damaged there is said.
            input.read(|_| Ok(()))?;
            return Ok(TaskResult::Skip(Skip::ContentType, None));
        }
        let (encoded, summary) = self.encoder.make(&mut input, record, date)?;
        Ok(TaskResult::Page(Box::new(Page {
            encoded,
            bytes_in: summary.bytes_in,
            is_extracted: summary.blocks_kept > 0,
            is_whole: input.truncated.is_none(),
            damage: None,
            has_nothing_selected: has_nothing_selected(&summary),
            id: input.id,
            source: input.source,
        })))
    }
}

/// What becomes of an input, or a file in an archive, that is no page.
fn left_out(name: &str, found: &str, advice: &str, damage: Option<String>, is_expected: bool) -> TaskResult {
    let advice = if advice.is_empty() { String::new() } else { format!("; {advice}") };
    let message = format!("{name}: left out: expected a page of HTML, found {found}{advice}");
    TaskResult::LeftOut(Box::new(LeftOutInput { reason: NOT_HTML, message, is_expected, damage }))
}

/// When a file was written last, as WARC writes dates.
fn modified(path: &Path) -> Option<String> {
    let since = fs::metadata(path).ok()?.modified().ok()?.duration_since(std::time::UNIX_EPOCH).ok()?;
    Some(date_of(since.as_secs()))
}

/// Seconds since 1970 as a date. Source: Howard Hinnant, "chrono-Compatible Low-Level Date
/// Algorithms", civil_from_days.
fn date_of(seconds: u64) -> String {
    let days = seconds / 86_400 + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = year_of_era + era * 400 + u64::from(month <= 2);
    let (hour, minute, second) = (seconds / 3600 % 24, seconds / 60 % 60, seconds % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_those_of_the_calendar() {
        for (seconds, date) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_399, "2000-02-28T23:59:59Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (1_716_000_000, "2024-05-18T02:40:00Z"),
        ] {
            assert_eq!(date_of(seconds), date);
        }
    }
}
