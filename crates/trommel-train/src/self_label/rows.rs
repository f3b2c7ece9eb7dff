//! The blocks of pages as rows of the support vector machine.

use super::label::Site;
use super::page::{Kind, SitePage};
use super::settings::{Inputs, Settings};
use super::svm::{self, LinearScorer, Row};

/// The inputs of the support vector machine for each kind of block.
pub(super) fn features(site: &Site, inputs: Inputs) -> Vec<Vec<u32>> {
    let taken = |kind: &Kind| kind.features.iter().copied().filter(|&feature| inputs.take(feature)).collect();
    site.kinds.iter().map(taken).collect()
}

/// The rows of the used pages.
pub(super) fn rows<'a>(
    pages: &'a [&SitePage],
    site: &'a Site,
    features: &'a [Vec<u32>],
    content: &'a [Vec<bool>],
    uses: impl Fn(usize) -> bool + 'a,
) -> impl Iterator<Item = Row<'a>> {
    let used = pages.iter().enumerate().filter(move |(at, _)| uses(*at));
    used.flat_map(move |(at, page)| {
        page.blocks.iter().zip(&content[at]).map(move |(block, &is_content)| {
            let kind = site.kind_of[at][block.kind as usize];
            Row { kind, features: &features[kind as usize], chars: block.chars, is_content }
        })
    })
}

/// Fits a linear model to the used pages.
pub(super) fn fit_linear_model(
    pages: &[&SitePage],
    site: &Site,
    features: &[Vec<u32>],
    content: &[Vec<bool>],
    settings: Settings,
    uses: impl Fn(usize) -> bool,
) -> Option<LinearScorer> {
    let rows: Vec<Row<'_>> = rows(pages, site, features, content, uses).collect();
    svm::fit(rows.into_iter(), settings.inputs)
}
