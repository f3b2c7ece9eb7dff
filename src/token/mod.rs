//! UTF-8 -> start tag, end tag, text.

mod entities;
mod entities_table;
