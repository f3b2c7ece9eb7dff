//! Readings of words, in small letters above them: `ruby`.
//!
//! In a line of text a reading stands in brackets behind its word. Pages may bring these along, in `rp`, which browsers do not show; where they do not,
//! they are written here.

use super::rules::Class;
use super::{CleanSink, Cleaning, Flags};
use crate::token::TagId;

/// Where text stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Ruby {
    /// In no reading that needs brackets.
    #[default]
    Text,
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
    /// Where text stands behind the end of a reading.
    pub(super) fn behind_reading(self) -> Self {
        match self {
            Self::Awaited => Self::Text,
            Self::Reading => Self::Ended,
            other => other,
        }
    }
}

impl<S: CleanSink> Cleaning<'_, S> {
    /// An element begins that may be part of a `ruby`, or is behind a reading.
    #[cold]
    pub(super) fn begin_in_ruby(&mut self, id: TagId, class: Class, offset: u64) {
        if self.ruby == Ruby::Ended {
            self.end_reading(class, offset);
        }
        self.cleaner.ruby = match id {
            TagId::Ruby => Ruby::Text,
            TagId::Rp => Ruby::Bracketed,
            TagId::Rt if self.ruby == Ruby::Text => Ruby::Awaited,
            _ => return,
        };
    }

    /// Text of a reading follows, which has no bracket yet.
    #[cold]
    pub(super) fn begin_reading(&mut self, offset: u64) {
        if !self.stack.context().flags.has(Flags::HIDDEN) {
            self.cleaner.ruby = Ruby::Reading;
            self.write_bracket("(", offset);
        }
    }

    /// A reading ended, and a tag of this class stands at `offset`: behind the end of a block nothing is written any more.
    #[cold]
    pub(super) fn end_reading(&mut self, class: Class, offset: u64) {
        self.cleaner.ruby = Ruby::Text;
        if !class.has(Class::BLOCK) {
            self.write_bracket(")", offset);
        }
    }

    /// Writes a bracket amid text that shows.
    fn write_bracket(&mut self, bracket: &str, offset: u64) {
        if self.sink.is_amid_shown() {
            self.sink.text(bracket, offset, self.cleaner.stack.context());
        }
    }
}
