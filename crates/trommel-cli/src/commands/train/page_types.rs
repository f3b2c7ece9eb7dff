//! `trommel train --page-types`: trains the model of page types.

use super::args::Args;
use super::common::write;
use crate::batch::tally::counted;
use crate::error::{CliError, Status};
use crate::files::Output;
use crate::stderr::note;
use trommel_train::{GoldPage, fit_page_types};

/// Trains the model, writes it, and reports its accuracy on unseen pages.
pub(super) fn run(args: &Args, pages: &[GoldPage], status: Status) -> Result<Status, CliError> {
    let name = args.output.display().to_string();
    let output = Output::create(&args.output).map_err(|error| CliError::writing(&name, &error))?;
    let trained = fit_page_types(pages, args.seed).map_err(|error| CliError::at("train", error))?;
    write(output, &trained.model).map_err(|error| CliError::writing(&name, &error))?;
    note(&format!("{} pages; {} bytes in {name}", trained.pages, trained.model.len()));
    note(&format!(
        "by cross-validation: {:.4} of the page types recognised, mean calibration error {:.4}",
        trained.cross_validated.accuracy(),
        trained.mean_error
    ));
    for (group, found) in &trained.by_group {
        note(&format!("{group}: {} of {} recognised", found.right, counted(found.pages as u64, "page")));
    }
    trained.cross_validated.to_string().lines().for_each(note);
    Ok(status)
}
