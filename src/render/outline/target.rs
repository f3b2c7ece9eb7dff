//! What encloses a block: its lists, items and quotes.

use crate::block::Record;
use crate::html::TagId;
use crate::render::container::{Container, DEPTH, List, ListKind};
use crate::structure::Flags;

/// An item with a list in it.
#[derive(Clone, Copy)]
pub(super) struct ParentItem {
    /// Depth of the list that it is an item of.
    pub(super) lists: usize,
    /// Its number modulo [`PARENT_MODULUS`](crate::structure::Item::PARENT_MODULUS).
    pub(super) number: u16,
    pub(super) is_term: bool,
}

/// The lists and quotes that enclose a block.
#[derive(Clone, Copy)]
pub(super) struct Target {
    pub(super) lists: usize,
    pub(super) quotes: usize,
    /// A number that distinguishes the innermost quote from the one before and the one after, if
    /// known.
    pub(super) quote: Option<u8>,
    /// Number of the innermost list, and number of its item. `None` if the block is outside the
    /// items, or if the list is inside a cell.
    pub(super) item: Option<(u8, u16)>,
    /// The parent item of the innermost list.
    pub(super) parent_item: Option<ParentItem>,
    pub(super) kind: ListKind,
    pub(super) is_term: bool,
    /// Block-level ancestors as bytes of [`TagId`], the innermost first.
    path: [u8; 8],
}

impl Target {
    /// The lists and quotes that enclose the block; for a cell, those that enclose its data table.
    pub(super) fn of(record: &Record) -> Self {
        let mut path = record.context.path.to_le_bytes();
        let mut lists = usize::from(record.context.list_depth);
        let (mut quotes, quote) = record.context.quotes();
        // The number is unknown for quotes inside a cell, and for quotes merged into a deeper one.
        let mut quote = (1..=DEPTH).contains(&quotes).then_some(quote);
        let mut item = Some((record.context.list, record.context.item.number()));
        if record.data_cell().is_some() {
            for byte in &mut path {
                let tag = TagId::from_byte(core::mem::take(byte));
                if tag == TagId::Table {
                    break;
                }
                if tag.is_list() {
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
        let mut parts = tags().filter(|&tag| tag.is_list() || is_item(tag));
        let innermost = parts.next();
        let is_term = innermost == Some(TagId::Dt);
        let is_between_items = innermost.is_some_and(TagId::is_list);
        let has_list = is_between_items || parts.any(TagId::is_list);
        let parent_item = (has_list && item.is_some() && lists > 1).then(|| ParentItem {
            lists: lists - 1,
            number: record.context.item.parent_number(),
            is_term: parts.next() == Some(TagId::Dt),
        });
        let kind = match tags().find(|&tag| tag.is_list()) {
            Some(TagId::Dl) => ListKind::Definitions,
            // Without the flag, an `ol` has no numbers.
            Some(TagId::Ol) | None if record.has(Flags::ORDERED) => ListKind::Ordered,
            _ => ListKind::Unordered,
        };
        // A block directly in a list is in none of its items, so it belongs where the list does.
        if is_between_items && item.is_some() {
            lists = lists.saturating_sub(1);
            item = None;
            let list = path.iter_mut().find(|byte| TagId::from_byte(**byte).is_list());
            list.into_iter().for_each(|byte| *byte = 0);
        }
        Self {
            lists: lists.min(DEPTH),
            quotes: quotes.min(DEPTH),
            quote,
            item,
            parent_item,
            kind,
            is_term,
            path,
        }
    }

    /// The next list or quote to open, if `lists` and `quotes` are the numbers of those open.
    pub(super) fn next(&self, lists: usize, quotes: usize) -> Option<Container> {
        let (lists, quotes) = (self.lists.saturating_sub(lists), self.quotes.saturating_sub(quotes));
        let is_container = |tag: &TagId| tag.is_list() || *tag == TagId::Blockquote;
        let tags = self.path.iter().map(|&byte| TagId::from_byte(byte));
        // Containers missing from the path are the outermost ones: quotes, then lists.
        let tag = tags.filter(is_container).nth((lists + quotes).checked_sub(1)?);
        if quotes > 0 && (lists == 0 || !tag.is_some_and(TagId::is_list)) {
            return Some(Container::Quote(self.quote.filter(|_| quotes == 1)));
        }
        let list = match self.item {
            Some((number, item)) if lists == 1 => List {
                kind: self.kind,
                item,
                is_term: self.is_term,
                has_term: self.is_term,
                is_shown: true,
                is_item_unwritten: true,
                number,
                ..List::default()
            },
            _ => List::default(),
        };
        Some(Container::List(list))
    }
}
