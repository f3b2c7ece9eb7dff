//! What is at an address, by whichever protocol.

use bytes::Bytes;
use futures_util::stream::BoxStream;

use super::address::parts;
use super::failure::Failure;
use super::http::Page;
use super::store::Stored;

/// What is at an address.
#[derive(Debug)]
pub(super) enum Object {
    Page(Page),
    Stored(Stored),
}

/// Bytes of an object, and what its server says of it.
pub(super) struct Answer {
    /// The byte of the object that comes first: 0 from a server that knows no ranges.
    pub(super) start: u64,
    /// Bytes of the whole object, if that is known.
    pub(super) bytes: Option<u64>,
    pub(super) etag: Option<String>,
    pub(super) chunks: BoxStream<'static, Result<Bytes, Failure>>,
}

impl Object {
    /// Errors: the address is none, or the environment has no way to it.
    pub(super) fn at(address: &str) -> Result<Self, Failure> {
        match parts(address) {
            Some((scheme, _)) if scheme.to_ascii_lowercase().starts_with("http") => {
                Page::at(address).map(Self::Page)
            }
            Some((scheme, rest)) => Stored::at(&scheme.to_ascii_lowercase(), rest).map(Self::Stored),
            None => Err(Failure::Final("expected an address".to_string())),
        }
    }

    /// Asks for the bytes from `start` on, up to `end` or the end of the object.
    pub(super) async fn get(&self, start: u64, end: Option<u64>) -> Result<Answer, Failure> {
        match self {
            Self::Page(page) => page.get(start, end).await,
            Self::Stored(stored) => stored.get(start, end).await,
        }
    }
}
