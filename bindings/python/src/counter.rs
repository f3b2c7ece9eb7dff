//! A token counter by a Python function.

use std::panic::resume_unwind;
use std::sync::Arc;

use pyo3::prelude::*;
use trommel::chunk::TokenCounter;

/// A Python function that counts tokens.
#[derive(Clone, Debug)]
pub(crate) struct PyCounter(Arc<Py<PyAny>>);

impl PartialEq for PyCounter {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl PyCounter {
    pub(crate) fn new(function: Py<PyAny>) -> Self {
        Self(Arc::new(function))
    }

    /// The counter for the library. An exception of the function ends the page by a panic with the
    /// error, which is raised again.
    pub(crate) fn counter(&self) -> TokenCounter {
        let function = Arc::clone(&self.0);
        TokenCounter::new(move |text| {
            let counted = Python::try_attach(|py| function.bind(py).call1((text,))?.extract::<usize>());
            match counted {
                Some(Ok(count)) => count,
                Some(Err(error)) => resume_unwind(Box::new(error)),
                None => 0,
            }
        })
    }
}
