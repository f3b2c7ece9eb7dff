//! trommel
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;
#[cfg(any(feature = "std", test))]
extern crate std;

mod block;
mod budget;
mod clean;
mod decode;
mod error;
#[cfg(feature = "cli")]
pub mod score;
pub mod token;

pub use budget::Budget;
pub use error::{Error, ErrorKind, Result};
