//! One page: from an input, through an extractor, to a writer.

use std::io::{self, Read, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use trommel::{Extractor, Sink, Summary};

use super::stop::Stop;
use crate::batch;

/// Bytes read at once.
const CHUNK_BYTES: usize = 64 << 10;

/// An input that is open, and what it is called in messages.
pub(crate) struct Input {
    pub(crate) name: String,
    /// Names the page in JSON; standard input has no id.
    pub(crate) id: Option<String>,
    bytes: Box<dyn Read + Send>,
}

impl Input {
    /// The file at `path`.
    pub(crate) fn open(path: &Path) -> Result<Self, Stop> {
        let name = path.display().to_string();
        let bytes = batch::open(path).map_err(|error| Stop::reading(&name, &error))?;
        Ok(Self { name, id: Some(batch::page_id(path)), bytes })
    }

    /// The file at `path`, or standard input without one or for `-`.
    pub(crate) fn open_or_stdin(path: Option<&PathBuf>) -> Result<Self, Stop> {
        match path {
            Some(path) if path != Path::new("-") => Self::open(path),
            _ => {
                let name = "standard input".to_string();
                let bytes = batch::unpack(io::stdin()).map_err(|error| Stop::reading(&name, &error))?;
                Ok(Self { name, id: None, bytes })
            }
        }
    }

    /// Reads all of the input and gives it to `take` chunk by chunk.
    pub(crate) fn read(&mut self, mut take: impl FnMut(&[u8]) -> Result<(), Stop>) -> Result<(), Stop> {
        let mut buffer = vec![0; CHUNK_BYTES];
        loop {
            match self.bytes.read(&mut buffer) {
                Ok(0) => return Ok(()),
                Ok(read) => take(&buffer[..read])?,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(Stop::reading(&self.name, &error)),
            }
        }
    }
}

/// Writes rendered pieces as they come, and keeps the error that ended that.
pub(crate) struct Writing<W> {
    pub(crate) out: W,
    /// How a piece is written.
    write: fn(&str, &mut W) -> io::Result<()>,
    error: Option<io::Error>,
}

impl<W: Write> Writing<W> {
    /// Pieces go to `out` as they are.
    pub(crate) fn plain(out: W) -> Self {
        Self::by(out, |piece, out| out.write_all(piece.as_bytes()))
    }

    /// Pieces go to `out` by way of `write`.
    pub(crate) fn by(out: W, write: fn(&str, &mut W) -> io::Result<()>) -> Self {
        Self { out, write, error: None }
    }

    /// The error that ended the writing, if there was one. `name` is the output.
    pub(crate) fn check(&mut self, name: &str) -> Result<(), Stop> {
        match self.error.take() {
            Some(error) => Err(Stop::writing(name, &error)),
            None => Ok(()),
        }
    }
}

impl<W: Write> Sink for Writing<W> {
    fn rendered(&mut self, piece: &str) -> ControlFlow<()> {
        match (self.write)(piece, &mut self.out) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                self.error = Some(error);
                ControlFlow::Break(())
            }
        }
    }
}

/// The page of `input` through `extractor` to `sink`. `check` is asked after each chunk whether the sink is in trouble.
pub(crate) fn extract<S: Sink>(
    input: &mut Input,
    extractor: &mut Extractor,
    sink: &mut S,
    mut check: impl FnMut(&mut S) -> Result<(), Stop>,
) -> Result<Summary, Stop> {
    let name = input.name.clone();
    extractor.reset();
    input.read(|chunk| {
        extractor.push_to(chunk, sink).map_err(|error| Stop::at(&name, error))?;
        check(sink)
    })?;
    let summary = extractor.finish_to(sink).map_err(|error| Stop::at(&name, error))?;
    check(sink)?;
    Ok(summary)
}
