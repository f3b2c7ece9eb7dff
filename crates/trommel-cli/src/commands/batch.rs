//! `trommel batch INPUT... -o OUT`: extracts many pages to one output, or to one for each input.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;

use crate::batch::args::{Args, OutputFormat, When, by_name};
use crate::batch::folder;
use crate::batch::progress::{Progress, Watch};
use crate::batch::resume::CompletedOutput;
use crate::batch::run::{OutputSpec, Runner, write_summary};
use crate::batch::tally::{Tally, counted};
use crate::error::{CliError, Status};
use crate::files::{Ids, Packing, Places, check_outputs, names_folder, plain_name};
use crate::inputs::{expect_one_stdin, no_pages};
use crate::jobs::threads;
use crate::stderr::report;

/// Runs `trommel batch`.
pub(crate) fn run(args: &Args) -> Result<Status, CliError> {
    let begin = Instant::now();
    check(args)?;
    let options = args.settings.options(args.method)?.with_links(args.links);
    let format = args.format.unwrap_or_else(|| by_name(&args.output));
    let progress = Arc::new(Progress::default());
    progress.all_file_bytes.store(file_bytes(&args.inputs), Relaxed);
    let watch = (args.progress == When::Auto).then(|| Watch::begin(&progress));
    let ids = Ids::of(&args.inputs);
    let outputs = if names_folder(&args.output) {
        folder::run(args, &options, &ids, format, &progress)?
    } else {
        check_outputs([&*args.output].into_iter().chain(args.summary.as_deref()), args.files())?;
        let jobs = threads(args.jobs);
        let spec =
            OutputSpec { inputs: args.inputs.clone(), is_pages_only: false, output: args.output.clone() };
        let run = Runner { args, options: &options, ids: &ids, format, jobs, progress: &progress };
        vec![run.spec(&spec)?]
    };
    drop(watch);
    let mut tally = Tally::default();
    outputs.iter().for_each(|output| tally.add(&output.tally));
    let finished_before = count(&outputs, |output| output.from_earlier_run);
    let uncounted = count(&outputs, |output| output.is_uncounted);
    let done = tally.pages + tally.errors + tally.damaged + tally.skipped_records() + uncounted;
    if done == 0 {
        // A later run ends in the same way, since all outputs contribute to it.
        if !args.resume {
            outputs.iter().for_each(CompletedOutput::forget);
        }
        return Err(no_pages(&args.inputs));
    }
    let seconds = begin.elapsed().as_secs_f64();
    let bytes = progress.page_bytes.load(Relaxed);
    if finished_before > 0 {
        report(&format!("{} complete before", counted(finished_before, "output")));
    }
    report(&tally.line(bytes, seconds));
    if let Some(path) = &args.summary {
        if uncounted > 0 && finished_before == outputs.len() as u64 && path.is_file() {
            let outputs = counted(uncounted, "output");
            report(&format!(
                "{}: stays as it is: nothing was done, and of {outputs} it is not known any more what was done before",
                path.display()
            ));
        } else {
            write_summary(path, &tally.json(bytes, seconds, uncounted))?;
        }
    }
    let status = status(&tally, args, uncounted);
    for output in &outputs {
        // State files are left only if a later run must end with the same exit code because of
        // them.
        let tells = args.resume && status != Status::Done && self::status(&output.tally, args, 0) == status;
        if !tells || output.is_uncounted {
            output.forget();
        }
    }
    Ok(status)
}

/// The exit status of a run with this tally. `uncounted` outputs are complete from an earlier run
/// whose counts are unknown.
fn status(tally: &Tally, args: &Args, uncounted: u64) -> Status {
    match tally {
        Tally { errors: 1.., .. } => Status::CompletedWithErrors,
        Tally { damaged: 1.., .. } if !args.allow_damaged => Status::CompletedWithErrors,
        Tally { extracted: 0, .. } if uncounted == 0 => Status::Empty,
        _ => Status::Done,
    }
}

/// Number of outputs for which `is_so` is true.
fn count(outputs: &[CompletedOutput], is_so: impl Fn(&CompletedOutput) -> bool) -> u64 {
    outputs.iter().filter(|output| is_so(output)).count() as u64
}

/// Refuses flags that exclude each other.
fn check(args: &Args) -> Result<(), CliError> {
    #[cfg(not(feature = "parquet"))]
    if args.format.unwrap_or_else(|| by_name(&args.output)) == OutputFormat::Parquet {
        return Err(crate::batch::args::no_parquet());
    }
    if args.format.is_none()
        && !names_folder(&args.output)
        && plain_name(&args.output).to_lowercase().ends_with(".warc")
    {
        return Err(CliError::at(
            &args.output.display().to_string(),
            "expected a name for JSON lines, WET or a table, found that of a WARC file; .warc.wet and .warc.wet.gz are WET",
        ));
    }
    if args.format.unwrap_or_else(|| by_name(&args.output)) == OutputFormat::Parquet
        && !names_folder(&args.output)
        && Packing::of(&args.output) != Packing::None
    {
        return Err(CliError::at(
            &args.output.display().to_string(),
            "expected a name for a Parquet file without .gz or .zst, found one with it; its columns are packed already, and readers need its end",
        ));
    }
    expect_one_stdin(&args.inputs)?;
    if args.resume && matches!(Places::of(&args.output), Ok(None)) {
        return Err(CliError::at(
            "--resume",
            "expected a file or a folder as OUT, found what is written directly",
        ));
    }
    if args.markdown && args.format.unwrap_or_else(|| by_name(&args.output)) == OutputFormat::Wet {
        return Err(CliError::at(
            "--markdown",
            "expected JSON lines or a table to add a field to, found WET, which is text alone",
        ));
    }
    Ok(())
}

/// Bytes of all inputs; 0 if they are not all files.
fn file_bytes(inputs: &[PathBuf]) -> u64 {
    let bytes =
        |path: &PathBuf| path.metadata().ok().filter(std::fs::Metadata::is_file).map(|found| found.len());
    inputs.iter().map(bytes).sum::<Option<u64>>().unwrap_or(0)
}
