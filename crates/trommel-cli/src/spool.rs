//! Rendered text that waits, in memory or in a temporary file.

use std::io::{self, BufWriter, Seek, Write};

use tempfile::{SpooledTempFile, spooled_tempfile};

/// Bytes of rendered text held in memory. The rest goes to a temporary file.
pub(crate) const SPOOL_BYTES: usize = 1 << 20;

/// Bytes of each write to a temporary file. Rendered pieces can be as short as a line end.
const SPOOL_BUFFER_BYTES: usize = 64 << 10;

/// A writer that holds rendered text. End it with [`filled`].
///
/// Cost: [`SPOOL_BUFFER_BYTES`] until [`filled`], and [`SPOOL_BYTES`] until it is dropped.
pub(crate) fn filling() -> BufWriter<SpooledTempFile> {
    filling_by(spooled_tempfile(SPOOL_BYTES))
}

/// A buffered writer to `out`.
pub(crate) fn filling_by<W: Write>(out: W) -> BufWriter<W> {
    BufWriter::with_capacity(SPOOL_BUFFER_BYTES, out)
}

/// Flushes the buffer and returns the inner writer.
///
/// Errors: the last bytes cannot be written.
pub(crate) fn filled<W: Write>(filling: BufWriter<W>) -> io::Result<W> {
    filling.into_inner().map_err(io::IntoInnerError::into_error)
}

/// Copies the bytes of `spool` to `out`. Returns their number.
pub(crate) fn copy(mut spool: SpooledTempFile, out: &mut (impl Write + ?Sized)) -> io::Result<u64> {
    spool.rewind()?;
    io::copy(&mut spool, out)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A writer that accepts no bytes.
    struct Full;

    impl Write for Full {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::StorageFull.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn the_last_bytes_are_flushed_or_an_error_is_returned() {
        let mut spool = filling();
        for _ in 0..SPOOL_BYTES {
            spool.write_all(b"x\n").expect("a temporary file can be written");
        }
        let mut copied = Vec::new();
        copy(filled(spool).expect("it can be written"), &mut copied).expect("it can be read");
        assert_eq!(copied, b"x\n".repeat(SPOOL_BYTES));
        let mut spool = filling_by(Full);
        spool.write_all(b"few").expect("they are held");
        assert_eq!(filled(spool).err().map(|error| error.kind()), Some(io::ErrorKind::StorageFull));
    }

    #[test]
    fn spooled_bytes_are_copied_too() {
        let mut spool = spooled_tempfile(10);
        spool.write_all(&[b'x'; 1000]).expect("a temporary file can be written");
        let mut copied = Vec::new();
        copy(spool, &mut copied).expect("a temporary file can be read");
        assert_eq!(copied, [b'x'; 1000]);
    }
}
