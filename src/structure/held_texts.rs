//! Text that is held until what follows shows what it is: of buttons, of readings, and for screen
//! readers.
//!
//! In: tags and text. Out: the text for the sink, or nothing. Holds nothing besides the states.

use super::kinds::NamedKind;
use super::ruby::Ruby;
use super::rules::Class;
use super::screen_reader::ScreenReaderOnly;
use super::selection::Scope;
use super::sink::Separation;
use super::{Flags, StructureSink, TrackedSink};
use crate::html::TagId;

/// Buttons that may be words.
impl<S: StructureSink> TrackedSink<'_, S> {
    /// A button begins whose text is dropped.
    #[cold]
    pub(super) fn begin_button(&mut self) {
        if self.stack.context().tag() == TagId::P && self.sink.is_in_visible_block() {
            self.tracker.button.begin();
        }
    }

    /// Text of a dropped element comes, perhaps of a button. What is hidden in it, or not selected,
    /// is not held.
    #[inline]
    pub(super) fn text_of_button(&mut self, text: &str, offset: u64) {
        if self.button.is_open()
            && matches!(self.stack.top_tag(), TagId::Button | TagId::Span)
            && !self.stack.context().flags.has(Flags::HIDDEN)
            && !self.scope.as_ref().is_some_and(Scope::is_dropped)
        {
            self.tracker.button.hold(text, offset);
        }
    }

    /// Text comes right after a button. If it goes on a sentence, the button was a word of it.
    #[cold]
    pub(super) fn text_after_button(&mut self, text: &str) {
        let Some(first) = text.chars().find(|c| !c.is_whitespace()) else { return };
        let button = core::mem::take(&mut self.tracker.button);
        let goes_on = first.is_alphanumeric() || matches!(first, '.' | ',' | ';' | ')' | '。' | '、' | '，');
        let word = button.held();
        if goes_on && !word.is_empty() && self.sink.is_in_visible_block() {
            self.shown(word, button.offset);
            self.sink.separate(Separation::Words);
        }
    }
}

/// Readings of words.
impl<S: StructureSink> TrackedSink<'_, S> {
    /// An element begins that may be part of a `ruby`, or that follows a reading.
    #[cold]
    pub(super) fn begin_in_ruby(&mut self, id: TagId, class: Class, offset: u64) {
        if self.ruby == Ruby::Ended {
            self.end_reading(class, offset);
        }
        if self.stack.context().flags.has(Flags::DROPPED) {
            return;
        }
        self.tracker.ruby = match (id, self.ruby) {
            // A `ruby` inside of a reading is part of that reading.
            (_, Ruby::Awaited | Ruby::Reading) => return,
            (TagId::Ruby, _) => Ruby::Text,
            (TagId::Rp, Ruby::Text) => Ruby::Bracket,
            (TagId::Rt, Ruby::Text | Ruby::Bracket) => Ruby::Awaited,
            _ => return,
        };
    }

    /// The first text of a reading without brackets, or of an `rp`.
    #[cold]
    pub(super) fn text_in_ruby(&mut self, offset: u64) {
        if self.stack.context().flags.has(Flags::HIDDEN) {
            return;
        }
        self.tracker.ruby = match self.ruby {
            Ruby::Awaited if self.sink.is_in_visible_block() => {
                self.write_bracket("(", offset);
                Ruby::Reading
            }
            Ruby::Bracket if self.stack.top_tag() == TagId::Rp => Ruby::Bracketed,
            _ => Ruby::Text,
        };
    }

    /// A reading ended, and a tag of this class stands at `offset`. After the end of a block no
    /// bracket is written.
    #[cold]
    pub(super) fn end_reading(&mut self, class: Class, offset: u64) {
        self.tracker.ruby = Ruby::Text;
        if !class.has(Class::BLOCK) && self.sink.is_in_visible_block() {
            self.write_bracket(")", offset);
        }
    }

    /// Writes a bracket in a visible line. In a byline it is a space.
    fn write_bracket(&mut self, bracket: &str, offset: u64) {
        self.sink.text(bracket, offset, self.tracker.stack.context());
        self.part_marked();
    }
}

/// Text for screen readers.
impl<S: StructureSink> TrackedSink<'_, S> {
    /// A text for screen readers begins. Held symbols of an earlier one are dropped.
    #[cold]
    pub(super) fn begin_screen_reader(&mut self) {
        self.tracker.screen_reader = ScreenReaderOnly::default();
    }

    /// Takes a piece of it. Returns `false` if it is to be read as text, after the held part.
    #[cold]
    pub(super) fn hold_screen_reader(&mut self, text: &str, offset: u64) -> bool {
        let is_held = self.tracker.screen_reader.hold(text, offset);
        if !is_held {
            self.read_screen_reader();
        }
        is_held
    }

    /// Hands on the held part as text; all that follows is text, too. Called at letters or digits,
    /// or when an element begins.
    #[cold]
    pub(super) fn read_screen_reader(&mut self) {
        let held = self.screen_reader;
        self.tracker.screen_reader = ScreenReaderOnly { is_text: true, ..ScreenReaderOnly::default() };
        if held.len > 0 {
            self.shown(held.held(), held.offset);
        }
    }

    /// Whether the next text is for screen readers alone.
    #[inline]
    pub(super) fn is_screen_reader(&self) -> bool {
        self.stack.info().part == NamedKind::ScreenReaderOnly
    }
}
