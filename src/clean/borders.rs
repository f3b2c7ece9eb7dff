//! Where inline elements stand close to each other: whether what they hold may be one word.
//!
//! Tags in a row, facts of a film or a price and its unit are links and spans without white space between them: style sheets part them.
//! A word that is styled in parts, or a name with a link on each half, is one word. What tells them apart is whether the two are of one kind.

use crate::token::{AttrId, Tag, TagId, swar};

/// A value of an attribute, told from most others by its length, its beginning and its end; zero for none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Value(u64);

impl Value {
    /// Cost: a few instructions, however long it is.
    fn of(text: &str) -> Self {
        let bytes = text.as_bytes();
        let word = |at| swar::padded_word(bytes, at);
        let sum = word(0) ^ word(bytes.len().saturating_sub(8)).rotate_left(23) ^ bytes.len() as u64;
        // The lowest bit is that there is a value.
        Self(if bytes.is_empty() { 0 } else { sum << 1 | 1 })
    }

    /// Whether both are there, and not the same.
    fn is_other_than(self, other: Self) -> bool {
        self.0 != 0 && other.0 != 0 && self != other
    }
}

/// Links and spans that began or ended since the last text.
#[derive(Debug, Default)]
pub(super) struct Borders {
    /// Target of the link that began last; none before its first text.
    link: Value,
    /// The same before that.
    bare_link: Value,
    /// Class of the span that began last, while no other began or ended in it.
    span: Value,
    /// Characters of its text; what is more than one is two.
    span_chars: u8,
    /// What ended since the last text.
    ended_link: Value,
    ended_span: Value,
}

impl Borders {
    /// An element begins. Out: whether it is not of one word with what ended.
    ///
    /// Links with two targets are two, spans with two classes too; but a span of one character may be a letter of a word, each of which is
    /// moved or coloured.
    #[inline]
    pub(super) fn begin(&mut self, tag: &Tag<'_>) -> bool {
        let ended_span = core::mem::take(&mut self.ended_span);
        match tag.id {
            TagId::A => {
                let ended = core::mem::take(&mut self.ended_link);
                self.bare_link = Value::of(tag.attributes.get(AttrId::Href).unwrap_or(""));
                self.link = Value::default();
                ended.is_other_than(self.bare_link)
            }
            TagId::Span => {
                self.span = Value::of(tag.attributes.get(AttrId::Class).unwrap_or(""));
                self.span_chars = 0;
                ended_span.is_other_than(self.span)
            }
            _ => false,
        }
    }

    /// An element ends.
    #[inline]
    pub(super) fn end(&mut self, id: TagId) {
        self.ended_span = Value::default();
        match id {
            TagId::A => self.ended_link = core::mem::take(&mut self.link),
            TagId::Span => {
                let span = core::mem::take(&mut self.span);
                self.ended_span = if self.span_chars > 1 { span } else { Value::default() };
            }
            _ => {}
        }
    }

    /// A text that shows.
    #[inline]
    pub(super) fn text(&mut self, text: &str) {
        (self.ended_link, self.ended_span) = (Value::default(), Value::default());
        if self.bare_link != Value::default() {
            self.link = core::mem::take(&mut self.bare_link);
        }
        if self.span != Value::default() && self.span_chars < 2 {
            self.span_chars += text.chars().take(2).count() as u8;
        }
    }

    pub(super) fn reset(&mut self) {
        *self = Self::default();
    }
}
