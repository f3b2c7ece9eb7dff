//! Who wrote the page, as its text marks it up.
//!
//! In: elements with their attributes. Out: the [`BylineState`] of each. Authors are elements with
//! `itemprop=author`, and links with `rel=author`. Weaker evidence: elements whose class calls them
//! the author, and links to the page of an author.
//!
//! The name is the text of such an element. More exact is the first link in it, or an
//! `itemprop=name` in it: next to these stand dates and words like "written by", in any language.
//! Holds nothing.

use super::{BylineState, TextObserver};
use crate::html::{AttrId, AttrSet, Tag, TagId};
use crate::structure::{
    ClassMeaning, Flags, Hints, Meanings, Opened, calls_name_of_author, last_part, meanings, names_author,
};
use memchr::{memchr2, memrchr};

/// Number of links in which the logo of the site is looked for. It stands at the beginning of a
/// page.
const MAX_LOGO_LINKS: u8 = 24;

/// Attributes that may state who wrote the page.
const READ_ATTRIBUTES: AttrSet = AttrSet::of(&[AttrId::Itemprop, AttrId::Rel, AttrId::Itemtype]);

/// Microdata properties whose author and date are not those of the page. [`TYPES_OF_OTHERS`] are
/// the types of such items.
const OF_OTHERS: [&str; 6] =
    ["comment", "comments", "review", "reviews", "acceptedAnswer", "suggestedAnswer"];
const TYPES_OF_OTHERS: [&str; 3] = ["Answer", "Comment", "UserComments"];

/// Whether an author named there is not that of the page. The footer of an article may name its
/// own.
fn is_apart(flags: Flags) -> bool {
    flags.has(Flags::NAVIGATION.with(Flags::DIALOG)) || flags.has(Flags::FOOTER) && !flags.has(Flags::ARTICLE)
}

impl TextObserver<'_> {
    /// The byline state of an element that begins in a parent of state `parent`.
    pub(super) fn byline_of(&mut self, element: &Opened<'_>, parent: BylineState) -> BylineState {
        let tag = element.tag;
        let is_inline = matches!(tag.id, TagId::A | TagId::Span);
        if is_inline && matches!(parent, BylineState::Line | BylineState::Called | BylineState::Whole) {
            self.collector.begin_part_of_byline();
        }
        if parent == BylineState::Outside && element.hints().are_of_comments() && element.is_block() {
            BylineState::Comment
        } else if tag.attributes.has_any(READ_ATTRIBUTES)
            || tag.id == TagId::A && matches!(parent, BylineState::Called | BylineState::Whole)
        {
            self.byline_named(element, parent)
        } else if is_inline
            && matches!(parent, BylineState::Outside | BylineState::Date | BylineState::Line)
            && self.collector.wants_authors_by_class()
        {
            self.byline_called(element, parent)
        } else if parent == BylineState::Comment && element.meaning.has(ClassMeaning::USER) {
            self.poster(element)
        } else if matches!(parent, BylineState::Outside | BylineState::Line)
            && element.hints().has(Hints::ABOUT)
            && element.is_block()
            && self.collector.wants_authors_by_class()
        {
            self.byline_line(element, parent)
        } else {
            parent
        }
    }

    /// The byline state of an element that has one of the attributes [`READ_ATTRIBUTES`], or of a
    /// link in a byline.
    fn byline_named(&mut self, element: &Opened<'_>, parent: BylineState) -> BylineState {
        let tag = element.tag;
        let says = |id, any: &[&str]| has_word(tag, id, any);
        let is_typed = |types: &[&str]| {
            let name = tag.attributes.get(AttrId::Itemtype).unwrap_or("").rsplit('/').next().unwrap_or("");
            types.contains(&name.trim_end())
        };
        let is_link = tag.id == TagId::A;
        let leads_to_author = is_link && says(AttrId::Rel, &["author"]);
        let is_byline = || leads_to_author || says(AttrId::Itemprop, &["author"]);
        let is_in_byline = parent != BylineState::Name && parent >= BylineState::Called;
        let is_of = |any: &[&str]| says(AttrId::Itemprop, any);
        let begins = match parent {
            BylineState::Comment if is_link && element.meaning.has(ClassMeaning::USER) => {
                return self.poster(element);
            }
            _ if parent.is_of_comment() => return parent,
            _ if is_of(&OF_OTHERS) || is_typed(&TYPES_OF_OTHERS) => BylineState::Comment,
            BylineState::Outside
            | BylineState::Date
            | BylineState::Site
            | BylineState::User
            | BylineState::Line
            | BylineState::Called
                if is_byline() && !is_apart(element.context.flags) =>
            {
                if leads_to_author {
                    BylineState::Author
                } else {
                    BylineState::Whole
                }
            }
            _ if is_in_byline && is_of(&["name"]) => BylineState::Name,
            _ if is_in_byline
                && tag.attributes.get(AttrId::Itemprop).is_some()
                && !is_of(&["url", "author"]) =>
            {
                BylineState::Other
            }
            BylineState::Called | BylineState::Whole if is_link => BylineState::Link,
            BylineState::Outside | BylineState::Date | BylineState::Line
                if self.collector.wants_authors_by_class() =>
            {
                return self.byline_called(element, parent);
            }
            _ => return parent,
        };
        if begins < BylineState::Whole || self.begin_byline(begins) { begins } else { BylineState::Other }
    }

    /// An element begins whose text names the author. Returns whether its text is read.
    fn begin_byline(&mut self, state: BylineState) -> bool {
        self.is_of_byline = true;
        self.collector.begin_byline(state, self.blocks.line_number(), self.blocks.open_text())
    }

    /// The byline state of an element whose class marks it as the name of a user.
    fn user(&mut self, element: &Opened<'_>, parent: BylineState) -> BylineState {
        // Above the heading, it may be who reads the page. This class of vBulletin is of posts
        // alone.
        let class = element.tag.attributes.get(AttrId::Class);
        let is_of_post = class.is_some_and(|class| class.contains("bigusername"));
        let is_user = (element.has_heading || is_of_post)
            && !is_apart(element.context.flags)
            && self.collector.begin_user();
        if is_user { BylineState::User } else { parent }
    }

    /// The byline state of an element whose class marks it as the name of who wrote a comment. The
    /// first post of a thread may be marked as one.
    fn poster(&mut self, element: &Opened<'_>) -> BylineState {
        if self.user(element, BylineState::Comment) == BylineState::User {
            BylineState::Poster
        } else {
            BylineState::Comment
        }
    }

    /// The byline state of a link or a span whose class or address may name the author.
    fn byline_called(&mut self, element: &Opened<'_>, parent: BylineState) -> BylineState {
        let tag = element.tag;
        let href = if tag.id == TagId::A { tag.attributes.get(AttrId::Href).unwrap_or("") } else { "" };
        let names_author = element.meaning.has(ClassMeaning::AUTHOR) || leads_to_author(href);
        if !names_author || is_apart(element.context.flags) {
            if element.meaning.has(ClassMeaning::USER) { self.user(element, parent) } else { parent }
        } else if self.begin_byline(BylineState::Called) {
            BylineState::Called
        } else {
            BylineState::Other
        }
    }

    /// The byline state of a block whose class may call it a byline.
    fn byline_line(&mut self, element: &Opened<'_>, parent: BylineState) -> BylineState {
        let class = element.tag.attributes.get(AttrId::Class).unwrap_or("");
        let begins = match () {
            () if is_apart(element.context.flags) || !may_call_author(class) => return parent,
            () if class.split_ascii_whitespace().any(calls_name_of_author) => BylineState::Called,
            () if parent == BylineState::Outside && calls_byline(class) => BylineState::Line,
            () => return parent,
        };
        if self.begin_byline(begins) { begins } else { parent }
    }

    /// The byline state of a link outside of bylines that may name the site: one in an `h1`, or one
    /// of the first links above all headings, the logo. It leads to the root of the site.
    pub(super) fn byline_of_site(&mut self, element: &Opened<'_>) -> BylineState {
        let is_in_h1 = element.context.heading == 1;
        if !is_in_h1 {
            if element.has_heading || self.collector.links_above_headings >= MAX_LOGO_LINKS {
                return BylineState::Outside;
            }
            self.collector.links_above_headings += 1;
        }
        let href = element.tag.attributes.get(AttrId::Href).unwrap_or("");
        if self.collector.begin_site_name(href, is_in_h1) { BylineState::Site } else { BylineState::Outside }
    }
}

/// Whether an attribute has one of these words.
pub(super) fn has_word(tag: &Tag<'_>, id: AttrId, any: &[&str]) -> bool {
    let mut words = tag.attributes.get(id).unwrap_or("").split_ascii_whitespace();
    words.any(|word| any.iter().any(|wanted| word.eq_ignore_ascii_case(wanted)))
}

/// Whether a class may name an author or a byline. Rejects most classes at little cost.
fn may_call_author(class: &str) -> bool {
    let is_part = |pair: &[u8]| matches!([pair[0] | 0x20, pair[1] | 0x20], [b'u', b't'] | [b'b', b'y']);
    class.as_bytes().windows(2).any(is_part)
}

/// Whether a class marks a block as a line with the author's name.
fn calls_byline(class: &str) -> bool {
    class
        .split_ascii_whitespace()
        .any(|word| meanings(last_part(word)).has(Meanings::BYLINE) || names_author(word))
}

/// Whether an address is that of an author's page: the last path segment but one is `author` or
/// `authors`.
fn leads_to_author(href: &str) -> bool {
    let href = href.as_bytes();
    let path = &href[..memchr2(b'?', b'#', href).unwrap_or(href.len())];
    let path = path.strip_suffix(b"/").unwrap_or(path);
    let Some(name) = memrchr(b'/', path).filter(|&name| name + 1 < path.len()) else { return false };
    [&b"/author"[..], b"/authors"].iter().any(|step| path[..name].ends_with(step))
}
