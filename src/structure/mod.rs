//! Structure of the page: follows the open elements and turns tags into line breaks and context.
//!
//! In: tokens. Out, to a [`StructureSink`]: text with its [`Context`], line breaks by strength,
//! inline marks, and what the head states about the page. Elements that are never content are
//! dropped with everything in them. Held: a stack of at most
//! [`STACK_ELEMENTS`](stack::STACK_ELEMENTS) open elements, [`ElementTracker::HELD_BYTES`].
//!
//! No tree is built. Departures from the HTML standard's tree construction: no foster parenting,
//! and no reconstruction of formatting elements in later blocks. Of the adoption agency algorithm
//! only this remains: the formatting element is no longer open. A full stack forgets its outer half
//! and counts the forgotten elements. Their flags stay with the inner half; their end tags end
//! nothing.
//!
//! Cost: linear. An end tag looks at no more than the [`STACK_ELEMENTS`](stack::STACK_ELEMENTS)
//! elements of the stack. Most of them are compared by tag alone, one byte each.

mod button;
mod class_table;
mod class_words;
mod code;
mod code_language;
mod context;
mod element_part;
mod elements;
mod filter;
mod formulas;
mod hidden;
mod hints;
mod image;
mod image_file;
mod implied;
mod name_meaning;
mod name_parts;
mod names;
mod observer;
mod player;
mod ruby;
mod rules;
mod screen_reader;
mod selection;
mod selectors;
mod shape;
mod stack;
mod stand_ins;
mod start_tag;
mod tag_counts;
mod tasks;
mod texts;
mod wants;
mod word_boundaries;

pub(crate) use class_table::{Meanings, meanings};
pub(crate) use class_words::{Bytes, ClassWeight, ClassWords, ENTRY_BYTES, WordWeights};
pub(crate) use code_language::MAX_LANGUAGE_BYTES;
pub(crate) use context::{Context, ElementInfo, ElementNote, Flags, Item, NO_ELEMENT};
pub(crate) use filter::{hash_of, is_json_ld};
pub(crate) use hints::Hints;
pub(crate) use name_meaning::ClassMeaning;
pub(crate) use name_parts::{calls_date, calls_name_of_author, last_part, names_author};
pub(crate) use names::{Alignment, CellLayout};
pub use observer::Followed;
pub(crate) use observer::{Marks, Observer, Opened};
pub(crate) use rules::is_next_to_text;
pub(crate) use selection::Scope;
#[cfg(feature = "css")]
pub use selection::Selection;
#[cfg(feature = "css")]
pub(crate) use selection::{MatchResult, OpenedId, SelectorMatcher};
#[cfg(any(feature = "_train", test))]
pub use selectors::LinearFeatureKind;
pub(crate) use selectors::{SELECTOR_ENTRY_BYTES, SelectorWeights};
pub(crate) use stack::SUMS_BYTES;

use crate::formula::{self, Formula};
use crate::html::TagId;
use button::Button;
use image::Images;
pub(crate) use image::{FoundImage, FoundLink, HELD_BYTES as IMAGE_HELD_BYTES};
pub(crate) use image_file::{is_file, is_mark_of_site};
use ruby::Ruby;
use screen_reader::ScreenReaderOnly;
use shape::Shapes;
use stack::Stack;
pub(crate) use tag_counts::TagCounts;
pub(crate) use wants::Wants;
pub(crate) use word_boundaries::{Boundary, is_currency};
use word_boundaries::{Value, WordBoundaries};

/// How strongly two texts are separated, weakest first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub(crate) enum Break {
    /// No separation: one line-block that had to be cut.
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
    /// A thematic break: `hr`.
    Rule,
}

/// Inline elements that the output formats render.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
    Emphasis,
    Strong,
    Code,
    Link,
    /// A link to a place on the page, which may be a note.
    Reference,
    Superscript,
    Subscript,
    /// Struck out: no longer valid.
    Deleted,
    /// A formula in TeX.
    Formula,
}

/// An element as a place on the page.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlaceElement {
    pub(crate) tag: TagId,
    /// As [`Context::depth`].
    pub(crate) depth: u16,
    /// The hash of its id, or 0.
    pub(crate) id: u64,
    pub(crate) is_shown: bool,
    pub(crate) is_block: bool,
    /// Its class says that it is a note, or holds notes.
    pub(crate) holds_notes: bool,
}

/// Receives text, breaks, marks and metadata of the page, in stream order.
pub(crate) trait StructureSink {
    /// What the sink wants besides text and breaks. It may change after a
    /// [`head_tag`](Self::head_tag), and between two pieces of the page.
    fn wants(&self) -> Wants {
        Wants::default()
    }
    /// An element begins that observers may want to see. Takes the marks of its parent, and returns
    /// its own.
    fn opened(&mut self, element: &Opened<'_>, parent: Marks) -> Marks {
        let _ = element;
        parent
    }
    /// Text follows in an element with these marks, or white space between its words.
    fn marked_text(&mut self, _text: &str, _marks: Marks) {}
    /// Words or lines are separated in an element with these marks.
    fn marked_break(&mut self, _marks: Marks) {}
    /// Linear score of the elements that enclose the next text, where elements are
    /// [weighted](ElementTracker::with_linear_weights).
    fn linear_sum(&mut self, sum: i32) {
        let _ = sum;
    }
    /// Text, part of a run; `offset` is its place in the stream.
    fn text(&mut self, text: &str, offset: u64, context: &Context);
    /// White space, part of a run, outside of preformatted text and headings.
    fn space(&mut self, text: &str, context: &Context);
    /// Creates the record of an open element when its first text comes. Only block-level elements
    /// have records, unless all elements are [recorded](ElementTracker::recording_all).
    ///
    /// Takes the record of the parent; that of the root is 0. Returns the new record.
    fn new_element(&mut self, parent: u32, tag: TagId, context: &Context, names: ElementInfo) -> u32;
    /// A field for a mail address stands in the element of this record.
    fn address_field(&mut self, _element: u32) {}
    /// Separates the text before from the text after: they are not on one line.
    fn line_break(&mut self, kind: Break);
    /// The next text begins a line within the same block.
    fn begin_line(&mut self);
    /// The next text begins a line of code, unless a line end directly precedes it. A line of code
    /// that began before is a line by itself, even if it is empty. White space before an item is
    /// not part of its line.
    fn begin_code_line(&mut self, is_item: bool);
    /// Spaces and tabs at the beginning of a line, outside of preformatted text. They are shown.
    fn indent(&mut self, _spaces: &str) {}
    /// A tag, outside of dropped elements.
    fn tag(&mut self);
    /// Separates the text before from the text after: they are not one word.
    fn word_break(&mut self);
    /// Whether a visible line has begun and not ended.
    fn is_in_visible_block(&self) -> bool {
        false
    }
    /// The boundary between the text before and the next text. Except for [`Boundary::Replaced`],
    /// the sink decides by the characters on both sides whether it separates words.
    fn border(&mut self, _border: Boundary) {}
    /// An inline element begins; a link has its target in `href`.
    fn open_mark(&mut self, mark: Mark, href: Option<&str>);
    /// An inline element ends.
    fn close_mark(&mut self, mark: Mark);
    /// A check box that stands in a list item, before all text of it if it is a task.
    fn task(&mut self, _is_done: bool) {}
    /// The language of the preformatted text that follows. `begins`: a preformatted element begins
    /// here.
    fn language(&mut self, name: Option<&str>, begins: bool);
    /// The language of preformatted text that names none itself, from here on. `None`: no such
    /// language any more.
    fn enclosing_language(&mut self, _name: Option<&str>) {}
    /// A table, a row group, a row or a cell begins. Only a cell has a layout of its own.
    fn open_table_part(&mut self, tag: TagId, layout: CellLayout);
    /// A table ends.
    fn close_table(&mut self);
    /// A content image.
    fn image(&mut self, _image: &FoundImage<'_>, _context: &Context) {}
    /// A link with an address begins. [`close_mark`](Self::close_mark) ends it.
    fn found_link(&mut self, _found: &FoundLink<'_>) {}
    /// The alternative text of an image, which may be that of a link.
    fn alt_in_link(&mut self, _alt: &str) {}
    /// A link begins whose address is too long.
    fn link_too_long(&mut self) {}
    /// Text follows, if that is [wanted](Wants::TEXT_FOLLOWS). `depth`: that of the deepest
    /// element that encloses it and the last text or image before it. `is_caption`: it is in the
    /// caption of an image.
    fn text_follows(&mut self, _depth: usize, _is_hidden: bool, _is_caption: bool) {}
    /// An element that is not dropped begins, void or not, if [posts](Wants::POSTS) are wanted.
    fn post_element(&mut self, _element: &Opened<'_>) {}
    /// Whether the JSON that an app keeps its state in is wanted: if the page showed no text so far.
    fn wants_app_state(&self) -> bool {
        false
    }
    /// A tag with metadata: `html`, `meta`, `link`, `base`, or the `script` of JSON-LD or state. It
    /// stands in an element with these marks.
    fn head_tag(&mut self, element: &Opened<'_>, around: Marks);
    /// A piece of the text of the script that was announced last. `offset` is its place in
    /// the stream.
    fn json_ld(&mut self, text: &str, offset: u64);
    /// A piece of the text of the page's first title.
    fn title(&mut self, text: &str);
    /// A link begins, even a hidden one. `leads_into_page`: it stands in a heading and leads to a
    /// fragment of the page.
    fn begin_link(&mut self, _leads_into_page: bool) {}
    /// An element begins, which may be a place on the page.
    fn element(&mut self, _element: &PlaceElement) {}
    /// A link begins to the place on the page with this hash of its id.
    fn link_to_place(&mut self, _id: u64, _is_shown: bool) {}
    /// A link begins that leads from a note back to its text.
    fn link_back(&mut self) {}
}

/// Progress through the page's title.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Title {
    #[default]
    Awaited,
    Open,
    /// In a second title, or after the first.
    Closed,
}

/// The state of the tracker between two tokens; see the [module](self).
pub(crate) struct ElementTracker {
    stack: Stack,
    title: Title,
    in_title: bool,
    /// No visible text came since the last heading, question or summary began.
    heading_awaits_text: bool,
    /// The `id` of the heading that began last.
    heading_id: Value,
    /// An element of the page shows line ends by its style. Without one, text is not looked at for
    /// line ends.
    has_shown_lines: bool,
    /// A line began in an element that shows line ends, and no character of it was seen.
    line_awaits_text: bool,
    /// A heading was seen outside of the parts in `rules::NOT_MAIN_TEXT`.
    has_heading: bool,
    /// Start tags of the page outside of foreign content.
    pub(crate) tag_counts: TagCounts,
    /// The text of the last script is read: JSON-LD, or the state of an app.
    is_read: bool,
    /// Index in the stack of the element that names the language of the code in it.
    language_ancestor_at: Option<usize>,
    /// A line of code began, and no `span` or `code` ended since.
    in_code_line: bool,
    /// Offset of the last end tag in code, if it was that of a `code`.
    code_ended_at: u64,
    /// Offset of the last end tag of a `span` or a `code`, if it was that of a hidden `span`.
    line_number_ended_at: u64,
    /// The fragment that the innermost link leads to, if marks are written.
    link_fragment: Value,
    /// Inline elements get records as well.
    records_all: bool,
    pub(crate) class_words: ClassWords,
    /// The weights of a linear model, if there is one.
    weights: Option<SelectorWeights>,
    shapes: Shapes,
    word_boundaries: WordBoundaries,
    screen_reader: ScreenReaderOnly,
    button: Button,
    formula: Formula,
    ruby: Ruby,
    images: Images,
    /// The selectors that limit the text to parts of the page, if any.
    scope: Option<Scope>,
}

impl ElementTracker {
    /// Bytes on the heap from construction on.
    pub(crate) const HELD_BYTES: usize = Stack::HELD_BYTES + Shapes::held_bytes(0) + formula::HELD_BYTES;

    /// Bytes on the heap in addition, with `spare_bytes` of budget above the least.
    pub(crate) const fn spare_bytes(spare_bytes: usize) -> usize {
        Shapes::held_bytes(spare_bytes) - Shapes::held_bytes(0)
    }

    /// Creates a tracker that handles the words of class names as `class_words` states.
    pub(crate) fn new(class_words: ClassWords) -> Self {
        Self {
            stack: Stack::new(),
            title: Title::Awaited,
            in_title: false,
            heading_awaits_text: false,
            heading_id: Value::default(),
            has_shown_lines: false,
            line_awaits_text: false,
            has_heading: false,
            tag_counts: TagCounts::default(),
            is_read: false,
            language_ancestor_at: None,
            in_code_line: false,
            code_ended_at: 0,
            line_number_ended_at: 0,
            link_fragment: Value::default(),
            records_all: false,
            class_words,
            weights: None,
            shapes: Shapes::new(0),
            word_boundaries: WordBoundaries::default(),
            screen_reader: ScreenReaderOnly::default(),
            button: Button::default(),
            formula: Formula::new(),
            ruby: Ruby::Text,
            images: Images::default(),
            scope: None,
        }
    }

    /// With `spare_bytes` of budget above the least: [`spare_bytes`](Self::spare_bytes) more.
    pub(crate) fn with_spare(mut self, spare_bytes: usize) -> Self {
        self.shapes = Shapes::new(spare_bytes);
        self
    }

    /// With `records_all`, inline elements get records, too.
    pub(crate) fn recording_all(mut self, records_all: bool) -> Self {
        self.records_all = records_all;
        self
    }

    /// With weights, sums up the linear scores of open elements: [`SUMS_BYTES`] more.
    pub(crate) fn with_linear_weights(mut self, weights: Option<SelectorWeights>) -> Self {
        self.stack.sum_up(weights.is_some());
        self.weights = weights;
        self
    }

    /// Limits the text to selected parts of each page: [`Scope::HELD_BYTES`] more.
    #[cfg(feature = "css")]
    pub(crate) fn within(mut self, scope: Scope) -> Self {
        self.scope = Some(scope);
        self.reset();
        self
    }

    /// How many elements of the page were selected and dropped so far. `None` without selectors.
    #[cfg(feature = "css")]
    pub(crate) fn selection(&self) -> Option<selection::Selection> {
        self.scope.as_ref().map(Scope::found)
    }

    pub(crate) fn reset(&mut self) {
        self.stack.reset();
        self.title = Title::Awaited;
        self.in_title = false;
        self.heading_awaits_text = false;
        self.heading_id = Value::default();
        (self.has_shown_lines, self.line_awaits_text) = (false, false);
        self.has_heading = false;
        self.tag_counts = TagCounts::default();
        self.is_read = false;
        self.language_ancestor_at = None;
        self.in_code_line = false;
        self.code_ended_at = 0;
        self.line_number_ended_at = 0;
        self.link_fragment = Value::default();
        self.ruby = Ruby::Text;
        self.images.reset();
        self.class_words.reset();
        self.shapes.reset();
        self.word_boundaries.reset();
        self.screen_reader = ScreenReaderOnly::default();
        self.button = Button::default();
        self.formula.reset();
        if let Some(scope) = &mut self.scope {
            scope.reset();
            self.stack.drop_outermost(scope.drops_outermost());
        }
    }

    /// Number of elements that the full stack forgot.
    pub(crate) fn forgotten(&self) -> u64 {
        self.stack.forgotten()
    }
}

/// A tracker joined with the `sink` that receives its output.
pub(crate) struct TrackedSink<'a, S> {
    tracker: &'a mut ElementTracker,
    sink: &'a mut S,
    wants: Wants,
}

impl<'a, S: StructureSink> TrackedSink<'a, S> {
    pub(crate) fn new(tracker: &'a mut ElementTracker, sink: &'a mut S) -> Self {
        let wants = sink.wants();
        Self { tracker, sink, wants }
    }
}

impl<S> core::ops::Deref for TrackedSink<'_, S> {
    type Target = ElementTracker;

    fn deref(&self) -> &ElementTracker {
        self.tracker
    }
}
