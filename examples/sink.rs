//! A sink that prints text as soon as it is decided, so that even an endless page is filtered in
//! constant memory. It also counts the dropped line-blocks.
//!
//! `cargo run --example sink < page.html`

use std::io::{self, Read, Write};
use std::ops::ControlFlow;

use trommel::{Extractor, LineBlock, Options, Sink, blocks::Verdict};

struct Printer {
    out: io::StdoutLock<'static>,
    dropped_chars: u64,
    error: Option<io::Error>,
}

impl Sink for Printer {
    fn text(&mut self, piece: &str) -> ControlFlow<()> {
        match self.out.write_all(piece.as_bytes()) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                // Stops the page.
                self.error = Some(error);
                ControlFlow::Break(())
            }
        }
    }

    fn block(&mut self, block: &LineBlock<'_>) -> ControlFlow<()> {
        if block.verdict() == Verdict::Dropped {
            self.dropped_chars += u64::from(block.chars());
        }
        ControlFlow::Continue(())
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut extractor = Extractor::new(Options::default())?;
    let mut printer = Printer { out: io::stdout().lock(), dropped_chars: 0, error: None };
    let mut input = io::stdin().lock();
    let mut chunk = [0; 16 << 10];
    loop {
        let read = input.read(&mut chunk)?;
        if read == 0 || printer.error.is_some() {
            break;
        }
        extractor.push_to(&chunk[..read], &mut printer)?;
    }
    let summary = extractor.finish_to(&mut printer)?;
    if let Some(error) = printer.error {
        return Err(error.into());
    }
    eprintln!(
        "{} of {} blocks kept, {} characters dropped, {} bytes held at most",
        summary.blocks_kept, summary.blocks_total, printer.dropped_chars, summary.peak_bytes
    );
    Ok(())
}
