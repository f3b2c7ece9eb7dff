//! Lines of code as syntax highlighters write them, and elements that hold line numbers.
//!
//! In: start tags and the context they stand in. Out: line starts for the sink, and whether an
//! element holds line numbers. Holds nothing.

use super::context::{Context, Flags};
use super::element_part::NamedKind;
use super::{StructureSink, TrackedSink, hidden};
use crate::html::{AttrId, Tag, TagId};

/// Whether a class name marks a line of code. Used by Shiki, Chroma, rehype-prism,
/// prism-react-renderer, GitBook and Gatsby.
fn is_line_name(name: &str) -> bool {
    matches!(name, "line" | "code-line" | "token-line" | "highlight-line" | "gatsby-highlight-code-line")
}

impl<S: StructureSink> TrackedSink<'_, S> {
    /// An element begins in the context `parent`. If it is a line of code, the line before it ends,
    /// unless something else ended it. `part`: the kind of the element by its names.
    #[inline]
    pub(super) fn begin_code_line(&mut self, tag: &Tag<'_>, part: NamedKind, parent: &Context) {
        if part == NamedKind::Line {
            self.sink.begin_code_line(false);
        } else if part == NamedKind::LineCell {
            self.begin_line_cell(tag);
        } else if parent.flags.has(Flags::PREFORMATTED)
            && (matches!(tag.id, TagId::Span | TagId::Code) || is_item(tag.id))
        {
            let item_is_line = is_item(tag.id) && parent.has_as_code_line(tag.id);
            self.begin_line_in_code(tag, item_is_line);
        }
    }

    /// A cell of a row that is a line of code begins. White space before it is not part of the line.
    #[cold]
    fn begin_line_cell(&mut self, tag: &Tag<'_>) {
        if !is_line_number(tag, true) {
            self.sink.begin_code_line(true);
        }
    }

    /// A cell of line numbers begins: says what the row is, and what its table is.
    ///
    /// A cell that holds one number is in a row for each line.
    #[cold]
    pub(super) fn begin_line_numbers(&mut self, tag: &Tag<'_>) {
        if self.stack.top_tag() != TagId::Tr || self.stack.names().part != NamedKind::None {
            return;
        }
        let is_of_one = has_name(tag, marks_cell_of_one_number);
        let (row, groups) = match is_of_one {
            true => (NamedKind::LineRow, NamedKind::LineTable),
            false => (NamedKind::GutterRow, NamedKind::None),
        };
        self.tracker.stack.set_parts(row, groups);
        if is_of_one && !self.stack.context().flags.has(Flags::PREFORMATTED) {
            // No other element begins the code.
            self.sink.language(None, true);
        }
    }

    /// Whether an element is a list of line numbers: it comes right after the code of a `pre`.
    #[inline]
    pub(super) fn is_list_of_line_numbers(&self, tag: &Tag<'_>) -> bool {
        tag.id.is_list() && self.follows_end_of_code(tag)
    }

    /// Takes text that stands directly in a line of a listing, without what is only in its source:
    /// line ends, and the no-break space with which Doxygen parts the line from its number. Returns
    /// whether it did.
    #[cold]
    pub(super) fn text_of_line(&mut self, text: &str, offset: u64) -> bool {
        const SEPARATOR: char = '\u{A0}';
        const END_TAG_BYTES: u64 = "</span>".len() as u64;
        let ended_at = core::mem::take(&mut self.tracker.line_number_ended_at);
        let is_after_number = ended_at > 0 && offset == ended_at + END_TAG_BYTES;
        let separator = Some(SEPARATOR).filter(|sign| is_after_number && text.starts_with(*sign));
        if separator.is_none() && !text.as_bytes().contains(&b'\n') {
            return false;
        }
        let mut at = separator.map_or(0, char::len_utf8);
        for line in text[at..].split('\n') {
            if !line.is_empty() {
                self.shown(line, offset + at as u64);
            }
            at += line.len() + 1;
        }
        true
    }

    /// Begins a line in preformatted text, where a list item may be a line.
    fn begin_line_in_code(&mut self, tag: &Tag<'_>, item_is_line: bool) {
        // Of nested lines, the outermost is the line.
        let is_named_so = || !is_item(tag.id) && has_name(tag, is_line_name);
        if item_is_line || !self.in_code_line && (is_named_so() || self.follows_code(tag)) {
            self.tracker.in_code_line = true;
            self.sink.begin_code_line(item_is_line);
        }
    }

    /// Whether an element is a `code` directly in a `pre` and right after another one. Each is a
    /// line then.
    fn follows_code(&self, tag: &Tag<'_>) -> bool {
        tag.id == TagId::Code && self.follows_end_of_code(tag)
    }

    /// Whether an element begins directly in a `pre`, right after the end tag of a `code`.
    fn follows_end_of_code(&self, tag: &Tag<'_>) -> bool {
        const END_TAG_BYTES: u64 = "</code>".len() as u64;
        self.code_ended_at > 0
            && tag.offset == self.code_ended_at + END_TAG_BYTES
            && self.stack.top_tag() == TagId::Pre
    }

    /// A line of code begins or ends. Where an item begins,
    /// [`begin_code_line`](Self::begin_code_line) follows.
    #[cold]
    pub(super) fn part_code(&mut self, id: TagId) {
        if is_item(id) {
            self.sink.word_break();
        } else {
            self.sink.begin_line();
        }
    }
}

impl Context {
    /// Whether an element `tag` in this context is a line of code or a group of lines.
    ///
    /// These are `div`s, lists and items directly inside of a preformatted element, and items in a
    /// `div` there. Deeper lists and items are not: where the end tag of a `pre` was lost, the rest
    /// of the page is in it.
    #[inline]
    pub(super) fn has_as_code_line(&self, tag: TagId) -> bool {
        self.flags.has(Flags::PREFORMATTED) && self.is_line_in_code(tag)
    }

    /// The test of [`has_as_code_line`](Self::has_as_code_line) for preformatted text.
    fn is_line_in_code(&self, tag: TagId) -> bool {
        let is_code =
            |byte: u64| matches!(TagId::from_byte(byte as u8), TagId::Pre | TagId::Listing | TagId::Xmp);
        let is_in_line = || self.tag() == TagId::Div && is_code(self.path >> u8::BITS);
        tag == TagId::Div
            || tag.is_list() && is_code(self.path)
            || is_item(tag) && (is_code(self.path) || is_in_line())
    }
}

/// Whether an element is a list item, a term or its description.
fn is_item(tag: TagId) -> bool {
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
fn marks_cell_of_one_number(name: &str) -> bool {
    matches!(name, "hljs-ln-numbers" | "blob-num" | "lines-num")
}

/// Whether an element is a list whose items are lines of code. Used by dp.SyntaxHighlighter, which
/// calls them `dp-c`, `dp-py` and so on.
#[inline]
pub(super) fn is_list_of_lines(tag: &Tag<'_>) -> bool {
    tag.id == TagId::Ol && has_name(tag, |name| name.starts_with("dp-"))
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
/// numbers of Chroma's inline styles, is no part of it.
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
fn has_name(tag: &Tag<'_>, is_such: impl Fn(&str) -> bool) -> bool {
    let class = tag.attributes.get(AttrId::Class).unwrap_or("");
    class.split_ascii_whitespace().any(is_such)
}
