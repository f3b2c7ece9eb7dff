//! The events by which tokenizers are compared, and those of our tokenizer for a page.

use std::cell::Cell;
use trommel::html::{AttrId, AttrSet, NAME_BYTES, Tag, TagId, TokenSink, Tokenizer};

/// An event of a tokenizer. Adjacent text is one event.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Event {
    /// Name, and the attributes that we read, in the order of the tag.
    Start(String, Vec<(AttrId, String)>),
    End(String),
    Text(String),
}

/// Appends text to the last event, or adds a new one.
pub(crate) fn push_text(events: &mut Vec<Event>, text: &str) {
    match events.last_mut() {
        // html5ever reports the text of an empty CDATA section.
        _ if text.is_empty() => {}
        Some(Event::Text(run)) => run.push_str(text),
        _ => events.push(Event::Text(text.to_string())),
    }
}

/// A tag of our tokenizer, with what an [`Event`] leaves out.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct OurTag {
    pub name: String,
    pub is_end: bool,
    pub offset: usize,
    /// Whether it is in SVG or MathML.
    pub foreign: bool,
    pub self_closing: bool,
}

/// The events of our tokenizer for a page.
#[derive(Default)]
pub(crate) struct Ours {
    pub events: Vec<Event>,
    pub tags: Vec<OurTag>,
    /// Indexes in `events` of the text of raw-text elements.
    raw_texts: Vec<usize>,
    asks_for: Option<AttrSet>,
    declines_raw_text: bool,
    is_raw: Cell<bool>,
}

impl Ours {
    /// Reads `text` in pieces. `cuts` are ascending, at character boundaries.
    pub(crate) fn read(text: &str, cuts: impl Iterator<Item = usize>) -> Self {
        Self::default().reads(text, cuts)
    }

    /// As [`read`](Self::read), but with only these attributes and without the text of raw-text
    /// elements.
    pub(crate) fn read_some(text: &str, attributes: AttrSet, cuts: impl Iterator<Item = usize>) -> Self {
        Self { asks_for: Some(attributes), declines_raw_text: true, ..Self::default() }.reads(text, cuts)
    }

    /// Drops all other attributes, and the text of raw-text elements.
    pub(crate) fn keep_some(&mut self, attributes: AttrSet) {
        for event in &mut self.events {
            if let Event::Start(_, values) = event {
                values.retain(|(id, _)| attributes.contains(*id));
            }
        }
        for at in self.raw_texts.drain(..) {
            self.events[at] = Event::Text(String::new());
        }
        self.events.retain(|event| *event != Event::Text(String::new()));
    }

    fn reads(mut self, text: &str, cuts: impl Iterator<Item = usize>) -> Self {
        let mut tokenizer = Tokenizer::new();
        let mut from = 0;
        for cut in cuts.chain([text.len()]) {
            tokenizer.push(&text[from..cut], from as u64, &mut self);
            from = cut;
        }
        tokenizer.finish(&mut self);
        self
    }

    fn push_tag(&mut self, tag: &Tag<'_>, is_end: bool) {
        self.is_raw.set(false);
        self.tags.push(OurTag {
            name: tag.name().to_string(),
            is_end,
            offset: usize::try_from(tag.offset).unwrap(),
            foreign: tag.foreign,
            self_closing: tag.self_closing,
        });
    }
}

impl TokenSink for Ours {
    fn wanted(&self, _: TagId) -> AttrSet {
        self.asks_for.unwrap_or(AttrSet::ALL)
    }

    fn wants_raw_text(&self, _: TagId) -> bool {
        self.is_raw.set(true);
        !self.declines_raw_text
    }

    fn start_tag(&mut self, tag: &Tag<'_>) {
        let attributes = tag.attributes.iter().map(|(id, value)| (id, value.to_string())).collect();
        self.events.push(Event::Start(tag.name().to_string(), attributes));
        self.push_tag(tag, false);
    }

    fn end_tag(&mut self, tag: &Tag<'_>) {
        self.events.push(Event::End(tag.name().to_string()));
        self.push_tag(tag, true);
    }

    fn text(&mut self, text: &str, _: u64) {
        assert!(!text.is_empty(), "text is never empty");
        push_text(&mut self.events, text);
        if self.is_raw.get() {
            assert!(!self.declines_raw_text, "this text was declined");
            if self.raw_texts.last() != Some(&(self.events.len() - 1)) {
                self.raw_texts.push(self.events.len() - 1);
            }
        }
    }
}

/// End tags that we report although the page does not have them: they end elements without an end
/// tag. Of two tags at one place, the first is such a tag, and the page has the second.
pub(crate) fn implied_ends<'a>(page: &'a str, tags: &'a [OurTag]) -> impl Iterator<Item = &'a OurTag> {
    let after = tags.iter().skip(1).map(|tag| tag.offset).chain([page.len()]);
    tags.iter()
        .zip(after)
        .filter(|(tag, after)| tag.is_end && (tag.offset == *after || !is_written(page, tag)))
        .map(|(tag, _)| tag)
}

/// Whether the page has this end tag where it is reported.
fn is_written(page: &str, tag: &OurTag) -> bool {
    let Some(source) = page[tag.offset..].strip_prefix("</") else { return false };
    let ends = |letter: char| matches!(letter, '\t' | '\n' | '\x0C' | '\r' | ' ' | '/' | '>');
    let name: String = source
        .chars()
        .take_while(|letter| !ends(*letter))
        .take(NAME_BYTES)
        .map(|letter| if letter == '\0' { char::REPLACEMENT_CHARACTER } else { letter.to_ascii_lowercase() })
        .collect();
    // A name is cut before the first character that does not fit.
    name == tag.name || name.starts_with(&tag.name) && tag.name.len() + char::MAX.len_utf8() > NAME_BYTES
}

/// The page with these end tags written out. By the standard, it has the tokens that we report for
/// the page without them. `None` if there are no such tags.
pub(crate) fn repaired(page: &str, tags: &[OurTag]) -> Option<String> {
    let mut whole = String::new();
    let mut from = 0;
    for tag in implied_ends(page, tags) {
        whole.push_str(&page[from..tag.offset]);
        whole.push_str(&format!("</{}>", tag.name));
        from = tag.offset;
    }
    if from == 0 {
        return None;
    }
    whole.push_str(&page[from..]);
    Some(whole)
}
