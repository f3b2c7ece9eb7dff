//! Which rule had the last word on a block. Runs only on request.

use super::verdict::is_never_content;
use crate::block::{Arena, Verdict};
use crate::methods::FavorThresholds;
use crate::structure::Flags;
use alloc::vec::Vec;
use core::fmt;

/// The rule that set the verdict of a line-block last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Rule {
    /// The method itself: its score, threshold or element.
    #[default]
    Method,
    /// The element: navigation, page footers and dialogs are never content. Methods with
    /// thresholds also drop hidden text and asides.
    Element,
    /// It fills a narrow gap between two kept blocks.
    Gap,
    /// It completes kept content: rows of a table, code, labels, remarks.
    Completion,
    /// A heading above kept text.
    Heading,
    /// A heading without kept text below it.
    EmptyHeading,
    /// A heading that repeats the title of the page.
    Title,
    /// Hidden text that repeats shown text, or that the page does not show.
    Hidden,
    /// The same text occurs twice; one copy stays.
    Copy,
    /// The decision on a whole area: comments, another article, a box between paragraphs.
    Area,
    /// Several pages of the host have the text.
    Repeat,
    /// A comment of a reader.
    Comment,
    /// The wrapper of the site.
    Site,
    /// The linear model of the site.
    SiteModel,
    /// A template that no script filled in.
    Unfilled,
    /// It continues a block that was cut for its length, and has the verdict of its first part.
    CutBlock,
    /// The page shows next to no text; other text of the page replaces it.
    Fallback,
}

impl Rule {
    /// Its name, in lower case with hyphens.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Method => "method",
            Self::Element => "element",
            Self::Gap => "gap",
            Self::Completion => "completion",
            Self::Heading => "heading",
            Self::EmptyHeading => "empty-heading",
            Self::Title => "title",
            Self::Hidden => "hidden",
            Self::Copy => "copy",
            Self::Area => "area",
            Self::Repeat => "repeat",
            Self::Comment => "comment",
            Self::Site => "site",
            Self::SiteModel => "site-model",
            Self::Unfilled => "unfilled",
            Self::CutBlock => "cut-block",
            Self::Fallback => "fallback",
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Follows the verdicts of the pending records from rule to rule.
///
/// Holds two bytes per pending record while it is on, and nothing before.
#[derive(Debug, Default)]
pub(super) struct RuleTrace {
    is_on: bool,
    /// Verdict and last rule of each pending record.
    rules: Vec<(Verdict, Rule)>,
    /// Thresholds of the learned method, if it decided.
    thresholds: Option<FavorThresholds>,
}

impl RuleTrace {
    /// Follows the rules of later decisions, or no longer.
    pub(super) fn set_on(&mut self, is_on: bool) {
        self.is_on = is_on;
    }

    /// A method begins to decide the pending records.
    pub(super) fn begin(&mut self, arena: &Arena) {
        self.rules.clear();
        // Without memory, blocks have no rules.
        if self.is_on && self.rules.try_reserve(arena.len()).is_ok() {
            self.rules.resize(arena.len(), (Verdict::Undecided, Rule::Method));
        }
    }

    /// Notes the rule that ran last for the blocks whose verdict it changed.
    #[inline]
    pub(super) fn note(&mut self, arena: &Arena, rule: Rule) {
        if self.is_on {
            self.note_changes(arena, rule);
        }
    }

    #[cold]
    fn note_changes(&mut self, arena: &Arena, rule: Rule) {
        // A page without blocks keeps no entries of the page before.
        for (entry, record) in self.rules.iter_mut().zip(arena.records()) {
            if entry.0 != record.verdict {
                *entry = (record.verdict, rule);
            }
        }
    }

    /// Notes the verdicts of a method. `drops_rare` if it drops hidden text and asides, whatever
    /// their features.
    pub(super) fn note_method(&mut self, arena: &Arena, drops_rare: bool) {
        self.note(arena, Rule::Method);
        for (entry, record) in self.rules.iter_mut().zip(arena.records()) {
            let is_rare = drops_rare && record.has(Flags::HIDDEN.with(Flags::ASIDE));
            if entry.1 == Rule::Method && (is_never_content(record) || is_rare) {
                entry.1 = Rule::Element;
            }
        }
    }

    /// Notes the thresholds of the learned method.
    pub(super) fn note_thresholds(&mut self, thresholds: impl FnOnce() -> FavorThresholds) {
        if self.is_on {
            self.thresholds = Some(thresholds());
        }
    }

    /// The rule that had the last word on block `index`; `None` if it is off.
    pub(super) fn rule(&self, index: usize) -> Option<Rule> {
        self.rules.get(index).map(|entry| entry.1)
    }

    pub(super) fn thresholds(&self) -> Option<FavorThresholds> {
        self.thresholds
    }
}

#[cfg(test)]
mod tests {
    use crate::{Extractor, LineBlock, Options, Sink};
    use alloc::vec::Vec;
    use core::ops::ControlFlow;

    /// The rules that decided the blocks.
    struct Rules(Vec<&'static str>);

    impl Sink for Rules {
        fn text(&mut self, _: &str) -> ControlFlow<()> {
            ControlFlow::Continue(())
        }

        fn block(&mut self, block: &LineBlock<'_>) -> ControlFlow<()> {
            self.0.extend(block.rule().map(super::Rule::name));
            ControlFlow::Continue(())
        }

        fn wants_rules(&self) -> bool {
            true
        }
    }

    #[test]
    fn a_page_without_blocks_follows_one_with_blocks() {
        let text = "It rained for three days in the valley, and the river rose over the old bridge. ";
        let article = text.repeat(8);
        let json = alloc::format!(r#"{{"@type":"NewsArticle","articleBody":"{article}"}}"#);
        let script = alloc::format!("<script type=application/ld+json>{json}</script>");
        let mut extractor = Extractor::new(Options::default()).expect("the options are sound");
        for page in [alloc::format!("<p>{article}<p>{article}"), script] {
            let mut rules = Rules(Vec::new());
            extractor.push_to(page.as_bytes(), &mut rules).expect("HTML is never wrong");
            extractor.finish_to(&mut rules).expect("HTML is never wrong");
            assert!(!rules.0.is_empty());
        }
    }
}
