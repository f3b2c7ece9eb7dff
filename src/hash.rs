//! FNV-1a hashes of 32 and 64 bits.
//!
//! Files of models, wrappers and repeats hold such hashes: they stay what they are.
//!
//! Departure: a unit is usually a byte, but may be wider, such as a character.

/// The 32-bit hash of nothing.
pub const EMPTY_32: u32 = 0x811C_9DC5;

/// The factor of the 32-bit hash.
pub const PRIME_32: u32 = 0x0100_0193;

/// The 64-bit hash of nothing.
pub const EMPTY_64: u64 = 0xCBF2_9CE4_8422_2325;

/// A 32-bit hash and one unit more.
#[inline]
pub fn add_32(hash: u32, unit: impl Into<u32>) -> u32 {
    (hash ^ unit.into()).wrapping_mul(PRIME_32)
}

/// A 64-bit hash and one unit more.
#[inline]
pub fn add_64(hash: u64, unit: impl Into<u64>) -> u64 {
    (hash ^ unit.into()).wrapping_mul(0x0100_0000_01B3)
}

/// The 32-bit hash of units.
#[inline]
pub fn hash_32(units: impl IntoIterator<Item: Into<u32>>) -> u32 {
    units.into_iter().fold(EMPTY_32, add_32)
}

/// The 64-bit hash of units.
#[inline]
pub fn hash_64(units: impl IntoIterator<Item: Into<u64>>) -> u64 {
    units.into_iter().fold(EMPTY_64, add_64)
}

/// Mixes the bits of a number: each bit of the result depends on each bit of `bits`.
///
/// Source: the finaliser of SplitMix64 (Steele, Lea, Flood 2014).
#[inline]
pub fn mix(bits: u64) -> u64 {
    let bits = (bits ^ bits >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let bits = (bits ^ bits >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^ bits >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Source: the test vectors of the authors of FNV, draft-eastlake-fnv.
    #[test]
    fn hashes_are_those_of_fnv_1a() {
        for (text, short, long) in [
            ("", 0x811C_9DC5, 0xCBF2_9CE4_8422_2325),
            ("a", 0xE40C_292C, 0xAF63_DC4C_8601_EC8C),
            ("foobar", 0xBF9C_F968, 0x8594_4171_F739_67E8),
        ] {
            assert_eq!((hash_32(text.bytes()), hash_64(text.bytes())), (short, long), "{text}");
        }
    }
}
