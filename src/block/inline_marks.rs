//! Inline marks in the text of a block.
//!
//! In: the start and end of inline elements, the targets of links, the languages of code. Out: mark
//! characters in the block's text. A mark is written only before text, so none is empty; marks nest
//! as their elements do. Marks still open at the end of a block are closed by the renderer. They
//! are written again in the next block while their element is open, except links.

use super::inline::{Inline, MarkSet, TARGET_BYTES};
use super::marks::{self, LANGUAGE, TARGET_END};
use super::text::Write;
use super::{Blocks, SEGMENT_BYTES};
use crate::address::push_resolved;
use crate::structure::{Boundary, CodeLanguage, Flags, Mark, Separation};

fn is_code(mark: &Mark) -> bool {
    *mark == Mark::Code
}

impl Blocks {
    /// An inline element begins; `target` is the target of a link, resolved against `base`, the
    /// absolute address of the page, or empty.
    pub(crate) fn open_mark(&mut self, mark: Mark, target: Option<&str>, base: &str) {
        if mark == Mark::Link {
            // A sign that links to another page is text.
            self.link_begins = target.is_none_or(|target| target.contains('#'));
            self.held_sign = None;
            if self.is_open {
                self.current.links.add();
            }
        }
        if mark == Mark::Superscript && self.is_open {
            self.border = Some(Boundary::Raised);
        }
        if mark == Mark::Formula {
            self.chars_before_formula = if self.is_open { self.current.chars() } else { 0 };
        }
        if mark == Mark::Code {
            self.is_in_code = true;
            self.chars_before_code = if self.is_open { self.current.chars() } else { 0 };
        }
        if mark == Mark::Note {
            self.inline.note = self.begin_note();
            if self.inline.note.is_none() {
                return self.separate(Separation::Words);
            }
            (self.space, self.is_apart) = (false, false);
        }
        if !self.inline.is_on {
            return;
        }
        let is_apart = self.has_white_space();
        let inline = &mut self.inline;
        if mark == Mark::Link {
            inline.opened.remove(Mark::Reference);
            inline.reference = inline.next_reference.take();
            inline.is_new_reference = inline.reference.is_some();
            if inline.is_new_reference {
                inline.opened.push(Mark::Reference);
            }
        }
        if mark == Mark::Link && !inline.with_targets {
            return;
        }
        if is_apart && inline.ended.has(mark) {
            inline.parted.set(mark, true);
        }
        inline.open[mark as usize] = inline.open[mark as usize].saturating_add(1);
        inline.opened.push(mark);
        if mark == Mark::Link {
            inline.is_new_link = true;
            inline.link.clear();
            inline.link.push(marks::opening(mark));
            if let Some(target) = target.filter(|target| target.len() <= TARGET_BYTES) {
                // Control characters are marks in the text.
                push_resolved(target.trim(), base, TARGET_BYTES, &mut inline.link);
            }
            inline.link.push(TARGET_END);
        }
    }

    /// A link begins that leads from a note, the text before it, back to the text of the note.
    pub(crate) fn link_back(&mut self) {
        self.notes.last_leads_back();
    }

    /// Whether marks are written: also the languages of code, and the states of tasks.
    pub(crate) fn has_marks(&self) -> bool {
        self.inline.is_on
    }

    /// Sets the language of the preformatted text that follows, if it names one.
    pub(crate) fn code_language(&mut self, language: CodeLanguage<'_>) {
        let (name, begins) = match language {
            CodeLanguage::Own { name, begins } => (name, begins),
            CodeLanguage::Enclosing(name) => {
                self.inline.enclosing_language.clear();
                self.inline.enclosing_language.push_str(name.unwrap_or(""));
                return;
            }
        };
        let Inline { is_on, language, enclosing_language, .. } = &mut self.inline;
        if !*is_on {
            return;
        }
        if begins {
            language.clear();
        }
        let enclosing = Some(enclosing_language.as_str()).filter(|name| begins && !name.is_empty());
        if let Some(name) = name.or(enclosing) {
            language.clear();
            language.push(LANGUAGE);
            language.push_str(name);
            language.push(TARGET_END);
        }
    }

    /// A check box stands here. It makes a task of the block that comes next, if no text of the
    /// item came before.
    pub(crate) fn task(&mut self, is_done: bool) {
        if self.begun == self.inline.before_item {
            self.inline.task.get_or_insert(is_done);
        }
    }

    /// Writes what is known of a block at its beginning: the language of preformatted text, or the
    /// state of a task.
    pub(super) fn write_head(&mut self, preformatted: bool) -> Write {
        let mut pushed = Write::Done;
        if !preformatted {
            pushed = self.write_task();
        } else if !self.inline.language.is_empty() {
            let language = core::mem::take(&mut self.inline.language);
            pushed = self.push(&language);
            self.inline.language = language;
        }
        if pushed == Write::Done { self.write_note() } else { pushed }
    }

    /// Writes the note that the block is in.
    fn write_note(&mut self) -> Write {
        if self.current.has(Flags::HIDDEN) {
            return Write::Done;
        }
        match self.notes.key_of_block(self.begun - 1, &self.current.context) {
            Some(key) => self.push_key(marks::NOTE, key),
            None => Write::Done,
        }
    }

    /// Writes a mark and the place after it.
    fn push_key(&mut self, mark: char, key: char) -> Write {
        let mut buffer = [0; 8];
        self.push(marks::with_key(mark, key, &mut buffer))
    }

    fn write_task(&mut self) -> Write {
        if self.current.has(Flags::HIDDEN) {
            return Write::Done;
        }
        let Some(is_done) = self.inline.task.take() else { return Write::Done };
        let pushed = self.push(marks::TASKS[usize::from(is_done)].encode_utf8(&mut [0; 4]));
        // If memory is short, this function is called again.
        self.inline.task = (pushed == Write::NoMemory).then_some(is_done);
        pushed
    }

    /// An inline element ends.
    pub(crate) fn close_mark(&mut self, mark: Mark) {
        if mark == Mark::Superscript && self.border == Some(Boundary::Raised) {
            // Nothing was raised.
            self.border = None;
        }
        if mark == Mark::Formula && self.is_open {
            let chars = self.current.chars();
            self.formula_chars += chars.saturating_sub(self.chars_before_formula);
            self.chars_before_formula = chars;
        }
        if mark == Mark::Code {
            self.is_in_code = false;
            let chars = if self.is_open { self.current.chars() } else { 0 };
            self.code_chars += chars.saturating_sub(self.chars_before_code);
            self.chars_before_code = chars;
        }
        let is_apart = self.has_white_space();
        let inline = &mut self.inline;
        if mark == Mark::Link {
            inline.opened.remove(Mark::Reference);
        }
        let open = &mut inline.open[mark as usize];
        *open = open.saturating_sub(1);
        if *open == 0 {
            inline.opened.remove(mark);
            inline.code_ended |= mark == Mark::Code;
            inline.formula_ended |= mark == Mark::Formula;
            inline.ended.set(mark, !is_apart);
        }
    }

    /// Whether white space came since the last character.
    fn has_white_space(&self) -> bool {
        self.space || self.is_apart || self.newlines > 0
    }

    /// Writes the closing marks before the next character.
    ///
    /// Marks open inside a closed one are closed too and reopened later. Two elements with white
    /// space between them stay two, and so do the superscripts of two numbers; others are merged,
    /// as the halves of a text that was set in bold in two steps, with the space in the first half.
    pub(super) fn close_marks(&mut self) -> Write {
        let is_other_code = self.inline.code_ended && self.has_white_space();
        let inline = &self.inline;
        let outermost = inline.shown.iter().find(|&mark| {
            let is_other_link = mark == Mark::Link && inline.is_new_link
                || mark == Mark::Reference && inline.is_new_reference;
            let is_other_code = mark == Mark::Code && is_other_code;
            let is_other_formula = mark == Mark::Formula && inline.formula_ended;
            let is_other_superscript = mark == Mark::Superscript && inline.is_new_superscript;
            !inline.opened.has(mark)
                || inline.parted.has(mark)
                || is_other_link
                || is_other_code
                || is_other_formula
                || is_other_superscript
        });
        let pushed = outermost.map_or(Write::Done, |outermost| self.close_marks_from(outermost));
        // If memory is short, this function is called again.
        self.inline.code_ended &= pushed == Write::NoMemory;
        self.inline.formula_ended &= pushed == Write::NoMemory;
        self.inline.note = self.inline.note.filter(|_| self.inline.opened.has(Mark::Note));
        self.inline.is_new_superscript &= pushed == Write::NoMemory;
        if pushed != Write::NoMemory {
            (self.inline.ended, self.inline.parted) = (MarkSet::default(), MarkSet::default());
        }
        pushed
    }

    /// Writes the opening marks before the next character, in the nesting order of their elements.
    /// Code is innermost: no other mark opens inside it. References are inside all others, which
    /// they change in no way.
    pub(super) fn open_marks(&mut self) -> Write {
        let opened = self.inline.opened;
        let is_in_code = |mark: Mark| {
            opened.iter().take_while(|&enclosing| enclosing != mark).any(|enclosing| enclosing == Mark::Code)
        };
        let is_reference = |mark: &Mark| *mark == Mark::Reference;
        let others = opened.iter().filter(|mark| !is_code(mark) && !is_reference(mark));
        let references = opened.iter().filter(|mark| is_reference(mark) && !opened.has(Mark::Code));
        for mark in others.chain(references).chain(opened.iter().filter(is_code)) {
            // A link is written in its first block only: its target may be longer than the texts of
            // all its blocks.
            let is_old_link = mark == Mark::Link && !self.inline.is_new_link
                || mark == Mark::Reference && !self.inline.is_new_reference;
            // Code keeps its text without strong and emphasis marks.
            let is_of_code = matches!(mark, Mark::Strong | Mark::Emphasis) && is_in_code(mark);
            if self.inline.shown.has(mark) || is_old_link || is_of_code {
                continue;
            }
            if self.close_marks_from(Mark::Code) == Write::NoMemory {
                return Write::NoMemory;
            }
            let pushed = match (mark, self.inline.reference) {
                (Mark::Link, _) => {
                    let link = core::mem::take(&mut self.inline.link);
                    let pushed = self.push(&link);
                    self.inline.link = link;
                    pushed
                }
                (Mark::Reference, Some(place)) => self.push_key(marks::opening(mark), place),
                (Mark::Note, _) => self.write_note_mark(),
                _ => self.push(marks::opening(mark).encode_utf8(&mut [0; 4])),
            };
            if pushed != Write::Done {
                return pushed;
            }
            self.inline.shown.push(mark);
            self.inline.is_new_link &= mark != Mark::Link;
            self.inline.is_new_reference &= mark != Mark::Reference;
        }
        Write::Done
    }

    /// Closes `outermost`, if it is open, and the marks inside it, innermost first.
    fn close_marks_from(&mut self, outermost: Mark) -> Write {
        let mut inside = self.inline.shown.iter().rev();
        while self.inline.shown.has(outermost)
            && let Some(mark) = inside.next()
        {
            // In a full block, the end of the block closes the mark.
            if self.current.text_bytes() < SEGMENT_BYTES {
                let mut buffer = [0; 4];
                if self.push(marks::closing(mark).encode_utf8(&mut buffer)) == Write::NoMemory {
                    return Write::NoMemory;
                }
            }
            self.inline.shown.remove(mark);
        }
        Write::Done
    }
}
