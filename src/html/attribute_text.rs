//! Attributes of one tag, written as HTML again, for those who match selectors with them.
#![cfg_attr(not(feature = "css"), allow(dead_code, reason = "only selectors ask for it"))]

use super::attributes::VALUE_BYTES;
use alloc::string::String;

/// Bytes kept of all attributes of a tag blend; what is longer is read past, and said.
const SOURCE_BYTES: usize = 8 << 10;

/// Bytes of a name beyond which nobody asks for it.
const MAX_NAME_BYTES: usize = 128;

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

/// Attributes as they are written: ` name="value"`, names in lower case, values decoded but for the
/// quote.
///
/// Holds [`HELD_BYTES`](Self::HELD_BYTES) from its making on, and what names the wanted ones.
pub(super) struct AttributeText {
    text: String,
    /// The names of wanted attributes are in here, beside `class` and `id`.
    wanted: String,
    /// Where the last attribute begins, and its value.
    begin: usize,
    value_begin: usize,
    at: At,
    is_cut: bool,
}

impl AttributeText {
    /// Bytes on the heap.
    pub(super) const HELD_BYTES: usize = SOURCE_BYTES;

    /// Attributes whose names are in `wanted`, wherever, are written down; and `class` and `id`.
    pub(super) fn new(wanted: String) -> Self {
        let text = String::with_capacity(SOURCE_BYTES);
        Self { text, wanted, begin: 0, value_begin: 0, at: At::Between, is_cut: false }
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Whether a value was cut, or left out.
    pub(super) fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// Another tag begins.
    pub(super) fn clear(&mut self) {
        self.text.clear();
        self.at = At::Between;
        self.is_cut = false;
    }

    /// Part of a name; `begins`: its first.
    pub(super) fn name(&mut self, name: &str, begins: bool) {
        if begins {
            self.close();
            self.begin = self.text.len();
            self.at = At::Name;
        }
        if self.at != At::Name {
            return;
        }
        let has_room = self.text.len() + name.len() + MARK_BYTES <= SOURCE_BYTES;
        if self.text.len() - self.begin + name.len() > MAX_NAME_BYTES || !has_room {
            self.text.truncate(self.begin);
            self.at = At::Between;
            self.is_cut |= !has_room;
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
        if self.at == At::Name && self.is_wanted() {
            self.text.push_str("=\"");
            self.value_begin = self.text.len();
            self.at = At::Value;
        }
        if self.at != At::Value {
            return;
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

    /// Whether the attribute whose name was read is wanted; takes the name back if not.
    fn is_wanted(&mut self) -> bool {
        let name = self.text[self.begin..].trim_start();
        let is_wanted = matches!(name, "class" | "id") || self.wanted.contains(name);
        if !is_wanted {
            self.text.truncate(self.begin);
            self.at = At::Between;
        }
        is_wanted
    }

    /// The attribute is over.
    pub(super) fn close(&mut self) {
        match self.at {
            At::Between => {}
            At::Name => {
                self.is_wanted();
            }
            At::Value => self.text.push('"'),
        }
        self.at = At::Between;
    }
}
