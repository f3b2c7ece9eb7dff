//! Results of calls.

use std::ffi::c_char;
use trommel::ErrorKind;

/// Result of a call. More may be added: treat any other value than `TROMMEL_CODE_OK` as an error.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum trommel_code {
    /// Done.
    Ok = 0,
    /// An argument is NULL where that is not allowed, not UTF-8, or longer than memory can be.
    Argument = 1,
    /// A setting that cannot work, such as an unknown method or a budget that is too small.
    Setting = 2,
    /// A label that names no encoding.
    Encoding = 3,
    /// A model that is missing, of another version, or broken.
    Model = 4,
    /// The allocator has no more memory, or the arena is full. An extractor loses the page, and
    /// rejects more of it until `trommel_extractor_reset`.
    OutOfMemory = 5,
    /// The call is out of order, such as a second `trommel_extractor_finish`.
    State = 6,
    /// The handle is in use: by another thread, or by the call that called back. The call did
    /// nothing.
    Busy = 7,
    /// A defect of the library. The handle, of an extractor or of options, rejects all calls but
    /// the one that frees it.
    Panic = 8,
    /// Any other error; see the message of the handle.
    Other = 9,
}

impl From<ErrorKind> for trommel_code {
    fn from(kind: ErrorKind) -> Self {
        match kind {
            ErrorKind::Setting => Self::Setting,
            ErrorKind::UnknownEncoding => Self::Encoding,
            ErrorKind::Model => Self::Model,
            ErrorKind::OutOfMemory => Self::OutOfMemory,
            _ => Self::Other,
        }
    }
}

/// A short description of a code: NUL-terminated, valid forever. `unknown code` for other numbers.
///
/// Any thread may call it at any time.
#[unsafe(no_mangle)]
pub extern "C" fn trommel_code_name(code: i32) -> *const c_char {
    const NAMES: [&[u8]; 10] = [
        b"ok\0", b"invalid argument\0", b"invalid setting\0", b"unknown encoding\0", b"invalid model\0",
        b"out of memory\0", b"call out of order\0", b"handle in use\0", b"defect in the library\0",
        b"other error\0",
    ];
    let name = usize::try_from(code).ok().and_then(|code| NAMES.get(code));
    name.copied().unwrap_or(b"unknown code\0").as_ptr().cast()
}
