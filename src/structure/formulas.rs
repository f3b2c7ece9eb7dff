//! Handling of formulas between the tokens and the sink.
//!
//! In: tags and text inside of `math` elements and TeX scripts. Out: TeX in a formula mark.
//! MediaWiki hides the MathML of a formula and shows an image after it. The formula is then placed
//! where the image stands. Held: nothing besides the [`Formula`](crate::formula::Formula).

use super::kinds::NamedKind;
use super::sink::Separation;
use super::{Flags, Mark, StructureSink, TrackedSink, hidden};
use crate::formula::{Last, Written, tex_of_data, tex_of_image, without_style};
use crate::html::{AttrId, Tag, TagId};

/// What an end tag in a formula ends.
pub(super) enum EndTag {
    /// An element of MathML that is not on the stack.
    OfFormula,
    /// The script of the formula, which ends after the element is popped.
    OfScript,
    Other,
}

impl<S: StructureSink> TrackedSink<'_, S> {
    /// Whether a tag with a prefix is one of MathML: `m:math`.
    pub(super) fn is_prefixed(&self, tag: &Tag<'_>) -> bool {
        let name = tag.name().split_once(':').map(|(_, name)| name);
        name.is_some_and(|name| name == "math" || self.formula.is_open())
    }

    /// A MathML element begins in text that is not dropped.
    pub(super) fn start_formula(&mut self, tag: &Tag<'_>) {
        let is_open = self.formula.is_open();
        let formula = &mut self.tracker.formula;
        match local_name(tag) {
            "math" if !is_open && !tag.self_closing => {
                formula.open(tag.attributes.get_untruncated(AttrId::Alttext), tag.offset);
            }
            "annotation" if is_open && formula.open_annotation(tag.attributes.get(AttrId::Encoding)) => {}
            name if is_open => formula.start(tag, name),
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

    /// An end tag in a formula: it ends a part, or the formula itself.
    #[cold]
    pub(super) fn end_tag_in_formula(&mut self, tag: &Tag<'_>) -> EndTag {
        let is_prefixed = tag.id == TagId::Other && self.is_prefixed(tag);
        match local_name(tag) {
            // The start tag was all of the element.
            _ if is_prefixed && tag.self_closing => {}
            "annotation" => {
                self.tracker.formula.close_annotation();
                self.tracker.formula.end("annotation");
            }
            name if self.formula.is_quoted() => self.tracker.formula.end(name),
            "script" => return EndTag::OfScript,
            "math" => {
                self.tracker.formula.close_annotation();
                self.leave_dropped_foreign();
                self.end_formula();
            }
            // An HTML end tag: it ends an element that encloses the formula.
            _ if is_html(tag.id) && self.stack.find_tag(tag.id, |_| false).is_some() => {
                self.leave_dropped_foreign();
                self.break_off_formula();
            }
            name if self.stack.context().flags.has(Flags::DROPPED) && name != "annotation-xml" => {}
            name => self.tracker.formula.end(name),
        }
        if is_prefixed || self.formula.is_quoted() { EndTag::OfFormula } else { EndTag::Other }
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
            let bytes = self.hand_on_formula(false);
            self.tracker.formula.make_room(bytes);
        }
    }

    /// Ends a formula and hands on its held text.
    pub(super) fn end_formula(&mut self) {
        self.hand_on_formula(true);
        if self.formula.is_marked {
            self.sink.close_mark(Mark::Formula);
        }
        self.tracker.formula.close();
        if self.stack.info().part == NamedKind::Typeset {
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
            self.sink.separate(Separation::Words);
        }
    }

    /// Hands on the held text of a formula, its end if `is_last`. Returns the bytes of it.
    #[cold]
    fn hand_on_formula(&mut self, is_last: bool) -> usize {
        let is_begun = self.formula.is_begun;
        let offset = self.formula.offset;
        let (text, bytes) = self.tracker.formula.take_text(is_last);
        let shown = match (is_begun, is_last) {
            (false, true) => without_style(&text),
            (false, false) => text[..bytes].trim_start(),
            (true, false) => &text[..bytes],
            (true, true) => text.trim_end(),
        };
        let is_hidden = self.stack.context().flags.has(Flags::HIDDEN);
        if !shown.is_empty() {
            if !is_begun {
                if self.formula.follows {
                    self.sink.separate(Separation::Words);
                }
                // Code is already marked as code.
                self.tracker.formula.is_marked = !self.is_in_code();
                if self.formula.is_marked {
                    self.sink.open_mark(Mark::Formula, None);
                }
            }
            self.shown(shown, offset);
        }
        self.tracker.formula.put_back(text, bytes, is_hidden);
        bytes
    }

    /// An image. Directly after a hidden formula, it is the visible form of that formula. With no
    /// formula before it, its `alt` may be the TeX of one. Returns whether it shows a formula.
    pub(super) fn image_of_formula(&mut self, tag: &Tag<'_>) -> bool {
        let mut is_formula = true;
        if self.formula.last == Last::Hidden && self.stack.top_tag() == TagId::Noscript {
            // A script shows the image later: the formula stands where text comes next.
            self.tracker.formula.call_typeset();
            return true;
        }
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
        tex_of_data(tag).is_some_and(|tex| self.read_whole_formula(Written::Plain(tex), tag.offset))
    }

    /// A formula that MathJax 2 typeset may have its MathML in an attribute. Returns
    /// whether it has, and then holds it: a script after it may have its TeX.
    #[cold]
    pub(super) fn typeset_of_data(&mut self, tag: &Tag<'_>) -> bool {
        let is_typeset = tag.attributes.get(AttrId::Class).is_some_and(hidden::is_typeset);
        if !is_typeset || tag.attributes.get_untruncated(AttrId::DataMathml).is_none() {
            return false;
        }
        self.leave_typeset();
        self.tracker.formula.open_quoted(tag.offset);
        true
    }

    /// Hands on a formula whose TeX is known as a whole; `false` if it is too long.
    fn read_whole_formula(&mut self, tex: Written<'_>, offset: u64) -> bool {
        let is_read = self.tracker.formula.open_whole(tex, offset);
        if is_read {
            self.end_formula();
        }
        is_read
    }
}

/// The name of a tag without its prefix.
fn local_name<'a>(tag: &'a Tag<'_>) -> &'a str {
    let name = tag.name();
    name.split_once(':').map_or(name, |(_, name)| name)
}

/// Whether an element is not MathML.
fn is_html(tag: TagId) -> bool {
    use TagId::*;
    !matches!(tag, Other | Mi | Mo | Mn | Ms | Mtext | Annotation | AnnotationXml | Math)
}
