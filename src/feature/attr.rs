//! Anchor-text-to-text ratio.

use crate::block::Record;

/// Share of a line-block's characters that lie inside links.
///
/// In: a record. Out: `0.0` to `1.0`; `0.0` for a block without text.
///
/// Cost: constant, holds nothing.
/// Source: San 2014, section 4.1, equation (2).
#[inline]
pub(crate) fn attr(record: &Record) -> f32 {
    record.link_chars() as f32 / record.chars().max(1) as f32
}
