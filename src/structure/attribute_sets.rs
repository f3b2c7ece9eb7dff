//! Attributes that are read of elements, by kind of element.

use crate::formula::{OF_FORMULAS, OF_MATHML};
use crate::html::{AttrId, AttrSet};

/// Attributes that are read from any element: they hide it or name it.
pub(super) const OF_ALL: AttrSet = AttrSet::of(&[
    AttrId::Hidden,
    AttrId::AriaHidden,
    AttrId::Style,
    AttrId::Class,
    AttrId::Id,
    AttrId::Role,
    AttrId::Itemprop,
    AttrId::DataCfemail,
])
.with(OF_FORMULAS);

/// Attributes that are read from block-level elements.
pub(super) const OF_BLOCKS: AttrSet =
    OF_ALL.with(AttrSet::of(&[AttrId::Itemtype, AttrId::DataTestid, AttrId::AriaLevel]));

/// Attributes besides the class that name the language of code.
pub(super) const OF_CODE: AttrSet = AttrSet::of(&[AttrId::DataLanguage, AttrId::DataLang, AttrId::Lang]);

/// Attributes besides `itemprop` that hold a date.
pub(super) const OF_DATES: AttrSet = AttrSet::of(&[AttrId::Content, AttrId::Datetime]);

/// Attributes of unknown elements, which may be MathML.
pub(super) const OF_UNKNOWN: AttrSet = OF_ALL.with(OF_DATES).with(OF_MATHML);

/// Attributes of an `img` that may be the image of the page.
pub(super) const OF_ITEM_IMAGES: AttrSet =
    AttrSet::of(&[AttrId::Alt, AttrId::Class, AttrId::Itemprop, AttrId::Src]);

/// Attributes that hide an element.
pub(super) const OF_HIDDEN: AttrSet = AttrSet::of(&[AttrId::Hidden, AttrId::AriaHidden, AttrId::Style]);

/// Attributes of an `input` that say whether it is that of a task, and its state.
pub(super) const OF_TASKS: AttrSet =
    AttrSet::of(&[AttrId::Type, AttrId::Checked, AttrId::Disabled, AttrId::Class, AttrId::Id, AttrId::Name]);
