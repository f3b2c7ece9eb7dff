//! Streaming HTML tokenizer.
//!
//! What enters: UTF-8 text in pieces of any size, each with its offset in the stream. What leaves:
//! start tags, end tags and text, in order, to a [`TokenSink`]. What is held:
//! [`Tokenizer::HELD_BYTES`] on the heap for any input. They cover the attribute values of one tag,
//! a character reference, the start of a tag in raw text, and [`HELD_RAW_BYTES`] of one element.
//!
//! States have the names of the HTML standard, section 13.2.5. Comments, doctypes and parse errors
//! are not reported, so states that differ only in those are merged. The tokenizer switches to raw
//! text by itself, by element name, and tracks SVG and MathML by name (`foreign`).
//!
//! Departure: some pages begin with `<?`, such as EPUB and XSLT output. There, a tag that ends with
//! `/>` is a whole element, as in XML, and its end tag follows. By the standard, the rest of such a
//! page is the content of `<script src="a.js"/>`.
//!
//! A tag that lies within one piece, as nearly all do, is read on a fast path without states
//! (`whole_tag`), with the same result.
//!
//! Cost: linear in the input; no allocation after construction. No input causes a panic or an
//! error.

mod attribute_text;
mod attributes;
mod char_ref;
mod char_ref_states;
mod class;
mod entities;
mod entities_table;
mod fast_tag;
mod foreign;
mod held_states;
mod limits;
mod markup;
mod raw;
mod recovery;
pub(crate) mod scan;
mod script;
mod state;
pub(crate) mod swar;
mod tag;
mod tag_states;
#[cfg(test)]
mod tests;
mod text;

pub use attributes::Attributes;
pub(crate) use entities::{decode_references, windows_1252_of_control};
pub use limits::{NAME_BYTES, VALUE_BYTES, VALUES_BYTES};
pub use recovery::HELD_RAW_BYTES;
pub use tag::{AttrId, AttrSet, TagId};

use alloc::string::String;
use attributes::AttributeReader;
use char_ref::CharRef;
use foreign::Foreign;
use limits::TEMPORARY_BYTES;
use recovery::Hold;
use state::State;

/// A start or end tag, borrowed by the sink.
pub struct Tag<'a> {
    /// The element, if its name is a known one.
    pub id: TagId,
    /// Whether the tag ends with `/>`. This has a meaning only in SVG and MathML, and in pages that
    /// begin like XML: there, an end tag follows.
    pub self_closing: bool,
    /// Whether the element is in SVG or MathML.
    pub foreign: bool,
    /// Offset of the tag's `<` in the stream.
    pub offset: u64,
    /// The attributes that the sink wants.
    pub attributes: Attributes<'a>,
    name: &'a [u8],
}

impl Tag<'_> {
    /// The element's name in lower case, cut after [`NAME_BYTES`].
    #[must_use]
    pub fn name(&self) -> &str {
        if self.id != TagId::Other {
            return self.id.name();
        }
        match core::str::from_utf8(self.name) {
            Ok(name) => name,
            // Only the cut can be inside a character.
            Err(error) => core::str::from_utf8(&self.name[..error.valid_up_to()]).unwrap_or_default(),
        }
    }
}

/// Receives tokens in the order of the stream.
pub trait TokenSink {
    /// The attributes to read of a start tag of `tag`. Called once per tag, before its attributes.
    fn wanted(&self, tag: TagId) -> AttrSet;
    /// Whether the text of a raw-text element (`script`, `style`, `iframe`, ...) is to be handed
    /// on. Called once per element, after its start tag. Unwanted text is skipped at a higher
    /// speed.
    #[inline]
    fn wants_raw_text(&self, tag: TagId) -> bool {
        let _ = tag;
        true
    }
    /// A start tag.
    fn start_tag(&mut self, tag: &Tag<'_>);
    /// The attribute of the start tag before whose value is markup, to be read next as if it stood
    /// after the tag. Asked after each start tag.
    #[inline]
    fn begin_markup(&mut self) -> Option<AttrId> {
        None
    }
    /// That markup ends.
    fn end_markup(&mut self) {}
    /// An end tag, whether or not there is an open element that it ends.
    fn end_tag(&mut self, tag: &Tag<'_>);
    /// A part of a run of text, never empty, with character references decoded and line ends
    /// normalised to `\n`. `offset` is the place in the stream where the part begins.
    fn text(&mut self, text: &str, offset: u64);
    /// The text before, which began at `offset`, has another length in the stream: it ends there at
    /// `end`. Called after a character reference.
    #[inline]
    fn text_ends(&mut self, offset: u64, end: u64) {
        let _ = (offset, end);
    }
    /// The end of the page: no more tokens come.
    #[inline]
    fn end(&mut self) {}
}

/// One piece of the stream.
#[derive(Clone, Copy)]
struct Piece<'a> {
    text: &'a str,
    /// Offset of the piece's first byte in the stream.
    offset: u64,
}

impl<'a> Piece<'a> {
    fn bytes(&self) -> &'a [u8] {
        self.text.as_bytes()
    }

    fn offset_of(&self, pos: usize) -> u64 {
        self.offset + pos as u64
    }
}

/// The streaming tokenizer; see the [module](self).
///
/// Call [`push`](Self::push) for each piece, then [`finish`](Self::finish). Call
/// [`reset`](Self::reset) before the next page.
pub struct Tokenizer {
    state: State,
    /// Offset in the stream where the tag being read begins.
    tag_offset: u64,
    tag_is_end: bool,
    self_closing: bool,
    /// Lower-case name of the tag being read, padded with zeros up to the packed length.
    name: [u8; NAME_BYTES],
    /// Bytes of the name, including those that are no longer kept.
    name_len: usize,
    attr_name: [u8; tag::PACKED_NAME_BYTES],
    attr_name_len: usize,
    attributes: AttributeReader,
    /// The element whose raw text is being read: only its end tag ends it.
    raw_tag: TagId,
    /// The state to continue in if a `<` in raw text is text.
    raw_state: State,
    /// The raw text being read is not wanted.
    muted: bool,
    /// Raw text also ends at a tag that shows that its end tag is missing.
    recovering: bool,
    /// The characters after a `<` in raw text: the temporary buffer of the standard.
    temporary: String,
    char_ref: CharRef,
    /// The last text ended with a carriage return, which was handed on as a line feed.
    after_cr: bool,
    foreign: Foreign,
    hold: Hold,
    /// Offset in the stream where the page begins, once known.
    begins_at: Option<u64>,
    /// The page begins like XML, so tags that end with `/>` are whole elements.
    is_xml: bool,
    /// Whether start tags switch to raw text; off only in tests of single states.
    content_model: bool,
}

impl Default for Tokenizer {
    fn default() -> Self {
        Self::new()
    }
}

impl Tokenizer {
    /// Bytes on the heap, constant after construction.
    pub const HELD_BYTES: usize =
        VALUES_BYTES + TEMPORARY_BYTES + char_ref::RUN_BYTES + recovery::BUFFER_BYTES;

    /// A tokenizer at the start of a page.
    #[must_use]
    pub fn new() -> Self {
        Self {
            state: State::Data,
            tag_offset: 0,
            tag_is_end: false,
            self_closing: false,
            name: [0; NAME_BYTES],
            name_len: 0,
            attr_name: [0; tag::PACKED_NAME_BYTES],
            attr_name_len: 0,
            attributes: AttributeReader::new(),
            raw_tag: TagId::Other,
            raw_state: State::Data,
            muted: false,
            recovering: false,
            temporary: String::with_capacity(TEMPORARY_BYTES),
            char_ref: CharRef::new(),
            after_cr: false,
            foreign: Foreign::default(),
            hold: Hold::new(),
            begins_at: None,
            is_xml: false,
            content_model: true,
        }
    }

    /// Also records, as text, attributes whose names are in `wanted`, and `class` and `id`. This
    /// holds [`SOURCE_BYTES`](Self::SOURCE_BYTES) and `wanted` in addition, and reads tags slower.
    #[cfg(feature = "css")]
    #[must_use]
    pub(crate) fn with_attribute_text(mut self, wanted: String) -> Self {
        self.attributes.record_text(wanted);
        self
    }

    /// Bytes on the heap for attributes recorded as text.
    #[cfg(feature = "css")]
    pub(crate) const SOURCE_BYTES: usize = attribute_text::AttributeText::HELD_BYTES;

    /// Prepares for another page; keeps the buffers.
    pub fn reset(&mut self) {
        self.state = State::Data;
        self.raw_tag = TagId::Other;
        self.muted = false;
        self.recovering = false;
        self.after_cr = false;
        self.char_ref.clear();
        self.foreign = Foreign::default();
        (self.begins_at, self.is_xml) = (None, false);
        self.hold.reset();
    }

    /// Reads one piece of the page, which begins at `offset` of the stream. The tokens do not
    /// depend on how a page is cut into pieces, except that text is cut there too.
    pub fn push<S: TokenSink>(&mut self, text: &str, offset: u64, sink: &mut S) {
        let piece = Piece { text, offset };
        self.begins_at.get_or_insert(offset);
        let mut pos = 0;
        loop {
            self.replay_held(sink);
            pos = if self.state == State::Held {
                self.hold_piece(piece, pos)
            } else {
                self.run(piece, pos, sink)
            };
            if pos == text.len() && !self.hold.is_settled() {
                return;
            }
        }
    }

    /// Ends the page. Open constructs are read as the standard reads them at the end of a file.
    pub fn finish<S: TokenSink>(&mut self, sink: &mut S) {
        while self.state == State::Held {
            self.hold.settle_at_end();
            self.replay_held(sink);
        }
        self.flush_text(sink);
        self.state = State::Data;
        sink.end();
    }

    /// Hands on a `<`, end tag or character reference that turns out to be text because it was cut.
    fn flush_text<S: TokenSink>(&mut self, sink: &mut S) {
        match self.state {
            State::CharacterReference => {
                let end = self.tag_offset + 1 + self.char_ref.run.len() as u64;
                self.end_char_ref(None, sink);
                sink.text_ends(self.tag_offset, end);
            }
            State::TagOpen => sink.text("<", self.tag_offset),
            State::EndTagOpen => sink.text("</", self.tag_offset),
            _ if self.muted => {}
            State::RawLessThan => sink.text(&self.temporary, self.tag_offset),
            State::ScriptLessThan | State::ScriptEscapedLessThan => sink.text("<", self.tag_offset),
            State::CDataBracket => sink.text("]", self.tag_offset),
            State::CDataEnd => sink.text("]]", self.tag_offset),
            _ => {}
        }
    }

    /// Runs the states over `piece` from `pos`, until its end or until an element must be held.
    /// Returns the position reached.
    fn run<S: TokenSink>(&mut self, piece: Piece<'_>, mut pos: usize, sink: &mut S) -> usize {
        let len = piece.text.len();
        while pos < len {
            pos = match self.state {
                State::Data => self.data(piece, pos, sink),
                State::TagOpen => self.tag_open(piece, pos, sink),
                State::EndTagOpen => self.end_tag_open(piece, pos, sink),
                State::TagName => self.tag_name(piece, pos, sink),
                State::BeforeAttributeName => self.before_attribute_name(piece, pos, sink),
                State::AttributeName => self.attribute_name(piece, pos, sink),
                State::AfterAttributeName => self.after_attribute_name(piece, pos),
                State::BeforeAttributeValue => self.before_attribute_value(piece, pos, sink),
                State::AttributeValueDoubleQuoted => self.attribute_value_quoted(b'"', piece, pos),
                State::AttributeValueSingleQuoted => self.attribute_value_quoted(b'\'', piece, pos),
                State::AttributeValueUnquoted => self.attribute_value_unquoted(piece, pos, sink),
                State::AfterAttributeValueQuoted => self.after_attribute_value_quoted(piece, pos, sink),
                State::SelfClosingStartTag => self.self_closing_start_tag(piece, pos, sink),
                State::CharacterReference => self.character_reference(piece, pos, sink),
                State::RcData => self.rc_data(piece, pos, sink),
                State::RawText => self.raw_text(piece, pos, sink),
                State::RawLessThan => self.raw_less_than(piece, pos, sink),
                State::PlainText => {
                    self.emit_text(piece, pos, len, true, sink);
                    len
                }
                State::Held => return pos,
                State::BogusComment
                | State::MarkupDeclarationOpen
                | State::MarkupDeclarationDash
                | State::CDataOpen(_)
                | State::CommentStart
                | State::CommentStartDash
                | State::Comment
                | State::CommentEndDash
                | State::CommentEnd
                | State::CommentEndBang
                | State::CData
                | State::CDataBracket
                | State::CDataEnd => self.markup(piece, pos, sink),
                _ => self.script(piece, pos, sink),
            };
        }
        pos
    }
}
