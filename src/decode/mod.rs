//! What enters: the bytes of one page, cut anywhere, in any encoding of the encoding standard.
//! What leaves: the same as UTF-8, in pieces, each with its offset; what is decode_errors as
//! U+FFFD, and counted. What is held: the first 8 KiB at most until the encoding is settled, and a
//! buffer of 4 KiB for encodings other than UTF-8; [`HELD_BYTES`] in all, had at construction.
//!
//! What settles the encoding, first come first served:
//!
//! 1. a byte order mark of UTF-8 or UTF-16;
//! 2. the label the caller gave;
//! 3. what the protocol said that brought the page ([`Decoder::declare`]), else what the page
//!    declares in its first 1024 bytes, see [`prescan`];
//! 4. what it declares in its first 8 KiB. Departure from the HTML standard: there, a meta element
//!    behind the first 1024 bytes makes the page start over, which a stream cannot; it is seen up
//!    to 8 KiB here, wherever it is, and not behind;
//! 5. a guess, from 8 KiB or what there is of them. Plain ASCII is passed on without one, since it
//!    is the same in all encodings that may be guessed; the 8 KiB start at the first byte that is
//!    not. ESC counts as such a byte: it switches ISO-2022-JP. A page without any is UTF-8.
//!
//! What is declared by rule 3 or 4, if not UTF-8, is checked by the bytes of rule 5: where they are
//! well-formed UTF-8, the page is UTF-8. Departure from the HTML standard, for pages that a
//! crawler, an archive or a server transcoded without touching what they declare: 70 of 311 news
//! pages of 2008 (L3S-GN1), 3 of 500 pages of 2025 (WCXB). A label and a byte order mark are not
//! doubted.
//!
//! Where UTF-8 is declared, it is checked from the first byte on that is not ASCII: if 16 bytes are
//! well-formed, it is UTF-8; if little of the 8 KiB of rule 5 is, and nothing much in a row, the
//! declaration is wrong, and rule 5 holds. The standard has such a page become U+FFFD throughout.
//!
//! All of these are places in the stream, so that no chunking changes what leaves.

mod legacy;
mod prescan;
#[cfg(test)]
mod tests;
mod utf8;

use crate::error::{Error, ErrorKind, Result};
use alloc::{format, string::String, vec::Vec};
use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};
use utf8::Utf8;

/// Upper bound of the heap that a [`Decoder`] holds, in bytes. It is constant from construction on.
pub(crate) const HELD_BYTES: usize = WINDOW_BYTES + BUFFER_BYTES;

/// Bytes in which a declaration is looked for; bytes to judge an encoding by.
const WINDOW_BYTES: usize = 8 << 10;

/// Bytes of the largest piece of a page that is not UTF-8.
const BUFFER_BYTES: usize = 4 << 10;

/// Bytes held when the window is looked at: enough for a byte order mark, what the standard
/// prescans, all.
const CHECKPOINTS: [usize; 3] = [3, 1024, WINDOW_BYTES];

/// Bytes by which declared UTF-8 is believed, where they are well-formed.
const BELIEVED_BYTES: usize = 16;

/// Bytes of plain ASCII that the guess gets to see before the first byte that is not.
const CONTEXT_BYTES: usize = 2;

/// Decodes pages, one after the other.
///
/// In: the bytes of a page by [`push`](Self::push), its end by [`finish`](Self::finish).
/// Out: pieces of UTF-8, none empty, each with an offset. For a UTF-8 page that is the byte offset
/// in the input (a byte order mark counts; U+FFFD has the offset of the bad bytes). For other
/// encodings it is the running count of UTF-8 bytes handed out so far.
///
/// NUL and CR are left as they are.
///
/// Cost: linear. UTF-8 is lent, not copied, but for the window. Holds [`HELD_BYTES`].
/// Source: the encoding standard and the HTML standard, "determining the character encoding";
/// departures above.
pub(crate) struct Decoder {
    /// The encoding the caller gave.
    given: Option<&'static Encoding>,
    /// The encoding that the protocol declared for this page.
    by_protocol: Option<&'static Encoding>,
    /// The encoding of this page as far as it is known; UTF-8 at first.
    encoding: &'static Encoding,
    /// The encoding this page declares, as long as it is in doubt.
    declared: Option<&'static Encoding>,
    stage: Stage,
    /// The window, or the bytes to judge by; empty in the other stages. Its capacity is
    /// [`WINDOW_BYTES`].
    held: Vec<u8>,
    /// Where `encoding_rs` writes: [`BUFFER_BYTES`] of whatever characters.
    buffer: String,
    utf8: Utf8,
    /// The last bytes passed on as plain ASCII.
    context: Context,
    /// The offset of the next piece; of the next byte that was not held, for UTF-8.
    offset: u64,
    decode_errors: u64,
}

/// How much is known of the encoding.
enum Stage {
    /// Nothing. Holds the page from its first byte to the next of [`CHECKPOINTS`], by its number.
    Window(usize),
    /// What is declared, if anything; and all was plain ASCII so far. Holds nothing.
    Ascii,
    /// What is declared, if anything. Holds the page from the first byte that is not plain ASCII.
    Judge,
    /// The page is UTF-8.
    Utf8,
    /// The page is in another encoding.
    Legacy(encoding_rs::Decoder),
    /// The page has ended.
    Done,
}

impl Decoder {
    /// A decoder for pages in the encoding that `label` names, or in whichever they are.
    ///
    /// A byte order mark wins over the label, as the standard has it.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::UnknownEncoding`] for a label that names no encoding, or the replacement
    /// encoding, which no text is in; [`ErrorKind::OutOfMemory`] where [`HELD_BYTES`] cannot be
    /// had.
    pub(crate) fn new(label: Option<&str>) -> Result<Self> {
        let given = label.map(given_encoding).transpose()?;
        let (mut held, mut buffer) = (Vec::new(), String::new());
        held.try_reserve_exact(WINDOW_BYTES)
            .and_then(|()| buffer.try_reserve_exact(BUFFER_BYTES))
            .map_err(|_| Error::new(ErrorKind::OutOfMemory, format!("decoding needs {HELD_BYTES} bytes")))?;
        buffer.extend(core::iter::repeat_n('\0', BUFFER_BYTES));
        Ok(Self {
            given,
            by_protocol: None,
            encoding: UTF_8,
            declared: None,
            stage: Stage::Window(0),
            held,
            buffer,
            utf8: Utf8::default(),
            context: Context::default(),
            offset: 0,
            decode_errors: 0,
        })
    }

    /// Takes the next bytes of the page. After [`finish`](Self::finish), takes nothing until
    /// [`reset`](Self::reset).
    pub(crate) fn push(&mut self, mut bytes: &[u8], out: &mut impl FnMut(&str, u64)) {
        while !bytes.is_empty() {
            let taken = match self.stage {
                Stage::Window(number) => {
                    let taken = self.hold(bytes, CHECKPOINTS[number]);
                    if self.held.len() == CHECKPOINTS[number] {
                        self.look(number, false, out);
                    }
                    taken
                }
                Stage::Ascii => {
                    let taken = plain_ascii_bytes(bytes);
                    self.pass_ascii(&bytes[..taken], out);
                    if taken < bytes.len() {
                        self.stage = Stage::Judge;
                    }
                    taken
                }
                Stage::Judge => {
                    let wanted = self.judged_bytes();
                    let taken = self.hold(bytes, wanted);
                    self.judge_if_enough(out);
                    taken
                }
                Stage::Utf8 | Stage::Legacy(_) => {
                    self.decode(bytes, false, out);
                    bytes.len()
                }
                Stage::Done => return,
            };
            bytes = &bytes[taken..];
        }
    }

    /// Ends the page: settles its encoding and hands out what is held. A character cut short is one
    /// U+FFFD.
    pub(crate) fn finish(&mut self, out: &mut impl FnMut(&str, u64)) {
        if let Stage::Window(_) = self.stage {
            self.look(CHECKPOINTS.len() - 1, true, out);
        }
        if let Stage::Judge = self.stage {
            self.judge(true, out);
        }
        self.decode(&[], true, out);
        self.stage = Stage::Done;
    }

    /// What the protocol says of the page that comes next; before its first byte. A label that
    /// names no encoding says nothing.
    pub(crate) fn declare(&mut self, label: &[u8]) {
        self.by_protocol = prescan::by_label(label).or(self.by_protocol);
    }

    /// Makes ready for a next page with the same label. Buffers are kept.
    pub(crate) fn reset(&mut self) {
        self.by_protocol = None;
        self.encoding = UTF_8;
        self.declared = None;
        self.stage = Stage::Window(0);
        self.held.clear();
        self.utf8 = Utf8::default();
        self.context = Context::default();
        self.offset = 0;
        self.decode_errors = 0;
    }

    /// The name of the page's encoding in the encoding standard; what it
    /// declares, or `UTF-8`, until that is settled.
    pub(crate) fn encoding_name(&self) -> &'static str {
        self.encoding.name()
    }

    /// Malformed sequences so far; each left as one U+FFFD.
    pub(crate) fn decode_errors(&self) -> u64 {
        self.decode_errors
    }

    /// Holds as many of `bytes` as make `limit` bytes held. Out: bytes taken.
    fn hold(&mut self, bytes: &[u8], limit: usize) -> usize {
        let taken = bytes.len().min(limit - self.held.len());
        self.held.extend_from_slice(&bytes[..taken]);
        taken
    }

    /// Looks at the window, at checkpoint `number`, or where the page has ended: settles, or waits
    /// for more.
    fn look(&mut self, number: usize, ended: bool, out: &mut impl FnMut(&str, u64)) {
        if let Some((encoding, mark_bytes)) = Encoding::for_bom(&self.held) {
            self.settle(encoding, mark_bytes, out);
        } else if let Some(encoding) = self.given {
            self.settle(encoding, 0, out);
        } else if let Some(encoding) = self.by_protocol.or_else(|| prescan::prescan(&self.held)) {
            if encoding == UTF_16LE || encoding == UTF_16BE {
                self.settle(encoding, 0, out);
            } else {
                (self.encoding, self.declared) = (encoding, Some(encoding));
                self.pass_window(out);
            }
        } else if number + 1 < CHECKPOINTS.len() && !ended {
            self.stage = Stage::Window(number + 1);
        } else {
            self.pass_window(out);
        }
    }

    /// Passes on the plain ASCII at the start of the window, and keeps the rest to judge by.
    fn pass_window(&mut self, out: &mut impl FnMut(&str, u64)) {
        let mut held = core::mem::take(&mut self.held);
        let ascii_bytes = plain_ascii_bytes(&held);
        self.pass_ascii(&held[..ascii_bytes], out);
        held.drain(..ascii_bytes);
        self.stage = if held.is_empty() { Stage::Ascii } else { Stage::Judge };
        self.held = held;
        self.judge_if_enough(out);
    }

    /// Whether the page declares UTF-8, which is in question.
    fn declares_utf8(&self) -> bool {
        self.declared == Some(UTF_8)
    }

    /// Bytes to judge by, from the first one on that is not plain ASCII.
    fn judged_bytes(&self) -> usize {
        if self.declares_utf8() && self.held.len() < BELIEVED_BYTES { BELIEVED_BYTES } else { WINDOW_BYTES }
    }

    /// Judges by what is held, if that may be enough.
    fn judge_if_enough(&mut self, out: &mut impl FnMut(&str, u64)) {
        let enough = if self.declares_utf8() { BELIEVED_BYTES } else { WINDOW_BYTES };
        if self.held.len() >= enough {
            self.judge(false, out);
        }
    }

    /// Passes on bytes that are the same in all encodings in question.
    fn pass_ascii(&mut self, bytes: &[u8], out: &mut impl FnMut(&str, u64)) {
        self.decode_errors += self.utf8.feed(bytes, self.offset, out);
        self.offset += bytes.len() as u64;
        self.context.note(bytes);
    }

    /// Settles on the declared encoding or on the likeliest, by what is held; `last`, whether the
    /// page ends there. Where declared UTF-8 is in doubt, more is held first.
    fn judge(&mut self, last: bool, out: &mut impl FnMut(&str, u64)) {
        let first = &self.held[..self.held.len().min(BELIEVED_BYTES)];
        let encoding = if self.declares_utf8() && legacy::is_well_formed(first) {
            UTF_8
        } else if self.declares_utf8() {
            if self.held.len() < WINDOW_BYTES && !last {
                return;
            }
            if legacy::is_no_utf8(&self.held) {
                legacy::guess(self.context.bytes(), &self.held, last)
            } else {
                UTF_8
            }
        } else if legacy::is_utf8(self.declared, &self.held) {
            UTF_8
        } else {
            self.declared.unwrap_or_else(|| legacy::guess(self.context.bytes(), &self.held, last))
        };
        self.settle(encoding, 0, out);
    }

    /// Settles on `encoding`, and decodes what is held, without `mark_bytes` at its start.
    fn settle(&mut self, encoding: &'static Encoding, mark_bytes: usize, out: &mut impl FnMut(&str, u64)) {
        self.encoding = encoding;
        if encoding == UTF_8 {
            self.stage = Stage::Utf8;
            self.offset += mark_bytes as u64;
        } else {
            self.stage = Stage::Legacy(encoding.new_decoder_without_bom_handling());
        }
        // Taken out for as long as it is lent, and put back: the same allocation.
        let mut held = core::mem::take(&mut self.held);
        self.decode(&held[mark_bytes..], false, out);
        held.clear();
        self.held = held;
    }

    /// Decodes `bytes`, and flushes where they are the `last` ones. The encoding is settled, or it
    /// does not matter.
    fn decode(&mut self, bytes: &[u8], last: bool, out: &mut impl FnMut(&str, u64)) {
        match &mut self.stage {
            Stage::Legacy(decoder) => {
                let (offset, decode_errors) =
                    legacy::decode(decoder, &mut self.buffer, bytes, last, self.offset, out);
                self.offset = offset;
                self.decode_errors += decode_errors;
            }
            Stage::Utf8 => {
                self.decode_errors += self.utf8.feed(bytes, self.offset, out);
                self.offset += bytes.len() as u64;
                if last {
                    self.decode_errors += self.utf8.finish(self.offset, out);
                }
            }
            Stage::Window(_) | Stage::Ascii | Stage::Judge | Stage::Done => debug_assert!(bytes.is_empty()),
        }
    }
}

/// The encoding a caller's label names.
fn given_encoding(label: &str) -> Result<&'static Encoding> {
    prescan::by_label(label.as_bytes()).ok_or_else(|| {
        let message = format!(
            "unknown encoding {label:?}, expected an encoding label such as utf-8, windows-1252 or shift_jis"
        );
        Error::new(ErrorKind::UnknownEncoding, message)
    })
}

/// Bytes at the start of `bytes` that mean the same in all encodings that may be guessed: ASCII
/// without ESC.
fn plain_ascii_bytes(bytes: &[u8]) -> usize {
    let ascii = Encoding::ascii_valid_up_to(bytes);
    memchr::memchr(0x1B, &bytes[..ascii]).unwrap_or(ascii)
}

/// The last few bytes of what went by.
#[derive(Default)]
struct Context {
    last: [u8; CONTEXT_BYTES],
    /// Bytes of `last` in use.
    len: usize,
}

impl Context {
    /// Lets `bytes` go by.
    fn note(&mut self, bytes: &[u8]) {
        for &byte in &bytes[bytes.len().saturating_sub(CONTEXT_BYTES)..] {
            if self.len == CONTEXT_BYTES {
                self.last.rotate_left(1);
                self.len -= 1;
            }
            self.last[self.len] = byte;
            self.len += 1;
        }
    }

    fn bytes(&self) -> &[u8] {
        &self.last[..self.len]
    }
}
