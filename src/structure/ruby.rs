//! Ruby annotations: readings of words, in small letters above them.
//!
//! In a line of text, a reading stands in brackets after its word. Pages may have these brackets in
//! `rp`, which browsers do not show. Where they are missing, they are inserted here. In: tags and
//! text. Out: brackets for the sink. Held: one state.

use super::rules::Class;
use super::{Flags, StructureSink, TrackedSink};
use crate::html::TagId;

/// State of a `ruby` element.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Ruby {
    /// In no reading that needs brackets.
    #[default]
    Text,
    /// In an `rp` without text so far.
    Bracket,
    /// In words whose readings have brackets of their own.
    Bracketed,
    /// In a reading without brackets and without text so far.
    Awaited,
    /// In a reading without brackets, after its first text.
    Reading,
    /// After such a reading.
    Ended,
}

impl Ruby {
    /// Whether the first visible text changes the state.
    #[inline]
    pub(super) fn awaits_text(self) -> bool {
        matches!(self, Self::Bracket | Self::Awaited)
    }

    /// The state after the end of a reading.
    pub(super) fn after_reading(self) -> Self {
        match self {
            Self::Awaited => Self::Text,
            Self::Reading => Self::Ended,
            other => other,
        }
    }
}

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
