//! Reads RSS and Atom feeds. Their items describe the pages that they link to.

use super::page::Page;
use quick_xml::Reader;
use quick_xml::escape::resolve_predefined_entity;
use quick_xml::events::{BytesStart, Event};
use std::collections::HashMap;
use trommel::html::{AttrSet, Tag, TagId, TokenSink, Tokenizer};
use trommel::{Error, ErrorKind, Result};

/// Maximum bytes of a field of an item. The rest is cut.
const FIELD_BYTES: usize = 64 << 10;

/// Maximum items of a feed.
const MAX_ITEMS: usize = 100_000;

/// An item of a feed, which describes a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Item {
    /// URL of the page.
    pub link: String,
    /// Title of the page.
    pub title: String,
    /// Description, summary or content, as text.
    pub description: String,
}

/// The items of a feed, indexed by the URLs and titles of their pages.
#[derive(Clone, Debug, Default)]
pub struct Feed {
    items: Vec<Item>,
    by_link: HashMap<String, usize>,
}

/// The field of an item that is being read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Field {
    Title,
    Link,
    Description,
}

impl Feed {
    /// Parses a feed: RSS 0.9 to 2.0, or Atom.
    ///
    /// Cost: linear in the feed; holds its items, at most 192 KiB each.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Site`] for invalid XML, with line and byte, and for XML without items or that
    /// is not a feed.
    pub fn parse(xml: &[u8]) -> Result<Self> {
        let xml = std::str::from_utf8(xml).map_err(|error| {
            wrong(xml, error.valid_up_to(), "expected a feed in UTF-8, found bytes that are not".to_string())
        })?;
        let bytes = xml.as_bytes();
        let mut reader = Reader::from_str(xml);
        let mut feed = Self::default();
        let mut item: Option<Item> = None;
        let mut field: Option<Field> = None;
        // Number of open elements, and the depth of the fields of the item.
        let (mut depth, mut item_depth, mut is_feed) = (0_usize, 0_usize, false);
        loop {
            let event = reader.read_event().map_err(|error| {
                let at = usize::try_from(reader.error_position()).unwrap_or(0);
                wrong(bytes, at, format!("expected a feed in well-formed XML, found: {error}"))
            })?;
            match event {
                Event::Start(tag) => {
                    depth += 1;
                    if depth == 1 {
                        is_feed = matches!(tag.local_name().as_ref(), "rss" | "RDF" | "feed");
                    }
                    match &mut item {
                        None if matches!(tag.local_name().as_ref(), "item" | "entry") => {
                            (item, item_depth) = (Some(Item::default()), depth);
                        }
                        Some(item) if depth == item_depth + 1 => field = begin(&tag, item),
                        _ => {}
                    }
                }
                Event::Empty(tag) => {
                    if let Some(item) = item.as_mut().filter(|_| depth == item_depth) {
                        begin(&tag, item);
                    }
                }
                Event::End(_) => {
                    if item.is_some() && depth == item_depth {
                        feed.add(item.take().unwrap_or_default());
                    } else if depth == item_depth + 1 {
                        field = None;
                    }
                    depth = depth.saturating_sub(1);
                }
                Event::Text(text) => put(&mut item, field, &text.xml10_content()),
                Event::CData(text) => put(&mut item, field, &text.xml10_content()),
                Event::GeneralRef(name) => {
                    let mut utf8 = [0; 4];
                    if let Ok(Some(c)) = name.resolve_char_ref() {
                        put(&mut item, field, c.encode_utf8(&mut utf8));
                    } else if let Some(text) = resolve_predefined_entity(&name) {
                        put(&mut item, field, text);
                    } else {
                        // An HTML entity, which is decoded with the HTML of the field.
                        put(&mut item, field, &format!("&{};", &*name));
                    }
                }
                Event::Eof => break,
                _ => {}
            }
        }
        if depth > 0 {
            return Err(wrong(
                bytes,
                bytes.len(),
                format!("expected the ends of {depth} elements of the feed, found its end"),
            ));
        }
        if !is_feed {
            return Err(Error::new(ErrorKind::Site, "expected RSS or Atom, found another kind of XML"));
        }
        if feed.items.is_empty() {
            return Err(Error::new(ErrorKind::Site, "expected a feed with items, found one without"));
        }
        Ok(feed)
    }

    /// A feed of these items. Items after the first 100,000 are dropped.
    #[must_use]
    pub fn from_items(items: impl IntoIterator<Item = Item>) -> Self {
        let mut feed = Self::default();
        items.into_iter().for_each(|item| feed.add(item));
        feed
    }

    /// The items, in their order.
    #[must_use]
    pub fn items(&self) -> &[Item] {
        &self.items
    }

    fn add(&mut self, mut item: Item) {
        if self.items.len() == MAX_ITEMS {
            return;
        }
        item.title = shown(&item.title);
        item.description = shown(&item.description);
        item.link = item.link.trim().to_string();
        if let Some(link) = plain(&item.link) {
            self.by_link.entry(link).or_insert(self.items.len());
        }
        self.items.push(item);
    }

    /// The item about a page: the one that links to it, or else the only one whose title is the
    /// start of the page's title.
    #[must_use]
    pub fn item_of(&self, page: &Page) -> Option<&Item> {
        let by_link = [page.url.as_deref(), Some(&*page.meta.url)]
            .into_iter()
            .flatten()
            .filter_map(plain)
            .find_map(|link| self.by_link.get(&link));
        if let Some(&at) = by_link {
            return self.items.get(at);
        }
        let is_titled = |item: &&Item| !item.title.is_empty() && page.meta.title.starts_with(&item.title);
        let mut titled = self.items.iter().filter(is_titled);
        titled.next().filter(|_| titled.next().is_none())
    }

    /// Title and description of the item about a page.
    pub(super) fn text_of(&self, page: &Page) -> Option<String> {
        self.item_of(page).map(|item| format!("{}\n{}", item.title, item.description))
    }
}

/// The field that an element of an item begins. A URL in an attribute is stored at once.
fn begin(tag: &BytesStart<'_>, item: &mut Item) -> Option<Field> {
    match tag.local_name().as_ref() {
        "title" => Some(Field::Title),
        "description" | "summary" | "content" | "encoded" => {
            // Several descriptions are joined, since the words of all of them are about the page.
            item.description.push('\n');
            Some(Field::Description)
        }
        "link" => {
            let value = |name: &str| {
                let attribute = tag.try_get_attribute(name).ok().flatten()?;
                Some(attribute.normalized_value(quick_xml::XmlVersion::Implicit1_0).ok()?.into_owned())
            };
            let Some(link) = value("href") else { return Some(Field::Link) };
            if value("rel").is_none_or(|rel| rel == "alternate") && item.link.is_empty() {
                item.link = link;
            }
            None
        }
        _ => None,
    }
}

/// Appends text to the field of the item, up to its maximum.
fn put(item: &mut Option<Item>, field: Option<Field>, text: &str) {
    let (Some(item), Some(field)) = (item, field) else { return };
    let value = match field {
        Field::Title => &mut item.title,
        Field::Link => &mut item.link,
        Field::Description => &mut item.description,
    };
    if value.len() + text.len() <= FIELD_BYTES {
        value.push_str(text);
    }
}

/// An error at byte `at` of the feed. The message gives line and byte, both from 1.
fn wrong(bytes: &[u8], at: usize, message: String) -> Error {
    let before = &bytes[..at.min(bytes.len())];
    let line = memchr::memchr_iter(b'\n', before).count() + 1;
    let column = before.len() - memchr::memrchr(b'\n', before).map_or(0, |end| end + 1) + 1;
    Error::new(ErrorKind::Site, format!("{message}; line {line}, byte {column} of it")).at(at as u64)
}

/// A normalised URL, equal for two URLs of the same page.
fn plain(url: &str) -> Option<String> {
    let (_, rest) = url.trim().split_once("://")?;
    let rest = rest.split('#').next().unwrap_or("").trim_end_matches('/');
    let rest = rest.strip_prefix("www.").unwrap_or(rest);
    (!rest.is_empty()).then(|| rest.to_string())
}

/// Text without the HTML in it.
fn shown(text: &str) -> String {
    let mut shown = Shown(String::new());
    let mut tokenizer = Tokenizer::new();
    tokenizer.push(text, 0, &mut shown);
    tokenizer.finish(&mut shown);
    shown.0.trim().to_string()
}

struct Shown(String);

impl TokenSink for Shown {
    fn wanted(&self, _: TagId) -> AttrSet {
        AttrSet::NONE
    }

    fn wants_raw_text(&self, _: TagId) -> bool {
        false
    }

    fn start_tag(&mut self, _: &Tag<'_>) {
        self.0.push(' ');
    }

    fn end_tag(&mut self, _: &Tag<'_>) {
        self.0.push(' ');
    }

    fn text(&mut self, text: &str, _: u64) {
        self.0.push_str(text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rss_and_atom_are_read() {
        let rss = b"<?xml version='1.0'?><rss version='2.0'><channel><title>Site</title><item><title>High &amp; water</title>\
            <link>http://www.example.com/a/</link><description><![CDATA[<p>The <b>river</b> rose.]]></description></item></channel></rss>";
        let item = Item {
            link: "http://www.example.com/a/".into(),
            title: "High & water".into(),
            description: "The  river  rose.".into(),
        };
        assert_eq!(Feed::parse(rss).expect("it is RSS").items(), [item]);
        let atom = b"<feed xmlns='http://www.w3.org/2005/Atom'><title>Site</title><entry><title>H&#228;user</title>\
            <link rel='self' href='http://x/feed'/><link href='http://x/b?c=1&amp;d=2'/><summary type='html'>&lt;i>new&lt;/i></summary></entry></feed>";
        let feed = Feed::parse(atom).expect("it is Atom");
        assert_eq!(feed.items()[0].link, "http://x/b?c=1&d=2");
        assert_eq!((&*feed.items()[0].title, &*feed.items()[0].description), ("Häuser", "new"));
    }

    #[test]
    fn a_broken_feed_says_where() {
        let error =
            Feed::parse(b"<rss>\n<channel>\n <item></channel></rss>").expect_err("an end tag is wrong");
        assert_eq!(error.offset(), Some(23));
        assert!(error.to_string().contains("line 3, byte 8"), "{error}");
        let error = Feed::parse(b"<rss>\n<channel>").expect_err("it breaks off");
        assert!(error.to_string().contains("line 2, byte 10"), "{error}");
        let error = Feed::parse(b"<rss>\n\xff").expect_err("it is not UTF-8");
        assert!(error.to_string().contains("line 2, byte 1"), "{error}");
        assert!(
            Feed::parse(b"<html></html>").expect_err("no feed").to_string().contains("another kind of XML")
        );
        assert!(Feed::parse(b"<rss></rss>").expect_err("no items").to_string().contains("without"));
    }

    #[test]
    fn urls_of_the_same_page_are_equal() {
        assert_eq!(plain("https://www.a.b/c/#d"), plain("http://a.b/c"));
        assert_ne!(plain("http://a.b/c?d"), plain("http://a.b/c"));
    }
}
