//! The collected metadata, written at the end of the page.

use super::candidate::{without_address, without_label};
use super::claim::Claim;
use super::date::time::has_numbers_of_day;
use super::date::{iso_date, line_date, time};
use super::head::meta_names::{Field, names_of};
use super::text::by::{after_by, is_phrase};
use super::{Metadata, MetadataCollector, MetadataSource};
use crate::page_type::PageType;
use alloc::string::String;
use line_date::DAY_BYTES;

impl MetadataCollector {
    /// Overwrites `meta` with the collected fields and reuses its strings. The title is left out,
    /// since it also depends on the page's headings.
    pub(crate) fn write_metadata(&mut self, meta: &mut Metadata) {
        self.time.end(self.linked_data.date());
        if let Some(more) = self.linked_data.more() {
            more.end_text_tag();
        }
        self.linked_data.claims();
        if self.has_only_user() {
            self.linked_data.author().end();
        }
        let name = self.linked_data.author_name();
        let is_site = self.stands_for_others(name);
        let is_organization = self.is_organization(name);
        let is_user = self.has_only_user();
        let (said_author, said_date) = self.linked_data.claims();
        // In a list of texts, each text has its own author. A list after a text says nothing of its
        // author.
        let date_value = if said_date.is_of(Claim::FirstOfList) { "" } else { &*said_date.value };
        let is_list = date_value.is_empty() && self.time.is_list();
        let is_called = self.byline.is_called();
        let in_line = if is_list { "" } else { self.line_author.names() };
        let byline = match () {
            () if self.byline.is_list() || is_list && self.byline.has_others() => self.line_author.written(),
            () if self.byline.name().is_empty() => in_line,
            () => self.byline.name(),
        };
        let stated = &*said_author.value;
        let written = if is_called { in_line } else { byline };
        let said_author = match () {
            () if stated.is_empty() || is_user || is_site && !byline.is_empty() => byline,
            () if is_organization && !written.is_empty() => written,
            () if self.line_author.is_other(stated) && !is_list => in_line,
            () => stated,
        };
        let is_of_text = said_author != stated;
        let Metadata { author, date, lang, url, .. } = meta;
        if self.is_url_given {
            url.clear();
            url.push_str(&self.url.value);
        } else {
            self.base.write(self.url.value.trim_end(), url);
        }
        author.clear();
        let name = without_label(without_address(said_author.trim_end()));
        author.push_str(after_by(name).unwrap_or(name));
        lang.clear();
        lang.extend(self.lang.value.trim_end().chars().map(|sign| if sign == '_' { '-' } else { sign }));
        write_date(date_value, lang, date);
        let byline_source = match is_of_text {
            true if self.byline.is_property() => Some(MetadataSource::Microdata),
            true => Some(MetadataSource::Byline),
            false => None,
        };
        let names = self.site_names();
        let site_name = names.iter().find(|name| !name.is_empty()).copied().unwrap_or("");
        meta.site_name.clear();
        meta.site_name.push_str(site_name);
        meta.description.clear();
        let in_data = self.linked_data.more_fields().map_or("", |more| more.description());
        let description = self.description.value.trim_end();
        meta.description.push_str(if description.is_empty() { in_data } else { description });
        self.write_more(byline_source, meta);
    }

    /// Overwrites more metadata, if it is collected. The title and its source are left out.
    fn write_more(&self, byline_source: Option<MetadataSource>, meta: &mut Metadata) {
        let names = self.site_names();
        let site_source = match names.iter().position(|name| !name.is_empty()) {
            Some(0) => Some(MetadataSource::OpenGraph),
            Some(1) if self.linked_data.site_name().is_of(Claim::Application) => Some(MetadataSource::Meta),
            Some(1) => Some(MetadataSource::JsonLd),
            Some(_) => Some(MetadataSource::Heading),
            None => None,
        };
        let Some(candidates) = self.linked_data.more_fields() else {
            meta.more = None;
            return;
        };
        let more = meta.more.get_or_insert_default();
        // A page without a known base has its own address.
        let base = Some(self.base.address()).filter(|base| !base.is_empty()).unwrap_or(&meta.url);
        candidates.write(base, &meta.lang, more);
        more.hostname.clear();
        more.hostname.push_str(self.host());
        more.date_published.clear();
        iso_date::push_declared(&meta.date, &meta.lang, &mut more.date_published);
        let (line, change) = (candidates.published_in_line(), candidates.changed_in_line());
        if more.date_modified.is_empty() && !change.is_empty() {
            more.date_modified.push_str(change);
            more.sources.date_modified = Some(MetadataSource::DateText);
        }
        let is_of_line = is_better(line, &more.date_published, &more.date_modified);
        if is_of_line {
            more.date_published.clear();
            more.date_published.push_str(line);
        }
        let (author, date) = (self.linked_data.author_origin(), self.linked_data.date_so_far().origin());
        let source = |field, claim: Claim| claim.source(names_of(field));
        let if_stated = |field: &str, source| if field.is_empty() { None } else { Some(source) };
        let author = byline_source.unwrap_or_else(|| source(Field::Author, author));
        let date = source(Field::Date, date);
        let lang = source(Field::Lang, self.lang.origin());
        let url = source(Field::Url, self.url.origin());
        more.sources.author = if_stated(&meta.author, author);
        more.sources.date = if_stated(&meta.date, date);
        let published = more.sources.date.filter(|_| !is_of_line).unwrap_or(MetadataSource::DateText);
        more.sources.date_published = if_stated(&more.date_published, published);
        more.sources.lang = if_stated(&meta.lang, lang);
        more.sources.url = if_stated(&meta.url, url).filter(|_| !self.is_url_given);
        more.sources.site_name = site_source;
        let is_in_data = self.description.value.is_empty();
        let description = source(Field::Description, self.description.origin());
        let description = if is_in_data { MetadataSource::JsonLd } else { description };
        more.sources.description = if_stated(&meta.description, description);
    }

    /// Writes what counts only in pages of this type.
    pub(crate) fn write_by_type(&self, page_type: Option<PageType>, meta: &mut Metadata) {
        if !matches!(page_type, None | Some(PageType::Article)) && self.byline.is_plain() {
            self.forget_plain_author(meta);
        }
        match page_type {
            Some(PageType::Forum) => self.write_first_post(meta),
            // In a thread, lines have the dates on which users joined.
            _ => self.write_earlier_line(meta),
        }
    }

    /// Removes an author that only the class of a block marks: in other pages than articles, it is
    /// a customer who praises the product, or the rank of a user.
    fn forget_plain_author(&self, meta: &mut Metadata) {
        if meta.author != self.byline.first_name() {
            return;
        }
        meta.author.clear();
        if let Some(more) = meta.more.as_mut() {
            more.sources.author = None;
        }
    }

    /// Writes the date of a line if a class marks a later one: that of the day, or of a teaser.
    fn write_earlier_line(&self, meta: &mut Metadata) {
        let (Some(more), Some(candidates)) = (meta.more.as_mut(), self.linked_data.more_fields()) else {
            return;
        };
        let line = candidates.published_in_line();
        let is_text = more.sources.date_published == Some(MetadataSource::DateText);
        if is_text && !line.is_empty() && line.get(..DAY_BYTES) < more.date_published.get(..DAY_BYTES) {
            more.date_published.clear();
            more.date_published.push_str(line);
        }
    }

    /// Writes author and date of a thread that states none: the first user, and the first date of a
    /// list.
    fn write_first_post(&self, meta: &mut Metadata) {
        self.write_first_user(meta);
        let date = self.linked_data.date_so_far();
        if !date.is_of(Claim::FirstOfList) {
            return;
        }
        write_date(&date.value, &meta.lang, &mut meta.date);
        if let Some(more) = meta.more.as_mut() {
            more.date_published.clear();
            iso_date::push_declared(&meta.date, &meta.lang, &mut more.date_published);
            more.sources.date = Some(date.origin().source(names_of(Field::Date)));
            more.sources.date_published = more.sources.date.filter(|_| !more.date_published.is_empty());
        }
    }

    fn write_first_user(&self, meta: &mut Metadata) {
        let of_byline = if self.byline.is_plain() { "" } else { self.byline.first_name() };
        let user = if self.has_only_user() { self.linked_data.author_name() } else { of_byline };
        if !meta.author.is_empty() || user.is_empty() || is_phrase(user) || has_numbers_of_day(user) {
            return;
        }
        meta.author.push_str(user);
        if let Some(more) = meta.more.as_mut() {
            more.sources.author = Some(MetadataSource::Byline);
        }
    }

    /// The source of the page's title, once it is known.
    pub(crate) fn source_of_title(&self, title: &str) -> Option<MetadataSource> {
        let [og_title, element] = self.titles();
        match () {
            () if title.is_empty() => None,
            () if og_title.contains(title) => Some(self.og_title.origin().source(names_of(Field::Title))),
            () if element.contains(title) => Some(MetadataSource::TitleElement),
            () => Some(MetadataSource::Heading),
        }
    }
}

/// Maximum words and characters of a date as the page writes it. A longer text is a sentence.
const MAX_DATE_WORDS: usize = 8;
const MAX_DATE_CHARS: usize = 60;

/// Writes a date. Eight digits get hyphens. Of a sentence, its first date is written as ISO 8601;
/// nothing if none can be read.
fn write_date(said: &str, lang: &str, to: &mut String) {
    to.clear();
    let said = said.trim_end();
    let is_short = said.split(' ').count() <= MAX_DATE_WORDS && said.chars().count() <= MAX_DATE_CHARS;
    match time::with_hyphens(said) {
        Some([year, month, day]) => to.extend([year, "-", month, "-", day]),
        None if is_short => to.push_str(said),
        None => {
            let mut ends = [said.len(); MAX_DATE_WORDS];
            ends.iter_mut().zip(said.match_indices(' ')).for_each(|(end, (at, _))| *end = at);
            // The most words that state one date.
            ends.iter().rev().any(|&end| iso_date::push_declared(&said[..end], lang, to));
        }
    }
}

/// Whether the date of a line counts more than the declared date of publication: if that is
/// missing, or if it is later and no earlier than the change. Then it is the day of a build, or
/// that of another time zone.
fn is_better(line: &str, published: &str, modified: &str) -> bool {
    let [line, published, modified] = [line, published, modified].map(|date| date.get(..DAY_BYTES));
    let is_of_build = line < published && modified.is_some() && modified <= published;
    line.is_some() && (published.is_none() || is_of_build)
}

#[cfg(test)]
mod tests {
    use crate::page_type::PageType;
    use alloc::format;
    use alloc::string::String;

    #[test]
    fn the_date_is_no_sentence() {
        let date = |lang: &str, said: &str| {
            let page = format!(
                "<html lang={lang}><title>Bells</title><h1>Bells</h1><p class=date>{said}</p><p>It rained."
            );
            crate::extract(page.as_bytes(), &crate::Options::default()).unwrap().summary.metadata.date
        };
        let plain = ["March 4, 2025 at 9:12 AM", "Dienstag, 4. März 2025, 09:12 Uhr", "2025年3月4日 9时12分"];
        for said in plain {
            assert_eq!(date("en", said), said);
        }
        let said = "on March 4, 2025 at 9:12 AM, updated March 5, 2025 at 10:00 AM";
        assert_eq!(date("en", said), "2025-03-04T09:12");
        let said = "am 4. März 2025 um 09:12 Uhr, geändert am 5. März 2025";
        assert_eq!(date("de", said), "2025-03-04T09:12");
    }

    #[test]
    fn the_first_post_has_author_and_date_of_a_thread_but_of_no_other_page() {
        let said = "The newts of the pond come up to the light in spring, and we count them each year.";
        let post = |number: u32, name: &str| {
            format!(
                "<div class='post' id=post{number}><div class=postprofile><a href=/members/{number}><img></a>\
                 <a class=username href=/members/{number}>{name}</a><dl><dt>Posts:<dd>{number}</dl></div>\
                 <p class=postdate>#{number}</p><div class=postbody><p>{said}</div></div>"
            )
        };
        let posts: String = ["Newt", "Toad", "Frog", "Ada", "Ben", "Mia", "Tom"]
            .iter()
            .zip(1..)
            .map(|(name, number)| post(number, name))
            .collect();
        let start =
            "<title>How many newts? - Pond Forum</title><a class=username>Guest</a><h1>How many newts?</h1>";
        let page = format!("{start}<div class='topic viewtopic forum'>{posts}</div>");
        let summary =
            |page: &str| crate::extract(page.as_bytes(), &crate::Options::default()).unwrap().summary;
        let thread = summary(&page);
        assert_eq!(thread.page_type.map(|found| found.page_type), Some(PageType::Forum));
        assert_eq!([&*thread.metadata.author, &thread.metadata.date], ["Newt", ""]);
        let owner = "<div class=author>Pond Owner</div>";
        let thread = summary(&format!("{start}{owner}<div class='topic viewtopic forum'>{posts}</div>"));
        assert_eq!([&*thread.metadata.author, &thread.metadata.date], ["Newt", ""]);
        // Posts may be marked as comments, and a page of vBulletin has no heading.
        let marked = posts.replace("class='post'", "itemtype=//schema.org/Comment");
        let thread = summary(&format!("{start}<div class='topic viewtopic forum'>{marked}</div>"));
        assert_eq!(thread.page_type.map(|found| found.page_type), Some(PageType::Forum));
        assert_eq!(thread.metadata.author, "Newt");
        let marked = posts.replace("class=username", "class=bigusername");
        let (before, heading) = start.split_at(start.find("<h1>").unwrap());
        let page = format!("{before}<div class='topic viewtopic forum'>{marked}</div>{heading}");
        let thread = summary(&page);
        assert_eq!(thread.page_type.map(|found| found.page_type), Some(PageType::Forum));
        assert_eq!(thread.metadata.author, "Newt");
        let dated = |number: u32| format!("<time datetime=2020-01-0{number}>then</time>");
        let dated = (1..=7).fold(posts, |posts, number| posts.replace(&format!("#{number}"), &dated(number)));
        let list = format!("<div class=comment-list>{dated}</div>");
        let thread = summary(&format!("{start}<div class='topic viewtopic forum'>{list}</div>"));
        assert_eq!(thread.page_type.map(|found| found.page_type), Some(PageType::Forum));
        assert_eq!(thread.metadata.date, "2020-01-01");
        let article = summary(&format!("{start}<p>{}{list}", said.repeat(99)));
        assert_eq!(article.metadata.date, "");
        let article = summary(&format!("{start}<a class=username>Newt</a><p>{}", said.repeat(9)));
        assert_eq!(article.metadata.author, "");
    }
}
