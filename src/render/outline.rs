//! Where each kept block stands in the outline of what is kept: its lists and quotes, and how it
//! follows the last block.
//!
//! Holds the open lists and quotes, at most [`CONTAINERS`]; deeper ones are one with the deepest
//! that is held.

use crate::block::{Cell, Record};
use crate::html::TagId;
use crate::structure::{Break, Flags, Item};

/// Nested lists, and nested quotes, that are told apart.
const DEPTH: usize = 8;

/// Lists and quotes that are open at one time.
pub(super) const CONTAINERS: usize = 2 * DEPTH;

/// What a list is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum ListKind {
    #[default]
    Unordered,
    Ordered,
    /// `dl`: its items are terms and definitions.
    Definitions,
}

/// An open list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct List {
    pub(super) kind: ListKind,
    /// Number of the item that is open.
    pub(super) item: u16,
    /// The item is a term of a list of definitions.
    pub(super) is_term: bool,
    /// A term of it was kept.
    pub(super) has_term: bool,
    /// An item of it was kept. Else only a list inside it was, and it is not there.
    pub(super) is_shown: bool,
    /// Nothing of the open item was written yet.
    pub(super) is_fresh: bool,
    /// It follows another list at once, and should look different.
    pub(super) is_second: bool,
    /// The open item has more than a line, so that a blank line parts it from the next.
    is_long: bool,
    number: u8,
}

/// An open list or quote.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Container {
    /// Tells it from the one before and the one after, if that is known.
    Quote(Option<u8>),
    List(List),
}

/// What a block is by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BlockShape {
    Paragraph,
    /// Level, `1` to `6`.
    Heading(u8),
    Preformatted,
    /// Part of a cell of a data table.
    Cell(Cell),
}

/// How a block follows the last one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Separator {
    /// It is the rest of a block that was cut.
    Cut,
    /// It goes on in the same preformatted text behind an empty line.
    Preformatted,
    /// It is in the same cell of a data table.
    Cell,
    /// It is in another cell of the same row, so many columns on.
    Row(u8),
    /// It is in another row of the same table.
    Table,
    /// It stands by itself.
    Block,
}

impl Separator {
    /// What is written of a block's text: the empty lines that a part of a preformatted text begins
    /// with part it from the one before.
    pub(super) fn written(self, text: &str) -> &str {
        match self {
            Self::Cut | Self::Preformatted => text,
            Self::Cell | Self::Row(_) | Self::Table | Self::Block => text.trim_start_matches('\n'),
        }
    }
}

/// How far apart a block is from the last one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spacing {
    /// It is the first of the page.
    Nothing,
    /// A line end: the items of a list are close blend.
    Line,
    /// A blank line.
    Blank,
}

/// What changes between two blocks, in the order in which it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Change<'a> {
    Open(&'a Container),
    /// An item of a list begins; so does the first one, behind the list. Its number jumps where it
    /// is not the one behind that of the item before.
    OpenItem {
        list: &'a List,
        jumps: bool,
    },
    /// An item of a list ends; so does the last one, before the list.
    CloseItem(&'a List),
    Close(&'a Container),
}

/// The lists and quotes that a block is in.
#[derive(Clone, Copy)]
struct Target {
    lists: usize,
    quotes: usize,
    /// Tells the innermost quote from the one before and the one after, if that is known.
    quote: Option<u8>,
    /// Number of the innermost list and of its item; nothing if that list is inside a cell.
    item: Option<(u8, u16)>,
    /// The item that this list is in: how many lists are around it, its number modulo
    /// [`Item::AROUND`], and whether it is a term.
    around: Option<(usize, u16, bool)>,
    kind: ListKind,
    is_term: bool,
    /// Block-level elements around, the innermost first.
    path: [u8; 8],
}

/// The outline of what was kept so far.
#[derive(Default)]
pub(super) struct Outline {
    containers: [Option<Container>; CONTAINERS],
    len: usize,
    /// How many of them are lists.
    lists: usize,
    last: Option<BlockShape>,
    /// The list closed last, if nothing came after.
    closed: Option<List>,
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

impl Outline {
    pub(super) fn reset(&mut self) {
        *self = Self::default();
    }

    /// The shape of the last block; nothing before the first.
    pub(super) fn last(&self) -> Option<BlockShape> {
        self.last
    }

    /// Open lists and quotes, the outermost first.
    pub(super) fn containers(&self) -> impl DoubleEndedIterator<Item = &Container> {
        self.containers[..self.len].iter().flatten()
    }

    /// Something of each open item was written.
    pub(super) fn items_written(&mut self) {
        for container in self.containers[..self.len].iter_mut().flatten() {
            if let Container::List(list) = container {
                list.is_fresh = false;
            }
        }
    }

    /// How a block follows the last one. Only behind [`Separator::Block`] is it in other lists or
    /// quotes, and of another shape.
    pub(super) fn joint(&mut self, record: &Record, between: Break) -> Separator {
        let Some(last) = self.last else { return Separator::Block };
        if between == Break::None {
            return Separator::Cut;
        }
        let shape = shape(record);
        match (last, shape) {
            (BlockShape::Preformatted, BlockShape::Preformatted) if between <= Break::Blank => {
                Separator::Preformatted
            }
            (BlockShape::Cell(last), BlockShape::Cell(cell)) if cell.is_in_table_of(last) => {
                // The table has as many columns as its first block says.
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

    /// Closes the lists and quotes that a block is no longer in, the innermost first.
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
        let is_short = self.innermost_list().is_some_and(|list| list.is_shown && !list.is_long);
        let is_next = self.other_item(&target).is_some();
        let opens_list = target.lists == self.lists + 1 && target.quotes == self.quotes();
        // A list inside an item begins on the next line; but one that begins with another number than 1
        // would not be one there (CommonMark 0.31, section 5.3).
        let is_inner = opens_list
            && self.closed.is_none()
            && target.item.is_some_and(|(_, item)| target.kind != ListKind::Ordered || item == 1);
        if is_short && (is_next || is_inner) { Spacing::Line } else { Spacing::Blank }
    }

    /// Opens the lists, items and quotes that a block is in, the outermost first.
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
            let jumps = item != list.item + 1;
            *list = List { item, is_term, has_term, is_fresh: true, is_long: false, ..*list };
            changed(Change::OpenItem { list, jumps });
        }
        while self.len < CONTAINERS {
            let (lists, quotes) = (self.lists, self.quotes());
            let Some(container) = target.next(lists, quotes) else { break };
            let container = match container {
                Container::List(list) => {
                    is_new |= list.is_shown;
                    let is_second = self.closed.is_some_and(|closed| {
                        let is_ordered = |list: &List| list.kind == ListKind::Ordered;
                        is_ordered(&closed) == is_ordered(&list) && !closed.is_second
                    });
                    Container::List(List { is_second, ..list })
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
            list.is_long |= !is_new || shape != BlockShape::Paragraph;
        }
        self.last = Some(shape);
    }

    /// Whether a block stands in no list and no quote, and none is open: as most do.
    fn is_outside(&self, record: &Record) -> bool {
        self.len == 0 && record.context.list_depth == 0 && record.context.quote_depth == 0
    }

    /// Closes all lists and quotes, at the end of the page.
    pub(super) fn leave_all(&mut self, changed: &mut dyn FnMut(Change<'_>)) {
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

    /// Whether as many lists are open as there should be, but the innermost is another one: of
    /// another number, or one whose items went on from a lower number.
    fn is_in_other_list(&self, target: &Target) -> bool {
        let (Some((number, item)), Some(list)) = (target.item, self.innermost_list()) else { return false };
        let is_round = item >= Item::MAX / 2;
        let is_right = list.is_shown && list.number == number && (item >= list.item || is_round);
        self.lists == target.lists && !is_right
    }

    /// Whether as many quotes are open as there should be, but the innermost is another one.
    fn is_in_other_quote(&self, target: &Target) -> bool {
        let open = self.containers().rev().find_map(|container| match container {
            Container::Quote(quote) => Some(*quote),
            Container::List(_) => None,
        });
        let (Some(Some(open)), Some(quote)) = (open, target.quote) else { return false };
        self.quotes() == target.quotes && open != quote
    }

    /// If the innermost list is the right one, or the one around it, but another item of it is
    /// open: the number of the right one, and whether it is a term.
    fn other_item(&self, target: &Target) -> Option<(u16, bool)> {
        let list = self.innermost_list()?;
        if let Some((number, item)) = target.item
            && self.lists == target.lists
        {
            return (list.number == number && list.item != item).then_some((item, target.is_term));
        }
        let (lists, around, is_term) = target.around?;
        let further = around.wrapping_sub(list.item) % Item::AROUND;
        (self.lists == lists && list.is_shown && further > 0).then_some((list.item + further, is_term))
    }
}

fn is_list(container: &Container) -> bool {
    matches!(container, Container::List(_))
}

fn is_shown(container: &Container) -> bool {
    !matches!(container, Container::List(list) if !list.is_shown)
}

/// Whether an element is a list.
fn is_list_tag(tag: TagId) -> bool {
    matches!(tag, TagId::Ul | TagId::Ol | TagId::Dl | TagId::Menu | TagId::Dir)
}

impl Target {
    /// The lists and quotes around a block, or around the data table that it is in.
    fn of(record: &Record) -> Self {
        let mut path = record.context.path.to_le_bytes();
        let mut lists = usize::from(record.context.list_depth);
        let (mut quotes, quote) = record.context.quotes();
        // Of quotes inside a cell, and of those that are one with a deeper one, it is not known.
        let mut quote = (1..=DEPTH).contains(&quotes).then_some(quote);
        let mut item = Some((record.context.list, record.context.item.number()));
        if matches!(shape(record), BlockShape::Cell(_)) {
            for byte in &mut path {
                let tag = TagId::from_byte(core::mem::take(byte));
                if tag == TagId::Table {
                    break;
                }
                if is_list_tag(tag) {
                    lists = lists.saturating_sub(1);
                    item = None;
                }
                if tag == TagId::Blockquote {
                    quotes = quotes.saturating_sub(1);
                    quote = None;
                }
            }
        }
        let tags = || path.iter().map(|&byte| TagId::from_byte(byte));
        let is_item = |tag: TagId| matches!(tag, TagId::Li | TagId::Dt | TagId::Dd);
        let mut parts = tags().filter(|&tag| is_list_tag(tag) || is_item(tag));
        let innermost = parts.next();
        let is_term = innermost == Some(TagId::Dt);
        let is_between_items = innermost.is_some_and(is_list_tag);
        let has_list = is_between_items || parts.any(is_list_tag);
        let around = (has_list && item.is_some() && lists > 1)
            .then(|| (lists - 1, record.context.item.around(), parts.next() == Some(TagId::Dt)));
        let kind = match tags().find(|&tag| is_list_tag(tag)) {
            Some(TagId::Dl) => ListKind::Definitions,
            // One that counts down has no numbers.
            Some(TagId::Ol) | None if record.has(Flags::ORDERED) => ListKind::Ordered,
            _ => ListKind::Unordered,
        };
        // What is directly in a list is in none of its items: it stands where the list does.
        if is_between_items && item.is_some() {
            lists = lists.saturating_sub(1);
            item = None;
            let list = path.iter_mut().find(|byte| is_list_tag(TagId::from_byte(**byte)));
            list.into_iter().for_each(|byte| *byte = 0);
        }
        Self { lists: lists.min(DEPTH), quotes: quotes.min(DEPTH), quote, item, around, kind, is_term, path }
    }

    /// The next list or quote inside so many `lists` and `quotes`.
    fn next(&self, lists: usize, quotes: usize) -> Option<Container> {
        let (lists, quotes) = (self.lists.saturating_sub(lists), self.quotes.saturating_sub(quotes));
        let is_container = |tag: &TagId| is_list_tag(*tag) || *tag == TagId::Blockquote;
        let tags = self.path.iter().map(|&byte| TagId::from_byte(byte));
        // Those that the path has forgotten are the outermost: quotes, then lists.
        let tag = tags.filter(is_container).nth((lists + quotes).checked_sub(1)?);
        if quotes > 0 && (lists == 0 || !tag.is_some_and(is_list_tag)) {
            return Some(Container::Quote(self.quote.filter(|_| quotes == 1)));
        }
        let list = match self.item {
            Some((number, item)) if lists == 1 => List {
                kind: self.kind,
                item,
                is_term: self.is_term,
                has_term: self.is_term,
                is_shown: true,
                is_fresh: true,
                number,
                ..List::default()
            },
            _ => List::default(),
        };
        Some(Container::List(list))
    }
}
