//! Maximum bytes that are kept of a tag.

/// Maximum bytes kept of an element's name; the rest of a longer name is skipped.
pub const NAME_BYTES: usize = 64;

/// Maximum bytes kept of one value; the rest of a longer value is skipped.
pub const VALUE_BYTES: usize = 1024;

/// Maximum bytes kept of all values of one tag.
pub const VALUES_BYTES: usize = 4096;

/// Maximum bytes of a `</name` that can end raw text; longer ones are text.
pub(super) const TEMPORARY_BYTES: usize = 20;
