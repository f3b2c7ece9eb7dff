//! Text, Markdown and HTML output.

mod inert;
mod render;
