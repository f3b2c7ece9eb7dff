//! Beginning and end of lines and blocks.
//!
//! In: breaks, and the context of the first text of a block. Out: complete records. Holds nothing
//! of its own.

use super::cells::{cell_text, is_formula};
use super::{Blocks, Record};
use crate::structure::{Break, Context, ElementNote, Flags, NO_ELEMENT, Separation};

impl Blocks {
    /// Forgets everything that was seen since the last character.
    pub(super) fn end_line(&mut self) {
        self.is_at_break = !self.is_open;
        self.in_word = false;
        self.space = false;
        self.space_has_line_end = false;
        self.is_apart = false;
        self.border = None;
        self.held_sign = None;
        self.unseen.clear();
        self.newlines = 0;
        self.line_began = 0;
        self.indent.clear();
        self.empty_lines = 0;
    }

    /// Begins a new line of the same text.
    fn begin_line(&mut self) {
        if self.newlines == 0 {
            self.line_break(Break::Line);
        }
        self.indent.clear();
    }

    /// Begins an element that is one line of code. Adds a line break unless one was seen since the
    /// last character or the last such element. White space before a list item does not belong to
    /// its line.
    fn begin_code_line(&mut self, is_item: bool) {
        if is_item {
            self.indent.clear();
        }
        if !self.is_open {
            return;
        }
        if self.newlines == self.line_began {
            self.line_break(Break::Line);
        }
        self.line_began = self.newlines;
    }

    /// Separates the text before from the text after.
    #[inline]
    pub(crate) fn separate(&mut self, separation: Separation) {
        match separation {
            Separation::Lines(kind) => self.line_break(kind),
            Separation::Line => self.begin_line(),
            Separation::CodeLine { is_item } => self.begin_code_line(is_item),
            Separation::Words => self.word_break(),
            Separation::Elements(boundary) => self.border(boundary),
        }
    }

    /// Ends the line of the text before.
    #[inline]
    pub(crate) fn line_break(&mut self, kind: Break) {
        if !self.is_at_break || matches!(kind, Break::Line | Break::Item) {
            return self.end_line_by(kind);
        }
        self.pending_break = self.pending_break.max(kind);
    }

    /// Ends the line of the text before, where something came since the last line break.
    #[inline(never)]
    fn end_line_by(&mut self, kind: Break) {
        if kind == Break::Line {
            self.is_at_break = false;
            self.newlines = self.newlines.saturating_add(1);
            self.unseen.clear();
            self.space = false;
            self.space_has_line_end = false;
            self.is_apart = false;
            self.in_word = false;
            self.indent.clear();
            return;
        }
        self.end_block();
        self.end_line();
        if kind == Break::Item {
            self.inline.part_items(self.begun);
        }
        self.pending_break = self.pending_break.max(kind);
    }

    /// Completes the block being filled.
    pub(crate) fn end_block(&mut self) {
        if self.is_open {
            self.is_open = false;
            if self.tables.are_open() {
                let Self { tables, current, arena, formula_chars, code_chars, .. } = self;
                tables.block_ended(current, || cell_text(current, arena, *formula_chars, *code_chars));
            }
            self.push_block();
            self.pending_break = Break::None;
        }
        self.is_cut = false;
        self.in_word = false;
    }

    /// Begins a block at `offset`; `false` if the budget is spent, and then nothing has changed.
    pub(super) fn start_block(&mut self, offset: u64, context: &Context) -> bool {
        let mut record = Record { offset, context: *context, ..Record::default() };
        if !self.arena.ensure_root() || !self.arena.reserve_record() || !self.arena.start_text(&mut record) {
            return false;
        }
        if record.context.element == NO_ELEMENT {
            record.context.element = 0;
        }
        #[cfg(feature = "site")]
        if self.is_inside {
            record.context.flags.set(Flags::INSIDE);
        }
        record.break_before = if self.is_cut { Break::None } else { self.pending_break };
        record.tags_before = u16::try_from(self.tags_before).unwrap_or(u16::MAX);
        if context.flags.has(Flags::LINK) {
            record.links.add();
        }
        record.cell = self.tables.cell();
        record.context.note = ElementNote::of_block(self.tables.cell_layout());
        (self.chars_before_formula, self.formula_chars) = (0, 0);
        (self.chars_before_code, self.code_chars) = (0, 0);
        self.current = record;
        self.text_end = offset;
        self.block_linear_sum = self.linear_sum;
        self.arena.nodes.block_start = Some(offset);
        self.inline.block_began();
        self.tags_before = 0;
        self.is_open = true;
        self.is_cut = false;
        self.begun += 1;
        true
    }

    /// Cuts a full block before the next character: the rest becomes another block.
    pub(super) fn cut_block(&mut self) {
        self.is_open = false;
        self.push_block();
        self.pending_break = Break::None;
        self.is_cut = true;
    }

    /// Adds the block being filled to the blocks that wait for a verdict.
    fn push_block(&mut self) {
        if let Some(scorer) = &self.scorer {
            let score = scorer.score(self.block_linear_sum, self.current.chars());
            self.current.set_linear_score(score, scorer.threshold);
        }
        if self.byline_at == self.begun {
            self.current.context.note.set_byline();
        }
        if is_formula(&self.current, self.formula_chars) {
            self.current.context.note.set_formula();
        }
        self.arena.push_record(self.current, self.text_end);
    }
}
