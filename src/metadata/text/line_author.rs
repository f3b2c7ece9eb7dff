//! Author of the page, as a short line near the start of its text names them: `By Ada Reed`.
//!
//! In: short lines that nothing marks as a byline, and the places where a main heading and the text
//! begin. Out: the names in the only such line. Held: [`LINE_AUTHOR_BYTES`].

use super::by::{Telling, is_full_name, names_after_label, share_words};
use super::words::{may_be_label, may_tell};
use crate::block::marks::{Span, spans};
use crate::metadata::candidate::{append_folded, emptied, is_placeholder};
use alloc::string::String;

/// Maximum bytes of the names.
const NAMES_BYTES: usize = 64;

/// Bytes on the heap: the names of one line, and the start of another line.
pub(crate) const LINE_AUTHOR_BYTES: usize = 2 * NAMES_BYTES;

/// Maximum blocks between the line and the main heading or the text after it, and between the first
/// text and the line after it. A line that is farther away is of another text.
const MAX_BLOCKS_BEFORE: u64 = 8;
const MAX_BLOCKS_AFTER: u64 = 3;

/// The names of the first line, until another line names others. Holds [`LINE_AUTHOR_BYTES`].
#[derive(Default)]
pub(crate) struct LineAuthor {
    names: String,
    /// Another line names others: the page is a list of texts.
    has_others: bool,
    /// The names stand far below the start of the text.
    is_late: bool,
    /// They follow a label in a line of its own.
    is_after_label: bool,
    /// A word of writing introduces them, not `by` alone.
    is_written: bool,
    /// Number of the line, while no main heading came.
    line_number: Option<u64>,
    /// Number of the line after a label, such as `Written by`, and whether that tells of the author
    /// anywhere.
    label: Option<(u64, bool)>,
    has_heading: bool,
    /// Number of the block with the first text.
    text_number: Option<u64>,
}

impl LineAuthor {
    pub(crate) fn new() -> Self {
        Self { names: String::with_capacity(LINE_AUTHOR_BYTES), ..Self::default() }
    }

    pub(crate) fn clear(&mut self) {
        *self = Self { names: emptied(&mut self.names), ..Self::default() };
    }

    /// Whether a line that is block `number` may name the author.
    #[inline]
    pub(crate) fn wants(&self, number: u64) -> bool {
        !self.has_others && (self.is_near(number) || self.names.is_empty() || self.is_late)
    }

    /// Whether block `number` stands above the text or near its start.
    fn is_near(&self, number: u64) -> bool {
        self.text_number.is_none_or(|text| number.saturating_sub(text) <= MAX_BLOCKS_AFTER)
    }

    /// Reads a short line, block `number`, with its marks.
    #[inline]
    pub(crate) fn line(&mut self, text: &str, number: u64) {
        let follows_label = self.label.is_some_and(|(next, _)| next == number);
        let may_tell = if self.is_near(number) { may_tell } else { may_be_label };
        if follows_label || may_tell(text) {
            self.likely_line(spans(text).filter_map(Span::text), number);
        }
    }

    /// Reads a line that may tell of the author, in pieces.
    fn likely_line<'a>(&mut self, pieces: impl Iterator<Item = &'a str>, number: u64) {
        let known_bytes = self.names.len();
        let mut is_cut = false;
        for piece in pieces {
            append_folded(&mut self.names, piece, LINE_AUTHOR_BYTES, &mut is_cut);
        }
        let (known, line) = self.names.split_at(known_bytes);
        let label = self.label.take().filter(|(next, _)| *next == number);
        let is_near = self.is_near(number);
        let telling = Telling::of(line);
        let is_written = matches!(telling, Telling::Written(_)) || matches!(label, Some((_, true)));
        let names = match (telling, label) {
            (Telling::Label(is_written), _) => {
                self.label = (is_near || is_written).then_some((number + 1, is_written));
                ""
            }
            (Telling::Written(names), _) => names,
            (Telling::By(names), _) if is_near => names,
            (Telling::Nothing, Some((_, is_written))) if is_near || is_written => names_after_label(line),
            _ => "",
        };
        let names = if is_placeholder(names) { "" } else { names };
        let is_known = names.is_empty() || names.len() > NAMES_BYTES || names == known && is_near;
        if known_bytes == 0 && !is_known {
            let start = line.find(names).unwrap_or_default();
            let end = start + names.len();
            self.names.truncate(end);
            self.names.drain(..start);
            self.line_number = (!self.has_heading).then_some(number);
            (self.is_late, self.is_after_label, self.is_written) = (!is_near, label.is_some(), is_written);
            return;
        }
        self.has_others |= !is_known;
        self.names.truncate(known_bytes);
    }

    /// A main heading or the first text begins with block `number`.
    pub(crate) fn text_begins(&mut self, number: u64, is_text: bool) {
        self.has_heading = true;
        if self.line_number.take().is_some_and(|line| number.saturating_sub(line) > MAX_BLOCKS_BEFORE) {
            self.names.clear();
            self.has_others = false;
        }
        if is_text {
            self.text_number = Some(number);
        }
    }

    /// Whether the names are of a person that has none of the words of `name`: of a text that
    /// someone else put there.
    pub(crate) fn is_other(&self, name: &str) -> bool {
        let is_clear = !self.is_late && !self.is_after_label;
        is_clear && is_full_name(self.names()) && !share_words(self.names(), name)
    }

    /// The names of those who wrote the text, also in a list of other texts.
    pub(crate) fn written(&self) -> &str {
        if self.is_written { self.names() } else { "" }
    }

    /// The names; empty without such a line near the start of the text.
    pub(crate) fn names(&self) -> &str {
        let is_of_text = !self.has_others && self.has_heading && self.line_number.is_none();
        if is_of_text { &self.names } else { "" }
    }
}

#[cfg(test)]
mod tests {
    use crate::extractor::meta_of;
    use alloc::string::String;

    const TEXT: &str = "<p>The newts of the pond come up to the light in spring, and we count them.";

    /// The author of a page with these lines below its heading.
    fn author(lines: &str) -> String {
        meta_of(&["<h1>Newts</h1>", lines, TEXT].concat()).author
    }

    #[test]
    fn a_short_line_near_the_start_of_the_text_names_who_follows_the_word_for_by() {
        for line in [
            "<p>By Ada Reed</p>",
            "<p><b>by:</b> <a href=/x>Ada Reed</a> | 5 June 2023</p>",
            "<div>BY Ada Reed on 5 January 2024 at 10:30 PM</div>",
            "<p>Von Ada Reed</p>",
            "<p>By Ada Reed -</p>",
            "<p>Von Ada Reed, 14. Mai 2025, 18:32 Uhr</p>",
            "<p>Written by <a href=/ada>Ada Reed</a> in <a href=/ponds>Ponds</a> on 1 June 2019</p>",
            "<p>كتبت: Ada Reed ٧ مايو ٢٠٢٤</p>",
            "<p>בקלות</p><p>מאת: Ada Reed</p>",
            "<p>लेखक: Ada Reed</p>",
            "<p>By Ada Reed</p><p>By Ada Reed, Pond Weekly</p>",
            "<p>5 June 2023</p><p>Many words on the newts of the pond, as a summary.</p><p>By Ada Reed</p>",
        ] {
            assert_eq!(author(line), "Ada Reed", "{line}");
        }
        assert_eq!(author("<p>By newt</p>"), "newt");
        assert_eq!(author("<p>By Ada Reed and Ben de la Hill</p>"), "Ada Reed and Ben de la Hill");
        assert_eq!(meta_of(&["<p>By Ada Reed</p><h1>Newts</h1>", TEXT].concat()).author, "Ada Reed");
    }

    #[test]
    fn a_label_in_a_line_of_its_own_or_before_the_name_tells_of_the_author() {
        for line in [
            "<p>Written by</p><p>Ada Reed</p>",
            "<div>By:</div><div>Ada Reed - Keeper of the pond</div>",
            "<p>Author</p><div>Ada Reed</div>",
            "<p>Escrito por: Ada Reed</p>",
            "<p>Text written by Ada Reed, who counts newts.</p>",
            "<p>Автор: Ada Reed</p>",
            "<p>This post was written by <a href=/ada>Ada Reed</a>, keeper of the pond.</p>",
            "<p>Este texto fue escrito por Ada Reed, guardiana del estanque.</p>",
            "<p>Cet article a été rédigé par Ada Reed</p>",
            "<div>Dit artikel is geschreven door <b>Ada Reed</b></div>",
            "<p>5 June 2023 • 3 min read • By Ada Reed</p>",
            "<p>5 June 2023, 10:30 by Ada Reed</p>",
            "<div><span>By</span><b>Ada Reed</b></div>",
            "<p>Posted by Ada Reed on Monday, 5 June 2023</p>",
        ] {
            assert_eq!(author(line), "Ada Reed", "{line}");
        }
        assert_eq!(author("<p>Written by</p><p>Ada Reed, MD, Ph.D., Pond Weekly</p>"), "Ada Reed, MD, Ph.D.");
        for line in [
            "<p>Reviewed by</p><p>Ada Reed</p>",
            "<p>Written by</p><p>the keepers of the pond</p>",
            "<p>Written by</p><p>Newts</p><p>Ada Reed</p>".replace("Newts", "5 June 2023").as_str(),
            "<p>Author</p><p>Is It Warm in the Pond?</p>",
        ] {
            assert_eq!(author(line), "", "{line}");
        }
    }

    #[test]
    fn below_the_text_only_one_that_wrote_it_is_the_author() {
        let after = |line: &str| {
            let between = "<p>Newts</p>".repeat(9);
            meta_of(&["<h1>Newts</h1>", TEXT, &between, line].concat()).author
        };
        assert_eq!(after("<h3>Written by Ada Reed</h3>"), "Ada Reed");
        assert_eq!(after("<p>Text by</p><p>Ada Reed</p>"), "Ada Reed");
        for line in [
            "<p>Posted by Ada Reed</p>",
            "<p>By Ada Reed</p>",
            "<p>By</p><p>Ada Reed</p>",
            "<p>Written by Ada Reed</p><p>Written by Ada Reed</p>",
            "<p>Written by Ada Reed</p><p>Written by Ben Hill</p>",
        ] {
            assert_eq!(after(line), "", "{line}");
        }
    }

    #[test]
    fn other_lines_name_no_author() {
        let long = ["<p>By ", &"Adalbert".repeat(20), " Reed</p>"].concat();
        for line in [
            "<p>By the pond</p>",
            "<p>Photo by Ada Reed</p>",
            "<p>Sort by name</p>",
            "<p>Von Montag bis Freitag im Teich</p>",
            "<p>By Admin</p>",
            "<p>By https://a.example</p>",
            "<p>Von Reed</p>",
            "<nav><p>By Ada Reed</p></nav>",
            "<p hidden>By Ada Reed</p>",
            "<p>By Ada Reed</p><p>By Ben Hill</p>",
            &*long,
            "",
        ] {
            assert_eq!(author(line), "", "{line}");
        }
        // It is too far from the text.
        let between = "<p>Newts</p>".repeat(9);
        assert_eq!(meta_of(&["<p>By Ada Reed</p>", &between, "<h1>Newts</h1>", TEXT].concat()).author, "");
        assert_eq!(author(&[TEXT, &between, "<p>By Ada Reed</p>"].concat()), "");
    }

    #[test]
    fn a_label_that_is_also_another_word_needs_a_sign() {
        assert_eq!(author("<p>كتب: سارة محمود ٧ مايو ٢٠٢٤</p>"), "سارة محمود");
        assert_eq!(author("<p>كتب</p><p>سارة محمود</p>"), "");
    }

    #[test]
    fn a_person_in_a_line_counts_more_than_who_put_the_text_there() {
        let stated = "<meta name=author content='Ben Hill'>";
        for line in
            ["<p>By Ada Reed</p>", "<p>Von Ada Reed, 5. Mai 2020</p>", "<p>Written by Ada Reed, MD</p>"]
        {
            let names = if line.contains("MD") { "Ada Reed, MD" } else { "Ada Reed" };
            assert_eq!(author(&[stated, line].concat()), names, "{line}");
        }
        for line in [
            "<p>By newt</p>", "<p>By Dr. Ben Hill</p>", "<p>By</p><p>Ada Reed</p>",
            "<p>Photo by Ada Reed</p>",
        ] {
            assert_eq!(author(&[stated, line].concat()), "Ben Hill", "{line}");
        }
        // In a list of teasers, the text has its own author.
        let others = "<p><a rel=author>Ben Hill</a>".repeat(5);
        assert_eq!(author(&["<p>Written by Ada Reed</p>", &others].concat()), "Ada Reed");
    }

    #[test]
    fn markup_counts_more_than_a_line() {
        assert_eq!(author("<p>By Ben Hill</p><p class=byline>By Ada Reed</p>"), "Ada Reed");
        assert_eq!(author("<p>By Ben Hill</p><a rel=author>Ada Reed</a>"), "Ada Reed");
        // A list of texts has no author.
        assert_eq!(author(&["<p>By Ben Hill</p>", &"<p><a rel=author>Ada Reed</a>".repeat(5)].concat()), "");
    }
}
