//! The memory budget of an extractor, and the ledger that enforces it.

use crate::error::{Error, ErrorKind, Result};
use alloc::format;
use core::fmt;
use core::str::FromStr;

/// Overhead of one segment in addition to its content, in bytes: its entries in the list of used
/// segments and in the list of free ones. These lists grow by doubling.
pub(crate) const SEGMENT_OVERHEAD_BYTES: usize = 24 * size_of::<usize>();

/// Bytes of memory that one extractor may hold on the heap.
///
/// Everything that the extractor itself holds counts. The caller's input and the output do not. A
/// [sink](crate::Sink) takes rendered text piece by piece; collected text belongs to the caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Budget(usize);

impl Budget {
    /// The budget when none is set: 4 MiB, which hold nearly every page as a whole.
    pub const DEFAULT: Self = Self(4 << 20);

    /// A budget of `bytes`. The constructor of the extractor checks whether it is enough.
    #[must_use]
    pub const fn from_bytes(bytes: usize) -> Self {
        Self(bytes)
    }

    /// The budget in bytes.
    #[must_use]
    pub const fn bytes(self) -> usize {
        self.0
    }

    /// Reads a size such as `65536`, `64KiB`, `4MiB`, `1GiB`, `64k` or `4M`: a whole number with an
    /// optional binary unit.
    ///
    /// # Errors
    /// [`ErrorKind::Setting`] for any other text, and for more bytes than the machine can address.
    pub fn parse(text: &str) -> Result<Self> {
        let text = text.trim();
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        let shift = match text[digits..].trim().to_ascii_lowercase().as_str() {
            "" | "b" => 0,
            "k" | "kb" | "kib" => 10,
            "m" | "mb" | "mib" => 20,
            "g" | "gb" | "gib" => 30,
            _ => u32::MAX,
        };
        text[..digits]
            .parse::<usize>()
            .ok()
            .and_then(|number| number.checked_mul(1_usize.checked_shl(shift)?))
            .map(Self)
            .ok_or_else(|| {
                Error::new(
                    ErrorKind::Setting,
                    format!("expected a size such as 512KiB or 4MiB, found {text:?}"),
                )
            })
    }
}

impl FromStr for Budget {
    type Err = Error;

    /// The same as [`Budget::parse`].
    fn from_str(text: &str) -> Result<Self> {
        Self::parse(text)
    }
}

impl fmt::Display for Budget {
    /// Writes the budget in the largest unit that gives a whole number, in the form that
    /// [`Budget::parse`] reads: `129KiB`, `4MiB`, `130617`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let units = [(30, "GiB"), (20, "MiB"), (10, "KiB")];
        let unit = units.into_iter().find(|(shift, _)| self.0 > 0 && self.0.trailing_zeros() >= *shift);
        let (shift, name) = unit.unwrap_or((0, ""));
        write!(f, "{}{name}", self.0 >> shift)
    }
}

impl Default for Budget {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// Bytes in use and bytes allowed. Containers reserve bytes here before they grow.
#[derive(Debug)]
pub(crate) struct MemoryLedger {
    limit_bytes: usize,
    held_bytes: usize,
    peak_bytes: usize,
}

impl MemoryLedger {
    /// A ledger with a limit of `limit_bytes`. `fixed_bytes` of them stay in use forever.
    pub(crate) fn new(limit_bytes: usize, fixed_bytes: usize) -> Self {
        Self { limit_bytes, held_bytes: fixed_bytes, peak_bytes: fixed_bytes }
    }

    /// Bytes that can still be reserved.
    pub(crate) fn free_bytes(&self) -> usize {
        self.limit_bytes.saturating_sub(self.held_bytes)
    }

    /// Reserves `bytes`; returns `false` and reserves nothing if they exceed the limit.
    pub(crate) fn reserve(&mut self, bytes: usize) -> bool {
        let fits = self.held_bytes.checked_add(bytes).is_some_and(|held| held <= self.limit_bytes);
        if fits {
            self.held_bytes += bytes;
            self.peak_bytes = self.peak_bytes.max(self.held_bytes);
        }
        fits
    }

    /// Returns reserved bytes to the ledger.
    pub(crate) fn release(&mut self, bytes: usize) {
        debug_assert!(bytes <= self.held_bytes, "only what was reserved is given back");
        self.held_bytes = self.held_bytes.saturating_sub(bytes);
    }

    /// Maximum of the bytes in use since the last [`reset_peak`](Self::forget_peak).
    pub(crate) fn peak_bytes(&self) -> usize {
        self.peak_bytes
    }

    /// Sets the peak to the bytes in use now, at the start of a new page.
    pub(crate) fn reset_peak(&mut self) {
        self.peak_bytes = self.held_bytes;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_with_binary_units() {
        assert_eq!(Budget::parse("64KiB").unwrap().bytes(), 65536);
        assert_eq!(Budget::parse(" 4 m ").unwrap().bytes(), 4 << 20);
        assert_eq!(Budget::parse("123").unwrap().bytes(), 123);
        for bad in ["", "KiB", "4x", "-1", "1.5MiB", "99999999999999999999", "18446744073709551615KiB"] {
            assert_eq!(Budget::parse(bad).unwrap_err().kind(), ErrorKind::Setting, "{bad}");
        }
    }

    #[test]
    fn sizes_are_written_as_they_are_read() {
        for (bytes, text) in
            [(0, "0"), (1000, "1000"), (132_096, "129KiB"), (4 << 20, "4MiB"), (3 << 30, "3GiB")]
        {
            let budget = Budget::from_bytes(bytes);
            assert_eq!(format!("{budget}"), text);
            assert_eq!(text.parse(), Ok(budget));
        }
    }

    #[test]
    fn a_ledger_books_up_to_its_limit() {
        let mut ledger = MemoryLedger::new(100, 40);
        assert!(ledger.reserve(60));
        assert!(!ledger.reserve(1));
        ledger.release(60);
        assert!(!ledger.reserve(61));
        assert_eq!(ledger.peak_bytes(), 100);
    }
}
