//! How often the output cuts what the gold standard keeps or drops whole.

use crate::shares::gold_shares;
use std::collections::BTreeMap;

/// Minimum share of gold words of a block that is content, and maximum share of one that is not.
const MIN_CONTENT: f64 = 0.8;
const MAX_BOILERPLATE: f64 = 0.2;

/// A block of a page, as the extraction decided it.
#[derive(Clone, Debug, Default)]
pub struct ScoredBlock {
    /// Its text.
    pub text: String,
    /// Its record: a card, an item, a row. Blocks of one record have equal numbers, and others have
    /// other numbers.
    pub record: Option<u64>,
    /// It is in the output.
    pub is_kept: bool,
}

/// Records with at least two blocks with words that are whole in the gold standard, and those of
/// them that the output cuts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Raggedness {
    /// Records that the gold standard keeps or drops whole.
    pub whole: u64,
    /// Those that are partly in the output.
    pub cut: u64,
}

/// Blocks of a record: of content, of neither, of boilerplate; kept, dropped.
#[derive(Default)]
struct Parts {
    content: u64,
    unclear: u64,
    boilerplate: u64,
    kept: u64,
    dropped: u64,
}

impl Raggedness {
    /// The records of a page. Cost: that of [`gold_shares`].
    #[must_use]
    pub fn of(blocks: &[ScoredBlock], gold: &str) -> Self {
        let mut records: BTreeMap<u64, Parts> = BTreeMap::new();
        let shares = gold_shares(blocks.iter().map(|block| block.text.as_str()), gold);
        for (block, share) in blocks.iter().zip(shares) {
            let (Some(record), true) = (block.record, share.words > 0) else { continue };
            let parts = records.entry(record).or_default();
            let gold = f64::from(share.gold) / f64::from(share.words);
            parts.content += u64::from(gold >= MIN_CONTENT);
            parts.boilerplate += u64::from(gold <= MAX_BOILERPLATE);
            parts.unclear += u64::from(gold > MAX_BOILERPLATE && gold < MIN_CONTENT);
            parts.kept += u64::from(block.is_kept);
            parts.dropped += u64::from(!block.is_kept);
        }
        let mut found = Self::default();
        for parts in records.values().filter(|parts| parts.kept + parts.dropped > 1) {
            let is_whole = parts.unclear == 0 && (parts.content == 0 || parts.boilerplate == 0);
            found.whole += u64::from(is_whole);
            found.cut += u64::from(is_whole && parts.kept > 0 && parts.dropped > 0);
        }
        found
    }

    /// Adds the records of another page.
    pub(super) fn add(&mut self, page: Self) {
        self.whole += page.whole;
        self.cut += page.cut;
    }

    /// The share of records that are cut; `None` without any.
    #[must_use]
    pub fn share(self) -> Option<f64> {
        (self.whole > 0).then(|| self.cut as f64 / self.whole as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_of_content_and_of_boilerplate_are_cut_or_not() {
        let block = |text: &str, record, is_kept| ScoredBlock { text: text.into(), record, is_kept };
        let blocks = [
            block("nine thirty", Some(1), false),
            block("the ferry leaves", Some(1), true),
            block("noon", Some(2), true),
            block("soup for all", Some(2), true),
            block("share", Some(3), false),
            block("print", Some(3), true),
            block("evening", Some(4), true),
            block("reply", Some(4), false),
            block("alone", Some(5), true),
            block("no record", None, true),
        ];
        let gold = "nine thirty the ferry leaves noon soup for all evening alone no record";
        let found = Raggedness::of(&blocks, gold);
        // The fourth is content in part, and the fifth has one block.
        assert_eq!(found, Raggedness { whole: 3, cut: 2 });
        assert_eq!((found.share(), Raggedness::default().share()), (Some(2.0 / 3.0), None));
    }
}
