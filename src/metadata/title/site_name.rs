//! Declared titles without the name of the site.

use super::parts::{SPACED_SIGNS, at_end, runs, same_letters, same_start, without_signs};

/// What the site may be called: its names, the host of the page, and the text of a link to the
/// root. Each is empty if unknown.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct SiteNames<'a> {
    pub(crate) names: [&'a str; 3],
    pub(crate) host: &'a str,
    pub(crate) root_name: &'a str,
}

/// A title without the site's name, if that is at one of its ends.
pub(super) fn without<'a>(site_name: &str, title: &'a str) -> Option<&'a str> {
    let is_site = |text: &str| same_letters(text.chars(), site_name.chars());
    // The longest run of parts such that the rest, at one end, is the name.
    let without_site = runs(title).find(|run| {
        let rest = if run.start == 0 { &title[run.end..] } else { &title[..run.start] };
        is_site(rest)
    });
    let last = || at_end(title, site_name.chars()).map(|start| without_signs(&title[..start]));
    without_site.map(|run| &title[run]).or_else(last)
}

/// Minimum letters and digits of a name that is taken from the host or from a link.
const MIN_LETTERS_OF_NAME: usize = 4;

/// Maximum bytes of a host: RFC 1035, section 2.3.4, without the dot at its end.
const MAX_HOST_BYTES: usize = 253;

/// Maximum number of labels of a host, from its end, that are compared with the title; each run of
/// them may be the site's name.
const MAX_LABELS: usize = 4;

/// A title without its last part, if that is a name of the site, or begins with one and is shorter
/// than the text before it: `Old mill gets roof | Valley News UK`. The name may also be some labels
/// of the host (`www.valleynews.example`), or the text of a link to the root.
pub(super) fn without_last_part<'a>(site: SiteNames<'_>, title: &'a str) -> Option<&'a str> {
    let mut runs = runs(title);
    let before = runs.nth(1)?;
    let last = &title[runs.last()?];
    let is_short = last.len() < before.len();
    let is_name_of = |name: &str| {
        let after = same_start(last, name.chars()).map(|end| &last[end..]);
        let ends = |c: char| !c.is_alphanumeric() && is_short;
        let letters = || name.chars().filter(|c| c.is_alphanumeric()).count();
        after.is_some_and(|after| after.chars().all(|c| !c.is_alphanumeric()) || after.starts_with(ends))
            && letters() >= MIN_LETTERS_OF_NAME
    };
    let mut names = site.names.into_iter().chain([site.root_name]).chain(runs_of_labels(site.host));
    names.any(is_name_of).then(|| &title[before])
}

/// What stands before the first bar between spaces, if it is the longest of the parts between bars.
pub(super) fn before_bar(title: &str) -> &str {
    let Some((before, rest)) = title.split_once(" | ") else { return title };
    let is_longest = rest.split(" | ").all(|part| part.len() <= before.len());
    if is_longest { before } else { title }
}

/// Each run of the last labels of a host; none if the host is too long.
fn runs_of_labels(host: &str) -> impl Iterator<Item = &str> {
    let host = Some(host).filter(|host| host.len() <= MAX_HOST_BYTES).unwrap_or("");
    let labels = host.rmatch_indices('.').nth(MAX_LABELS - 1).map_or(host, |(at, _)| &host[at + 1..]);
    let ends = core::iter::successors(Some(labels), |end| end.rsplit_once('.').map(|(before, _)| before));
    ends.flat_map(|end| {
        core::iter::successors(Some(end), |name| name.split_once('.').map(|(_, after)| after))
    })
}

/// Maximum number of leading or trailing separators that are removed.
const MAX_SIGNS: usize = 4;

/// Whether a dash at the beginning of a title is the sign of direct speech.
fn begins_speech(title: &str) -> bool {
    let said = title.strip_prefix(['-', '–', '—']).map(str::trim_start);
    said.is_some_and(|said| said.starts_with(char::is_alphanumeric))
}

/// A title without separators at its ends that separate nothing: leading ones with a space after
/// them, and trailing ones with a space before them. Quotes stay, and dashes before what is said.
pub(super) fn trim_separators(title: &str) -> &str {
    let is_quoted = title.contains('«') && title.contains('»');
    let separates = |c: char| SPACED_SIGNS.contains(&c) && !(is_quoted && matches!(c, '«' | '»'));
    let parts_nothing = |sign: Option<char>, space: Option<char>| {
        sign.is_some_and(separates) && space.is_some_and(char::is_whitespace)
    };
    let is_speech = begins_speech(title);
    let mut rest = title;
    for _ in 0..MAX_SIGNS {
        let mut signs = rest.chars();
        if !is_speech && parts_nothing(signs.next(), signs.next()) {
            rest = signs.as_str().trim_start();
        }
        let mut signs = rest.chars();
        if parts_nothing(signs.next_back(), signs.next_back()) {
            rest = signs.as_str().trim_end();
        }
    }
    rest
}

#[cfg(test)]
mod tests {
    use super::super::Headings;
    use super::super::tests::{OLD_MILL, title};
    use super::*;

    #[test]
    fn the_name_of_the_site_is_left_out() {
        assert_eq!(title(["", OLD_MILL], "Valley news", &[]), "Old mill gets roof – News");
        assert_eq!(title(["", "Valley News: a year"], "Valley News", &[]), "Valley News: a year");
        assert_eq!(title(["", "Valley News"], "Valley News", &[]), "Valley News");
        assert_eq!(title(["Valley News", OLD_MILL], "Valley News", &[]), "Old mill gets roof – News");
        assert_eq!(title(["", ""], "Valley News", &[]), "");
    }

    #[test]
    fn the_host_may_have_the_name_of_the_site() {
        for (whole, part) in [
            ("Old mill gets roof | Valley News", "Old mill gets roof"),
            ("Old mill - News - valley-news.example", "Old mill - News"),
            ("Old mill - example.org", "Old mill"),
            ("Old mill gets roof | Valley-News US", "Old mill gets roof"),
            ("Old mill gets roof - News - Valley News: a forum", "Old mill gets roof - News"),
            ("Old mill – Valley News, since 1926", "Old mill – Valley News, since 1926"),
            ("Old mill gets roof – Valley newspaper", "Old mill gets roof – Valley newspaper"),
            ("Valley News | Old mill gets roof", "Valley News | Old mill gets roof"),
            ("Old mill – Org", "Old mill – Org"),
            ("Old mill – News", "Old mill – News"),
            ("Valley News", "Valley News"),
        ] {
            let host = "www.valley-news.example.org";
            let site = SiteNames { host, ..SiteNames::default() };
            assert_eq!(Headings::new().title(["", whole], site, false).text, part);
        }
    }

    #[test]
    fn what_stands_after_the_bar_of_a_longer_part_is_left_out() {
        for (whole, part) in [
            ("Old mill gets roof | News", "Old mill gets roof"),
            ("Old mill | News | Valley", "Old mill"),
            ("渡し守と乗客 | 川の新聞", "渡し守と乗客"),
            ("Valley News | World | Old mill gets roof", "Valley News | World | Old mill gets roof"),
            ("Newts | Pond life in spring", "Newts | Pond life in spring"),
            ("How a|b is read", "How a|b is read"),
        ] {
            assert_eq!(title(["", whole], "", &[]), part);
        }
        assert_eq!(title(["", "Old mill | a roof"], "", &[("Old mill | a roof", true)]), "Old mill | a roof");
    }

    #[test]
    fn a_link_to_the_root_may_have_the_name_of_the_site() {
        for (whole, part) in [
            ("Old mill gets roof – Valley News", "Old mill gets roof"),
            ("Well-laid roof: a plan - Valley News", "Well-laid roof: a plan"),
            ("Old mill gets roof – Valley News UK", "Old mill gets roof"),
            ("Valley News - Old mill", "Valley News - Old mill"),
            ("Old mill - News", "Old mill - News"),
            ("Valley News", "Valley News"),
        ] {
            let site = SiteNames { root_name: "valley news", ..SiteNames::default() };
            assert_eq!(Headings::new().title(["", whole], site, false).text, part);
        }
    }

    #[test]
    fn a_sign_that_parts_a_title_from_nothing_is_none_of_it() {
        for whole in ["» Old mill", "| Old mill |", "Old mill –", "- - Old mill"] {
            assert_eq!(title(["", whole], "", &[]), "Old mill", "{whole}");
        }
        for whole in ["-Old mill", "Old mill»", "|", "What is a mill ?", "Mill (old)"] {
            assert_eq!(title(["", whole], "", &[]), whole);
        }
    }
}
