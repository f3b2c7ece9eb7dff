//! Neither the ledger nor the heap is ever above the budget; a used extractor keeps to it as well.
#![no_main]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::ops::ControlFlow;

use libfuzzer_sys::fuzz_target;
use trommel::{Budget, Sink};
use trommel_fuzz::{Input, extractor, read};

/// Counts what each thread has on the heap.
struct Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

thread_local! {
    /// Bytes on the heap, and most of them at one time.
    static HEAP: Cell<(isize, isize)> = const { Cell::new((0, 0)) };
}

fn note(bytes: isize) {
    let (live, peak) = HEAP.get();
    HEAP.set((live + bytes, peak.max(live + bytes)));
}

// SAFETY: every call goes to the system's allocator unchanged; counting neither allocates nor unwinds, since the cell is
// constant from the start and has nothing to drop.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        note(layout.size() as isize);
        // SAFETY: the caller keeps the contract of `alloc`, which is the same one.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        note(-(layout.size() as isize));
        // SAFETY: the block came from the system's allocator by `alloc` or `realloc`, with this layout.
        unsafe { System.dealloc(block, layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        note(new_size as isize);
        note(-(layout.size() as isize));
        // SAFETY: as for `dealloc`; the caller keeps the contract of `realloc`.
        unsafe { System.realloc(block, layout, new_size) }
    }
}

/// A sink that holds nothing.
struct Nothing;

impl Sink for Nothing {
    fn rendered(&mut self, _: &str) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

fuzz_target!(|data: &[u8]| {
    let Some(input) = Input::new(data) else { return };
    for options in [input.at_minimum(), input.options.clone().with_budget(Budget::from_bytes(256 << 10))] {
        let budget =
            if options == input.at_minimum() { Budget::minimum(&options).bytes() } else { 256 << 10 };
        let (before, _) = HEAP.get();
        HEAP.set((before, before));
        // What the extractor does not hold, but takes from the heap meanwhile.
        let mut aside = 2 * options_bytes();
        {
            let mut extractor = extractor(&options);
            for _ in 0..2 {
                let summary = read(&mut extractor, input.chunks(), &mut Nothing);
                let meta = &summary.meta;
                aside += [&meta.title, &meta.author, &meta.date, &meta.lang, &meta.url]
                    .map(|field| field.len())
                    .iter()
                    .sum::<usize>();
                assert!(summary.peak_bytes <= budget, "the ledger says {} of {budget}", summary.peak_bytes);
            }
        }
        let held = (HEAP.get().1 - before) as usize;
        assert!(held <= budget + aside, "{held} bytes on the heap, {budget} allowed");
    }
});

/// Bytes of a copy of the options: the label of an encoding.
fn options_bytes() -> usize {
    16
}
