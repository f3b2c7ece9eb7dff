//! The state of the tracker of elements, and the tracker joined with its sink.

use super::button::Button;
use super::class_words::ClassWords;
use super::found_image::Images;
use super::hashed::Value;
use super::ruby::Ruby;
use super::screen_reader::ScreenReaderOnly;
use super::selection::Scope;
#[cfg(feature = "css")]
use super::selection::Selection;
use super::selectors::SelectorWeights;
use super::shape::Shapes;
use super::sink::StructureSink;
use super::stack::Stack;
use super::tag_counts::TagCounts;
use super::wants::Wants;
use super::word_boundaries::WordBoundaries;
use crate::formula::{self, Formula};

/// Progress through the page's title.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Title {
    #[default]
    Awaited,
    Open,
    /// In a second title, or after the first.
    Closed,
}

/// The state of the tracker between two tokens; see the [module](self).
pub(crate) struct ElementTracker {
    pub(super) stack: Stack,
    pub(super) title: Title,
    pub(super) in_title: bool,
    /// No visible text came since the last heading, question or summary began.
    pub(super) heading_awaits_text: bool,
    /// The `id` of the heading that began last.
    pub(super) heading_id: Value,
    /// An element of the page shows line ends by its style. Without one, text is not looked at for
    /// line ends.
    pub(super) has_shown_lines: bool,
    /// A line began in an element that shows line ends, and no character of it was seen.
    pub(super) line_awaits_text: bool,
    /// A heading was seen outside of the parts in `rules::NOT_MAIN_TEXT`.
    pub(super) has_heading: bool,
    /// Start tags of the page outside of foreign content.
    pub(crate) tag_counts: TagCounts,
    /// The text of the last script is read: JSON-LD, or the state of an app.
    pub(super) is_read: bool,
    /// Index in the stack of the element that names the language of the code in it.
    pub(super) language_ancestor_at: Option<usize>,
    /// A line of code began, and no `span` or `code` ended since.
    pub(super) in_code_line: bool,
    /// Offset of the last end tag in code, if it was that of a `code`.
    pub(super) code_ended_at: u64,
    /// Offset of the last end tag of a `span` or a `code`, if it was that of a hidden `span`.
    pub(super) line_number_ended_at: u64,
    /// The fragment that the innermost link leads to, if marks are written.
    pub(super) link_fragment: Value,
    /// Inline elements get records as well.
    pub(super) records_all: bool,
    pub(crate) class_words: ClassWords,
    /// The weights of a linear model, if there is one.
    pub(super) weights: Option<SelectorWeights>,
    pub(super) shapes: Shapes,
    pub(super) word_boundaries: WordBoundaries,
    pub(super) screen_reader: ScreenReaderOnly,
    pub(super) button: Button,
    pub(super) formula: Formula,
    pub(super) ruby: Ruby,
    pub(super) images: Images,
    /// The selectors that limit the text to parts of the page, if any.
    pub(super) scope: Option<Scope>,
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

    /// With weights, sums up the linear scores of open elements:
    /// [`SUMS_BYTES`](super::stack::SUMS_BYTES) more.
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
    pub(crate) fn selection(&self) -> Option<Selection> {
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
    pub(super) tracker: &'a mut ElementTracker,
    pub(super) sink: &'a mut S,
    pub(super) wants: Wants,
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
