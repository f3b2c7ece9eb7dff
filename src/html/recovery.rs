//! Recovery from `title`, `textarea` and `iframe` elements without an end tag.
//!
//! By the standard, the rest of the page is the content of such an element, and such pages are
//! common on the web. So the content is held, up to [`HELD_RAW_BYTES`], until its end tag comes,
//! and then read by the standard. If no end tag comes, the element ends at the first tag that shows
//! that its end tag is missing ([`MissingEndRule`]). After the limit, the element ends at its end
//! tag or at such a tag, whichever comes first.
//!
//! Cost: held content is read twice. After [`MAX_UNCLOSED_HELD`] unclosed elements nothing is held
//! any more, so the cost stays linear.

use super::class::is_space;
use super::tag::TagId;
use alloc::string::String;
use alloc::vec::Vec;
use memchr::memchr;

/// Maximum bytes of an element's content that are held. An end tag within them is taken to belong
/// to the element, whatever precedes it.
pub const HELD_RAW_BYTES: usize = 4096;

/// Maximum unclosed elements that are held per page. Later ones end at the first tag that shows
/// that their end tag is missing.
const MAX_UNCLOSED_HELD: u32 = 8;

/// Bytes of the buffer: the held content, and the rest of a character that crosses the limit.
const TEXT_BYTES: usize = HELD_RAW_BYTES + 4;

/// Maximum number of [`Jump`]s in the buffer: each follows a replacement character.
const JUMPS: usize = TEXT_BYTES / '\u{FFFD}'.len_utf8() + 1;

/// Heap bytes of the buffer and its jumps.
pub(super) const BUFFER_BYTES: usize = TEXT_BYTES + JUMPS * size_of::<Jump>();

/// A position in the buffer where the difference to the stream offset changes: a replacement
/// character is longer than the malformed bytes that it replaces.
#[derive(Clone, Copy)]
struct Jump {
    pos: u16,
    /// Bytes by which the stream offset is less than the buffer position, from here on.
    lag: u16,
}

/// Rule for tags that show that the end tag of an element is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MissingEndRule {
    /// `title`, `iframe`: any known tag.
    AnyKnownTag,
    /// `textarea`, which may contain markup: the end of its form or of the page, or another
    /// textarea.
    FormOrPage,
}

impl MissingEndRule {
    /// The rule for `raw`; `None` for elements that are always read by the standard.
    pub(super) fn of(raw: TagId) -> Option<Self> {
        match raw {
            TagId::Title | TagId::Iframe => Some(Self::AnyKnownTag),
            TagId::Textarea => Some(Self::FormOrPage),
            _ => None,
        }
    }

    /// Whether `tag`, inside `raw`, shows that the end tag of `raw` is missing.
    pub(super) fn is_missing_end(self, raw: TagId, tag: TagId, is_end: bool) -> bool {
        match self {
            Self::AnyKnownTag => tag != TagId::Other,
            Self::FormOrPage if is_end => matches!(tag, TagId::Form | TagId::Body | TagId::Html),
            Self::FormOrPage => tag == raw,
        }
    }
}

/// How a held element is to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// Not known yet.
    Open,
    /// By the standard: its end tag was seen.
    Closed,
    /// The element ends at this position of the buffer.
    EndsAt(usize),
    /// The held content has no end tag, and no tag that shows that it is missing.
    Recovering,
}

/// The content of one element, held until it is known how to read it.
pub(super) struct Hold {
    /// The held content; during the replay, the part that is not yet replayed.
    pub(super) buffer: String,
    /// Offset of the buffer's first byte in the stream.
    pub(super) offset: u64,
    /// Changes of the difference between buffer position and stream offset, in order.
    jumps: Vec<Jump>,
    raw: TagId,
    closing: MissingEndRule,
    /// Position up to which the buffer was searched for tags.
    searched: usize,
    first_missing_end: Option<usize>,
    pub(super) verdict: Verdict,
    unclosed: u32,
}

impl Hold {
    pub(super) fn new() -> Self {
        Self {
            buffer: String::with_capacity(TEXT_BYTES),
            offset: 0,
            jumps: Vec::with_capacity(JUMPS),
            raw: TagId::Other,
            closing: MissingEndRule::AnyKnownTag,
            searched: 0,
            first_missing_end: None,
            verdict: Verdict::Open,
            unclosed: 0,
        }
    }

    pub(super) fn reset(&mut self) {
        self.buffer.clear();
        self.jumps.clear();
        self.verdict = Verdict::Open;
        self.unclosed = 0;
    }

    /// The buffer, for other text. It is to be [put back](Self::put_back).
    pub(super) fn take_buffer(&mut self) -> String {
        core::mem::take(&mut self.buffer)
    }

    pub(super) fn put_back(&mut self, buffer: String) {
        self.buffer = buffer;
    }

    /// Appends text that begins at `offset` of the stream.
    pub(super) fn add(&mut self, text: &str, offset: u64) {
        let pos = self.buffer.len();
        let lag = (self.offset + pos as u64).saturating_sub(offset) as u16;
        if lag != self.jumps.last().map_or(0, |jump| jump.lag) {
            self.jumps.push(Jump { pos: pos as u16, lag });
        }
        self.buffer.push_str(text);
    }

    /// The lag at `pos` of the buffer, and the position of the next jump.
    pub(super) fn lag_at(&self, pos: usize) -> (u16, usize) {
        let next = self.jumps.partition_point(|jump| usize::from(jump.pos) <= pos);
        let lag = next.checked_sub(1).map_or(0, |last| self.jumps[last].lag);
        (lag, self.jumps.get(next).map_or(usize::MAX, |jump| usize::from(jump.pos)))
    }

    /// Removes the first `read` bytes, which were replayed.
    pub(super) fn forget_read(&mut self, read: usize) {
        let (lag, _) = self.lag_at(read);
        self.jumps.retain_mut(|jump| {
            let is_ahead = usize::from(jump.pos) > read;
            if is_ahead {
                *jump = Jump { pos: jump.pos - read as u16, lag: jump.lag - lag };
            }
            is_ahead
        });
        self.buffer.drain(..read);
    }

    /// Begins to hold the content of `raw` at `offset`; `false` if the page has reached the limit
    /// of unclosed elements.
    pub(super) fn begin(&mut self, raw: TagId, closing: MissingEndRule, offset: u64) -> bool {
        if self.unclosed >= MAX_UNCLOSED_HELD {
            return false;
        }
        // The buffer is not cleared: the element may be inside content that is being replayed.
        self.offset = offset;
        self.raw = raw;
        self.closing = closing;
        self.searched = 0;
        self.first_missing_end = None;
        self.verdict = Verdict::Open;
        true
    }

    /// Whether the held content can be replayed.
    pub(super) fn is_settled(&self) -> bool {
        self.verdict != Verdict::Open
    }

    /// Decides at the end of the page: an element that is not closed stays unclosed.
    pub(super) fn settle_at_end(&mut self) {
        self.search(true);
    }

    /// Searches the rest of the buffer for the end tag.
    pub(super) fn search(&mut self, is_all: bool) {
        let bytes = self.buffer.as_bytes();
        while let Some(found) = memchr(b'<', &bytes[self.searched..]) {
            let at = self.searched + found;
            let is_end = bytes.get(at + 1) == Some(&b'/');
            let name_start = at + 1 + usize::from(is_end);
            let rest = &bytes[name_start.min(bytes.len())..];
            // Only names that fit a packed name are known, so no more bytes are examined.
            let read = &rest[..rest.len().min(super::tag::PACKED_NAME_BYTES + 1)];
            let name_len = read.iter().position(|byte| !byte.is_ascii_alphanumeric());
            if name_len.is_none() && read.len() > super::tag::PACKED_NAME_BYTES {
                self.searched = at + 1;
                continue;
            }
            let Some(name_len) = name_len else {
                if is_all {
                    break;
                }
                // The tag may continue in the next piece.
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
                if self.first_missing_end.is_none() && self.closing.is_missing_end(self.raw, tag, is_end) {
                    self.first_missing_end = Some(at);
                }
                if tag == self.raw && tag != TagId::Title {
                    // Another element of the same name begins, and the next end tag belongs to it.
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
        self.verdict = self.first_missing_end.map_or(Verdict::Recovering, Verdict::EndsAt);
    }
}
