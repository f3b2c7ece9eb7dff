//! The fields that `--metadata` adds to the JSON of a page.

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use trommel::{MetadataSource, MetadataSources, MoreMetadata};

use crate::json::said;

/// More metadata of a page, in the order of the fields in JSON.
#[derive(Serialize)]
pub(crate) struct MoreFields<'a> {
    date_published: Option<&'a str>,
    date_modified: Option<&'a str>,
    description: Option<&'a str>,
    site_name: Option<&'a str>,
    hostname: Option<&'a str>,
    image: Option<&'a str>,
    license: Option<&'a str>,
    page_type: Option<&'a str>,
    categories: Vec<&'a str>,
    tags: Vec<&'a str>,
    metadata_sources: Sources,
}

/// Which source gave each field, without the fields that the page does not state.
struct Sources(MetadataSources);

impl<'a> MoreFields<'a> {
    pub(crate) fn of(more: &'a MoreMetadata) -> Self {
        Self {
            date_published: said(&more.date_published),
            date_modified: said(&more.date_modified),
            description: said(&more.description),
            site_name: said(&more.site_name),
            hostname: said(&more.hostname),
            image: said(&more.image),
            license: said(&more.license),
            page_type: said(&more.page_type),
            categories: words(&more.categories),
            tags: words(&more.tags),
            metadata_sources: Sources(more.sources),
        }
    }
}

/// The parts of a list with commas.
fn words(list: &str) -> Vec<&str> {
    list.split(',').map(str::trim).filter(|word| !word.is_empty()).collect()
}

impl Serialize for Sources {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let sources = &self.0;
        let fields = [
            ("title", sources.title),
            ("author", sources.author),
            ("date", sources.date),
            ("lang", sources.lang),
            ("url", sources.url),
            ("date_published", sources.date_published),
            ("date_modified", sources.date_modified),
            ("description", sources.description),
            ("site_name", sources.site_name),
            ("image", sources.image),
            ("license", sources.license),
            ("categories", sources.categories),
            ("tags", sources.tags),
        ];
        let mut map = serializer.serialize_map(None)?;
        for (field, source) in fields {
            if let Some(source) = source {
                map.serialize_entry(field, MetadataSource::name(source))?;
            }
        }
        map.end()
    }
}
