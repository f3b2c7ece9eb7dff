//! Scores extracted text against a gold standard.
//!
//! In: gold pages ([`read_gold`]) and the text extracted from each. Out: a [`Report`]: precision,
//! recall and F1 over words, and over the segments that a page must or must not keep. Cost: holds,
//! for the current page, a lower-cased or folded copy of its texts and under 100 bytes per distinct
//! gold word; of earlier pages a few sums, and some per page type and language.
#![forbid(unsafe_code)]

mod align;
mod confusion;
mod gold;
mod raggedness;
mod report;
mod shares;
mod words;

use std::collections::BTreeMap;

pub use align::matched;
pub use confusion::Confusion;
pub use gold::{Gold, read_gold};
pub use raggedness::{Raggedness, ScoredBlock};
pub use report::{LanguageFigures, Report, WordFigures};
pub use shares::{GoldShare, gold_shares};
pub use words::{Prf, word_bag};

use trommel::page::PageType;

use crate::words::{fold, is_space};

/// Scores pages one at a time.
///
/// In: each gold page once, with the text extracted from it. If nothing was extracted, or the page
/// is missing, the text is empty. Sums are floats: feed pages in the order of the gold standard to
/// get the same last digits on every run.
///
/// Cost: per page linear in its texts, and segments times text for the search; holds one sum per
/// page type and a few per language.
///
/// ```
/// # use trommel_score::{Scorer, read_gold};
/// let line = br#"{"id": "a", "text": "one two", "with": ["one"], "without": ["menu"]}"#;
/// let gold = read_gold(&line[..])?;
/// let mut scorer = Scorer::new();
/// scorer.add(&gold[0], "menu\none");
/// let report = scorer.finish();
/// let json = r#"{"pages":1,"P":0.5,"R":0.5,"F":0.5,"empty":0,"sP":0.5,"sR":1.0,"sF":0.6667}"#;
/// assert_eq!(report.to_json(), json);
/// # Ok::<(), trommel::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Scorer {
    all: Sums,
    empty_pages: u64,
    /// Sum of F1 and number of pages, by page type.
    by_type: BTreeMap<String, (f64, u64)>,
    typed: bool,
    by_language: BTreeMap<String, Sums>,
    has_languages: bool,
    page_types: Confusion,
    raggedness: Raggedness,
}

/// Sums over pages.
#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    pages: u64,
    /// Pages with a gold text.
    text_pages: u64,
    words: Prf,
    segments: Segments,
}

/// Counts of segments.
#[derive(Clone, Copy, Debug, Default)]
struct Segments {
    kept_right: u64,
    kept_wrong: u64,
    missed: u64,
}

impl Scorer {
    /// A scorer without pages.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Scores one page. `predicted` is the text extracted from it, empty if there is none.
    pub fn add(&mut self, gold: &Gold, predicted: &str) {
        let words = gold.text.as_ref().map(|text| word_bag(predicted, text));
        let segments = Segments::of(gold, predicted);
        self.all.add(words, segments);
        let language = gold.lang.as_deref();
        self.has_languages |= language.is_some();
        self.by_language.entry(language.unwrap_or("-").into()).or_default().add(words, segments);
        if let (Some(text), Some(words)) = (&gold.text, words) {
            self.add_type(words.f1, gold.page_type.as_deref());
            let blank = |text: &str| text.chars().all(is_space);
            self.empty_pages += u64::from(blank(predicted) && !blank(text));
        }
    }

    /// Counts the records of a page. They count if it has a gold text.
    pub fn add_blocks(&mut self, gold: &Gold, blocks: &[ScoredBlock]) {
        if let Some(text) = &gold.text {
            self.raggedness.add(Raggedness::of(blocks, text));
        }
    }

    /// Records the predicted type of a page. It counts if the gold standard has one of the types.
    pub fn add_page_type(&mut self, gold: &Gold, found: PageType) {
        if let Some(is) = gold.page_type.as_deref().and_then(PageType::from_name) {
            self.page_types.add(is, found);
        }
    }

    /// The scores over all pages added.
    #[must_use]
    pub fn finish(self) -> Report {
        let words = self.all.mean().map(|mean| {
            let means = self.by_type.into_iter().map(|(name, (sum, pages))| (name, sum / pages as f64));
            let f1_by_type = if self.typed { means.collect() } else { BTreeMap::new() };
            WordFigures { mean, empty_pages: self.empty_pages, f1_by_type }
        });
        let languages = self.by_language.into_iter().filter(|_| self.has_languages);
        let by_language = languages.map(|(name, sums)| {
            let Sums { pages, segments, .. } = sums;
            (name, LanguageFigures { pages, words: sums.mean(), segments: segments.figures() })
        });
        let segments = self.all.segments.figures();
        let page_types = Some(self.page_types).filter(|confusion| confusion.count() > 0);
        let raggedness = self.raggedness.share();
        let by_language = by_language.collect();
        Report { pages: self.all.pages, words, by_language, segments, page_types, raggedness }
    }

    fn add_type(&mut self, f1: f64, page_type: Option<&str>) {
        let name = page_type.unwrap_or("-");
        self.typed |= name != "-";
        let (sum, pages) = self.by_type.entry(name.into()).or_default();
        *sum += f1;
        *pages += 1;
    }
}

impl Sums {
    fn add(&mut self, words: Option<Prf>, segments: Segments) {
        self.pages += 1;
        if let Some(words) = words {
            self.text_pages += 1;
            self.words.precision += words.precision;
            self.words.recall += words.recall;
            self.words.f1 += words.f1;
        }
        self.segments.kept_right += segments.kept_right;
        self.segments.kept_wrong += segments.kept_wrong;
        self.segments.missed += segments.missed;
    }

    /// Means over the pages with a gold text. `None` without such a page.
    fn mean(&self) -> Option<Prf> {
        let pages = self.text_pages as f64;
        let Prf { precision, recall, f1 } = self.words;
        (self.text_pages > 0).then(|| Prf {
            precision: precision / pages,
            recall: recall / pages,
            f1: f1 / pages,
        })
    }
}

impl Segments {
    /// Searches the output for the segments of one page, with white space folded on both sides.
    fn of(gold: &Gold, predicted: &str) -> Self {
        if gold.with.is_empty() && gold.without.is_empty() {
            return Self::default();
        }
        let folded = fold(predicted);
        let found = |segments: &[String]| {
            segments.iter().filter(|segment| folded.contains(&fold(segment))).count() as u64
        };
        let kept_right = found(&gold.with);
        let missed = gold.with.len() as u64 - kept_right;
        Self { kept_right, kept_wrong: found(&gold.without), missed }
    }

    /// Precision, recall and F1 over segments. Source: the metric of the trafilatura evaluation.
    fn figures(self) -> Option<Prf> {
        let wanted = self.kept_right + self.missed;
        if wanted == 0 {
            return None;
        }
        let kept = (self.kept_right + self.kept_wrong).max(1);
        let precision = self.kept_right as f64 / kept as f64;
        let recall = self.kept_right as f64 / wanted as f64;
        // The minimum prevents 0 / 0.
        let f1 = 2.0 * precision * recall / (precision + recall).max(1e-9);
        Some(Prf { precision, recall, f1 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(text: &str) -> Gold {
        Gold { text: Some(text.to_string()), ..Gold::default() }
    }

    #[test]
    fn means_weigh_every_page_the_same() {
        let mut scorer = Scorer::new();
        scorer.add(&page("a b c d"), "a b c d");
        scorer.add(&page("a"), "b");
        let words = scorer.finish().words.expect("pages had text");
        assert_eq!(words.mean, Prf { precision: 0.5, recall: 0.5, f1: 0.5 });
    }

    #[test]
    fn empty_counts_blank_output_only_where_gold_is_not_blank() {
        let mut scorer = Scorer::new();
        scorer.add(&page("a"), "\x1c \n");
        scorer.add(&page("..."), "");
        scorer.add(&page(" "), "");
        scorer.add(&page("a"), "...");
        let words = scorer.finish().words.expect("pages had text");
        assert_eq!(words.empty_pages, 2);
    }

    #[test]
    fn predictions_count_if_the_gold_standard_has_a_known_type() {
        let typed = |name: &str| Gold { page_type: Some(name.into()), ..page("a") };
        let mut scorer = Scorer::new();
        scorer.add_page_type(&typed("forum"), PageType::Forum);
        scorer.add_page_type(&typed("forum"), PageType::Listing);
        scorer.add_page_type(&typed("poem"), PageType::Article);
        scorer.add_page_type(&page("a"), PageType::Article);
        let report = scorer.finish();
        assert_eq!(report.to_json(), r#"{"pages":0,"page_types_right":0.5}"#);
        assert_eq!(report.page_types.map(|types| types.count()), Some(2));
        assert_eq!(Scorer::new().finish().page_types, None);
    }

    #[test]
    fn page_types_are_reported_when_at_least_one_page_has_one() {
        let mut scorer = Scorer::new();
        scorer.add(&page("a"), "a");
        assert!(scorer.clone().finish().words.expect("pages had text").f1_by_type.is_empty());
        scorer.add(&Gold { page_type: Some("forum".into()), ..page("a") }, "");
        let words = scorer.finish().words.expect("pages had text");
        assert_eq!(words.f1_by_type, [("-".to_string(), 1.0), ("forum".to_string(), 0.0)].into());
    }

    #[test]
    fn languages_are_reported_when_at_least_one_page_has_one() {
        let mut scorer = Scorer::new();
        scorer.add(&page("a"), "a");
        assert!(scorer.clone().finish().by_language.is_empty());
        let with = ["x".into(), "y".into()].into();
        scorer.add(&Gold { lang: Some("el".into()), with, ..page("x y") }, "x z");
        let languages = scorer.finish().by_language;
        assert_eq!(languages.keys().collect::<Vec<_>>(), ["-", "el"]);
        let half = Some(Prf { precision: 0.5, recall: 0.5, f1: 0.5 });
        let segments = Some(Prf { precision: 1.0, recall: 0.5, f1: 2.0 / 3.0 });
        assert_eq!(languages["el"], LanguageFigures { pages: 1, words: half, segments });
    }

    #[test]
    fn a_page_without_gold_text_counts_for_segments_only() {
        let mut scorer = Scorer::new();
        let gold = Gold { with: ["x  y".into(), "z".into()].into(), ..Gold::default() };
        scorer.add(&gold, "w x\ny");
        let report = scorer.finish();
        assert_eq!((report.pages, report.words), (1, None));
        assert_eq!(report.segments.map(|all| (all.precision, all.recall)), Some((1.0, 0.5)));
    }

    #[test]
    fn segments_without_any_wanted_one_give_no_figures() {
        let mut scorer = Scorer::new();
        scorer.add(&Gold { without: ["x".into()].into(), ..Gold::default() }, "x");
        assert_eq!(scorer.finish().segments, None);
    }
}
