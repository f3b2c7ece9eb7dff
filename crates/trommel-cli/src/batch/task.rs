//! One piece of work: a page, or a record that may be one.

use std::io::{Cursor, Read};
use std::sync::Arc;

use trommel_warc::{Header, Skip};

use crate::batch::made::Encoded;
use crate::batch::tally::Skips;
use crate::error::CliError;
use crate::files::{FoundFile, InputFormat};
use crate::remote::RemoteFile;
use crate::source::Source;

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

/// Where the bytes of an input come from.
pub(crate) enum Origin {
    File,
    /// Standard input, or a pipe with a name. It can be read only once.
    Pipe(Pipe),
    /// An address; what was looked at comes again.
    Remote(Box<RemoteFile>),
}

/// The bytes of a pipe.
pub(crate) struct Pipe {
    /// The first bytes, which were looked at.
    pub(crate) begin: Vec<u8>,
    /// The other bytes.
    pub(crate) rest: Box<dyn Read + Send>,
}

impl Pipe {
    /// All bytes, from the first one on.
    pub(crate) fn into_bytes(self) -> Box<dyn Read + Send> {
        Box::new(Cursor::new(self.begin).chain(self.rest))
    }
}

pub(crate) enum TaskKind {
    /// An input that is one page, or is told to be none when it is read.
    Page {
        file: FoundFile,
        /// What it is, if that is known.
        kind: Option<InputFormat>,
        /// The user says what it is.
        is_given: bool,
        origin: Origin,
    },
    /// Its block comes as a stream.
    Record {
        head: Header,
        /// Whether the places in the uncompressed file are known.
        has_uncompressed_offset: bool,
        /// The file that it is in, if that is not the input.
        file: Option<Arc<str>>,
    },
    /// A file of an archive, whose bytes come as a stream.
    Entry {
        id: String,
        /// Its path in the archive.
        name: String,
        /// Byte of the uncompressed archive at which it begins.
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
    /// Byte of the uncompressed file at which it begins.
    pub(crate) uncompressed_offset: Option<u64>,
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
    Skip(SkippedPage),
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

/// A record or row that is no page.
pub(crate) struct SkippedPage {
    pub(crate) reason: Skip,
    /// What of it is damaged.
    pub(crate) damage: Option<String>,
    /// Where it is, if the user wants to know.
    pub(crate) place: Option<String>,
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
