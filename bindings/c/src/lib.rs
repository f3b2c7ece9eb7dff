//! The C interface of trommel. `include/trommel.h` is generated from this crate. Its README
//! explains how to build and use it.
//!
//! - Objects are opaque handles. Each keeps its memory, its state and the message of its last error
//!   (module `handle`).
//! - The memory of a handle comes from the functions or the buffer given when it is made (module
//!   `heap`).
//! - A panic never reaches C: it becomes [`trommel_code::Panic`], and later calls with the handle
//!   are rejected.
#![allow(non_camel_case_types, reason = "types are named as in C")]

#[cfg(any(fuzzing, test))]
#[doc(hidden)]
pub mod calls;
mod code;
mod extractor;
mod handle;
mod heap;
mod message;
mod options;
mod page;
mod session;
mod setters;

pub use code::{trommel_code, trommel_code_name};
pub use extractor::*;
pub use heap::trommel_allocator;
pub use options::*;
pub use page::{
    trommel_block, trommel_chunk, trommel_image, trommel_link, trommel_page, trommel_post, trommel_sink,
    trommel_string,
};
pub use setters::*;

use std::ffi::c_char;

/// All memory of this library, by the handle that is in use.
#[global_allocator]
static ALLOCATOR: heap::Router = heap::Router;

/// The version of the library, such as `0.1.0`: NUL-terminated, valid forever.
///
/// Any thread may call it at any time.
#[unsafe(no_mangle)]
pub extern "C" fn trommel_version() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}
