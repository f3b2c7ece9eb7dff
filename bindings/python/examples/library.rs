//! The rate of the Rust library on pages in memory, for `benches/run.py`: `library FOLDER RUNS`.
//!
//! Prints JSON: the seconds of the fastest of RUNS passes over all files of FOLDER, and those of a
//! page of 5 kB.
use std::path::PathBuf;
use std::time::Instant;

use trommel::{Extractor, Options};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args_os().skip(1);
    let (Some(folder), Some(runs), None) = (args.next(), args.next(), args.next()) else {
        return Err("expected FOLDER RUNS".into());
    };
    let mut paths = std::fs::read_dir(folder)?
        .map(|entry| Ok(entry?.path()))
        .collect::<std::io::Result<Vec<PathBuf>>>()?;
    paths.sort();
    let pages = paths.iter().map(std::fs::read).collect::<std::io::Result<Vec<_>>>()?;
    let runs: usize = runs.to_string_lossy().parse()?;
    let mut extractor = Extractor::new(Options::default())?;
    let mut extract = |page: &[u8]| -> trommel::Result<usize> {
        extractor.push(page)?;
        Ok(extractor.finish()?.text.len())
    };
    let mut pass_seconds = f64::INFINITY;
    for _ in 0..runs {
        let begun = Instant::now();
        for page in &pages {
            std::hint::black_box(extract(page)?);
        }
        pass_seconds = pass_seconds.min(begun.elapsed().as_secs_f64());
    }
    let sentence = "It rained for three days in the valley, and it went on. ";
    let small = format!("<title>Rain</title>{}", format!("<p>{}", sentence.repeat(5)).repeat(18));
    let mut small_seconds = f64::INFINITY;
    for _ in 0..runs {
        let begun = Instant::now();
        for _ in 0..SMALL_PAGES {
            std::hint::black_box(extract(small.as_bytes())?);
        }
        small_seconds = small_seconds.min(begun.elapsed().as_secs_f64() / f64::from(SMALL_PAGES));
    }
    println!("{{\"pass_seconds\":{pass_seconds},\"small_seconds\":{small_seconds}}}");
    Ok(())
}

/// Small pages of a run.
const SMALL_PAGES: u32 = 2000;
