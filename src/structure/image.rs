//! Content images: which of a page's images are content, and where their file is.
//!
//! In: `img` tags, and the `source` tags of a `picture`. Out: images with address and alternative
//! text for the sink, if it wants them. Holds nothing itself.
//!
//! An image is left out if it is hidden, in a navigation or page footer, if its element says that
//! it is decoration, if it is as small as a tracking pixel or an icon, or if it draws an emoji.
//! Text in a `noscript` repeats images that a script loads: it is used only if there was none.

use super::found_image::{FoundImage, SOURCE_BYTES};
use super::image_file::{LAST, LAZY, LISTS, MAYBE_LAZY, file_of, largest_of};
use super::{Flags, StructureSink, TrackedSink, hidden};
use crate::hash::hash_32;
use crate::html::{AttrId, AttrSet, Tag, TagId};

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

/// Maximum pixels on a side of a tracking pixel or a spacer.
pub(super) const MAX_SPACER_PIXELS: u32 = 3;

/// Maximum pixels on the longer side of an icon, and of one without alternative text.
const MAX_ICON_PIXELS: u32 = 32;
const MAX_UNNAMED_ICON_PIXELS: u32 = 64;

/// Minimum width in pixels of an image that is content although its role says the opposite.
const MIN_CONTENT_PIXELS: u32 = 300;

/// Maximum characters of an alternative text that is an emoji.
const MAX_EMOJI_CHARS: usize = 8;

/// Words in classes of images that are not content.
const CLASSES: [&str; 11] = [
    "emoji", "smiley", "smilies", "icon", "avatar", "gravatar", "logo", "sprite", "spacer", "tracking",
    "pixel",
];

/// The image element of AMP pages.
pub(super) const AMP_IMAGE: &str = "amp-img";

/// Maximum characters of an alternative text that is an emoticon: `:-D`.
const MAX_EMOTICON_CHARS: usize = 3;

impl<S: StructureSink> TrackedSink<'_, S> {
    /// A `source`, which gives a file for the image of its `picture`.
    #[cold]
    pub(super) fn source_of_image(&mut self, tag: &Tag<'_>) {
        let images = &mut self.tracker.images;
        if self.tracker.stack.top_tag() != TagId::Picture {
            return;
        }
        images.forget_player();
        if images.source.is_empty()
            && let Some(source) = largest_of(tag, &LISTS)
            && source.len() <= SOURCE_BYTES
        {
            images.source.reserve_exact(SOURCE_BYTES);
            images.source.push_str(source);
        }
    }

    /// An `img` that is not a formula, or the image of an AMP page.
    #[cold]
    pub(super) fn found_image(&mut self, tag: &Tag<'_>) {
        let depth_to_last = self.tracker.stack.take_lowest();
        self.tracker.images.forget_player();
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

    /// Whether an image was found since the last text that is the same, or that this one stands
    /// for.
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
    fn sizes_are_pixels() {
        for (value, size) in
            [("1", Some(1)), ("16px", Some(16)), ("20.5", Some(20)), ("100%", None), ("", None)]
        {
            assert_eq!(pixels(value), size, "{value}");
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
