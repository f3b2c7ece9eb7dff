//! Pages that hide nearly all of their text until a script shows it.

use crate::block::Arena;
use crate::structure::Flags;

/// Hidden words, for each word that is shown, from which on a page is one that a script shows.
const HIDDEN_TO_SHOWN: u32 = 8;

/// Hidden words below which it is not: a notice or a menu.
const MIN_HIDDEN_WORDS: u32 = 100;

/// Takes what a whole page hides as shown, if it hides nearly all of its text; says whether it did.
/// That is so where a script is to show the page, and where it stands in `noscript`.
///
/// Cost: linear in the records that wait.
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
