//! Token handler: maps tags and texts to structure.
//!
//! In: start tags, end tags and text from the tokenizer, through [`TokenSink`]. Out: pushes and
//! pops of the stack of open elements, and calls of the [`StructureSink`]. Holds nothing itself.

use super::attribute_sets::{
    OF_ALL, OF_BLOCKS, OF_CODE, OF_DATES, OF_HIDDEN, OF_ITEM_IMAGES, OF_TASKS, OF_UNKNOWN,
};
use super::context::ElementNote;
use super::elements::opened;
use super::formulas::EndTag;
use super::image::{OF_IMAGES, OF_SOURCES};
use super::player::OF_PLAYERS;
use super::ruby::Ruby;
use super::rules::{Class, class_of};
use super::sink::{HeadText, Separation};
use super::texts::is_blank;
use super::{Break, Flags, StructureSink, Title, TrackedSink, Wants};
use crate::formula::OF_MATHML;
use crate::hash::hash_32;
use crate::html::{AttrId, AttrSet, Tag, TagId, TokenSink};

impl<S: StructureSink> TokenSink for TrackedSink<'_, S> {
    #[inline]
    fn wanted(&self, tag: TagId) -> AttrSet {
        match tag {
            TagId::Br | TagId::Wbr | TagId::Hr => AttrSet::NONE,
            TagId::B | TagId::Em | TagId::I | TagId::Strong => {
                OF_HIDDEN.with(AttrSet::of(&[AttrId::Itemprop, AttrId::Class]))
            }
            TagId::Script => AttrSet::of(&[AttrId::Type]),
            TagId::Math => AttrSet::of(&[AttrId::Alttext]),
            TagId::Annotation => AttrSet::of(&[AttrId::Encoding]),
            TagId::Mi | TagId::Mn | TagId::Mo => OF_MATHML,
            TagId::Style | TagId::Option | TagId::Path | TagId::G | TagId::Use => AttrSet::NONE,
            TagId::Img if self.wants.has(Wants::IMAGES) => OF_IMAGES.with(OF_ITEM_IMAGES),
            TagId::Source if self.wants_players() => OF_SOURCES,
            TagId::Audio | TagId::Embed | TagId::Iframe | TagId::Video if self.wants_players() => OF_PLAYERS,
            TagId::Img if self.wants.has(Wants::MORE_METADATA) => OF_ITEM_IMAGES,
            TagId::Img => AttrSet::of(&[AttrId::Alt, AttrId::Class, AttrId::Src]),
            TagId::Input if self.wants.has(Wants::MARKS) => OF_TASKS,
            TagId::Input => AttrSet::of(&[AttrId::Type]),
            TagId::Source | TagId::Svg => AttrSet::NONE,
            TagId::A => {
                const OF_POSTS: AttrSet = AttrSet::of(&[AttrId::Title]);
                const OF_PLACES: AttrSet = AttrSet::of(&[AttrId::Name]);
                let of_posts = if self.wants.has(Wants::POSTS) { OF_POSTS } else { AttrSet::NONE };
                let of_places = if self.wants.has(Wants::PLACES) { OF_PLACES } else { AttrSet::NONE };
                OF_ALL.with(AttrSet::of(&[AttrId::Href, AttrId::Rel])).with(of_posts).with(of_places)
            }
            TagId::Span if self.wants.has(Wants::POSTS) => {
                OF_ALL.with(OF_DATES).with(AttrSet::of(&[AttrId::Title]))
            }
            TagId::Html => OF_ALL.with(AttrSet::of(&[AttrId::Lang, AttrId::XmlLang])),
            TagId::Meta => AttrSet::of(&[
                AttrId::Name,
                AttrId::Property,
                AttrId::Itemprop,
                AttrId::Content,
                AttrId::Value,
                AttrId::HttpEquiv,
            ]),
            TagId::Link => AttrSet::of(&[AttrId::Rel, AttrId::Href]),
            TagId::Base => AttrSet::of(&[AttrId::Href]),
            TagId::Time => OF_HIDDEN.with(OF_DATES).with(AttrSet::of(&[AttrId::Itemprop, AttrId::Class])),
            TagId::Abbr => OF_ALL.with(OF_DATES).with(AttrSet::of(&[AttrId::Title])),
            TagId::Template => OF_ALL.with(AttrSet::of(&[AttrId::Shadowrootmode, AttrId::Shadowroot])),
            TagId::Ol => OF_BLOCKS.with(AttrSet::of(&[AttrId::Start, AttrId::Reversed])),
            TagId::Li => OF_BLOCKS.with(AttrSet::of(&[AttrId::Value])),
            TagId::Td | TagId::Th => {
                OF_BLOCKS.with(AttrSet::of(&[AttrId::Colspan, AttrId::Rowspan, AttrId::Align]))
            }
            TagId::Code => OF_ALL.with(OF_CODE),
            TagId::Pre => OF_BLOCKS.with(OF_CODE),
            TagId::Other if self.wants.has(Wants::IMAGES) => OF_UNKNOWN.with(OF_IMAGES),
            TagId::Other => OF_UNKNOWN,
            _ if class_of(tag).has(Class::BLOCK) => OF_BLOCKS.with(OF_DATES),
            _ => OF_ALL.with(OF_DATES),
        }
    }

    #[inline]
    fn wants_raw_text(&self, tag: TagId) -> bool {
        use TagId::*;
        if tag == Script {
            return self.is_read || self.formula.is_open();
        }
        !matches!(tag, Style | Textarea | Iframe | Noembed | Noframes)
    }

    fn start_tag(&mut self, tag: &Tag<'_>) {
        self.tracker.button.tag();
        if tag.foreign || tag.id == TagId::Other && self.is_prefixed(tag) || self.formula.is_quoted() {
            self.start_foreign(tag);
        } else {
            self.start_element(tag);
        }
    }

    #[inline]
    fn begin_markup(&mut self) -> Option<AttrId> {
        self.tracker.formula.begin_quoted().then_some(AttrId::DataMathml)
    }

    fn end_markup(&mut self) {
        self.tracker.formula.end_quoted();
    }

    fn end_tag(&mut self, tag: &Tag<'_>) {
        self.tracker.button.tag();
        let mut ends_script = false;
        if self.formula.is_open() {
            match self.end_tag_in_formula(tag) {
                EndTag::OfFormula => return,
                EndTag::OfScript => ends_script = true,
                EndTag::Other => {}
            }
        }
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
                self.sink.separate(Separation::Lines(Break::Block));
            }
            return;
        };
        if is_special && matches!(id, TagId::Q | TagId::Cite) {
            self.edge_of_quote(tag);
        }
        self.tracker.word_boundaries.end(id);
        if is_special && matches!(id, TagId::Span | TagId::Code) {
            self.tracker.in_code_line = false;
            self.tracker.code_ended_at = if id == TagId::Code { tag.offset } else { 0 };
            let is_number = id == TagId::Span && self.stack.info().hides_itself;
            self.tracker.line_number_ended_at = if is_number { tag.offset } else { 0 };
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
        if is_special && id == TagId::Button {
            self.tracker.button.end();
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
        if self.scope.is_some() {
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
                    self.sink.separate(Separation::Words);
                    self.shown(&text[start..], offset + start as u64);
                }
            } else if self.is_read && self.stack.top_tag() == TagId::Script {
                self.sink.head_text(HeadText::Script { text, offset });
            } else {
                self.text_of_button(text, offset);
            }
            return;
        }
        if self.button.has_ended() {
            self.text_after_button(text);
        }
        self.shown(text, offset);
    }

    #[inline]
    fn text_ends(&mut self, offset: u64, end: u64) {
        self.sink.text_ends(offset, end);
    }

    fn end(&mut self) {
        if self.formula.is_open() {
            self.leave_dropped_foreign();
            self.break_off_formula();
        }
        self.leave_typeset();
    }
}

impl<S: StructureSink> TrackedSink<'_, S> {
    /// Start tag of an element with metadata of the page. Returns whether it opens an element.
    #[cold]
    pub(super) fn metadata_tag(&mut self, tag: &Tag<'_>, class: Class) -> bool {
        match tag.id {
            TagId::Title => {
                self.tracker.in_title = true;
                self.tracker.title = if self.title == Title::Awaited { Title::Open } else { Title::Closed };
            }
            TagId::Html | TagId::Link | TagId::Base | TagId::Meta => _ = self.head_tag(tag),
            TagId::Script => {
                let media_type = tag.attributes.get(AttrId::Type).unwrap_or("");
                self.tracker.is_read = self.head_tag(tag);
                if !self.is_read
                    && is_type(media_type, "math/tex")
                    && !self.stack.context().flags.has(Flags::DROPPED)
                {
                    self.start_script_in_tex(tag.offset);
                }
            }
            _ => {}
        }
        self.wants = self.sink.wants();
        let is_of_page = matches!(tag.id, TagId::Html | TagId::Body);
        if is_of_page {
            self.ask(tag, class);
        }
        !is_of_page
    }

    fn head_tag(&mut self, tag: &Tag<'_>) -> bool {
        let (context, info) = (self.tracker.stack.context(), self.tracker.stack.info());
        self.sink.head_tag(&opened(self.tracker, tag, context, info), info.marks)
    }

    /// Start or end of a quotation: the quotation marks that a browser shows for `q`. Departure:
    /// the same marks in every language. In a quote, `cite` is separated from the quoted text.
    #[cold]
    pub(super) fn edge_of_quote(&mut self, tag: &Tag<'_>) {
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
}

/// Whether a script type is JSON-LD, with or without parameters.
pub(crate) fn is_json_ld(media_type: &str) -> bool {
    is_type(media_type, "application/ld+json")
}

/// Whether a script type is `name`, with or without parameters.
pub(crate) fn is_type(media_type: &str, name: &str) -> bool {
    media_type.split(';').next().unwrap_or("").trim().eq_ignore_ascii_case(name)
}

/// Hash of an unknown element's name: FNV-1a, folded to 16 bits.
pub(crate) fn hash_of(name: &str) -> u16 {
    let hash = hash_32(name.bytes());
    (hash ^ hash >> 16) as u16
}
