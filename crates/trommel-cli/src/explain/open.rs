//! Opens a file in the user's browser.

use std::env;
use std::ffi::OsString;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::error::CliError;

/// Opens a file with the program in `BROWSER`, or with the system's default.
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
            "cannot start the browser: {program}: {error}; the report is {path}; set BROWSER to use another browser"
        );
        CliError::at("--open", message)
    })
}
