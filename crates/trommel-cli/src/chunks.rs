//! Chunks of pages as JSON lines.

use std::io::{self, BufWriter};
use std::io::{BufRead, BufReader, Seek, Write};
use std::ops::ControlFlow;

use tempfile::SpooledTempFile;
use trommel::chunk::{Chunk, ChunkOptions};
use trommel::{Extractor, Format, Options, Sink, Summary};
use trommel_output::json::stated;
use trommel_output::{ChunkTail, ListedChunk, rounded, write_chunk};

use crate::error::CliError;
use crate::headings::OUTPUT;
use crate::page::{Input, Writing, extract};
use crate::settings::Settings;
use crate::spool::{filled, filling};

/// Flags of chunks.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = OUTPUT)]
pub(crate) struct ChunkFlags {
    /// Maximum size of a chunk: a number of tokens, estimated for any script, or of characters
    /// with `c` after it, such as 2000c [default: 512]
    #[arg(long, hide_short_help = true, value_name = "SIZE")]
    pub(crate) chunk_size: Option<ChunkOptions>,
    /// How much of its end a chunk shares with the next one, in the same unit: whole sentences, at
    /// most half of the size [default: 0]
    #[arg(long, hide_short_help = true, value_name = "SIZE")]
    pub(crate) chunk_overlap: Option<u32>,
}

impl ChunkFlags {
    /// The settings of chunks.
    pub(crate) fn options(&self) -> ChunkOptions {
        let options = self.chunk_size.clone().unwrap_or_default();
        options.with_overlap(self.chunk_overlap.unwrap_or(0))
    }

    /// The first flag that is given.
    pub(crate) fn given(&self) -> Option<&'static str> {
        let size = self.chunk_size.is_some().then_some("--chunk-size");
        size.or(self.chunk_overlap.is_some().then_some("--chunk-overlap"))
    }
}

/// Writes the chunks of pages as JSON lines.
///
/// Chunks are held until the end of the page, when its title and URL are known.
///
/// Cost: the budget; 1 MiB of chunks and a buffer. The rest goes to a temporary file.
pub(crate) struct ChunkPages {
    extractor: Extractor,
}

impl ChunkPages {
    /// A writer of chunks with these options.
    pub(crate) fn new(settings: &Settings, options: &Options, chunks: &ChunkFlags) -> Result<Self, CliError> {
        let options = options.clone().with_format(Format::Markdown).with_chunks(chunks.options());
        Ok(Self { extractor: settings.extractor(&options)? })
    }

    /// Writes the chunks of the page of `input` to `out`, one line each. `out_name` is the name of
    /// `out` in messages; without it, `out` is a temporary file.
    pub(crate) fn write(
        &mut self,
        input: &mut Input<'_>,
        out: &mut dyn Write,
        out_name: Option<&str>,
    ) -> Result<Summary, CliError> {
        let name = input.name.clone();
        let spooling = |error: &io::Error| CliError::spooling(&name, error);
        let mut lines = ChunkLines { out: Writing::plain(filling()), count: 0 };
        let summary = extract(input, &mut self.extractor, &mut lines, |lines| lines.out.check(spooling))?;
        let held = filled(lines.out.out).map_err(|error| spooling(&error))?;
        write_lines(held, lines.count, input, &summary, out).map_err(|error| match out_name {
            Some(out_name) => CliError::writing(out_name, &error),
            None => spooling(&error),
        })?;
        Ok(summary)
    }
}

/// Adds to each line what is known at the end of the page.
fn write_lines(
    mut held: SpooledTempFile,
    count: u64,
    input: &Input<'_>,
    summary: &Summary,
    out: &mut dyn Write,
) -> io::Result<()> {
    held.rewind()?;
    let metadata = &summary.metadata;
    let url = input.url.as_deref().or(stated(&metadata.url));
    let page = input.id.as_deref();
    let key = page.or(url).unwrap_or("page");
    let id = |number: u64| format!("{key}#{number}");
    for (number, line) in (0..count).zip(BufReader::new(held).lines()) {
        let line = line?;
        let tail = ChunkTail {
            previous: number.checked_sub(1).map(id),
            next: (number + 1 < count).then(|| id(number + 1)),
            page,
            url,
            title: stated(&metadata.title),
            date: stated(&metadata.date),
            lang: stated(&metadata.lang),
            confidence: summary.confidence.map(rounded),
            source: input.source.as_ref(),
        };
        write_chunk(&id(number), &line, &tail, out)?;
    }
    Ok(())
}

/// A sink that writes each chunk as a line.
struct ChunkLines {
    out: Writing<BufWriter<SpooledTempFile>>,
    count: u64,
}

impl Sink for ChunkLines {
    fn text(&mut self, _: &str) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn chunk(&mut self, chunk: &Chunk<'_>) -> ControlFlow<()> {
        self.count += 1;
        self.out.json_line(&ListedChunk::from(chunk))
    }
}
