//! Matches elements against CSS selectors with lol_html.

use super::selectors::{Css, Selectors};
use crate::html::{Tag, TagId, Tokenizer};
use crate::structure::{MatchResult, OpenedId, Scope, SelectorMatcher};
use lol_html::send::{HtmlRewriter, Settings};
use lol_html::{ElementContentHandlers, MemorySettings};
use std::borrow::Cow;
use std::string::{String, ToString};
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::vec::Vec;

/// Maximum bytes that lol_html may hold for open elements. `tests/budget.rs` measures its need.
const MATCHING_BYTES: usize = 128 << 10;

/// Bytes for each compound selector: its compiled form and its matches that are open.
const PART_BYTES: usize = 12 << 10;

/// Bytes for each simple selector: a name, class, id, attribute or pseudo-class.
const SIMPLE_BYTES: usize = 256;

/// Bytes for the counters of elements by name, which only `:nth-of-type` and the like need.
const COUNTING_BYTES: usize = 1 << 20;

/// Bytes of a tag as it is passed to lol_html: its attributes, and its name twice.
const TAG_BYTES: usize = Tokenizer::SOURCE_BYTES + 512;

/// Maximum element names that are in selectors but not in [`TagId`]. Later ones are [`NAMELESS`].
const MAX_NAMES: usize = 64;

/// Name passed to lol_html for an element that is neither in [`TagId`] nor in a selector.
const NAMELESS: &str = "x-";

/// First id for elements whose name is not in [`TagId`]. This id itself means [`NAMELESS`].
const FIRST_NAME: OpenedId = 256;

/// Bits that the element handlers set when a selector matches.
const SELECT: u8 = 1;
const DROP: u8 = 2;

/// Upper bound of the heap bytes for a selection by these selectors; zero without selectors.
pub(crate) fn held_bytes(selectors: &Selectors) -> usize {
    if selectors.is_empty() {
        return 0;
    }
    let matching: usize = selectors
        .all()
        .map(Css::size)
        .map(|size| size.parts * PART_BYTES + size.simples * SIMPLE_BYTES)
        .sum();
    let counting = if selectors.all().any(Css::counts_names) { COUNTING_BYTES } else { 0 };
    Scope::HELD_BYTES + Tokenizer::SOURCE_BYTES + TAG_BYTES + MATCHING_BYTES + matching + counting
}

/// Reads the tags of one page. Its output is discarded.
type TagReader = HtmlRewriter<'static, fn(&[u8])>;

/// Matches elements against selectors.
pub(crate) struct LolHtml {
    selectors: Selectors,
    /// Text of all selectors in lower case. A name that is not a part of it is in no selector.
    names_in: String,
    /// Created for each page at its first tag. The lock is never contended: it only makes the
    /// extractor `Sync`, which lol_html's rewriter is not.
    rewriter: Mutex<Option<TagReader>>,
    found: Arc<AtomicU8>,
    /// The markup that lol_html reads next.
    tag: String,
    names: Vec<String>,
    tags_cut: u64,
}

impl LolHtml {
    pub(crate) fn new(selectors: Selectors) -> Self {
        Self {
            names_in: selectors.names(),
            selectors,
            rewriter: Mutex::new(None),
            found: Arc::default(),
            tag: String::with_capacity(TAG_BYTES),
            names: Vec::new(),
            tags_cut: 0,
        }
    }

    /// Passes the markup to lol_html. Out: the bits of the selectors that match.
    fn read(&mut self) -> u8 {
        let Self { selectors, rewriter, found, tag, .. } = self;
        let rewriter = rewriter.get_mut().unwrap_or_else(PoisonError::into_inner);
        if rewriter.get_or_insert_with(|| new_rewriter(selectors, found)).write(tag.as_bytes()).is_err() {
            debug_assert!(false, "tags fit");
            // The rewriter refuses further input after an error: its open elements are forgotten.
            *rewriter = None;
            self.tags_cut += 1;
        }
        self.found.swap(0, Relaxed)
    }

    /// The id of an element's name.
    fn id_of(&mut self, tag: &Tag<'_>) -> OpenedId {
        if tag.id != TagId::Other {
            return OpenedId::from(tag.id as u8);
        }
        let name = tag.name();
        let known = self.names.iter().position(|known| known == name);
        let at = known.or_else(|| {
            let is_new = self.names.len() < MAX_NAMES && self.names_in.contains(name);
            is_new.then(|| {
                self.names.push(name.to_string());
                self.names.len() - 1
            })
        });
        FIRST_NAME + at.map_or(0, |at| at as OpenedId + 1)
    }

    /// The name for an id.
    fn name(&self, id: OpenedId) -> &str {
        match id.checked_sub(FIRST_NAME) {
            None => TagId::from_byte(id as u8).name(),
            Some(0) => NAMELESS,
            Some(number) => &self.names[usize::from(number) - 1],
        }
    }

    /// Appends an end tag to the markup.
    fn write_end(&mut self, id: OpenedId) {
        let mut tag = core::mem::take(&mut self.tag);
        tag.push_str("</");
        tag.push_str(self.name(id));
        tag.push('>');
        self.tag = tag;
    }
}

/// A rewriter for the tags of one page.
fn new_rewriter(selectors: &Selectors, found: &Arc<AtomicU8>) -> TagReader {
    let memory = MemorySettings::new()
        .with_preallocated_parsing_buffer_size(0)
        .with_max_allowed_memory_usage(MATCHING_BYTES);
    let mut settings = Settings::new_send().with_strict(false).with_memory_settings(memory);
    for (list, bit) in [(&selectors.selects, SELECT), (&selectors.drops, DROP)] {
        for css in list {
            let found = Arc::clone(found);
            let handler = move |_: &mut lol_html::send::Element<'_, '_>| {
                found.fetch_or(bit, Relaxed);
                Ok(())
            };
            let handlers = ElementContentHandlers::default().element(handler);
            settings = settings.append_element_content_handler((Cow::Owned(css.parsed.clone()), handlers));
        }
    }
    HtmlRewriter::new(settings, |_| {})
}

impl SelectorMatcher for LolHtml {
    fn selects(&self) -> bool {
        self.selectors.selects()
    }

    fn drops(&self) -> bool {
        !self.selectors.drops.is_empty()
    }

    fn open(&mut self, element: Result<&Tag<'_>, TagId>, is_leaf: bool) -> (MatchResult, OpenedId) {
        let id = element.map_or_else(|id| OpenedId::from(id as u8), |tag| self.id_of(tag));
        let mut tag = core::mem::take(&mut self.tag);
        tag.clear();
        tag.push('<');
        tag.push_str(self.name(id));
        if let Some((attributes, is_cut)) = element.ok().and_then(|tag| tag.attributes.source()) {
            tag.push_str(attributes);
            self.tags_cut += u64::from(is_cut);
        }
        tag.push('>');
        self.tag = tag;
        if is_leaf {
            self.write_end(id);
        }
        let found = self.read();
        (MatchResult { select: found & SELECT != 0, drop: found & DROP != 0 }, id)
    }

    fn close(&mut self, id: OpenedId) {
        self.tag.clear();
        self.write_end(id);
        self.read();
    }

    fn restart(&mut self) {
        self.rewriter = Mutex::new(None);
        self.tag.clear();
        self.tag.push_str("<html><body>");
        self.read();
    }

    fn reset(&mut self) {
        self.rewriter = Mutex::new(None);
        self.found.store(0, Relaxed);
        // A page whose names fill the table leaves room for those of the next one.
        self.names.clear();
        self.tags_cut = 0;
    }

    fn tags_cut(&self) -> u64 {
        self.tags_cut
    }
}
