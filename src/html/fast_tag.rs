//! Fast path for a tag that lies within one piece, as nearly all do.
//!
//! It reads the same grammar as the states of `tag_states.rs`, with positions in place of states.
//! If it cannot go on, it hands the tag over to those states at the start of an attribute. That is
//! the case if the piece ends, or if a wanted value needs decoding. The states are the definition:
//! only they read pieces of one character, and the tests read each case both ways.

use super::class::{ATTR_NAME_END, CLASS, NAME_END, UNQUOTED_END, is_space, skip_space};
use super::tag::{AttrId, AttrSet, PACKED_NAME_BYTES, PackedName, TagId};
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

/// The `len` bytes at `start`, in lower case and packed; `None` if they are too long for a known
/// name.
#[inline]
fn packed_name(bytes: &[u8], start: usize, len: usize) -> Option<PackedName> {
    let low = swar::padded_word(bytes, start);
    match len {
        0..8 => Some(PackedName::from(lower(low, len))),
        8..16 => {
            let high = lower(swar::padded_word(bytes, start + 8), len - 8);
            Some(PackedName::from(low | LOWER) | PackedName::from(high) << 64)
        }
        _ => None,
    }
}

/// Bytes of the name at `start`; 16 or more if the name has at least 16.
#[inline]
fn name_len(bytes: &[u8], start: usize) -> usize {
    match swar::first(name_ends(swar::padded_word(bytes, start))) {
        8 => 8 + swar::first(name_ends(swar::padded_word(bytes, start + 8))),
        len => len,
    }
}

/// Length and id of the tag name at `start`; `None` if the states must read it.
#[inline]
fn tag_name(bytes: &[u8], start: usize) -> Option<(usize, TagId)> {
    bytes.get(start).filter(|byte| byte.is_ascii_alphabetic())?;
    let len = match scan::chunk(bytes, start) {
        Some(chunk) => scan::name_ends(chunk).trailing_zeros() as usize,
        None => name_len(bytes, start),
    };
    let id = TagId::from_packed(packed_name(bytes, start, len)?);
    // A control character such as NUL is part of the name and is replaced: the states do that.
    (CLASS[usize::from(*bytes.get(start + len)?)] & NAME_END != 0).then_some((len, id))
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
        } else if wanted.is_empty() {
            self.whole_attributes::<false>(piece, name_end)
        } else {
            self.whole_attributes::<true>(piece, name_end)
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

    /// Reads attributes from `pos`, which is after a name or a value; keeps values only if `KEEP`.
    ///
    /// Only names, white space and `/` precede the first `=` or `>`; quotes have no meaning there.
    /// A quote directly after a name and `=` begins a value. Attributes of any other form are read
    /// by [`any_attribute`](Self::any_attribute).
    #[inline]
    fn whole_attributes<const KEEP: bool>(&mut self, piece: Piece<'_>, mut pos: usize) -> Read {
        let bytes = piece.bytes();
        loop {
            let stop = scan::find(bytes, pos, [b'=', b'>']);
            match bytes.get(stop..stop + 2) {
                Some([b'>', _]) if !KEEP || is_end_of_attributes(bytes, pos, stop) => {
                    let self_closing = stop > pos && bytes[stop - 1] == b'/';
                    return Read::Whole { end: stop, self_closing };
                }
                Some(&[b'=', quote @ (b'"' | b'\'')]) if is_name_end(bytes, pos, stop) => {
                    let id = if KEEP { name_between(bytes, pos, stop) } else { Some(AttrId::Other) };
                    if let Some(id) = id {
                        let start = stop + 2;
                        let is_wanted = KEEP && self.attributes.wants(id);
                        let end = if is_wanted {
                            scan::find_by_pairs(bytes, start, [quote, b'&', b'\r', 0])
                        } else {
                            scan::find_then_memchr(bytes, start, [quote])
                        };
                        match bytes.get(end) {
                            None => return Read::Part(pos),
                            Some(&byte) if byte == quote => {
                                if is_wanted {
                                    self.attributes.keep(id, piece.text, start..end);
                                }
                                pos = end + 1;
                                continue;
                            }
                            // The value is kept and needs decoding.
                            Some(_) => {}
                        }
                    }
                }
                _ => {}
            }
            // Continues up to `stop`: to search again after each name would take quadratic time.
            while pos <= stop {
                match self.any_attribute(piece, pos) {
                    Ok(after) => pos = after,
                    Err(read) => return read,
                }
            }
        }
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
        let id = packed_name(bytes, start, name_end - start).map_or(AttrId::Other, AttrId::from_packed);
        self.keep_plain(id, piece, value).then_some(pos)
    }
}

/// The attribute whose name, after one white space, fills `pos` to `end`; `None` if there may be
/// more than one name.
#[inline]
fn name_between(bytes: &[u8], pos: usize, end: usize) -> Option<AttrId> {
    if !is_space(bytes[pos]) {
        return None;
    }
    let start = pos + 1;
    let len = end.saturating_sub(start);
    if len < PACKED_NAME_BYTES
        && let Some(chunk) = scan::chunk(bytes, start)
    {
        let is_one = scan::name_ends(chunk).trailing_zeros() as usize >= len;
        return is_one.then(|| packed_name(bytes, start, len).map_or(AttrId::Other, AttrId::from_packed));
    }
    longer_name_between(bytes, start, end)
}

/// [`name_between`] for a name that is longer, or near the end of the piece.
#[inline(never)]
fn longer_name_between(bytes: &[u8], start: usize, end: usize) -> Option<AttrId> {
    let len = end.saturating_sub(start);
    if len < PACKED_NAME_BYTES {
        let id = packed_name(bytes, start, len).map_or(AttrId::Other, AttrId::from_packed);
        return (name_len(bytes, start) >= len).then_some(id);
    }
    let ends = |byte: u8| CLASS[usize::from(byte)] & ATTR_NAME_END != 0;
    (swar::find(&bytes[..end], start, name_ends, ends) == end).then_some(AttrId::Other)
}

/// Whether at most two bytes are between `pos` and `end`, each white space or `/`.
#[inline]
fn is_end_of_attributes(bytes: &[u8], pos: usize, end: usize) -> bool {
    end == pos || end - pos <= 2 && bytes[pos..end].iter().all(|&byte| byte == b'/' || is_space(byte))
}

/// Whether a name ends at `end`, with at least one byte after `pos`.
#[inline]
fn is_name_end(bytes: &[u8], pos: usize, end: usize) -> bool {
    end > pos && CLASS[usize::from(bytes[end - 1])] & ATTR_NAME_END == 0
}

/// Whether a value needs no decoding: no character reference, carriage return or NUL.
#[inline]
fn is_plain(value: &[u8]) -> bool {
    scan::find(value, 0, [b'&', b'\r', 0]) == value.len()
}
