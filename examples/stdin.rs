//! The filter in twenty lines: HTML from standard input, main content to standard output.
//!
//! `cargo run --example stdin < page.html`

use std::io::{self, Read, Write};

use trommel::{Extractor, Options};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut extractor = Extractor::new(Options::default())?;
    let mut input = io::stdin().lock();
    let mut chunk = [0; 16 << 10];
    loop {
        match input.read(&mut chunk)? {
            0 => break,
            read => extractor.push(&chunk[..read])?,
        }
    }
    io::stdout().write_all(extractor.finish()?.text.as_bytes())?;
    Ok(())
}
