//! Metadata of the page: title, author, date, language, address, type.
//!
//! In: tags that carry metadata, the text of the title, and JSON-LD, as the page streams by. Out:
//! [`Metadata`] and [`ClaimedTypes`]. Held: at most [`MetadataCollector::HELD_BYTES`] and the texts
//! of a [`Fallback`]; each field is cut at a fixed length.

mod address;
mod by;
mod byline;
mod candidate;
mod claimed_types;
mod fallback;
mod iso_date;
mod json;
mod json_ld;
mod json_ld_people;
mod json_ld_texts;
mod more;
mod site_name;
mod source;
mod time;

pub(crate) use claimed_types::ClaimedTypes;
pub(crate) use fallback::{Fallback, FallbackPiece, held_bytes, text_bytes};
pub(crate) use more::HELD_BYTES as MORE_HELD_BYTES;
pub use more::{MetadataSources, MoreMetadata};
pub use source::MetadataSource;

use crate::address::{host_of, is_absolute};
use crate::html::{AttrId, Tag, TagId};
use crate::structure;
use address::{BASE_BYTES, Base};
use alloc::boxed::Box;
use alloc::string::String;
use by::after_by;
use byline::{BYLINE_BYTES, BylineState};
use candidate::{Candidate, append_folded, is_placeholder, without_address, without_label};
pub(crate) use iso_date::push_iso;
use json_ld::LinkedData;
use json_ld_people::AGENTS_BYTES;
use site_name::{SiteName, is_root};
use time::{DATE_BYTES, Time};

/// Maximum bytes kept of a title; a longer one is cut between characters.
pub(crate) const TITLE_BYTES: usize = 1024;

/// Maximum bytes kept of any other field.
pub(crate) const FIELD_BYTES: usize = 1024;

/// Maximum bytes kept of the language; language tags are far shorter.
const LANG_BYTES: usize = 256;

/// Maximum bytes of the name of a site; a longer name is ignored.
pub(crate) const SITE_NAME_BYTES: usize = 128;

/// Rank of an author with the same name as the site: after all others.
const RANK_OF_NAMESAKE: u8 = u8::MAX - 1;

/// Added to the rank of relative addresses, which thus follow absolute ones.
const RELATIVE_RANK_OFFSET: u8 = 2;

/// Rank of `application-name` for the name of the site: after JSON-LD.
const RANK_OF_APPLICATION: u8 = json_ld::RANK_OF_SITE_NAME + 1;

/// Names of `meta` elements with the title, the best first.
const TITLE_NAMES: [&str; 6] =
    ["og:title", "twitter:title", "citation_title", "dc.title", "parsely-title", "sailthru.title"];

/// Those with an author.
const AUTHOR_NAMES: [&str; 7] =
    ["author", "article:author", "dc.creator", "parsely-author", "byl", "citation_author", "sailthru.author"];

/// Those with the date of publication.
const DATE_NAMES: [&str; 29] = [
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
];

/// Those with the language; they come after the attributes of `html`.
const LANG_NAMES: [&str; 5] = ["og:locale", "content-language", "language", "dc.language", "locale"];

/// Those with a description.
const DESCRIPTION_NAMES: [&str; 3] = ["og:description", "description", "twitter:description"];

/// Rank of the first of [`LANG_NAMES`].
const RANK_OF_LANG_NAMES: u8 = 2;

/// Metadata that a page states about itself. A field is empty if the page does not state it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Metadata {
    /// Title of the page: `og:title`, or the text of the first `title` element, without the name of
    /// the site.
    ///
    /// Of its parts (`Old mill gets roof | Valley News`) those remain that one of the page's first
    /// headings contains. Such a heading is an `h1`, or an `h2` that was kept and shares words with
    /// the title.
    ///
    /// Without such a heading, the name of the site is removed at either end. It is known from
    /// `og:site_name`, JSON-LD, `application-name`, or an `h1` that is a link to the root. A name
    /// that matches the host of the page's address, or the first link to the root above the first
    /// heading, is removed only at the end.
    pub title: String,
    /// Author of the page. The first source that has one counts:
    ///
    /// - `author`, `article:author`, `dc.creator` and similar `meta` elements, unless the value is
    ///   a URL or a placeholder of software (`admin`);
    /// - the authors in JSON-LD, by name or by `@id`;
    /// - the first authors marked in the text by `itemprop=author` or `rel=author`;
    /// - the first spans or links whose class means an author (`author-name` and similar), or links
    ///   to `…/author/NAME`; or a block whose class means a byline, with a word for "by" before the
    ///   name.
    ///
    /// Several authors in one line are separated by commas. An author with the name of the site
    /// counts only if there is no other. A label or a word for "by" before the name and an address
    /// after it are removed.
    pub author: String,
    /// Date of publication, as written in the page; eight digits get hyphens. The first source that
    /// has one counts:
    ///
    /// - `article:published_time` and similar `meta` elements;
    /// - JSON-LD;
    /// - the first element with a date and `itemprop=datePublished`, or else `time` element outside
    ///   of sentences;
    /// - the first text after a heading or in an article whose class means a date (`entry-date` and
    ///   similar). Classes of block-level elements count only with methods that read classes:
    ///   `learned` and `auto`.
    ///
    /// Dates of comments and of lists of recent articles do not count. A label that ends with a
    /// colon is removed.
    pub date: String,
    /// Language of the page: `lang` or `xml:lang` of the `html` element, or `og:locale`,
    /// `content-language`, `language`, `dc.language`, `locale`. Written as a BCP 47 tag: `en_US`
    /// becomes `en-US`.
    pub lang: String,
    /// Absolute address of the page: `link rel=canonical`, or `og:url`. A relative address counts
    /// only if neither is absolute, and if its base is known: from a `base` element, or from
    /// [`set_url`](crate::Extractor::set_url).
    pub url: String,
    /// Name of the site: `og:site_name`, or that of JSON-LD or `application-name`, or the link to
    /// the root in an `h1`.
    pub site_name: String,
    /// `og:description`, `description` or `twitter:description`.
    pub description: String,
    /// More fields, and the source of each; `None` without `Options::with_more_metadata`.
    pub more: Option<Box<MoreMetadata>>,
}

/// Metadata of the page that decisions use.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PageClaims<'a> {
    /// The text of the `title` element, or else `og:title`.
    pub(crate) title: &'a str,
    /// `og:title`, and the text of the `title` element; each empty if missing.
    pub(crate) titles: [&'a str; 2],
    /// `og:site_name`; empty if missing.
    pub(crate) site_name: &'a str,
    /// `og:description` or a similar element, for training site models.
    #[cfg_attr(not(any(feature = "_train", feature = "site")), allow(dead_code))]
    pub(crate) description: &'a str,
    pub(crate) kinds: ClaimedTypes,
    /// The host of the address from which the page was fetched, or else of the one that it claims;
    /// empty if unknown.
    #[cfg_attr(not(feature = "repeats"), allow(dead_code))]
    pub(crate) host: &'a str,
}

/// Collector of [`Metadata`] while the page streams by.
pub(crate) struct MetadataCollector {
    title: String,
    /// The title did not fit; later text of it is ignored.
    title_is_cut: bool,
    og_title: Candidate,
    /// Value of `og:site_name`.
    site_name: SiteName,
    /// Text of a link to the root in an `h1`, and of one above the first heading.
    linked_site_name: SiteName,
    root_name: SiteName,
    /// The text being read goes to `root_name`.
    names_root: bool,
    lang: Candidate,
    url: Candidate,
    base: Base,
    /// The address changed since the last call of `new_url`.
    #[cfg(feature = "site")]
    has_new_url: bool,
    /// Page type from `og:type`.
    og_page_type: ClaimedTypes,
    linked_data: LinkedData,
    byline: BylineState,
    time: Time,
    /// `og:description` or a similar element.
    description: Candidate,
    description_offset: u64,
    /// The description may be used as a fallback.
    has_fallback: bool,
}

impl MetadataCollector {
    /// Bytes on the heap from construction on.
    pub(crate) const HELD_BYTES: usize = TITLE_BYTES
        + 4 * SITE_NAME_BYTES
        + BYLINE_BYTES
        + AGENTS_BYTES
        + DATE_BYTES
        + BASE_BYTES
        + 5 * FIELD_BYTES
        + LANG_BYTES;

    /// A collector that keeps `fallback_bytes` bytes of JSON-LD texts, and a description, for a
    /// fallback; neither if this is 0.
    pub(crate) fn new(fallback_bytes: usize) -> Self {
        Self {
            title: String::with_capacity(TITLE_BYTES),
            title_is_cut: false,
            og_title: Candidate::new(),
            site_name: SiteName::new(),
            linked_site_name: SiteName::new(),
            root_name: SiteName::new(),
            names_root: false,
            lang: Candidate::of(LANG_BYTES),
            url: Candidate::new(),
            base: Base::new(),
            #[cfg(feature = "site")]
            has_new_url: false,
            og_page_type: ClaimedTypes::default(),
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
        self.root_name.clear();
        self.names_root = false;
        for field in [&mut self.og_title, &mut self.lang, &mut self.url] {
            field.clear();
        }
        #[cfg(feature = "site")]
        {
            self.has_new_url = false;
        }
        self.base.clear();
        self.description.clear();
        self.og_page_type = ClaimedTypes::default();
        self.linked_data.reset();
        self.byline.clear();
        self.time.clear();
    }

    /// Collects more metadata, if that is wanted.
    pub(crate) fn with_more(mut self, is_wanted: bool) -> Self {
        if is_wanted {
            self.linked_data.collect_more();
        }
        self
    }

    /// Whether short lines before the text are wanted: one may be a date.
    #[inline]
    pub(crate) fn wants_lines(&self) -> bool {
        self.linked_data.collects_more()
    }

    /// Reads a short line before the text.
    pub(crate) fn line(&mut self, line: &str) {
        if let Some(more) = self.linked_data.more() {
            more.line(line);
        }
    }

    /// Whether links of the text are wanted: one may lead to the licence.
    pub(crate) fn wants_links(&self) -> bool {
        self.linked_data.collects_more()
    }

    /// Reads a link of the text.
    pub(crate) fn text_link(&mut self, href: &str, rel: &str) {
        if let Some(more) = self.linked_data.more() {
            more.text_link(href, rel);
        }
    }

    /// Adds text of the title.
    pub(crate) fn title(&mut self, text: &str) {
        self.title_is_cut = self.title_is_cut || !append_folded(&mut self.title, text, TITLE_BYTES);
    }

    /// The titles of the page, each empty if missing: `og:title`, and the `title` element.
    pub(crate) fn titles(&self) -> [&str; 2] {
        [self.og_title.value.trim_end(), self.title.trim_end()]
    }

    /// The names of the site, each empty if missing: `og:site_name`; JSON-LD or `application-name`;
    /// a link to the root in an `h1`.
    pub(crate) fn site_names(&self) -> [&str; 3] {
        [self.site_name.name(), self.linked_data.site_name().name(), self.linked_site_name.name()]
    }

    /// The host of the page's address; empty if unknown.
    pub(crate) fn host(&self) -> &str {
        let claims = host_of(&self.url.value);
        if claims.is_empty() { self.base.host() } else { claims }
    }

    /// The text of the first link to the root above the first heading, which may be the name of
    /// the site. Empty without such a link.
    pub(crate) fn root_name(&self) -> &str {
        self.root_name.name()
    }

    /// Begins a link in an `h1`, or above the first heading; returns whether its text may name the
    /// site.
    pub(crate) fn begin_site_name(&mut self, href: &str, is_in_h1: bool) -> bool {
        if !is_root(href, &self.url.value) {
            return false;
        }
        let name = if is_in_h1 { &mut self.linked_site_name } else { &mut self.root_name };
        let is_wanted = name.begin(0);
        if is_wanted {
            self.names_root = !is_in_h1;
        }
        is_wanted
    }

    /// The title used for keywords: that of the `title` element, or else `og:title`.
    pub(crate) fn title_text(&self) -> &str {
        let title = self.title.trim_end();
        if title.is_empty() { &self.og_title.value } else { title }
    }

    /// The page types stated so far, by `og:type` and JSON-LD.
    pub(crate) fn kinds(&self) -> ClaimedTypes {
        self.og_page_type.with(self.linked_data.kinds())
    }

    /// The metadata stated so far.
    pub(crate) fn claims(&self) -> PageClaims<'_> {
        PageClaims {
            title: self.title_text(),
            titles: self.titles(),
            site_name: self.site_name.name(),
            description: self.description(),
            kinds: self.kinds(),
            host: if self.base.host().is_empty() { host_of(&self.url.value) } else { self.base.host() },
        }
    }

    /// The description stated so far; empty if there is none.
    pub(crate) fn description(&self) -> &str {
        &self.description.value
    }

    /// The address of the page, once after each change; at most three times.
    #[cfg(feature = "site")]
    pub(crate) fn new_url(&mut self) -> Option<&str> {
        core::mem::take(&mut self.has_new_url).then(|| self.url.value.trim_end())
    }

    /// Sets the address from which the page was fetched.
    pub(crate) fn set_url(&mut self, url: &str) {
        self.base.declare(url);
    }

    /// The address that relative addresses of the page are resolved against; empty if unknown.
    pub(crate) fn base(&self) -> &str {
        self.base.address()
    }

    /// Offers an address of the page; an absolute one wins over a relative one.
    fn offer_url(&mut self, url: &str, rank: u8) {
        let rank = if is_absolute(url.trim()) { rank } else { RELATIVE_RANK_OFFSET + rank };
        let _is_new = self.url.offer(url, rank);
        #[cfg(feature = "site")]
        {
            self.has_new_url |= _is_new;
        }
    }

    /// Reads a piece of a JSON-LD script at `offset` of the stream.
    pub(crate) fn json_ld(&mut self, text: &str, offset: u64) {
        self.linked_data.push(text, offset);
    }

    /// Begins an element whose text names the author; returns whether it is wanted.
    ///
    /// `line` is the number of its line.
    pub(crate) fn begin_byline(&mut self, claims: structure::BylineState, line: u64) -> bool {
        self.byline.begin(claims, line)
    }

    /// Whether an author marked only by a class or an address is wanted: if no better source named
    /// one so far.
    #[inline]
    pub(crate) fn wants_authors_by_class(&self) -> bool {
        self.linked_data.author_name().is_empty() && self.byline.wants_authors_by_class()
    }

    /// Adds text of such an element, or of one for the date or the site's name.
    pub(crate) fn byline(&mut self, claims: structure::BylineState, text: &str) {
        match claims {
            structure::BylineState::Date => self.time.push(text),
            structure::BylineState::Site if self.names_root => self.root_name.push(text),
            structure::BylineState::Site => self.linked_site_name.push(text),
            _ => self.byline.push(claims, text),
        }
    }

    /// Begins an element whose text may be the date. `place` is the same for all elements of one
    /// list. `is_called`: only its class means a date.
    pub(crate) fn begin_date(&mut self, place: u64, is_called: bool) {
        self.time.begin(self.linked_data.date(), place, is_called);
    }

    /// Reads a `time` element. `place` is the same for all elements of one list. `is_property`:
    /// microdata calls it the date of publication. Returns whether it is the date of the page so
    /// far.
    pub(crate) fn time(&mut self, datetime: &str, place: u64, is_property: bool) -> bool {
        self.time.offer(self.linked_data.date(), datetime, place, is_property)
    }

    /// Takes back the date of the last `time` element: it is inside a sentence, so it is not the
    /// date of the page.
    pub(crate) fn withdraw_time(&mut self) {
        self.time.withdraw(self.linked_data.date());
    }

    /// Reads a tag that may carry metadata.
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
                if let Some(more) = self.linked_data.more() {
                    more.link(tag);
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

    /// Whether a name is that of the site, as far as known.
    fn names_site(&self, name: &str) -> bool {
        !name.is_empty() && self.site_names().iter().any(|site| folded(site).eq(folded(name)))
    }

    /// Ranks an author with the name of the site after all others.
    fn demote_namesake(&mut self) {
        if self.names_site(self.linked_data.author_name()) {
            self.linked_data.author().demote(RANK_OF_NAMESAKE);
        }
    }

    /// Reads one `meta` element at `offset`.
    fn meta(&mut self, key: &str, content: &str, offset: u64) {
        // Dublin Core terms have two prefixes.
        let starts =
            |prefix: &str| key.get(..prefix.len()).is_some_and(|start| start.eq_ignore_ascii_case(prefix));
        let term =
            ["dcterms.", "dc."].into_iter().find(|prefix| starts(prefix)).map(|prefix| &key[prefix.len()..]);
        let is = |name: &str| match (term, name.strip_prefix("dc.")) {
            (Some(term), Some(name)) => term.eq_ignore_ascii_case(name),
            _ => key.eq_ignore_ascii_case(name),
        };
        let rank_in = |names: &[&str]| names.iter().position(|name| is(name)).map(|rank| rank as u8);
        if let Some(rank) = rank_in(&TITLE_NAMES) {
            self.og_title.offer(content, rank);
        } else if let Some(rank) = rank_in(&AUTHOR_NAMES) {
            // Scientific papers have one element per author. A value without letters is an account
            // number.
            let content = content.trim();
            let origin = rank;
            let rank = if self.names_site(content) { RANK_OF_NAMESAKE } else { rank };
            let author = self.linked_data.author();
            let is_name = content.contains(char::is_alphabetic) && !is_placeholder(content);
            if is_name && author.begin(rank, true) {
                author.set_origin(origin);
                author.push(content);
                author.end();
            }
        } else if let Some(rank) = rank_in(&DATE_NAMES) {
            self.linked_data.date().offer(content, rank);
        } else if let Some(rank) = rank_in(&LANG_NAMES) {
            // A page may have several languages.
            self.lang.offer(content.split(',').next().unwrap_or(""), RANK_OF_LANG_NAMES + rank);
        } else if is("og:url") {
            self.offer_url(content, 1);
        } else if let Some(rank) = rank_in(&DESCRIPTION_NAMES) {
            if self.description.offer(content, rank) {
                self.description_offset = offset;
            }
        } else if is("og:site_name") {
            self.site_name.offer(content, 0);
            self.demote_namesake();
        } else if is("application-name") {
            self.linked_data.site_name_mut().offer(content, RANK_OF_APPLICATION);
        } else if is("og:type") {
            self.og_page_type = self.og_page_type.with(ClaimedTypes::of_og_type(content));
        }
        if let Some(more) = self.linked_data.more() {
            more.meta(content, rank_in);
        }
    }

    /// Overwrites `meta` with the collected fields and reuses its strings. The title is left out,
    /// since it also depends on the page's headings.
    pub(crate) fn write_metadata(&mut self, meta: &mut Metadata) {
        self.time.end(self.linked_data.date());
        self.linked_data.claims();
        let is_site = self.names_site(self.linked_data.author_name());
        let (said_author, said_date) = self.linked_data.claims();
        // In a list of texts, each text has its own author.
        let is_list = said_date.value.is_empty() && self.time.is_list();
        let byline = if is_list { "" } else { self.byline.name() };
        let said_author = if said_author.value.is_empty() || is_site && !byline.is_empty() {
            byline
        } else {
            &*said_author.value
        };
        let Metadata { author, date, lang, url, .. } = meta;
        self.base.write(self.url.value.trim_end(), url);
        author.clear();
        let name = without_label(without_address(said_author.trim_end()));
        author.push_str(after_by(name).unwrap_or(name));
        date.clear();
        let said_date = said_date.value.trim_end();
        match time::with_hyphens(said_date) {
            Some(parts) => date.extend(
                parts.into_iter().enumerate().flat_map(|(at, part)| [if at > 0 { "-" } else { "" }, part]),
            ),
            None => date.push_str(said_date),
        }
        lang.clear();
        lang.extend(self.lang.value.trim_end().chars().map(|sign| if sign == '_' { '-' } else { sign }));
        let is_of_byline = !byline.is_empty() && byline == said_author;
        let names = self.site_names();
        let site_name = names.iter().find(|name| !name.is_empty()).copied().unwrap_or("");
        meta.site_name.clear();
        meta.site_name.push_str(site_name);
        meta.description.clear();
        meta.description.push_str(self.description.value.trim_end());
        self.write_more(is_of_byline, meta);
    }

    /// Overwrites more metadata, if it is collected. The title and its source are left out.
    fn write_more(&self, is_of_byline: bool, meta: &mut Metadata) {
        let names = self.site_names();
        let site_source = match names.iter().position(|name| !name.is_empty()) {
            Some(0) => Some(MetadataSource::OpenGraph),
            Some(1) if self.linked_data.site_name().has_rank(RANK_OF_APPLICATION) => {
                Some(MetadataSource::Meta)
            }
            Some(1) => Some(MetadataSource::JsonLd),
            Some(_) => Some(MetadataSource::Heading),
            None => None,
        };
        let Some(candidates) = self.linked_data.more_fields() else {
            meta.more = None;
            return;
        };
        let more = meta.more.get_or_insert_default();
        candidates.write(self.base.address(), more);
        more.hostname.clear();
        more.hostname.push_str(self.host());
        more.date_published.clear();
        if meta.date.is_empty() {
            more.date_published.push_str(candidates.line_date());
        } else {
            iso_date::push_iso(&meta.date, &mut more.date_published);
        }
        let (author, date) = (self.linked_data.author_origin(), self.linked_data.date_origin());
        let source = |rank, names| more::source_of(rank, names);
        let if_stated = |field: &str, source| if field.is_empty() { None } else { Some(source) };
        let author = if is_of_byline { MetadataSource::Byline } else { source(author, &AUTHOR_NAMES) };
        let date = time::source_of(date).unwrap_or_else(|| source(date, &DATE_NAMES));
        let lang = match self.lang.origin().checked_sub(RANK_OF_LANG_NAMES) {
            Some(rank) => source(rank, &LANG_NAMES),
            None => MetadataSource::HtmlElement,
        };
        let is_canonical = self.url.origin().is_multiple_of(RELATIVE_RANK_OFFSET);
        let url = if is_canonical { MetadataSource::Link } else { MetadataSource::OpenGraph };
        more.sources.author = if_stated(&meta.author, author);
        more.sources.date = if_stated(&meta.date, date);
        let published = more.sources.date.unwrap_or(MetadataSource::DateText);
        more.sources.date_published = if_stated(&more.date_published, published);
        more.sources.lang = if_stated(&meta.lang, lang);
        more.sources.url = if_stated(&meta.url, url);
        more.sources.site_name = site_source;
        let description = source(self.description.origin(), &DESCRIPTION_NAMES);
        more.sources.description = if_stated(&meta.description, description);
    }

    /// The source of the page's title, once it is known.
    pub(crate) fn source_of_title(&self, title: &str) -> Option<MetadataSource> {
        let [og_title, element] = self.titles();
        match () {
            () if title.is_empty() => None,
            () if og_title.contains(title) => Some(more::source_of(self.og_title.origin(), &TITLE_NAMES)),
            () if element.contains(title) => Some(MetadataSource::TitleElement),
            () => Some(MetadataSource::Heading),
        }
    }
}

/// The letters of a name in lower case.
fn folded(name: &str) -> impl Iterator<Item = char> {
    name.chars().flat_map(char::to_lowercase)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_ends_at_the_first_character_that_does_not_fit_in_whatever_pieces_it_comes() {
        let mut collector = MetadataCollector::new(0);
        for piece in [&*"t".repeat(TITLE_BYTES - 1), "é", "a"] {
            collector.title(piece);
        }
        assert_eq!(collector.title_text(), "t".repeat(TITLE_BYTES - 1));
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
        // An address is no name and does not replace one.
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
            assert_eq!(kinds, ClaimedTypes::WEBSITE.with(ClaimedTypes::ARTICLE).with(ClaimedTypes::FAQ));
        }
    }
}
