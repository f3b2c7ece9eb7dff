//! Metadata of the page: title, author, date, language, address, type.
//!
//! In: tags that carry metadata, the text of the title, and JSON-LD, as the page streams by. Out:
//! [`Metadata`] and [`ClaimedTypes`]. Held: at most [`MetadataCollector::HELD_BYTES`] and the texts
//! of a [`Fallback`]; each field is cut at a fixed length.

mod candidate;
mod claim;
mod date;
mod fallback;
mod fields;
mod form;
mod head;
mod json;
mod json_ld;
mod limits;
mod more;
mod namesake;
mod observer;
mod output;
mod source;
mod text;
pub(crate) mod title;

pub(crate) use fallback::{Fallback, FallbackPiece, held_bytes, opening_of, text_bytes};
pub use fields::Metadata;
pub(crate) use fields::PageClaims;
pub(crate) use head::address::url_bytes;
pub(crate) use head::claimed_types::ClaimedTypes;
pub(crate) use more::HELD_BYTES as MORE_HELD_BYTES;
pub use more::{MetadataSources, MoreMetadata};
use observer::BylineState;
pub(crate) use observer::TextObserver;
pub use source::MetadataSource;

use crate::address::{host_of, whole_address};
use alloc::string::String;
use candidate::{Candidate, append_folded};
use claim::Claim;
pub(crate) use date::iso_date::{names_day, push_iso};
use date::time::{DATE_BYTES, Time};
use head::address::{BASE_BYTES, Base};
use head::site_name::{SiteName, is_root};
use json_ld::{LinkedData, PEOPLE_BYTES};
use limits::{DATE_FIELD_BYTES, HAS_STATES, LANG_BYTES};
pub(crate) use limits::{FIELD_BYTES, SITE_NAME_BYTES, TITLE_BYTES};
pub(crate) use text::by::{ends_with_by, names_author};
use text::byline::{BYLINE_BYTES, BylineNames};
use text::line_author::{LINE_AUTHOR_BYTES, LineAuthor};

/// Collector of [`Metadata`] while the page streams by.
pub(crate) struct MetadataCollector {
    title: String,
    /// The title did not fit; later text of it is ignored.
    title_is_cut: bool,
    og_title: Candidate,
    /// The label of a card says that its data is the author.
    card_names_author: bool,
    /// The author so far is the site, or a login name; and the length in bytes of the name for
    /// which this is known.
    author_is_site: bool,
    judged_bytes: usize,
    /// Links before the first heading, up to a limit.
    links_above_headings: u8,
    /// Value of `og:site_name`.
    site_name: SiteName,
    /// Text of a link to the root in an `h1`, and of one above the first heading.
    linked_site_name: SiteName,
    root_name: SiteName,
    /// The text being read goes to `root_name`.
    names_root: bool,
    lang: Candidate,
    url: Candidate,
    /// The address was set from outside; what the page claims does not count.
    is_url_given: bool,
    base: Base,
    /// The address changed since the last call of `new_url`.
    #[cfg(feature = "site")]
    has_new_url: bool,
    /// Page type from `og:type`.
    og_page_type: ClaimedTypes,
    linked_data: LinkedData,
    byline: BylineNames,
    line_author: LineAuthor,
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
        + LINE_AUTHOR_BYTES
        + PEOPLE_BYTES
        + DATE_BYTES
        + BASE_BYTES
        + 4 * FIELD_BYTES
        + DATE_FIELD_BYTES
        + LANG_BYTES;

    /// A collector that keeps `fallback_bytes` bytes of JSON-LD texts, and a description, for a
    /// fallback; neither if this is 0. An address set from outside has at most `url_bytes`.
    pub(crate) fn new(fallback_bytes: usize, url_bytes: usize) -> Self {
        Self {
            title: String::with_capacity(TITLE_BYTES),
            title_is_cut: false,
            og_title: Candidate::new(),
            card_names_author: false,
            author_is_site: false,
            judged_bytes: 0,
            links_above_headings: 0,
            site_name: SiteName::new(),
            linked_site_name: SiteName::new(),
            root_name: SiteName::new(),
            names_root: false,
            lang: Candidate::of(LANG_BYTES),
            url: Candidate::with_room(FIELD_BYTES, url_bytes),
            is_url_given: false,
            base: Base::new(),
            #[cfg(feature = "site")]
            has_new_url: false,
            og_page_type: ClaimedTypes::default(),
            linked_data: LinkedData::new(fallback_bytes),
            byline: BylineNames::new(),
            line_author: LineAuthor::new(),
            time: Time::new(),
            description: Candidate::new(),
            has_fallback: fallback_bytes > 0,
            description_offset: 0,
        }
    }

    pub(crate) fn reset(&mut self) {
        self.title.clear();
        self.title_is_cut = false;
        self.card_names_author = false;
        (self.author_is_site, self.judged_bytes) = (false, 0);
        self.links_above_headings = 0;
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
        self.is_url_given = false;
        self.base.clear();
        self.description.clear();
        self.og_page_type = ClaimedTypes::default();
        self.linked_data.reset();
        self.byline.clear();
        self.line_author.clear();
        self.time.clear();
    }

    /// Collects more metadata, if that is wanted.
    pub(crate) fn with_more(mut self, is_wanted: bool) -> Self {
        // Without the feature, nothing that follows from it is built.
        if is_wanted && cfg!(feature = "more-metadata") {
            self.linked_data.collect_more();
        }
        self
    }

    /// Whether a short line that is block `number` may be a date.
    #[inline]
    pub(crate) fn wants_date_line(&self, number: u64) -> bool {
        self.linked_data.more_fields().is_some_and(|more| more.wants_date_line(number))
    }

    /// Reads a short line, block `number`, which may be a date.
    pub(crate) fn date_line(&mut self, line: &str, number: u64) {
        if let Some(more) = self.linked_data.more() {
            more.date_line(line, number);
        }
    }

    /// Whether a short line that is block `number` may name the author.
    #[inline]
    pub(crate) fn wants_author_line(&self, number: u64) -> bool {
        self.line_author.wants(number)
    }

    /// Reads the text of a short line, block `number`, with its marks: it may name the author.
    #[inline]
    pub(crate) fn author_line(&mut self, text: &str, number: u64) {
        self.line_author.line(text, number);
    }

    /// A main heading, or the first text, begins with block `number`.
    pub(crate) fn text_begins(&mut self, number: u64, is_text: bool) {
        self.line_author.text_begins(number, is_text);
        if let Some(more) = self.linked_data.more() {
            more.text_begins(number, is_text);
        }
    }

    /// Whether more metadata is collected, and so what links of the text say.
    pub(crate) fn collects_more(&self) -> bool {
        self.linked_data.collects_more()
    }

    /// Reads an element with the date of the last change. `place` is the same for all elements of
    /// one list. `is_property`: microdata calls it so.
    pub(crate) fn time_of_change(&mut self, date: &str, place: u64, is_property: bool) {
        if let Some(more) = self.linked_data.more() {
            more.time_of_change(date, place, is_property);
        }
    }

    /// Reads an image of the text that microdata calls that of the page. `place` is the same for
    /// all images of one list.
    pub(crate) fn item_image(&mut self, src: &str, place: u64) {
        if let Some(more) = self.linked_data.more() {
            more.item_image(src, place);
        }
    }

    /// Begins a link of the text, in line `line`, that names a tag or a category of the page;
    /// returns whether its text is wanted. `place` is the same for all links of one list.
    pub(crate) fn begin_text_tag(&mut self, is_category: bool, place: u64, line: u64) -> bool {
        self.linked_data.more().is_some_and(|more| more.begin_text_tag(is_category, place, line))
    }

    /// Reads a link of the text.
    pub(crate) fn text_link(&mut self, href: &str, rel: &str) {
        if let Some(more) = self.linked_data.more() {
            more.text_link(href, rel);
        }
    }

    /// Whether the state of an app may be used as a fallback.
    pub(crate) fn takes_app_state(&self) -> bool {
        HAS_STATES && self.has_fallback
    }

    /// Adds text of the title.
    pub(crate) fn title(&mut self, text: &str) {
        append_folded(&mut self.title, text, TITLE_BYTES, &mut self.title_is_cut);
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
        let claimed = host_of(&self.url.value);
        if claimed.is_empty() { self.base.host() } else { claimed }
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
        let is_wanted = name.begin(Claim::TextLink);
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

    /// Sets the address of the page, which is then none of its claims. One that is not whole or too
    /// long is as none. Returns it.
    pub(crate) fn set_url<'a>(&mut self, url: &'a str) -> Option<&'a str> {
        let url = whole_address(url).filter(|url| url.len() <= self.url.value.capacity());
        self.url.clear();
        self.url.value.push_str(url.unwrap_or_default());
        self.is_url_given = url.is_some();
        self.base.declare(url.unwrap_or_default());
        url
    }

    /// The address that relative addresses of the page are resolved against; empty if unknown.
    pub(crate) fn base(&self) -> &str {
        self.base.address()
    }

    /// Reads a piece of a JSON-LD script at `offset` of the stream.
    pub(crate) fn json_ld(&mut self, text: &str, offset: u64) {
        self.linked_data.push(text, offset);
        if self.linked_data.author_name().len() != self.judged_bytes {
            self.judge_author();
        }
    }

    /// Begins an element whose text names the author; returns whether it is wanted.
    ///
    /// `line` is the number of its line, and `before` the text before it there.
    pub(crate) fn begin_byline(&mut self, state: BylineState, line: u64, before: &str) -> bool {
        self.byline.begin(state, line, before)
    }

    /// An element begins in a byline.
    pub(crate) fn begin_part_of_byline(&mut self) {
        self.byline.begin_part();
    }

    /// Whether an author marked only by a class or an address is wanted: if no better source named
    /// one so far.
    #[inline]
    pub(crate) fn wants_authors_by_class(&self) -> bool {
        self.byline.wants_authors_by_class() && self.has_no_author_yet()
    }

    /// Begins an element whose text is the name of a user; returns whether it is wanted.
    pub(crate) fn begin_user(&mut self) -> bool {
        let author = self.linked_data.author();
        if author.is_of(Claim::User) {
            // It may have been a picture.
            author.end();
        }
        author.begin(Claim::User, false)
    }

    /// Adds text of such an element, or of one for the date or the site's name.
    pub(crate) fn byline(&mut self, state: BylineState, text: &str) {
        match state {
            BylineState::Date => self.time.push(text),
            BylineState::Tag => {
                if let Some(more) = self.linked_data.more() {
                    more.text_tag.push(text);
                }
            }
            BylineState::User | BylineState::Poster => {
                let author = self.linked_data.author();
                if author.is_of(Claim::User) {
                    author.push(text);
                }
            }
            BylineState::Site if self.names_root => self.root_name.push(text),
            BylineState::Site => self.linked_site_name.push(text),
            _ => self.byline.push(state, text),
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

    /// Reads a `time` element of a comment, or of a post of a thread. The first one is the date of
    /// the thread.
    pub(crate) fn time_of_post(&mut self, datetime: &str) {
        date::time::offer_of_post(self.linked_data.date(), datetime);
    }

    /// Takes back the date of the last `time` element: it is inside a sentence, so it is not the
    /// date of the page.
    pub(crate) fn withdraw_time(&mut self) {
        self.time.withdraw(self.linked_data.date());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_ends_at_the_first_character_that_does_not_fit_in_whatever_pieces_it_comes() {
        let mut collector = MetadataCollector::new(0, FIELD_BYTES);
        for piece in [&*"t".repeat(TITLE_BYTES - 1), "é", "a"] {
            collector.title(piece);
        }
        assert_eq!(collector.title_text(), "t".repeat(TITLE_BYTES - 1));
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
