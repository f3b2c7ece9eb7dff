//! Remote objects of any protocol.

use super::address::parts;
use super::answer::Answer;
use super::failure::Failure;
use super::http::Page;
use super::store::Stored;

/// A remote object.
#[derive(Debug)]
pub(super) enum Object {
    Page(Page),
    Stored(Stored),
}

impl Object {
    /// Errors: the URL is invalid, or the environment lacks settings for it.
    pub(super) fn at(address: &str) -> Result<Self, Failure> {
        match parts(address) {
            Some((scheme, _)) if scheme.to_ascii_lowercase().starts_with("http") => {
                Page::at(address).map(Self::Page)
            }
            Some((scheme, rest)) => Stored::at(&scheme.to_ascii_lowercase(), rest).map(Self::Stored),
            None => Err(Failure::Final("expected a URL".to_string())),
        }
    }

    /// Requests the bytes from `start` up to `end` or the end of the object.
    pub(super) async fn get(&self, start: u64, end: Option<u64>) -> Result<Answer, Failure> {
        match self {
            Self::Page(page) => page.get(start, end).await,
            Self::Stored(stored) => stored.get(start, end).await,
        }
    }
}
