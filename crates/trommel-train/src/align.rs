//! Which words of a page its gold standard has: an alignment of two word sequences.
//!
//! In come the words of the page and those of the gold text, each in order; out comes, for every
//! word of the page, whether the gold has it in its place. Anchors are runs of words that are
//! unique in both; a longest chain of them in order is extended word by word, and what is left
//! between two anchors is aligned by a longest common subsequence, where that is not too much.

use std::collections::HashMap;

/// Words of an anchor, from the longest tried to the shortest.
const ANCHOR_WORDS: [usize; 4] = [6, 4, 2, 1];

/// Times that a run may stand on the page: some pages have all of their text twice, for wide
/// screens and for narrow ones.
const MAX_COPIES: usize = 4;

/// A run of words of the gold: where it stands first, how often, and how often on the page.
struct Place {
    at: usize,
    copies: usize,
    on_page: usize,
}

/// Cells of the table of a longest common subsequence, at most; larger gaps stay unaligned.
const CELLS: usize = 4_000_000;

/// For each word of the page whether the gold has it in its place. Words are numbers; equal words
/// have equal ones.
pub(super) fn matched(page: &[u32], gold: &[u32]) -> Vec<bool> {
    let mut pairs = vec![usize::MAX; page.len()];
    fill(page, gold, 0, 0, &mut pairs, 0);
    pairs.iter().map(|&at| at != usize::MAX).collect()
}

/// Aligns two stretches; `page_at` and `gold_at` are where they begin in the whole.
fn fill(page: &[u32], gold: &[u32], page_at: usize, gold_at: usize, pairs: &mut [usize], level: usize) {
    if page.is_empty() || gold.is_empty() {
        return;
    }
    let Some(&words) = ANCHOR_WORDS.get(level) else {
        common(page, gold, page_at, gold_at, pairs);
        return;
    };
    let chain = chain(page, gold, words);
    if chain.is_empty() {
        fill(page, gold, page_at, gold_at, pairs, level + 1);
        return;
    }
    // Extend every anchor both ways, then align what lies between.
    let (mut p, mut g) = (0, 0);
    for (mut a, mut b) in chain {
        if a < p || b < g {
            continue;
        }
        while a > p && b > g && page[a - 1] == gold[b - 1] {
            a -= 1;
            b -= 1;
        }
        fill(&page[p..a], &gold[g..b], page_at + p, gold_at + g, pairs, level + 1);
        while a < page.len() && b < gold.len() && page[a] == gold[b] {
            pairs[page_at + a] = gold_at + b;
            a += 1;
            b += 1;
        }
        (p, g) = (a, b);
    }
    fill(&page[p..], &gold[g..], page_at + p, gold_at + g, pairs, level + 1);
}

/// The longest chain of runs of `words` words that stand once in the gold and at most
/// [`MAX_COPIES`] times on the page, in the order of both; of copies the first ones.
fn chain(page: &[u32], gold: &[u32], words: usize) -> Vec<(usize, usize)> {
    let mut in_gold: HashMap<&[u32], Place> = HashMap::new();
    for (at, run) in gold.windows(words).enumerate() {
        in_gold.entry(run).and_modify(|place| place.copies += 1).or_insert(Place {
            at,
            copies: 1,
            on_page: 0,
        });
    }
    for run in page.windows(words) {
        if let Some(place) = in_gold.get_mut(run) {
            place.on_page += 1;
        }
    }
    let most_copies = if words == 1 { 1 } else { MAX_COPIES };
    let anchors: Vec<(usize, usize)> = page
        .windows(words)
        .enumerate()
        .filter_map(|(i, run)| {
            let place = in_gold.get(run).filter(|place| place.copies == 1 && place.on_page <= most_copies)?;
            Some((i, place.at))
        })
        .collect();
    // Longest increasing subsequence of the gold positions.
    let mut tails: Vec<usize> = Vec::new();
    let mut before = vec![usize::MAX; anchors.len()];
    for i in 0..anchors.len() {
        let at = tails.partition_point(|&tail| anchors[tail].1 < anchors[i].1);
        if at > 0 {
            before[i] = tails[at - 1];
        }
        if at == tails.len() {
            tails.push(i);
        } else if anchors[i].1 < anchors[tails[at]].1 {
            tails[at] = i;
        }
    }
    let mut chain = Vec::new();
    let mut at = tails.last().copied().unwrap_or(usize::MAX);
    while at != usize::MAX {
        chain.push(anchors[at]);
        at = before[at];
    }
    chain.reverse();
    chain
}

/// Longest common subsequence.
fn common(page: &[u32], gold: &[u32], page_at: usize, gold_at: usize, pairs: &mut [usize]) {
    let (n, m) = (page.len(), gold.len());
    if n.saturating_mul(m) > CELLS {
        return;
    }
    let mut table = vec![0_u16; (n + 1) * (m + 1)];
    for i in (0..n).rev() {
        for j in (0..m).rev() {
            table[i * (m + 1) + j] = if page[i] == gold[j] {
                table[(i + 1) * (m + 1) + j + 1].saturating_add(1)
            } else {
                table[(i + 1) * (m + 1) + j].max(table[i * (m + 1) + j + 1])
            };
        }
    }
    let (mut i, mut j) = (0, 0);
    while i < n && j < m {
        if page[i] == gold[j] {
            pairs[page_at + i] = gold_at + j;
            i += 1;
            j += 1;
        } else if table[(i + 1) * (m + 1) + j] >= table[i * (m + 1) + j + 1] {
            i += 1;
        } else {
            j += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Words of the page that the gold has, as a string of `x` and `.`.
    fn marks(page: &[u32], gold: &[u32]) -> std::string::String {
        matched(page, gold).into_iter().map(|is_matched| if is_matched { 'x' } else { '.' }).collect()
    }

    #[test]
    fn words_in_order_are_matched() {
        assert_eq!(marks(&[9, 1, 2, 3, 9, 4, 5, 9], &[1, 2, 3, 4, 5]), ".xxx.xx.");
        assert_eq!(marks(&[1, 2, 1, 2, 3], &[]), ".....");
        assert_eq!(marks(&[], &[1]), "");
    }

    #[test]
    fn of_a_text_that_stands_twice_the_first_is_matched() {
        // Too long for the table of a longest common subsequence.
        let text: Vec<u32> = (0..3000).collect();
        let page: Vec<u32> =
            [7000].into_iter().chain(text.clone()).chain([8000]).chain(text.clone()).collect();
        let matched = matched(&page, &text);
        assert!(matched[1..=3000].iter().all(|&is_matched| is_matched));
        assert_eq!(matched.iter().filter(|&&is_matched| is_matched).count(), 3000);
    }
}
