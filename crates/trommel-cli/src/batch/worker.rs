//! Workers that process tasks.

use std::cell::RefCell;
use std::io::{BufReader, Cursor};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use trommel::repeats::Repeats;
use trommel_output::{RecordFacts, Source};
use trommel_warc::{self as warc, Block, BlockEnd, Header, RecordPage, Skip, SkippedRecord, Statuses};

use crate::batch::addresses::Addresses;
use crate::batch::date::modified;
use crate::batch::encode::Encoder;
use crate::batch::row::{Row, id_of, json_damage, row_damage};
#[cfg(feature = "parquet")]
use crate::batch::task::Fields;
use crate::batch::task::{
    Completed, LeftOutInput, Origin, Page, RowPlace, SkippedPage, Task, TaskKind, TaskResult,
};
use crate::duplicates::duplicate_of;
use crate::error::CliError;
use crate::files::{self, BadCompression, FoundFile, InputFormat, NoHtml, Sniffed, has_signature};
use crate::mhtml::saved_page;
use crate::page::{Input, STDIN, no_html};
use crate::pool::Work;
use crate::remote::web_address;
use crate::settings::has_nothing_selected;
use crate::stderr::{is_verbose, shown};

/// Reason for inputs that are neither HTML nor text.
const NOT_HTML: &str = "not-html";

/// Reason for pages whose content appeared on an earlier page.
const DUPLICATE: &str = "duplicate";

pub(crate) struct Worker {
    pub(crate) encoder: Encoder,
    pub(crate) statuses: Statuses,
    pub(crate) addresses: Addresses,
    pub(crate) most_bytes: u64,
    /// Leaves out pages whose content appeared on an earlier page.
    pub(crate) drop_duplicates_of: Option<Arc<Repeats>>,
}

impl Work<Task, Completed> for Worker {
    fn work(&mut self, task: Task, block: Option<&mut dyn Block>) -> Completed {
        let name = &task.at.name;
        let what = match task.kind {
            TaskKind::Nothing(what) => Ok(what),
            TaskKind::Page { file, kind, is_given, origin } => self.file(&file, kind, is_given, origin),
            TaskKind::Row(row, place) => self.row(row, place, name),
            #[cfg(feature = "parquet")]
            TaskKind::Fields(fields, place) => self.fields(*fields, place, name),
            TaskKind::Entry { id, name: entry, offset } => match block {
                Some(block) => self.entry(id, entry, offset, name, block),
                None => Ok(TaskResult::Nothing),
            },
            TaskKind::Record { head, file } => match block {
                Some(block) => self.record(&head, file.as_deref().unwrap_or(name), block),
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

impl Worker {
    fn file(
        &mut self,
        file: &FoundFile,
        kind: Option<InputFormat>,
        is_given: bool,
        origin: Origin,
    ) -> Result<TaskResult, CliError> {
        let path = &file.path;
        let (mut input, date) = match origin {
            Origin::Pipe(pipe) => {
                let is_named = path != Path::new("-");
                let name =
                    if is_named { shown(&files::name_of(path)).into_owned() } else { STDIN.to_string() };
                (Input::pipe(name, is_named.then(|| file.id.clone()), pipe.into_bytes())?, None)
            }
            Origin::Remote(remote) => {
                let input = Input::remote(path, *remote)?.with_id(file.id.clone());
                (input.at(web_address(path).as_deref()), None)
            }
            Origin::File => {
                let input = Input::open(path)?.with_id(file.id.clone());
                (input, if self.encoder.wants_date() { modified(path) } else { None })
            }
        };
        input.source = Some(Source::of_file(&input.name));
        if kind == Some(InputFormat::Mhtml) {
            return self.page(saved_page(input)?, None, date);
        }
        self.whole_input(input, (!is_given).then_some(path), date)
    }

    /// Extracts an input that is one page, as far as its compression is intact. With `path`, the
    /// format is recognised first, by the name and the first bytes.
    fn whole_input(
        &mut self,
        mut input: Input<'_>,
        path: Option<&PathBuf>,
        date: Option<String>,
    ) -> Result<TaskResult, CliError> {
        let sniffed =
            path.map(|path| input.sniff(Some(path).filter(|path| **path != *"-").map(PathBuf::as_path)));
        if sniffed == Some(Sniffed::Text) {
            input = input.into_text();
        }
        let name = input.name.clone();
        let damage = RefCell::new(None);
        let mut input = input.with_ending(Box::new(|error| {
            let Some(error) = error else { return Ok(None) };
            let stop = CliError::reading(&name, &error);
            match (BadCompression::of(&error), stop) {
                (Some(bad), CliError::Message(message)) => {
                    damage.replace(Some(message));
                    Ok(if bad.is_whole() { None } else { Some("damaged") })
                }
                (_, stop) => Err(stop),
            }
        }));
        let foreign = match sniffed {
            Some(Sniffed::NoHtml(found)) => Some(found),
            Some(Sniffed::Format(InputFormat::Html) | Sniffed::Text) | None => input.foreign(),
            // The file has changed since it was recognised.
            Some(Sniffed::Format(kind)) => Some(NoHtml::of(kind.name(), "")),
        };
        if let Some(found) = foreign.filter(|found| found.is_compressed) {
            return Err(no_html(&name, found));
        }
        if let Some(found) = foreign {
            // Read to the end, so that damage there is reported.
            input.read(|_| Ok(()))?;
            drop(input);
            return Ok(left_out(&name, found.found, found.advice, damage.take(), false));
        }
        let what = self.page(input, None, date)?;
        Ok(match (what, damage.take()) {
            (TaskResult::Page(page), Some(message)) if page.bytes_in == 0 => TaskResult::Damage(message),
            (what, damage) => with_damage(what, damage),
        })
    }

    /// Extracts a file of an archive, if it is a page.
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
        let bytes = files::decompress(end.watch(block)).map_err(|error| CliError::reading(&name, &error))?;
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
        let is_named = InputFormat::of_name(Path::new(&entry)) == Some(InputFormat::Html);
        match input.sniff(Some(Path::new(&entry))) {
            Sniffed::Format(InputFormat::Html) => {}
            Sniffed::Format(kind) => {
                let advice = "decompress the archive to read it";
                return Ok(left_out(&name, kind.name(), advice, None, false));
            }
            // Archives of pages usually contain images and style sheets as well.
            Sniffed::Text => return Ok(left_out(&name, "text", "", None, true)),
            Sniffed::NoHtml(found) => {
                return Ok(left_out(&name, found.found, found.advice, None, !is_named));
            }
        }
        input.source = Some(Source {
            file: archive.to_string(),
            uncompressed_offset: Some(offset),
            entry: Some(entry),
            ..Source::default()
        });
        let what = self.page(input, None, None)?;
        Ok(with_damage(what, damage.take()))
    }

    fn row(&mut self, json: Vec<u8>, place: RowPlace, name: &str) -> Result<TaskResult, CliError> {
        // `Row` would accept an array, with the fields in order.
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
        // Drop the row, so that the page is held only once.
        drop(json);
        self.row_page(html, id, url, place, name)
    }

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
        let RowPlace { unit, number, uncompressed_offset } = place;
        let bytes = Box::new(Cursor::new(html));
        let mut input = Input::new(format!("{name}: {unit} {number}"), id, bytes).at(url.as_deref());
        input.charset = Some("utf-8".to_string());
        input.source = Some(Source {
            file: name.to_string(),
            row: Some(number),
            uncompressed_offset,
            ..Source::default()
        });
        let date =
            if self.encoder.wants_date() && name != STDIN { modified(&files::path_of(name)) } else { None };
        self.page(input, None, date)
    }

    fn record(&mut self, head: &Header, name: &str, block: &mut dyn Block) -> Result<TaskResult, CliError> {
        let end = BlockEnd::default();
        let page = warc::record_page(head, block, &end, &self.statuses, has_signature)
            .map_err(|error| CliError::reading(name, &error))?;
        let RecordPage { payload, http_status, content_type, charset } = match page {
            Ok(page) => page,
            Err(SkippedRecord { reason, damage }) => {
                let damage = damage.map(|message| format!("{name}: {}: {message}", head.place()));
                let place = is_verbose().then(|| format!("{name}: record {}", head.place()));
                return Ok(TaskResult::Skip(SkippedPage { reason, damage, place }));
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
            Input::new(place, facts.warc_record_id.clone(), payload).at(head.target_uri()).with_ending(
                Box::new(|error| end.truncated_by(error).map_err(|error| CliError::reading(name, &error))),
            );
        input.source = Some(Source {
            file: name.to_string(),
            offset: Some(head.offset),
            uncompressed_offset: Some(head.uncompressed_offset),
            ..Source::default()
        });
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
            return Ok(skipped(Skip::Url, &input));
        }
        input.most_bytes = self.most_bytes;
        if input.foreign().is_some() {
            // Read to the end, so that damage there is reported.
            input.read(|_| Ok(()))?;
            return Ok(skipped(Skip::ContentType, &input));
        }
        let (encoded, summary) = self.encoder.make(&mut input, record, date)?;
        let first = duplicate_of(self.drop_duplicates_of.as_ref(), &summary, input.id.as_deref());
        if let Some(first) = first {
            let message = format!("{}: left out: duplicate of {}", input.name, shown(first));
            let left = LeftOutInput { reason: DUPLICATE, message, is_expected: true, damage: None };
            return Ok(TaskResult::LeftOut(Box::new(left)));
        }
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

fn skipped(reason: Skip, input: &Input<'_>) -> TaskResult {
    let place = is_verbose().then(|| input.name.clone());
    TaskResult::Skip(SkippedPage { reason, damage: None, place })
}

fn with_damage(what: TaskResult, damage: Option<String>) -> TaskResult {
    match what {
        TaskResult::Page(page) => TaskResult::Page(Box::new(Page { damage, ..*page })),
        TaskResult::Skip(skipped) => TaskResult::Skip(SkippedPage { damage, ..skipped }),
        TaskResult::LeftOut(input) => TaskResult::LeftOut(Box::new(LeftOutInput { damage, ..*input })),
        what => what,
    }
}

/// The result for an input or a file of an archive that is not a page.
fn left_out(name: &str, found: &str, advice: &str, damage: Option<String>, is_expected: bool) -> TaskResult {
    let advice = if advice.is_empty() { String::new() } else { format!("; {advice}") };
    let message = format!("{name}: left out: expected an HTML page, found {found}{advice}");
    TaskResult::LeftOut(Box::new(LeftOutInput { reason: NOT_HTML, message, is_expected, damage }))
}
