//! Compares our tokenizer with two others on the pages of the corpora.
//!
//! One page in 25 is read. `TROMMEL_ALL_PAGES=1` reads all of them, for which `--release` is
//! recommended. Without the corpora, the tests of pages print that they are skipped. Counts of each
//! difference are printed (`--nocapture`).
//!
//! **html5ever**, driven by its own tree builder, finds the same start tags with the same attribute
//! values, the same end tags and the same text. The intended differences are removed by a rule for
//! each, not by a list of pages:
//!
//! - *unclosed*: by the standard, an unclosed `title`, `textarea` or `iframe` swallows the rest of
//!   the page. Here the first tag that shows that its end is missing ends it, because crawled pages
//!   are damaged. So html5ever gets the page with the missing end tag where we report one. The rule
//!   itself is checked too: no end tag of the element comes before.
//! - *xml*: in a page that begins with `<?`, a tag that ends with `/>` is a whole element here. So
//!   html5ever gets the end tag after it. By the standard no end tag ends a `plaintext`, so that
//!   the soup has no `<plaintext/>`.
//! - *cut*: values longer than `VALUE_BYTES`, values of one tag longer than `VALUES_BYTES`
//!   together, and names longer than `NAME_BYTES` are cut here, because no token is ever held
//!   whole.
//! - *noscript* is markup, as in a browser without scripting, because scripts do not run here.
//!   html5ever is set to do the same.
//! - *dropped*: if the tree builder ignores a raw-text start tag (in a frameset), the tokenizer
//!   goes on in markup. We decide by name. html5ever is made to decide by name there.
//! - *foreign*: SVG and MathML are recognized by names here. `src/html/foreign.rs` states the
//!   limits. No page of the corpora shows a difference, so there is no rule: a page with one fails.
//!   The soup has only whole foreign elements.
//!
//! **lol_html** finds the same start tags at the same places, and the same end tags as far as it
//! reports them. Known differences:
//!
//! - It reports only end tags that close an open element. The others are left out here too, by a
//!   stack of names.
//! - *unclosed*, as above: it gets the page with the missing end tags.
//! - *noscript* is raw text there: in the page it gets, each `noscript` tag has another name of the
//!   same length.

mod by_html5ever;
mod by_lol_html;
mod events;
mod pages;

use events::{Event, OurTag, Ours};
use std::collections::BTreeMap;
use trommel::html::{AttrId, AttrSet, HELD_RAW_BYTES};

/// Fails at the first difference of two lists of events.
fn assert_same(name: &str, ours: &[Event], theirs: &[Event]) {
    let Some(at) = (0..ours.len().max(theirs.len())).find(|&at| ours.get(at) != theirs.get(at)) else {
        return;
    };
    let show = |events: &[Event]| {
        let from = at.saturating_sub(2).min(events.len());
        let to = (at + 3).min(events.len());
        (from..to).map(|at| format!("    {at} {:.300}\n", format!("{:?}", events[at]))).collect::<String>()
    };
    panic!("{name} differs at event {at}\n  ours:\n{}  theirs:\n{}", show(ours), show(theirs));
}

/// Number of pages by difference.
#[derive(Default)]
struct Counts(BTreeMap<&'static str, usize>);

impl Counts {
    fn add(&mut self, what: &'static str, found: bool) {
        *self.0.entry(what).or_default() += usize::from(found);
    }
}

/// Fails if an unclosed element ends early although its end tag comes first.
fn assert_unclosed(page: &pages::Page, tags: &[OurTag]) {
    for end in events::implied_ends(&page.text, tags) {
        let start = tags.iter().rfind(|tag| !tag.is_end && tag.offset < end.offset && tag.name == end.name);
        let start = start.expect("an implied end ends something").offset;
        let content = page.text[start..end.offset].to_ascii_lowercase();
        assert!(!content.contains(&format!("</{}>", end.name)), "{}: {} is closed", page.name, end.name);
        // A title with an end tag soon after it is closed there, whatever it holds.
        let held = (start + HELD_RAW_BYTES).min(page.text.len());
        let held = String::from_utf8_lossy(&page.text.as_bytes()[start..held]).to_ascii_lowercase();
        assert!(end.name != "title" || !held.contains("</title>"), "{}: the title is closed", page.name);
    }
}

#[test]
fn html5ever_finds_the_same_events_on_every_page() {
    let (mut pages, mut bytes, mut events) = (0, 0, 0);
    let mut counts = Counts::default();
    for page in pages::pages() {
        let ours = Ours::read(&page.text, std::iter::empty());
        let repaired = events::repaired(&page.text, &ours.tags);
        assert_unclosed(&page, &ours.tags);
        let theirs = by_html5ever::read(repaired.as_deref().unwrap_or(&page.text));
        assert_same(&page.name, &ours.events, &theirs.events);
        counts.add("unclosed", repaired.is_some());
        counts.add("cut values", theirs.cut_values > 0);
        counts.add("cut names", theirs.cut_names > 0);
        counts.add("noscript", ours.tags.iter().any(|tag| tag.name == "noscript"));
        counts.add("dropped", theirs.dropped_raw > 0);
        counts.add("(with foreign elements)", ours.tags.iter().any(|tag| tag.foreign));
        pages += 1;
        bytes += page.text.len();
        events += ours.events.len();
    }
    println!("html5ever: {pages} pages, {bytes} bytes, {events} events; pages by difference: {:?}", counts.0);
}

/// Small pseudo-random numbers (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit as u64) as usize
    }
}

/// Character boundaries in `text`, at most `longest` bytes or one character apart.
fn cuts(text: &str, longest: usize, seed: u64) -> impl Iterator<Item = usize> {
    let mut random = Random(seed);
    let mut at = 0;
    std::iter::from_fn(move || {
        at += 1 + random.below(longest);
        while !text.is_char_boundary(at.min(text.len())) {
            at += 1;
        }
        (at < text.len()).then_some(at)
    })
}

/// Checks that the page reads the same in pieces, and that reading fewer attributes changes nothing
/// else.
fn assert_stable(name: &str, page: &str, mut whole: Ours, longest: usize, seed: u64) {
    let pieces = Ours::read(page, cuts(page, longest, seed));
    assert_same(&format!("{name} in pieces of {longest}, seed {seed},"), &pieces.events, &whole.events);
    assert_eq!(pieces.tags, whole.tags, "{name} in pieces of {longest}, seed {seed}");
    for attributes in [AttrSet::of(&[AttrId::Class, AttrId::Id]), AttrSet::NONE] {
        whole.keep_some(attributes);
        for longest in [longest, page.len()] {
            let some = Ours::read_some(page, attributes, cuts(page, longest, seed));
            let name = format!("{name} with {attributes:?} in pieces of {longest}, seed {seed},");
            assert_same(&name, &some.events, &whole.events);
            assert_eq!(some.tags, whole.tags, "{name}");
        }
    }
}

#[test]
fn pages_in_pieces_give_the_events_of_whole_pages() {
    // A debug build is slow.
    let step = if cfg!(debug_assertions) { 4 } else { 1 };
    for (number, page) in pages::pages().step_by(step).enumerate() {
        let longest = [1, 7, 200, 5000][number % 4];
        let whole = Ours::read(&page.text, std::iter::empty());
        assert_stable(&page.name, &page.text, whole, longest, number as u64 + 1);
    }
}

#[test]
fn lol_html_finds_the_same_tags_on_every_page() {
    let (mut pages, mut tags) = (0, 0);
    let mut counts = Counts::default();
    for page in pages::pages() {
        let ours = Ours::read(&page.text, std::iter::empty());
        let repaired = events::repaired(&page.text, &ours.tags);
        let text = repaired.as_deref().unwrap_or(&page.text);
        let ours = Ours::read(text, std::iter::empty());
        let theirs = by_lol_html::read(&by_lol_html::without_noscript(text, &ours.tags));
        let expected = by_lol_html::told_of(&ours.tags);
        counts.add("unclosed", repaired.is_some());
        counts.add("noscript", ours.tags.iter().any(|tag| tag.name == "noscript"));
        let at = (0..expected.len().max(theirs.len())).find(|&at| expected.get(at) != theirs.get(at));
        if let Some(at) = at {
            panic!("{} differs at tag {at}: {:?}, {:?}", page.name, expected.get(at), theirs.get(at));
        }
        pages += 1;
        tags += expected.len();
    }
    println!("lol_html: {pages} pages, {tags} tags; pages by difference: {:?}", counts.0);
}

/// Pieces of tag soup. Foreign elements are whole: an open one is read differently from the
/// standard (see the module description).
#[rustfmt::skip]
const SOUP: &[&str] = &[
    "<p>", "</p>", "<div class=\"a b\">", "</div>", "<title>", "</title>", "<textarea>", "</textarea>",
    "<iframe src=x>", "</iframe>", "<script>", "</script>", "<!--", "-->", "--!>", "<!-", "<style>",
    "</style>", "<noscript>", "</noscript>", "&amp", "&#x41", "&#", ";", "&notit;", "\r", "\n", "\r\n",
    "\0", "\"", "'", "=", " ", "<", ">", "/", "<a href=", "<a id='", "<xmp>", "</xmp>", "<!doctype html>",
    "<?php", "]]>", "<![CDATA[", "x", "hello", "ü", "-", "<br/>", "<table>", "<td>", "</table>",
    "<template>", "</template>", "<select>", "<option>", "</select>", "<body>", "</body>", "</html>",
    "<head>", "</head>", "<input id=q hidden>", "<noframes>", "</noframes>", "<noembed>", "</noembed>",
    "<svg/>", "<svg><path d=x /></svg>", "<svg><title>a<b>c</b></title><style>a<b></style></svg>",
    "<math><mi>x<p></p></mi></math>", "<svg><![CDATA[<p>]]]></svg>",
    "<svg><desc><![CDATA[<p>]]></desc></svg>",
    "<svg><foreignObject><p>x<svg></svg></p></foreignObject><script/></svg>", "<svg><p>",
];

/// Pieces of a tag.
#[rustfmt::skip]
const TAG_SOUP: &[&str] = &[
    " ", "  ", "\n", "\t", "/", "=", "\"", "'", ">", " class", " class=", " CLASS=\"a b\"", " class='c'", " id=d", " id = 'e>'",
    " hidden", "hidden", "data-something-rather-long=\"f>\"", " x=\"\"", " onclick='g(\"h\")'", " href=\"/i?j&amp;k&l=m&copy\"", "&gt;",
    "\r", "\0", "ü", "n", "=\"o\"", "='p", " q=r/", "/>", "</a", "<b", " style=\"s\rt\"", " aria-hidden=true", " http-equiv=u",
];

/// Pieces of a page where `/>` ends an element. Between them are long names that no table has.
#[rustfmt::skip]
const XML_SOUP: &[&str] = &[
    "<title/>", "<title>", "</title>", "<textarea/>", "</textarea>", "<script src=a />", "</script>", "<style/>", "<p/>", "<p>", "</p>",
    "<m\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0/>", "</m\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0>",
    "<m\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0/>", "</m\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0>", "<x\0/>", "</x\0>", "<ü:ä/>",
    "<a:b />", "</a:b>", "<br/>", "</br>", "<a href=b/>", "</a>", "<iframe/>", "<svg/>", "<select/>", "<noscript/>", "x", "\n", "<!--/>", "-->",
];

#[test]
fn html5ever_finds_the_same_events_in_tag_soup() {
    // Some pieces matter only in combination, so that many pages are needed.
    let pages = if cfg!(debug_assertions) { 5_000 } else { 500_000 };
    let mut random = Random(88_172_645_463_325_252);
    for number in 0..pages {
        let (start, soup) = match number % 4 {
            0 => ("", SOUP),
            1 => ("<a", TAG_SOUP),
            2 => ("<?xml?>", XML_SOUP),
            _ => ("<?xml?><m\0\0/>", SOUP),
        };
        let mut page = start.to_string();
        page.extend((0..1 + random.below(14)).map(|_| soup[random.below(soup.len())]));
        let ours = Ours::read(&page, std::iter::empty());
        let name = format!("page {number}, {page:?}");
        let repaired = events::repaired(&page, &ours.tags);
        let theirs = by_html5ever::read(repaired.as_deref().unwrap_or(&page));
        assert_same(&name, &ours.events, &theirs.events);
        assert_stable(&name, &page, ours, 1 + random.below(4), number + 1);
    }
}
