//! Properties of elements for the tracker, as tables by element.
//!
//! In: a [`TagId`] or a role. Out: its [`Class`], its [`Flags`], and the scopes of the HTML
//! standard. Static tables; holds nothing.

use super::Break;
use super::flags::Flags;
use crate::html::TagId;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Class(u32);

impl Class {
    /// A block-level element: it begins and ends a line. End tags of inline elements in it do not
    /// end elements outside of it.
    pub(super) const BLOCK: Self = Self(1);
    /// Has no content and no end tag.
    pub(super) const VOID: Self = Self(1 << 1);
    /// Dropped with its content.
    pub(super) const DROP: Self = Self(1 << 2);
    /// Its start tag ends an open paragraph.
    pub(super) const CLOSES_P: Self = Self(1 << 3);
    /// May stand in the head.
    pub(super) const IN_HEAD: Self = Self(1 << 4);
    /// A formatting element of the standard: its end tag may reach across blocks.
    pub(super) const FORMATTING: Self = Self(1 << 5);
    /// `h1` to `h6`.
    pub(super) const HEADING: Self = Self(1 << 6);
    pub(super) const TABLE_PART: Self = Self(1 << 7);
    /// Its line break is that of a list item, a table cell, a table row.
    const ITEM: Self = Self(1 << 8);
    const CELL: Self = Self(1 << 9);
    const ROW: Self = Self(1 << 10);
    /// Inline, but separates the words on its two sides.
    pub(super) const WORD_BREAK: Self = Self(1 << 11);
    /// If it is the innermost open element, the start tag of another element may end it. These are
    /// the head, and the elements that [`leave_foreign`] ends.
    ///
    /// [`leave_foreign`]: super::TrackedSink::leave_foreign
    pub(super) const LEFT_BY_TAGS: Self = Self(1 << 12);
    /// Its start tag has metadata of the page, or changes how the text after it is read.
    pub(super) const METADATA: Self = Self(1 << 13);
    /// Its tags need special handling. Other elements skip those tests, so every element that is
    /// tested under this class must be in the list.
    pub(super) const SPECIAL: Self = Self(1 << 14);
    /// Its start tag has rules of its own.
    pub(super) const RULED: Self = Self(1 << 17);
    /// Its start tag may end other elements than a paragraph.
    pub(super) const ENDS_OTHERS: Self = Self(1 << 18);
    /// `ruby`, `rt`, `rp`.
    pub(super) const RUBY: Self = Self(1 << 15);
    /// `q` and `cite`.
    pub(super) const QUOTED: Self = Self(1 << 16);

    const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    #[inline]
    pub(super) const fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// The line break at the element's start and end.
    #[inline]
    pub(super) fn line_break(self) -> Option<Break> {
        if !self.has(Self::BLOCK) {
            None
        } else if self.has(Self::ITEM) {
            Some(Break::Item)
        } else if self.has(Self::CELL) {
            Some(Break::Cell)
        } else if self.has(Self::ROW) {
            Some(Break::Row)
        } else {
            Some(Break::Block)
        }
    }
}

/// The class of `tag`. An unknown element is inline, but separates words.
#[inline]
pub(super) fn class_of(tag: TagId) -> Class {
    CLASSES[tag as usize]
}

static CLASSES: [Class; 256] = {
    let mut classes = [Class(0); 256];
    let mut i = 0;
    while i < LISTS.len() {
        let (class, tags) = LISTS[i];
        let mut j = 0;
        while j < tags.len() {
            let at = tags[j] as usize;
            classes[at] = classes[at].or(class);
            j += 1;
        }
        i += 1;
    }
    classes
};

/// The elements of each class. Block-level elements are those that a browser's default style sheet
/// displays as blocks, list items or table parts. Dropped ones are never content, or need a script
/// or a plug-in to be shown.
const LISTS: &[(Class, &[TagId])] = {
    use TagId::*;
    &[
        (
            Class::BLOCK.or(Class::CLOSES_P),
            &[
                Address, Article, Aside, Blockquote, Center, Details, Dialog, Dir, Div, Dl, Fieldset,
                Figcaption, Figure, Footer, Form, H1, H2, H3, H4, H5, H6, Header, Hgroup, Hr, Listing, Main,
                Menu, Nav, Ol, P, Plaintext, Pre, Search, Section, Summary, Table, Ul, Xmp, Li, Dd, Dt,
            ],
        ),
        (
            Class::BLOCK,
            &[
                Caption, Legend, Optgroup, Option, Tbody, Td, Tfoot, Th, Thead, Tr, Frameset, Noframes,
                Isindex,
            ],
        ),
        (Class::ITEM, &[Li, Dd, Dt]),
        (Class::CELL, &[Td, Th]),
        (Class::ROW, &[Tr, Tbody, Thead, Tfoot]),
        (Class::TABLE_PART, &[Td, Th, Tr, Tbody, Thead, Tfoot, Caption, Colgroup]),
        (Class::HEADING, &[H1, H2, H3, H4, H5, H6]),
        (
            Class::VOID,
            &[
                Area, Base, Basefont, Bgsound, Br, Col, Embed, Frame, Hr, Image, Img, Input, Keygen, Link,
                Meta, Param, Source, Track, Wbr,
            ],
        ),
        (
            Class::DROP,
            &[
                Applet, Audio, Button, Canvas, Datalist, Head, Iframe, Map, Noembed, Noframes, Noscript,
                Object, Script, Select, Style, Svg, Template, Textarea, Title, Video, Meter, Progress,
            ],
        ),
        (
            Class::IN_HEAD,
            &[
                Base, Basefont, Bgsound, Head, Html, Link, Meta, Noframes, Noscript, Script, Style, Template,
                Title,
            ],
        ),
        (Class::FORMATTING, &[A, B, Big, Code, Em, Font, I, Nobr, S, Small, Strike, Strong, Tt, U]),
        (Class::LEFT_BY_TAGS, &[Head, Svg, Annotation, AnnotationXml]),
        (Class::METADATA, &[Title, Html, Body, Link, Base, Meta, Script]),
        (
            Class::SPECIAL,
            &[
                Audio, Body, Br, Button, Cite, Code, Dt, Html, Iframe, Noscript, Object, Other, Q, Rp, Rt,
                Ruby, Span, Summary, Template, Video,
            ],
        ),
        (Class::RULED, &[Audio, Button, Dt, Iframe, Noscript, Object, Other, Summary, Template, Video]),
        (
            Class::ENDS_OTHERS,
            &[
                A, Button, Caption, Colgroup, Dd, Dt, H1, H2, H3, H4, H5, H6, Input, Keygen, Li, Optgroup,
                Option, Rb, Rp, Rt, Rtc, Select, Tbody, Td, Textarea, Tfoot, Th, Thead, Tr,
            ],
        ),
        (Class::RUBY, &[Rp, Rt, Ruby]),
        (Class::QUOTED, &[Cite, Q]),
        (Class::WORD_BREAK, &[Other, Button, Select, Textarea, Iframe, Object, Video, Audio, Canvas, Label]),
    ]
};

/// The flags that an element sets for the text inside it.
#[inline]
pub(super) fn flags_of(tag: TagId) -> Flags {
    FLAGS[tag as usize]
}

static FLAGS: [Flags; 256] = {
    use TagId::*;
    by_tag(
        Flags::NONE,
        &[
            (Flags::LINK, &[A]),
            (Flags::PREFORMATTED, &[Pre, Listing, Xmp, Plaintext]),
            (Flags::NAVIGATION, &[Nav]),
            (Flags::ASIDE, &[Aside]),
            (Flags::FOOTER, &[Footer]),
            (Flags::HEADER, &[Header]),
            (Flags::FORM, &[Form]),
            (Flags::FIGURE, &[Figure, Figcaption]),
            (Flags::ARTICLE, &[Article]),
            (Flags::MAIN, &[Main]),
            (Flags::DIALOG, &[Dialog]),
            (Flags::HEADER_CELL, &[Th]),
        ],
    )
};

/// Builds a table by element from lists; elements in no list get `none`.
pub(super) const fn by_tag<T: Copy>(none: T, lists: &[(T, &[TagId])]) -> [T; 256] {
    let mut table = [none; 256];
    let mut i = 0;
    while i < lists.len() {
        let (of_list, tags) = lists[i];
        let mut j = 0;
        while j < tags.len() {
            table[tags[j] as usize] = of_list;
            j += 1;
        }
        i += 1;
    }
    table
}

/// The flags that a `role` sets for the text inside its element.
pub(super) fn flags_of_role(role: &str) -> Flags {
    match role.trim() {
        "navigation" | "menu" | "menubar" => Flags::NAVIGATION,
        "complementary" => Flags::ASIDE,
        "contentinfo" => Flags::FOOTER,
        "banner" => Flags::HEADER,
        "article" => Flags::ARTICLE,
        "main" => Flags::MAIN,
        "dialog" | "alertdialog" => Flags::DIALOG,
        // A style sheet hides it until its word is pointed at.
        "tooltip" => Flags::HIDDEN,
        _ => Flags::NONE,
    }
}

/// Contexts in which no date is that of the page.
const APART: Flags = Flags::NAVIGATION.with(Flags::DIALOG).with(Flags::HIDDEN);

/// Contexts in which a date is that of the page only inside an article, which may have its own.
const BESIDE: Flags = Flags::ASIDE.with(Flags::FOOTER);

/// Contexts in which no heading is that of the text.
pub(super) const NOT_MAIN_TEXT: Flags = APART.with(BESIDE).with(Flags::HEADER);

/// Whether an element with these flags stands next to the text of the page, and not in it.
pub(crate) fn is_next_to_text(flags: Flags) -> bool {
    flags.has(APART) || flags.has(BESIDE) && !flags.has(Flags::ARTICLE)
}

/// Elements that end tags do not reach across (the standard's "scope").
pub(super) fn ends_scope(tag: TagId) -> bool {
    use TagId::*;
    matches!(tag, Applet | Caption | Marquee | Object | Table | Td | Th) || is_island(tag)
}

/// Elements with content separate from their parent's: fallback for browsers without scripts, HTML
/// and descriptions in a drawing, and templates.
pub(super) fn is_island(tag: TagId) -> bool {
    matches!(tag, TagId::Noscript | TagId::ForeignObject | TagId::Desc | TagId::Template)
}

/// Elements whose content a browser shows nowhere on the page, or only as a fallback. A `template`
/// that is not a shadow root is another.
pub(super) fn is_never_shown(tag: TagId) -> bool {
    use TagId::*;
    matches!(tag, Applet | Audio | Canvas | Datalist | Map | Meter | Progress | Select | Video)
}

/// The standard's "button scope": barriers of the search for an open paragraph.
pub(super) fn ends_button_scope(tag: TagId) -> bool {
    tag == TagId::Button || ends_scope(tag)
}

/// The standard's "table scope": barriers of the search for an open table, or a part of one.
pub(super) fn ends_table_scope(tag: TagId) -> bool {
    tag == TagId::Table || is_island(tag)
}

/// Barriers of the search for an open list item: its list, or another block that is not just a
/// container.
pub(super) fn ends_item_scope(tag: TagId) -> bool {
    class_of(tag).has(Class::BLOCK) && !matches!(tag, TagId::Address | TagId::Div | TagId::P)
        || ends_scope(tag)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn breaks_have_their_strength() {
        assert_eq!(class_of(TagId::Li).line_break(), Some(Break::Item));
        assert_eq!(class_of(TagId::Td).line_break(), Some(Break::Cell));
        assert_eq!(class_of(TagId::Tr).line_break(), Some(Break::Row));
        assert_eq!(class_of(TagId::Div).line_break(), Some(Break::Block));
        assert_eq!(class_of(TagId::Span).line_break(), None);
    }
}
