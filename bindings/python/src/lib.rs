//! The native module of the Python package `trommel`.
//!
//! In: HTML as bytes, text, files, WARC records or Arrow arrays. Out: pages. Held: for each call at
//! work one extractor with its budget, and at most `engine::MAX_IDLE` idle ones.
#![forbid(unsafe_code)]

mod arrow;
mod block;
mod chunks;
mod command;
mod counter;
mod engine;
mod errors;
mod extract;
mod extractor;
mod html;
mod lists;
mod many;
mod page;
mod page_data;
mod settings;
mod warc;

use pyo3::prelude::*;

/// The native module of the package `trommel`.
#[pymodule]
mod _trommel {
    #[pymodule_export]
    use super::arrow::{ArrowStream, extract_arrow};
    #[pymodule_export]
    use super::command::run_command;
    #[pymodule_export]
    use super::extract::extract;
    #[pymodule_export]
    use super::extractor::{Extractor, unpickle_extractor};
    #[pymodule_export]
    use super::many::{PageIterator, extract_many};
    #[pymodule_export]
    use super::page::{Page, unpickle_page};
    #[pymodule_export]
    use super::warc::{WarcReader, read_warc};

    use super::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
