//! The attributes that hold names.

use crate::html::AttrId;

/// The attribute that holds a name. A role `list` is distinguished from a class `list`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NameAttribute {
    /// Class or id.
    Class,
    Itemprop,
    Role,
    /// Identifiers for tests; readable where a tool generates class names.
    DataTestid,
    Itemtype,
}

impl NameAttribute {
    pub(super) fn of(id: AttrId) -> Option<Self> {
        match id {
            AttrId::Class | AttrId::Id => Some(Self::Class),
            AttrId::Itemprop => Some(Self::Itemprop),
            AttrId::Role => Some(Self::Role),
            AttrId::DataTestid => Some(Self::DataTestid),
            AttrId::Itemtype => Some(Self::Itemtype),
            _ => None,
        }
    }

    /// The number of the attribute, spread over all bits; zero for classes and ids.
    pub(super) fn salt(self) -> u32 {
        // 2^32 divided by the golden ratio.
        (self as u32).wrapping_mul(0x9E37_79B9)
    }

    /// The number of a word in this attribute; never zero.
    pub(super) fn number(self, word: u32) -> u32 {
        (word ^ self.salt()).max(1)
    }

    /// Whether words give hints in this attribute. In all others they only have weights.
    pub(super) fn gives_hints(self) -> bool {
        self == Self::Class
    }
}
