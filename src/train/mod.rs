//! Fits a model from pages with a gold standard.
//!
//! In come pages with the text that an extractor should give; out comes a [`Model`]. Held: all features of all blocks
//! of all pages, some 700 bytes a block: training is for a machine with memory.
//!
//! Gold text is aligned with the words of a page (`align.rs`); a block's target is the share of its words that the gold has. The
//! first pass is fitted on the features of each block, the second also on what the first says of it and of those around;
//! for that, the first pass's verdicts on a page are those of trees that have not seen the page's site. The same pages,
//! settings and seed give the same bytes.

mod align;
mod boost;
mod data;

pub use data::{GoldPage, site_of};

use crate::decide::model::{Model, RawTree, UNITS_PER_LOGIT, likelihood, to_bytes};
use crate::error::{Error, ErrorKind, Result};
use crate::feature::vector::{FIRST, SECOND};
use boost::{Fit, Shape, Table};
use data::Rows;
use std::format;
use std::string::String;
use std::vec::Vec;

/// Settings of training, each with its default.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Trees of the first pass.
    pub first_trees: usize,
    /// Trees of the second pass.
    pub second_trees: usize,
    /// Levels of each tree, 1 to 8.
    pub depth: usize,
    /// Step of each tree.
    pub rate: f32,
    /// Seed of the samples of rows and features.
    pub seed: u64,
}

impl Default for Settings {
    fn default() -> Self {
        Self { first_trees: 200, second_trees: 100, depth: 6, rate: 0.12, seed: 1 }
    }
}

/// Mean precision, recall and word-bag F1 of a set of pages, at one threshold.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Scores {
    /// Pages.
    pub pages: usize,
    /// Mean word-bag precision.
    pub precision: f64,
    /// Mean word-bag recall.
    pub recall: f64,
    /// Mean word-bag F1.
    pub f1: f64,
}

/// What training gives.
#[derive(Clone, Debug)]
pub struct Trained {
    /// The model's bytes, to be written to a file or given to [`Model::from_bytes`].
    pub model: Vec<u8>,
    /// Pages that were used.
    pub pages: usize,
    /// Pages left out: larger than the budget, without blocks, or without gold text.
    pub pages_left_out: usize,
    /// Line-blocks of all pages.
    pub blocks: usize,
    /// Scores on the sites held out for choosing thresholds, by precision, balanced and recall.
    pub held_out: [Scores; 3],
    /// Balanced scores on the same sites, by group of pages.
    pub held_out_by_group: Vec<(String, Scores)>,
}

/// Of ten parts of the sites, so many are held out to choose thresholds on.
const HELD_OUT_PARTS: u32 = 2;

/// Parts that sites fall into.
const PARTS: u32 = 10;

/// Logits that thresholds are tried at, in hundredths.
const THRESHOLDS: core::ops::RangeInclusive<i32> = -250..=150;

/// How far from the balanced threshold those for precision and recall are, in logits.
const FAVOR_STEP: f32 = 1.0;

/// Fits a model.
///
/// Cost: some minutes for some thousand pages on two cores.
///
/// # Errors
/// [`ErrorKind::Setting`] for settings out of range; [`ErrorKind::BrokenRecord`] when no page can be used.
pub fn fit(pages: &[GoldPage], settings: Settings) -> Result<Trained> {
    if !(1..=8).contains(&settings.depth) || settings.first_trees.max(settings.second_trees) > 5000 {
        let message = format!("expected trees of 1 to 8 levels and at most 5000 of them, found {settings:?}");
        return Err(Error::new(ErrorKind::Setting, message));
    }
    let rows = Rows::read(pages);
    if rows.targets.is_empty() {
        return Err(Error::new(
            ErrorKind::BrokenRecord,
            "expected pages with text and gold text, found none",
        ));
    }
    // Thresholds are chosen on sites that the trees do not see, then the trees are fitted on all.
    let trial = fit_both(&rows, pages, settings, |part| part >= HELD_OUT_PARTS);
    let is_held_out = |part: u32| part < HELD_OUT_PARTS;
    let balanced = THRESHOLDS
        .step_by(5)
        .map(|hundredths| hundredths as f32 / 100.0)
        .map(|threshold| (rows.scores(&trial.logits, threshold, is_held_out).f1, threshold))
        .fold((-1.0, 0.0), |best, next| if next.0 > best.0 { next } else { best })
        .1;
    let thresholds = [balanced + FAVOR_STEP, balanced, balanced - FAVOR_STEP];
    let held_out = thresholds.map(|threshold| rows.scores(&trial.logits, threshold, is_held_out));
    let held_out_by_group = rows.scores_by_group(&trial.logits, balanced, is_held_out);
    let passes = fit_both(&rows, pages, settings, |_| true);
    let model = to_bytes(settings.depth, [START; 2], thresholds, [&passes.first, &passes.second]);
    Ok(Trained {
        model,
        pages: rows.pages.len(),
        pages_left_out: pages.len() - rows.pages.len(),
        blocks: rows.targets.len(),
        held_out,
        held_out_by_group,
    })
}

/// The sum that both passes start from, in logits.
const START: f32 = -1.0;

/// Both passes, and the second's logit of each row.
struct Passes {
    first: Vec<RawTree>,
    second: Vec<RawTree>,
    logits: Vec<f32>,
}

/// Fits both passes on the rows of the parts that `uses`.
fn fit_both(rows: &Rows, pages: &[GoldPage], settings: Settings, uses: impl Fn(u32) -> bool) -> Passes {
    let parts: Vec<u32> = rows.parts();
    let shape =
        |trees, seed| Shape { trees, depth: settings.depth, rate: settings.rate, seed: settings.seed ^ seed };
    let weights = |uses: &dyn Fn(u32) -> bool| -> Vec<f32> {
        rows.weights
            .iter()
            .zip(&parts)
            .map(|(&weight, &part)| if uses(part) { weight } else { 0.0 })
            .collect()
    };
    let table = Table::new(&rows.features(pages, None), FIRST);
    let fit = |uses: &dyn Fn(u32) -> bool, seed| -> Fit {
        boost::fit(&table, &rows.targets, &weights(uses), shape(settings.first_trees, seed), START)
    };
    let whole = fit(&uses, 1);
    // What the first pass says of a page comes from trees that have not seen its site.
    let even = fit(&|part| uses(part) && part % 2 == 0, 2);
    let odd = fit(&|part| uses(part) && part % 2 == 1, 3);
    let likely: Vec<f32> = parts
        .iter()
        .enumerate()
        .map(|(row, &part)| {
            let unseen = match (uses(part), part % 2) {
                (false, _) => &whole,
                (true, 0) => &odd,
                (true, _) => &even,
            };
            likelihood((unseen.logits[row] * UNITS_PER_LOGIT) as i32)
        })
        .collect();
    drop(table);
    let table = Table::new(&rows.features(pages, Some(&likely)), SECOND);
    let second = boost::fit(&table, &rows.targets, &weights(&uses), shape(settings.second_trees, 4), START);
    Passes { first: whole.trees, second: second.trees, logits: second.logits }
}

/// A check that what was trained can be read: used by the command before it writes a file.
///
/// # Errors
/// As [`Model::from_bytes`].
pub fn check(model: &[u8]) -> Result<()> {
    Model::from_bytes(Vec::from(model)).map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pages of invented sites: long paragraphs are content, short linked items are not.
    fn pages() -> Vec<GoldPage> {
        (0..40)
            .map(|number| {
                let text: String = (0..4)
                    .map(|line| format!("line {line} of page {number} says something at length here. "))
                    .collect();
                let menu: String =
                    (0..8).map(|item| format!("<li><a href=/{item}>Item {item}</a></li>")).collect();
                let html = format!("<title>Page</title><ul>{menu}</ul><div><p>{text}</p><p>{text}</p></div>");
                GoldPage::new(
                    html.into_bytes(),
                    &format!("{text}\n\n{text}"),
                    &format!("site{number}.example"),
                    "all",
                )
            })
            .collect()
    }

    #[test]
    fn a_model_is_fitted_and_the_same_again() {
        let settings = Settings { first_trees: 5, second_trees: 5, depth: 2, ..Settings::default() };
        let trained = fit(&pages(), settings).unwrap();
        assert!(trained.held_out[1].f1 > 0.95, "{:?}", trained.held_out);
        assert_eq!(trained.model, fit(&pages(), settings).unwrap().model);
        check(&trained.model).unwrap();
    }

    #[test]
    fn nothing_to_learn_from_is_an_error() {
        assert_eq!(fit(&[], Settings::default()).unwrap_err().kind(), ErrorKind::BrokenRecord);
        let settings = Settings { depth: 9, ..Settings::default() };
        assert_eq!(fit(&pages(), settings).unwrap_err().kind(), ErrorKind::Setting);
    }
}
