//! trommel
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;
#[cfg(any(feature = "std", test))]
extern crate std;

mod decode;
mod error;
mod token;

pub use error::{Error, ErrorKind, Result};
