//! Errors of the library as exceptions of Python, which are classes of `trommel._errors`.

use std::any::Any;
use std::io;
use std::path::Path;

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;
use trommel::ErrorKind;

/// A class of `trommel._errors`, which is imported once.
macro_rules! class {
    ($py:expr, $name:literal) => {{
        static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
        CLASS.import($py, "trommel._errors", $name)
    }};
}

fn made<A>(class: PyResult<&Bound<'_, PyType>>, args: A) -> PyErr
where
    A: pyo3::PyErrArguments + Send + Sync + 'static,
{
    match class {
        Ok(class) => PyErr::from_type(class.clone(), args),
        Err(error) => error,
    }
}

/// An invalid setting; `message` has what was expected and what was found.
pub(crate) fn setting(py: Python<'_>, name: &str, message: impl std::fmt::Display) -> PyErr {
    made(class!(py, "SettingError"), format!("{name}: {message}"))
}

/// A budget below the minimum of these options.
pub(crate) fn budget(py: Python<'_>, least_bytes: usize, found_bytes: usize) -> PyErr {
    let message = format!("budget: expected at least {least_bytes} bytes, found {found_bytes}");
    made(class!(py, "BudgetError"), message)
}

/// An error of the library with the option `name`, or the file of this name.
pub(crate) fn library(py: Python<'_>, name: &str, error: &trommel::Error) -> PyErr {
    let class = match error.kind() {
        ErrorKind::UnknownEncoding => class!(py, "EncodingError"),
        ErrorKind::Model => class!(py, "ModelError"),
        ErrorKind::Site => class!(py, "SiteError"),
        ErrorKind::OutOfMemory => class!(py, "OutOfMemoryError"),
        ErrorKind::Read => class!(py, "ReadError"),
        _ => class!(py, "SettingError"),
    };
    made(class, format!("{name}: {error}"))
}

/// An unreadable file.
pub(crate) fn reading(py: Python<'_>, path: &Path, error: &io::Error) -> PyErr {
    let name = path.display().to_string();
    match error.raw_os_error() {
        Some(number) => {
            // The message of the system, without the number, which Python adds.
            let message = error.to_string();
            let end = message.rfind(" (os error").unwrap_or(message.len());
            read_failed(py, number, message[..end].to_string(), Some(name))
        }
        None => unreadable(py, format!("{name}: cannot be read: {error}")),
    }
}

/// A panic, which is a bug.
pub(crate) fn panicked(py: Python<'_>, panic: &(dyn Any + Send)) -> PyErr {
    if let Some(raised) = panic.downcast_ref::<PyErr>() {
        return raised.clone_ref(py);
    }
    let said = panic
        .downcast_ref::<&str>()
        .map(ToString::to_string)
        .or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "no message".to_string());
    let message = format!(
        "this is a bug of trommel {}; please report it with the page that causes it: {said}",
        env!("CARGO_PKG_VERSION")
    );
    made(class!(py, "InternalError"), message)
}

/// An input that the system cannot read, with its reason.
pub(crate) fn read_failed(py: Python<'_>, number: i32, message: String, name: Option<String>) -> PyErr {
    match name {
        Some(name) => made(class!(py, "ReadError"), (number, message, name)),
        None => made(class!(py, "ReadError"), (number, message)),
    }
}

/// An unreadable input.
pub(crate) fn unreadable(py: Python<'_>, message: String) -> PyErr {
    made(class!(py, "ReadError"), message)
}

/// A misuse other than of a setting or an input.
pub(crate) fn misuse(py: Python<'_>, message: impl Into<String>) -> PyErr {
    made(class!(py, "Error"), message.into())
}

/// The class of warnings of damaged places.
pub(crate) fn damage_warning(py: Python<'_>) -> PyResult<&Bound<'_, PyType>> {
    class!(py, "DamageWarning")
}
