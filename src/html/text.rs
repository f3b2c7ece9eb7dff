//! Text outside tags, and RCDATA.

use super::{Piece, State, TokenSink, Tokenizer, scan};
use memchr::{memchr2, memchr3};

/// The end of a run of `<` from `pos` that begin no tag and no comment, as far as the piece shows.
fn stray_end(bytes: &[u8], pos: usize) -> usize {
    let mut end = pos;
    while let Some(&[b'<', next]) = bytes.get(end..end + 2)
        && !next.is_ascii_alphabetic()
        && !matches!(next, b'/' | b'!' | b'?')
    {
        end += 1;
    }
    end
}

impl Tokenizer {
    /// Data state: reads text and whole tags, until another state is needed.
    #[inline]
    pub(super) fn data<S: TokenSink>(&mut self, piece: Piece<'_>, mut pos: usize, sink: &mut S) -> usize {
        let bytes = piece.bytes();
        while pos < bytes.len() && self.state == State::Data {
            if bytes[pos] != b'<' {
                pos = self.data_text(piece, pos, sink);
                if pos == bytes.len() {
                    return pos;
                }
            }
            self.after_cr = false;
            self.tag_offset = piece.offset_of(pos);
            if bytes[pos] == b'&' {
                self.begin_char_ref(State::Data);
                return pos + 1;
            }
            match self.whole_tag(piece, pos, sink) {
                Some(after) => pos = after,
                None => {
                    let end = stray_end(bytes, pos);
                    if end == pos {
                        self.state = State::TagOpen;
                        return pos + 1;
                    }
                    sink.text(&piece.text[pos..end], self.tag_offset);
                    pos = end;
                }
            }
        }
        pos
    }

    /// Hands on text up to the next `<` or `&`, and returns its position.
    #[inline]
    fn data_text<S: TokenSink>(&mut self, piece: Piece<'_>, pos: usize, sink: &mut S) -> usize {
        let bytes = piece.bytes();
        if !self.after_cr {
            let end = scan::find_then_memchr(bytes, pos, [b'<', b'&', b'\r']);
            if end < bytes.len() && bytes[end] != b'\r' {
                if end > pos {
                    sink.text(&piece.text[pos..end], piece.offset_of(pos));
                }
                return end;
            }
        }
        let end = memchr2(b'<', b'&', &bytes[pos..]).map_or(bytes.len(), |found| pos + found);
        self.emit_text(piece, pos, end, false, sink);
        end
    }

    /// RCDATA state: text with character references.
    pub(super) fn rc_data<S: TokenSink>(&mut self, piece: Piece<'_>, pos: usize, sink: &mut S) -> usize {
        let bytes = piece.bytes();
        let Some(found) = memchr2(b'<', b'&', &bytes[pos..]) else {
            self.emit_text(piece, pos, bytes.len(), true, sink);
            return bytes.len();
        };
        let end = pos + found;
        self.emit_text(piece, pos, end, true, sink);
        self.after_cr = false;
        self.tag_offset = piece.offset_of(end);
        if bytes[end] == b'<' {
            self.begin_raw_less_than(State::RcData);
        } else {
            self.begin_char_ref(State::RcData);
        }
        end + 1
    }

    /// Hands on the text of the piece from `start` to `end`, with line ends normalised. NUL is
    /// replaced if `replace_nul`.
    #[inline]
    pub(super) fn emit_text<S: TokenSink>(
        &mut self,
        piece: Piece<'_>,
        start: usize,
        end: usize,
        replace_nul: bool,
        sink: &mut S,
    ) {
        if start == end || self.muted {
            return;
        }
        let text = &piece.text[start..end];
        if self.after_cr || memchr2(b'\r', 0, text.as_bytes()).is_some() {
            self.emit_normalised(text, piece.offset_of(start), replace_nul, sink);
        } else {
            sink.text(text, piece.offset_of(start));
        }
    }

    /// The slow path of [`emit_text`](Self::emit_text).
    #[cold]
    fn emit_normalised<S: TokenSink>(&mut self, text: &str, offset: u64, replace_nul: bool, sink: &mut S) {
        let bytes = text.as_bytes();
        let mut start = usize::from(self.after_cr && bytes[0] == b'\n');
        self.after_cr = false;
        while start < bytes.len() {
            let nul = if replace_nul { 0 } else { b'\r' };
            let end = memchr3(b'\r', nul, b'\r', &bytes[start..]).map_or(bytes.len(), |found| start + found);
            if end > start {
                sink.text(&text[start..end], offset + start as u64);
            }
            start = end + 1;
            match bytes.get(end) {
                None => {}
                Some(0) => sink.text("\u{FFFD}", offset + end as u64),
                Some(_) => {
                    sink.text("\n", offset + end as u64);
                    match bytes.get(end + 1) {
                        Some(b'\n') => start = end + 2,
                        Some(_) => {}
                        None => self.after_cr = true,
                    }
                }
            }
        }
    }
}
