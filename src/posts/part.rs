//! Elements that name the author or the date of a post in a thread.
//!
//! In: a start tag. Out: what its text, or an attribute of it, says of the post. Evidence is
//! microdata, `time`, class names, and links to the page of a user. All are identifiers in code,
//! the same in pages of any language. Holds nothing.

use crate::html::{AttrId, Tag, TagId};
use crate::structure::{Meanings, calls_date, meanings};

/// What an element says of a post.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PostPart {
    Author,
    Date,
}

/// How sure a part of a post is; the surest one of a post counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Evidence {
    /// Of a comment on the post.
    Comment,
    /// A link to the page of a user.
    Link,
    /// A class that may mark more than the name.
    Class,
    /// The same, inside such an element.
    Inner,
    /// A class that marks a user's name, `time`, or microdata.
    Exact,
    /// `itemprop=name` in an author.
    Name,
}

/// An element that says something of a post.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FoundPart<'a> {
    pub(crate) part: PostPart,
    pub(crate) evidence: Evidence,
    /// The value of an attribute; `None` if the text of the element says it.
    pub(crate) value: Option<&'a str>,
}

/// Parts of addresses that lead to the page of a user.
const USER_PAGES: [&str; 14] = [
    "member.php", "memberlist.php", "profile.php", "user_info.", "mode=viewprofile", "action=profile",
    "showuser=", "/members/", "/member/", "/users/", "/user/", "/u/", "/profile/", "/profil/",
];

impl<'a> FoundPart<'a> {
    /// What an element says of a post, if anything.
    ///
    /// Cost: linear in its class and address.
    pub(crate) fn of(tag: &Tag<'a>) -> Option<Self> {
        if tag.attributes.is_empty() {
            return (tag.id == TagId::Time).then(|| Self::in_text(PostPart::Date, Evidence::Exact));
        }
        Self::of_microdata(tag).or_else(|| Self::of_time(tag)).or_else(|| Self::of_class(tag)).or_else(|| {
            let href = if tag.id == TagId::A { tag.attributes.get(AttrId::Href)? } else { return None };
            leads_to_user(href).then(|| Self::in_text(PostPart::Author, Evidence::Link))
        })
    }

    fn in_text(part: PostPart, evidence: Evidence) -> Self {
        Self { part, evidence, value: None }
    }

    fn of_microdata(tag: &Tag<'a>) -> Option<Self> {
        let value = |id| tag.attributes.get(id).filter(|value| !value.trim().is_empty());
        let mut properties = tag.attributes.get(AttrId::Itemprop)?.split_ascii_whitespace();
        properties.find_map(|property| match property {
            "author" | "creator" => Some(Self {
                value: value(AttrId::Content),
                ..Self::in_text(PostPart::Author, Evidence::Inner)
            }),
            "name" => Some(Self {
                value: value(AttrId::Content),
                ..Self::in_text(PostPart::Author, Evidence::Name)
            }),
            "datePublished" | "dateCreated" | "commentTime" => {
                let value = value(AttrId::Content).or_else(|| value(AttrId::Datetime));
                let value = value.or_else(|| value_with_digits(tag.attributes.get(AttrId::Title)));
                Some(Self { value, ..Self::in_text(PostPart::Date, Evidence::Name) })
            }
            _ => None,
        })
    }

    /// A `time`, or an element like it.
    fn of_time(tag: &Tag<'a>) -> Option<Self> {
        let datetime = value_with_digits(tag.attributes.get(AttrId::Datetime));
        let is_one = tag.id == TagId::Time || tag.id == TagId::Other && datetime.is_some();
        is_one.then(|| Self { value: datetime, ..Self::in_text(PostPart::Date, Evidence::Exact) })
    }

    fn of_class(tag: &Tag<'a>) -> Option<Self> {
        let class = tag.attributes.get(AttrId::Class)?;
        class.split_ascii_whitespace().find_map(|name| {
            if meanings(name).has(Meanings::USER) {
                Some(Self::in_text(PostPart::Author, Evidence::Exact))
            } else if meanings(name).has(Meanings::POST_AUTHOR) {
                Some(Self::in_text(PostPart::Author, Evidence::Class))
            } else if calls_date(name) || meanings(name).has(Meanings::POST_DATE) {
                let value = value_with_digits(tag.attributes.get(AttrId::Title));
                Some(Self { value, ..Self::in_text(PostPart::Date, Evidence::Class) })
            } else {
                None
            }
        })
    }
}

/// A value that may be a date.
fn value_with_digits(value: Option<&str>) -> Option<&str> {
    value.filter(|value| value.bytes().any(|byte| byte.is_ascii_digit()))
}

/// Whether an address leads to the page of a user.
fn leads_to_user(href: &str) -> bool {
    USER_PAGES.iter().any(|part| href.contains(part))
}
