//! Page type that a page states, by `og:type` and the types of its JSON-LD.
//!
//! In: type names. Out: [`ClaimedTypes`], a bit set. Held: nothing.

/// Set of page types, as bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ClaimedTypes(pub(crate) u16);

impl ClaimedTypes {
    /// Number of page types.
    pub(crate) const COUNT: usize = 11;

    /// News, blog posts, reports.
    pub(crate) const ARTICLE: Self = Self(1);
    /// Forum threads, and questions with their answers.
    pub(crate) const FORUM: Self = Self(1 << 1);
    pub(crate) const PRODUCT: Self = Self(1 << 2);
    /// Collections, lists, and search results.
    pub(crate) const LISTING: Self = Self(1 << 3);
    pub(crate) const RECIPE: Self = Self(1 << 4);
    /// Technical articles, API references, and instructions.
    pub(crate) const DOCUMENTATION: Self = Self(1 << 5);
    pub(crate) const VIDEO: Self = Self(1 << 6);
    /// Generic type that many sites give to all of their pages.
    pub(crate) const WEBSITE: Self = Self(1 << 7);
    /// Frequently asked questions.
    pub(crate) const FAQ: Self = Self(1 << 8);
    /// An offer that is not a product: a business, a service, a job, an event, a course.
    pub(crate) const SERVICE: Self = Self(1 << 9);
    /// A person or an organization.
    pub(crate) const PROFILE: Self = Self(1 << 10);

    /// Union of both sets.
    pub(crate) const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether any of `other` is set.
    pub(crate) const fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// The page type of an `og:type`; white space and case do not matter.
    pub(crate) fn of_og_type(og_type: &str) -> Self {
        let og_type = og_type.trim();
        // `video.movie`, `product.item`, `og:product`: the first word after `og:` is the type.
        let og_type = og_type.strip_prefix("og:").unwrap_or(og_type);
        let is_group = og_type.eq_ignore_ascii_case("product.group");
        let word = og_type.split(['.', ':']).next().unwrap_or("");
        let kinds = [
            ("article", Self::ARTICLE),
            ("blog", Self::ARTICLE),
            ("news", Self::ARTICLE),
            ("product", if is_group { Self::LISTING } else { Self::PRODUCT }),
            ("book", Self::PRODUCT),
            ("video", Self::VIDEO),
            ("website", Self::WEBSITE),
            ("profile", Self::PROFILE),
            ("business", Self::SERVICE),
            ("place", Self::SERVICE),
        ];
        kinds.into_iter().find(|(name, _)| word.eq_ignore_ascii_case(name)).map_or(Self(0), |(_, kind)| kind)
    }

    /// The page type of a schema.org type; empty for types that do not describe a page.
    pub(crate) fn of_schema_type(name: &str) -> Self {
        let kind = |names: &[&str]| names.contains(&name);
        match name {
            _ if kind(ARTICLES) => Self::ARTICLE,
            _ if kind(FORUMS) => Self::FORUM,
            _ if kind(PRODUCTS) => Self::PRODUCT,
            _ if kind(LISTINGS) => Self::LISTING,
            "Recipe" => Self::RECIPE,
            "TechArticle" | "APIReference" | "HowTo" | "SoftwareSourceCode" => Self::DOCUMENTATION,
            "VideoObject" | "Movie" | "Episode" | "TVEpisode" | "Clip" => Self::VIDEO,
            "FAQPage" => Self::FAQ,
            _ if kind(SERVICES) || name.ends_with("Event") => Self::SERVICE,
            "ProfilePage" => Self::PROFILE,
            _ => Self(0),
        }
    }
}

const ARTICLES: &[&str] = &[
    "Article", "NewsArticle", "BlogPosting", "AnalysisNewsArticle", "BackgroundNewsArticle",
    "OpinionNewsArticle", "ReportageNewsArticle", "ReviewNewsArticle", "AdvertiserContentArticle",
    "SatiricalArticle", "LiveBlogPosting", "ScholarlyArticle", "MedicalScholarlyArticle", "Report", "Review",
    "CriticReview",
];

const FORUMS: &[&str] = &["DiscussionForumPosting", "QAPage", "SocialMediaPosting"];

const PRODUCTS: &[&str] = &[
    "Product", "ProductGroup", "IndividualProduct", "ProductModel", "SomeProducts", "Vehicle", "Car", "Book",
    "SoftwareApplication", "MobileApplication", "WebApplication", "VideoGame", "RealEstateListing",
    "Apartment", "House",
];

const LISTINGS: &[&str] = &[
    "CollectionPage", "ItemList", "SearchResultsPage", "OfferCatalog", "Blog", "ImageGallery", "MediaGallery",
];

const SERVICES: &[&str] = &[
    "Service", "FinancialProduct", "JobPosting", "Event", "Course", "LocalBusiness", "ProfessionalService",
    "Restaurant", "Hotel", "Store", "TouristAttraction", "TouristTrip",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn og_types_are_known_by_their_first_word() {
        assert_eq!(ClaimedTypes::of_og_type(" Article "), ClaimedTypes::ARTICLE);
        assert_eq!(ClaimedTypes::of_og_type("video.movie"), ClaimedTypes::VIDEO);
        assert_eq!(ClaimedTypes::of_og_type("og:product"), ClaimedTypes::PRODUCT);
        assert_eq!(ClaimedTypes::of_og_type("product.group"), ClaimedTypes::LISTING);
        assert_eq!(ClaimedTypes::of_og_type("articles"), ClaimedTypes(0));
        assert_eq!(ClaimedTypes::of_og_type(""), ClaimedTypes(0));
    }

    #[test]
    fn schema_types_are_known_by_their_whole_name() {
        assert_eq!(ClaimedTypes::of_schema_type("NewsArticle"), ClaimedTypes::ARTICLE);
        assert_eq!(ClaimedTypes::of_schema_type("MusicEvent"), ClaimedTypes::SERVICE);
        assert_eq!(ClaimedTypes::of_schema_type("Organization"), ClaimedTypes(0));
    }
}
