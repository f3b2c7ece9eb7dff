//! A page after element tracking: its blocks are collected, decided, and handed to the sink.

use super::Sink;
use super::posts::Posts;
use super::references::{Neighbours, write_links};
use super::title::{HeadingMatch, Headings};
use crate::block::reference::{self, BlockImages, ImageQueue, LinkQueue};
use crate::block::{Blocks, Cell, Record, Verdict};
use crate::budget::MemoryLedger;
use crate::decide::role::RoleEvidence;
use crate::decide::rule::Rule;
use crate::decide::unhide::{admit_misnamed, reveal};
use crate::decide::{self, Decider};
use crate::extractor::Options;
use crate::feature::page_type::of_page_type;
use crate::feature::vector;
use crate::html::{Tag, TagId};
use crate::line_block::{Explanation, LineBlock, LineBlockView};
use crate::metadata::{Fallback, Metadata, MetadataCollector};
use crate::methods::{Format, Method, SmoothedTagRatio, TextSource};
use crate::model::PageTypeModel;
use crate::page_type::ProbablePageType;
use crate::render::{self, Renderer};
#[cfg(feature = "repeats")]
use crate::repeats::PageSketch;
use crate::role::{Role, RoleSet};
#[cfg(feature = "site")]
use crate::site::matcher::{self, Matcher};
#[cfg(feature = "site")]
use crate::structure::Followed;
use crate::structure::{
    Boundary, Break, BylineState, CellSpan, Context, ElementInfo, Flags, FoundImage, FoundLink, FoundPart,
    Mark, StructureSink, TagCounts,
};
use alloc::boxed::Box;
use alloc::string::String;
use core::ops::ControlFlow;

/// Minimum words of a block in which a `time` element after other words belongs to a sentence. A
/// line with the date of the page has fewer.
const MIN_SENTENCE_WORDS: u32 = 32;

/// Minimum probability of a page type that is told. Below it, the page is more probably not of it.
const MIN_PAGE_TYPE_PROBABILITY: f32 = 0.5;

/// Minimum words of a block of running text.
const MIN_TEXT_WORDS: u32 = 8;

/// State of the page being read.
pub(crate) struct PageState {
    pub(crate) blocks: Blocks,
    decider: Decider,
    renderer: Box<dyn Renderer>,
    pub(crate) collector: MetadataCollector,
    headings: Headings,
    /// Images that wait for the decision on their text.
    pub(super) images: ImageQueue,
    /// Links that wait for the decision on their text.
    pub(super) links: LinkQueue,
    /// The posts of a thread.
    pub(super) posts: Posts,
    /// Images or links are wanted.
    has_references: bool,
    /// A buffer for the text of a link, or of a short line.
    text_buffer: String,
    /// The format shows images.
    shows_images: bool,
    /// The last block was kept, and its cell if it was in a data table.
    is_last_kept: bool,
    last_cell: Option<Cell>,
    pub(super) bytes_in: u64,
    pub(super) blocks_decided: u64,
    pub(super) blocks_kept: u64,
    /// Number of segments that were handed out.
    segments: u64,
    pub(crate) first_early_decision_offset: Option<u64>,
    pub(super) text_bytes_lost: u64,
    pub(super) hidden_text_used: bool,
    /// Source of the fallback text; set while that text is read in place of the page's.
    pub(super) fallback: Option<TextSource>,
    pub(super) fallback_bytes_cut: u64,
    /// Strongest break since the last kept block.
    between: Break,
    /// The title was kept; running text was kept.
    has_title: bool,
    has_text: bool,
    /// Roles that are kept, and left out, whatever the method decides.
    with_roles: RoleSet,
    without_roles: RoleSet,
    /// The role of the last block, if there are such roles. Parts of a cut block share it.
    last_role: Option<Role>,
    /// The date of the page is that of a `time` element in the open block, after words of it.
    has_time_in_text: bool,
    /// The sink wants nothing more of the page.
    pub(super) stopped: bool,
    /// The sketch of the last page, if sketches are made.
    #[cfg(feature = "repeats")]
    pub(super) last_sketch: PageSketch,
    /// Follows elements for the wrappers of the site, if there are any.
    #[cfg(feature = "site")]
    pub(super) matcher: Option<Matcher>,
}

impl PageState {
    /// The state for these options. Blocks are reserved in `ledger`. The budget has `spare_bytes`
    /// above the minimum.
    pub(super) fn new(options: &Options, decider: Decider, ledger: MemoryLedger, spare_bytes: usize) -> Self {
        let text_bytes = reference::text_bytes(spare_bytes);
        let bytes_if = |is_wanted| if is_wanted { text_bytes } else { 0 };
        let with_marks = options.format != Format::Text;
        Self {
            blocks: Blocks::new(ledger, with_marks, with_marks && options.links, options.wanted_nodes())
                .scored_by(decider.linear_scorer()),
            decider,
            renderer: render::renderer(options.format),
            collector: MetadataCollector::new(options.fallback_text_bytes(spare_bytes))
                .with_more(options.more_metadata),
            headings: Headings::default(),
            images: ImageQueue::new(bytes_if(options.images)),
            links: LinkQueue::new(bytes_if(options.link_list)),
            posts: Posts::new(bytes_if(options.posts)),
            has_references: options.images || options.link_list || options.more_metadata,
            text_buffer: String::with_capacity(if options.has_text_buffer() {
                reference::TEXT_BYTES
            } else {
                0
            }),
            shows_images: with_marks,
            is_last_kept: false,
            last_cell: None,
            bytes_in: 0,
            blocks_decided: 0,
            blocks_kept: 0,
            segments: 0,
            first_early_decision_offset: None,
            text_bytes_lost: 0,
            hidden_text_used: false,
            fallback: None,
            fallback_bytes_cut: 0,
            between: Break::Block,
            has_title: false,
            has_text: false,
            with_roles: options.with_roles,
            without_roles: options.without_roles,
            last_role: None,
            has_time_in_text: false,
            stopped: false,
            #[cfg(feature = "repeats")]
            last_sketch: PageSketch::recording(options.is_recording),
            #[cfg(feature = "site")]
            matcher: options.sites.clone().map(Matcher::new),
        }
    }

    /// The method that decided, or the source of the fallback text.
    pub(super) fn method(&self) -> Method {
        self.decider.method()
    }

    /// Where the text that is read now comes from.
    pub(super) fn text_source(&self) -> TextSource {
        self.fallback.unwrap_or_default()
    }

    /// The expected F1 of what was kept. `None` for text that is not from the page.
    pub(super) fn confidence(&self) -> Option<f32> {
        if self.fallback.is_some() { None } else { self.decider.confidence() }
    }

    /// The most probable type of the page, which has these start tags and this address. `None`
    /// where there is no confidence, where no type has a probability of at least
    /// [`MIN_PAGE_TYPE_PROBABILITY`], and without the built-in model.
    pub(super) fn page_type(&self, tags: &TagCounts, address: &str) -> Option<ProbablePageType> {
        if self.fallback.is_some() {
            return None;
        }
        let mut of_page = *self.decider.page_features()?;
        vector::set_claimed_types(&mut of_page, self.collector.kinds());
        let features = of_page_type(tags, &of_page, address);
        let found = PageTypeModel::built_in().map(|model| model.predict(&features));
        found.filter(|found| found.probability >= MIN_PAGE_TYPE_PROBABILITY)
    }

    /// Whether a wrapper of the site found the content; `None` if the page's site has no wrapper.
    #[cfg(feature = "site")]
    pub(super) fn site(&self) -> Option<bool> {
        let has_site = self.matcher.as_ref().is_some_and(Matcher::has_site);
        has_site.then(|| self.fallback.is_none() && self.decider.is_by_site())
    }

    /// Takes back the date of a `time` element inside a long text.
    #[cold]
    fn judge_time(&mut self) {
        if core::mem::take(&mut self.has_time_in_text) && self.blocks.open_words() >= MIN_SENTENCE_WORDS {
            self.collector.withdraw_time();
        }
    }

    /// Treats hidden text as shown, if the page hides nearly all of its text, and text in a
    /// navigation or the like as ordinary, if nearly all text is there. The page must still be held
    /// as a whole.
    pub(crate) fn reveal(&mut self) {
        if self.first_early_decision_offset.is_none() {
            self.hidden_text_used = reveal(&mut self.blocks.arena);
            admit_misnamed(&mut self.blocks.arena);
        }
    }

    /// Sets the verdicts of the `count` oldest blocks.
    fn set_verdicts(&mut self, count: usize) {
        if self.fallback.is_none() {
            self.decider.decide(&mut self.blocks.arena, count, self.collector.claims());
            return;
        }
        // Fallback text is kept, except for its own hidden parts.
        self.override_verdicts(
            |record| if record.has(Flags::HIDDEN) { Verdict::Dropped } else { Verdict::Kept },
        );
        self.decider.leave_fallback(&self.blocks.arena, count, self.collector.claims());
    }

    /// Why block `index` of those decided last has its verdict, as far as it is followed.
    fn explanation(&mut self, index: usize, with_contributions: bool) -> Explanation {
        if self.fallback.is_some() {
            let rule = Some(Rule::Fallback);
            return Explanation { rule, ..Explanation::default() };
        }
        let (rule, thresholds) = (self.decider.rule(index), self.decider.thresholds());
        let contributions = match self.method() {
            Method::Learned if with_contributions => self.decider.contributions(&self.blocks.arena, index),
            _ => None,
        };
        let smoothed_tag_ratio = matches!(self.method(), Method::TagRatio(_)).then(|| {
            let record = self.blocks.arena.record(index);
            SmoothedTagRatio { ratio: record.score, steepness: record.method_note.steepness() }
        });
        Explanation { contributions, rule, thresholds, smoothed_tag_ratio }
    }

    /// Sets the verdicts of all pending blocks.
    fn override_verdicts(&mut self, verdict: impl Fn(&Record) -> Verdict) {
        for index in 0..self.blocks.arena.len() {
            let record = self.blocks.arena.record_mut(index);
            record.verdict = verdict(record);
        }
    }

    /// The fallback text, if the page shows almost no text: nothing of it was handed out, and
    /// little was kept.
    fn take_fallback(&mut self) -> Option<Fallback> {
        if self.blocks_kept > 0 || self.stopped {
            return None;
        }
        // A page that was decided early shows much text.
        let mut shown_words = if self.first_early_decision_offset.is_some() { u32::MAX } else { 0 };
        let mut kept_words = 0_u32;
        for index in 0..self.blocks.arena.len() {
            let record = self.blocks.arena.record(index);
            let kept = if record.verdict == Verdict::Kept { record.words() } else { 0 };
            let shown = if record.has(Flags::HIDDEN) { 0 } else { record.words() };
            kept_words = kept_words.saturating_add(kept);
            shown_words = shown_words.saturating_add(shown);
        }
        self.collector.fallback(kept_words, shown_words)
    }

    /// Writes the page's metadata to `meta`, whose strings keep their memory.
    pub(crate) fn write_metadata(&mut self, meta: &mut Metadata) {
        self.collector.write_metadata(meta);
        meta.title.clear();
        meta.title.push_str(self.headings.title(
            self.collector.titles(),
            self.collector.site_names(),
            self.collector.host(),
            self.collector.root_name(),
        ));
        if let Some(more) = &mut meta.more {
            more.sources.title = self.collector.source_of_title(&meta.title);
        }
    }

    /// The sketch of the page so far.
    #[cfg(feature = "repeats")]
    pub(super) fn page_sketch(&self) -> &PageSketch {
        self.decider.evidence.page()
    }

    /// Keeps the sketch of the page until the next one ends.
    #[cfg(feature = "repeats")]
    pub(super) fn keep_sketch(&mut self) {
        self.decider.evidence.swap_page(&mut self.last_sketch);
    }

    /// Text, or white space, that may name the author or the date of a post.
    fn post_text(&mut self, text: &str, context: &Context) {
        self.posts.text(text, context, self.blocks.text_place(false).block);
    }

    /// Resets for the next page; keeps the memory.
    pub(super) fn reset(&mut self) {
        self.blocks.reset();
        self.decider.reset();
        self.renderer.reset();
        self.collector.reset();
        self.headings = Headings::default();
        self.images.reset();
        self.links.reset();
        self.posts.reset();
        (self.is_last_kept, self.last_cell) = (false, None);
        self.bytes_in = 0;
        self.blocks_decided = 0;
        self.blocks_kept = 0;
        self.segments = 0;
        self.first_early_decision_offset = None;
        self.text_bytes_lost = 0;
        self.hidden_text_used = false;
        self.fallback = None;
        self.fallback_bytes_cut = 0;
        self.between = Break::Block;
        (self.has_title, self.has_text) = (false, false);
        self.last_role = None;
        self.has_time_in_text = false;
        self.stopped = false;
        #[cfg(feature = "site")]
        if let Some(matcher) = &mut self.matcher {
            matcher.reset();
        }
    }
}

/// When the budget is spent, one in this many pending blocks stays, to be decided again together
/// with the text after it.
const PENDING_SHARE: usize = 8;

/// Connects the stages of one page: receives text and elements from the tracker and hands decided
/// text to the sink.
pub(super) struct PageDriver<'a> {
    pub(super) page: &'a mut PageState,
    pub(super) sink: &'a mut dyn Sink,
}

impl PageDriver<'_> {
    /// Decides the oldest pending blocks, all but one in [`PENDING_SHARE`], with what is known so
    /// far: the budget is spent.
    fn decide_early(&mut self, offset: u64) {
        let page = &mut *self.page;
        if page.fallback.is_none() {
            page.first_early_decision_offset.get_or_insert(page.blocks.open_offset().unwrap_or(offset));
        }
        page.blocks.mark_open_table();
        let waiting = page.blocks.arena.len();
        // The blocks that stay are decided again, together with those after them.
        let count = waiting - waiting / PENDING_SHARE;
        self.decide(count);
    }

    /// Decides and hands out the `count` oldest blocks.
    fn decide(&mut self, count: usize) {
        if count > 0 {
            self.set_verdicts(count);
            self.hand_out_segments(count);
            self.hand_out_oldest(count);
        }
    }

    /// Sets the verdicts of the `count` oldest blocks.
    fn set_verdicts(&mut self, count: usize) {
        self.page.decider.trace_rules(self.sink.wants_rules());
        let page = &mut *self.page;
        page.set_verdicts(count);
        if page.posts.are_wanted() && page.fallback.is_none() {
            page.posts.find_thread(&page.blocks.arena, count, page.blocks_decided);
        }
    }

    /// Hands out the segments among the `count` oldest blocks, which were decided.
    fn hand_out_segments(&mut self, count: usize) {
        let (page, sink) = (&mut *self.page, &mut *self.sink);
        let most = sink.wants_segments();
        if most == 0 || page.stopped {
            return;
        }
        let (segments, stopped) = (&mut page.segments, &mut page.stopped);
        page.decider.segments(&mut page.blocks.arena, count, most, &mut |mut segment| {
            segment.index = *segments;
            *segments += 1;
            let flow = sink.segment(&segment);
            *stopped = flow.is_break();
            flow
        });
    }

    /// Hands out the `count` oldest blocks, which were decided.
    fn hand_out_oldest(&mut self, count: usize) {
        for index in 0..count {
            self.hand_out(index);
        }
        self.page.blocks.pop_front(count);
    }

    /// Hands out block `index`: first the block, then its rendered text.
    fn hand_out(&mut self, index: usize) {
        let page = &mut *self.page;
        let with_contributions = self.sink.wants_contributions();
        let is_asked = with_contributions || self.sink.wants_rules();
        let explanation = is_asked.then(|| page.explanation(index, with_contributions));
        let record: &Record = page.blocks.arena.record(index);
        let text = page.blocks.arena.text(record);
        page.between = page.between.max(record.break_before);
        let mut heading_match = HeadingMatch::Other;
        if page.fallback.is_none() && page.headings.wants(record) {
            heading_match =
                page.headings.add(page.collector.titles(), page.collector.site_names(), record, text);
        }
        if page.collector.wants_lines() && !page.has_text && may_be_date_line(record) {
            page.text_buffer.clear();
            reference::push_text(text, &mut page.text_buffer);
            page.collector.line(&page.text_buffer);
        }
        let mut keep = record.verdict == Verdict::Kept;
        let evidence = RoleEvidence {
            is_title: keep && !page.has_title && is_title(heading_match, record, page.has_text),
            is_before_text: !page.has_text,
            description: page.collector.description(),
        };
        page.has_title |= evidence.is_title;
        page.has_text |= keep && record.context.heading == 0 && record.words() >= MIN_TEXT_WORDS;
        let mut role = None;
        if !page.with_roles.is_empty() || !page.without_roles.is_empty() {
            let other = || decide::role::role(&page.blocks.arena, record, text, &evidence);
            let found = page.last_role.filter(|_| record.continues_last()).unwrap_or_else(other);
            keep = (keep || page.with_roles.contains(found)) && !page.without_roles.contains(found);
            (role, page.last_role) = (Some(found), Some(found));
        }
        let line_block = LineBlock::new(
            page.blocks_decided,
            LineBlockView { arena: &page.blocks.arena, record, text, is_kept: keep, evidence, role },
            page.decider.title_keywords(),
            page.method(),
            page.text_source(),
            explanation.as_ref(),
        );
        let number = page.blocks_decided;
        page.blocks_decided += 1;
        page.blocks_kept += u64::from(keep);
        if page.stopped {
            return;
        }
        let mut images = BlockImages::default();
        if page.images.is_on() {
            let is_last_kept = core::mem::replace(&mut page.is_last_kept, keep);
            let last_cell = core::mem::replace(&mut page.last_cell, record.data_cell());
            let alone = page.images.of_block(number, true);
            let neighbours = Neighbours { is_last_kept, is_next_kept: keep, last_cell, next: Some(record) };
            let renderer = page.shows_images.then_some(&mut page.renderer);
            if neighbours.write(alone, renderer, &mut page.between, self.sink).is_break() {
                page.stopped = true;
                return;
            }
            let alone = alone.len();
            page.images.pass(alone);
            images = page.images.of_block(number, false);
        }
        let mut flow = self.sink.block(&line_block);
        if page.links.is_on() && flow.is_continue() {
            flow = write_links(&mut page.links, number, text, keep, &mut page.text_buffer, self.sink);
        }
        if keep {
            let mut rest = images;
            while let Some(image) = rest.first()
                && flow.is_continue()
            {
                flow = self.sink.image(&image);
                rest = rest.without_first();
            }
            page.renderer.block(record, page.between, text, images, &mut |piece| {
                if flow.is_continue() && !piece.is_empty() {
                    flow = self.sink.text(piece);
                }
            });
            page.between = Break::None;
        } else {
            // A dropped block leaves a gap, even in the middle of a block that was cut.
            page.between = page.between.max(Break::Blank);
        }
        if page.posts.are_wanted() && flow.is_continue() {
            let is_text = keep && !evidence.is_title;
            flow = page.posts.block(&page.blocks.arena, index, number, is_text, self.sink);
        }
        page.stopped = flow.is_break();
        let passed = images.len();
        page.images.pass(passed);
    }

    /// Hands out the images after the last block.
    fn hand_out_last_images(&mut self) {
        let page = &mut *self.page;
        let neighbours = Neighbours {
            is_last_kept: page.is_last_kept,
            is_next_kept: false,
            last_cell: page.last_cell,
            next: None,
        };
        let images = page.images.of_block(page.blocks_decided, true);
        let renderer = page.shows_images.then_some(&mut page.renderer);
        page.stopped = neighbours.write(images, renderer, &mut page.between, self.sink).is_break();
    }

    /// Hands out the links after the last block.
    fn hand_out_last_links(&mut self) {
        let page = &mut *self.page;
        if page.links.is_on() && !page.stopped {
            let flow = write_links(&mut page.links, u64::MAX, "", false, &mut page.text_buffer, self.sink);
            page.stopped = flow.is_break();
        }
    }

    /// Ends the page: decides and hands out its last blocks. Returns the fallback text to read in
    /// place of a page that shows almost no text.
    pub(super) fn end_page(&mut self) -> Option<Fallback> {
        let page = &mut *self.page;
        page.judge_time();
        page.blocks.end_block();
        page.reveal();
        let count = page.blocks.arena.len();
        if count > 0 {
            self.set_verdicts(count);
        }
        let page = &mut *self.page;
        let fallback = page.take_fallback();
        if fallback.is_some() {
            page.images.forget();
            page.decider.evidence.replace_page();
            page.override_verdicts(|_| Verdict::Dropped);
            page.decider.note_fallback(&page.blocks.arena);
        } else {
            self.hand_out_segments(count);
        }
        self.hand_out_oldest(count);
        self.hand_out_last_links();
        fallback
    }

    /// Ends all reading, that of a fallback included: hands out the pending blocks and ends the
    /// output.
    pub(super) fn finish(&mut self) {
        self.page.blocks.end_block();
        let count = self.page.blocks.arena.len();
        self.decide(count);
        if self.page.images.is_on() && !self.page.stopped {
            self.hand_out_last_images();
        }
        let page = &mut *self.page;
        if page.posts.are_wanted() && !page.stopped {
            page.stopped = page.posts.end_post(self.sink).is_break();
        }
        if !page.stopped {
            let mut flow = ControlFlow::Continue(());
            page.renderer.finish(&mut |piece| {
                if flow.is_continue() && !piece.is_empty() {
                    flow = self.sink.text(piece);
                }
            });
        }
    }
}

/// Whether a block is short enough for a line with the date of the page, and stands where one may.
fn may_be_date_line(record: &Record) -> bool {
    const ELSEWHERE: Flags = Flags::NAVIGATION.with(Flags::FOOTER).with(Flags::ASIDE).with(Flags::DIALOG);
    record.words() <= MIN_TEXT_WORDS && !record.has(ELSEWHERE) && !record.has(Flags::HIDDEN)
}

/// Whether a kept heading is the title: it equals a part of a declared title, or it is an `h1` above
/// all running text.
fn is_title(heading_match: HeadingMatch, record: &Record, has_text: bool) -> bool {
    match heading_match {
        HeadingMatch::Title => true,
        HeadingMatch::Site => false,
        HeadingMatch::Other => record.context.heading == 1 && !has_text,
    }
}

impl StructureSink for PageDriver<'_> {
    #[cfg(feature = "site")]
    #[inline]
    fn follows_elements(&self) -> bool {
        self.page.matcher.as_ref().is_some_and(Matcher::has_site)
    }

    #[cfg(feature = "site")]
    fn opened(&mut self, element: &Followed<'_>, parent_mark: u16) -> u16 {
        self.page.matcher.as_mut().map_or(parent_mark, |matcher| matcher.opened(element, parent_mark))
    }

    #[cfg(feature = "site")]
    fn inside(&mut self, mark: u16) {
        self.page.blocks.set_inside(matcher::is_inside(mark));
    }

    #[inline]
    fn linear_sum(&mut self, sum: i32) {
        self.page.blocks.set_linear_sum(sum);
    }

    #[inline]
    fn space(&mut self, text: &str, context: &Context) {
        if self.page.posts.are_wanted() {
            self.page.post_text(text, context);
        }
        self.page.blocks.space(text, context);
    }

    #[inline]
    fn text(&mut self, text: &str, offset: u64, context: &Context) {
        if self.page.posts.are_wanted() {
            self.page.post_text(text, context);
        }
        let mut taken = self.page.blocks.text(text, offset, context);
        while taken < text.len() {
            if self.page.blocks.arena.len() == 0 {
                // Reached only if the allocator refuses memory within the budget.
                self.page.text_bytes_lost += (text.len() - taken) as u64;
                return;
            }
            self.decide_early(offset + taken as u64);
            taken += self.page.blocks.text(&text[taken..], offset + taken as u64, context);
        }
    }

    fn new_element(&mut self, parent: u32, tag: TagId, context: &Context, names: ElementInfo) -> u32 {
        self.page.blocks.new_element(parent, tag, context, names)
    }

    #[inline]
    fn line_break(&mut self, kind: Break) {
        if self.page.has_time_in_text && kind != Break::Line {
            self.page.judge_time();
        }
        self.page.blocks.line_break(kind);
    }

    fn is_in_visible_block(&self) -> bool {
        self.page.blocks.is_in_visible_block()
    }

    fn begin_line(&mut self) {
        self.page.blocks.begin_line();
    }

    fn begin_code_line(&mut self, is_item: bool) {
        self.page.blocks.begin_code_line(is_item);
    }

    #[inline]
    fn tag(&mut self) {
        self.page.blocks.tag();
    }

    fn word_break(&mut self) {
        self.page.blocks.word_break();
    }

    fn border(&mut self, border: Boundary) {
        self.page.blocks.border(border);
    }

    fn open_mark(&mut self, mark: Mark, href: Option<&str>) {
        self.page.blocks.open_mark(mark, href, self.page.collector.base());
    }

    fn close_mark(&mut self, mark: Mark) {
        if mark == Mark::Link && self.page.links.is_on() {
            let place = self.page.blocks.text_place(true);
            self.page.links.close(place);
        }
        self.page.blocks.close_mark(mark);
    }

    fn wants_languages(&self) -> bool {
        self.page.blocks.wants_languages()
    }

    fn language(&mut self, name: Option<&str>, begins: bool) {
        self.page.blocks.language(name, begins);
    }

    fn enclosing_language(&mut self, name: Option<&str>) {
        self.page.blocks.enclosing_language(name);
    }

    fn open_table_part(&mut self, tag: TagId, span: CellSpan) {
        self.page.blocks.open_table_part(tag, span);
    }

    fn close_table(&mut self) {
        self.page.blocks.close_table();
    }

    #[inline]
    fn wants_images(&self) -> bool {
        self.page.images.is_on() && self.page.fallback.is_none()
    }

    fn image(&mut self, found: &FoundImage<'_>, context: &Context) {
        let page = &mut *self.page;
        let placed = page.blocks.place_image(found, context);
        page.images.push_image(found, page.collector.base(), placed);
    }

    #[inline]
    fn wants_links(&self) -> bool {
        let page = &*self.page;
        (page.links.is_on() || page.collector.wants_links()) && page.fallback.is_none()
    }

    fn found_link(&mut self, found: &FoundLink<'_>) {
        let page = &mut *self.page;
        page.collector.text_link(found.href, found.rel);
        if !page.links.is_on() {
            return;
        }
        let place = page.blocks.text_place(true);
        page.links.open(found, page.collector.base(), place);
    }

    fn link_too_long(&mut self) {
        if self.page.links.is_on() {
            self.page.links.count_cut();
        }
    }

    #[inline]
    fn follows_text(&self) -> bool {
        cfg!(feature = "references") && self.page.has_references && self.page.fallback.is_none()
    }

    #[inline]
    fn text_follows(&mut self, depth: usize, is_hidden: bool) {
        let page = &mut *self.page;
        page.images.text_follows(depth);
        page.links.text_begins(page.blocks.text_place(is_hidden));
    }

    #[inline]
    fn follows_posts(&self) -> bool {
        self.page.posts.are_wanted() && self.page.fallback.is_none()
    }

    fn post_element(&mut self, depth: u16, found: Option<FoundPart<'_>>) {
        let block = self.page.blocks.text_place(false).block;
        self.page.posts.element(depth, found, block);
    }

    fn head_tag(&mut self, tag: &Tag<'_>) {
        // A fallback text has no metadata of the page.
        if self.page.fallback.is_some() {
            return;
        }
        let page = &mut *self.page;
        page.collector.fact(tag);
        #[cfg(feature = "site")]
        if let Some(matcher) = &mut page.matcher
            && let Some(url) = page.collector.new_url()
            && page.blocks.are_none()
        {
            matcher.say(url);
        }
    }

    fn json_ld(&mut self, text: &str, offset: u64) {
        if self.page.fallback.is_none() {
            self.page.collector.json_ld(text, offset);
        }
    }

    fn title(&mut self, text: &str) {
        if self.page.fallback.is_none() {
            self.page.collector.title(text);
        }
    }

    fn time(&mut self, datetime: &str, place: u64, is_property: bool) {
        let page = &mut *self.page;
        page.blocks.note_byline();
        if page.fallback.is_none() && page.collector.time(datetime, place, is_property) {
            // The words before it may be a label, or the start of a sentence.
            page.has_time_in_text = !is_property && page.blocks.open_words() > 0;
        }
    }

    fn begin_date(&mut self, place: u64, is_called: bool) {
        self.page.blocks.note_byline();
        if self.page.fallback.is_none() {
            self.page.collector.begin_date(place, is_called);
        }
    }

    #[inline]
    fn begin_link(&mut self, leads_into_page: bool) {
        self.page.blocks.leads_into_page = leads_into_page;
    }

    fn begin_site_name(&mut self, href: &str, is_in_h1: bool) -> bool {
        self.page.fallback.is_none() && self.page.collector.begin_site_name(href, is_in_h1)
    }

    fn begin_byline(&mut self, claims: BylineState) -> bool {
        let page = &mut *self.page;
        page.blocks.note_byline();
        page.fallback.is_none() && page.collector.begin_byline(claims, page.blocks.line_number())
    }

    #[inline]
    fn wants_authors_by_class(&self) -> bool {
        self.page.fallback.is_none() && self.page.collector.wants_authors_by_class()
    }

    fn byline(&mut self, claims: BylineState, text: &str) {
        if self.page.fallback.is_none() {
            self.page.collector.byline(claims, text);
        }
    }
}
