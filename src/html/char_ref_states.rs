//! Character references in text and attribute values.

use super::entities::{lookup, numeric};
use super::{Piece, State, TokenSink, Tokenizer};

impl Tokenizer {
    /// Begins a character reference at an `&` seen in `state`.
    #[inline]
    pub(super) fn begin_char_ref(&mut self, state: State) {
        self.char_ref.clear();
        self.char_ref.state = state;
        self.state = State::CharacterReference;
    }

    /// Character reference states: collects the reference, and decodes it at the first byte that is
    /// not part of it.
    pub(super) fn character_reference<S: TokenSink>(
        &mut self,
        piece: Piece<'_>,
        mut pos: usize,
        sink: &mut S,
    ) -> usize {
        let bytes = piece.bytes();
        while pos < bytes.len() {
            if !self.char_ref.take(bytes[pos]) {
                let takes_semicolon = self.end_char_ref(Some(bytes[pos]), sink);
                let end = pos + usize::from(bytes[pos] == b';' && takes_semicolon);
                if !self.is_in_attribute() {
                    sink.text_ends(self.tag_offset, piece.offset_of(end));
                }
                return end;
            }
            pos += 1;
        }
        pos
    }

    /// Ends the reference; `next` is the byte after it. Out: whether a `;` there is part of it.
    pub(super) fn end_char_ref<S: TokenSink>(&mut self, next: Option<u8>, sink: &mut S) -> bool {
        self.state = self.char_ref.state;
        if self.char_ref.has_digits {
            let decoded = numeric(self.char_ref.code, self.char_ref.overflow);
            self.char_ref_text(decoded.encode_utf8(&mut [0; 4]), sink);
            return true;
        }
        let run = core::mem::take(&mut self.char_ref.run);
        let found = lookup(&run, next == Some(b';'));
        match found {
            Some(found) if !self.is_left_as_text(&run, found.matched_bytes, found.with_semicolon, next) => {
                self.char_ref_text(found.text, sink);
                self.char_ref_text(&run[found.matched_bytes..], sink);
            }
            _ => {
                self.char_ref_text("&", sink);
                self.char_ref_text(&run, sink);
            }
        }
        self.char_ref.run = run;
        found.is_some_and(|found| found.with_semicolon)
    }

    /// Whether the reference is left as text, for compatibility with old URLs. It is in an
    /// attribute, if the name has no `;` and is followed by `=`, a letter or a digit.
    fn is_left_as_text(
        &self,
        run: &str,
        matched_bytes: usize,
        with_semicolon: bool,
        next: Option<u8>,
    ) -> bool {
        let after = run.as_bytes().get(matched_bytes).copied().or(next);
        self.is_in_attribute()
            && !with_semicolon
            && after.is_some_and(|byte| byte == b'=' || byte.is_ascii_alphanumeric())
    }

    fn is_in_attribute(&self) -> bool {
        matches!(
            self.char_ref.state,
            State::AttributeValueDoubleQuoted
                | State::AttributeValueSingleQuoted
                | State::AttributeValueUnquoted
        )
    }

    fn char_ref_text<S: TokenSink>(&mut self, text: &str, sink: &mut S) {
        if text.is_empty() || self.muted {
            return;
        }
        if !self.is_in_attribute() {
            sink.text(text, self.tag_offset);
        } else if self.attributes.is_open() {
            // Bypasses the normalisation of line ends: a decoded carriage return is kept.
            self.attributes.extend(text);
            self.after_cr = false;
        }
    }
}
