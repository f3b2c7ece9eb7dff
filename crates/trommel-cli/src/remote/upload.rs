//! A remote output, which appears when it is complete.

use std::fmt;
use std::io::{self, Write};
use std::path::Path;

use object_store::{MultipartUpload, ObjectStoreExt, PutPayload};

use super::RemoteError;
use super::address::{parts, whole};
use super::network::wait_for;
use super::store::Stored;

/// Bytes of a part. A store takes 10,000 of them: 160 GB.
const PART_BYTES: usize = 16 << 20;

/// A remote object being written. [`complete`](Self::complete) makes it appear, and replaces an
/// object of the same name. Otherwise, the sent parts are discarded.
///
/// Memory: [`PART_BYTES`].
pub(crate) struct Upload {
    stored: Stored,
    /// Started with the first part.
    sent: Option<Box<dyn MultipartUpload>>,
    part: Vec<u8>,
}

/// Creates a remote output by its name.
///
/// Errors: the scheme cannot be written to, or the environment lacks settings for it.
pub(crate) fn create(path: &Path) -> io::Result<Upload> {
    let address = whole(&path.display().to_string());
    let (scheme, rest) = parts(&address).unwrap_or_default();
    let scheme = scheme.to_ascii_lowercase();
    if scheme.starts_with("http") {
        let message = "expected s3://, gs:// or az:// as output, found a web URL";
        return Err(RemoteError(message.to_string()).into());
    }
    let stored = wait_for(async { Stored::for_output(&scheme, rest) })?;
    let stored = stored.map_err(|failure| RemoteError(failure.message(1)))?;
    Ok(Upload { stored, sent: None, part: Vec::new() })
}

impl Upload {
    /// Completes the object: it gets its name.
    pub(crate) fn complete(&mut self) -> io::Result<()> {
        let part = PutPayload::from(std::mem::take(&mut self.part));
        let Some(mut sent) = self.sent.take() else {
            return self.said(wait_for(self.stored.store.put(&self.stored.path, part))?.map(drop));
        };
        let done = wait_for(async {
            if part.content_length() > 0 {
                sent.put_part(part).await?;
            }
            sent.complete().await
        })?;
        if done.is_err() {
            let _ = wait_for(sent.abort());
        }
        self.said(done.map(drop))
    }

    fn send(&mut self) -> io::Result<()> {
        let part = PutPayload::from(std::mem::take(&mut self.part));
        if self.sent.is_none() {
            let begun = wait_for(self.stored.store.put_multipart(&self.stored.path))?;
            self.sent = Some(begun.map_err(|error| self.error(&error))?);
        }
        let Some(sent) = &mut self.sent else { return Ok(()) };
        let done = wait_for(sent.put_part(part))?;
        self.said(done)
    }

    fn said<T>(&self, done: object_store::Result<T>) -> io::Result<T> {
        done.map_err(|error| self.error(&error))
    }

    fn error(&self, error: &object_store::Error) -> io::Error {
        RemoteError(self.stored.failure(error).message(1)).into()
    }
}

impl Write for Upload {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = bytes.len().min(PART_BYTES - self.part.len());
        self.part.extend_from_slice(&bytes[..written]);
        if self.part.len() == PART_BYTES {
            self.send()?;
        }
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        // All parts but the last must have at least 5 MiB.
        Ok(())
    }
}

impl Drop for Upload {
    fn drop(&mut self) {
        if let Some(mut sent) = self.sent.take() {
            // Parts left over have no name, and are removed by the rules of the store.
            let _ = wait_for(sent.abort());
        }
    }
}

impl fmt::Debug for Upload {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Upload").field("path", &self.stored.path).finish_non_exhaustive()
    }
}
