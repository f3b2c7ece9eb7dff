//! Adapters to the standard library's readers and writers.

use super::{Extraction, Extractor, Options, Sink, Summary};
use crate::error::Result;
use std::io::{self, Read, Write};
use std::vec;

/// Bytes that are read at a time.
const READ_BYTES: usize = 16 << 10;

/// Extracts the main content of a page that `reader` gives, to its end.
///
/// Reads are retried when they are interrupted.
///
/// Cost: linear in the page; 16 KiB, the budget of `options`, and the text.
///
/// # Errors
/// As [`Extractor::new`]; [`ErrorKind::Read`](crate::ErrorKind::Read) with the reader's error as
/// [source](std::error::Error::source) and the offset up to which the page was read.
///
/// ```
/// let page: &[u8] = b"<title>Rain</title><p>It rained for three days in the valley.";
/// let page = trommel::extract_reader(page, &trommel::Options::default())?;
/// assert_eq!(page.text, "It rained for three days in the valley.\n");
/// # Ok::<(), trommel::Error>(())
/// ```
pub fn extract_reader(mut reader: impl Read, options: &Options) -> Result<Extraction> {
    let mut extractor = Extractor::new(options.clone())?;
    let mut buffer = vec![0; READ_BYTES];
    let mut offset = 0;
    loop {
        match reader.read(&mut buffer) {
            Ok(0) => return extractor.finish(),
            Ok(len) => {
                extractor.push(&buffer[..len])?;
                offset += len as u64;
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(crate::Error::from(error).at(offset)),
        }
    }
}

/// A [`Write`] that takes a page and hands its main content to a [`Sink`].
///
/// [`finish`](Self::finish) ends the page. A dropped writer hands out nothing more.
///
/// ```
/// use std::io::Write;
/// let mut writer = trommel::ExtractWriter::new(String::new(), trommel::Options::default())?;
/// writer.write_all(b"<title>Rain</title><p>It rained for three ")?;
/// writer.write_all(b"days in the valley.")?;
/// let (text, summary) = writer.finish()?;
/// assert_eq!(text, "It rained for three days in the valley.\n");
/// assert_eq!(summary.metadata.title, "Rain");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct ExtractWriter<S> {
    extractor: Extractor,
    sink: S,
}

impl<S: Sink> ExtractWriter<S> {
    /// A writer that hands the main content to `sink`.
    ///
    /// # Errors
    /// As [`Extractor::new`].
    pub fn new(sink: S, options: Options) -> Result<Self> {
        Ok(Self { extractor: Extractor::new(options)?, sink })
    }

    /// Ends the page; gives back the sink, and the summary of the page.
    ///
    /// # Errors
    /// As [`Extractor::finish`].
    pub fn finish(mut self) -> Result<(S, Summary)> {
        let summary = self.extractor.finish_to(&mut self.sink)?;
        Ok((self.sink, summary))
    }
}

impl<S: Sink> Write for ExtractWriter<S> {
    /// Takes all of `bytes`, also after the sink has stopped the page.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.extractor.push_to(bytes, &mut self.sink).map_err(io::Error::other)?;
        Ok(bytes.len())
    }

    /// Does nothing: text is handed out as soon as it is decided.
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ErrorKind;
    use std::error::Error;

    /// Gives its text, then fails; interrupted in between.
    struct Broken<'a>(&'a [u8], u8);

    impl Read for Broken<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.1 += 1;
            match self.1 {
                1 => Err(io::ErrorKind::Interrupted.into()),
                2 => self.0.read(buffer),
                _ => Err(io::ErrorKind::ConnectionReset.into()),
            }
        }
    }

    #[test]
    fn a_reader_that_fails_is_an_error_with_its_place_and_cause() {
        let error = extract_reader(Broken(b"<p>It rained.", 0), &Options::default()).expect_err("it breaks");
        assert_eq!((error.kind(), error.offset()), (ErrorKind::Read, Some(13)));
        let source = error.source().and_then(|source| source.downcast_ref::<io::Error>());
        assert_eq!(source.map(io::Error::kind), Some(io::ErrorKind::ConnectionReset));
    }
}
