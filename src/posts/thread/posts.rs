//! The posts of a thread, as elements of the page, and the blocks that name their authors.

use crate::block::Arena;
use crate::html::TagId;
use crate::posts::part::PostPart;
use crate::structure::Hints;

/// Minimum posts of a thread.
pub(super) const MIN_POSTS: u32 = 2;

/// Hints that an element belongs to a conversation.
pub(super) const TALKING: Hints = Hints::FORUM.with(Hints::COMMENTS);

/// The posts of a page: elements with one tag and one parent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Thread {
    pub(super) parent: u32,
    pub(super) tag: TagId,
    /// Hints that each post has once; if none, a post begins where an author is named.
    pub(super) hints: Hints,
    pub(super) opening: Option<Opening>,
    /// The path of the elements that most of their text is in.
    pub(super) body: u16,
}

/// A first post apart from the others, such as a question: what an element holds before them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Opening {
    pub(super) parent: u32,
    /// The child of the parent that holds the other posts.
    pub(super) before: u32,
}

/// A block that names an author or a date.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Naming {
    /// Index of the block among those that wait.
    pub(crate) index: usize,
    pub(crate) part: PostPart,
    /// It is called a user, or leads to the page of one.
    pub(crate) names_user: bool,
}

impl Naming {
    /// The element that names an author.
    pub(super) fn element(self, arena: &Arena) -> Option<u32> {
        (self.part == PostPart::Author).then(|| arena.record(self.index).context.element)
    }
}
