//! The filter up to one of its rooms, for the benchmark `rooms`: what a room takes is the difference to the one before it. No promise: it
//! may change with any version.

use super::{Extractor, Sink, Wire};
use crate::block::marks::Plain;
use crate::decide::is_never_content;
use crate::decide::precedents::{Likeness, Precedents};
use crate::error::Result;
use crate::extractor::Options;
use crate::feature::page::Page;
use crate::feature::tkd::TitleKeywords;
use crate::feature::vector::{self, Batch, LANES, OF_PAGE};
use crate::feature::walk::Walk;
use crate::html::{AttrId, AttrSet, Tag, TagId, TokenSink};
use alloc::boxed::Box;
use core::ops::ControlFlow;

/// How far a page goes, in the order in which it gets there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Room {
    /// It is UTF-8.
    Decode,
    /// It is tags, with the attributes that are asked for of most, and text.
    Token,
    /// It is line-blocks; `clean` and `block` work in turns.
    Block,
    /// Each block that is to be looked at has its features.
    Feature,
    /// Each block has its verdict.
    Decide,
    /// The main content is written.
    Render,
}

/// An extractor that stops at a room.
pub struct Rooms {
    extractor: Extractor,
    features: Page,
    precedents: Precedents,
    keywords: TitleKeywords,
    plain: Plain,
    batch: Box<Batch>,
}

/// Counts what tokens there are.
struct Count(usize);

impl TokenSink for Count {
    fn wanted(&self, _: TagId) -> AttrSet {
        AttrSet::of(&[AttrId::Class, AttrId::Id, AttrId::Style, AttrId::Hidden, AttrId::Role])
    }

    fn wants_raw_text(&self, _: TagId) -> bool {
        false
    }

    fn start_tag(&mut self, tag: &Tag<'_>) {
        self.0 += usize::from(tag.id != TagId::Other);
    }

    fn end_tag(&mut self, tag: &Tag<'_>) {
        self.0 += usize::from(tag.id != TagId::Other);
    }

    fn text(&mut self, text: &str, _: u64) {
        self.0 += text.len();
    }
}

impl Sink for Count {
    fn rendered(&mut self, piece: &str) -> ControlFlow<()> {
        self.0 += piece.len();
        ControlFlow::Continue(())
    }
}

impl Rooms {
    /// Rooms with these options.
    ///
    /// # Errors
    /// As [`Extractor::new`].
    pub fn new(options: Options) -> Result<Self> {
        Ok(Self {
            extractor: Extractor::new(options)?,
            features: Page::new(),
            precedents: Precedents::new(),
            keywords: TitleKeywords::new(),
            plain: Plain::new(false),
            batch: Box::new([[0.0; LANES]; OF_PAGE]),
        })
    }

    /// Reads a page as far as `last`. Out: what keeps a compiler from leaving the work out.
    ///
    /// # Errors
    /// As [`Extractor::push`].
    pub fn read(&mut self, html: &[u8], last: Room) -> Result<usize> {
        let mut count = Count(0);
        match last {
            Room::Decode => {
                let out = &mut |piece: &str, _| count.0 += piece.len();
                self.extractor.decoder.push(html, out);
                self.extractor.decoder.finish(out);
            }
            Room::Token => {
                let Extractor { decoder, tokenizer, .. } = &mut self.extractor;
                let out = &mut |piece: &str, offset| tokenizer.push(piece, offset, &mut count);
                decoder.push(html, out);
                decoder.finish(out);
                tokenizer.finish(&mut count);
            }
            Room::Block | Room::Feature | Room::Decide => {
                self.extractor.push_to(html, &mut count)?;
                self.extractor.read_rest(&mut count);
                self.extractor.page.blocks.end_block();
                match last {
                    Room::Feature => self.write_features(),
                    Room::Decide => {
                        // What is decided is not handed out.
                        self.extractor.page.stopped = true;
                        Wire { page: &mut self.extractor.page, sink: &mut count }.end_page();
                    }
                    _ => {}
                }
                count.0 += self.extractor.page.blocks.arena.len();
            }
            Room::Render => {
                self.extractor.push_to(html, &mut count)?;
                self.extractor.finish_to(&mut count)?;
            }
        }
        self.extractor.reset();
        Ok(count.0)
    }

    /// The features of all blocks without a precedent, one batch after the other.
    fn write_features(&mut self) {
        let page = &mut self.extractor.page;
        let (arena, said) = (&mut page.blocks.arena, page.gatherer.said());
        if arena.len() == 0 {
            return;
        }
        self.keywords.learn(said.title);
        for index in 0..arena.len() {
            let occurrences = self.keywords.occurrences(arena.text(arena.record(index)));
            arena.record_mut(index).title_hits = u16::try_from(occurrences).unwrap_or(u16::MAX);
        }
        self.features.read(arena, said, &mut self.plain);
        let mut walk = Walk::default();
        core::hint::black_box(vector::of_page(&self.features));
        self.precedents.begin();
        let mut written = 0;
        for index in 0..arena.len() {
            let record = arena.record(index);
            let is_asked_about = !is_never_content(record);
            if is_asked_about && self.precedents.of(Likeness::of(arena, record), index).is_none() {
                let text = self.plain.of(arena.text(record));
                let to = (&mut *self.batch, written % LANES);
                vector::write(arena, &self.features, &mut walk, self.keywords.count(), (index, text), to);
                written += 1;
            }
            walk.pass(arena, index);
        }
    }
}
