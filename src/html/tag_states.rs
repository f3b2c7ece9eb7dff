//! The tokenizer states inside a tag.

use super::class::{ATTR_NAME_END, CLASS, NAME_END, UNQUOTED_END, scan_to, skip_space};
use super::raw::TextContentModel;
use super::tag::{AttrId, AttrSet, PACKED_NAME_BYTES, PackedName, TagId};
use super::{NAME_BYTES, Piece, State, Tag, TokenSink, Tokenizer};
use memchr::{memchr, memchr3};

impl Tokenizer {
    pub(super) fn tag_open<S: TokenSink>(&mut self, piece: Piece<'_>, pos: usize, sink: &mut S) -> usize {
        match piece.bytes()[pos] {
            byte if byte.is_ascii_alphabetic() => {
                self.start_name(false);
                self.tag_name(piece, pos, sink)
            }
            b'/' => {
                self.state = State::EndTagOpen;
                pos + 1
            }
            b'!' => {
                self.state = State::MarkupDeclarationOpen;
                pos + 1
            }
            b'?' => {
                self.is_xml |= self.begins_at == Some(self.tag_offset);
                self.state = State::BogusComment;
                pos
            }
            _ => {
                sink.text("<", self.tag_offset);
                self.state = State::Data;
                pos
            }
        }
    }

    pub(super) fn end_tag_open<S: TokenSink>(&mut self, piece: Piece<'_>, pos: usize, sink: &mut S) -> usize {
        match piece.bytes()[pos] {
            byte if byte.is_ascii_alphabetic() => {
                self.start_name(true);
                self.tag_name(piece, pos, sink)
            }
            b'>' => {
                self.state = State::Data;
                pos + 1
            }
            _ => {
                self.state = State::BogusComment;
                pos
            }
        }
    }

    /// Begins the name of a tag.
    #[inline]
    pub(super) fn start_name(&mut self, is_end: bool) {
        self.tag_is_end = is_end;
        self.self_closing = false;
        self.name[..PACKED_NAME_BYTES].fill(0);
        self.name_len = 0;
        self.state = State::TagName;
    }

    /// Appends bytes to the name, in lower case and with NUL replaced.
    #[inline]
    pub(super) fn push_name(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            if byte == 0 {
                for &byte in "\u{FFFD}".as_bytes() {
                    self.push_name_byte(byte);
                }
            } else {
                self.push_name_byte(byte.to_ascii_lowercase());
            }
        }
    }

    #[inline]
    fn push_name_byte(&mut self, byte: u8) {
        if self.name_len < NAME_BYTES {
            self.name[self.name_len] = byte;
        }
        self.name_len += 1;
    }

    /// The element with the name read so far.
    #[inline]
    fn tag_id(&self) -> TagId {
        if self.name_len > PACKED_NAME_BYTES {
            return TagId::Other;
        }
        let mut packed = [0; PACKED_NAME_BYTES];
        packed.copy_from_slice(&self.name[..PACKED_NAME_BYTES]);
        TagId::from_packed(PackedName::from_le_bytes(packed))
    }

    pub(super) fn tag_name<S: TokenSink>(&mut self, piece: Piece<'_>, pos: usize, sink: &mut S) -> usize {
        let bytes = piece.bytes();
        let end = scan_to(bytes, pos, NAME_END);
        self.push_name(&bytes[pos..end]);
        if end == bytes.len() {
            return end;
        }
        let wanted = if self.tag_is_end { AttrSet::NONE } else { sink.wanted(self.tag_id()) };
        self.attributes.start(wanted);
        self.attributes.copy(piece.text);
        self.after_name_or_value(piece, end, sink)
    }

    /// Handles white space, `/` or `>` at `pos`, after a name or a value.
    #[inline]
    fn after_name_or_value<S: TokenSink>(&mut self, piece: Piece<'_>, pos: usize, sink: &mut S) -> usize {
        match piece.bytes()[pos] {
            b'>' => self.emit_tag(self.tag_id(), piece, pos, sink),
            b'/' => {
                self.state = State::SelfClosingStartTag;
                pos + 1
            }
            _ => {
                self.state = State::BeforeAttributeName;
                pos + 1
            }
        }
    }

    pub(super) fn before_attribute_name<S: TokenSink>(
        &mut self,
        piece: Piece<'_>,
        pos: usize,
        sink: &mut S,
    ) -> usize {
        let bytes = piece.bytes();
        let pos = skip_space(bytes, pos);
        match bytes.get(pos) {
            None => pos,
            Some(b'>') => self.emit_tag(self.tag_id(), piece, pos, sink),
            Some(b'/') => {
                self.state = State::SelfClosingStartTag;
                pos + 1
            }
            Some(&byte) => {
                self.attr_name = [0; PACKED_NAME_BYTES];
                self.attr_name_len = 0;
                self.state = State::AttributeName;
                if byte == b'=' {
                    // As the first character, `=` is part of the name; later it would end the name.
                    self.push_attr_name("=");
                    return pos + 1;
                }
                self.attribute_name(piece, pos, sink)
            }
        }
    }

    /// Appends to the attribute's name, in lower case. NUL is stored as 1, since zeros after a name
    /// are padding: a name with a NUL must not match a known one.
    #[inline]
    fn push_attr_name(&mut self, name: &str) {
        self.attributes.name(name, self.attr_name_len == 0);
        let bytes = name.as_bytes();
        let end = self.attr_name_len + bytes.len();
        if end <= PACKED_NAME_BYTES {
            for (kept, byte) in self.attr_name[self.attr_name_len..end].iter_mut().zip(bytes) {
                *kept = byte.to_ascii_lowercase().max(1);
            }
        }
        self.attr_name_len = end;
    }

    pub(super) fn attribute_name<S: TokenSink>(
        &mut self,
        piece: Piece<'_>,
        pos: usize,
        sink: &mut S,
    ) -> usize {
        let bytes = piece.bytes();
        let end = scan_to(bytes, pos, ATTR_NAME_END);
        let wants_any = self.attributes.wants_any();
        if wants_any {
            self.push_attr_name(&piece.text[pos..end]);
        }
        if end == bytes.len() {
            return end;
        }
        if wants_any {
            let known = self.attr_name_len <= PACKED_NAME_BYTES;
            let id = if known {
                AttrId::from_packed(PackedName::from_le_bytes(self.attr_name))
            } else {
                AttrId::Other
            };
            self.attributes.open(id);
        }
        self.end_attribute_name(piece, end, sink)
    }

    /// Handles white space, `/`, `=` or `>` at `pos`, after an attribute's name.
    #[inline]
    fn end_attribute_name<S: TokenSink>(&mut self, piece: Piece<'_>, pos: usize, sink: &mut S) -> usize {
        if piece.bytes()[pos] == b'=' {
            self.state = State::BeforeAttributeValue;
            return self.before_attribute_value(piece, pos + 1, sink);
        }
        self.state = State::AfterAttributeName;
        self.after_attribute_name(piece, pos)
    }

    pub(super) fn after_attribute_name(&mut self, piece: Piece<'_>, pos: usize) -> usize {
        let bytes = piece.bytes();
        let pos = skip_space(bytes, pos);
        match bytes.get(pos) {
            None => pos,
            Some(b'=') => {
                self.state = State::BeforeAttributeValue;
                pos + 1
            }
            Some(_) => {
                self.attributes.close();
                self.state = State::BeforeAttributeName;
                pos
            }
        }
    }

    pub(super) fn before_attribute_value<S: TokenSink>(
        &mut self,
        piece: Piece<'_>,
        pos: usize,
        sink: &mut S,
    ) -> usize {
        let bytes = piece.bytes();
        let pos = skip_space(bytes, pos);
        match bytes.get(pos) {
            None => pos,
            Some(b'"') => {
                self.state = State::AttributeValueDoubleQuoted;
                self.attribute_value_quoted(b'"', piece, pos + 1)
            }
            Some(b'\'') => {
                self.state = State::AttributeValueSingleQuoted;
                self.attribute_value_quoted(b'\'', piece, pos + 1)
            }
            Some(b'>') => {
                self.attributes.close();
                self.emit_tag(self.tag_id(), piece, pos, sink)
            }
            Some(_) => {
                self.state = State::AttributeValueUnquoted;
                pos
            }
        }
    }

    pub(super) fn attribute_value_quoted(&mut self, quote: u8, piece: Piece<'_>, pos: usize) -> usize {
        let bytes = piece.bytes();
        let kept = self.attributes.is_open();
        let found =
            if kept { memchr3(quote, b'&', b'&', &bytes[pos..]) } else { memchr(quote, &bytes[pos..]) };
        let end = found.map_or(bytes.len(), |found| pos + found);
        if kept {
            self.keep_value(&piece.text[pos..end]);
        }
        if end == bytes.len() {
            return end;
        }
        if bytes[end] == quote {
            self.end_value();
            self.state = State::AfterAttributeValueQuoted;
        } else {
            self.begin_char_ref(self.state);
        }
        end + 1
    }

    pub(super) fn attribute_value_unquoted<S: TokenSink>(
        &mut self,
        piece: Piece<'_>,
        pos: usize,
        sink: &mut S,
    ) -> usize {
        let bytes = piece.bytes();
        let end = scan_to(bytes, pos, UNQUOTED_END);
        if self.attributes.is_open() {
            self.keep_value(&piece.text[pos..end]);
        }
        match bytes.get(end) {
            None => end,
            Some(b'&') => {
                self.begin_char_ref(State::AttributeValueUnquoted);
                end + 1
            }
            Some(b'>') => {
                self.end_value();
                self.emit_tag(self.tag_id(), piece, end, sink)
            }
            Some(_) => {
                self.end_value();
                self.state = State::BeforeAttributeName;
                end + 1
            }
        }
    }

    /// Ends an attribute value.
    #[inline]
    fn end_value(&mut self) {
        self.attributes.close();
        self.after_cr = false;
    }

    /// Appends to a value that is kept, with line ends normalised and NUL replaced.
    pub(super) fn keep_value(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        if !self.after_cr && memchr3(b'\r', 0, 0, text.as_bytes()).is_none() {
            self.attributes.extend(text);
            return;
        }
        for (at, _) in text.char_indices() {
            if !self.attributes.is_open() {
                return;
            }
            let rest = &text[at..];
            let char_bytes = rest.chars().next().map_or(0, char::len_utf8);
            match rest.as_bytes()[0] {
                b'\n' if self.after_cr => {}
                b'\r' => self.attributes.extend("\n"),
                0 => self.attributes.extend("\u{FFFD}"),
                _ => self.attributes.extend(&rest[..char_bytes]),
            }
            self.after_cr = rest.as_bytes()[0] == b'\r';
        }
    }

    pub(super) fn after_attribute_value_quoted<S: TokenSink>(
        &mut self,
        piece: Piece<'_>,
        pos: usize,
        sink: &mut S,
    ) -> usize {
        let byte = piece.bytes()[pos];
        if CLASS[usize::from(byte)] & NAME_END != 0 {
            return self.after_name_or_value(piece, pos, sink);
        }
        self.state = State::BeforeAttributeName;
        pos
    }

    pub(super) fn self_closing_start_tag<S: TokenSink>(
        &mut self,
        piece: Piece<'_>,
        pos: usize,
        sink: &mut S,
    ) -> usize {
        if piece.bytes()[pos] == b'>' {
            self.self_closing = true;
            return self.emit_tag(self.tag_id(), piece, pos, sink);
        }
        self.state = State::BeforeAttributeName;
        pos
    }

    /// Handles the tag's `>` at `pos`: hands the tag on and switches to the state for its content.
    #[inline]
    pub(super) fn emit_tag<S: TokenSink>(
        &mut self,
        id: TagId,
        piece: Piece<'_>,
        pos: usize,
        sink: &mut S,
    ) -> usize {
        self.state = State::Data;
        self.muted = false;
        let foreign = if self.tag_is_end {
            let foreign = self.foreign.is_foreign();
            self.foreign.end_tag(id);
            foreign
        } else {
            self.foreign.start_tag(id, self.self_closing)
        };
        let tag = Tag {
            id,
            self_closing: self.self_closing,
            foreign,
            offset: self.tag_offset,
            attributes: self.attributes.view(piece.text),
            name: &self.name[..self.name_len.min(NAME_BYTES)],
        };
        if self.tag_is_end {
            sink.end_tag(&tag);
        } else {
            sink.start_tag(&tag);
            // `</br>` would be a second `<br>`.
            if self.self_closing && self.is_xml && !foreign && id != TagId::Br {
                sink.end_tag(&Tag { offset: piece.offset_of(pos + 1), ..tag });
            } else if !foreign
                && let Some(kind) = TextContentModel::of(id)
                && self.content_model
            {
                self.enter_raw(id, kind, sink.wants_raw_text(id), piece.offset_of(pos + 1));
            }
            if let Some(id) = sink.begin_markup() {
                self.read_markup(id, piece, sink);
            }
        }
        pos + 1
    }

    /// Reads the value of an attribute of the tag that was handed on as markup. A tag that does not
    /// end in it is dropped, and so is markup in a held element.
    #[cold]
    fn read_markup<S: TokenSink>(&mut self, id: AttrId, piece: Piece<'_>, sink: &mut S) {
        let mut markup = self.hold.take_buffer();
        let value = self.attributes.view(piece.text).get(id).unwrap_or("");
        if markup.is_empty() && value.len() <= markup.capacity() {
            markup.push_str(value);
            let foreign = core::mem::take(&mut self.foreign);
            self.content_model = false;
            self.run(Piece { text: &markup, offset: self.tag_offset }, 0, sink);
            self.content_model = true;
            self.foreign = foreign;
            self.char_ref.clear();
            self.state = State::Data;
            markup.clear();
        }
        self.hold.put_back(markup);
        sink.end_markup();
    }

    /// Hands on the missing end tag of the raw-text element being read.
    pub(super) fn emit_implied_end<S: TokenSink>(&mut self, offset: u64, sink: &mut S) {
        self.attributes.start(AttrSet::NONE);
        self.muted = false;
        sink.end_tag(&Tag {
            id: self.raw_tag,
            self_closing: false,
            foreign: false,
            offset,
            attributes: self.attributes.view(""),
            name: b"",
        });
    }
}
