//! The memory of handles, and the global allocator that finds it.
//!
//! Rust has one allocator for the whole program. This one determines which handle is in use on the
//! thread, and takes memory from that handle's [`Heap`]. Each block has a header with its heap, so
//! it returns there no matter who frees it.
//!
//! A heap has two parts:
//!
//! - The *reserve* is in the same block as the handle. An extractor is built in it, and small
//!   blocks come from it.
//! - *Growth* is the caller's allocator functions, or the rest of an arena.
//!
//! Rust aborts the program if an infallible allocation fails. The core makes such allocations while
//! an extractor is built, for which the reserve has space. Later it allocates large parts, which
//! may all be refused, and lists of these parts, which may not. If growth refuses memory for a
//! list, the reserve provides it, and [`Heap::is_refused`] tells the call to end the page.

use rlsf::Tlsf;
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::ffi::c_void;
use std::ops::Range;
use std::ptr::{self, NonNull};

/// Functions that provide the memory of an extractor. Both must be set.
///
/// They are called only during calls with that extractor, on the thread of the call. They must not
/// call back with that extractor, must not throw, and must not leave by `longjmp`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct trommel_allocator {
    /// Passed to both functions; may be NULL.
    pub user_data: *mut c_void,
    /// Returns `size` bytes (never 0), aligned like those of `malloc`, or NULL if there are none.
    pub allocate: Option<unsafe extern "C" fn(user_data: *mut c_void, size: usize) -> *mut c_void>,
    /// Takes back a block of `allocate`. Never called with NULL.
    pub release: Option<unsafe extern "C" fn(user_data: *mut c_void, block: *mut c_void)>,
}

/// Bytes of the header before each block, and the alignment required of allocator functions.
const HEADER_BYTES: usize = 2 * size_of::<usize>();

/// Bytes from which a new block may be refused: all such allocations of the core may fail.
const REFUSABLE_BYTES: usize = 1 << 10;

/// Bytes from which growing text may be refused. Fields of the metadata are shorter.
const REFUSABLE_TEXT_BYTES: usize = 4 << 10;

/// The header of a block.
#[derive(Clone, Copy)]
#[repr(C)]
struct Header {
    /// The heap of the block; null if it is the system's.
    owner: *mut Heap,
    /// Start of the memory that the block lies in.
    base: *mut u8,
}

const _: () = assert!(size_of::<Header>() == HEADER_BYTES);

/// A region of memory that is divided into blocks.
type Region = Tlsf<'static, u32, u16, 26, 16>;

/// The source of a heap's memory besides its reserve.
#[allow(clippy::large_enum_variant, reason = "there is one for each handle, inside of it")]
pub(crate) enum Growth {
    System,
    Functions(trommel_allocator),
    Arena(Region),
}

impl Growth {
    /// Memory of `bytes`, or null.
    ///
    /// # Safety
    /// Allocator functions must keep what [`trommel_allocator`] asks of them.
    pub(crate) unsafe fn take(&mut self, bytes: usize) -> *mut u8 {
        let Some(layout) = base_layout(bytes) else { return ptr::null_mut() };
        match self {
            // SAFETY: the layout has at least the bytes of a header.
            Self::System => unsafe { System.alloc(layout) },
            Self::Functions(trommel_allocator { allocate: Some(allocate), user_data, .. }) => {
                let (allocate, user_data) = (*allocate, *user_data);
                // SAFETY: by the contract of this function.
                outside(|| unsafe { allocate(user_data, bytes) }.cast())
            }
            Self::Functions(_) => ptr::null_mut(),
            Self::Arena(region) => region.allocate(layout).map_or(ptr::null_mut(), NonNull::as_ptr),
        }
    }

    /// Takes back memory of `bytes`.
    ///
    /// # Safety
    /// `base` must come from [`take`](Self::take) of this object, with as many bytes.
    pub(crate) unsafe fn give_back(&mut self, base: *mut u8, bytes: usize) {
        let Some(layout) = base_layout(bytes) else { return };
        match self {
            // SAFETY: the memory came from the system, with this layout.
            Self::System => unsafe { System.dealloc(base, layout) },
            Self::Functions(trommel_allocator { release: Some(release), user_data, .. }) => {
                let (release, user_data) = (*release, *user_data);
                // SAFETY: the memory came from the function `allocate` of the same structure.
                outside(|| unsafe { release(user_data, base.cast()) });
            }
            Self::Functions(_) => {}
            // SAFETY: the memory came from this region, with this alignment.
            Self::Arena(region) => unsafe { give_back(region, base) },
        }
    }
}

pub(crate) struct Heap {
    reserve: Region,
    /// Addresses of the reserve.
    reserve_range: Range<usize>,
    growth: Growth,
    /// Whether the object of the handle is being built, from the reserve.
    pub(crate) is_building: bool,
    is_refused: bool,
    live_blocks: usize,
}

impl Heap {
    /// A heap without a reserve.
    pub(crate) fn new(growth: Growth) -> Self {
        Self {
            reserve: Region::new(),
            reserve_range: 0..0,
            growth,
            is_building: true,
            is_refused: false,
            live_blocks: 0,
        }
    }

    /// Sets the memory of the reserve.
    ///
    /// # Safety
    /// The memory must be this heap's alone, as long as it or a block of it lives.
    pub(crate) unsafe fn set_reserve(&mut self, memory: NonNull<[u8]>) {
        let start = memory.cast::<u8>().as_ptr().addr();
        self.reserve_range = start..start + memory.len();
        // SAFETY: by the contract of this function.
        unsafe { self.reserve.insert_free_block_ptr(memory) };
    }

    /// Clears the refusals of earlier calls.
    pub(crate) fn begin_call(&mut self) {
        self.is_refused = false;
    }

    /// Whether growth refused memory since the call began.
    pub(crate) fn is_refused(&self) -> bool {
        self.is_refused
    }

    pub(crate) fn live_blocks(&self) -> usize {
        self.live_blocks
    }

    pub(crate) fn reserve_bytes(&self) -> usize {
        self.reserve_range.len()
    }

    /// Where the heap grows, to give back its own memory.
    pub(crate) fn into_growth(self) -> Growth {
        self.growth
    }

    /// Memory of `bytes`, or null. With `may_fail`, the reserve is not used.
    fn take(&mut self, bytes: usize, may_fail: bool) -> *mut u8 {
        let mut base = ptr::null_mut();
        // Small blocks between large ones would make an arena hard to fill.
        if self.is_building || bytes < REFUSABLE_BYTES {
            base = self.take_reserve(bytes);
        }
        if base.is_null() {
            // SAFETY: the maker of a heap promises it for the allocator functions.
            base = unsafe { self.growth.take(bytes) };
            self.is_refused |= base.is_null();
        }
        if base.is_null() && !may_fail {
            base = self.take_reserve(bytes);
        }
        self.live_blocks += usize::from(!base.is_null());
        base
    }

    fn take_reserve(&mut self, bytes: usize) -> *mut u8 {
        let block = base_layout(bytes).and_then(|layout| self.reserve.allocate(layout));
        block.map_or(ptr::null_mut(), NonNull::as_ptr)
    }

    /// Takes back memory.
    ///
    /// # Safety
    /// `base` must come from [`take`](Self::take) of this heap, with as many bytes.
    unsafe fn give_back(&mut self, base: *mut u8, bytes: usize) {
        self.live_blocks -= 1;
        if self.reserve_range.contains(&base.addr()) {
            // SAFETY: an address of the reserve was allocated there.
            unsafe { give_back(&mut self.reserve, base) };
        } else {
            // SAFETY: all other memory is of `growth`.
            unsafe { self.growth.give_back(base, bytes) };
        }
    }
}

/// Gives a block back to its region.
///
/// # Safety
/// The block must come from the region, with the alignment of headers.
unsafe fn give_back(region: &mut Region, base: *mut u8) {
    if let Some(base) = NonNull::new(base) {
        // SAFETY: by the contract of this function.
        unsafe { region.deallocate(base, HEADER_BYTES) };
    }
}

/// An empty region over `memory`.
///
/// # Safety
/// The memory must be the region's alone, as long as it or a block of it lives.
pub(crate) unsafe fn region_over(memory: NonNull<[u8]>) -> Region {
    let mut region = Region::new();
    // SAFETY: by the contract of this function.
    unsafe { region.insert_free_block_ptr(memory) };
    region
}

thread_local! {
    /// The heap in use on this thread; null for the system's.
    static CURRENT: Cell<*mut Heap> = const { Cell::new(ptr::null_mut()) };
}

/// Restores the heap that was in use before.
struct Restore(*mut Heap);

impl Drop for Restore {
    fn drop(&mut self) {
        CURRENT.set(self.0);
    }
}

/// Runs `work`, whose memory comes from `heap`.
///
/// # Safety
/// The heap must stay where it is until its last block is given back, and be used by this thread
/// alone while `work` runs.
pub(crate) unsafe fn within<T>(heap: *mut Heap, work: impl FnOnce() -> T) -> T {
    let _restore = Restore(CURRENT.replace(heap));
    work()
}

/// Runs code of the caller, whose memory is not that of the heap in use.
pub(crate) fn outside<T>(work: impl FnOnce() -> T) -> T {
    let _restore = Restore(CURRENT.replace(ptr::null_mut()));
    work()
}

/// Whether the heap in use refused memory since the call began.
pub(crate) fn was_refused() -> bool {
    let heap = CURRENT.get();
    // SAFETY: a heap in use is valid and belongs to this thread; see `within`.
    !heap.is_null() && unsafe { (*heap).is_refused() }
}

/// Clears the refusals of the heap in use, if the reserve provided everything.
pub(crate) fn forget_refusals() {
    let heap = CURRENT.get();
    if !heap.is_null() {
        // SAFETY: a heap in use is valid and belongs to this thread; see `within`.
        unsafe { (*heap).begin_call() };
    }
}

/// The layout of memory in which blocks lie.
fn base_layout(bytes: usize) -> Option<Layout> {
    Layout::from_size_align(bytes, HEADER_BYTES).ok()
}

/// Bytes of the memory for a block of `layout`, with its header.
fn base_bytes(layout: Layout) -> usize {
    layout.size().saturating_add(HEADER_BYTES.max(layout.align()))
}

/// The header of a block.
///
/// # Safety
/// `block` must come from [`place`] and not be given back yet.
unsafe fn header_of(block: *mut u8) -> *mut Header {
    // SAFETY: `place` left space for the header in the same memory.
    unsafe { block.sub(HEADER_BYTES) }.cast()
}

/// A block of a heap, or of the system for null; null if there is no memory.
///
/// # Safety
/// The heap must be valid and used by this thread alone.
unsafe fn place(heap: *mut Heap, layout: Layout, may_fail: bool) -> *mut u8 {
    let bytes = base_bytes(layout);
    let base = if heap.is_null() {
        let Some(layout) = base_layout(bytes) else { return ptr::null_mut() };
        // SAFETY: the layout has at least the bytes of a header.
        unsafe { System.alloc(layout) }
    } else {
        // SAFETY: by the contract of this function. The borrow ends with the call.
        unsafe { (*heap).take(bytes, may_fail) }
    };
    if base.is_null() {
        return base;
    }
    // Memory is aligned for a header. So the next multiple of the alignment after the header is at
    // most at `base_bytes` less the size of the block.
    let start = base.addr() + HEADER_BYTES;
    let offset = start.next_multiple_of(layout.align()) - base.addr();
    // SAFETY: see above; the header is in front of the block and aligned.
    unsafe {
        let block = base.add(offset);
        header_of(block).write(Header { owner: heap, base });
        block
    }
}

/// The heap in use. A panic allocates memory that outlives the call, so it uses the system's.
fn heap_in_use() -> *mut Heap {
    if std::thread::panicking() {
        return ptr::null_mut();
    }
    CURRENT.try_with(Cell::get).unwrap_or(ptr::null_mut())
}

/// The global allocator: takes memory from the heap in use.
pub(crate) struct Router;

// SAFETY: blocks are disjoint, of the size and alignment of their layout, and stay until they are
// given back, as `place` takes them from an allocator and adds a header. Nothing here unwinds.
unsafe impl GlobalAlloc for Router {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: a heap in use is valid and used by this thread alone; see `within`.
        unsafe { place(heap_in_use(), layout, layout.size() >= REFUSABLE_BYTES) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        let bytes = base_bytes(layout);
        // SAFETY: the block came from `place` with this layout. Its heap is used by this thread
        // alone: only calls with its handle hold blocks of it.
        unsafe {
            let Header { owner, base } = *header_of(block);
            if !owner.is_null() {
                (*owner).give_back(base, bytes);
            } else if let Some(layout) = base_layout(bytes) {
                System.dealloc(base, layout);
            }
        }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        // SAFETY: the caller of `realloc` promises a valid layout; the block is one of `place`.
        unsafe {
            let new_layout = Layout::from_size_align_unchecked(new_size, layout.align());
            let Header { owner, base } = *header_of(block);
            // With a larger alignment, the block may be elsewhere in the new memory.
            if owner.is_null() && layout.align() <= HEADER_BYTES {
                // With its header, the block may be larger than memory can be.
                let (Some(old), Some(new)) =
                    (base_layout(base_bytes(layout)), base_layout(base_bytes(new_layout)))
                else {
                    return ptr::null_mut();
                };
                let base = System.realloc(base, old, new.size());
                if base.is_null() {
                    return base;
                }
                let block = base.add(HEADER_BYTES);
                header_of(block).write(Header { owner, base });
                return block;
            }
            let is_text = layout.align() == 1;
            let new_block = place(owner, new_layout, is_text && new_size >= REFUSABLE_TEXT_BYTES);
            if !new_block.is_null() {
                ptr::copy_nonoverlapping(block, new_block, layout.size().min(new_size));
                self.dealloc(block, layout);
            }
            new_block
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::alloc;

    /// Writes every byte of a block, and reads it after the block was moved twice.
    fn use_blocks() {
        for align in [1, 2, 8, 16, 64, 4096] {
            for size in [1, 15, 100, 5000] {
                let layout = Layout::from_size_align(size, align).expect("it is sound");
                // SAFETY: the layouts are not empty, and the blocks are those of the layouts.
                unsafe {
                    let mut block = alloc::alloc(layout);
                    assert!(!block.is_null() && block.addr().is_multiple_of(align), "{layout:?}");
                    block.write_bytes(7, size);
                    let mut last = layout;
                    for new_size in [size * 3, size + 1] {
                        block = alloc::realloc(block, last, new_size);
                        assert!(!block.is_null() && block.addr().is_multiple_of(align), "{layout:?}");
                        last = Layout::from_size_align(new_size, align).expect("it is sound");
                        let found = std::slice::from_raw_parts(block, size);
                        assert!(found.iter().all(|&byte| byte == 7), "{layout:?}");
                    }
                    alloc::dealloc(block, last);
                }
            }
        }
    }

    #[test]
    fn blocks_are_aligned_and_keep_their_bytes() {
        use_blocks();
        let mut memory = vec![0_u8; 100 << 10];
        let mut reserve = vec![0_u8; 100 << 10];
        // SAFETY: the memory outlives the heap and is used by nothing else.
        let region = unsafe { region_over(NonNull::from(&mut memory[..])) };
        for growth in [Growth::System, Growth::Arena(region)] {
            let mut heap = Heap::new(growth);
            // SAFETY: as above; the heap stays where it is while it is in use.
            unsafe {
                heap.set_reserve(NonNull::from(&mut reserve[..]));
                within(&raw mut heap, use_blocks);
            }
            heap.is_building = false;
            // SAFETY: as above.
            unsafe { within(&raw mut heap, use_blocks) };
            assert_eq!(heap.live_blocks(), 0);
            assert!(!heap.is_refused());
        }
    }

    #[test]
    fn a_block_too_large_for_its_header_is_refused() {
        for align in [1, 8, 64] {
            let layout = Layout::from_size_align(100, align).expect("it is sound");
            let most_bytes = (isize::MAX as usize + 1) - align;
            // SAFETY: the layouts are sound and not empty, and the blocks are those of the layouts.
            unsafe {
                let block = alloc::alloc(layout);
                assert!(!block.is_null());
                block.write_bytes(7, layout.size());
                for new_size in [most_bytes, most_bytes - HEADER_BYTES + 1] {
                    assert!(alloc::realloc(block, layout, new_size).is_null(), "{layout:?}");
                }
                let found = std::slice::from_raw_parts(block, layout.size());
                assert!(found.iter().all(|&byte| byte == 7), "{layout:?}");
                alloc::dealloc(block, layout);
            }
        }
    }

    #[test]
    fn a_full_heap_keeps_its_reserve_for_lists() {
        let mut reserve = vec![0_u8; 8 << 10];
        let mut heap = Heap::new(Growth::Arena(Region::new()));
        // SAFETY: the memory outlives the heap and is used by nothing else.
        unsafe { heap.set_reserve(NonNull::from(&mut reserve[..])) };
        heap.is_building = false;
        // SAFETY: the heap stays where it is while it is in use.
        let (large, list) = unsafe {
            within(&raw mut heap, || {
                let mut large: Vec<u8> = Vec::new();
                let large = large.try_reserve_exact(2 << 10);
                let mut list: Vec<u64> = vec![1];
                list.reserve_exact(400);
                (large, list.capacity())
            })
        };
        assert!(large.is_err() && heap.is_refused());
        assert_eq!((list, heap.live_blocks()), (401, 0));
    }

    #[test]
    fn memory_of_a_panic_is_the_systems() {
        let mut heap = Heap::new(Growth::System);
        // SAFETY: the heap stays where it is while it is in use.
        let caught = unsafe {
            within(&raw mut heap, || std::panic::catch_unwind(|| panic!("{}", String::from("on purpose"))))
        };
        assert!(caught.is_err());
        assert_eq!(heap.live_blocks(), 0);
        drop(caught);
    }
}
