//! What all tokenizers are compared by, and our own tokenizer's reading of a page.

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
#[derive(Clone, Debug)]
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
}

impl Ours {
    /// Reads `text` in the pieces that `cuts` gives, all characters' edges and ascending.
    pub(crate) fn read(text: &str, cuts: impl Iterator<Item = usize>) -> Self {
        let mut ours = Self::default();
        let mut tokenizer = Tokenizer::new();
        let mut from = 0;
        for cut in cuts.chain([text.len()]) {
            tokenizer.push(&text[from..cut], from as u64, &mut ours);
            from = cut;
        }
        tokenizer.finish(&mut ours);
        ours
    }

    fn push_tag(&mut self, tag: &Tag<'_>, is_end: bool) {
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
        AttrSet::ALL
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
