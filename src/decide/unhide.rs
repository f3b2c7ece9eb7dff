//! Pages that hide nearly all of their text until a script shows it.

use crate::block::Arena;
use crate::structure::Flags;

/// Minimum number of hidden words per shown word on a page that a script shows.
const HIDDEN_TO_SHOWN: u32 = 8;

/// Minimum number of hidden words; fewer are a notice or a menu.
const MIN_HIDDEN_WORDS: u32 = 100;

/// Unhides all blocks of a page that hides nearly all of its text. Returns whether it did.
///
/// Such a page waits for a script to show it, or has its text in `noscript`.
///
/// Cost: linear in the pending records.
pub(crate) fn reveal(arena: &mut Arena) -> bool {
    let (mut shown, mut hidden) = (0_u32, 0_u32);
    for record in arena.records() {
        let words = if record.has(Flags::HIDDEN) { &mut hidden } else { &mut shown };
        *words = words.saturating_add(record.words());
    }
    let is_hidden = hidden >= MIN_HIDDEN_WORDS && hidden / HIDDEN_TO_SHOWN >= shown;
    if is_hidden {
        arena.records_mut().for_each(|record| record.context.flags.unset(Flags::HIDDEN));
        arena.nodes.reveal();
    }
    is_hidden
}
