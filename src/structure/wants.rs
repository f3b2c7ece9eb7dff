//! What a sink wants besides text and breaks.

/// What a sink wants besides text and breaks, as bits. What this build cannot give is never wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Wants(u8);

impl Wants {
    /// Content images.
    pub(crate) const IMAGES: Self = Self(1);
    /// The addresses of links.
    pub(crate) const LINKS: Self = Self(1 << 1);
    /// To be told when text follows, for images and links.
    pub(crate) const TEXT_FOLLOWS: Self = Self(1 << 2);
    /// More metadata, also of the text.
    pub(crate) const MORE_METADATA: Self = Self(1 << 3);
    /// Inline marks, and with them the states of tasks and the languages of code.
    pub(crate) const MARKS: Self = Self(1 << 4);
    /// The ids of elements, and links to them.
    pub(crate) const PLACES: Self = Self(1 << 5);
    /// The elements of posts.
    pub(crate) const POSTS: Self = Self(1 << 6);
    /// Every element, and the mark of that around each text.
    pub(crate) const ELEMENTS: Self = Self(1 << 7);

    /// What makes observers see every element.
    pub(crate) const ALL_ELEMENTS: Self = Self(Self::PLACES.0 | Self::POSTS.0 | Self::ELEMENTS.0);

    /// What this build can give.
    const BUILT_IN: u8 = {
        let images_and_links = Self::IMAGES.0 | Self::LINKS.0 | Self::TEXT_FOLLOWS.0;
        let more = Self::LINKS.0 | Self::MORE_METADATA.0;
        Self::MARKS.0
            | if cfg!(feature = "references") { images_and_links } else { 0 }
            | if cfg!(feature = "more-metadata") { more } else { 0 }
            | if cfg!(feature = "notes") { Self::PLACES.0 } else { 0 }
            | if cfg!(feature = "posts") { Self::POSTS.0 } else { 0 }
            | if cfg!(feature = "site") { Self::ELEMENTS.0 } else { 0 }
    };

    /// The set with `other` if `is_wanted`.
    pub(crate) fn with(self, other: Self, is_wanted: bool) -> Self {
        Self(self.0 | if is_wanted { other.0 } else { 0 })
    }

    /// Whether any of `other` is wanted.
    #[inline]
    pub(crate) const fn has(self, other: Self) -> bool {
        self.0 & other.0 & Self::BUILT_IN != 0
    }
}
