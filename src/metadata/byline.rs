//! The author, as the page's text names him.

use super::candidate::{append_folded, is_nobody};
use crate::structure;
use alloc::string::String;

/// Bytes of an author's name; what is longer is none.
pub(super) const BYLINE_BYTES: usize = 128;

/// Bylines behind the first, at most, of a page that has one author, or a few: of 1497 pages of
/// wcxb, the six that have more and no other word of their author are lists.
const MAX_OTHERS: u8 = 3;

/// Signs that show nothing.
const UNSEEN: [char; 3] = ['\u{AD}', '\u{200B}', '\u{FEFF}'];

/// The first text that names the author. Holds [`BYLINE_BYTES`].
pub(super) struct BylineState {
    text: String,
    /// How exactly it says so.
    claims: structure::BylineState,
    /// It is too long.
    is_cut: bool,
    /// Others that claims it as exactly, behind it.
    others: u8,
    /// A class or an address says it alone.
    is_called: bool,
}

impl BylineState {
    pub(super) fn new() -> Self {
        Self {
            text: String::with_capacity(BYLINE_BYTES),
            claims: structure::BylineState::Outside,
            is_cut: false,
            others: 0,
            is_called: false,
        }
    }

    pub(super) fn clear(&mut self) {
        (self.others, self.is_called) = (0, false);
        self.begin_with(structure::BylineState::Outside);
    }

    fn begin_with(&mut self, claims: structure::BylineState) {
        self.text.clear();
        (self.claims, self.is_cut) = (claims, false);
    }

    /// An element begins that says it so exactly; `false` if it is not asked for: one that claims
    /// it before, or in the same byline as exactly, counts.
    pub(super) fn begin(&mut self, claims: structure::BylineState) -> bool {
        let is_called = claims == structure::BylineState::Called;
        if !is_called && !matches!(claims, structure::BylineState::Whole | structure::BylineState::Author) {
            return self.claims < claims;
        }
        if self.first().is_empty() || self.is_called && !is_called {
            self.begin_with(claims);
            (self.others, self.is_called) = (0, is_called);
            return true;
        }
        if self.is_called == is_called {
            self.others = self.others.saturating_add(1);
        }
        false
    }

    /// Whether another one that a class or an address calls so changes anything.
    #[inline]
    pub(super) fn wants_called(&self) -> bool {
        (self.claims == structure::BylineState::Outside || self.is_called) && self.others <= MAX_OTHERS
    }

    /// Text that says it so exactly, or white space between its words.
    pub(super) fn push(&mut self, claims: structure::BylineState, text: &str) {
        if claims > self.claims && !text.trim().is_empty() {
            self.begin_with(claims);
        }
        if claims == self.claims && !self.is_cut {
            let pieces = text.split(UNSEEN);
            for piece in pieces {
                self.is_cut |= !append_folded(&mut self.text, piece, BYLINE_BYTES);
            }
        }
    }

    /// The name; empty for none, and where a page is a list of texts that each have an author.
    pub(super) fn name(&self) -> &str {
        if self.others > MAX_OTHERS { "" } else { self.first() }
    }

    /// The first name; empty for none. What is [nobody](is_nobody) is none, nor is what has no
    /// letter.
    fn first(&self) -> &str {
        let name = self.text.trim_end();
        let is_name = !self.is_cut && !is_nobody(name) && name.contains(char::is_alphanumeric);
        if is_name { name } else { "" }
    }
}
