//! Summaries of `trommel batch --summary`: duration, speed and skipped records, which rows do not
//! have.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::batch::speed::SpeedSample;
use crate::error::CliError;
use crate::files::{open, reading_one};

const MAX_SUMMARY_BYTES: u64 = 1 << 20;

/// Statistics of a `trommel batch` run.
#[derive(Debug, Deserialize, Serialize)]
pub(crate) struct RunSummary {
    /// Name of the summary file.
    #[serde(skip_deserializing)]
    name: String,
    pages_in: u64,
    /// Inputs and pages that could not be read.
    errors: u64,
    /// Damaged places.
    damaged: u64,
    /// Records, files and rows that are not pages, by reason.
    skipped: BTreeMap<String, u64>,
    bytes_in: u64,
    seconds: f64,
    mb_per_s: f64,
    /// Speed samples of the run.
    #[serde(default)]
    over_time: Vec<SpeedSample>,
}

impl RunSummary {
    /// Reads a summary.
    ///
    /// Errors: the file cannot be read, or is not a summary.
    pub(crate) fn read(path: &Path) -> Result<Self, CliError> {
        let name = path.display().to_string();
        let mut json = Vec::new();
        open(path)
            .and_then(|file| file.take(MAX_SUMMARY_BYTES).read_to_end(&mut json))
            .map_err(|error| reading_one(&name, &error))?;
        let summary: Self = serde_json::from_slice(&json).map_err(|error| {
            CliError::at(
                &name,
                format!("expected a summary written by `trommel batch --summary`, found: {error}"),
            )
        })?;
        Ok(Self { name, ..summary })
    }
}
