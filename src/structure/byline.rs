//! Who wrote the page, as its text marks it up.
//!
//! In: start tags with their attributes, and visible text. Out: the [`BylineState`] of each
//! element, and the text of bylines for the sink. Authors are elements with `itemprop=author`, and
//! links with `rel=author`. Weaker evidence: elements whose class calls them the author, and links
//! to the page of an author.
//!
//! The name is the text of such an element. More exact is the first link in it, or an
//! `itemprop=name` in it: next to these stand dates and words like "written by", in any language.
//! Holds nothing.

use super::byline_names::{calls_byline, calls_name_of_author, leads_to_author, may_call_author};
use super::context::{Context, ElementInfo};
use super::hints::Hints;
use super::name_meaning::ClassMeaning;
use super::rules::{Class, class_of};
use super::{Flags, StructureSink, TrackedSink, Wants, time};
use crate::html::{AttrId, AttrSet, Tag, TagId};

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

/// Sign between the lines of a block that its class calls a byline.
pub(crate) const BETWEEN_LINES: &str = "\u{2063}";

/// What the text of an element is to the byline: nothing, the date, the site name, or the author.
///
/// An element has exactly one state; its children inherit it unless they have another. Text from
/// `Date` on goes to [`StructureSink::byline`]. Of the states from `Called` on, a greater one names
/// the author more exactly.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum BylineState {
    /// No byline.
    #[default]
    Outside,
    /// A comment, an answer or a review. Its author and date are not those of the page. All
    /// elements in it are in this state.
    Comment,
    /// The name of another person, or of an employer. So are all elements in it.
    Other,
    /// The date of the page.
    Date,
    /// The name of the site.
    Site,
    /// The name of a user, in a post that is marked as a comment. So are all elements in it.
    Poster,
    /// The name of a user. The first one of a thread is its author.
    User,
    /// A tag or a category of the page.
    Tag,
    /// A block that its class calls a byline. Only what follows a word for "by" is the name.
    Line,
    /// The author by a class or an address alone; the text may hold more than the name.
    Called,
    /// The author by `itemprop`; the text may hold more than the name.
    Whole,
    /// A link in a byline, whose text is likely the name.
    Link,
    /// A link with `rel=author`.
    Author,
    /// Exactly the name: `itemprop=name` in a byline.
    Name,
}

impl BylineState {
    /// Whether it is a part of a comment.
    pub(super) fn is_of_comment(self) -> bool {
        matches!(self, Self::Comment | Self::Poster)
    }
}

/// Whether an author named there is not that of the page. The footer of an article may name its
/// own.
fn is_apart(flags: Flags) -> bool {
    flags.has(Flags::NAVIGATION.with(Flags::DIALOG)) || flags.has(Flags::FOOTER) && !flags.has(Flags::ARTICLE)
}

/// Whether an element outside of bylines may begin one, by its attributes or the `meaning` of its
/// class. Besides, a link may by its address, and a block by its hints.
pub(super) fn may_begin(tag: &Tag<'_>, meaning: ClassMeaning) -> bool {
    const MICRODATA: AttrSet = AttrSet::of(&[AttrId::Itemprop, AttrId::Itemtype]);
    let names_user = matches!(tag.id, TagId::A | TagId::Span)
        && (meaning.has(ClassMeaning::AUTHOR) || meaning.has(ClassMeaning::USER));
    tag.attributes.has_any(MICRODATA) || names_user || time::has_word(tag, AttrId::Rel, &["author"])
}

impl<S: StructureSink> TrackedSink<'_, S> {
    /// The byline state of an element that begins. `says`: the meaning of its class, if it is a
    /// link or a span. `names`: its own, with the byline state of its parent. `flags`: its own.
    #[inline]
    pub(super) fn byline_of(
        &mut self,
        tag: &Tag<'_>,
        says: ClassMeaning,
        names: &ElementInfo,
        flags: Flags,
    ) -> BylineState {
        let parent = names.byline;
        if parent == BylineState::Outside
            && names.hints.are_of_comments()
            && class_of(tag.id).has(Class::BLOCK)
        {
            BylineState::Comment
        } else if tag.attributes.has_any(READ_ATTRIBUTES)
            || tag.id == TagId::A && matches!(parent, BylineState::Called | BylineState::Whole)
        {
            self.byline_named(tag, says, parent, flags)
        } else if matches!(tag.id, TagId::A | TagId::Span)
            && matches!(parent, BylineState::Outside | BylineState::Date | BylineState::Line)
            && self.sink.wants_authors_by_class()
        {
            self.byline_called(tag, says, parent, flags)
        } else if parent == BylineState::Comment && says.has(ClassMeaning::USER) {
            self.poster(tag, flags)
        } else if matches!(parent, BylineState::Outside | BylineState::Line)
            && names.hints.has(Hints::ABOUT)
            && class_of(tag.id).has(Class::BLOCK)
            && self.sink.wants_authors_by_class()
        {
            self.byline_line(tag, parent, flags)
        } else {
            parent
        }
    }

    /// The byline state of an element that has one of the attributes [`READ_ATTRIBUTES`], or of a
    /// link in a byline.
    #[inline(never)]
    fn byline_named(
        &mut self,
        tag: &Tag<'_>,
        class_says: ClassMeaning,
        parent: BylineState,
        flags: Flags,
    ) -> BylineState {
        let says = |id, any: &[&str]| {
            let words = tag.attributes.get(id).unwrap_or("").split_ascii_whitespace();
            words.into_iter().any(|word| any.iter().any(|wanted| word.eq_ignore_ascii_case(wanted)))
        };
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
            BylineState::Comment if is_link && class_says.has(ClassMeaning::USER) => {
                return self.poster(tag, flags);
            }
            _ if parent.is_of_comment() => return parent,
            _ if is_of(&OF_OTHERS) || is_typed(&TYPES_OF_OTHERS) => BylineState::Comment,
            BylineState::Outside
            | BylineState::Date
            | BylineState::Site
            | BylineState::User
            | BylineState::Line
            | BylineState::Called
                if is_byline() && !is_apart(flags) =>
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
                if self.sink.wants_authors_by_class() =>
            {
                return self.byline_called(tag, class_says, parent, flags);
            }
            _ => return parent,
        };
        if begins < BylineState::Whole || self.sink.begin_byline(begins) {
            begins
        } else {
            BylineState::Other
        }
    }

    /// The byline state of an element whose class marks it as the name of a user.
    #[cold]
    fn user(&mut self, tag: &Tag<'_>, parent: BylineState, flags: Flags) -> BylineState {
        // Above the heading, it may be who reads the page. This class of vBulletin is of posts
        // alone.
        let is_of_post = tag.attributes.get(AttrId::Class).is_some_and(|class| class.contains("bigusername"));
        let is_user = (self.has_heading || is_of_post) && !is_apart(flags) && self.sink.begin_user();
        if is_user { BylineState::User } else { parent }
    }

    /// The byline state of an element whose class marks it as the name of who wrote a comment. The
    /// first post of a thread may be marked as one.
    #[cold]
    fn poster(&mut self, tag: &Tag<'_>, flags: Flags) -> BylineState {
        if self.user(tag, BylineState::Comment, flags) == BylineState::User {
            BylineState::Poster
        } else {
            BylineState::Comment
        }
    }

    /// The byline state of a link or a span whose class or address may name the author.
    #[inline]
    fn byline_called(
        &mut self,
        tag: &Tag<'_>,
        says: ClassMeaning,
        parent: BylineState,
        flags: Flags,
    ) -> BylineState {
        let href = if tag.id == TagId::A { tag.attributes.get(AttrId::Href).unwrap_or("") } else { "" };
        let is_called = !is_apart(flags) && (says.has(ClassMeaning::AUTHOR) || leads_to_author(href));
        if !is_called {
            if says.has(ClassMeaning::USER) { self.user(tag, parent, flags) } else { parent }
        } else if self.sink.begin_byline(BylineState::Called) {
            BylineState::Called
        } else {
            BylineState::Other
        }
    }

    /// The byline state of a block whose class may call it a byline.
    #[cold]
    fn byline_line(&mut self, tag: &Tag<'_>, parent: BylineState, flags: Flags) -> BylineState {
        let class = tag.attributes.get(AttrId::Class).unwrap_or("");
        let begins = match () {
            () if is_apart(flags) || !may_call_author(class) => return parent,
            () if class.split_ascii_whitespace().any(calls_name_of_author) => BylineState::Called,
            () if parent == BylineState::Outside && calls_byline(class) => BylineState::Line,
            () => return parent,
        };
        if self.sink.begin_byline(begins) { begins } else { parent }
    }

    /// Whether a link outside of bylines may begin one by its address, or name the site or a tag.
    #[inline]
    pub(super) fn may_begin_byline(&self, tag: &Tag<'_>, context: &Context) -> bool {
        context.heading == 1
            || !self.has_heading && self.links_above_headings < MAX_LOGO_LINKS
            || self.wants.has(Wants::MORE_METADATA)
            || leads_to_author(tag.attributes.get(AttrId::Href).unwrap_or(""))
    }

    /// Whether a link may be that of the site's logo: one of the first links, above all headings.
    #[inline]
    pub(super) fn may_name_site(&mut self) -> bool {
        let is_first = !self.has_heading && self.links_above_headings < MAX_LOGO_LINKS;
        self.tracker.links_above_headings += u8::from(is_first);
        is_first
    }

    /// The byline state of a link in an `h1`, or above the first heading, outside of bylines: the
    /// site's name, if it leads to the root of the site.
    #[inline(never)]
    pub(super) fn byline_of_site(&mut self, tag: &Tag<'_>, is_in_h1: bool) -> BylineState {
        let is_site = self.sink.begin_site_name(tag.attributes.get(AttrId::Href).unwrap_or(""), is_in_h1);
        if is_site { BylineState::Site } else { BylineState::Outside }
    }

    /// A `meta` element, which may stand in a byline and give the name.
    pub(super) fn meta_in_byline(&mut self, tag: &Tag<'_>) {
        let names = *self.stack.names();
        let flags = self.stack.context().flags;
        if names.byline >= BylineState::Whole
            && !flags.has(Flags::DROPPED)
            && self.byline_of(tag, ClassMeaning::default(), &names, flags) == BylineState::Name
        {
            self.sink.byline(BylineState::Name, tag.attributes.get(AttrId::Content).unwrap_or(""));
        }
    }

    /// Hands visible text of a byline to the sink. That of a `noscript` may be all the text of the
    /// page.
    #[inline]
    pub(super) fn byline_text(&mut self, text: &str) {
        let byline = self.stack.names().byline;
        if byline >= BylineState::Date
            && (!self.stack.context().flags.has(Flags::HIDDEN) || self.stack.has_any(&[TagId::Noscript]))
        {
            self.sink.byline(byline, text);
        }
    }

    /// Separates the words of a byline by a space, and its lines by a sign.
    #[inline]
    pub(super) fn part_byline(&mut self) {
        let byline = self.stack.names().byline;
        if byline >= BylineState::Date {
            let has_lines = matches!(byline, BylineState::Line | BylineState::Called);
            self.sink.byline(byline, if has_lines { BETWEEN_LINES } else { " " });
        }
    }
}

#[cfg(test)]
mod tests;
