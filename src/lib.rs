//! trommel
#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;
#[cfg(any(feature = "std", test))]
extern crate std;

mod block;
mod budget;
mod clean;
mod decide;
mod decode;
mod error;
mod extractor;
mod feature;
mod line_block;
mod meta;
mod options;
mod render;
#[cfg(feature = "cli")]
pub mod score;
pub mod token;

pub use block::Verdict;
pub use budget::Budget;
pub use error::{Error, ErrorKind, Result};
pub use extractor::{Extraction, Extractor, Sink, Summary, extract};
pub use line_block::LineBlock;
pub use meta::Meta;
pub use options::{Combination, Format, Method, Options, TagRatio, Threshold, Thresholds};
