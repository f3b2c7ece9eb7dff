//! A model: boosted oblivious trees, and weights of the words of names, as bytes.
//!
//! All nodes of one level of an oblivious tree ask the same question, so a tree is a few comparisons, each for many blocks
//! at once, and one look into a table. Of a feature only matters between which of its borders it lies: its bin, a byte, in which
//! sixteen blocks are compared at once. Leaves are whole numbers, so the sum does not depend on the machine.
//!
//! Format, little endian: `TRML`, version (u16), features (u16), depth (u16), trees (u16), start (i32), entries of the table of words (u32);
//! then for each feature its number of borders (u8) and the borders (f32), ascending; then the trees, each `depth` times feature (u8) and
//! border (u8, its number), and 2^depth leaves (i16); then the table, each entry the word's hash (u32) and its weight (i8); last the
//! checksum (u64, FNV-1a of all before).

use crate::clean::{Bytes, ENTRY_BYTES, WordWeights};
use crate::error::{Error, ErrorKind, Result};
use crate::feature::vector::{Batch, FEATURES, LANES, OF_PAGE, PageFeatures};
use alloc::format;
use alloc::vec::Vec;
use core::ops::Range;

/// Leaves and sums are in units of this many to a logit.
pub(crate) const UNITS_PER_LOGIT: f32 = 1024.0;

/// First bytes of a model.
const MAGIC: &[u8; 4] = b"TRML";

/// The format's version; it also changes when a feature changes its meaning.
const VERSION: u16 = 4;

/// Bytes before the trees.
const HEAD_BYTES: usize = 4 + 2 * 4 + 2 * 4;

/// Bytes of the checksum.
const CHECKSUM_BYTES: usize = 8;

/// Trees behind which a block's sum is looked at; the sums, in units, below which it is not content and from which on it is: far from any
/// threshold. Of 117,973 blocks of pages that no tree had seen, 48 % fell below and 9 % above; 30 of the one came back above -2.5, four
/// above -2, one above -1.5; 57 of the other below 1.5, 33 below 1. F1 of these pages was 0.9047, and 0.9058 where all trees were asked of all
/// blocks: the difference is one page, all of whose blocks are unlikely to be content.
pub(super) const SURE_AFTER: usize = 100;
pub(super) const SURE_BELOW: i32 = (-3.25 * UNITS_PER_LOGIT) as i32;
pub(super) const SURE_ABOVE: i32 = (2.25 * UNITS_PER_LOGIT) as i32;

/// What all trees say of such blocks for each unit that the first ones say, in per cent, by least squares over the same blocks. It counts for
/// the votes of their paths.
pub(super) const SURE_BELOW_PERCENT: i32 = 169;
pub(super) const SURE_ABOVE_PERCENT: i32 = 163;

/// Greatest depth of a tree.
pub(super) const GREATEST_DEPTH: usize = 8;

/// For [`LANES`] blocks, or more, the bin of each feature: the number of its borders that the value is above.
pub(super) type Bins<const WIDTH: usize = LANES> = [[u8; WIDTH]; FEATURES];

/// Sums of leaves for as many blocks.
pub(super) type Sums<const WIDTH: usize = LANES> = [i32; WIDTH];

/// A model that was checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Model {
    bytes: Bytes,
    depth: usize,
    trees: usize,
    start: i32,
    /// Where in the bytes the trees begin, behind the borders.
    trees_at: usize,
    /// Entries of the table of words.
    entries: usize,
}

/// The model that comes with the crate. Recipe: `MODEL.md` beside it.
#[cfg(feature = "learned")]
static BUILT_IN: &[u8] = include_bytes!("model.bin");

impl Model {
    /// The model that comes with the crate.
    #[cfg(feature = "learned")]
    pub(crate) fn built_in() -> Result<Self> {
        Self::check(Bytes::BuiltIn(BUILT_IN))
    }

    /// Reads a model.
    ///
    /// # Errors
    /// [`ErrorKind::Model`] for bytes that are no model, of another version, cut, or changed.
    pub(crate) fn from_bytes(bytes: Vec<u8>) -> Result<Self> {
        Self::check(Bytes::Given(bytes.into()))
    }

    /// Bytes that the model holds on the heap; the built-in one holds none.
    pub(crate) fn held_bytes(&self) -> usize {
        match &self.bytes {
            Bytes::BuiltIn(_) => 0,
            Bytes::Given(bytes) => bytes.len(),
        }
    }

    fn check(source: Bytes) -> Result<Self> {
        let bytes: &[u8] = &source;
        let refuse = |expected: &str, found: &str| {
            Err(Error::new(ErrorKind::Model, format!("expected {expected}, found {found}")))
        };
        if bytes.get(..4) != Some(MAGIC) {
            return refuse("a model that begins with TRML", "something else");
        }
        if bytes.len() < HEAD_BYTES + CHECKSUM_BYTES {
            return refuse("a whole model", &format!("{} bytes of one", bytes.len()));
        }
        let version = u16_at(bytes, 4);
        if version != VERSION {
            return refuse(&format!("a model of version {VERSION}"), &format!("version {version}"));
        }
        let (body, checksum) = bytes.split_at(bytes.len() - CHECKSUM_BYTES);
        // What is in the program was not changed on the way; a test looks at it.
        let was_given = matches!(source, Bytes::Given(_));
        if was_given && checksum != checksum_of(body).to_le_bytes() {
            return refuse("a model whose checksum fits", "one that was cut or changed");
        }
        let features = usize::from(u16_at(bytes, 6));
        if features != FEATURES {
            return refuse(&format!("a model of {FEATURES} features"), &format!("{features}"));
        }
        let (depth, trees) = (usize::from(u16_at(bytes, 8)), usize::from(u16_at(bytes, 10)));
        let start = i32_at(bytes, 12);
        let entries = i32_at(bytes, 16) as u32 as usize;
        let refuse_parts = || refuse("a model whose parts fit together", "one that does not");
        let Some(trees_at) = end_of_borders(body) else { return refuse_parts() };
        // So that no sum of leaves overflows.
        let is_whole = i16::try_from(start).is_ok()
            && depth <= GREATEST_DEPTH
            && (entries == 0 || entries.is_power_of_two())
            && entries
                .checked_mul(ENTRY_BYTES)
                .is_some_and(|table| body.len() == trees_at + trees * tree_bytes(depth) + table);
        if !is_whole {
            return refuse_parts();
        }
        let model = Self { depth, trees, start, trees_at, entries, bytes: source };
        if was_given && !model.is_sound() {
            return refuse_parts();
        }
        Ok(model)
    }

    /// Whether the borders of each feature ascend, and trees ask about such as there are.
    fn is_sound(&self) -> bool {
        let counts: Vec<usize> = self.all_borders().map(Borders::len).collect();
        let is_there = |&[feature, border]: &[u8; 2]| {
            counts.get(usize::from(feature)).is_some_and(|&count| usize::from(border) < count)
        };
        self.all_borders().all(Borders::ascend) && self.trees().all(|tree| tree.splits.iter().all(is_there))
    }

    /// The weights of the words of names.
    pub(crate) fn words(&self) -> WordWeights {
        let start = self.trees_at + self.trees * tree_bytes(self.depth);
        WordWeights::new(self.bytes.clone(), start, self.entries)
    }

    /// What all blocks begin with.
    pub(super) fn start(&self) -> Sums {
        [self.start; LANES]
    }

    /// Puts the features of a page into their bins, in all lanes.
    ///
    /// Cost: a search among the borders of each; holds nothing.
    pub(super) fn bin_page(&self, values: &PageFeatures, bins: &mut Bins) {
        for (row, (borders, &value)) in
            bins[OF_PAGE..].iter_mut().zip(self.all_borders().skip(OF_PAGE).zip(values))
        {
            let above = borders.0.partition_point(|&border| f32::from_le_bytes(border) < value);
            *row = [above as u8; LANES];
        }
    }

    /// Puts the features of a batch into their bins.
    ///
    /// Cost: a comparison for each border between the least and the greatest value, for all lanes at once; holds nothing.
    pub(super) fn bin(&self, batch: &Batch, bins: &mut Bins) {
        for (row, (borders, values)) in bins.iter_mut().zip(self.all_borders().zip(batch)) {
            let borders = borders.0;
            let greatest = best(values, |a, b| a > b);
            let least = best(values, |a, b| a < b);
            // They ascend: all values are above the first ones, and none is above the last ones.
            let is_below_all = |border: &[u8; 4]| f32::from_le_bytes(*border) < least;
            let all_above = match borders.first() {
                // No search where some value is below all of them.
                Some(border) if is_below_all(border) => borders.partition_point(is_below_all),
                _ => 0,
            };
            // As wide as the values, for vector instructions.
            let mut above = [all_above as u32; LANES];
            for border in &borders[all_above..] {
                let border = f32::from_le_bytes(*border);
                if greatest <= border {
                    break;
                }
                for lane in 0..LANES {
                    above[lane] += u32::from(values[lane] > border);
                }
            }
            *row = above.map(|borders| borders as u8);
        }
    }

    /// Adds what the trees of these numbers say of the first `USED` lanes, a multiple of [`LANES`].
    ///
    /// Cost: trees times depth comparisons for all these lanes at once; twice as many lanes take some 1.6 times as long. Holds nothing.
    pub(super) fn add<const USED: usize, const WIDTH: usize>(
        &self,
        trees: Range<usize>,
        bins: &Bins<WIDTH>,
        sums: &mut Sums<WIDTH>,
    ) {
        let size = tree_bytes(self.depth);
        let (from, to) = (trees.start.min(self.trees), trees.end.min(self.trees));
        let bytes = &self.bytes[self.trees_at + from * size..];
        let count = to - from;
        // For each depth a loop of its own, whose number of steps is known when it is compiled.
        match self.depth {
            0 => add_trees::<0, USED, WIDTH>(bytes, count, bins, sums),
            1 => add_trees::<1, USED, WIDTH>(bytes, count, bins, sums),
            2 => add_trees::<2, USED, WIDTH>(bytes, count, bins, sums),
            3 => add_trees::<3, USED, WIDTH>(bytes, count, bins, sums),
            4 => add_trees::<4, USED, WIDTH>(bytes, count, bins, sums),
            5 => add_trees::<5, USED, WIDTH>(bytes, count, bins, sums),
            6 => add_trees::<6, USED, WIDTH>(bytes, count, bins, sums),
            7 => add_trees::<7, USED, WIDTH>(bytes, count, bins, sums),
            _ => add_trees::<GREATEST_DEPTH, USED, WIDTH>(bytes, count, bins, sums),
        }
    }

    /// The number of trees.
    pub(super) fn len(&self) -> usize {
        self.trees
    }

    /// The borders of all features, one after the other.
    #[inline]
    fn all_borders(&self) -> impl Iterator<Item = Borders<'_>> {
        let mut at = HEAD_BYTES;
        (0..FEATURES).map(move |_| {
            let borders = borders_at(&self.bytes, at);
            at += 1 + size_of_val(borders);
            Borders(borders)
        })
    }
}

/// As many leaves as a byte can number, so that no number needs to be looked at.
type Leaves = [[u8; 2]; 256];

/// Adds what so many trees of one depth say of the first lanes; `bytes` begins with them, and may go on.
// A function of its own: among others, the compiler has too few registers for it.
#[inline(never)]
fn add_trees<const DEPTH: usize, const USED: usize, const WIDTH: usize>(
    bytes: &[u8],
    count: usize,
    bins: &Bins<WIDTH>,
    sums: &mut Sums<WIDTH>,
) {
    const { assert!(USED <= WIDTH && USED.is_multiple_of(LANES)) };
    let mut padded: Leaves = [[0; 2]; 256];
    let Some(sums) = sums.first_chunk_mut::<USED>() else { return };
    for number in 0..count {
        let Some(rest) = bytes.get(number * tree_bytes(DEPTH)..) else { break };
        let Some((splits, rest)) = rest.as_chunks().0.split_first_chunk::<DEPTH>() else { break };
        // Behind a tree's own leaves there are other bytes, up to the last trees of a model.
        let leaves = rest.first_chunk().unwrap_or_else(|| {
            let own = rest.len().min(1 << DEPTH);
            padded[..own].copy_from_slice(&rest[..own]);
            &padded
        });
        let mut leaf = [0_u8; USED];
        for (level, &[feature, border]) in splits.iter().enumerate() {
            let (parts, _) = bins[usize::from(feature)].as_chunks::<LANES>();
            // Part by part: the compiler knows how to do as many lanes at once.
            for (leaf, bins) in leaf.as_chunks_mut::<LANES>().0.iter_mut().zip(parts) {
                for lane in 0..LANES {
                    leaf[lane] |= u8::from(bins[lane] > border) << level;
                }
            }
        }
        for (sums, leaf) in sums.as_chunks_mut::<LANES>().0.iter_mut().zip(leaf.as_chunks::<LANES>().0) {
            for lane in 0..LANES {
                sums[lane] += i32::from(i16::from_le_bytes(leaves[usize::from(leaf[lane])]));
            }
        }
    }
}

/// That of some values which is better than all others.
#[inline(always)]
fn best(values: &[f32; LANES], is_better: impl Fn(f32, f32) -> bool) -> f32 {
    // Half against half, for vector instructions.
    let mut best = *values;
    let mut half = LANES / 2;
    while half > 0 {
        for lane in 0..half {
            let other = best[lane + half];
            best[lane] = if is_better(other, best[lane]) { other } else { best[lane] };
        }
        half /= 2;
    }
    best[0]
}

/// The borders that stand at a place of a model: those of one feature, each four bytes.
fn borders_at(bytes: &[u8], at: usize) -> &[[u8; 4]] {
    bytes[at + 1..][..4 * usize::from(bytes[at])].as_chunks().0
}

/// Where the borders of all features end; `None` if the bytes end before.
fn end_of_borders(bytes: &[u8]) -> Option<usize> {
    (0..FEATURES).try_fold(HEAD_BYTES, |at, _| {
        let end = at + 1 + 4 * usize::from(*bytes.get(at)?);
        (end <= bytes.len()).then_some(end)
    })
}

/// The borders of one feature.
#[derive(Clone, Copy)]
struct Borders<'a>(&'a [[u8; 4]]);

impl Borders<'_> {
    fn len(self) -> usize {
        self.0.len()
    }

    /// Whether each is above the one before.
    fn ascend(self) -> bool {
        self.0.iter().map(|&border| f32::from_le_bytes(border)).is_sorted_by(|a, b| a < b)
    }
}

/// A tree of a model: feature and number of the border of each level, and the leaves.
pub(super) struct Tree<'a> {
    splits: &'a [[u8; 2]],
    leaves: &'a [[u8; 2]],
}

impl<'a> Tree<'a> {
    fn of(bytes: &'a [u8], depth: usize) -> Self {
        let (splits, leaves) = bytes.as_chunks().0.split_at(depth);
        Self { splits, leaves }
    }

    /// Feature and number of the border of each level.
    pub(super) fn splits(&self) -> &'a [[u8; 2]] {
        self.splits
    }

    /// The leaves, by the answers: that of the first level is the lowest bit.
    pub(super) fn leaves(&self) -> impl Iterator<Item = i16> + use<'a> {
        self.leaves.iter().map(|&leaf| i16::from_le_bytes(leaf))
    }
}

impl Model {
    /// The trees.
    pub(super) fn trees(&self) -> impl Iterator<Item = Tree<'_>> {
        let trees = self.bytes[self.trees_at..].chunks_exact(tree_bytes(self.depth)).take(self.trees);
        trees.map(|tree| Tree::of(tree, self.depth))
    }
}

/// A tree as the trainer makes it.
pub(crate) struct RawTree {
    /// Feature and border of each level: the bit is set where the value is above the border.
    pub(crate) splits: Vec<(u8, f32)>,
    /// In logits.
    pub(crate) leaves: Vec<f32>,
}

/// The bytes of a model. All trees have `depth` levels; a feature has at most 255 borders; `start` is in logits; words are hashes with their
/// weights.
#[cfg_attr(not(feature = "cli"), allow(dead_code))]
pub(crate) fn to_bytes(depth: usize, start: f32, words: &[(u32, i8)], trees: &[RawTree]) -> Vec<u8> {
    let units = |logits: f32| (logits * UNITS_PER_LOGIT) as i32;
    let table = WordWeights::table(words);
    let mut bytes = Vec::from(*MAGIC);
    for number in [VERSION, FEATURES as u16, depth as u16, trees.len() as u16] {
        bytes.extend(number.to_le_bytes());
    }
    bytes.extend(units(start).to_le_bytes());
    bytes.extend(((table.len() / ENTRY_BYTES) as u32).to_le_bytes());
    let borders: Vec<Vec<f32>> = (0..FEATURES).map(|feature| borders_of(feature, trees)).collect();
    for borders in &borders {
        bytes.push(borders.len() as u8);
        bytes.extend(borders.iter().flat_map(|border| border.to_le_bytes()));
    }
    for tree in trees {
        for &(feature, border) in &tree.splits {
            let number = borders[usize::from(feature)].partition_point(|&below| below < border);
            bytes.extend([feature, number as u8]);
        }
        for &leaf in &tree.leaves {
            bytes.extend((units(leaf).clamp(i32::from(i16::MIN), i32::from(i16::MAX)) as i16).to_le_bytes());
        }
    }
    bytes.extend(table);
    let checksum = checksum_of(&bytes);
    bytes.extend(checksum.to_le_bytes());
    bytes
}

/// The borders of a feature that trees ask about, ascending.
#[cfg_attr(not(feature = "cli"), allow(dead_code))]
fn borders_of(feature: usize, trees: &[RawTree]) -> Vec<f32> {
    let splits = trees.iter().flat_map(|tree| &tree.splits);
    let mut borders: Vec<f32> =
        splits.filter(|split| usize::from(split.0) == feature).map(|split| split.1).collect();
    borders.sort_unstable_by(f32::total_cmp);
    borders.dedup();
    borders
}

const fn tree_bytes(depth: usize) -> usize {
    2 * depth + (2 << depth)
}

fn u16_at(bytes: &[u8], at: usize) -> u16 {
    u16::from_le_bytes([bytes[at], bytes[at + 1]])
}

fn i32_at(bytes: &[u8], at: usize) -> i32 {
    i32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
}

/// FNV-1a, 64 bits.
pub(super) fn checksum_of(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xCBF2_9CE4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3))
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;
    use std::string::ToString;

    /// A model of one tree: words above 10 are content; and of one word.
    fn small() -> Vec<u8> {
        let tree = RawTree { splits: vec![(0, 10.0)], leaves: vec![-1.0, 1.0] };
        to_bytes(1, 0.5, &[(77, -20)], &[tree])
    }

    /// What a model says of each lane.
    fn sums(model: &Model, batch: &Batch, of_page: &PageFeatures) -> Sums {
        let (mut bins, mut sums) = ([[0; LANES]; FEATURES], model.start());
        model.bin(batch, &mut bins);
        model.bin_page(of_page, &mut bins);
        model.add::<LANES, _>(0..model.len(), &bins, &mut sums);
        sums
    }

    /// The same of twice as many lanes, in which the batch stands twice, of which `USED` are asked for.
    fn wide_sums<const USED: usize>(model: &Model, batch: &Batch, of_page: &PageFeatures) -> Vec<i32> {
        let mut bins = [[0; LANES]; FEATURES];
        model.bin(batch, &mut bins);
        model.bin_page(of_page, &mut bins);
        let bins: Bins<{ 2 * LANES }> = bins.map(|row| core::array::from_fn(|lane| row[lane % LANES]));
        let mut sums = [model.start; 2 * LANES];
        model.add::<USED, _>(0..model.len(), &bins, &mut sums);
        sums.to_vec()
    }

    /// The same, one lane after the other, by the borders themselves.
    fn slow_sums(model: &Model, batch: &Batch, of_page: &PageFeatures) -> Sums {
        core::array::from_fn(|lane| {
            let leaf = |tree: &Tree<'_>| {
                let answers = tree.splits().iter().map(|&[feature, border]| {
                    let feature = usize::from(feature);
                    let value = match feature.checked_sub(OF_PAGE) {
                        Some(feature) => of_page[feature],
                        None => batch[feature][lane],
                    };
                    let borders = model.all_borders().nth(feature).expect("all features have borders");
                    value > f32::from_le_bytes(borders.0[usize::from(border)])
                });
                answers.enumerate().fold(0, |leaf, (level, answer)| leaf | usize::from(answer) << level)
            };
            let leaves = model.trees().map(|tree| {
                let leaf = leaf(&tree);
                i32::from(tree.leaves().nth(leaf).expect("a tree has all leaves"))
            });
            model.start + leaves.sum::<i32>()
        })
    }

    #[test]
    fn a_model_is_read_as_it_was_written() {
        let model = Model::from_bytes(small()).unwrap();
        let mut batch = [[0.0; LANES]; OF_PAGE];
        batch[0][3] = 11.0;
        let sums = sums(&model, &batch, &[0.0; FEATURES - OF_PAGE]);
        assert_eq!((sums[0], sums[3]), (-512, 1536));
        assert_eq!((model.words().weight(77), model.words().weight(78)), (-20, 0));
    }

    proptest::proptest! {
        #[test]
        fn bins_decide_as_the_borders_do(
            depth in 0_usize..=GREATEST_DEPTH,
            numbers in proptest::collection::vec((0..FEATURES as u8, -3_i8..4), 40),
            values in proptest::collection::vec(-8_i8..8, 64),
        ) {
            let border = |at: usize| f32::from(numbers[at % numbers.len()].1) / 2.0;
            let tree = |number: usize| RawTree {
                splits: (0..depth).map(|level| (numbers[(5 * number + level) % 40].0, border(number + level))).collect(),
                leaves: (0..1 << depth).map(|leaf| (leaf * 37 % 101) as f32 / 50.0 - 1.0).collect(),
            };
            let trees: Vec<RawTree> = (0..9).map(tree).collect();
            let model = Model::from_bytes(to_bytes(depth, -0.5, &[], &trees)).unwrap();
            let value = |at: usize| f32::from(values[at % values.len()]) / 4.0;
            let batch: Vec<[f32; LANES]> =
                (0..OF_PAGE).map(|feature| core::array::from_fn(|lane| value(7 * feature + lane))).collect();
            let batch: &Batch = batch.as_slice().try_into().unwrap();
            let of_page: PageFeatures = core::array::from_fn(|feature| value(7 * feature));
            let expected = slow_sums(&model, batch, &of_page);
            proptest::prop_assert_eq!(sums(&model, batch, &of_page), expected);
            let narrow = [&expected[..], &[model.start; LANES]].concat();
            proptest::prop_assert_eq!(wide_sums::<LANES>(&model, batch, &of_page), narrow);
            proptest::prop_assert_eq!(wide_sums::<{ 2 * LANES }>(&model, batch, &of_page), [expected, expected].concat());
        }
    }

    #[test]
    #[cfg(feature = "learned")]
    fn the_built_in_model_is_sound() {
        assert!(Model::from_bytes(BUILT_IN.to_vec()).is_ok());
        assert!(Model::built_in().is_ok());
    }

    #[test]
    fn a_model_that_was_cut_or_changed_is_refused() {
        let whole = small();
        for len in 0..whole.len() {
            assert_eq!(Model::from_bytes(whole[..len].to_vec()).unwrap_err().kind(), ErrorKind::Model);
        }
        for at in 0..whole.len() {
            let mut changed = whole.clone();
            changed[at] ^= 4;
            assert!(Model::from_bytes(changed).is_err(), "byte {at}");
        }
        let mut overflowing = whole.clone();
        overflowing[12..16].copy_from_slice(&i32::MAX.to_le_bytes());
        let body = overflowing.len() - CHECKSUM_BYTES;
        let checksum = checksum_of(&overflowing[..body]);
        overflowing[body..].copy_from_slice(&checksum.to_le_bytes());
        assert!(Model::from_bytes(overflowing).is_err());
        let mut newer = whole;
        newer[4] = 9;
        let error = Model::from_bytes(newer).unwrap_err().to_string();
        assert_eq!(error, "expected a model of version 4, found version 9");
    }
}
