//! Author of the page, as its text names them.
//!
//! In: elements that mark the author, each with its [`structure::BylineState`], and their text.
//! Out: one name. Held: [`BYLINE_BYTES`].

use super::candidate::{append_folded, is_placeholder};
use crate::structure;
use alloc::string::String;

/// Maximum bytes of an author's name; a longer text is no name.
pub(super) const BYLINE_BYTES: usize = 128;

/// Maximum further bylines on a page with one author or a few. A page with more is a list of texts
/// by several authors.
const MAX_FURTHER_BYLINES: u8 = 3;

/// Invisible characters, which are left out of names.
const UNSEEN: [char; 3] = ['\u{AD}', '\u{200B}', '\u{FEFF}'];

/// The first text that names the author. Holds [`BYLINE_BYTES`].
pub(super) struct BylineState {
    text: String,
    /// State of the element that the text comes from; a greater one is more exact.
    claims: structure::BylineState,
    /// The text is too long.
    is_cut: bool,
    /// Number of later elements that name an author equally exactly.
    others: u8,
    /// Only a class or an address marks the text as the author's name.
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

    /// An element with this state begins; returns whether its text is wanted. It is not wanted if
    /// an earlier element already names the author, or an equally exact one in the same byline.
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

    /// Whether another author who is marked only by a class or an address changes the result.
    #[inline]
    pub(super) fn wants_authors_by_class(&self) -> bool {
        (self.claims == structure::BylineState::Outside || self.is_called)
            && self.others <= MAX_FURTHER_BYLINES
    }

    /// Adds text of an element with this state, or white space between its words.
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

    /// The author's name; empty if unknown, or if the page is a list of texts by several authors.
    pub(super) fn name(&self) -> &str {
        if self.others > MAX_FURTHER_BYLINES { "" } else { self.first() }
    }

    /// The first name; empty if there is none. A text without letters and digits is no name, nor is
    /// a name that [stands for nobody](is_nobody).
    fn first(&self) -> &str {
        let name = self.text.trim_end();
        let is_name = !self.is_cut && !is_placeholder(name) && name.contains(char::is_alphanumeric);
        if is_name { name } else { "" }
    }
}
