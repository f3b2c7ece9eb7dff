//! Handles: an object with its memory, a lock that rejects concurrent calls, and a message.

use crate::code::trommel_code;
use crate::heap::{Growth, Heap, region_over, within};
use crate::message::{Failure, Message};
use std::cell::UnsafeCell;
use std::ffi::{CStr, c_char};
use std::mem::{MaybeUninit, align_of, size_of};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr::{self, NonNull};
use std::sync::atomic::{AtomicBool, Ordering};

/// Alignment of a handle's memory: that of `malloc`.
const ALIGNMENT: usize = 2 * size_of::<usize>();

/// An object that is notified of interrupted calls.
pub(crate) trait Interrupted {
    /// A call ended with this code after it had begun to work.
    fn interrupted(&mut self, code: trommel_code);
}

/// An object whose memory is all in its own heap.
///
/// Memory: the handle, then its reserve, in one block.
pub(crate) struct Handle<T> {
    heap: UnsafeCell<Heap>,
    is_busy: AtomicBool,
    message: UnsafeCell<Message>,
    value: UnsafeCell<MaybeUninit<T>>,
}

/// The memory to make a handle in.
#[allow(clippy::large_enum_variant, reason = "there is one while a handle is made")]
pub(crate) enum Place {
    /// The handle is in memory of the allocator, and grows there.
    Allocator(Growth),
    /// The handle is at the start of a buffer, and grows in the rest of it.
    Arena(NonNull<[u8]>),
}

impl<T> Handle<T> {
    pub(crate) const fn bytes(reserve_bytes: usize) -> usize {
        size_of::<Self>().saturating_add(reserve_bytes)
    }

    /// Makes a handle; `build` makes its object, with memory of the reserve.
    ///
    /// # Errors
    /// Those of `build`, and [`Failure::OUT_OF_MEMORY`], all written to `message`. No memory is
    /// kept then.
    ///
    /// # Safety
    /// Allocator functions must keep their contract. A buffer must be the handle's alone from here
    /// on, and have space for a handle with this reserve after its start is aligned.
    pub(crate) unsafe fn make(
        place: Place,
        reserve_bytes: usize,
        message: &mut Message,
        build: impl FnOnce() -> Result<T, Failure>,
    ) -> Result<NonNull<Self>, trommel_code> {
        const { assert!(align_of::<Self>() <= ALIGNMENT) };
        let fail = |message: &mut Message, failure: Failure| {
            message.tell(&failure);
            Err(failure.code())
        };
        let bytes = Self::bytes(reserve_bytes);
        let (block, growth) = match place {
            Place::Allocator(mut growth) => {
                // SAFETY: by the contract of this function.
                (unsafe { growth.take(bytes) }, growth)
            }
            Place::Arena(buffer) => {
                let start = buffer.cast::<u8>();
                let padding = start.align_offset(ALIGNMENT);
                // SAFETY: the caller promises a buffer that has space for the handle after the
                // padding, so the rest begins in it as well.
                unsafe {
                    let rest = start.add(padding + bytes);
                    let rest = NonNull::slice_from_raw_parts(rest, buffer.len() - padding - bytes);
                    (start.add(padding).as_ptr(), Growth::Arena(region_over(rest)))
                }
            }
        };
        let Some(block) = NonNull::new(block) else { return fail(message, Failure::OUT_OF_MEMORY) };
        let handle = block.cast::<Self>();
        // SAFETY: the block is aligned, has the bytes of a handle and of its reserve, and is used
        // by nothing else.
        unsafe {
            handle.write(Self {
                heap: UnsafeCell::new(Heap::new(growth)),
                is_busy: AtomicBool::new(true),
                message: UnsafeCell::new(Message::EMPTY),
                value: UnsafeCell::new(MaybeUninit::uninit()),
            });
            let reserve = NonNull::slice_from_raw_parts(block.add(size_of::<Self>()), reserve_bytes);
            (*handle.as_ref().heap.get()).set_reserve(reserve);
        }
        // SAFETY: the handle is valid; it is this thread's alone, as nobody knows it yet.
        unsafe { Self::build_in(handle, message, build) }
    }

    /// Builds the object of a new handle; returns its memory if that fails.
    ///
    /// # Safety
    /// The handle must be new: without an object, and known to nobody else.
    unsafe fn build_in(
        handle: NonNull<Self>,
        message: &mut Message,
        build: impl FnOnce() -> Result<T, Failure>,
    ) -> Result<NonNull<Self>, trommel_code> {
        // SAFETY: by the contract of this function.
        let this = unsafe { handle.as_ref() };
        let heap = this.heap.get();
        let mut code = trommel_code::Ok;
        // SAFETY: the heap is in the handle, which stays where it is.
        unsafe {
            within(heap, || {
                let built = catch_unwind(AssertUnwindSafe(|| {
                    build().map_err(|failure| {
                        message.tell(&failure);
                        failure.code()
                    })
                }));
                match built {
                    Ok(Ok(value)) => _ = (*this.value.get()).write(value),
                    Ok(Err(failed)) => code = failed,
                    Err(_) => {
                        message.set("a defect of the library occurred while a handle was made");
                        code = trommel_code::Panic;
                    }
                }
                if code == trommel_code::Ok && (*heap).is_refused() {
                    (*this.value.get()).assume_init_drop();
                    message.set(Failure::OUT_OF_MEMORY);
                    code = trommel_code::OutOfMemory;
                }
            });
            (*heap).is_building = false;
            if code == trommel_code::Ok {
                this.is_busy.store(false, Ordering::Release);
                Ok(handle)
            } else {
                Self::give_back(handle);
                Err(code)
            }
        }
    }

    /// Returns the memory of a handle without an object.
    ///
    /// # Safety
    /// Nobody may use the handle any more.
    unsafe fn give_back(handle: NonNull<Self>) {
        // SAFETY: the handle is valid until its heap was read; its memory is given back to where it
        // came from. In an arena it is part of no region: the buffer is the caller's again.
        unsafe {
            let this = handle.as_ptr();
            let reserve_bytes = (*(*this).heap.get()).reserve_bytes();
            debug_assert_eq!((*(*this).heap.get()).live_blocks(), 0, "nothing escapes from a heap");
            let mut growth = ptr::read((*this).heap.get()).into_growth();
            if !matches!(growth, Growth::Arena(_)) {
                growth.give_back(this.cast(), Self::bytes(reserve_bytes));
            }
        }
    }

    /// Frees a handle and its object. Null, and a handle in use, are left alone.
    ///
    /// # Safety
    /// `handle` must be null, or come from [`make`](Self::make) and not be freed yet.
    pub(crate) unsafe fn free(handle: *mut Self) {
        let Some(handle) = NonNull::new(handle) else { return };
        // SAFETY: by the contract of this function. While it is busy, nobody else uses it.
        unsafe {
            let this = handle.as_ref();
            if this.is_busy.swap(true, Ordering::Acquire) {
                return;
            }
            let dropped = within(this.heap.get(), || {
                catch_unwind(AssertUnwindSafe(|| (*this.value.get()).assume_init_drop()))
            });
            drop(dropped);
            Self::give_back(handle);
        }
    }

    /// Reads the object, for calls that change nothing; `None` for null and for a handle in use.
    ///
    /// # Safety
    /// As [`free`](Self::free).
    pub(crate) unsafe fn look<R>(handle: *const Self, read: impl FnOnce(&T) -> R) -> Option<R> {
        // SAFETY: by the contract of this function. While it is busy, nobody else uses it.
        unsafe {
            let this = handle.as_ref()?;
            if this.is_busy.swap(true, Ordering::Acquire) {
                return None;
            }
            let result = read((*this.value.get()).assume_init_ref());
            this.is_busy.store(false, Ordering::Release);
            Some(result)
        }
    }

    /// The message of the last call; empty for null.
    ///
    /// # Safety
    /// As [`free`](Self::free).
    pub(crate) unsafe fn message(handle: *const Self) -> *const c_char {
        // SAFETY: by the contract of this function; no reference to the message is made.
        match unsafe { handle.as_ref() } {
            Some(this) => this.message.get().cast(),
            None => c"".as_ptr(),
        }
    }
}

impl<T: Interrupted> Handle<T> {
    /// Runs `work` with the object and the handle's memory; the code is that of its result.
    ///
    /// # Safety
    /// As [`free`](Self::free).
    pub(crate) unsafe fn enter(
        handle: *const Self,
        work: impl FnOnce(&mut T, &mut Message) -> Result<(), Failure>,
    ) -> trommel_code {
        // SAFETY: by the contract of this function.
        let Some(this) = (unsafe { handle.as_ref() }) else { return trommel_code::Argument };
        if this.is_busy.swap(true, Ordering::Acquire) {
            return trommel_code::Busy;
        }
        let heap = this.heap.get();
        // SAFETY: while the handle is busy, its parts are used here alone. References to the heap
        // end before `work` begins, and begin after it has ended.
        let code = unsafe {
            let (value, message) = ((*this.value.get()).assume_init_mut(), &mut *this.message.get());
            message.clear();
            (*heap).begin_call();
            within(heap, || {
                let result = catch_unwind(AssertUnwindSafe(|| {
                    work(value, message).map_err(|failure| {
                        message.tell(&failure);
                        failure.code()
                    })
                }));
                let code = match result {
                    Ok(Err(code)) if code != trommel_code::OutOfMemory => return code,
                    Ok(Ok(())) if !(*heap).is_refused() => return trommel_code::Ok,
                    Ok(_) => {
                        if (*heap).is_refused() {
                            message.set(Failure::OUT_OF_MEMORY);
                        }
                        trommel_code::OutOfMemory
                    }
                    Err(_) => {
                        message.set("a defect of the library occurred; only freeing the handle is safe");
                        trommel_code::Panic
                    }
                };
                value.interrupted(code);
                code
            })
        };
        this.is_busy.store(false, Ordering::Release);
        code
    }
}

/// Text of an argument.
///
/// # Errors
/// [`trommel_code::Argument`] for NULL, and for text that is not UTF-8.
///
/// # Safety
/// `text` must be null or NUL-terminated, and stay as it is for `'a`.
pub(crate) unsafe fn text<'a>(text: *const c_char) -> Result<&'a str, Failure> {
    if text.is_null() {
        return Err(Failure::Own(trommel_code::Argument, "expected a text, found NULL"));
    }
    // SAFETY: by the contract of this function.
    let text = unsafe { CStr::from_ptr(text) };
    text.to_str()
        .map_err(|_| Failure::Own(trommel_code::Argument, "expected UTF-8, found other bytes in a text"))
}

/// Bytes of an argument.
///
/// # Errors
/// [`trommel_code::Argument`] for NULL with a length, and for a length that no memory has.
///
/// # Safety
/// `data` must be null or have `length` bytes, which stay as they are for `'a`.
pub(crate) unsafe fn bytes<'a>(data: *const u8, length: usize) -> Result<&'a [u8], Failure> {
    if length == 0 {
        return Ok(&[]);
    }
    if data.is_null() {
        return Err(Failure::Own(trommel_code::Argument, "expected bytes, found NULL"));
    }
    if isize::try_from(length).is_err() {
        return Err(Failure::Own(trommel_code::Argument, "expected a length that memory can have"));
    }
    // SAFETY: by the contract of this function, and the checks above.
    Ok(unsafe { std::slice::from_raw_parts(data, length) })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts how often a call was interrupted.
    struct Counter(Vec<trommel_code>);

    impl Interrupted for Counter {
        fn interrupted(&mut self, code: trommel_code) {
            self.0.push(code);
        }
    }

    fn handle() -> *mut Handle<Counter> {
        // SAFETY: the system's allocator is sound.
        let made = unsafe {
            Handle::make(Place::Allocator(Growth::System), 8 << 10, &mut { Message::EMPTY }, || {
                Ok(Counter(Vec::new()))
            })
        };
        made.expect("there is memory").as_ptr()
    }

    #[test]
    fn a_panic_becomes_a_code_and_a_message() {
        let handle = handle();
        // SAFETY: the handle is valid until it is freed, which is last.
        unsafe {
            assert_eq!(Handle::enter(handle, |_, _| panic!("on purpose")), trommel_code::Panic);
            let message = CStr::from_ptr(Handle::message(handle));
            assert!(message.to_str().expect("it is UTF-8").starts_with("a defect of the library occurred"));
            let codes = Handle::look(handle, |counter| counter.0.clone());
            assert_eq!(codes, Some(vec![trommel_code::Panic]));
            Handle::free(handle);
        }
    }

    #[test]
    fn a_handle_in_use_is_refused_and_not_freed() {
        let handle = handle();
        // SAFETY: as above.
        unsafe {
            let mut within = trommel_code::Ok;
            let code = Handle::enter(handle, |_, _| {
                within = Handle::enter(handle, |_, _| Ok(()));
                assert!(Handle::look(handle, |_| ()).is_none());
                Handle::free(handle);
                Ok(())
            });
            assert_eq!((code, within), (trommel_code::Ok, trommel_code::Busy));
            Handle::free(handle);
        }
    }

    #[test]
    fn a_panic_while_a_handle_is_made_is_a_code() {
        let mut message = Message::EMPTY;
        // SAFETY: the system's allocator is sound.
        let made = unsafe {
            Handle::<Counter>::make(Place::Allocator(Growth::System), 0, &mut message, || {
                panic!("on purpose")
            })
        };
        assert_eq!(made.err(), Some(trommel_code::Panic));
    }
}
