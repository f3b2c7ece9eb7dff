//! An output at an address, which is there only when it is complete.

use std::fmt;
use std::io::{self, Write};
use std::path::Path;

use object_store::{MultipartUpload, ObjectStoreExt, PutPayload};

use super::RemoteError;
use super::address::{parts, whole};
use super::network::wait_for;
use super::store::Stored;

/// Bytes that are sent at once. A store takes 10,000 of them: 160 GB.
const PART_BYTES: usize = 16 << 20;

/// An object of a store that is being written. It appears by [`complete`](Self::complete), in place
/// of one that has its name; without that, what was sent is taken back.
///
/// Memory: [`PART_BYTES`].
pub(crate) struct Upload {
    stored: Stored,
    /// Begun with the first part.
    sent: Option<Box<dyn MultipartUpload>>,
    part: Vec<u8>,
}

/// An output at an address, by its name.
///
/// Errors: nothing can be written to such an address, or the environment has no way to it.
pub(crate) fn create(path: &Path) -> io::Result<Upload> {
    let address = whole(&path.display().to_string());
    let (scheme, rest) = parts(&address).unwrap_or_default();
    let scheme = scheme.to_ascii_lowercase();
    if scheme.starts_with("http") {
        let message = "expected s3://, gs:// or az:// to write to, found an address of the web";
        return Err(RemoteError(message.to_string()).into());
    }
    let stored = wait_for(async { Stored::for_output(&scheme, rest) })?;
    let stored = stored.map_err(|failure| RemoteError(failure.message(1)))?;
    Ok(Upload { stored, sent: None, part: Vec::new() })
}

impl Upload {
    /// Everything was written: the object gets its name.
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
        // A part has at least 5 MiB, but for the last one.
        Ok(())
    }
}

impl Drop for Upload {
    fn drop(&mut self) {
        if let Some(mut sent) = self.sent.take() {
            // What stays there has no name, and the store's rules take it away.
            let _ = wait_for(sent.abort());
        }
    }
}

impl fmt::Debug for Upload {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Upload").field("path", &self.stored.path).finish_non_exhaustive()
    }
}
