//! What a page hides: content that a script is to show, or copies of what is shown and odds and
//! ends.
//!
//! A hidden block is a copy when half its runs of characters also stand in shown blocks that are
//! content; so a word more or less does not matter, nor does the language. Of the rest, a page that
//! hides much of what is likely content hides it until it unfolds, slides in or was loaded; a page
//! that hides little hides what is not meant to be read.

use super::set;
use crate::block::{Arena, Record, Verdict};
use crate::feature::ngram_filter::NgramFilter;
use crate::structure::Flags;

/// Share of its runs that a copy has in common with what is shown.
const COPIED: f32 = 0.5;

/// Words of shown content to a word of hidden content, at most, for a page whose hidden content
/// counts. On pages that trees had not seen, below this share the hidden blocks they kept were
/// wrong as often as right; above it, F1 rose on 41 of 52 pages, by 0.3 on average.
const MAX_SHOWN: u32 = 2;

/// Of what is hidden, drops copies of shown blocks that score `threshold` or more, and the rest as
/// well if there is little of it that scores so. Which ones go does not depend on verdicts, so that
/// the sets that are kept stay nested.
///
/// Cost: linear in the text of blocks that score so; nothing where nothing is hidden.
pub(super) fn judge(arena: &mut Arena, threshold: f32, runs: &mut NgramFilter) {
    let is_content =
        |record: &Record, hidden: bool| record.has(Flags::HIDDEN) == hidden && record.scores[0] >= threshold;
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
    // Copies make them fewer still.
    if likely_words.saturating_mul(MAX_SHOWN) < shown_words {
        drop_hidden(arena);
        return;
    }
    runs.begin(shown_chars);
    for record in arena.records().filter(|record| is_content(record, false)) {
        runs.learn(arena.text(record));
    }
    for index in 0..arena.len() {
        if !arena.record(index).has(Flags::HIDDEN) {
            continue;
        }
        if runs.share(arena.text(arena.record(index))) >= Some(COPIED) {
            set(arena, index, false);
        } else if is_content(arena.record(index), true) {
            hidden_words = hidden_words.saturating_add(arena.record(index).words());
        }
    }
    if hidden_words.saturating_mul(MAX_SHOWN) < shown_words {
        drop_hidden(arena);
    }
}

/// Drops all that is hidden.
fn drop_hidden(arena: &mut Arena) {
    for record in arena.records_mut().filter(|record| record.has(Flags::HIDDEN)) {
        record.verdict = Verdict::Dropped;
    }
}
