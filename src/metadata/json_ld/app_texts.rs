//! Prose in the JSON that an app keeps its state in, for a page that shows no text without the app.
//!
//! In: strings with their keys and depths, as the script streams by. Out: the longest text among
//! [`Texts`](super::Texts), of rank [`Rank::State`](super::texts::Rank::State). Held: nothing.
//!
//! A text is a series of strings with the same key at the same depth: an article's body as HTML, or
//! one string for each paragraph or span. It begins with prose. It ends where more levels close
//! than part two spans of two paragraphs. Series with the same key and depth are one text.
//!
//! Cost: linear, as a series that is removed is no longer than the one that stays.

use super::app_state::Series;
use super::objects::Objects;
use crate::metadata::form::{Form, form, shown_words};

/// Minimum words of prose.
const PROSE_WORDS: u32 = 10;

/// Levels that close between two spans of two paragraphs: `[{children: [{text}]}]`.
const SPAN_LEVELS: usize = 3;

impl Objects {
    /// A level ended.
    pub(super) fn close_app_state(&mut self) {
        if self.app_state.is_on() && self.depth + SPAN_LEVELS < self.app_state.series.depth {
            self.end_series();
        }
    }

    /// Ends the script.
    pub(super) fn end_app_state(&mut self) {
        if self.app_state.is_on() {
            // A string may be cut.
            self.texts.drop_piece();
            self.end_series();
        }
    }

    /// Ends a string.
    pub(super) fn end_piece(&mut self) {
        let Some(at) = self.depth.checked_sub(1) else { return self.texts.drop_piece() };
        let text = self.texts.piece();
        let words = shown_words(text);
        let is_prose = is_prose(text, words);
        // A string directly in an array may be anything.
        let may_be_short = self.levels[at].is_object && !text.trim().is_empty();
        let new = Series { key: self.app_state.keys[at], depth: self.depth, words };
        let series = &mut self.app_state.series;
        if series.is_like(new) {
            if is_prose || may_be_short {
                series.words += words;
                self.texts.append_piece();
            } else {
                self.texts.drop_piece();
            }
        } else if is_prose && self.texts.end_piece() {
            self.end_series_before(1);
            self.app_state.series = new;
        } else {
            self.texts.drop_piece();
        }
    }

    fn end_series(&mut self) {
        self.end_series_before(0);
    }

    /// Ends the series before the last `count` texts: it is added to the text of its kind, or else
    /// the longer one stays.
    fn end_series_before(&mut self, count: usize) {
        let series = core::mem::take(&mut self.app_state.series);
        if series.depth == 0 {
            return;
        }
        let longest = &mut self.app_state.longest;
        if series.is_like(*longest) && self.texts.join_states(count) {
            longest.words += series.words;
        } else {
            let is_longer = series.words > longest.words;
            self.texts.keep_state(count, is_longer);
            if is_longer {
                *longest = series;
            }
        }
    }
}

/// Whether a string is text for readers, and neither code nor a list of names.
fn is_prose(text: &str, words: u32) -> bool {
    let is_sentence = || {
        let mut bytes = text.bytes().peekable();
        let mut is_mark = false;
        let ends_part = |byte: u8| {
            let ends = byte == b' ' && is_mark;
            is_mark = matches!(byte, b'.' | b',' | b';' | b':' | b'?' | b'!');
            ends || !byte.is_ascii()
        };
        bytes.peek().is_some() && (bytes.any(ends_part) || is_mark)
    };
    words >= PROSE_WORDS && (form(text) == Form::Html || !text.contains('{') && is_sentence())
}
