//! Stand-ins for a command without the feature `train`.

use std::io::{BufRead, BufReader};
use std::path::Path;

use trommel::{Error, Model};

use crate::commands::training::no_training;
use crate::error::CliError;
use crate::files::open;

#[derive(Debug)]
pub(crate) enum RenderedPage {}

impl RenderedPage {
    pub(crate) fn id(&self) -> String {
        match *self {}
    }

    pub(crate) fn extract(&self, _: &Model) -> Result<String, Error> {
        match *self {}
    }
}

/// No pages. An error if the file has pages as rendered by a browser.
pub(crate) fn rendered(path: &Path) -> Result<Vec<RenderedPage>, CliError> {
    let name = path.display().to_string();
    let mut line = Vec::new();
    open(path)
        .and_then(|input| BufReader::new(input).read_until(b'\n', &mut line))
        .map_err(|error| CliError::reading(&name, &error))?;
    let row: serde_json::Value = serde_json::from_slice(&line).unwrap_or_default();
    if row.get("texts").is_some() { Err(no_training(&name)) } else { Ok(Vec::new()) }
}
