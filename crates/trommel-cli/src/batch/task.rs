//! Units of work: a page, or a record that may be one.

use std::io::{Cursor, Read};
use std::sync::Arc;

use trommel_output::Source;
use trommel_warc::{Header, Skip};

use crate::batch::made::Encoded;
use crate::batch::tally::Skips;
use crate::error::CliError;
use crate::files::{FoundFile, InputFormat};
use crate::remote::RemoteFile;

pub(crate) struct Task {
    pub(crate) kind: TaskKind,
    /// Where a later run continues after this task.
    pub(crate) at: Position,
    /// Records before it that are not pages.
    pub(crate) skips: Skips,
}

/// A position in the inputs.
#[derive(Clone, Debug)]
pub(crate) struct Position {
    /// Inputs before the one being read.
    pub(crate) input: u64,
    pub(crate) name: Arc<str>,
    /// Its completed records, rows, pages or damaged places.
    pub(crate) events: u64,
}

/// Source of the bytes of an input.
pub(crate) enum Origin {
    File,
    /// Standard input, or a pipe. It can be read only once.
    Pipe(Pipe),
    /// A URL. The bytes already read are fetched again.
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
    /// An input that is one page, or turns out not to be when it is read.
    Page {
        file: FoundFile,
        /// Its format, if known.
        kind: Option<InputFormat>,
        /// Whether the user gave the format.
        is_given: bool,
        origin: Origin,
    },
    /// A record. Its block comes as a stream.
    Record {
        head: Header,
        /// Its file, if that is not the input.
        file: Option<Arc<str>>,
    },
    /// A file of an archive, whose bytes come as a stream.
    Entry { id: String, name: String, offset: u64 },
    /// A JSON object.
    Row(Vec<u8>, RowPlace),
    /// A row of a table.
    #[cfg(feature = "parquet")]
    Fields(Box<Fields>, RowPlace),
    /// No work, but a message in order with the others.
    Nothing(TaskResult),
}

/// Place of a row.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RowPlace {
    /// Unit of `number`, such as "line".
    pub(crate) unit: &'static str,
    /// Counted from 1.
    pub(crate) number: u64,
    /// Offset in the uncompressed file.
    pub(crate) uncompressed_offset: Option<u64>,
}

/// Fields of a table row.
#[cfg(feature = "parquet")]
pub(crate) struct Fields {
    pub(crate) html: Option<Vec<u8>>,
    pub(crate) id: Option<String>,
    pub(crate) url: Option<String>,
}

pub(crate) struct Completed {
    pub(crate) what: TaskResult,
    pub(crate) at: Position,
    pub(crate) skips: Skips,
}

pub(crate) enum TaskResult {
    Page(Box<Page>),
    Skip(SkippedPage),
    /// An input or a file of an archive that is not a page.
    LeftOut(Box<LeftOutInput>),
    /// A damaged place of an input.
    Damage(String),
    /// An input or a page that cannot be read. [`CliError::OutOfSpace`] ends the run.
    Error(CliError),
    /// Progress without a result.
    Nothing,
}

pub(crate) struct SkippedPage {
    pub(crate) reason: Skip,
    /// Damage found in it.
    pub(crate) damage: Option<String>,
    /// Its place, in verbose mode.
    pub(crate) place: Option<String>,
}

pub(crate) struct LeftOutInput {
    pub(crate) reason: &'static str,
    pub(crate) message: String,
    /// Counted without a message.
    pub(crate) is_expected: bool,
    /// Damage found in it.
    pub(crate) damage: Option<String>,
}

pub(crate) struct Page {
    pub(crate) encoded: Encoded,
    pub(crate) bytes_in: u64,
    pub(crate) is_extracted: bool,
    pub(crate) is_whole: bool,
    /// Damage found in its file.
    pub(crate) damage: Option<String>,
    pub(crate) has_nothing_selected: bool,
    pub(crate) id: Option<String>,
    pub(crate) source: Option<Source>,
}
