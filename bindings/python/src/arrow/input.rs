//! Columns of pages and URLs, with any Arrow type for bytes and text.

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef};
use arrow_schema::{DataType, Field};
use pyo3::prelude::*;

use crate::errors;

/// Whether a type is text; `None` if it is neither text nor bytes. That of nulls counts as bytes.
fn is_text(data_type: &DataType) -> Option<bool> {
    match data_type {
        DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View => Some(true),
        DataType::Binary
        | DataType::LargeBinary
        | DataType::BinaryView
        | DataType::FixedSizeBinary(_)
        | DataType::Null => Some(false),
        DataType::Dictionary(_, values) => is_text(values),
        _ => None,
    }
}

/// Places of the columns in each array of a stream.
pub(super) struct Place {
    /// The column of a record batch; `None` if the array itself is the column.
    html: Option<usize>,
    url: Option<usize>,
    /// The pages are text, so their encoding is known.
    pub(super) is_text: bool,
}

impl Place {
    /// Finds the columns in the type of a stream's arrays.
    ///
    /// Errors: `SettingError` for a column that is missing or has another type.
    pub(super) fn of(
        py: Python<'_>,
        field: &Field,
        column: &str,
        url_column: Option<&str>,
    ) -> PyResult<Self> {
        let DataType::Struct(fields) = field.data_type() else {
            if let Some(name) = url_column {
                let message =
                    format!("expected record batches with a column {name:?}, found one column alone");
                return Err(errors::setting(py, "url_column", message));
            }
            let is_text = is_text(field.data_type())
                .ok_or_else(|| wrong_type(py, "data", "bytes or text", field.data_type()))?;
            return Ok(Self { html: None, url: None, is_text });
        };
        let find = |option: &str, name: &str| {
            fields.find(name).ok_or_else(|| {
                let names: Vec<&str> = fields.iter().map(|field| field.name().as_str()).collect();
                let message = format!("expected one of {names:?}, found {name:?}");
                errors::setting(py, option, message)
            })
        };
        let (html, field) = find("column", column)?;
        let is_html_text = is_text(field.data_type())
            .ok_or_else(|| wrong_type(py, "column", "bytes or text", field.data_type()))?;
        let url = match url_column {
            None => None,
            Some(name) => {
                let (url, field) = find("url_column", name)?;
                if is_text(field.data_type()) != Some(true) && field.data_type() != &DataType::Null {
                    return Err(wrong_type(py, "url_column", "text", field.data_type()));
                }
                Some(url)
            }
        };
        Ok(Self { html: Some(html), url, is_text: is_html_text })
    }

    /// Pages and URLs of an array of the stream.
    pub(super) fn columns(&self, array: &ArrayRef) -> Columns {
        let part = |at: usize| array.as_struct_opt().map(|rows| rows.column(at).clone());
        Columns {
            html: Column::of(self.html.and_then(part).unwrap_or_else(|| array.clone())),
            url: self.url.and_then(part).map(Column::of),
            rows: array.clone(),
        }
    }
}

fn wrong_type(py: Python<'_>, option: &str, expected: &str, found: &DataType) -> PyErr {
    errors::setting(py, option, format!("expected a column of {expected}, found {found}"))
}

/// Pages and their URLs.
pub(super) struct Columns {
    html: Column,
    url: Option<Column>,
    /// The array of the columns, whose rows may be null too.
    rows: ArrayRef,
}

impl Columns {
    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }

    /// The page of a row; `None` if it is null.
    pub(super) fn html(&self, row: usize) -> Option<&[u8]> {
        if self.rows.is_null(row) { None } else { self.html.bytes(row) }
    }

    /// The URL of a row; `None` if it is null.
    pub(super) fn url(&self, row: usize) -> Option<&str> {
        std::str::from_utf8(self.url.as_ref()?.bytes(row)?).ok()
    }
}

/// Bytes or text by row.
struct Column {
    array: ArrayRef,
    /// Of a dictionary, the index of each row in its values; undefined for a null.
    places: Vec<usize>,
}

impl Column {
    fn of(array: ArrayRef) -> Self {
        let dictionary = array.as_any_dictionary_opt().filter(|dictionary| !dictionary.values().is_empty());
        let places = dictionary.map(|dictionary| dictionary.normalized_keys()).unwrap_or_default();
        Self { array, places }
    }

    /// The bytes of a row; `None` if it is null.
    fn bytes(&self, row: usize) -> Option<&[u8]> {
        match self.array.as_any_dictionary_opt() {
            Some(_) if self.array.is_null(row) => None,
            Some(dictionary) => bytes_of(dictionary.values(), *self.places.get(row)?),
            None => bytes_of(&self.array, row),
        }
    }
}

/// The bytes of a row; `None` if it is null.
fn bytes_of(array: &ArrayRef, row: usize) -> Option<&[u8]> {
    if array.is_null(row) {
        return None;
    }
    match array.data_type() {
        DataType::Utf8 => Some(array.as_string::<i32>().value(row).as_bytes()),
        DataType::LargeUtf8 => Some(array.as_string::<i64>().value(row).as_bytes()),
        DataType::Utf8View => Some(array.as_string_view().value(row).as_bytes()),
        DataType::Binary => Some(array.as_binary::<i32>().value(row)),
        DataType::LargeBinary => Some(array.as_binary::<i64>().value(row)),
        DataType::BinaryView => Some(array.as_binary_view().value(row)),
        DataType::FixedSizeBinary(_) => Some(array.as_fixed_size_binary().value(row)),
        _ => None,
    }
}
