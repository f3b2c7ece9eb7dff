//! Names that highlighters give to lines of code, to their numbers, and to controls.
//!
//! In: a start tag. Out: what its class makes of it. Holds nothing.

use super::hidden;
use crate::html::{AttrId, Tag, TagId};

/// Whether a class name marks a line of code. Used by Shiki, Chroma, rehype-prism,
/// prism-react-renderer, GitBook and Gatsby.
pub(super) fn is_line_name(name: &str) -> bool {
    matches!(name, "line" | "code-line" | "token-line" | "highlight-line" | "gatsby-highlight-code-line")
}

/// Whether an element is a list item, a term or its description.
pub(super) fn is_item(tag: TagId) -> bool {
    matches!(tag, TagId::Li | TagId::Dt | TagId::Dd)
}

/// Whether a class name marks a table cell of line numbers. Used by Pygments, Chroma, Rouge,
/// highlight.js, GitHub, Crayon, cgit and Gitea.
fn marks_line_number_cell(name: &str) -> bool {
    matches!(name, "linenos" | "lineno" | "gutter" | "rouge-gutter" | "hljs-ln-numbers" | "blob-num")
        || matches!(name, "crayon-nums" | "linenumbers" | "lines-num")
}

/// Whether a class name marks a table cell of one line number, whose row is the line. Used by
/// GitHub, highlightjs-line-numbers and Gitea.
pub(super) fn marks_cell_of_one_number(name: &str) -> bool {
    matches!(name, "hljs-ln-numbers" | "blob-num" | "lines-num")
}

/// Whether an element is a list whose items are lines of code. Used by dp.SyntaxHighlighter, which
/// calls them `dp-c`, `dp-py` and so on, and by Prettify.
#[inline]
pub(super) fn is_list_of_lines(tag: &Tag<'_>) -> bool {
    tag.id.is_list() && has_name(tag, |name| name.starts_with("dp-") || name == "linenums")
}

/// Whether a class name marks a `pre` of line numbers. Used by Rouge and rustdoc.
fn marks_line_number_pre(name: &str) -> bool {
    matches!(name, "lineno" | "src-line-numbers")
}

/// Whether a class name marks a `span` in preformatted text as a line number. Used by Pygments,
/// Chroma, Prism, Torchlight, react-syntax-highlighter and LaTeXML.
fn marks_line_number_span(name: &str) -> bool {
    matches!(name, "linenos" | "lineno" | "lnt" | "ln" | "line-number" | "line-numbers-rows" | "line-num")
        || matches!(name, "linenumber" | "react-syntax-highlighter-line-number" | "ltx_tag_listingline")
}

/// Whether an element holds line numbers of code. What a reader cannot select in code, such as the
/// numbers of Chroma's inline styles, is not part of it.
#[inline]
pub(super) fn is_line_number(tag: &Tag<'_>, is_preformatted: bool) -> bool {
    match tag.id {
        TagId::Td => has_name(tag, marks_line_number_cell),
        TagId::Pre => has_name(tag, marks_line_number_pre),
        // rehype-prism gives this class to a line whose number is drawn by a style sheet.
        TagId::Span if is_preformatted => {
            has_name(tag, marks_line_number_span) && !has_name(tag, is_line_name)
                || hidden::is_unselectable(tag.attributes)
        }
        _ => false,
    }
}

/// Whether an element in preformatted text is a control that copies the code, and no part of it: by
/// its role, or by a class such as `copy-btn`.
#[inline]
pub(super) fn is_control(tag: &Tag<'_>) -> bool {
    matches!(tag.id, TagId::A | TagId::Div | TagId::Span | TagId::I)
        && (tag.attributes.get(AttrId::Role).is_some_and(|role| role.trim() == "button")
            || has_name(tag, is_of_copy))
}

/// Whether a class name means a control that copies.
fn is_of_copy(name: &str) -> bool {
    let is_copy = |part: &str| {
        matches!(part, "copy" | "copied" | "clipboard" | "copybtn" | "copybutton" | "copycode" | "zclip")
    };
    let is_end = |part: &str| is_copy(part) || matches!(part, "btn" | "button" | "icon" | "code");
    let parts = || name.split(['-', '_']);
    parts().any(is_copy) && parts().next_back().is_some_and(is_end)
}

/// Whether one of the classes of an element satisfies `is_such`.
pub(super) fn has_name(tag: &Tag<'_>, is_such: impl Fn(&str) -> bool) -> bool {
    let class = tag.attributes.get(AttrId::Class).unwrap_or("");
    class.split_ascii_whitespace().any(is_such)
}
