//! What all tokenizers are compared by, and our own tokenizer's reading of a page.

use std::cell::Cell;
use trommel::token::{AttrId, AttrSet, Tag, TagId, TokenSink, Tokenizer};

/// What a tokenizer finds; adjacent text is one event.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Event {
    /// Name, and the attributes that we read, in the order of the tag.
    Start(String, Vec<(AttrId, String)>),
    End(String),
    Text(String),
}

/// Adds text to the last event, or as a new one.
pub(crate) fn push_text(events: &mut Vec<Event>, text: &str) {
    match events.last_mut() {
        // html5ever reports the text of an empty CDATA section.
        _ if text.is_empty() => {}
        Some(Event::Text(run)) => run.push_str(text),
        _ => events.push(Event::Text(text.to_string())),
    }
}

/// A tag as our tokenizer sees it, with what an [`Event`] leaves out.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct OurTag {
    pub name: String,
    pub is_end: bool,
    pub offset: usize,
    /// In SVG or MathML.
    pub foreign: bool,
    pub self_closing: bool,
}

/// Our tokenizer's reading of a page.
#[derive(Default)]
pub(crate) struct Ours {
    pub events: Vec<Event>,
    pub tags: Vec<OurTag>,
    /// Places in `events` of the text of raw-text elements.
    raw_texts: Vec<usize>,
    asks_for: Option<AttrSet>,
    declines_raw_text: bool,
    is_raw: Cell<bool>,
}

impl Ours {
    /// Reads `text` in the pieces that `cuts` gives, all characters' edges and ascending.
    pub(crate) fn read(text: &str, cuts: impl Iterator<Item = usize>) -> Self {
        Self::default().reads(text, cuts)
    }

    /// As [`read`](Self::read), but asks for these attributes only and declines the text of raw-text elements.
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

/// End tags that we report and the page does not have: where elements that lack theirs are taken to end.
pub(crate) fn implied_ends<'a>(page: &'a str, tags: &'a [OurTag]) -> impl Iterator<Item = &'a OurTag> {
    tags.iter().filter(|tag| {
        let source = page.as_bytes()[tag.offset..].get(2..2 + tag.name.len());
        let is_written = page[tag.offset..].starts_with("</")
            && source.is_some_and(|source| source.eq_ignore_ascii_case(tag.name.as_bytes()));
        let is_long = tag.name.len() >= trommel::token::NAME_BYTES || tag.name.contains('\u{FFFD}');
        tag.is_end && !is_written && !is_long
    })
}

/// The page with those end tags written out: by the standard it reads as we read the page without.
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
