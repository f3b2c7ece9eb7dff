//! Extracts the main content of a page on a Cortex-M4 with 256 KiB of RAM.
//!
//! Arguments: METHOD PAGE OUTPUT, the latter two being files of the host. The page is read in
//! pieces of 512 bytes, as they would come from a network. Text goes to the output as soon as it is
//! decided, so neither the page nor its text is ever in memory. What it took is printed.
#![no_std]
#![no_main]

extern crate alloc;

mod memory;

use alloc::ffi::CString;
use alloc::format;
use alloc::string::String;
use core::fmt::Display;
use core::ops::ControlFlow;
// Turns interrupts off while the heap is changed.
use cortex_m as _;
use cortex_m_rt::entry;
use memory::{HEAP_BYTES, heap_peak_bytes, stack_bytes, stack_peak_bytes};
use semihosting::fs::File;
use semihosting::io::{self, Read, Write};
use semihosting::{eprintln, println, process};
use trommel::{Budget, Extractor, Method, Options, Sink};

/// Bytes of a piece of the page.
const PIECE_BYTES: usize = 512;

/// The budget of the extractor. The rest of the heap is for headers, gaps, and the arguments.
const BUDGET_BYTES: usize = 168 << 10;

/// Bytes of text that are written at a time: each write stops the processor.
const BUFFER_BYTES: usize = 1 << 10;

/// Most bytes of the command line.
const COMMAND_BYTES: usize = 1 << 10;

/// Writes text to a file of the host.
struct Output {
    file: File,
    buffer: String,
    result: io::Result<()>,
}

impl Output {
    fn flush(&mut self) -> ControlFlow<()> {
        self.result = self.file.write_all(self.buffer.as_bytes());
        self.buffer.clear();
        if self.result.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}

impl Sink for Output {
    fn text(&mut self, piece: &str) -> ControlFlow<()> {
        if self.buffer.len() + piece.len() > BUFFER_BYTES {
            self.flush()?;
        }
        if piece.len() > BUFFER_BYTES {
            self.result = self.file.write_all(piece.as_bytes());
        } else {
            self.buffer.push_str(piece);
        }
        ControlFlow::Continue(())
    }
}

/// An error with what was done.
fn failed(what: &str, error: impl Display) -> String {
    format!("{what}: {error}")
}

fn run() -> Result<(), String> {
    let arguments = semihosting::experimental::env::args::<COMMAND_BYTES>();
    let arguments = arguments.map_err(|error| failed("arguments", error))?;
    // The first argument is the name of the program.
    let mut arguments = (&arguments).skip(1).map_while(Result::ok);
    let (Some(method), Some(page), Some(output)) = (arguments.next(), arguments.next(), arguments.next())
    else {
        return Err("expected METHOD PAGE OUTPUT".into());
    };
    let method: Method = method.parse().map_err(|error| failed("method", error))?;
    let path = |path: &str| CString::new(path).map_err(|error| failed("path", error));

    let options = Options::default().with_method(method).with_budget(Budget::from_bytes(BUDGET_BYTES));
    let mut extractor = Extractor::new(options).map_err(|error| failed("extractor", error))?;
    let mut page = File::open(path(page)?).map_err(|error| failed("page", error))?;
    let file = File::create(path(output)?).map_err(|error| failed("output", error))?;
    let mut output = Output { file, buffer: String::with_capacity(BUFFER_BYTES), result: Ok(()) };
    let mut piece = [0; PIECE_BYTES];
    loop {
        match page.read(&mut piece).map_err(|error| failed("page", error))? {
            0 => break,
            length => {
                extractor.push_to(&piece[..length], &mut output).map_err(|error| failed("push", error))?
            }
        }
    }
    let summary = extractor.finish_to(&mut output).map_err(|error| failed("finish", error))?;
    let _ = output.flush();
    output.result.map_err(|error| failed("output", error))?;

    let whole = if summary.first_early_decision_offset.is_none() { "whole" } else { "in parts" };
    println!(
        "heap {} of {HEAP_BYTES}, stack {} of {}, budget {} of {BUDGET_BYTES}, page {} {whole}, {}",
        heap_peak_bytes(),
        stack_peak_bytes(),
        stack_bytes(),
        summary.peak_bytes,
        summary.bytes_in,
        summary.decided_by(),
    );
    Ok(())
}

#[entry]
fn main() -> ! {
    memory::init();
    match run() {
        Ok(()) => process::exit(0),
        Err(message) => {
            eprintln!("{message}");
            process::exit(2)
        }
    }
}
