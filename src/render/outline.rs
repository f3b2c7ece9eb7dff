//! The outline of the kept blocks: the lists and quotes of each block, and its relation to the last
//! block.
//!
//! Holds the open lists and quotes, at most [`CONTAINERS`]. Deeper ones are merged into the deepest
//! one held.

mod target;

use super::container::DEPTH;
pub(super) use super::container::{Container, List, ListKind};
use crate::block::enumerator::is_enumerator;
use crate::block::marks::{shown, task};
use crate::block::notes::Label;
use crate::block::{Cell, Record};
use crate::structure::{Break, Flags, Item};
use target::Target;

/// Maximum number of lists and quotes open at one time.
pub(super) const CONTAINERS: usize = 2 * DEPTH;

/// Shape of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BlockShape {
    Paragraph,
    /// Level, `1` to `6`.
    Heading(u8),
    Preformatted,
    /// A cell of a data table, or a part of one.
    Cell(Cell),
}

/// Relation of a block to the last one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Separator {
    /// It is the rest of a block that was cut.
    Cut,
    /// It continues the same preformatted text after an empty line.
    Preformatted,
    /// It is the text of a point, in the cell after the number or bullet of that point.
    Point,
    /// It is in the same cell of a data table.
    Cell,
    /// It is in another cell of the same row, this many columns further.
    Row(u8),
    /// It is in another row of the same table.
    Table,
    /// It is a block of its own.
    Block,
}

impl Separator {
    /// The part of a block's text that is written. Empty lines at the start of preformatted text
    /// are kept only if they separate it from the part before.
    pub(super) fn written(self, text: &str) -> &str {
        match self {
            Self::Cut | Self::Preformatted => text,
            Self::Point | Self::Cell | Self::Row(_) | Self::Table | Self::Block => {
                text.trim_start_matches('\n')
            }
        }
    }
}

/// Space between a block and the last one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spacing {
    /// None: it is the first block of the page.
    Nothing,
    /// A line end, as between the items of a list.
    Line,
    /// A blank line.
    Blank,
}

/// A change of lists, items and quotes between two blocks, reported in output order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Change<'a> {
    Open(&'a Container),
    /// An item of a list begins. For the first item, this comes after the list is opened. `jumps`:
    /// its number does not follow that of the item before.
    OpenItem {
        list: &'a List,
        jumps: bool,
    },
    /// An item of a list ends. For the last item, this comes before the list is closed.
    CloseItem(&'a List),
    Close(&'a Container),
}

/// The outline of the blocks kept so far.
#[derive(Default)]
pub(super) struct Outline {
    containers: [Option<Container>; CONTAINERS],
    len: usize,
    /// Number of lists among the containers.
    lists: usize,
    last: Option<BlockShape>,
    /// The cell of a layout table that the last block is in, if that is the number or bullet of a
    /// point.
    label: Option<Cell>,
    /// The list closed last, if nothing was written after it.
    closed: Option<List>,
    /// The note that encloses the lists and quotes; only in Markdown.
    pub(super) note: Option<OpenNote>,
}

/// A note being written.
#[derive(Clone, Copy, Debug)]
pub(super) struct OpenNote {
    pub(super) number: u16,
    pub(super) label: Label,
    /// Lists that enclose the note in the page.
    pub(super) lists: u8,
    /// Nothing of it was written yet.
    pub(super) is_unwritten: bool,
}

/// The shape of a block.
pub(super) fn shape(record: &Record) -> BlockShape {
    if let Some(cell) = record.data_cell() {
        let columns = cell.columns.max(1);
        BlockShape::Cell(Cell { columns, column: cell.slot().clamp(1, columns), ..cell })
    } else if record.has(Flags::PREFORMATTED) {
        BlockShape::Preformatted
    } else if record.context.heading > 0 {
        BlockShape::Heading(record.context.heading.min(6))
    } else {
        BlockShape::Paragraph
    }
}

/// Whether a text is the number or the bullet of a point.
fn is_label(text: &str) -> bool {
    let mut signs = shown(text).filter(|c| !c.is_whitespace());
    let mut is_bullet =
        || matches!((signs.next(), signs.next()), (Some('•' | '●' | '○' | '▪' | '■' | '–'), None));
    is_enumerator(shown(text)) || is_bullet()
}

impl Outline {
    pub(super) fn reset(&mut self) {
        *self = Self::default();
    }

    /// The shape of the last block; `None` before the first.
    pub(super) fn last(&self) -> Option<BlockShape> {
        self.last
    }

    /// Open lists and quotes, the outermost first.
    pub(super) fn containers(&self) -> impl DoubleEndedIterator<Item = &Container> {
        self.containers[..self.len].iter().flatten()
    }

    /// The item that the next block begins, by its list.
    pub(super) fn fresh_item(&self) -> Option<&List> {
        match self.containers().next_back() {
            Some(Container::List(list)) if list.is_item_unwritten => Some(list),
            _ => None,
        }
    }

    /// Whether the task is done that the next block begins, if it begins one.
    pub(super) fn fresh_task(&self, text: &str) -> Option<bool> {
        self.fresh_item().filter(|list| list.kind != ListKind::Definitions).and_then(|_| task(text))
    }

    /// Marks the open items as begun, after a part of each was written.
    pub(super) fn items_written(&mut self) {
        if let Some(note) = &mut self.note {
            note.is_unwritten = false;
        }
        for container in self.containers[..self.len].iter_mut().flatten() {
            if let Container::List(list) = container {
                list.is_item_unwritten = false;
            }
        }
    }

    /// Whether a rule is written between two blocks: outside of lists and quotes. Called between
    /// the end of the last ones and the begin of the next.
    pub(super) fn takes_rule(&self, between: Break) -> bool {
        between == Break::Rule && self.len == 0 && self.note.is_none()
    }

    /// The relation of a block to the last one. Lists, quotes and shape differ from those of the
    /// last block only for [`Separator::Block`].
    pub(super) fn joint(&mut self, record: &Record, between: Break, text: &str) -> Separator {
        let shape = shape(record);
        let is_label = record.cell.row() > 0 && shape == BlockShape::Paragraph && is_label(text);
        let label = core::mem::replace(&mut self.label, is_label.then_some(record.cell));
        let Some(last) = self.last else { return Separator::Block };
        if between == Break::None {
            return Separator::Cut;
        }
        match (last, shape) {
            (BlockShape::Preformatted, BlockShape::Preformatted) if between <= Break::Blank => {
                Separator::Preformatted
            }
            (_, BlockShape::Paragraph) if label.is_some_and(|label| record.cell.is_next_to(label)) => {
                Separator::Point
            }
            (BlockShape::Cell(last), BlockShape::Cell(cell)) if cell.is_in_table_of(last) => {
                // The first block of a table determines its number of columns.
                let column = cell.column.min(last.columns);
                let (column, joint) = match column.checked_sub(last.column) {
                    _ if last.row() != cell.row() => (column, Separator::Table),
                    Some(columns @ 1..) => (column, Separator::Row(columns)),
                    _ => (last.column, Separator::Cell),
                };
                self.last = Some(BlockShape::Cell(Cell { column, columns: last.columns, ..cell }));
                joint
            }
            _ => Separator::Block,
        }
    }

    /// Closes the lists and quotes that do not enclose the block, the innermost first.
    pub(super) fn close_containers(
        &mut self,
        record: &Record,
        changed: &mut dyn FnMut(Change<'_>),
    ) -> Spacing {
        if self.is_outside(record) {
            return if self.last.is_none() { Spacing::Nothing } else { Spacing::Blank };
        }
        let target = Target::of(record);
        while self.lists > target.lists
            || self.quotes() > target.quotes
            || self.is_in_other_list(&target)
            || self.is_in_other_quote(&target)
        {
            self.pop(changed);
        }
        if self.other_item(&target).is_some() {
            while self.len > 0 && !self.containers[self.len - 1].as_ref().is_some_and(is_list) {
                self.pop(changed);
            }
            if let Some(list) = self.innermost_list() {
                changed(Change::CloseItem(list));
            }
        }
        if self.last.is_none() {
            return Spacing::Nothing;
        }
        let is_short = self.innermost_list().is_some_and(|list| list.is_shown && !list.has_long_item);
        let is_next = self.other_item(&target).is_some();
        let opens_list = target.lists == self.lists + 1 && target.quotes == self.quotes();
        // A list inside an item begins on the next line. An ordered list that does not begin with 1
        // needs a blank line (CommonMark 0.31, section 5.3).
        let is_inner = opens_list
            && self.closed.is_none()
            && target.item.is_some_and(|(_, item)| target.kind != ListKind::Ordered || item == 1);
        if is_short && (is_next || is_inner) { Spacing::Line } else { Spacing::Blank }
    }

    /// Opens the lists, items and quotes that enclose the block, the outermost first.
    pub(super) fn open_containers(&mut self, record: &Record, changed: &mut dyn FnMut(Change<'_>)) {
        let shape = shape(record);
        if self.is_outside(record) {
            self.closed = None;
            self.last = Some(shape);
            return;
        }
        let target = Target::of(record);
        let next = self.other_item(&target);
        let mut is_new = next.is_some();
        if let Some((item, is_term)) = next
            && let Some(Container::List(list)) =
                self.len.checked_sub(1).and_then(|at| self.containers[at].as_mut())
        {
            self.closed = None;
            let has_term = list.has_term || is_term;
            let jumps = list.item.checked_add(1) != Some(item);
            *list = List { item, is_term, has_term, is_item_unwritten: true, has_long_item: false, ..*list };
            changed(Change::OpenItem { list, jumps });
        }
        while self.len < CONTAINERS {
            let (lists, quotes) = (self.lists, self.quotes());
            let Some(container) = target.next(lists, quotes) else { break };
            let container = match container {
                Container::List(list) => {
                    is_new |= list.is_shown;
                    let needs_other_marker = self.closed.is_some_and(|closed| {
                        let is_ordered = |list: &List| list.kind == ListKind::Ordered;
                        is_ordered(&closed) == is_ordered(&list) && !closed.needs_other_marker
                    });
                    Container::List(List { needs_other_marker, ..list })
                }
                quote => quote,
            };
            if is_shown(&container) {
                self.closed = None;
            }
            self.containers[self.len] = Some(container);
            self.len += 1;
            self.lists += usize::from(is_list(&container));
            changed(Change::Open(&container));
            if let Container::List(list) = &container
                && list.is_shown
            {
                changed(Change::OpenItem { list, jumps: false });
            }
        }
        self.closed = None;
        if let Some(list) = self.innermost_list_mut() {
            list.has_long_item |= !is_new || shape != BlockShape::Paragraph;
        }
        self.last = Some(shape);
    }

    /// Whether the block is in no list and no quote, and none is open. True for most blocks.
    fn is_outside(&self, record: &Record) -> bool {
        self.len == 0 && record.context.list_depth == 0 && record.context.quote_depth == 0
    }

    /// Closes all lists and quotes, at the end of the page.
    pub(super) fn close_all(&mut self, changed: &mut dyn FnMut(Change<'_>)) {
        while self.len > 0 {
            self.pop(changed);
        }
    }

    fn pop(&mut self, changed: &mut dyn FnMut(Change<'_>)) {
        let Some(at) = self.len.checked_sub(1) else { return };
        self.len = at;
        let Some(container) = self.containers[at].take() else { return };
        self.lists -= usize::from(is_list(&container));
        match container {
            Container::List(list) if list.is_shown => {
                self.closed = Some(list);
                changed(Change::CloseItem(&list));
            }
            Container::List(_) => {}
            Container::Quote(_) => self.closed = None,
        }
        changed(Change::Close(&container));
    }

    fn quotes(&self) -> usize {
        self.len - self.lists
    }

    fn innermost_list(&self) -> Option<&List> {
        self.containers().rev().find_map(|container| match container {
            Container::List(list) => Some(list),
            Container::Quote(_) => None,
        })
    }

    fn innermost_list_mut(&mut self) -> Option<&mut List> {
        self.containers[..self.len].iter_mut().flatten().rev().find_map(|container| match container {
            Container::List(list) => Some(list),
            Container::Quote(_) => None,
        })
    }

    /// Whether the right number of lists is open, but the innermost is another list. It is if its
    /// number differs, or if its open item has a higher number than the block's item.
    fn is_in_other_list(&self, target: &Target) -> bool {
        let (Some((number, item)), Some(list)) = (target.item, self.innermost_list()) else { return false };
        let is_round = item >= Item::MAX / 2;
        let is_right = list.is_shown && list.number == number && (item >= list.item || is_round);
        self.lists == target.lists && !is_right
    }

    /// Whether the right number of quotes is open, but the innermost is another quote.
    fn is_in_other_quote(&self, target: &Target) -> bool {
        let open = self.containers().rev().find_map(|container| match container {
            Container::Quote(quote) => Some(*quote),
            Container::List(_) => None,
        });
        let (Some(Some(open)), Some(quote)) = (open, target.quote) else { return false };
        self.quotes() == target.quotes && open != quote
    }

    /// The item to open: its number, and whether it is a term. `None` unless the innermost open
    /// list is the innermost list of the block or the list of its parent item, with another item
    /// open.
    fn other_item(&self, target: &Target) -> Option<(u16, bool)> {
        let list = self.innermost_list()?;
        if let Some((number, item)) = target.item
            && self.lists == target.lists
        {
            return (list.number == number && list.item != item).then_some((item, target.is_term));
        }
        let parent = target.parent_item?;
        let further = parent.number.wrapping_sub(list.item) % Item::PARENT_MODULUS;
        let is_further = self.lists == parent.lists && list.is_shown && further > 0;
        is_further.then(|| (item_after(list.item, further), parent.is_term))
    }
}

/// The number of the item that is `further` after `item`.
///
/// Numbers that end go on in the middle. So items next to each other have different numbers, which
/// are right modulo [`Item::PARENT_MODULUS`].
fn item_after(item: u16, further: u16) -> u16 {
    item.checked_add(further).unwrap_or_else(|| item.wrapping_add(further) | 1 << (u16::BITS - 1))
}

fn is_list(container: &Container) -> bool {
    matches!(container, Container::List(_))
}

fn is_shown(container: &Container) -> bool {
    !matches!(container, Container::List(list) if !list.is_shown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_items_go_on_in_the_middle() {
        assert_eq!(item_after(7, 3), 10);
        assert_eq!(item_after(u16::MAX - 3, 3), u16::MAX);
        for further in 1..Item::PARENT_MODULUS {
            let item = item_after(u16::MAX, further);
            assert_eq!(item, (1 << 15) + further - 1);
            assert_eq!(item.wrapping_sub(u16::MAX) % Item::PARENT_MODULUS, further);
        }
    }
}
