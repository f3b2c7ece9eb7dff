//! Text into the block being filled.
//!
//! In: text with its offset and context. Out: the block's text with white space folded, its words
//! and characters counted, cut where a segment is full. Held: nothing besides the fields of
//! [`Blocks`].

use super::chars::{CLASS, CONTROL, CharClass, SPACE, WIDE, wide};
use super::scan::scan;
use super::{Blocks, INDENT_BYTES, SEGMENT_BYTES, marks};
use crate::html::windows_1252_of_control;
use crate::structure::{Boundary, Break, Context, Flags, is_currency};

/// Signs that follow the word or picture before them without a space.
const CLOSING_SIGNS: [char; 20] = [
    '.', ',', ';', ':', '!', '?', ')', ']', '}', '%', '。', '、', '，', '）', '」', '』', '！', '？', '”',
    '»',
];

/// Opening brackets and quotation marks: no space separates them from the following text.
const OPENING_SIGNS: [char; 8] = ['(', '[', '{', '（', '「', '『', '“', '«'];

/// Signs used as permalinks next to headings. If a style sheet draws the sign, the text is a
/// zero-width space.
const SIGNS_OF_HEADINGS: [char; 5] = ['#', '¶', '§', '🔗', ZERO_WIDTH_SPACE];

/// Signs used as links back from a note to its text, or to the top of the page.
const SIGNS_OF_WAY_BACK: [char; 7] = ['↩', '↵', '⏎', '⤴', '↑', '⇑', '^'];

/// Signs that a space follows in running text.
const ENDS_OF_SENTENCES: [char; 10] = ['.', '!', '?', ':', ';', ')', ']', '…', '”', '»'];

/// Follows prices that have a footnote.
const MARK_OF_PRICES: char = '*';

/// Joins two letters into one sign.
const ZERO_WIDTH_JOINER: char = '\u{200D}';

/// Maximum characters examined to recognise an address.
const MAX_ADDRESS_CHARS: usize = 64;

/// Empty lines kept in a row of a preformatted text, in addition to the first.
const EMPTY_LINES: &str = "\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n";

/// Space as wide as a Han character; kept in preformatted text, so that columns stay aligned.
const IDEOGRAPHIC_SPACE: char = '\u{3000}';

/// Invisible, but may separate words.
const ZERO_WIDTH_SPACE: char = '\u{200B}';

impl Blocks {
    /// Adds text and returns the number of bytes taken. Fewer than all means that the budget is
    /// spent: some blocks must be removed before the rest is passed again.
    pub(crate) fn text(&mut self, text: &str, offset: u64, context: &Context) -> usize {
        if !self.split_on_visibility(context) {
            return text.len();
        }
        let preformatted = context.flags.has(Flags::PREFORMATTED);
        let bytes = text.as_bytes();
        let may_be_sign = context.flags.has(Flags::LINK);
        let signs = if context.heading > 0 { &SIGNS_OF_HEADINGS[..] } else { &SIGNS_OF_WAY_BACK };
        let mut pos = 0;
        while pos < bytes.len() {
            if may_be_sign && let Some(sign) = self.hold_link_sign(&text[pos..], signs) {
                pos += sign.len_utf8();
                continue;
            }
            match CLASS[usize::from(bytes[pos])] {
                SPACE => {
                    self.take_space(bytes[pos], preformatted);
                    pos += 1;
                }
                CONTROL => pos += 1,
                WIDE => {
                    let Some(c) = text[pos..].chars().next() else { break };
                    match wide(c) {
                        CharClass::Space if preformatted && c == IDEOGRAPHIC_SPACE => self.take_indent(c),
                        CharClass::Space => self.take_space(b' ', preformatted),
                        CharClass::Nothing => {
                            if let Some(sign) = windows_1252_of_control(c)
                                && let sign = sign.encode_utf8(&mut [0; 4])
                                && self.run(sign, 0, offset + pos as u64, context, preformatted).is_none()
                            {
                                return pos;
                            }
                        }
                        CharClass::PendingMarks => self.take_pending_marks(c),
                        _ => {
                            let Some(end) = self.run(text, pos, offset, context, preformatted) else {
                                return pos;
                            };
                            pos = end;
                            continue;
                        }
                    }
                    pos += c.len_utf8();
                }
                _ => {
                    let Some(end) = self.run(text, pos, offset, context, preformatted) else { return pos };
                    pos = end;
                }
            }
        }
        pos
    }

    /// Adds white space outside of preformatted text and headings.
    #[inline]
    pub(crate) fn space(&mut self, text: &str, context: &Context) {
        if self.split_on_visibility(context) {
            self.in_word = false;
            self.space = true;
            self.space_has_line_end |= text.as_bytes().contains(&b'\n');
        }
    }

    /// Ends a hidden block before visible text. Returns `false` for hidden text inside a visible
    /// block, which belongs to no block.
    #[inline]
    fn split_on_visibility(&mut self, context: &Context) -> bool {
        let hidden = context.flags.has(Flags::HIDDEN);
        if self.is_open && hidden != self.current.has(Flags::HIDDEN) {
            if hidden {
                return false;
            }
            self.end_block();
            self.end_line();
            self.pending_break = Break::Line;
        }
        true
    }

    /// Holds back one of `signs` at the beginning of a link to a fragment. If the link has no other
    /// text, the sign is left out.
    fn hold_link_sign(&mut self, rest: &str, signs: &[char]) -> Option<char> {
        if !self.link_begins {
            return None;
        }
        self.held_sign = rest.chars().next().filter(|first| signs.contains(first));
        self.link_begins &= self.held_sign.is_none();
        if self.held_sign.is_some() {
            self.sign_is_spaced = core::mem::take(&mut self.space);
        }
        self.held_sign
    }

    /// Takes white space, which may turn out to be invisible.
    #[inline]
    fn take_space(&mut self, byte: u8, preformatted: bool) {
        self.in_word = false;
        if !preformatted {
            self.space = true;
            self.space_has_line_end |= byte == b'\n';
        } else if byte == b'\n' {
            self.newlines = self.newlines.saturating_add(1);
            self.unseen.clear();
            self.indent.clear();
        } else {
            // A carriage return from a character reference or a form feed is white space, but no
            // line end.
            self.take_indent(if byte == b'\t' { '\t' } else { ' ' });
        }
    }

    /// Takes white space before or inside preformatted text.
    fn take_indent(&mut self, space: char) {
        self.in_word = false;
        if self.indent.len() + space.len_utf8() <= INDENT_BYTES {
            self.indent.push(space);
        }
    }

    /// Takes a run of text that begins at `pos` with a visible character; returns its end. Returns
    /// `None` if the budget is spent before its first character.
    fn run(
        &mut self,
        text: &str,
        pos: usize,
        offset: u64,
        context: &Context,
        preformatted: bool,
    ) -> Option<usize> {
        if self.is_open && self.newlines > 1 {
            self.end_block();
            self.empty_lines =
                if preformatted { (self.newlines as usize - 2).min(EMPTY_LINES.len()) } else { 0 };
            self.newlines = 0;
            self.pending_break = Break::Blank;
        }
        let in_link = context.flags.has(Flags::LINK);
        if let Some(border) = self.border.take()
            && (border == Boundary::Replaced || self.is_open && self.parts(border, &text[pos..]))
        {
            if border == Boundary::Raised && self.inline.is_on && !preformatted {
                // The mark of the superscript parts the two numbers.
                self.in_word = false;
                self.inline.is_new_superscript = true;
                self.count(1, 0, false);
            } else {
                self.word_break();
            }
        }
        loop {
            if !self.is_open && !self.start_block(offset + pos as u64, context) {
                return None;
            }
            if !self.arena.ensure_text_node(context, offset + pos as u64) {
                return None;
            }
            match self.flush_pending(preformatted, in_link) {
                Write::Done => {}
                Write::NoRoom => {
                    self.cut_block();
                    continue;
                }
                Write::NoMemory => return None,
            }
            let write_separator = self.write_separator(&text[pos..], preformatted, in_link);
            if write_separator == Write::NoMemory {
                return None;
            }
            let room = SEGMENT_BYTES - self.current.text_bytes();
            let run = scan(text, pos, room, self.in_word);
            if write_separator == Write::NoRoom || run.end == pos {
                self.cut_block();
                continue;
            }
            if !self.arena.extend_text(&mut self.current, &text[pos..run.end]) {
                return None;
            }
            self.in_word = run.ends_in_word;
            self.link_begins = false;
            self.current.links.hold_text(in_link && !self.leads_into_page);
            self.count(run.chars, run.words, in_link);
            if self.arena.nodes.are_wanted() {
                self.arena.nodes.count(run.chars, run.words, in_link, offset + run.end as u64);
            }
            return Some(run.end);
        }
    }

    /// Whether a boundary separates the last written text from `next`.
    #[cold]
    fn parts(&self, border: Boundary, next: &str) -> bool {
        if border == Boundary::Raised {
            return self.parts_numbers(next);
        }
        let parts = match border {
            // A number may be a footnote reference.
            Boundary::AfterLabel => {
                next.starts_with(char::is_alphabetic) && self.separates_sentences(&[':'], next)
            }
            _ if self.in_word => self.separates_letters(border, next),
            _ => border == Boundary::DifferentClass && self.separates_sentences(&ENDS_OF_SENTENCES, next),
        };
        parts || self.separates_prices(border, next)
    }

    /// Whether a superscript of digits follows directly after a number, and would be part of it.
    fn parts_numbers(&self, next: &str) -> bool {
        let last = marks::shown_backwards(self.arena.text(&self.current)).next();
        let is_apart = self.space || self.is_apart || self.newlines > 0;
        !is_apart && last.is_some_and(char::is_numeric) && next.starts_with(char::is_numeric)
    }

    /// Whether a boundary stands between a price and another price or a name: `5 €` and `7 €`, `$5`
    /// and `$7`. A number and its currency sign, in either order, are one price.
    fn separates_prices(&self, border: Boundary, next: &str) -> bool {
        let mut before = marks::shown_backwards(self.arena.text(&self.current))
            .take(MAX_ADDRESS_CHARS)
            .skip_while(|c| *c == MARK_OF_PRICES);
        let (Some(last), Some(first)) = (before.next(), next.chars().next()) else { return false };
        let is_of_number = |c: &char| c.is_numeric() || matches!(c, '.' | ',');
        if is_currency(last) {
            let number = before.skip_while(|c| c.is_whitespace());
            // Digits after a whole number may be its cents: `5€` and `90`.
            let is_whole = || !number.clone().take_while(is_of_number).any(|c| !c.is_numeric());
            let begins = if first.is_numeric() {
                border != Boundary::AfterLabel || !is_whole()
            } else {
                is_currency(first) || wide(first) == CharClass::Letter && !first.is_lowercase()
            };
            // If a sign precedes the number, the sign after it belongs to the next price.
            let has_sign = || number.clone().find(|c| !is_of_number(c)).is_some_and(is_currency);
            begins && !has_sign() && number.clone().next().is_some_and(char::is_numeric)
        } else {
            // After a label, a space ends the number, since the sign may belong to it: `29€. 25`
            // and `€`. At other boundaries, the number may contain spaces.
            let is_of_number =
                |c: &char| is_of_number(c) || border != Boundary::AfterLabel && matches!(c, ' ' | '\u{A0}');
            last.is_numeric()
                && is_currency(first)
                && before.find(|c| !is_of_number(c)).is_some_and(is_currency)
        }
    }

    /// Whether the last text ends with one of the signs `ends` and `next` begins a word. Examples:
    /// a question before the next one, a number in brackets before its text. Not after a single
    /// capital as in `U.S.`, nor inside an address.
    fn separates_sentences(&self, ends: &[char], next: &str) -> bool {
        let mut before = marks::shown_backwards(self.arena.text(&self.current));
        let (Some(sign), Some(last), Some(first)) = (before.next(), before.next(), next.chars().next())
        else {
            return false;
        };
        // Parts of a number, an address or a time.
        if matches!(sign, '.' | ':') && last.is_numeric() && first.is_numeric() {
            return false;
        }
        let is_initial = last.is_uppercase() && !before.clone().next().is_some_and(char::is_alphanumeric);
        // Letters without case begin words as capitals do.
        let begins_word = wide(first) == CharClass::Letter && (sign == ':' || !first.is_lowercase());
        ends.contains(&sign)
            && begins_word
            && (last.is_alphanumeric() || matches!(last, ')' | ']' | '”' | '»'))
            && !(sign == '.' && is_initial)
            && !is_in_address(before)
    }

    /// Whether a boundary separates the last word from `next`. Both sides must be letters or
    /// digits, and nothing may indicate a single word.
    ///
    /// These stay one word: a drop cap and its rest, a number and its unit, the letters and numbers
    /// of a formula, the parts of an address. Two spans of the same class are separated only at
    /// digit-digit and lowercase-uppercase boundaries.
    fn separates_letters(&self, border: Boundary, next: &str) -> bool {
        let mut before = marks::shown_backwards(self.arena.text(&self.current));
        let (Some(last), Some(first)) = (before.next(), next.chars().next()) else { return false };
        // The standard library counts Indic combining signs as letters. All Indic scripts have
        // their letters at the same positions of their code blocks.
        let is_letter = match first {
            '\u{0900}'..='\u{0DFF}' => (0x05..=0x39).contains(&(u32::from(first) % 0x80)),
            _ if first.is_ascii() => first.is_ascii_alphanumeric(),
            _ => wide(first) == CharClass::Letter,
        };
        let mut word = before.clone().take_while(|c| c.is_alphanumeric());
        let begins_word = word.next().is_none();
        // Of a formula, or a paper size.
        let is_short = word.next().is_none();
        let may_be_two = border == Boundary::DifferentClass
            || last.is_numeric() && first.is_numeric()
            || last.is_lowercase() && first.is_uppercase();
        let may_be_one = last == ZERO_WIDTH_JOINER
            || last.is_uppercase() && first.is_lowercase() && begins_word
            || last.is_numeric() && first.is_lowercase() && !ends_date(last, before.clone())
            || last.is_uppercase() && first.is_numeric() && is_short;
        let goes_on = matches!(wide(last), CharClass::WholeWord | CharClass::HalfWord);
        is_letter
            && may_be_two
            && !may_be_one
            && !goes_on
            && !is_in_address(core::iter::once(last).chain(before))
    }

    /// Writes the pending zero-width marks, and the held sign if its link continues after it.
    #[inline]
    fn flush_pending(&mut self, preformatted: bool, in_link: bool) -> Write {
        if self.unseen.are_held() {
            let written = self.write_pending_marks(preformatted, in_link);
            if written != Write::Done {
                return written;
            }
        }
        let Some(sign) = self.held_sign else { return Write::Done };
        if sign == ZERO_WIDTH_SPACE && self.current.chars == 0 {
            self.space = false;
        } else if in_link {
            let space_after = core::mem::replace(&mut self.space, self.sign_is_spaced);
            let written = self.write_sign(sign, preformatted, in_link);
            self.space = space_after;
            if written != Write::Done {
                return written;
            }
        } else {
            self.space |= self.sign_is_spaced;
        }
        self.held_sign = None;
        Write::Done
    }

    /// Writes a sign and the separator before it.
    #[cold]
    pub(super) fn write_sign(&mut self, sign: char, preformatted: bool, in_link: bool) -> Write {
        let mut bytes = [0; 4];
        let sign = &*sign.encode_utf8(&mut bytes);
        let mut written = self.write_separator(sign, preformatted, in_link);
        if written == Write::Done {
            written = self.push(sign);
        }
        if written == Write::Done {
            self.count(1, 0, in_link);
        }
        written
    }

    /// Adds to the character and word counts of the block being filled.
    #[inline]
    fn count(&mut self, chars: u16, words: u16, in_link: bool) {
        self.current.chars += chars;
        self.current.words += words;
        if in_link {
            self.current.link_chars += chars;
            self.current.link_words += words;
        }
    }

    /// Writes everything between the last character and `next`: closing marks, line end or space,
    /// opening marks. White space counts with the character that follows it.
    #[inline]
    fn write_separator(&mut self, next: &str, preformatted: bool, in_link: bool) -> Write {
        if self.inline.is_on && self.close_marks() == Write::NoMemory {
            return Write::NoMemory;
        }
        let begins_line = self.current.chars == 0 && self.current.break_before != Break::None;
        let is_empty = self.current.text_bytes() == 0;
        if self.inline.is_on
            && begins_line
            && is_empty
            && self.write_language(preformatted) == Write::NoMemory
        {
            return Write::NoMemory;
        }
        let is_spaced = if preformatted { !self.indent.is_empty() } else { self.space };
        // Closing marks after the sign are already written, so the search skips marks.
        let opens_bracket = |text: &str| {
            marks::shown_backwards(text).next().is_some_and(|sign| OPENING_SIGNS.contains(&sign))
        };
        let parts_words = self.is_apart
            && !is_spaced
            && !next.starts_with(CLOSING_SIGNS)
            && !opens_bracket(self.arena.text(&self.current));
        let gap = match (self.newlines > 0, is_spaced && !preformatted || parts_words) {
            _ if begins_line => "",
            (true, _) => "\n",
            (false, true) if self.space_has_line_end && !parts_words && self.joins_lines(next) => "",
            (false, true) => " ",
            (false, false) => "",
        };
        if !gap.is_empty() {
            match self.push(gap) {
                Write::Done => self.count(1, 0, in_link),
                other => return other,
            }
        }
        self.newlines = 0;
        self.line_began = 0;
        self.space = false;
        self.space_has_line_end = false;
        self.has_tag_before = false;
        self.is_apart = false;
        if begins_line && self.empty_lines > 0 {
            match self.push(&EMPTY_LINES[..self.empty_lines]) {
                Write::Done => self.count(self.empty_lines as u16, 0, in_link),
                other => return other,
            }
            self.empty_lines = 0;
        }
        if preformatted && !self.indent.is_empty() {
            let indent = core::mem::take(&mut self.indent);
            let pushed = self.push(&indent);
            self.indent = indent;
            if pushed != Write::Done {
                return pushed;
            }
            self.count(self.indent.chars().count() as u16, 0, in_link);
            self.indent.clear();
        }
        if self.inline.is_on { self.open_marks() } else { Write::Done }
    }

    /// Whether a line end between the last character and `next` is no space: both are characters of
    /// scripts without spaces between words, as wide as a Han character, with no tag in between.
    /// Links and tags of a list are separate words.
    ///
    /// Source: CSS Text Module Level 3, section 4.1.3, segment break transformation rules.
    fn joins_lines(&self, next: &str) -> bool {
        let last = || marks::shown_backwards(self.arena.text(&self.current)).next();
        !self.has_tag_before
            && next.chars().next().is_some_and(is_as_wide_as_han)
            && last().is_some_and(is_as_wide_as_han)
    }

    /// Writes a few bytes that must not be split.
    pub(super) fn push(&mut self, text: &str) -> Write {
        if self.current.text_bytes() + text.len() > SEGMENT_BYTES {
            return Write::NoRoom;
        }
        if self.arena.extend_text(&mut self.current, text) { Write::Done } else { Write::NoMemory }
    }
}

/// Whether a character is wide and of a script without spaces between words: Han, kana and their
/// punctuation. Hangul is not.
fn is_as_wide_as_han(c: char) -> bool {
    c > '\u{2E7F}'
        && (wide(c) == CharClass::WholeWord
            || matches!(c, '\u{3001}'..='\u{301F}' | '\u{30A0}'..='\u{30FF}' | '\u{FF01}'..='\u{FF60}'))
}

/// Result of writing a few bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Write {
    Done,
    /// The block has its maximum length.
    NoRoom,
    /// The budget is spent.
    NoMemory,
}

/// Whether a text, given in reverse, ends with a date whose last part is the year: `May 5, 2020`,
/// `5. Mai 2020`. A word after it is no unit.
fn ends_date(last: char, before: impl Iterator<Item = char>) -> bool {
    /// Digits of a year, and maximum digits of a day.
    const YEAR: usize = 4;
    const DAY: usize = 2;
    let mut text = core::iter::once(last).chain(before).take(MAX_ADDRESS_CHARS).peekable();
    let mut count = |is_of: fn(char) -> bool| {
        let mut found = 0;
        while text.next_if(|c| is_of(*c)).is_some() {
            found += 1;
        }
        found
    };
    let is_between = |c: char| matches!(c, ' ' | ',' | '.');
    if count(|c| c.is_ascii_digit()) != YEAR || count(is_between) == 0 {
        return false;
    }
    if count(char::is_alphabetic) > 0 {
        count(is_between);
    }
    (1..=DAY).contains(&count(|c| c.is_ascii_digit()))
}

/// Whether a word, given in reverse, is an address: of mail, of a page, or of a file.
fn is_in_address(word: impl Iterator<Item = char>) -> bool {
    let (mut has_slash, mut has_dot, mut has_letter, mut first) = (false, false, false, ' ');
    for c in word.take(MAX_ADDRESS_CHARS).take_while(|c| !c.is_whitespace()) {
        match c {
            '@' => return true,
            '/' => has_slash = true,
            '.' | ':' => has_dot = true,
            _ => has_letter |= c.is_alphabetic(),
        }
        first = c;
    }
    has_slash && (first == '/' || has_dot && has_letter)
}
