//! What the posts of a candidate hold, and whether they are the posts of a thread.
//!
//! In: decided blocks, and those that name an author or a date. Out: [`Contents`]. Most posts of a
//! thread name their author, and have more text than links. Entries of other lists have headings
//! that lead to other pages, and sections of an article name nobody. Held: a few counters.
//!
//! Cost: the depth of the elements, for each block.

use super::posts::{MIN_POSTS, Naming, TALKING, Thread};
use crate::block::{Arena, Verdict};
use crate::html::TagId;
use crate::posts::part::PostPart;

/// Maximum words of a heading; a longer one is text.
const MAX_HEADING_WORDS: u32 = 20;

/// What one post of a candidate holds.
#[derive(Clone, Copy, Debug, Default)]
struct PostContents {
    /// Kept text that is not a heading.
    has_text: bool,
    has_author: bool,
    has_date: bool,
    names_user: bool,
    /// A kept heading leads to another page.
    is_teaser: bool,
}

/// What the posts of a candidate hold.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Contents {
    /// Posts with kept text. Of these are the posts of the next four counts.
    pub(super) posts: u32,
    with_author: u32,
    with_author_or_date: u32,
    by_users: u32,
    teasers: u32,
    /// Kept words.
    pub(super) words: u32,
    link_words: u32,
    /// An element with or around the posts has a hint of a conversation.
    pub(super) is_talk: bool,
}

impl Contents {
    /// What the posts of `thread` hold among the `count` oldest blocks. `namings`: in page order.
    pub(super) fn of(
        thread: &Thread,
        arena: &Arena,
        count: usize,
        namings: impl Iterator<Item = Naming>,
    ) -> Self {
        let mut found = Self { is_talk: thread.is_in_talk(arena), ..Self::default() };
        let mut namings = namings.peekable();
        let (mut last, mut open) = (None, PostContents::default());
        for index in 0..count {
            let record = arena.record(index);
            let post = thread.post_of(arena, record.context.element);
            if post.is_some() && post != last {
                found.add(core::mem::take(&mut open));
                last = post;
            }
            let mut is_naming = false;
            while let Some(naming) = namings.next_if(|naming| naming.index <= index) {
                is_naming = true;
                if post.is_some() {
                    open.has_author |= naming.part == PostPart::Author;
                    open.has_date |= naming.part == PostPart::Date;
                    open.names_user |= naming.names_user;
                }
            }
            let Some(post) = post.filter(|_| record.verdict == Verdict::Kept) else { continue };
            let (words, link_words) = (record.words(), record.link_words());
            found.words += words;
            found.link_words += link_words;
            found.is_talk |= arena.element(post).hints.has(TALKING);
            if record.context.heading == 0 || words > MAX_HEADING_WORDS {
                open.has_text = true;
            } else {
                // The name of an author can be a heading that leads to their page.
                open.is_teaser |= !is_naming && record.links.lead_elsewhere() && link_words * 2 > words;
            }
        }
        found.add(open);
        found
    }

    fn add(&mut self, post: PostContents) {
        if post.has_text {
            self.posts += 1;
            self.with_author += u32::from(post.has_author);
            self.with_author_or_date += u32::from(post.has_author || post.has_date);
            self.by_users += u32::from(post.names_user);
            self.teasers += u32::from(post.is_teaser);
        }
    }

    /// Whether they are the posts of a thread: elements with tag `tag`, on a page with this many
    /// kept words.
    pub(super) fn are_of_thread(&self, tag: TagId, page_words: u32) -> bool {
        // A row with the author and a row with the text may be one post.
        let least_named =
            if tag == TagId::Tr { self.posts.div_ceil(2) } else { (self.posts * 2).div_ceil(3) };
        // Entries of any list have dates.
        let named = if self.is_talk { self.with_author_or_date } else { self.with_author };
        let is_by_users = self.by_users >= self.posts;
        self.posts >= MIN_POSTS
            && (self.is_talk || is_by_users || self.posts > MIN_POSTS)
            && self.words * 2 >= page_words
            && named >= least_named
            && self.teasers * 2 < self.posts
            && self.link_words * 2 <= self.words
    }
}
