//! Text, Markdown and HTML as they are written.

mod inert;
mod render;
