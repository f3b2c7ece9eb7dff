//! Token handler: maps tags and texts to structure.
//!
//! In: start tags, end tags and text from the tokenizer, through [`TokenSink`]. Out: pushes and
//! pops of the stack of open elements, and calls of the [`StructureSink`]. Holds nothing itself.

use super::byline::BylineState;
use super::context::{ElementInfo, ElementNote, Flags, NO_ELEMENT};
use super::element_part::NamedKind;
use super::formulas::OF_TEX;
use super::image::{OF_IMAGES, OF_SOURCES};
use super::language;
use super::ruby::Ruby;
use super::rules::{self, Class, class_of};
use super::stack::Element;
use super::texts::is_blank;
use super::time;
use super::word_boundaries::Value;
use super::{Break, Followed, Mark, StructureSink, Title, TrackedSink};
use super::{ClassWeight, ClassWords, selectors};
use crate::html::{AttrId, AttrSet, Tag, TagId, TokenSink};

/// Attributes that are read from any element: they hide it or name it.
const OF_ALL: AttrSet = AttrSet::of(&[
    AttrId::Hidden,
    AttrId::AriaHidden,
    AttrId::Style,
    AttrId::Class,
    AttrId::Id,
    AttrId::Role,
    AttrId::Itemprop,
])
.with(OF_TEX);

/// Attributes that are read from block-level elements.
const OF_BLOCKS: AttrSet =
    OF_ALL.with(AttrSet::of(&[AttrId::Itemtype, AttrId::DataTestid, AttrId::AriaLevel]));

/// Attributes besides the class that name the language of code.
const OF_CODE: AttrSet = AttrSet::of(&[AttrId::DataLanguage, AttrId::DataLang]);

/// Attributes besides `itemprop` that hold a date.
const OF_DATES: AttrSet = AttrSet::of(&[AttrId::Content, AttrId::Datetime]);

/// Attributes of unknown elements: of dates, and of fractions in formulas.
const OF_UNKNOWN: AttrSet = OF_ALL.with(OF_DATES).with(AttrSet::of(&[AttrId::Linethickness]));

/// Attributes that hide an element.
const OF_HIDDEN: AttrSet = AttrSet::of(&[AttrId::Hidden, AttrId::AriaHidden, AttrId::Style]);

impl<S: StructureSink> TokenSink for TrackedSink<'_, S> {
    #[inline]
    fn wanted(&self, tag: TagId) -> AttrSet {
        match tag {
            TagId::Br | TagId::Wbr | TagId::Hr => AttrSet::NONE,
            TagId::B | TagId::I | TagId::Em | TagId::Strong => {
                OF_HIDDEN.with(AttrSet::of(&[AttrId::Itemprop]))
            }
            TagId::Script => AttrSet::of(&[AttrId::Type]),
            TagId::Math => AttrSet::of(&[AttrId::Alttext]),
            TagId::Annotation => AttrSet::of(&[AttrId::Encoding]),
            TagId::Style | TagId::Option | TagId::Path | TagId::G | TagId::Use => AttrSet::NONE,
            TagId::Img if self.sink.wants_images() => OF_IMAGES,
            TagId::Source if self.sink.wants_images() => OF_SOURCES,
            TagId::Img => AttrSet::of(&[AttrId::Alt, AttrId::Class]),
            TagId::Input | TagId::Source | TagId::Svg => AttrSet::NONE,
            TagId::A => OF_ALL.with(AttrSet::of(&[AttrId::Href, AttrId::Rel])),
            TagId::Html => OF_ALL.with(AttrSet::of(&[AttrId::Lang, AttrId::XmlLang])),
            TagId::Meta => AttrSet::of(&[
                AttrId::Name,
                AttrId::Property,
                AttrId::Itemprop,
                AttrId::Content,
                AttrId::HttpEquiv,
            ]),
            TagId::Link => AttrSet::of(&[AttrId::Rel, AttrId::Href]),
            TagId::Base => AttrSet::of(&[AttrId::Href]),
            TagId::Time => OF_HIDDEN.with(OF_DATES).with(AttrSet::of(&[AttrId::Itemprop, AttrId::Class])),
            TagId::Abbr => OF_ALL.with(OF_DATES).with(AttrSet::of(&[AttrId::Title])),
            TagId::Template => OF_ALL.with(AttrSet::of(&[AttrId::Shadowrootmode])),
            TagId::Ol => OF_BLOCKS.with(AttrSet::of(&[AttrId::Start, AttrId::Reversed])),
            TagId::Li => OF_BLOCKS.with(AttrSet::of(&[AttrId::Value])),
            TagId::Td | TagId::Th => OF_BLOCKS.with(AttrSet::of(&[AttrId::Colspan, AttrId::Rowspan])),
            TagId::Code => OF_ALL.with(OF_CODE),
            TagId::Pre => OF_BLOCKS.with(OF_CODE),
            TagId::Other => OF_UNKNOWN,
            _ if class_of(tag).has(Class::BLOCK) => OF_BLOCKS.with(OF_DATES),
            _ => OF_ALL.with(OF_DATES),
        }
    }

    #[inline]
    fn wants_raw_text(&self, tag: TagId) -> bool {
        use TagId::*;
        if tag == Script {
            return self.is_json_ld || self.formula.is_open();
        }
        !matches!(tag, Style | Textarea | Iframe | Noembed | Noframes)
    }

    fn start_tag(&mut self, tag: &Tag<'_>) {
        let id = tag.id;
        if tag.foreign {
            self.start_foreign(tag);
            return;
        }
        let class = class_of(id);
        if self.is_screen_reader() {
            self.read_screen_reader();
        }
        if class_of(self.stack.top_tag()).has(Class::LEFT_BY_TAGS) || self.formula.is_open() {
            self.leave_foreign();
            if !class.has(Class::IN_HEAD) {
                self.leave_head();
            }
        }
        if class.has(Class::METADATA) {
            self.metadata_tag(tag);
            if matches!(id, TagId::Html | TagId::Body) {
                self.ask(tag, class);
                return;
            }
        }
        self.end_implied(id, class);
        let is_special = class.has(Class::SPECIAL);
        let is_of_ruby = || is_special && matches!(id, TagId::Ruby | TagId::Rt | TagId::Rp);
        if self.ruby != Ruby::Text || is_of_ruby() {
            self.begin_in_ruby(id, class, tag.offset);
        }
        let opened = self.ask(tag, class);
        let (parent, parent_names) = (*self.stack.context(), self.stack.names());
        let part = parent_names.part.of_child(tag);
        let shown_as = part.shown_as(id);
        let class = if shown_as == id { class } else { class_of(shown_as) };
        let shows_selected = opened.begins_selected && !self.stack.is_in_never_shown();
        let dropped = parent.flags.has(Flags::DROPPED) && !shows_selected
            || opened.begins_dropped && class.has(Class::VOID);
        if opened.begins_selected {
            self.part(class);
        }
        if !dropped {
            if opened.begins_dropped {
                self.sink.word_break();
            }
            if class.has(Class::VOID) {
                self.void(tag);
            } else {
                self.break_at(id, class, part);
            }
            self.begin_code_line(tag, part, &parent);
            if !class.has(Class::IN_HEAD) {
                self.sink.tag();
            }
        }
        let inline_class = match id {
            TagId::A | TagId::Span => {
                self.tracker.known.says(tag.attributes.get(AttrId::Class).unwrap_or(""))
            }
            _ => Default::default(),
        };
        let (_, says) = inline_class;
        self.tracker.borders.begin(tag, inline_class);
        if class.has(Class::VOID) {
            return;
        }
        let mut element = Element {
            tag: id,
            context: parent.child(shown_as, class),
            names: ElementInfo { part, ..parent_names.child(shown_as, class) },
            linear_sum: 0,
        };
        let (context, names) = (&mut element.context, &mut element.names);
        if shown_as == TagId::Span && self.borders.is_screen_reader() {
            names.part = NamedKind::ScreenReaderOnly;
            self.begin_screen_reader();
        } else if part == NamedKind::Line {
            context.flags.set(Flags::PREFORMATTED);
        }
        if self.records_all {
            context.element = NO_ELEMENT;
        }
        let is_shadow_root = id == TagId::Template && self.is_shadow_root(tag);
        if class.has(Class::HEADING) || is_special && matches!(id, TagId::Dt | TagId::Summary) {
            self.tracker.heading_awaits_text = true;
            self.tracker.has_heading |= class.has(Class::HEADING) && !context.flags.has(time::NOT_MAIN_TEXT);
        }
        match id {
            _ if !is_special => {}
            TagId::Other => context.note = ElementNote::of_name(hash_of(tag.name())),
            // A button after the text of a heading is labelled with its action; it is not the
            // heading.
            TagId::Button if !self.heading_awaits_text => context.flags.set(Flags::DROPPED),
            // Text for browsers without scripts may be all the text of the page. In the head it is
            // never text.
            TagId::Noscript if !self.is_in_head() && !dropped => {
                context.flags.unset(Flags::DROPPED);
                context.flags.put(Flags::HIDDEN, !opened.begins_selected);
                names.hides_itself = !opened.begins_selected;
            }
            TagId::Template => {
                context.note = ElementNote::of_template(is_shadow_root);
                if is_shadow_root && !dropped {
                    context.flags.unset(Flags::DROPPED);
                    self.sink.word_break();
                }
            }
            // Browsers have no plug-ins any more, so they show the fallback content of an `object`:
            // captions of videos, or notes about the plug-in. Thresholds cannot distinguish these;
            // a model or a site's wrapper can.
            TagId::Object if !dropped && self.is_judged() => context.flags.unset(Flags::DROPPED),
            _ => {}
        }
        if opened.begins_dropped {
            context.flags.set(Flags::DROPPED);
        } else if shows_selected && !class.has(Class::DROP) {
            context.flags.unset(Flags::DROPPED);
        }
        // Of a shadow root's own tag nothing is used, only its content.
        let calls_date = !tag.attributes.is_empty()
            && !is_shadow_root
            && self.read_attributes(tag, (class, says), context, names);
        if tag.attributes.has_any(OF_TEX)
            && !dropped
            && !context.flags.has(Flags::DROPPED)
            && !names.hides_itself
            && self.formula_of_data(tag)
        {
            // What the page draws of the formula is no text.
            context.flags.set(Flags::DROPPED);
        }
        if let Some(weights) = &self.tracker.weights
            && class.has(Class::BLOCK)
        {
            element.linear_sum = weights.of_element(tag, context.path, names.path_hash);
        }
        if class.has(Class::BLOCK)
            && let ClassWords::ListedSelectors(lists) = &mut self.tracker.class_words
        {
            lists.push(selectors::numbers_of(tag, context.path, names.path_hash));
            names.class = ClassWeight::of_list(lists.len() - 1);
        }
        if class.has(Class::HEADING) && context.flags.has(Flags::LINK) {
            self.begin_linked_heading(tag);
        }
        if id == TagId::A {
            self.tracker.link_fragment = match self.sink.wants_languages() {
                true => fragment_of(tag),
                false => Value::default(),
            };
            // A link that encloses a heading mostly leads elsewhere. Only headings use this.
            let href = if context.heading > 0 { tag.attributes.get(AttrId::Href).unwrap_or("") } else { "" };
            self.sink.begin_link(href.trim_start().starts_with('#'));
        }
        if !context.flags.has(Flags::DROPPED) {
            self.open_inline(tag, shown_as, names.hides_itself);
            let begins_code = rules::flags_of(id) == Flags::PREFORMATTED;
            self.tracker.in_code_line &= !begins_code;
            self.follow_code_around(tag, begins_code);
            names.byline = self.byline_of(tag, says, names, context.flags);
            if id == TagId::A
                && names.byline == BylineState::Outside
                && (context.heading == 1 || self.may_name_site())
            {
                names.byline = self.byline_of_site(tag, context.heading == 1);
            }
            if begins_code || id == TagId::Code && context.flags.has(Flags::PREFORMATTED) {
                self.sink.language(language::of_code(tag.attributes), begins_code);
            }
            if self.sink.follows_elements() {
                let followed = Followed { tag, level: context.depth, is_block: class.has(Class::BLOCK) };
                names.mark = self.sink.opened(&followed, names.mark);
            }
        }
        if calls_date || id == TagId::Time || tag.attributes.has_any(time::READ_ATTRIBUTES) {
            names.byline = self.time(tag, calls_date, context, names);
        }
        self.push(&element, opened);
        if is_special && matches!(id, TagId::Q | TagId::Cite) {
            self.edge_of_quote(tag);
        }
    }

    fn end_tag(&mut self, tag: &Tag<'_>) {
        let ends_script = self.formula.is_open() && self.end_tag_in_formula(tag);
        let id = tag.id;
        let class = class_of(id);
        let is_special = class.has(Class::SPECIAL);
        match id {
            _ if !is_special => {}
            TagId::Body | TagId::Html => return,
            TagId::Br if !tag.foreign => {
                if !self.stack.context().flags.has(Flags::DROPPED) {
                    self.void(tag);
                }
                return;
            }
            _ => {}
        }
        let matching = match id {
            TagId::Other => self.stack.find_unknown(ElementNote::of_name(hash_of(tag.name()))),
            _ => self.matching(id, class),
        };
        let Some(at) = matching else {
            self.tracker.stack.end_forgotten();
            if id == TagId::P && !self.stack.context().flags.has(Flags::DROPPED) {
                self.sink.line_break(Break::Block);
            }
            return;
        };
        if is_special && matches!(id, TagId::Q | TagId::Cite) {
            self.edge_of_quote(tag);
        }
        self.tracker.borders.end(id);
        if is_special && matches!(id, TagId::Span | TagId::Code) {
            self.tracker.in_code_line = false;
            self.tracker.code_ended_at = if id == TagId::Code { tag.offset } else { 0 };
        }
        let depth = self.stack.len();
        if class.has(Class::FORMATTING) && self.stack.has_block_above(at) {
            self.remove_inline(id, at);
        } else {
            self.pop_through(at);
        }
        if depth > 0 && !self.stack.context().flags.has(Flags::DROPPED) && !class.has(Class::IN_HEAD) {
            self.sink.tag();
        }
        if ends_script {
            self.end_formula();
        }
        if self.ruby == Ruby::Ended {
            self.end_reading(class, tag.offset);
        }
    }

    #[inline]
    fn text(&mut self, text: &str, offset: u64) {
        if self.in_title {
            self.title_text(text);
            return;
        }
        if self.formula.is_open() {
            self.formula_text(text, offset);
            return;
        }
        if self.selecting.is_some() {
            self.imply_body(text);
        }
        if self.stack.context().flags.has(Flags::DROPPED) {
            if self.is_in_head() && !is_blank(text) {
                // Text cannot stand in the head: its end tag is missing.
                self.leave_head();
                // White space before the text may have come in a piece of its own, which was
                // dropped then.
                let start = text.len() - text.trim_start().len();
                if !self.stack.context().flags.has(Flags::DROPPED) {
                    self.sink.word_break();
                    self.shown(&text[start..], offset + start as u64);
                }
            } else if self.is_json_ld && self.stack.top_tag() == TagId::Script {
                self.sink.json_ld(text, offset);
            }
            return;
        }
        self.shown(text, offset);
    }

    fn end(&mut self) {
        if self.formula.is_open() {
            self.leave_dropped_foreign();
            self.break_off_formula();
        }
    }
}

impl<S: StructureSink> TrackedSink<'_, S> {
    /// Start tag of an element that is [of the page](Class::OF_PAGE).
    fn metadata_tag(&mut self, tag: &Tag<'_>) {
        match tag.id {
            TagId::Title => {
                self.tracker.in_title = true;
                self.tracker.title = if self.title == Title::Awaited { Title::Open } else { Title::Closed };
            }
            TagId::Html | TagId::Link | TagId::Base => self.sink.head_tag(tag),
            TagId::Meta => {
                self.meta_in_byline(tag);
                if self.stack.names().byline != BylineState::Comment && !self.shows_nowhere() {
                    self.sink.head_tag(tag);
                }
            }
            TagId::Script => {
                let media_type = tag.attributes.get(AttrId::Type).unwrap_or("");
                self.tracker.is_json_ld = is_json_ld(media_type);
                if self.is_json_ld {
                    self.sink.head_tag(tag);
                } else if is_tex_script(media_type) && !self.stack.context().flags.has(Flags::DROPPED) {
                    self.start_script_in_tex(tag.offset);
                }
            }
            _ => {}
        }
    }

    /// Start or end of a quotation: the quotation marks that a browser shows for `q`. Departure:
    /// the same marks in every language. In a quote, `cite` is separated from the quoted text.
    #[cold]
    fn edge_of_quote(&mut self, tag: &Tag<'_>) {
        let context = self.stack.context();
        if context.flags.has(Flags::DROPPED) {
            return;
        }
        if tag.id == TagId::Q {
            self.shown("\"", tag.offset);
        } else if context.quotes().0 > 0 {
            self.separate_words();
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
    /// is shown, too. So is content that no `slot` takes.
    fn is_shadow_root(&self, tag: &Tag<'_>) -> bool {
        use TagId::*;
        let mode = tag.attributes.get(AttrId::Shadowrootmode).unwrap_or("");
        let is_one = mode.eq_ignore_ascii_case("open") || mode.eq_ignore_ascii_case("closed");
        // Unknown elements are taken for custom elements. Outside of all elements is the body.
        let parent = self.stack.top_tag();
        let may_have = matches!(parent, Article | Aside | Blockquote | Div | Footer | Header | Main | Nav)
            || matches!(parent, P | Section | Span | Other)
            || class_of(parent).has(Class::HEADING);
        is_one && may_have
    }
}

/// The fragment that a link leads to, if it leads to one.
fn fragment_of(tag: &Tag<'_>) -> Value {
    let href = tag.attributes.get(AttrId::Href).unwrap_or("");
    href.split_once('#').map_or(Value::default(), |(_, fragment)| Value::of(fragment))
}

/// Whether a script type is TeX for MathJax.
fn is_tex_script(media_type: &str) -> bool {
    media_type.split(';').next().unwrap_or("").trim().eq_ignore_ascii_case("math/tex")
}

/// Whether a script type is JSON-LD, with or without parameters.
fn is_json_ld(media_type: &str) -> bool {
    let essence = media_type.split(';').next().unwrap_or("");
    essence.trim().eq_ignore_ascii_case("application/ld+json")
}

/// Hash of an unknown element's name: FNV-1a, folded to 16 bits.
pub(super) fn hash_of(name: &str) -> u16 {
    let hash =
        name.bytes().fold(0x811C_9DC5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    (hash ^ hash >> 16) as u16
}
