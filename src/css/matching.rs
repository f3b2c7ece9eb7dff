//! Elements against selectors, by lol_html.

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

/// Bytes that lol_html may hold for the elements that are open; what it needs at most is measured
/// in `tests/budget.rs`.
const MATCHING_BYTES: usize = 128 << 10;

/// Bytes for each part of a selector: the matches of it that are open, and what was made of it.
const PART_BYTES: usize = 12 << 10;

/// Bytes for each name, class, id, attribute and pseudo-class of a part.
const SIMPLE_BYTES: usize = 256;

/// Bytes for counting elements of a name, where a selector asks for that.
const COUNTING_BYTES: usize = 1 << 20;

/// Bytes of a tag as lol_html reads it: its attributes, and twice its name.
const TAG_BYTES: usize = Tokenizer::SOURCE_BYTES + 512;

/// Names of elements that no rule knows, but selectors: how many are told by name.
const MAX_NAMES: usize = 64;

/// What an element is told as that no rule and no selector knows.
const NAMELESS: &str = "x-";

/// Elements that no rule knows are told by numbers from here on; the first is [`NAMELESS`].
const FIRST_NAME: OpenedId = 256;

/// Bits in which lol_html says what it found.
const SELECT: u8 = 1;
const DROP: u8 = 2;

/// Upper bound of the heap that a selection by these selectors takes.
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

/// Reads the tags of one page; nothing of what it writes is wanted.
type TagReader = HtmlRewriter<'static, fn(&[u8])>;

/// Matches elements with selectors.
pub(crate) struct LolHtml {
    selectors: Selectors,
    /// What is not in there is the name of no element that the selectors name.
    names_in: String,
    /// Made for each page, at its first tag. Nobody ever waits for it: that lol_html's reader is in
    /// a lock makes an extractor one that may be shared.
    rewriter: Mutex<Option<TagReader>>,
    found: Arc<AtomicU8>,
    /// The tag that lol_html is to read.
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

    /// Has lol_html read the tag. Out: what it found.
    fn read(&mut self) -> u8 {
        let Self { selectors, rewriter, found, tag, .. } = self;
        let rewriter = rewriter.get_mut().unwrap_or_else(PoisonError::into_inner);
        if rewriter.get_or_insert_with(|| new_rewriter(selectors, found)).write(tag.as_bytes()).is_err() {
            debug_assert!(false, "what is told fits");
            // It would not go on; nothing that is open is known any more.
            *rewriter = None;
            self.tags_cut += 1;
        }
        self.found.swap(0, Relaxed)
    }

    /// The number of an element's name.
    fn told(&mut self, tag: &Tag<'_>) -> OpenedId {
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

    /// The name of that number.
    fn name(&self, told: OpenedId) -> &str {
        match told.checked_sub(FIRST_NAME) {
            None => TagId::from_byte(told as u8).name(),
            Some(0) => NAMELESS,
            Some(number) => &self.names[usize::from(number) - 1],
        }
    }

    /// Writes an end tag.
    fn write_end(&mut self, told: OpenedId) {
        let mut tag = core::mem::take(&mut self.tag);
        tag.push_str("</");
        tag.push_str(self.name(told));
        tag.push('>');
        self.tag = tag;
    }
}

/// A reader of one page's tags.
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
        let told = element.map_or_else(|id| OpenedId::from(id as u8), |tag| self.told(tag));
        let mut tag = core::mem::take(&mut self.tag);
        tag.clear();
        tag.push('<');
        tag.push_str(self.name(told));
        if let Some((attributes, is_cut)) = element.ok().and_then(|tag| tag.attributes.source()) {
            tag.push_str(attributes);
            self.tags_cut += u64::from(is_cut);
        }
        tag.push('>');
        self.tag = tag;
        if is_leaf {
            self.write_end(told);
        }
        let found = self.read();
        (MatchResult { select: found & SELECT != 0, drop: found & DROP != 0 }, told)
    }

    fn close(&mut self, told: OpenedId) {
        self.tag.clear();
        self.write_end(told);
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
        self.tags_cut = 0;
    }

    fn tags_cut(&self) -> u64 {
        self.tags_cut
    }
}
