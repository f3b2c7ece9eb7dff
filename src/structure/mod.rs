//! Useless elements vanish, open elements are followed, tags become line breaks.
//!
//! In come tokens; out go text with the [`Context`] it stands in, line breaks by strength, inline
//! marks, and what the head of the page says, to a [`StructureSink`]. Held: a stack of at most
//! [`STACK_ELEMENTS`](stack::STACK_ELEMENTS) open elements, [`ElementTracker::HELD_BYTES`].
//!
//! There is no tree. What is given up: foster parenting, the reconstruction of formatting elements
//! in later blocks, and the adoption agency beyond "this formatting element is no longer open".
//! When the stack is full the outer half is forgotten: its flags stay with the inner half, its end
//! tags end nothing, and it is counted.
//!
//! Cost: linear; an end tag looks at no more than the [`STACK_ELEMENTS`](stack::STACK_ELEMENTS)
//! elements of the stack, most at their tags alone, a byte each.

mod byline;
mod class_words;
mod code;
mod context;
mod element_part;
mod elements;
mod filter;
mod formula;
mod formulas;
mod hidden;
mod hints;
mod implied;
mod language;
mod mathml;
mod name_cache;
mod names;
mod ruby;
mod rules;
mod screen_reader;
mod selection;
mod selectors;
mod stack;
mod texts;
mod time;
mod word_boundaries;

#[cfg(feature = "_train")]
pub(crate) use class_words::WEIGHTS_PER_LOGIT;
pub(crate) use class_words::{Bytes, ClassWeight, ClassWords, ENTRY_BYTES, WordWeights};
pub(crate) use context::{Context, ElementInfo, Flags, Item, NO_ELEMENT};
pub(crate) use hints::Hints;
pub(crate) use language::MAX_LANGUAGE_BYTES;
pub(crate) use names::CellSpan;
pub(crate) use selection::Scope;
#[cfg(feature = "css")]
pub use selection::Selection;
#[cfg(feature = "css")]
pub(crate) use selection::{MatchResult, OpenedId, SelectorMatcher};
#[cfg(feature = "_train")]
pub(crate) use selectors::{LinearFeatureKind, hash_of_style};
pub(crate) use selectors::{SELECTOR_ENTRY_BYTES, SelectorWeights};
pub(crate) use stack::SUMS_BYTES;

use crate::html::{Tag, TagId};
#[cfg(feature = "_train")]
use alloc::vec::Vec;
pub(crate) use byline::BylineState;
use formula::{FORMULA_BYTES, Formula};
use name_cache::NameCache;
use ruby::Ruby;
use screen_reader::ScreenReaderOnly;
use stack::Stack;
use word_boundaries::WordBoundaries;
pub(crate) use word_boundaries::{Boundary, is_currency};

/// How strongly two texts are parted, weakest first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub(crate) enum Break {
    /// Not at all: one line-block that had to be cut.
    #[default]
    None,
    /// `br`, or a line end in preformatted text.
    Line,
    /// An empty line.
    Blank,
    /// The next cell of a table row.
    Cell,
    /// The next row of a table.
    Row,
    /// The next item of a list.
    Item,
    /// A block-level element begins or ends.
    Block,
}

/// Inline elements that rendering knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
    Emphasis,
    Strong,
    Code,
    Link,
    Superscript,
    Subscript,
    /// Struck out: what no longer holds.
    Deleted,
    /// A formula, in TeX or in one line.
    Formula,
}

/// An element that begins, as a sink that follows elements sees it.
#[cfg_attr(not(feature = "site"), expect(dead_code, reason = "nobody follows elements"))]
pub(crate) struct Followed<'a> {
    pub(crate) tag: &'a Tag<'a>,
    /// Open elements, itself included, `html` and `body` left out.
    pub(crate) level: u16,
    pub(crate) is_block: bool,
}

/// Takes what is left of the page, in the order of the stream.
pub(crate) trait StructureSink {
    /// Whether elements are told one by one: [`opened`](Self::opened), and [`inside`](Self::inside)
    /// before each text.
    #[inline]
    fn follows_elements(&self) -> bool {
        false
    }
    /// An element that is not dropped begins. Takes the mark of the one around it, 0 outside all;
    /// gives its own.
    fn opened(&mut self, element: &Followed<'_>, around: u16) -> u16 {
        let _ = element;
        around
    }
    /// The text that follows stands in an element of this mark.
    fn inside(&mut self, mark: u16) {
        let _ = mark;
    }
    /// The text that follows stands in elements that are worth so much, where they are
    /// [weighed](ElementTracker::with_linear_weights).
    fn worth(&mut self, sum: i32) {
        let _ = sum;
    }
    /// Text, part of a run; `offset` is its place in the stream.
    fn text(&mut self, text: &str, offset: u64, context: &Context);
    /// White space, part of a run, outside of preformatted text and headings.
    fn space(&mut self, context: &Context);
    /// An open block-level element, or any where all are [recorded](ElementTracker::recording_all),
    /// gets its first text. Takes the record of the one around it, the root's being 0; gives
    /// its own.
    fn new_element(&mut self, around: u32, tag: TagId, context: &Context, names: ElementInfo) -> u32;
    /// What came before and what comes after are not one line.
    fn line_break(&mut self, kind: Break);
    /// What follows begins a line, in the same text.
    fn begin_line(&mut self);
    /// So it does where no line end stands in front, and what was begun so last is a line by
    /// itself, even an empty one. White space in front of an item is none of its line.
    fn begin_code_line(&mut self, is_item: bool);
    /// A tag stands here, outside dropped elements.
    fn tag(&mut self);
    /// What came before and what comes after are not one word.
    fn word_break(&mut self);
    /// Whether a line that shows has begun, and not ended.
    fn is_amid_shown(&self) -> bool {
        false
    }
    /// They are not if both are of letters, in a script that parts words by spaces.
    fn border(&mut self, _border: Boundary) {}
    /// An inline element begins, with the target of a link.
    fn open_mark(&mut self, mark: Mark, href: Option<&str>);
    /// An inline element ends.
    fn close_mark(&mut self, mark: Mark);
    /// Whether it matters which language code is in.
    fn wants_languages(&self) -> bool {
        false
    }
    /// The preformatted text that follows is in this language; `begins`: and such text begins here.
    fn language(&mut self, name: Option<&str>, begins: bool);
    /// So is what begins from here on and names none; `None`: no longer.
    fn language_around(&mut self, _name: Option<&str>) {}
    /// A table, a group of its rows, one of its rows or one of its cells begins; only a cell takes
    /// more than one slot.
    fn open_table_part(&mut self, tag: TagId, span: CellSpan);
    /// A table ends.
    fn close_table(&mut self);
    /// A tag that says something about the page: `html`, `meta`, `link`, `base`, the `script` of
    /// JSON-LD.
    fn head_tag(&mut self, tag: &Tag<'_>);
    /// A `time` that may tell the date of the page; those of one list have one `place`.
    fn time(&mut self, _datetime: &str, _place: u64) {}
    /// An element begins whose text may tell it; the text comes as that of a
    /// [byline](Self::byline). `is_called`: its class alone says so.
    fn begin_date(&mut self, _place: u64, _is_called: bool) {}
    /// ElementPart of the text of the JSON-LD script that was told last; `offset` is its place in
    /// the stream.
    fn json_ld(&mut self, text: &str, offset: u64);
    /// ElementPart of the text of the page's first title.
    fn title(&mut self, text: &str);
    /// An element begins whose text says who wrote the page; whether that is asked for.
    fn begin_byline(&mut self, _said: BylineState) -> bool {
        false
    }
    /// Whether it is asked for who is called the author by a class or an address alone.
    fn wants_called(&self) -> bool {
        false
    }
    /// A link begins, also where it does not show; whether it stands in a heading and leads to a
    /// place of the page.
    fn begin_link(&mut self, _leads_into_page: bool) {}
    /// A link begins in an `h1`; whether its text names the site.
    fn begin_site_name(&mut self, _href: &str) -> bool {
        false
    }
    /// ElementPart of such a text, or white space between its words.
    fn byline(&mut self, _said: BylineState, _text: &str) {}
}

/// Whether the page's title was seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Title {
    #[default]
    Awaited,
    Open,
    /// In a second title, or behind the first.
    Closed,
}

/// The state of cleaning between two tokens; see the [module](self).
pub(crate) struct ElementTracker {
    stack: Stack,
    title: Title,
    in_title: bool,
    /// No text was shown since a heading, a question or a summary began last.
    heading_awaits_text: bool,
    /// A heading was seen, not of what stands around the text.
    has_heading: bool,
    /// The last script is JSON-LD.
    is_json_ld: bool,
    /// Place in the stack of the element that names the language of the code in it.
    code_around_at: Option<usize>,
    /// A line of code began, and no `span` or `code` ended since.
    in_code_line: bool,
    /// Inline elements get records as well.
    records_all: bool,
    class_words: ClassWords,
    /// What a linear model gives elements, if there is one.
    weights: Option<SelectorWeights>,
    known: NameCache,
    borders: WordBoundaries,
    aloud: ScreenReaderOnly,
    formula: Formula,
    ruby: Ruby,
    /// What was asked for of the page, if not all.
    selecting: Option<Scope>,
}

impl ElementTracker {
    /// Bytes on the heap from construction on.
    pub(crate) const HELD_BYTES: usize = Stack::HELD_BYTES + NameCache::HELD_BYTES + FORMULA_BYTES;

    /// A tracker that does with the words of names what is said.
    pub(crate) fn new(class_words: ClassWords) -> Self {
        Self {
            stack: Stack::new(),
            title: Title::Awaited,
            in_title: false,
            heading_awaits_text: false,
            has_heading: false,
            is_json_ld: false,
            code_around_at: None,
            in_code_line: false,
            records_all: false,
            class_words,
            weights: None,
            known: NameCache::new(),
            borders: WordBoundaries::default(),
            aloud: ScreenReaderOnly::default(),
            formula: Formula::new(),
            ruby: Ruby::Text,
            selecting: None,
        }
    }

    /// The same, with records of inline elements too, if so.
    pub(crate) fn recording_all(mut self, records_all: bool) -> Self {
        self.records_all = records_all;
        self
    }

    /// The same, which sums up what open elements are worth, if they are to be weighed:
    /// [`SUMS_BYTES`] more.
    pub(crate) fn with_linear_weights(mut self, weights: Option<SelectorWeights>) -> Self {
        self.stack.sum_up(weights.is_some());
        self.weights = weights;
        self
    }

    /// The same, for a part of each page: [`Scope::HELD_BYTES`] more.
    #[cfg(feature = "css")]
    pub(crate) fn selecting(mut self, selecting: Scope) -> Self {
        self.selecting = Some(selecting);
        self.reset();
        self
    }

    /// What was selected and dropped of the page so far, if there was something to be.
    #[cfg(feature = "css")]
    pub(crate) fn selection(&self) -> Option<selection::Selection> {
        self.selecting.as_ref().map(Scope::found)
    }

    /// The lists of words of all elements so far, for training; they stay until the next page.
    #[cfg(feature = "_train")]
    pub(crate) fn class_lists(&self) -> &[Vec<u32>] {
        self.class_words.lists()
    }

    pub(crate) fn reset(&mut self) {
        self.stack.reset();
        self.title = Title::Awaited;
        self.in_title = false;
        self.heading_awaits_text = false;
        self.has_heading = false;
        self.is_json_ld = false;
        self.code_around_at = None;
        self.in_code_line = false;
        self.ruby = Ruby::Text;
        self.class_words.reset();
        self.known.reset();
        self.borders.reset();
        self.aloud = ScreenReaderOnly::default();
        self.formula.reset();
        if let Some(selecting) = &mut self.selecting {
            selecting.reset();
            self.stack.drop_outermost(selecting.drops_outermost());
        }
    }

    /// Elements that the full stack forgot.
    pub(crate) fn forgotten(&self) -> u64 {
        self.stack.forgotten()
    }
}

/// A tracker at work: hands what it finds to `sink`.
pub(crate) struct TrackedSink<'a, S> {
    pub(crate) tracker: &'a mut ElementTracker,
    pub(crate) sink: &'a mut S,
}

impl<S> core::ops::Deref for TrackedSink<'_, S> {
    type Target = ElementTracker;

    fn deref(&self) -> &ElementTracker {
        self.tracker
    }
}
