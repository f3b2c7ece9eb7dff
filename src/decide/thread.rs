//! Which elements of a page are the posts of a thread.
//!
//! In: decided blocks with their elements, and the blocks that name an author or a date. Out: a
//! [`Thread`]. Two neighbouring posts name their authors in two children of one element. The
//! element and the tag of its children on which most neighbours agree are the candidates; the one
//! with the most posts is the thread.
//!
//! Cost: the depth of the elements, a few times for each block and each name. Held: a few counters.

use crate::block::{Arena, Record, Verdict};
use crate::html::TagId;
use crate::structure::{Flags, Hints, PostPart};

/// Counters of a vote. What has more than one in this many votes is found.
const COUNTERS: usize = 16;

/// Candidates with the most votes, whose contents are compared.
const FINALISTS: usize = 4;

/// Minimum posts of a thread.
const MIN_POSTS: u32 = 2;

/// Minimum words of a first post that is apart from the others.
const MIN_OPENING_WORDS: u32 = 5;

/// Hints that an element belongs to a conversation.
const TALKING: Hints = Hints::FORUM.with(Hints::COMMENTS);

/// Hints that an element is a post.
const POSTING: Hints = TALKING.with(Hints::CONTENT);

/// The posts of a page: elements with one tag and one parent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Thread {
    parent: u32,
    tag: TagId,
    /// Hints of which each post has one; if none, a post begins where an author is named.
    hints: Hints,
    opening: Option<Opening>,
    /// The path of the elements that most of their text is in.
    body: u16,
}

/// A first post apart from the others, such as a question: what an element holds before them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Opening {
    parent: u32,
    /// The child of the parent that holds the other posts.
    before: u32,
}

/// A block that names an author or a date.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Naming {
    pub(crate) element: u32,
    pub(crate) part: PostPart,
    /// It is called a user, or leads to the page of one.
    pub(crate) names_user: bool,
}

/// Elements that may be the posts.
#[derive(Clone, Copy, Debug, Default)]
struct Candidate {
    parent: u32,
    tag: TagId,
    hints: Hints,
    votes: u32,
}

/// What the posts of a candidate hold.
#[derive(Clone, Copy, Debug, Default)]
struct Contents {
    /// Posts with kept text.
    posts: u32,
    /// Kept words.
    words: u32,
    /// Headings that lead to another page.
    teasers: u32,
    /// A post has a hint of a conversation.
    is_talk: bool,
}

impl Thread {
    /// The thread of the `count` oldest blocks, if they are one. `namings`: in page order.
    pub(crate) fn find(
        arena: &Arena,
        count: usize,
        namings: impl Iterator<Item = Naming> + Clone,
    ) -> Option<Self> {
        let elements = namings.clone().map(|naming| naming.element);
        let of =
            |part| namings.clone().filter(move |naming| naming.part == part).map(|naming| naming.element);
        let finalists = [PostPart::Author, PostPart::Date].map(|part| candidates(arena, of(part)));
        let words: u32 = kept(arena, count).map(Record::words).sum();
        let threads = finalists.into_iter().flatten().filter(|known| known.votes + 1 >= MIN_POSTS);
        let threads = threads.map(|Candidate { parent, tag, hints, .. }| {
            let mut thread = Self { parent, tag, hints, opening: None, body: 0 };
            thread.opening = thread.find_opening(arena, count, elements.clone());
            (thread, thread.contents(arena, count))
        });
        let threads = threads.filter(|(thread, contents)| {
            let users = namings.clone().filter(|naming| naming.names_user);
            let users = users.filter(|naming| thread.post_of(arena, naming.element).is_some()).count();
            let is_talk = contents.is_talk || thread.is_in_talk(arena) || users >= contents.posts as usize;
            let is_no_list = contents.teasers * 2 < contents.posts && contents.posts > MIN_POSTS;
            contents.words * 2 >= words && contents.posts >= MIN_POSTS && (is_talk || is_no_list)
        });
        let (mut thread, _) = threads.max_by_key(|(_, contents)| (contents.posts, contents.words))?;
        thread.body = thread.path_of_text(arena, count);
        Some(thread)
    }

    /// The post that an element is in, if it is in one.
    pub(crate) fn post_of(&self, arena: &Arena, mut at: u32) -> Option<u32> {
        while at != 0 {
            if self.is_post(arena, at) {
                return Some(at);
            }
            let parent = arena.element(at).parent();
            if let Some(opening) = self.opening
                && parent == opening.parent
            {
                // Its parent is no other post.
                return (at < opening.before).then_some(parent);
            }
            at = parent;
        }
        None
    }

    /// Whether an element is the parent of the posts, or in it.
    pub(crate) fn encloses(&self, arena: &Arena, at: u32) -> bool {
        is_in(arena, at, self.parent)
    }

    /// Whether each of its elements is a post of its own, even without an author.
    pub(crate) fn has_marked_posts(&self) -> bool {
        self.hints.has(POSTING)
    }

    /// Whether a dropped block stands where the others have the text of posts.
    pub(crate) fn is_body(&self, arena: &Arena, record: &Record) -> bool {
        arena.element(record.context.element).path_hash == self.body
            && !record.has(Flags::HIDDEN)
            && !record.context.note.is_copy()
    }

    fn is_post(&self, arena: &Arena, at: u32) -> bool {
        let element = arena.element(at);
        element.parent() == self.parent
            && element.tag == self.tag
            && (self.hints == Hints::default() || element.hints.has(self.hints))
    }

    /// The first post, if it is apart from the others and names its author or date in `elements`.
    fn find_opening(
        &self,
        arena: &Arena,
        count: usize,
        elements: impl Iterator<Item = u32>,
    ) -> Option<Opening> {
        let (mut best, mut last) = (None, None);
        for element in elements.take_while(|&element| self.post_of(arena, element).is_none()) {
            let pair = branches(arena, element, self.parent).filter(|pair| pair.second != 0);
            let Some(Branches { parent, second: before, .. }) = pair else { continue };
            let opening = Opening { parent, before };
            if last.replace(opening) == Some(opening) {
                continue;
            }
            let texts = kept(arena, count).filter(|record| record.context.heading == 0);
            let texts = texts.filter(|record| {
                let at = record.context.element;
                at < before && is_in(arena, at, parent)
            });
            let words: u32 = texts.map(Record::words).sum();
            if words >= MIN_OPENING_WORDS && best.is_none_or(|(_, most)| words > most) {
                best = Some((opening, words));
            }
        }
        best.map(|(opening, _)| opening)
    }

    /// The path of the elements that most kept words of the posts are in.
    fn path_of_text(&self, arena: &Arena, count: usize) -> u16 {
        let mut paths = [(0_u16, 0_u32); COUNTERS];
        for record in kept(arena, count) {
            let at = record.context.element;
            if self.post_of(arena, at).is_none() {
                continue;
            }
            let (path, words) = (arena.element(at).path_hash, record.words());
            let known = paths.iter().position(|&(other, votes)| other == path && votes > 0);
            match known.or_else(|| paths.iter().position(|&(_, votes)| votes == 0)) {
                Some(place) => paths[place] = (path, paths[place].1 + words),
                None => paths.iter_mut().for_each(|(_, votes)| *votes = votes.saturating_sub(words)),
            }
        }
        paths.into_iter().max_by_key(|&(_, votes)| votes).map_or(0, |(path, _)| path)
    }

    fn contents(&self, arena: &Arena, count: usize) -> Contents {
        let mut found = Contents::default();
        let mut last = None;
        for record in (0..count).map(|index| arena.record(index)) {
            let Some(post) = self.post_of(arena, record.context.element) else { continue };
            let is_teaser = record.context.heading > 0
                && record.links.lead_elsewhere()
                && record.link_words() * 2 > record.words();
            found.teasers += u32::from(is_teaser);
            if record.verdict != Verdict::Kept {
                continue;
            }
            found.words += record.words();
            if last.replace(post) != Some(post) {
                found.posts += 1;
                found.is_talk |= arena.element(post).hints.has(TALKING);
            }
        }
        found
    }

    /// Whether an element that holds the posts belongs to a conversation.
    fn is_in_talk(&self, arena: &Arena) -> bool {
        let mut at = self.parent;
        while at != 0 {
            if arena.element(at).hints.has(TALKING) {
                return true;
            }
            at = arena.element(at).parent();
        }
        false
    }
}

/// The candidates on which most neighbouring elements agree, those with the most votes first.
///
/// Source: Misra and Gries, "Finding repeated elements", 1982.
fn candidates(arena: &Arena, elements: impl Iterator<Item = u32>) -> [Candidate; FINALISTS] {
    let mut counters = [Candidate::default(); COUNTERS];
    let mut last = None;
    for element in elements {
        let Some(pair) = last.replace(element).and_then(|last| siblings(arena, last, element)) else {
            continue;
        };
        let is_same = |known: &Candidate| known.parent == pair.parent && known.tag == pair.tag;
        if let Some(known) = counters.iter_mut().find(|known| known.votes > 0 && is_same(known)) {
            known.votes += 1;
            known.hints = Hints(known.hints.0 & pair.hints.0);
        } else if let Some(free) = counters.iter_mut().find(|known| known.votes == 0) {
            *free = pair;
        } else {
            counters.iter_mut().for_each(|known| known.votes -= 1);
        }
    }
    counters.sort_unstable_by_key(|known| core::cmp::Reverse(known.votes));
    core::array::from_fn(|place| counters[place])
}

/// Those of the `count` oldest blocks that are kept.
fn kept(arena: &Arena, count: usize) -> impl Iterator<Item = &Record> {
    (0..count).map(|index| arena.record(index)).filter(|record| record.verdict == Verdict::Kept)
}

/// Where the ways from the root to two elements part.
struct Branches {
    parent: u32,
    /// The children of the parent on the two ways; 0 where a way ends at the parent.
    first: u32,
    second: u32,
}

/// `None` if both elements are the same.
fn branches(arena: &Arena, mut first: u32, mut second: u32) -> Option<Branches> {
    let (mut below_first, mut below_second) = (0, 0);
    while first != second {
        // A parent has a lower number than its children.
        if first > second {
            below_first = first;
            first = arena.element(first).parent();
        } else {
            below_second = second;
            second = arena.element(second).parent();
        }
    }
    let differ = below_first != 0 || below_second != 0;
    differ.then_some(Branches { parent: first, first: below_first, second: below_second })
}

/// A vote for the siblings with the same tag that two elements are in.
fn siblings(arena: &Arena, first: u32, second: u32) -> Option<Candidate> {
    let pair = branches(arena, first, second).filter(|pair| pair.first != 0 && pair.second != 0)?;
    let [first, second] = [pair.first, pair.second].map(|at| arena.element(at));
    let hints = Hints(first.hints.0 & second.hints.0 & POSTING.0);
    (first.tag == second.tag).then_some(Candidate { parent: pair.parent, tag: first.tag, hints, votes: 1 })
}

fn is_in(arena: &Arena, mut at: u32, ancestor: u32) -> bool {
    while at > ancestor {
        at = arena.element(at).parent();
    }
    at == ancestor
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::block::tests::blocks_of;
    use alloc::string::String;
    use std::format;

    const NAMES: [&str; 4] = ["ada", "ben", "cleo", "dan"];

    /// A list of posts, each with a name, and what else it holds.
    fn list(names: &[&str], of_post: impl Fn(&str) -> String) -> String {
        let posts: String =
            names.iter().map(|name| format!("<li><p>{name}</p>{}</li>", of_post(name))).collect();
        format!("<h1>Rain</h1><ul>{posts}</ul>")
    }

    fn text_of(name: &str) -> String {
        format!("<p>It rained for three days, writes {name}, and the river rose.</p>")
    }

    /// The number of posts of the thread of a page all of whose blocks are kept.
    fn posts_in(html: &str, names_user: bool) -> Option<usize> {
        let mut page = blocks_of(html, false);
        let arena = &mut page.arena;
        arena.records_mut().for_each(|record| record.verdict = Verdict::Kept);
        let is_name = |record: &&Record| NAMES.contains(&arena.text(record).trim());
        let elements: std::vec::Vec<u32> =
            arena.records().filter(is_name).map(|record| record.context.element).collect();
        let namings =
            elements.into_iter().map(|element| Naming { element, part: PostPart::Author, names_user });
        let thread = Thread::find(arena, arena.len(), namings)?;
        let mut posts: std::vec::Vec<u32> =
            arena.records().filter_map(|record| thread.post_of(arena, record.context.element)).collect();
        posts.dedup();
        Some(posts.len())
    }

    #[test]
    fn siblings_that_each_name_a_user_are_posts() {
        assert_eq!(posts_in(&list(&NAMES, text_of), true), Some(4));
        assert_eq!(posts_in(&list(&NAMES[..2], text_of), true), Some(2));
        assert_eq!(posts_in(&list(&NAMES[..1], text_of), true), None);
    }

    #[test]
    fn authors_who_are_no_users_need_more_than_two_posts() {
        assert_eq!(posts_in(&list(&NAMES[..2], text_of), false), None);
        assert_eq!(posts_in(&list(&NAMES[..3], text_of), false), Some(3));
    }

    #[test]
    fn a_list_of_headings_that_lead_elsewhere_is_no_thread() {
        let teaser = |name: &str| format!("<h2><a href=/{name}>What {name} saw</a></h2>{}", text_of(name));
        assert_eq!(posts_in(&list(&NAMES, teaser), false), None);
    }

    #[test]
    fn posts_with_less_than_half_of_the_words_are_comments_and_no_thread() {
        let article = "<p>Nobody had seen the river so high, not in the time of our parents.</p>".repeat(9);
        assert_eq!(posts_in(&format!("{article}{}", list(&NAMES, text_of)), true), None);
    }

    #[test]
    fn a_question_before_the_list_of_answers_is_a_post() {
        let html =
            format!("<div><div><p>ada</p>{}</div>{}</div>", text_of("ada"), list(&NAMES[1..], text_of));
        assert_eq!(posts_in(&html, true), Some(4));
    }
}
