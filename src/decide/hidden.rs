//! Rule for hidden blocks: they are content that a script shows later, or copies and leftovers.
//!
//! A hidden block is a copy if half of its character n-grams also occur in shown blocks that are
//! content. So a word more or less does not matter, and neither does the language. For the other
//! hidden blocks, the amount decides. A page that hides much likely content shows it later, by
//! unfolding, sliding or loading. A page that hides little hides what is not meant to be read.

use super::verdict::set;
use crate::block::{Arena, Record, Verdict};
use crate::feature::ngram_filter::NgramFilter;
use crate::structure::Flags;

/// Minimum share of its n-grams that a copy has in common with shown text.
const COPIED: f32 = 0.5;

/// Maximum number of shown content words per hidden content word on a page whose hidden content may
/// be kept.
const MAX_SHOWN: u32 = 2;

/// Drops hidden blocks that are copies of shown blocks that score `threshold` or more. If few words
/// of the other hidden blocks score so, drops all hidden blocks. Which blocks are dropped does not
/// depend on verdicts, so the kept sets of different thresholds stay nested.
///
/// Cost: linear in the text of blocks that score `threshold` or more, and of hidden blocks. Nothing
/// if no block is hidden.
pub(super) fn judge(arena: &mut Arena, threshold: f32, memory: &mut [i8]) {
    let is_content =
        |record: &Record, hidden: bool| record.has(Flags::HIDDEN) == hidden && record.score >= threshold;
    if !arena.records().any(|record| record.has(Flags::HIDDEN)) {
        return;
    }
    let (mut shown_words, mut shown_chars, mut likely_words, mut hidden_words) = (0_u32, 0_u32, 0_u32, 0_u32);
    for record in arena.records() {
        if is_content(record, false) {
            shown_words = shown_words.saturating_add(record.words());
            shown_chars = shown_chars.saturating_add(record.chars());
        } else if is_content(record, true) {
            likely_words = likely_words.saturating_add(record.words());
        }
    }
    // Copies can only lower the number of hidden words.
    if likely_words.saturating_mul(MAX_SHOWN) < shown_words {
        drop_hidden(arena);
        return;
    }
    let mut ngrams = NgramFilter::new(memory, shown_chars);
    for record in arena.records().filter(|record| is_content(record, false)) {
        ngrams.learn(arena.text(record));
    }
    for index in 0..arena.len() {
        if !arena.record(index).has(Flags::HIDDEN) {
            continue;
        }
        if ngrams.share(arena.text(arena.record(index))) >= Some(COPIED) {
            set(arena, index, false);
        } else if is_content(arena.record(index), true) {
            hidden_words = hidden_words.saturating_add(arena.record(index).words());
        }
    }
    if hidden_words.saturating_mul(MAX_SHOWN) < shown_words {
        drop_hidden(arena);
    }
}

/// Drops all hidden blocks.
fn drop_hidden(arena: &mut Arena) {
    for record in arena.records_mut().filter(|record| record.has(Flags::HIDDEN)) {
        record.verdict = Verdict::Dropped;
    }
}
