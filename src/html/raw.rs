//! Elements whose content is text: RCDATA, raw text, script data, plain text.

use super::class::is_space;
use super::limits::TEMPORARY_BYTES;
use super::recovery::MissingEndRule;
use super::tag::TagId;
use super::{Piece, State, TokenSink, Tokenizer};
use memchr::memchr;

/// How the content of a text element is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TextContentModel {
    RcData,
    RawText,
    Script,
    PlainText,
}

impl TextContentModel {
    /// The kind of `tag`; `None` if its content is markup. `noscript` is markup, since scripts do
    /// not run here.
    #[inline]
    pub(super) fn of(tag: TagId) -> Option<Self> {
        Some(match tag {
            TagId::Title | TagId::Textarea => Self::RcData,
            TagId::Style | TagId::Xmp | TagId::Iframe | TagId::Noembed | TagId::Noframes => Self::RawText,
            TagId::Script => Self::Script,
            TagId::Plaintext => Self::PlainText,
            _ => return None,
        })
    }

    fn state(self) -> State {
        match self {
            Self::RcData => State::RcData,
            Self::RawText => State::RawText,
            Self::Script => State::Script,
            Self::PlainText => State::PlainText,
        }
    }
}

impl Tokenizer {
    /// Begins the raw content of `tag`, which starts at `offset`.
    pub(super) fn enter_raw(&mut self, tag: TagId, kind: TextContentModel, wanted: bool, offset: u64) {
        self.raw_tag = tag;
        self.muted = !wanted;
        self.recovering = false;
        self.raw_state = kind.state();
        self.state = match MissingEndRule::of(tag) {
            Some(closing) if self.hold.begin(tag, closing, offset) => State::Held,
            closing => {
                self.recovering = closing.is_some();
                kind.state()
            }
        };
    }

    /// Raw text state.
    pub(super) fn raw_text<S: TokenSink>(&mut self, piece: Piece<'_>, pos: usize, sink: &mut S) -> usize {
        let bytes = piece.bytes();
        let end = memchr(b'<', &bytes[pos..]).map_or(bytes.len(), |found| pos + found);
        self.emit_text(piece, pos, end, true, sink);
        if end == bytes.len() {
            return end;
        }
        self.after_cr = false;
        self.tag_offset = piece.offset_of(end);
        self.begin_raw_less_than(State::RawText);
        end + 1
    }

    /// Continues after a `<` in the raw text of `state`.
    pub(super) fn begin_raw_less_than(&mut self, state: State) {
        self.raw_state = state;
        self.temporary.clear();
        self.temporary.push('<');
        self.state = State::RawLessThan;
    }

    /// Continues after a `</` in the raw text of `state`.
    pub(super) fn begin_raw_end_tag(&mut self, state: State) {
        self.begin_raw_less_than(state);
        self.temporary.push('/');
    }

    /// Collects a possible tag that ends the raw text, and decides at the first delimiter.
    pub(super) fn raw_less_than<S: TokenSink>(
        &mut self,
        piece: Piece<'_>,
        pos: usize,
        sink: &mut S,
    ) -> usize {
        let byte = piece.bytes()[pos];
        let seen = self.temporary.len();
        let goes_on = match byte {
            b'/' => seen == 1,
            b'0'..=b'9' => self.recovering && seen > 1,
            _ => byte.is_ascii_alphabetic() && (seen > 1 || self.recovering),
        };
        if goes_on && seen < TEMPORARY_BYTES {
            self.temporary.push(char::from(byte));
            return pos + 1;
        }
        if is_space(byte) || byte == b'/' || byte == b'>' {
            let is_end = self.temporary.as_bytes().get(1) == Some(&b'/');
            let name = &self.temporary[1 + usize::from(is_end)..];
            let tag = TagId::from_name(name.to_ascii_lowercase_in(&mut [0; TEMPORARY_BYTES]));
            let own_end = is_end && tag == self.raw_tag && tag != TagId::Other;
            let shows_missing_end = self.recovering
                && MissingEndRule::of(self.raw_tag)
                    .is_some_and(|closing| closing.is_missing_end(self.raw_tag, tag, is_end));
            if own_end || shows_missing_end {
                if !own_end {
                    self.emit_implied_end(self.tag_offset, sink);
                }
                self.start_name(is_end);
                let temporary = core::mem::take(&mut self.temporary);
                self.push_name(&temporary.as_bytes()[1 + usize::from(is_end)..]);
                self.temporary = temporary;
                return pos;
            }
        }
        if !self.muted {
            sink.text(&self.temporary, self.tag_offset);
        }
        self.state = self.raw_state;
        pos
    }
}

/// Lower-casing without an allocation.
trait LowercaseIn {
    fn to_ascii_lowercase_in<'a>(&self, buffer: &'a mut [u8; TEMPORARY_BYTES]) -> &'a str;
}

impl LowercaseIn for str {
    fn to_ascii_lowercase_in<'a>(&self, buffer: &'a mut [u8; TEMPORARY_BYTES]) -> &'a str {
        let len = self.len().min(TEMPORARY_BYTES);
        buffer[..len].copy_from_slice(&self.as_bytes()[..len]);
        buffer[..len].make_ascii_lowercase();
        core::str::from_utf8(&buffer[..len]).unwrap_or_default()
    }
}
