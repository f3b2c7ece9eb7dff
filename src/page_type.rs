//! The type of a page, as the learned method knows it.

/// What kind of page it is. The types are those of the Web Content Extraction Benchmark (WCXB).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum PageType {
    /// A text on one subject: news, a blog post, a report.
    Article,
    /// A group of products or works, as a category page of a shop.
    Collection,
    /// A manual, a reference, an encyclopedia.
    Documentation,
    /// A thread of a forum, or a question with answers.
    Forum,
    /// A list of links to other pages, as an index of a blog or of a forum.
    Listing,
    /// One product.
    Product,
    /// What a company or an institution offers.
    Service,
}

/// Minimum probability of a reported page type, at which nine of ten are right on unseen pages
/// (`benches/page_types.py`).
const MIN_REPORTED_PROBABILITY: f32 = 0.65;

impl ProbablePageType {
    /// Whether it is probable enough to be reported.
    pub(crate) fn is_reported(&self) -> bool {
        self.probability >= MIN_REPORTED_PROBABILITY
    }
}

impl PageType {
    /// Number of types.
    pub const COUNT: usize = 7;

    /// All types, by name.
    pub const ALL: [Self; Self::COUNT] = [
        Self::Article,
        Self::Collection,
        Self::Documentation,
        Self::Forum,
        Self::Listing,
        Self::Product,
        Self::Service,
    ];

    /// The name in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Article => "article",
            Self::Collection => "collection",
            Self::Documentation => "documentation",
            Self::Forum => "forum",
            Self::Listing => "listing",
            Self::Product => "product",
            Self::Service => "service",
        }
    }

    /// The type with a name, as [`name`](Self::name) gives it.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|page_type| page_type.name() == name)
    }
}

/// The most probable type of a page.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct ProbablePageType {
    /// The type.
    pub page_type: PageType,
    /// Its probability. In a summary it is at least 0.65.
    pub probability: f32,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_in_the_order_of_their_names_and_found_by_them() {
        assert!(PageType::ALL.is_sorted_by_key(|page_type| page_type.name()));
        for (number, page_type) in PageType::ALL.into_iter().enumerate() {
            assert_eq!(PageType::from_name(page_type.name()), Some(page_type));
            assert_eq!(page_type as usize, number);
        }
        assert_eq!(PageType::from_name("Article"), None);
    }
}
