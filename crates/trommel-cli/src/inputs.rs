//! Input lists of the command line, and messages about inputs.

use std::collections::{BTreeSet, HashSet};
use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use crate::error::CliError;
use crate::files::{clean, decompress, open, reading_one};
use crate::headings::INPUT;
use crate::page::STDIN;
use crate::stderr::note;

/// Maximum bytes of a path in a list.
const MAX_PATH_BYTES: usize = 64 << 10;

/// The flag for a list of inputs.
#[derive(clap::Args, Debug, Default)]
#[command(next_help_heading = INPUT)]
pub(crate) struct InputList {
    /// Also read the inputs listed in LIST, one path per line; LIST may be compressed with gzip or
    /// zstd, `-` is standard input
    #[arg(long, value_name = "LIST")]
    pub(crate) input_from: Option<PathBuf>,
}

impl InputList {
    /// Adds the inputs of the list, if given, to `inputs`.
    ///
    /// Errors: the list cannot be read, or has no paths.
    pub(crate) fn add_to(&self, inputs: &mut Vec<PathBuf>) -> Result<(), CliError> {
        let Some(list) = &self.input_from else { return Ok(()) };
        let is_stdin = list == Path::new("-");
        let name = if is_stdin { STDIN.to_string() } else { list.display().to_string() };
        let bytes = if is_stdin { decompress(io::stdin()) } else { open(list) };
        let before = inputs.len();
        let read = bytes.and_then(|bytes| read_list(bytes, inputs));
        let found = read.map_err(|error| reading_one(&name, &error))?;
        if let Err(found) = found {
            return Err(CliError::at(&name, format!("expected one path per line, found {found}")));
        }
        if inputs.len() == before {
            return Err(CliError::at(&name, "expected one path per line, found none"));
        }
        if is_stdin && inputs.iter().any(|input| input == Path::new("-")) {
            return Err(CliError::at(
                "-",
                "expected standard input once, found it as the list and as an input",
            ));
        }
        Ok(())
    }
}

/// Reads a path from each line that is not blank. The inner error says what was found instead.
fn read_list(bytes: impl Read, inputs: &mut Vec<PathBuf>) -> io::Result<Result<(), String>> {
    let mut lines = BufReader::new(bytes);
    for number in 1_u64.. {
        let mut line = Vec::new();
        if Read::take(&mut lines, MAX_PATH_BYTES as u64).read_until(b'\n', &mut line)? == 0 {
            break;
        }
        let path = line.strip_suffix(b"\n").unwrap_or(&line);
        let path = path.strip_prefix("\u{feff}".as_bytes()).filter(|_| number == 1).unwrap_or(path);
        let path = path.strip_suffix(b"\r").unwrap_or(path);
        if line.len() == MAX_PATH_BYTES {
            return Ok(Err(format!("more than 64 KiB in line {number}")));
        }
        if path.contains(&0) {
            return Ok(Err(format!("a zero byte in line {number}")));
        }
        if !path.trim_ascii().is_empty() {
            inputs.push(native(path).into());
        }
    }
    Ok(Ok(()))
}

/// A path from bytes.
#[cfg(unix)]
fn native(path: &[u8]) -> OsString {
    std::os::unix::ffi::OsStringExt::from_vec(path.to_vec())
}

/// A path from UTF-8.
#[cfg(not(unix))]
fn native(path: &[u8]) -> OsString {
    String::from_utf8_lossy(path).into_owned().into()
}

/// Rejects standard input given more than once.
pub(crate) fn expect_one_stdin(inputs: &[PathBuf]) -> Result<(), CliError> {
    match inputs.iter().filter(|input| *input == Path::new("-")).count() {
        0 | 1 => Ok(()),
        _ => Err(CliError::at("-", "expected standard input once, found it several times")),
    }
}

/// Warns of inputs that are given more than once.
pub(crate) fn note_repeated(inputs: &[PathBuf]) {
    let mut seen = HashSet::new();
    let files = inputs.iter().map(PathBuf::as_path).filter(|input| *input != Path::new("-"));
    let repeated: BTreeSet<&Path> = files.filter(|input| !seen.insert(clean(input))).collect();
    let Some(first) = repeated.first().map(|first| first.display()) else { return };
    match repeated.len() {
        1 => note(&format!("{first}: given more than once, and read each time")),
        count => {
            note(&format!("{count} inputs are given more than once, and read each time, such as {first}"));
        }
    }
}

/// Maximum number of inputs to name in a message.
const MAX_NAMES: usize = 5;

/// The error for inputs without any pages.
pub(crate) fn no_pages(inputs: &[PathBuf]) -> CliError {
    let mut names: Vec<_> = inputs.iter().take(MAX_NAMES).map(|input| input.display().to_string()).collect();
    if inputs.len() > names.len() {
        names.push(format!("{} more", inputs.len() - names.len()));
    }
    let message = if inputs.iter().any(|input| input.is_dir()) {
        "expected pages, found none; check the folder"
    } else {
        "expected pages, found an empty input: no record, no line"
    };
    CliError::at(&names.join(", "), message)
}
