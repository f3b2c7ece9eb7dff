//! The columnar index of a crawl: a Parquet file with one row per record.

use std::fs::File;
use std::io;

use arrow_array::cast::AsArray;
use arrow_array::types::Int64Type;
use arrow_array::{Array, ArrayRef, RecordBatch};
use arrow_schema::DataType;
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{
    ArrowReaderOptions, ParquetRecordBatchReader, ParquetRecordBatchReaderBuilder,
};

use super::entry::{Entry, Found};

/// Rows decompressed at once.
const BATCH_ROWS: usize = 1024;

const FILE: &str = "warc_filename";
const OFFSET: &str = "warc_record_offset";
const LENGTH: &str = "warc_record_length";
const URL: &str = "url";

/// Rows of the index. Only four columns are read.
pub(crate) struct Table {
    reader: ParquetRecordBatchReader,
    batch: Option<RecordBatch>,
    /// Rows returned, of the batch and in total.
    done: usize,
    number: u64,
}

impl Table {
    /// Errors: what was expected of the file, and what was found.
    pub(super) fn of(file: File) -> Result<Self, String> {
        let options = ArrowReaderOptions::new().with_skip_arrow_metadata(true);
        let builder = ParquetRecordBatchReaderBuilder::try_new_with_options(file, options).map_err(broken)?;
        let names: Vec<_> = builder.schema().fields().iter().map(|field| field.name().clone()).collect();
        if let Some(missing) = [FILE, OFFSET, LENGTH].iter().find(|name| !names.iter().any(|it| it == *name))
        {
            let found = names.join(", ");
            return Err(format!("expected an index with a column `{missing}`, found the columns {found}"));
        }
        let wanted = names.iter().enumerate();
        let wanted = wanted.filter(|(_, name)| [FILE, OFFSET, LENGTH, URL].contains(&name.as_str()));
        let mask = ProjectionMask::roots(builder.parquet_schema(), wanted.map(|(index, _)| index));
        let reader = builder.with_projection(mask).with_batch_size(BATCH_ROWS).build().map_err(broken)?;
        Ok(Self { reader, batch: None, done: 0, number: 0 })
    }
}

impl Iterator for Table {
    type Item = io::Result<Found>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(batch) = self.batch.as_ref().filter(|batch| self.done < batch.num_rows()) {
                let row = self.done;
                self.done += 1;
                self.number += 1;
                return Some(Ok(entry(batch, row, self.number)));
            }
            // Stay at the end after the last batch.
            (self.batch, self.done) = (None, 0);
            match self.reader.next()? {
                Ok(batch) => self.batch = Some(batch),
                Err(error) => return Some(Err(super::RemoteError(broken(error)).into())),
            }
        }
    }
}

fn entry(batch: &RecordBatch, row: usize, number: u64) -> Found {
    let column = |name: &str| batch.column_by_name(name).filter(|column| !column.is_null(row));
    let number_of = |name: &str| column(name).and_then(|column| unsigned(column, row));
    let file = column(FILE).and_then(|column| text(column, row));
    let url = column(URL).and_then(|column| text(column, row));
    match (file, number_of(OFFSET), number_of(LENGTH)) {
        (Some(file), Some(offset), Some(length)) => Ok(Entry { file, offset, length, number, url }),
        (file, offset, length) => Err(format!(
            "row {number}: expected a file, an offset and a length, found {file:?}, {offset:?} and {length:?}"
        )),
    }
}

fn text(column: &ArrayRef, row: usize) -> Option<String> {
    Some(match column.data_type() {
        DataType::Utf8 => column.as_string::<i32>().value(row).to_string(),
        DataType::LargeUtf8 => column.as_string::<i64>().value(row).to_string(),
        DataType::Binary => String::from_utf8_lossy(column.as_binary::<i32>().value(row)).into_owned(),
        _ => return None,
    })
}

fn unsigned(column: &ArrayRef, row: usize) -> Option<u64> {
    use arrow_array::types::{Int32Type, UInt32Type, UInt64Type};
    match column.data_type() {
        DataType::Int32 => u64::try_from(column.as_primitive::<Int32Type>().value(row)).ok(),
        DataType::Int64 => u64::try_from(column.as_primitive::<Int64Type>().value(row)).ok(),
        DataType::UInt32 => Some(column.as_primitive::<UInt32Type>().value(row).into()),
        DataType::UInt64 => Some(column.as_primitive::<UInt64Type>().value(row)),
        _ => None,
    }
}

fn broken(error: impl std::fmt::Display) -> String {
    format!("expected a whole Parquet file, found a broken one: {error}")
}
