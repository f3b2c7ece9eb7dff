//! Files of pages as rendered by a browser.

use std::io::{BufRead, BufReader};
use std::path::Path;

pub(crate) use trommel_train::self_label::RenderedPage;

use crate::error::CliError;
use crate::files::open;

/// The pages of a file of JSON lines if its first line is a browser-rendered page; else none.
pub(crate) fn rendered(path: &Path) -> Result<Vec<RenderedPage>, CliError> {
    let name = path.display().to_string();
    let reading = |error| CliError::reading(&name, &error);
    let lines = BufReader::new(open(path).map_err(reading)?).split(b'\n');
    let mut pages = Vec::new();
    for (number, line) in (1_u64..).zip(lines) {
        let line = line.map_err(reading)?;
        if line.trim_ascii().is_empty() {
            continue;
        }
        if pages.is_empty() && !RenderedPage::is_one(&line) {
            break;
        }
        pages.push(RenderedPage::parse(&line).map_err(|found| {
            CliError::at(&name, format!("line {number}: expected a page with `texts`, found: {found}"))
        })?);
    }
    Ok(pages)
}
