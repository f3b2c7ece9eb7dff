//! More metadata of a page, collected only if it is wanted.
//!
//! In: `meta` and `link` tags, elements and lines of the text that state a field, and JSON-LD. Out: [`MoreMetadata`]. Held:
//! [`HELD_BYTES`].

use super::candidate::{BETWEEN, Candidate};
use super::iso_date::{end_of_day, push_declared};
use super::json_ld;
use super::line_date::{LINE_DATE_BYTES, LineDate, is_of_change};
use super::meta_names::{FieldNames, MetaField, MetaName};
use super::text_tags::{RANK_OF_TEXT_TAG, TEXT_TAG_BYTES, TextTag};
use super::{MetadataSource, folded};
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

/// Ranks of `link` elements, and of links of the text: after all `meta` elements.
const RANK_OF_LINK: u8 = 90;
const RANK_OF_TEXT_LINK: u8 = RANK_OF_LINK + 1;

/// Ranks of what stands for other things, too: after JSON-LD.
const RANK_OF_OTHER_LINK: u8 = RANK_OF_TEXT_TAG + 1;
const RANK_OF_MICRODATA: u8 = RANK_OF_OTHER_LINK + 1;
const RANK_OF_TIME: u8 = RANK_OF_MICRODATA + 1;

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
    /// them: `2023-06-05T08:00:00+02:00`. A date that can be read in two ways in the language of the
    /// page, as `5/6/2023` in English, does not count. If the page states no date, it is that of the only short line with a date near
    /// the heading or the start of the text, or the earlier one of two such lines that stand
    /// together. So it is if that is earlier, and the stated date is not before that of the change,
    /// or only a class marks it and the page is no thread. A date that its line calls that of a
    /// change counts only if there is no other.
    /// A date far above the heading is the day of the request.
    pub date_published: String,
    /// Date of the last change, written in the same way: `article:modified_time` and similar `meta`
    /// elements, `dateModified` of JSON-LD or of microdata, `time class=updated`, or a line near the
    /// heading that calls it so: `Last updated June 7, 2023`.
    pub date_modified: String,
    /// Language of the main content as a language tag, detected by its first 2 KB of text: `en`. Empty
    /// without the feature `language`, and if the text is too short or too mixed to tell.
    pub lang_detected: String,
    /// Host of the page's address, or else of that from which it was fetched.
    pub hostname: String,
    /// Address of the lead picture: `og:image`, `twitter:image` and similar `meta` elements, `image`
    /// of JSON-LD, `link rel=image_src`, or `image` of microdata. Absolute if the page's address is known.
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
    /// The page has links to several licences, none of which it states as its own.
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
    pub(super) fn begin(&mut self, field: MoreField, rank: u8) -> bool {
        self.field(field).begin(rank, is_list(field))
    }

    /// Ends fields whose value was not completed.
    pub(super) fn abandon(&mut self) {
        self.fields.iter_mut().for_each(Candidate::abandon);
    }

    /// Reads one `meta` element.
    pub(super) fn meta(&mut self, name: MetaName<'_>, content: &str) {
        if let Some(MetaField { field, rank }) = name.find_in(&NAMES) {
            self.offer(field, content, rank);
        }
    }

    /// Offers a value of a field.
    fn offer(&mut self, field: MoreField, value: &str, rank: u8) {
        let candidate = self.field(field);
        if field == MoreField::Image && is_mark_of_site(value) {
            return;
        }
        if !is_list(field) {
            candidate.offer(value, rank);
        } else if !value.trim().is_empty() && candidate.begin(rank, true) {
            candidate.push(value);
            candidate.end();
        }
    }

    /// Reads a `link` element.
    pub(super) fn link(&mut self, tag: &Tag<'_>) {
        let rel = tag.attributes.get(AttrId::Rel).unwrap_or("");
        let href = tag.attributes.get(AttrId::Href).unwrap_or("");
        if has_license(rel) {
            self.offer(MoreField::License, href, RANK_OF_LINK);
        } else if rel.eq_ignore_ascii_case("image_src") {
            self.offer(MoreField::Image, href, RANK_OF_OTHER_LINK);
        }
    }

    /// Reads the microdata of a `meta` element.
    pub(super) fn item(&mut self, property: &str, content: &str) {
        if property.eq_ignore_ascii_case("image") {
            self.offer(MoreField::Image, content, RANK_OF_MICRODATA);
        }
    }

    /// Reads an image that microdata calls that of the page.
    pub(super) fn item_image(&mut self, src: &str, place: u64) {
        if !is_mark_of_site(src) {
            self.offer_of_element(MoreField::Image, src, RANK_OF_MICRODATA, place);
        }
    }

    /// Offers the value of an element of the text, where those of one list have the same `place`.
    fn offer_of_element(&mut self, field: MoreField, value: &str, rank: u8, place: u64) {
        let known = &mut self.places[usize::from(field == MoreField::Image)];
        let candidate = &mut self.fields[field as usize];
        if candidate.offer(value, rank) {
            *known = Place { key: Some(place), has_other: false };
        } else if candidate.has_rank(rank) && candidate.value != value.trim() {
            known.has_other |= known.key == Some(place);
        }
    }

    /// Reads a link of the text.
    pub(super) fn text_link(&mut self, href: &str, rel: &str) {
        if has_license(rel) {
            self.offer(MoreField::License, href, RANK_OF_TEXT_LINK);
        } else if leads_to_license(href) {
            self.other_license(href);
        }
    }

    /// Reads a link to a licence that is not marked as that of the page. Several licences are those
    /// of pictures.
    #[cold]
    fn other_license(&mut self, href: &str) {
        let license = self.field(MoreField::License);
        if license.has_rank(RANK_OF_OTHER_LINK) {
            self.has_other_licenses |= license.value != href.trim();
        } else {
            license.offer(href, RANK_OF_OTHER_LINK);
        }
    }

    /// Begins a link of the text that names a tag or a category; returns whether its text is wanted.
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
        let rank = if is_property { RANK_OF_MICRODATA } else { RANK_OF_TIME };
        self.offer_of_element(MoreField::Modified, date, rank, place);
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
        let has_rank = |rank| self.fields[field as usize].has_rank(rank);
        match field {
            MoreField::Modified | MoreField::Image => {
                let place = self.places[usize::from(field == MoreField::Image)];
                place.has_other && (has_rank(RANK_OF_MICRODATA) || has_rank(RANK_OF_TIME))
            }
            MoreField::License => self.has_other_licenses && has_rank(RANK_OF_OTHER_LINK),
            MoreField::Categories | MoreField::Tags => {
                has_rank(RANK_OF_TEXT_TAG) && self.text_tag.is_list(field == MoreField::Categories)
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
            is_stated.then(|| source_of(self.fields[field as usize].origin(), names))
        };
        more.sources.date_modified = source(MoreField::Modified, !more.date_modified.is_empty());
        more.sources.image = source(MoreField::Image, !more.image.is_empty());
        more.sources.license = source(MoreField::License, !more.license.is_empty());
        more.sources.categories = source(MoreField::Categories, !more.categories.is_empty());
        more.sources.tags = source(MoreField::Tags, !more.tags.is_empty());
    }
}

/// The source of a value with this rank, where `names` are those of `meta` elements.
pub(super) fn source_of(rank: u8, names: &[&str]) -> MetadataSource {
    match (names.get(usize::from(rank)), rank) {
        (Some(name), _) => MetadataSource::of_meta(name),
        (None, RANK_OF_LINK | RANK_OF_TEXT_LINK | RANK_OF_TEXT_TAG | RANK_OF_OTHER_LINK) => {
            MetadataSource::Link
        }
        (None, RANK_OF_TIME) => MetadataSource::TimeElement,
        (None, RANK_OF_MICRODATA) => MetadataSource::Microdata,
        (None, json_ld::RANK | json_ld::RANK_OF_SITE) => MetadataSource::JsonLd,
        _ => MetadataSource::Meta,
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
mod tests {
    use super::*;
    use crate::{Metadata, Options};
    use alloc::format;
    use alloc::string::ToString;

    /// The metadata of a page. Checks that it is the same when read whole and byte by byte.
    fn meta_of(page: &str) -> (Metadata, MoreMetadata) {
        let options = Options::default().with_more_metadata(true);
        let mut extractor = crate::Extractor::new(options).expect("the options are sound");
        let [whole, in_bytes] = [page.len(), 1].map(|chunk_bytes| {
            extractor.set_url("https://pond.example/newts/1");
            for chunk in page.as_bytes().chunks(chunk_bytes) {
                extractor.push(chunk).expect("HTML is never wrong");
            }
            extractor.finish().expect("HTML is never wrong").summary.metadata
        });
        assert_eq!(in_bytes, whole, "{page}");
        let more = whole.more.as_deref().cloned().expect("it is wanted");
        (whole, more)
    }

    #[test]
    fn a_count_of_milliseconds_is_a_date_if_it_is_declared() {
        let page = "<meta property=article:published_time content=1685952550123><meta name=lastmod content=1709164800>\
            <p>1685952550</p><p>Text";
        let (meta, more) = meta_of(page);
        assert_eq!(meta.date, "1685952550123");
        assert_eq!(
            [&*more.date_published, &more.date_modified],
            ["2023-06-05T08:09:10Z", "2024-02-29T00:00:00Z"]
        );
        assert_eq!(meta_of("<p>1685952550</p><p>Text").1.date_published, "");
    }

    #[test]
    fn without_the_option_there_is_no_more() {
        assert_eq!(crate::extractor::meta_of("<meta name=keywords content=a><p>Text").more, None);
    }

    #[test]
    fn meta_elements_state_more_and_the_source_of_each_field_is_known() {
        let page = "<html lang=en><title>Newts | Pond</title><link rel=canonical href=/newts/>\
            <meta property=og:title content=Newts><meta name=citation_author content='Ada Reed'>\
            <meta property=article:published_time content='2023-06-05 08:00'><meta property=og:updated_time content='5/6/2023'>\
            <meta property=article:modified_time content=2023-07-01T09:00:00Z><meta name=dcterms.license content=/licence>\
            <meta property=og:image content=/a.jpg><meta name=twitter:image content=/b.jpg><meta name=keywords content='newts, pond'>\
            <meta property=article:tag content=frogs><meta property=article:tag content=toads>\
            <meta property=article:section content=Animals><meta property=og:type content=article>\
            <meta property=og:site_name content='The Pond'><meta name=description content='About newts.'><p>Text";
        let (meta, more) = meta_of(page);
        assert_eq!([&*meta.site_name, &meta.description], ["The Pond", "About newts."]);
        let expected = MoreMetadata {
            date_published: "2023-06-05T08:00".into(),
            date_modified: "2023-07-01T09:00:00Z".into(),
            lang_detected: String::new(),
            hostname: "pond.example".into(),
            image: "https://pond.example/a.jpg".into(),
            license: "https://pond.example/licence".into(),
            og_type: "article".into(),
            categories: "Animals".into(),
            tags: "frogs, toads".into(),
            sources: MetadataSources {
                title: Some(MetadataSource::OpenGraph),
                author: Some(MetadataSource::Citation),
                date: Some(MetadataSource::OpenGraph),
                date_published: Some(MetadataSource::OpenGraph),
                lang: Some(MetadataSource::HtmlElement),
                url: None,
                date_modified: Some(MetadataSource::OpenGraph),
                description: Some(MetadataSource::Meta),
                site_name: Some(MetadataSource::OpenGraph),
                image: Some(MetadataSource::OpenGraph),
                license: Some(MetadataSource::DublinCore),
                categories: Some(MetadataSource::OpenGraph),
                tags: Some(MetadataSource::OpenGraph),
            },
        };
        assert_eq!(more, expected);
    }

    #[test]
    fn a_list_holds_each_value_once_whatever_separates_them() {
        let page = |list: &str| {
            format!(
                "<meta name=keywords content='{list}'><script type=application/ld+json>\
                 {{\"@type\":\"Article\",\"articleSection\":[\"{list}\",\"Elbe\"]}}</script><p>Text"
            )
        };
        for (list, values) in [
            ("elbe, floods, elbe, Floods", "elbe, floods"),
            ("elbe; floods;elbe ;", "elbe, floods"),
            ("elbe,floods", "elbe, floods"),
            ("elbe floods, floods", "elbe floods, floods, Elbe"),
        ] {
            let (_, more) = meta_of(&page(list));
            assert_eq!(more.tags, values.trim_end_matches(", Elbe"), "{list}");
            assert_eq!(more.categories, values, "{list}");
        }
    }

    #[test]
    fn character_references_in_values_are_decoded_once() {
        let page = r##"<meta property=og:description content="It&amp;#039;s&amp;nbsp;wet &amp;lt;b&amp;gt; R&amp;D &amp;amp;lt;">
            <script type=application/ld+json>[{"@type":"WebSite","name":"Mill &amp; Pond"},{"@type":"Article",
            "articleSection":["Food &amp; Drink","A&#x26;B &amp;amp; &unknown; &#;"],"keywords":"rain &amp; snow; hail",
            "author":[{"name":"Pat O&#8217;Neil"},{"@id":"#p"}]},
            {"@type":"Person","@id":"#p","name":"Zo&euml; Hill"}]</script><p>Text"##;
        let (meta, more) = meta_of(page);
        assert_eq!(
            [&*meta.author, &meta.site_name, &meta.description, &more.tags, &more.categories],
            [
                "Pat O’Neil, Zoë Hill",
                "Mill & Pond",
                "It's wet <b> R&D &lt;",
                "rain & snow, hail",
                "Food & Drink, A&B &amp, &unknown, &#"
            ]
        );
    }

    #[test]
    fn addresses_in_a_page_without_a_base_are_completed_by_its_own() {
        let page = "<link rel=canonical href=https://pond.example/a/b><meta property=og:image content=/i/x.jpg><p>Text";
        let options = Options::default().with_more_metadata(true);
        let summary = crate::extract(page.as_bytes(), &options).unwrap().summary;
        let image = summary.metadata.more.map(|more| more.image);
        assert_eq!(image.as_deref(), Some("https://pond.example/i/x.jpg"));
    }

    #[test]
    fn meta_elements_with_names_of_microdata_are_microdata() {
        let page = "<meta itemprop=datePublished content=2023-06-05><meta itemprop=dateModified content=2023-06-07><p>Text";
        let (_, more) = meta_of(page);
        assert_eq!([&*more.date_published, &more.date_modified], ["2023-06-05", "2023-06-07"]);
        let microdata = Some(MetadataSource::Microdata);
        assert_eq!([more.sources.date, more.sources.date_modified], [microdata; 2]);
    }

    #[test]
    fn links_and_microdata_give_the_picture_where_nothing_better_does() {
        let (link, meta) = ("<link rel=image_src href=/a.jpg>", "<meta itemprop=image content=/b.jpg>");
        let image = "<p>Rain<img src=/c.jpg itemprop='image url'>";
        let script = r#"<script type=application/ld+json>{"@type":"Article","image":"/d.jpg"}</script>"#;
        for (page, file, source) in [
            ([link, meta, image], "a.jpg", MetadataSource::Link),
            ([meta, image, link], "a.jpg", MetadataSource::Link),
            ([image, meta, ""], "c.jpg", MetadataSource::Microdata),
            ([meta, image, ""], "b.jpg", MetadataSource::Microdata),
            ([link, meta, script], "d.jpg", MetadataSource::JsonLd),
            (["<nav>", image, ""], "", MetadataSource::Link),
            (["<div class=comments itemprop=comment>", image, ""], "", MetadataSource::Link),
            (["<img itemprop=image src=data:x>", image, ""], "c.jpg", MetadataSource::Microdata),
            (
                ["<div itemprop=author><img itemprop=image src=/a.jpg></div>", image, ""],
                "c.jpg",
                MetadataSource::Microdata,
            ),
            (["<img itemprop=image src=/avatars/a.jpg>", image, ""], "c.jpg", MetadataSource::Microdata),
            ([image, "<p>Sun<img src=/e.jpg itemprop=image>", ""], "", MetadataSource::Microdata),
            (["<img itemprop=image src=/logo.png>", image, ""], "c.jpg", MetadataSource::Microdata),
        ] {
            let (_, more) = meta_of(&page.concat());
            assert_eq!(more.image.trim_start_matches("https://pond.example/"), file, "{page:?}");
            assert_eq!(more.sources.image, Some(source).filter(|_| !file.is_empty()), "{page:?}");
        }
    }

    #[test]
    fn a_link_to_one_licence_gives_it_where_nothing_better_does() {
        let link = |license: &str| {
            format!("<footer><a href=https://creativecommons.org/{license}/4.0/>CC</a></footer>")
        };
        let (by, zero) = (link("licenses/by"), link("publicdomain/zero"));
        for (page, license) in [
            (["<p>Text", &by, &by], "https://creativecommons.org/licenses/by/4.0/"),
            (["<p>Text", &zero, ""], "https://creativecommons.org/publicdomain/zero/4.0/"),
            (["<p>Text", &zero, &by], ""),
            (["<p>Text", &by, "<a rel=license href=/by>By</a>"], "https://pond.example/by"),
            (["<p>Text<a href=https://creativecommons.org/about>CC</a>", "", ""], ""),
        ] {
            let (_, more) = meta_of(&page.concat());
            assert_eq!(more.license, license, "{page:?}");
            assert_eq!(more.sources.license.is_some(), !license.is_empty(), "{page:?}");
        }
    }

    #[test]
    fn json_ld_states_more_of_the_page_but_not_of_its_publisher() {
        let page = r#"<script type=application/ld+json>{"@graph":[{"@type":"Organization","name":"Pond","image":"/logo.png"},
            {"@type":"NewsArticle","dateModified":"2023-07-01","image":[{"@type":"ImageObject","url":"https://a.example/a.jpg"},
            "https://a.example/b.jpg"],"keywords":["newts","pond"],"articleSection":"Animals",
            "publisher":{"@type":"Organization","image":"/c.png"},"license":"https://a.example/by"}]}</script><p>Text"#;
        let (_, more) = meta_of(page);
        assert_eq!(
            [&*more.date_modified, &more.image, &more.tags, &more.categories, &more.license],
            ["2023-07-01", "https://a.example/a.jpg", "newts, pond", "Animals", "https://a.example/by"]
        );
        let json_ld = Some(MetadataSource::JsonLd);
        let MetadataSources { date_modified, image, tags, categories, license, .. } = more.sources;
        assert_eq!([date_modified, image, tags, categories, license], [json_ld; 5]);
    }

    #[test]
    fn json_ld_describes_the_page_where_no_meta_element_does() {
        let script = r#"<script type=application/ld+json>[{"@type":"WebSite","description":"Site."},
            {"@type":"Organization","description":"We."},{"description":"About &amp; on newts.","@type":"Article",
            "author":{"description":"She."}},{"@type":"Article","description":"Other."}]</script><p>Text"#;
        let (meta, more) = meta_of(script);
        assert_eq!(meta.description, "About & on newts.");
        assert_eq!(more.sources.description, Some(MetadataSource::JsonLd));
        let (meta, more) = meta_of(&["<meta name=dcterms.description content=Newts>", script].concat());
        assert_eq!(meta.description, "Newts");
        assert_eq!(more.sources.description, Some(MetadataSource::DublinCore));
    }

    #[test]
    fn the_text_of_a_page_states_its_author_date_and_licence() {
        let page = "<title>Newts of the pond</title><h1>Newts of the pond</h1><p>By <a rel=author>Ada Reed</a>\
            <p><time datetime=2023-06-05>5 June</time><p>Text under <a rel='license nofollow' href=https://a.example/by>a licence</a>.";
        let (meta, more) = meta_of(page);
        assert_eq!(
            [&*meta.author, &more.date_published, &more.license],
            ["Ada Reed", "2023-06-05", "https://a.example/by"]
        );
        assert_eq!(more.sources.author, Some(MetadataSource::Byline));
        assert_eq!(more.sources.date, Some(MetadataSource::TimeElement));
        assert_eq!(more.sources.license, Some(MetadataSource::Link));
        assert_eq!(more.sources.title, Some(MetadataSource::TitleElement));
        let (_, more) = meta_of("<title>T</title><meta property=og:image content=javascript:x><p>Text");
        assert_eq!((&*more.image, more.sources.image), ("", None));
    }

    #[test]
    fn a_date_in_a_line_of_its_own_before_the_text_is_that_of_the_page() {
        let text =
            "It rained for three days in the valley, and the river rose over the meadows near the mill.";
        let after = "<p>Rain</p>".repeat(5);
        for (lines, date) in [
            ("<div>June 5, 2023</div>", "2023-06-05"),
            ("<div>Posted 5 <b>June</b> 2023</div><div>5 June 2023</div>", "2023-06-05"),
            ("<div>June 5, 2023</div><div>June 6, 2023</div>", "2023-06-05"),
            ("<p>By Ada Reed on June 5, 2023 | 6 minutes to read</p>", "2023-06-05"),
            ("<p>On June 5, 2023, the river rose over the meadows.</p>", ""),
            ("<p class=byline>Posted by Ada Reed on 5 Jun 2023 at 10:30 PM</p>", "2023-06-05T22:30"),
            ("<nav>June 5, 2023</nav>", ""),
            ("<div>No date</div>", ""),
        ] {
            let page = format!("<title>Rain</title><h1>Rain</h1>{lines}<p>{text}{after}<p>June 7, 2023");
            let (meta, more) = meta_of(&page);
            assert_eq!([&*meta.date, &more.date_published], ["", date], "{lines}");
            assert_eq!(more.sources.date_published.is_some(), !date.is_empty(), "{lines}");
        }
    }

    #[test]
    fn in_a_line_without_spaces_the_source_may_follow_the_date() {
        let text = "连日的雨水使山谷里的河流上涨，磨坊附近的草地全部被淹没，居民们整夜都在搬运沙袋。";
        for line in ["2023年05月06日 10:20 来源：人民网", "2023年5月6日 10:20 記者 山田太郎"]
        {
            let page = format!("<html lang=zh><title>大雨</title><h1>大雨</h1><p>{line}<p>{text}{text}");
            assert_eq!(meta_of(&page).1.date_published, "2023-05-06T10:20", "{line}");
        }
    }

    #[test]
    fn the_day_of_a_build_gives_way_to_an_earlier_one_in_a_line() {
        for (published, modified, line, date) in [
            ("2023-07-01", "2023-07-01T08:00", "June 5, 2023", "2023-06-05"),
            ("2023-07-01", "2023-06-30", "June 5, 2023", "2023-06-05"),
            ("2023-07-01", "2023-07-02", "June 5, 2023", "2023-07-01"),
            ("2023-07-01", "", "June 5, 2023", "2023-07-01"),
            ("2023-06-04", "2023-06-04", "June 5, 2023", "2023-06-04"),
            ("2023-07-01", "2023-07-01", "No date", "2023-07-01"),
            ("05-06-2023", "", "June 5, 2023", "2023-06-05"),
        ] {
            let page = format!(
                "<meta property=article:published_time content={published}>\
                 <meta property=article:modified_time content='{modified}'><h1>Rain</h1><p>{line}<p>It rained for\
                 three days in the valley, and the river rose over the meadows near the mill."
            );
            let (meta, more) = meta_of(&page);
            assert_eq!([&*meta.date, &more.date_published], [published, date], "{page}");
            let source = if date == published { MetadataSource::OpenGraph } else { MetadataSource::DateText };
            assert_eq!(more.sources.date_published, Some(source), "{page}");
        }
    }

    #[test]
    fn a_word_in_a_line_tells_the_date_of_a_change() {
        let text =
            "It rained for three days in the valley, and the river rose over the meadows near the mill.";
        for (lines, published, modified) in [
            ("<p>Last updated: June 7, 2023<p>Published: June 5, 2023", "2023-06-05", "2023-06-07"),
            ("<p>Updated June 7, 2023. Published June 5, 2023", "2023-06-05", "2023-06-07"),
            ("<p>Published June 5, 2023 | Updated June 7, 2023", "2023-06-05", "2023-06-07"),
            ("<p>Publié le 5 juin 2023, mis à jour le 7 juin 2023", "2023-06-05", "2023-06-07"),
            ("<p>Aktualisiert am 7. Juni 2023", "2023-06-07", "2023-06-07"),
            (
                "<p>Updated: <time datetime=2023-06-07>June 7, 2023</time><p><time datetime=2023-06-05>June 5, 2023</time>",
                "2023-06-05",
                "2023-06-07",
            ),
            ("<p>June 5, 2023 - June 7, 2023", "2023-06-05", ""),
        ] {
            let (_, more) = meta_of(&format!("<title>Rain</title><h1>Rain</h1>{lines}<p>{text}"));
            assert_eq!([&*more.date_published, &more.date_modified], [published, modified], "{lines}");
            let source = Some(MetadataSource::DateText).filter(|_| !modified.is_empty());
            assert_eq!(more.sources.date_modified, source, "{lines}");
        }
    }

    #[test]
    fn the_date_of_a_teaser_gives_way_to_an_earlier_one_in_a_line() {
        let text =
            "It rained for three days in the valley, and the river rose over the meadows near the mill.";
        let teaser = |day: u8| format!("<p class=date>June {day}, 2023</p>");
        for (page, date) in [
            (format!("<h1>Rain</h1><p>June 5, 2023<p>{text}{}", teaser(9)), "2023-06-05"),
            (format!("<h1>Rain</h1><p>June 5, 2023<p>{text}{}", teaser(1)), "2023-06-01"),
            (format!("<h1>Rain</h1><p>{text}{}", teaser(9)), "2023-06-09"),
        ] {
            let (_, more) = meta_of(&format!("{page}<p>{}", text.repeat(9)));
            assert_eq!(more.date_published, date, "{page}");
        }
    }

    #[test]
    fn a_date_far_above_the_heading_is_the_day_on_which_the_page_was_fetched() {
        let text =
            "It rained for three days in the valley, and the river rose over the meadows near the mill.";
        let links = "<div><a href=/a>News</a></div>".repeat(9);
        for (begin, date) in [
            ("June 9, 2023".to_string(), "2023-06-09"),
            (["June 9, 2023", &links].concat(), ""),
            ([&links, "<p>June 9, 2023</p>"].concat(), "2023-06-09"),
            (["June 9, 2023", &links, "<h1>Rain</h1><p>June 5, 2023</p>"].concat(), "2023-06-05"),
            (["<h1>Rain</h1>June 5, 2023", &links].concat(), "2023-06-05"),
        ] {
            let (_, more) = meta_of(&format!("<title>Rain</title>{begin}<p>{text}"));
            assert_eq!(more.date_published, date, "{begin}");
        }
    }
}
