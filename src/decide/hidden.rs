//! What a page hides: content that a script is to show, or copies of what is shown and odds and ends.
//!
//! A hidden block is a copy when half the runs of characters in it also stand in shown blocks that are content; so a word more or less does
//! not matter, nor does the language. Runs are remembered as bits by their hash, a sample of them. Of the rest, a page that hides much
//! of what is likely content hides it until it unfolds, slides in or was loaded; a page that hides little hides what is not meant to be read.

use super::{is_never_content, set};
use crate::block::Arena;
use crate::block::marks::{Span, spans};
use crate::clean::Flags;
use alloc::boxed::Box;

/// Characters of a run; white space is none.
const RUN_CHARS: usize = 8;

/// Bits that runs are remembered in.
const BITS: usize = 1 << 13;

/// Bits to a run that is remembered, at least: of the runs of long texts a sample is taken, by their hash.
const BITS_OF_RUN: u32 = 4;

/// Runs, of ten, that a copy shares with what is shown.
const COPIED_OF_TEN: u32 = 5;

/// Words of shown content to a word of hidden content, at most, for a page whose hidden content counts. On pages that trees had not seen,
/// below this share the hidden blocks they kept were wrong as often as right; above it, F1 rose on 41 of 52 pages, by 0.3 on average.
const MOST_SHOWN: u32 = 2;

/// Judges what a page hides; has its memory from the start.
pub(super) struct HiddenText {
    bits: Box<[u64; BITS / 64]>,
}

impl HiddenText {
    pub(super) const HELD_BYTES: usize = BITS / 8;

    pub(super) fn new() -> Self {
        Self { bits: Box::new([0; BITS / 64]) }
    }

    /// Of what is hidden, drops copies of shown blocks that score `threshold` or more, and the rest as well if there is little of it
    /// that scores so. Which ones go does not depend on verdicts, so that the sets that are kept stay nested.
    ///
    /// Cost: linear in the text of blocks that score so; nothing where nothing is hidden.
    pub(super) fn judge(&mut self, arena: &mut Arena, threshold: f32) {
        let is_content = |arena: &Arena, index: usize, hidden: bool| {
            let record = arena.record(index);
            record.has(Flags::HIDDEN) == hidden
                && record.scores[0] >= threshold
                && !is_never_content(arena, index)
        };
        if !(0..arena.len()).any(|index| arena.record(index).has(Flags::HIDDEN)) {
            return;
        }
        let (mut shown_words, mut shown_chars, mut hidden_words) = (0_u32, 0_u32, 0_u32);
        for record in
            (0..arena.len()).filter(|&index| is_content(arena, index, false)).map(|index| arena.record(index))
        {
            shown_words = shown_words.saturating_add(record.words());
            shown_chars = shown_chars.saturating_add(record.chars());
        }
        let one_of = 1 + shown_chars / (BITS as u32 / BITS_OF_RUN);
        self.bits.fill(0);
        for index in (0..arena.len()).filter(|&index| is_content(arena, index, false)) {
            runs(arena.text(arena.record(index)), one_of, |bit| self.bits[bit / 64] |= 1 << (bit % 64));
        }
        for index in 0..arena.len() {
            if !arena.record(index).has(Flags::HIDDEN) {
                continue;
            }
            if self.is_copy(arena, index, one_of) {
                set(arena, index, false);
            } else if is_content(arena, index, true) {
                hidden_words = hidden_words.saturating_add(arena.record(index).words());
            }
        }
        if hidden_words.saturating_mul(MOST_SHOWN) < shown_words {
            for index in 0..arena.len() {
                if arena.record(index).has(Flags::HIDDEN) {
                    set(arena, index, false);
                }
            }
        }
    }

    /// Whether half the runs of a block are those of shown ones.
    fn is_copy(&self, arena: &Arena, index: usize, one_of: u32) -> bool {
        let (mut shown, mut all) = (0_u32, 0_u32);
        runs(arena.text(arena.record(index)), one_of, |bit| {
            shown += u32::from(self.bits[bit / 64] >> (bit % 64) & 1 == 1);
            all += 1;
        });
        all > 0 && shown * 10 >= all * COPIED_OF_TEN
    }
}

/// Gives the bits of one of so many runs of a text.
fn runs(text: &str, one_of: u32, mut take: impl FnMut(usize)) {
    let mut run = [0_u32; RUN_CHARS];
    for (number, c) in
        spans(text).filter_map(Span::text).flat_map(str::chars).filter(|c| !c.is_whitespace()).enumerate()
    {
        run[number % RUN_CHARS] = c as u32;
        if number + 1 < RUN_CHARS {
            continue;
        }
        let hash = (1..=RUN_CHARS)
            .map(|at| run[(number + at) % RUN_CHARS])
            .fold(0x811C_9DC5_u32, |hash, c| (hash ^ c).wrapping_mul(0x0100_0193));
        let hash = hash ^ hash >> 15;
        if hash % one_of == 0 {
            take((hash / one_of) as usize % BITS);
        }
    }
}
