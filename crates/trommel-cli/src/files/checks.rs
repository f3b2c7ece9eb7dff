//! Checks of the files on the command line, before anything is read.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use crate::error::{CliError, STDOUT};
use crate::files::{Choice, Ids, Places, Walk, is_input, is_stdout, linked};
use crate::remote::is_address;

/// Rejects outputs that cannot be created, that are the same file, or that are also inputs and
/// would be replaced.
///
/// In: `inputs` are files and folders, including all files in them. `-` is not a file.
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

/// Whether a path ends with a separator, as that of a folder.
pub(crate) fn names_folder(path: &Path) -> bool {
    path.as_os_str().to_string_lossy().ends_with(std::path::is_separator)
}

/// Rejects an output whose folder does not exist, or that is a folder.
pub(crate) fn expect_folder(output: &Path) -> Result<(), CliError> {
    if names_folder(output) {
        let message = "expected an output file, found a folder";
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

/// Rejects outputs that are the same file, or that are also inputs. The folders of outputs need not
/// exist.
///
/// Cost: if an output exists already, the folders among the inputs are walked.
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
            let message = "expected an output that is not an input, found it among the inputs";
            return Err(CliError::at(&output.display().to_string(), message));
        }
        if is_stdout(output) {
            if stdout.replace(output).is_some() {
                let message =
                    "expected one output on standard output, found two; write one of them to a file";
                return Err(CliError::at(STDOUT, message));
            }
            // With `>>`, it may be an input file; `>` has emptied it.
            if let Ok(file) = Path::new("/dev/stdout").canonicalize()
                && file.metadata().is_ok_and(|found| found.is_file() && found.len() > 0)
            {
                is_one_there = true;
                places.insert(file, output);
            }
            continue;
        }
        // Anything but a regular file is written to, not replaced.
        if output.exists() && !output.is_file() {
            continue;
        }
        is_one_there |= output.exists();
        if let Some(other) = places.insert(place(output), output) {
            let message = format!("expected different outputs, found this one also as {}", other.display());
            return Err(CliError::at(&output.display().to_string(), message));
        }
    }
    if !is_one_there {
        return Ok(());
    }
    // All files of folders count, whatever their format.
    for input in Walk::by(&inputs, Choice::All, Ids::default()).paths().flatten() {
        if let Some(output) = places.get(&place(&input))
            && (inputs.contains(&input) || is_input(&input))
        {
            let message = format!(
                "expected an output that is not an input, found {} among the inputs",
                input.display()
            );
            let name = if is_stdout(output) { STDOUT.to_string() } else { output.display().to_string() };
            return Err(CliError::at(&name, message));
        }
    }
    Ok(())
}

/// The real path of a file. If it does not exist, links are followed, and its folder is resolved.
fn place(path: &Path) -> PathBuf {
    let path = if path.exists() { path.to_path_buf() } else { linked(path) };
    let real = |there: &Path| {
        let name = if there.as_os_str().is_empty() { Path::new(".") } else { there };
        Some(name.canonicalize().ok()?.join(path.strip_prefix(there).ok()?))
    };
    path.ancestors().find_map(real).unwrap_or_else(|| path.clone())
}

/// The error for reading an input that must be a single file.
pub(crate) fn reading_one(name: &str, error: &io::Error) -> CliError {
    match error.kind() {
        io::ErrorKind::IsADirectory => {
            CliError::at(name, "expected a file, found a folder; give a file in it")
        }
        _ => CliError::reading(name, error),
    }
}
