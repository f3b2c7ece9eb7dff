//! The command line that explains the page of a row.

use trommel_output::Source;

use crate::crawl::row::Row;

/// Maximum length of a command in a report.
const MAX_COMMAND_BYTES: usize = 2000;

/// Methods that must be given to `trommel explain`; it finds the others itself.
const TOLD_METHODS: [&str; 3] = ["line-block", "tag-ratio", "words-leaves"];

/// The command that explains the page of a row; `None` if it came from a pipe, or its place is
/// unknown.
pub(super) fn explaining(row: &Row) -> Option<String> {
    let source = row.source.as_ref().filter(|source| source.file != Source::STDIN)?;
    let mut words = vec!["trommel".to_string(), "explain".to_string()];
    // A name with `%XX` may stand for bytes that a command line cannot have.
    if *source == Source::of_file(&source.file) && !source.file.contains('%') {
        // Keeps a name that begins with a hyphen from being read as a flag.
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
