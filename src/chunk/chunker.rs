//! Decides where chunks end, and hands them out.

use super::border::{Border, heading_level};
use super::headings::{self, HeadingPath};
use super::lead::{self, Leads, is_lead_in};
use super::options::{ChunkOptions, ChunkUnit};
use super::parts::{Cutting, Kind, each_part};
use super::view::{Chunk, ChunkText, begin_inside};
use super::waiting::{self, Part, Waiting, most_parts};
use crate::block::marks::{Span, spans};
use crate::block::{Record, SEGMENT_BYTES};
use crate::methods::Formulas;
use crate::role::{Role, RoleSet};
use crate::structure::{Break, Flags};
use alloc::string::String;
use core::ops::ControlFlow;

/// A chunk with at least this share of its size ends before a heading.
const SECTION_SHARE: u32 = 4;

/// Receives chunks.
pub(crate) type ChunkSink<'a> = dyn FnMut(&Chunk<'_>) -> ControlFlow<()> + 'a;

/// A kept block of the page.
#[derive(Clone, Copy)]
pub(crate) struct DecidedBlock<'a> {
    pub(crate) record: &'a Record,
    /// The strongest break since the last kept block.
    pub(crate) between: Break,
    pub(crate) text: &'a str,
    pub(crate) role: Role,
    /// Where it ends in the page.
    pub(crate) end: u64,
}

/// Heap bytes of a boxed chunker.
pub(crate) fn held_bytes(options: &ChunkOptions) -> usize {
    size_of::<Chunker>()
        + waiting::held_bytes(options.room())
        + headings::HELD_BYTES
        + lead::HELD_BYTES
        + SEGMENT_BYTES
}

/// The chunks of the page being read.
pub(crate) struct Chunker {
    options: ChunkOptions,
    formulas: Formulas,
    waiting: Waiting,
    /// Number of the parts that fit into one chunk, and the sum of their sizes.
    fitted: usize,
    size: u32,
    /// Number of parts at the beginning that the last chunk has, too.
    shared: usize,
    /// The headings above the first part that waits.
    path: HeadingPath,
    leads: Leads,
    number: u64,
    /// The text of a part: without marks, for a counter; or where a chunk begins inside a block.
    part_text: String,
}

impl Chunker {
    pub(crate) fn new(options: &ChunkOptions, formulas: Formulas) -> Self {
        Self {
            options: options.clone(),
            formulas,
            waiting: Waiting::new(options.room()),
            fitted: 0,
            size: 0,
            shared: 0,
            path: HeadingPath::new(),
            leads: Leads::new(),
            number: 0,
            part_text: String::with_capacity(SEGMENT_BYTES),
        }
    }

    pub(crate) fn reset(&mut self) {
        self.waiting.clear();
        (self.fitted, self.size, self.shared, self.number) = (0, 0, 0, 0);
        self.path.clear();
        self.leads.clear();
    }

    /// Adds the next kept block, and hands out the chunks that end before it or in it.
    pub(crate) fn block(&mut self, block: &DecidedBlock<'_>, sink: &mut ChunkSink<'_>) -> ControlFlow<()> {
        while !self.waiting.has_room(block.text) && !self.waiting.parts.is_empty() {
            self.end_chunk(sink)?;
        }
        let DecidedBlock { record, between, text, role, end } = *block;
        let number = self.waiting.push(record, between, role, end, text);
        self.leads.follow(number, record, text);
        if self.waiting.parts.is_empty() {
            self.leads.begin_chunk(number);
        }
        let border = self.border_before(number);
        let first = self.waiting.parts.len();
        self.add_parts(number, border, text);
        self.raise_borders(number, first);
        if border == Border::Heading
            && first > self.shared
            && self.size >= self.options.size() / SECTION_SHARE
        {
            self.hand_out(first, false, sink)?;
        }
        self.fit(sink)
    }

    /// Ends the page: hands out the last chunks.
    pub(crate) fn finish(&mut self, sink: &mut ChunkSink<'_>) -> ControlFlow<()> {
        if self.waiting.parts.len() > self.shared {
            self.hand_out(self.waiting.parts.len(), true, sink)?;
        }
        ControlFlow::Continue(())
    }

    /// The border before the last block, which has this number.
    fn border_before(&mut self, number: u64) -> Border {
        let block = self.waiting.block(number);
        let last = number.checked_sub(1).and_then(|last| self.waiting.block(last));
        let (Some(block), Some(last)) = (block, last) else { return Border::Heading };
        let border = Border::before(&last.record, &block.record, block.between);
        if border != Border::Structure || !is_lead_in(&last.record, self.waiting.text(last)) {
            return border;
        }
        // The lead-in stays with what it introduces.
        let first_of_last = self.waiting.parts.iter_mut().rev().take_while(|part| part.block + 1 == number);
        if let Some(part) = first_of_last.last().filter(|part| part.start == 0) {
            part.border = if part.border == Border::Paragraph { Border::Structure } else { part.border };
        }
        Border::Sentence
    }

    /// Adds the parts of a block. This border is before the first.
    fn add_parts(&mut self, number: u64, border: Border, text: &str) {
        let Some(block) = self.waiting.block(number) else { return };
        let kind = if block.record.data_cell().is_some() {
            Kind::Cell
        } else if block.record.has(Flags::PREFORMATTED) {
            Kind::Code
        } else {
            Kind::Prose
        };
        let in_tokens = self.options.unit() == ChunkUnit::Tokens;
        let most = match self.options.counter() {
            // It may count more than the estimate.
            Some(_) if in_tokens => self.options.size() / 2,
            _ => self.options.size(),
        };
        let (mut start, mut border) = (0, border);
        let Self { options, waiting, part_text, .. } = self;
        let most_parts = waiting.parts.len() + most_parts(text);
        each_part(text, Cutting { kind, most, in_tokens }, &mut |cut| {
            let tokens = match options.counter() {
                Some(counter) => {
                    part_text.clear();
                    part_text.extend(spans(&text[start..cut.end]).filter_map(Span::text));
                    u32::try_from(counter.count(part_text.trim())).unwrap_or(u32::MAX >> 8)
                }
                None => cut.measure.tokens(),
            };
            let part = Part {
                block: number,
                start: start as u16,
                end: cut.end as u16,
                border,
                size: if in_tokens { tokens } else { cut.measure.chars },
                chars: cut.measure.chars,
                words: cut.measure.words,
                tokens,
            };
            let is_full = waiting.parts.len() >= most_parts;
            match waiting.parts.back_mut() {
                Some(last) if is_full => last.extend(&part),
                _ => waiting.parts.push_back(part),
            }
            (start, border) = (cut.end, cut.border);
        });
    }

    /// Sentences of a block that is longer than a chunk are as good borders as paragraphs are.
    fn raise_borders(&mut self, number: u64, first: usize) {
        let parts = self.waiting.parts.range_mut(first..);
        let size = parts.fold(0_u32, |size, part| size.saturating_add(part.size));
        if size > self.options.size() {
            for part in self.waiting.parts.range_mut(first..) {
                if part.border == Border::Sentence && (part.block == number && part.start > 0) {
                    part.border = Border::Paragraph;
                }
            }
        }
    }

    /// Hands out chunks until the rest fits into one.
    fn fit(&mut self, sink: &mut ChunkSink<'_>) -> ControlFlow<()> {
        while let Some(part) = self.waiting.parts.get(self.fitted) {
            self.size = self.size.saturating_add(part.size);
            self.fitted += 1;
            while self.size > self.options.size() && self.fitted > 1 {
                self.end_chunk(sink)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Hands out a chunk that ends at the best border among the fitted parts, at least
    /// one. Removes the parts that the last chunk has too, if no other border is left.
    fn end_chunk(&mut self, sink: &mut ChunkSink<'_>) -> ControlFlow<()> {
        if self.shared > 0 && self.shared + 1 >= self.fitted {
            self.drop_parts(self.shared);
            self.shared = 0;
            return ControlFlow::Continue(());
        }
        self.hand_out(self.best_border().unwrap_or(self.fitted), false, sink)
    }

    /// The number of parts before the best border among the fitted parts.
    fn best_border(&self) -> Option<usize> {
        let half = self.options.size() / 2;
        let mut size = 0_u32;
        let mut best = None;
        for (at, part) in self.waiting.parts.iter().enumerate().take(self.fitted) {
            if at > self.shared {
                // Of the headings in the second half, the highest one is best.
                let level = match self.waiting.block(part.block) {
                    Some(block) if part.border == Border::Heading && size >= half => {
                        7 - heading_level(&block.record)
                    }
                    _ => 0,
                };
                best = best.max(Some((part.border, level, at)));
            }
            size = size.saturating_add(part.size);
        }
        best.map(|(_, _, at)| at)
    }

    /// Hands out the first `count` parts as a chunk. The next one begins after them, or with those
    /// of them that it shares.
    fn hand_out(&mut self, count: usize, is_last: bool, sink: &mut ChunkSink<'_>) -> ControlFlow<()> {
        let parts = || self.waiting.parts.range(..count);
        let (Some(first), Some(last)) = (parts().next(), parts().next_back()) else {
            return ControlFlow::Continue(());
        };
        let headings = self.leading_headings(count);
        for part in self.waiting.parts.range(..headings) {
            push_heading(&mut self.path, &self.waiting, part);
        }
        let blocks = || (first.block..=last.block).filter_map(|number| self.waiting.block(number));
        let sum = |of: fn(&Part) -> u32| parts().map(of).fold(0, u32::saturating_add);
        begin_inside(&self.waiting, first, last, &mut self.part_text);
        let flow = sink(&Chunk {
            number: self.number,
            offset: self.waiting.block(first.block).map_or(0, |block| block.record.offset),
            end: self.waiting.block(last.block).map_or(0, |block| block.end),
            headings: self.path.titles(),
            roles: blocks().map(|block| block.role).collect::<RoleSet>(),
            chars: sum(|part| part.chars),
            words: sum(|part| part.words),
            tokens: sum(|part| part.tokens),
            is_last,
            text: ChunkText {
                waiting: &self.waiting,
                lead: &self.leads.of_chunk,
                formulas: self.formulas,
                first: *first,
                last: *last,
                begun: &self.part_text,
            },
        });
        for part in self.waiting.parts.range(headings..count) {
            push_heading(&mut self.path, &self.waiting, part);
        }
        self.number += 1;
        let shared = self.shared_parts(count);
        self.drop_parts(count - shared);
        self.shared = shared;
        flow
    }

    /// Number of parts of headings at the beginning, of `count` parts.
    fn leading_headings(&self, count: usize) -> usize {
        let is_heading = |part: &Part| {
            self.waiting.block(part.block).is_some_and(|block| heading_level(&block.record) > 0)
        };
        self.waiting.parts.range(..count).take_while(|part| is_heading(part)).count()
    }

    /// Number of parts at the end of the first `count` that the next chunk shares: whole sentences
    /// of the same section.
    fn shared_parts(&self, count: usize) -> usize {
        let (mut shared, mut size) = (0, 0_u32);
        if self.options.overlap() == 0 || count == self.waiting.parts.len() {
            return 0;
        }
        // Nothing is shared over a heading.
        if self.waiting.parts[count].border == Border::Heading {
            return 0;
        }
        for (at, part) in self.waiting.parts.range(1..count).rev().enumerate() {
            size = size.saturating_add(part.size);
            if size > self.options.overlap() || matches!(part.border, Border::Heading | Border::AfterHeading)
            {
                break;
            }
            if part.border >= Border::Sentence {
                shared = at + 1;
            }
        }
        shared
    }

    /// Removes the first `count` parts.
    fn drop_parts(&mut self, count: usize) {
        let size = self.waiting.parts.range(..count).map(|part| part.size).fold(0, u32::saturating_add);
        (self.size, self.fitted) = (self.size.saturating_sub(size), self.fitted.saturating_sub(count));
        self.waiting.pop_front(count);
        if let Some(part) = self.waiting.parts.front() {
            self.leads.begin_chunk(part.block);
        }
    }
}

/// Notes the heading that a part begins, if it begins one.
fn push_heading(path: &mut HeadingPath, waiting: &Waiting, part: &Part) {
    if let Some(block) = waiting.block(part.block).filter(|_| part.start == 0)
        && let level @ 1.. = heading_level(&block.record)
    {
        path.push(level, waiting.text(block));
    }
}
