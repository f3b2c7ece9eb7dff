//! A counting allocator. A test binary that measures memory makes it its `#[global_allocator]`.
#![allow(unsafe_code, reason = "an allocator cannot be written without")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// An allocator that counts the heap bytes of each thread.
pub struct Counting;

thread_local! {
    static HEAP: Cell<Heap> = const { Cell::new(Heap { live_bytes: 0, peak_bytes: 0, allocations: 0 }) };
}

#[derive(Clone, Copy)]
struct Heap {
    live_bytes: isize,
    peak_bytes: isize,
    allocations: u64,
}

/// Counts `bytes` as allocated, or as freed if negative.
fn note(bytes: isize) {
    HEAP.with(|heap| {
        let mut now = heap.get();
        now.live_bytes += bytes;
        now.peak_bytes = now.peak_bytes.max(now.live_bytes);
        now.allocations += u64::from(bytes > 0);
        heap.set(now);
    });
}

// SAFETY: every call goes to the system's allocator unchanged. Counting neither allocates nor
// unwinds, since the cell is constant from the start and has nothing to drop.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        note(layout.size() as isize);
        // SAFETY: the caller keeps the contract of `alloc`, which is the same one.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        note(-(layout.size() as isize));
        // SAFETY: the block came from the system's allocator by `alloc` or `realloc`, with this
        // layout.
        unsafe { System.dealloc(block, layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        // Both blocks can exist while one is copied to the other.
        note(new_size as isize);
        note(-(layout.size() as isize));
        // SAFETY: as for `dealloc`. The caller keeps the contract of `realloc`.
        unsafe { System.realloc(block, layout, new_size) }
    }
}

/// Runs `work`. Returns its result, its peak heap bytes beyond those allocated before, and the
/// number of its allocations.
pub fn measure<T>(work: impl FnOnce() -> T) -> (T, usize, u64) {
    let before = HEAP.get();
    HEAP.set(Heap { peak_bytes: before.live_bytes, ..before });
    let result = work();
    let after = HEAP.get();
    (result, (after.peak_bytes - before.live_bytes) as usize, after.allocations - before.allocations)
}

/// Runs `work`. Returns its result and the heap bytes that it still holds.
pub fn held<T>(work: impl FnOnce() -> T) -> (T, usize) {
    let before = HEAP.get().live_bytes;
    let result = work();
    (result, (HEAP.get().live_bytes - before) as usize)
}
