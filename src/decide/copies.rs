//! Hidden copies of what is shown: the print view, the phone view, the slide that comes next.
//!
//! What a page hides may be content, such as answers that unfold; what it hides and shows as well is to be kept once. A hidden block is a
//! copy when most runs of characters in it also stand in shown blocks that are kept; so a word more or less does not matter, nor does the
//! language. Runs are remembered as bits by their hash, a sample of them.

use super::set;
use crate::block::marks::{Span, spans};
use crate::block::{Arena, Verdict};
use crate::clean::Flags;
use alloc::boxed::Box;

/// Characters of a run; white space is none.
const RUN_CHARS: usize = 8;

/// Bits that runs are remembered in.
const BITS: usize = 1 << 15;

/// Of so many runs one is looked at, by its hash.
const SAMPLE: u32 = 4;

/// Bits set from which on too much is shown to tell copies by them.
const MOST_BITS: usize = BITS / 2;

/// Runs, of ten, that a copy shares with what is shown.
const COPIED_OF_TEN: u32 = 7;

/// Finds copies; has its memory from the start.
pub(super) struct Copies {
    bits: Box<[u64; BITS / 64]>,
}

impl Copies {
    pub(super) const HELD_BYTES: usize = BITS / 8;

    pub(super) fn new() -> Self {
        Self { bits: Box::new([0; BITS / 64]) }
    }

    /// Drops hidden blocks that were kept, if they are copies; gives their number.
    ///
    /// Cost: linear in the text that is kept; nothing where nothing hidden is.
    pub(super) fn drop_from(&mut self, arena: &mut Arena) -> usize {
        let is_kept = |arena: &Arena, index: usize, hidden: bool| {
            let record = arena.record(index);
            record.verdict == Verdict::Kept && record.has(Flags::HIDDEN) == hidden
        };
        if !(0..arena.len()).any(|index| is_kept(arena, index, true)) {
            return 0;
        }
        self.bits.fill(0);
        for index in (0..arena.len()).filter(|&index| is_kept(arena, index, false)) {
            runs(arena.text(arena.record(index)), |bit| self.bits[bit / 64] |= 1 << (bit % 64));
        }
        let set_bits: usize = self.bits.iter().map(|bits| bits.count_ones() as usize).sum();
        if set_bits > MOST_BITS {
            return 0;
        }
        let mut copies = 0;
        for index in 0..arena.len() {
            if !is_kept(arena, index, true) {
                continue;
            }
            let (mut shown, mut all) = (0_u32, 0_u32);
            runs(arena.text(arena.record(index)), |bit| {
                shown += u32::from(self.bits[bit / 64] >> (bit % 64) & 1 == 1);
                all += 1;
            });
            if all > 0 && shown * 10 >= all * COPIED_OF_TEN {
                set(arena, index, false);
                copies += 1;
            }
        }
        copies
    }
}

/// Gives the bits of the sampled runs of a text.
fn runs(text: &str, mut take: impl FnMut(usize)) {
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
        if hash % SAMPLE == 0 {
            take((hash / SAMPLE) as usize % BITS);
        }
    }
}
