//! Which elements of a page are the posts of a thread.
//!
//! In: decided blocks with their elements, and the blocks that name an author or a date. Out: a
//! [`Thread`]. Two neighbouring posts name their authors in two children of one element. The element
//! and the tag of its children that most neighbours agree on are those of the thread.
//!
//! Cost: the depth of the elements, for each block and each name. Held: a few counters.

use crate::block::{Arena, Record, Verdict};
use crate::html::TagId;
use crate::structure::{Hints, PostPart};

/// Counters of the candidates. A candidate with more than one in this many votes is found.
const CANDIDATES: usize = 16;

/// Candidates with the most votes, whose contents are compared.
const FINALISTS: usize = 4;

/// Minimum posts of a thread.
const MIN_POSTS: u32 = 2;

/// Hints that an element is a post.
const POSTING: Hints = Hints::FORUM.with(Hints::COMMENTS).with(Hints::CONTENT);

/// Hints that an element belongs to a conversation.
const TALKING: Hints = Hints::FORUM.with(Hints::COMMENTS);

/// The posts of a page: elements with one tag and one parent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Thread {
    parent: u32,
    tag: TagId,
    /// Hints of which each post has one; if none, a post begins where an author is named.
    hints: Hints,
    /// An element before them that is the first post.
    opening: Option<u32>,
}

/// A block that names an author or a date.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Naming {
    pub(crate) element: u32,
    pub(crate) part: PostPart,
    /// It is called a user, or leads to the page of one.
    pub(crate) names_user: bool,
}

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
    /// Headings of posts that lead to another page.
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
        let of =
            |part| namings.clone().filter(move |naming| naming.part == part).map(|naming| naming.element);
        let by_author = Self::between(arena, of(PostPart::Author));
        let by_date = Self::between(arena, of(PostPart::Date));
        let candidates =
            [by_author, by_date].into_iter().flatten().filter(|known| known.votes + 1 >= MIN_POSTS);
        let threads = candidates.map(|Candidate { parent, tag, hints, .. }| {
            let mut thread = Self { parent, tag, hints, opening: None };
            thread.opening = thread.find_opening(arena, count, of(PostPart::Author));
            (thread, thread.contents(arena, count))
        });
        let (thread, contents) = threads.max_by_key(|(_, contents)| (contents.posts, contents.words))?;
        let users =
            namings.filter(|naming| naming.names_user && thread.post_of(arena, naming.element).is_some());
        let is_talk =
            contents.is_talk || thread.is_in_talk(arena) || users.count() >= contents.posts as usize;
        let kept =
            (0..count).map(|index| arena.record(index)).filter(|record| record.verdict == Verdict::Kept);
        let all: u32 = kept.map(Record::words).sum();
        let is_one = contents.posts >= MIN_POSTS
            && contents.words * 2 >= all
            && (is_talk || contents.teasers * 2 < contents.posts && contents.posts > MIN_POSTS);
        is_one.then_some(thread)
    }

    /// The candidates that most neighbouring elements agree on.
    ///
    /// Source: Misra and Gries, "Finding repeated elements", 1982.
    fn between(arena: &Arena, elements: impl Iterator<Item = u32>) -> [Candidate; FINALISTS] {
        let mut candidates = [Candidate::default(); CANDIDATES];
        let mut last = None;
        for element in elements {
            let Some(pair) = last.replace(element).and_then(|last| siblings(arena, last, element)) else {
                continue;
            };
            let known = candidates
                .iter_mut()
                .find(|known| known.votes > 0 && known.parent == pair.parent && known.tag == pair.tag);
            if let Some(known) = known {
                known.votes += 1;
                known.hints = Hints(known.hints.0 & pair.hints.0);
            } else if let Some(free) = candidates.iter_mut().find(|known| known.votes == 0) {
                *free = pair;
            } else {
                candidates.iter_mut().for_each(|known| known.votes -= 1);
            }
        }
        candidates.sort_unstable_by_key(|known| core::cmp::Reverse(known.votes));
        let mut best = [Candidate::default(); FINALISTS];
        best.copy_from_slice(&candidates[..FINALISTS]);
        best
    }

    /// The post that an element is in, if it is in one.
    pub(crate) fn post_of(&self, arena: &Arena, mut at: u32) -> Option<u32> {
        while at != 0 {
            if self.opening == Some(at) || self.is_post(arena, at) {
                return Some(at);
            }
            at = arena.element(at).parent();
        }
        None
    }

    /// Whether each of its elements is a post of its own, even without an author.
    pub(crate) fn has_marked_posts(&self) -> bool {
        self.hints.has(POSTING)
    }

    fn is_post(&self, arena: &Arena, at: u32) -> bool {
        let element = arena.element(at);
        at != 0
            && element.parent() == self.parent
            && element.tag == self.tag
            && (self.hints == Hints::default() || element.hints.has(self.hints))
    }

    /// The element with the first post, if it is apart from the others: a question, say.
    fn find_opening(&self, arena: &Arena, count: usize, authors: impl Iterator<Item = u32>) -> Option<u32> {
        let mut best = None;
        for author in authors {
            if self.post_of(arena, author).is_some() {
                break;
            }
            let Some(pair) = branches(arena, author, self.parent).filter(|pair| pair.first != 0) else {
                continue;
            };
            let is_in = |record: &&Record| is_in(arena, record.context.element, pair.first);
            let kept =
                (0..count).map(|index| arena.record(index)).filter(|record| record.verdict == Verdict::Kept);
            let words: u32 =
                kept.filter(is_in).filter(|record| record.context.heading == 0).map(Record::words).sum();
            if words >= MIN_OPENING_WORDS && best.is_none_or(|(_, most)| words > most) {
                best = Some((pair.first, words));
            }
        }
        best.map(|(element, _)| element)
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

/// Minimum words of a first post that is apart from the others.
const MIN_OPENING_WORDS: u32 = 5;

/// Two different children of one element.
struct Branches {
    parent: u32,
    /// 0 if the first element is an ancestor of the other, or the same.
    first: u32,
    second: u32,
}

/// Where the ways from the root to two elements part.
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
    (below_first != 0 || below_second != 0).then_some(Branches {
        parent: first,
        first: below_first,
        second: below_second,
    })
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
