//! A page after element tracking: its blocks are collected, decided, and handed to the sink.

mod driver;
mod tracked;

pub(crate) use driver::PageDriver;

use super::posts::Posts;
use crate::address::runs_no_code;
use crate::block::reference::{self, ImageQueue, LinkQueue, LinkText};
use crate::block::{Blocks, Cell, Record, Verdict};
use crate::budget::MemoryLedger;
#[cfg(feature = "chunks")]
use crate::chunk::Chunker;
use crate::decide::Decider;
use crate::decide::rule::Rule;
use crate::decide::unhide::{admit_misnamed, reveal};
use crate::extractor::Options;
use crate::feature::page_type::of_page_type;
use crate::feature::vector;
use crate::fingerprint::Fingerprint;
use crate::html::{AttrId, Tag};
use crate::language::LanguageSample;
use crate::line_block::Explanation;
use crate::metadata::title::{Headings, SiteNames};
use crate::metadata::{
    self, ClaimedTypes, Fallback, Metadata, MetadataCollector, MetadataSource, TextObserver,
};
use crate::methods::{Format, Method, SmoothedTagRatio, TextSource};
use crate::model::PageTypeModel;
use crate::page_type::ProbablePageType;
use crate::render::{self, Renderer};
#[cfg(feature = "repeats")]
use crate::repeats::PageSketch;
use crate::role::{Role, RoleSet};
#[cfg(feature = "site")]
use crate::site::matcher::Matcher;
use crate::structure::{Break, Context, Flags, FoundLink, Opened, TagCounts, is_json_ld, is_type};
use alloc::boxed::Box;
use alloc::string::String;

/// Minimum words of a block in which a `time` element after other words belongs to a sentence. A
/// line with the date of the page has fewer.
const MIN_SENTENCE_WORDS: u32 = 32;

/// Minimum probability of a page type that metadata follows. Below it, the page is more probably of
/// another type.
const MIN_PAGE_TYPE_PROBABILITY: f32 = 0.5;

/// Maximum openings of kept blocks that are looked for in the body of JSON-LD.
const MAX_OPENINGS: usize = 8;

/// State of the page being read.
pub(crate) struct PageState {
    pub(crate) blocks: Blocks,
    decider: Decider,
    renderer: Box<dyn Renderer>,
    #[cfg(feature = "chunks")]
    chunker: Option<Box<Chunker>>,
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
    language_sample: LanguageSample,
    fingerprint: Fingerprint,
    /// Text of the link that is handed out next.
    link_text: LinkText,
    /// A buffer for the text of a short line.
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
                .scored_by(decider.linear_scorer())
                .with_notes(if with_marks { spare_bytes } else { 0 }, options.format == Format::Markdown)
                .with_ends(options.has_spans()),
            #[cfg(feature = "chunks")]
            chunker: options.chunks.as_ref().map(|chunks| Box::new(Chunker::new(chunks, options.formulas))),
            decider,
            renderer: render::renderer(options.format, options.formulas),
            collector: MetadataCollector::new(
                options.fallback_text_bytes(spare_bytes),
                metadata::url_bytes(spare_bytes),
            )
            .with_more(options.more_metadata),
            headings: Headings::new(),
            images: ImageQueue::new(bytes_if(options.images)),
            links: LinkQueue::new(bytes_if(options.link_list)),
            posts: Posts::new(bytes_if(options.posts)),
            language_sample: LanguageSample::new(options.more_metadata),
            fingerprint: Fingerprint::new(options.more_metadata),
            has_references: options.images || options.link_list || options.more_metadata,
            link_text: LinkText::new(options.link_list),
            text_buffer: String::with_capacity(if options.more_metadata { reference::TEXT_BYTES } else { 0 }),
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

    /// The observer of authors and dates, at the place of the next text.
    fn text_observer(&mut self) -> TextObserver<'_> {
        TextObserver {
            blocks: &self.blocks,
            collector: &mut self.collector,
            is_of_byline: false,
            has_time_in_text: None,
        }
    }

    /// An element that may say something of a post.
    fn post_element(&mut self, element: &Opened<'_>) {
        if self.posts.are_wanted() && self.fallback.is_none() && !element.is_in_dropped {
            let block = self.blocks.text_place(false).block;
            self.posts.element(element, block);
        }
    }

    /// Lists a link, unless its address runs code.
    fn list_link(&mut self, link: &Opened<'_>) {
        if link.is_dropped()
            || self.fallback.is_some()
            || !self.links.is_on() && !self.collector.collects_more()
        {
            return;
        }
        let attributes = link.tag.attributes;
        let Some(href) = attributes.get(AttrId::Href).map(str::trim) else { return };
        if attributes.get_untruncated(AttrId::Href).is_none() {
            if self.links.is_on() {
                self.links.count_cut();
            }
        } else if runs_no_code(href) {
            let rel = attributes.get(AttrId::Rel).unwrap_or("");
            self.collector.text_link(href, rel);
            if self.links.is_on() {
                let is_hidden = link.hides_itself() || link.parent().flags.has(Flags::HIDDEN);
                let found = FoundLink { href, rel, offset: link.tag.offset, is_hidden };
                let place = self.blocks.text_place(true);
                self.links.open(&found, self.collector.base(), place);
            }
        }
    }

    /// Whether the text of a script is read: JSON-LD, or the state of an app if the page showed no
    /// text so far.
    fn reads_script(&self, script: &Tag<'_>) -> bool {
        let media_type = script.attributes.get(AttrId::Type).unwrap_or("");
        is_json_ld(media_type)
            || is_type(media_type, "application/json")
                && self.collector.takes_app_state()
                && self.fallback.is_none()
                && self.blocks.show_next_to_nothing()
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
        let (&(mut of_page), of_blocks) = self.decider.page_features()?;
        vector::set_claimed_types(&mut of_page, self.collector.kinds());
        let features = of_page_type(tags, of_blocks, &of_page, address);
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
        // Above the text may stand a summary, or a line for those who want to subscribe.
        let (mut openings, mut found) = ([""; MAX_OPENINGS], 0);
        let wanted = if self.collector.has_body() { MAX_OPENINGS } else { 0 };
        for index in 0..self.blocks.arena.len() {
            let record = self.blocks.arena.record(index);
            let kept = if record.verdict == Verdict::Kept { record.words() } else { 0 };
            let shown = if record.has(Flags::HIDDEN) { 0 } else { record.words() };
            if found < wanted
                && kept > 0
                && let Some(opening) = metadata::opening_of(self.blocks.arena.text(record))
            {
                openings[found] = opening;
                found += 1;
            }
            kept_words = kept_words.saturating_add(kept);
            shown_words = shown_words.saturating_add(shown);
        }
        self.collector.fallback(kept_words, shown_words, &openings[..found])
    }

    /// Writes the page's metadata to `meta`, whose strings keep their memory.
    pub(crate) fn write_metadata(&mut self, meta: &mut Metadata) {
        self.collector.write_metadata(meta);
        let site = SiteNames {
            names: self.collector.site_names(),
            host: self.collector.host(),
            root_name: self.collector.root_name(),
        };
        let is_article = self.collector.kinds().has(ClaimedTypes::ARTICLE);
        let title = self.headings.title(self.collector.titles(), site, is_article);
        meta.title.clear();
        meta.title.push_str(title.text);
        if let Some(more) = &mut meta.more {
            more.sources.title = if title.is_of_heading {
                Some(MetadataSource::Heading)
            } else {
                self.collector.source_of_title(&meta.title)
            };
            more.lang_detected.clear();
            more.lang_detected.push_str(self.language_sample.detect());
            more.fingerprint = self.fingerprint.get();
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
        let is_hidden = context.flags.has(Flags::HIDDEN);
        self.posts.text(text, context, self.blocks.text_place(is_hidden).block);
    }

    /// Resets for the next page; keeps the memory.
    pub(super) fn reset(&mut self) {
        self.blocks.reset();
        self.decider.reset();
        self.renderer.reset();
        #[cfg(feature = "chunks")]
        if let Some(chunker) = &mut self.chunker {
            chunker.reset();
        }
        self.collector.reset();
        self.headings.clear();
        self.images.reset();
        self.links.reset();
        self.link_text.clear();
        self.posts.reset();
        self.language_sample.clear();
        self.fingerprint.clear();
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
