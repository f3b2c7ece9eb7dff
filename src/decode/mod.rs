//! Decodes the bytes of a page to UTF-8.
//!
//! What enters: the bytes of one page, cut anywhere, in any encoding of the encoding standard. What
//! leaves: the same text as UTF-8, in pieces, each with its offset. Each malformed sequence is one
//! U+FFFD, and is counted. What is held: at most the first 8 KiB until the encoding is known, and a
//! buffer of 4 KiB for encodings other than UTF-8. That is [`HELD_BYTES`] in all, allocated at
//! construction.
//!
//! The first of these rules that applies determines the encoding:
//!
//! 1. a byte order mark of UTF-8 or UTF-16;
//! 2. the label given by the caller;
//! 3. the encoding declared by the protocol ([`Decoder::declare`]), else the declaration of the
//!    page in its first 1024 bytes, see [`prescan`];
//! 4. the declaration of the page in its first 8 KiB. Departure from the HTML standard: there, a
//!    meta element after the first 1024 bytes restarts the page, which a stream cannot do. Here a
//!    declaration counts anywhere in the first 8 KiB, and nowhere after them;
//! 5. a guess from up to 8 KiB, counted from the first byte that is not plain ASCII. Plain ASCII is
//!    passed on before the guess, since it is the same in all encodings that may be guessed. ESC
//!    does not count as plain ASCII: it switches ISO-2022-JP. A page of plain ASCII alone is UTF-8.
//!
//! An encoding other than UTF-8 that is declared by rule 3 or 4 is checked. If the bytes of rule 5
//! are well-formed UTF-8, the page is UTF-8. This departs from the HTML standard for pages that a
//! crawler, an archive or a server transcoded without changing their declaration. A label and a
//! byte order mark are not checked.
//!
//! Declared UTF-8 is checked from the first byte that is not ASCII. If 16 bytes are well-formed,
//! the page is UTF-8. If little of the 8 KiB of rule 5 is well-formed, and no long run is, the
//! declaration is wrong and rule 5 applies. By the standard, such a page consists of U+FFFD.
//!
//! Data that begins as no page does is not decoded: see [`foreign`].
//!
//! All of these limits are offsets in the stream, so chunking does not change the output.

mod legacy;
mod prescan;
mod signature;
#[cfg(test)]
mod tests;
mod utf8;

use crate::error::{Error, ErrorKind, Result};
use alloc::{format, string::String, vec::Vec};
use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};
pub use signature::{Foreign, foreign, has_tags};
use utf8::Utf8;

/// Maximum heap bytes that a [`Decoder`] holds; constant after construction.
pub(crate) const HELD_BYTES: usize = WINDOW_BYTES + BUFFER_BYTES;

/// Bytes in which a declaration is searched, and bytes by which an encoding is judged.
const WINDOW_BYTES: usize = 8 << 10;

/// Maximum bytes of a piece of a page that is not UTF-8.
const BUFFER_BYTES: usize = 4 << 10;

/// Numbers of held bytes at which the window is examined: enough to recognise binary data, and the
/// whole window.
const CHECKPOINTS: [usize; 2] = [signature::BEGIN_BYTES, WINDOW_BYTES];

/// Bytes that confirm declared UTF-8 if they are well-formed.
const UTF8_CONFIRMING_BYTES: usize = 16;

/// Bytes of plain ASCII before the first other byte that are passed to the guess.
const CONTEXT_BYTES: usize = 2;

/// Streaming decoder; decodes one page after another.
///
/// In: the bytes of a page by [`push`](Self::push), its end by [`finish`](Self::finish).
/// Out: pieces of UTF-8, never empty, each with an offset. For a UTF-8 page that is the byte offset
/// in the input. A byte order mark counts; U+FFFD has the offset of the malformed bytes. For other
/// encodings it is the number of UTF-8 bytes handed out before.
///
/// NUL and CR are not changed.
///
/// Cost: linear. UTF-8 is borrowed, not copied, except in the window. Holds [`HELD_BYTES`].
/// Source: the encoding standard, and the HTML standard, "determining the character encoding";
/// departures above.
pub(crate) struct Decoder {
    /// The encoding given by the caller.
    given: Option<&'static Encoding>,
    /// The encoding that the protocol declared for this page.
    by_protocol: Option<&'static Encoding>,
    /// The encoding of this page as far as it is known; UTF-8 at first.
    encoding: &'static Encoding,
    /// The encoding that this page declares, until it is confirmed or rejected.
    declared: Option<&'static Encoding>,
    stage: Stage,
    /// The window, or the bytes to judge by; empty in the other stages. Its capacity is
    /// [`WINDOW_BYTES`].
    held: Vec<u8>,
    /// Output buffer of `encoding_rs`: [`BUFFER_BYTES`] of arbitrary characters.
    buffer: String,
    utf8: Utf8,
    /// The last bytes passed on as plain ASCII.
    context: Context,
    /// The offset of the next piece; for UTF-8, of the next byte that is not held.
    offset: u64,
    decode_errors: u64,
    /// What is read instead of a page; it is not decoded.
    foreign: Option<Foreign>,
}

/// How far the encoding is known.
enum Stage {
    /// Nothing is known. Holds the page from its first byte up to a checkpoint, given by its index
    /// in [`CHECKPOINTS`].
    Window(usize),
    /// The declaration is known, if there is one, and all bytes so far are plain ASCII. Holds
    /// nothing.
    Ascii,
    /// The declaration is known, if there is one. Holds the page from the first byte that is not
    /// plain ASCII.
    Judge,
    /// The page is UTF-8.
    Utf8,
    /// The page is in another encoding.
    Legacy(encoding_rs::Decoder),
    /// The page has ended.
    Done,
}

impl Decoder {
    /// A decoder for pages in the encoding named by `label`, or in any encoding without a label.
    ///
    /// A byte order mark takes precedence over the label, as in the standard.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::UnknownEncoding`] for a label that names no encoding, or that names the
    /// replacement encoding, which no text uses. [`ErrorKind::OutOfMemory`] if [`HELD_BYTES`]
    /// cannot be allocated.
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
            foreign: None,
        })
    }

    /// Takes the next bytes of the page. After [`finish`](Self::finish) it ignores bytes until
    /// [`reset`](Self::reset).
    pub(crate) fn push(&mut self, mut bytes: &[u8], out: &mut impl FnMut(&str, u64)) {
        while !bytes.is_empty() {
            let taken = match self.stage {
                Stage::Window(number) => {
                    let taken = self.hold(bytes, CHECKPOINTS[number]);
                    if self.held.len() == CHECKPOINTS[number] {
                        self.sniff_window(number, false, out);
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

    /// Ends the page: decides on its encoding and hands out held bytes. A truncated character is
    /// one U+FFFD.
    pub(crate) fn finish(&mut self, out: &mut impl FnMut(&str, u64)) {
        if let Stage::Window(_) = self.stage {
            self.sniff_window(CHECKPOINTS.len() - 1, true, out);
        }
        if let Stage::Judge = self.stage {
            self.detect(true, out);
        }
        self.decode(&[], true, out);
        self.stage = Stage::Done;
    }

    /// Sets the encoding that the protocol declares for the next page. Call it before the first
    /// byte; a label that names no encoding has no effect.
    pub(crate) fn declare(&mut self, label: &[u8]) {
        self.by_protocol = prescan::by_label(label).or(self.by_protocol);
    }

    /// Prepares for another page with the same label. Keeps the buffers.
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
        self.foreign = None;
    }

    /// The name of the page's encoding in the encoding standard. Until it is decided, the declared
    /// one or `UTF-8`.
    pub(crate) fn encoding_name(&self) -> &'static str {
        self.encoding.name()
    }

    /// Malformed sequences so far, each handed out as one U+FFFD.
    pub(crate) fn decode_errors(&self) -> u64 {
        self.decode_errors
    }

    /// What was read instead of a page.
    pub(crate) fn foreign(&self) -> Option<Foreign> {
        self.foreign
    }

    /// Appends `bytes` to the held bytes, up to `limit` bytes held. Out: bytes taken.
    fn hold(&mut self, bytes: &[u8], limit: usize) -> usize {
        let taken = bytes.len().min(limit - self.held.len());
        self.held.extend_from_slice(&bytes[..taken]);
        taken
    }

    /// Examines the window at checkpoint `number`, or at the end of the page. Decides on the
    /// encoding, or waits for more bytes.
    fn sniff_window(&mut self, number: usize, ended: bool, out: &mut impl FnMut(&str, u64)) {
        let begin = &self.held[..self.held.len().min(signature::BEGIN_BYTES)];
        self.foreign = self.foreign.or_else(|| foreign(begin));
        if self.foreign.is_some() {
            self.held.clear();
            self.stage = Stage::Done;
        } else if let Some((encoding, mark_bytes)) = Encoding::for_bom(&self.held) {
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

    /// Whether the page declares UTF-8, which is still to be checked.
    fn declares_utf8(&self) -> bool {
        self.declared == Some(UTF_8)
    }

    /// Number of bytes to judge by, from the first byte that is not plain ASCII.
    fn judged_bytes(&self) -> usize {
        if self.declares_utf8() && self.held.len() < UTF8_CONFIRMING_BYTES {
            UTF8_CONFIRMING_BYTES
        } else {
            WINDOW_BYTES
        }
    }

    /// Judges by the held bytes, if there may be enough of them.
    fn judge_if_enough(&mut self, out: &mut impl FnMut(&str, u64)) {
        let enough = if self.declares_utf8() { UTF8_CONFIRMING_BYTES } else { WINDOW_BYTES };
        if self.held.len() >= enough {
            self.detect(false, out);
        }
    }

    /// Passes on bytes that are the same in all encodings in question.
    fn pass_ascii(&mut self, bytes: &[u8], out: &mut impl FnMut(&str, u64)) {
        self.decode_errors += self.utf8.feed(bytes, self.offset, out);
        self.offset += bytes.len() as u64;
        self.context.note(bytes);
    }

    /// Decides on the declared or the most likely encoding by the held bytes. `last`: whether the
    /// page ends there. Holds more bytes first if declared UTF-8 is in doubt.
    fn detect(&mut self, last: bool, out: &mut impl FnMut(&str, u64)) {
        let first = &self.held[..self.held.len().min(UTF8_CONFIRMING_BYTES)];
        let encoding = if self.declares_utf8() && legacy::is_well_formed(first) {
            UTF_8
        } else if self.declares_utf8() {
            if self.held.len() < WINDOW_BYTES && !last {
                return;
            }
            if legacy::is_mislabelled_utf8(&self.held) {
                legacy::guess(self.context.bytes(), &self.held, last)
            } else {
                UTF_8
            }
        } else if legacy::is_utf8(self.declared, self.context.bytes(), &self.held, &mut self.buffer) {
            UTF_8
        } else {
            self.declared.unwrap_or_else(|| legacy::guess(self.context.bytes(), &self.held, last))
        };
        self.settle(encoding, 0, out);
    }

    /// Decides on `encoding` and decodes the held bytes after the first `mark_bytes`.
    fn settle(&mut self, encoding: &'static Encoding, mark_bytes: usize, out: &mut impl FnMut(&str, u64)) {
        self.encoding = encoding;
        if encoding == UTF_8 {
            self.stage = Stage::Utf8;
            self.offset += mark_bytes as u64;
        } else {
            self.stage = Stage::Legacy(encoding.new_decoder_without_bom_handling());
        }
        // Moved out during the borrow and put back after it: the allocation stays the same.
        let mut held = core::mem::take(&mut self.held);
        self.decode(&held[mark_bytes..], false, out);
        held.clear();
        self.held = held;
    }

    /// Decodes `bytes`; flushes if they are the `last` ones. The encoding is known, or `bytes` is
    /// empty.
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

/// The encoding that a caller's label names.
fn given_encoding(label: &str) -> Result<&'static Encoding> {
    prescan::by_label(label.as_bytes()).ok_or_else(|| {
        let message = format!(
            "unknown encoding {label:?}, expected an encoding label such as utf-8, windows-1252 or shift_jis"
        );
        Error::new(ErrorKind::UnknownEncoding, message)
    })
}

/// Number of bytes at the start of `bytes` that are the same in all encodings that may be guessed:
/// ASCII without ESC.
fn plain_ascii_bytes(bytes: &[u8]) -> usize {
    let ascii = Encoding::ascii_valid_up_to(bytes);
    memchr::memchr(0x1B, &bytes[..ascii]).unwrap_or(ascii)
}

/// The last bytes that were passed on.
#[derive(Default)]
struct Context {
    last: [u8; CONTEXT_BYTES],
    /// Number of bytes of `last` in use.
    len: usize,
}

impl Context {
    /// Records the last of `bytes`.
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
