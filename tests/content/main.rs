//! Tests of the output for a page: text, code and formulas, the fallbacks for a page without text,
//! posts, and the
//! golden pages.

mod areas;
mod cases;
mod chunks;
mod code;
mod fallback;
mod formulas;
mod golden;
mod posts;
mod roles;
mod shown;
mod words_leaves;
