//! `trommel segments [FILE]`: lists the segments and menus of a page.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;

use serde::Serialize;
use trommel::{Method, Sink, blocks::Segment, methods::WordsLeaves};

use crate::commands::extract::status;
use crate::commands::out::OutFlag;
use crate::error::{CliError, Status};
use crate::page::{Input, Writing, extract};
use crate::settings::{PageSettings, Settings};

const LONG_ABOUT: &str = "\
List the parts of a page, one JSON line each: its main content, then other parts by relevance, then its menus.

The words-leaves method finds the element with the densest text, and then repeats that on the rest of the page. Menus are \
elements of links with one or two words. Segments do not overlap.";

const AFTER_LONG: &str = "\
Fields:
  index       number of the segment, from 0, by relevance
  kind        \"content\": the text kept by -m words-leaves; \"block\": the most relevant part of
              the rest; \"menu\", in page order
  relevance   relevance in the page without the earlier segments; null for menus
  offset      place of its first line-block in the page, as in `trommel blocks`
  tag         its element; #text for text between elements
  blocks, words, links, link_words
              counts in the segment; link_words are words inside links
  text        its text, one line per line-block

A page that exceeds the budget is read in parts, and each part has its own segments.

Examples:
  trommel segments page.html | jq -r 'select(.kind == \"menu\") | .text'
  trommel segments --most 3 page.html | jq -c '[.kind, .tag, .words, .text[:40]]'

Exit codes:
  0  done, also if the reader of the output closed it
  1  the page has no segments
  2  error: one line on standard error says where and what";

/// Maximum of the option for the number of segments.
const MAX: u16 = 1000;

/// List the parts of a page by relevance, and its menus, as JSON lines
#[derive(Debug, clap::Args)]
#[command(long_about = LONG_ABOUT, after_long_help = AFTER_LONG)]
pub(crate) struct Args {
    /// HTML or text, optionally compressed with gzip or zstd; standard input if missing or `-`
    file: Option<PathBuf>,
    #[command(flatten)]
    out: OutFlag,
    /// Maximum number of segments and of menus, up to 1000; per part for a page that exceeds the
    /// budget
    #[arg(long, value_name = "N", allow_negative_numbers = true, default_value_t = 20, value_parser = clap::value_parser!(u16).range(1..=i64::from(MAX)))]
    most: u16,
    #[command(flatten)]
    settings: PageSettings,
}

#[derive(Serialize)]
struct Row<'a> {
    index: u64,
    kind: &'static str,
    relevance: Option<f64>,
    offset: u64,
    tag: &'static str,
    blocks: usize,
    words: u64,
    links: u64,
    link_words: u64,
    text: &'a str,
}

/// Writes a line for each segment.
struct Rows<W> {
    out: Writing<W>,
    most: usize,
    segments: u64,
    text: String,
}

pub(crate) fn run(args: &Args) -> Result<Status, CliError> {
    args.out.expect_ending(&["jsonl", "ndjson", "json"])?;
    let settings = Settings::from(args.settings.clone());
    let options = settings.options(Method::WordsLeaves(WordsLeaves::DEFAULT))?.with_fallback(false);
    let mut extractor = settings.extractor(&options)?;
    let mut input = Input::open_or_stdin(args.file.as_ref())?;
    let most = usize::from(args.most);
    let read = args.file.as_deref().into_iter().chain(settings.files());
    let out = args.out.open(read)?;
    let name = out.name.clone();
    let mut rows = Rows { out: Writing::plain(out), most, segments: 0, text: String::new() };
    let check = |rows: &mut Rows<_>| rows.out.check(|error| CliError::writing(&name, error));
    let summary = extract(&mut input, &mut extractor, &mut rows, check)?;
    rows.out.out.finish()?;
    Ok(status(&input, &summary, rows.segments))
}

impl<W: Write> Sink for Rows<W> {
    fn text(&mut self, _: &str) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn segment(&mut self, segment: &Segment<'_>) -> ControlFlow<()> {
        self.segments += 1;
        self.text.clear();
        self.text.extend(segment.text());
        let row = Row {
            index: segment.index(),
            kind: segment.kind().name(),
            relevance: segment.relevance(),
            offset: segment.offset(),
            tag: segment.tag(),
            blocks: segment.blocks(),
            words: segment.words(),
            links: segment.links(),
            link_words: segment.link_words(),
            text: &self.text,
        };
        self.out.json_line(&row)
    }

    fn wants_segments(&self) -> usize {
        self.most
    }
}
