//! What the text of an element is to the authors and dates of the page.

use crate::structure::Marks;

/// Sign between the lines of a block that its class calls a byline.
pub(crate) const BETWEEN_LINES: &str = "\u{2063}";

// The text of these states is read.
const _: () = assert!(BylineState::Date as u8 == Marks::READS_TEXT);

/// What the text of an element is to the byline: nothing, the date, the site name, or the author.
///
/// An element has exactly one state; its children inherit it unless they have another. Text from
/// `Date` on is read. Of the states from `Called` on, a greater one names
/// the author more exactly.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub(crate) enum BylineState {
    /// No byline.
    #[default]
    Outside,
    /// A comment, an answer or a review. Its author and date are not those of the page. All
    /// elements in it are in this state.
    Comment,
    /// The name of another person, or of an employer. So are all elements in it.
    Other,
    /// The date of the page.
    Date,
    /// The name of the site.
    Site,
    /// The name of a user, in a post that is marked as a comment. So are all elements in it.
    Poster,
    /// The name of a user. The first one of a thread is its author.
    User,
    /// A tag or a category of the page.
    Tag,
    /// A block that its class calls a byline. Only what follows a word for "by" is the name.
    Line,
    /// The author by a class or an address alone; the text may hold more than the name.
    Called,
    /// The author by `itemprop`; the text may hold more than the name.
    Whole,
    /// A link in a byline, whose text is likely the name.
    Link,
    /// A link with `rel=author`.
    Author,
    /// Exactly the name: `itemprop=name` in a byline.
    Name,
}

impl BylineState {
    const ALL: [Self; 14] = [
        Self::Outside,
        Self::Comment,
        Self::Other,
        Self::Date,
        Self::Site,
        Self::Poster,
        Self::User,
        Self::Tag,
        Self::Line,
        Self::Called,
        Self::Whole,
        Self::Link,
        Self::Author,
        Self::Name,
    ];

    /// The state as the mark of an element.
    pub(crate) fn mark(self) -> u8 {
        self as u8
    }

    /// The state with this mark.
    pub(crate) fn of_mark(mark: u8) -> Self {
        Self::ALL.get(usize::from(mark)).copied().unwrap_or_default()
    }

    /// Whether it is a part of a comment.
    pub(crate) fn is_of_comment(self) -> bool {
        matches!(self, Self::Comment | Self::Poster)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_has_its_own_mark() {
        for (number, state) in BylineState::ALL.into_iter().enumerate() {
            assert_eq!((usize::from(state.mark()), BylineState::of_mark(state.mark())), (number, state));
        }
    }
}
