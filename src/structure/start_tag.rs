//! Start tags: the phases from a tag to an open element.
//!
//! In: a start tag outside of foreign content. Out: breaks and marks in the sink, and an element on
//! the stack. The order of the phases matters: breaks belong to the parent, and what an element
//! holds depends on what its attributes say.

use super::code_language;
use super::context::{Context, ElementInfo, ElementNote, NO_ELEMENT};
use super::elements::opened;
use super::flags::{Flags, StyleFlags};
use super::hashed::Value;
use super::hints::Hints;
use super::image;
use super::kinds::NamedKind;
use super::name_meaning::ClassMeaning;
use super::observer::Opened;
use super::ruby::Ruby;
use super::rules::{self, Class, class_of};
use super::selection::ScopeChange;
use super::selectors;
use super::shape::{Interests, Shape};
use super::sink::{CodeLanguage, Separation};
use super::stack::Element;
use super::token_sink::hash_of;
use super::{ClassWeight, ClassWords, ElementTracker, Mark, StructureSink, TrackedSink, Wants};
use crate::formula::OF_FORMULAS;
use crate::html::{AttrId, Tag, TagId};

/// A start tag, and what follows from it for its element.
struct Start<'t> {
    tag: &'t Tag<'t>,
    /// The tag that the element is displayed as, and the class of that tag.
    shown_as: TagId,
    class: Class,
    /// What the element is by its names.
    part: NamedKind,
    /// What the names of a link or a span mean.
    meaning: ClassMeaning,
    opened: ScopeChange,
    /// It is part of what is selected, or nothing is selected.
    shows_selected: bool,
    /// The parent is dropped, and so is the element.
    is_dropped: bool,
}

impl Start<'_> {
    /// Whether it is a void element that observers see.
    fn is_seen_void(&self) -> bool {
        matches!(self.tag.id, TagId::Img | TagId::Input)
    }

    /// Drops the element, or shows it, as the selection says.
    fn select(&self, flags: &mut Flags) {
        if self.opened.begins_dropped {
            flags.set(Flags::DROPPED);
        } else if self.shows_selected && !self.class.has(Class::DROP) {
            flags.unset(Flags::DROPPED);
        }
    }
}

/// The hot path. It is small, so that it stays in the cache of instructions: whatever few elements
/// need is in functions that are not inlined.
impl<S: StructureSink> TrackedSink<'_, S> {
    /// Handles a start tag outside of foreign content.
    pub(super) fn start_element(&mut self, tag: &Tag<'_>) {
        let class = class_of(tag.id);
        self.tracker.tag_counts.add(tag.id);
        self.leave_what_ends_by(class);
        if class.has(Class::METADATA) && !self.metadata_tag(tag, class) {
            return;
        }
        self.end_implied(tag.id, class);
        if self.ruby != Ruby::Text || class.has(Class::RUBY) {
            self.begin_in_ruby(tag.id, class, tag.offset);
        }
        let opened = self.ask(tag, class);
        let shape = self.shape_of(tag);
        let (parent, parent_names) = (*self.stack.context(), *self.stack.info());
        let mut start = self.start_in(tag, &shape, &parent, opened);
        self.separate_from_text_before(&start, &parent);
        self.begin_border(&mut start, &shape);
        if shape.asks(Interests::BLOCK) {
            self.follow_display(&mut start);
        }
        if start.class.has(Class::VOID) {
            if !start.is_dropped && (start.is_seen_void() || self.wants.has(Wants::POSTS)) {
                self.show_void(tag);
            }
            return;
        }
        let mut element = Element {
            tag: tag.id,
            context: parent.child(start.shown_as, start.class),
            info: ElementInfo { part: start.part, ..parent_names.child(start.shown_as, start.class) },
            linear_sum: 0,
        };
        if start.shown_as == TagId::Span && self.word_boundaries.is_screen_reader() {
            element.info.part = NamedKind::ScreenReaderOnly;
            self.begin_screen_reader();
        } else if matches!(start.part, NamedKind::Line | NamedKind::LineCell) {
            element.context.flags.set(Flags::PREFORMATTED);
        }
        if self.records_all {
            element.context.element = NO_ELEMENT;
        }
        if class.has(Class::RULED) || start.class.has(Class::HEADING) {
            self.apply_rules_of_tag(&start, &mut element);
        }
        start.select(&mut element.context.flags);
        let calls_date = !tag.attributes.is_empty() && self.apply_shape(&start, &shape, &mut element);
        if self.wants.has(Wants::IMAGES) && start.class.has(Class::BLOCK) && is_caption(tag) {
            element.info.style.set(StyleFlags::CAPTION);
        }
        self.weigh(&start, &mut element);
        if tag.id == TagId::A && self.wants.has(Wants::MARKS) {
            self.tracker.link_fragment = fragment_of(tag);
        }
        self.show_observers(&start, &shape, calls_date, &mut element);
        if !element.context.flags.has(Flags::DROPPED) {
            self.announce(&start, &element.context, &element.info);
        }
        self.push(&element, opened);
        if class.has(Class::QUOTED) {
            self.edge_of_quote(tag);
        }
    }

    /// The shape of a tag.
    #[inline]
    fn shape_of(&mut self, tag: &Tag<'_>) -> Shape {
        if tag.attributes.is_empty() {
            return Shape::default();
        }
        let ElementTracker { shapes, class_words, .. } = &mut *self.tracker;
        shapes.of(tag, class_words)
    }

    /// Leaves text for screen readers, foreign content and the head, where a tag of this class ends
    /// them.
    #[inline]
    fn leave_what_ends_by(&mut self, class: Class) {
        if self.is_screen_reader() {
            self.read_screen_reader();
        }
        if class_of(self.stack.top_tag()).has(Class::LEFT_BY_TAGS) || self.formula.is_open() {
            self.leave_foreign_or_head(class);
        }
    }

    #[cold]
    #[inline(never)]
    fn leave_foreign_or_head(&mut self, class: Class) {
        self.leave_foreign();
        if !class.has(Class::IN_HEAD) {
            self.leave_head();
        }
    }

    /// What follows from a tag in the context `parent`.
    #[inline]
    fn start_in<'t>(
        &self,
        tag: &'t Tag<'t>,
        shape: &Shape,
        parent: &Context,
        opened: ScopeChange,
    ) -> Start<'t> {
        let parent_part = self.stack.info().part;
        let mut part = shape.part;
        if parent_part != NamedKind::None || part != NamedKind::None {
            part = part_in(tag, parent, parent_part);
        }
        let shown_as = part.shown_as(tag.id);
        let class = class_of(shown_as);
        let shows_selected = opened.begins_selected && !self.stack.is_in_never_shown();
        Start {
            tag,
            shown_as,
            class,
            part,
            meaning: ClassMeaning::default(),
            opened,
            shows_selected,
            is_dropped: parent.flags.has(Flags::DROPPED) && !shows_selected
                || opened.begins_dropped && class.has(Class::VOID),
        }
    }

    /// Breaks the line or the word before the element. An element without content has no more.
    #[inline]
    fn separate_from_text_before(&mut self, start: &Start<'_>, parent: &Context) {
        let &Start { tag, class, part, opened, .. } = start;
        if opened.begins_selected {
            self.part(class);
        }
        if start.is_dropped {
            if tag.id == TagId::Source {
                self.source_of_player(tag);
            }
            return;
        }
        if opened.begins_dropped {
            self.sink.separate(Separation::Words);
        }
        if class.has(Class::VOID) {
            self.void(tag);
        } else {
            self.break_at(tag.id, class, part);
        }
        if part != NamedKind::None || parent.flags.has(Flags::PREFORMATTED) {
            self.begin_code_line(tag, part, parent);
        }
        if !class.has(Class::IN_HEAD) {
            self.sink.tag();
        }
    }

    /// Begins the boundary of an element, and sets what the names of a link or a span mean.
    #[inline]
    fn begin_border(&mut self, start: &mut Start<'_>, shape: &Shape) {
        let tag = start.tag;
        if matches!(tag.id, TagId::A | TagId::Span) {
            start.meaning = shape.meaning;
        }
        self.tracker.word_boundaries.begin(tag, (shape.class, start.meaning));
        let may_be_badge =
            matches!(tag.id, TagId::Span | TagId::B | TagId::Em | TagId::I | TagId::Small | TagId::Strong);
        if may_be_badge && shape.meaning.has(ClassMeaning::BADGE) || tag.id == TagId::Small {
            self.begin_badge(tag.id, shape.meaning);
        }
    }

    /// A box of its own begins in a line, or the credit after a caption. In code, such a class is
    /// the name of a colour.
    #[cold]
    #[inline(never)]
    fn begin_badge(&mut self, tag: TagId, meaning: ClassMeaning) {
        let flags = self.stack.context().flags;
        let is_one = meaning.has(ClassMeaning::BADGE) || tag == TagId::Small && flags.has(Flags::FIGURE);
        if is_one && !flags.has(Flags::PREFORMATTED) && !self.is_in_code() {
            self.tracker.word_boundaries.separate();
        }
    }

    /// A `span` that is displayed as a block begins a line.
    #[cold]
    #[inline(never)]
    fn follow_display(&mut self, start: &mut Start<'_>) {
        if !start.is_dropped
            && start.part == NamedKind::None
            && !self.stack.context().flags.has(Flags::PREFORMATTED)
        {
            start.part = NamedKind::Block;
            self.edge_of_block();
        }
    }

    /// Shows a void element to the observers.
    #[cold]
    #[inline(never)]
    fn show_void(&mut self, tag: &Tag<'_>) {
        let stack = &self.tracker.stack;
        let element = opened(self.tracker, tag, stack.context(), stack.info());
        self.sink.void_element(&element, stack.info().marks);
    }

    /// Rules of single tags, and of headings, questions and summaries, whose text is awaited.
    #[cold]
    #[inline(never)]
    fn apply_rules_of_tag(&mut self, start: &Start<'_>, element: &mut Element) {
        let (context, info) = (&mut element.context, &mut element.info);
        if start.class.has(Class::HEADING) {
            self.tracker.heading_id = Value::of(start.tag.attributes.get(AttrId::Id).unwrap_or(""));
            self.tracker.heading_awaits_text = true;
            self.tracker.has_heading |= !context.flags.has(rules::NOT_MAIN_TEXT);
            if context.flags.has(Flags::LINK) {
                self.begin_linked_heading(start.tag);
            }
        }
        match start.tag.id {
            TagId::Dt | TagId::Summary => self.tracker.heading_awaits_text = true,
            TagId::Other => {
                context.note = ElementNote::of_name(hash_of(start.tag.name()));
                if self.wants.has(Wants::IMAGES) && start.tag.name() == image::AMP_IMAGE {
                    self.found_image(start.tag);
                }
            }
            TagId::Audio | TagId::Iframe | TagId::Video if !start.is_dropped => self.found_player(start.tag),
            // A button after the text of a heading is labelled with its action; it is not the
            // heading.
            TagId::Button if !self.heading_awaits_text && !self.begins_header_cell() => {
                context.flags.set(Flags::DROPPED);
                if !start.is_dropped {
                    self.begin_button();
                }
            }
            // Text for browsers without scripts may be all the text of the page. In the head it is
            // never text.
            TagId::Noscript if !self.is_in_head() && !start.is_dropped => {
                context.flags.unset(Flags::DROPPED);
                context.flags.put(Flags::HIDDEN, !start.opened.begins_selected);
                info.hides_itself = !start.opened.begins_selected;
            }
            TagId::Template => {
                let is_shadow_root = self.is_shadow_root(start.tag);
                context.note = ElementNote::of_template(is_shadow_root);
                if is_shadow_root && !start.is_dropped {
                    context.flags.unset(Flags::DROPPED);
                    self.sink.separate(Separation::Words);
                }
            }
            // Browsers have no plug-ins any more, so they show the fallback content of an `object`:
            // captions of videos, or notes about the plug-in. Thresholds cannot distinguish these;
            // a model or a site's wrapper can.
            TagId::Object if !start.is_dropped && self.keeps_unlikely_text() => {
                context.flags.unset(Flags::DROPPED);
            }
            _ => {}
        }
    }

    /// Whether the next text is the first of a header cell. A button around it sorts the table.
    fn begins_header_cell(&self) -> bool {
        self.stack.context().tag() == TagId::Th && !self.sink.is_in_visible_block()
    }

    /// Applies the attributes of an element. Returns whether its class marks it as the date.
    #[inline]
    fn apply_shape(&mut self, start: &Start<'_>, shape: &Shape, element: &mut Element) -> bool {
        let tag = start.tag;
        // Of a shadow root's own tag nothing is used, only its content.
        if tag.id == TagId::Template && element.context.note.is_shadow_root() {
            return false;
        }
        if shape.asks(Interests::ATTRIBUTES)
            || self.records_all
            || element.context.flags.has(Flags::PREFORMATTED)
            || tag.id == TagId::A && leads_into_page(tag)
            || self.is_list_of_line_numbers(tag)
        {
            self.apply_attributes(tag, (start.class, start.meaning), &mut element.context, &mut element.info);
        }
        let calls_date = if start.class.has(Class::BLOCK) {
            self.apply_names(tag, shape, &mut element.info)
        } else {
            start.meaning.has(ClassMeaning::DATE)
        };
        if tag.attributes.has_any(OF_FORMULAS) {
            self.draw_formula(start, element);
        }
        self.show_email(tag, element);
        calls_date
    }

    /// Takes the formula that attributes hold. What the page draws of it is not text.
    #[cold]
    #[inline(never)]
    fn draw_formula(&mut self, start: &Start<'_>, element: &mut Element) {
        if !start.is_dropped
            && !element.context.flags.has(Flags::DROPPED)
            && (!element.info.hides_itself && self.formula_of_data(start.tag)
                || self.typeset_of_data(start.tag))
        {
            element.context.flags.set(Flags::DROPPED);
        }
    }

    /// Scores a block-level element by a linear model, or lists what selects it for training.
    #[inline]
    fn weigh(&mut self, start: &Start<'_>, element: &mut Element) {
        if start.class.has(Class::BLOCK)
            && (self.weights.is_some() || matches!(self.class_words, ClassWords::ListedSelectors(_)))
        {
            self.weigh_block(start.tag, element);
        }
    }

    #[cold]
    #[inline(never)]
    fn weigh_block(&mut self, tag: &Tag<'_>, element: &mut Element) {
        let (path, path_hash) = (element.context.path, element.info.path_hash);
        if let Some(weights) = &self.tracker.weights {
            element.linear_sum = weights.of_element(tag, path, path_hash);
        }
        if let ClassWords::ListedSelectors(lists) = &mut self.tracker.class_words {
            lists.push(selectors::numbers_of(tag, path, path_hash));
            element.info.class = ClassWeight::of_list(lists.len() - 1);
        }
    }

    /// Tells the sink of an element that is not dropped: its inline mark, and its code.
    #[inline]
    fn announce(&mut self, start: &Start<'_>, context: &Context, info: &ElementInfo) {
        self.open_inline(start.tag, start.shown_as, info.hides_itself);
        self.follow_code(start, context, info.part);
    }

    /// Shows an element to the observers that care for its kind. Few elements interest any of them.
    #[inline]
    fn show_observers(&mut self, start: &Start<'_>, shape: &Shape, calls_date: bool, element: &mut Element) {
        let info = &element.info;
        let is_shown = !element.context.flags.has(Flags::DROPPED);
        let has_hints = || info.hints.has(Hints::COMMENTS.with(Hints::ABOUT));
        if S::SEES.sees(start.tag)
            || calls_date
            || self.wants.has(Wants::ALL_ELEMENTS)
            || is_shown
                && (info.marks.byline > 0
                    || shape.asks(Interests::BYLINE)
                    || start.class.has(Class::BLOCK) && has_hints())
        {
            self.show(start, calls_date, element);
        }
    }

    #[cold]
    #[inline(never)]
    fn show(&mut self, start: &Start<'_>, calls_date: bool, element: &mut Element) {
        let seen = opened(self.tracker, start.tag, &element.context, &element.info);
        let seen = Opened { meaning: start.meaning, calls_date, is_in_dropped: start.is_dropped, ..seen };
        element.info.marks = self.sink.opened(&seen, element.info.marks);
    }

    /// Tells the sink of the language of code, and of code itself.
    #[inline]
    fn follow_code(&mut self, start: &Start<'_>, context: &Context, part: NamedKind) {
        if context.flags.has(Flags::PREFORMATTED) || part != NamedKind::None {
            self.begin_code(start, context, part);
        } else if self.wants.has(Wants::MARKS) {
            self.follow_code_around(start.tag, false);
        }
    }

    #[cold]
    #[inline(never)]
    fn begin_code(&mut self, start: &Start<'_>, context: &Context, part: NamedKind) {
        let tag = start.tag;
        let begins_code = rules::flags_of(start.shown_as) == Flags::PREFORMATTED;
        self.tracker.in_code_line &= !begins_code;
        if part == NamedKind::Note {
            self.sink.open_mark(Mark::Note, None);
        }
        self.follow_code_around(tag, begins_code);
        if begins_code || tag.id == TagId::Code && context.flags.has(Flags::PREFORMATTED) {
            self.sink.code_language(CodeLanguage::Own {
                name: code_language::of_code(tag.attributes),
                begins: begins_code,
            });
        } else if matches!(part, NamedKind::Listing | NamedKind::Lines) {
            // Its class, or that of an ancestor, may have named the language.
            self.sink.code_language(CodeLanguage::Own { name: None, begins: true });
        }
    }

    /// A heading begins in a link. A link to the heading itself is a permalink, and no link for
    /// readers.
    fn begin_linked_heading(&mut self, tag: &Tag<'_>) {
        let own = Value::of(tag.attributes.get(AttrId::Id).unwrap_or(""));
        if own != Value::default() && own == self.link_fragment {
            self.tracker.link_fragment = Value::default();
            self.sink.close_mark(Mark::Link);
        }
    }

    /// Whether a `template` is a declarative shadow root, which a browser shows in place of its
    /// parent's content. Other templates are kept for scripts.
    ///
    /// Source: the HTML standard, "in head" insertion mode, and "attach a shadow root" of the DOM
    /// standard for the elements that can have one. Departures: a second shadow root of an element
    /// is shown, too. So is content that no `slot` takes, and a root with the attribute's first
    /// name.
    fn is_shadow_root(&self, tag: &Tag<'_>) -> bool {
        use TagId::*;
        let mode = tag.attributes.get(AttrId::Shadowrootmode).or(tag.attributes.get(AttrId::Shadowroot));
        let mode = mode.unwrap_or("");
        let is_one = mode.eq_ignore_ascii_case("open") || mode.eq_ignore_ascii_case("closed");
        // Unknown elements are taken for custom elements. Outside of all elements is the body.
        let parent = self.stack.top_tag();
        let may_have = matches!(parent, Article | Aside | Blockquote | Div | Footer | Header | Main | Nav)
            || matches!(parent, P | Section | Span | Other)
            || class_of(parent).has(Class::HEADING);
        is_one && may_have
    }
}

/// Whether an element is the caption of an image, by its tag or class: of WordPress, of MediaWiki,
/// of Blogger, or of many others.
fn is_caption(tag: &Tag<'_>) -> bool {
    const CLASSES: [&str; 4] = ["wp-caption-text", "thumbcaption", "gallery-caption", "tr-caption"];
    let class = tag.attributes.get(AttrId::Class).unwrap_or("");
    tag.id == TagId::Figcaption
        || class
            .split_ascii_whitespace()
            .any(|word| CLASSES.contains(&word) || tag.id == TagId::P && word == "caption")
}

/// The kind of an element by its names, and by the kind of its parent.
#[cold]
#[inline(never)]
fn part_in(tag: &Tag<'_>, parent: &Context, parent_part: NamedKind) -> NamedKind {
    let part = parent_part.of_child(tag);
    let is_of_style = matches!(part, NamedKind::Bold | NamedKind::Italic | NamedKind::Code)
        || part == NamedKind::Listing && tag.id.is_list();
    // A heading is bold itself, and code has its colours and lines.
    let has_own = parent.heading > 0 || parent.flags.has(Flags::PREFORMATTED);
    if is_of_style && has_own { NamedKind::None } else { part }
}

/// Whether a link leads to a fragment of the page.
#[inline]
fn leads_into_page(tag: &Tag<'_>) -> bool {
    tag.attributes.get(AttrId::Href).unwrap_or("").trim_start().starts_with('#')
}

/// The fragment that a link leads to, if it leads to one.
pub(crate) fn fragment_of(tag: &Tag<'_>) -> Value {
    let href = tag.attributes.get(AttrId::Href).unwrap_or("");
    href.split_once('#').map_or(Value::default(), |(_, fragment)| Value::of(fragment))
}
