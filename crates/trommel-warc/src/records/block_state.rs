//! The block of a record, as far as it was read.

use crate::Damage;

/// Why a block ends before its length, or cannot be trusted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Cut(pub(super) Damage);

/// The block of the record being read.
#[derive(Default)]
pub(super) struct Block {
    /// Bytes that are left, by its length.
    pub(super) left: u64,
    /// Bytes that were read.
    pub(super) read: u64,
    /// Bytes by `Content-Length`, if there is one.
    pub(super) length: Option<u64>,
    /// Offset of the record in the file.
    pub(super) offset: u64,
    /// Offset of the record in the decompressed file.
    pub(super) uncompressed_offset: u64,
    /// Whether other records can begin in the same member, so that the block is searched for them.
    pub(super) is_open_ended: bool,
    /// Bytes from `start` that were searched and can be handed out.
    pub(super) clear: usize,
    /// Whether the bytes after the block were checked.
    pub(super) is_ended: bool,
    /// Whether the length is too small: what follows the block is neither a line end nor a record.
    pub(super) is_short: bool,
}
