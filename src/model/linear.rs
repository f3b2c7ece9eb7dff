//! A linear model as bytes: weights of the tag paths, selectors, names and styles of a block's
//! enclosing elements, and of the block's length.
//!
//! Format, little endian:
//!
//! - `TRMV`, version (u16), purpose (u16: 0 HTML, 1 rendered blocks), bias (i32), weight of a
//!   character (f64), entries of the weight table (u32);
//! - the weight table, each entry a key (u32) and its weight (i32);
//! - the checksum (u64, FNV-1a of all bytes before).
//!
//! Bias and table weights are integers, in units of 1 / [`LINEAR_UNITS_PER_LOGIT`], so their sum
//! does not depend on the machine.

use super::ensemble::checksum_of;
#[cfg(any(feature = "_train", test))]
use crate::block::LINEAR_UNITS_PER_LOGIT;
use crate::block::LinearScorer;
use crate::error::{Error, ErrorKind, Result};
use crate::structure::{Bytes, SELECTOR_ENTRY_BYTES, SelectorWeights};
use alloc::format;
#[cfg(any(feature = "_train", test))]
use alloc::vec::Vec;

/// First bytes of a linear model.
pub(crate) const MAGIC: &[u8; 4] = b"TRMV";

/// Version of the format. It also changes if a key changes its meaning.
const VERSION: u16 = 1;

/// Bytes before the table.
const HEAD_BYTES: usize = 4 + 2 * 2 + 4 + 8 + 4;

/// Bytes of the checksum.
const CHECKSUM_BYTES: usize = 8;

/// A linear model whose bytes were checked.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct LinearModel {
    bytes: Bytes,
    is_rendered: bool,
    bias: i32,
    per_char: f64,
    entries: usize,
}

impl LinearModel {
    /// Reads and checks a model that begins with [`MAGIC`].
    pub(crate) fn check(bytes: Bytes) -> Result<Self> {
        let refuse = |expected: &str, found: &str| {
            Err(Error::new(ErrorKind::Model, format!("expected {expected}, found {found}")))
        };
        if bytes.len() < HEAD_BYTES + CHECKSUM_BYTES {
            return refuse("a whole model", &format!("{} bytes of one", bytes.len()));
        }
        let version = u16::from_le_bytes([bytes[4], bytes[5]]);
        if version != VERSION {
            return refuse(&format!("a linear model of version {VERSION}"), &format!("version {version}"));
        }
        let (body, checksum) = bytes.split_at(bytes.len() - CHECKSUM_BYTES);
        if checksum != checksum_of(body).to_le_bytes() {
            return refuse("a model whose checksum fits", "one that was cut or changed");
        }
        let four = |at: usize| [body[at], body[at + 1], body[at + 2], body[at + 3]];
        let mut eight = [0; 8];
        eight.copy_from_slice(&body[12..20]);
        let per_char = f64::from_le_bytes(eight);
        let entries = u32::from_le_bytes(four(20)) as usize;
        let purpose = u16::from_le_bytes([body[6], body[7]]);
        let is_sound = purpose <= 1
            && per_char.is_finite()
            && (entries == 0 || entries.is_power_of_two())
            && entries
                .checked_mul(SELECTOR_ENTRY_BYTES)
                .is_some_and(|table| body.len() == HEAD_BYTES + table);
        if !is_sound {
            return refuse("a model whose parts fit together", "one that does not");
        }
        let bias = i32::from_le_bytes(four(8));
        Ok(Self { bias, per_char, entries, is_rendered: purpose == 1, bytes })
    }

    /// Whether the model is for blocks that a browser rendered.
    pub(crate) fn is_rendered(&self) -> bool {
        self.is_rendered
    }

    /// Bytes on the heap.
    pub(crate) fn held_bytes(&self) -> usize {
        self.bytes.len()
    }

    /// The weights by key.
    pub(crate) fn weights(&self) -> SelectorWeights {
        SelectorWeights::new(self.bytes.clone(), HEAD_BYTES, self.entries)
    }

    /// The scorer of blocks: those that score above `threshold` are content.
    pub(crate) fn linear_scorer(&self, threshold: f32) -> LinearScorer {
        LinearScorer { bias: self.bias, per_char: self.per_char, threshold }
    }
}

/// The bytes of a model; weights that round to zero are left out.
#[cfg(any(feature = "_train", test))]
pub fn to_bytes(
    is_rendered: bool,
    bias: f64,
    per_char: f64,
    weights: impl IntoIterator<Item = (u32, f64)>,
) -> Vec<u8> {
    let units = |weight: f64| (weight * LINEAR_UNITS_PER_LOGIT) as i32;
    let weights: Vec<(u32, i32)> = weights
        .into_iter()
        .map(|(number, weight)| (number, units(weight)))
        .filter(|(_, weight)| *weight != 0)
        .collect();
    let table = SelectorWeights::table(&weights);
    let mut bytes = Vec::from(*MAGIC);
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend(u16::from(is_rendered).to_le_bytes());
    bytes.extend(units(bias).to_le_bytes());
    bytes.extend(per_char.to_le_bytes());
    bytes.extend(((table.len() / SELECTOR_ENTRY_BYTES) as u32).to_le_bytes());
    bytes.extend(table);
    let checksum = checksum_of(&bytes);
    bytes.extend(checksum.to_le_bytes());
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::structure::LinearFeatureKind;
    use std::string::ToString;

    fn small() -> Vec<u8> {
        to_bytes(
            false,
            -1.5,
            0.25,
            [(LinearFeatureKind::Name.number(7), 2.0), (LinearFeatureKind::Style.number(7), 0.000_001)],
        )
    }

    #[test]
    fn a_plane_is_read_as_it_was_written() {
        let model = LinearModel::check(Bytes::given(small()).unwrap()).unwrap();
        let (weights, unknown) = (model.weights(), LinearFeatureKind::Style.number(7));
        let sum = weights.weight(LinearFeatureKind::Name.number(7));
        assert_eq!(
            (model.linear_scorer(0.0).score(sum, 4), weights.weight(unknown), model.entries),
            (1.5, 0, 2)
        );
        let rendered = LinearModel::check(Bytes::given(to_bytes(true, 0.0, 0.0, [])).unwrap()).unwrap();
        assert!(rendered.is_rendered() && !model.is_rendered());
        assert_eq!(rendered.linear_scorer(0.0).score(rendered.weights().weight(unknown), 1000), 0.0);
    }

    #[test]
    fn a_plane_that_was_cut_or_changed_is_refused() {
        let whole = small();
        for len in 4..whole.len() {
            let error = LinearModel::check(Bytes::given(whole[..len].to_vec()).unwrap()).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Model);
        }
        for at in 4..whole.len() {
            let mut changed = whole.clone();
            changed[at] ^= 4;
            assert!(LinearModel::check(Bytes::given(changed).unwrap()).is_err(), "byte {at}");
        }
        // Damage with a checksum that matches.
        for at in 4..whole.len() - CHECKSUM_BYTES {
            for mark in [0, 1, 0x7F, 0xFF] {
                let mut changed = whole.clone();
                changed[at] = mark;
                let end = changed.len() - CHECKSUM_BYTES;
                let checksum = checksum_of(&changed[..end]);
                changed[end..].copy_from_slice(&checksum.to_le_bytes());
                if let Ok(model) = LinearModel::check(Bytes::given(changed).unwrap()) {
                    let weights = model.weights();
                    assert!(
                        !model
                            .linear_scorer(0.0)
                            .score(weights.weight(LinearFeatureKind::Name.number(7)), u32::MAX)
                            .is_nan()
                    );
                }
            }
        }
        let mut newer = whole;
        newer[4] = 9;
        let error = LinearModel::check(Bytes::given(newer).unwrap()).unwrap_err().to_string();
        assert_eq!(error, "expected a linear model of version 1, found version 9");
    }
}
