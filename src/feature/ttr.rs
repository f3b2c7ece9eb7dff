//! Text-to-tag ratio.

use crate::block::Record;

/// Characters of text per tag in one line-block.
///
/// In: a record. Out: characters per tag, finite and never negative; a block without tags is divided by one.
///
/// Cost: constant, holds nothing.
/// Source: San 2014, section 4.1, equation (1). Its tags are those inside the block; the block-level tags around it
/// are the block's edges, not part of it.
#[inline]
pub(crate) fn ttr(record: &Record) -> f32 {
    record.chars() as f32 / record.tags().max(1) as f32
}
