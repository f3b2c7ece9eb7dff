//! The words of a page's blocks that are in its gold text.

use std::collections::HashMap;

use crate::align;
use crate::words::words;

/// The number of words of one block, and of those that are in the gold text at the corresponding
/// place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GoldShare {
    /// Words of the block, as the score counts them.
    pub words: u32,
    /// Number of gold words.
    pub gold: u32,
}

/// Aligns the blocks of a page, in their order, with its gold text.
///
/// Words are those of [`word_bag`](super::word_bag): runs of letters and digits in lower case.
/// Words in a different order than in the gold text are not aligned, so that a menu that repeats a
/// heading is not gold.
///
/// Cost: nearly linear in both texts. Holds a number for each of their words.
///
/// ```
/// # use trommel_score::gold_shares;
/// let shares = gold_shares(["Home", "It rained for days."], "It rained for days");
/// assert_eq!(shares.iter().map(|share| (share.words, share.gold)).collect::<Vec<_>>(), [(1, 0), (4, 4)]);
/// ```
#[must_use]
pub fn gold_shares<'a>(blocks: impl IntoIterator<Item = &'a str>, gold: &str) -> Vec<GoldShare> {
    let mut numbers = HashMap::new();
    let mut numbered = |text: &str| -> Vec<u32> {
        let text = text.to_lowercase();
        let number = |word: &str| {
            let next = numbers.len() as u32;
            *numbers.entry(word.to_string()).or_insert(next)
        };
        words(&text).map(number).collect()
    };
    let gold = numbered(gold);
    let mut page = Vec::new();
    let mut shares: Vec<GoldShare> = blocks
        .into_iter()
        .map(|text| {
            let block = numbered(text);
            page.extend_from_slice(&block);
            GoldShare { words: block.len() as u32, gold: 0 }
        })
        .collect();
    let mut matched = align::matched(&page, &gold).into_iter();
    for share in &mut shares {
        let right = matched.by_ref().take(share.words as usize);
        share.gold = right.filter(|&is_gold| is_gold).count() as u32;
    }
    shares
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_repeated_heading_in_a_menu_is_not_gold() {
        let blocks = ["Rain", "The rain", "It rained for three days in a row.", "More rain"];
        let shares = gold_shares(blocks, "The rain\n\nIt rained for three days in a row.");
        let gold: Vec<u32> = shares.iter().map(|share| share.gold).collect();
        assert_eq!(gold, [0, 2, 8, 0]);
    }

    #[test]
    fn empty_texts_have_no_gold_words() {
        assert_eq!(gold_shares([""], "a"), [GoldShare::default()]);
        assert_eq!(gold_shares(["a"], ""), [GoldShare { words: 1, gold: 0 }]);
        assert_eq!(gold_shares([], "a"), []);
    }
}
