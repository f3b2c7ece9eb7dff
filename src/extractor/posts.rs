//! The posts of a thread on their way to the sink.
//!
//! In: decided blocks, and the authors and dates in them. Out: each post, when the next one begins.
//! Held: [`held_bytes`], only if posts are wanted.

use super::Sink;
use crate::block::marks::{Span, spans};
use crate::block::notes::Notes;
use crate::block::reference::BlockImages;
use crate::block::{Arena, Record, Verdict};
use crate::metadata::push_iso;
use crate::methods::{Format, Formulas};
use crate::posts::{
    Evidence, FACT_BYTES, FoundPart, Naming, Post, PostFacts, PostPart, Thread, fact_held_bytes,
};
use crate::render::{self, Referred, Renderer};
use crate::structure::{Break, Context, Flags, Hints, Opened};
use alloc::boxed::Box;
use alloc::string::String;
use core::ops::ControlFlow;

/// Bytes of the text of a post that are held; a longer post is handed out in parts.
const PART_BYTES: usize = 16 << 10;

/// Maximum words of a line with the author that may show the date, too.
const MAX_DATED_WORDS: u32 = 16;

/// Maximum authors after the start of a block that are asked whether they are in its post. Each
/// block asks anew.
const MAX_AUTHORS_AHEAD: usize = 16;

/// Bytes that end the text of a post.
const END_BYTES: usize = 16;

/// Maximum words of a line that names the author or the date, and is left out of the text.
const MAX_LINE_WORDS: u32 = 12;

/// Heap bytes, with room for `text_bytes` of authors and dates that wait.
pub(super) const fn held_bytes(text_bytes: usize) -> usize {
    fact_held_bytes(text_bytes) + 4 * FACT_BYTES + PART_BYTES + END_BYTES + render::HELD_BYTES
}

/// Posts of the page being read.
pub(super) struct Posts {
    pub(super) facts: PostFacts,
    thread: Option<Thread>,
    renderer: Option<Box<dyn Renderer>>,
    /// The open post: its element, and the offset of its first block.
    open: Option<OpenPost>,
    text: String,
    facts_of_post: FactsOfPost,
    iso_date: String,
    /// Strongest break since the last block of the post.
    between: Break,
    index: u64,
    /// The last element began in a `noscript`.
    pub(super) is_in_noscript: bool,
}

struct OpenPost {
    element: u32,
    offset: u64,
    /// A part of it was handed out.
    has_parts: bool,
}

/// Whether a block may be a bar above a post.
fn is_bar(record: &Record) -> bool {
    record.verdict != Verdict::Kept && record.words() <= MAX_LINE_WORDS && !record.has(Flags::HIDDEN)
}

/// Whether an element is in a comment on a post that is not a comment itself.
fn is_of_comment(arena: &Arena, mut at: u32, post: u32) -> bool {
    let is_comment = |element: u32| arena.element(element).hints.has(Hints::COMMENTS);
    if is_comment(post) {
        return false;
    }
    while at > post && !is_comment(at) {
        at = arena.element(at).parent();
    }
    at > post
}

/// An author or a date of the open post.
struct Fact {
    text: String,
    evidence: Option<Evidence>,
}

impl Fact {
    fn with_capacity(bytes: usize) -> Self {
        Self { text: String::with_capacity(bytes), evidence: None }
    }

    fn clear(&mut self) {
        self.text.clear();
        self.evidence = None;
    }

    fn clone_from(&mut self, other: &Self) {
        self.text.clone_from(&other.text);
        self.evidence = other.evidence;
    }

    /// Takes a text that is surer. Returns whether it is.
    fn offer(&mut self, text: &str, evidence: Evidence) -> bool {
        let is_surer = self.evidence < Some(evidence);
        if is_surer {
            self.clear();
            self.text.push_str(text);
            self.evidence = Some(evidence);
        }
        is_surer
    }
}

/// What is known of the open post.
struct FactsOfPost {
    author: Fact,
    date: Fact,
    /// The last date, whether it is the surest or not.
    last_date: Fact,
}

impl FactsOfPost {
    fn clear(&mut self) {
        self.author.clear();
        self.date.clear();
        self.last_date.clear();
    }

    /// Takes an author or a date that is surer than the one before. A surer author comes with the
    /// date before them: a less sure one may have edited the post.
    fn offer(&mut self, part: PostPart, text: &str, evidence: Evidence) {
        match part {
            PostPart::Date => {
                self.last_date.clear();
                self.last_date.offer(text, evidence);
                self.date.offer(text, evidence);
            }
            PostPart::Author => {
                let had_author = self.author.evidence.is_some();
                let is_surer = self.author.offer(text, evidence);
                if is_surer && had_author && self.last_date.evidence >= self.date.evidence {
                    self.date.clone_from(&self.last_date);
                }
            }
        }
    }
}

impl Posts {
    /// Posts with room for `text_bytes` of authors and dates that wait; with none, they are not
    /// wanted.
    pub(super) fn new(text_bytes: usize) -> Self {
        let bytes_if = |bytes| if text_bytes > 0 { bytes } else { 0 };
        Self {
            facts: PostFacts::new(text_bytes),
            thread: None,
            renderer: (text_bytes > 0).then(|| render::renderer(Format::Text, Formulas::default())),
            open: None,
            text: String::with_capacity(bytes_if(PART_BYTES + END_BYTES)),
            facts_of_post: FactsOfPost {
                author: Fact::with_capacity(bytes_if(FACT_BYTES)),
                date: Fact::with_capacity(bytes_if(FACT_BYTES)),
                last_date: Fact::with_capacity(bytes_if(FACT_BYTES)),
            },
            iso_date: String::with_capacity(bytes_if(FACT_BYTES)),
            between: Break::Block,
            index: 0,
            is_in_noscript: false,
        }
    }

    #[inline]
    pub(super) fn are_wanted(&self) -> bool {
        self.facts.is_on()
    }

    pub(super) fn reset(&mut self) {
        if !self.are_wanted() {
            return;
        }
        self.facts.reset();
        self.thread = None;
        self.forget_post();
        self.index = 0;
    }

    fn forget_post(&mut self) {
        self.open = None;
        self.text.clear();
        self.facts_of_post.clear();
        self.between = Break::Block;
        if let Some(renderer) = &mut self.renderer {
            renderer.reset();
        }
    }

    /// An element begins at `depth`.
    pub(super) fn element(&mut self, element: &Opened<'_>, block: u64) {
        self.is_in_noscript = element.is_in_noscript();
        self.facts.tag(element.tag.id);
        self.facts.element(element.depth(), FoundPart::of(element.tag), block);
    }

    /// Text, or white space, comes in block `block`. That of a `noscript` may be all the text of
    /// the page.
    #[inline]
    pub(super) fn text(&mut self, text: &str, context: &Context, block: u64) {
        if !context.flags.has(Flags::HIDDEN) || self.is_in_noscript {
            self.facts.text(text, context.depth, block);
        }
    }

    /// The `count` oldest blocks were decided. The first of them has the number `first`.
    pub(super) fn find_thread(&mut self, arena: &mut Arena, count: usize, first: u64) {
        self.facts.close();
        if arena.nodes.are_wanted() {
            return;
        }
        let len = arena.len();
        let namings = self.facts.waiting().filter_map(|fact| {
            let index = usize::try_from(fact.block.checked_sub(first)?).ok()?;
            let names_user =
                fact.part == PostPart::Author && matches!(fact.evidence, Evidence::Link | Evidence::Exact);
            (index < len).then_some(Naming { index, part: fact.part, names_user })
        });
        self.thread = Thread::find(arena, count, namings.clone()).or(self.thread);
        if let Some(thread) = &self.thread {
            thread.mark_replies(arena, namings);
        }
    }

    /// Block `index`, which has the number `number`, is handed out. `is_kept`: as text, and not as
    /// the title of the page.
    pub(super) fn block(
        &mut self,
        arena: &Arena,
        index: usize,
        number: u64,
        is_kept: bool,
        sink: &mut dyn Sink,
    ) -> ControlFlow<()> {
        let record = arena.record(index);
        let count = self.facts.up_to_block(number).len();
        let element = record.context.element;
        let post = self.thread.and_then(|thread| {
            let found = thread.post_of(arena, element);
            // Text next to the posts may be of an element for which the budget had no space.
            let is_between = || arena.folded() > 0 && thread.encloses(arena, element);
            found.or_else(|| self.open.as_ref().filter(|_| is_between()).map(|open| open.element))
        });
        // What follows the replies in a post does not begin it anew.
        let begun = self.open.as_ref().map_or(0, |open| open.element);
        let Some(post) = post.filter(|&post| post >= begun) else {
            self.facts.pass(count);
            return ControlFlow::Continue(());
        };
        let mut flow = ControlFlow::Continue(());
        let is_other = self.open.as_ref().is_none_or(|open| open.element != post);
        if is_other && self.begins(arena, index, number, post) {
            flow = self.end_post(sink);
            self.open = Some(OpenPost { element: post, offset: record.offset, has_parts: false });
        } else if let Some(open) = &mut self.open {
            open.element = post;
        }
        let is_comment = is_of_comment(arena, element, post);
        let is_line = self.read_facts(record, arena.text(record), number, is_comment);
        self.facts.pass(count);
        self.between = self.between.max(record.break_before);
        let is_text = match record.verdict {
            Verdict::Kept => is_kept,
            // Without space for elements, nothing tells the body from the rest but its length.
            _ if arena.folded() > 0 && record.words() > MAX_LINE_WORDS => !record.has(Flags::HIDDEN),
            _ => self.thread.is_some_and(|thread| thread.is_body(arena, record)),
        };
        // A heading that is a link leads to the post itself.
        let is_address = record.context.heading > 0
            && self.text.is_empty()
            && record.words() > 0
            && record.link_words() == record.words();
        let is_line = is_line && record.words() <= MAX_LINE_WORDS;
        if is_text && !is_address && !is_line && flow.is_continue() {
            flow = self.write(record, arena.text(record), sink);
        }
        flow
    }

    /// Reads who wrote the post and when from block `number`, whose text is `text`. Returns whether
    /// the block is a line that says so. `is_comment`: it is in a comment on the post.
    fn read_facts(&mut self, record: &Record, text: &str, number: u64, is_comment: bool) -> bool {
        let mut is_line = false;
        let first = self.facts.up_to_block(number).first_place();
        let has_author = first.is_some_and(|fact| fact.part == PostPart::Author);
        let shows_date = if has_author {
            record.words() <= MAX_DATED_WORDS
        } else {
            // Lines below the name may say since when it is known.
            self.facts_of_post.author.evidence.is_none() && is_bar(record)
        };
        if shows_date && self.facts_of_post.date.evidence.is_none() {
            self.date_of_line(text);
        }
        let mut facts = self.facts.up_to_block(number);
        while let (Some(&fact), Some(texts)) = (facts.first_place(), facts.first_texts()) {
            let evidence = if is_comment { Evidence::Comment } else { fact.evidence };
            self.facts_of_post.offer(fact.part, texts.text, evidence);
            let words = texts.text.split(' ').count() as u32;
            is_line |= fact.evidence > Evidence::Link || words + 1 >= record.words();
            facts = facts.without_first();
        }
        is_line
    }

    /// Takes the date that a line with the author, or above it, shows. Call it only while no date
    /// is known.
    fn date_of_line(&mut self, text: &str) {
        let Fact { text: date, evidence } = &mut self.facts_of_post.date;
        date.clear();
        let mut parts = spans(text).filter_map(Span::text);
        if !text.trim().contains('\n') && parts.any(|part| push_iso(part, date)) {
            *evidence = Some(Evidence::Link);
        }
    }

    /// Whether block `index`, which has the number `number`, begins a post in the element `post`,
    /// another one than the last block was in. Rows of a table can be parts of one post.
    fn begins(&self, arena: &Arena, index: usize, number: u64, post: u32) -> bool {
        let Some(thread) = &self.thread else { return false };
        if self.open.is_none() || self.facts_of_post.author.evidence.is_none() || thread.has_marked_posts() {
            return true;
        }
        let authors = self.facts.waiting().filter(|fact| fact.part == PostPart::Author);
        let mut posts = authors.take(MAX_AUTHORS_AHEAD).filter_map(|fact| {
            let index = index + usize::try_from(fact.block.checked_sub(number)?).ok()?;
            let element = (index < arena.len()).then(|| arena.record(index).context.element)?;
            thread.post_of(arena, element)
        });
        posts.next() == Some(post)
    }

    /// Adds a block to the open post.
    fn write(&mut self, record: &Record, text: &str, sink: &mut dyn Sink) -> ControlFlow<()> {
        let Self { renderer: Some(renderer), open: Some(open), text: to, .. } = self else {
            return ControlFlow::Continue(());
        };
        let mut flow = ControlFlow::Continue(());
        let (index, offset) = (self.index, open.offset);
        let referred = Referred { images: BlockImages::default(), notes: &mut Notes::default() };
        renderer.block(record, self.between, text, referred, &mut |piece| {
            // The text has marks if the page's format has markup.
            for mut rest in spans(piece).filter_map(Span::text) {
                while flow.is_continue() && to.len() + rest.len() > PART_BYTES {
                    let mut end = PART_BYTES.saturating_sub(to.len()).min(rest.len());
                    while !rest.is_char_boundary(end) {
                        end -= 1;
                    }
                    to.push_str(&rest[..end]);
                    rest = &rest[end..];
                    open.has_parts = true;
                    flow = sink.post(&Post { index, text: to, author: "", date: "", offset });
                    to.clear();
                }
                to.push_str(rest);
            }
        });
        self.between = Break::None;
        flow
    }

    /// Hands out the open post, if there is one with text.
    pub(super) fn end_post(&mut self, sink: &mut dyn Sink) -> ControlFlow<()> {
        let mut flow = ControlFlow::Continue(());
        if let (Some(open), Some(renderer)) = (&self.open, &mut self.renderer) {
            let to = &mut self.text;
            renderer.finish(&mut Notes::default(), &mut |piece| to.push_str(piece));
            let text = to.trim_end();
            if !text.is_empty() || open.has_parts {
                self.iso_date.clear();
                let is_iso = push_iso(&self.facts_of_post.date.text, &mut self.iso_date);
                let date = if is_iso { &self.iso_date } else { &self.facts_of_post.date.text };
                let author = self.facts_of_post.author.text.as_str();
                flow = sink.post(&Post { index: self.index, text, author, date, offset: open.offset });
                self.index += 1;
            }
        }
        self.forget_post();
        flow
    }
}
