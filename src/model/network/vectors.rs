//! Arithmetic on rows of weights and channels, by vector instructions.

use crate::model::format::CHANNELS;
use fearless_simd::prelude::*;
use fearless_simd::{Simd, f32x16};

/// Vectors per row.
pub(super) const PARTS: usize = CHANNELS / 16;
const _: () = assert!(
    PARTS * 16 == CHANNELS && CHANNELS <= 64,
    "rows are whole vectors, and their channels the bits of a number"
);

/// The bytes of a row of weights in a model, little endian.
pub(in crate::model) type RowBytes = [[[u8; 4]; 16]; PARTS];

/// A row of weights, or the channels of a block.
pub type Row = [f32; CHANNELS];

/// Length, in `f32`, of the packed channels of a block.
pub(super) const PACKED: usize = CHANNELS / 2;

/// Bits of an `f32` that stay when two are packed into one: sign, exponent, and the first 7 bits of
/// the fraction.
const UPPER_BITS: u32 = 0xFFFF_0000;

/// Packs two channels into each `f32`: the rounded upper bits of the first half of the channels,
/// and below them those of the second half.
#[inline(always)]
pub(super) fn packed(channels: &Row) -> [f32; PACKED] {
    /// Half of the last bit that stays.
    const HALF: u32 = 1 << 15;
    let mut packed = [0.0; PACKED];
    let (first, second) = channels.split_at(PACKED);
    for ((to, first), second) in packed.iter_mut().zip(first).zip(second) {
        let first = (first.to_bits() + HALF) & UPPER_BITS;
        *to = f32::from_bits(first | (second.to_bits() + HALF) >> 16);
    }
    packed
}

/// The channels that were packed, with a relative error of up to 0.4 %.
#[inline(always)]
pub(super) fn unpacked(packed: &[f32; PACKED]) -> Row {
    let mut channels = [0.0; CHANNELS];
    let (first, second) = channels.split_at_mut(PACKED);
    for ((first, second), packed) in first.iter_mut().zip(second).zip(packed) {
        *first = f32::from_bits(packed.to_bits() & UPPER_BITS);
        *second = f32::from_bits(packed.to_bits() << 16);
    }
    channels
}

/// Removes the lowest bit that is set and returns its index; `None` if no bit is set.
#[inline(always)]
pub(super) fn take_lowest(bits: &mut u64) -> Option<usize> {
    let lowest = (*bits != 0).then_some(bits.trailing_zeros() as usize);
    *bits &= bits.wrapping_sub(1);
    lowest
}

/// The channels of a block in vectors.
pub(super) type Vectors<S> = [f32x16<S>; PARTS];

/// A row of weights in vectors.
#[inline(always)]
pub(super) fn row<S: Simd>(simd: S, bytes: &RowBytes) -> Vectors<S> {
    bytes.map(
        #[inline(always)]
        |part| f32x16::simd_from(simd, part.map(f32::from_le_bytes)),
    )
}

/// Numbers as vectors.
#[inline(always)]
pub(super) fn vectors<S: Simd>(simd: S, numbers: &Row) -> Vectors<S> {
    let (parts, _) = numbers.as_chunks::<16>();
    core::array::from_fn(
        #[inline(always)]
        |part| f32x16::simd_from(simd, parts[part]),
    )
}

/// Vectors as numbers.
#[inline(always)]
pub(super) fn numbers<S: Simd>(vectors: Vectors<S>) -> Row {
    let mut row = [0.0; CHANNELS];
    for (to, part) in row.as_chunks_mut::<16>().0.iter_mut().zip(vectors) {
        *to = part.into();
    }
    row
}

/// The rectifier: the maximum of each number and zero.
#[inline(always)]
pub(super) fn positive<S: Simd>(simd: S, mut vectors: Vectors<S>) -> Vectors<S> {
    for part in &mut vectors {
        *part = part.max(f32x16::splat(simd, 0.0));
    }
    vectors
}

/// Adds a row times a factor.
#[inline(always)]
pub(super) fn add<S: Simd>(simd: S, sums: &mut Vectors<S>, row: Vectors<S>, times: f32) {
    // Emulated vectors are much more code than a loop.
    if simd.level().is_fallback() {
        for (sums, row) in sums.iter_mut().zip(&row) {
            for (sum, weight) in sums.as_mut_slice().iter_mut().zip(row.as_slice()) {
                *sum += weight * times;
            }
        }
        return;
    }
    let times = f32x16::splat(simd, times);
    for part in 0..PARTS {
        sums[part] += row[part] * times;
    }
}

/// Adds the rows of weights of channels above zero, each times its channel.
#[inline(always)]
pub(super) fn add_channels<S: Simd>(
    simd: S,
    weights: &[RowBytes; CHANNELS],
    channels: &Row,
    sums: &mut Vectors<S>,
) {
    let mut above = 0;
    for (part, vector) in vectors(simd, channels).into_iter().enumerate() {
        above |= vector.simd_gt(f32x16::splat(simd, 0.0)).to_bitmask() << (part * 16);
    }
    while let Some(channel) = take_lowest(&mut above) {
        let channel = channel % CHANNELS;
        add(simd, sums, row(simd, &weights[channel]), channels[channel]);
    }
}

/// The dot product of two rows.
#[inline(always)]
pub(super) fn product<S: Simd>(a: Vectors<S>, b: Vectors<S>) -> f32 {
    let mut sums = a[0] * b[0];
    for part in 1..PARTS {
        sums += a[part] * b[part];
    }
    let sums: [f32; 16] = sums.into();
    let (quarters, _) = sums.as_chunks::<4>();
    let mut sum = [0.0; 4];
    for quarter in quarters {
        for (sum, number) in sum.iter_mut().zip(quarter) {
            *sum += number;
        }
    }
    (sum[0] + sum[1]) + (sum[2] + sum[3])
}
