//! References on their way to the renderer and the sink, when the blocks next to them are decided.

use super::Sink;
use crate::block::notes::Notes;
use crate::block::reference::{BlockImages, DecidedText, ImagePlace, LinkQueue, LinkText, stays};
use crate::block::{Cell, Record};
use crate::render::{Referred, Renderer};
use crate::structure::{Break, Flags};
use alloc::boxed::Box;
use core::ops::ControlFlow;

/// The two blocks that images stand between.
pub(super) struct Neighbours<'a> {
    pub(super) is_last_kept: bool,
    pub(super) is_next_kept: bool,
    /// The cell of a data table that the last block is in.
    pub(super) last_cell: Option<Cell>,
    /// The next block; `None` at the end of the page.
    pub(super) next: Option<&'a Record>,
}

impl Neighbours<'_> {
    /// Writes those of `images` that stay, each like a paragraph. `between`: the strongest break
    /// since the last kept block, which is updated. Without a renderer, only the sink gets them.
    pub(super) fn write(
        &self,
        mut images: BlockImages<'_>,
        mut renderer: Option<&mut Box<dyn Renderer>>,
        between: &mut Break,
        sink: &mut dyn Sink,
    ) -> ControlFlow<()> {
        while let (Some(placed), Some(found)) = (images.first_place(), images.first()) {
            if stays(placed, self.is_last_kept, self.is_next_kept || self.is_before_label()) {
                let mut flow = if found.is_player { ControlFlow::Continue(()) } else { sink.image(&found) };
                if let Some(renderer) = &mut renderer {
                    let record = self.record_of(placed);
                    let referred = Referred { images: images.only_first(), notes: &mut Notes::default() };
                    renderer.block(&record, Break::Block, "", referred, &mut |piece| {
                        if flow.is_continue() && !piece.is_empty() {
                            flow = sink.text(piece);
                        }
                    });
                    *between = Break::Block;
                }
                flow?;
            }
            images = images.without_first();
        }
        ControlFlow::Continue(())
    }

    /// Whether the next block is a label that says nothing about whether the image before it stays.
    fn is_before_label(&self) -> bool {
        self.is_last_kept && self.next.is_some_and(labels_figure)
    }

    /// The record of a block that is the image alone.
    fn record_of(&self, placed: &ImagePlace) -> Record {
        let mut record = Record::default();
        (record.offset, record.context) = (placed.offset, placed.context);
        record.context.heading = 0;
        record.context.flags.unset(Flags::PREFORMATTED);
        record.break_before = Break::Block;
        record.cell = placed.cell;
        let next_cell = self.next.and_then(Record::data_cell);
        let table =
            [self.last_cell, next_cell].into_iter().flatten().find(|cell| cell.table == placed.cell.table);
        if let Some(table) = table.filter(|_| placed.cell.row() > 0) {
            record.context.flags.set(Flags::DATA_TABLE);
            record.cell.columns = table.columns;
        } else {
            record.context.flags.unset(Flags::DATA_TABLE);
        }
        record
    }
}

/// Whether a block is the caption or the credit of a figure. If it is dropped, that says nothing
/// about the images next to it. A link alone is the title of a teaser.
pub(super) fn labels_figure(block: &Record) -> bool {
    block.has(Flags::FIGURE) && 2 * block.link_words() <= block.words()
}

/// Hands out the links whose text ends in the block or before.
pub(super) fn write_links(
    links: &mut LinkQueue,
    block: &DecidedText<'_>,
    text: &mut LinkText,
    sink: &mut dyn Sink,
) -> ControlFlow<()> {
    let mut waiting = links.up_to_block(block.number);
    let count = waiting.len();
    let mut flow = ControlFlow::Continue(());
    while flow.is_continue()
        && let Some(link) = waiting.first_link(block, text)
    {
        flow = sink.link(&link);
        waiting = waiting.without_first();
    }
    links.pass(count - waiting.len());
    flow
}
