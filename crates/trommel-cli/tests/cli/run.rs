//! Runs of the command, and where their files are.

use std::path::Path;
use std::process::Output;

use assert_cmd::Command;

/// Runs the command, however it ends.
pub(crate) fn trommel(args: &[&str]) -> Output {
    Command::cargo_bin("trommel")
        .expect("the command is built")
        .args(args)
        .output()
        .expect("the command runs")
}

/// Runs the command, which must succeed.
pub(crate) fn succeeds(args: &[&str]) -> Output {
    let output = trommel(args);
    assert_eq!(output.status.code(), Some(0), "{args:?}: {output:?}");
    output
}

/// Standard error of a run that must fail.
pub(crate) fn trouble(args: &[&str]) -> String {
    let output = trommel(args);
    assert_eq!(output.status.code(), Some(2), "{args:?}: {output:?}");
    String::from_utf8(output.stderr).expect("messages are UTF-8")
}

/// A file of a folder.
pub(crate) fn path(folder: &Path, name: &str) -> String {
    folder.join(name).to_str().expect("its name is UTF-8").to_string()
}

/// An empty folder, which goes when it is dropped.
pub(crate) fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a temporary folder can be made")
}
