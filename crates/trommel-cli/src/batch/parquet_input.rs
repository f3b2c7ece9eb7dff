//! Pages from the column `html` of a Parquet file.

use std::fs::File;

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, RecordBatch};
use arrow_schema::DataType;
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{
    ArrowReaderOptions, ParquetRecordBatchReader, ParquetRecordBatchReaderBuilder,
};

use crate::batch::task::Fields;

/// Rows decompressed at once.
const BATCH_ROWS: usize = 16;

/// Reads the rows of a file in order.
///
/// Cost: holds a page of each column that is read, and [`BATCH_ROWS`] rows.
pub(crate) struct Rows {
    reader: ParquetRecordBatchReader,
    batch: Option<RecordBatch>,
    /// Rows of the batch already returned.
    done: usize,
}

impl Rows {
    /// Errors: what was expected of the file, and what was found.
    pub(crate) fn new(file: File) -> Result<Self, String> {
        // Physical types suffice: text has one type, whatever the writer's schema calls it.
        let options = ArrowReaderOptions::new().with_skip_arrow_metadata(true);
        let builder = ParquetRecordBatchReaderBuilder::try_new_with_options(file, options).map_err(broken)?;
        let names: Vec<_> = builder.schema().fields().iter().map(|field| field.name().clone()).collect();
        if !names.iter().any(|name| name == "html") {
            let found = names.join(", ");
            return Err(format!("expected a Parquet file with a column `html`, found the columns {found}"));
        }
        let wanted =
            names.iter().enumerate().filter(|(_, name)| ["html", "id", "url"].contains(&name.as_str()));
        let mask = ProjectionMask::roots(builder.parquet_schema(), wanted.map(|(index, _)| index));
        let reader = builder.with_projection(mask).with_batch_size(BATCH_ROWS).build().map_err(broken)?;
        Ok(Self { reader, batch: None, done: 0 })
    }

    /// The next row; `None` at the end or after an error.
    pub(crate) fn next(&mut self) -> Option<Result<Fields, String>> {
        loop {
            if let Some(batch) = self.batch.as_ref().filter(|batch| self.done < batch.num_rows()) {
                let row = self.done;
                self.done += 1;
                let field = |name: &str| batch.column_by_name(name).and_then(|column| value(column, row));
                let to_text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
                return Some(Ok(Fields {
                    html: field("html"),
                    id: field("id").map(to_text),
                    url: field("url").map(to_text),
                }));
            }
            self.done = 0;
            match self.reader.next()? {
                Ok(batch) => self.batch = Some(batch),
                Err(error) => return Some(Err(broken(error))),
            }
        }
    }
}

fn broken(error: impl std::fmt::Display) -> String {
    format!("expected a whole Parquet file, found a broken one: {error}")
}

/// A value as bytes; numbers are written in decimal.
fn value(column: &ArrayRef, row: usize) -> Option<Vec<u8>> {
    use arrow_array::types::{Int32Type, Int64Type, UInt32Type, UInt64Type};
    if column.is_null(row) {
        return None;
    }
    let number = |number: &dyn std::fmt::Display| number.to_string().into_bytes();
    match column.data_type() {
        DataType::Utf8 => Some(column.as_string::<i32>().value(row).as_bytes().to_vec()),
        DataType::LargeUtf8 => Some(column.as_string::<i64>().value(row).as_bytes().to_vec()),
        DataType::Binary => Some(column.as_binary::<i32>().value(row).to_vec()),
        DataType::LargeBinary => Some(column.as_binary::<i64>().value(row).to_vec()),
        DataType::Int32 => Some(number(&column.as_primitive::<Int32Type>().value(row))),
        DataType::Int64 => Some(number(&column.as_primitive::<Int64Type>().value(row))),
        DataType::UInt32 => Some(number(&column.as_primitive::<UInt32Type>().value(row))),
        DataType::UInt64 => Some(number(&column.as_primitive::<UInt64Type>().value(row))),
        _ => None,
    }
}
