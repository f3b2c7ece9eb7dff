//! The parts of a block: sentences, lines of code, and pieces of sentences longer than a chunk.
//!
//! In: the text of a block with its marks. Out: places between parts. Held: nothing.
//!
//! No part ends inside a link, a formula or inline code, unless the sentence is longer than a
//! chunk.

use super::border::Border;
use super::measure::{Measure, Meter};
use super::options::MIN_PART_BYTES;
use crate::block::marks::{Span, spans};
use crate::block::{CharClass, class};
use crate::formula::delimiters::Delimiters;
use crate::structure::Mark;

/// How a block is cut.
#[derive(Clone, Copy)]
pub(super) struct Cutting {
    pub(super) kind: Kind,
    /// Maximum size of a part.
    pub(super) most: u32,
    pub(super) in_tokens: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Cut between sentences.
    Prose,
    /// Cut between lines.
    Code,
    /// A cell of a table, cut only if it is longer than a chunk.
    Cell,
}

/// A part of a block: where it ends in the text, what it holds, and the border after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cut {
    pub(super) end: usize,
    pub(super) measure: Measure,
    pub(super) border: Border,
}

/// Maximum letters of a word that are measured at once. A word without end would otherwise be
/// counted anew at each letter that no longer fits.
const MAX_LETTERS_AHEAD: usize = 32;

/// Calls `found` for each part of a text, in order. The border after the last part is
/// [`Border::Never`].
///
/// Cost: linear in the text.
pub(super) fn each_part(text: &str, cutting: Cutting, found: &mut dyn FnMut(Cut)) {
    let is_code = cutting.kind == Kind::Code;
    let mut cutter = Cutter::new(cutting, found);
    let mut spans = spans(text).with_tex(Delimiters::All, is_code);
    while let Some(span) = spans.next() {
        match span {
            Span::Open(mark, _) => cutter.held += u32::from(holds(mark)),
            Span::Close(mark) => {
                cutter.held = cutter.held.saturating_sub(u32::from(holds(mark)));
                cutter.passed(spans.passed());
            }
            Span::Text(piece) => {
                // It lies in the text of the block.
                let start = (piece.as_ptr() as usize).saturating_sub(text.as_ptr() as usize);
                cutter.text(start, piece);
            }
            Span::Language(_) | Span::Task { .. } | Span::Note(_) | Span::Image { .. } => {}
        }
    }
    let measure = cutter.meter.measure - cutter.base;
    (cutter.found)(Cut { end: text.len(), measure, border: Border::Never });
}

/// Whether no part ends inside a mark.
fn holds(mark: Mark) -> bool {
    matches!(mark, Mark::Link | Mark::Reference | Mark::Code | Mark::Formula)
}

/// Whether a sign ends a sentence if white space follows.
fn ends_spaced(c: char) -> bool {
    // The signs of Latin, Arabic, Devanagari, Armenian, Ethiopic, Khmer, Myanmar and Tibetan text.
    matches!(
        c,
        '.' | '!'
            | '?'
            | '…'
            | '‽'
            | '؟'
            | '۔'
            | '।'
            | '॥'
            | '։'
            | '።'
            | '፧'
            | '៕'
            | '។'
            | '။'
            | '།'
            | '༎'
    )
}

/// Whether a sign ends a sentence, whatever follows.
fn ends_unspaced(c: char) -> bool {
    matches!(c, '。' | '！' | '？' | '．' | '｡' | '⁇' | '⁈' | '⁉' | '।' | '॥' | '။' | '។' | '༎')
}

/// Whether a sign may stand after the end of a sentence and belongs to it.
fn closes(c: char) -> bool {
    matches!(
        c,
        '"' | '\'' | '”' | '’' | '»' | '›' | ')' | ']' | '}' | '」' | '』' | '）' | '】' | '》' | '〉'
    )
}

/// The last end of a sentence, while it is not known whether it is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ended {
    No,
    /// By a sign, which needs white space after it.
    Spaced,
    /// By a sign that needs none.
    Unspaced,
    /// By the end of a line.
    Line,
}

/// The word before a point.
#[derive(Clone, Copy, Default)]
struct Word {
    letters: u32,
    begins_upper: bool,
    is_number: bool,
    /// A point stands in it, as in `e.g.`.
    has_point: bool,
}

impl Word {
    /// Whether a point after it does not end a sentence: an initial, a short title, a number of a
    /// day.
    fn is_abbreviation(self) -> bool {
        match self.letters {
            0 => false,
            _ if self.has_point => true,
            1..=2 if self.is_number => true,
            1..=3 => self.begins_upper && !self.is_number,
            _ => false,
        }
    }
}

struct Cutter<'f> {
    cutting: Cutting,
    found: &'f mut dyn FnMut(Cut),
    meter: Meter,
    /// Where the open part begins, and what was measured before it.
    start: usize,
    base: Measure,
    /// Open marks in which no part ends.
    held: u32,
    ended: Ended,
    has_space: bool,
    word: Word,
    is_abbreviation: bool,
    /// The last place where a sentence may end, and the last one between two words.
    sentence: Option<Place>,
    between_words: Option<Place>,
    /// The same in open marks in which no part ends, unless they are too long.
    held_sentence: Option<Place>,
    held_words: Option<Place>,
}

/// A place in the text, and what was measured before it.
type Place = (usize, Measure);

impl<'f> Cutter<'f> {
    fn new(cutting: Cutting, found: &'f mut dyn FnMut(Cut)) -> Self {
        Self {
            cutting,
            found,
            meter: Meter::default(),
            start: 0,
            base: Measure::default(),
            held: 0,
            ended: Ended::No,
            has_space: false,
            word: Word::default(),
            is_abbreviation: false,
            sentence: None,
            between_words: None,
            held_sentence: None,
            held_words: None,
        }
    }

    fn size(&self, measure: Measure) -> u32 {
        if self.cutting.in_tokens { measure.tokens() } else { measure.chars }
    }

    /// A mark ends: what is pending may end after it.
    fn passed(&mut self, at: usize) {
        if self.held == 0 && self.ended != Ended::No {
            self.sentence = Some((at, self.meter.measure));
        }
    }

    /// Takes a text that begins at `start`.
    #[inline]
    fn text(&mut self, start: usize, text: &str) {
        let mut at = 0;
        while let Some(c) = text[at..].chars().next() {
            self.take(start + at, c);
            at += c.len_utf8();
            if c.is_ascii_alphabetic() {
                let ahead = text.as_bytes()[at..].iter().take(MAX_LETTERS_AHEAD);
                let letters = ahead.take_while(|byte| byte.is_ascii_alphabetic()).count();
                if letters > 0 && self.letters(letters) {
                    at += letters;
                }
            }
        }
    }

    /// Takes further ASCII letters of a word, if they fit into the open part.
    #[inline]
    fn letters(&mut self, letters: usize) -> bool {
        let Some(meter) = self.meter.with_letters(letters as u32) else { return false };
        if self.size(meter.measure - self.base) > self.cutting.most {
            return false;
        }
        self.meter = meter;
        self.word.letters += letters as u32;
        true
    }

    fn take(&mut self, at: usize, c: char) {
        let after = at + c.len_utf8();
        let class = class(c);
        if class == CharClass::Space {
            self.meter.take(c);
            self.space(after, c);
            return;
        }
        let begins_sentence = self.begins_sentence(c);
        match self.sentence.filter(|_| begins_sentence) {
            Some(place) => self.cut(place, Border::Sentence),
            None if begins_sentence => self.held_sentence = Some((at, self.meter.measure)),
            None => {}
        }
        let is_ended = self.ended != Ended::No && !begins_sentence && closes(c) && !self.has_space;
        let before = self.meter;
        self.meter.take(c);
        if self.size(self.meter.measure - self.base) > self.cutting.most && at > self.start {
            self.make_room(at, before, c, class);
        }
        if !is_ended {
            self.end_by(c);
            self.follow_word(c, class);
        }
        if self.held == 0 && self.ended != Ended::No {
            self.sentence = Some((after, self.meter.measure));
        }
    }

    fn space(&mut self, after: usize, c: char) {
        self.has_space = true;
        self.word = Word::default();
        if c == '\n' && self.cutting.kind != Kind::Cell {
            self.ended = Ended::Line;
        }
        if self.held == 0 {
            if self.ended != Ended::No {
                self.sentence = Some((after, self.meter.measure));
            }
            self.between_words = Some((after, self.meter.measure));
        } else {
            self.held_words = Some((after, self.meter.measure));
        }
    }

    /// Whether a sentence, or a line, ended before this visible character.
    fn begins_sentence(&self, c: char) -> bool {
        match (self.cutting.kind, self.ended) {
            (Kind::Cell, _) | (_, Ended::No) => false,
            (_, Ended::Line) => true,
            (Kind::Code, _) => false,
            (_, Ended::Unspaced) => !closes(c) && !ends_spaced(c) && !ends_unspaced(c),
            (_, Ended::Spaced) => self.has_space && !self.is_abbreviation && !c.is_lowercase(),
        }
    }

    /// Notes whether a visible character ends a sentence.
    fn end_by(&mut self, c: char) {
        self.has_space = false;
        self.ended = if ends_unspaced(c) {
            Ended::Unspaced
        } else if ends_spaced(c) {
            self.is_abbreviation = c == '.' && self.word.is_abbreviation();
            Ended::Spaced
        } else {
            Ended::No
        };
        if self.ended == Ended::No {
            self.sentence = None;
        }
    }

    fn follow_word(&mut self, c: char, class: CharClass) {
        let is_letter = !matches!(class, CharClass::Mark | CharClass::Nothing | CharClass::PendingMarks);
        if is_letter {
            if self.word.letters == 0 {
                let has_point = self.word.has_point;
                self.word =
                    Word { begins_upper: c.is_uppercase(), is_number: c.is_numeric(), has_point, letters: 0 };
            }
            self.word.is_number &= c.is_numeric();
            self.word.letters += 1;
        } else if c == '.' {
            self.word = Word { has_point: self.word.letters > 0, ..Word::default() };
        } else {
            self.word = Word::default();
        }
    }

    /// Cuts the open part, which became too long with `c` at `at`. Before `c`, it was measured as
    /// `before`.
    #[cold]
    fn make_room(&mut self, at: usize, mut before: Meter, c: char, class: CharClass) {
        let places = [self.sentence, self.between_words, self.held_sentence, self.held_words];
        match places.into_iter().flatten().find(|place| place.0 > self.start) {
            Some(place) => self.cut(place, Border::Word),
            // A character is not parted from the signs that belong to it.
            None if class == CharClass::Joined => {}
            None => {
                self.cut((at, before.measure), Border::Word);
                before.part();
                self.meter = before;
                self.meter.take(c);
            }
        }
    }

    /// Ends the open part, unless it would be very short.
    fn cut(&mut self, (end, measure): Place, border: Border) {
        (self.sentence, self.ended) = (None, Ended::No);
        if border == Border::Sentence && end < self.start + MIN_PART_BYTES {
            return;
        }
        (self.found)(Cut { end, measure: measure - self.base, border });
        (self.start, self.base, self.between_words) = (end, measure, None);
    }
}
