//! What `trommel batch --summary` wrote of a run: rows do not say how long it took, and what gave no
//! row.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::batch::speed::SpeedSample;
use crate::error::CliError;
use crate::files::{open, reading_one};

/// Most bytes of a summary: it is small.
const MAX_SUMMARY_BYTES: u64 = 1 << 20;

/// A run of `trommel batch`, in numbers.
#[derive(Debug, Deserialize, Serialize)]
pub(crate) struct RunSummary {
    /// Name of the file that says so.
    #[serde(skip_deserializing)]
    name: String,
    pages_in: u64,
    /// Inputs and pages that could not be read.
    errors: u64,
    /// Damaged places.
    damaged: u64,
    /// Records, files and rows that are no pages, by reason.
    skipped: BTreeMap<String, u64>,
    bytes_in: u64,
    seconds: f64,
    mb_per_s: f64,
    /// What was done up to several times of the run.
    #[serde(default)]
    over_time: Vec<SpeedSample>,
}

impl RunSummary {
    /// Reads a summary.
    ///
    /// Errors: the file cannot be read, or is none.
    pub(crate) fn read(path: &Path) -> Result<Self, CliError> {
        let name = path.display().to_string();
        let mut json = Vec::new();
        open(path)
            .and_then(|file| file.take(MAX_SUMMARY_BYTES).read_to_end(&mut json))
            .map_err(|error| reading_one(&name, &error))?;
        let summary: Self = serde_json::from_slice(&json).map_err(|error| {
            CliError::at(&name, format!("expected what `trommel batch --summary` writes, found: {error}"))
        })?;
        Ok(Self { name, ..summary })
    }
}
