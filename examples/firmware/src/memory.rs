//! The heap, and the high-water marks of heap and stack.
#![allow(unsafe_code, reason = "an allocator, and memory outside of Rust's objects, cannot be used without")]

use core::alloc::{GlobalAlloc, Layout};
use core::sync::atomic::{AtomicUsize, Ordering};
use cortex_m_rt::STACK_PAINT_VALUE;
use embedded_alloc::TlsfHeap;

/// Bytes of the heap.
pub const HEAP_BYTES: usize = 192 << 10;

/// A heap that knows how many bytes were used at most.
struct Heap {
    heap: TlsfHeap,
    live_bytes: AtomicUsize,
    peak_bytes: AtomicUsize,
}

#[global_allocator]
static HEAP: Heap =
    Heap { heap: TlsfHeap::empty(), live_bytes: AtomicUsize::new(0), peak_bytes: AtomicUsize::new(0) };

// SAFETY: all calls go to the heap unchanged; counting neither allocates nor unwinds.
unsafe impl GlobalAlloc for Heap {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps the contract of `alloc`, which is the same one.
        let block = unsafe { self.heap.alloc(layout) };
        if !block.is_null() {
            let live_bytes = self.live_bytes.fetch_add(layout.size(), Ordering::Relaxed) + layout.size();
            self.peak_bytes.fetch_max(live_bytes, Ordering::Relaxed);
        }
        block
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        self.live_bytes.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: the block came from this heap with this layout.
        unsafe { self.heap.dealloc(block, layout) }
    }
}

/// Makes the heap usable. Called once, before the first allocation.
pub fn init() {
    let heap = &HEAP.heap;
    // SAFETY: the memory is used by nothing else; a second call panics.
    unsafe {
        embedded_alloc::init!(heap, HEAP_BYTES);
    }
}

/// Most bytes of the heap that were in use at one time, without the heap's own headers.
pub fn heap_peak_bytes() -> usize {
    HEAP.peak_bytes.load(Ordering::Relaxed)
}

unsafe extern "C" {
    /// Lowest word of the stack's memory, by the linker.
    static _stack_end: u32;
    /// End of the stack's memory, where it starts to grow downwards.
    static _stack_start: u32;
}

/// Most bytes of the stack that were in use at one time: from its start to the last word that is
/// painted.
pub fn stack_peak_bytes() -> usize {
    let (mut word, start) = (&raw const _stack_end, &raw const _stack_start);
    // SAFETY: all words between the two are memory of the stack, and aligned. The stack in use is
    // above the words that are still painted.
    unsafe {
        while word < start && word.read_volatile() == STACK_PAINT_VALUE {
            word = word.add(1);
        }
    }
    start.addr() - word.addr()
}

/// Bytes of memory for the stack.
pub fn stack_bytes() -> usize {
    (&raw const _stack_start).addr() - (&raw const _stack_end).addr()
}
