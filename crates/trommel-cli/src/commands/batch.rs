//! `trommel batch INPUT... -o OUT`: extracts many pages to one output, or to one output per input.

use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;

use trommel::Options;
use trommel::repeats::{Limits, Repeats};
use trommel_warc::Codec;

use crate::batch::args::{Args, OutputFormat, When};
use crate::batch::folder;
use crate::batch::interruption::Interruption;
use crate::batch::pages_folder::LIST_NAME;
use crate::batch::progress::{Progress, Watch};
use crate::batch::resume::CompletedOutput;
use crate::batch::run::{OutputSpec, Runner};
use crate::batch::tally::{Tally, counted};
use crate::batch::writer::write_summary;
use crate::commands::repeats;
use crate::error::{CliError, Status};
use crate::field_flags::FieldFlags;
use crate::files::{Ids, Places, check_outputs, codec_of, is_pipe, names_folder};
use crate::inputs::{expect_one_stdin, no_pages};
use crate::remote::{conceal, conceal_words, is_address};
use crate::stderr::{is_quiet, note, report};

/// Runs `trommel batch`. `words` is the whole command line.
pub(crate) fn run(mut args: Args, words: &[OsString]) -> Result<Status, CliError> {
    args.pages.add_list()?;
    conceal([&mut args.output]);
    let args = &args;
    let begin = Instant::now();
    let format = args.output_format()?;
    check(args, format)?;
    let FieldFlags { links, images, .. } = args.fields;
    let mut options = args.settings.options(args.method)?.with_links(links).with_images(images);
    let progress = Arc::new(Progress::default());
    let is_resumable = !matches!(Places::of(&args.output), Ok(None));
    let reads_stdin = args.pages.files().any(|input| input == Path::new("-"));
    let interruption = Arc::new(Interruption::watch(&conceal_words(words), is_resumable, reads_stdin));
    let is_shown = args.progress == When::Auto && !is_quiet();
    let shown_inputs = is_shown.then_some(&*args.pages.inputs);
    let watch = Watch::begin(&progress, shown_inputs, &args.pages.index.cdx, &interruption);
    let ids = Ids::of(&args.pages.inputs);
    if args.two_pass {
        let repeats = first_pass(args, &options, &interruption)?;
        options = options.with_repeats(Arc::new(repeats));
    }
    let (jobs, progress) = (args.jobs.threads(), &progress);
    let runner =
        Runner { args, options: &options, ids: &ids, format, jobs, progress, interruption: &interruption };
    let outputs = if names_folder(&args.output) && format.rendered().is_none() {
        folder::run(runner)
    } else {
        one_output(runner).map(|output| vec![output])
    };
    drop(watch);
    let outputs = outputs.inspect_err(|stop| {
        if let CliError::Interrupted(_) = stop {
            report(&progress.at_interruption(&interruption));
        }
    })?;
    let mut tally = Tally::default();
    outputs.iter().for_each(|output| tally.add(&output.tally));
    let finished_before = count(&outputs, |output| output.from_earlier_run);
    if tally.is_nothing() && args.real_part().is_none() {
        // A later run would end in the same way, since all outputs contribute to it.
        if !args.resume {
            outputs.iter().for_each(CompletedOutput::forget);
        }
        return Err(no_pages(&args.pages.inputs));
    }
    let over_time = progress.over_time(begin);
    let seconds = begin.elapsed().as_secs_f64();
    let bytes = progress.page_bytes.load(Relaxed);
    if finished_before > 0 {
        note(&format!("{} already complete", counted(finished_before, "output")));
    }
    note(&tally.line(bytes, seconds));
    if tally.extracted == 0 {
        note(&format!("nothing extracted: {}", tally.why_nothing()));
    }
    if let Some(path) = &args.summary {
        write_summary(path, &tally.json(&over_time))?;
    }
    // With --resume, the state stays next to each output, so that a later run can recognise it.
    if !args.resume {
        outputs.iter().for_each(CompletedOutput::forget);
    }
    Ok(status(&tally, args))
}

/// Finds the text that the pages of each host repeat.
fn first_pass(args: &Args, options: &Options, interruption: &Interruption) -> Result<Repeats, CliError> {
    let (jobs, limits) = (args.jobs.threads(), Limits::DEFAULT);
    let collected = repeats::collect(&args.pages, jobs, Some(interruption), &args.settings, options, limits);
    let (repeats, _) = collected.inspect_err(|stop| {
        if let CliError::Interrupted(_) = stop {
            report(
                "interrupted in the first of two passes: outputs are unchanged; run the same command to start over",
            );
        }
    })?;
    repeats::tell(&repeats);
    Ok(repeats)
}

/// The exit status of a run with these counts.
fn status(tally: &Tally, args: &Args) -> Status {
    match tally {
        Tally { errors: 1.., .. } => Status::CompletedWithErrors,
        Tally { damaged: 1.., .. } if !args.allow_damaged => Status::CompletedWithErrors,
        Tally { extracted: 0, .. } => Status::Empty,
        _ => Status::Done,
    }
}

/// Number of outputs that match.
fn count(outputs: &[CompletedOutput], is_so: impl Fn(&CompletedOutput) -> bool) -> u64 {
    outputs.iter().filter(|output| is_so(output)).count() as u64
}

/// Rejects flags that do not go together.
fn check(args: &Args, format: OutputFormat) -> Result<(), CliError> {
    #[cfg(not(feature = "parquet"))]
    if format == OutputFormat::Parquet {
        return Err(crate::batch::args::no_parquet());
    }
    if format == OutputFormat::Parquet && !names_folder(&args.output) && codec_of(&args.output) != Codec::None
    {
        return Err(CliError::at(
            &args.output.display().to_string(),
            "expected a Parquet file name without .gz or .zst; Parquet compresses its columns itself",
        ));
    }
    expect_one_stdin(&args.pages.inputs)?;
    check_passes(args)?;
    check_part(args)?;
    if args.resume && matches!(Places::of(&args.output), Ok(None)) {
        let is_address = is_address(&args.output);
        let found = if is_address { "a URL, which has no partial output" } else { "a pipe or a device" };
        let message = format!("expected a file or a folder as OUT, found {found}");
        return Err(CliError::at("--resume", message));
    }
    check_fields(args, format)
}

fn check_passes(args: &Args) -> Result<(), CliError> {
    if args.drop_duplicates && !args.two_pass && !args.settings.has_repeats() {
        let message = "expected --repeats or --two-pass, to find duplicates, found neither";
        return Err(CliError::at("--drop-duplicates", message));
    }
    if args.two_pass && args.pages.inputs.iter().any(|input| input == Path::new("-") || is_pipe(input)) {
        let message =
            "expected files and folders, found an input that cannot be read twice; write it to a file";
        return Err(CliError::at("--two-pass", message));
    }
    Ok(())
}

/// Rejects flags that `--part` cannot be combined with.
fn check_part(args: &Args) -> Result<(), CliError> {
    if args.real_part().is_none() {
        return Ok(());
    }
    if args.pages.inputs.iter().any(|input| input == Path::new("-")) {
        return Err(CliError::at("--part", "expected files, found standard input, which cannot be split"));
    }
    if !args.pages.index.cdx.is_empty() {
        return Err(CliError::at(
            "--part",
            "expected files, found an index (--cdx); split the index instead",
        ));
    }
    Ok(())
}

/// Rejects flags for additional fields that the format has no place for.
fn check_fields(args: &Args, format: OutputFormat) -> Result<(), CliError> {
    if args.fields.markdown && (format == OutputFormat::Wet || format.rendered().is_some()) {
        let found = if format == OutputFormat::Wet { "WET, which is plain text" } else { "rendered pages" };
        let message = format!("expected JSON lines or a table to add a field to, found {found}");
        return Err(CliError::at("--markdown", message));
    }
    let has_marks = args.fields.markdown || matches!(format, OutputFormat::Markdown | OutputFormat::Html);
    if args.fields.images && !has_marks && format != OutputFormat::Jsonl {
        let message = "expected Markdown, HTML or JSON lines to keep images in, found another format";
        return Err(CliError::at("--images", message));
    }
    let of_json = args.fields.of_json().or(args.chunks.then_some("--chunks"));
    if let Some(flag) = of_json.filter(|_| format != OutputFormat::Jsonl) {
        return Err(CliError::at(flag, "expected JSON lines to add fields to, found another format"));
    }
    check_chunks(args)?;
    if args.fields.links
        && !args.fields.markdown
        && !args.chunks
        && !matches!(format, OutputFormat::Markdown | OutputFormat::Html)
    {
        let message = "expected Markdown or HTML to keep links in, found neither; use it with --markdown, --chunks, --format markdown or --format html";
        return Err(CliError::at("--links", message));
    }
    args.settings.expect_markdown(args.fields.markdown || args.chunks || format == OutputFormat::Markdown)
}

/// Rejects flags that chunks have no place for, and flags of chunks without chunks.
fn check_chunks(args: &Args) -> Result<(), CliError> {
    if let Some(flag) = args.chunk_flags.given().filter(|_| !args.chunks) {
        return Err(CliError::at(flag, "expected --chunks to set the size of, found none"));
    }
    match args.fields.of_pages().filter(|_| args.chunks) {
        Some(flag) => Err(CliError::at(flag, "expected lines of pages to add fields to, found --chunks")),
        None => Ok(()),
    }
}

/// Writes one output for all inputs. In a folder with one file per page, it is the list of pages.
fn one_output(runner: Runner<'_>) -> Result<CompletedOutput, CliError> {
    let args = runner.args;
    let mut output = args.output.clone();
    if names_folder(&args.output) {
        if is_address(&args.output) {
            let message = "expected a local file or folder, or the URL of one object, found the URL of a folder; use --format jsonl to write one object";
            return Err(CliError::at(&args.output.display().to_string(), message));
        }
        expect_other_folder(args, runner.format)?;
        fs::create_dir_all(&args.output)
            .map_err(|error| CliError::writing(&args.output.display().to_string(), &error))?;
        output = output.join(LIST_NAME);
    }
    check_outputs([&*output].into_iter().chain(args.summary.as_deref()), args.files())?;
    runner.spec(&OutputSpec { inputs: args.pages.inputs.clone(), is_pages_only: false, output })
}

/// Rejects an HTML output folder inside an input, or around one: pages would be replaced, or read
/// again by the next run.
fn expect_other_folder(args: &Args, format: OutputFormat) -> Result<(), CliError> {
    let Ok(folder) = args.output.canonicalize() else { return Ok(()) };
    for input in args.pages.inputs.iter().filter(|_| format == OutputFormat::Html) {
        let Ok(place) = input.canonicalize() else { continue };
        if place.starts_with(&folder) || folder.starts_with(&place) {
            let message = format!("expected a folder outside the inputs, found {}", input.display());
            return Err(CliError::at(&args.output.display().to_string(), message));
        }
    }
    Ok(())
}
