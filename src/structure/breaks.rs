//! What separates two texts, and the inline marks around them.

/// How strongly two texts are separated, weakest first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub(crate) enum Break {
    /// No separation: one line-block that had to be cut.
    #[default]
    None,
    /// `br`, or a line end in preformatted text.
    Line,
    /// An empty line.
    Blank,
    /// The next cell of a table row.
    Cell,
    /// The next row of a table.
    Row,
    /// The next item of a list.
    Item,
    /// A block-level element begins or ends.
    Block,
    /// A thematic break: `hr`.
    Rule,
}

/// Inline elements that the output formats render.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
    Emphasis,
    Strong,
    Code,
    Link,
    /// A link to a place on the page, which may be a note.
    Reference,
    Superscript,
    Subscript,
    /// Struck out: no longer valid.
    Deleted,
    /// A formula in TeX.
    Formula,
    /// A note in the text, right after its label.
    Note,
}
