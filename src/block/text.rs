//! Text into the block being filled.
//!
//! In: text with its offset and context. Out: the block's text with white space folded, its words
//! and characters counted, cut where a segment is full. Held: nothing besides the fields of
//! [`Blocks`].

use super::chars::{CLASS, CONTROL, CharClass, SPACE, WIDE, wide};
use super::ends::HAS_ENDS;
use super::scan::scan;
use super::{Blocks, INDENT_BYTES, SEGMENT_BYTES, marks};
use crate::html::windows_1252_of_control;
use crate::structure::{Boundary, Break, Context, Flags};

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

/// Say whether the sign before is drawn as text or in colour.
const VARIATIONS: [char; 2] = ['\u{FE0E}', '\u{FE0F}'];

/// Empty lines kept in a row of a preformatted text, in addition to the first.
const EMPTY_LINES: &str = "\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n";

/// Space as wide as a Han character; kept in preformatted text, so that columns stay aligned.
const IDEOGRAPHIC_SPACE: char = '\u{3000}';

const NO_BREAK_SPACE: char = '\u{A0}';

/// Invisible, but may separate words.
const ZERO_WIDTH_SPACE: char = '\u{200B}';

impl Blocks {
    /// Adds text and returns the number of bytes taken. Fewer than all means that the budget is
    /// spent: some blocks must be removed before the rest is passed again.
    pub(crate) fn text(&mut self, text: &str, offset: u64, context: &Context) -> usize {
        if !self.split_on_visibility(context) {
            self.hidden_in_text(text);
            return text.len();
        }
        self.is_at_break = false;
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
            if self.held_sign.is_some() && text[pos..].starts_with(VARIATIONS) {
                pos += VARIATIONS[0].len_utf8();
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
                            self.text_ends(offset + pos as u64, offset + (pos + c.len_utf8()) as u64);
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
            self.is_at_break = false;
            self.in_word = false;
            self.space = true;
            self.space_has_line_end |= text.as_bytes().contains(&b'\n');
        } else if self.inline.note.is_some() {
            self.hidden_in_text(text);
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

    /// Takes white space at the beginning of a line outside of preformatted text. Markdown and HTML
    /// fold it, so there it becomes no-break spaces.
    pub(crate) fn indent(&mut self, spaces: &str) {
        /// Columns of a tab.
        const TAB: usize = 4;
        self.is_at_break = false;
        let space = if self.inline.is_on { NO_BREAK_SPACE } else { ' ' };
        for sign in spaces.bytes() {
            for _ in 0..if sign == b'\t' { TAB } else { 1 } {
                // As many of either kind, so that they count the same in all formats.
                if self.indent.len() / space.len_utf8() < INDENT_BYTES / NO_BREAK_SPACE.len_utf8() {
                    self.indent.push(space);
                }
            }
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
        if let Some(border) = self.border.take().filter(|_| !self.begins_note())
            && (border == Boundary::Replaced || self.is_open && self.separates(border, &text[pos..]))
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
            if HAS_ENDS {
                self.text_end = self.text_end.max(offset + run.end as u64);
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
        // The rest of a block that was cut has text before the sign.
        let begins_text = self.current.chars == 0 && self.current.break_before != Break::None;
        if sign == ZERO_WIDTH_SPACE && begins_text {
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
    pub(super) fn count(&mut self, chars: u16, words: u16, in_link: bool) {
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
        if self.inline.is_on && begins_line && is_empty && self.write_head(preformatted) == Write::NoMemory {
            return Write::NoMemory;
        }
        let gap = if begins_line { "" } else { self.gap(next, preformatted) };
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
        if !preformatted && gap != "\n" && !(is_empty && self.is_in_code) {
            self.indent.clear();
        }
        if !self.indent.is_empty() {
            // At the beginning of a text it is of the code.
            let is_of_mark = is_empty && !preformatted && self.inline.is_on;
            let opened = if is_of_mark { self.open_marks() } else { Write::Done };
            if opened != Write::Done {
                return opened;
            }
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

    /// The white space between the last character and `next`.
    #[inline]
    fn gap(&self, next: &str, preformatted: bool) -> &'static str {
        let is_spaced = if preformatted { !self.indent.is_empty() } else { self.space };
        // Closing marks after the sign are already written, so the search skips marks.
        let opens_bracket = |text: &str| {
            marks::shown_backwards(text).next().is_some_and(|sign| OPENING_SIGNS.contains(&sign))
        };
        let parts_words = self.is_apart
            && !is_spaced
            && !next.starts_with(CLOSING_SIGNS)
            && !opens_bracket(self.arena.text(&self.current));
        match (self.newlines > 0, is_spaced && !preformatted || parts_words) {
            (true, _) => "\n",
            (false, true) if self.space_has_line_end && !parts_words && self.joins_lines(next) => "",
            (false, true) => " ",
            (false, false) => "",
        }
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

    /// Takes a zero-width mark; at the edges of a line it is left out.
    #[cold]
    pub(super) fn take_pending_marks(&mut self, mark: char) {
        self.in_word = false;
        if self.is_open && self.newlines == 0 {
            let is_spaced = core::mem::take(&mut self.space);
            self.unseen.push(mark, is_spaced);
        }
    }

    /// Writes the pending marks before the character that follows.
    #[cold]
    pub(super) fn write_pending_marks(&mut self, preformatted: bool, in_link: bool) -> Write {
        let space_after = self.space;
        let mut written = Write::Done;
        while let Some(&mut (mark, is_spaced)) = self.unseen.first_mut() {
            self.space = is_spaced;
            written = self.write_sign(mark, preformatted, in_link);
            if written != Write::Done {
                // The space before the mark may already be written.
                let is_spaced = self.space;
                self.unseen.first_mut().into_iter().for_each(|first| first.1 = is_spaced);
                break;
            }
            self.unseen.pop_first();
        }
        self.space = space_after;
        written
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
