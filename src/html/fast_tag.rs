//! Fast path for a tag that lies within one piece, as nearly all do.
//!
//! It reads the same grammar as the states of `tag_states.rs`, with positions in place of states.
//! If it cannot go on, it hands the tag over to those states at the start of an attribute. That is
//! the case if the piece ends, or if a wanted value of unusual form needs decoding. The states are
//! the definition: only they read pieces of one character, and the tests read each case both ways.

use super::class::{ATTR_NAME_END, CLASS, NAME_END, UNQUOTED_END, is_space, skip_space};
use super::scan::WIDTH;
use super::tag::{AttrId, AttrSet, PackedName, TagId};
use super::{Piece, State, TokenSink, Tokenizer, scan, swar};
use core::ops::Range;
use memchr::memchr;

/// Bits that make ASCII letters lower case.
///
/// Other bytes change too, but not to one of a known name. A byte that would become a digit or a
/// hyphen is a control character, which ends the name on this path.
const LOWER: u64 = 0x2020_2020_2020_2020;

/// How far a tag was read.
enum Read {
    /// Up to its `>`, at `end`.
    Whole { end: usize, self_closing: bool },
    /// Up to this position: the start of an attribute, or between attributes.
    Part(usize),
}

/// Mask of the bytes that may end a name: white space and other control characters, `/`, `>`.
#[inline]
fn name_ends(word: u64) -> u64 {
    swar::less(word, 0x21) | swar::equal(word, b'/') | swar::equal(word, b'>')
}

/// The first `len` bytes of `word` in lower case; `len` is less than eight.
#[inline]
fn lower(word: u64, len: usize) -> u64 {
    (word | LOWER) & ((1 << (8 * len)) - 1)
}

/// The id of the name that fills the first `len` bytes of a chunk; `len` is less than 16.
#[inline]
fn known_name<Id>(chunk: &[u8; WIDTH], len: usize, from_packed: impl Fn(PackedName) -> Id) -> Id {
    let low = swar::padded_word(chunk, 0);
    if len < 8 {
        return from_packed(PackedName::from(lower(low, len)));
    }
    let high = lower(swar::padded_word(chunk, 8), len - 8);
    from_packed(PackedName::from(low | LOWER) | PackedName::from(high) << 64)
}

/// Length and id of the tag name at `start`; `None` if the states must read it.
#[inline]
fn tag_name(bytes: &[u8], start: usize) -> Option<(usize, TagId)> {
    bytes.get(start).filter(|byte| byte.is_ascii_alphabetic())?;
    let chunk = scan::padded_chunk(bytes, start);
    let len = scan::name_ends(&chunk).trailing_zeros() as usize;
    // A control character such as NUL is part of the name and is replaced: the states do that.
    let is_whole = len < WIDTH && CLASS[usize::from(*bytes.get(start + len)?)] & NAME_END != 0;
    is_whole.then(|| (len, known_name(&chunk, len, TagId::from_packed)))
}

impl Tokenizer {
    /// Reads the tag whose `<` is at `pos`. Returns the position to continue at, in the state that
    /// is set. `None` if nothing was read because the states must read the tag.
    #[inline]
    pub(super) fn whole_tag<S: TokenSink>(
        &mut self,
        piece: Piece<'_>,
        pos: usize,
        sink: &mut S,
    ) -> Option<usize> {
        if self.attributes.records_text() {
            return None;
        }
        let bytes = piece.bytes();
        let is_end = bytes.get(pos + 1) == Some(&b'/');
        let start = pos + 1 + usize::from(is_end);
        let (len, id) = tag_name(bytes, start)?;
        self.tag_is_end = is_end;
        if id == TagId::Other {
            self.start_name(is_end);
            self.push_name(&bytes[start..start + len]);
        }
        let wanted = if is_end { AttrSet::NONE } else { sink.wanted(id) };
        self.attributes.start(wanted);
        let name_end = start + len;
        let read = if bytes[name_end] == b'>' {
            Read::Whole { end: name_end, self_closing: false }
        } else {
            self.whole_attributes(piece, name_end, sink)
        };
        match read {
            Read::Whole { end, self_closing } => {
                self.state = State::Data;
                self.self_closing = self_closing;
                Some(self.emit_tag(id, piece, end, sink))
            }
            Read::Part(pos) => {
                self.start_name(is_end);
                self.push_name(&bytes[start..start + len]);
                self.attributes.copy(piece.text);
                self.state = State::BeforeAttributeName;
                Some(pos)
            }
        }
    }

    /// Reads attributes from `pos`, which is after a name or a value.
    #[inline]
    fn whole_attributes<S: TokenSink>(&mut self, piece: Piece<'_>, mut pos: usize, sink: &mut S) -> Read {
        loop {
            if piece.bytes().get(pos) == Some(&b'>') {
                return Read::Whole { end: pos, self_closing: false };
            }
            pos = match self.usual_attribute(piece, pos, sink) {
                Some(after) => after,
                None => match self.any_attribute(piece, pos) {
                    Ok(after) => after,
                    Err(read) => return read,
                },
            };
        }
    }

    /// Reads an attribute of the usual form: one white space, a name of less than 16 bytes, `=`, a
    /// quoted value. Returns the position after it; `None` if it has any other form or is cut.
    #[inline]
    fn usual_attribute<S: TokenSink>(&mut self, piece: Piece<'_>, pos: usize, sink: &mut S) -> Option<usize> {
        let bytes = piece.bytes();
        bytes.get(pos).filter(|&&byte| is_space(byte))?;
        let chunk = scan::padded_chunk(bytes, pos + 1);
        let len = scan::attribute_name_ends(&chunk).trailing_zeros() as usize;
        let name_end = pos + 1 + len;
        let Some(&[b'=', quote @ (b'"' | b'\'')]) = bytes.get(name_end..name_end + 2) else { return None };
        // A name may begin with `=`.
        if !(1..WIDTH).contains(&len) {
            return None;
        }
        let start = name_end + 2;
        if self.attributes.wants_more() {
            let id = known_name(&chunk, len, AttrId::from_packed);
            if self.attributes.wants(id) {
                let end = scan::find_by_pairs(bytes, start, [quote, b'&', b'\r', 0]);
                if *bytes.get(end)? != quote {
                    return self.decoded_value(id, quote, piece, start, sink);
                }
                self.attributes.keep(id, piece.text, start..end);
                return Some(end + 1);
            }
        }
        let end = scan::find_then_memchr(bytes, start, [quote]);
        (end < bytes.len()).then_some(end + 1)
    }

    /// Reads the value of `id` from `start` by the states, which decode it. Returns the position
    /// after its quote; `None` if the quote is not in the piece.
    #[inline(never)]
    fn decoded_value<S: TokenSink>(
        &mut self,
        id: AttrId,
        quote: u8,
        piece: Piece<'_>,
        start: usize,
        sink: &mut S,
    ) -> Option<usize> {
        memchr(quote, &piece.bytes()[start..])?;
        self.attributes.copy(piece.text);
        self.attributes.open(id);
        self.state = State::AttributeValueDoubleQuoted;
        let mut pos = start;
        while self.state != State::AfterAttributeValueQuoted {
            pos = match self.state {
                State::CharacterReference => self.character_reference(piece, pos, sink),
                _ => self.attribute_value_quoted(quote, piece, pos),
            };
        }
        Some(pos)
    }

    /// Keeps the value of `id` if it is wanted; `false` if it needs decoding first.
    #[inline]
    fn keep_plain(&mut self, id: AttrId, piece: Piece<'_>, value: Range<usize>) -> bool {
        if !self.attributes.wants(id) {
            return true;
        }
        if !is_plain(&piece.bytes()[value.clone()]) {
            return false;
        }
        self.attributes.keep(id, piece.text, value);
        true
    }

    /// Reads the next attribute of any form, or the end of the tag. Returns the position after the
    /// attribute, or how far the tag was read.
    fn any_attribute(&mut self, piece: Piece<'_>, mut pos: usize) -> Result<usize, Read> {
        let bytes = piece.bytes();
        loop {
            match bytes.get(pos) {
                None => return Err(Read::Part(pos)),
                Some(b'>') => return Err(Read::Whole { end: pos, self_closing: false }),
                Some(b'/') if bytes.get(pos + 1) == Some(&b'>') => {
                    return Err(Read::Whole { end: pos + 1, self_closing: true });
                }
                // A `>` may begin the next piece: the self-closing state decides.
                Some(b'/') if pos + 1 == bytes.len() => return Err(Read::Part(pos)),
                Some(b'/') => pos += 1,
                Some(&byte) if is_space(byte) => pos += 1,
                Some(_) => return self.attribute(piece, pos).ok_or(Read::Part(pos)),
            }
        }
    }

    /// Reads the attribute at `start` and returns the position after it; `None` if the states must
    /// read it.
    #[inline]
    fn attribute(&mut self, piece: Piece<'_>, start: usize) -> Option<usize> {
        let bytes = piece.bytes();
        // A name may begin with `=`.
        let name_end = swar::find(
            bytes,
            start + 1,
            |word| name_ends(word) | swar::equal(word, b'='),
            |byte| CLASS[usize::from(byte)] & ATTR_NAME_END != 0,
        );
        let mut value = name_end..name_end;
        let mut pos = skip_space(bytes, name_end);
        if *bytes.get(pos)? == b'=' {
            pos = skip_space(bytes, pos + 1);
            match *bytes.get(pos)? {
                quote @ (b'"' | b'\'') => {
                    let len = memchr(quote, &bytes[pos + 1..])?;
                    value = pos + 1..pos + 1 + len;
                    pos = value.end + 1;
                }
                _ => {
                    // A reference in it matters only if the value is kept.
                    let ends = |byte: u8| byte != b'&' && CLASS[usize::from(byte)] & UNQUOTED_END != 0;
                    value = pos..swar::find(bytes, pos, name_ends, ends);
                    pos = value.end;
                    bytes.get(pos)?;
                }
            }
        }
        let len = name_end - start;
        let id = if self.attributes.wants_more() && len < WIDTH {
            known_name(&scan::padded_chunk(bytes, start), len, AttrId::from_packed)
        } else {
            AttrId::Other
        };
        self.keep_plain(id, piece, value).then_some(pos)
    }
}

/// Whether a value needs no decoding: no character reference, carriage return or NUL.
#[inline]
fn is_plain(value: &[u8]) -> bool {
    scan::find(value, 0, [b'&', b'\r', 0]) == value.len()
}
