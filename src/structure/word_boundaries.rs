//! Boundaries between adjacent inline elements: whether their texts may be one word.
//!
//! In: inline tags and visible text. Out: a [`Boundary`] before a text. Adjacent tags, facts of a
//! film, or a price and its unit are links and spans without white space between them: style sheets
//! separate them. A word in several styles, or a name with a link on each half, is one word. The
//! kinds of the two elements distinguish these cases. Held: the fields of [`WordBoundaries`],
//! nothing on the heap.

use super::hashed::Value;
use super::name_meaning::ClassMeaning;
use crate::html::{AttrId, Tag, TagId};

/// Relation of two adjacent elements with nothing in between.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Boundary {
    /// They differ in kind: links with two targets, spans with two classes.
    DifferentClass,
    /// They are spans of one class.
    SameClass,
    /// One replaces the other, such as an old and a new price; or one is for screen readers alone.
    Replaced,
    /// A label or a price may end here. Nothing else distinguishes the two.
    AfterLabel,
    /// An enumerator may end here. Nothing else distinguishes the two.
    AfterEnumerator,
    /// A superscript begins: the mark of a note, or an exponent.
    Raised,
}

/// A character after which the word continues.
const SOFT_HYPHEN: char = '\u{AD}';

/// Whether a character may end a label, `Sea:`, or a price, `5 €*`.
#[inline]
fn ends_label(sign: char) -> bool {
    matches!(sign, ':' | '*') || is_currency(sign)
}

/// Whether a text begins with a currency sign.
#[inline]
fn begins_with_currency(text: &str) -> bool {
    match text.as_bytes() {
        // In UTF-8 all currency signs begin with one of these bytes, and few letters do.
        [b'$' | 0xC2 | 0xE2, ..] => text.starts_with(is_currency),
        _ => false,
    }
}

pub(crate) fn is_currency(sign: char) -> bool {
    matches!(sign, '$' | '¢'..='¥' | '\u{20A0}'..='\u{20CF}')
}

/// Kind of the edit that ended, as far as it separates words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Edge {
    #[default]
    None,
    Deleted,
    Inserted,
    /// Such an element ended and one of another kind began since; or text for screen readers began
    /// or ended.
    Separated,
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

/// Links and spans that began or ended since the last visible text.
#[derive(Debug, Default)]
pub(super) struct WordBoundaries {
    /// Target of the innermost open link, and whether the link has text.
    link: Value,
    link_has_text: bool,
    /// Class of the span that began last, while no other span with a class began or ended in it.
    span: Value,
    /// Number of open spans without a class that began in it before its text.
    open_plain_spans: u8,
    /// Characters of its text, at most 2.
    span_chars: u8,
    /// Its text is one digit.
    span_is_digit: bool,
    /// It is for screen readers alone.
    is_screen_reader_span: bool,
    /// The link and the span that ended since the last text.
    ended_link: Value,
    ended_span: Value,
    /// The text of the ended span is one digit: a number, or part of one.
    ended_digit: bool,
    /// The first span that began since the last text and did not end.
    begun_span: Value,
    /// Kind of the edit that ended since the last text, or that words are separate.
    edge: Edge,
    /// A link or a span with a class ended, and an element of another kind began.
    before_other_kind: bool,
    /// A date (`time`) began or ended. It is never part of a word.
    at_date: bool,
    /// The word of the last text continues: it ended in a soft hyphen.
    continues_word: bool,
    /// The last text ends like a label or a price.
    ends_label: bool,
    /// It ends like an enumerator, `(a)` or `1.`.
    ends_enumerator: bool,
    /// An element began or ended since the last text.
    at_element: bool,
}

impl WordBoundaries {
    /// An element begins. `class`: the hash and the meaning of the class of a link or a span.
    #[inline]
    pub(super) fn begin(&mut self, tag: &Tag<'_>, class: (Value, ClassMeaning)) {
        if self.edge != Edge::None && self.edge != Edge::of(tag.id) {
            self.edge = Edge::Separated;
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
                let (class, meaning) = class;
                if class == Value::NONE && self.span != Value::NONE && self.span_chars == 0 {
                    self.open_plain_spans = self.open_plain_spans.saturating_add(1);
                    return;
                }
                self.is_screen_reader_span = meaning.has(ClassMeaning::SCREEN_READER);
                if self.is_screen_reader_span {
                    self.edge = Edge::Separated;
                }
                if meaning.has(ClassMeaning::LAST_OF_NAME) {
                    self.word_goes_on();
                }
                self.before_other_kind |=
                    self.ended_link != Value::NONE && class != Value::NONE && self.begun_span == Value::NONE;
                (self.span, self.span_chars, self.span_is_digit, self.open_plain_spans) =
                    (class, 0, false, 0);
                if self.begun_span == Value::NONE {
                    self.begun_span = self.span;
                    if self.span == Value::NONE {
                        self.ended_span = Value::NONE;
                    }
                }
            }
            TagId::Wbr => self.word_goes_on(),
            // Inside of a span that began since the last text, it changes nothing.
            _ if self.begun_span != Value::NONE => {}
            TagId::Cite | TagId::Del | TagId::Ins | TagId::S | TagId::Strike => self.ends_before_other(),
            _ => self.ended_span = Value::NONE,
        }
    }

    /// An element of another kind begins after the span that ended.
    fn ends_before_other(&mut self) {
        self.before_other_kind |= core::mem::take(&mut self.ended_span) != Value::NONE;
    }

    /// Whether the innermost open span is for screen readers alone.
    #[inline]
    pub(super) fn is_screen_reader(&self) -> bool {
        self.is_screen_reader_span
    }

    /// An element ends. Links and spans without text change nothing. Edits and text for screen
    /// readers separate words even if they are empty.
    #[inline]
    pub(super) fn end(&mut self, id: TagId) {
        self.at_date |= id == TagId::Time;
        self.at_element = true;
        match id {
            TagId::A => {
                let link = core::mem::take(&mut self.link);
                if self.link_has_text && !self.continues_word {
                    self.ended_link = link;
                }
                self.ended_span = Value::NONE;
            }
            TagId::Span if self.open_plain_spans > 0 => self.open_plain_spans -= 1,
            TagId::Span => {
                let span = core::mem::take(&mut self.span);
                if core::mem::take(&mut self.is_screen_reader_span) {
                    self.edge = Edge::Separated;
                }
                self.begun_span = Value::NONE;
                // Without text of its own, the span that ended directly before remains the last
                // one.
                if self.span_chars > 0 {
                    self.ended_digit = self.span_is_digit;
                    let is_whole = self.span_chars > 1 || self.span_is_digit;
                    self.ended_span = if is_whole && !self.continues_word { span } else { Value::NONE };
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

    /// Visible text. Returns its boundary to the element that ended before it.
    ///
    /// A span of one letter does not count: it may be part of a word whose letters are styled one
    /// by one.
    #[inline]
    pub(super) fn text(&mut self, text: &str) -> Option<Boundary> {
        if core::mem::take(&mut self.ended_digit) && text.starts_with(char::is_numeric) {
            (self.ended_span, self.before_other_kind) = (Value::NONE, false);
        }
        let is_like = self.ended_span != Value::NONE && self.ended_span == self.begun_span;
        let border = if self.edge == Edge::Separated {
            Some(Boundary::Replaced)
        } else if self.at_date
            || self.before_other_kind
            || self.ended_link.is_other_than(self.link)
            || self.ended_span.is_other_than(self.begun_span)
        {
            Some(Boundary::DifferentClass)
        } else if self.at_element && (self.ends_label || begins_with_currency(text)) {
            Some(Boundary::AfterLabel)
        } else if is_like {
            Some(Boundary::SameClass)
        } else {
            (self.at_element && self.ends_enumerator).then_some(Boundary::AfterEnumerator)
        };
        self.pass(text);
        self.ends_enumerator = text.ends_with([')', ']', '.']);
        (self.ends_label, self.continues_word) = match text.as_bytes().last() {
            Some(&last) if last.is_ascii() => (ends_label(char::from(last)), false),
            _ => (text.ends_with(ends_label), text.ends_with(SOFT_HYPHEN)),
        };
        border
    }

    /// White space: separate words have no boundary.
    #[inline]
    pub(super) fn blank(&mut self, text: &str) {
        self.ended_digit = false;
        self.pass(text);
        (self.ends_label, self.ends_enumerator, self.continues_word) = (false, false, false);
    }

    /// Forgets what ended before a text, and notes that its link and span have text.
    #[inline]
    fn pass(&mut self, text: &str) {
        self.at_element = false;
        (self.edge, self.at_date, self.before_other_kind) = (Edge::None, false, false);
        (self.ended_link, self.ended_span, self.begun_span) = (Value::NONE, Value::NONE, Value::NONE);
        self.link_has_text = true;
        if self.span != Value::NONE && self.span_chars < 2 {
            self.span_chars += text.chars().take(2).count() as u8;
            self.span_is_digit = self.span_chars == 1 && text.starts_with(char::is_numeric);
        }
    }

    /// Words end at this place.
    #[cold]
    pub(super) fn separate(&mut self) {
        self.edge = Edge::Separated;
    }

    /// Forgets the boundary at this place: the word continues.
    fn word_goes_on(&mut self) {
        (self.ended_link, self.ended_span) = (Value::NONE, Value::NONE);
        (self.at_date, self.before_other_kind, self.at_element) = (false, false, false);
    }

    pub(super) fn reset(&mut self) {
        *self = Self::default();
    }
}
