//! Formulas between the tokens and the sink.
//!
//! MediaWiki hides the MathML of a formula and shows an image behind it: the formula stands where
//! the image does.

use super::formula::Last;
use super::{Flags, Mark, StructureSink, TrackedSink};
use crate::html::{AttrId, Tag, TagId};

/// What surrounds all that MediaWiki and LaTeXML say in TeX, and says nothing of the formula.
const STYLES: [&str; 2] = ["\\displaystyle", "\\textstyle"];

impl<S: StructureSink> TrackedSink<'_, S> {
    /// An element of MathML begins, where text shows.
    pub(super) fn start_formula(&mut self, tag: &Tag<'_>) {
        let is_open = self.formula.is_open();
        let formula = &mut self.tracker.formula;
        match tag.id {
            TagId::Math if !is_open && !tag.self_closing => {
                formula.open(tag.attributes.get(AttrId::Alttext), tag.offset);
            }
            TagId::Annotation if is_open => {
                formula.open_annotation(tag.attributes.get(AttrId::Encoding).unwrap_or(""));
            }
            _ if is_open => formula.start(tag.name(), tag.self_closing),
            _ => {}
        }
    }

    /// A script begins that is in TeX, unless it is the source of the formula before it.
    pub(super) fn start_script_in_tex(&mut self, offset: u64) {
        if matches!(self.formula.last, Last::Passed | Last::Script) {
            self.tracker.formula.open_script(offset);
        }
    }

    /// An end tag in a formula: it ends part of it, or the formula itself. Out: whether that is to
    /// end with the element, which is a script.
    #[cold]
    pub(super) fn end_tag_in_formula(&mut self, tag: &Tag<'_>) -> bool {
        match tag.id {
            TagId::Script => return true,
            TagId::Math => {
                self.tracker.formula.close_annotation();
                self.leave_dropped_foreign();
                self.end_formula();
            }
            TagId::Annotation => self.tracker.formula.close_annotation(),
            // It ends in what is around it.
            id if is_html(id) && self.stack.find_tag(id, |_| false).is_some() => {
                self.leave_dropped_foreign();
                self.break_off_formula();
            }
            _ => self.tracker.formula.end(tag.name()),
        }
        false
    }

    /// Text in a formula.
    #[cold]
    pub(super) fn formula_text(&mut self, text: &str, offset: u64) {
        let is_dropped = self.stack.context().flags.has(Flags::DROPPED);
        if is_dropped && !self.formula.reads_unshown() {
            return;
        }
        let mut rest = text;
        loop {
            let taken = self.tracker.formula.push(rest, offset + (text.len() - rest.len()) as u64);
            rest = &rest[taken..];
            if rest.is_empty() {
                return;
            }
            self.hand_on_formula(false);
            self.tracker.formula.make_room();
        }
    }

    /// A formula ends, and what waits of it stands in the text.
    pub(super) fn end_formula(&mut self) {
        self.hand_on_formula(true);
        let formula = &mut self.tracker.formula;
        if formula.is_marked {
            self.sink.close_mark(Mark::Formula);
        }
        formula.close();
    }

    /// A formula ends at HTML in it, or is not ended.
    #[cold]
    pub(super) fn break_off_formula(&mut self) {
        let is_spaced = self.formula.is_spaced;
        self.tracker.formula.break_off();
        self.end_formula();
        if is_spaced && !self.stack.context().flags.has(Flags::DROPPED) {
            self.sink.word_break();
        }
    }

    /// Hands on what waits of a formula, its end if `is_last`.
    #[cold]
    fn hand_on_formula(&mut self, is_last: bool) {
        let is_begun = self.formula.is_begun;
        let offset = self.formula.offset;
        let text = self.tracker.formula.take_text();
        let shown = match (is_begun, is_last) {
            (false, true) => without_style(&text),
            (false, false) => text.trim_start(),
            (true, false) => &text,
            (true, true) => text.trim_end(),
        };
        let is_hidden = self.stack.context().flags.has(Flags::HIDDEN);
        if !shown.is_empty() {
            if !is_begun {
                if self.formula.follows {
                    self.sink.word_break();
                }
                // Code is marked as it is.
                self.tracker.formula.is_marked = !self.is_in_code();
                if self.formula.is_marked {
                    self.sink.open_mark(Mark::Formula, None);
                }
            }
            self.shown(shown, offset);
        }
        self.tracker.formula.put_back(text, is_hidden);
    }

    /// An image at `offset`: right behind a formula that is hidden, it is what shows of it.
    pub(super) fn image_of_formula(&mut self, offset: u64) {
        if self.formula.last == Last::Hidden && !self.stack.context().flags.has(Flags::HIDDEN) {
            self.tracker.formula.stand_again(offset);
            self.end_formula();
        }
        self.tracker.formula.pass();
    }
}

/// Whether an element is none of MathML.
fn is_html(tag: TagId) -> bool {
    use TagId::*;
    !matches!(tag, Other | Mi | Mo | Mn | Ms | Mtext | Annotation | AnnotationXml | Math)
}

/// TeX without what surrounds all of it and says how large it is.
fn without_style(tex: &str) -> &str {
    let mut tex = tex.trim();
    loop {
        let inner = in_braces(tex).map_or(tex, str::trim);
        let style = STYLES.iter().find_map(|style| inner.strip_prefix(style));
        match style.filter(|rest| !rest.starts_with(|c: char| c.is_ascii_alphabetic())) {
            Some(rest) => tex = rest.trim(),
            None => return tex,
        }
    }
}

/// What stands between a brace and its own, if that is all.
fn in_braces(tex: &str) -> Option<&str> {
    let inner = tex.strip_prefix('{')?.strip_suffix('}')?;
    let mut open = 0_usize;
    let mut is_escaped = false;
    for byte in inner.bytes() {
        match byte {
            b'{' if !is_escaped => open += 1,
            b'}' if !is_escaped => open = open.checked_sub(1)?,
            _ => {}
        }
        is_escaped = byte == b'\\' && !is_escaped;
    }
    (open == 0 && !is_escaped).then_some(inner)
}
