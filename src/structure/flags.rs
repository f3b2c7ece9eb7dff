//! Flags of open elements: what text inherits from them, and what their inline styles say.

/// Properties that text inherits from its open elements, as bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Flags(u16);

impl Flags {
    pub(crate) const NONE: Self = Self(0);
    pub(crate) const DROPPED: Self = Self(1);
    /// Of a line-block: it stands where the site's wrapper finds content. Shares the bit of
    /// `DROPPED`, since no line-block is dropped text.
    #[cfg(feature = "site")]
    pub(crate) const INSIDE: Self = Self(1);
    pub(crate) const HIDDEN: Self = Self(1 << 1);
    pub(crate) const LINK: Self = Self(1 << 2);
    pub(crate) const PREFORMATTED: Self = Self(1 << 3);
    pub(crate) const NAVIGATION: Self = Self(1 << 4);
    pub(crate) const ASIDE: Self = Self(1 << 5);
    pub(crate) const FOOTER: Self = Self(1 << 6);
    pub(crate) const HEADER: Self = Self(1 << 7);
    pub(crate) const FORM: Self = Self(1 << 8);
    pub(crate) const FIGURE: Self = Self(1 << 9);
    pub(crate) const ARTICLE: Self = Self(1 << 10);
    pub(crate) const MAIN: Self = Self(1 << 11);
    pub(crate) const DIALOG: Self = Self(1 << 12);
    pub(crate) const HEADER_CELL: Self = Self(1 << 13);
    pub(crate) const DATA_TABLE: Self = Self(1 << 14);
    pub(crate) const ORDERED: Self = Self(1 << 15);

    /// The union of both sets.
    pub(crate) const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether any of `other` is set.
    #[inline]
    pub(crate) const fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// The set as a bit mask.
    #[inline]
    pub(crate) const fn bits(self) -> u16 {
        self.0
    }

    #[inline]
    pub(crate) fn set(&mut self, other: Self) {
        self.0 |= other.0;
    }

    /// The intersection of both sets.
    pub(super) fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Sets `other` if `is_set`, else unsets it.
    pub(super) fn put(&mut self, other: Self, is_set: bool) {
        if is_set {
            self.set(other);
        } else {
            self.unset(other);
        }
    }

    #[inline]
    pub(crate) fn unset(&mut self, other: Self) {
        self.0 &= !other.0;
    }
}

/// What inline styles of block-level elements say, and what is inherited as styles are, as bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct StyleFlags(u8);

impl StyleFlags {
    pub(super) const NONE: Self = Self(0);
    /// It is a `div` that is taken out of the flow. Set only where all elements have records.
    pub(super) const OUT_OF_FLOW: Self = Self(1);
    /// Line ends of its text are shown.
    pub(super) const LINES: Self = Self(1 << 1);
    /// White space at the beginning of lines is shown, too.
    pub(super) const INDENTS: Self = Self(1 << 2 | Self::LINES.0);
    /// By its tag or class, it is the caption of an image. Set only where images are wanted.
    pub(super) const CAPTION: Self = Self(1 << 3);
    /// By its class or id, it is a layer over the page.
    pub(super) const LAYER: Self = Self(1 << 4);

    /// Whether all of `other` are set.
    #[inline]
    pub(super) fn has(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    pub(super) fn set(&mut self, other: Self) {
        self.0 |= other.0;
    }

    pub(crate) fn is_out_of_flow(self) -> bool {
        self.has(Self::OUT_OF_FLOW)
    }

    pub(crate) fn is_layer(self) -> bool {
        self.has(Self::LAYER)
    }

    /// What children inherit: how white space is shown, and that they are in a caption.
    pub(super) fn inherited(self) -> Self {
        Self(self.0 & (Self::INDENTS.0 | Self::CAPTION.0))
    }
}
