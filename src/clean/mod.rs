//! Useless elements vanish, open elements are followed, tags become line breaks.
//!
//! In come tokens; out go text with the [`Context`] it stands in, line breaks by strength, inline marks, and what the head
//! of the page says, to a [`CleanSink`]. Held: a stack of at most [`STACK_ELEMENTS`](stack::STACK_ELEMENTS) open elements,
//! [`Cleaner::HELD_BYTES`].
//!
//! There is no tree. What is given up: foster parenting, the reconstruction of formatting elements in later blocks, and the
//! adoption agency beyond "this formatting element is no longer open". When the stack is full the outer half is
//! forgotten: its flags stay with the inner half, its end tags end nothing, and it is counted.
//!
//! Cost: linear; an end tag looks at no more than [`STACK_ELEMENTS`](stack::STACK_ELEMENTS) bytes.

mod class_words;
mod hidden;
mod hints;
mod implied;
mod known;
mod language;
mod rules;
mod selection;
mod selectors;
mod stack;

#[cfg(feature = "cli")]
pub(crate) use class_words::WEIGHTS_PER_LOGIT;
pub(crate) use class_words::{Bytes, ClassWeight, ClassWords, ENTRY_BYTES, WordWeights};
pub(crate) use hints::Hints;
pub(crate) use selection::Selecting;
#[cfg(feature = "select")]
pub use selection::Selection;
#[cfg(feature = "select")]
pub(crate) use selection::{Matched, Matcher, Told};
#[cfg(feature = "cli")]
pub(crate) use selectors::{Part, hash_of_style};
pub(crate) use selectors::{SELECTOR_ENTRY_BYTES, SelectorWeights, Selectors};
pub(crate) use stack::{Context, Flags, NO_ELEMENT, Names};

use crate::token::{AttrId, AttrSet, Tag, TagId, TokenSink};
#[cfg(feature = "cli")]
use alloc::vec::Vec;
use known::{Known, Meaning};
use rules::{Class, class_of};
use selection::Opened;
use stack::{Element, Stack};

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
pub(crate) trait CleanSink {
    /// Whether elements are told one by one: [`opened`](Self::opened), and [`inside`](Self::inside) before each text.
    #[inline]
    fn follows_elements(&self) -> bool {
        false
    }
    /// An element that is not dropped begins. Takes the mark of the one around it, 0 outside all; gives its own.
    fn opened(&mut self, element: &Followed<'_>, around: u16) -> u16 {
        let _ = element;
        around
    }
    /// The text that follows stands in an element of this mark.
    fn inside(&mut self, mark: u16) {
        let _ = mark;
    }
    /// Text, part of a run; `offset` is its place in the stream.
    fn text(&mut self, text: &str, offset: u64, context: &Context);
    /// An open block-level element, or any where all are [recorded](Cleaner::recording_all), gets its first text. Takes the record of the
    /// one around it, the root's being 0; gives its own.
    fn new_element(&mut self, around: u32, tag: TagId, context: &Context, names: Names) -> u32;
    /// What came before and what comes after are not one line.
    fn line_break(&mut self, kind: Break);
    /// A tag stands here, outside dropped elements.
    fn tag(&mut self, tag: TagId);
    /// What came before and what comes after are not one word.
    fn word_break(&mut self);
    /// An inline element begins, with the target of a link.
    fn open_mark(&mut self, mark: Mark, href: Option<&str>);
    /// An inline element ends.
    fn close_mark(&mut self, mark: Mark);
    /// The preformatted text that follows is in this language; `begins`: and such text begins here.
    fn language(&mut self, name: Option<&str>, begins: bool);
    /// A table, one of its rows or one of its cells begins.
    fn open_table_part(&mut self, tag: TagId);
    /// A table ends.
    fn close_table(&mut self);
    /// A tag that says something about the page: `html`, `meta`, `link`, `base`, `time`, the `script` of JSON-LD.
    fn fact(&mut self, tag: &Tag<'_>);
    /// Part of the text of the JSON-LD script that was told last; `offset` is its place in the stream.
    fn json_ld(&mut self, text: &str, offset: u64);
    /// Part of the text of the page's first title.
    fn title(&mut self, text: &str);
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
pub(crate) struct Cleaner {
    stack: Stack,
    title: Title,
    in_title: bool,
    /// The last script is JSON-LD.
    is_json_ld: bool,
    /// Inline elements get records as well.
    records_all: bool,
    class_words: ClassWords,
    known: Known,
    /// What was asked for of the page, if not all.
    selecting: Option<Selecting>,
}

impl Cleaner {
    /// Bytes on the heap from construction on.
    pub(crate) const HELD_BYTES: usize = Stack::HELD_BYTES + Known::HELD_BYTES;

    /// A cleaner that does with the words of classes and ids what is said.
    pub(crate) fn new(class_words: ClassWords) -> Self {
        Self {
            stack: Stack::new(),
            title: Title::Awaited,
            in_title: false,
            is_json_ld: false,
            records_all: false,
            class_words,
            known: Known::new(),
            selecting: None,
        }
    }

    /// The same, with records of inline elements too, if so.
    pub(crate) fn recording_all(mut self, records_all: bool) -> Self {
        self.records_all = records_all;
        self
    }

    /// The same, for a part of each page: [`Selecting::HELD_BYTES`] more.
    #[cfg(feature = "select")]
    pub(crate) fn selecting(mut self, selecting: Selecting) -> Self {
        self.selecting = Some(selecting);
        self.reset();
        self
    }

    /// What was selected and dropped of the page so far, if there was something to be.
    #[cfg(feature = "select")]
    pub(crate) fn selection(&self) -> Option<selection::Selection> {
        self.selecting.as_ref().map(Selecting::found)
    }

    /// The lists of words of all elements so far, for training; they stay until the next page.
    #[cfg(feature = "cli")]
    pub(crate) fn class_lists(&self) -> &[Vec<u32>] {
        self.class_words.lists()
    }

    pub(crate) fn reset(&mut self) {
        self.stack.reset();
        self.title = Title::Awaited;
        self.in_title = false;
        self.is_json_ld = false;
        self.class_words.reset();
        self.known.reset();
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

/// A cleaner at work: hands what it finds to `sink`.
pub(crate) struct Cleaning<'a, S> {
    pub(crate) cleaner: &'a mut Cleaner,
    pub(crate) sink: &'a mut S,
}

/// Attributes read of any element: they say that it is hidden, or what it is.
const OF_ALL: AttrSet = AttrSet::of(&[
    AttrId::Hidden,
    AttrId::AriaHidden,
    AttrId::Style,
    AttrId::Class,
    AttrId::Id,
    AttrId::Role,
]);

/// Attributes read beside them where elements are followed.
const OF_FOLLOWED: AttrSet = AttrSet::of(&[AttrId::Itemprop]);

impl<S: CleanSink> TokenSink for Cleaning<'_, S> {
    #[inline]
    fn wanted(&self, tag: TagId) -> AttrSet {
        let wanted = match tag {
            TagId::Br | TagId::Wbr | TagId::Hr | TagId::B | TagId::I | TagId::Em | TagId::Strong => {
                AttrSet::NONE
            }
            TagId::Script => AttrSet::of(&[AttrId::Type]),
            TagId::Style | TagId::Option | TagId::Path | TagId::G | TagId::Use => AttrSet::NONE,
            TagId::Img | TagId::Input | TagId::Source | TagId::Svg => AttrSet::NONE,
            TagId::A => OF_ALL.with(AttrSet::of(&[AttrId::Href, AttrId::Rel])),
            TagId::Html => OF_ALL.with(AttrSet::of(&[AttrId::Lang])),
            TagId::Meta => AttrSet::of(&[
                AttrId::Name,
                AttrId::Property,
                AttrId::Itemprop,
                AttrId::Content,
                AttrId::HttpEquiv,
            ]),
            TagId::Link => AttrSet::of(&[AttrId::Rel, AttrId::Href]),
            TagId::Base => AttrSet::of(&[AttrId::Href]),
            TagId::Time => AttrSet::of(&[AttrId::Datetime, AttrId::Itemprop, AttrId::Class]),
            TagId::Ol => OF_ALL.with(AttrSet::of(&[AttrId::Start])),
            _ => OF_ALL,
        };
        if self.sink.follows_elements() { wanted.with(OF_FOLLOWED) } else { wanted }
    }

    #[inline]
    fn wants_raw_text(&self, tag: TagId) -> bool {
        use TagId::*;
        if tag == Script {
            return self.is_json_ld;
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
        self.leave_foreign();
        if !class.has(Class::IN_HEAD) {
            self.leave_head();
        }
        match id {
            TagId::Title => {
                self.cleaner.in_title = true;
                self.cleaner.title = if self.title == Title::Awaited { Title::Open } else { Title::Closed };
            }
            TagId::Html | TagId::Meta | TagId::Link | TagId::Base | TagId::Time => self.sink.fact(tag),
            TagId::Script => {
                self.cleaner.is_json_ld = tag.attributes.get(AttrId::Type).is_some_and(is_json_ld);
                if self.is_json_ld {
                    self.sink.fact(tag);
                }
            }
            _ => {}
        }
        if matches!(id, TagId::Html | TagId::Body) {
            self.ask(tag, class);
            return;
        }
        self.end_implied(id, class);
        let opened = self.ask(tag, class);
        let dropped = self.stack.context().flags.has(Flags::DROPPED) && !opened.begins_selected
            || opened.begins_dropped && class.has(Class::VOID);
        if opened.begins_selected {
            self.part(class);
        }
        if !dropped {
            if opened.begins_dropped {
                self.sink.word_break();
            }
            if class.has(Class::VOID) {
                self.void(id);
            } else {
                self.break_at(class);
            }
            if !class.has(Class::IN_HEAD) {
                self.sink.tag(id);
            }
        }
        if class.has(Class::VOID) {
            return;
        }
        let mut context = self.stack.context().child(id, class);
        let mut names = self.stack.names().child(id, class);
        if self.records_all {
            context.element = NO_ELEMENT;
        }
        if id == TagId::Other {
            context.name_hash = hash_of(tag.name());
        } else if id == TagId::Noscript && !self.is_in_head() && !dropped {
            // What a page shows without scripts may be all that there is of it; in the head it is never text.
            context.flags.unset(Flags::DROPPED);
            context.flags.put(Flags::HIDDEN, !opened.begins_selected);
        } else if id == TagId::Object && !dropped && self.sink.follows_elements() {
            // What an object shows where its plug-in is gone, which is everywhere today: captions of films, for one. The single-page
            // methods never saw such text; a site's template says where it belongs.
            context.flags.unset(Flags::DROPPED);
        }
        if opened.begins_dropped {
            context.flags.set(Flags::DROPPED);
        } else if opened.begins_selected && !class.has(Class::DROP) {
            context.flags.unset(Flags::DROPPED);
        }
        if !tag.attributes.is_empty() {
            self.read_attributes(tag, class, &mut context, &mut names);
        }
        if class.has(Class::BLOCK)
            && let ClassWords::Selectors(selectors) = &mut self.cleaner.class_words
        {
            names.class = selectors.weigh(tag, context.path, names.path_hash);
        }
        if !context.flags.has(Flags::DROPPED) {
            self.open_inline(tag);
            let begins_code = rules::flags_of(id) == Flags::PREFORMATTED;
            if begins_code || id == TagId::Code && context.flags.has(Flags::PREFORMATTED) {
                let name = tag.attributes.get(AttrId::Class).and_then(language::of_class);
                self.sink.language(name, begins_code);
            }
            if self.sink.follows_elements() {
                let followed = Followed { tag, level: context.depth, is_block: class.has(Class::BLOCK) };
                names.mark = self.sink.opened(&followed, names.mark);
            }
        }
        self.push(Element { tag: id, context, names }, opened);
    }

    fn end_tag(&mut self, tag: &Tag<'_>) {
        let id = tag.id;
        match id {
            TagId::Body | TagId::Html => return,
            TagId::Br if !tag.foreign => {
                if !self.stack.context().flags.has(Flags::DROPPED) {
                    self.void(id);
                }
                return;
            }
            _ => {}
        }
        let class = class_of(id);
        let matching = match id {
            TagId::Other => self.stack.find_unknown(hash_of(tag.name())),
            _ => self.matching(id, class),
        };
        let Some(at) = matching else {
            if id == TagId::P && !self.stack.context().flags.has(Flags::DROPPED) {
                self.sink.line_break(Break::Block);
            }
            return;
        };
        let depth = self.stack.len();
        if class.has(Class::FORMATTING) && self.stack.has_block_above(at) {
            self.remove_inline(id, at);
        } else {
            self.pop_through(at);
        }
        if depth > 0 && !self.stack.context().flags.has(Flags::DROPPED) && !class.has(Class::IN_HEAD) {
            self.sink.tag(id);
        }
    }

    #[inline]
    fn text(&mut self, text: &str, offset: u64) {
        if self.in_title {
            self.title_text(text);
            return;
        }
        if self.selecting.is_some() {
            self.imply_body(text);
        }
        if self.stack.context().flags.has(Flags::DROPPED) {
            if self.is_in_head() && !is_blank(text) {
                // Text cannot be in the head: the page lost its end tag.
                self.leave_head();
                // The white space in front may have come in a piece of its own, and was dropped then.
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
}

/// Whether `text` is ASCII white space only: the text between most tags.
#[inline]
fn is_blank_ascii(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_whitespace())
}

/// Whether `text` is white space only.
fn is_blank(text: &str) -> bool {
    text.chars().all(char::is_whitespace)
}

impl<S> core::ops::Deref for Cleaning<'_, S> {
    type Target = Cleaner;

    fn deref(&self) -> &Cleaner {
        self.cleaner
    }
}

impl<S: CleanSink> Cleaning<'_, S> {
    /// Hands on text that is not dropped; the elements around it have records from then on.
    #[inline]
    fn shown(&mut self, text: &str, offset: u64) {
        if !is_blank_ascii(text) {
            let records_all = self.records_all;
            let sink = &mut *self.sink;
            self.cleaner.stack.ensure_elements(records_all, |around, tag, context, names| {
                sink.new_element(around, tag, context, names)
            });
        }
        self.tell_mark();
        self.sink.text(text, offset, self.cleaner.stack.context());
    }

    fn title_text(&mut self, text: &str) {
        if self.title == Title::Open {
            self.sink.title(text);
        }
    }

    /// Tells a sink that follows elements where the text stands that follows.
    #[inline]
    fn tell_mark(&mut self) {
        if self.sink.follows_elements() {
            self.sink.inside(self.cleaner.stack.names().mark);
        }
    }

    /// Whether the innermost open element is the head.
    #[inline]
    fn is_in_head(&self) -> bool {
        self.stack.top_tag() == TagId::Head
    }

    /// Ends the head, and one inside it.
    #[inline]
    fn leave_head(&mut self) {
        while self.is_in_head() {
            self.pop_through(self.stack.len() - 1);
        }
    }

    /// Elements of SVG and MathML: `svg` is dropped whole, of formulas the annotations are.
    fn start_foreign(&mut self, tag: &Tag<'_>) {
        if tag.self_closing || !matches!(tag.id, TagId::Svg | TagId::Annotation | TagId::AnnotationXml) {
            return;
        }
        let mut context = *self.stack.context();
        context.flags.set(Flags::DROPPED);
        let names = self.stack.names();
        let opened = if tag.id == TagId::Svg { self.ask(tag, class_of(tag.id)) } else { Opened::default() };
        self.push(Element { tag: tag.id, context, names }, opened);
    }

    /// An HTML element begins: an SVG or MathML part that is still open was left unclosed, or holds HTML.
    fn leave_foreign(&mut self) {
        while matches!(self.stack.top_tag(), TagId::Svg | TagId::Annotation | TagId::AnnotationXml) {
            self.pop();
        }
    }

    /// What an element that opens is to the selection, if there is one.
    #[inline]
    fn ask(&mut self, tag: &Tag<'_>, class: Class) -> Opened {
        let cleaner = &mut *self.cleaner;
        let Some(selecting) = &mut cleaner.selecting else { return Opened::default() };
        let opened = selecting.open(tag, class);
        cleaner.stack.drop_outermost(selecting.drops_outermost());
        opened
    }

    /// Opens an element.
    #[inline]
    fn push(&mut self, element: Element, opened: Opened) {
        let cleaner = &mut *self.cleaner;
        if let Some(selecting) = &mut cleaner.selecting {
            selecting.push(opened);
            cleaner.stack.drop_outermost(selecting.drops_outermost());
        }
        cleaner.stack.push(element);
    }

    /// Ends the innermost element. Out: also whether it was one of those that are selected.
    #[inline]
    fn pop(&mut self) -> Option<(Element, bool)> {
        let element = self.cleaner.stack.pop()?;
        let ends_selected = self.cleaner.selecting.as_mut().is_some_and(Selecting::pop);
        Some((element, ends_selected))
    }

    /// Text that stands in no element stands in the body.
    fn imply_body(&mut self, text: &str) {
        let cleaner = &mut *self.cleaner;
        if let Some(selecting) = &mut cleaner.selecting
            && matches!(cleaner.stack.top_tag(), TagId::Other | TagId::Head)
            && cleaner.stack.len() <= 1
            && !is_blank(text)
        {
            selecting.imply_body();
            cleaner.stack.drop_outermost(selecting.drops_outermost());
        }
    }

    /// What is selected is parted from what is selected elsewhere.
    fn part(&mut self, class: Class) {
        self.sink.line_break(class.line_break().unwrap_or(Break::Block));
    }

    /// Ends the formatting element at `at` of the stack; what was opened in it goes on.
    pub(super) fn remove_inline(&mut self, id: TagId, at: usize) {
        self.close_inline(id, at);
        self.cleaner.stack.remove(at);
        if let Some(selecting) = &mut self.cleaner.selecting
            && selecting.remove(at)
        {
            self.cleaner.stack.drop_like_parent(at);
            self.part(class_of(id));
        }
    }

    /// Ends the element at `at` of the stack and all inside it.
    fn pop_through(&mut self, at: usize) {
        while self.stack.len() > at {
            let Some((element, ends_selected)) = self.pop() else { return };
            if element.tag == TagId::Title {
                self.cleaner.in_title = false;
                self.cleaner.title = Title::Closed;
            }
            if self.stack.context().flags.has(Flags::DROPPED) && !ends_selected {
                continue;
            }
            let class = class_of(element.tag);
            if ends_selected {
                self.part(class);
            } else {
                self.break_at(class);
            }
            if !element.context.flags.has(Flags::DROPPED) {
                if let Some(mark) = mark_of(element.tag) {
                    self.sink.close_mark(mark);
                }
                if element.tag == TagId::Table {
                    self.sink.close_table();
                }
            }
        }
    }

    /// The line break that the start or end of an element of `class` is.
    #[inline]
    fn break_at(&mut self, class: Class) {
        if let Some(kind) = class.line_break() {
            self.sink.line_break(kind);
        } else if class.has(Class::WORD_BREAK) {
            self.sink.word_break();
        }
    }

    /// An element without content.
    fn void(&mut self, id: TagId) {
        match id {
            TagId::Br => self.sink.line_break(Break::Line),
            TagId::Hr => self.sink.line_break(Break::Block),
            TagId::Img | TagId::Input | TagId::Embed | TagId::Frame => self.sink.word_break(),
            _ => {}
        }
    }

    /// Tells the sink of inline elements and parts of tables.
    fn open_inline(&mut self, tag: &Tag<'_>) {
        if let Some(mark) = mark_of(tag.id) {
            let href = if mark == Mark::Link { tag.attributes.get(AttrId::Href) } else { None };
            self.sink.open_mark(mark, href);
        } else if matches!(tag.id, TagId::Table | TagId::Tr | TagId::Td | TagId::Th) {
            self.sink.open_table_part(tag.id);
        }
    }

    /// Tells the sink that a formatting element ends, whose content goes on.
    fn close_inline(&mut self, id: TagId, at: usize) {
        if let Some(mark) = mark_of(id)
            && !self.stack.context_at(at).flags.has(Flags::DROPPED)
        {
            self.sink.close_mark(mark);
        }
    }

    /// What the attributes of an element say about it.
    fn read_attributes(&mut self, tag: &Tag<'_>, class: Class, context: &mut Context, names: &mut Names) {
        if hidden::is_hidden(tag.attributes) {
            context.flags.set(Flags::HIDDEN);
        }
        if tag.id == TagId::Ol
            && let Some(start) = tag.attributes.get(AttrId::Start).and_then(|start| start.trim().parse().ok())
        {
            context.next_item = start;
        }
        if self.records_all {
            names.is_out_of_flow = tag.id == TagId::Div && hidden::is_out_of_flow(tag.attributes);
        }
        if class.has(Class::BLOCK) && !matches!(self.class_words, ClassWords::Unread) {
            self.read_names(tag, names);
        }
        if let Some(role) = tag.attributes.get(AttrId::Role) {
            context.flags.set(rules::flags_of_role(role));
        }
    }

    /// What the class and id of an element come to.
    fn read_names(&mut self, tag: &Tag<'_>, names: &mut Names) {
        let Cleaner { class_words, known, .. } = &mut *self.cleaner;
        class_words.begin_element(&mut names.class);
        let mut class_kind = 0;
        for id in [AttrId::Class, AttrId::Id] {
            let Some(text) = tag.attributes.get(id) else { continue };
            let (hints, kind) = match class_words {
                ClassWords::Unread => return,
                ClassWords::Selectors(_) => hints::read(text, |_| {}),
                ClassWords::Weighed(weights) => {
                    let meaning = known.meaning(text, || {
                        let mut weight = ClassWeight::default();
                        let (hints, kind) = hints::read(text, |word| weight.add(weights.weight(word)));
                        Meaning { kind, weight, hints }
                    });
                    names.class.add_all(meaning.weight);
                    (meaning.hints, meaning.kind)
                }
                #[cfg(feature = "cli")]
                ClassWords::Listed(lists) => hints::read(text, |word| {
                    if let Some(list) = lists.last_mut() {
                        list.push(word);
                    }
                }),
            };
            names.hints = names.hints.with(hints);
            if id == AttrId::Class {
                class_kind = kind;
            }
        }
        names.path_hash = (names.path_hash ^ class_kind).wrapping_mul(0x85EB_CA6B).rotate_left(13);
    }
}

/// Whether the type of a script is that of JSON-LD, with or without parameters.
fn is_json_ld(media_type: &str) -> bool {
    let essence = media_type.split(';').next().unwrap_or("");
    essence.trim().eq_ignore_ascii_case("application/ld+json")
}

/// Tells unknown elements apart: FNV-1a of the name, folded to 16 bits.
fn hash_of(name: &str) -> u16 {
    let hash =
        name.bytes().fold(0x811C_9DC5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    (hash ^ hash >> 16) as u16
}

/// The inline mark that an element is.
#[inline]
fn mark_of(tag: TagId) -> Option<Mark> {
    Some(match tag {
        TagId::A => Mark::Link,
        TagId::Em | TagId::I | TagId::Cite | TagId::Dfn | TagId::Var => Mark::Emphasis,
        TagId::B | TagId::Strong => Mark::Strong,
        TagId::Code | TagId::Kbd | TagId::Samp | TagId::Tt => Mark::Code,
        _ => return None,
    })
}
