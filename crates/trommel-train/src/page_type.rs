//! Trains the model of page types on pages whose gold standard has the type.
//!
//! Each type has boosted trees, which are fitted to the probabilities of all types together. The
//! same pages and seed give the same bytes.

use crate::boost::{self, Shape, Table};
use crate::data::{GoldPage, reader};
use rayon::prelude::*;
use std::collections::BTreeMap;
use trommel::_train::{PAGE_TYPE_FEATURES, most_probable_page_type, page_type_bytes};
use trommel::{Error, ErrorKind, Result, page::PageType};
use trommel_score::Confusion;

const TREES: usize = 50;

/// Folds of the cross-validation, by site.
const FOLDS: u32 = 5;

/// The result of training.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct TrainedPageTypes {
    /// The bytes of the model.
    pub model: Vec<u8>,
    /// Number of pages that were used.
    pub pages: usize,
    /// By cross-validation: each page is classified by a model trained on other sites.
    pub cross_validated: Confusion,
    /// The same for each corpus and type, by their names.
    pub by_group: BTreeMap<String, Found>,
    /// Mean over the pages of the difference between the mean probability and the accuracy of the
    /// pages in the same tenth of the probability.
    pub mean_error: f64,
}

/// Accuracy for a group of pages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// Pages of the group.
    pub pages: usize,
    /// Number of them with the right prediction.
    pub right: usize,
}

/// A page as the model sees it.
struct TypedPage {
    group: String,
    features: [f32; PAGE_TYPE_FEATURES],
    page_type: PageType,
    site_bucket: u32,
}

/// Trains the model of page types on the pages that have one.
///
/// Cost: a few seconds for a thousand pages, five more fits for the cross-validation.
///
/// # Errors
/// [`ErrorKind::BrokenRecord`] if no page with a type can be used.
pub fn fit_page_types(pages: &[GoldPage], seed: u64) -> Result<TrainedPageTypes> {
    let read = |page: &GoldPage| -> Option<TypedPage> {
        let page_type = page.page_type()?;
        let features = reader()?.read(page.html(), None, None)?.page_type_features()?;
        Some(TypedPage { group: page.group().into(), features, page_type, site_bucket: page.site_bucket() })
    };
    let pages: Vec<TypedPage> = pages.par_iter().filter_map(read).collect();
    if pages.is_empty() {
        let message = "expected pages with text and a `page_type`, found none";
        return Err(Error::new(ErrorKind::BrokenRecord, message));
    }
    let mut cross_validated = Confusion::default();
    let (mut by_group, mut judged) = (BTreeMap::<String, Found>::new(), Vec::new());
    for fold in 0..FOLDS {
        let model = fit(&pages, |page| page.site_bucket % FOLDS != fold, seed);
        for page in pages.iter().filter(|page| page.site_bucket % FOLDS == fold) {
            let found = most_probable_page_type(&model, &page.features).expect("it was written above");
            let is_right = found.page_type == page.page_type;
            cross_validated.add(page.page_type, found.page_type);
            let group = by_group.entry(page.group.clone()).or_default();
            group.pages += 1;
            group.right += usize::from(is_right);
            judged.push((found.probability, is_right));
        }
    }
    let model = fit(&pages, |_| true, seed);
    let mean_error = mean_error(&judged);
    Ok(TrainedPageTypes { model, pages: pages.len(), cross_validated, by_group, mean_error })
}

/// Trains a model on some of the pages, and returns its bytes.
fn fit(pages: &[TypedPage], uses: impl Fn(&TypedPage) -> bool, seed: u64) -> Vec<u8> {
    let values: Vec<f32> = pages.iter().flat_map(|page| page.features).collect();
    let table = Table::new(&values, PAGE_TYPE_FEATURES);
    let weights: Vec<f32> = pages.iter().map(|page| f32::from(u8::from(uses(page)))).collect();
    let shape = Shape { trees: TREES, depth: 3, rate: 0.15, row_share: 0.6, feature_share: 0.3, seed };
    let used: f32 = weights.iter().sum();
    let starts = PageType::ALL.map(|page_type| {
        let of_type = pages.iter().filter(|page| uses(page) && page.page_type == page_type).count();
        ((of_type as f32 + 1.0) / (used + PageType::COUNT as f32)).ln()
    });
    let place = |page: &TypedPage| PageType::ALL.iter().position(|&of| of == page.page_type);
    let class_of: Vec<usize> = pages.iter().map(|page| place(page).expect("all types are listed")).collect();
    let mut fits = boost::fit_classes(&table, &class_of, &weights, shape, &starts).into_iter();
    let types = starts.map(|start| (start, fits.next().map(|fit| fit.trees).unwrap_or_default()));
    page_type_bytes(shape.unit(), &types)
}

/// See [`TrainedPageTypes::mean_error`].
fn mean_error(judged: &[(f32, bool)]) -> f64 {
    let mut tenths = [0.0_f64; 10];
    for &(probability, is_right) in judged {
        tenths[((probability * 10.0) as usize).min(9)] +=
            f64::from(probability) - f64::from(u8::from(is_right));
    }
    tenths.iter().map(|difference| difference.abs()).sum::<f64>() / judged.len().max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pages of invented sites: tables of code are documentation, texts are articles.
    fn pages() -> Vec<GoldPage> {
        let page = |number: usize| {
            let is_article = number.is_multiple_of(2);
            let row = "<tr><td><code>a(b)</code><td>Turns a b into an a, once in each call.";
            let html = match is_article {
                true => "<p>It rained for three days in the valley, and then it snowed.".repeat(9),
                false => format!("<table>{}</table>", row.repeat(9 + number % 3)),
            };
            let page_type = if is_article { "article" } else { "documentation" };
            GoldPage::new(html.into_bytes(), "x", &format!("site{number}.example"), "all", Some(page_type))
        };
        (0..60).map(page).collect()
    }

    #[test]
    fn different_types_are_separated_on_unseen_sites() {
        let trained = fit_page_types(&pages(), 1).unwrap();
        assert_eq!((trained.pages, trained.cross_validated.count()), (60, 60));
        assert!(trained.cross_validated.accuracy() > 0.95, "{trained:?}");
        assert_eq!(trained.model, fit_page_types(&pages(), 1).unwrap().model);
    }

    #[test]
    fn pages_without_a_type_are_not_used() {
        let page = GoldPage::new(b"<p>One".to_vec(), "One", "a.example", "all", None);
        assert_eq!(fit_page_types(&[page], 1).unwrap_err().kind(), ErrorKind::BrokenRecord);
    }

    #[test]
    fn a_correct_probability_has_no_error() {
        let judged = [(0.75, true), (0.75, true), (0.75, true), (0.75, false)];
        assert_eq!(mean_error(&judged), 0.0);
        assert_eq!(mean_error(&[(1.0, false)]), 1.0);
    }
}
