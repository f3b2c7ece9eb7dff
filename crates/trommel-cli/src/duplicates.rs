//! Pages whose content another page of the crawl had first, as a sketch of repeats knows it.

use std::sync::Arc;

use trommel::Summary;
use trommel::repeats::Repeats;

/// The id of the page that had the content of a page first; `None` if it is that page, or is not
/// known. In: the page's own summary and id.
pub(crate) fn duplicate_of<'r>(
    repeats: Option<&'r Arc<Repeats>>,
    summary: &Summary,
    id: Option<&str>,
) -> Option<&'r str> {
    repeats?.first_id(summary.content_hash?).filter(|first| Some(*first) != id)
}
