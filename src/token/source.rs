//! All attributes of one tag, written as HTML again, for those who match selectors with them.
#![cfg_attr(not(feature = "select"), allow(dead_code, reason = "only selectors ask for it"))]

use super::attributes::VALUE_BYTES;
use alloc::string::String;

/// Bytes kept of all attributes of a tag together; what is longer is read past, and said.
const SOURCE_BYTES: usize = 8 << 10;

/// Bytes of a name beyond which the attribute is left out, and that is said.
const LONGEST_NAME_BYTES: usize = 128;

/// Attributes kept; of more, the rest is left out, and that is said.
const MOST_ATTRIBUTES: usize = 256;

/// Bytes that an attribute takes beside name and value: white space, `=`, two quotes.
const MARK_BYTES: usize = 4;

/// How far an attribute was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum At {
    /// Between attributes, or amid one that is left out.
    Between,
    /// Behind its name, or a part of it.
    Name,
    /// Amid its value.
    Value,
}

/// Attributes as they are written: ` name="value"`, names in lower case, values decoded but for the quote.
///
/// Holds [`HELD_BYTES`](Self::HELD_BYTES) from its making on, and never more.
pub(super) struct Source {
    text: String,
    /// Where the last attribute begins, and its value.
    begin: usize,
    value_begin: usize,
    attributes: usize,
    at: At,
    is_cut: bool,
}

impl Source {
    /// Bytes on the heap.
    pub(super) const HELD_BYTES: usize = SOURCE_BYTES;

    pub(super) fn new() -> Self {
        let text = String::with_capacity(SOURCE_BYTES);
        Self { text, begin: 0, value_begin: 0, attributes: 0, at: At::Between, is_cut: false }
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Whether a value was cut, or an attribute left out.
    pub(super) fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// Another tag begins.
    pub(super) fn clear(&mut self) {
        self.text.clear();
        self.attributes = 0;
        self.at = At::Between;
        self.is_cut = false;
    }

    /// Part of a name; `begins`: its first.
    pub(super) fn name(&mut self, name: &str, begins: bool) {
        if begins {
            self.close();
            self.begin = self.text.len();
            self.at = At::Name;
            self.attributes += 1;
        }
        if self.at != At::Name {
            return;
        }
        let name_bytes = self.text.len() - self.begin + name.len();
        if name_bytes > LONGEST_NAME_BYTES
            || self.attributes > MOST_ATTRIBUTES
            || self.text.len() + name.len() + MARK_BYTES > SOURCE_BYTES
        {
            self.text.truncate(self.begin);
            self.at = At::Between;
            self.is_cut = true;
            return;
        }
        if begins {
            self.text.push(' ');
        }
        self.text.extend(name.chars().map(|char| char.to_ascii_lowercase()));
    }

    /// Whether a value that comes now is kept.
    pub(super) fn is_open(&self) -> bool {
        self.at != At::Between
    }

    /// Part of a value.
    pub(super) fn value(&mut self, value: &str) {
        match self.at {
            At::Between => return,
            At::Name => {
                self.text.push_str("=\"");
                self.value_begin = self.text.len();
                self.at = At::Value;
            }
            At::Value => {}
        }
        for (i, part) in value.split('"').enumerate() {
            if i > 0 {
                self.extend("&quot;");
            }
            self.extend(part);
        }
    }

    /// More of the value, as far as there is room for it and the quote behind it.
    fn extend(&mut self, part: &str) {
        let used = self.text.len() - self.value_begin;
        let room = VALUE_BYTES.saturating_sub(used).min((SOURCE_BYTES - 1).saturating_sub(self.text.len()));
        let mut cut = part.len().min(room);
        while !part.is_char_boundary(cut) {
            cut -= 1;
        }
        self.text.push_str(&part[..cut]);
        self.is_cut |= cut < part.len();
    }

    /// The attribute is over.
    pub(super) fn close(&mut self) {
        if self.at == At::Value {
            self.text.push('"');
        }
        self.at = At::Between;
    }
}
