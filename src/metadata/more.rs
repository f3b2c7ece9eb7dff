//! More metadata of a page, collected only if it is wanted.
//!
//! In: `meta` and `link` tags, elements and lines of the text that state a field, and JSON-LD. Out:
//! [`MoreMetadata`]. Held: [`HELD_BYTES`].

use super::candidate::{BETWEEN, Candidate, folded};
use super::claim::Claim;
use super::date::iso_date::{end_of_day, push_declared};
use super::date::line_date::{LINE_DATE_BYTES, LineDate, is_of_change};
use super::head::meta_names::{FieldNames, MetaField, MetaName};
use super::source::MetadataSource;
use super::text::text_tags::{TEXT_TAG_BYTES, TextTag};
use crate::address::{push_resolved, runs_no_code};
use crate::html::{AttrId, Tag};
use crate::structure::is_mark_of_site;
use alloc::string::String;

/// Maximum bytes of a date, and of a page type.
const SHORT_BYTES: usize = 128;

/// Maximum bytes of the other fields.
const LONG_BYTES: usize = 1024;

/// Bytes on the heap from construction on.
pub(crate) const HELD_BYTES: usize = 2 * SHORT_BYTES + 5 * LONG_BYTES + 2 * LINE_DATE_BYTES + TEXT_TAG_BYTES;

/// Signs between the values of a list.
const BETWEEN_VALUES: [char; 2] = [',', ';'];

/// Fields of [`MoreMetadata`] that come from several places in the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MoreField {
    Modified,
    Image,
    License,
    Categories,
    Tags,
    PageType,
    /// The description in JSON-LD. `meta` elements state it as a field of all pages.
    Description,
}

/// The names of each [`MoreField`], in the order of its variants.
static NAMES: [FieldNames<MoreField>; 7] = [
    FieldNames {
        field: MoreField::Modified,
        names: &[
            "article:modified_time", "datemodified", "og:updated_time", "dc.modified", "dc.date.modified",
            "og:modified_time", "article:modified", "last-modified", "revised", "lastmod",
        ],
    },
    FieldNames {
        field: MoreField::Image,
        names: &[
            "og:image", "og:image:url", "og:image:secure_url", "twitter:image", "twitter:image:src",
            "parsely-image-url", "sailthru.image.full", "thumbnail",
        ],
    },
    FieldNames { field: MoreField::License, names: &["dc.license", "dc.rights", "license"] },
    FieldNames {
        field: MoreField::Categories,
        names: &["article:section", "og:article:section", "parsely-section", "category"],
    },
    FieldNames {
        field: MoreField::Tags,
        names: &[
            "article:tag", "news_keywords", "keywords", "citation_keywords", "dc.subject", "parsely-tags",
            "sailthru.tags",
        ],
    },
    FieldNames { field: MoreField::PageType, names: &["og:type"] },
    FieldNames { field: MoreField::Description, names: &[] },
];

/// Metadata that a page states about itself in addition to [`Metadata`](crate::Metadata), with
/// `Options::with_more_metadata`. A field is empty if the page does not state it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct MoreMetadata {
    /// [`Metadata::date`](crate::Metadata::date) as ISO 8601, with time and zone if the page has
    /// them: `2023-06-05T08:00:00+02:00`. A date that can be read in two ways in the language of
    /// the page, as `5/6/2023` in English, does not count.
    ///
    /// If the page states no date, it is that of the only short line with a date near the heading
    /// or the start of the text, or the earlier one of two such lines that stand together. So it is
    /// if that is earlier, and the stated date is not before that of the change, or only a class
    /// marks it and the page is not a thread. A date that its line calls that of a change counts
    /// only if there is no other. A date far above the heading is the day of the request.
    pub date_published: String,
    /// Date of the last change, written in the same way: `article:modified_time` and similar `meta`
    /// elements, `dateModified` of JSON-LD or of microdata, `time class=updated`, or a line near
    /// the heading that calls it so: `Last updated June 7, 2023`.
    pub date_modified: String,
    /// Language of the main content as a language tag, detected by its first 2 KB of text: `en`.
    /// Empty without the feature `language`, and if the text is too short or too mixed to tell.
    pub lang_detected: String,
    /// Fingerprint of the main content: pages with nearly the same text have nearly the same bits.
    /// That of near copies differs in about 3 bits, that of other texts in about 32. Case, white
    /// space and punctuation do not count. `None` for a text of fewer than 8 letters and digits.
    /// Source: simhash (Charikar 2002), of runs of 8 letters and digits. Cost: linear in the text.
    pub fingerprint: Option<u64>,
    /// Host of the page's address, or else of that from which it was fetched.
    pub hostname: String,
    /// Address of the lead picture: `og:image`, `twitter:image` and similar `meta` elements,
    /// `image` of JSON-LD, `link rel=image_src`, or `image` of microdata. Absolute if the page's
    /// address is known.
    pub image: String,
    /// Licence of the page, mostly an address: `dcterms.license`, `dc.rights`, `link` and `a`
    /// elements with `rel=license`, `license` of JSON-LD, or the only licence by Creative Commons
    /// that the page has links to.
    pub license: String,
    /// Page type, as `og:type` states it.
    pub og_type: String,
    /// Sections of the site, separated by commas, each once: `article:section` and similar `meta`
    /// elements, `articleSection` of JSON-LD, or links with `rel="category tag"`.
    pub categories: String,
    /// Keywords, separated by commas, each once: `article:tag`, `keywords` and similar `meta`
    /// elements, `keywords` of JSON-LD, or links with `rel=tag`. Those of a list of texts do not
    /// count.
    pub tags: String,
    /// Where the fields come from.
    pub sources: MetadataSources,
}

/// Which source gave each field; `None` for a field that is empty.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct MetadataSources {
    /// Of [`Metadata::title`](crate::Metadata::title).
    pub title: Option<MetadataSource>,
    /// Of [`Metadata::author`](crate::Metadata::author).
    pub author: Option<MetadataSource>,
    /// Of [`Metadata::date`](crate::Metadata::date).
    pub date: Option<MetadataSource>,
    /// Of [`Metadata::lang`](crate::Metadata::lang).
    pub lang: Option<MetadataSource>,
    /// Of [`Metadata::url`](crate::Metadata::url); `None` also if the caller gave it.
    pub url: Option<MetadataSource>,
    /// Of [`MoreMetadata::date_published`].
    pub date_published: Option<MetadataSource>,
    /// Of [`MoreMetadata::date_modified`].
    pub date_modified: Option<MetadataSource>,
    /// Of [`Metadata::description`](crate::Metadata::description).
    pub description: Option<MetadataSource>,
    /// Of [`Metadata::site_name`](crate::Metadata::site_name).
    pub site_name: Option<MetadataSource>,
    /// Of [`MoreMetadata::image`].
    pub image: Option<MetadataSource>,
    /// Of [`MoreMetadata::license`].
    pub license: Option<MetadataSource>,
    /// Of [`MoreMetadata::og_type`].
    pub og_type: Option<MetadataSource>,
    /// Of [`MoreMetadata::categories`].
    pub categories: Option<MetadataSource>,
    /// Of [`MoreMetadata::tags`].
    pub tags: Option<MetadataSource>,
}

/// The place of an element that states a field.
#[derive(Clone, Copy, Default)]
struct Place {
    /// The same for all elements of one list; `None` for an element of the head.
    key: Option<u64>,
    /// There is another value in the same place: those of several texts.
    has_other: bool,
}

/// The fields while they are collected. Holds [`HELD_BYTES`].
pub(super) struct MoreCandidates {
    fields: [Candidate; 7],
    /// Dates in lines, and those that a word in their line calls the date of a change.
    line_date: LineDate,
    line_change: LineDate,
    pub(super) text_tag: TextTag,
    /// The page has links to several licences, and states none as its own.
    has_other_licenses: bool,
    /// Places of the elements that state the date of the change, and the picture.
    places: [Place; 2],
}

impl MoreCandidates {
    pub(super) fn new() -> Self {
        let fields = NAMES
            .each_ref()
            .map(|entry| Candidate::of(if is_short(entry.field) { SHORT_BYTES } else { LONG_BYTES }));
        Self {
            fields,
            line_date: LineDate::new(),
            line_change: LineDate::new(),
            text_tag: TextTag::new(),
            has_other_licenses: false,
            places: [Place::default(); 2],
        }
    }

    pub(super) fn clear(&mut self) {
        self.fields.iter_mut().for_each(Candidate::clear);
        self.line_date.clear();
        self.line_change.clear();
        self.text_tag.clear();
        (self.has_other_licenses, self.places) = (false, [Place::default(); 2]);
    }

    pub(super) fn field(&mut self, field: MoreField) -> &mut Candidate {
        &mut self.fields[field as usize]
    }

    /// Begins a value of a field that comes in pieces; `false` if it is not wanted.
    pub(super) fn begin(&mut self, field: MoreField, claim: Claim) -> bool {
        self.field(field).begin(claim, is_list(field))
    }

    /// Ends fields whose value was not completed.
    pub(super) fn abandon(&mut self) {
        self.fields.iter_mut().for_each(Candidate::abandon);
    }

    /// Reads one `meta` element.
    pub(super) fn meta(&mut self, name: MetaName<'_>, content: &str) {
        if let Some(MetaField { field, claim }) = name.find_in(&NAMES) {
            self.offer(field, content, claim);
        }
    }

    /// Offers a value of a field.
    fn offer(&mut self, field: MoreField, value: &str, claim: Claim) {
        let candidate = self.field(field);
        if field == MoreField::Image && is_mark_of_site(value) {
            return;
        }
        if !is_list(field) {
            candidate.offer(value, claim);
        } else if !value.trim().is_empty() && candidate.begin(claim, true) {
            candidate.push(value);
            candidate.end();
        }
    }

    /// Reads a `link` element.
    pub(super) fn link(&mut self, tag: &Tag<'_>) {
        let rel = tag.attributes.get(AttrId::Rel).unwrap_or("");
        let href = tag.attributes.get(AttrId::Href).unwrap_or("");
        if has_license(rel) {
            self.offer(MoreField::License, href, Claim::Link);
        } else if rel.eq_ignore_ascii_case("image_src") {
            self.offer(MoreField::Image, href, Claim::OtherLink);
        }
    }

    /// Reads the microdata of a `meta` element.
    pub(super) fn item(&mut self, property: &str, content: &str) {
        if property.eq_ignore_ascii_case("image") {
            self.offer(MoreField::Image, content, Claim::Microdata);
        }
    }

    /// Reads an image that microdata calls that of the page.
    pub(super) fn item_image(&mut self, src: &str, place: u64) {
        if !is_mark_of_site(src) {
            self.offer_of_element(MoreField::Image, src, Claim::Microdata, place);
        }
    }

    /// Offers the value of an element of the text, where those of one list have the same `place`.
    fn offer_of_element(&mut self, field: MoreField, value: &str, claim: Claim, place: u64) {
        let known = &mut self.places[usize::from(field == MoreField::Image)];
        let candidate = &mut self.fields[field as usize];
        if candidate.offer(value, claim) {
            *known = Place { key: Some(place), has_other: false };
        } else if candidate.is_of(claim) && candidate.value != value.trim() {
            known.has_other |= known.key == Some(place);
        }
    }

    /// Reads a link of the text.
    pub(super) fn text_link(&mut self, href: &str, rel: &str) {
        if has_license(rel) {
            self.offer(MoreField::License, href, Claim::TextLink);
        } else if leads_to_license(href) {
            self.other_license(href);
        }
    }

    /// Reads a link to a licence that is not marked as that of the page. Several licences are those
    /// of pictures.
    #[cold]
    fn other_license(&mut self, href: &str) {
        let license = self.field(MoreField::License);
        if license.is_of(Claim::OtherLink) {
            self.has_other_licenses |= license.value != href.trim();
        } else {
            license.offer(href, Claim::OtherLink);
        }
    }

    /// Begins a link of the text that names a tag or a category; returns whether its text is
    /// wanted.
    pub(super) fn begin_text_tag(&mut self, is_category: bool, place: u64, line: u64) -> bool {
        self.end_text_tag();
        self.text_tag.begin(is_category, place, line)
    }

    /// Completes the tag or the category whose text is read.
    pub(super) fn end_text_tag(&mut self) {
        let field = if self.text_tag.is_category() { MoreField::Categories } else { MoreField::Tags };
        self.text_tag.end(&mut self.fields[field as usize]);
    }

    /// The description in JSON-LD.
    pub(super) fn description(&self) -> &str {
        self.field_value(MoreField::Description)
    }

    /// Reads an element with the date of the last change.
    pub(super) fn time_of_change(&mut self, date: &str, place: u64, is_property: bool) {
        let claim = if is_property { Claim::Microdata } else { Claim::Time };
        self.offer_of_element(MoreField::Modified, date, claim, place);
    }

    /// Whether a line that is block `number` may state a date.
    #[inline]
    pub(super) fn wants_date_line(&self, number: u64) -> bool {
        self.line_date.wants(number) || self.line_change.wants(number)
    }

    /// Reads a short line: block `number` of the page. It may state the dates of publication and of
    /// a change.
    pub(super) fn date_line(&mut self, line: &str, number: u64) {
        let Some(end) = end_of_day(line) else { return };
        let is_change = is_of_change(&line[..end]);
        self.dated(is_change, line, number);
        let rest = &line[end..];
        if let Some(end) = end_of_day(rest)
            && is_of_change(&rest[..end]) != is_change
        {
            self.dated(!is_change, rest, number);
        }
    }

    /// Reads a line with a date of this kind.
    fn dated(&mut self, is_change: bool, line: &str, number: u64) {
        let date = if is_change { &mut self.line_change } else { &mut self.line_date };
        if date.wants(number) {
            date.line(line, number);
        }
    }

    /// A main heading or the first text begins with block `number`.
    pub(super) fn text_begins(&mut self, number: u64, is_text: bool) {
        self.line_date.text_begins(number, is_text);
        self.line_change.text_begins(number, is_text);
    }

    /// The date of publication in a line. That of a change stands for it where there is no other.
    pub(super) fn published_in_line(&self) -> &str {
        if self.line_date.is_empty() { self.line_change.date() } else { self.line_date.date() }
    }

    /// The date of a change in a line.
    pub(super) fn changed_in_line(&self) -> &str {
        self.line_change.date()
    }

    fn field_value(&self, field: MoreField) -> &str {
        self.fields[field as usize].value.trim_end()
    }

    /// Whether the value of a field is that of several texts or pictures.
    fn is_of_others(&self, field: MoreField) -> bool {
        let is_of = |claim| self.fields[field as usize].is_of(claim);
        match field {
            MoreField::Modified | MoreField::Image => {
                let place = self.places[usize::from(field == MoreField::Image)];
                place.has_other && (is_of(Claim::Microdata) || is_of(Claim::Time))
            }
            MoreField::License => self.has_other_licenses && is_of(Claim::OtherLink),
            MoreField::Categories | MoreField::Tags => {
                is_of(Claim::TextTag) && self.text_tag.is_list(field == MoreField::Categories)
            }
            _ => false,
        }
    }

    /// Overwrites `more` with the collected fields, and reuses its strings. Addresses are resolved
    /// against `base`. `lang` is the language of the page.
    pub(super) fn write(&self, base: &str, lang: &str, more: &mut MoreMetadata) {
        let value = |field: MoreField| if self.is_of_others(field) { "" } else { self.field_value(field) };
        more.date_modified.clear();
        push_declared(value(MoreField::Modified), lang, &mut more.date_modified);
        for (field, to) in [(MoreField::Image, &mut more.image), (MoreField::License, &mut more.license)] {
            to.clear();
            // A licence may be a sentence.
            let is_address = field == MoreField::Image || !value(field).contains(char::is_whitespace);
            if !is_address || runs_no_code(value(field)) {
                push_resolved(value(field), if is_address { base } else { "" }, LONG_BYTES, to);
            }
        }
        more.og_type.clear();
        more.og_type.push_str(value(MoreField::PageType));
        push_list(value(MoreField::Categories), &mut more.categories);
        push_list(value(MoreField::Tags), &mut more.tags);
        let source = |field: MoreField, is_stated: bool| {
            let names = NAMES[field as usize].names;
            is_stated.then(|| self.fields[field as usize].origin().source(names))
        };
        more.sources.date_modified = source(MoreField::Modified, !more.date_modified.is_empty());
        more.sources.image = source(MoreField::Image, !more.image.is_empty());
        more.sources.license = source(MoreField::License, !more.license.is_empty());
        more.sources.og_type = source(MoreField::PageType, !more.og_type.is_empty());
        more.sources.categories = source(MoreField::Categories, !more.categories.is_empty());
        more.sources.tags = source(MoreField::Tags, !more.tags.is_empty());
    }
}

/// What completes a value of a field.
pub(super) fn end_of(field: MoreField) -> fn(&mut Candidate) {
    if field == MoreField::Image {
        Candidate::end_picture
    } else if field == MoreField::License {
        Candidate::end_address
    } else {
        Candidate::end
    }
}

fn is_short(field: MoreField) -> bool {
    matches!(field, MoreField::Modified | MoreField::PageType)
}

fn is_list(field: MoreField) -> bool {
    matches!(field, MoreField::Categories | MoreField::Tags)
}

/// Overwrites `to` with the values of a list, each once. Letter case does not matter.
fn push_list(list: &str, to: &mut String) {
    to.clear();
    for value in list.split(BETWEEN_VALUES).map(str::trim).filter(|value| !value.is_empty()) {
        if to.split(BETWEEN).any(|known| folded(known).eq(folded(value))) {
            continue;
        }
        if !to.is_empty() {
            to.push_str(BETWEEN);
        }
        to.push_str(value);
    }
}

/// Whether an address is that of a licence by Creative Commons.
fn leads_to_license(href: &str) -> bool {
    let path = href.split_once("creativecommons.org/").map_or("", |(_, path)| path);
    path.starts_with("licenses/") || path.starts_with("publicdomain/")
}

/// Whether a `rel` says that the link leads to the licence of the page.
fn has_license(rel: &str) -> bool {
    rel.split_ascii_whitespace().any(|word| word.eq_ignore_ascii_case("license"))
}

#[cfg(test)]
mod tests;
