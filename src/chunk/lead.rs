//! What a chunk repeats that begins inside of a table or a list: the header row, or the lead-in.

use crate::block::marks::shown_backwards;
use crate::block::{Cell, Record};
use alloc::string::String;
use alloc::vec::Vec;

/// Maximum bytes of a lead, and blocks of one; a longer one is not repeated.
const LEAD_BYTES: usize = 1024;
const LEAD_BLOCKS: usize = 32;

/// Maximum bytes of the lead-in of a list.
const LEAD_IN_BYTES: usize = 400;

/// Heap bytes of the leads of the last blocks and of the open chunk.
pub(super) const HELD_BYTES: usize = 2 * (LEAD_BYTES + LEAD_BLOCKS * size_of::<LeadBlock>());

#[derive(Clone, Copy)]
struct LeadBlock {
    record: Record,
    end: usize,
}

/// Blocks that are repeated before the blocks they belong to.
pub(super) struct Lead {
    text: String,
    blocks: Vec<LeadBlock>,
    /// Numbers of the first and the last block that it belongs to; none if the first is greater.
    first: u64,
    last: u64,
}

/// Whether a block may be the lead-in of a list or code: a short paragraph that ends with a colon.
pub(super) fn is_lead_in(record: &Record, text: &str) -> bool {
    text.len() <= LEAD_IN_BYTES
        && record.context.heading == 0
        && record.data_cell().is_none()
        && matches!(shown_backwards(text).find(|c| !c.is_whitespace()), Some(':' | '：'))
}

impl Lead {
    fn new() -> Self {
        Self {
            text: String::with_capacity(LEAD_BYTES),
            blocks: Vec::with_capacity(LEAD_BLOCKS),
            first: 1,
            last: 0,
        }
    }

    fn clear(&mut self) {
        self.text.clear();
        self.blocks.clear();
        (self.first, self.last) = (1, 0);
    }

    /// Adds a block; `false` if it does not fit.
    fn push(&mut self, record: &Record, text: &str) -> bool {
        let fits = self.blocks.len() < LEAD_BLOCKS && self.text.len() + text.len() <= LEAD_BYTES;
        if fits {
            self.text.push_str(text);
            self.blocks.push(LeadBlock { record: *record, end: self.text.len() });
        }
        fits
    }

    /// Block `number` belongs to it.
    fn take(&mut self, number: u64) {
        if self.first > self.last {
            self.first = number;
        }
        self.last = number;
    }

    fn is_of(&self, number: u64) -> bool {
        (self.first..=self.last).contains(&number)
    }

    fn copy_from(&mut self, other: &Self) {
        self.clear();
        self.text.push_str(&other.text);
        self.blocks.extend_from_slice(&other.blocks);
        (self.first, self.last) = (other.first, other.last);
    }

    /// Its blocks, with their text.
    pub(super) fn blocks(&self) -> impl Iterator<Item = (&Record, &str)> {
        let starts = core::iter::once(0).chain(self.blocks.iter().map(|block| block.end));
        starts.zip(&self.blocks).map(|(start, block)| (&block.record, &self.text[start..block.end]))
    }
}

/// What the last blocks are in.
#[derive(Clone, Copy)]
enum Inside {
    Nothing,
    /// After a lead-in, or in the list after it.
    LeadIn,
    /// In a table with this first cell; whether its header row is open.
    Table(Cell, bool),
}

/// The lead of the last blocks, and that of the open chunk.
pub(super) struct Leads {
    inside: Inside,
    last: Lead,
    pub(super) of_chunk: Lead,
}

impl Leads {
    pub(super) fn new() -> Self {
        Self { inside: Inside::Nothing, last: Lead::new(), of_chunk: Lead::new() }
    }

    pub(super) fn clear(&mut self) {
        self.inside = Inside::Nothing;
        self.last.clear();
        self.of_chunk.clear();
    }

    /// Follows block `number`.
    pub(super) fn follow(&mut self, number: u64, record: &Record, text: &str) {
        if let Some(cell) = record.data_cell() {
            self.cell(number, cell, record, text);
        } else if record.context.list_depth > 0 {
            match self.inside {
                Inside::LeadIn => self.last.take(number),
                _ => self.inside = Inside::Nothing,
            }
        } else if is_lead_in(record, text) {
            self.last.clear();
            self.last.push(record, text);
            self.inside = Inside::LeadIn;
        } else {
            self.inside = Inside::Nothing;
        }
    }

    fn cell(&mut self, number: u64, cell: Cell, record: &Record, text: &str) {
        let (first, is_in_header) = match self.inside {
            Inside::Table(first, is_in_header) if cell.is_in_table_of(first) => {
                (first, is_in_header && cell.row() == first.row())
            }
            _ => {
                self.last.clear();
                (cell, true)
            }
        };
        self.inside = Inside::Table(first, is_in_header);
        if !is_in_header {
            self.last.take(number);
        } else if !self.last.push(record, text) {
            self.last.clear();
            self.inside = Inside::Table(first, false);
        }
    }

    /// A chunk begins with block `number`.
    pub(super) fn begin_chunk(&mut self, number: u64) {
        if self.last.is_of(number) {
            self.of_chunk.copy_from(&self.last);
        } else if !self.of_chunk.is_of(number) {
            self.of_chunk.clear();
        }
    }
}
