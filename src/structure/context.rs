//! The context of a text: flags of the open elements, list and item, and names of its element.
//!
//! In: tags and their [`Class`]. Out: a [`Context`] and an [`ElementInfo`] of fixed size for each
//! open element, derived from those of its parent. Holds nothing on the heap.

use super::cell_layout::{Alignment, CellLayout};
use super::class_words::ClassWeight;
use super::flags::{Flags, StyleFlags};
use super::hints::Hints;
use super::kinds::NamedKind;
use super::marks::Marks;
use super::rules::{Class, flags_of};
use crate::hash::add_32;
use crate::html::TagId;

/// A list item: its number, and the number of its parent item modulo [`Item::PARENT_MODULUS`].
///
/// Numbers end at [`Item::MAX`]. Later items cycle through the upper half of the numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Item(u16);

impl Item {
    /// Bits of the number plus 1, so that 0 is "before the item 0". The upper bits are those of the
    /// parent item.
    const BITS: u32 = 14;
    const MASK: u16 = (1 << Self::BITS) - 1;

    /// The greatest item number.
    pub(crate) const MAX: u16 = Self::MASK - 1;

    /// Numbers of parent items are kept modulo this.
    pub(crate) const PARENT_MODULUS: u16 = 1 << (u16::BITS - Self::BITS);

    /// Before the first item of a list. `parent`: the item that began last in the enclosing list.
    pub(super) fn before_first(parent: Self) -> Self {
        Self((parent.number() % Self::PARENT_MODULUS) << Self::BITS).before(1)
    }

    /// Sets the number that the next item gets.
    #[must_use]
    pub(super) fn before(self, number: u16) -> Self {
        Self(self.0 & !Self::MASK | number.min(Self::MAX))
    }

    /// The next item of the list.
    #[must_use]
    pub(super) fn next(self) -> Self {
        let bits = self.0 & Self::MASK;
        Self(self.0 & !Self::MASK | if bits == Self::MASK { Self::MASK / 2 + 1 } else { bits + 1 })
    }

    /// The number of the item. Before an item, it is that item's number minus one, at least 0.
    pub(crate) fn number(self) -> u16 {
        (self.0 & Self::MASK).saturating_sub(1)
    }

    /// The number of the parent item, modulo [`Item::PARENT_MODULUS`].
    pub(crate) fn parent_number(self) -> u16 {
        self.0 >> Self::BITS
    }
}

/// What is noted of an element next to its tag. An unknown element, a `template` and a line-block
/// each have a note of their own; two bytes hold whichever it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ElementNote(u16);

impl ElementNote {
    /// Of an unknown element: a hash of its name.
    pub(super) fn of_name(hash: u16) -> Self {
        Self(hash)
    }

    /// Of a `template`: whether it is a shadow root.
    pub(super) fn of_template(is_shadow_root: bool) -> Self {
        Self(u16::from(is_shadow_root))
    }

    pub(super) fn is_shadow_root(self) -> bool {
        self.0 == 1
    }

    /// Flags of a line-block, in the lowest bits.
    const REJECTED: u16 = 1;
    const COPY: u16 = 1 << 1;
    const BYLINE: u16 = 1 << 2;
    const FORMULA: u16 = 1 << 3;

    /// Where the layout of a line-block's cell is. The spans, each less one, saturate at
    /// [`MAX_SPAN`](Self::MAX_SPAN).
    const ALIGNMENT_AT: u32 = 4;
    const COLUMNS_AT: u32 = 6;
    const ROWS_AT: u32 = 11;

    /// The greatest number of columns or rows that a line-block notes of its cell.
    pub(crate) const MAX_SPAN: u16 = 1 << (Self::ROWS_AT - Self::COLUMNS_AT);

    /// Of a line-block in such a cell: no flag is set.
    pub(crate) fn of_block(cell: CellLayout) -> Self {
        let less_one = |cells: u16| cells.clamp(1, Self::MAX_SPAN) - 1;
        Self(
            (cell.alignment as u16) << Self::ALIGNMENT_AT
                | less_one(cell.columns) << Self::COLUMNS_AT
                | less_one(cell.rows) << Self::ROWS_AT,
        )
    }

    fn has(self, flag: u16) -> bool {
        self.0 & flag != 0
    }

    /// Notes of a line-block whether the site model rejects it.
    pub(crate) fn set_rejected(&mut self, is_rejected: bool) {
        self.0 = self.0 & !Self::REJECTED | if is_rejected { Self::REJECTED } else { 0 };
    }

    pub(crate) fn is_rejected(self) -> bool {
        self.has(Self::REJECTED)
    }

    /// Notes of a line-block that it repeats another one.
    pub(crate) fn set_copy(&mut self) {
        self.0 |= Self::COPY;
    }

    pub(crate) fn is_copy(self) -> bool {
        self.has(Self::COPY)
    }

    /// Notes of a line-block that it names the author or the date.
    pub(crate) fn set_byline(&mut self) {
        self.0 |= Self::BYLINE;
    }

    pub(crate) fn is_byline(self) -> bool {
        self.has(Self::BYLINE)
    }

    /// Notes of a line-block that it is a formula.
    pub(crate) fn set_formula(&mut self) {
        self.0 |= Self::FORMULA;
    }

    pub(crate) fn is_formula(self) -> bool {
        self.has(Self::FORMULA)
    }

    /// The layout of the cell that a line-block is in.
    pub(crate) fn cell_layout(self) -> CellLayout {
        let cells = |at: u32| (self.0 >> at) % Self::MAX_SPAN + 1;
        CellLayout {
            columns: cells(Self::COLUMNS_AT),
            rows: cells(Self::ROWS_AT),
            alignment: Alignment::of_number(self.0 >> Self::ALIGNMENT_AT),
        }
    }
}

/// Placeholder for an element without a record.
pub(crate) const NO_ELEMENT: u32 = u32::MAX;

/// The context of a text: what its open elements make of it. Fixed size; children inherit it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Context {
    /// Tags of the innermost eight block-level elements, one byte each, the innermost lowest.
    pub(crate) path: u64,
    /// Record of the innermost block-level element, or [`NO_ELEMENT`] while it has none.
    pub(crate) element: u32,
    /// Number of open elements, including those that the full stack forgot. The forgotten ones no
    /// longer count once all others have ended.
    pub(crate) depth: u16,
    pub(crate) flags: Flags,
    /// The item that began last in the innermost list: the item of the text, if the text is in one.
    pub(crate) item: Item,
    pub(crate) list_depth: u8,
    /// Number of enclosing quotes in the low bits, at most [`Context::QUOTES`]. The bits above hold
    /// the cyclic number of the innermost quote.
    pub(crate) quote_depth: u8,
    /// What is noted of the innermost element, or of a line-block.
    pub(crate) note: ElementNote,
    /// Heading level `1` to `6`, or `0` outside of headings.
    pub(crate) heading: u8,
    /// Cyclic number of the innermost list; differs from that of the list before and after.
    pub(crate) list: u8,
}

impl Default for Context {
    /// The context outside of all elements.
    fn default() -> Self {
        Self {
            path: 0,
            element: NO_ELEMENT,
            depth: 0,
            flags: Flags::NONE,
            list: 0,
            item: Item::default(),
            note: ElementNote::default(),
            list_depth: 0,
            quote_depth: 0,
            heading: 0,
        }
    }
}

impl Context {
    /// Maximum number of nested quotes that are counted.
    pub(super) const QUOTES: u8 = 15;

    /// The context inside an element `tag` whose parent has this context.
    pub(super) fn child(&self, tag: TagId, class: Class) -> Self {
        let mut child = *self;
        child.depth = child.depth.saturating_add(1);
        child.flags.set(flags_of(tag));
        // Headings, questions, the summaries of `details` and header cells are often buttons. Any
        // other button is labelled with its action.
        let is_heading = tag == TagId::Button
            && (self.heading > 0 || matches!(self.tag(), TagId::Dt | TagId::Summary | TagId::Th));
        if class.has(Class::DROP) && !is_heading {
            child.flags.set(Flags::DROPPED);
        }
        let is_code_line = class.has(Class::BLOCK) && self.holds_code_line(tag);
        if class.has(Class::BLOCK) {
            // Lines of code look the same, whatever elements they are.
            let shown_as = if is_code_line { TagId::Div } else { tag };
            child.path = self.path << 8 | shown_as as u64;
            child.element = NO_ELEMENT;
        }
        match tag {
            _ if is_code_line => {}
            _ if tag.is_list() => {
                child.list_depth = child.list_depth.saturating_add(1);
                child.flags.unset(Flags::ORDERED);
                if tag == TagId::Ol {
                    child.flags.set(Flags::ORDERED);
                }
                child.item = Item::before_first(self.item);
            }
            TagId::Blockquote => {
                child.quote_depth = (child.quote_depth & Self::QUOTES).saturating_add(1).min(Self::QUOTES)
            }
            TagId::Table => child.flags.unset(Flags::HEADER_CELL),
            // A footer in a quote names its source; it is not the footer of the page (HTML
            // standard, 4.3.8).
            TagId::Footer if self.quotes().0 > 0 && !self.flags.has(Flags::FOOTER) => {
                child.flags.unset(Flags::FOOTER);
            }
            _ if class.has(Class::HEADING) => child.heading = tag as u8 - TagId::H1 as u8 + 1,
            _ => {}
        }
        child
    }

    /// Number of enclosing quotes, and the cyclic number of the innermost. The latter differs from
    /// that of the quote before and after.
    pub(crate) fn quotes(&self) -> (usize, u8) {
        (usize::from(self.quote_depth & Self::QUOTES), self.quote_depth & !Self::QUOTES)
    }

    /// The innermost block-level element; `Other` outside of all.
    pub(crate) fn tag(&self) -> TagId {
        TagId::from_byte(self.path as u8)
    }
}

/// What the names of the innermost open block-level element state. Some fields are about the
/// innermost element of any kind.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ElementInfo {
    /// Hash of the tags and classes of all open block-level elements.
    pub(crate) path_hash: u32,
    /// Hints in the class and id of the innermost block-level element.
    pub(crate) hints: Hints,
    /// Weights of the words of its names.
    pub(crate) class: ClassWeight,
    /// What its inline style, and for white space those of its ancestors, say.
    pub(crate) style: StyleFlags,
    /// The innermost open element of any kind hides itself.
    pub(super) hides_itself: bool,
    /// Its [`NamedKind`] by its names, whatever its tag.
    pub(super) part: NamedKind,
    /// What observers left on the innermost open element of any kind.
    pub(crate) marks: Marks,
}

impl ElementInfo {
    /// The info of an inline child: the same, except for the fields about elements of any kind.
    pub(super) fn inside(self) -> Self {
        Self { hides_itself: false, part: NamedKind::None, ..self }
    }

    /// The info of a child element `tag`.
    pub(super) fn child(self, tag: TagId, class: Class) -> Self {
        if !class.has(Class::BLOCK) {
            return self.inside();
        }
        let path_hash = add_32(self.path_hash, tag as u32).rotate_left(5);
        let style = self.style.inherited();
        Self { path_hash, style, marks: self.marks, ..Self::default() }
    }
}
