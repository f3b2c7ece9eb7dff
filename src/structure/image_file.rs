//! The file of an image: which of its addresses is a picture's.
//!
//! In: the attributes of an `img` or a `source`. Out: an address as in the page. Holds nothing.

use crate::address::host_and_path;
use crate::html::{AttrId, Tag};

/// Attributes that name the file of an image that a script loads, the best first.
pub(super) const LAZY: [AttrId; 4] =
    [AttrId::DataSrc, AttrId::DataOriginal, AttrId::DataLazySrc, AttrId::NitroLazySrc];

/// Attributes that may name such a file, or say something else: `data-lazy=true`.
pub(super) const MAYBE_LAZY: [AttrId; 3] = [AttrId::DataLazy, AttrId::DataActualsrc, AttrId::DataCfsrc];

/// Attributes that may name a file of an image that has no other.
pub(super) const LAST: [AttrId; 5] =
    [AttrId::DataHiResSrc, AttrId::DataOrigFile, AttrId::DataImgSrc, AttrId::DataImage, AttrId::DataUrl];

/// Lists of files of one image in several sizes.
pub(super) const LISTS: [AttrId; 2] = [AttrId::Srcset, AttrId::DataSrcset];

/// Names of files, without their extension, that hold a place.
const PLACEHOLDERS: [&str; 12] = [
    "spacer", "pixel", "blank", "transparent", "clear", "dot", "1x1", "grey", "gray", "placeholder",
    "loading", "lazy",
];

/// Names of folders of files that are not content.
const FOLDERS: [&str; 14] = [
    "emoji", "emojis", "emoticon", "emoticons", "emotions", "emotes", "smiley", "smileys", "smiles",
    "smilies", "icons", "buttons", "avatar", "avatars",
];

/// Words in names of files that are not content, unless the file is a photograph.
const MARKS: [&str; 11] = [
    "icon", "icons", "logo", "logos", "favicon", "avatar", "sprite", "spacer", "smiley", "placeholder",
    "loading",
];

/// Words in names of files that stand for a site, and not for a page of it.
const MARKS_OF_SITES: [&str; 5] = ["icon", "logo", "logos", "favicon", "opengraph"];

/// Hosts whose images are advertisements, or count readers.
const AD_HOSTS: [&str; 4] = ["doubleclick.net", "smartadserver.com", "awin1.com", "scorecardresearch.com"];

/// Formats of photographs.
const PHOTOGRAPHS: [&str; 2] = ["jpg", "jpeg"];

/// Formats of images.
const FORMATS: [&str; 7] = ["jpg", "jpeg", "png", "webp", "gif", "avif", "svg"];

/// The address of an image's file: the one that a script loads; or `src`; or the largest of
/// `srcset`; or that of a `source`; or one in an attribute that may hold something else.
pub(super) fn file_of<'a>(tag: &'a Tag<'_>, source: &'a str) -> Option<&'a str> {
    let address = |id| tag.attributes.get_untruncated(id).map(str::trim).filter(|src| is_file(src));
    let named = |id| address(id).filter(|src| has_format(src));
    (LAZY.into_iter().find_map(address))
        .or_else(|| MAYBE_LAZY.into_iter().find_map(named))
        .or_else(|| largest_of(tag, &[AttrId::DataSrcset]))
        .or_else(|| address(AttrId::Src))
        .or_else(|| largest_of(tag, &[AttrId::Srcset]))
        .or(Some(source).filter(|src| is_file(src)))
        .or_else(|| LAST.into_iter().find_map(named))
}

/// Whether the host of an address is one of `hosts`, or below it.
pub(super) fn is_of_host(url: &str, hosts: &[&str]) -> bool {
    let Some((host, _)) = host_and_path(url) else { return false };
    hosts.iter().any(|other| {
        host.strip_suffix(other).is_some_and(|before| before.is_empty() || before.ends_with('.'))
    })
}

/// Whether an address ends in the format of an image.
fn has_format(src: &str) -> bool {
    let path = src.split(['?', '#']).next().unwrap_or("");
    path.rsplit_once('.').is_some_and(|(_, format)| is_one_of(format, &FORMATS))
}

/// Whether an address is that of a picture's file, and not of its placeholder.
pub(crate) fn is_file(src: &str) -> bool {
    let scheme = src.split([':', '/', '?', '#']).next().unwrap_or("");
    let has_scheme = src[scheme.len()..].starts_with(':');
    let is_fetched =
        !has_scheme || scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https");
    let path = src.split(['?', '#']).next().unwrap_or("");
    let (folders, name) = path.rsplit_once('/').unwrap_or(("", path));
    let (stem, format) = name.rsplit_once('.').unwrap_or((name, ""));
    !src.is_empty()
        && !src.starts_with('#')
        && is_fetched
        && !folders.split('/').any(|folder| is_one_of(folder, &FOLDERS))
        && !is_one_of(stem, &PLACEHOLDERS)
        && (is_one_of(format, &PHOTOGRAPHS) || !has_mark(stem, &MARKS))
        && !is_of_host(src, &AD_HOSTS)
}

/// Whether an address is that of a picture that stands for a site, by the name of its file.
pub(crate) fn is_mark_of_site(src: &str) -> bool {
    let path = src.split(['?', '#']).next().unwrap_or("");
    let name = path.rsplit('/').next().unwrap_or("");
    has_mark(name.rsplit_once('.').map_or(name, |(stem, _)| stem), &MARKS_OF_SITES)
}

/// Whether one of the words of the name of a file is in `marks`. An upper-case letter after a
/// lower-case one begins a new word.
fn has_mark(stem: &str, marks: &[&str]) -> bool {
    let bytes = stem.as_bytes();
    let is_edge = |at: usize| {
        let [before, after] =
            [at.checked_sub(1), Some(at)].map(|at| at.and_then(|at| bytes.get(at)).copied());
        let is_letter = |byte: Option<u8>| byte.is_some_and(|byte| byte.is_ascii_alphabetic());
        let begins_word = before.is_some_and(|byte| byte.is_ascii_lowercase())
            && after.is_some_and(|byte| byte.is_ascii_uppercase());
        begins_word || !is_letter(before) || !is_letter(after)
    };
    marks.iter().any(|mark| {
        let mut places = bytes.windows(mark.len()).enumerate();
        places.any(|(at, part)| {
            part.eq_ignore_ascii_case(mark.as_bytes()) && is_edge(at) && is_edge(at + mark.len())
        })
    })
}

fn is_one_of(name: &str, any: &[&str]) -> bool {
    any.iter().any(|other| other.eq_ignore_ascii_case(name))
}

/// The largest file in the first of `lists` of a tag. Of a list that was cut, the last file is not
/// used.
pub(super) fn largest_of<'a>(tag: &'a Tag<'_>, lists: &[AttrId]) -> Option<&'a str> {
    lists.iter().find_map(|&id| {
        let list = tag.attributes.get(id)?;
        largest(list, tag.attributes.get_untruncated(id).is_none())
    })
}

/// The address with the greatest descriptor in a `srcset`; the first of several.
///
/// Source: the HTML standard, "parsing a srcset attribute". Departure: a number that cannot be read
/// counts as 1, and nothing is in brackets.
fn largest(list: &str, is_cut: bool) -> Option<&str> {
    let (mut best, mut best_size) = (None, None);
    let is_gap = |c: char| c.is_ascii_whitespace() || c == ',';
    let mut rest = list.trim_start_matches(is_gap);
    while !rest.is_empty() {
        let (address, after) =
            rest.split_at(rest.find(|c: char| c.is_ascii_whitespace()).unwrap_or(rest.len()));
        let (descriptor, next) = match address.strip_suffix(',') {
            Some(_) => ("", after),
            None => after.split_once(',').unwrap_or((after, "")),
        };
        rest = next.trim_start_matches(is_gap);
        let address = address.trim_end_matches(',');
        let number = descriptor.trim().trim_end_matches(['w', 'x', 'h']);
        let size = Some(thousandths(number).unwrap_or(1000));
        let is_whole = !rest.is_empty() || !is_cut;
        if size > best_size && is_whole && is_file(address) {
            (best, best_size) = (Some(address), size);
        }
    }
    best
}

/// A number of digits with decimals, in thousandths. Departure: no exponents, for which the
/// standard library has a large parser.
fn thousandths(number: &str) -> Option<u32> {
    let (whole, decimals) = number.split_once('.').unwrap_or((number, ""));
    let decimals = decimals.bytes().chain([b'0'; 3]).take(3);
    let mut decimals = decimals.map(|digit| char::from(digit).to_digit(10));
    let part = decimals.try_fold(0, |part, digit| Some(part * 10 + digit?))?;
    let whole: u32 = if whole.is_empty() && !number.is_empty() { 0 } else { whole.parse().ok()? };
    Some(whole.saturating_mul(1000).saturating_add(part))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_file_of_a_list_is_found() {
        for (list, file) in [
            ("a.jpg 480w, b.jpg 800w, c.jpg 640w", Some("b.jpg")),
            ("a.jpg, b.jpg 2x", Some("b.jpg")),
            ("a.jpg .5x, b.jpg", Some("b.jpg")),
            ("a.jpg, b.jpg 0.5x", Some("a.jpg")),
            ("a.jpg 1x, b.jpg 99999999w", Some("b.jpg")),
            ("a.jpg 1.5x,b.jpg 1x", Some("a.jpg")),
            ("/w_300,h_200/a.jpg 300w, /w_600,h_400/a.jpg 600w", Some("/w_600,h_400/a.jpg")),
            (" , a.jpg ,", Some("a.jpg")),
            ("data:image/gif;base64,R0lGOD 300w, a.jpg 100w", Some("a.jpg")),
            ("", None),
            (",", None),
        ] {
            assert_eq!(largest(list, false), file, "{list}");
        }
        assert_eq!(largest("a.jpg 480w, b.jpg 80", true), Some("a.jpg"));
    }

    #[test]
    fn placeholders_and_other_schemes_are_no_files() {
        for src in [
            "data:image/gif;base64,R0",
            "javascript:x",
            "",
            "#",
            "/img/spacer.gif?1",
            "/emoji/1f600.png",
            "/styles/Smilies/ear.gif",
            "https://a.example/img/icons/5_stars.gif",
            "/img/printer_icon.gif",
            "/img/newIcon.svg",
            "valley-logo.png?1",
            "/wp/lazy_placeholder.gif",
            "grey-placeholder.png",
            "/img/loading-trans-ced1.gif",
            "https://ad.doubleclick.net/ad/a.jpg",
            "//awin1.com/cshow.php?s=1",
            "about:blank",
        ] {
            assert!(!is_file(src), "{src}");
        }
        for src in [
            "a.jpg", "//a.example/b", "HTTPS://a.example/b.png", "/a:b.jpg", "/pixel-phone.jpg",
            "/new-logo.jpg", "/loading-dock.jpg", "/unloading.png", "//a.example/awin1.com", "/iconic.png",
            "//icons.example/mill.png",
        ] {
            assert!(is_file(src), "{src}");
        }
    }

    #[test]
    fn a_mark_of_a_site_has_a_name_that_says_so() {
        for src in ["/logo.jpg", "/img/openGraphLogo.jpg?1", "icon512x512.jpg", "/apple-touch-icon@2.png"] {
            assert!(is_mark_of_site(src), "{src}");
        }
        for src in ["/mill.jpg", "/logo/mill.jpg", "/catalogo.jpg", "", "/", "/mill.jpg?logo"] {
            assert!(!is_mark_of_site(src), "{src}");
        }
    }
}
