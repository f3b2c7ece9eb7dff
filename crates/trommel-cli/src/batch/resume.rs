//! The state that a run leaves next to an output for a later run.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::batch::tally::Tally;
use crate::error::CliError;
use crate::files::{self, Places, name_of};

/// Fingerprint of a run. Only a run with the same fingerprint can resume it.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct RunFingerprint {
    /// Options and input names.
    pub(crate) what: String,
    /// Sizes of the inputs that are files.
    pub(crate) input_bytes: Vec<Option<u64>>,
    /// For inputs that are folders: a digest of paths and sizes.
    #[serde(default)]
    pub(crate) listing: Option<String>,
}

impl RunFingerprint {
    /// Whether the fingerprints match. An input that is missing now may have been read before;
    /// [`check_inputs`] reports it otherwise.
    fn is_as(&self, before: &Self) -> bool {
        let is_as = |(now, before): (&Option<u64>, &Option<u64>)| now.is_none() || now == before;
        self.what == before.what && self.input_bytes.iter().zip(&before.input_bytes).all(is_as)
    }
}

/// Progress of an output, for a later run; for a complete output, its counts.
#[derive(Serialize, Deserialize)]
pub(crate) struct Checkpoint {
    pub(crate) run: RunFingerprint,
    pub(crate) bytes: u64,
    /// Where to continue, as in [`Position`](crate::batch::task::Position).
    pub(crate) input: u64,
    pub(crate) name: String,
    pub(crate) events: u64,
    pub(crate) tally: Tally,
    #[serde(default)]
    pub(crate) is_finished: bool,
}

impl Checkpoint {
    /// The content of the state file.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        // Strings and numbers always serialise.
        serde_json::to_vec(self).unwrap_or_default()
    }

    /// Index among `inputs` of the one to continue in, or of an earlier one if that is unknown.
    fn first_needed(&self, inputs: &[PathBuf]) -> usize {
        // Files count as one input; the count for a folder is unknown.
        let files = inputs.iter().zip(&self.run.input_bytes);
        let files = files.take_while(|(input, bytes)| bytes.is_some() && !input.is_dir()).count();
        let is_it = |input: &PathBuf| Path::new(&self.name).starts_with(name_of(input));
        match usize::try_from(self.input) {
            Ok(index) if index <= files => index,
            // The name is an input's own, or that of a file in it.
            _ => inputs.iter().position(is_it).unwrap_or(0),
        }
    }
}

/// The state of an output after earlier runs.
pub(crate) enum EarlierRun {
    /// Nothing to continue.
    Nothing,
    /// A partial output and its checkpoint.
    Begun(Checkpoint),
    /// A complete output and its counts.
    Complete(Tally),
    /// An output of unknown origin.
    Unknown,
    /// An output that was complete, but whose size has changed.
    Changed,
}

impl EarlierRun {
    /// The state of an output after earlier runs. The error is for results of a different run,
    /// which must not be mixed with this one.
    pub(crate) fn of(places: &Places, run: &RunFingerprint) -> Result<Self, &'static str> {
        let state = places.state().and_then(|bytes| serde_json::from_slice::<Checkpoint>(&bytes).ok());
        let is_other = state.as_ref().is_some_and(|state| !run.is_as(&state.run));
        // Whether files of an interrupted run are missing is checked when it resumes.
        let is_other_listing = state.as_ref().is_some_and(|state| state.run.listing != run.listing);
        let left = match (places.is_begun(), state) {
            (true, Some(state)) if !state.is_finished => Self::Begun(state),
            (false, Some(state)) if state.is_finished && places.is_finished() => {
                let is_whole = places.finished_bytes() == Some(state.bytes);
                if is_whole { Self::Complete(state.tally) } else { Self::Changed }
            }
            (false, None) if places.is_finished() => Self::Unknown,
            // The output was to be replaced, or is a different one: start over.
            _ => Self::Nothing,
        };
        match left {
            Self::Begun(_) if is_other => Err(
                "expected the inputs and options of the earlier run, found others; run without --resume to start over",
            ),
            Self::Complete(_) if is_other || is_other_listing => Err(
                "expected the inputs and options of the earlier run, found others; run without --resume to start over, or delete this file to redo it alone",
            ),
            left => Ok(left),
        }
    }
}

/// A complete output.
#[derive(Default)]
pub(crate) struct CompletedOutput {
    pub(crate) tally: Tally,
    pub(crate) from_earlier_run: bool,
    /// Where its state is stored; `None` if it is not a regular file.
    pub(crate) places: Option<Places>,
}

impl CompletedOutput {
    /// Deletes the state for later runs.
    pub(crate) fn forget(&self) {
        if let Some(places) = &self.places {
            places.forget_state();
        }
    }
}

/// An error if an input that an interrupted run found, and that is still needed, cannot be opened
/// any more. Otherwise, the output would look complete without it.
///
/// In: as many `inputs` as the run had.
pub(crate) fn check_inputs(inputs: &[PathBuf], left: &Checkpoint) -> Result<(), CliError> {
    let needed = inputs.iter().zip(&left.run.input_bytes).skip(left.first_needed(inputs));
    for (input, _) in needed.filter(|(_, bytes)| bytes.is_some()) {
        files::open_compressed(input)
            .map_err(|error| CliError::reading(&input.display().to_string(), &error))?;
    }
    Ok(())
}
