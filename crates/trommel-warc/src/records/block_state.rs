//! Reading state of a record's block.

use crate::Damage;

/// Why a block ends before its length, or is unreliable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Cut(pub(super) Damage);

/// The block of the record being read.
#[derive(Default)]
pub(super) struct Block {
    /// Bytes left, by its length.
    pub(super) left: u64,
    pub(super) read: u64,
    /// `Content-Length`, if there is one.
    pub(super) length: Option<u64>,
    /// Offset of the record in the file.
    pub(super) offset: u64,
    /// Offset of the record in the decompressed file.
    pub(super) uncompressed_offset: u64,
    /// Whether other records can begin in the same member, so that the block is searched for them.
    pub(super) is_open_ended: bool,
    /// Bytes from `start` that were searched and can be returned.
    pub(super) clear: usize,
    /// Whether the bytes after the block were checked.
    pub(super) is_ended: bool,
    /// Whether the length is too small: neither a line end nor a record follows the block.
    pub(super) is_short: bool,
}
