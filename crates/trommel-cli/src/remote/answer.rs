//! What a server answers.

use bytes::Bytes;
use futures_util::stream::BoxStream;

use super::failure::Failure;

/// Bytes of an object, and what its server says of it.
pub(super) struct Answer {
    /// The byte of the object that comes first: 0 from a server that knows no ranges.
    pub(super) start: u64,
    /// Bytes of the whole object, if that is known.
    pub(super) bytes: Option<u64>,
    pub(super) etag: Option<String>,
    pub(super) chunks: BoxStream<'static, Result<Bytes, Failure>>,
}
