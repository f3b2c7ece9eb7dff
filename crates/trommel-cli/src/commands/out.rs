//! Where a command writes that has one output: a file, or standard output.

use std::io::{self, BufWriter, StdoutLock, Write};
use std::path::{Path, PathBuf};

use crate::error::{CliError, STDOUT};
use crate::files::{Output, check_outputs, is_stdout, plain_name};

/// The flag that names the output.
#[derive(clap::Args, Debug, Default)]
pub(crate) struct OutFlag {
    /// File to write, compressed if its name ends in .gz or .zst; `-` is standard output, which is
    /// also the default
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
}

/// Endings of names that say a format.
const KNOWN_ENDINGS: [&str; 36] = [
    "txt", "text", "md", "markdown", "html", "htm", "xhtml", "mhtml", "json", "jsonl", "ndjson", "csv",
    "tsv", "xml", "warc", "wet", "arc", "parquet", "arrow", "feather", "pdf", "ps", "doc", "docx", "odt",
    "rtf", "epub", "xls", "xlsx", "ods", "zip", "tar", "tex", "png", "jpg", "svg",
];

/// Refuses an output whose ending says another format than those with these endings. What ends
/// otherwise is no format that is known.
pub(crate) fn expect_ending(path: &Path, endings: &[&str]) -> Result<(), CliError> {
    let name = plain_name(path).to_lowercase();
    let Some((_, found)) = name.rsplit_once('.') else { return Ok(()) };
    if endings.contains(&found) || !KNOWN_ENDINGS.contains(&found) {
        return Ok(());
    }
    let expected = match endings {
        [] => "a name without the ending of another format".to_string(),
        endings => format!("a name that ends in .{}", endings.join(" or .")),
    };
    Err(CliError::at(&path.display().to_string(), format!("expected {expected}, found .{found}")))
}

impl OutFlag {
    /// The same for its file, as [`expect_ending`].
    pub(crate) fn expect_ending(&self, endings: &[&str]) -> Result<(), CliError> {
        self.file().map_or(Ok(()), |path| expect_ending(path, endings))
    }

    /// The file to write; `None` for standard output by its usual name.
    pub(crate) fn file(&self) -> Option<&Path> {
        self.output.as_deref().filter(|path| *path != Path::new("-"))
    }

    /// Opens the output. A file gets its name when it is complete.
    ///
    /// Errors: it cannot be written, or is one of the `inputs`.
    pub(crate) fn open<'a>(&'a self, inputs: impl IntoIterator<Item = &'a Path>) -> Result<Out, CliError> {
        let Some(path) = self.file().filter(|path| !is_stdout(path)) else {
            let stdout = BufWriter::with_capacity(32 << 10, io::stdout().lock());
            return Ok(Out { name: STDOUT.to_string(), target: Target::Stdout(stdout) });
        };
        check_outputs([path], inputs)?;
        let name = path.display().to_string();
        let output = Output::create(path).map_err(|error| CliError::writing(&name, &error))?;
        Ok(Out { name, target: Target::File(Box::new(output)) })
    }
}

/// An output, buffered.
pub(crate) struct Out {
    /// Name in messages.
    pub(crate) name: String,
    target: Target,
}

enum Target {
    Stdout(BufWriter<StdoutLock<'static>>),
    File(Box<Output>),
}

impl Out {
    /// All is written.
    pub(crate) fn finish(self) -> Result<(), CliError> {
        let Self { name, target } = self;
        match target {
            Target::Stdout(mut stdout) => stdout.flush(),
            Target::File(output) => output.finish(),
        }
        .map_err(|error| CliError::writing(&name, &error))
    }

    /// Throws away what is in the buffer, which is half a line that nobody can use.
    pub(crate) fn abandon(self) {
        if let Target::Stdout(stdout) = self.target {
            let _ = stdout.into_parts();
        }
    }

    /// The error of writing it.
    pub(crate) fn error(&self, error: &io::Error) -> CliError {
        CliError::writing(&self.name, error)
    }
}

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.target {
            Target::Stdout(stdout) => stdout.write(bytes),
            Target::File(output) => output.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.target {
            Target::Stdout(stdout) => stdout.flush(),
            Target::File(output) => output.flush(),
        }
    }
}
