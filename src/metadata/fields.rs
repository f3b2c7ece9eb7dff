//! Metadata of a page as users see it, and as decisions use it.

use super::head::claimed_types::ClaimedTypes;
use super::more::MoreMetadata;
use alloc::boxed::Box;
use alloc::string::String;

/// Metadata that a page states about itself. A field is empty if the page does not state it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Metadata {
    /// Title of the page. The first of these counts:
    ///
    /// 1. The part of a declared title (`og:title`, or the text of the first `title` element) that
    ///    one of the page's first headings equals: `Old mill gets roof | Valley News`. Such a
    ///    heading is an `h1`, or an `h2` or `h3` that was kept and shares words with the title.
    /// 2. An `h1` of at most 512 bytes that says a declared title in other words, if the page calls
    ///    itself an article (`og:type`, JSON-LD), or if the declared title still has several parts.
    /// 3. An `h1`, if no title is declared, or only the name of the site.
    /// 4. The declared title without the name of the site at either end. It is known from
    ///    `og:site_name`, JSON-LD, `application-name`, or an `h1` that is a link to the root. A
    ///    name that matches the host of the page's address, or the first link to the root above the
    ///    first heading, is removed only at the end.
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
    /// or of its host counts only if there is no other. An organization, or an author that is
    /// called after the site, gives way to a person that is marked as the author or stands after a
    /// word for "by". Any other person gives way to a full name in a line near the heading, such as
    /// `By Ada Reed`. A label or a word for "by" before the name and an address after it are
    /// removed.
    pub author: String,
    /// Date of publication, as written in the page; eight digits get hyphens. The first source that
    /// has one counts:
    ///
    /// - `article:published_time` and similar `meta` elements;
    /// - JSON-LD;
    /// - the first element with a date and `itemprop=datePublished`, or else `time` element outside
    ///   of sentences;
    /// - the first text after a heading or in an article whose class means a date (`entry-date` and
    ///   others with such last words). Classes of block-level elements count only with methods that
    ///   read classes:
    ///   `learned` and `auto`.
    ///
    /// Dates of comments and of lists of recent articles do not count. A label that ends with a
    /// colon is removed.
    pub date: String,
    /// Language of the page: `lang` or `xml:lang` of the `html` element, or `og:locale`,
    /// `content-language`, `language`, `dc.language`, `locale`. Written as a BCP 47 tag: `en_US`
    /// becomes `en-US`.
    pub lang: String,
    /// Absolute address of the page: that of [`set_url`](crate::Extractor::set_url), or else `link
    /// rel=canonical`, or `og:url`. A relative address counts only if neither is absolute, and if
    /// its base is known from a `base` element.
    pub url: String,
    /// Name of the site: `og:site_name`, or that of JSON-LD or `application-name`, or the link to
    /// the root in an `h1`.
    pub site_name: String,
    /// `og:description`, `description`, `twitter:description` or `dc.description`; with
    /// `Options::with_more_metadata`, else the `description` of JSON-LD.
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
    #[cfg_attr(not(feature = "_train"), allow(dead_code))]
    pub(crate) description: &'a str,
    pub(crate) kinds: ClaimedTypes,
    /// The host of the address from which the page was fetched, or else of the one that it claims;
    /// empty if unknown.
    #[cfg_attr(not(feature = "repeats"), allow(dead_code))]
    pub(crate) host: &'a str,
}
