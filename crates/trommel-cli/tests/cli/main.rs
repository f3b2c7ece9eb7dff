//! Tests of the command.

mod archives;
mod batch;
mod blocks;
mod chunks;
mod codings;
mod command;
#[cfg(target_os = "linux")]
mod endless;
mod explain;
mod index;
mod inputs;
#[cfg(unix)]
mod interrupt;
mod json_lines;
mod lists;
mod messages;
mod output_files;
mod outputs;
mod part;
mod predictions;
mod references;
mod repeats;
mod report;
#[cfg(unix)]
mod resume;
#[cfg(unix)]
mod resume_finished;
#[cfg(unix)]
mod resume_inputs;
mod run;
mod score;
#[cfg(feature = "train")]
mod self_label;
mod shell;
#[cfg(feature = "train")]
mod site;
#[cfg(unix)]
mod streams;
mod usage;
mod warc;
#[path = "../warcs/mod.rs"]
mod warcs;
mod wet;
