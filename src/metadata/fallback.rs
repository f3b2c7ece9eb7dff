//! Fallback text of a page that shows none: the texts of its JSON-LD, the state of its app, or its
//! description.
//!
//! In: the texts collected from scripts and `meta` elements, and the number of words kept. Out:
//! pieces of HTML. Held: [`held_bytes`].

use super::MetadataCollector;
use super::form::{Form, form, shown_words};
use super::json_ld::{SEPARATOR, Texts};
use super::limits::HAS_STATES;
use crate::block;
use crate::methods::TextSource;
use alloc::string::String;

/// Bytes kept of JSON-LD texts with the minimum budget.
const MIN_TEXT_BYTES: usize = 4 << 10;

/// Maximum bytes kept of JSON-LD texts.
const MAX_TEXT_BYTES: usize = 64 << 10;

/// Divisor of the budget beyond the minimum: one such share is for JSON-LD texts.
const BUDGET_SHARE: usize = 32;

/// A page with at least this many kept words needs no fallback. A page with at least this many
/// visible words is no empty shell.
const SHOWN_WORDS: u32 = block::SHELL_WORDS;

/// Minimum ratio of the fallback's words to the words kept.
const MORE_WORDS: u32 = 3;

/// Bytes of a word and the space after it, at least: on most pages no word of a text is counted.
const MIN_WORD_BYTES: usize = 3;

/// Bytes of the opening of a text that are looked for in another.
const OPENING_BYTES: usize = 32;

/// Maximum bytes on the heap for `text_bytes` bytes of text.
pub(crate) const fn held_bytes(text_bytes: usize) -> usize {
    Texts::held_bytes(text_bytes)
}

/// Bytes kept of JSON-LD texts, for the bytes of the budget beyond the minimum.
pub(crate) fn text_bytes(spare_bytes: usize) -> usize {
    // While a buffer grows, the old one is held as well: too much for a small share.
    if spare_bytes < 2 * MIN_TEXT_BYTES {
        return MIN_TEXT_BYTES;
    }
    (MIN_TEXT_BYTES + spare_bytes / BUDGET_SHARE).min(MAX_TEXT_BYTES)
}

/// Fallback texts of a page.
pub(crate) struct Fallback {
    /// Source of the texts.
    pub(crate) source: TextSource,
    texts: Texts,
    description: String,
    description_offset: u64,
}

/// Piece of a fallback text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FallbackPiece<'a> {
    /// HTML, and its offset in the stream as far as it is known.
    Html(&'a str, u64),
    /// Separates two line-blocks.
    Gap,
}

impl MetadataCollector {
    /// The fallback for a page with `kept_words` kept words of `page_words` visible words. Returns
    /// `None` if the page shows its text, or if no fallback has enough more words. A description is
    /// used only for a page that shows almost nothing. `openings`: how kept prose begins. Return
    /// the result with [`put_back`](Self::put_back).
    ///
    /// Cost: linear in the texts; nothing for a page that shows its text.
    pub(crate) fn fallback(
        &mut self,
        kept_words: u32,
        page_words: u32,
        openings: &[&str],
    ) -> Option<Fallback> {
        if !self.has_fallback || kept_words >= SHOWN_WORDS && !self.may_be_cut(kept_words, openings) {
            return None;
        }
        let description = &mut self.description;
        let is_more = |words: u32| words > 0 && words >= MORE_WORDS * kept_words;
        let texts = self.linked_data.texts();
        let words_of = |is_state| texts.iter(is_state).map(|(_, text)| shown_words(text)).sum::<u32>();
        let data_words = words_of(false);
        let state_words = if HAS_STATES { words_of(true) } else { 0 };
        let is_shell = page_words < SHOWN_WORDS;
        let description_words = shown_words(&description.value);
        let source = if HAS_STATES
            && is_shell
            && state_words >= SHOWN_WORDS.max(MORE_WORDS * kept_words.max(data_words).max(description_words))
        {
            TextSource::AppState
        } else if is_more(data_words) {
            TextSource::JsonLd
        } else if is_shell && is_more(description_words) {
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

    /// Whether JSON-LD has the body of an article.
    pub(crate) fn has_body(&self) -> bool {
        !self.linked_data.body().is_empty()
    }

    /// Whether the kept words may be the first paragraphs of an article, which is whole in JSON-LD
    /// alone: it may have enough more words, and has the opening of a kept text.
    #[cold]
    fn may_be_cut(&self, kept_words: u32, openings: &[&str]) -> bool {
        let body = self.linked_data.body();
        body.len() / MIN_WORD_BYTES >= (MORE_WORDS * kept_words) as usize
            && openings.iter().any(|opening| body.contains(opening))
    }

    /// Takes back the memory of the fallback.
    pub(crate) fn put_back(&mut self, fallback: Fallback) {
        *self.linked_data.texts() = fallback.texts;
        self.description.value = fallback.description;
    }
}

impl Fallback {
    /// Bytes of the texts that did not fit.
    pub(crate) fn bytes_cut(&self) -> u64 {
        if self.source == TextSource::Description { 0 } else { self.texts.bytes_cut(self.is_state()) }
    }

    fn is_state(&self) -> bool {
        HAS_STATES && self.source == TextSource::AppState
    }

    /// Passes the texts to `out`, separated by [`FallbackPiece::Gap`].
    pub(crate) fn each_part(&self, mut out: impl FnMut(FallbackPiece<'_>)) {
        if self.source == TextSource::Description {
            // The value of an attribute is already decoded. Remaining markup in it is not for
            // readers.
            return each_paragraph(&self.description, self.description_offset, &mut out);
        }
        for (offset, text) in self.texts.iter(self.is_state()) {
            if self.is_state() {
                text.split(SEPARATOR).for_each(|part| each_part_of(part, offset, &mut out));
            } else {
                each_part_of(text, offset, &mut out);
            }
        }
    }
}

/// The opening of a block's text that is looked for in another, if there is enough text between two
/// marks.
#[cold]
pub(crate) fn opening_of(text: &str) -> Option<&str> {
    // Marks are control characters. An address between them is in no text.
    let text = text.split(|c: char| c.is_ascii_control()).find(|text| text.len() >= OPENING_BYTES)?;
    let mut end = OPENING_BYTES;
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    Some(&text[..end])
}

/// Passes on a text, whatever its form.
fn each_part_of(text: &str, offset: u64, out: &mut impl FnMut(FallbackPiece<'_>)) {
    match form(text) {
        Form::Lines => each_paragraph(text, offset, out),
        Form::Html => out(FallbackPiece::Html(text, offset)),
        Form::EscapedHtml => each_part_unescaped(text, offset, out),
    }
    out(FallbackPiece::Gap);
}

/// Passes on a text with one paragraph per line.
fn each_paragraph(text: &str, offset: u64, out: &mut impl FnMut(FallbackPiece<'_>)) {
    let mut at = 0;
    for line in text.split('\n') {
        // A `<` without a `>` after it begins no tag.
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

/// Passes on a text whose HTML is escaped, unescaped once.
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
