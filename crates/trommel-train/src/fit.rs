//! Fits a model from pages with a gold standard.
//!
//! Input: pages, each with the text that an extractor should output. Output: a [`Model`].
//!
//! Memory: the pages, and all features of all blocks: at most about 2.9 kB per block while features
//! are sorted into bins. Blocks of recombined pages count too, and each block is held three times:
//! also without the names of its page, and without what its text says.
//!
//! 1. Gold text is aligned with the words of a page (`align.rs`). The target of a block is the
//!    share of its words that are in the gold text.
//! 2. The words of names (`words.rs`) and the n-grams of texts (`texts.rs`) get weights from the
//!    same targets. The weights for a page come from pages of other sites.
//! 3. Trees are fitted (`boost.rs`), then a network to bins between the borders of their splits
//!    (`network.rs`).
//!
//! The gold texts of corpora disagree on what is content. The network learns what is special about
//! each corpus apart from what all have in common. The model follows the first corpus on pages that
//! are not articles, and their common properties on articles. The trees do not distinguish corpora:
//! trees that do are worse on unseen sites.
//!
//! The same pages, settings and seed give the same bytes.
//!
//! Each page is used a second time, with the frame of another page (`recombine.rs`), so that the
//! model generalises to unseen sites.

use crate::boost::{self, Shape, Table};
use crate::calibration::Calibration;
use crate::data::{Buckets, GoldPage, PageRows, Rows, Scores};
use crate::network::{self, ScoredRows, Targets};
use crate::texts::TextTables;
use crate::{recombine, words};
use std::collections::BTreeSet;
use trommel::_train::FEATURE_COUNT;
use trommel::_train::blend;
use trommel::_train::{LEVELS, Tree, borders_of, model_bytes};
use trommel::Favor;
use trommel::Model;
use trommel::{Error, ErrorKind, Result};

/// Settings of training.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Number of trees, 1 to 5000.
    pub trees: usize,
    /// Levels of each tree, 1 to 7.
    pub depth: usize,
    /// Learning rate: step of each tree, 0.00001 to 1.
    pub rate: f32,
    /// Seed of the samples of rows and features, and of the network.
    pub seed: u64,
    /// Folds of the cross-validation, 0 to 5. For each, another model is trained on four fifths of
    /// the sites, and scored on the rest.
    pub folds: u32,
}

impl Default for Settings {
    fn default() -> Self {
        Self { trees: 1200, depth: 7, rate: 0.05, seed: 1, folds: FOLDS }
    }
}

impl Settings {
    /// Checks that a model can be fitted with these settings. [`fit`] makes the same check.
    ///
    /// # Errors
    /// [`ErrorKind::Setting`] for settings out of range.
    pub fn check(&self) -> Result<()> {
        let Self { trees, depth, rate, folds, .. } = self;
        let message = if !(1..=MAX_TREES).contains(trees) {
            format!("expected 1 to {MAX_TREES} trees, found {trees}")
        } else if !(1..=LEVELS).contains(depth) {
            format!("expected trees of 1 to {LEVELS} levels, found {depth}")
        } else if !(MIN_RATE..=1.0).contains(rate) {
            format!("expected a rate of at least {MIN_RATE} and at most 1, found {rate}")
        } else if *folds > FOLDS {
            format!("expected at most {FOLDS} folds, found {folds}")
        } else {
            return Ok(());
        };
        Err(Error::new(ErrorKind::Setting, message))
    }
}

/// Scores on pages of sites that the model was not trained on.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Unseen {
    /// Of all pages, with `--favor` precision, balanced and recall.
    pub favors: [Scores; 3],
    /// Balanced, by group of pages and by language.
    pub groups: Vec<(String, Scores)>,
    /// Balanced, of all pages, without their names.
    pub nameless: Scores,
    /// Balanced, of all pages, without what their texts say.
    pub textless: Scores,
    /// Balanced, the confidence of all pages.
    pub calibration: Calibration,
}

/// The result of training.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Trained {
    /// The bytes of the model, to be written to a file or passed to [`Model::from_bytes`].
    pub model: Vec<u8>,
    /// Number of pages that were used.
    pub pages: usize,
    /// Pages left out: larger than the budget, without blocks, or without gold text.
    pub pages_left_out: usize,
    /// Number of recombined pages, with the frame of one page and the content of another.
    pub augmented_pages: usize,
    /// Line-blocks of all pages, with those of recombined pages.
    pub blocks: usize,
    /// Scores by cross-validation, if enabled. Each page is scored by a model trained on other
    /// sites. `None` also if all pages are in one fold.
    pub cross_validated: Option<Unseen>,
}

const MAX_TREES: usize = 5000;

/// Minimum learning rate. With a smaller one, no number of trees is sufficient, and the initial
/// logit is too large in units of leaves.
const MIN_RATE: f32 = 0.000_01;

/// Number of folds of the cross-validation.
const FOLDS: u32 = 5;

/// Weight of a block without its names, relative to the same block with names. It keeps trees from
/// relying on names that other sites do not have.
const NAMELESS_WEIGHT: f32 = 0.1;

/// Weight of a block without what its text says, relative to the same block with it. It keeps trees
/// as good on text of an unknown language as without a text table.
const TEXTLESS_WEIGHT: f32 = 0.2;

/// Share of the rows in the sample of each tree.
const ROW_SHARE: f64 = 0.25;

/// Share of the features in the sample of each tree.
const FEATURE_SHARE: f64 = 0.4;

/// Initial logit of all rows, to which trees are added.
const INITIAL_LOGIT: f32 = -1.0;

/// Trees, a network, and the logits of both for the rows of pages that they are not fitted to.
struct Fit {
    trees: Vec<Tree>,
    network: network::FinalWeights,
    logits: Vec<f32>,
}

/// The rows of one page, as the network reads them.
struct NetworkPage {
    site_bucket: u32,
    rows: ScoredRows,
}

/// Training data: each row three times, also without the names of its page, and without what its
/// text says.
struct Trainer {
    rows: Rows,
    /// Bucket of the site of each row.
    site_buckets: Vec<u32>,
    /// Bins of the features of all rows.
    table: Table,
    /// Share of each row's words that are in the gold text.
    targets: Vec<f32>,
    pages: Vec<NetworkPage>,
    /// Weights of the words of names, by all pages.
    words: Vec<(u32, i8)>,
    /// The text table of all pages.
    texts: Vec<u8>,
    settings: Settings,
}

impl Trainer {
    /// Reads pages.
    ///
    /// # Errors
    /// [`ErrorKind::BrokenRecord`] if no page can be used.
    fn read(pages: &[&GoldPage], settings: Settings) -> Result<Self> {
        let rows = Rows::read(pages);
        if rows.targets.is_empty() {
            return Err(Error::new(
                ErrorKind::BrokenRecord,
                "expected pages with text and gold text, found none",
            ));
        }
        let weights_of = |uses: &dyn Fn(u32) -> bool| {
            words::weights(rows.pages.iter().filter(|page| uses(page.site_bucket())))
        };
        let words = weights_of(&|_| true);
        let words_by_fold: Vec<_> =
            (0..FOLDS).map(|fold| weights_of(&|bucket| bucket % FOLDS != fold)).collect();
        let texts = TextTables::of(&rows, settings.seed);
        let words_of = |bucket: u32| Some(words_by_fold[(bucket % FOLDS) as usize].as_slice());
        let texts_of = |bucket: u32| texts.without_fold[(bucket % FOLDS) as usize].as_slice();
        let features = rows.features(pages, words_of, texts_of);
        let mut table = Table::new(&features, FEATURE_COUNT);
        drop(features);
        table.extend(&rows.features(pages, |_| None, texts_of));
        table.extend(&rows.features(pages, words_of, |_| &[]));
        let named = rows.targets.len();
        let network_page = |page: &PageRows| NetworkPage {
            site_bucket: page.site_bucket(),
            rows: ScoredRows::new(page.scored_rows(), named, page.corpus, page.is_article()),
        };
        Ok(Self {
            site_buckets: rows.parts(),
            table,
            targets: rows.targets.repeat(3),
            pages: rows.pages.iter().map(network_page).collect(),
            words,
            texts: texts.of_all,
            rows,
            settings,
        })
    }

    /// Number of rows with names.
    fn named(&self) -> usize {
        self.rows.targets.len()
    }

    fn shape(&self) -> Shape {
        let Settings { trees, depth, rate, seed, .. } = self.settings;
        Shape { trees, depth, rate, row_share: ROW_SHARE, feature_share: FEATURE_SHARE, seed }
    }

    /// Weights of all rows: zero for sites that are not used, smaller for rows without names or
    /// texts.
    fn weights(&self, uses: Buckets<'_>) -> Vec<f32> {
        let weight = |(&weight, &bucket): (&f32, &u32)| if uses(bucket) { weight } else { 0.0 };
        let mut weights: Vec<f32> = self.rows.weights.iter().zip(&self.site_buckets).map(weight).collect();
        for share in [NAMELESS_WEIGHT, TEXTLESS_WEIGHT] {
            weights.extend_from_within(..self.named());
            weights.iter_mut().rev().take(self.named()).for_each(|weight| *weight *= share);
        }
        weights
    }

    /// Fits trees, then a network, to the pages of some sites.
    fn fit(&self, uses: Buckets<'_>) -> Fit {
        let mut weights = self.weights(uses);
        let boost::Fit { trees, mut logits } =
            boost::fit(&self.table, &self.targets, &weights, self.shape(), INITIAL_LOGIT);
        let borders: Vec<Vec<f32>> = (0..FEATURE_COUNT).map(|feature| borders_of(feature, &trees)).collect();
        // The network instead reads a share of the pages without names, and another without what
        // texts say, each block at its full weight.
        weights.copy_within(..self.named(), self.named());
        weights.copy_within(..self.named(), 2 * self.named());
        let targets = Targets {
            table: &self.table,
            borders: &borders,
            targets: &self.targets,
            weights: &weights,
            corpora: self.rows.corpora,
        };
        let used = |page: &&NetworkPage| uses(page.site_bucket);
        let fitted: Vec<&ScoredRows> = self.pages.iter().filter(used).map(|page| &page.rows).collect();
        let network = network::fit(&targets, &fitted, self.settings.seed);
        for page in self.pages.iter().filter(|page| !used(page)) {
            for rows in [&page.rows.rows, &page.rows.nameless, &page.rows.textless] {
                for (&row, logit) in rows.iter().zip(network.logits(rows)) {
                    logits[row] = blend(logits[row], logit);
                }
            }
        }
        Fit { trees, network: network.weights(), logits }
    }

    /// Scores each page by a model fitted to the sites of other folds. `None` without folds, and if
    /// all pages are in one fold.
    fn cross_validate(&self) -> Option<Unseen> {
        let folds: BTreeSet<u32> = self.pages.iter().map(|page| page.site_bucket % FOLDS).collect();
        if self.settings.folds == 0 || folds.len() < 2 {
            return None;
        }
        let mut logits = vec![INITIAL_LOGIT; self.targets.len()];
        let scored: Vec<u32> = folds.into_iter().take(self.settings.folds as usize).collect();
        for &fold in &scored {
            let fitted = self.fit(&|bucket| bucket % FOLDS != fold);
            for (row, bucket) in self.site_buckets.iter().cycle().take(self.targets.len()).enumerate() {
                if bucket % FOLDS == fold {
                    logits[row] = fitted.logits[row];
                }
            }
        }
        Some(self.unseen(&logits, &|bucket| scored.contains(&(bucket % FOLDS))))
    }

    fn unseen(&self, logits: &[f32], of: Buckets<'_>) -> Unseen {
        let rows = &self.rows;
        Unseen {
            favors: [Favor::Precision, Favor::Balanced, Favor::Recall]
                .map(|favor| rows.scores(logits, favor, of)),
            groups: rows.scores_by_group(logits, Favor::Balanced, of),
            nameless: rows.scores(&logits[self.named()..], Favor::Balanced, of),
            textless: rows.scores(&logits[2 * self.named()..], Favor::Balanced, of),
            calibration: rows.calibration(logits, of),
        }
    }
}

/// Fits a model that follows the gold texts of the first corpus, except on articles.
///
/// Cost: trees times levels passes over a sample of the rows, and the passes of the network over
/// all rows. Cross-validation takes six times as long. Memory is that of the module description.
///
/// # Errors
/// [`ErrorKind::Setting`] for settings out of range; [`ErrorKind::BrokenRecord`] if no page can be
/// used.
pub fn fit(pages: &[GoldPage], settings: Settings) -> Result<Trained> {
    settings.check()?;
    let augmented = recombine::pages(pages, settings.seed);
    let given = pages.len();
    let pages: Vec<&GoldPage> = pages.iter().chain(&augmented).collect();
    let trainer = Trainer::read(&pages, settings)?;
    let cross_validated = trainer.cross_validate();
    let fitted = trainer.fit(&|_| true);
    let used = trainer.rows.pages.iter().filter(|page| !page.is_augmented).count();
    let logits = (INITIAL_LOGIT, trainer.shape().unit());
    Ok(Trained {
        model: model_bytes(logits, &trainer.words, &fitted.trees, Some(&fitted.network), &trainer.texts),
        pages: used,
        pages_left_out: given - used,
        augmented_pages: trainer.rows.pages.len() - used,
        blocks: trainer.named(),
        cross_validated,
    })
}

/// Checks that a trained model can be read. The command calls it before it writes a file.
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
                    None,
                )
            })
            .collect()
    }

    #[test]
    fn a_model_is_fitted_and_the_same_again() {
        let settings = Settings { trees: 10, depth: 2, rate: 0.3, ..Settings::default() };
        let trained = fit(&pages(), settings).unwrap();
        let scores = trained.cross_validated.clone().unwrap();
        assert!(scores.favors[1].f1 > 0.95, "{scores:?}");
        assert_eq!(scores.favors[1].pages, 40);
        assert_eq!(trained.model, fit(&pages(), settings).unwrap().model);
        check(&trained.model).unwrap();
    }

    #[test]
    fn nothing_to_learn_from_is_an_error() {
        assert_eq!(fit(&[], Settings::default()).unwrap_err().kind(), ErrorKind::BrokenRecord);
    }

    #[test]
    fn without_unseen_pages_there_are_no_scores() {
        let settings = Settings { trees: 2, depth: 1, ..Settings::default() };
        let trained = fit(&pages()[..1], settings).unwrap();
        assert_eq!((trained.pages, trained.cross_validated), (1, None));
    }

    #[test]
    fn settings_out_of_range_are_errors_that_say_the_range() {
        let with = |trees, depth, rate| Settings { trees, depth, rate, ..Settings::default() };
        for (settings, found) in [
            (Settings { folds: 6, ..Settings::default() }, "at most 5 folds, found 6"),
            (with(0, 1, 0.1), "1 to 5000 trees, found 0"),
            (with(5001, 1, 0.1), "1 to 5000 trees, found 5001"),
            (with(1, 0, 0.1), "1 to 7 levels, found 0"),
            (with(1, 8, 0.1), "1 to 7 levels, found 8"),
            (with(1, 1, f32::NAN), "at most 1, found NaN"),
            (with(1, 1, f32::INFINITY), "at most 1, found inf"),
            (with(1, 1, 0.0), "at most 1, found 0"),
            (with(1, 1, -1.0), "at most 1, found -1"),
            (with(1, 1, 0.000_001), "at least 0.00001 and at most 1, found 0.000001"),
        ] {
            let error = fit(&pages(), settings).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Setting);
            assert!(format!("{error}").ends_with(found), "{error}");
        }
    }
}
