//! Start tags: the phases from a tag to an open element.
//!
//! In: a start tag outside of foreign content. Out: breaks and marks in the sink, and an element on
//! the stack. The order of the phases matters: breaks belong to the parent, and what an element
//! holds depends on what its attributes say.

use super::byline::BylineState;
use super::code_language;
use super::context::{Context, ElementInfo, ElementNote, Flags, NO_ELEMENT, StyleFlags};
use super::element_part::NamedKind;
use super::filter::hash_of;
use super::image;
use super::name_cache::ClassMeaning;
use super::names::holds_notes;
use super::post_part::FoundPart;
use super::ruby::Ruby;
use super::rules::{self, Class, class_of};
use super::selection::ScopeChange;
use super::selectors;
use super::stack::Element;
use super::time;
use super::word_boundaries::Value;
use super::{ClassWeight, ClassWords, Followed, Mark, PlaceElement, StructureSink, TrackedSink, hidden};
use crate::formula::OF_FORMULAS;
use crate::html::{AttrId, Tag, TagId};

/// A start tag, and what follows from it for its element.
struct Start<'t> {
    tag: &'t Tag<'t>,
    /// The tag that the element is displayed as, and the class of that tag.
    shown_as: TagId,
    class: Class,
    /// The tag has rules of its own.
    is_special: bool,
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
    /// Drops the element, or shows it, as the selection says.
    fn select(&self, flags: &mut Flags) {
        if self.opened.begins_dropped {
            flags.set(Flags::DROPPED);
        } else if self.shows_selected && !self.class.has(Class::DROP) {
            flags.unset(Flags::DROPPED);
        }
    }
}

impl<S: StructureSink> TrackedSink<'_, S> {
    /// Handles a start tag outside of foreign content.
    pub(super) fn start_element(&mut self, tag: &Tag<'_>) {
        let class = class_of(tag.id);
        self.tracker.tag_counts.add(tag.id);
        self.leave_what_ends_by(class);
        if class.has(Class::METADATA) {
            self.metadata_tag(tag);
            if matches!(tag.id, TagId::Html | TagId::Body) {
                self.ask(tag, class);
                return;
            }
        }
        self.end_implied(tag.id, class);
        let is_special = class.has(Class::SPECIAL);
        let is_of_ruby = || is_special && matches!(tag.id, TagId::Ruby | TagId::Rt | TagId::Rp);
        if self.ruby != Ruby::Text || is_of_ruby() {
            self.begin_in_ruby(tag.id, class, tag.offset);
        }
        let opened = self.ask(tag, class);
        let (parent, parent_names) = (*self.stack.context(), self.stack.names());
        let mut start = self.start_in(tag, &parent, parent_names.part, opened);
        start.is_special = is_special;
        self.separate_from_text_before(&start, &parent);
        start.meaning = self.begin_border(tag);
        self.follow_display(&mut start);
        if self.sink.follows_posts() && !start.is_dropped {
            let is_in_noscript = self.stack.has_any(&[TagId::Noscript]);
            self.sink.post_element(parent.depth.saturating_add(1), FoundPart::of(tag), is_in_noscript);
        }
        if start.class.has(Class::VOID) {
            return;
        }
        let mut element = Element {
            tag: tag.id,
            context: parent.child(start.shown_as, start.class),
            names: ElementInfo { part: start.part, ..parent_names.child(start.shown_as, start.class) },
            linear_sum: 0,
        };
        self.follow_names(&start, &mut element);
        let is_shadow_root = tag.id == TagId::Template && self.is_shadow_root(tag);
        self.follow_heading(&start, element.context.flags);
        if is_special {
            self.apply_rules_of_tag(&start, &mut element, is_shadow_root);
        }
        start.select(&mut element.context.flags);
        // Of a shadow root's own tag nothing is used, only its content.
        let calls_date = !tag.attributes.is_empty()
            && !is_shadow_root
            && self.read_attributes(
                tag,
                (start.class, start.meaning),
                &mut element.context,
                &mut element.names,
            );
        if start.class.has(Class::BLOCK) && self.sink.wants_images() && is_caption(tag) {
            element.names.style.set(StyleFlags::CAPTION);
        }
        self.draw_formula(&start, &mut element);
        self.show_email(tag, &mut element);
        self.weigh(&start, &mut element);
        if self.sink.wants_places() {
            self.follow_places(tag, &element.context);
        }
        self.begin_link(&start, &element.context);
        if !element.context.flags.has(Flags::DROPPED) {
            self.announce(&start, &element.context, &mut element.names);
        }
        if calls_date || tag.id == TagId::Time || tag.attributes.has_any(time::READ_ATTRIBUTES) {
            element.names.byline = self.time(tag, calls_date, &element.context, &element.names);
        }
        self.push(&element, opened);
        if is_special && matches!(tag.id, TagId::Q | TagId::Cite) {
            self.edge_of_quote(tag);
        }
    }

    /// Leaves text for screen readers, foreign content and the head, where a tag of this class ends
    /// them.
    #[inline]
    fn leave_what_ends_by(&mut self, class: Class) {
        if self.is_screen_reader() {
            self.read_screen_reader();
        }
        if class_of(self.stack.top_tag()).has(Class::LEFT_BY_TAGS) || self.formula.is_open() {
            self.leave_foreign();
            if !class.has(Class::IN_HEAD) {
                self.leave_head();
            }
        }
    }

    /// What follows from a tag in the context `parent`, whose kind by its names is `parent_part`.
    #[inline]
    fn start_in<'t>(
        &self,
        tag: &'t Tag<'t>,
        parent: &Context,
        parent_part: NamedKind,
        opened: ScopeChange,
    ) -> Start<'t> {
        let mut part = parent_part.of_child(tag);
        if matches!(part, NamedKind::Bold | NamedKind::Italic | NamedKind::Code)
            && (parent.heading > 0 || parent.flags.has(Flags::PREFORMATTED))
        {
            // A heading is bold itself, and code has its colours and lines.
            part = NamedKind::None;
        }
        let shown_as = part.shown_as(tag.id);
        let class = class_of(shown_as);
        let shows_selected = opened.begins_selected && !self.stack.is_in_never_shown();
        Start {
            tag,
            shown_as,
            class,
            is_special: false,
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
            self.sink.word_break();
        }
        if class.has(Class::VOID) {
            self.void(tag);
        } else {
            self.break_at(tag.id, class, part);
        }
        self.begin_code_line(tag, part, parent);
        if !class.has(Class::IN_HEAD) {
            self.sink.tag();
        }
    }

    /// Begins the boundary of an inline element. Returns what the names of a link or a span mean.
    #[inline]
    fn begin_border(&mut self, tag: &Tag<'_>) -> ClassMeaning {
        let name_cache = &mut self.tracker.name_cache;
        let mut look_up = || name_cache.look_up(tag.attributes.get(AttrId::Class).unwrap_or(""));
        let (inline_class, is_badge) = match tag.id {
            TagId::A => (look_up(), false),
            TagId::Span => {
                let class = look_up();
                (class, class.1.has(ClassMeaning::BADGE))
            }
            // The credit after a caption.
            TagId::Small if self.tracker.stack.context().flags.has(Flags::FIGURE) => {
                (Default::default(), true)
            }
            TagId::B | TagId::Em | TagId::I | TagId::Small | TagId::Strong => {
                (Default::default(), look_up().1.has(ClassMeaning::BADGE))
            }
            _ => Default::default(),
        };
        self.tracker.word_boundaries.begin(tag, inline_class);
        if is_badge {
            self.begin_badge();
        }
        inline_class.1
    }

    /// A box of its own begins in a line. In code, such a class is the name of a colour.
    #[cold]
    fn begin_badge(&mut self) {
        if !self.stack.context().flags.has(Flags::PREFORMATTED) && !self.is_in_code() {
            self.tracker.word_boundaries.separate();
        }
    }

    /// A `span` that is displayed as a block begins a line.
    #[inline]
    fn follow_display(&mut self, start: &mut Start<'_>) {
        if start.tag.id == TagId::Span
            && (start.meaning.has(ClassMeaning::BLOCK) || hidden::is_block(start.tag.attributes))
            && !start.is_dropped
            && start.part == NamedKind::None
            && !self.stack.context().flags.has(Flags::PREFORMATTED)
        {
            start.part = NamedKind::Block;
            self.edge_of_block();
        }
    }

    /// Text for screen readers, and lines of code, by the names of the element.
    #[inline]
    fn follow_names(&mut self, start: &Start<'_>, element: &mut Element) {
        if start.shown_as == TagId::Span && self.word_boundaries.is_screen_reader() {
            element.names.part = NamedKind::ScreenReaderOnly;
            self.begin_screen_reader();
        } else if matches!(start.part, NamedKind::Line | NamedKind::LineCell) {
            element.context.flags.set(Flags::PREFORMATTED);
        }
        if self.records_all {
            element.context.element = NO_ELEMENT;
        }
    }

    /// A heading, question or summary begins, whose text is awaited.
    #[inline]
    fn follow_heading(&mut self, start: &Start<'_>, flags: Flags) {
        let is_heading = start.class.has(Class::HEADING);
        if is_heading {
            self.tracker.heading_id = Value::of(start.tag.attributes.get(AttrId::Id).unwrap_or(""));
        }
        if is_heading || start.is_special && matches!(start.tag.id, TagId::Dt | TagId::Summary) {
            self.tracker.heading_awaits_text = true;
            self.tracker.has_heading |= is_heading && !flags.has(time::NOT_MAIN_TEXT);
        }
    }

    /// Rules of single tags.
    #[inline]
    fn apply_rules_of_tag(&mut self, start: &Start<'_>, element: &mut Element, is_shadow_root: bool) {
        let (context, names) = (&mut element.context, &mut element.names);
        match start.tag.id {
            TagId::Other => {
                context.note = ElementNote::of_name(hash_of(start.tag.name()));
                if self.sink.wants_images() && start.tag.name() == image::AMP_IMAGE {
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
                names.hides_itself = !start.opened.begins_selected;
            }
            TagId::Template => {
                context.note = ElementNote::of_template(is_shadow_root);
                if is_shadow_root && !start.is_dropped {
                    context.flags.unset(Flags::DROPPED);
                    self.sink.word_break();
                }
            }
            // Browsers have no plug-ins any more, so they show the fallback content of an `object`:
            // captions of videos, or notes about the plug-in. Thresholds cannot distinguish these;
            // a model or a site's wrapper can.
            TagId::Object if !start.is_dropped && self.is_judged() => {
                context.flags.unset(Flags::DROPPED);
            }
            _ => {}
        }
    }

    /// Whether the next text is the first of a header cell. A button around it sorts the table.
    fn begins_header_cell(&self) -> bool {
        self.stack.context().tag() == TagId::Th && !self.sink.is_in_visible_block()
    }

    /// Takes the formula that attributes hold. What the page draws of it is no text.
    #[inline]
    fn draw_formula(&mut self, start: &Start<'_>, element: &mut Element) {
        if start.tag.attributes.has_any(OF_FORMULAS)
            && !start.is_dropped
            && !element.context.flags.has(Flags::DROPPED)
            && (!element.names.hides_itself && self.formula_of_data(start.tag)
                || self.typeset_of_data(start.tag))
        {
            element.context.flags.set(Flags::DROPPED);
        }
    }

    /// Scores a block-level element by a linear model, or lists what selects it for training.
    #[inline]
    fn weigh(&mut self, start: &Start<'_>, element: &mut Element) {
        if !start.class.has(Class::BLOCK) {
            return;
        }
        let (path, path_hash) = (element.context.path, element.names.path_hash);
        if let Some(weights) = &self.tracker.weights {
            element.linear_sum = weights.of_element(start.tag, path, path_hash);
        }
        if let ClassWords::ListedSelectors(lists) = &mut self.tracker.class_words {
            lists.push(selectors::numbers_of(start.tag, path, path_hash));
            element.names.class = ClassWeight::of_list(lists.len() - 1);
        }
    }

    /// Tells the sink of places on the page and of links to them.
    #[inline(never)]
    fn follow_places(&mut self, tag: &Tag<'_>, context: &Context) {
        let value = |id| tag.attributes.get(id);
        // Word has the names of links for ids.
        let name = value(AttrId::Name).filter(|_| tag.id == TagId::A);
        let element = PlaceElement {
            tag: tag.id,
            depth: context.depth,
            id: value(AttrId::Id).or(name).map_or(0, |id| Value::of(id).number()),
            is_shown: !context.flags.has(Flags::HIDDEN) && !context.flags.has(Flags::DROPPED),
            is_block: class_of(tag.id).has(Class::BLOCK),
            holds_notes: tag.id == TagId::Div && value(AttrId::Class).is_some() && holds_notes(tag),
        };
        self.sink.element(&element);
        // Some pages link to their notes by the address of the page.
        let place = if tag.id == TagId::A { fragment_of(tag).number() } else { 0 };
        if place != 0 {
            self.sink.link_to_place(place, element.is_shown);
        }
    }

    /// Follows headings in links, and links in headings.
    #[inline]
    fn begin_link(&mut self, start: &Start<'_>, context: &Context) {
        let tag = start.tag;
        if start.class.has(Class::HEADING) && context.flags.has(Flags::LINK) {
            self.begin_linked_heading(tag);
        }
        if tag.id == TagId::A {
            self.tracker.link_fragment = match self.sink.wants_languages() {
                true => fragment_of(tag),
                false => Value::default(),
            };
            // A link that encloses a heading mostly leads elsewhere. Only headings use this.
            let href = if context.heading > 0 { tag.attributes.get(AttrId::Href).unwrap_or("") } else { "" };
            self.sink.begin_link(href.trim_start().starts_with('#'));
        }
    }

    /// Tells the sink of an element that is not dropped: its mark, its code, its part in a byline.
    #[inline]
    fn announce(&mut self, start: &Start<'_>, context: &Context, names: &mut ElementInfo) {
        let tag = start.tag;
        self.open_inline(tag, start.shown_as, names.hides_itself);
        let begins_code = rules::flags_of(start.shown_as) == Flags::PREFORMATTED;
        self.tracker.in_code_line &= !begins_code;
        self.follow_code_around(tag, begins_code);
        names.byline = self.byline_of(tag, start.meaning, names, context.flags);
        if tag.id == TagId::A
            && names.byline == BylineState::Outside
            && (context.heading == 1 || self.may_name_site())
        {
            names.byline = self.byline_of_site(tag, context.heading == 1);
        }
        if tag.id == TagId::A && names.byline == BylineState::Outside {
            names.byline = self.text_tag(tag, context);
        }
        if begins_code || tag.id == TagId::Code && context.flags.has(Flags::PREFORMATTED) {
            self.sink.language(code_language::of_code(tag.attributes), begins_code);
        } else if matches!(names.part, NamedKind::Listing | NamedKind::Lines) {
            // Its class, or that of an ancestor, may have named the language.
            self.sink.language(None, true);
        }
        if self.sink.follows_elements() {
            let is_block = start.class.has(Class::BLOCK);
            let followed = Followed { tag, level: context.depth, is_block };
            names.mark = self.sink.opened(&followed, names.mark);
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
    /// is shown, too. So is content that no `slot` takes, and a root with the attribute's first name.
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

/// The fragment that a link leads to, if it leads to one.
fn fragment_of(tag: &Tag<'_>) -> Value {
    let href = tag.attributes.get(AttrId::Href).unwrap_or("");
    href.split_once('#').map_or(Value::default(), |(_, fragment)| Value::of(fragment))
}
