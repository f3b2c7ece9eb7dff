//! Elements that their own attributes hide, or that place or weight their text by an inline style.
//!
//! In: the attributes of one start tag. Out: whether it hides its element, whether it is a mark
//! that a tool inserts, whether it is out of the flow, and whether it resets bold. Style sheets are
//! not read. Holds nothing.

use super::class_table::{Meanings, meanings};
use super::flags::StyleFlags;
use super::hashed::Value;
use super::kinds::NamedKind;
use super::name_meaning::ClassMeaning;
use super::name_parts::is_of_icon;
use crate::html::{AttrId, AttrSet, Attributes, Tag, TagId};

/// Whether the attributes of one element hide it.
///
/// These are `hidden` (but not `hidden=until-found`), `aria-hidden=true`, and the inline styles
/// `display: none` and `visibility: hidden`. Word marks the number of a list item that it writes
/// itself by `mso-list: Ignore`. Style sheets are not read.
///
/// A tab panel becomes visible when its tab is chosen, and its text is often content. So neither
/// `hidden` nor `aria-hidden` nor a style hides it.
#[inline]
pub(super) fn is_hidden(attributes: Attributes<'_>) -> bool {
    attributes.has_any(MAY_HIDE) && hides(attributes)
}

/// Attributes that may hide an element. Most elements have none of them.
const MAY_HIDE: AttrSet = AttrSet::of(&[AttrId::Hidden, AttrId::AriaHidden, AttrId::Style]);

/// The test of [`is_hidden`], for an element with one of these attributes.
fn hides(attributes: Attributes<'_>) -> bool {
    (is(attributes, AttrId::AriaHidden, "true") || is_unseen(attributes))
        && !is(attributes, AttrId::Role, "tabpanel")
}

/// Whether the attributes of one element hide it in a browser. These are all that [`is_hidden`]
/// reads, except `aria-hidden`, which hides from screen readers alone.
pub(super) fn is_unseen(attributes: Attributes<'_>) -> bool {
    attributes.get(AttrId::Hidden).is_some_and(|value| !value.trim().eq_ignore_ascii_case("until-found"))
        || attributes.get(AttrId::Style).is_some_and(style_hides)
}

/// Whether an attribute has the value `wanted`, in any case.
fn is(attributes: Attributes<'_>, id: AttrId, wanted: &str) -> bool {
    attributes.get(id).is_some_and(|value| value.trim().eq_ignore_ascii_case(wanted))
}

/// Where a possible mark stands.
pub(super) struct Place {
    pub(super) is_in_heading: bool,
    /// In a heading, after text of it.
    pub(super) is_after_heading_text: bool,
    /// The `id` of the heading that began last.
    pub(super) heading: Value,
    /// A child of a table cell.
    pub(super) is_in_cell: bool,
    /// A child of the frame in which a tool puts code.
    pub(super) is_in_frame: bool,
    /// A child of the text of a note.
    pub(super) is_in_note: bool,
}

/// Whether a name means the top of the page.
fn names_top(name: &str) -> bool {
    meanings(name).has(Meanings::TOP)
}

/// Whether a link leads to a fragment of the page, and the fragment or one of its classes means the
/// top.
fn leads_to_top(attributes: Attributes<'_>) -> bool {
    let Some(place) = attributes.get(AttrId::Href).and_then(|href| href.trim().strip_prefix('#')) else {
        return false;
    };
    let class = attributes.get(AttrId::Class).unwrap_or("");
    names_top(place) || class.split_ascii_whitespace().any(names_top)
}

/// Whether a link in a heading leads to that heading, whose `id` is `heading`, or to itself.
fn leads_to_heading(tag: &Tag<'_>, heading: Value) -> bool {
    let value = |id| tag.attributes.get(id).unwrap_or("").trim();
    let Some(place) = value(AttrId::Href).strip_prefix('#') else { return false };
    !place.is_empty() && (Value::of(place) == heading || place == value(AttrId::Id))
}

/// Whether a link leads back from a note to its text: to a fragment as Markdown tools, GitHub and
/// MediaWiki name it.
pub(crate) fn leads_back(attributes: Attributes<'_>) -> bool {
    let Some(place) = attributes.get(AttrId::Href).and_then(|href| href.trim().strip_prefix('#')) else {
        return false;
    };
    let place = place.strip_prefix("user-content-").unwrap_or(place);
    place.starts_with("fnref") || place.starts_with("cite_ref")
}

/// Whether one of the words of a class does.
fn is_icon(class: &str) -> bool {
    class.split_ascii_whitespace().any(is_of_icon)
}

/// Whether a class marks a formula that a script typeset, next to the script with its TeX. Used by
/// MathJax 2, whose outputs have one class each.
pub(super) fn is_typeset(class: &str) -> bool {
    matches!(class, "MathJax" | "MathJax_SVG" | "mjx-chtml MathJax_CHTML") || is_of_mathml(class)
}

/// Whether a class marks what KaTeX draws of a formula, next to its MathML. The page may hold no
/// MathML.
pub(super) fn is_drawn(class: &str) -> bool {
    class == "katex-html"
}

/// Whether a class marks the MathML in such a formula.
pub(super) fn is_of_mathml(class: &str) -> bool {
    class.starts_with("MJX_Assistive_MathML")
}

/// Whether a class marks the label or the kind of a note, in its text. Used by LaTeXML.
fn is_of_note(class: &str) -> bool {
    matches!(class, "ltx_note_mark" | "ltx_note_type" | "ltx_tag ltx_tag_note")
}

/// Whether an element is a mark that a tool inserts, and no text of the page.
///
/// Marks next to a heading link to it, to its source, to its editor, or to the top of the page.
/// Marks in a note lead back to its text. They are recognized by the class names of MediaWiki,
/// Sphinx (also at terms, captions and signatures), Starlight, Doxygen, Docusaurus, AnchorJS,
/// Python-Markdown, Pandoc, kramdown and GitHub.
///
/// Other marks are the placeholder of folded items (rustdoc), the preview and the drawing of a
/// formula (MathJax), and the language above code (VitePress). `meaning`: the meaning of the class
/// of a link.
#[inline]
pub(super) fn is_mark_of_tool(tag: &Tag<'_>, meaning: ClassMeaning, place: &Place) -> bool {
    let class = || tag.attributes.get(AttrId::Class);
    match tag.id {
        TagId::I | TagId::Other => !place.is_in_cell && class().is_some_and(is_icon),
        TagId::Span if meaning.has(ClassMeaning::ICON) => !place.is_in_cell,
        TagId::Span if place.is_in_frame => class() == Some("lang"),
        TagId::Span | TagId::Sup if place.is_in_note && class().is_some_and(is_of_note) => true,
        TagId::Span => class().is_some_and(|class| {
            class.starts_with("mw-editsection")
                || class.starts_with("mw-cite-backlink")
                || matches!(class, "viewcode-link" | "viewcode-back" | "MathJax_Preview" | "backrefs")
                || is_typeset(class)
                || class == "permalink" && place.is_in_heading
        }),
        TagId::A
            if place.is_after_heading_text
                && (leads_to_top(tag.attributes) || leads_to_heading(tag, place.heading)) =>
        {
            true
        }
        TagId::A => {
            meaning.has(ClassMeaning::MARK)
                || place.is_in_heading && meaning.has(ClassMeaning::MARK_OF_HEADING)
                || leads_back(tag.attributes)
        }
        TagId::Summary => class() == Some("hideme"),
        _ => false,
    }
}

/// Whether an element may be [a mark of a tool](is_mark_of_tool) somewhere, apart from links to
/// fragments. `meaning`: the meaning of the class of an inline element.
pub(super) fn may_be_mark_of_tool(tag: &Tag<'_>, meaning: ClassMeaning) -> bool {
    let anywhere = Place {
        is_in_heading: true,
        is_after_heading_text: false,
        heading: Value::default(),
        is_in_cell: false,
        is_in_frame: false,
        is_in_note: true,
    };
    is_mark_of_tool(tag, meaning, &anywhere)
        || is_mark_of_tool(tag, meaning, &Place { is_in_frame: true, ..anywhere })
}

/// Whether a role is a page number of a book, or a link back from a note. Source: Digital
/// Publishing WAI-ARIA 1.0.
pub(super) fn is_mark_of_book(role: &str) -> bool {
    matches!(role, "doc-pagebreak" | "doc-backlink")
}

/// Whether an inline style takes an element out of the flow: `position: absolute` or `fixed` (Insa
/// et al. 2013, definition 4.2).
pub(super) fn is_out_of_flow(attributes: Attributes<'_>) -> bool {
    attributes.get(AttrId::Style).is_some_and(style_places)
}

/// Whether an inline style keeps readers from selecting the text: `user-select: none`.
pub(super) fn is_unselectable(attributes: Attributes<'_>) -> bool {
    let style = attributes.get(AttrId::Style).unwrap_or("");
    declarations(style).any(|(property, value)| {
        property.trim_start_matches("-webkit-").eq_ignore_ascii_case("user-select")
            && value.eq_ignore_ascii_case("none")
    })
}

/// How an inline style shows white space.
pub(super) struct ShownSpace {
    pub(super) style: StyleFlags,
    /// Line ends and spaces are shown, and long lines may be wrapped or not.
    pub(super) is_pre: bool,
    /// Text is shown like code: `white-space: pre` with a monospace font. Editors make this of code
    /// that is copied from them.
    pub(super) is_code: bool,
}

/// How an inline style shows white space; `None` if it does not say. The last declaration counts.
///
/// Source: CSS Text Module Level 4, properties `white-space` and `white-space-collapse`.
pub(super) fn white_space(attributes: Attributes<'_>) -> Option<ShownSpace> {
    let style = attributes.get(AttrId::Style)?;
    if !style.contains("white-space") {
        return None;
    }
    let (mut shown, mut is_pre, mut is_monospace) = (None, false, false);
    for (property, value) in declarations(style) {
        let is_called = |name: &str| property.eq_ignore_ascii_case(name);
        if is_called("white-space") || is_called("white-space-collapse") {
            is_pre = value.eq_ignore_ascii_case("pre");
            let first = value.split_ascii_whitespace().next().unwrap_or("");
            let is_one_of = |values: &[&str]| values.iter().any(|value| first.eq_ignore_ascii_case(value));
            if is_one_of(&["pre", "pre-wrap", "break-spaces", "preserve"]) {
                shown = Some(StyleFlags::INDENTS);
            } else if is_one_of(&["pre-line", "preserve-breaks"]) {
                shown = Some(StyleFlags::LINES);
            } else if is_one_of(&["normal", "nowrap", "collapse"]) {
                shown = Some(StyleFlags::NONE);
            }
        } else if is_called("font-family") || is_called("font") {
            is_monospace = value.split(',').any(|font| font.trim().trim_matches(['"', '\'']) == "monospace");
        }
    }
    shown.map(|style| ShownSpace {
        style,
        is_pre: style == StyleFlags::INDENTS,
        is_code: is_pre && is_monospace,
    })
}

/// Whether an inline style resets the weight of the font to normal.
#[cold]
pub(super) fn is_of_normal_weight(attributes: Attributes<'_>) -> bool {
    let weights = declarations(attributes.get(AttrId::Style).unwrap_or(""))
        .filter(|(property, _)| property.eq_ignore_ascii_case("font-weight"));
    weights.last().is_some_and(|(_, value)| value.eq_ignore_ascii_case("normal") || value == "400")
}

/// Whether an inline style makes text bold, or else italic. The last declaration of each property
/// counts.
pub(super) fn emphasis(attributes: Attributes<'_>) -> NamedKind {
    let style = attributes.get(AttrId::Style).unwrap_or("");
    let (mut is_bold, mut is_italic) = (false, false);
    for (property, value) in declarations(style) {
        if property.eq_ignore_ascii_case("font-weight") {
            is_bold = value.eq_ignore_ascii_case("bold")
                || value.eq_ignore_ascii_case("bolder")
                || matches!(value, "600" | "700" | "800" | "900");
        } else if property.eq_ignore_ascii_case("font-style") {
            is_italic = value.eq_ignore_ascii_case("italic");
        }
    }
    match (is_bold, is_italic) {
        (true, _) => NamedKind::Bold,
        (false, true) => NamedKind::Italic,
        _ => NamedKind::None,
    }
}

/// Whether an inline style takes its element out of the flow. The last declaration counts.
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

/// How an inline style aligns text.
pub(super) fn text_align<'a>(attributes: Attributes<'a>) -> Option<&'a str> {
    let style = attributes.get(AttrId::Style)?;
    declarations(style)
        .filter(|(property, _)| property.eq_ignore_ascii_case("text-align"))
        .last()
        .map(|(_, value)| value)
}

/// Whether an inline style displays its element as a block. The last declaration counts.
#[inline]
pub(super) fn is_block(attributes: Attributes<'_>) -> bool {
    const STYLE: AttrSet = AttrSet::of(&[AttrId::Style]);
    attributes.has_any(STYLE) && attributes.get(AttrId::Style).is_some_and(style_displays_block)
}

/// The test of [`is_block`], for an element with a style.
fn style_displays_block(style: &str) -> bool {
    let displays = declarations(style).filter(|(property, _)| property.eq_ignore_ascii_case("display"));
    displays.last().is_some_and(|(_, value)| {
        ["block", "flex", "grid", "list-item", "table"].iter().any(|block| value.eq_ignore_ascii_case(block))
    })
}

/// Whether an inline style hides its element. The last declaration of each property counts.
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
            assert!(names_top(name), "{name}");
        }
        for name in ["", "top-10", "stop", "laptop", "top-stories", "oben"] {
            assert!(!names_top(name), "{name}");
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
