//! Aligns the words of a page with the words of its gold text.
//!
//! Input: both word sequences in order. Output: for each word of the page, whether the gold text
//! has it at the corresponding place.
//!
//! Anchors are runs of words that are rare in both. The longest chain of anchors in order is
//! extended word by word. A gap between two anchors is aligned by a longest common subsequence,
//! unless it is too large.

use std::collections::HashMap;

/// Lengths of anchors in words, in the order in which they are tried.
const ANCHOR_WORDS: [usize; 4] = [6, 4, 2, 1];

/// Maximum occurrences of an anchor on the page. Some pages have all of their text twice, for wide
/// and for narrow screens.
const MAX_COPIES: usize = 4;

/// A run of words of the gold text: its first place, its count there, and its count on the page.
struct Place {
    at: usize,
    copies: usize,
    on_page: usize,
}

/// Maximum cells of the table of a longest common subsequence. Larger gaps stay unaligned.
const CELLS: usize = 4_000_000;

/// For each word of the page, whether the gold text has it at the corresponding place. Words are
/// numbers; equal words have equal numbers.
pub fn matched(page: &[u32], gold: &[u32]) -> Vec<bool> {
    let mut pairs = vec![usize::MAX; page.len()];
    fill(page, gold, 0, 0, &mut pairs, 0);
    pairs.iter().map(|&at| at != usize::MAX).collect()
}

/// Aligns two ranges, which begin at `page_at` and `gold_at` of the whole sequences.
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
    // Extends each anchor both ways, then aligns the gaps between them.
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

/// The longest chain of anchors of `words` words, in the order of both sequences. An anchor occurs
/// once in the gold text and at most [`MAX_COPIES`] times on the page. The first copy counts.
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

/// Aligns two ranges by their longest common subsequence.
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

    /// The aligned words of the page as a string of `x` (aligned) and `.`.
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
    fn the_first_copy_of_a_repeated_text_is_matched() {
        // Too long for the table of a longest common subsequence.
        let text: Vec<u32> = (0..3000).collect();
        let page: Vec<u32> =
            [7000].into_iter().chain(text.clone()).chain([8000]).chain(text.clone()).collect();
        let matched = matched(&page, &text);
        assert!(matched[1..=3000].iter().all(|&is_matched| is_matched));
        assert_eq!(matched.iter().filter(|&&is_matched| is_matched).count(), 3000);
    }
}
