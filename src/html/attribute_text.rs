//! The attributes of one tag written as HTML again, for selector matching.
#![cfg_attr(not(feature = "css"), allow(dead_code, reason = "only selectors ask for it"))]

use super::limits::VALUE_BYTES;
use alloc::string::String;

/// Maximum bytes kept of all attributes of a tag. The rest is skipped, and reported as cut.
const SOURCE_BYTES: usize = 8 << 10;

/// Maximum bytes of an attribute name; longer names are in no selector.
const MAX_NAME_BYTES: usize = 128;

/// Bytes of an attribute in addition to its name and value: a space, `=`, two quotes.
const MARK_BYTES: usize = 4;

/// What was written last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum At {
    /// A whole attribute, or nothing of one that is left out.
    Between,
    /// Its name, or a part of the name.
    Name,
    /// A part of its value.
    Value,
}

/// Attributes as HTML: ` name="value"`, with names in lower case. Character references in values
/// are decoded, except that a quote is written as one.
///
/// Holds [`HELD_BYTES`](Self::HELD_BYTES) from construction on, and the text of wanted names.
pub(super) struct AttributeText {
    text: String,
    /// Text that contains the names of wanted attributes, besides `class` and `id`.
    wanted: String,
    /// Positions where the last attribute begins, and where its value begins.
    begin: usize,
    value_begin: usize,
    at: At,
    is_cut: bool,
}

impl AttributeText {
    /// Bytes on the heap, without the text of wanted names.
    pub(super) const HELD_BYTES: usize = SOURCE_BYTES;

    /// Records attributes whose names are anywhere in `wanted`, and `class` and `id`.
    pub(super) fn new(wanted: String) -> Self {
        let text = String::with_capacity(SOURCE_BYTES);
        Self { text, wanted, begin: 0, value_begin: 0, at: At::Between, is_cut: false }
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Whether a value was cut, or an attribute left out for lack of space.
    pub(super) fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// Forgets the attributes, at the start of another tag.
    pub(super) fn clear(&mut self) {
        self.text.clear();
        self.at = At::Between;
        self.is_cut = false;
    }

    /// Appends a part of a name; `begins`: the first part.
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

    /// Whether a value that follows is kept.
    pub(super) fn is_open(&self) -> bool {
        self.at != At::Between
    }

    /// Appends a part of a value.
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

    /// Appends to the value as far as it fits, together with its closing quote.
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

    /// Whether the attribute with the name read last is wanted; removes the name if it is not.
    fn is_wanted(&mut self) -> bool {
        let name = self.text[self.begin..].trim_start();
        let is_wanted = matches!(name, "class" | "id") || self.wanted.contains(name);
        if !is_wanted {
            self.text.truncate(self.begin);
            self.at = At::Between;
        }
        is_wanted
    }

    /// Ends the attribute.
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
