//! Comments, doctypes, processing instructions and CDATA; all but CDATA are skipped.

use super::{Piece, State, TokenSink, Tokenizer};
use memchr::memchr;

/// The characters between `<!` and character data.
const CDATA_OPEN: &[u8] = b"[CDATA[";

impl Tokenizer {
    /// All states after `<!` and `<?`. Comment states that differ only in parse errors are merged.
    pub(super) fn markup<S: TokenSink>(&mut self, piece: Piece<'_>, pos: usize, sink: &mut S) -> usize {
        let bytes = piece.bytes();
        let byte = bytes[pos];
        let (state, next) = match self.state {
            State::BogusComment => match memchr(b'>', &bytes[pos..]) {
                Some(found) => (State::Data, pos + found + 1),
                None => (State::BogusComment, bytes.len()),
            },
            State::MarkupDeclarationOpen => match byte {
                b'-' => (State::MarkupDeclarationDash, pos + 1),
                b'[' if self.foreign.allows_cdata() => (State::CDataOpen(1), pos + 1),
                _ => (State::BogusComment, pos),
            },
            State::MarkupDeclarationDash => match byte {
                b'-' => (State::CommentStart, pos + 1),
                _ => (State::BogusComment, pos),
            },
            State::CDataOpen(seen) => match usize::from(seen) {
                seen if byte != CDATA_OPEN[seen] => (State::BogusComment, pos),
                seen if seen + 1 == CDATA_OPEN.len() => (State::CData, pos + 1),
                seen => (State::CDataOpen(seen as u8 + 1), pos + 1),
            },
            State::CommentStart => match byte {
                b'-' => (State::CommentStartDash, pos + 1),
                b'>' => (State::Data, pos + 1),
                _ => (State::Comment, pos),
            },
            State::CommentStartDash => match byte {
                b'-' => (State::CommentEnd, pos + 1),
                b'>' => (State::Data, pos + 1),
                _ => (State::Comment, pos),
            },
            State::Comment => match memchr(b'-', &bytes[pos..]) {
                Some(found) => (State::CommentEndDash, pos + found + 1),
                None => (State::Comment, bytes.len()),
            },
            State::CommentEndDash => match byte {
                b'-' => (State::CommentEnd, pos + 1),
                _ => (State::Comment, pos),
            },
            State::CommentEnd => match byte {
                b'>' => (State::Data, pos + 1),
                b'!' => (State::CommentEndBang, pos + 1),
                b'-' => (State::CommentEnd, pos + 1),
                _ => (State::Comment, pos),
            },
            State::CommentEndBang => match byte {
                b'-' => (State::CommentEndDash, pos + 1),
                b'>' => (State::Data, pos + 1),
                _ => (State::Comment, pos),
            },
            _ => return self.cdata(piece, pos, sink),
        };
        self.state = state;
        next
    }

    /// CDATA section, bracket and end states: text up to `]]>`.
    fn cdata<S: TokenSink>(&mut self, piece: Piece<'_>, pos: usize, sink: &mut S) -> usize {
        let bytes = piece.bytes();
        match (self.state, bytes[pos]) {
            (State::CData, _) => {
                let end = memchr(b']', &bytes[pos..]).map_or(bytes.len(), |found| pos + found);
                self.emit_text(piece, pos, end, false, sink);
                if end == bytes.len() {
                    return end;
                }
                self.after_cr = false;
                self.tag_offset = piece.offset_of(end);
                self.state = State::CDataBracket;
                end + 1
            }
            (State::CDataBracket, b']') => {
                self.state = State::CDataEnd;
                pos + 1
            }
            (State::CDataBracket, _) => {
                sink.text("]", self.tag_offset);
                self.state = State::CData;
                pos
            }
            (_, b'>') => {
                self.state = State::Data;
                pos + 1
            }
            (_, b']') => {
                sink.text("]", self.tag_offset);
                self.tag_offset += 1;
                pos + 1
            }
            _ => {
                sink.text("]]", self.tag_offset);
                self.state = State::CData;
                pos
            }
        }
    }
}
