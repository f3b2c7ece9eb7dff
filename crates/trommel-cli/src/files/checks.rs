//! Files that the command line names: what can be said of them before anything is read.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use crate::error::{CliError, STDOUT};
use crate::files::{Choice, Ids, Places, Walk, is_input, is_stdout, linked};
use crate::remote::is_address;

/// Refuses outputs that cannot be begun, that are one file, or that are read: what is read would be
/// replaced.
///
/// In: `inputs` are files, and folders of which all pages and files of pages count. `-` is no file.
pub(crate) fn check_outputs<'a>(
    outputs: impl IntoIterator<Item = &'a Path>,
    inputs: impl IntoIterator<Item = &'a Path>,
) -> Result<(), CliError> {
    let outputs: Vec<_> = outputs.into_iter().collect();
    for output in &outputs {
        expect_folder(output)?;
    }
    expect_no_inputs(outputs, inputs)
}

/// Whether a path is written as that of a folder, with a separator at its end.
pub(crate) fn names_folder(path: &Path) -> bool {
    path.as_os_str().to_string_lossy().ends_with(std::path::is_separator)
}

/// Refuses an output whose folder does not exist, or that is one.
pub(crate) fn expect_folder(output: &Path) -> Result<(), CliError> {
    if names_folder(output) {
        let message = "expected the name of a file to write, found a folder";
        return Err(CliError::at(&output.display().to_string(), message));
    }
    if is_address(output) {
        return Ok(());
    }
    let folder = output.parent().filter(|folder| !folder.as_os_str().is_empty());
    let found = match folder {
        Some(folder) if !folder.is_dir() => Err(io::ErrorKind::NotFound.into()),
        _ => Places::of(output).map(drop),
    };
    found.map_err(|error| CliError::writing(&output.display().to_string(), &error))
}

/// Refuses outputs that are one file, or that are read. The folders of outputs need not exist.
///
/// Cost: where an output exists already, the folders among the inputs are walked.
pub(crate) fn expect_no_inputs<'a>(
    outputs: impl IntoIterator<Item = &'a Path>,
    inputs: impl IntoIterator<Item = &'a Path>,
) -> Result<(), CliError> {
    let mut places: BTreeMap<PathBuf, &Path> = BTreeMap::new();
    let mut is_one_there = false;
    let mut stdout = None;
    let inputs: Vec<_> =
        inputs.into_iter().filter(|path| *path != Path::new("-")).map(PathBuf::from).collect();
    for output in outputs {
        if is_address(output) && inputs.iter().any(|input| input == output) {
            let message = "expected an output that is no input, found it among the inputs";
            return Err(CliError::at(&output.display().to_string(), message));
        }
        if is_stdout(output) {
            if stdout.replace(output).is_some() {
                let message = "expected one output there, found two; give one of them the name of a file";
                return Err(CliError::at(STDOUT, message));
            }
            // By `>>` it may be a file that is read; what `>` opened is empty.
            if let Ok(file) = Path::new("/dev/stdout").canonicalize()
                && file.metadata().is_ok_and(|found| found.is_file() && found.len() > 0)
            {
                is_one_there = true;
                places.insert(file, output);
            }
            continue;
        }
        // What is no ordinary file is written, not replaced.
        if output.exists() && !output.is_file() {
            continue;
        }
        is_one_there |= output.exists();
        if let Some(other) = places.insert(place(output), output) {
            let message =
                format!("expected a file for each output, found this one also as {}", other.display());
            return Err(CliError::at(&output.display().to_string(), message));
        }
    }
    if !is_one_there {
        return Ok(());
    }
    // All files of folders: what they begin with is of no interest.
    for input in Walk::by(&inputs, Choice::All, Ids::default()).paths().flatten() {
        if let Some(output) = places.get(&place(&input))
            && (inputs.contains(&input) || is_input(&input))
        {
            let message =
                format!("expected an output that is no input, found {} among the inputs", input.display());
            let name = if is_stdout(output) { STDOUT.to_string() } else { output.display().to_string() };
            return Err(CliError::at(&name, message));
        }
    }
    Ok(())
}

/// The real path of a file; of one that is not there, what links lead to, below the real path of
/// the folder that is.
fn place(path: &Path) -> PathBuf {
    let path = if path.exists() { path.to_path_buf() } else { linked(path) };
    let real = |there: &Path| {
        let name = if there.as_os_str().is_empty() { Path::new(".") } else { there };
        Some(name.canonicalize().ok()?.join(path.strip_prefix(there).ok()?))
    };
    path.ancestors().find_map(real).unwrap_or_else(|| path.clone())
}

/// Trouble with reading what is one file, never a folder of pages.
pub(crate) fn reading_one(name: &str, error: &io::Error) -> CliError {
    match error.kind() {
        io::ErrorKind::IsADirectory => {
            CliError::at(name, "expected a file, found a folder; give a file in it")
        }
        _ => CliError::reading(name, error),
    }
}
