//! Extractors, as used from C.

use crate::code::trommel_code;
use crate::handle::{Handle, Place, bytes, text};
use crate::heap::{Growth, trommel_allocator};
use crate::message::Failure;
use crate::options::{buffer, trommel_options};
use crate::page::{trommel_page, trommel_sink, trommel_string};
use crate::session::Session;
use std::ffi::c_char;
use std::ptr;
use trommel::{Budget, Options};

/// An extractor: an opaque handle that reads pages one after the other.
///
/// Made by `trommel_extractor_new`, `_new_with` or `_new_in`, freed by `trommel_extractor_free`. It
/// may be used by any thread, but by one at a time; while it is in use, calls by others return
/// `TROMMEL_CODE_BUSY`. Different extractors are independent of each other.
pub struct trommel_extractor {
    _private: (),
}

/// Bytes of the reserve for lists of large parts, at any budget.
const LIST_BYTES: usize = 16 << 10;

/// Maximum share of the budget for lists of large parts: 24 bytes for 8 KiB of text, twice while a
/// list grows, and twice again, for the lists of used and of free parts.
const LIST_BUDGET_DIVISOR: usize = 32;

/// Maximum reserve for lists: enough for budgets of up to 512 MiB.
const MAX_LIST_BYTES: usize = 16 << 20;

/// Extra space of an arena for dividing it into blocks, as a part of the budget.
const ARENA_BUDGET_DIVISOR: usize = 8;

/// Bytes of an arena that are lost at its ends, and to block headers.
const ARENA_EXTRA_BYTES: usize = 8 << 10;

/// Bytes of the reserve of an extractor with these options.
fn reserve_bytes(options: &Options, budget_bytes: usize) -> usize {
    let built_bytes = options.initial_bytes(Budget::from_bytes(budget_bytes)) + Session::OWN_BYTES;
    built_bytes.saturating_add(LIST_BYTES + (budget_bytes / LIST_BUDGET_DIVISOR).min(MAX_LIST_BYTES))
}

/// Bytes of an arena for an extractor with these options, without collected text.
fn arena_bytes(options: &Options, budget_bytes: usize) -> usize {
    let growth = budget_bytes.saturating_sub(options.initial_bytes(Budget::from_bytes(budget_bytes)));
    Handle::<Session>::bytes(reserve_bytes(options, budget_bytes))
        .saturating_add(growth)
        .saturating_add(budget_bytes / ARENA_BUDGET_DIVISOR)
        .saturating_add(ARENA_EXTRA_BYTES + PENDING_BYTES)
}

/// Bytes of the first parts of a page, which are in the minimum budget but not in the reserve, with
/// space between them.
const PENDING_BYTES: usize = 48 << 10;

/// Maximum amount by which `budget_in` rounds down.
const ROUNDED_BYTES: usize = 64;

/// The largest budget, at most `most_bytes`, whose arena fits into `arena` bytes.
fn budget_in(options: &Options, arena: usize, most_bytes: usize) -> usize {
    let least_bytes = options.minimum_budget().bytes();
    let spare = arena.saturating_sub(arena_bytes(options, least_bytes));
    // A byte of budget needs 1 + 1/8 + 1/32 of the arena, less what each division rounds down.
    let more = spare.saturating_sub(2) / 37 * 32;
    (least_bytes + more).min(most_bytes.max(least_bytes))
}

/// Source of an extractor's memory.
enum Memory {
    System,
    Functions(*const trommel_allocator),
    Buffer(*mut u8, usize),
}

/// Makes an extractor.
///
/// # Safety
/// `options`, the allocator and the buffer must be as the public functions say. `extractor` must be
/// null or valid.
unsafe fn make(
    options: *mut trommel_options,
    memory: Memory,
    extractor: *mut *mut trommel_extractor,
) -> trommel_code {
    let null = Failure::Own(trommel_code::Argument, "expected a place for the extractor, found NULL");
    let mut made = ptr::null_mut();
    // SAFETY: by the contract of this function.
    unsafe {
        if !extractor.is_null() {
            *extractor = ptr::null_mut();
        }
        let code = trommel_options::read(options, |settings, message| {
            if extractor.is_null() {
                return Err(null);
            }
            let mut options = settings.options();
            let wanted_bytes = settings.budget().unwrap_or_default().bytes();
            let mut budget_bytes = wanted_bytes;
            let place = match memory {
                Memory::System => Place::Allocator(Growth::System),
                Memory::Functions(allocator) => Place::Allocator(functions(allocator)?),
                Memory::Buffer(data, length) => {
                    let buffer = buffer(data, length)?;
                    let most_bytes = settings.budget().map_or(usize::MAX, Budget::bytes);
                    budget_bytes = budget_in(&options, length, most_bytes);
                    let expected_bytes = arena_bytes(&options, budget_bytes);
                    if length < expected_bytes {
                        return Err(Failure::SmallArena { expected_bytes, found_bytes: length });
                    }
                    // A budget below the minimum is kept, and rejected later.
                    if settings.budget().is_none() || budget_bytes < wanted_bytes {
                        options = options.with_budget(Budget::from_bytes(budget_bytes));
                    }
                    Place::Arena(buffer)
                }
            };
            let reserve_bytes = reserve_bytes(&options, budget_bytes);
            // Cloned in the memory of the new handle.
            let build = || Session::new(options.clone());
            made = Handle::make(place, reserve_bytes, message, build).map_err(Failure::Told)?.as_ptr();
            Ok(())
        });
        if code == trommel_code::Ok {
            *extractor = made.cast();
        }
        code
    }
}

/// The functions of an allocator.
///
/// # Errors
/// [`trommel_code::Argument`] if it or one of its functions is NULL.
///
/// # Safety
/// `allocator` must be null or valid.
unsafe fn functions(allocator: *const trommel_allocator) -> Result<Growth, Failure> {
    // SAFETY: by the contract of this function.
    match unsafe { allocator.as_ref() } {
        Some(allocator) if allocator.allocate.is_some() && allocator.release.is_some() => {
            Ok(Growth::Functions(*allocator))
        }
        _ => {
            Err(Failure::Own(trommel_code::Argument, "expected an allocator with two functions, found NULL"))
        }
    }
}

/// Makes an extractor with memory from `malloc`.
///
/// Writes a handle to `*extractor`, which the caller frees with `trommel_extractor_free`; NULL
/// after an error. `options` are copied, and receive the message of an error; NULL stands for the
/// defaults.
///
/// # Safety
/// `options` must be NULL or a handle that is not freed yet. `extractor` must be NULL (an error) or
/// point to memory for a pointer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn trommel_extractor_new(
    options: *mut trommel_options,
    extractor: *mut *mut trommel_extractor,
) -> trommel_code {
    // SAFETY: by the contract of this function.
    unsafe { make(options, Memory::System, extractor) }
}

/// Makes an extractor whose memory, including the handle, comes from the functions of `allocator`.
/// The structure is copied. Nothing stays allocated after `trommel_extractor_free`.
///
/// The rest is as in `trommel_extractor_new`.
///
/// # Safety
/// As `trommel_extractor_new`. `allocator` must be NULL (an error) or valid, and its functions must
/// keep what `trommel_allocator` says until the extractor is freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn trommel_extractor_new_with(
    options: *mut trommel_options,
    allocator: *const trommel_allocator,
    extractor: *mut *mut trommel_extractor,
) -> trommel_code {
    // SAFETY: by the contract of this function.
    unsafe { make(options, Memory::Functions(allocator), extractor) }
}

/// Makes an extractor in a buffer of `length` bytes, which holds all its memory, including the
/// handle.
///
/// `trommel_arena_size` gives the required length. If the options set no budget, or one that does
/// not fit in the buffer, the budget is what the buffer has space for. Text that is not sent to a
/// sink is collected in the buffer as well, and needs up to three times its length.
///
/// After `trommel_extractor_free` the buffer is the caller's again. The rest is as in
/// `trommel_extractor_new`.
///
/// # Safety
/// As `trommel_extractor_new`. `buffer` must be NULL (an error) or have `length` bytes, which
/// nobody else reads or writes until the extractor is freed. It needs no alignment.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn trommel_extractor_new_in(
    options: *mut trommel_options,
    buffer: *mut u8,
    length: usize,
    extractor: *mut *mut trommel_extractor,
) -> trommel_code {
    // SAFETY: by the contract of this function.
    unsafe { make(options, Memory::Buffer(buffer, length), extractor) }
}

/// Size of a buffer for `trommel_extractor_new_in` that has space for the whole budget of these
/// options, or, if they set none, for the minimum budget. Collected text needs more. NULL stands
/// for the defaults. 0 if the options are in use, or broken by a defect.
///
/// # Safety
/// `options` must be NULL or a handle that is not freed yet.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn trommel_arena_size(options: *mut trommel_options) -> usize {
    let mut bytes = 0;
    // SAFETY: by the contract of this function.
    unsafe {
        trommel_options::read(options, |settings, _| {
            let options = settings.options();
            let least_bytes = options.minimum_budget().bytes();
            let budget_bytes = settings.budget().map_or(least_bytes, Budget::bytes).max(least_bytes);
            bytes = arena_bytes(&options, budget_bytes).saturating_add(ROUNDED_BYTES);
            Ok(())
        });
    }
    bytes
}

/// Frees an extractor and returns all its memory. NULL is allowed. Its page and its message become
/// invalid. A call by its own sink is ignored.
///
/// # Safety
/// `extractor` must be NULL, or a handle that is not freed yet. No thread may use it at that time
/// or later.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn trommel_extractor_free(extractor: *mut trommel_extractor) {
    // SAFETY: by the contract of this function.
    unsafe { Handle::<Session>::free(extractor.cast()) }
}

/// What the last call with this extractor expected and found: NUL-terminated UTF-8, empty after a
/// success and for NULL. It belongs to the extractor, and is valid until the next call with it.
///
/// # Safety
/// `extractor` must be NULL or a handle that is not freed yet, and not be in use by another thread.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn trommel_extractor_error(extractor: *const trommel_extractor) -> *const c_char {
    // SAFETY: by the contract of this function.
    unsafe { Handle::<Session>::message(extractor.cast()) }
}

/// Sets the functions that receive the following pages; with NULL, the extractor collects their
/// text. Call it before the first bytes of a page. The structure is copied; the target of
/// `user_data` must stay valid as long as the sink is set.
///
/// # Safety
/// `extractor` must be NULL (an error) or a handle that is not freed yet. `sink` must be NULL or
/// valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn trommel_extractor_set_sink(
    extractor: *mut trommel_extractor,
    sink: *const trommel_sink,
) -> trommel_code {
    // SAFETY: by the contract of this function.
    unsafe {
        Handle::<Session>::enter(extractor.cast(), |session, _| session.set_sink(sink.as_ref().copied()))
    }
}

/// Sets the URL of the next page, if it is known. It is the `url` of the page, whatever the page
/// claims, and completes relative URLs in the page. Anything but an absolute URL, such as
/// `https://example.org/page`, is an error. Call it before the first bytes of the page; the end of
/// the page forgets it.
///
/// # Safety
/// `extractor` must be NULL (an error) or a handle that is not freed yet. `url` must be NULL (an
/// error) or NUL-terminated; it is copied.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn trommel_extractor_set_url(
    extractor: *mut trommel_extractor,
    url: *const c_char,
) -> trommel_code {
    // SAFETY: by the contract of this function.
    unsafe { Handle::<Session>::enter(extractor.cast(), |session, _| session.set_url(text(url)?)) }
}

/// Sets the encoding of the next page as declared by the transport, such as the `charset` of an
/// HTTP header. An unknown label is ignored. Call it before the first bytes of the page; it is
/// forgotten at the end of the page.
///
/// # Safety
/// `extractor` must be NULL (an error) or a handle that is not freed yet. `label` must be NULL (an
/// error) or NUL-terminated; it is not kept.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn trommel_extractor_set_encoding_hint(
    extractor: *mut trommel_extractor,
    label: *const c_char,
) -> trommel_code {
    // SAFETY: by the contract of this function.
    unsafe {
        Handle::<Session>::enter(extractor.cast(), |session, _| session.set_encoding_hint(text(label)?))
    }
}

/// Reads the next `length` bytes of a page; after a finished page, the first of the next one.
/// Chunks may be of any size, and are not kept. Time is linear in the bytes.
///
/// Errors: `TROMMEL_CODE_OUT_OF_MEMORY`, after which the page is lost, and the sink has received
/// only a part of it; `TROMMEL_CODE_STATE` until the reset after that.
///
/// # Safety
/// `extractor` must be NULL (an error) or a handle that is not freed yet. `bytes` must have
/// `length` bytes; it may be NULL if `length` is 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn trommel_extractor_push(
    extractor: *mut trommel_extractor,
    bytes: *const u8,
    length: usize,
) -> trommel_code {
    // SAFETY: by the contract of this function.
    unsafe {
        Handle::<Session>::enter(extractor.cast(), |session, _| session.push(self::bytes(bytes, length)?))
    }
}

/// Returns the text decided since the last take of this page, which is often none. For callers that
/// read a long page in constant memory without a sink. The rest is in the page of
/// `trommel_extractor_finish`.
///
/// The text belongs to the extractor, and is valid until the next call with it. After an error it
/// is empty.
///
/// Errors: `TROMMEL_CODE_STATE` after the end of a page.
///
/// # Safety
/// `extractor` must be NULL (an error) or a handle that is not freed yet. `text` must be NULL (an
/// error) or point to memory for a text.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn trommel_extractor_take(
    extractor: *mut trommel_extractor,
    text: *mut trommel_string,
) -> trommel_code {
    // SAFETY: by the contract of this function.
    unsafe {
        if text.is_null() {
            return trommel_code::Argument;
        }
        *text = trommel_string::of("");
        Handle::<Session>::enter(extractor.cast(), |session, _| {
            *text = session.take()?;
            Ok(())
        })
    }
}

/// Ends the page. A page without any bytes is allowed.
///
/// If `page` is not NULL, it receives the page, which belongs to the extractor; NULL after an
/// error.
///
/// Errors: as `trommel_extractor_push`, and `TROMMEL_CODE_STATE` if the page was finished already;
/// that page stays valid.
///
/// # Safety
/// `extractor` must be NULL (an error) or a handle that is not freed yet. `page` must be NULL or
/// point to memory for a pointer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn trommel_extractor_finish(
    extractor: *mut trommel_extractor,
    page: *mut *const trommel_page,
) -> trommel_code {
    // SAFETY: by the contract of this function.
    unsafe { end(extractor, page, |session| session.finish().map(|_| ())) }
}

/// Extracts a whole page in memory: forgets an unfinished page, reads `length` bytes and ends the
/// page.
///
/// `page` and errors are as in `trommel_extractor_finish`.
///
/// # Safety
/// As `trommel_extractor_push` and `trommel_extractor_finish`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn trommel_extract(
    extractor: *mut trommel_extractor,
    html: *const u8,
    length: usize,
    page: *mut *const trommel_page,
) -> trommel_code {
    // SAFETY: by the contract of this function.
    unsafe {
        end(extractor, page, |session| {
            let html = bytes(html, length)?;
            session.restart()?;
            session.push(html)?;
            session.finish().map(|_| ())
        })
    }
}

/// Runs `work`, which ends a page, and returns the page.
///
/// # Safety
/// `extractor` must be null or valid, and `page` null or valid.
unsafe fn end(
    extractor: *mut trommel_extractor,
    page: *mut *const trommel_page,
    work: impl FnOnce(&mut Session) -> Result<(), Failure>,
) -> trommel_code {
    // SAFETY: by the contract of this function.
    unsafe {
        if !page.is_null() {
            *page = ptr::null();
        }
        let code = Handle::<Session>::enter(extractor.cast(), |session, _| work(session));
        if code == trommel_code::Ok && !page.is_null() {
            *page = trommel_extractor_page(extractor);
        }
        code
    }
}

/// The finished page. It belongs to the extractor. NULL if there is none, if the extractor is in
/// use, and for NULL.
///
/// # Safety
/// `extractor` must be NULL or a handle that is not freed yet.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn trommel_extractor_page(extractor: *const trommel_extractor) -> *const trommel_page {
    // SAFETY: by the contract of this function.
    unsafe { Handle::<Session>::look(extractor.cast(), Session::page) }.unwrap_or(ptr::null())
}

/// Whether a sink stopped the page, so that no more bytes of it are needed. False for NULL.
///
/// # Safety
/// `extractor` must be NULL or a handle that is not freed yet.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn trommel_extractor_is_stopped(extractor: *const trommel_extractor) -> bool {
    // SAFETY: by the contract of this function.
    unsafe { Handle::<Session>::look(extractor.cast(), Session::is_stopped) }.unwrap_or(false)
}

/// Forgets the page, finished or not, and any failure of it. The memory stays for the next page,
/// and the sink stays set.
///
/// # Safety
/// `extractor` must be NULL (an error) or a handle that is not freed yet.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn trommel_extractor_reset(extractor: *mut trommel_extractor) -> trommel_code {
    // SAFETY: by the contract of this function.
    unsafe { Handle::<Session>::enter(extractor.cast(), |session, _| session.reset()) }
}
