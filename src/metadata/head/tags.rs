//! Tags that carry metadata: `html`, `base`, `link`, `meta`, and scripts of JSON-LD.

use super::claimed_types::ClaimedTypes;
use super::meta_names::{FIELDS, Field, MetaField, MetaName, names_of};
use crate::address::is_absolute;
use crate::html::{AttrId, Tag, TagId};
use crate::metadata::MetadataCollector;
use crate::metadata::candidate::{Candidate, is_placeholder};
use crate::metadata::claim::Claim;
use crate::metadata::date::time::has_numbers_of_day;
use crate::metadata::text::by::{ends_with_by, is_full_name, share_words};
use crate::structure::is_json_ld;

impl MetadataCollector {
    /// Reads a tag that may carry metadata.
    pub(crate) fn fact(&mut self, tag: &Tag<'_>) {
        let get = |id| tag.attributes.get(id);
        match tag.id {
            TagId::Html => {
                self.lang.offer(language_tag(get(AttrId::Lang).unwrap_or("")), Claim::Lang);
                self.lang.offer(language_tag(get(AttrId::XmlLang).unwrap_or("")), Claim::XmlLang);
            }
            TagId::Script => {
                self.linked_data.begin_script(is_json_ld(get(AttrId::Type).unwrap_or("")));
            }
            TagId::Link => {
                let rel = get(AttrId::Rel).unwrap_or("");
                if rel.split_ascii_whitespace().any(|word| word.eq_ignore_ascii_case("canonical")) {
                    let href = get(AttrId::Href).unwrap_or("");
                    self.offer_url(href, Claim::Canonical);
                }
                if let Some(more) = self.linked_data.more() {
                    more.link(tag);
                }
            }
            TagId::Base => self.base.say(get(AttrId::Href).unwrap_or("")),
            TagId::Meta => {
                // Some pages call it `value`.
                let content = get(AttrId::Content).or_else(|| get(AttrId::Value)).unwrap_or("");
                for id in [AttrId::Property, AttrId::Name, AttrId::Itemprop, AttrId::HttpEquiv] {
                    if let Some(key) = get(id) {
                        self.meta(key.trim(), content, tag.offset);
                    }
                }
            }
            _ => {}
        }
    }

    /// Reads one `meta` element at `offset`.
    fn meta(&mut self, key: &str, content: &str, offset: u64) {
        let name = MetaName::of(key);
        if let Some(MetaField { field, claim }) = name.find_in(&FIELDS) {
            self.meta_field(field, claim, content, offset);
        }
        self.card_data(key, content);
        if let Some(more) = self.linked_data.more() {
            more.meta(name, content);
            more.item(key, content);
        }
    }

    /// Reads a `meta` element of a pair that shows a label with its value in a card: `Written by`.
    fn card_data(&mut self, key: &str, content: &str) {
        if key.eq_ignore_ascii_case("twitter:label1") {
            self.card_names_author = ends_with_by(content);
        } else if self.card_names_author && key.eq_ignore_ascii_case("twitter:data1") {
            self.meta_author(content.trim(), Claim::Card);
        }
    }

    /// Offers `content` for `field`, of whose names the one with this claim was found.
    fn meta_field(&mut self, field: Field, claim: Claim, content: &str, offset: u64) {
        match field {
            Field::Title => {
                self.og_title.offer(content, claim);
            }
            Field::Author => self.meta_author(content.trim(), claim),
            Field::Date => {
                self.linked_data.date().offer(content, claim);
            }
            // A page may have several languages.
            Field::Lang => {
                let first = content.split(',').next().unwrap_or("");
                self.lang.offer(language_tag(first), claim);
            }
            Field::Url => self.offer_url(content, claim),
            Field::Description => {
                if self.description.offer(content, claim) {
                    self.description_offset = offset;
                }
            }
            Field::SiteName => {
                self.site_name.offer(content, claim);
                self.demote_namesake();
            }
            Field::ApplicationName => {
                self.linked_data.site_name_mut().offer(content, Claim::Application);
            }
            Field::PageType => {
                self.og_page_type = self.og_page_type.with(ClaimedTypes::of_og_type(content));
            }
        }
    }

    /// Adds an author of a `meta` element. Scientific papers have one element per author.
    fn meta_author(&mut self, name: &str, origin: Claim) {
        let is_of_site = self.names_site(name) || self.is_called_after_site(name);
        let claim = if is_of_site { Claim::Namesake } else { origin };
        let author = self.linked_data.author();
        // A value without letters is an account number.
        let is_name =
            name.contains(char::is_alphabetic) && !is_placeholder(name) && !has_numbers_of_day(name);
        let is_other = is_name && is_other_person(name, author, origin);
        if is_other && origin == OF_PAGE {
            return;
        }
        if is_other {
            author.demote(Claim::Namesake);
        }
        if is_name && author.begin(claim, true) {
            author.set_origin(origin);
            let (last, first) = if has_last_first(origin) { last_and_first(name) } else { ("", name) };
            author.push(first);
            author.push(if last.is_empty() { "" } else { " " });
            author.push(last);
            author.end();
            self.judge_author();
        }
    }

    /// Offers an address of the page; an absolute one wins over a relative one, and one set from
    /// outside over both.
    fn offer_url(&mut self, url: &str, claim: Claim) {
        if self.is_url_given {
            return;
        }
        let claim = match claim {
            _ if is_absolute(url.trim()) => claim,
            Claim::Canonical => Claim::RelativeCanonical,
            _ => Claim::RelativeMeta,
        };
        let _is_new = self.url.offer(url, claim);
        self.demote_namesake();
        #[cfg(feature = "site")]
        {
            self.has_new_url |= _is_new;
        }
    }

    /// Ranks an author with the name of the site after all others.
    fn demote_namesake(&mut self) {
        self.judge_author();
        let is_of_meta = matches!(self.linked_data.author_origin(), Claim::Meta(_));
        let is_of_site = is_of_meta && self.is_called_after_site(self.linked_data.author_name());
        if self.author_is_site || is_of_site {
            self.linked_data.author().demote(Claim::Namesake);
        }
    }
}

/// The claims of `author`, which may name the publisher, and of `article:author`.
const OF_PAGE: Claim = Claim::Meta(0);
const OF_ARTICLE: Claim = Claim::Meta(1);

/// Whether `author` and `article:author` have different names, and the latter is a person. `name`
/// is one of the two.
fn is_other_person(name: &str, known: &Candidate, origin: Claim) -> bool {
    let (publisher, person) = match (known.origin(), origin) {
        (OF_PAGE, OF_ARTICLE) => (&*known.value, name),
        (OF_ARTICLE, OF_PAGE) => (name, &*known.value),
        _ => return false,
    };
    is_full_name(person) && !share_words(publisher, person)
}

/// Whether an author of this origin may be written with the family name first.
fn has_last_first(origin: Claim) -> bool {
    let Claim::Meta(rank) = origin else { return false };
    let name = names_of(Field::Author).get(usize::from(rank));
    name.is_some_and(|name| matches!(*name, "citation_author" | "dc.creator"))
}

/// The family name and the rest of a name: `Reed, Ada`. The first is empty if the name has not this
/// form: two long parts are two names, or those of an office.
fn last_and_first(name: &str) -> (&str, &str) {
    let Some((last, first)) = name.split_once(',') else { return ("", name) };
    let (last, first) = (last.trim(), first.trim());
    let is_long = |part: &str| part.contains(char::is_whitespace);
    let is_family = !is_long(last) || !is_long(first) || last.starts_with(char::is_lowercase);
    let is_one_name = is_family && !first.contains(',') && !first.is_empty();
    if is_one_name { (last, first) } else { ("", name) }
}

/// A language tag, as far as its form tells: a language of two or three letters, and parts of at
/// most eight letters and digits. Empty for anything else, such as `English` or `utf-8`.
///
/// Source: RFC 5646, section 2.1. Departures: `_` separates, too, and there are no longer
/// languages.
fn language_tag(value: &str) -> &str {
    let value = value.trim();
    let mut parts = value.split(['-', '_']);
    let is_language =
        |part: &str| matches!(part.len(), 2..=3) && part.bytes().all(|b| b.is_ascii_alphabetic());
    let is_part = |part: &str| match part.as_bytes() {
        [single] => single.is_ascii_alphabetic(),
        bytes => matches!(bytes.len(), 2..=8) && bytes.iter().all(u8::is_ascii_alphanumeric),
    };
    if parts.next().is_some_and(is_language) && parts.all(is_part) { value } else { "" }
}

#[cfg(test)]
mod tests {
    #[test]
    fn what_has_not_the_form_of_a_language_tag_is_none() {
        for tag in ["en", "pt_BR", "zh-Hans-CN", "sr-Latn-RS", "de-1996", "en-u-ca-buddhist"] {
            assert_eq!(super::language_tag(tag), tag);
        }
        for text in ["", "utf-8", "English", "e", "en US", "en-", "{{lang}}", "en-internationally"] {
            assert_eq!(super::language_tag(text), "", "{text}");
        }
        let page = "<html lang=English><meta http-equiv=content-language content=utf-8><meta name=language content=en><p>Text";
        assert_eq!(crate::extractor::meta_of(page).lang, "en");
    }

    #[test]
    fn papers_say_of_themselves_what_others_do_in_other_words() {
        let page = "<meta http-equiv=content-language content='de, en'><title>Newts - Journals</title>\
            <meta name=citation_title content='Newts of the pond'><meta name=citation_author content='Reed, Ada'>\
            <meta name=citation_author content='Hill, Ben'><meta name=citation_author content='Reed, Ada'>\
            <meta name=citation_author content=http://a.example/b><meta name=citation_date content=2020-01-02><p>Text";
        let summary =
            crate::extract(page.as_bytes(), &crate::Options::default()).expect("HTML is never wrong").summary;
        let meta = &summary.metadata;
        assert_eq!(
            [&*meta.title, &meta.author, &meta.date, &meta.lang],
            ["Newts of the pond", "Ada Reed, Ben Hill", "2020-01-02", "de"]
        );
        for (name, author) in [
            ("Reed, A. B.", "A. B. Reed"),
            ("von der Au, Ada Mia", "Ada Mia von der Au"),
            ("Ada Reed, Ben Hill", "Ada Reed, Ben Hill"),
            ("Reed, Hill, Au", "Reed, Hill, Au"),
            ("Reed,", "Reed,"),
        ] {
            let page = ["<meta name=dc.creator content='", name, "'><p>Text"].concat();
            assert_eq!(crate::extractor::meta_of(&page).author, author);
            let page = page.replace("dc.creator", "author");
            assert_eq!(crate::extractor::meta_of(&page).author, name);
        }
        let page = b"<meta property=og:locale content=pt_BR><p>Text";
        let summary = crate::extract(page, &crate::Options::default()).expect("HTML is never wrong").summary;
        assert_eq!(summary.metadata.lang, "pt-BR");
        for prefix in ["DC.", "dcterms."] {
            let page = "<meta name=~creator content=Ada><meta name=~Issued content=2020-01-02><meta name=~language content=de>"
                .replace('~', prefix);
            let meta = crate::extract(page.as_bytes(), &crate::Options::default())
                .expect("HTML is never wrong")
                .summary
                .metadata;
            assert_eq!([&*meta.author, &meta.date, &meta.lang], ["Ada", "2020-01-02", "de"], "{prefix}");
        }
        // An author with the name of the site gives way to another one.
        let own = "<meta name=author content=Shop>";
        let site = "<meta property=og:site_name content=shop>";
        let script =
            r#"<script type=application/ld+json>{"@type":"Article","author":{"name":"Ada Reed"}}</script>"#;
        for page in [
            [own, site, script],
            [site, own, script],
            [site, script, own],
            [site, own, "<a rel=author>Ada Reed</a>"],
        ] {
            assert_eq!(crate::extractor::meta_of(&page.concat()).author, "Ada Reed");
        }
        assert_eq!(crate::extractor::meta_of(&[site, own].concat()).author, "Shop");
        // So does one with the name of the host.
        let address = "<link rel=canonical href=https://www.pond-weekly.example/a>";
        for own in ["Pond Weekly", "pond-weekly.example", "ada@pond.example", "www.pond.example/ada"] {
            let own = &["<meta name=author content='", own, "'>"].concat();
            let byline = "<p>By <span class=author>Ada Reed</span></p>";
            for page in [[own, address, script], [address, own, script], [address, own, byline]] {
                assert_eq!(crate::extractor::meta_of(&page.concat()).author, "Ada Reed", "{page:?}");
            }
        }
        // A person counts more than a publisher or the staff of the site.
        let press = "<meta name=author content='Pond Press'>";
        let person = "<meta property=article:author content='Ada Reed'>";
        let staff = "<meta name=author content='Pond Weekly Staff'><meta property=og:site_name content='Pond Weekly'>";
        let company = r#"<script type=application/ld+json>{"@type":"Article","author":{"@type":"Organization","name":"Pond Press"}}</script>"#;
        let line = "<h1>Newts</h1><p>By Ada Reed</p>";
        for page in [
            [press, person, ""],
            [person, press, ""],
            [staff, line, ""],
            [staff, script, ""],
            [company, line, ""],
            [company, "<p itemprop=author>Ada Reed</p>", ""],
        ] {
            assert_eq!(crate::extractor::meta_of(&page.concat()).author, "Ada Reed", "{page:?}");
        }
        let address = "<meta property=article:author content='/@ada/posts'>";
        assert_eq!(crate::extractor::meta_of(&[press, address].concat()).author, "Pond Press");
        let called = "<p>Checked by <span class=author-name>Ben Hill</span></p>";
        assert_eq!(crate::extractor::meta_of(&[company, called].concat()).author, "Pond Press");
        // Some pages call the content of an element its value.
        assert_eq!(crate::extractor::meta_of("<meta name=author value='Ada Reed'>").author, "Ada Reed");
        // Cards show pairs of a label and its value.
        for (label, author) in [("Written by", "Ada"), ("Écrit par", "Ada"), ("Reading time", "")] {
            let page =
                ["<meta name=twitter:label1 content='", label, "'><meta name=twitter:data1 content=Ada>"];
            assert_eq!(crate::extractor::meta_of(&page.concat()).author, author);
            let other = [&page.concat(), script].concat();
            assert_eq!(crate::extractor::meta_of(&other).author, "Ada Reed");
        }
        // An address is not a name and does not replace one.
        let page = "<meta name=byl content=Ada><meta name=article:author content=http://a.example/b>";
        let meta = crate::extract(page.as_bytes(), &crate::Options::default())
            .expect("HTML is never wrong")
            .summary
            .metadata;
        assert_eq!(meta.author, "Ada");
    }
}
