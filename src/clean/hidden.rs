//! Whether an element's own attributes hide it.

use crate::token::{AttrId, Attributes};

/// Whether the attributes of one element hide it: `hidden` (but not `hidden=until-found`), `aria-hidden=true`, and an inline
/// style of `display: none` or `visibility: hidden`. Style sheets are not read.
pub(super) fn is_hidden(attributes: &Attributes) -> bool {
    let is =
        |id, wanted: &str| attributes.get(id).is_some_and(|value| value.trim().eq_ignore_ascii_case(wanted));
    attributes.get(AttrId::Hidden).is_some_and(|value| !value.trim().eq_ignore_ascii_case("until-found"))
        || is(AttrId::AriaHidden, "true")
        || attributes.get(AttrId::Style).is_some_and(style_hides)
}

/// Whether an inline style hides: the last declaration of each property counts.
fn style_hides(style: &str) -> bool {
    let (mut display, mut visibility) = (false, false);
    for declaration in style.split(';') {
        let Some((property, value)) = declaration.split_once(':') else { continue };
        let value = value.split('!').next().unwrap_or("").trim();
        let property = property.trim();
        if property.eq_ignore_ascii_case("display") {
            display = value.eq_ignore_ascii_case("none");
        } else if property.eq_ignore_ascii_case("visibility") {
            visibility = value.eq_ignore_ascii_case("hidden") || value.eq_ignore_ascii_case("collapse");
        }
    }
    display || visibility
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
    }
}
