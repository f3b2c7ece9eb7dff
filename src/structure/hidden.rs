//! Whether an element's own attributes hide it, take it out of the flow, or make its letters as
//! thick as others.

use super::name_cache::ClassMeaning;
use super::names::is_called;
use crate::html::{AttrId, AttrSet, Attributes, Tag, TagId};

/// Whether the attributes of one element hide it: `hidden` (but not `hidden=until-found`),
/// `aria-hidden=true`, and an inline style of `display: none` or `visibility: hidden`, or one by
/// which Word says that it writes the marker of an item itself. Style sheets are not read. A panel
/// of tabs shows what it has when it is its turn, so that neither `hidden` nor a style hides it; of
/// what `hidden` hides in such panels, 91 % of the words that trees held for content were in gold
/// texts.
#[inline]
pub(super) fn is_hidden(attributes: &Attributes) -> bool {
    attributes.has_any(MAY_HIDE) && hides(attributes)
}

/// The attributes that may hide an element; most have none of them.
const MAY_HIDE: AttrSet = AttrSet::of(&[AttrId::Hidden, AttrId::AriaHidden, AttrId::Style]);

/// What [`is_hidden`] tells, of an element that has one of these attributes.
fn hides(attributes: &Attributes) -> bool {
    is(attributes, AttrId::AriaHidden, "true")
        || is_unseen(attributes) && !is(attributes, AttrId::Role, "tabpanel")
}

/// Whether the attributes of one element hide it in a browser: all that [`is_hidden`] reads but
/// `aria-hidden`, which hides from readers aloud alone.
pub(super) fn is_unseen(attributes: &Attributes) -> bool {
    attributes.get(AttrId::Hidden).is_some_and(|value| !value.trim().eq_ignore_ascii_case("until-found"))
        || attributes.get(AttrId::Style).is_some_and(style_hides)
}

/// Whether an attribute has this value.
fn is(attributes: &Attributes, id: AttrId, wanted: &str) -> bool {
    attributes.get(id).is_some_and(|value| value.trim().eq_ignore_ascii_case(wanted))
}

/// Where a mark may stand.
pub(super) struct Place {
    pub(super) is_in_heading: bool,
    /// In a heading, behind text of it.
    pub(super) is_behind_heading: bool,
    /// Right inside of what a tool puts around code.
    pub(super) is_in_frame: bool,
}

/// ElementInfo of the way back to the top of the page, in small letters and without what stands
/// between them.
const NAMES_OF_TOP: [&str; 9] =
    ["top", "topofpage", "toppage", "pagetop", "toplink", "totop", "gototop", "backtotop", "scrolltotop"];

/// Whether a name in code says that it is of the way to the top of the page.
fn says_top(name: &str) -> bool {
    is_called(name, &NAMES_OF_TOP)
}

/// Whether a link leads to the top of the page: to a place of the page which it, or its class,
/// calls so.
fn leads_to_top(attributes: &Attributes) -> bool {
    let Some(place) = attributes.get(AttrId::Href).and_then(|href| href.trim().strip_prefix('#')) else {
        return false;
    };
    let class = attributes.get(AttrId::Class).unwrap_or("");
    says_top(place) || class.split_ascii_whitespace().any(says_top)
}

/// Whether a word of the class of a link says that it is such a mark.
pub(super) fn is_of_mark(word: &str) -> bool {
    matches!(word, "headerlink" | "sl-anchor-link" | "footnote-backref" | "footnote-back")
        || matches!(word, "reversefootnote" | "data-footnote-backref")
}

/// Whether it says so of a link in a heading.
pub(super) fn is_of_mark_in_heading(word: &str) -> bool {
    matches!(word, "hash-link" | "anchorjs-link")
}

/// Whether an element is a mark that a tool puts beside a heading, to link to it, to its source, or
/// to edit it, or into a note, to go back to its text: by the class names of MediaWiki, Sphinx
/// (which puts it beside terms, captions and signatures, too), Starlight (beside the
/// heading), Doxygen, Docusaurus and AnchorJS, and of Python-Markdown, Pandoc, kramdown and GitHub.
/// Or what rustdoc shows in the place of what can be unfolded, what MathJax shows until it has the
/// formula, or the name of the language that VitePress writes above code. `says`: what the class of
/// a link says.
#[inline]
pub(super) fn is_mark_of_tool(tag: &Tag<'_>, says: ClassMeaning, place: &Place) -> bool {
    let class = || tag.attributes.get(AttrId::Class);
    match tag.id {
        TagId::Span if place.is_in_frame => class() == Some("lang"),
        TagId::Span => class().is_some_and(|class| {
            class.starts_with("mw-editsection")
                || class.starts_with("mw-cite-backlink")
                || matches!(class, "viewcode-link" | "viewcode-back" | "MathJax_Preview")
                || class == "permalink" && place.is_in_heading
        }),
        TagId::A if place.is_behind_heading && leads_to_top(tag.attributes) => true,
        TagId::A => {
            says.has(ClassMeaning::MARK) || place.is_in_heading && says.has(ClassMeaning::MARK_OF_HEADING)
        }
        TagId::Summary => class() == Some("hideme"),
        _ => false,
    }
}

/// Whether an element is the number of a page of a book, or the way back from a note, by its role:
/// Digital Publishing WAI-ARIA 1.0.
pub(super) fn is_mark_of_book(role: &str) -> bool {
    matches!(role, "doc-pagebreak" | "doc-backlink")
}

/// Whether the inline style of an element places it by itself: `position: absolute` or `fixed`
/// (Insa et al. 2013, definition 4.2).
pub(super) fn is_out_of_flow(attributes: &Attributes) -> bool {
    attributes.get(AttrId::Style).is_some_and(style_places)
}

/// Whether the inline style of an element says that its letters are as thick as those of other
/// text.
#[cold]
pub(super) fn is_of_normal_weight(attributes: &Attributes) -> bool {
    let weights = declarations(attributes.get(AttrId::Style).unwrap_or(""))
        .filter(|(property, _)| property.eq_ignore_ascii_case("font-weight"));
    weights.last().is_some_and(|(_, value)| value.eq_ignore_ascii_case("normal") || value == "400")
}

/// Whether an inline style says so: the last declaration counts.
fn style_places(style: &str) -> bool {
    let mut is_placed = false;
    for (_, value) in declarations(style).filter(|(property, _)| property.eq_ignore_ascii_case("position")) {
        is_placed = value.eq_ignore_ascii_case("absolute") || value.eq_ignore_ascii_case("fixed");
    }
    is_placed
}

/// The declarations of an inline style: properties and values.
fn declarations(style: &str) -> impl Iterator<Item = (&str, &str)> {
    style.split(';').filter_map(|declaration| {
        let (property, value) = declaration.split_once(':')?;
        Some((property.trim(), value.split('!').next().unwrap_or("").trim()))
    })
}

/// Whether an inline style hides: the last declaration of each property counts.
fn style_hides(style: &str) -> bool {
    let (mut display, mut visibility, mut is_marker) = (false, false, false);
    for (property, value) in declarations(style) {
        if property.eq_ignore_ascii_case("display") {
            display = value.eq_ignore_ascii_case("none");
        } else if property.eq_ignore_ascii_case("mso-list") {
            is_marker = value.eq_ignore_ascii_case("ignore");
        } else if property.eq_ignore_ascii_case("visibility") {
            visibility = value.eq_ignore_ascii_case("hidden") || value.eq_ignore_ascii_case("collapse");
        }
    }
    display || visibility || is_marker
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn styles_hide_by_display_and_visibility_only() {
        assert!(style_hides("display:none"));
        assert!(style_hides("color: red; DISPLAY : None !important"));
        assert!(style_hides("visibility: hidden;"));
        assert!(!style_hides("display:none; display:block"));
        assert!(!style_hides("overflow:hidden"));
        assert!(!style_hides("display"));
        assert!(style_hides("mso-list:Ignore"));
        assert!(!style_hides("mso-list:l0 level1 lfo1"));
    }

    #[test]
    fn the_top_is_called_so_by_names_alone() {
        for name in ["top", "Top", "top_of_page", "page-top", "backToTop", "top-link"] {
            assert!(says_top(name), "{name}");
        }
        for name in ["", "top-10", "stop", "laptop", "top-stories", "oben"] {
            assert!(!says_top(name), "{name}");
        }
    }

    #[test]
    fn absolute_and_fixed_positions_are_out_of_the_flow() {
        assert!(style_places("POSITION : Fixed"));
        assert!(style_places("top:0;position:absolute!important"));
        assert!(!style_places("position:relative"));
        assert!(!style_places("position:fixed;position:static"));
        assert!(!style_places("background-position:fixed"));
    }
}
