//! Names of `meta` elements: for which field each is, and how good a source it is.

use crate::metadata::claim::Claim;

/// Names of `meta` elements for a field, the best first. A name with `dc.` also stands for
/// `dcterms.`.
pub(crate) struct FieldNames<F: 'static> {
    pub(crate) field: F,
    pub(crate) names: &'static [&'static str],
}

/// Field that `meta` elements state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Field {
    Title,
    Author,
    /// The date of publication.
    Date,
    /// The language; comes after the attributes of `html`.
    Lang,
    Url,
    Description,
    SiteName,
    /// The name of the site's application, which may be that of the site.
    ApplicationName,
    PageType,
}

/// The names of each [`Field`], in the order of its variants.
pub(crate) static FIELDS: [FieldNames<Field>; 9] = [
    FieldNames {
        field: Field::Title,
        names: &[
            "og:title", "twitter:title", "citation_title", "dc.title", "parsely-title", "sailthru.title",
        ],
    },
    FieldNames {
        field: Field::Author,
        names: &[
            "author", "article:author", "citation_author", "citation_authors", "dc.creator",
            "parsely-author", "byl", "sailthru.author",
        ],
    },
    FieldNames {
        field: Field::Date,
        names: &[
            "article:published_time",
            "datepublished",
            "og:published_time",
            "date",
            "dc.date",
            "dc.date.issued",
            "dc.issued",
            "parsely-pub-date",
            "pubdate",
            "citation_publication_date",
            "citation_online_date",
            "citation_date",
            "publishdate",
            "publish_date",
            "og:publish_date",
            "sailthru.date",
            "dc.date.created",
            "dc.created",
            "ms.date",
            "og:article:published_time",
            "og:publication_time",
            "originalpublicationdate",
            "displaydate",
            "pdate",
            "item-publish-date",
            "published-date",
            "published_date",
            "published_at",
            "published",
        ],
    },
    FieldNames {
        field: Field::Lang,
        names: &["og:locale", "content-language", "language", "dc.language", "locale"],
    },
    FieldNames { field: Field::Url, names: &["og:url"] },
    FieldNames {
        field: Field::Description,
        names: &["og:description", "description", "twitter:description", "dc.description"],
    },
    FieldNames { field: Field::SiteName, names: &["og:site_name"] },
    FieldNames { field: Field::ApplicationName, names: &["application-name"] },
    FieldNames { field: Field::PageType, names: &["og:type"] },
];

/// The names of `field`, the best first.
pub(crate) fn names_of(field: Field) -> &'static [&'static str] {
    FIELDS[field as usize].names
}

/// A field that a name stands for, and the claim of the name among all for this field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MetaField<F> {
    pub(crate) field: F,
    pub(crate) claim: Claim,
}

/// Name of a `meta` element. Letter case does not matter.
#[derive(Clone, Copy)]
pub(crate) struct MetaName<'a> {
    name: &'a str,
    /// The part after `dc.` or `dcterms.`, the two prefixes of Dublin Core.
    term: Option<&'a str>,
}

impl<'a> MetaName<'a> {
    pub(crate) fn of(name: &'a str) -> Self {
        let after = |prefix: &str| {
            let (start, term) = name.split_at_checked(prefix.len())?;
            start.eq_ignore_ascii_case(prefix).then_some(term)
        };
        Self { name, term: after("dcterms.").or_else(|| after("dc.")) }
    }

    /// The field of `table` that has this name, if one has.
    pub(crate) fn find_in<F: Copy>(self, table: &[FieldNames<F>]) -> Option<MetaField<F>> {
        table.iter().find_map(|&FieldNames { field, names }| {
            let rank = names.iter().position(|name| self.is(name))?;
            Some(MetaField { field, claim: Claim::Meta(rank as u8) })
        })
    }

    fn is(self, name: &str) -> bool {
        match (self.term, name.strip_prefix("dc.")) {
            (Some(term), Some(name)) => term.eq_ignore_ascii_case(name),
            _ => self.name.eq_ignore_ascii_case(name),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_field_is_at_its_place_and_each_name_stands_for_one_field() {
        for (at, FieldNames { field, names }) in FIELDS.iter().enumerate() {
            assert_eq!(*field as usize, at);
            for (rank, name) in names.iter().enumerate() {
                let found = MetaName::of(name).find_in(&FIELDS);
                assert_eq!(
                    found,
                    Some(MetaField { field: *field, claim: Claim::Meta(rank as u8) }),
                    "{name}"
                );
            }
        }
    }

    #[test]
    fn names_of_dublin_core_have_two_prefixes_and_case_does_not_matter() {
        let find = |name: &str| MetaName::of(name).find_in(&FIELDS);
        let creator = Some(MetaField { field: Field::Author, claim: Claim::Meta(4) });
        for name in ["dc.creator", "DCTERMS.Creator", "DC.CREATOR"] {
            assert_eq!(find(name), creator, "{name}");
        }
        for name in ["creator", "dc.author", "dc.", "", "dé.creator"] {
            assert_eq!(find(name), None, "{name}");
        }
    }
}
