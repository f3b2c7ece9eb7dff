//! What the page says about itself: title, author, date, language, address, kind.
//!
//! In come the tags that carry facts, the text of the title and JSON-LD, as the page goes by; out
//! come [`Metadata`] and [`PageType`]. Held: [`MetadataCollector::HELD_BYTES`] at most, each field
//! cut at a stated length.

mod address;
mod byline;
mod candidate;
mod fallback;
mod json;
mod json_ld;
mod json_ld_people;
mod json_ld_texts;
mod page_type;
mod site_name;
mod time;

pub(crate) use fallback::{Fallback, FallbackPiece, held_bytes, text_bytes};
pub(crate) use page_type::PageType;

use crate::html::{AttrId, Tag, TagId};
use crate::structure;
use address::{BASE_BYTES, Base, host_of, is_whole};
use alloc::string::String;
use byline::{BYLINE_BYTES, BylineState};
use candidate::{Candidate, append_folded, is_nobody, without_address, without_label};
use json_ld::LinkedData;
use json_ld_people::AGENTS_BYTES;
use site_name::{SiteName, is_root};
use time::{DATE_BYTES, Time};

/// Bytes kept of a title; a longer one is cut between characters.
pub(crate) const TITLE_BYTES: usize = 1024;

/// Bytes kept of any other field.
pub(crate) const FIELD_BYTES: usize = 1024;

/// Bytes kept of the language; tags of languages are far shorter.
const LANG_BYTES: usize = 256;

/// Bytes kept of the name of a site; of a longer one nothing is known.
pub(crate) const SITE_NAME_BYTES: usize = 128;

/// Rank of an author who is called as the site is: behind all others.
const RANK_OF_NAMESAKE: u8 = u8::MAX - 1;

/// Ranks of parts of addresses among what tells the page's address: behind those of whole ones.
const RANK_OF_PARTS: u8 = 2;

/// Rank of `application-name` among what names the site: behind JSON-LD.
const RANK_OF_APPLICATION: u8 = json_ld::RANK_OF_SITE_NAME + 1;

/// What a page says about itself; an empty field was not claims.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Metadata {
    /// `og:title`, or the text of the first `title` element; of its parts (`Old mill gets roof |
    /// Valley News`) those that one of the page's first headings says, an `h1`, or an `h2` that
    /// was kept and has words of the title; or else all but the site's name at one end, if
    /// `og:site_name` says it, JSON-LD, `application-name`, or an `h1` that is a link to the
    /// root, or at the end if the host of the page's address has it.
    pub title: String,
    /// `author`, `article:author`, `dc.creator` and their relatives, unless it is a URL or a
    /// stand-in of software (`admin`); or else the authors that JSON-LD names, there or by `@id`;
    /// or else the first whom the page's text calls its author, by `itemprop=author` or a link
    /// with `rel=author`, or else by the class of a span or a link (`author-name` and its like)
    /// or a link to `…/author/NAME`. Who is called as the site is counts only without another, and
    /// neither a label before the name nor an address behind it is part of it.
    pub author: String,
    /// `article:published_time` and its relatives, or what JSON-LD says, or the first `time`
    /// element of the text that is a date, or what has `itemprop=datePublished`, or else the
    /// first text behind a heading or in an article whose class calls it the date (`entry-date` and
    /// its like; of block-level elements by methods that read classes: `learned` and `auto`),
    /// not of comments nor of a list of the newest; as written, without a label that ends with
    /// a colon.
    pub date: String,
    /// `lang` or `xml:lang` of the `html` element, or `og:locale`, `content-language`, `language`,
    /// `dc.language`, `locale`; `en_US` as `en-US`, which is how the tags of BCP 47 are
    /// written.
    pub lang: String,
    /// `link rel=canonical`, or `og:url`: a whole address. What is relative counts only without the
    /// other, and if it is known what to: a `base`, or what
    /// [`set_url`](crate::Extractor::set_url) says.
    pub url: String,
}

/// What a page says of itself that decisions ask for.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PageClaims<'a> {
    /// The title element's text, or else `og:title`.
    pub(crate) title: &'a str,
    /// `og:title`, and the title element's text, each empty where there is none.
    pub(crate) titles: [&'a str; 2],
    /// `og:site_name`, empty where there is none.
    pub(crate) site_name: &'a str,
    /// `og:description` or its like: for what is learned of a site.
    #[cfg_attr(not(any(feature = "_train", feature = "site")), allow(dead_code))]
    pub(crate) description: &'a str,
    pub(crate) kinds: PageType,
}

/// Gathers [`Metadata`] while the page goes by.
pub(crate) struct MetadataCollector {
    title: String,
    /// The title did not fit; what follows is left out.
    title_is_cut: bool,
    og_title: Candidate,
    /// What `og:site_name` says.
    site_name: SiteName,
    /// What a link to the root in an `h1` says.
    linked_site_name: SiteName,
    lang: Candidate,
    url: Candidate,
    base: Base,
    /// The address changed since it was asked for.
    #[cfg(feature = "site")]
    has_new_url: bool,
    /// What `og:type` says.
    og_kind: PageType,
    linked_data: LinkedData,
    byline: BylineState,
    time: Time,
    /// `og:description` or its like.
    description: Candidate,
    description_offset: u64,
    /// The description may stand for the page.
    has_fallback: bool,
}

impl MetadataCollector {
    /// Bytes on the heap from construction on.
    pub(crate) const HELD_BYTES: usize = TITLE_BYTES
        + 3 * SITE_NAME_BYTES
        + BYLINE_BYTES
        + AGENTS_BYTES
        + DATE_BYTES
        + BASE_BYTES
        + 5 * FIELD_BYTES
        + LANG_BYTES;

    /// Keeps, for a fallback, so many bytes of text of JSON-LD, and a description; nothing for
    /// none.
    pub(crate) fn new(fallback_bytes: usize) -> Self {
        Self {
            title: String::with_capacity(TITLE_BYTES),
            title_is_cut: false,
            og_title: Candidate::new(),
            site_name: SiteName::new(),
            linked_site_name: SiteName::new(),
            lang: Candidate::of(LANG_BYTES),
            url: Candidate::new(),
            base: Base::new(),
            #[cfg(feature = "site")]
            has_new_url: false,
            og_kind: PageType::default(),
            linked_data: LinkedData::new(fallback_bytes),
            byline: BylineState::new(),
            time: Time::new(),
            description: Candidate::new(),
            has_fallback: fallback_bytes > 0,
            description_offset: 0,
        }
    }

    pub(crate) fn reset(&mut self) {
        self.title.clear();
        self.title_is_cut = false;
        self.site_name.clear();
        self.linked_site_name.clear();
        for field in [&mut self.og_title, &mut self.lang, &mut self.url] {
            field.clear();
        }
        #[cfg(feature = "site")]
        {
            self.has_new_url = false;
        }
        self.base.clear();
        self.description.clear();
        self.og_kind = PageType::default();
        self.linked_data.reset();
        self.byline.clear();
        self.time.clear();
    }

    /// More text of the title.
    pub(crate) fn title(&mut self, text: &str) {
        self.title_is_cut = self.title_is_cut || !append_folded(&mut self.title, text, TITLE_BYTES);
    }

    /// What the page says is its title, empty where it does not: `og:title`, and the title element.
    pub(crate) fn titles(&self) -> [&str; 2] {
        [self.og_title.value.trim_end(), self.title.trim_end()]
    }

    /// What the page says is the name of its site, each empty where it does not: `og:site_name`,
    /// JSON-LD or `application-name`, and a link to the root in an `h1`.
    pub(crate) fn site_names(&self) -> [&str; 3] {
        [self.site_name.name(), self.linked_data.site_name().name(), self.linked_site_name.name()]
    }

    /// The host of the page's address, as far as it is known; else empty.
    pub(crate) fn host(&self) -> &str {
        let claims = host_of(&self.url.value);
        if claims.is_empty() { self.base.host() } else { claims }
    }

    /// A link begins in an `h1`; whether its text names the site.
    pub(crate) fn begin_site_name(&mut self, href: &str) -> bool {
        is_root(href, &self.url.value) && self.linked_site_name.begin(0)
    }

    /// The page's title for keywords: the title element's, or else `og:title`.
    pub(crate) fn title_text(&self) -> &str {
        let title = self.title.trim_end();
        if title.is_empty() { &self.og_title.value } else { title }
    }

    /// The kinds that the page says it is, so far: by `og:type` and JSON-LD.
    pub(crate) fn kinds(&self) -> PageType {
        self.og_kind.with(self.linked_data.kinds())
    }

    /// What the page says of itself, so far.
    pub(crate) fn claims(&self) -> PageClaims<'_> {
        PageClaims {
            title: self.title_text(),
            titles: self.titles(),
            site_name: self.site_name.name(),
            description: &self.description.value,
            kinds: self.kinds(),
        }
    }

    /// The address that the page says is its own, once for each that it says: three at most.
    #[cfg(feature = "site")]
    pub(crate) fn new_url(&mut self) -> Option<&str> {
        core::mem::take(&mut self.has_new_url).then(|| self.url.value.trim_end())
    }

    /// The address that the page came from, as was claims from outside.
    pub(crate) fn set_url(&mut self, url: &str) {
        self.base.declare(url);
    }

    /// The page says that this is its address; a whole one counts more than a part of one.
    fn offer_url(&mut self, url: &str, rank: u8) {
        let rank = if is_whole(url.trim()) { rank } else { RANK_OF_PARTS + rank };
        let _is_new = self.url.offer(url, rank);
        #[cfg(feature = "site")]
        {
            self.has_new_url |= _is_new;
        }
    }

    /// FallbackPiece of a JSON-LD script, which stands at `offset` of the stream.
    pub(crate) fn json_ld(&mut self, text: &str, offset: u64) {
        self.linked_data.push(text, offset);
    }

    /// An element begins whose text names the author; whether that is asked for.
    pub(crate) fn begin_byline(&mut self, claims: structure::BylineState) -> bool {
        self.byline.begin(claims)
    }

    /// Whether it is asked for who is called the author by a class or an address alone: where
    /// nothing else has told him so far.
    #[inline]
    pub(crate) fn wants_called(&self) -> bool {
        self.linked_data.author_name().is_empty() && self.byline.wants_called()
    }

    /// FallbackPiece of such a text, or of one that tells the date or the site's name.
    pub(crate) fn byline(&mut self, claims: structure::BylineState, text: &str) {
        match claims {
            structure::BylineState::Date => self.time.push(text),
            structure::BylineState::Site => self.linked_site_name.push(text),
            _ => self.byline.push(claims, text),
        }
    }

    /// An element begins whose text may tell the date, by its class alone if it is only called so;
    /// those of one list have one `place`.
    pub(crate) fn begin_date(&mut self, place: u64, is_called: bool) {
        self.time.begin(self.linked_data.date(), place, is_called);
    }

    /// A `time` element that may tell the date; those of one list have one `place`.
    pub(crate) fn time(&mut self, datetime: &str, place: u64) {
        self.time.offer(self.linked_data.date(), datetime, place);
    }

    /// A tag that may say something.
    pub(crate) fn fact(&mut self, tag: &Tag<'_>) {
        let get = |id| tag.attributes.get(id);
        match tag.id {
            TagId::Html => {
                self.lang.offer(get(AttrId::Lang).unwrap_or(""), 0);
                self.lang.offer(get(AttrId::XmlLang).unwrap_or(""), 1);
            }
            TagId::Script => self.linked_data.begin_script(),
            TagId::Link => {
                let rel = get(AttrId::Rel).unwrap_or("");
                if rel.split_ascii_whitespace().any(|word| word.eq_ignore_ascii_case("canonical")) {
                    let href = get(AttrId::Href).unwrap_or("");
                    self.offer_url(href, 0);
                }
            }
            TagId::Base => self.base.say(get(AttrId::Href).unwrap_or("")),
            TagId::Meta => {
                let content = get(AttrId::Content).unwrap_or("");
                for id in [AttrId::Property, AttrId::Name, AttrId::Itemprop, AttrId::HttpEquiv] {
                    if let Some(key) = get(id) {
                        self.meta(key.trim(), content, tag.offset);
                    }
                }
            }
            _ => {}
        }
    }

    /// Whether a name is that of the site, as far as is known.
    fn names_site(&self, name: &str) -> bool {
        !name.is_empty() && self.site_names().iter().any(|site| folded(site).eq(folded(name)))
    }

    /// An author who is called as the site is counts less than any other.
    fn demote_namesake(&mut self) {
        if self.names_site(self.linked_data.author_name()) {
            self.linked_data.author().demote(RANK_OF_NAMESAKE);
        }
    }

    /// One `meta` element, which stands at `offset`.
    fn meta(&mut self, key: &str, content: &str, offset: u64) {
        // Terms of Dublin Core have two prefixes.
        let starts =
            |prefix: &str| key.get(..prefix.len()).is_some_and(|start| start.eq_ignore_ascii_case(prefix));
        let term =
            ["dcterms.", "dc."].into_iter().find(|prefix| starts(prefix)).map(|prefix| &key[prefix.len()..]);
        let is = |name: &str| match (term, name.strip_prefix("dc.")) {
            (Some(term), Some(name)) => term.eq_ignore_ascii_case(name),
            _ => key.eq_ignore_ascii_case(name),
        };
        let rank_in = |names: &[&str]| names.iter().position(|name| is(name)).map(|rank| rank as u8);
        if let Some(rank) = rank_in(&["og:title", "twitter:title", "citation_title", "dc.title"]) {
            self.og_title.offer(content, rank);
        } else if let Some(rank) = rank_in(&[
            "author",
            "article:author",
            "dc.creator",
            "parsely-author",
            "byl",
            "citation_author",
            "sailthru.author",
        ]) {
            // Papers name each of theirs. What has no letter is a number of an account.
            let content = content.trim();
            let rank = if self.names_site(content) { RANK_OF_NAMESAKE } else { rank };
            let author = self.linked_data.author();
            let is_name = content.contains(char::is_alphabetic) && !is_nobody(content);
            if is_name && author.begin(rank, true) {
                author.push(content);
                author.end();
            }
        } else if let Some(rank) = rank_in(&[
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
        ]) {
            self.linked_data.date().offer(content, rank);
        } else if let Some(rank) =
            rank_in(&["og:locale", "content-language", "language", "dc.language", "locale"])
        {
            // A page may be in several.
            self.lang.offer(content.split(',').next().unwrap_or(""), 2 + rank);
        } else if is("og:url") {
            self.offer_url(content, 1);
        } else if let Some(rank) = rank_in(&["og:description", "description", "twitter:description"]) {
            if self.description.offer(content, rank) {
                self.description_offset = offset;
            }
        } else if is("og:site_name") {
            self.site_name.offer(content, 0);
            self.demote_namesake();
        } else if is("application-name") {
            self.linked_data.site_name_mut().offer(content, RANK_OF_APPLICATION);
        } else if is("og:type") {
            self.og_kind = self.og_kind.with(PageType::of_og_type(content));
        }
    }

    /// Writes what was gathered over `meta`, whose strings keep their memory; all but the title, of
    /// which the page's headings say more.
    pub(crate) fn write_metadata(&mut self, meta: &mut Metadata) {
        self.time.end(self.linked_data.date());
        self.linked_data.claims();
        let is_site = self.names_site(self.linked_data.author_name());
        let (said_author, said_date) = self.linked_data.claims();
        // Of a list, each text has its own.
        let is_list = said_date.value.is_empty() && self.time.is_list();
        let byline = if is_list { "" } else { self.byline.name() };
        let said_author = if said_author.value.is_empty() || is_site && !byline.is_empty() {
            byline
        } else {
            &*said_author.value
        };
        let Metadata { title: _, author, date, lang, url } = meta;
        self.base.write(self.url.value.trim_end(), url);
        for (to, from) in
            [(author, without_label(without_address(said_author.trim_end()))), (date, &*said_date.value)]
        {
            to.clear();
            to.push_str(from.trim_end());
        }
        lang.clear();
        lang.extend(self.lang.value.trim_end().chars().map(|sign| if sign == '_' { '-' } else { sign }));
    }
}

/// The letters of a name, without their case.
fn folded(name: &str) -> impl Iterator<Item = char> {
    name.chars().flat_map(char::to_lowercase)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_ends_at_the_first_character_that_does_not_fit_in_whatever_pieces_it_comes() {
        let mut gatherer = MetadataCollector::new(0);
        for piece in [&*"t".repeat(TITLE_BYTES - 1), "é", "a"] {
            gatherer.title(piece);
        }
        assert_eq!(gatherer.title_text(), "t".repeat(TITLE_BYTES - 1));
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
            ["Newts of the pond", "Reed, Ada, Hill, Ben", "2020-01-02", "de"]
        );
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
        // Nor does what is called as the site is, if there is another.
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
        // An address is no name, and takes no place of one.
        let page = "<meta name=byl content=Ada><meta name=article:author content=http://a.example/b>";
        let meta = crate::extract(page.as_bytes(), &crate::Options::default())
            .expect("HTML is never wrong")
            .summary
            .metadata;
        assert_eq!(meta.author, "Ada");
    }

    #[test]
    fn kinds_are_read_from_the_page_but_not_from_ordinary_scripts() {
        let page = r#"<meta property="og:type" content="website"><script>{"@type":"Recipe"}</script>
            <script type="application/json">{"@type":"Product"}</script>
            <script type="Application/LD+JSON; charset=utf-8">{"@type":"NewsArticle"}</script><svg>
            <script type="application/ld+json">{"@type":"Course"}</script></svg><p>Text.</p>
            <script type='application/ld+json'>{"@graph":[{"@type":"FAQPage"}]}</script>"#;
        for chunk_bytes in [1, 7, page.len()] {
            let kinds = crate::extractor::kinds_of(page.as_bytes(), chunk_bytes);
            assert_eq!(kinds, PageType::WEBSITE.with(PageType::ARTICLE).with(PageType::FAQ));
        }
    }
}
