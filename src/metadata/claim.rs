//! Where a value of a field is claimed, and so how much it counts.

use super::MetadataSource;

/// Where a value of a field is claimed. Of two claims, the lesser one counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Claim {
    /// `lang`, or else `xml:lang`, of the `html` element.
    Lang,
    XmlLang,
    /// `link rel=canonical`.
    Canonical,
    /// A `meta` element, by the place of its name among those of the field.
    Meta(u8),
    /// Relative addresses: of `link rel=canonical`, and of a `meta` element.
    RelativeCanonical,
    RelativeMeta,
    /// A `link` element, or else a link of the text.
    Link,
    TextLink,
    /// JSON-LD, or else the site in it.
    JsonLd,
    JsonLdSite,
    /// The site's `application-name`, or else the publisher in JSON-LD.
    Application,
    Publisher,
    /// The data of a card.
    Card,
    /// A tag or a category in the text.
    TextTag,
    /// A link that stands for other things, too.
    OtherLink,
    Microdata,
    /// A `time` element.
    Time,
    /// A text that is marked as a date, or else has only a class for it.
    DateText,
    DateClass,
    /// The first date of a list. It is that of a thread alone.
    FirstOfList,
    /// An author with the name of the site.
    Namesake,
    /// The first user that the text names: the author of a thread alone.
    User,
    #[default]
    Nothing,
}

impl Claim {
    /// The source of such a value, where `names` are those of `meta` elements for its field.
    pub(super) fn source(self, names: &[&str]) -> MetadataSource {
        match self {
            Self::Meta(rank) => names
                .get(usize::from(rank))
                .map_or(MetadataSource::Meta, |name| MetadataSource::of_meta(name)),
            Self::Lang | Self::XmlLang => MetadataSource::HtmlElement,
            Self::RelativeMeta => MetadataSource::OpenGraph,
            Self::Canonical
            | Self::RelativeCanonical
            | Self::Link
            | Self::TextLink
            | Self::TextTag
            | Self::OtherLink => MetadataSource::Link,
            Self::JsonLd | Self::JsonLdSite | Self::Publisher => MetadataSource::JsonLd,
            Self::Microdata => MetadataSource::Microdata,
            Self::Time | Self::FirstOfList => MetadataSource::TimeElement,
            Self::DateText | Self::DateClass => MetadataSource::DateText,
            Self::Application | Self::Card | Self::Namesake | Self::User | Self::Nothing => {
                MetadataSource::Meta
            }
        }
    }
}
