//! Pages as CSV rows.

use std::borrow::Cow;
use std::io;

use crate::columns::{COLUMNS, ColumnValue, TableColumn, TableRow};

/// The line with the names of the columns.
///
/// # Errors
///
/// None so far.
pub fn head() -> io::Result<Vec<u8>> {
    line(|column| Cow::Borrowed(column.name))
}

/// A page as a line. Unknown values are empty.
///
/// # Errors
///
/// None so far.
pub fn row(row: &TableRow<'_>) -> io::Result<Vec<u8>> {
    line(|column| match (column.value)(row) {
        ColumnValue::Text(text) | ColumnValue::Date(text) => Cow::Borrowed(text.unwrap_or_default()),
        ColumnValue::Integer(number) => shown(number),
        ColumnValue::Float(number) => shown(number),
        ColumnValue::Boolean(truth) => shown(truth),
    })
}

fn shown<T: ToString>(value: Option<T>) -> Cow<'static, str> {
    value.map(|value| value.to_string().into()).unwrap_or_default()
}

fn line<'a>(cell: impl Fn(&TableColumn) -> Cow<'a, str>) -> io::Result<Vec<u8>> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    for column in COLUMNS.iter().filter(|column| column.is_in_csv) {
        writer.write_field(&*cell(column)).map_err(io::Error::other)?;
    }
    writer.write_record(None::<&[u8]>).map_err(io::Error::other)?;
    writer.into_inner().map_err(|error| io::Error::other(error.to_string()))
}
