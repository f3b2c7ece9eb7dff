//! Pages as rows of a Parquet file.

use std::io;
use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_schema::Schema;
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, ZstdLevel};
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::schema::types::ColumnPath;
use trommel_output::{COLUMNS, ColumnKind, TableRows};

use crate::batch::made::Row;
use crate::files::Output;

/// Bytes of text at which a row group is written.
const ROW_GROUP_BYTES: usize = 32 << 20;

/// Maximum rows of a row group.
const ROW_GROUP_ROWS: usize = 1 << 16;

/// A Parquet file being written.
///
/// Cost: holds a row group of at most 32 MiB of text and the largest page's. While it is written,
/// it exists up to four times: as rows, columns, encoded, and compressed.
pub(crate) struct Table {
    writer: ArrowWriter<Output>,
    schema: Arc<Schema>,
    rows: TableRows,
}

impl Table {
    pub(crate) fn new(output: Output) -> io::Result<Self> {
        let schema = Arc::new(Schema::new(TableRows::fields()));
        let mut properties = WriterProperties::builder()
            .set_compression(Compression::ZSTD(ZstdLevel::default()))
            .set_created_by(concat!("trommel ", env!("CARGO_PKG_VERSION")).to_string());
        // Texts are nearly all distinct, and their minimum is of no use. Dictionaries and
        // statistics would each hold a page again.
        for column in COLUMNS.iter().filter(|column| column.kind == ColumnKind::LongText) {
            properties = properties
                .set_column_dictionary_enabled(ColumnPath::from(column.name), false)
                .set_column_statistics_enabled(ColumnPath::from(column.name), EnabledStatistics::None);
        }
        let properties = properties.build();
        let writer = ArrowWriter::try_new(output, Arc::clone(&schema), Some(properties)).map_err(broken)?;
        Ok(Self { writer, schema, rows: TableRows::default() })
    }

    pub(crate) fn write(&mut self, row: &Row) -> io::Result<()> {
        row.cells(|row| self.rows.append(Some(row)));
        if self.rows.rows() >= ROW_GROUP_ROWS || self.rows.text_bytes() >= ROW_GROUP_BYTES {
            self.end_row_group()?;
        }
        Ok(())
    }

    fn end_row_group(&mut self) -> io::Result<()> {
        let columns = self.rows.take();
        let batch = RecordBatch::try_new(Arc::clone(&self.schema), columns).map_err(io::Error::other)?;
        self.writer.write(&batch).and_then(|()| self.writer.flush()).map_err(broken)
    }

    /// Writes the remaining rows and the footer.
    pub(crate) fn finish(mut self) -> io::Result<Output> {
        if self.rows.rows() > 0 {
            self.end_row_group()?;
        }
        self.writer.into_inner().map_err(broken)
    }
}

/// The underlying I/O error, if there is one.
fn broken(error: parquet::errors::ParquetError) -> io::Error {
    match error {
        parquet::errors::ParquetError::External(error) => match error.downcast::<io::Error>() {
            Ok(error) => *error,
            Err(error) => io::Error::other(error),
        },
        error => io::Error::other(error),
    }
}
