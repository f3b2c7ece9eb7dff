//! How long chunks are, and in which unit.

use crate::block::SEGMENT_BYTES;
use crate::error::{Error, ErrorKind, Result};
use alloc::format;
use alloc::sync::Arc;
use core::fmt;
use core::panic::AssertUnwindSafe;
use core::str::FromStr;

/// Minimum and maximum size of a chunk, in tokens. In characters, [`CHARS_PER_TOKEN`] times as
/// many.
const MIN_SIZE: u32 = 16;
const MAX_SIZE: u32 = 1 << 16;

/// Characters that a token has about.
const CHARS_PER_TOKEN: u32 = 4;

/// Bytes of text held for each token, with the marks and link targets in it.
const BYTES_PER_TOKEN: usize = 24;

/// Minimum bytes of a part of a block, apart from its last part.
pub(super) const MIN_PART_BYTES: usize = 32;

/// Bounds of the number of blocks that wait.
const MIN_BLOCKS: usize = 64;
const MAX_BLOCKS: usize = 2048;

/// Unit of the size of a chunk.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ChunkUnit {
    /// Tokens of a language model: estimated, or counted by a [`TokenCounter`].
    #[default]
    Tokens,
    /// Characters (Unicode scalar values) of the text.
    Characters,
}

/// A function that counts the tokens of a text, as a tokenizer does.
pub struct TokenCounter(AssertUnwindSafe<Arc<Count>>);

type Count = dyn Fn(&str) -> usize + Send + Sync;

impl Clone for TokenCounter {
    fn clone(&self) -> Self {
        Self(AssertUnwindSafe(Arc::clone(&self.0.0)))
    }
}

impl TokenCounter {
    /// A counter that calls `count`.
    pub fn new(count: impl Fn(&str) -> usize + Send + Sync + 'static) -> Self {
        Self(AssertUnwindSafe(Arc::new(count)))
    }

    /// The tokens of a text.
    #[must_use]
    pub fn count(&self, text: &str) -> usize {
        (self.0.0)(text)
    }
}

impl fmt::Debug for TokenCounter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TokenCounter")
    }
}

impl PartialEq for TokenCounter {
    /// Whether both are clones of the same counter.
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0.0, &other.0.0)
    }
}

/// Settings of chunks. Default: 512 estimated tokens, without overlap.
///
/// ```
/// use trommel::chunk::{ChunkOptions, ChunkUnit};
/// let options: ChunkOptions = "2000c".parse()?;
/// assert_eq!((options.size(), options.unit()), (2000, ChunkUnit::Characters));
/// assert_eq!("512".parse(), Ok(ChunkOptions::default()));
/// # Ok::<(), trommel::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct ChunkOptions {
    size: u32,
    unit: ChunkUnit,
    overlap: u32,
    counter: Option<TokenCounter>,
}

impl Default for ChunkOptions {
    fn default() -> Self {
        Self::of_tokens(512)
    }
}

impl ChunkOptions {
    /// Chunks of at most `size` tokens, from 16 to 65536.
    #[must_use]
    pub fn of_tokens(size: u32) -> Self {
        Self { size, unit: ChunkUnit::Tokens, overlap: 0, counter: None }
    }

    /// Chunks of at most `size` characters, from 64 to 262144.
    #[must_use]
    pub fn of_characters(size: u32) -> Self {
        Self { unit: ChunkUnit::Characters, ..Self::of_tokens(size) }
    }

    /// Sets how much of its end a chunk shares with the next one, in the same unit: whole sentences
    /// or blocks, at most half of the size. Default: 0.
    #[must_use]
    pub fn with_overlap(mut self, overlap: u32) -> Self {
        self.overlap = overlap;
        self
    }

    /// Sets who counts tokens, instead of the estimate. The tokens of a chunk are the sum over its
    /// sentences.
    #[must_use]
    pub fn with_counter(mut self, counter: TokenCounter) -> Self {
        self.counter = Some(counter);
        self
    }

    /// Maximum size of a chunk.
    #[must_use]
    pub fn size(&self) -> u32 {
        self.size
    }

    /// Unit of the size.
    #[must_use]
    pub fn unit(&self) -> ChunkUnit {
        self.unit
    }

    /// Maximum size of what a chunk shares with the next one.
    #[must_use]
    pub fn overlap(&self) -> u32 {
        self.overlap
    }

    pub(super) fn counter(&self) -> Option<&TokenCounter> {
        self.counter.as_ref()
    }

    /// # Errors
    /// [`ErrorKind::Setting`] for sizes out of bounds.
    pub(crate) fn check(&self) -> Result<()> {
        let (factor, unit) = match self.unit {
            ChunkUnit::Tokens => (1, "tokens"),
            ChunkUnit::Characters => (CHARS_PER_TOKEN, "characters"),
        };
        let (least, most, size) = (factor * MIN_SIZE, factor * MAX_SIZE, self.size);
        if !(least..=most).contains(&size) {
            let message = format!("expected chunks of {least} to {most} {unit}, found {size}");
            return Err(Error::new(ErrorKind::Setting, message));
        }
        if self.overlap > size / 2 {
            let (most, overlap) = (size / 2, self.overlap);
            let message = format!("expected an overlap of at most {most} {unit}, found {overlap}");
            return Err(Error::new(ErrorKind::Setting, message));
        }
        Ok(())
    }

    /// How much may wait.
    pub(super) fn room(&self) -> Room {
        let tokens = match self.unit {
            ChunkUnit::Tokens => self.size,
            ChunkUnit::Characters => self.size.div_ceil(CHARS_PER_TOKEN),
        } as usize;
        let text_bytes = tokens.saturating_mul(BYTES_PER_TOKEN).saturating_add(SEGMENT_BYTES);
        let blocks = (tokens / 2).clamp(MIN_BLOCKS, MAX_BLOCKS);
        Room { text_bytes, blocks, parts: text_bytes / MIN_PART_BYTES + blocks }
    }
}

impl FromStr for ChunkOptions {
    type Err = Error;

    /// Reads a number of tokens, or of characters with a `c` after it.
    ///
    /// # Errors
    /// [`ErrorKind::Setting`] for any other text, and for sizes out of bounds.
    fn from_str(text: &str) -> Result<Self> {
        let (digits, of) = match text.strip_suffix('c') {
            Some(digits) => (digits, Self::of_characters as fn(u32) -> Self),
            None => (text, Self::of_tokens as fn(u32) -> Self),
        };
        let size = digits.parse().map_err(|_| {
            let message =
                format!("expected a size such as 512 (tokens) or 2000c (characters), found {text:?}");
            Error::new(ErrorKind::Setting, message)
        })?;
        let options = of(size);
        options.check().map(|()| options)
    }
}

/// Bounds of what waits.
#[derive(Clone, Copy)]
pub(super) struct Room {
    pub(super) text_bytes: usize,
    pub(super) blocks: usize,
    pub(super) parts: usize,
}
