//! `trommel blocks [FILE]`: explains why each line-block was kept or dropped.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;

use serde::Serialize;
use trommel::{
    Format, LineBlock, Method, Sink,
    blocks::{Contribution, RecordId, TableCell, Verdict},
};

use crate::choices;
use crate::commands::extract::status;
use crate::commands::out::OutFlag;
use crate::error::{CliError, Status};
use crate::headings::CONTENT;
use crate::page::{Input, Writing, extract};
use crate::settings::Settings;

const LONG_ABOUT: &str = "\
Explain a page: one JSON line per line-block, kept or dropped.

A line-block is the text between two block-level tags. Lines are written in page order as soon as they are decided. If text from \
JSON-LD is used instead, they are in reading order.";

const AFTER_LONG: &str = "\
Fields:
  index     number of the block on the page, from 0
  offset    byte of its first character that is not a space; if the page is not in UTF-8, byte
            of the page converted to UTF-8
  tag       the innermost block-level element around it; empty if there is none
  path      the innermost eight block-level elements around it, outermost first, separated
            by spaces
  depth     number of open elements around it
  chars, words, tags, links
            counts in the block; in Chinese and Japanese each character is a word, in Thai,
            Lao, Khmer, Burmese and Tibetan two letters are a word
  ttr       text-to-tag ratio: characters per tag
  attr      anchor-text ratio: share of characters inside links
  tkd       title keyword density
  hidden    whether the page hides it
  score     score of the learned method, in logits. Half of it is the mean over blocks with
            the same elements around them, the other half its own score, or that of a
            similar block shortly before it. Null for other methods; with trees, also
            null for blocks that are never content: navigation, page footer, dialogs
  facts     up to five features that affect the trees' score most, strongest first: name,
            value, and change of that score in logits (positive: towards content). Null if
            there is no score. Trees contribute four tenths of a block's own score, or
            nothing if the network beside them is certain. Values are those given to the
            trees: in chars and ttr, a character that is a word counts five
  phrase    one or two words among its first with the greatest weight in the model's text
            table: text, logits. Null without a score, or without known words
  record    in cards, items and rows: group, the number of a group of similar records, and
            element, the number of the record; else null. Blocks of short records do not
            score below the mean of their group
  verdict   \"kept\" or \"dropped\"
  role      of kept blocks: title, byline, summary, heading, paragraph, list, table, code,
            formula, quote, caption, post, comment; of dropped ones: navigation, footer,
            aside, related, promotion, form, share, consent, hidden, duplicate, low-score,
            byline, caption, comment
  level     of headings: 1 to 6; else null
  list_depth, quote_depth
            number of lists and quotations around it
  cell      in data tables: number of the table, row and column from 1, columns and rows that
            the cell spans, whether it is a header; else null
  markdown  with --markdown: the block alone as Markdown
  language  with --markdown: language of the code; null if the page states none
  done      with --markdown: whether a task is done; null if it is not a task
  formulas  with --markdown: its formulas, as TeX
  text      its text

Examples:
  trommel blocks page.html | jq -r 'select(.verdict == \"dropped\") | .text'
  trommel blocks page.html | jq -c 'select(.facts) | [.text[:40], .facts[0].name]'
  trommel blocks --markdown page.html | jq -r 'select(.role == \"code\") | .markdown'
  trommel blocks -m tag-ratio page.html | jq -c '[.verdict, .ttr, .text[:40]]'

Exit codes:
  0  done, also if the reader of the output closed it
  1  the page has no line-blocks
  2  error: one line on standard error says where and what";

/// Explain a page: one JSON line per line-block, kept or dropped
#[derive(Debug, clap::Args)]
#[command(long_about = LONG_ABOUT, after_long_help = AFTER_LONG)]
pub(crate) struct Args {
    /// HTML or text, optionally compressed with gzip or zstd; standard input if missing or `-`
    file: Option<PathBuf>,
    #[command(flatten)]
    out: OutFlag,
    /// Extraction method
    #[arg(short, long, help_heading = CONTENT, default_value_t, value_parser = choices::method())]
    method: Method,
    /// Add Markdown, the language of code, the state of tasks, and formulas
    #[arg(long)]
    markdown: bool,
    /// Keep links in Markdown
    #[arg(long, requires = "markdown")]
    links: bool,
    #[command(flatten)]
    settings: Settings,
}

#[derive(Serialize)]
struct Row<'a> {
    index: u64,
    offset: u64,
    tag: &'static str,
    path: String,
    depth: u16,
    chars: u32,
    words: u32,
    tags: u32,
    links: u16,
    ttr: f32,
    attr: f32,
    tkd: f32,
    hidden: bool,
    score: Option<f32>,
    facts: Option<Vec<Moved>>,
    phrase: Option<Phrase<'a>>,
    record: Option<RecordRow>,
    verdict: &'static str,
    role: &'static str,
    level: Option<u8>,
    list_depth: u16,
    quote_depth: u16,
    cell: Option<CellRow>,
    #[serde(flatten)]
    markup: Option<Markup<'a>>,
    text: &'a str,
}

#[derive(Serialize)]
struct Markup<'a> {
    markdown: String,
    language: Option<&'a str>,
    done: Option<bool>,
    formulas: Vec<String>,
}

impl<'a> Markup<'a> {
    fn of(block: &LineBlock<'a>) -> Self {
        let mut markdown = String::new();
        block.write_markdown(&mut |piece| markdown.push_str(piece));
        let (language, done) = (block.code_language(), block.task_done());
        Self { markdown, language, done, formulas: block.formulas() }
    }
}

#[derive(Serialize)]
struct CellRow {
    table: u8,
    row: u16,
    column: u8,
    colspan: u16,
    rowspan: u16,
    header: bool,
}

impl From<TableCell> for CellRow {
    fn from(cell: TableCell) -> Self {
        Self {
            table: cell.table,
            row: cell.row,
            column: cell.column,
            colspan: cell.columns_spanned,
            rowspan: cell.rows_spanned,
            header: cell.is_header,
        }
    }
}

/// A feature that changed the score.
#[derive(Serialize)]
struct Moved {
    name: &'static str,
    value: f32,
    moved: f32,
}

/// The record that a block is part of.
#[derive(Serialize)]
struct RecordRow {
    group: u16,
    element: u16,
}

/// The words that weigh most in the text table.
#[derive(Serialize)]
struct Phrase<'a> {
    text: &'a str,
    logits: f32,
}

impl From<Contribution> for Moved {
    fn from(Contribution { name, value, moved, .. }: Contribution) -> Self {
        Self { name, value, moved }
    }
}

/// Writes a line for each block.
struct Rows<W> {
    out: Writing<W>,
    with_markdown: bool,
    text: String,
}

pub(crate) fn run(args: &Args) -> Result<Status, CliError> {
    args.out.expect_ending(&["jsonl", "ndjson", "json"])?;
    args.settings.expect_markdown(false)?;
    let mut options = args.settings.options(args.method)?;
    if args.markdown {
        options = options.with_format(Format::Markdown).with_links(args.links);
    }
    let mut extractor = args.settings.extractor(&options)?;
    let mut input = Input::open_or_stdin(args.file.as_ref())?;
    let read = args.file.as_deref().into_iter().chain(args.settings.files());
    let out = args.out.open(read)?;
    let name = out.name.clone();
    let mut rows = Rows { out: Writing::plain(out), with_markdown: args.markdown, text: String::new() };
    let check = |rows: &mut Rows<_>| rows.out.check(|error| CliError::writing(&name, error));
    let summary = extract(&mut input, &mut extractor, &mut rows, check)?;
    rows.out.out.finish()?;
    Ok(status(&input, &summary, summary.blocks_total))
}

impl<W: Write> Sink for Rows<W> {
    fn text(&mut self, _: &str) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn block(&mut self, block: &LineBlock<'_>) -> ControlFlow<()> {
        self.text.clear();
        self.text.extend(block.text());
        let mut path: Vec<_> = block.path().collect();
        path.reverse();
        let row = Row {
            index: block.index(),
            offset: block.offset(),
            tag: block.tag(),
            path: path.join(" "),
            depth: block.depth(),
            chars: block.chars(),
            words: block.words(),
            tags: block.tags(),
            links: block.links(),
            ttr: block.ttr(),
            attr: block.attr(),
            tkd: block.tkd(),
            hidden: block.is_hidden(),
            score: block.score(),
            facts: block.contributions().map(|facts| facts.map(Moved::from).collect()),
            phrase: block.key_phrase().map(|phrase| Phrase { text: &phrase.text, logits: phrase.weight }),
            record: block.record().map(|RecordId { group, element, .. }| RecordRow { group, element }),
            verdict: if block.verdict() == Verdict::Kept { "kept" } else { "dropped" },
            role: block.role().name(),
            level: block.level(),
            list_depth: block.list_depth(),
            quote_depth: block.quote_depth(),
            cell: block.cell().map(CellRow::from),
            markup: self.with_markdown.then(|| Markup::of(block)),
            text: &self.text,
        };
        self.out.json_line(&row)
    }

    fn wants_contributions(&self) -> bool {
        true
    }
}
