//! Tests of the command.

mod batch;
mod blocks;
mod chunks;
mod command;
#[cfg(target_os = "linux")]
mod endless;
mod explain;
mod index;
mod inputs;
#[cfg(unix)]
mod interrupt;
mod lists;
mod messages;
mod outputs;
mod part;
mod references;
mod repeats;
mod report;
#[cfg(unix)]
mod resume;
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
