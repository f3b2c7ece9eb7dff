//! trommel
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;
#[cfg(any(feature = "std", test))]
extern crate std;

mod error;
#[cfg(feature = "cli")]
pub mod score;

pub use error::{Error, ErrorKind, Result};
