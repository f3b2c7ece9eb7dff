//! The title of a page: the part of its declared titles that is not the name of the site.
//!
//! Declared titles are `og:title` and the title element. A title has parts between separators (`Old
//! mill gets roof | Valley News`), in an order that differs from site to site. The page's headings
//! show which part is the page's. Without a matching heading, the site's names are removed.

mod heading;
mod held;
mod parts;
mod site_name;
pub(crate) mod split;

use crate::block::marks::{Span, spans};
use crate::block::{Record, Verdict};
use crate::structure::Flags;
use core::ops::Range;
use heading::{after_site_name, before_site_name, most_of, without_issue_number};
pub(crate) use held::HELD_BYTES;
use held::HeldHeading;
use parts::{Places, ends_the_same, runs, same_letters};
pub(crate) use site_name::SiteNames;
use site_name::{before_bar, trim_separators, without, without_last_part};

/// Maximum number of headings that are compared with the titles. Each comparison takes time in
/// proportion to the titles, and a page may consist of headings.
const MAX_HEADINGS: usize = 32;

/// Whether a line says one of the declared titles, or the part of one that is about the page.
/// `line` may have marks; `chars` is the number of its characters without them.
pub(crate) fn says_title(titles: [&str; 2], chars: u32, line: &str) -> bool {
    let line = || spans(line).filter_map(Span::text).flat_map(str::chars);
    let says = |title: &str| same_letters(line(), title.chars());
    // Most texts are longer than any title.
    let mut titles = titles.into_iter().filter(|title| chars as usize <= title.len());
    titles.any(|title| says(title) || says(split::without_site_name(title)))
}

/// The best match between the page's headings and its declared titles, and a heading that may
/// be the title without one. Holds [`HELD_BYTES`].
#[derive(Clone, Debug)]
pub(crate) struct Headings {
    best: Option<TitleClaim>,
    held: HeldHeading,
    /// Number of headings that were compared with the titles.
    compared: usize,
}

/// What a heading is to the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HeadingMatch {
    /// It equals a part of a title.
    Title,
    /// It is the name of the site.
    Site,
    Other,
}

/// A part of a title that equals a heading.
#[derive(Clone, Debug)]
struct TitleClaim {
    /// Index of the title, and its length in bytes.
    title: usize,
    bytes: usize,
    place: Range<usize>,
    /// The heading was kept. `is_first_level`: it is an `h1`.
    is_kept: bool,
    is_first_level: bool,
}

/// The title of a page, and whether only a heading states it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PageTitle<'a> {
    pub(crate) text: &'a str,
    pub(crate) is_of_heading: bool,
}

impl Headings {
    pub(crate) fn new() -> Self {
        Self { best: None, held: HeldHeading::new(), compared: 0 }
    }

    pub(crate) fn clear(&mut self) {
        (self.best, self.compared) = (None, 0);
        self.held.clear();
    }

    /// Whether a block may be a heading that repeats the title.
    ///
    /// It is an `h1`, or a kept `h2` or `h3` with words of the title. Forums and blogs have the
    /// site's name in the `h1` and the title in an `h2` or `h3`. Listings have an `h2` for each
    /// card. Only the first [`MAX_HEADINGS`] such headings count.
    #[inline]
    pub(crate) fn wants(&self, record: &Record) -> bool {
        let is_of_thread = || record.verdict == Verdict::Kept && record.title_hits > 0;
        let may_say_title = match record.context.heading {
            1 => true,
            2 | 3 => is_of_thread(),
            _ => false,
        };
        may_say_title && !record.has(Flags::HIDDEN) && self.compared < MAX_HEADINGS
    }

    /// Compares a heading that is [wanted](Self::wants) with the titles. `text` is its text with
    /// marks.
    ///
    /// Of several headings that equal parts of a title, a kept one wins, then an `h1`, then the
    /// longest, then the first. A heading that equals a name of the site is ignored. So is a
    /// heading that was dropped if it is the end of a title and at most half of it. That is usually
    /// the site's name, too.
    ///
    /// Returns what the heading is to the page.
    ///
    /// Cost: linear in the text and the titles, times [`parts::MAX_PARTS`].
    pub(crate) fn add(
        &mut self,
        titles: [&str; 2],
        site_names: [&str; 3],
        record: &Record,
        text: &str,
    ) -> HeadingMatch {
        let is_kept = record.verdict == Verdict::Kept;
        let is_first_level = record.context.heading == 1;
        self.compared += 1;
        let heading = || spans(text).filter_map(Span::text).flat_map(str::chars);
        if site_names.iter().any(|name| same_letters(heading(), name.chars())) {
            return HeadingMatch::Site;
        }
        let mut is_part = false;
        let found = titles.iter().enumerate().find_map(|(title, text)| {
            let is_said = |run: &Range<usize>| same_letters(heading(), text[run.clone()].chars());
            let places = Places::of(text);
            let place = places
                .runs()
                .chain(places.inner_runs())
                .find(is_said)
                .or_else(|| most_of(text, heading))
                .or_else(|| without_issue_number(text, &places, heading))
                .or_else(|| before_site_name(text, heading).filter(|_| is_kept && is_first_level))
                .or_else(|| after_site_name(text, heading).filter(|_| is_kept))?;
            is_part = true;
            let is_likely = place.start == 0 || 2 * place.len() > text.len();
            let is_after_colon = || text[..place.start].trim_end().ends_with([':', '：']);
            // A lower heading is more often that of a section.
            let is_whole = record.context.heading < 3 || place.start == 0 || is_after_colon();
            (is_likely || is_kept && is_whole).then_some(TitleClaim {
                title,
                bytes: text.len(),
                place,
                is_kept,
                is_first_level,
            })
        });
        // A part in the middle is the name of a section.
        let is_section = |title: &str| split::parts(title).any(|part| same_letters(heading(), part.chars()));
        let is_named = self.best.is_some() || is_part;
        if is_first_level && !is_named && !titles.into_iter().any(is_section) {
            self.held.offer(titles, text, is_kept);
        }
        let heading_match = if found.is_some() { HeadingMatch::Title } else { HeadingMatch::Other };
        let rank = |claim: &TitleClaim| (claim.is_kept, claim.is_first_level, claim.place.len());
        if let Some(found) = found
            && self.best.as_ref().is_none_or(|best| rank(&found) > rank(best))
        {
            self.best = Some(found);
        }
        heading_match
    }

    /// The page's title. The first of these counts:
    ///
    /// 1. the part of a declared title that a heading equals;
    /// 2. the held `h1`, if it shares words with a declared title, and the page calls itself an
    ///    article (`is_article`), or separators are left in the title of 4;
    /// 3. the held `h1`, if no title is declared or each is only the name of the site;
    /// 4. the first declared title that is more than the site's name, without that name. The name
    ///    may also be taken from the page's host, or from the text `root_name` of a link to the
    ///    root. What stands after the bar of a longer part is a slogan or a section.
    ///
    /// Cost: linear in the titles, times [`parts::MAX_PARTS`] and the labels of the host.
    pub(crate) fn title<'a>(
        &'a self,
        titles: [&'a str; 2],
        site: SiteNames<'_>,
        is_article: bool,
    ) -> PageTitle<'a> {
        if let Some(TitleClaim { title, bytes, place, .. }) = &self.best
            // The title may have changed since the heading was compared.
            && titles[*title].len() == *bytes
            && let Some(part) = titles[*title].get(place.clone())
        {
            return PageTitle { text: trim_separators(part), is_of_heading: false };
        }
        let of_heading = |text| PageTitle { text, is_of_heading: true };
        let mut declared = titles.into_iter().filter(|title| !title.is_empty());
        let first = declared.clone().next().unwrap_or("");
        let is_site = |text: &str| site.names.iter().any(|name| same_letters(text.chars(), name.chars()));
        let Some(title) = declared.find(|title| !is_site(title)) else {
            let heading = Some(self.held.text()).filter(|heading| !heading.is_empty());
            return heading.map_or(PageTitle { text: first, is_of_heading: false }, of_heading);
        };
        let mut names = site.names.into_iter().filter(|name| !name.is_empty());
        let title = names
            .find_map(|name| without(name, title))
            .or_else(|| without_last_part(site, title))
            .unwrap_or(title);
        let has_parts = || split::parts(title).filter(|part| !part.is_empty()).count() > 1;
        let is_declared = |text| PageTitle { text: trim_separators(text), is_of_heading: false };
        match self.held.text_of_title().filter(|_| is_article || has_parts()) {
            Some(heading) => part_at_end_of(heading, title).map_or_else(|| of_heading(heading), is_declared),
            None => is_declared(before_bar(title)),
        }
    }
}

/// The parts at the beginning of a title with which a heading ends: above them is the name of the
/// section. They are at least half of the heading.
fn part_at_end_of<'a>(heading: &str, title: &'a str) -> Option<&'a str> {
    let mut parts = runs(title).peekable();
    let begin = parts.peek()?.start;
    let is_end = |run: &Range<usize>| {
        run.start == begin && 2 * run.len() >= heading.len() && ends_the_same(heading, &title[run.clone()])
    };
    parts.find(is_end).map(|run| &title[run])
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::String;
    use alloc::vec::Vec;

    pub(super) const OLD_MILL: &str = "Old mill gets roof – News · Valley News";

    /// The title of a page with these titles (`og:title`, title element), this name of its site,
    /// and these `h1`s, kept or not.
    pub(super) fn title(titles: [&str; 2], site_name: &str, headings: &[(&str, bool)]) -> String {
        let headings: Vec<_> = headings.iter().map(|&(heading, is_kept)| (1, heading, is_kept)).collect();
        title_of(titles, site_name, &headings)
    }

    /// Like [`title`], with headings of these levels, which have words of the title.
    fn title_of(titles: [&str; 2], site_name: &str, headings: &[(u8, &str, bool)]) -> String {
        let mut all = Headings::new();
        for &(level, heading, is_kept) in headings {
            let mut record = Record::default();
            record.context.heading = level;
            record.title_hits = 1;
            record.verdict = if is_kept { Verdict::Kept } else { Verdict::Dropped };
            if all.wants(&record) {
                all.add(titles, [site_name, "", ""], &record, heading);
            }
        }
        let site = SiteNames { names: [site_name, "", ""], ..SiteNames::default() };
        all.title(titles, site, false).text.into()
    }

    #[test]
    fn no_more_than_the_first_headings_are_compared() {
        let page = |before: usize| {
            let mut headings = Vec::from_iter((0..before).map(|_| ("Another heading", true)));
            headings.push(("Old mill gets roof", true));
            title(["", OLD_MILL], "", &headings)
        };
        assert_eq!(page(MAX_HEADINGS - 1), "Old mill gets roof");
        assert_eq!(page(MAX_HEADINGS), OLD_MILL);
    }

    #[test]
    fn a_thread_has_its_title_in_a_heading_of_the_second_level() {
        let titles = ["", "Gasket for the old pump - Classic Spares"];
        let (site, thread) = ((1, "Classic Spares", false), "Gasket for the old pump");
        assert_eq!(title_of(titles, "", &[site, (2, thread, true)]), thread);
        assert_eq!(title_of(titles, "", &[site, (2, thread, false)]), titles[1]);
        assert_eq!(title_of(titles, "", &[site, (3, thread, true)]), thread);
        let of_blog = ["", "Classic Spares: Gasket for the old pump"];
        for level in [2, 3] {
            assert_eq!(title_of(of_blog, "", &[site, (level, thread, true)]), thread);
        }
        assert_eq!(title_of(of_blog, "", &[site, (4, thread, true)]), of_blog[1]);
        assert_eq!(title_of(titles, "", &[(3, "Classic Spares", true)]), titles[1]);
        assert_eq!(title_of(titles, "", &[(2, "Classic Spares", true), (1, thread, true)]), thread);
    }

    #[test]
    fn headings_that_may_say_the_title_are_few() {
        let wants = |level: u8, verdict, title_hits| {
            let mut record = Record::default();
            (record.context.heading, record.verdict, record.title_hits) = (level, verdict, title_hits);
            let shown = Headings::new().wants(&record);
            record.context.flags.set(Flags::HIDDEN);
            assert!(!Headings::new().wants(&record), "hidden");
            shown
        };
        assert!(wants(1, Verdict::Dropped, 0) && wants(2, Verdict::Kept, 1));
        assert!(wants(3, Verdict::Kept, 1) && !wants(4, Verdict::Kept, 1));
        assert!(!wants(2, Verdict::Dropped, 1) && !wants(2, Verdict::Kept, 0));
        assert!(!wants(0, Verdict::Kept, 1));
    }

    #[test]
    fn a_heading_that_was_dropped_may_be_the_name_of_the_site() {
        assert_eq!(title(["", OLD_MILL], "", &[("Valley News", false)]), OLD_MILL);
        assert_eq!(
            title(["", OLD_MILL], "", &[("Old mill gets roof - News", false)]),
            "Old mill gets roof – News"
        );
    }

    #[test]
    fn the_heading_tells_which_part_of_a_title_is_the_pages() {
        assert_eq!(title(["", OLD_MILL], "", &[("OLD MILL\u{A0}gets roof", true)]), "Old mill gets roof");
        assert_eq!(
            title(["", OLD_MILL], "", &[("Old mill gets roof - News", true)]),
            "Old mill gets roof – News"
        );
        assert_eq!(title(["", OLD_MILL], "", &[("The roof of a house", true)]), OLD_MILL);
        assert_eq!(
            title(["", OLD_MILL], "", &[("\u{7}/x\u{E}Old mill gets roof\u{8}", true)]),
            "Old mill gets roof"
        );
        assert_eq!(
            title(["Valley News", OLD_MILL], "", &[("Old mill gets roof", true)]),
            "Old mill gets roof"
        );
        assert_eq!(title(["", "- Old mill"], "", &[("- Old mill", true)]), "- Old mill");
        assert_eq!(title(["", "Vu « Old mill »"], "", &[("Vu « Old mill »", true)]), "Vu « Old mill »");
        for around in ["» Old mill gets roof :millsite", "Old mill gets roof |"] {
            assert_eq!(title(["", around], "", &[("Old mill gets roof", true)]), "Old mill gets roof");
        }
        assert_eq!(title(["", "渡し守と乗客｜川の新聞"], "", &[("渡し守と乗客", true)]), "渡し守と乗客");
        assert_eq!(title(["", OLD_MILL], "", &[("", true), ("–", true)]), OLD_MILL);
        // A part in the middle counts if it is the longest.
        let between = "Valley.example - Old mill gets roof - May 3, 2001";
        assert_eq!(title(["", between], "", &[("Old mill gets roof", true)]), "Old mill gets roof");
        assert_eq!(title(["", OLD_MILL], "", &[("News", true)]), OLD_MILL);
        assert_eq!(
            title(["", "Old mill gets roof - News - May 3"], "", &[("News", true)]),
            "Old mill gets roof - News - May 3"
        );
    }

    #[test]
    fn of_several_headings_the_kept_and_the_longer_one_counts() {
        assert_eq!(
            title(["", OLD_MILL], "", &[("Valley News", false), ("Old mill gets roof", true)]),
            "Old mill gets roof"
        );
        assert_eq!(
            title(["", OLD_MILL], "", &[("Old mill gets roof", true), ("Valley News", true)]),
            "Old mill gets roof"
        );
        assert_eq!(
            title(["", "Valley News - Old mill"], "Valley News", &[("Valley News", true)]),
            "Old mill"
        );
    }

    /// The title of a page with this title element and these `h1`s, if the page calls itself an
    /// article or not.
    fn title_in_other_words(element: &str, headings: &[&str], is_article: bool) -> String {
        let mut all = Headings::new();
        for heading in headings {
            let mut record = Record::default();
            (record.context.heading, record.verdict) = (1, Verdict::Kept);
            all.add(["", element], ["Valley News", "", ""], &record, heading);
        }
        let site = SiteNames { names: ["Valley News", "", ""], ..SiteNames::default() };
        let title = all.title(["", element], site, is_article);
        assert_eq!(title.is_of_heading, !title.text.is_empty() && !element.contains(title.text));
        title.text.into()
    }

    #[test]
    fn the_heading_of_an_article_says_its_title_in_other_words() {
        let (element, heading) = ("The mill gets a roof | Valley News", "How the mill got its new roof");
        assert_eq!(title_in_other_words(element, &[heading], true), heading);
        assert_eq!(title_in_other_words(element, &[heading], false), "The mill gets a roof");
        for other in ["Spring comes to the pond", "Mill", "Valley News"] {
            assert_eq!(title_in_other_words(element, &[other], true), "The mill gets a roof", "{other}");
            assert_eq!(title_in_other_words(element, &[other, heading], true), heading, "{other}");
        }
        // The heading has the name of a section in front.
        assert_eq!(
            title_in_other_words(element, &["Valley: The mill gets a roof"], true),
            "The mill gets a roof"
        );
        let (element, heading) = ("川の水車に屋根ができる", "川の水車の新しい屋根");
        assert_eq!(title_in_other_words(element, &[heading], true), heading);
    }

    #[test]
    fn a_heading_tells_the_title_from_what_stands_after_it() {
        let element = "Buy round kettles for tea at home – Kettle Shop";
        assert_eq!(title_in_other_words(element, &["Round kettles"], false), "Round kettles");
        assert_eq!(title_in_other_words(element, &["Our newsletter"], false), element);
        assert_eq!(title_in_other_words("Round tea kettles", &["Round kettles"], false), "Round tea kettles");
    }

    #[test]
    fn without_a_title_the_heading_is_it_even_if_it_is_not_the_first() {
        for element in ["", "Valley News"] {
            let title = title_in_other_words(element, &["Valley News", "–", "Old mill gets roof"], false);
            assert_eq!(title, "Old mill gets roof");
            assert_eq!(title_in_other_words(element, &[], false), element);
            assert_eq!(title_in_other_words(element, &[&"roof ".repeat(200)], false), element);
        }
    }
}
