//! Start and end of elements, and what they report to the sink.
//!
//! In: tags and their [`Class`]. Out: line breaks, word breaks, inline marks and table parts for
//! the sink. Held: nothing besides the stack of open elements.

use super::context::{Context, ElementInfo};
use super::flags::Flags;
use super::kinds::NamedKind;
use super::name_meaning::ClassMeaning;
use super::observer::Opened;
use super::rules::{self, Class, class_of};
use super::selection::{Scope, ScopeChange};
use super::sink::{CodeLanguage, Separation, TablePart};
use super::stack::{Element, FORGOTTEN};
use super::{
    Break, CellLayout, ClassWords, ElementTracker, Mark, StructureSink, Title, TrackedSink, Wants, names,
};
use crate::html::{AttrId, Tag, TagId};

impl<S: StructureSink> TrackedSink<'_, S> {
    /// Whether the innermost open element is the head.
    #[inline]
    pub(super) fn is_in_head(&self) -> bool {
        self.stack.top_tag() == TagId::Head
    }

    /// Whether a model or a site's wrapper decides about unlikely text, and not thresholds alone.
    pub(super) fn keeps_unlikely_text(&self) -> bool {
        let ElementTracker { class_words, weights, .. } = &*self.tracker;
        self.wants.has(Wants::ELEMENTS)
            || weights.is_some()
            || !matches!(class_words, ClassWords::Unread | ClassWords::Read)
    }

    /// Ends the head, and a head that is nested in it.
    #[inline]
    pub(super) fn leave_head(&mut self) {
        while self.is_in_head() {
            self.pop_through(self.stack.len() - 1);
        }
    }

    /// Start tag of an SVG or MathML element. `svg` is dropped, except for HTML in a
    /// `foreignObject`. Annotations of formulas are dropped unless they are TeX.
    pub(super) fn start_foreign(&mut self, tag: &Tag<'_>) {
        if !self.stack.context().flags.has(Flags::DROPPED) || self.formula.is_quoted() {
            if tag.id == TagId::Svg {
                self.sink.separate(Separation::Words);
            } else {
                self.start_formula(tag);
            }
        }
        if tag.self_closing || !tag.foreign {
            return;
        }
        let mut context = *self.stack.context();
        let id = match tag.id {
            TagId::Svg | TagId::Annotation | TagId::AnnotationXml => {
                context.flags.set(Flags::DROPPED);
                tag.id
            }
            TagId::ForeignObject if !self.scope.as_ref().is_some_and(Scope::is_dropped) => {
                context = *self.stack.parent_context(TagId::Svg);
                tag.id
            }
            TagId::ForeignObject => tag.id,
            // The title of a drawing is not the title of the page.
            TagId::Desc | TagId::Title if self.stack.top_tag() == TagId::Svg => TagId::Desc,
            _ => return,
        };
        let info = self.stack.info().inside();
        let opened = if id == TagId::Svg { self.ask(tag, class_of(id)) } else { ScopeChange::default() };
        self.push(&Element { tag: id, context, info, linear_sum: 0 }, opened);
    }

    /// An HTML start tag came. A dropped SVG or MathML element that is still open was left
    /// unclosed, or it holds HTML: it ends here. An open formula is broken off, too.
    #[inline]
    pub(super) fn leave_foreign(&mut self) {
        if is_dropped_foreign(self.stack.top_tag()) {
            self.leave_dropped_foreign();
        }
        if self.formula.is_open() {
            self.break_off_formula();
        }
    }

    /// Ends open SVG and MathML elements that are dropped.
    #[cold]
    #[inline(never)]
    pub(super) fn leave_dropped_foreign(&mut self) {
        while is_dropped_foreign(self.stack.top_tag()) {
            self.pop();
        }
    }

    /// How an element that opens changes the selection, if there is one.
    #[inline]
    pub(super) fn ask(&mut self, tag: &Tag<'_>, class: Class) -> ScopeChange {
        if self.scope.is_some() { self.ask_scope(tag, class) } else { ScopeChange::default() }
    }

    #[cold]
    #[inline(never)]
    fn ask_scope(&mut self, tag: &Tag<'_>, class: Class) -> ScopeChange {
        let tracker = &mut *self.tracker;
        let Some(scope) = &mut tracker.scope else { return ScopeChange::default() };
        let opened = scope.open(tag, class);
        tracker.stack.drop_outermost(scope.drops_outermost());
        opened
    }

    /// Pushes an element onto the stack.
    #[inline]
    pub(super) fn push(&mut self, element: &Element, opened: ScopeChange) {
        if self.stack.is_full() {
            self.end_parts_of_forgotten();
        }
        if self.scope.is_some() {
            self.push_scope(opened);
        }
        self.tracker.stack.push(element);
    }

    #[cold]
    #[inline(never)]
    fn push_scope(&mut self, opened: ScopeChange) {
        let tracker = &mut *self.tracker;
        if let Some(scope) = &mut tracker.scope {
            scope.push(opened);
            tracker.stack.drop_outermost(scope.drops_outermost());
        }
    }

    /// Removes the innermost element. Returns whether it began a selected part.
    #[inline]
    fn pop(&mut self) -> bool {
        self.tracker.stack.pop();
        self.tracker.scope.as_mut().is_some_and(Scope::pop)
    }

    /// Separates selected text from text that is selected elsewhere.
    pub(super) fn part(&mut self, class: Class) {
        self.sink.separate(Separation::Lines(class.line_break().unwrap_or(Break::Block)));
    }

    /// Removes the formatting element at `at` of the stack; the elements inside it stay open.
    pub(super) fn remove_inline(&mut self, id: TagId, at: usize) {
        self.close_inline(at);
        self.tracker.stack.remove(at);
        self.tracker.language_ancestor_at =
            self.language_ancestor_at.map(|ancestor| ancestor - usize::from(ancestor > at));
        if let Some(scope) = &mut self.tracker.scope
            && scope.remove(at)
        {
            let Self { tracker, sink, .. } = self;
            tracker.stack.drop_like_parent(at, |tag, is_dropped| match mark_of(tag) {
                Some(mark) if is_dropped => sink.close_mark(mark),
                Some(mark) => sink.open_mark(mark, None),
                None if is_dropped && tag == TagId::Table => sink.table(TablePart::TableEnds),
                None if !is_dropped && names::is_table_part(tag) => {
                    sink.table(TablePart::Begins { tag, layout: CellLayout::default() });
                }
                None => {}
            });
            self.part(class_of(id));
        }
    }

    /// The full stack is about to forget its outer half: closes the marks and tables of that half.
    #[cold]
    #[inline(never)]
    fn end_parts_of_forgotten(&mut self) {
        for at in 0..FORGOTTEN {
            self.end_parts(self.stack.shown_as_at(at), self.stack.context_at(at).flags);
        }
        if let Some(ancestor) = self.language_ancestor_at {
            self.tracker.language_ancestor_at = ancestor.checked_sub(FORGOTTEN);
            if self.language_ancestor_at.is_none() {
                self.sink.code_language(CodeLanguage::Enclosing(None));
            }
        }
    }

    /// Closes the mark or the table that an element of these flags began.
    #[inline]
    fn end_parts(&mut self, tag: TagId, flags: Flags) {
        if flags.has(Flags::DROPPED) {
            return;
        }
        if let Some(mark) = mark_of(tag) {
            self.sink.close_mark(mark);
        }
        if tag == TagId::Table {
            self.sink.table(TablePart::TableEnds);
        }
    }

    /// Ends the element at `at` of the stack and all elements inside it.
    pub(super) fn pop_through(&mut self, at: usize) {
        while self.stack.len() > at {
            self.end_innermost();
        }
    }

    /// Ends the innermost element.
    #[inline]
    fn end_innermost(&mut self) {
        let tag = self.stack.top_tag();
        let (flags, part) = (self.stack.context().flags, self.stack.info().part);
        let is_shadow_root = tag == TagId::Template && !flags.has(Flags::DROPPED);
        let ends_selected = self.pop();
        if matches!(tag, TagId::Title | TagId::Rt) {
            self.end_title_or_reading(tag, flags);
        }
        if self.stack.context().flags.has(Flags::DROPPED) && !ends_selected {
            return;
        }
        let shown_as = part.shown_as(tag);
        let class = class_of(shown_as);
        if ends_selected {
            self.part(class);
        } else if is_shadow_root {
            self.sink.separate(Separation::Words);
        } else {
            self.break_at(tag, class, part);
        }
        self.end_parts(shown_as, flags);
        if part == NamedKind::Note && !flags.has(Flags::DROPPED) {
            self.sink.close_mark(Mark::Note);
        }
    }

    #[cold]
    #[inline(never)]
    fn end_title_or_reading(&mut self, tag: TagId, flags: Flags) {
        if tag == TagId::Title {
            self.tracker.in_title = false;
            self.tracker.title = Title::Closed;
        } else if !flags.has(Flags::DROPPED) {
            self.tracker.ruby = self.ruby.after_reading();
        }
    }

    /// Line break or word break at the start or end of an element, in the innermost open element.
    /// `part`: its kind by its names.
    #[inline]
    pub(super) fn break_at(&mut self, id: TagId, class: Class, part: NamedKind) {
        if part != NamedKind::None {
            if self.has_as_lines(part) {
                return self.separate_lines();
            }
            if part == NamedKind::Block {
                return self.edge_of_block();
            }
        }
        if self.stack.context().holds_code_line(id) {
            self.part_code(id);
        } else if let Some(kind) = class.line_break() {
            self.leave_typeset();
            self.tracker.formula.part();
            self.sink.separate(Separation::Lines(kind));
        } else if class.has(Class::WORD_BREAK) {
            self.separate_words();
        } else {
            return;
        }
        self.part_marked();
    }

    /// Ends a line of the block, unless the page hides the element in between.
    #[cold]
    #[inline(never)]
    pub(super) fn edge_of_line(&mut self) {
        self.leave_typeset();
        self.tracker.formula.part();
        if !self.is_hidden_amid_shown() {
            self.sink.separate(Separation::Lines(Break::Line));
        }
        self.part_marked();
    }

    /// A `span` that is displayed as a block begins or ends. A heading or a link stays one line.
    #[cold]
    #[inline(never)]
    pub(super) fn edge_of_block(&mut self) {
        let context = self.stack.context();
        if context.heading > 0 || context.flags.has(Flags::LINK) {
            self.separate_words();
        } else if !self.is_hidden_amid_shown() {
            self.separate_lines();
        }
    }

    /// Separates the words on both sides, unless the page hides the element in between.
    pub(super) fn separate_words(&mut self) {
        if !self.is_hidden_amid_shown() {
            self.sink.separate(Separation::Words);
        }
    }

    /// Whether the innermost element is hidden and a visible line has begun.
    #[inline]
    pub(super) fn is_hidden_amid_shown(&self) -> bool {
        self.stack.context().flags.has(Flags::HIDDEN) && self.sink.is_in_visible_block()
    }

    /// Whether the next text is code, whose tokens may be adjacent without spaces.
    pub(super) fn is_in_code(&self) -> bool {
        [TagId::Code, TagId::Kbd, TagId::Samp, TagId::Tt, TagId::Var]
            .into_iter()
            .any(|tag| self.stack.find_tag(tag, |_| false).is_some())
    }

    /// Start tag of a void element.
    pub(super) fn void(&mut self, tag: &Tag<'_>) {
        match tag.id {
            TagId::Br => {
                self.edge_of_line();
                return self.begin_line_after_break();
            }
            TagId::Hr if self.stack.context().flags.has(Flags::HIDDEN) => {
                self.sink.separate(Separation::Lines(Break::Block))
            }
            TagId::Hr => self.sink.separate(Separation::Lines(Break::Rule)),
            TagId::Img if self.emoji(tag) => {}
            TagId::Img | TagId::Image => {
                self.separate_words();
                let is_formula = self.image_of_formula(tag);
                if !is_formula && tag.id == TagId::Img && self.wants.has(Wants::IMAGES) {
                    self.found_image(tag);
                }
            }
            TagId::Source if self.wants.has(Wants::IMAGES) => return self.source_of_image(tag),
            TagId::Input => {
                self.separate_words();
            }
            TagId::Embed => {
                self.separate_words();
                self.found_player(tag);
            }
            TagId::Frame => self.separate_words(),
            _ => return,
        }
        self.part_marked();
    }

    /// Reports an inline element or table part to the sink, by the tag it is displayed as. A cell
    /// that hides itself takes no slot in a visible table; those of a row that hides itself take
    /// none in the row before.
    pub(super) fn open_inline(&mut self, tag: &Tag<'_>, shown_as: TagId, hides_itself: bool) {
        if let Some(mark) = mark_of(shown_as) {
            // A truncated address leads elsewhere.
            if mark == Mark::Code {
                self.begin_cell_of_code();
            }
            let href = if mark == Mark::Link { tag.attributes.get_untruncated(AttrId::Href) } else { None };
            self.sink.open_mark(mark, href);
        } else if names::is_table_part(shown_as)
            && (!hides_itself
                || matches!(shown_as, TagId::Table | TagId::Tr)
                || self.stack.context().flags.has(Flags::HIDDEN))
        {
            self.sink.table(TablePart::Begins { tag: shown_as, layout: CellLayout::of(tag.attributes) });
        }
    }

    /// Reports to the sink that a formatting element ends while its children stay open.
    fn close_inline(&mut self, at: usize) {
        if let Some(mark) = mark_of(self.stack.shown_as_at(at))
            && !self.stack.context_at(at).flags.has(Flags::DROPPED)
        {
            self.sink.close_mark(mark);
        }
    }
}

/// An element as observers see it: one that begins with this context and these names.
pub(super) fn opened<'a>(
    tracker: &'a ElementTracker,
    tag: &'a Tag<'a>,
    context: &'a Context,
    names: &'a ElementInfo,
) -> Opened<'a> {
    Opened {
        tag,
        context,
        names,
        meaning: ClassMeaning::default(),
        calls_date: false,
        has_heading: tracker.has_heading,
        is_in_dropped: false,
        around: &tracker.stack,
    }
}

/// Whether an element of SVG or MathML is dropped. All of these are [`Class::LEFT_BY_TAGS`].
fn is_dropped_foreign(tag: TagId) -> bool {
    matches!(tag, TagId::Svg | TagId::Annotation | TagId::AnnotationXml)
}

/// The inline mark of an element, if it has one.
#[inline]
fn mark_of(tag: TagId) -> Option<Mark> {
    MARKS[tag as usize]
}

/// The marks of all elements. A table avoids branches that cannot be predicted.
static MARKS: [Option<Mark>; 256] = {
    use crate::html::TagId::{
        A, B, Cite, Code, Del, Dfn, Em, I, Kbd, S, Samp, Strike, Strong, Sub, Sup, Tt, Var,
    };
    rules::by_tag(
        None,
        &[
            (Some(Mark::Link), &[A]),
            (Some(Mark::Emphasis), &[Em, I, Cite, Dfn, Var]),
            (Some(Mark::Strong), &[B, Strong]),
            (Some(Mark::Code), &[Code, Kbd, Samp, Tt]),
            (Some(Mark::Superscript), &[Sup]),
            (Some(Mark::Subscript), &[Sub]),
            (Some(Mark::Deleted), &[Del, S, Strike]),
        ],
    )
};
