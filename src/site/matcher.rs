//! Finds the elements of wrappers while a page goes by.

use super::compiled::{CompiledRule, MAX_TEMPLATES};
use super::pattern::MAX_STEPS;
use super::sites::Sites;
use crate::structure::Followed;

/// A mark has so many bits for each template: the number of steps of its way that an element has
/// after it, plus one; [`FOUND`] in an element that matches, and in all that is in it; 0
/// elsewhere.
const BITS: usize = u16::BITS as usize / MAX_TEMPLATES;
const FOUND: u16 = (1 << BITS) - 1;
const _: () = assert!(MAX_STEPS + 1 < FOUND as usize);

/// Whether an element of this mark is inside an element that any of the wrappers finds.
#[inline]
pub(crate) fn is_inside(mark: u16) -> bool {
    (0..MAX_TEMPLATES).any(|at| mark >> (at * BITS) & FOUND == FOUND)
}

/// How far a way was followed.
#[derive(Clone, Copy, Debug, Default)]
struct MatchState {
    /// By step: children with its tag of the element that is at it now.
    children: [u16; MAX_STEPS + 1],
    /// The same for children of the page itself.
    outermost: u16,
}

/// Follows the open elements of a page. Holds nothing on the heap beside the wrappers, which are
/// shared.
#[derive(Clone, Debug)]
pub(crate) struct Matcher {
    sites: Sites,
    /// The site of the page.
    site: Option<usize>,
    seen: [MatchState; MAX_TEMPLATES],
}

impl Matcher {
    pub(crate) fn new(sites: Sites) -> Self {
        let mut matcher = Self { sites, site: None, seen: Default::default() };
        matcher.reset();
        matcher
    }

    /// The page has this address, if it is known: before any text.
    pub(crate) fn choose(&mut self, url: Option<&str>) {
        self.site = self.sites.number_of(url);
    }

    /// Whether there are wrappers for the page.
    #[inline]
    pub(crate) fn has_site(&self) -> bool {
        self.site.is_some()
    }

    /// Ready for another page.
    pub(crate) fn reset(&mut self) {
        self.seen = Default::default();
        self.choose(None);
    }

    /// The mark of an element that begins in one of mark `parent_mark`.
    #[inline]
    pub(crate) fn opened(&mut self, element: &Followed<'_>, parent_mark: u16) -> u16 {
        let Some(site) = self.site else { return 0 };
        let ways = self.sites.ways(site);
        let mut mark = 0;
        for (at, (way, seen)) in ways.iter().zip(&mut self.seen).enumerate() {
            mark |= seen.opened(way, element, parent_mark >> (at * BITS) & FOUND) << (at * BITS);
        }
        mark
    }
}

impl MatchState {
    /// As [`Matcher::opened`], for one way.
    #[inline]
    fn opened(&mut self, way: &CompiledRule, element: &Followed<'_>, parent_mark: u16) -> u16 {
        if parent_mark == FOUND {
            return FOUND;
        }
        if way.kind.begins_with(element) {
            return self.reach(way, 0, element);
        }
        // The step that would lead from around to here.
        let at = match parent_mark {
            0 if element.level == 1 && way.kind.begins_with_page() => 0,
            0 => return 0,
            mark => usize::from(mark) - 1,
        };
        let Some(nth) = way.kind.step(at, element) else { return 0 };
        let children = if parent_mark == 0 { &mut self.outermost } else { &mut self.children[at] };
        *children = children.saturating_add(1);
        if *children == nth { self.reach(way, at + 1, element) } else { 0 }
    }

    /// The mark of an element that has n steps after it.
    fn reach(&mut self, way: &CompiledRule, steps: usize, element: &Followed<'_>) -> u16 {
        if steps < way.kind.steps() {
            self.children[steps] = 0;
            return steps as u16 + 1;
        }
        let is_on_level = way.level.is_none_or(|level| level == element.level.saturating_add(1));
        if is_on_level { FOUND } else { 0 }
    }
}
