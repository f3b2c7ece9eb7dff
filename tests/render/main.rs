//! Text, Markdown and HTML output.

mod inert;
mod render;
mod round_trip;
