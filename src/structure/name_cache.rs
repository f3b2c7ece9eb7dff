//! Cache of the meaning of names: class names of links and spans, and names of other elements.
//!
//! In: the text of a name attribute. Out: its [`NameMeaning`] or [`ClassMeaning`]. Pages repeat the
//! same few names, and a hash lookup is much faster than reading their words. Held:
//! [`NameCache::HELD_BYTES`].

use super::class_words::ClassWeight;
use super::hints::Hints;
use super::names::NameAttribute;
use super::word_boundaries::{self, Value};
use super::{byline_names, hidden, post_part, time};
use alloc::boxed::Box;

/// Entries for names, a power of two. Of names with the same slot, the latest is kept.
const REMEMBERED: usize = 128;

/// What the words of a name mean.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct NameMeaning {
    /// Hash of the words without digits.
    pub(super) kind: u32,
    pub(super) weight: ClassWeight,
    pub(super) hints: Hints,
    /// It marks a text as the date of the page.
    pub(super) calls_date: bool,
}

/// What the class of a link or a span means, as bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct ClassMeaning(u64);

impl ClassMeaning {
    /// The name of the author.
    pub(super) const AUTHOR: Self = Self(1);
    /// Text for screen readers alone.
    pub(super) const SCREEN_READER: Self = Self(1 << 1);
    /// The last part of a dotted name.
    pub(super) const LAST_OF_NAME: Self = Self(1 << 2);
    /// A tool's mark, on a link.
    pub(super) const MARK: Self = Self(1 << 3);
    /// A tool's mark, on a link in a heading.
    pub(super) const MARK_OF_HEADING: Self = Self(1 << 4);

    /// The date of the page.
    pub(super) const DATE: Self = Self(1 << 5);

    /// An icon, whose text is its name.
    pub(super) const ICON: Self = Self(1 << 6);

    /// A utility class of style sheets that displays the element as a block.
    pub(super) const BLOCK: Self = Self(1 << 7);

    /// The name of a user.
    pub(super) const USER: Self = Self(1 << 8);

    /// A tag or a badge, which style sheets draw as a box of its own.
    pub(super) const BADGE: Self = Self(1 << 9);

    /// Mask of all these bits.
    const ALL: u64 = (1 << 10) - 1;

    /// The meaning of a class, word by word.
    #[inline(never)]
    fn of(class: &str) -> Self {
        let mut says = 0;
        let mut add = |says_so: bool, what: Self| says |= if says_so { what.0 } else { 0 };
        let (mut is_first, mut last) = (true, "");
        for word in class.split_ascii_whitespace() {
            if core::mem::take(&mut is_first) {
                add(word_boundaries::is_screen_reader_class(word), Self::SCREEN_READER);
                add(word_boundaries::is_of_last_of_name(word), Self::LAST_OF_NAME);
            }
            last = word;
            add(byline_names::calls_author(word), Self::AUTHOR);
            add(post_part::calls_user(word), Self::USER);
            add(time::calls_date(word), Self::DATE);
            add(hidden::is_of_mark(word), Self::MARK);
            add(hidden::is_of_mark_in_heading(word), Self::MARK_OF_HEADING);
            add(hidden::is_of_icon(word), Self::ICON);
            add(matches!(word, "block" | "d-block"), Self::BLOCK);
            add(matches!(word, "tag" | "badge" | "chip" | "pill"), Self::BADGE);
        }
        add(word_boundaries::is_screen_reader_class(last), Self::SCREEN_READER);
        Self(says)
    }

    /// Whether any of `other` is set.
    #[inline]
    pub(super) fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}

/// Entries for classes of links and spans, a power of two. Of classes with the same slot, the
/// latest is kept.
const CLASSES: usize = 64;

/// Direct-mapped cache of the names that were read last.
///
/// A name is identified by a hash of 64 bits, which is never zero. Names with the same hash are
/// taken for one. Classes of links and spans are identified by 54 bits of their hash; the lowest 10
/// bits hold their meaning.
///
/// Held: [`NameCache::HELD_BYTES`].
pub(super) struct NameCache(Box<Tables>);

/// The entries. Separate arrays for hashes and meanings avoid padding.
struct Tables {
    hashes: [u64; REMEMBERED],
    meanings: [NameMeaning; REMEMBERED],
    classes: [u64; CLASSES],
}

impl NameCache {
    pub(super) const HELD_BYTES: usize = size_of::<Tables>();

    pub(super) fn new() -> Self {
        Self(Box::new(Tables {
            hashes: [0; REMEMBERED],
            meanings: [NameMeaning::default(); REMEMBERED],
            classes: [0; CLASSES],
        }))
    }

    /// Forgets all entries.
    pub(super) fn reset(&mut self) {
        self.0.hashes.fill(0);
        self.0.classes.fill(0);
    }

    /// The meaning of `name`, from the cache or else from `read`.
    #[inline]
    pub(super) fn meaning(
        &mut self,
        source: NameAttribute,
        name: &str,
        read: impl FnOnce() -> NameMeaning,
    ) -> NameMeaning {
        let hash = (hash_of(name) ^ u64::from(source.salt())).max(1);
        let at = hash as usize % REMEMBERED;
        if self.0.hashes[at] != hash {
            (self.0.hashes[at], self.0.meanings[at]) = (hash, read());
        }
        self.0.meanings[at]
    }

    /// The hash and the meaning of the class of a link or a span.
    #[inline]
    pub(super) fn look_up(&mut self, class: &str) -> (Value, ClassMeaning) {
        let value = Value::of(class);
        let number = value.number();
        if number == 0 {
            return (value, ClassMeaning::default());
        }
        let known = &mut self.0.classes[(number >> (u64::BITS - CLASSES.ilog2())) as usize];
        // The lowest bits of the hash hold the meaning, so only the others are compared.
        if *known & !ClassMeaning::ALL != number & !ClassMeaning::ALL {
            *known = number & !ClassMeaning::ALL | ClassMeaning::of(class).0;
        }
        (value, ClassMeaning(*known & ClassMeaning::ALL))
    }
}

/// A hash of a name, eight bytes at a time.
#[inline]
fn hash_of(name: &str) -> u64 {
    let (words, rest) = name.as_bytes().as_chunks();
    let hash = words.iter().fold(name.len() as u64, |hash, &word| mix(hash ^ u64::from_le_bytes(word)));
    let rest = rest.iter().fold(0, |rest, &byte| rest << 8 | u64::from(byte));
    mix(hash ^ rest)
}

/// Spreads bits upward by a product with 2^64 divided by the golden ratio, and downward again.
#[inline]
fn mix(bits: u64) -> u64 {
    let product = bits.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    product ^ product >> 32
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::format;

    #[test]
    fn a_name_means_what_it_meant_until_it_is_forgotten() {
        let mut known = NameCache::new();
        let meaning = |kind| NameMeaning { kind, ..NameMeaning::default() };
        for round in 0..3 {
            // More names than entries: some are read again, none is taken for another.
            for number in 0..1000 {
                let name = format!("card card-{number} is-{}", number % 7);
                assert_eq!(
                    known.meaning(NameAttribute::Class, &name, || meaning(number)),
                    meaning(number),
                    "{round}"
                );
            }
        }
        assert_eq!(known.meaning(NameAttribute::Class, "", || meaning(1)), meaning(1));
        assert_eq!(known.meaning(NameAttribute::Class, "", || meaning(2)), meaning(1));
        known.reset();
        assert_eq!(known.meaning(NameAttribute::Class, "", || meaning(2)), meaning(2));
    }

    #[test]
    fn a_class_says_what_its_words_say_however_many_were_read() {
        let mut known = NameCache::new();
        for round in 0..3 {
            for number in 0..500 {
                for (class, says) in [
                    ("x", ClassMeaning::default()),
                    ("x author", ClassMeaning::AUTHOR),
                    ("sr-only x", ClassMeaning::SCREEN_READER),
                    ("sig-name x", ClassMeaning::LAST_OF_NAME),
                    ("headerlink x", ClassMeaning::MARK),
                    ("x hash-link", ClassMeaning::MARK_OF_HEADING),
                    ("entry-date x", ClassMeaning::DATE),
                    ("x username", ClassMeaning::USER),
                    ("x material-icons-round", ClassMeaning::ICON),
                    ("x d-block", ClassMeaning::BLOCK),
                    ("badge x", ClassMeaning::BADGE),
                ] {
                    let class = class.replace('x', &format!("x{number}"));
                    assert_eq!(known.look_up(&class), (Value::of(&class), says), "{round} {class}");
                }
            }
        }
        known.reset();
        assert_eq!(known.look_up("x1 author"), (Value::of("x1 author"), ClassMeaning::AUTHOR));
        assert_eq!(
            known.look_up("x sr-only x").1,
            ClassMeaning::default(),
            "it is neither the first nor the last"
        );
        assert_eq!(known.look_up(" "), (Value::default(), ClassMeaning::default()));
        assert_eq!(
            known.look_up(" sr-only author").1,
            ClassMeaning(ClassMeaning::SCREEN_READER.0 | ClassMeaning::AUTHOR.0)
        );
    }
}
