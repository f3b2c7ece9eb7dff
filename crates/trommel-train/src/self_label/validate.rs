//! Cross-validates a linear model on pages that it was not trained on.

use super::figures::CrossValidation;
use super::label::Site;
use super::page::{SitePage, spread};
use super::rows::{features, fit_linear_model, rows};
use super::settings::Settings;
use rayon::prelude::*;
use std::collections::BTreeSet;

/// Number of folds of the cross-validation.
pub const FOLDS: usize = 4;

/// Cross-validates labels of blocks with [`FOLDS`] folds. `groups` has the group of each page;
/// pages of a group are in one fold. Groups are shuffled by the seed.
///
/// Cost: [`FOLDS`] fits, on all processors.
#[must_use]
pub fn cross_validate(
    pages: &[SitePage],
    content: &[Vec<bool>],
    groups: &[u64],
    settings: Settings,
) -> CrossValidation {
    let pages: Vec<&SitePage> = pages.iter().collect();
    of_site(&pages, &Site::new(&pages), content, groups, &settings)
}

/// Cross-validates a site whose kinds of blocks are known.
pub(super) fn of_site(
    pages: &[&SitePage],
    site: &Site,
    content: &[Vec<bool>],
    groups: &[u64],
    settings: &Settings,
) -> CrossValidation {
    let folds = folds(groups, settings.seed);
    let features = features(site, settings.inputs);
    let each: Vec<[f64; 3]> = (0..FOLDS)
        .into_par_iter()
        .filter_map(|fold| {
            let scorer =
                fit_linear_model(pages, site, &features, content, *settings, |page| folds[page] != fold)?;
            let (mut kept, mut right, mut all) = (0_u32, 0_u32, 0_u32);
            for row in rows(pages, site, &features, content, |page| folds[page] == fold) {
                let is_kept = scorer.score(&row) > 0.0;
                kept += u32::from(is_kept);
                all += u32::from(row.is_content);
                right += u32::from(is_kept && row.is_content);
            }
            (all > 0).then(|| {
                let (right, kept, all) = (f64::from(right), f64::from(kept.max(1)), f64::from(all));
                [right / kept, right / all, 2.0 * right / (kept + all)]
            })
        })
        .collect();
    let mean = |at: usize| each.iter().map(|fold| fold[at]).sum::<f64>() / each.len().max(1) as f64;
    CrossValidation { precision: mean(0), recall: mean(1), f1: mean(2), folds: each.len() }
}

/// The fold of each page.
fn folds(groups: &[u64], seed: u64) -> Vec<usize> {
    let mut shuffled: Vec<u64> = groups.iter().copied().collect::<BTreeSet<_>>().into_iter().collect();
    shuffled.sort_by_key(|&group| spread(group, seed));
    groups.iter().map(|group| shuffled.iter().position(|other| other == group).unwrap_or(0) % FOLDS).collect()
}
