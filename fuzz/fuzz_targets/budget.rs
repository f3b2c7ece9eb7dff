//! Neither the ledger nor the heap exceeds the budget, with a new and with a reused extractor.
#![no_main]

use std::ops::ControlFlow;

use libfuzzer_sys::fuzz_target;
use trommel::{Budget, Sink};
use trommel_fuzz::{Input, extractor, read};
use trommel_testing::heap;

trommel_fuzz::count_blocks!();

/// A sink that holds nothing.
struct Nothing;

impl Sink for Nothing {
    fn text(&mut self, _: &str) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

fuzz_target!(|data: &[u8]| {
    let Some(input) = Input::new(data) else { return };
    for options in [input.at_minimum(), input.options.clone().with_budget(Budget::from_bytes(256 << 10))] {
        let budget = if options == input.at_minimum() { options.minimum_budget().bytes() } else { 256 << 10 };
        let (aside, held, _) = heap::measure(|| {
            // Heap bytes that are not the extractor's: copies of the options, and the summary.
            let mut aside = 2 * options_bytes();
            let mut extractor = extractor(&options);
            for _ in 0..2 {
                let summary = read(&mut extractor, input.chunks(), &mut Nothing);
                let meta = &summary.metadata;
                aside += [&meta.title, &meta.author, &meta.date, &meta.lang, &meta.url]
                    .map(|field| field.len())
                    .iter()
                    .sum::<usize>();
                assert!(summary.peak_bytes <= budget, "the ledger says {} of {budget}", summary.peak_bytes);
            }
            aside
        });
        assert!(held <= budget + aside, "{held} bytes on the heap, {budget} allowed");
    }
});

/// Bytes of a copy of the options: the label of an encoding.
fn options_bytes() -> usize {
    16
}
