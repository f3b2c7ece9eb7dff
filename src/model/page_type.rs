//! The model of page types as bytes: for each type, boosted oblivious trees over the features of a
//! page.
//!
//! Format, little endian:
//!
//! - `TRMP`, version (u16), features (u16), trees of each type (u16), unit of leaves (f32, logits);
//! - for each type, its start (i32, in units) and its trees, each the features of three splits
//!   (u8), their borders (f32), and eight leaves (i8, in units).

use super::logistic::exponential;
use crate::feature::page_type::PAGE_TYPE_FEATURES;
use crate::page_type::{PageType, ProbablePageType};
#[cfg(any(feature = "_train", test))]
use alloc::vec::Vec;

const MAGIC: &[u8; 4] = b"TRMP";

/// Version of the format. It also changes if a feature changes its meaning.
const VERSION: u16 = 1;

/// Bytes before the trees.
const HEAD_BYTES: usize = 4 + 3 * 2 + 4;

/// Levels of a tree.
const LEVELS: usize = 3;
const _: () = assert!(PAGE_TYPE_FEATURES <= 256, "a byte tells features apart");

/// Bytes of a tree: a feature and a border for each level, and the leaves.
const TREE_BYTES: usize = LEVELS * 5 + (1 << LEVELS);

/// The built-in model. Its recipe is in `docs/src/model.md`.
#[cfg(feature = "model")]
static BUILT_IN: &[u8] = include_bytes!("page_type.bin");
#[cfg(not(feature = "model"))]
static BUILT_IN: &[u8] = &[];

/// Trees of all page types.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PageTypeModel<'a> {
    trees: usize,
    unit: f32,
    /// Starts and trees, type by type.
    types: &'a [u8],
}

impl PageTypeModel<'static> {
    /// The built-in model; `None` without the feature `model`.
    pub(crate) fn built_in() -> Option<Self> {
        Self::read(BUILT_IN)
    }
}

impl<'a> PageTypeModel<'a> {
    /// Reads a model; `None` for other bytes, and for a model with another number of features.
    fn read(bytes: &'a [u8]) -> Option<Self> {
        let (head, types) = bytes.split_first_chunk::<HEAD_BYTES>()?;
        let [m, a, g, i, v0, v1, f0, f1, t0, t1, unit @ ..] = *head;
        let trees = usize::from(u16::from_le_bytes([t0, t1]));
        let is_known = [m, a, g, i] == *MAGIC
            && [v0, v1] == VERSION.to_le_bytes()
            && usize::from(u16::from_le_bytes([f0, f1])) == PAGE_TYPE_FEATURES
            && types.len() == PageType::COUNT * (4 + trees * TREE_BYTES);
        is_known.then_some(Self { trees, unit: f32::from_le_bytes(unit), types })
    }

    /// The logits of all types.
    ///
    /// Cost: three comparisons for each tree.
    fn logits(&self, features: &[f32; PAGE_TYPE_FEATURES]) -> [f32; PageType::COUNT] {
        // A place for each value of a feature byte, so that look-ups need no bounds check.
        let mut row = [0.0; 256];
        row[..PAGE_TYPE_FEATURES].copy_from_slice(features);
        let mut types = self.types.chunks(4 + self.trees * TREE_BYTES);
        core::array::from_fn(|_| {
            let Some((start, trees)) = types.next().and_then(<[u8]>::split_first_chunk) else { return 0.0 };
            let leaves = trees.as_chunks().0.iter().map(|tree| i32::from(leaf(tree, &row)));
            (i32::from_le_bytes(*start) + leaves.sum::<i32>()) as f32 * self.unit
        })
    }

    /// The most probable type of a page with these features.
    pub(crate) fn predict(&self, features: &[f32; PAGE_TYPE_FEATURES]) -> ProbablePageType {
        let logits = self.logits(features);
        let (page_type, best) = PageType::ALL
            .into_iter()
            .zip(logits)
            .reduce(|best, other| if other.1 > best.1 { other } else { best })
            .unwrap_or((PageType::Article, 0.0));
        let sum: f32 = logits.into_iter().map(|logit| exponential(logit - best)).sum();
        ProbablePageType { page_type, probability: 1.0 / sum }
    }
}

/// The leaf of a tree that the features lead to.
#[inline(always)]
fn leaf(tree: &[u8; TREE_BYTES], row: &[f32; 256]) -> i8 {
    let answer = |level: usize| {
        let border = 4 * level + LEVELS;
        let border = [tree[border], tree[border + 1], tree[border + 2], tree[border + 3]];
        usize::from(row[usize::from(tree[level])] > f32::from_le_bytes(border)) << level
    };
    const { assert!(LEVELS == 3) };
    tree[5 * LEVELS + (answer(0) | answer(1) | answer(2))].cast_signed()
}

/// The bytes of a model, given the unit of leaves and the start of each type in logits, and the
/// same number of trees for each type. Trees have three levels.
#[cfg(any(feature = "_train", test))]
pub fn page_type_to_bytes(unit: f32, types: &[(f32, Vec<super::RawTree>); PageType::COUNT]) -> Vec<u8> {
    let mut bytes = Vec::from(*MAGIC);
    for number in [VERSION, PAGE_TYPE_FEATURES as u16, types[0].1.len() as u16] {
        bytes.extend(number.to_le_bytes());
    }
    bytes.extend(unit.to_le_bytes());
    for (start, trees) in types {
        bytes.extend(((start / unit).round() as i32).to_le_bytes());
        for tree in trees {
            bytes.extend(tree.splits.iter().map(|split| split.0));
            bytes.extend(tree.splits.iter().flat_map(|split| split.1.to_le_bytes()));
            bytes.extend(tree.leaves.iter().map(|leaf| leaf.cast_unsigned()));
        }
    }
    bytes
}

/// The most probable type by a model as bytes; `None` for bytes that are no such model.
#[cfg(any(feature = "_train", test))]
pub fn most_probable_page_type(
    model: &[u8],
    features: &[f32; PAGE_TYPE_FEATURES],
) -> Option<ProbablePageType> {
    PageTypeModel::read(model).map(|model| model.predict(features))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::RawTree;
    use alloc::vec;

    /// A model for which pages with more than two of the first feature are forums, others articles.
    fn small() -> Vec<u8> {
        let tree = |leaves: Vec<i8>| RawTree { splits: vec![(0, 2.0), (1, 0.0), (2, 0.0)], leaves };
        let types = core::array::from_fn(|number| match PageType::ALL[number] {
            PageType::Forum => (0.0, vec![tree(vec![0, 100, 0, 100, 0, 100, 0, 100])]),
            PageType::Article => (0.5, vec![tree(vec![0; 8])]),
            _ => (-2.0, vec![tree(vec![0; 8])]),
        });
        page_type_to_bytes(0.05, &types)
    }

    #[test]
    fn trees_lead_from_features_to_the_type() {
        let bytes = small();
        let model = PageTypeModel::read(&bytes).unwrap();
        let mut features = [0.0; PAGE_TYPE_FEATURES];
        let found = model.predict(&features);
        assert_eq!(found.page_type, PageType::Article);
        assert!(found.probability > 0.4 && found.probability < 0.6, "{found:?}");
        features[0] = 3.0;
        let found = model.predict(&features);
        assert_eq!(found.page_type, PageType::Forum);
        assert!(found.probability > 0.95 && found.probability <= 1.0, "{found:?}");
    }

    #[test]
    fn what_is_no_model_is_none() {
        let whole = small();
        assert!((0..whole.len()).all(|len| PageTypeModel::read(&whole[..len]).is_none()));
        assert!((0..8).all(|at| {
            let mut changed = whole.clone();
            changed[at] ^= 4;
            PageTypeModel::read(&changed).is_none()
        }));
    }

    #[test]
    #[cfg(feature = "model")]
    fn the_built_in_model_is_sound() {
        assert!(PageTypeModel::built_in().is_some());
    }
}
