//! The public view of a chunk.

use super::lead::Lead;
use super::waiting::{Part, Waiting};
use crate::block::Record;
use crate::block::marks::{LANGUAGE, MARKS, Span, TARGET_END, has_target, opening, spans};
use crate::methods::{Format, Formulas};
use crate::render;
use crate::role::RoleSet;
use crate::structure::{Break, Mark};
use alloc::string::String;
use core::fmt;

/// A chunk of the main content, lent to a [`Sink`](crate::Sink).
///
/// It ends before a heading if it has a quarter of its size. If it is full, it ends before a
/// heading, or else before a table, code or a list, between two paragraphs, or between two
/// sentences. A heading stays with the text after it.
pub struct Chunk<'a> {
    pub(super) number: u64,
    pub(super) offset: u64,
    pub(super) end: u64,
    pub(super) headings: &'a [String],
    pub(super) roles: RoleSet,
    pub(super) chars: u32,
    pub(super) words: u32,
    pub(super) tokens: u32,
    pub(super) is_last: bool,
    pub(super) text: ChunkText<'a>,
}

impl fmt::Debug for Chunk<'_> {
    /// Writes its number and place, without its text.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut chunk = f.debug_struct("Chunk");
        chunk.field("number", &self.number).field("offset", &self.offset).field("end", &self.end);
        chunk.finish_non_exhaustive()
    }
}

impl Chunk<'_> {
    /// Number of the chunk on the page, from 0.
    #[must_use]
    pub fn number(&self) -> u64 {
        self.number
    }

    /// Whether it is the last chunk of the page.
    #[must_use]
    pub fn is_last(&self) -> bool {
        self.is_last
    }

    /// Offset of its first line-block, as [`LineBlock::offset`](crate::LineBlock::offset). A chunk
    /// that begins inside of a line-block has the offset of that block.
    #[must_use]
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// End of its last line-block, as [`LineBlock::end`](crate::LineBlock::end).
    #[must_use]
    pub fn end(&self) -> u64 {
        self.end
    }

    /// The headings above its text, the highest first, each cut after 256 bytes. The headings that
    /// it begins with are among them.
    #[must_use]
    pub fn headings(&self) -> &[String] {
        self.headings
    }

    /// Roles of its line-blocks.
    #[must_use]
    pub fn roles(&self) -> RoleSet {
        self.roles
    }

    /// Characters (Unicode scalar values) of its line-blocks, without what separates them.
    #[must_use]
    pub fn chars(&self) -> u32 {
        self.chars
    }

    /// Words, as [`LineBlock::words`](crate::LineBlock::words).
    #[must_use]
    pub fn words(&self) -> u32 {
        self.words
    }

    /// Tokens: estimated, or the sum that the [`TokenCounter`](super::TokenCounter) counts in its
    /// sentences.
    #[must_use]
    pub fn tokens(&self) -> u32 {
        self.tokens
    }

    /// Its text, as [`Format::Text`](crate::Format::Text), without a line end after it.
    ///
    /// Cost: linear in the text.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = String::new();
        self.write_text(&mut |piece| text.push_str(piece));
        text
    }

    /// Writes its [`text`](Self::text).
    pub fn write_text(&self, out: &mut dyn FnMut(&str)) {
        self.text.write_text(out);
    }

    /// Its Markdown, as [`Format::Markdown`](crate::Format::Markdown), without images and without a
    /// line end after it. With [`Format::Text`](crate::Format::Text), it has no inline markup.
    ///
    /// A chunk that begins inside of a table repeats the header row, which is not in its
    /// [`text`](Self::text) and does not count. So does a chunk that begins inside of a list with
    /// the lead-in of the list: a short paragraph before it that ends with a colon. The header row
    /// and the lead-in have at most 1 KiB.
    ///
    /// Cost: linear in the text.
    #[must_use]
    pub fn markdown(&self) -> String {
        let mut markdown = String::new();
        self.write_markdown(&mut |piece| markdown.push_str(piece));
        markdown
    }

    /// Writes its [`markdown`](Self::markdown).
    pub fn write_markdown(&self, out: &mut dyn FnMut(&str)) {
        self.text.write_markdown(out);
    }
}

/// The blocks of a chunk.
pub(super) struct ChunkText<'a> {
    pub(super) waiting: &'a Waiting,
    pub(super) lead: &'a Lead,
    pub(super) formulas: Formulas,
    pub(super) first: Part,
    pub(super) last: Part,
    /// Its text of the first block, if it begins inside of that block.
    pub(super) begun: &'a str,
}

impl<'a> ChunkText<'a> {
    fn write_text(&self, out: &mut dyn FnMut(&str)) {
        let mut last = ' ';
        let mut is_raised = false;
        let mut out = WithoutEnd { out, held: 0 };
        render::write_blocks(Format::Text, self.formulas, self.blocks(), &mut |piece| {
            // The text has marks if the page's format has markup.
            for span in spans(piece) {
                match span {
                    Span::Open(Mark::Superscript, _) => is_raised = true,
                    Span::Text(text) => {
                        // A raised number is apart from the number before it.
                        if is_raised && last.is_numeric() && text.starts_with(char::is_numeric) {
                            out.write(" ");
                        }
                        out.write(text);
                        last = text.chars().next_back().unwrap_or(last);
                        is_raised = false;
                    }
                    _ => {}
                }
            }
        });
    }

    fn write_markdown(&self, out: &mut dyn FnMut(&str)) {
        let lead = self.lead.blocks().map(|(record, text)| (*record, Break::Block, text));
        let mut out = WithoutEnd { out, held: 0 };
        render::write_blocks(Format::Markdown, self.formulas, lead.chain(self.blocks()), &mut |piece| {
            out.write(piece);
        });
    }

    /// The blocks of the chunk. The first and the last may be parts of blocks.
    fn blocks(&self) -> impl Iterator<Item = (Record, Break, &'a str)> {
        let Self { waiting, first, last, begun, .. } = *self;
        (first.block..=last.block).filter_map(move |number| {
            let block = waiting.block(number)?;
            let is_first = number == first.block;
            let between = if is_first && block.between == Break::None { Break::Block } else { block.between };
            let text = match number {
                _ if is_first && first.start > 0 => begun,
                _ if number == last.block => until(waiting.text(block), last.end),
                _ => waiting.text(block),
            };
            Some((block.record, between, text))
        })
    }
}

/// A block's text until the end of a part.
fn until(text: &str, end: u16) -> &str {
    let part = &text[..usize::from(end)];
    if part.len() < text.len() { part.trim_end() } else { part }
}

/// Writes the text of a chunk's first block, if the chunk begins inside of it: with the marks that
/// are open there. It is never longer than the text of the whole block.
pub(super) fn begin_inside(waiting: &Waiting, first: &Part, last: &Part, out: &mut String) {
    out.clear();
    let Some(block) = waiting.block(first.block).filter(|_| first.start > 0) else { return };
    let text = waiting.text(block);
    let (before, after) = text.split_at(usize::from(first.start));
    let mut open: [Option<&str>; MARKS.len()] = [None; MARKS.len()];
    for span in spans(before) {
        match span {
            Span::Language(name) => {
                out.push(LANGUAGE);
                out.push_str(name);
                out.push(TARGET_END);
            }
            Span::Open(mark, target) => open[mark as usize] = Some(target),
            Span::Close(mark) => open[mark as usize] = None,
            _ => {}
        }
    }
    for mark in MARKS {
        if let Some(target) = open[mark as usize] {
            out.push(opening(mark));
            if has_target(opening(mark)) {
                out.push_str(target);
                out.push(TARGET_END);
            }
        }
    }
    out.push_str(if first.block == last.block { until(after, last.end - first.start) } else { after });
}

/// Writes pieces without the line ends after the last one.
struct WithoutEnd<'o> {
    out: &'o mut dyn FnMut(&str),
    /// Line ends that are written if text follows.
    held: usize,
}

impl WithoutEnd<'_> {
    fn write(&mut self, piece: &str) {
        let text = piece.trim_end_matches('\n');
        if !text.is_empty() {
            (0..core::mem::take(&mut self.held)).for_each(|_| (self.out)("\n"));
            (self.out)(text);
        }
        self.held += piece.len() - text.len();
    }
}
