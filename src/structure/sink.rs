//! What receives the structure of a page.

use super::breaks::{Break, Mark};
use super::cell_layout::CellLayout;
use super::context::{Context, ElementInfo};
use super::found_image::FoundImage;
use super::marks::Marks;
use super::observer::{Opened, Subscription};
use super::wants::Wants;
use super::word_boundaries::Boundary;
use crate::html::TagId;

/// Receives text, breaks, marks and metadata of the page, in stream order.
pub(crate) trait StructureSink {
    /// The elements that the observers behind the sink see, wherever they stand.
    const SEES: Subscription = Subscription::NONE;

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
    /// A void element that is not dropped, if it may say something to observers: an image, an
    /// input, or any if [posts](Wants::POSTS) are wanted. It stands in an element with these marks.
    fn void_element(&mut self, _element: &Opened<'_>, _around: Marks) {}
    /// Text follows in an element with these marks, or white space between its words. `None`: words
    /// or lines are separated there.
    fn marked_text(&mut self, _text: Option<&str>, _marks: Marks) {}
    /// Linear score of the elements that enclose the next text, where elements are
    /// [weighted](ElementTracker::with_linear_weights).
    fn linear_sum(&mut self, sum: i32) {
        let _ = sum;
    }
    /// Text, part of a run; `offset` is its place in the stream.
    fn text(&mut self, text: &str, offset: u64, context: &Context);
    /// The text before, which began at `offset`, ends in the stream at `end`.
    #[inline]
    fn text_ends(&mut self, _offset: u64, _end: u64) {}
    /// White space outside of preformatted text.
    fn space(&mut self, space: Space<'_>, context: &Context);
    /// Creates the record of an open element when its first text comes. Only block-level elements
    /// have records, unless all elements are [recorded](ElementTracker::recording_all).
    ///
    /// Takes the record of the parent; that of the root is 0. Returns the new record.
    fn new_element(&mut self, parent: u32, tag: TagId, context: &Context, info: ElementInfo) -> u32;
    /// Separates the text before from the text after.
    fn separate(&mut self, separation: Separation);
    /// A tag, outside of dropped elements.
    fn tag(&mut self);
    /// Whether a visible line has begun and not ended.
    fn is_in_visible_block(&self) -> bool {
        false
    }
    /// An inline element begins; a link has its target in `href`.
    fn open_mark(&mut self, mark: Mark, href: Option<&str>);
    /// An inline element ends.
    fn close_mark(&mut self, mark: Mark);
    /// The language of the preformatted text that follows.
    fn code_language(&mut self, _language: CodeLanguage<'_>) {}
    /// A part of a table begins, or a table ends.
    fn table(&mut self, _part: TablePart) {}
    /// A content image.
    fn image(&mut self, _image: &FoundImage<'_>, _context: &Context) {}
    /// Text follows, if that is [wanted](Wants::TEXT_FOLLOWS). `depth`: that of the deepest
    /// element that encloses it and the last text or image before it. `is_caption`: it is in the
    /// caption of an image.
    fn text_follows(&mut self, _depth: usize, _is_hidden: bool, _is_caption: bool) {}
    /// A tag with metadata: `html`, `meta`, `link`, `base`, or the `script` of JSON-LD or state. It
    /// stands in an element with these marks. Returns whether the text of a script is read.
    fn head_tag(&mut self, element: &Opened<'_>, around: Marks) -> bool;
    /// A piece of the text of the page's first title, or of a script.
    fn head_text(&mut self, _text: HeadText<'_>) {}
}

/// White space outside of preformatted text.
#[derive(Clone, Copy)]
pub(crate) enum Space<'a> {
    /// Part of a run between words, outside of headings.
    Between(&'a str),
    /// Spaces and tabs at the beginning of a line. They are shown.
    Indent(&'a str),
}

/// What separates the text before from the text after.
#[derive(Clone, Copy)]
pub(crate) enum Separation {
    /// They are not on one line.
    Lines(Break),
    /// The next text begins a line within the same block.
    Line,
    /// The next text begins a line of code, unless a line end directly precedes it. A line of code
    /// that began before is a line by itself, even if it is empty. White space before an item is
    /// not part of its line.
    CodeLine { is_item: bool },
    /// They are not one word.
    Words,
    /// They are in two elements. Except for [`Boundary::Replaced`], the characters on both sides
    /// decide whether they are one word.
    Elements(Boundary),
}

/// The language of preformatted text.
#[derive(Clone, Copy)]
pub(crate) enum CodeLanguage<'a> {
    /// That of the text that follows. `begins`: a preformatted element begins here.
    Own { name: Option<&'a str>, begins: bool },
    /// That of text that names none itself, from here on. `None`: no such language any more.
    Enclosing(Option<&'a str>),
}

/// A part of a table begins, or a table ends.
#[derive(Clone, Copy)]
pub(crate) enum TablePart {
    /// A table, a row group, a row or a cell begins. Only a cell has a layout of its own.
    Begins { tag: TagId, layout: CellLayout },
    /// A table ends.
    TableEnds,
}

/// Text of the head of a page.
#[derive(Clone, Copy)]
pub(crate) enum HeadText<'a> {
    /// A piece of the page's first title.
    Title(&'a str),
    /// A piece of the script that was announced last. `offset` is its place in the stream.
    Script { text: &'a str, offset: u64 },
}
