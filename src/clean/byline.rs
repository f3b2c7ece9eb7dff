//! Who wrote the page, where its text says so: elements that microdata calls the author, and links of type `author`.
//!
//! Of such an element the text is the name, or that of the first link in it, or of what microdata calls a name in it: beside these stand dates and words
//! like "written by", in any language.

use super::{CleanSink, Cleaning};
use crate::token::{AttrId, AttrSet, Tag, TagId};

/// Attributes that say who wrote the page.
const MAY_SAY: AttrSet = AttrSet::of(&[AttrId::Itemprop, AttrId::Rel]);

/// An element whose text says who wrote the page, and what in it says more exactly.
#[derive(Clone, Copy, Debug)]
pub(super) struct Byline {
    /// Place in the stack.
    at: usize,
    inner: Option<Inner>,
}

/// What is in a byline and names the author.
#[derive(Clone, Copy, Debug)]
struct Inner {
    at: usize,
    is_name: bool,
}

/// What a sink is told of bylines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BylinePart<'a> {
    /// One begins, or what names the author in it: what came before is not the name.
    Begins,
    Text(&'a str),
    /// It ends: the text since its beginning is the name, if there was any.
    Ends,
}

impl<S: CleanSink> Cleaning<'_, S> {
    /// Notes that an element begins, which may be a byline, or part of one.
    #[inline]
    pub(super) fn follow_byline(&mut self, tag: &Tag<'_>) {
        if self.byline.is_some() || tag.attributes.has_any(MAY_SAY) {
            self.begin_byline(tag);
        }
    }

    /// The part of it that begins here, if any does.
    #[inline(never)]
    fn begin_byline(&mut self, tag: &Tag<'_>) {
        self.end_byline();
        let at = self.stack.len();
        let says = |id, word: &str| {
            let words = tag.attributes.get(id).map(str::split_ascii_whitespace);
            words.is_some_and(|mut words| words.any(|other| other.eq_ignore_ascii_case(word)))
        };
        match &mut self.cleaner.byline {
            None if says(AttrId::Itemprop, "author") || tag.id == TagId::A && says(AttrId::Rel, "author") => {
                self.cleaner.byline = Some(Byline { at, inner: None });
            }
            Some(byline) if !byline.inner.is_some_and(|inner| inner.is_name) => {
                let is_name = says(AttrId::Itemprop, "name");
                if !is_name && (tag.id != TagId::A || byline.inner.is_some()) {
                    return;
                }
                byline.inner = Some(Inner { at, is_name });
            }
            _ => return,
        }
        self.sink.byline(BylinePart::Begins);
    }

    /// Ends the byline, or what names the author in it, if the element is no longer open.
    pub(super) fn end_byline(&mut self) {
        let open = self.stack.len();
        let Some(byline) = &mut self.cleaner.byline else { return };
        let ends_inner = byline.inner.take_if(|inner| inner.at >= open).is_some();
        let ends = byline.at >= open;
        if !ends_inner && !ends {
            return;
        }
        if self.sink.byline(BylinePart::Ends) || ends {
            self.cleaner.byline = None;
        } else {
            // A picture in a link has no text: the name may come behind it.
            self.sink.byline(BylinePart::Begins);
        }
    }

    /// Text that shows.
    #[inline]
    pub(super) fn byline_text(&mut self, text: &str) {
        if self.byline.is_some() {
            self.add_to_byline(text);
        }
    }

    #[inline(never)]
    fn add_to_byline(&mut self, text: &str) {
        self.end_byline();
        if self.byline.is_some() {
            self.sink.byline(BylinePart::Text(text));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{Extractor, Options};
    use alloc::string::String;

    /// The author of a page with this body, whole and in pieces of one byte.
    fn author(body: &str) -> String {
        let mut extractor = Extractor::new(Options::default()).expect("the options are sound");
        let mut of = |chunk_bytes| {
            for chunk in body.as_bytes().chunks(chunk_bytes) {
                extractor.push(chunk).expect("HTML is never wrong");
            }
            extractor.finish().expect("HTML is never wrong").summary.meta.author
        };
        let author = of(body.len());
        assert_eq!(of(1), author, "{body}");
        author
    }

    #[test]
    fn a_link_and_microdata_name_the_author() {
        for (body, name) in [
            ("<p>By <a rel=author href=/a>Ada <b>Reed</b></a> on Monday<p>Text", "Ada Reed"),
            ("<p>By <a rel='nofollow AUTHOR'>Ada Reed", "Ada Reed"),
            ("<span itemprop=author>Ada Reed</span><span itemprop=author>Ben Hill</span>", "Ada Reed"),
            ("<p itemprop='author creator'>Text by <a href=/a>Ada Reed</a>, Monday<p>More", "Ada Reed"),
            ("<p itemprop=author><a href=/a><img src=a></a>Ada Reed<p>More", "Ada Reed"),
            (
                "<div itemprop=author><a href=/a>See <i itemprop=name>Ada Reed</i> here</a> <a>More</a></div>",
                "Ada Reed",
            ),
            (
                "<div itemprop=author itemscope><meta itemprop=name content='Ada Reed'>She writes</div>",
                "Ada Reed",
            ),
            ("<div itemprop=author>渡し守</div><p>乗客", "渡し守"),
            ("<a rel=author></a><p>Text<p><a rel=author>Ada Reed</a>", "Ada Reed"),
        ] {
            assert_eq!(author(body), name, "{body}");
        }
    }

    #[test]
    fn what_names_nobody_is_no_author() {
        let long = "A name ".repeat(30);
        for body in [
            "<a rel=tag>Ada Reed</a>",
            "<p itemprop=name>Ada Reed",
            "<div hidden><template><a rel=author>Ada Reed</a></template></div>",
            "<a rel=author>https://example.org/ada</a>",
            &*["<div itemprop=author>", &long, "</div><p>Text"].concat(),
            &*["<div itemprop=author>", &long].concat(),
        ] {
            assert_eq!(author(body), "", "{body}");
        }
    }

    #[test]
    fn what_the_head_and_json_ld_say_counts_more() {
        let link = "<p>By <a rel=author>Ada Reed</a><p>";
        let meta = "<meta name=author content='Ben Hill'>";
        let json =
            r#"<script type="application/ld+json">{"@type":"Article","author":{"name":"Ben Hill"}}</script>"#;
        for said in [meta, json] {
            assert_eq!(author(&[said, link].concat()), "Ben Hill");
            assert_eq!(author(&[link, said].concat()), "Ben Hill");
            assert_eq!(author(&["<div itemprop=author>", said, "Ada Reed</div>"].concat()), "Ben Hill");
        }
    }
}
