//! Content images: which of a page's images are content, and where their file is.
//!
//! In: `img` tags, and the `source` tags of a `picture`. Out: images with address and alternative
//! text for the sink, if it wants them. Held: [`HELD_BYTES`], only then.
//!
//! An image is left out if it is hidden, in a navigation or page footer, if its element says that
//! it is decoration, if it is as small as a tracking pixel or an icon, or if it draws an emoji. Text
//! in a `noscript` repeats images that a script loads: it is used only if there was none.

use super::{Flags, StructureSink, TrackedSink, hidden};
use crate::address::host_and_path;
use crate::hash::hash_32;
use crate::html::{AttrId, AttrSet, Tag, TagId};
use alloc::string::String;
use alloc::vec::Vec;

/// A content image.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FoundImage<'a> {
    /// Address as in the page.
    pub(crate) src: &'a str,
    pub(crate) alt: &'a str,
    pub(crate) offset: u64,
    /// Depth of the deepest element that encloses the image and the text before it.
    pub(crate) depth_to_last: usize,
    /// It is a player with this name.
    pub(crate) is_player: bool,
}

/// A link with an address.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FoundLink<'a> {
    /// Address as in the page.
    pub(crate) href: &'a str,
    pub(crate) rel: &'a str,
    pub(crate) offset: u64,
}

/// Attributes that name the file of an image that a script loads, the best first.
pub(super) const LAZY: [AttrId; 4] =
    [AttrId::DataSrc, AttrId::DataOriginal, AttrId::DataLazySrc, AttrId::NitroLazySrc];

/// Attributes that may name such a file, or say something else: `data-lazy=true`.
const MAYBE_LAZY: [AttrId; 3] = [AttrId::DataLazy, AttrId::DataActualsrc, AttrId::DataCfsrc];

/// Attributes that may name a file of an image that has no other.
const LAST: [AttrId; 5] =
    [AttrId::DataHiResSrc, AttrId::DataOrigFile, AttrId::DataImgSrc, AttrId::DataImage, AttrId::DataUrl];

/// Lists of files of one image in several sizes.
const LISTS: [AttrId; 2] = [AttrId::Srcset, AttrId::DataSrcset];

/// Attributes that are read of an `img` whose image may be wanted.
pub(super) const OF_IMAGES: AttrSet =
    AttrSet::of(&LAZY).with(AttrSet::of(&MAYBE_LAZY)).with(AttrSet::of(&LAST)).with(OF_SOURCES).with(
        AttrSet::of(&[
            AttrId::Alt,
            AttrId::Class,
            AttrId::Src,
            AttrId::Width,
            AttrId::Height,
            AttrId::Role,
            AttrId::AriaHidden,
            AttrId::Hidden,
            AttrId::Style,
        ]),
    );

/// Attributes that are read of a `source`.
pub(super) const OF_SOURCES: AttrSet = AttrSet::of(&LISTS).with(AttrSet::of(&[AttrId::Src]));

/// Maximum bytes of an address in a `source` that are kept.
const SOURCE_BYTES: usize = 1024;

/// Images of a page that are remembered, and how often the same one may come.
const SEEN: usize = 64;
const MAX_TIMES: u32 = 3;

/// Bytes on the heap, if images are wanted.
pub(crate) const HELD_BYTES: usize = SOURCE_BYTES + SEEN * size_of::<Seen>();

/// Maximum pixels on a side of a tracking pixel or a spacer.
pub(super) const MAX_SPACER_PIXELS: u32 = 3;

/// Maximum pixels on the longer side of an icon, and of one without alternative text.
const MAX_ICON_PIXELS: u32 = 32;
const MAX_UNNAMED_ICON_PIXELS: u32 = 64;

/// Minimum width in pixels of an image that is content although its role says the opposite.
const MIN_CONTENT_PIXELS: u32 = 300;

/// Maximum characters of an alternative text that is an emoji.
const MAX_EMOJI_CHARS: usize = 8;

/// Words in classes of images that are no content.
const CLASSES: [&str; 11] = [
    "emoji", "smiley", "smilies", "icon", "avatar", "gravatar", "logo", "sprite", "spacer", "tracking",
    "pixel",
];

/// Names of files, without their extension, that hold a place.
const PLACEHOLDERS: [&str; 12] = [
    "spacer", "pixel", "blank", "transparent", "clear", "dot", "1x1", "grey", "gray", "placeholder",
    "loading", "lazy",
];

/// Names of folders of files that are no content.
const FOLDERS: [&str; 14] = [
    "emoji", "emojis", "emoticon", "emoticons", "emotions", "emotes", "smiley", "smileys", "smiles",
    "smilies", "icons", "buttons", "avatar", "avatars",
];

/// Words in names of files that are no content, unless the file is a photograph.
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

/// The image element of AMP pages.
pub(super) const AMP_IMAGE: &str = "amp-img";

/// Maximum characters of an alternative text that is an emoticon: `:-D`.
const MAX_EMOTICON_CHARS: usize = 3;

/// An image by the hash of its address, and how often it came.
#[derive(Clone, Copy, Default)]
struct Seen {
    hash: u32,
    times: u32,
}

/// Images since the last text, and how often some came before.
#[derive(Default)]
pub(super) struct Images {
    /// The file of the last `source` in the open `picture`; empty if there is none.
    source: String,
    /// An image was found since the last text.
    has_one: bool,
    /// Hash of the address of that image.
    last: u32,
    /// The next `source` is the file of the open player.
    pub(super) awaits_source: bool,
    /// Images of the page, each at the place of its hash, where a later one takes over.
    seen: Vec<Seen>,
}

impl Images {
    pub(super) fn reset(&mut self) {
        self.source.clear();
        self.seen.clear();
        self.awaits_source = false;
        self.text_follows();
    }

    pub(super) fn text_follows(&mut self) {
        self.has_one = false;
    }

    /// Whether the last image came so often that it is decoration: an arrow, a star.
    fn is_repeated(&mut self) -> bool {
        if self.seen.is_empty() {
            self.seen.reserve_exact(SEEN);
            self.seen.resize(SEEN, Seen::default());
        }
        let seen = &mut self.seen[self.last as usize % SEEN];
        let times = if seen.hash == self.last { seen.times } else { 0 };
        *seen = Seen { hash: self.last, times: times.saturating_add(1) };
        seen.times > MAX_TIMES
    }
}

impl<S: StructureSink> TrackedSink<'_, S> {
    /// A `source`, which gives a file for the image of its `picture`.
    #[cold]
    pub(super) fn source_of_image(&mut self, tag: &Tag<'_>) {
        let images = &mut self.tracker.images;
        if self.tracker.stack.top_tag() == TagId::Picture
            && images.source.is_empty()
            && let Some(source) = largest_of(tag, &LISTS)
            && source.len() <= SOURCE_BYTES
        {
            images.source.reserve_exact(SOURCE_BYTES);
            images.source.push_str(source);
        }
    }

    /// An `img` that is no formula, or the image of an AMP page.
    #[cold]
    pub(super) fn found_image(&mut self, tag: &Tag<'_>) {
        let depth_to_last = self.tracker.stack.take_lowest();
        let source = core::mem::take(&mut self.tracker.images.source);
        let source_in_picture = if self.stack.top_tag() == TagId::Picture { source.as_str() } else { "" };
        if self.may_be_content(tag)
            && let Some(src) = file_of(tag, source_in_picture)
            && !self.is_copy(src)
            && (!self.tracker.images.is_repeated() || self.says_what_a_cell_holds(tag))
        {
            let alt = tag.attributes.get(AttrId::Alt).unwrap_or("").trim();
            let found = FoundImage { src, alt, offset: tag.offset, depth_to_last, is_player: false };
            self.sink.image(&found, self.tracker.stack.context());
        }
        self.tracker.images.source = source;
        self.tracker.images.source.clear();
    }

    /// Whether an image with alternative text stands in a cell: a sign for yes or no.
    fn says_what_a_cell_holds(&self, tag: &Tag<'_>) -> bool {
        let has_alt = tag.attributes.get(AttrId::Alt).is_some_and(|alt| !alt.trim().is_empty());
        has_alt && self.stack.has_any(&[TagId::Td, TagId::Th])
    }

    /// Whether an image was found since the last text that is the same, or that this one stands for.
    pub(super) fn is_copy(&mut self, src: &str) -> bool {
        let last = hash_of(src);
        let images = &mut self.tracker.images;
        let is_copy =
            images.has_one && (last == images.last || self.tracker.stack.has_any(&[TagId::Noscript]));
        (images.has_one, images.last) = (true, last);
        is_copy
    }

    /// Whether an image may be content, by its element and the place where it stands.
    fn may_be_content(&self, tag: &Tag<'_>) -> bool {
        let context = self.stack.context();
        let value = |id| tag.attributes.get(id).map(str::trim);
        // A script shows an image that it loads.
        let is_lazy = || tag.attributes.has_any(AttrSet::of(&LAZY));
        let hides_itself = hidden::is_hidden(tag.attributes) && !is_lazy()
            || value(AttrId::AriaHidden).is_some_and(|hidden| hidden.eq_ignore_ascii_case("true"));
        let alt = value(AttrId::Alt).unwrap_or("");
        let [width, height] = [AttrId::Width, AttrId::Height].map(|id| value(id).and_then(pixels));
        // Some editors give this role to each image that has no alternative text.
        let is_shown_large =
            context.flags.has(Flags::FIGURE) || width.is_some_and(|width| width >= MIN_CONTENT_PIXELS);
        let is_decoration = value(AttrId::Role).is_some_and(|role| matches!(role, "presentation" | "none"))
            && !(alt.is_empty() && is_shown_large);
        let longest = width.max(height).unwrap_or(u32::MAX);
        let shortest = width.into_iter().chain(height).min().unwrap_or(u32::MAX);
        let most = if alt.is_empty() { MAX_UNNAMED_ICON_PIXELS } else { MAX_ICON_PIXELS };
        let is_small = longest <= most || shortest <= MAX_SPACER_PIXELS;
        !hides_itself
            && self.shows_images_here()
            && !is_decoration
            && !is_small
            && !is_emoji(alt)
            && !has_word(value(AttrId::Class).unwrap_or(""), &CLASSES)
    }
}

/// The address of an image's file: the one that a script loads; or `src`; or the largest of
/// `srcset`; or that of a `source`; or one in an attribute that may hold something else.
fn file_of<'a>(tag: &'a Tag<'_>, source: &'a str) -> Option<&'a str> {
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
pub(super) fn is_file(src: &str) -> bool {
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
fn largest_of<'a>(tag: &'a Tag<'_>, lists: &[AttrId]) -> Option<&'a str> {
    lists.iter().find_map(|&id| {
        let list = tag.attributes.get(id)?;
        largest(list, tag.attributes.get_untruncated(id).is_none())
    })
}

/// The address with the greatest descriptor in a `srcset`; the first of several.
///
/// Source: the HTML standard, "parsing a srcset attribute". Departure: a number that is no number
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

/// A size in pixels; `None` for a share of the page, and for anything else.
pub(super) fn pixels(value: &str) -> Option<u32> {
    let digits = value.bytes().take_while(u8::is_ascii_digit).count();
    let unit = value[digits..].trim_start_matches(|c: char| c == '.' || c.is_ascii_digit()).trim();
    if unit.is_empty() || unit.eq_ignore_ascii_case("px") { value[..digits].parse().ok() } else { None }
}

/// Whether an alternative text is that of an emoji: only signs, a short code such as `:wave:`, or
/// an emoticon such as `:-D`.
pub(super) fn is_emoji(alt: &str) -> bool {
    let chars = alt.chars().take(MAX_EMOJI_CHARS + 1).count();
    let is_signs = chars <= MAX_EMOJI_CHARS && !alt.chars().any(char::is_alphanumeric);
    let is_code = || alt.len() > 2 && alt.ends_with(':') && !alt.contains(char::is_whitespace);
    let is_emoticon = || alt.starts_with([':', ';']) && chars <= MAX_EMOTICON_CHARS;
    !alt.is_empty() && (is_signs || alt.starts_with(':') && is_code() || is_emoticon())
}

/// Whether one of the words of the class of an image calls it an emoji.
pub(super) fn names_emoji(class: &str) -> bool {
    has_word(class, &["emoji", "smiley", "smilies", "emoticon"])
}

/// Whether one of the words of a class is in `words`.
fn has_word(class: &str, words: &[&str]) -> bool {
    class
        .split(|c: char| !c.is_ascii_alphanumeric())
        .any(|word| words.iter().any(|other| other.eq_ignore_ascii_case(word)))
}

/// Hash of an address: FNV-1a.
fn hash_of(src: &str) -> u32 {
    hash_32(src.bytes())
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
    fn sizes_are_pixels() {
        for (value, size) in
            [("1", Some(1)), ("16px", Some(16)), ("20.5", Some(20)), ("100%", None), ("", None)]
        {
            assert_eq!(pixels(value), size, "{value}");
        }
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

    #[test]
    fn alternative_texts_of_emoji_are_signs_and_codes() {
        for alt in ["😀", "★★★", ":wave:", ":D", ";-P", ":heart-full:"] {
            assert!(is_emoji(alt), "{alt}");
        }
        for alt in ["", "A mill", "Note: the mill", ":the mill:", "a:b:", "II", "::: many signs"] {
            assert!(!is_emoji(alt), "{alt}");
        }
    }
}
