//! Where in the page a text stands: what the open elements make of it, its list and item, and what
//! its element is called.

use super::byline::BylineState;
use super::class_words::ClassWeight;
use super::element_part::ElementPart;
use super::hints::Hints;
use super::rules::{Class, flags_of};
use crate::html::TagId;

/// What the open elements make of the text inside them, as bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Flags(u16);

impl Flags {
    pub(crate) const NONE: Self = Self(0);
    pub(crate) const DROPPED: Self = Self(1);
    /// Of a line-block: it stands where the wrapper of the site says. The same bit, since no
    /// line-block is dropped text.
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

    /// Both sets blend.
    pub(crate) const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether any of `other` is set.
    #[inline]
    pub(crate) const fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// All of them as one number.
    #[inline]
    pub(crate) const fn bits(self) -> u16 {
        self.0
    }

    #[inline]
    pub(crate) fn set(&mut self, other: Self) {
        self.0 |= other.0;
    }

    /// Those of these that are in `other`.
    pub(super) fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Sets `other` or unsets it.
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

/// The item of a list: its number, and something of the number of the item that the list is in.
///
/// Numbers end at [`Item::MAX`]; those of items behind are counted round in the upper half.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Item(u16);

impl Item {
    /// Bits of the number and 1, so that none is before the number 0; the others are those of the
    /// item around.
    const BITS: u32 = 14;
    const MASK: u16 = (1 << Self::BITS) - 1;

    /// The greatest number of an item.
    pub(crate) const MAX: u16 = Self::MASK - 1;

    /// Numbers of items around are known modulo this.
    pub(crate) const AROUND: u16 = 1 << (u16::BITS - Self::BITS);

    /// Before the first item of a list, `around` being what began last outside.
    pub(super) fn before_first(around: Self) -> Self {
        Self((around.number() % Self::AROUND) << Self::BITS).before(1)
    }

    /// Before the item of this number.
    #[must_use]
    pub(super) fn before(self, number: u16) -> Self {
        Self(self.0 & !Self::MASK | number.min(Self::MAX))
    }

    /// The item after.
    #[must_use]
    pub(super) fn next(self) -> Self {
        let bits = self.0 & Self::MASK;
        Self(self.0 & !Self::MASK | if bits == Self::MASK { Self::MASK / 2 + 1 } else { bits + 1 })
    }

    /// The number.
    pub(crate) fn number(self) -> u16 {
        (self.0 & Self::MASK).saturating_sub(1)
    }

    /// The number of the item that its list is in, modulo [`Item::AROUND`].
    pub(crate) fn around(self) -> u16 {
        self.0 >> Self::BITS
    }
}

/// No element record.
pub(crate) const NO_ELEMENT: u32 = u32::MAX;

/// Where in the page a text stands; fixed size, inherited from element to element.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Context {
    /// The innermost eight block-level elements, one byte each, the innermost lowest.
    pub(crate) path: u64,
    /// The innermost block-level element's record, or [`NO_ELEMENT`] while it has none.
    pub(crate) element: u32,
    /// Open elements; where some were forgotten, those inside of them only once the others have
    /// ended.
    pub(crate) depth: u16,
    pub(crate) flags: Flags,
    /// The item of the innermost list that began last: the text's own, if it is in one.
    pub(crate) item: Item,
    pub(crate) list_depth: u8,
    /// Quotes around, [`Context::QUOTES`] at most, in the low bits; above them the number of the
    /// innermost, counted round.
    pub(crate) quote_depth: u8,
    /// Of the innermost element, when it is an unknown one: tells it from others; of a `template`,
    /// [`Context::SHADOW_ROOT`] if it is one. Of a line-block, whose element does not matter any
    /// more: [`Context::REJECTED`] or not.
    pub(crate) name_hash: u16,
    /// `1` to `6` inside a heading, else `0`.
    pub(crate) heading: u8,
    /// Tells the innermost list from the one before and the one after.
    pub(crate) list: u8,
}

impl Default for Context {
    /// Outside all elements.
    fn default() -> Self {
        Self {
            path: 0,
            element: NO_ELEMENT,
            depth: 0,
            flags: Flags::NONE,
            list: 0,
            item: Item::default(),
            name_hash: 0,
            list_depth: 0,
            quote_depth: 0,
            heading: 0,
        }
    }
}

impl Context {
    /// The most quotes that are counted.
    pub(super) const QUOTES: u8 = 15;

    /// In place of the hash: the `template` is a shadow root.
    pub(super) const SHADOW_ROOT: u16 = 1;

    /// In place of the hash: a model of the site says that the line-block is no content.
    pub(crate) const REJECTED: u16 = u16::MAX;

    /// The context inside an element `tag` in this one.
    pub(super) fn child(&self, tag: TagId, class: Class) -> Self {
        let mut child = *self;
        child.depth = child.depth.saturating_add(1);
        child.flags.set(flags_of(tag));
        // A heading, a question or a summary that unfolds what is under it is a button; other buttons say
        // what they do.
        let is_heading =
            tag == TagId::Button && (self.heading > 0 || matches!(self.tag(), TagId::Dt | TagId::Summary));
        if class.has(Class::DROP) && !is_heading {
            child.flags.set(Flags::DROPPED);
        }
        let is_code_line = class.has(Class::BLOCK) && self.has_as_code_line(tag);
        if class.has(Class::BLOCK) {
            // Lines are alike, whatever they are made of.
            let shown_as = if is_code_line { TagId::Div } else { tag };
            child.path = self.path << 8 | shown_as as u64;
            child.element = NO_ELEMENT;
        }
        match tag {
            _ if is_code_line => {}
            _ if is_list(tag) => {
                child.list_depth = child.list_depth.saturating_add(1);
                child.flags.unset(Flags::ORDERED);
                if tag == TagId::Ol {
                    child.flags.set(Flags::ORDERED);
                }
                child.item = Item::before_first(self.item);
            }
            TagId::Blockquote => {
                child.quote_depth = (child.quote_depth & Self::QUOTES).saturating_add(1).min(Self::QUOTES)
            }
            TagId::Table => child.flags.unset(Flags::HEADER_CELL),
            // Who is quoted: it is the foot of the quote, not of the page (HTML standard, 4.3.8).
            TagId::Footer if self.quotes().0 > 0 && !self.flags.has(Flags::FOOTER) => {
                child.flags.unset(Flags::FOOTER);
            }
            _ if class.has(Class::HEADING) => child.heading = tag as u8 - TagId::H1 as u8 + 1,
            _ => {}
        }
        child
    }

    /// How many quotes are around, and what tells the innermost from the one before and the one
    /// after.
    pub(crate) fn quotes(&self) -> (usize, u8) {
        (usize::from(self.quote_depth & Self::QUOTES), self.quote_depth & !Self::QUOTES)
    }

    /// The innermost block-level element; `Other` outside all.
    pub(crate) fn tag(&self) -> TagId {
        TagId::from_byte(self.path as u8)
    }
}

/// What the innermost open block-level element is called.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ElementInfo {
    /// Hash of the tags and classes of all open block-level elements.
    pub(crate) path_hash: u32,
    /// What the class and id of the innermost hint at.
    pub(crate) hints: Hints,
    /// What the words of its names are worth.
    pub(crate) class: ClassWeight,
    /// It is a `div` that a style takes out of the flow; known where all elements have records.
    pub(crate) is_out_of_flow: bool,
    /// The innermost open element of any kind hides itself.
    pub(super) hides_itself: bool,
    /// What its names make of that, whatever its tag.
    pub(super) part: ElementPart,
    /// What the innermost open element of any kind says of who wrote the page.
    pub(crate) byline: BylineState,
    /// What a sink that follows elements says of the innermost open element of any kind.
    pub(crate) mark: u16,
}

impl ElementInfo {
    /// The names inside an inline element in this one: but for what is said of any element, the
    /// same.
    pub(super) fn inside(self) -> Self {
        Self { hides_itself: false, part: ElementPart::None, ..self }
    }

    /// The names inside an element `tag` in this one.
    pub(super) fn child(self, tag: TagId, class: Class) -> Self {
        if !class.has(Class::BLOCK) {
            return self.inside();
        }
        let path_hash = (self.path_hash ^ tag as u32).wrapping_mul(0x0100_0193).rotate_left(5);
        Self { path_hash, byline: self.byline, mark: self.mark, ..Self::default() }
    }
}

/// Whether an element is a list.
pub(super) fn is_list(tag: TagId) -> bool {
    matches!(tag, TagId::Ul | TagId::Ol | TagId::Dl | TagId::Menu | TagId::Dir)
}
