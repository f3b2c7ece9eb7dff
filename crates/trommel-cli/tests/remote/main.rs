//! Remote inputs, from servers with typical faults.
#![cfg(feature = "remote")]

mod index;
mod server;
#[path = "../warcs/mod.rs"]
mod warcs;
mod web;

use warcs::*;

fn crawl() -> Vec<u8> {
    (0..60).flat_map(|number| gzip(&response(&format!("r{number}"), page(number).as_bytes()))).collect()
}

/// Texts of the rows from a run on these inputs.
fn texts(folder: &tempfile::TempDir) -> Vec<String> {
    rows(&get(folder, "out.jsonl")).iter().map(|row| row["text"].to_string()).collect()
}

/// The result for the same local file.
fn expected(folder: &tempfile::TempDir, name: &str, bytes: &[u8]) -> Vec<String> {
    put(folder, name, bytes);
    let run = run_in(folder.path(), &["batch", name, "-o", "out.jsonl"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    texts(folder)
}

fn run(folder: &tempfile::TempDir, args: &[&str]) -> Run {
    run_in(folder.path(), &[&["batch", "-o", "out.jsonl"], args].concat())
}
