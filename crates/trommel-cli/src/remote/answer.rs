//! The response of a server.

use bytes::Bytes;
use futures_util::stream::BoxStream;

use super::failure::Failure;

/// Bytes of an object with its metadata.
pub(super) struct Answer {
    /// Offset of the first byte in the object; 0 if the server does not support ranges.
    pub(super) start: u64,
    /// Size of the whole object, if known.
    pub(super) bytes: Option<u64>,
    pub(super) etag: Option<String>,
    pub(super) chunks: BoxStream<'static, Result<Bytes, Failure>>,
}
