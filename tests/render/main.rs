//! Text, Markdown and HTML output.

mod images;
mod inert;
mod notes;
mod render;
mod round_trip;
mod tables;
