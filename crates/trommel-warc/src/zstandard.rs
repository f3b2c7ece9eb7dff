//! Decompresses the zstd frames of a file of records, with or without a leading dictionary, and
//! resumes after a corrupt frame.

use std::io;

use memchr::memmem;
use zstd::stream::raw::{Decoder, Operation};

use crate::Damage;
use crate::codec::{Codec, ZSTD_MAGIC};
use crate::member::{Piece, RECORD_BEGIN, find_member};
use crate::source::Source;

/// The first bytes of the frame with the dictionary, which readers without dictionaries skip.
const DICTIONARY_MAGIC: [u8; 4] = [0x5d, 0x2a, 0x4d, 0x18];

/// Bytes of a frame that are decompressed to test whether it begins with a record: the maximum size
/// of a block.
const TRIAL_BYTES: usize = 128 << 10;

/// The message for a frame with a larger window.
pub const SMALL_WINDOW: &str =
    "a zstd frame with a window of at most 128 MiB, found a larger one; `zstd -d --long=31` decompresses it";

/// The error code of zstd for it. Source: `ZSTD_error_frameParameter_windowTooLarge` in
/// zstd_errors.h.
const WINDOW_TOO_LARGE: usize = 16_usize.wrapping_neg();

/// Whether this is the error of a frame whose window exceeds the limit.
pub fn is_window_too_large(error: &io::Error) -> bool {
    error.to_string() == zstd::zstd_safe::get_error_name(WINDOW_TOO_LARGE)
}

/// Maximum bytes of a dictionary, compressed or not.
const MAX_DICTIONARY_BYTES: usize = 16 << 20;

/// Decompresses zstd frames one after the other.
///
/// Source: "The WARC zstd format" of the IIPC. A skippable frame at the start of the file holds the
/// dictionary, optionally compressed with zstd. Then comes a frame for each record.
pub(crate) struct Zstd {
    decoder: Decoder<'static>,
    dictionary: Vec<u8>,
    state: State,
    /// Damage to report after the good bytes before it.
    damage: Option<Damage>,
}

enum State {
    /// Before a frame.
    Between,
    /// In the frame that begins at this byte of the file.
    Inside(u64),
}

impl Zstd {
    /// Reads the dictionary, if there is one.
    pub(crate) fn new(source: &mut Source) -> io::Result<Self> {
        let mut damage = None;
        let dictionary = if source.unread().starts_with(&DICTIONARY_MAGIC) {
            match read_dictionary(source)? {
                Ok(dictionary) => dictionary,
                Err(message) => {
                    damage = Some(Damage::at(0, message));
                    Vec::new()
                }
            }
        } else {
            Vec::new()
        };
        let decoder = Decoder::with_dictionary(&dictionary)?;
        Ok(Self { decoder, dictionary, state: State::Between, damage })
    }

    pub(crate) fn read(&mut self, source: &mut Source, out: &mut [u8]) -> io::Result<Piece> {
        if let Some(damage) = self.damage.take() {
            return Ok(Piece::Damage(damage));
        }
        match self.state {
            State::Between => self.begin(source),
            State::Inside(begin) => self.decode(source, out, begin),
        }
    }

    fn begin(&mut self, source: &mut Source) -> io::Result<Piece> {
        if !source.at_least(1)? {
            return Ok(Piece::End);
        }
        source.at_least(ZSTD_MAGIC.len())?;
        let offset = source.position();
        if Codec::of_begin(source.unread()) != Codec::Zstd {
            return self.resync(source, offset, "expected a zstd frame, found something else");
        }
        self.decoder.reinit()?;
        self.state = State::Inside(offset);
        Ok(Piece::Member(offset))
    }

    fn decode(&mut self, source: &mut Source, out: &mut [u8], begin: u64) -> io::Result<Piece> {
        loop {
            if source.unread().is_empty() && !source.fill()? {
                return self.resync(source, begin, "expected a whole zstd frame, found the end of the file");
            }
            match self.decoder.run_on_buffers(source.unread(), out) {
                Ok(status) => {
                    source.consume(status.bytes_read);
                    if status.remaining == 0 {
                        self.state = State::Between;
                    }
                    if status.bytes_written > 0 {
                        return Ok(Piece::Bytes(status.bytes_written));
                    }
                    if let State::Between = self.state {
                        return self.begin(source);
                    }
                }
                Err(error) => {
                    let message = if is_window_too_large(&error) {
                        format!("expected {SMALL_WINDOW}")
                    } else {
                        format!("expected a whole zstd frame, found corrupt data in it ({error})")
                    };
                    return self.resync(source, begin, &message);
                }
            }
        }
    }

    /// Moves to the next frame that begins with a record before byte `end` of the file, and
    /// continues there. Returns whether there is one.
    pub(crate) fn find(&mut self, source: &mut Source, end: u64) -> io::Result<bool> {
        (self.state, self.damage) = (State::Between, None);
        let mut trial = Decoder::with_dictionary(&self.dictionary)?;
        find_member(source, &ZSTD_MAGIC, TRIAL_BYTES, end, |bytes| begins_with_record(bytes, &mut trial))
    }

    /// Moves to the next frame that begins with a record, after byte `offset` of the file.
    fn resync(&mut self, source: &mut Source, offset: u64, message: &str) -> io::Result<Piece> {
        source.go_back_to(offset + 1);
        let found = self.find(source, u64::MAX)?;
        Ok(Piece::damage(offset, message, source, found))
    }
}

/// Whether `bytes` begin with a frame that begins with a record.
fn begins_with_record(bytes: &[u8], decoder: &mut Decoder<'_>) -> bool {
    let mut begin = [0; RECORD_BEGIN.len()];
    // Errors after the first bytes do not matter here.
    let _ = decoder.reinit();
    let _ = decoder.run_on_buffers(bytes, &mut begin);
    begin == RECORD_BEGIN
}

/// Whether a frame that begins with a record starts in `bytes` before `end`.
pub(crate) fn is_before(end: usize, bytes: &[u8]) -> bool {
    let Ok(mut decoder) = Decoder::new() else { return false };
    let mut places = memmem::find_iter(bytes, &ZSTD_MAGIC).take_while(|&pos| pos < end);
    places.any(|pos| begins_with_record(&bytes[pos..], &mut decoder))
}

/// Reads the frame with the dictionary. Returns the dictionary or an error message. The frame is
/// consumed as far as possible.
fn read_dictionary(source: &mut Source) -> io::Result<Result<Vec<u8>, String>> {
    if !source.at_least(8)? {
        source.consume(8);
        return Ok(Err("expected a zstd dictionary, found the end of the file".to_string()));
    }
    let head = source.unread();
    let length = u32::from_le_bytes([head[4], head[5], head[6], head[7]]) as usize;
    source.consume(8);
    let mut compressed = Vec::new();
    let mut left = length;
    while left > 0 {
        if source.unread().is_empty() && !source.fill()? {
            return Ok(Err(format!(
                "expected a zstd dictionary of {length} bytes, found the end of the file"
            )));
        }
        let bytes = source.unread().len().min(left);
        if length <= MAX_DICTIONARY_BYTES {
            compressed.extend_from_slice(&source.unread()[..bytes]);
        }
        source.consume(bytes);
        left -= bytes;
    }
    if length > MAX_DICTIONARY_BYTES {
        return Ok(Err(format!("expected a zstd dictionary of at most 16 MiB, found {length} bytes")));
    }
    if !compressed.starts_with(&ZSTD_MAGIC) {
        return Ok(Ok(compressed));
    }
    let mut dictionary = Vec::new();
    let decompressed = zstd::stream::read::Decoder::new(&compressed[..]).and_then(|decoder| {
        io::Read::read_to_end(&mut io::Read::take(decoder, MAX_DICTIONARY_BYTES as u64), &mut dictionary)
    });
    Ok(match decompressed {
        Ok(_) => Ok(dictionary),
        Err(error) => Err(format!("expected a compressed zstd dictionary, found a broken one ({error})")),
    })
}
