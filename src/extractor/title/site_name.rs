//! Declared titles without the name of the site.

use super::parts::{SPACED_SIGNS, at_end, ends_the_same, runs, same_letters, without_signs};
use crate::metadata::SITE_NAME_BYTES;

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

/// Minimum letters and digits of a label of the host that may be the site's name.
const MIN_OF_HOST: usize = 4;

/// Maximum bytes of a host: RFC 1035, section 2.3.4, without the dot at its end.
const MAX_HOST_BYTES: usize = 253;

/// Maximum number of labels of a host, from its end, that are compared with the title; each run of
/// them may be the site's name.
const MAX_LABELS: usize = 4;

/// A title without its last part, if that equals some labels of the host: `Old mill gets roof |
/// Valley News` of `www.valleynews.example`.
pub(super) fn without_host<'a>(host: &str, title: &'a str) -> Option<&'a str> {
    if host.is_empty() || host.len() > MAX_HOST_BYTES {
        return None;
    }
    let labels = host.rmatch_indices('.').nth(MAX_LABELS - 1).map_or(host, |(at, _)| &host[at + 1..]);
    let names = || {
        let ends = core::iter::successors(Some(labels), |end| end.rsplit_once('.').map(|(before, _)| before));
        ends.flat_map(|end| {
            core::iter::successors(Some(end), |name| name.split_once('.').map(|(_, after)| after))
        })
    };
    let is_long = |name: &str| name.chars().filter(|c| c.is_alphanumeric()).count() >= MIN_OF_HOST;
    let is_name = |rest: &str| {
        rest.len() <= SITE_NAME_BYTES
            && names().any(|name| same_letters(name.chars(), rest.chars()) && is_long(name))
    };
    // Nearly all titles end otherwise, and this spares the search for their parts.
    if !names().any(|name| ends_the_same(title, name)) {
        return None;
    }
    let mut parts = runs(title).peekable();
    let begin = parts.peek()?.start;
    let run = parts.find(|run| run.start == begin && is_name(&title[run.end..]))?;
    Some(&title[run])
}

/// A title without its last part, if that equals the text of a link to the root.
pub(super) fn without_root_name<'a>(root_name: &str, title: &'a str) -> Option<&'a str> {
    if root_name.is_empty() || !ends_the_same(title, root_name) {
        return None;
    }
    let mut parts = runs(title).peekable();
    let begin = parts.peek()?.start;
    let is_name = |rest: &str| same_letters(rest.chars(), root_name.chars());
    let run = parts.find(|run| run.start == begin && run.end < title.len() && is_name(&title[run.end..]))?;
    Some(&title[run])
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
