//! Which elements of a page are the posts of a thread.
//!
//! In: decided blocks with their elements, and the blocks that name an author or a date. Out: a
//! [`Thread`]. Two neighbouring posts name their authors in two children of one element. The
//! element and the tag of its children on which most neighbours agree are the candidates. Of those
//! whose contents are like posts, the thread is the one in a conversation, or with the most posts.
//!
//! Cost: the depth of the elements, a few times for each block and each name. Held: a few counters.

mod contents;
mod posts;

use self::contents::Contents;
use self::posts::{MIN_POSTS, Opening, TALKING};
pub(crate) use self::posts::{Naming, Thread};
use super::part::PostPart;
use crate::block::{Arena, ElementFlags, Record, Verdict};
use crate::html::TagId;
use crate::structure::{Flags, Hints};

/// Counters of a vote. What has more than one in this many votes is found.
const COUNTERS: usize = 16;

/// Candidates with the most votes, whose contents are compared.
const FINALISTS: usize = 4;

/// Minimum words of a first post that is apart from the others.
const MIN_OPENING_WORDS: u32 = 5;

/// Hints that an element is a post.
const POSTING: Hints = TALKING.with(Hints::CONTENT);

/// Elements that may be the posts.
#[derive(Clone, Copy, Debug, Default)]
struct Candidate {
    parent: u32,
    tag: TagId,
    hints: Hints,
    votes: u32,
}

impl Thread {
    /// The thread of the `count` oldest blocks, if they are one. `namings`: in page order.
    pub(crate) fn find(
        arena: &Arena,
        count: usize,
        namings: impl Iterator<Item = Naming> + Clone,
    ) -> Option<Self> {
        let element_of = |naming: &Naming| arena.record(naming.index).context.element;
        let elements = namings.clone().map(|naming| element_of(&naming));
        let of = |part| {
            namings.clone().filter(move |naming| naming.part == part).map(|naming| element_of(&naming))
        };
        let finalists = [PostPart::Author, PostPart::Date].map(|part| candidates(arena, of(part)));
        let words: u32 = kept(arena, count).map(Record::words).sum();
        let threads = finalists.into_iter().flatten().filter(|known| known.votes + 1 >= MIN_POSTS);
        let threads = threads.map(|Candidate { parent, tag, hints, .. }| {
            let mut thread = Self { parent, tag, hints, opening: None, body: 0 };
            thread.opening = thread.find_opening(arena, count, elements.clone());
            (thread, Contents::of(&thread, arena, count, namings.clone()))
        });
        let threads = threads.filter(|(thread, contents)| contents.are_of_thread(thread.tag, words));
        // What else a page lists may have more posts than its thread has answers.
        let (mut thread, _) = threads.max_by_key(|(thread, found)| {
            (found.is_talk, found.posts + thread.replies(arena, namings.clone()), found.words)
        })?;
        thread.body = thread.path_of_text(arena, count);
        Some(thread)
    }

    /// Marks the posts that are inside other posts or next to them: replies.
    pub(crate) fn mark_replies(&self, arena: &mut Arena, namings: impl Iterator<Item = Naming> + Clone) {
        let Some(model) = self.model_of_replies(arena, namings.clone()) else { return };
        for naming in namings {
            if let Some(reply) = self.reply(arena, model, naming) {
                arena.element_mut(reply).flags.set(ElementFlags::REPLY);
            }
        }
    }

    /// Number of names of authors of replies.
    fn replies(&self, arena: &Arena, namings: impl Iterator<Item = Naming> + Clone) -> u32 {
        let Some(model) = self.model_of_replies(arena, namings.clone()) else { return 0 };
        let mut replies = namings.filter_map(|naming| self.reply(arena, model, naming)).peekable();
        let mut count = 0;
        while let Some(reply) = replies.next() {
            count += u32::from(replies.peek() != Some(&reply));
        }
        count
    }

    /// The post whose author stands at the fewest levels below it, and their number.
    fn model_of_replies(&self, arena: &Arena, namings: impl Iterator<Item = Naming>) -> Option<(u8, u32)> {
        let levels_to_post = |naming: Naming| {
            let at = naming.element(arena).filter(|_| self.has_marked_posts())?;
            let post = self.post_of(arena, at).filter(|&post| self.is_listed(arena, post))?;
            Some((arena.element(at).depth() - arena.element(post).depth(), post))
        };
        namings.filter_map(levels_to_post).min()
    }

    /// The element, like the post `model`, that is as many levels around the name of an author.
    fn reply(&self, arena: &Arena, (levels, model): (u8, u32), naming: Naming) -> Option<u32> {
        let mut at = naming.element(arena)?;
        for _ in 0..levels {
            at = arena.element(at).parent();
        }
        let [one, post] = [at, model].map(|at| arena.element(at));
        let is_like = one.tag == post.tag && one.class.sum == post.class.sum && one.hints == post.hints;
        (is_like && one.parent() != self.parent && self.encloses(arena, at)).then_some(at)
    }

    /// The post that an element is in, if it is in one.
    pub(crate) fn post_of(&self, arena: &Arena, mut at: u32) -> Option<u32> {
        while at != 0 {
            if arena.element(at).flags.has(ElementFlags::REPLY) || self.is_listed(arena, at) {
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

    /// Whether an element is one of the posts with the same parent.
    fn is_listed(&self, arena: &Arena, at: u32) -> bool {
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

    /// The number of posts of the thread of a page all of whose blocks are kept. It has authors.
    fn posts_in(html: &str, names_user: bool) -> Option<usize> {
        posts_by(html, PostPart::Author, names_user)
    }

    /// The same, if each name is taken for this part.
    fn posts_by(html: &str, part: PostPart, names_user: bool) -> Option<usize> {
        let mut page = blocks_of(html, false);
        let arena = &mut page.arena;
        arena.records_mut().for_each(|record| record.verdict = Verdict::Kept);
        let is_name = |record: &&Record| NAMES.contains(&arena.text(record).trim());
        let places = arena.records().enumerate().filter(|(_, record)| is_name(record));
        let namings: std::vec::Vec<Naming> =
            places.map(|(index, _)| Naming { index, part, names_user }).collect();
        let thread = Thread::find(arena, arena.len(), namings.iter().copied())?;
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
        assert_eq!(posts_in(&list(&NAMES, teaser), true), None);
    }

    #[test]
    fn a_name_can_be_a_heading_that_leads_elsewhere() {
        let post = |name: &str| format!("<li><h4><a href=/~{name}>{name}</a></h4>{}</li>", text_of(name));
        assert_eq!(posts_in(&format!("<ul>{}</ul>", NAMES.map(post).concat()), true), Some(4));
    }

    #[test]
    fn siblings_most_of_which_name_nobody_are_no_posts() {
        let page = |others: &[&str]| {
            let others: String = others.iter().map(|name| format!("<div>{}</div>", text_of(name))).collect();
            let post = |name: &str| format!("<div><p>{name}</p>{}</div>", text_of(name));
            format!("<main>{}{others}</main>", NAMES.map(post).concat())
        };
        assert_eq!(posts_in(&page(&["eve"]), true), Some(5));
        assert_eq!(posts_in(&page(&["eve", "fay", "gus", "hal"]), true), None);
    }

    #[test]
    fn a_row_with_the_author_and_one_with_the_text_can_be_a_post() {
        let rows = NAMES
            .map(|name| format!("<tr><td><p>{name}</p></td></tr><tr><td>{}</td></tr>", text_of(name)))
            .concat();
        assert_eq!(posts_in(&format!("<table>{rows}</table>"), true), Some(8));
        let divs = NAMES.map(|name| format!("<div><p>{name}</p></div><div>{}</div>", text_of(name))).concat();
        assert_eq!(posts_in(&format!("<main>{divs}</main>"), true), None);
    }

    #[test]
    fn dates_alone_make_posts_in_a_conversation_only() {
        let page = list(&NAMES, text_of);
        assert_eq!(posts_by(&page, PostPart::Date, false), None);
        let page = page.replace("<ul>", "<ul class=comments>");
        assert_eq!(posts_by(&page, PostPart::Date, false), Some(4));
    }

    #[test]
    fn a_list_of_links_is_no_thread() {
        let link = |name: &str| format!("<p><a href=/{name}>It rained for three days, writes {name}</a></p>");
        assert_eq!(posts_in(&list(&NAMES, link), true), None);
        let both = |name: &str| format!("{}{}", link(name), text_of(name));
        assert_eq!(posts_in(&list(&NAMES, both), true), Some(4));
    }

    #[test]
    fn what_has_no_text_but_a_heading_is_no_post() {
        let page =
            |text: &str| format!("<div><h2>ada</h2>{text}</div><div><p>ben</p>{}</div>", text_of("ben"));
        assert_eq!(posts_in(&page("<h1>Rain</h1>"), true), None);
        assert_eq!(posts_in(&page(&text_of("ada")), true), Some(2));
        let long = format!("<h3>{}</h3>", "It rained for three days. ".repeat(5));
        assert_eq!(posts_in(&page(&long), true), Some(2));
    }

    #[test]
    fn a_conversation_is_preferred_to_a_longer_list() {
        let question = format!("<div><p>ada</p>{}</div>", text_of("ada").repeat(6));
        let answers = list(&NAMES[1..3], text_of).replace("<ul>", "<ul class=comments>");
        let page = format!("<main>{question}{answers}{}</main>", list(&NAMES, text_of));
        assert_eq!(posts_in(&page, true), Some(3));
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
