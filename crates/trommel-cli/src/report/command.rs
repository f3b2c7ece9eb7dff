//! The command that explains the page of a row.

use crate::page::STDIN;
use crate::report::row::Row;
use crate::source::Source;

/// Longest command that a report has.
const MAX_COMMAND_BYTES: usize = 2000;

/// Methods that `trommel explain` must be told; all others it finds by itself.
const TOLD_METHODS: [&str; 3] = ["line-block", "tag-ratio", "words-leaves"];

/// The command that explains the page of a row; `None` where it came by a pipe, or where the row
/// does not say where it is.
pub(super) fn explaining(row: &Row) -> Option<String> {
    let source = row.source.as_ref().filter(|source| source.file != STDIN)?;
    let mut words = vec!["trommel".to_string(), "explain".to_string()];
    // A name with `%XX` may stand for one that is no text, which a command line cannot have.
    if *source == Source::of_file(&source.file) && !source.file.contains('%') {
        // A name that begins with a hyphen is no flag.
        let hyphen = if source.file.starts_with('-') { "./" } else { "" };
        words.push(format!("{hyphen}{}", source.file));
    } else {
        words.extend(["--source".to_string(), serde_json::to_string(source).ok()?]);
    }
    if let Some(method) = row.method.as_ref().filter(|method| TOLD_METHODS.contains(&method.as_str())) {
        words.extend(["--method".to_string(), method.clone()]);
    }
    words.extend(["-o".to_string(), "page.html".to_string()]);
    let command = shlex::try_join(words.iter().map(String::as_str)).ok()?;
    (command.len() <= MAX_COMMAND_BYTES).then_some(command)
}
