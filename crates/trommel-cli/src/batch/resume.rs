//! What a run leaves next to an output for a later one.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::batch::tally::Tally;
use crate::error::CliError;
use crate::files::{self, Places, name_of};

/// What was asked for: only the same run can go on.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct RunFingerprint {
    /// Options, and the names of the inputs.
    pub(crate) what: String,
    /// Bytes of those of them that are files.
    pub(crate) input_bytes: Vec<Option<u64>>,
    /// Of the files in those of them that are folders, a digest of paths and lengths.
    #[serde(default)]
    pub(crate) listing: Option<String>,
}

impl RunFingerprint {
    /// Whether it is the same as before. An input that is gone by now may be: [`check_inputs`] says
    /// so where it is still to be read.
    fn is_as(&self, before: &Self) -> bool {
        let is_as = |(now, before): (&Option<u64>, &Option<u64>)| now.is_none() || now == before;
        self.what == before.what && self.input_bytes.iter().zip(&before.input_bytes).all(is_as)
    }
}

/// How far an output is, for a later run; of a complete one, what was done for it.
#[derive(Serialize, Deserialize)]
pub(crate) struct Checkpoint {
    pub(crate) run: RunFingerprint,
    /// Bytes of the output.
    pub(crate) bytes: u64,
    /// Where to go on, as [`Position`](crate::batch::task::Position) has it.
    pub(crate) input: u64,
    pub(crate) name: String,
    pub(crate) events: u64,
    /// What was done up to there.
    pub(crate) tally: Tally,
    /// Nothing is left to be done.
    #[serde(default)]
    pub(crate) is_finished: bool,
}

impl Checkpoint {
    /// As it stands in its file.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        // Strings and numbers always have a JSON.
        serde_json::to_vec(self).unwrap_or_default()
    }

    /// Where among `inputs` is the one to go on in; where that cannot be told, one in front of it.
    fn first_needed(&self, inputs: &[PathBuf]) -> usize {
        // Files count as one; how many a folder counted as is not known.
        let files = inputs.iter().zip(&self.run.input_bytes);
        let files = files.take_while(|(input, bytes)| bytes.is_some() && !input.is_dir()).count();
        let is_it = |input: &PathBuf| Path::new(&self.name).starts_with(name_of(input));
        match usize::try_from(self.input) {
            Ok(index) if index <= files => index,
            // The name is that of an input, or of what is in one.
            _ => inputs.iter().position(is_it).unwrap_or(0),
        }
    }
}

/// What earlier runs left of an output.
pub(crate) enum EarlierRun {
    /// Nothing to go on with.
    Nothing,
    /// A part, and how far it is.
    Begun(Checkpoint),
    /// All of it, and what was done.
    Complete(Tally),
    /// An output of which nothing says what made it.
    Unknown,
    /// An output that was complete, and has another length by now.
    Changed,
}

impl EarlierRun {
    /// What earlier runs left of an output. The error is that of another run, whose results are not
    /// to be mixed with those of this one.
    pub(crate) fn of(places: &Places, run: &RunFingerprint) -> Result<Self, &'static str> {
        let state = places.state().and_then(|bytes| serde_json::from_slice::<Checkpoint>(&bytes).ok());
        let is_other = state.as_ref().is_some_and(|state| !run.is_as(&state.run));
        // Of a run that was interrupted, it is seen when it goes on whether files are missing.
        let is_other_listing = state.as_ref().is_some_and(|state| state.run.listing != run.listing);
        let left = match (places.is_begun(), state) {
            (true, Some(state)) if !state.is_finished => Self::Begun(state),
            (false, Some(state)) if state.is_finished && places.is_finished() => {
                let is_whole = places.finished_bytes() == Some(state.bytes);
                if is_whole { Self::Complete(state.tally) } else { Self::Changed }
            }
            (false, None) if places.is_finished() => Self::Unknown,
            // What has the name was to be replaced, or was not what was finished: it is done anew.
            _ => Self::Nothing,
        };
        match left {
            Self::Begun(_) if is_other => Err(
                "expected the inputs and options of the run before, found others; without --resume all is done anew",
            ),
            Self::Complete(_) if is_other || is_other_listing => Err(
                "expected the inputs and options of the run before, found others; without --resume all is done anew, without this file only that",
            ),
            left => Ok(left),
        }
    }
}

/// An output that needs no more work.
#[derive(Default)]
pub(crate) struct CompletedOutput {
    /// What was done for it.
    pub(crate) tally: Tally,
    /// An earlier run made it.
    pub(crate) from_earlier_run: bool,
    /// Where its state is; `None` if it is no ordinary file.
    pub(crate) places: Option<Places>,
}

impl CompletedOutput {
    /// Takes away what tells a later run what was done for it.
    pub(crate) fn forget(&self) {
        if let Some(places) = &self.places {
            places.forget_state();
        }
    }
}

/// An error, if one of the files that an interrupted run found and has still to read cannot be
/// opened any more: done without it, the output would pass for whole.
///
/// In: `inputs` are as many as the run had.
pub(crate) fn check_inputs(inputs: &[PathBuf], left: &Checkpoint) -> Result<(), CliError> {
    let needed = inputs.iter().zip(&left.run.input_bytes).skip(left.first_needed(inputs));
    for (input, _) in needed.filter(|(_, bytes)| bytes.is_some()) {
        files::open_compressed(input)
            .map_err(|error| CliError::reading(&input.display().to_string(), &error))?;
    }
    Ok(())
}
