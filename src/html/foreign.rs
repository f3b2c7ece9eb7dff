//! Tracks whether the stream is inside SVG or MathML, where CDATA is text and no element is raw
//! text.
//!
//! Without a tree, only names are followed. `svg` and `math` open a foreign part. Its end tag, or
//! an element that cannot be inside, closes it. The integration points (`foreignObject`, `desc`,
//! `title`; `mi`, `mo`, `mn`, `ms`, `mtext`) contain HTML again. These cases are not handled, since
//! they need the stack of open elements or more attributes:
//! - `annotation-xml` with an `encoding`, and `font` with a colour, size or face, which end or
//!   suspend a foreign part;
//! - the end tag of an HTML ancestor of a foreign part, which ends the part;
//! - HTML elements left open in an integration point, which delay its end;
//! - CDATA in an integration point after its first HTML element.

use super::tag::TagId;

/// Maximum tracked depth of foreign parts and integration points. Deeper ones count as content of
/// the last tracked one.
const PARTS: usize = 16;

#[derive(Clone, Copy, Default)]
struct ForeignPart {
    /// The element that opened it.
    opener: TagId,
    /// Open elements with the opener's name, itself included.
    nested: u32,
}

/// Stack of open foreign parts and integration points. Holds nothing on the heap.
#[derive(Default)]
pub(super) struct Foreign {
    parts: [ForeignPart; PARTS],
    depth: usize,
    /// The current element is an integration point itself: tags inside it are HTML, but CDATA is
    /// text.
    at_point: bool,
}

impl Foreign {
    /// Whether the current element is SVG or MathML.
    #[inline]
    pub(super) fn is_foreign(&self) -> bool {
        self.depth > 0 && matches!(self.parts[self.depth - 1].opener, TagId::Svg | TagId::Math)
    }

    /// Whether CDATA is text at the current place.
    pub(super) fn allows_cdata(&self) -> bool {
        self.at_point || self.is_foreign()
    }

    #[inline]
    fn push(&mut self, opener: TagId) {
        if self.depth < PARTS {
            self.parts[self.depth] = ForeignPart { opener, nested: 1 };
            self.depth += 1;
        }
    }

    /// Handles a start tag; returns whether its element is foreign.
    #[inline]
    pub(super) fn start_tag(&mut self, tag: TagId, self_closing: bool) -> bool {
        if self.depth == 0 && !matches!(tag, TagId::Svg | TagId::Math) {
            return false;
        }
        self.start_tag_inside(tag, self_closing)
    }

    fn start_tag_inside(&mut self, tag: TagId, self_closing: bool) -> bool {
        self.at_point = false;
        if !self.is_foreign() {
            if matches!(tag, TagId::Svg | TagId::Math) {
                if !self_closing {
                    self.push(tag);
                }
                return true;
            }
            if let Some(part) = self.top()
                && part.opener == tag
            {
                part.nested += 1;
            }
            return false;
        }
        if ends_foreign(tag) {
            while self.is_foreign() {
                self.depth -= 1;
            }
            return false;
        }
        if self_closing {
            return true;
        }
        let part = &mut self.parts[self.depth - 1];
        if part.opener == tag {
            part.nested += 1;
        } else if is_integration_point(part.opener, tag) {
            self.push(tag);
            self.at_point = !self.is_foreign();
        } else if matches!(tag, TagId::Svg) {
            self.push(tag);
        }
        true
    }

    /// Handles an end tag.
    #[inline]
    pub(super) fn end_tag(&mut self, tag: TagId) {
        if self.depth > 0 {
            self.end_tag_inside(tag);
        }
    }

    fn end_tag_inside(&mut self, tag: TagId) {
        if matches!(tag, TagId::P | TagId::Br) && self.is_foreign() {
            self.start_tag_inside(TagId::P, false);
            return;
        }
        let Some(at) = self.parts[..self.depth].iter().rposition(|part| part.opener == tag) else { return };
        self.parts[at].nested -= 1;
        self.depth = if self.parts[at].nested == 0 { at } else { at + 1 };
        self.at_point = false;
    }

    fn top(&mut self) -> Option<&mut ForeignPart> {
        self.depth.checked_sub(1).map(|at| &mut self.parts[at])
    }
}

/// Whether `tag`, a foreign element inside `opener`, has HTML children.
fn is_integration_point(opener: TagId, tag: TagId) -> bool {
    match opener {
        TagId::Svg => matches!(tag, TagId::ForeignObject | TagId::Desc | TagId::Title),
        _ => matches!(tag, TagId::Mi | TagId::Mo | TagId::Mn | TagId::Ms | TagId::Mtext),
    }
}

/// Whether a start tag ends foreign content because it cannot be inside (HTML standard, "the rules
/// for parsing tokens in foreign content"). Departure: `font` never does, since that depends on
/// attributes that are not read.
fn ends_foreign(tag: TagId) -> bool {
    use TagId::*;
    matches!(
        tag,
        B | Big
            | Blockquote
            | Body
            | Br
            | Center
            | Code
            | Dd
            | Div
            | Dl
            | Dt
            | Em
            | Embed
            | H1
            | H2
            | H3
            | H4
            | H5
            | H6
            | Head
            | Hr
            | I
            | Img
            | Li
            | Listing
            | Menu
            | Meta
            | Nobr
            | Ol
            | P
            | Pre
            | Ruby
            | S
            | Small
            | Span
            | Strong
            | Strike
            | Sub
            | Sup
            | Table
            | Tt
            | U
            | Ul
            | Var
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn svg_is_foreign_until_its_end_tag() {
        let mut foreign = Foreign::default();
        assert!(foreign.start_tag(TagId::Svg, false));
        assert!(foreign.start_tag(TagId::Path, true));
        assert!(foreign.start_tag(TagId::Svg, false));
        foreign.end_tag(TagId::Svg);
        assert!(foreign.is_foreign());
        foreign.end_tag(TagId::Svg);
        assert!(!foreign.is_foreign());
    }

    #[test]
    fn an_integration_point_is_html_inside_and_foreign_outside() {
        let mut foreign = Foreign::default();
        foreign.start_tag(TagId::Svg, false);
        foreign.start_tag(TagId::ForeignObject, false);
        assert!(!foreign.is_foreign());
        assert!(!foreign.start_tag(TagId::Div, false));
        foreign.end_tag(TagId::ForeignObject);
        assert!(foreign.is_foreign());
    }

    #[test]
    fn a_div_ends_an_unclosed_svg() {
        let mut foreign = Foreign::default();
        foreign.start_tag(TagId::Svg, false);
        foreign.start_tag(TagId::G, false);
        assert!(!foreign.start_tag(TagId::Div, false));
        assert!(!foreign.is_foreign());
    }

    #[test]
    fn a_self_closing_svg_opens_nothing() {
        let mut foreign = Foreign::default();
        assert!(foreign.start_tag(TagId::Svg, true));
        assert!(!foreign.is_foreign());
    }
}
