//! The marks that observers leave on open elements.

/// The marks of observers on an open element.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Marks {
    /// Of the observer of authors and dates. From [`READS_TEXT`](Self::READS_TEXT) on, it gets the
    /// text of the element.
    pub(crate) byline: u8,
    /// Of the observer of a site's wrapper, as bytes: a `u16` would pad each entry of the stack.
    site: [u8; 2],
}

impl Marks {
    /// The least mark for authors and dates with which the text of an element is read.
    pub(crate) const READS_TEXT: u8 = 3;

    /// The mark of the observer of a site's wrapper.
    #[cfg(feature = "site")]
    pub(crate) fn site(self) -> u16 {
        u16::from_le_bytes(self.site)
    }

    /// Sets that mark.
    #[cfg(feature = "site")]
    pub(crate) fn set_site(&mut self, mark: u16) {
        self.site = mark.to_le_bytes();
    }

    /// Whether the text of the element is read for authors and dates.
    #[inline]
    pub(crate) fn reads_text(self) -> bool {
        self.byline >= Self::READS_TEXT
    }
}
