//! What stands for the text of a page that shows none: that of its JSON-LD, or its description.

use super::MetadataCollector;
use super::json_ld_texts::Texts;
use crate::block;
use crate::methods::TextSource;
use alloc::string::String;

/// Bytes kept of the texts of JSON-LD with the least budget.
const MIN_TEXT_BYTES: usize = 4 << 10;

/// The same, at most.
const MAX_TEXT_BYTES: usize = 64 << 10;

/// Of a budget beyond the least, one byte in so many is for texts of JSON-LD.
const BUDGET_SHARE: usize = 32;

/// A page of which so many words or more were kept shows its text; one that shows so many is no
/// empty shell.
const SHOWN_WORDS: u32 = 50;

/// A text stands for the page only if it has so many times the words that were kept.
const MORE_WORDS: u32 = 3;

/// Bytes on the heap with room for so many bytes of text.
pub(crate) const fn held_bytes(text_bytes: usize) -> usize {
    Texts::held_bytes(text_bytes)
}

/// Bytes of the texts of JSON-LD that are kept, by the bytes of the budget beyond the least.
pub(crate) fn text_bytes(spare_bytes: usize) -> usize {
    (MIN_TEXT_BYTES + spare_bytes / BUDGET_SHARE).min(MAX_TEXT_BYTES)
}

/// The texts that stand for a page.
pub(crate) struct Fallback {
    /// Where they come from.
    pub(crate) source: TextSource,
    texts: Texts,
    description: String,
    description_offset: u64,
}

/// FallbackPiece of a text that stands for a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FallbackPiece<'a> {
    /// HTML, and its place in the stream as far as it is known.
    Html(&'a str, u64),
    /// What came before and what comes after are not one line-block.
    Gap,
}

impl MetadataCollector {
    /// What stands for a page of which only so many words were kept and so many shown in all;
    /// `None` if it shows its text, or nothing has more. A description stands only for a page
    /// that shows next to nothing. To be put [back](Self::put_back).
    ///
    /// Cost: linear in the texts, and nothing for a page that shows its text.
    pub(crate) fn fallback(&mut self, kept_words: u32, page_words: u32) -> Option<Fallback> {
        if !self.has_fallback || kept_words >= SHOWN_WORDS {
            return None;
        }
        let description = &mut self.description;
        let is_more = |words: u32| words > 0 && words >= MORE_WORDS * kept_words;
        let texts = self.linked_data.texts();
        let source = if is_more(texts.iter().map(|(_, text)| shown_words(text)).sum()) {
            TextSource::JsonLd
        } else if page_words < SHOWN_WORDS && is_more(shown_words(&description.value)) {
            TextSource::Description
        } else {
            return None;
        };
        Some(Fallback {
            source,
            texts: core::mem::replace(texts, Texts::new(0)),
            description: core::mem::take(&mut description.value),
            description_offset: self.description_offset,
        })
    }

    /// Puts back the memory of what was taken.
    pub(crate) fn put_back(&mut self, fallback: Fallback) {
        *self.linked_data.texts() = fallback.texts;
        self.description.value = fallback.description;
    }
}

impl Fallback {
    /// Bytes of its texts that did not fit.
    pub(crate) fn bytes_cut(&self) -> u64 {
        if self.source == TextSource::JsonLd { self.texts.bytes_cut() } else { 0 }
    }

    /// Hands out the texts, each to be read by itself, with [`FallbackPiece::Gap`] between.
    pub(crate) fn each_part(&self, mut out: impl FnMut(FallbackPiece<'_>)) {
        if self.source == TextSource::Description {
            // An attribute's value was decoded already; what still looks like markup is none that a reader
            // wants.
            return each_paragraph(&self.description, self.description_offset, &mut out);
        }
        for (offset, text) in self.texts.iter() {
            match form(text) {
                Form::Lines => each_paragraph(text, offset, &mut out),
                Form::Html => out(FallbackPiece::Html(text, offset)),
                Form::EscapedHtml => each_part_unescaped(text, offset, &mut out),
            }
            out(FallbackPiece::Gap);
        }
    }
}

/// How a text is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// A line is a paragraph. It may have character references, and tags that part no lines.
    Lines,
    Html,
    /// HTML that was escaped once more.
    EscapedHtml,
}

/// How `text` is written, by what its first tags are.
fn form(text: &str) -> Form {
    let tags = |open: &'static str| {
        text.match_indices(open).map(move |(at, open)| &text[at + open.len()..]).filter(is_tag)
    };
    let is_block = |rest: &str| {
        let name = rest.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or("");
        BLOCKS.iter().any(|block| block.eq_ignore_ascii_case(name))
    };
    if tags("<").any(is_block) {
        Form::Html
    } else if tags("<").next().is_none() && tags("&lt;").next().is_some() {
        Form::EscapedHtml
    } else {
        Form::Lines
    }
}

/// Elements that part lines, as far as such texts have them.
const BLOCKS: &[&str] = &[
    "p",
    "br",
    "div",
    "li",
    "ul",
    "ol",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "table",
    "section",
    "blockquote",
    "pre",
];

/// Whether what follows a `<` makes it a tag.
fn is_tag(rest: &&str) -> bool {
    rest.strip_prefix('/').unwrap_or(rest).starts_with(|c: char| c.is_ascii_alphabetic())
}

/// Hands out text whose lines are paragraphs.
fn each_paragraph(text: &str, offset: u64, out: &mut impl FnMut(FallbackPiece<'_>)) {
    let mut at = 0;
    for line in text.split('\n') {
        // A `<` without a `>` behind it begins no tag.
        let mut from = line.rfind('>').map_or(0, |last| last + 1);
        out(FallbackPiece::Html(&line[..from], offset + at as u64));
        for piece in line[from..].split_inclusive('<') {
            let text = piece.strip_suffix('<').unwrap_or(piece);
            out(FallbackPiece::Html(text, offset + (at + from) as u64));
            if text.len() < piece.len() {
                out(FallbackPiece::Html("&lt;", offset + (at + from + text.len()) as u64));
            }
            from += piece.len();
        }
        out(FallbackPiece::Gap);
        at += line.len() + 1;
    }
}

/// Hands out text whose HTML was escaped, without that.
fn each_part_unescaped(text: &str, offset: u64, out: &mut impl FnMut(FallbackPiece<'_>)) {
    let mut at = 0;
    while let Some(found) = text[at..].find('&') {
        let start = at + found;
        out(FallbackPiece::Html(&text[at..start], offset + at as u64));
        let named = [("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&"), ("&quot;", "\""), ("&#39;", "'")];
        let named = named.into_iter().find(|(escaped, _)| text[start..].starts_with(escaped));
        let (escaped, plain) = named.unwrap_or(("&", "&"));
        out(FallbackPiece::Html(plain, offset + start as u64));
        at = start + escaped.len();
    }
    out(FallbackPiece::Html(&text[at..], offset + at as u64));
}

/// Words of a text outside what looks like a tag.
fn shown_words(text: &str) -> u32 {
    let mut parts = text.split('<');
    let first = parts.next().map_or(0, block::words);
    first
        + parts
            .map(|part| {
                block::words(if is_tag(&part) {
                    part.split_once('>').map_or("", |(_, rest)| rest)
                } else {
                    part
                })
            })
            .sum::<u32>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_told_apart_by_their_tags() {
        assert_eq!(form("a < b & c\nd"), Form::Lines);
        assert_eq!(form("<P class=x>a"), Form::Html);
        assert_eq!(form("a <b>b</b>"), Form::Lines);
        assert_eq!(form("&lt;p&gt;a &amp;amp; b&lt;/p&gt;"), Form::EscapedHtml);
    }

    #[test]
    fn words_are_those_outside_of_tags() {
        assert_eq!(shown_words("<p class='a b'>one two</p> three"), 3);
        assert_eq!(shown_words("1 < 2 words"), 3);
        assert_eq!(shown_words("雨が三日"), 4);
        assert_eq!(shown_words(""), 0);
    }
}
