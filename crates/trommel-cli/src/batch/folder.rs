//! A folder with one output per input.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;

use crate::batch::args::{Args, OutputFormat, has_many_pages};
use crate::batch::resume::CompletedOutput;
use crate::batch::run::{OutputSpec, Runner};
use crate::error::CliError;
use crate::files::{Ids, Places, Visit, Walk, expect_folder, expect_no_inputs, page_id, plain_name};
use crate::remote::is_address;

/// Writes all outputs: several files at a time if there are many, else one file with several
/// workers.
pub(crate) fn run(runner: Runner<'_>) -> Result<Vec<CompletedOutput>, CliError> {
    let args = runner.args;
    let specs = specs(args, runner.ids, runner.format)?;
    let outputs = specs.iter().map(|spec| spec.output.as_path()).chain(args.summary.as_deref());
    expect_no_inputs(outputs, args.files())?;
    for spec in specs.iter().filter(|spec| !is_address(&spec.output)) {
        let folder = spec.output.parent().unwrap_or(Path::new("."));
        fs::create_dir_all(folder)
            .map_err(|error| CliError::writing(&folder.display().to_string(), &error))?;
    }
    args.summary.as_deref().map_or(Ok(()), expect_folder)?;
    if !args.resume {
        mark(&specs);
    }
    let lanes = runner.jobs.min(specs.len()).max(1);
    let runner = Runner { jobs: (runner.jobs / lanes).max(1), ..runner };
    let next = AtomicUsize::new(0);
    let all = Mutex::new((Vec::with_capacity(specs.len()), None));
    let lane = || {
        while let Some(spec) = specs.get(next.fetch_add(1, Relaxed)) {
            let done = runner.spec(spec);
            let Ok(mut all) = all.lock() else { return };
            match done {
                Ok(finished) => all.0.push(finished),
                Err(stop) => {
                    // The other threads finish their current file.
                    next.store(specs.len(), Relaxed);
                    all.1.get_or_insert(stop);
                }
            }
        }
    };
    thread::scope(|scope| {
        for _ in 1..lanes {
            // If fewer threads start, the work continues on those.
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

/// Marks existing outputs as stale until this run replaces them. Otherwise, after an interruption,
/// a later run would take them for its own. If marking fails, writing will fail too and report the
/// error.
fn mark(specs: &[OutputSpec]) {
    for spec in specs {
        if let Ok(Some(places)) = Places::of(&spec.output)
            && places.mark().is_ok()
        {
            places.forget_state();
        }
    }
}

/// The outputs: one for each named file, one for each file of many pages in a folder, and one for
/// all single pages of a folder. Each has the path of its input below the folder that all inputs
/// share.
fn specs(args: &Args, ids: &Ids, format: OutputFormat) -> Result<Vec<OutputSpec>, CliError> {
    let mut specs: Vec<OutputSpec> = Vec::new();
    for named in &args.pages.inputs {
        if !named.is_dir() {
            let below = if named == Path::new("-") { "stdin".into() } else { ids.below(named) };
            specs.push(spec(named, false, args.output.join(below)));
            continue;
        }
        let mut has_pages = false;
        for found in Walk::by(std::slice::from_ref(named), args.pages.choice(), ids.clone()) {
            match found {
                Visit::File(file) if has_many_pages(&file, args.pages.input_format) => {
                    specs.push(spec(&file.path, false, args.output.join(ids.below(&file.path))));
                }
                // Unreadable inputs are reported when they are read.
                Visit::File(_) | Visit::LeftOut(..) | Visit::Failed(..) => has_pages = true,
            }
        }
        if has_pages {
            let below = Some(ids.below(named)).filter(|below| !below.as_os_str().is_empty());
            let own_name = || Some(PathBuf::from(named.canonicalize().ok()?.file_name()?));
            let below = below.or_else(own_name).unwrap_or_else(|| "pages".into());
            specs.push(spec(named, true, args.output.join(below)));
        }
    }
    name_outputs(&mut specs, format);
    let mut seen = BTreeMap::new();
    for spec in &specs {
        if let Some(other) = seen.insert(&spec.output, &spec.inputs) {
            let (one, two) = (spec.inputs[0].display(), other[0].display());
            let message = format!("expected one output per input, found this one for {two} and {one}");
            return Err(CliError::at(&spec.output.display().to_string(), message));
        }
    }
    Ok(specs)
}

/// Replaces the extensions of outputs by that of their format. If two inputs differ only by
/// extension, it is appended instead.
fn name_outputs(specs: &mut [OutputSpec], format: OutputFormat) {
    let short = |path: &Path| path.with_file_name(stem(path) + format.ending());
    let mut times: BTreeMap<PathBuf, usize> = BTreeMap::new();
    for spec in specs.iter() {
        *times.entry(short(&spec.output)).or_default() += 1;
    }
    for spec in specs {
        let name = short(&spec.output);
        spec.output = match times.get(&name) {
            Some(2..) => spec.output.with_file_name(plain_name(&spec.output) + format.ending()),
            _ => name,
        };
    }
}

fn spec(input: &Path, is_pages_only: bool, output: PathBuf) -> OutputSpec {
    OutputSpec { inputs: vec![input.to_path_buf()], is_pages_only, output }
}

/// Name of an output without its extension.
fn stem(path: &Path) -> String {
    let name = plain_name(path);
    let without = [".warc", ".arc", ".jsonl", ".ndjson", ".json", ".parquet", ".zip", ".tar"]
        .iter()
        .find_map(|ending| {
            let at = name.len().checked_sub(ending.len()).filter(|at| *at > 0)?;
            name.get(at..)?.eq_ignore_ascii_case(ending).then(|| name[..at].to_string())
        });
    without.unwrap_or_else(|| page_id(path))
}
