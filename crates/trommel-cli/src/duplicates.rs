//! Duplicate pages of a crawl, by a sketch of repeats.

use std::sync::Arc;

use trommel::Summary;
use trommel::repeats::Repeats;

/// The id of the first page with the same content as the page with this summary and id. `None` if
/// it is this page, or unknown.
pub(crate) fn duplicate_of<'r>(
    repeats: Option<&'r Arc<Repeats>>,
    summary: &Summary,
    id: Option<&str>,
) -> Option<&'r str> {
    repeats?.first_id(summary.content_hash?).filter(|first| Some(*first) != id)
}
