//! Blocks and their parts that wait until the end of their chunk is decided.

use super::border::Border;
use super::options::{MIN_PART_BYTES, Room};
use crate::block::Record;
use crate::role::Role;
use crate::structure::Break;
use alloc::collections::VecDeque;
use alloc::string::String;

/// A block that waits. Its text lies in the [`Waiting`] blocks.
#[derive(Clone, Copy)]
pub(super) struct WaitingBlock {
    pub(super) record: Record,
    /// The strongest break since the last kept block.
    pub(super) between: Break,
    pub(super) role: Role,
    /// Where it ends in the page.
    pub(super) end: u64,
    /// Place of its text, counted over the whole page.
    start: u64,
    bytes: u16,
}

/// A part of a block.
#[derive(Clone, Copy)]
pub(super) struct Part {
    /// Number of its block, counted over the whole page.
    pub(super) block: u64,
    /// Its place in the text of the block.
    pub(super) start: u16,
    pub(super) end: u16,
    /// The border before it.
    pub(super) border: Border,
    /// Its size in the unit of the chunks.
    pub(super) size: u32,
    pub(super) chars: u32,
    pub(super) words: u32,
    pub(super) tokens: u32,
}

impl Part {
    /// Adds the part after it.
    pub(super) fn extend(&mut self, next: &Self) {
        self.end = next.end;
        for (sum, more) in [
            (&mut self.size, next.size),
            (&mut self.chars, next.chars),
            (&mut self.words, next.words),
            (&mut self.tokens, next.tokens),
        ] {
            *sum = sum.saturating_add(more);
        }
    }
}

/// Maximum parts of a block with this text. What would be further parts is in the last one.
pub(super) fn most_parts(text: &str) -> usize {
    text.len() / MIN_PART_BYTES + 1
}

/// Blocks and parts in order.
pub(super) struct Waiting {
    room: Room,
    text: String,
    /// Place of the first byte of `text`, counted over the whole page.
    text_first: u64,
    blocks: VecDeque<WaitingBlock>,
    /// Number of the first block.
    pub(super) first: u64,
    pub(super) parts: VecDeque<Part>,
}

/// Maximum bytes of the text of parts that are gone. Then the rest of the text moves to the front:
/// at most 16 bytes for each that is gone.
fn gone_bytes(room: Room) -> usize {
    room.text_bytes / 16
}

/// Heap bytes of what waits.
pub(super) fn held_bytes(room: Room) -> usize {
    room.text_bytes
        + gone_bytes(room)
        + room.blocks * size_of::<WaitingBlock>()
        + room.parts * size_of::<Part>()
}

impl Waiting {
    pub(super) fn new(room: Room) -> Self {
        Self {
            room,
            text: String::with_capacity(room.text_bytes + gone_bytes(room)),
            text_first: 0,
            blocks: VecDeque::with_capacity(room.blocks),
            first: 0,
            parts: VecDeque::with_capacity(room.parts),
        }
    }

    pub(super) fn clear(&mut self) {
        self.text.clear();
        self.blocks.clear();
        self.parts.clear();
        (self.text_first, self.first) = (0, 0);
    }

    /// Whether a block with this text fits.
    pub(super) fn has_room(&self, text: &str) -> bool {
        let waiting = self.blocks.front().map_or(0, |first| self.text.len() - self.place(first));
        self.blocks.len() < self.room.blocks
            && self.parts.len() + most_parts(text) <= self.room.parts
            && waiting + text.len() <= self.room.text_bytes
    }

    /// Adds a block, which must fit, and returns its number.
    pub(super) fn push(&mut self, record: &Record, between: Break, role: Role, end: u64, text: &str) -> u64 {
        let start = self.text_first + self.text.len() as u64;
        self.text.push_str(text);
        let bytes = u16::try_from(text.len()).unwrap_or(u16::MAX);
        self.blocks.push_back(WaitingBlock { record: *record, between, role, end, start, bytes });
        self.first + self.blocks.len() as u64 - 1
    }

    pub(super) fn block(&self, number: u64) -> Option<&WaitingBlock> {
        self.blocks.get(usize::try_from(number.checked_sub(self.first)?).ok()?)
    }

    /// Where the text of a block begins in `text`.
    fn place(&self, block: &WaitingBlock) -> usize {
        // What is held fits into memory.
        (block.start - self.text_first) as usize
    }

    /// The text of a block, with its marks.
    pub(super) fn text(&self, block: &WaitingBlock) -> &str {
        let start = self.place(block);
        &self.text[start..start + usize::from(block.bytes)]
    }

    /// Removes the first `count` parts, and the blocks that have none left.
    pub(super) fn pop_front(&mut self, count: usize) {
        self.parts.drain(..count);
        let next = self.parts.front().map_or(u64::MAX, |part| part.block);
        while self.first < next && self.blocks.pop_front().is_some() {
            self.first += 1;
        }
        let gone = self.blocks.front().map_or(self.text.len(), |block| self.place(block));
        if gone >= gone_bytes(self.room) || gone == self.text.len() {
            self.text.drain(..gone);
            self.text_first += gone as u64;
        }
    }
}
