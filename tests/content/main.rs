//! What comes out of a page: its text, code and formulas, what stands for a page without text, and
//! the golden pages.

mod cases;
mod code;
mod fallback;
mod formulas;
mod golden;
mod shown;
mod words_leaves;
