//! What follows from the shape of a start tag alone, remembered for the tags of the page that look
//! the same.
//!
//! In: a start tag. Out: its [`Shape`]. Four of five start tags repeat an earlier shape of their
//! page, and a look-up by hash is much faster than reading names and styles. Held:
//! [`Shapes::held_bytes`].

use super::class_words::{ClassWeight, ClassWords};
use super::hashed::Value;
use super::hints::{self, NameHints};
use super::kinds::NamedKind;
use super::name_attribute::NameAttribute;
use super::name_meaning::ClassMeaning;
use super::name_parts::class_calls_date;
use super::rules::{Class, class_of};
use super::{code_names, hidden};
use crate::html::{AttrId, AttrSet, Tag, TagId};
use alloc::boxed::Box;
use alloc::vec;

/// Attributes whose values are part of the shape. Of all others, it is that they are there.
const VALUED: AttrSet = AttrSet::of(&[
    AttrId::Class,
    AttrId::Style,
    AttrId::Role,
    AttrId::Hidden,
    AttrId::AriaHidden,
    AttrId::Itemprop,
    AttrId::Itemtype,
    AttrId::DataTestid,
    AttrId::Rel,
]);

/// What has to be looked at for an element of a shape, as bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Interests(u8);

impl Interests {
    /// Its attributes may change more than its names.
    pub(super) const ATTRIBUTES: Self = Self(1);
    /// Its attributes or its class may name an author.
    pub(super) const BYLINE: Self = Self(1 << 1);
    /// Its class marks it as the date of the page.
    pub(super) const DATE: Self = Self(1 << 2);
    /// It is a `span` that is displayed as a block.
    pub(super) const BLOCK: Self = Self(1 << 3);
    /// Its names were read.
    pub(super) const NAMES: Self = Self(1 << 4);

    fn put(&mut self, other: Self, is_set: bool) {
        self.0 |= if is_set { other.0 } else { 0 };
    }
}

/// What the names of an element state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Names {
    /// Hash of the words of the class without digits.
    pub(super) kind: u32,
    pub(super) weight: ClassWeight,
    pub(super) hints: NameHints,
}

impl Names {
    /// Reads a name: its words are looked up in `words`, where they have weights.
    fn of(source: NameAttribute, text: &str, words: &ClassWords) -> Self {
        let mut weight = ClassWeight::default();
        let (hints, kind) = hints::read(text, words.weigh(source, &mut weight));
        Self { kind, weight, hints }
    }

    /// Adds an `id`, which is not part of the shape.
    pub(super) fn add_id(&mut self, id: &str, words: &ClassWords) {
        let mut weight = ClassWeight::default();
        self.hints.add_all(hints::hints(id, words.weigh(NameAttribute::Class, &mut weight)));
        self.weight.add_all(weight);
    }
}

/// What follows from the shape of a start tag.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Shape {
    /// Hash of the class of a link or a span.
    pub(super) class: Value,
    pub(super) names: Names,
    /// Meaning of the class of an inline element.
    pub(super) meaning: ClassMeaning,
    /// What it is by its names in a parent that is nothing by its own.
    pub(super) part: NamedKind,
    interests: Interests,
}

impl Shape {
    /// Whether any of `other` has to be looked at.
    #[inline]
    pub(super) fn asks(&self, other: Interests) -> bool {
        self.interests.0 & other.0 != 0
    }

    #[inline(never)]
    fn of(tag: &Tag<'_>, words: &ClassWords, of_names: &mut NameCache) -> Self {
        let class = tag.attributes.get(AttrId::Class).unwrap_or("");
        let mut shape = Self { part: NamedKind::None.of_child(tag), ..Self::default() };
        let is_block = class_of(tag.id).has(Class::BLOCK);
        if matches!(tag.id, TagId::A | TagId::Span) {
            shape.class = Value::of(class);
        }
        if !is_block && !class.is_empty() {
            shape.meaning = ClassMeaning::of(class);
        }
        let interests = &mut shape.interests;
        let reads_names = is_block || shape.part != NamedKind::None || tag.attributes.has_any(ROLE);
        if reads_names && !matches!(words, ClassWords::Unread) {
            let (names, calls_date) = of_names.of_element(tag, words);
            shape.names = names;
            interests.put(Interests::NAMES, true);
            interests.put(Interests::DATE, calls_date);
        }
        interests.put(Interests::ATTRIBUTES, may_change_more(tag, shape.meaning));
        interests.put(Interests::BYLINE, may_be_of_byline(tag, shape.meaning));
        interests.put(
            Interests::BLOCK,
            tag.id == TagId::Span
                && (shape.meaning.has(ClassMeaning::BLOCK) || hidden::is_block(tag.attributes)),
        );
        shape
    }
}

const ROLE: AttrSet = AttrSet::of(&[AttrId::Role]);

/// Whether the attributes of an element may change more than its names, wherever it stands:
/// whether it is shown, its flags, its number. `meaning`: that of its class.
///
/// In preformatted text, and for a link to a fragment, more is read.
fn may_change_more(tag: &Tag<'_>, meaning: ClassMeaning) -> bool {
    const READ: AttrSet = AttrSet::of(&[AttrId::Role, AttrId::Start, AttrId::Value]);
    tag.attributes.has_any(READ)
        || tag.id == TagId::Footer
        || hidden::is_hidden(tag.attributes)
        || hidden::may_be_mark_of_tool(tag, meaning)
        || code_names::is_line_number(tag, false)
        || hidden::white_space(tag.attributes).is_some()
}

/// Whether an element may say something of authors by its attributes, or by the `meaning` of its
/// class.
fn may_be_of_byline(tag: &Tag<'_>, meaning: ClassMeaning) -> bool {
    const MICRODATA: AttrSet = AttrSet::of(&[AttrId::Itemprop, AttrId::Itemtype]);
    tag.attributes.has_any(MICRODATA)
        || tag.id == TagId::Span && (meaning.has(ClassMeaning::AUTHOR) || meaning.has(ClassMeaning::USER))
}

/// Entries for shapes by the least budget, and with [`SPARE_BYTES`] more: powers of two.
const LEAST_SHAPES: usize = 32;
const SHAPES: usize = 512;
const SPARE_BYTES: usize = 1 << 18;

/// Entries for shapes for each one for names. Elements of one class may have many shapes.
const SHAPES_PER_NAME: usize = 4;

/// Entries for shapes, with `spare_bytes` of budget above the least.
const fn shapes(spare_bytes: usize) -> usize {
    if spare_bytes < SPARE_BYTES { LEAST_SHAPES } else { SHAPES }
}

/// Direct-mapped caches of the shapes that were seen last, and of names in them. Of keys with the
/// same slot, the latest is kept.
///
/// A key is a hash of 64 bits, which is never zero. Shapes with the same hash are taken for one.
///
/// Held: [`Shapes::held_bytes`].
pub(super) struct Shapes {
    /// Separate arrays for hashes and shapes avoid padding.
    hashes: Box<[u64]>,
    shapes: Box<[Shape]>,
    names: NameCache,
}

/// The names that were read last, but for ids: those hardly ever repeat.
struct NameCache {
    hashes: Box<[u64]>,
    names: Box<[Names]>,
}

impl NameCache {
    /// The names of an element but for its `id`, which is not part of its shape; and whether its
    /// class marks it as the date.
    fn of_element(&mut self, tag: &Tag<'_>, words: &ClassWords) -> (Names, bool) {
        let mut names = Names::default();
        let mut calls_date = false;
        for (id, text) in tag.attributes.iter() {
            let Some(source) = NameAttribute::of(id).filter(|_| id != AttrId::Id) else { continue };
            if !source.gives_hints() && !words.are_weighed() {
                continue;
            }
            let of_name = self.read(source, text, words);
            names.weight.add_all(of_name.weight);
            if id == AttrId::Class {
                (names.hints, names.kind) = (of_name.hints, of_name.kind);
                calls_date = class_calls_date(text, of_name.hints.hints());
            }
        }
        (names, calls_date)
    }

    fn read(&mut self, source: NameAttribute, text: &str, words: &ClassWords) -> Names {
        let hash = add(u64::from(source.salt()), text.as_bytes()) | 1;
        let at = (hash >> 32) as usize & (self.hashes.len() - 1);
        if self.hashes[at] != hash {
            (self.hashes[at], self.names[at]) = (hash, Names::of(source, text, words));
        }
        self.names[at]
    }
}

impl Shapes {
    /// Bytes on the heap, with `spare_bytes` of budget above the least.
    pub(super) const fn held_bytes(spare_bytes: usize) -> usize {
        let shapes = shapes(spare_bytes);
        shapes * (size_of::<u64>() + size_of::<Shape>())
            + shapes / SHAPES_PER_NAME * (size_of::<u64>() + size_of::<Names>())
    }

    pub(super) fn new(spare_bytes: usize) -> Self {
        let shapes = shapes(spare_bytes);
        Self {
            hashes: vec![0; shapes].into(),
            shapes: vec![Shape::default(); shapes].into(),
            names: NameCache {
                hashes: vec![0; shapes / SHAPES_PER_NAME].into(),
                names: vec![Names::default(); shapes / SHAPES_PER_NAME].into(),
            },
        }
    }

    /// Forgets all entries.
    pub(super) fn reset(&mut self) {
        self.hashes.fill(0);
        self.names.hashes.fill(0);
    }

    /// The names of an element that its shape does not have, and whether its class marks it as the
    /// date.
    #[cold]
    pub(super) fn names_of(&mut self, tag: &Tag<'_>, words: &ClassWords) -> (Names, bool) {
        self.names.of_element(tag, words)
    }

    /// The shape of a tag. `words`: how the words of its names are used.
    #[inline]
    pub(super) fn of(&mut self, tag: &Tag<'_>, words: &ClassWords) -> Shape {
        let hash = hash_of(tag);
        let at = (hash >> 32) as usize & (self.hashes.len() - 1);
        if self.hashes[at] != hash {
            (self.hashes[at], self.shapes[at]) = (hash, Shape::of(tag, words, &mut self.names));
        }
        self.shapes[at]
    }
}

/// The hash of the shape of a tag; never zero.
#[inline]
fn hash_of(tag: &Tag<'_>) -> u64 {
    let attributes = &tag.attributes;
    let is_there = mix(attributes.kept().hash() ^ tag.id as u64);
    attributes.values_of(VALUED).fold(is_there, |hash, (id, value)| add(hash ^ id as u64, value)) | 1
}

/// Adds a text to a hash, eight bytes at a time.
#[inline]
fn add(hash: u64, text: &[u8]) -> u64 {
    let (words, rest) = text.as_chunks();
    let hash = words.iter().fold(hash, |hash, &word| mix(hash ^ u64::from_le_bytes(word)));
    let rest = match text.last_chunk() {
        Some(&last) => u64::from_le_bytes(last),
        None => rest.iter().fold(0, |rest, &byte| rest << 8 | u64::from(byte)),
    };
    mix(hash ^ rest ^ (text.len() as u64).rotate_right(8))
}

/// Spreads bits upward by a product with 2^64 divided by the golden ratio, and downward again.
#[inline]
fn mix(bits: u64) -> u64 {
    let product = bits.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    product ^ product >> 32
}
