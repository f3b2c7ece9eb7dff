//! Handling of formulas between the tokens and the sink.
//!
//! In: tags and text inside of `math` elements and TeX scripts. Out: text in a formula mark.
//! MediaWiki hides the MathML of a formula and shows an image after it. The formula is then placed
//! where the image stands. Held: nothing besides the [`Formula`](super::formula::Formula).

use super::element_part::NamedKind;
use super::formula::Last;
use super::{Flags, Mark, StructureSink, TrackedSink, formula, hidden};
use crate::html::{AttrId, AttrSet, Tag, TagId};

/// Attributes in which tools keep the TeX of a formula that the element draws.
const OF_TEX: AttrSet = AttrSet::of(&[
    AttrId::DataEquation,
    AttrId::DataExpr,
    AttrId::DataFormula,
    AttrId::DataLatex,
    AttrId::DataMath,
    AttrId::DataTex,
]);

/// Attributes in which tools keep a formula that the element draws: its TeX, or its MathML.
pub(super) const OF_FORMULAS: AttrSet = OF_TEX.with(AttrSet::of(&[AttrId::DataMathml]));

/// Style commands that MediaWiki and LaTeXML put around all TeX, without meaning for the formula.
const STYLES: [&str; 2] = ["\\displaystyle", "\\textstyle"];

impl<S: StructureSink> TrackedSink<'_, S> {
    /// A MathML element begins in text that is not dropped.
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
            _ if is_open => formula.start(tag.name(), is_stacked(tag), tag.self_closing),
            _ => {}
        }
    }

    /// A TeX script begins, unless it is the source of the formula before it.
    pub(super) fn start_script_in_tex(&mut self, offset: u64) {
        if self.formula.last == Last::Typeset {
            // The script has its TeX.
            self.tracker.formula.pass();
        }
        if matches!(self.formula.last, Last::Passed | Last::Script) {
            self.tracker.formula.open_script(offset);
        }
    }

    /// An end tag in a formula: it ends a part, or the formula itself. Returns true for a `script`,
    /// whose formula ends after the element is popped.
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
            // An HTML end tag: it ends an element that encloses the formula.
            id if is_html(id) && self.stack.find_tag(id, |_| false).is_some() => {
                self.leave_dropped_foreign();
                self.break_off_formula();
            }
            _ => self.tracker.formula.end(tag.name()),
        }
        false
    }

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

    /// Ends a formula and hands on its held text.
    pub(super) fn end_formula(&mut self) {
        self.hand_on_formula(true);
        let formula = &mut self.tracker.formula;
        if let Some(mark) = formula.mark {
            self.sink.close_mark(mark);
        }
        formula.close();
        if self.stack.names().part == NamedKind::Typeset {
            self.tracker.formula.call_typeset();
        }
    }

    /// Something other than a script comes after a formula that was typeset: its MathML is all
    /// that there is of it.
    #[inline]
    pub(super) fn leave_typeset(&mut self) {
        if self.formula.last == Last::Typeset {
            self.show_typeset();
        }
    }

    #[cold]
    fn show_typeset(&mut self) {
        if self.stack.context().flags.has(Flags::HIDDEN) {
            return;
        }
        let formula = &mut self.tracker.formula;
        formula.pass();
        formula.move_last(formula.offset);
        self.end_formula();
    }

    /// Ends a formula that HTML interrupts, or that has no end tag.
    #[cold]
    pub(super) fn break_off_formula(&mut self) {
        let is_spaced = self.formula.is_spaced;
        self.tracker.formula.break_off();
        self.end_formula();
        if is_spaced && !self.stack.context().flags.has(Flags::DROPPED) {
            self.sink.word_break();
        }
    }

    /// Hands on the held text of a formula, its end if `is_last`.
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
                // Code is already marked as code.
                let mark = if self.formula.is_tex { Mark::Formula } else { Mark::LinearFormula };
                self.tracker.formula.mark = (!self.is_in_code()).then_some(mark);
                if let Some(mark) = self.formula.mark {
                    self.sink.open_mark(mark, None);
                }
            }
            self.shown(shown, offset);
        }
        self.tracker.formula.put_back(text, is_hidden);
    }

    /// An image. Directly after a hidden formula, it is the visible form of that formula. With no
    /// formula before it, its `alt` may be the TeX of one. Returns whether it shows a formula.
    pub(super) fn image_of_formula(&mut self, tag: &Tag<'_>) -> bool {
        let mut is_formula = true;
        if self.formula.last == Last::Hidden && !self.stack.context().flags.has(Flags::HIDDEN) {
            self.tracker.formula.move_last(tag.offset);
            self.end_formula();
        } else if self.formula.last == Last::Passed
            && let Some(tex) = tex_of_image(tag)
        {
            self.read_whole_formula(tex, tag.offset);
            self.separate_words();
        } else {
            is_formula = false;
        }
        self.leave_typeset();
        self.tracker.formula.pass();
        is_formula
    }

    /// An element may have the TeX of its formula in an attribute. Returns whether it has, and then
    /// hands it on.
    #[cold]
    pub(super) fn formula_of_data(&mut self, tag: &Tag<'_>) -> bool {
        let is_tex = |tex: &&str| has_command(tex) || names_formula(tag) && formula::may_be_tex(tex);
        let texts = tag.attributes.iter().filter(|&(id, _)| OF_TEX.contains(id)).map(|(_, text)| text);
        let Some(tex) = texts.map(str::trim).filter(|tex| !tex.is_empty()).find(is_tex) else { return false };
        self.read_whole_formula(tex, tag.offset)
    }

    /// A formula that MathJax 2 typeset may have its MathML in an attribute. Returns
    /// whether it has, and then holds it: a script after it may have its TeX.
    #[cold]
    pub(super) fn typeset_of_data(&mut self, tag: &Tag<'_>) -> bool {
        let is_typeset = tag.attributes.get(AttrId::Class).is_some_and(hidden::is_typeset);
        let Some(mathml) = tag.attributes.get_untruncated(AttrId::DataMathml).filter(|_| is_typeset) else {
            return false;
        };
        self.leave_typeset();
        let formula = &mut self.tracker.formula;
        formula.open(None, tag.offset);
        formula.read_markup(mathml, tag.offset);
        let text = formula.take_text();
        formula.put_back(text, true);
        formula.close();
        formula.call_typeset();
        true
    }

    /// Hands on a formula whose TeX is known as a whole; `false` if it is too long.
    fn read_whole_formula(&mut self, tex: &str, offset: u64) -> bool {
        let is_read = self.tracker.formula.open_whole(tex, offset);
        if is_read {
            self.end_formula();
        }
        is_read
    }
}

/// The TeX of a formula that an image shows, from its `alt`.
fn tex_of_image<'a>(tag: &Tag<'a>) -> Option<&'a str> {
    let alt = tag.attributes.get(AttrId::Alt).map(str::trim).filter(|alt| !alt.is_empty())?;
    let is_tex = has_command(alt) || names_formula(tag) && formula::may_be_tex(alt);
    is_tex.then_some(alt)
}

/// Classes that tools give to their formulas: WordPress, MediaWiki, Zhihu, and others.
const CLASSES_OF_FORMULAS: [&str; 10] = [
    "latex",
    "tex",
    "math",
    "katex",
    "mathjax",
    "equation",
    "formula",
    "eeimg",
    "mwe-math-fallback-image-inline",
    "mwe-math-fallback-image-display",
];

/// Whether a class of an element means a formula, alone or before a hyphen: `math-inline`.
fn names_formula(tag: &Tag<'_>) -> bool {
    let class = tag.attributes.get(AttrId::Class).unwrap_or("");
    class.split_ascii_whitespace().any(|word| {
        let first = word.split(['-', '_']).next().unwrap_or(word);
        CLASSES_OF_FORMULAS
            .iter()
            .any(|name| name.eq_ignore_ascii_case(word) || name.eq_ignore_ascii_case(first))
    })
}

/// Whether a text has a command of TeX, and is no path of a file.
fn has_command(text: &str) -> bool {
    let begins_command = |at: usize| text[at + 1..].starts_with(|c: char| c.is_ascii_alphabetic());
    text.match_indices('\\').any(|(at, _)| begins_command(at)) && !text.contains(":\\")
}

/// Whether a fraction has no line: a binomial coefficient.
fn is_stacked(tag: &Tag<'_>) -> bool {
    let thickness = tag.attributes.get(AttrId::Linethickness).unwrap_or("").trim();
    thickness.starts_with('0') && !thickness.contains(|c: char| ('1'..='9').contains(&c))
}

/// Whether an element is not MathML.
fn is_html(tag: TagId) -> bool {
    use TagId::*;
    !matches!(tag, Other | Mi | Mo | Mn | Ms | Mtext | Annotation | AnnotationXml | Math)
}

/// TeX without the braces and style commands that enclose all of it.
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

/// The text between a pair of braces, if the pair encloses all of `tex`.
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
