//! The output of commands with a single one: a file, or standard output.

use std::io::{self, BufWriter, StdoutLock, Write};
use std::path::{Path, PathBuf};

use crate::error::{CliError, STDOUT};
use crate::files::{Output, check_outputs, is_stdout, plain_name};
use crate::headings::OUTPUT;

/// The output flag.
#[derive(clap::Args, Debug, Default)]
#[command(next_help_heading = OUTPUT)]
pub(crate) struct OutFlag {
    /// Output file, compressed if its name ends in .gz or .zst; `-`, the default, is standard
    /// output
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
}

/// Extensions of known formats.
const KNOWN_ENDINGS: [&str; 36] = [
    "txt", "text", "md", "markdown", "html", "htm", "xhtml", "mhtml", "json", "jsonl", "ndjson", "csv",
    "tsv", "xml", "warc", "wet", "arc", "parquet", "arrow", "feather", "pdf", "ps", "doc", "docx", "odt",
    "rtf", "epub", "xls", "xlsx", "ods", "zip", "tar", "tex", "png", "jpg", "svg",
];

/// Rejects an output whose extension stands for another format than `endings`. Unknown extensions
/// are allowed.
pub(crate) fn expect_ending(path: &Path, endings: &[&str]) -> Result<(), CliError> {
    let name = plain_name(path).to_lowercase();
    let Some((_, found)) = name.rsplit_once('.') else { return Ok(()) };
    if endings.contains(&found) || !KNOWN_ENDINGS.contains(&found) {
        return Ok(());
    }
    let expected = match endings {
        [] => "a name without the extension of another format".to_string(),
        endings => format!("a name that ends in .{}", endings.join(" or .")),
    };
    Err(CliError::at(&path.display().to_string(), format!("expected {expected}, found .{found}")))
}

impl OutFlag {
    /// Calls [`expect_ending`] for its file.
    pub(crate) fn expect_ending(&self, endings: &[&str]) -> Result<(), CliError> {
        self.file().map_or(Ok(()), |path| expect_ending(path, endings))
    }

    /// The output file; `None` for standard output, unless given by a path.
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

/// A buffered output.
pub(crate) struct Out {
    pub(crate) name: String,
    target: Target,
}

enum Target {
    Stdout(BufWriter<StdoutLock<'static>>),
    File(Box<Output>),
}

impl Out {
    /// Flushes the output, and gives a file its name.
    pub(crate) fn finish(self) -> Result<(), CliError> {
        let Self { name, target } = self;
        match target {
            Target::Stdout(mut stdout) => stdout.flush(),
            Target::File(output) => output.finish(),
        }
        .map_err(|error| CliError::writing(&name, &error))
    }

    /// Discards the buffer, which ends in half a line.
    pub(crate) fn abandon(self) {
        if let Target::Stdout(stdout) = self.target {
            let _ = stdout.into_parts();
        }
    }

    /// The error for a failed write.
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
