//! Runs of the command, and where their files are.

use std::fs;
use std::path::Path;
use std::process::Output;

use assert_cmd::Command;
use serde_json::Value;

/// A page with two paragraphs of main content.
pub(crate) const PAGE: &str = "<html lang=en><title>The river</title><link rel=canonical href=https://example.org/river>\
    <meta name=author content='A. Nother'><nav><a href=/>Home</a> <a href=/news>News</a></nav>\
    <p>It rained for three days in the \"valley\", and on the fourth the <a href=/r>river</a> rose above the old bridge.</p>\
    <p>Nobody in the village had seen it so high before, and nobody has seen it since then.</p>\
    <ul><li><a href=/a>About</a><li><a href=/i>Imprint</a></ul>";

/// The main content of [`PAGE`].
pub(crate) const TEXT: &str = "It rained for three days in the \"valley\", and on the fourth the river rose above the old bridge.\n\n\
    Nobody in the village had seen it so high before, and nobody has seen it since then.\n";

/// The command, to be run.
pub(crate) fn command(args: &[&str]) -> Command {
    let mut command = Command::cargo_bin("trommel").expect("the command is built");
    command.args(args);
    command
}

/// Runs the command, which must end with `code`.
fn ends(args: &[&str], input: impl Into<Vec<u8>>, code: i32) -> Output {
    let output = command(args).write_stdin(input).output().expect("the command runs");
    assert_eq!(output.status.code(), Some(code), "{args:?}: {output:?}");
    output
}

/// Runs the command, which must succeed.
pub(crate) fn succeeds(args: &[&str]) -> Output {
    ends(args, "", 0)
}

/// Standard error of a run that must fail.
pub(crate) fn fails(args: &[&str]) -> String {
    String::from_utf8(ends(args, "", 2).stderr).expect("messages are UTF-8")
}

/// Standard output of a run with `input`. The run must end with `code` and, unless that is 2,
/// without output on standard error.
pub(crate) fn stdout(args: &[&str], input: impl Into<Vec<u8>>, code: i32) -> String {
    let output = ends(args, input, code);
    assert!(code != 0 || output.stderr.is_empty(), "{args:?}: {output:?}");
    String::from_utf8(output.stdout).expect("output is UTF-8")
}

/// The single line on standard error of a run that fails.
pub(crate) fn trouble(args: &[&str]) -> String {
    let output = ends(args, "", 2);
    assert!(output.stdout.is_empty(), "{args:?}: {output:?}");
    let line = String::from_utf8(output.stderr).expect("messages are UTF-8");
    assert_eq!(line.lines().count(), 1, "{line}");
    line.trim_end().strip_prefix("trommel: ").expect("the line says whose it is").to_string()
}

pub(crate) fn json(line: &str) -> Value {
    assert!(line.ends_with('\n') && line.lines().count() == 1, "{line}");
    serde_json::from_str(line).expect("the line is JSON")
}

/// Writes a file in `folder`, and returns its path.
pub(crate) fn file(folder: &Path, name: &str, bytes: impl AsRef<[u8]>) -> String {
    let file = folder.join(name);
    fs::create_dir_all(file.parent().expect("it is in the folder")).expect("a folder can be made");
    fs::write(file, bytes).expect("a file can be written");
    path(folder, name)
}

/// Standard output and standard error of a run, which must end with `code`.
pub(crate) fn both(args: &[&str], input: &str, code: i32) -> (String, String) {
    let output = ends(args, input, code);
    let text = |bytes| String::from_utf8(bytes).expect("output is UTF-8");
    (text(output.stdout), text(output.stderr))
}

/// A line of JSON with a page in it.
pub(crate) fn row(page: &str) -> String {
    format!("{}\n", serde_json::json!({ "html": page }))
}

/// A page that exceeds every small budget. All of its text is kept.
pub(crate) fn large_page(bytes: usize) -> String {
    let mut page = "<title>Rain</title>".to_string();
    for paragraph in 0.. {
        if page.len() >= bytes {
            break;
        }
        page +=
            &format!("<p>Paragraph {paragraph}: it rained in the valley, and the river \"rose\" again.</p>");
        page += if paragraph % 2 == 0 { "<p><a href=/>Home</a></p>" } else { "<p>Short.</p>" };
    }
    page
}

/// The path of a file in `folder`.
pub(crate) fn path(folder: &Path, name: &str) -> String {
    folder.join(name).to_str().expect("its name is UTF-8").to_string()
}
