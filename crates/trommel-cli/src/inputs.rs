//! Inputs that the command line names: their list, and messages about them.

use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use crate::error::CliError;
use crate::files::{decompress, open, reading_one};
use crate::page::STDIN;

/// Most bytes of a path in a list.
const MAX_PATH_BYTES: usize = 64 << 10;

/// The flag that names inputs in a file.
#[derive(clap::Args, Debug, Default)]
pub(crate) struct InputList {
    /// Also read the inputs that LIST names, one path a line; LIST may be compressed with gzip or
    /// zstd,
    /// `-` is standard input
    #[arg(long, value_name = "LIST")]
    pub(crate) input_from: Option<PathBuf>,
}

impl InputList {
    /// Adds the inputs of the list, if there is one, to `inputs`.
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
            return Err(CliError::at(&name, format!("expected a path a line, found {found}")));
        }
        if inputs.len() == before {
            return Err(CliError::at(&name, "expected a path a line, found none"));
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

/// Reads a path of each line that is not blank. The inner error is what was found instead.
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

/// A path of bytes as the system has it.
#[cfg(unix)]
fn native(path: &[u8]) -> OsString {
    std::os::unix::ffi::OsStringExt::from_vec(path.to_vec())
}

/// A path of UTF-8 as the system has it.
#[cfg(not(unix))]
fn native(path: &[u8]) -> OsString {
    String::from_utf8_lossy(path).into_owned().into()
}

/// Refuses standard input that is to be read twice.
pub(crate) fn expect_one_stdin(inputs: &[PathBuf]) -> Result<(), CliError> {
    match inputs.iter().filter(|input| *input == Path::new("-")).count() {
        0 | 1 => Ok(()),
        _ => Err(CliError::at("-", "expected standard input once, found it more often")),
    }
}

/// Names of inputs that a message has at most.
const MAX_NAMES: usize = 5;

/// Trouble with inputs in which there are no pages.
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
