//! Summaries of `trommel batch --summary`: duration, speed and skipped records, which rows do not
//! have.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use trommel_output::SpeedSample;

/// Statistics of a `trommel batch` run.
#[derive(Debug, Deserialize, Serialize)]
pub struct RunSummary {
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
    /// Parses the summary file `name`.
    ///
    /// # Errors
    ///
    /// The bytes are not a summary.
    pub fn of(name: &str, json: &[u8]) -> Result<Self, serde_json::Error> {
        let summary: Self = serde_json::from_slice(json)?;
        Ok(Self { name: name.to_string(), ..summary })
    }
}
