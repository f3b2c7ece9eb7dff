//! The fields that `--metadata` adds to the JSON of a page.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use trommel::{
    Metadata,
    page::{MetadataSource, MetadataSources},
};

/// More metadata of a page, in the order of the fields in JSON.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MoreFields<'a> {
    /// Publication date in ISO 8601.
    pub date_published: Option<Cow<'a, str>>,
    /// Modification date in ISO 8601.
    pub date_modified: Option<Cow<'a, str>>,
    /// Description.
    pub description: Option<Cow<'a, str>>,
    /// Name of the site.
    pub site_name: Option<Cow<'a, str>>,
    /// Detected language of the main content.
    pub lang_detected: Option<Cow<'a, str>>,
    /// Fingerprint of the main content, 16 hexadecimal digits.
    pub fingerprint: Option<Cow<'a, str>>,
    /// Host of the page's URL.
    pub hostname: Option<Cow<'a, str>>,
    /// URL of the lead image.
    pub image: Option<Cow<'a, str>>,
    /// Licence of the page, usually a URL.
    pub license: Option<Cow<'a, str>>,
    /// Page type, as `og:type` states it.
    pub og_type: Option<Cow<'a, str>>,
    /// Sections of the site.
    pub categories: Vec<Cow<'a, str>>,
    /// Keywords.
    pub tags: Vec<Cow<'a, str>>,
    /// Source of each field.
    pub metadata_sources: SourceFields,
}

/// Declares [`SourceFields`] with the fields of [`MetadataSources`].
macro_rules! source_fields {
    ($($field:ident)*) => {
        /// Names of the sources of fields. Fields that the page does not state are missing.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        pub struct SourceFields {
            $(
                #[doc = concat!("Source of `", stringify!($field), "`.")]
                #[serde(default, skip_serializing_if = "Option::is_none")]
                pub $field: Option<Cow<'static, str>>,
            )*
        }

        impl SourceFields {
            fn of(sources: &MetadataSources) -> Self {
                let name = |source: Option<MetadataSource>| source.map(|source| source.name().into());
                Self { $($field: name(sources.$field),)* }
            }
        }
    };
}

source_fields! {
    title author date lang url date_published date_modified description site_name image license og_type categories tags
}

impl<'a> MoreFields<'a> {
    /// The fields of `metadata`; `None` if it was not collected. `text` borrows or copies them.
    #[must_use]
    pub fn of<'s>(metadata: &'s Metadata, text: impl Fn(&'s str) -> Cow<'a, str>) -> Option<Self> {
        let more = metadata.more.as_deref()?;
        let stated = |field: &'s str| (!field.is_empty()).then(|| text(field));
        let words = |list: &'s str| {
            list.split(',').map(str::trim).filter(|word| !word.is_empty()).map(&text).collect()
        };
        Some(Self {
            date_published: stated(&more.date_published),
            date_modified: stated(&more.date_modified),
            description: stated(&metadata.description),
            site_name: stated(&metadata.site_name),
            lang_detected: stated(&more.lang_detected),
            fingerprint: more.fingerprint.map(|bits| format!("{bits:016x}").into()),
            hostname: stated(&more.hostname),
            image: stated(&more.image),
            license: stated(&more.license),
            og_type: stated(&more.og_type),
            categories: words(&more.categories),
            tags: words(&more.tags),
            metadata_sources: SourceFields::of(&more.sources),
        })
    }
}
