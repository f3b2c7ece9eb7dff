//! Recovery from `title`, `textarea` and `iframe` elements without an end tag.
//!
//! The standard lets such an element swallow the rest of the page, and one crawled page in ten of some corpora has one. So
//! its content is held, up to [`HELD_RAW_BYTES`], until its end tag comes, and is then read by the standard. Where none
//! comes, the element ends at the first tag that shows its end to be missing ([`Closing`]). An element whose end tag comes
//! later than that is still read to its end tag unless such a tag comes first.
//!
//! Cost: what is held is read twice; after [`UNCLOSED_HELD`] unclosed elements nothing is held any more, so work stays linear.

use super::class::is_space;
use super::tag::TagId;
use super::{Piece, State, TokenSink, Tokenizer};
use alloc::string::String;
use memchr::memchr;

/// Bytes of an element's content within which its end tag is believed to belong to it, whatever comes before.
pub const HELD_RAW_BYTES: usize = 4096;

/// Unclosed elements of one page that are held; later ones end at the first tag that shows their end to be missing.
const UNCLOSED_HELD: u32 = 8;

/// Heap of the buffer: what is held, and the few bytes by which a character may cross the limit.
pub(super) const BUFFER_BYTES: usize = HELD_RAW_BYTES + 4;

/// What shows that the end tag of an element is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Closing {
    /// `title`, `iframe`: any tag that HTML knows.
    AnyKnownTag,
    /// `textarea`, which may well hold markup: the end of its form or of the page, or another one.
    FormOrPage,
}

impl Closing {
    /// How a missing end tag of `raw` shows; `None` for elements that are always read as the standard does.
    pub(super) fn of(raw: TagId) -> Option<Self> {
        match raw {
            TagId::Title | TagId::Iframe => Some(Self::AnyKnownTag),
            TagId::Textarea => Some(Self::FormOrPage),
            _ => None,
        }
    }

    /// Whether this tag, inside `raw`, shows that the end tag of `raw` is missing.
    pub(super) fn is_shown_by(self, raw: TagId, tag: TagId, is_end: bool) -> bool {
        match self {
            Self::AnyKnownTag => tag != TagId::Other,
            Self::FormOrPage if is_end => matches!(tag, TagId::Form | TagId::Body | TagId::Html),
            Self::FormOrPage => tag == raw,
        }
    }
}

/// How a held element is to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    /// Not known yet.
    Open,
    /// As the standard reads it: its end tag was seen.
    Closed,
    /// It ends at this position of what is held.
    EndsAt(usize),
    /// No end tag and nothing that shows it missing, as far as held.
    Recovering,
}

/// The content of one element, held until it is known how to read it.
pub(super) struct Hold {
    /// Content of the element; while it is read again, what was not yet read again.
    buffer: String,
    /// Place of the buffer's first byte in the stream.
    offset: u64,
    raw: TagId,
    closing: Closing,
    /// Up to here the buffer was searched for tags.
    searched: usize,
    first_sign: Option<usize>,
    verdict: Verdict,
    unclosed: u32,
}

impl Hold {
    pub(super) fn new() -> Self {
        Self {
            buffer: String::with_capacity(BUFFER_BYTES),
            offset: 0,
            raw: TagId::Other,
            closing: Closing::AnyKnownTag,
            searched: 0,
            first_sign: None,
            verdict: Verdict::Open,
            unclosed: 0,
        }
    }

    pub(super) fn reset(&mut self) {
        self.buffer.clear();
        self.verdict = Verdict::Open;
        self.unclosed = 0;
    }

    /// Begins to hold the content of `raw` at `offset`; `false` when nothing is held any more on this page.
    pub(super) fn begin(&mut self, raw: TagId, closing: Closing, offset: u64) -> bool {
        if self.unclosed >= UNCLOSED_HELD {
            return false;
        }
        // The buffer itself is left alone: the element may stand in what is being read again.
        self.offset = offset;
        self.raw = raw;
        self.closing = closing;
        self.searched = 0;
        self.first_sign = None;
        self.verdict = Verdict::Open;
        true
    }

    /// Whether what is held waits to be read again.
    pub(super) fn is_settled(&self) -> bool {
        self.verdict != Verdict::Open
    }

    /// End of the page: what was not closed stays unclosed.
    pub(super) fn settle_at_end(&mut self) {
        self.search(true);
    }

    /// Looks for the end tag in what is held but not yet searched.
    fn search(&mut self, is_all: bool) {
        let bytes = self.buffer.as_bytes();
        while let Some(found) = memchr(b'<', &bytes[self.searched..]) {
            let at = self.searched + found;
            let is_end = bytes.get(at + 1) == Some(&b'/');
            let name_start = at + 1 + usize::from(is_end);
            let rest = &bytes[name_start.min(bytes.len())..];
            let name_len = rest.iter().position(|byte| !byte.is_ascii_alphanumeric());
            let Some(name_len) = name_len else {
                if is_all {
                    break;
                }
                // The tag may go on in the next piece.
                self.searched = at;
                return;
            };
            let mut name = [0; super::tag::PACKED_NAME_BYTES];
            if name_len <= name.len() && (is_space(rest[name_len]) || matches!(rest[name_len], b'/' | b'>')) {
                name[..name_len].copy_from_slice(&rest[..name_len]);
                name.make_ascii_lowercase();
                let tag = TagId::from_packed(u128::from_le_bytes(name));
                if is_end && tag == self.raw {
                    self.verdict = Verdict::Closed;
                    return;
                }
                if self.first_sign.is_none() && self.closing.is_shown_by(self.raw, tag, is_end) {
                    self.first_sign = Some(at);
                }
                if tag == self.raw && tag != TagId::Title {
                    // Another one begins: the end tag to come is its own.
                    self.settle_unclosed();
                    return;
                }
            }
            self.searched = at + 1;
        }
        self.searched = bytes.len();
        if is_all {
            self.settle_unclosed();
        }
    }

    fn settle_unclosed(&mut self) {
        self.unclosed += 1;
        self.verdict = self.first_sign.map_or(Verdict::Recovering, Verdict::EndsAt);
    }
}

impl Tokenizer {
    /// Holds more of the piece, from `pos` on; returns how far it got.
    pub(super) fn hold_more(&mut self, piece: Piece<'_>, pos: usize) -> usize {
        let room = HELD_RAW_BYTES.saturating_sub(self.hold.buffer.len());
        let mut end = piece.text.len().min(pos + room);
        while !piece.text.is_char_boundary(end) {
            end += 1;
        }
        self.hold.buffer.push_str(&piece.text[pos..end]);
        let is_full = self.hold.buffer.len() >= HELD_RAW_BYTES;
        self.hold.search(is_full);
        end
    }

    /// Reads again what is held, once it is known how, until it is used up or another element is to be held.
    pub(super) fn replay_held<S: TokenSink>(&mut self, sink: &mut S) {
        while self.hold.is_settled() {
            let verdict = core::mem::replace(&mut self.hold.verdict, Verdict::Open);
            // Taken out for the time of reading; an empty string holds nothing.
            let mut buffer = core::mem::take(&mut self.hold.buffer);
            let offset = self.hold.offset;
            self.state = self.raw_state;
            self.recovering = verdict == Verdict::Recovering;
            let mut from = 0;
            if let Verdict::EndsAt(end) = verdict {
                self.run(Piece { text: &buffer[..end], offset }, 0, sink);
                self.flush_text(sink);
                self.emit_implied_end(offset + end as u64, sink);
                self.state = State::Data;
                from = end;
            }
            let read = self.run(Piece { text: &buffer, offset }, from, sink);
            buffer.drain(..read);
            self.hold.buffer = buffer;
            if self.state == State::Held {
                self.hold.search(self.hold.buffer.len() >= HELD_RAW_BYTES);
            }
        }
    }
}
