//! How `trommel explain` shows a page: in the terminal, or in the browser.

pub(crate) mod open;
pub(crate) mod terminal;
