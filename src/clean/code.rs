//! Code as the tools that colour it write it: which elements are its lines, and which hold the numbers of its lines.

use super::context::{Context, Flags, is_list};
use super::{CleanSink, Cleaning};
use crate::token::{AttrId, Tag, TagId};

/// Names of elements that are a line of code each: those of Shiki and Chroma, of rehype-prism, of prism-react-renderer, of GitBook, and of Gatsby.
const LINES: [&str; 5] = ["line", "code-line", "token-line", "highlight-line", "gatsby-highlight-code-line"];

impl<S: CleanSink> Cleaning<'_, S> {
    /// An element begins: if it is a line of code, the line before ends, where nothing else ended it.
    #[inline]
    pub(super) fn begin_code_line(&mut self, tag: &Tag<'_>) {
        let context = self.stack.context();
        if !context.flags.has(Flags::PREFORMATTED) {
            return;
        }
        let is_item = is_item(tag.id) && context.has_as_code_line(tag.id);
        // Of lines in each other, the outermost is the line.
        let is_line = || matches!(tag.id, TagId::Span | TagId::Code) && has_name(tag, &LINES);
        if is_item || !self.in_code_line && is_line() {
            self.cleaner.in_code_line = true;
            self.sink.begin_code_line(is_item);
        }
    }
}

impl Context {
    /// Whether an element `tag` in this one is a line of code, or a group of lines: a division, or part of a list close inside of preformatted
    /// text. Not so further inside: where the end tag of a `pre` was lost, the rest of the page is in it.
    pub(super) fn has_as_code_line(&self, tag: TagId) -> bool {
        let is_code =
            |byte: u64| matches!(TagId::from_byte(byte as u8), TagId::Pre | TagId::Listing | TagId::Xmp);
        let is_in_line = || self.tag() == TagId::Div && is_code(self.path >> u8::BITS);
        self.flags.has(Flags::PREFORMATTED)
            && (tag == TagId::Div
                || is_list(tag) && is_code(self.path)
                || is_item(tag) && (is_code(self.path) || is_in_line()))
    }
}

/// Whether an element is part of a list.
pub(super) fn is_item(tag: TagId) -> bool {
    matches!(tag, TagId::Li | TagId::Dt | TagId::Dd)
}

/// Names of cells with the numbers of lines: those of Pygments, Chroma, Rouge, highlight.js, GitHub, Crayon, and cgit.
const NUMBER_CELLS: [&str; 8] = [
    "linenos",
    "lineno",
    "gutter",
    "rouge-gutter",
    "hljs-ln-numbers",
    "blob-num",
    "crayon-nums",
    "linenumbers",
];

/// Names of preformatted texts with the numbers of lines: those of Rouge and rustdoc.
const NUMBER_TEXTS: [&str; 2] = ["lineno", "src-line-numbers"];

/// Names of spans with the number of a line, in preformatted text: those of Pygments, Chroma, Prism, Torchlight, and react-syntax-highlighter.
const NUMBERS: [&str; 9] = [
    "linenos",
    "lineno",
    "lnt",
    "ln",
    "line-number",
    "line-numbers-rows",
    "line-num",
    "linenumber",
    "react-syntax-highlighter-line-number",
];

/// Whether an element holds numbers of lines of code.
#[inline]
pub(super) fn is_line_number(tag: &Tag<'_>, is_preformatted: bool) -> bool {
    match tag.id {
        TagId::Td => has_name(tag, &NUMBER_CELLS),
        TagId::Pre => has_name(tag, &NUMBER_TEXTS),
        // rehype-prism calls a line so that has its number by its style.
        TagId::Span if is_preformatted => has_name(tag, &NUMBERS) && !has_name(tag, &LINES),
        _ => false,
    }
}

/// Whether one of these is among the classes of an element.
fn has_name(tag: &Tag<'_>, names: &[&str]) -> bool {
    let class = tag.attributes.get(AttrId::Class).unwrap_or("");
    class.split_ascii_whitespace().any(|word| names.contains(&word))
}
