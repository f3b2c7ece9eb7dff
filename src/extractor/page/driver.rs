//! Blocks of a page, decided and handed to the sink in order.

use super::PageState;
use crate::block::reference::{self, BlockImages, DecidedText};
use crate::block::{Record, Verdict};
#[cfg(feature = "chunks")]
use crate::chunk::DecidedBlock;
use crate::decide;
use crate::decide::role::RoleEvidence;
use crate::extractor::Sink;
use crate::extractor::references::{Neighbours, labels_figure, write_links};
use crate::line_block::{LineBlock, LineBlockView};
use crate::metadata::Fallback;
use crate::metadata::title::{HeadingMatch, says_title};
use crate::render::Referred;
use crate::role::Role;
use crate::structure::{Break, Flags};
use core::ops::ControlFlow;

/// Minimum words of a block of running text.
const MIN_TEXT_WORDS: u32 = 8;

/// Maximum words of a line with the date that nothing marks as a byline.
const MAX_DATE_WORDS: u32 = 12;

/// Maximum words of a line that names the author.
const MAX_BYLINE_WORDS: u32 = 16;

/// Characters per word from which on there are spaces between the words.
const MIN_CHARS_OF_WORDS: u32 = 3;

/// When the budget is spent, one in this many pending blocks stays, to be decided again together
/// with the text after it.
const PENDING_SHARE: usize = 8;

/// Connects the stages of one page: receives text and elements from the tracker and hands decided
/// text to the sink.
pub(crate) struct PageDriver<'a> {
    pub(crate) page: &'a mut PageState,
    pub(crate) sink: &'a mut dyn Sink,
}

impl PageDriver<'_> {
    /// Decides the oldest pending blocks, all but one in [`PENDING_SHARE`], with what is known so
    /// far: the budget is spent.
    pub(super) fn decide_early(&mut self, offset: u64) {
        let page = &mut *self.page;
        if page.fallback.is_none() {
            page.first_early_decision_offset.get_or_insert(page.blocks.open_offset().unwrap_or(offset));
        }
        page.blocks.mark_open_table();
        let waiting = page.blocks.arena.len();
        // The blocks that stay are decided again, together with those after them.
        let count = waiting - waiting / PENDING_SHARE;
        self.decide(count);
    }

    /// Decides and hands out the `count` oldest blocks.
    fn decide(&mut self, count: usize) {
        if count > 0 {
            self.set_verdicts(count);
            self.hand_out_segments(count);
            self.hand_out_oldest(count);
        }
    }

    /// Sets the verdicts of the `count` oldest blocks.
    fn set_verdicts(&mut self, count: usize) {
        self.page.decider.trace_rules(self.sink.wants_rules());
        let page = &mut *self.page;
        page.set_verdicts(count);
        if page.posts.are_wanted() && page.fallback.is_none() {
            page.posts.find_thread(&mut page.blocks.arena, count, page.blocks_decided);
        }
    }

    /// Hands out the segments among the `count` oldest blocks, which were decided.
    fn hand_out_segments(&mut self, count: usize) {
        let (page, sink) = (&mut *self.page, &mut *self.sink);
        let most = sink.wants_segments();
        if most == 0 || page.stopped {
            return;
        }
        let (segments, stopped) = (&mut page.segments, &mut page.stopped);
        page.decider.segments(&mut page.blocks.arena, count, most, &mut |mut segment| {
            segment.index = *segments;
            *segments += 1;
            let flow = sink.segment(&segment);
            *stopped = flow.is_break();
            flow
        });
    }

    /// Hands out the `count` oldest blocks, which were decided.
    fn hand_out_oldest(&mut self, count: usize) {
        // Roles may leave out a note.
        if self.page.without_roles.is_empty() {
            self.page.blocks.find_notes(count, self.page.blocks_decided);
        }
        for index in 0..count {
            self.hand_out(index);
        }
        self.page.blocks.pop_front(count);
    }

    /// Hands out block `index` in the order that [`Sink`] states: the images before it, the block
    /// with what belongs to it, and what it means to the posts.
    fn hand_out(&mut self, index: usize) {
        let block = self.page.pass_block(index);
        if self.page.stopped {
            return;
        }
        let mut flow = ControlFlow::Continue(());
        let has_images = self.page.images.is_on();
        if has_images {
            flow = self.hand_out_images_before(&block);
        }
        if flow.is_continue() {
            flow = self.hand_out_block(&block);
        }
        let page = &mut *self.page;
        if has_images {
            let passed = page.images.of_block(block.number, false).len();
            page.images.pass(passed);
        }
        if page.posts.are_wanted() && flow.is_continue() {
            let is_text = block.is_kept && !block.is_title;
            flow = page.posts.block(&page.blocks.arena, index, block.number, is_text, self.sink);
        }
        page.stopped = flow.is_break();
    }

    /// Hands out the images that stand alone before a block.
    fn hand_out_images_before(&mut self, block: &PassedBlock) -> ControlFlow<()> {
        let page = &mut *self.page;
        let record = page.blocks.arena.record(block.index);
        let says_nothing = page.is_last_kept && labels_figure(record);
        let neighbours = Neighbours {
            is_last_kept: core::mem::replace(&mut page.is_last_kept, block.is_kept || says_nothing),
            is_next_kept: block.is_kept,
            last_cell: core::mem::replace(&mut page.last_cell, record.data_cell()),
            next: Some(record),
        };
        let images = page.images.of_block(block.number, true);
        let renderer = page.shows_images.then_some(&mut page.renderer);
        neighbours.write(images, renderer, &mut page.between, self.sink)?;
        let passed = images.len();
        page.images.pass(passed);
        ControlFlow::Continue(())
    }

    /// Hands out a block: what is known of it, its links, and if it is kept its images and its
    /// rendered text.
    fn hand_out_block(&mut self, block: &PassedBlock) -> ControlFlow<()> {
        let (page, sink) = (&mut *self.page, &mut *self.sink);
        let with_contributions = sink.wants_contributions();
        let is_asked = with_contributions || sink.wants_rules();
        let explanation = is_asked.then(|| page.explanation(block.index, with_contributions));
        let arena = &page.blocks.arena;
        let record = arena.record(block.index);
        let text = arena.text(record);
        let evidence = block.role_evidence(page.collector.description());
        let (is_kept, role) = (block.is_kept, block.role);
        sink.block(&LineBlock::new(
            block.number,
            LineBlockView {
                arena,
                record,
                text,
                is_kept,
                evidence,
                role,
                #[cfg(feature = "chunks")]
                end: arena.end_offset(block.index),
            },
            page.decider.title_keywords(),
            page.method(),
            page.text_source(),
            explanation.as_ref(),
        ))?;
        if page.links.is_on() {
            let goes_on = record.break_before == Break::None;
            let block = DecidedText { number: block.number, text, goes_on, is_kept };
            write_links(&mut page.links, &block, &mut page.link_text, sink)?;
        }
        if !is_kept {
            // A dropped block leaves a gap, even in the middle of a block that was cut. A rule over
            // it is gone with it. The number of a line of code leaves none.
            if page.between != Break::Line || !record.has(Flags::HIDDEN) {
                page.between = page.between.clamp(Break::Blank, Break::Block);
            }
            return ControlFlow::Continue(());
        }
        page.language_sample.take(text, record.has(Flags::PREFORMATTED));
        page.fingerprint.take(text);
        let mut images = BlockImages::default();
        if page.images.is_on() {
            images = page.images.of_block(block.number, false);
        }
        let mut rest = images;
        while let Some(image) = rest.first() {
            if !image.is_player {
                sink.image(&image)?;
            }
            rest = rest.without_first();
        }
        let mut flow = ControlFlow::Continue(());
        let between = core::mem::replace(&mut page.between, Break::None);
        let notes = &mut page.blocks.notes;
        notes.begin_block(block.number);
        page.renderer.block(record, between, text, Referred { images, notes }, &mut |piece| {
            if flow.is_continue() && !piece.is_empty() {
                flow = sink.text(piece);
            }
        });
        #[cfg(feature = "chunks")]
        if flow.is_continue()
            && let Some(chunker) = &mut page.chunker
        {
            let role = role.unwrap_or_else(|| decide::role::role(arena, record, text, &evidence));
            let end = arena.end_offset(block.index).unwrap_or(record.offset);
            let block = DecidedBlock { record, between, text, role, end };
            flow = chunker.block(&block, &mut |chunk| sink.chunk(chunk));
        }
        flow
    }

    /// Hands out the images after the last block.
    fn hand_out_last_images(&mut self) {
        let page = &mut *self.page;
        let neighbours = Neighbours {
            is_last_kept: page.is_last_kept,
            is_next_kept: false,
            last_cell: page.last_cell,
            next: None,
        };
        let images = page.images.of_block(page.blocks_decided, true);
        let renderer = page.shows_images.then_some(&mut page.renderer);
        page.stopped = neighbours.write(images, renderer, &mut page.between, self.sink).is_break();
    }

    /// Hands out the links after the last block.
    fn hand_out_last_links(&mut self) {
        let page = &mut *self.page;
        if page.links.is_on() && !page.stopped {
            let flow = write_links(&mut page.links, &DecidedText::END, &mut page.link_text, self.sink);
            page.stopped = flow.is_break();
        }
    }

    /// Ends the page: decides and hands out its last blocks. Returns the fallback text to read in
    /// place of a page that shows almost no text.
    pub(crate) fn end_page(&mut self) -> Option<Fallback> {
        let page = &mut *self.page;
        page.judge_time();
        page.blocks.end_block();
        page.reveal();
        let count = page.blocks.arena.len();
        if count > 0 {
            self.set_verdicts(count);
        }
        let page = &mut *self.page;
        let fallback = page.take_fallback();
        if fallback.is_some() {
            page.images.forget();
            page.decider.evidence.replace_page();
            page.override_verdicts(|_| Verdict::Dropped);
            page.decider.note_fallback(&page.blocks.arena);
        } else {
            self.hand_out_segments(count);
        }
        self.hand_out_oldest(count);
        self.hand_out_last_links();
        fallback
    }

    /// Ends all reading, that of a fallback included: hands out the pending blocks and ends the
    /// output.
    pub(crate) fn finish(&mut self) {
        self.page.blocks.end_block();
        let count = self.page.blocks.arena.len();
        self.decide(count);
        if self.page.images.is_on() && !self.page.stopped {
            self.hand_out_last_images();
        }
        let page = &mut *self.page;
        #[cfg(feature = "chunks")]
        if let Some(chunker) = page.chunker.as_mut().filter(|_| !page.stopped) {
            page.stopped = chunker.finish(&mut |chunk| self.sink.chunk(chunk)).is_break();
        }
        if page.posts.are_wanted() && !page.stopped {
            page.stopped = page.posts.end_post(self.sink).is_break();
        }
        if !page.stopped {
            let mut flow = ControlFlow::Continue(());
            page.renderer.finish(&mut page.blocks.notes, &mut |piece| {
                if flow.is_continue() && !piece.is_empty() {
                    flow = self.sink.text(piece);
                }
            });
            page.stopped = flow.is_break();
        }
    }
}

/// A block that the page has taken note of, and that is to be handed out.
struct PassedBlock {
    /// Its number among the pending blocks.
    index: usize,
    /// Its number in the page.
    number: u64,
    is_kept: bool,
    is_title: bool,
    /// Whether no running text was kept before it.
    is_before_text: bool,
    /// `None` if roles do not matter.
    role: Option<Role>,
}

impl PassedBlock {
    fn role_evidence<'a>(&self, description: &'a str) -> RoleEvidence<'a> {
        RoleEvidence { is_title: self.is_title, is_before_text: self.is_before_text, description }
    }
}

impl PageState {
    /// Takes note of the decided block `index`, the next one in order: for the title, the date, the
    /// summary and the text around it.
    fn pass_block(&mut self, index: usize) -> PassedBlock {
        let record: &Record = self.blocks.arena.record(index);
        let text = || self.blocks.arena.text(record);
        self.between = self.between.max(record.break_before);
        let mut heading_match = HeadingMatch::Other;
        if self.fallback.is_none() && self.headings.wants(record) {
            let collector = &self.collector;
            heading_match = self.headings.add(collector.titles(), collector.site_names(), record, text());
        }
        let is_kept = record.verdict == Verdict::Kept;
        let is_long = is_kept && record.context.heading == 0 && record.words() >= MIN_TEXT_WORDS;
        let is_title_line = is_long
            && !self.has_text
            && record.title_hits > 0
            && says_title(self.collector.titles(), record.chars(), text());
        let is_text = is_long && !is_title_line;
        let number = self.blocks_decided;
        if !self.has_text && (record.context.heading == 1 || is_text) {
            self.collector.text_begins(number, is_text);
        }
        let most_words = if record.context.note.is_byline() { MAX_BYLINE_WORDS } else { MAX_DATE_WORDS };
        if may_be_line(record, most_words) && self.collector.wants_date_line(number) {
            self.text_buffer.clear();
            reference::push_text(text(), &mut self.text_buffer);
            if record.words() < MIN_TEXT_WORDS || !is_sentence(&self.text_buffer) {
                self.collector.date_line(&self.text_buffer, number);
            }
        }
        if may_be_line(record, MAX_BYLINE_WORDS) && self.collector.wants_author_line(number) {
            self.collector.author_line(text(), number);
        }
        let mut block = PassedBlock {
            index,
            number: self.blocks_decided,
            is_kept,
            is_title: is_kept
                && !self.has_title
                && (is_title_line || is_title(heading_match, record, self.has_text)),
            is_before_text: !self.has_text,
            role: None,
        };
        self.has_title |= block.is_title;
        self.has_text |= is_text;
        if !self.with_roles.is_empty() || !self.without_roles.is_empty() {
            let evidence = block.role_evidence(self.collector.description());
            let other = || decide::role::role(&self.blocks.arena, record, text(), &evidence);
            let role = self.last_role.filter(|_| record.continues_last()).unwrap_or_else(other);
            block.is_kept = (is_kept || self.with_roles.contains(role)) && !self.without_roles.contains(role);
            (block.role, self.last_role) = (Some(role), Some(role));
        }
        self.blocks_decided += 1;
        self.blocks_kept += u64::from(block.is_kept);
        block
    }
}

/// Whether a line ends like a sentence.
fn is_sentence(line: &str) -> bool {
    line.trim_end().ends_with(['.', '!', '?', '。', '！', '？'])
}

/// Whether a block is short enough for a line with the date or the author of the page, and stands
/// where one may.
fn may_be_line(record: &Record, most_words: u32) -> bool {
    const ELSEWHERE: Flags = Flags::NAVIGATION.with(Flags::FOOTER).with(Flags::ASIDE).with(Flags::DIALOG);
    // Without spaces, a character is a word.
    let is_unspaced = record.chars() < MIN_CHARS_OF_WORDS * record.words();
    record.words() <= if is_unspaced { 2 * most_words } else { most_words }
        && !record.has(ELSEWHERE)
        && !record.has(Flags::HIDDEN)
}

/// Whether a kept heading is the title: it equals a part of a declared title, or it is an `h1`
/// above all running text.
fn is_title(heading_match: HeadingMatch, record: &Record, has_text: bool) -> bool {
    match heading_match {
        HeadingMatch::Title => true,
        HeadingMatch::Site => false,
        HeadingMatch::Other => record.context.heading == 1 && !has_text,
    }
}
