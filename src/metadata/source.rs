//! Where a field of the metadata comes from.

/// Kind of place in a page that gave a field of its metadata.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum MetadataSource {
    /// JSON-LD.
    JsonLd,
    /// A `meta` element of the Open Graph protocol (`og:`, `article:`).
    OpenGraph,
    /// A `meta` element of Dublin Core (`dc.`, `dcterms.`).
    DublinCore,
    /// A `meta` element for citations of papers (`citation_`).
    Citation,
    /// Any other `meta` element.
    Meta,
    /// An element with `itemprop`.
    Microdata,
    /// The `title` element.
    TitleElement,
    /// A heading.
    Heading,
    /// A `time` element.
    TimeElement,
    /// Text that `rel`, a class or an address marks as the author.
    Byline,
    /// Text that a class marks as a date.
    DateText,
    /// A `link` or `a` element.
    Link,
    /// An attribute of the `html` element.
    HtmlElement,
}

impl MetadataSource {
    /// The name in JSON, such as `json-ld`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::JsonLd => "json-ld",
            Self::OpenGraph => "open-graph",
            Self::DublinCore => "dublin-core",
            Self::Citation => "citation",
            Self::Meta => "meta",
            Self::Microdata => "microdata",
            Self::TitleElement => "title-element",
            Self::Heading => "heading",
            Self::TimeElement => "time-element",
            Self::Byline => "byline",
            Self::DateText => "date-text",
            Self::Link => "link",
            Self::HtmlElement => "html-element",
        }
    }

    /// The source of a `meta` element with this name.
    pub(super) fn of_meta(name: &str) -> Self {
        let starts = |prefix: &str| name.starts_with(prefix);
        match () {
            () if starts("og:") || starts("article:") => Self::OpenGraph,
            () if starts("dc.") => Self::DublinCore,
            () if starts("citation_") => Self::Citation,
            () if matches!(name, "datepublished" | "datemodified") => Self::Microdata,
            () => Self::Meta,
        }
    }
}
