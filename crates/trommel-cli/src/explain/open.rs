//! Shows a file in the browser of the user.

use std::env;
use std::ffi::OsString;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::error::CliError;

/// Opens a file with the program that `BROWSER` names, else with what the system opens files with.
pub(crate) fn in_browser(path: &Path) -> Result<(), CliError> {
    let browser = env::var_os("BROWSER").filter(|browser| !browser.is_empty());
    let program: OsString = match browser {
        Some(browser) => browser,
        None if cfg!(target_os = "macos") => "open".into(),
        None if cfg!(windows) => "explorer".into(),
        None => "xdg-open".into(),
    };
    let started = Command::new(&program)
        .arg(path)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    started.map(drop).map_err(|error| {
        let (program, path) = (program.to_string_lossy(), path.display());
        let message = format!(
            "expected a browser to start, found: {program}: {error}; the report is {path}, and BROWSER names another browser"
        );
        CliError::at("--open", message)
    })
}
