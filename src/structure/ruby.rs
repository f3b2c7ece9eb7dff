//! Ruby annotations: readings of words, in small letters above them.
//!
//! In a line of text, a reading stands in brackets after its word. Pages may have these brackets in
//! `rp`, which browsers do not show. Where they are missing, they are inserted here. In: tags and
//! text. Out: brackets for the sink. Held: one state.

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
