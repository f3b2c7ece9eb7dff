//! Where inline elements stand close to each other: whether what they hold may be one word.
//!
//! Tags in a row, facts of a film or a price and its unit are links and spans without white space
//! between them: style sheets part them. A word that is styled in parts, or a name with a link on
//! each half, is one word. What tells them apart is whether the two are of one kind.

use super::name_cache::ClassMeaning;
use crate::html::{AttrId, Tag, TagId, swar};

/// A value of an attribute, told from others by a hash of its bytes; zero for none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Value(u64);

impl Value {
    const NONE: Self = Self(0);

    /// All of it as a number.
    #[inline]
    pub(super) fn number(self) -> u64 {
        self.0
    }

    /// Cost: a few instructions for each eight bytes.
    pub(super) fn of(text: &str) -> Self {
        /// Spreads what differs over all bits.
        const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;
        let bytes = text.as_bytes().trim_ascii();
        let hash = (0..bytes.len()).step_by(8).fold(bytes.len() as u64, |hash, at| {
            (hash ^ swar::padded_word(bytes, at)).wrapping_mul(FACTOR).rotate_left(29)
        });
        // The lowest bit is that there is a value.
        Self(if bytes.is_empty() { 0 } else { hash | 1 })
    }

    /// Whether both are there, and not the same.
    fn is_other_than(self, other: Self) -> bool {
        self != Self::NONE && other != Self::NONE && self != other
    }
}

/// How two elements are to each other, between which nothing stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Boundary {
    /// They are of two kinds: links with two targets, spans with two classes.
    DifferentClass,
    /// They are spans of one class.
    SameClass,
    /// The one is what was changed, the other what it was changed to, such as the price before; or
    /// one is for readers aloud alone.
    Replaced,
    /// A label or a price may end here; else there is nothing to tell the two apart.
    AfterLabel,
}

/// Classes of text that shows to readers aloud alone, and that style sheets hide from others: by
/// Bootstrap and many after it, HTML5 Boilerplate, WordPress, eBay and Amazon. It is the first or
/// the last word of a class.
const SCREEN_READER: [&str; 6] =
    ["sr-only", "visually-hidden", "visuallyhidden", "screen-reader-text", "clipped", "a-offscreen"];

/// Whether a word, the first or the last of a class, says that its element is for readers aloud.
pub(super) fn is_of_aloud(word: &str) -> bool {
    SCREEN_READER.contains(&word)
}

/// ClassMeaning that a word goes on behind it.
const SOFT_HYPHEN: char = '\u{AD}';

/// Whether a sign may be the last of a label, `Sea:`, or of a price, `5 €*`.
#[inline]
fn ends_label(sign: char) -> bool {
    matches!(sign, ':' | '*') || is_currency(sign)
}

/// Whether a text begins with the sign of a currency.
#[inline]
fn begins_with_currency(text: &str) -> bool {
    match text.as_bytes() {
        // In UTF-8 all signs of currencies begin so, and few other letters.
        [b'$' | 0xC2 | 0xE2, ..] => text.starts_with(is_currency),
        _ => false,
    }
}

/// Whether a sign is that of a currency.
pub(crate) fn is_currency(sign: char) -> bool {
    matches!(sign, '$' | '¢'..='¥' | '\u{20A0}'..='\u{20CF}')
}

/// Whether a word, the first of a class, is that of the last part of a name with dots, each part of
/// which stands in a span of its own: by Sphinx.
pub(super) fn is_of_last_of_name(word: &str) -> bool {
    word == "sig-name"
}

/// What an element says of its edges.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Edge {
    #[default]
    None,
    Deleted,
    Inserted,
    /// Such an element ended, and one began since that says something else; or text for readers
    /// aloud begins or ended.
    Parted,
}

impl Edge {
    fn of(tag: TagId) -> Self {
        match tag {
            TagId::Del | TagId::S | TagId::Strike => Self::Deleted,
            TagId::Ins => Self::Inserted,
            _ => Self::None,
        }
    }
}

/// Links and spans that began or ended since the last text that shows.
#[derive(Debug, Default)]
pub(super) struct WordBoundaries {
    /// Target of the link that began last, until its end, and whether it has text.
    link: Value,
    link_has_text: bool,
    /// Class of the span that began last, while no other with a class began or ended in it.
    span: Value,
    /// Spans without a class that began in it before its text, and did not end.
    nameless: u8,
    /// Characters of its text; what is more than one is two.
    span_chars: u8,
    /// Its text is one digit.
    span_is_digit: bool,
    /// It is for readers aloud.
    span_is_aloud: bool,
    /// What ended since the last text.
    ended_link: Value,
    ended_span: Value,
    /// Its text is one digit, which may be of a number, or a number.
    ended_digit: bool,
    /// The first span that began since then, and did not end.
    begun_span: Value,
    /// What ended since the last text.
    edge: Edge,
    /// A link or a span with a class ended, and an element of another kind began.
    at_other: bool,
    /// A date (`time`) began or ended, which is no part of a word.
    at_date: bool,
    /// The last text said that its word goes on.
    goes_on: bool,
    /// The last text ends as a label or a price does.
    ends_label: bool,
    /// An element began or ended since the last text.
    at_element: bool,
}

impl WordBoundaries {
    /// An element begins; of a span also what its class is, and says.
    #[inline]
    pub(super) fn begin(&mut self, tag: &Tag<'_>, class: (Value, ClassMeaning)) {
        if self.edge != Edge::None && self.edge != Edge::of(tag.id) {
            self.edge = Edge::Parted;
        }
        self.at_date |= tag.id == TagId::Time;
        self.at_element = true;
        match tag.id {
            TagId::A => {
                self.link = Value::of(tag.attributes.get(AttrId::Href).unwrap_or(""));
                self.link_has_text = false;
                self.ends_before_other();
            }
            TagId::Span => {
                let (class, says) = class;
                if class == Value::NONE && self.span != Value::NONE && self.span_chars == 0 {
                    self.nameless = self.nameless.saturating_add(1);
                    return;
                }
                self.span_is_aloud = says.has(ClassMeaning::SCREEN_READER);
                if self.span_is_aloud {
                    self.edge = Edge::Parted;
                }
                if says.has(ClassMeaning::LAST_OF_NAME) {
                    self.word_goes_on();
                }
                self.at_other |=
                    self.ended_link != Value::NONE && class != Value::NONE && self.begun_span == Value::NONE;
                (self.span, self.span_chars, self.span_is_digit, self.nameless) = (class, 0, false, 0);
                if self.begun_span == Value::NONE {
                    self.begun_span = self.span;
                    if self.span == Value::NONE {
                        self.ended_span = Value::NONE;
                    }
                }
            }
            TagId::Wbr => self.word_goes_on(),
            // Inside of a span that began since, it changes nothing.
            _ if self.begun_span != Value::NONE => {}
            TagId::Cite | TagId::Del | TagId::Ins | TagId::S | TagId::Strike => self.ends_before_other(),
            _ => self.ended_span = Value::NONE,
        }
    }

    /// An element of another kind begins, behind what ended.
    fn ends_before_other(&mut self) {
        self.at_other |= core::mem::take(&mut self.ended_span) != Value::NONE;
    }

    /// Whether the span that began last, and did not end, is for readers aloud.
    #[inline]
    pub(super) fn is_aloud(&self) -> bool {
        self.span_is_aloud
    }

    /// An element ends. A link or a span without text changes nothing; an edit, or what is for
    /// readers aloud, parts words even so.
    #[inline]
    pub(super) fn end(&mut self, id: TagId) {
        self.at_date |= id == TagId::Time;
        self.at_element = true;
        match id {
            TagId::A => {
                let link = core::mem::take(&mut self.link);
                if self.link_has_text && !self.goes_on {
                    self.ended_link = link;
                }
                self.ended_span = Value::NONE;
            }
            TagId::Span if self.nameless > 0 => self.nameless -= 1,
            TagId::Span => {
                let span = core::mem::take(&mut self.span);
                if core::mem::take(&mut self.span_is_aloud) {
                    self.edge = Edge::Parted;
                }
                self.begun_span = Value::NONE;
                // Where another one ended right before, that is what ended.
                if self.span_chars > 0 {
                    self.ended_digit = self.span_is_digit;
                    let is_whole = self.span_chars > 1 || self.span_is_digit;
                    self.ended_span = if is_whole && !self.goes_on { span } else { Value::NONE };
                }
                (self.span_chars, self.span_is_digit) = (0, false);
            }
            TagId::Del | TagId::Ins | TagId::S | TagId::Strike => {
                self.edge = Edge::of(id);
                self.ended_span = Value::NONE;
            }
            _ => self.ended_span = Value::NONE,
        }
    }

    /// A text that shows. Out: what stands between it and what ended.
    ///
    /// A span of one letter may be one of a word, each of which is moved or coloured.
    #[inline]
    pub(super) fn text(&mut self, text: &str) -> Option<Boundary> {
        if core::mem::take(&mut self.ended_digit) && text.starts_with(char::is_numeric) {
            (self.ended_span, self.at_other) = (Value::NONE, false);
        }
        let is_like = self.ended_span != Value::NONE && self.ended_span == self.begun_span;
        let border = if self.edge == Edge::Parted {
            Some(Boundary::Replaced)
        } else if self.at_date
            || self.at_other
            || self.ended_link.is_other_than(self.link)
            || self.ended_span.is_other_than(self.begun_span)
        {
            Some(Boundary::DifferentClass)
        } else if self.at_element && (self.ends_label || begins_with_currency(text)) {
            Some(Boundary::AfterLabel)
        } else {
            is_like.then_some(Boundary::SameClass)
        };
        self.pass(text);
        (self.ends_label, self.goes_on) = match text.as_bytes().last() {
            Some(&last) if last.is_ascii() => (ends_label(char::from(last)), false),
            _ => (text.ends_with(ends_label), text.ends_with(SOFT_HYPHEN)),
        };
        border
    }

    /// White space: words that are apart have no border.
    #[inline]
    pub(super) fn blank(&mut self, text: &str) {
        self.ended_digit = false;
        self.pass(text);
        (self.ends_label, self.goes_on) = (false, false);
    }

    /// What ended in front of a text matters no more behind it.
    #[inline]
    fn pass(&mut self, text: &str) {
        self.at_element = false;
        (self.edge, self.at_date, self.at_other) = (Edge::None, false, false);
        (self.ended_link, self.ended_span, self.begun_span) = (Value::NONE, Value::NONE, Value::NONE);
        self.link_has_text = true;
        if self.span != Value::NONE && self.span_chars < 2 {
            self.span_chars += text.chars().take(2).count() as u8;
            self.span_is_digit = self.span_chars == 1 && text.starts_with(char::is_numeric);
        }
    }

    /// What stands here says that the word goes on.
    fn word_goes_on(&mut self) {
        (self.ended_link, self.ended_span) = (Value::NONE, Value::NONE);
        (self.at_date, self.at_other, self.at_element) = (false, false, false);
    }

    pub(super) fn reset(&mut self) {
        *self = Self::default();
    }
}
