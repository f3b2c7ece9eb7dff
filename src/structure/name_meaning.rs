//! The meaning of the class of an inline element.
//!
//! In: a class. Out: its [`ClassMeaning`], by its words. Holds nothing.

use super::class_table::{Meanings, meanings};
use super::name_parts::{
    calls_author, calls_date, is_of_icon, is_of_last_of_name, is_of_mark, is_of_mark_in_heading,
    is_screen_reader_class,
};

/// What the class of an inline element means, as bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ClassMeaning(u16);

impl ClassMeaning {
    /// The name of the author.
    pub(crate) const AUTHOR: Self = Self(1);
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
    pub(crate) const USER: Self = Self(1 << 8);

    /// A tag or a badge, which style sheets draw as a box of its own.
    pub(super) const BADGE: Self = Self(1 << 9);

    /// The meaning of a class, word by word.
    pub(super) fn of(class: &str) -> Self {
        let mut says = 0;
        let mut add = |says_so: bool, what: Self| says |= if says_so { what.0 } else { 0 };
        let (mut is_first, mut last) = (true, "");
        for word in class.split_ascii_whitespace() {
            if core::mem::take(&mut is_first) {
                add(is_screen_reader_class(word), Self::SCREEN_READER);
                add(is_of_last_of_name(word), Self::LAST_OF_NAME);
            }
            last = word;
            add(calls_author(word), Self::AUTHOR);
            add(meanings(word).has(Meanings::USER), Self::USER);
            add(calls_date(word), Self::DATE);
            add(is_of_mark(word), Self::MARK);
            add(is_of_mark_in_heading(word), Self::MARK_OF_HEADING);
            add(is_of_icon(word), Self::ICON);
            add(matches!(word, "block" | "d-block"), Self::BLOCK);
            add(matches!(word, "tag" | "badge" | "chip" | "pill"), Self::BADGE);
        }
        add(is_screen_reader_class(last), Self::SCREEN_READER);
        Self(says)
    }

    /// Whether any of `other` is set.
    #[inline]
    pub(crate) fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_class_means_what_its_words_mean() {
        for (class, meaning) in [
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
            (" ", ClassMeaning::default()),
            // It is neither the first nor the last word.
            ("x1 sr-only x", ClassMeaning::default()),
            (" sr-only author", ClassMeaning(ClassMeaning::SCREEN_READER.0 | ClassMeaning::AUTHOR.0)),
        ] {
            assert_eq!(ClassMeaning::of(class), meaning, "{class}");
        }
    }
}
