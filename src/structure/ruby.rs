//! Readings of words, in small letters above them: `ruby`.
//!
//! In a line of text a reading stands in brackets behind its word. Pages may bring these along, in
//! `rp`, which browsers do not show; where they do not, they are written here.

use super::rules::Class;
use super::{Flags, StructureSink, TrackedSink};
use crate::html::TagId;

/// Where text stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Ruby {
    /// In no reading that needs brackets.
    #[default]
    Text,
    /// In what may be a bracket, of which no text was seen.
    Bracket,
    /// In words whose readings have brackets of their own.
    Bracketed,
    /// In a reading without, of which no text was seen.
    Awaited,
    /// Amid such a reading.
    Reading,
    /// Behind it.
    Ended,
}

impl Ruby {
    /// Whether the first text that shows changes something.
    #[inline]
    pub(super) fn awaits_text(self) -> bool {
        matches!(self, Self::Bracket | Self::Awaited)
    }

    /// Where text stands behind the end of a reading.
    pub(super) fn behind_reading(self) -> Self {
        match self {
            Self::Awaited => Self::Text,
            Self::Reading => Self::Ended,
            other => other,
        }
    }
}

impl<S: StructureSink> TrackedSink<'_, S> {
    /// An element begins that may be part of a `ruby`, or is behind a reading.
    #[cold]
    pub(super) fn begin_in_ruby(&mut self, id: TagId, class: Class, offset: u64) {
        if self.ruby == Ruby::Ended {
            self.end_reading(class, offset);
        }
        if self.stack.context().flags.has(Flags::DROPPED) {
            return;
        }
        self.tracker.ruby = match (id, self.ruby) {
            // One inside of a reading is part of it.
            (_, Ruby::Awaited | Ruby::Reading) => return,
            (TagId::Ruby, _) => Ruby::Text,
            (TagId::Rp, Ruby::Text) => Ruby::Bracket,
            (TagId::Rt, Ruby::Text | Ruby::Bracket) => Ruby::Awaited,
            _ => return,
        };
    }

    /// Text follows that is the first of a reading, which has no bracket yet, or of what may be a
    /// bracket.
    #[cold]
    pub(super) fn text_in_ruby(&mut self, offset: u64) {
        if self.stack.context().flags.has(Flags::HIDDEN) {
            return;
        }
        self.tracker.ruby = match self.ruby {
            Ruby::Awaited if self.sink.is_amid_shown() => {
                self.write_bracket("(", offset);
                Ruby::Reading
            }
            Ruby::Bracket if self.stack.top_tag() == TagId::Rp => Ruby::Bracketed,
            _ => Ruby::Text,
        };
    }

    /// A reading ended, and a tag of this class stands at `offset`: behind the end of a block
    /// nothing is written any more.
    #[cold]
    pub(super) fn end_reading(&mut self, class: Class, offset: u64) {
        self.tracker.ruby = Ruby::Text;
        if !class.has(Class::BLOCK) && self.sink.is_amid_shown() {
            self.write_bracket(")", offset);
        }
    }

    /// Writes a bracket amid text that shows; in the name of an author it is a space.
    fn write_bracket(&mut self, bracket: &str, offset: u64) {
        self.sink.text(bracket, offset, self.tracker.stack.context());
        self.part_byline();
    }
}
