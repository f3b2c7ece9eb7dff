//! A folder with an output for each input.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::thread;

use trommel::Options;

use crate::batch::args::{Args, OutputFormat, has_many_pages};
use crate::batch::progress::Progress;
use crate::batch::resume::CompletedOutput;
use crate::batch::run::{OutputSpec, Runner};
use crate::error::CliError;
use crate::files::{Places, Walk, expect_folder, expect_no_inputs, page_id, plain_name};
use crate::jobs::threads;

/// Makes all outputs: files side by side where there are many, else the records of each.
pub(crate) fn run(
    args: &Args,
    options: &Options,
    format: OutputFormat,
    progress: &Arc<Progress>,
) -> Result<Vec<CompletedOutput>, CliError> {
    let specs = specs(args, format)?;
    let outputs = specs.iter().map(|spec| spec.output.as_path()).chain(args.summary.as_deref());
    expect_no_inputs(outputs, args.files())?;
    for spec in &specs {
        let folder = spec.output.parent().unwrap_or(Path::new("."));
        fs::create_dir_all(folder)
            .map_err(|error| CliError::writing(&folder.display().to_string(), &error))?;
    }
    args.summary.as_deref().map_or(Ok(()), expect_folder)?;
    if !args.resume {
        mark(&specs);
    }
    let jobs = threads(args.jobs);
    let lanes = jobs.min(specs.len()).max(1);
    let run = Runner { args, options, format, jobs: (jobs / lanes).max(1), progress };
    let next = AtomicUsize::new(0);
    let all = Mutex::new((Vec::with_capacity(specs.len()), None));
    let lane = || {
        while let Some(spec) = specs.get(next.fetch_add(1, Relaxed)) {
            let done = run.spec(spec);
            let Ok(mut all) = all.lock() else { return };
            match done {
                Ok(finished) => all.0.push(finished),
                Err(stop) => {
                    // The others go on to the end of the files they are at.
                    next.store(specs.len(), Relaxed);
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
        Err(_) => Err(CliError::at("--jobs", "a thread went away")),
    }
}

/// Marks the outputs that are there as those of another run, until this one has made them: if it is
/// interrupted before, a later one would take them for its own. What cannot be marked cannot be
/// written either, which is said in its turn.
fn mark(specs: &[OutputSpec]) {
    for spec in specs {
        if let Ok(Some(places)) = Places::of(&spec.output)
            && places.mark().is_ok()
        {
            places.forget_state();
        }
    }
}

/// The outputs: one for each file of records, under its path in its folder; and one for all HTML of
/// a named file or folder.
fn specs(args: &Args, format: OutputFormat) -> Result<Vec<OutputSpec>, CliError> {
    let mut specs: Vec<OutputSpec> = Vec::new();
    for named in &args.inputs {
        if !named.is_dir() {
            let name = if named == Path::new("-") { "stdin".to_string() } else { stem(named) };
            specs.push(spec(named, false, args.output.join(name + ending(format))));
            continue;
        }
        let mut has_html = false;
        for found in Walk::new(std::slice::from_ref(named)).and_records() {
            match found {
                Ok(path) if has_many_pages(&path, args.input_format) => {
                    let below = path
                        .strip_prefix(named)
                        .unwrap_or(&path)
                        .with_file_name(stem(&path) + ending(format));
                    specs.push(spec(&path, false, args.output.join(below)));
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
            specs.push(spec(named, true, args.output.join(name + ending(format))));
        }
    }
    let mut seen = BTreeMap::new();
    for spec in &specs {
        if let Some(other) = seen.insert(&spec.output, &spec.inputs) {
            let (one, two) = (spec.inputs[0].display(), other[0].display());
            let message =
                format!("expected an output of its own for each input, found this one for {two} and {one}");
            return Err(CliError::at(&spec.output.display().to_string(), message));
        }
    }
    Ok(specs)
}

fn spec(input: &Path, is_html_only: bool, output: PathBuf) -> OutputSpec {
    OutputSpec { inputs: vec![input.to_path_buf()], is_html_only, output }
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
fn ending(format: OutputFormat) -> &'static str {
    match format {
        OutputFormat::Jsonl => ".jsonl",
        OutputFormat::Wet => ".warc.wet.gz",
        OutputFormat::Parquet => ".parquet",
    }
}
