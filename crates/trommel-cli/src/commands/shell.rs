//! `trommel completions SHELL` and `trommel man [DIR]`: shell completions and manual pages,
//! generated from the flags.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Command;
use clap_complete::{Shell, generate};
use clap_mangen::Man;

use crate::commands::out::{Out, OutFlag};
use crate::error::{CliError, Status};

/// Name of the command in these files.
const NAME: &str = "trommel";

/// Write shell completions to standard output
#[derive(Debug, clap::Args)]
pub(crate) struct CompletionsArgs {
    /// Name of the shell
    shell: Shell,
    #[command(flatten)]
    out: OutFlag,
}

/// Write the manual page of trommel to standard output, or one page per command into a folder
#[derive(Debug, clap::Args)]
pub(crate) struct ManArgs {
    /// Folder for the pages of all commands; created if missing
    #[arg(value_name = "DIR")]
    folder: Option<PathBuf>,
}

/// Runs `trommel completions`. `command` has all flags.
pub(crate) fn completions(args: &CompletionsArgs, mut command: Command) -> Result<Status, CliError> {
    let mut out = args.out.open([])?;
    let mut written = Vec::new();
    generate(args.shell, &mut command, NAME, &mut written);
    out.write_all(&written).map_err(|error| out.error(&error))?;
    out.finish().map(|()| Status::Done)
}

/// Runs `trommel man`. `command` has all flags.
pub(crate) fn man(args: &ManArgs, mut command: Command) -> Result<Status, CliError> {
    command.build();
    match &args.folder {
        None => {
            let mut out: Out = OutFlag::default().open([])?;
            page(&command).and_then(|page| out.write_all(&page)).map_err(|error| out.error(&error))?;
            out.finish()?;
        }
        Some(folder) => {
            let name = folder.display().to_string();
            fs::create_dir_all(folder)
                .and_then(|()| write_pages(folder, NAME, &command))
                .map_err(|error| CliError::writing(&name, &error))?;
        }
    }
    Ok(Status::Done)
}

/// Writes the pages of a command and its subcommands: `trommel.1`, `trommel-batch.1`.
fn write_pages(folder: &Path, name: &str, command: &Command) -> io::Result<()> {
    fs::write(folder.join(format!("{name}.1")), page(command)?)?;
    let below = command.get_subcommands().filter(|below| below.get_name() != "help" && !below.is_hide_set());
    below
        .map(|below| (format!("{name}-{}", below.get_name()), below))
        .try_for_each(|(name, below)| write_pages(folder, &name, below))
}

fn page(command: &Command) -> io::Result<Vec<u8>> {
    let name = command.get_display_name().unwrap_or(NAME).to_string();
    let mut page = Vec::new();
    Man::new(command.clone()).title(name.to_uppercase()).render(&mut page)?;
    Ok(page)
}
