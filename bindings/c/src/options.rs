//! Options of extractors, as set from C.

use crate::code::trommel_code;
use crate::handle::{Handle, Interrupted, Place};
use crate::heap::Growth;
use crate::message::{Failure, Message};
use std::ffi::c_char;
use std::mem;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr::{self, NonNull};
use trommel::{Budget, Options};

/// Options of extractors: an opaque handle, made by `trommel_options_new` and freed by
/// `trommel_options_free`.
///
/// Extractors copy them, so they may be changed and freed while extractors live. They may be used
/// by any thread, but by one at a time.
pub struct trommel_options {
    _private: (),
}

pub(crate) struct Settings {
    options: Options,
    /// The budget that was set; otherwise an arena sets it.
    budget: Option<Budget>,
    /// A defect occurred in a call: the options may differ from those that were set.
    is_broken: bool,
}

/// Bytes for allocations of options: labels and error messages.
const RESERVE_BYTES: usize = 8 << 10;

impl Interrupted for Settings {
    fn interrupted(&mut self, code: trommel_code) {
        self.is_broken |= code == trommel_code::Panic;
    }
}

impl Settings {
    fn new() -> Self {
        Self { options: Options::default(), budget: None, is_broken: false }
    }

    /// Rejects options broken by a defect.
    pub(crate) fn expect_whole(&self) -> Result<(), Failure> {
        if self.is_broken {
            let message = "expected a free: a defect broke these options";
            return Err(Failure::Own(trommel_code::Panic, message));
        }
        Ok(())
    }

    pub(crate) fn set(&mut self, with: impl FnOnce(Options) -> Options) {
        self.options = with(mem::take(&mut self.options));
    }

    pub(crate) fn set_budget(&mut self, budget: Budget) {
        self.set(|options| options.with_budget(budget));
        self.budget = Some(budget);
    }

    pub(crate) fn options(&self) -> Options {
        self.options.clone()
    }

    pub(crate) fn budget(&self) -> Option<Budget> {
        self.budget
    }
}

impl trommel_options {
    /// Runs `work` with the options; defaults for null.
    ///
    /// # Safety
    /// `options` must be null or a handle that is not freed yet.
    pub(crate) unsafe fn read(
        options: *mut Self,
        work: impl FnOnce(&Settings, &mut Message) -> Result<(), Failure>,
    ) -> trommel_code {
        if options.is_null() {
            // No handle catches a panic here, and it must not unwind into the caller.
            let result = catch_unwind(AssertUnwindSafe(|| work(&Settings::new(), &mut { Message::EMPTY })));
            return match result {
                Ok(Ok(())) => trommel_code::Ok,
                Ok(Err(failure)) => failure.code(),
                Err(_) => trommel_code::Panic,
            };
        }
        // SAFETY: by the contract of this function.
        unsafe {
            Handle::<Settings>::enter(options.cast(), |settings, message| {
                settings.expect_whole()?;
                work(settings, message)
            })
        }
    }
}

/// Options with the defaults: method `auto`, format `text`, a budget of 4 MiB.
///
/// Returns a handle that the caller frees with `trommel_options_free`, or NULL if `malloc` has no
/// memory. Any thread may call it.
#[unsafe(no_mangle)]
pub extern "C" fn trommel_options_new() -> *mut trommel_options {
    let build = || Ok(Settings::new());
    // SAFETY: the system's allocator is sound.
    let made = unsafe {
        Handle::make(Place::Allocator(Growth::System), RESERVE_BYTES, &mut { Message::EMPTY }, build)
    };
    made.map_or(ptr::null_mut(), |handle| handle.as_ptr().cast())
}

/// Frees options. NULL is allowed. Extractors that were made with them stay as they are.
///
/// # Safety
/// `options` must be NULL, or come from `trommel_options_new` and not be freed yet. No thread may
/// use them at that time or later.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn trommel_options_free(options: *mut trommel_options) {
    // SAFETY: by the contract of this function.
    unsafe { Handle::<Settings>::free(options.cast()) }
}

/// What the last call with these options expected and found: NUL-terminated UTF-8, empty after a
/// success and for NULL. It belongs to the options, and is valid until the next call with them.
///
/// # Safety
/// `options` must be NULL or a handle that is not freed yet, and not be in use by another thread.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn trommel_options_error(options: *const trommel_options) -> *const c_char {
    // SAFETY: by the contract of this function.
    unsafe { Handle::<Settings>::message(options.cast()) }
}

/// The minimum budget, in bytes, of an extractor with these options. NULL stands for the defaults.
/// 0 if the options are in use, or broken by a defect.
///
/// # Safety
/// `options` must be NULL or a handle that is not freed yet.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn trommel_options_minimum_budget(options: *mut trommel_options) -> usize {
    let mut minimum = 0;
    // SAFETY: by the contract of this function.
    unsafe {
        trommel_options::read(options, |settings, _| {
            minimum = settings.options.minimum_budget().bytes();
            Ok(())
        });
    }
    minimum
}

/// Checks a buffer from the caller.
///
/// # Errors
/// [`trommel_code::Argument`] for NULL and for a length that no memory has.
pub(crate) fn buffer(data: *mut u8, length: usize) -> Result<NonNull<[u8]>, Failure> {
    let data =
        NonNull::new(data).ok_or(Failure::Own(trommel_code::Argument, "expected a buffer, found NULL"))?;
    if isize::try_from(length).is_err() {
        return Err(Failure::Own(trommel_code::Argument, "expected a length that memory can have"));
    }
    Ok(NonNull::slice_from_raw_parts(data, length))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_with_default_options_is_a_code() {
        // SAFETY: NULL is allowed.
        let code = unsafe { trommel_options::read(ptr::null_mut(), |_, _| panic!("on purpose")) };
        assert_eq!(code, trommel_code::Panic);
    }
}
