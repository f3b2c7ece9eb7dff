//! Elements that name the author or the date of a post in a thread.
//!
//! In: a start tag. Out: what its text, or an attribute of it, says of the post. Evidence is
//! microdata, `time`, class names, and links to the page of a user. All are identifiers in code,
//! the same in pages of any language. Holds nothing.

use super::names::is_called;
use super::time::calls_date;
use crate::html::{AttrId, Tag, TagId};

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

/// Class names of the user who wrote a post, in lower case and without separators.
const NAMES_OF_USERS: [&str; 17] = [
    "username", "usernamecoloured", "bigusername", "postusername", "usernamelink", "userlink", "memberlink",
    "membername", "nickname", "nick", "postername", "displayname", "screenname", "authorname",
    "postauthorname", "commentauthorname", "jsauthor",
];

/// Class names of parts that hold the author of a post.
const NAMES_OF_AUTHORS: [&str; 22] = [
    "author", "postauthor", "commentauthor", "messageauthor", "replyauthor", "authorlink", "authorinfo",
    "poster", "postedby", "posterinfo", "creator", "user", "userinfo", "userdetails", "member",
    "messagename", "messageuserinfo", "ipscommentauthor", "cauthorpaneauthor", "postuser", "postprofile",
    "byline",
];

/// Class names of the date of a post, in addition to those of the date of a page.
const NAMES_OF_DATES: [&str; 14] = [
    "messagedate", "messagetime", "commentdate", "commenttime", "commentmetadata", "datecreated", "created",
    "createdat", "relativetime", "relativedate", "permalinkdate", "posttimestamp", "postingdate", "dateline",
];

/// Parts of addresses that lead to the page of a user.
const USER_PAGES: [&str; 14] = [
    "member.php", "memberlist.php", "profile.php", "user_info.", "mode=viewprofile", "action=profile",
    "showuser=", "/members/", "/member/", "/users/", "/user/", "/u/", "/profile/", "/profil/",
];

impl<'a> FoundPart<'a> {
    /// What an element says of a post, if anything.
    ///
    /// Cost: linear in its class and address.
    pub(super) fn of(tag: &Tag<'a>) -> Option<Self> {
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
            if calls_user(name) {
                Some(Self::in_text(PostPart::Author, Evidence::Exact))
            } else if is_called(name, &NAMES_OF_AUTHORS) {
                Some(Self::in_text(PostPart::Author, Evidence::Class))
            } else if calls_date(name) || is_called(name, &NAMES_OF_DATES) {
                let value = value_with_digits(tag.attributes.get(AttrId::Title));
                Some(Self { value, ..Self::in_text(PostPart::Date, Evidence::Class) })
            } else {
                None
            }
        })
    }
}

/// Whether a word of a class marks the name of a user.
pub(super) fn calls_user(word: &str) -> bool {
    // Rejects most classes by their first two letters.
    let [first, second, _, _, ..] = word.as_bytes() else { return false };
    BEGINS_OF_USERS.contains(&[first | 0x20, second | 0x20]) && is_called(word, &NAMES_OF_USERS)
}

/// The first two letters of [`NAMES_OF_USERS`].
const BEGINS_OF_USERS: [[u8; 2]; 10] =
    [*b"us", *b"bi", *b"po", *b"me", *b"ni", *b"di", *b"sc", *b"au", *b"co", *b"js"];

/// A value that may be a date.
fn value_with_digits(value: Option<&str>) -> Option<&str> {
    value.filter(|value| value.bytes().any(|byte| byte.is_ascii_digit()))
}

/// Whether an address leads to the page of a user.
fn leads_to_user(href: &str) -> bool {
    USER_PAGES.iter().any(|part| href.contains(part))
}

#[cfg(test)]
mod tests {
    #[test]
    fn names_of_users_begin_as_is_said() {
        for name in super::NAMES_OF_USERS {
            assert!(super::calls_user(name), "{name}");
        }
    }
}
