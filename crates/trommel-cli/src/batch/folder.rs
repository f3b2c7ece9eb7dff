//! A folder with an output for each input.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::thread;

use trommel::Options;

use crate::batch::args::{Args, To, has_many_pages};
use crate::batch::progress::Progress;
use crate::batch::resume::Finished;
use crate::batch::run::{Run, Unit};
use crate::error::Stop;
use crate::files::{Places, Walk, expect_folder, expect_no_inputs, page_id, plain_name};
use crate::jobs::threads;

/// Makes all outputs: files side by side where there are many, else the records of each.
pub(crate) fn run(
    args: &Args,
    options: &Options,
    to: To,
    progress: &Arc<Progress>,
) -> Result<Vec<Finished>, Stop> {
    let units = units(args, to)?;
    let outputs = units.iter().map(|unit| unit.output.as_path()).chain(args.summary.as_deref());
    expect_no_inputs(outputs, args.files())?;
    for unit in &units {
        let folder = unit.output.parent().unwrap_or(Path::new("."));
        fs::create_dir_all(folder).map_err(|error| Stop::writing(&folder.display().to_string(), &error))?;
    }
    args.summary.as_deref().map_or(Ok(()), expect_folder)?;
    if !args.resume {
        mark(&units);
    }
    let jobs = threads(args.jobs);
    let lanes = jobs.min(units.len()).max(1);
    let run = Run { args, options, to, jobs: (jobs / lanes).max(1), progress };
    let next = AtomicUsize::new(0);
    let all = Mutex::new((Vec::with_capacity(units.len()), None));
    let lane = || {
        while let Some(unit) = units.get(next.fetch_add(1, Relaxed)) {
            let done = run.unit(unit);
            let Ok(mut all) = all.lock() else { return };
            match done {
                Ok(finished) => all.0.push(finished),
                Err(stop) => {
                    // The others go on to the end of the files they are at.
                    next.store(units.len(), Relaxed);
                    all.1.get_or_insert(stop);
                }
            }
        }
    };
    thread::scope(|scope| {
        for _ in 1..lanes {
            // With fewer threads than asked for, the work goes on.
            let _ = thread::Builder::new().spawn_scoped(scope, lane);
        }
        lane();
    });
    match all.into_inner() {
        Ok((_, Some(stop))) => Err(stop),
        Ok((finished, None)) => Ok(finished),
        Err(_) => Err(Stop::at("--jobs", "a thread went away")),
    }
}

/// Marks the outputs that are there as those of another run, until this one has made them: if it is interrupted before, a later one would
/// take them for its own. What cannot be marked cannot be written either, which is said in its turn.
fn mark(units: &[Unit]) {
    for unit in units {
        if let Ok(Some(places)) = Places::of(&unit.output)
            && places.mark().is_ok()
        {
            places.forget_state();
        }
    }
}

/// The outputs: one for each file of records, under its path in its folder; and one for all HTML of a named file or folder.
fn units(args: &Args, to: To) -> Result<Vec<Unit>, Stop> {
    let mut units: Vec<Unit> = Vec::new();
    for named in &args.inputs {
        if !named.is_dir() {
            let name = if named == Path::new("-") { "stdin".to_string() } else { stem(named) };
            units.push(unit(named, false, args.output.join(name + ending(to))));
            continue;
        }
        let mut has_html = false;
        for found in Walk::new(std::slice::from_ref(named)).and_records() {
            match found {
                Ok(path) if has_many_pages(&path, args.from) => {
                    let below =
                        path.strip_prefix(named).unwrap_or(&path).with_file_name(stem(&path) + ending(to));
                    units.push(unit(&path, false, args.output.join(below)));
                }
                // What cannot be read is said when it is read.
                Ok(_) | Err(_) => has_html = true,
            }
        }
        if has_html {
            let name = named
                .canonicalize()
                .ok()
                .and_then(|path| Some(path.file_name()?.to_string_lossy().into_owned()));
            let name = name.unwrap_or_else(|| "pages".to_string());
            units.push(unit(named, true, args.output.join(name + ending(to))));
        }
    }
    let mut seen = BTreeMap::new();
    for unit in &units {
        if let Some(other) = seen.insert(&unit.output, &unit.inputs) {
            let (one, two) = (unit.inputs[0].display(), other[0].display());
            let message =
                format!("expected an output of its own for each input, found this one for {two} and {one}");
            return Err(Stop::at(&unit.output.display().to_string(), message));
        }
    }
    Ok(units)
}

fn unit(input: &Path, is_html_only: bool, output: PathBuf) -> Unit {
    Unit { inputs: vec![input.to_path_buf()], is_html_only, output }
}

/// Name of an output without its ending.
fn stem(path: &Path) -> String {
    let name = plain_name(path);
    let without = [".warc", ".jsonl", ".ndjson"].iter().find_map(|ending| {
        let at = name.len().checked_sub(ending.len()).filter(|at| *at > 0)?;
        name.get(at..)?.eq_ignore_ascii_case(ending).then(|| name[..at].to_string())
    });
    without.unwrap_or_else(|| page_id(path))
}

/// How the names of outputs end.
fn ending(to: To) -> &'static str {
    match to {
        To::Jsonl => ".jsonl",
        To::Wet => ".warc.wet.gz",
        To::Parquet => ".parquet",
    }
}
