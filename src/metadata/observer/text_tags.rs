//! What elements of the text say of the page, if more metadata is wanted: tags, categories and
//! images.
//!
//! In: links with `rel=tag`, and images with microdata, with their context. Out: what they say, for
//! the collector. Elements in navigation, in comments, and next to the text are left out. Holds
//! nothing.

use super::bylines::has_word;
use super::dates::place_of;
use super::{BylineState, TextObserver};
use crate::html::AttrId;
use crate::html::TagId;
use crate::structure::{Opened, is_file, is_next_to_text};

impl TextObserver<'_> {
    /// The byline state of a link outside of bylines: it may name a tag or a category of the page.
    pub(super) fn text_tag(&mut self, element: &Opened<'_>) -> BylineState {
        let says = |wanted: &str| has_word(element.tag, AttrId::Rel, &[wanted]);
        let is_tag = self.collector.collects_more() && says("tag") && !is_next_to_text(element.context.flags);
        let place = place_of(element.context);
        let is_wanted =
            is_tag && self.collector.begin_text_tag(says("category"), place, self.blocks.line_number());
        if is_wanted { BylineState::Tag } else { BylineState::Outside }
    }

    /// An element of this byline state that is marked as the date of the last change.
    pub(super) fn time_of_change(&mut self, element: &Opened<'_>, byline: BylineState) {
        let tag = element.tag;
        let get = |id| tag.attributes.get(id).filter(|value| !value.trim().is_empty());
        let title = || get(AttrId::Title).filter(|_| tag.id == TagId::Abbr);
        let Some(date) = get(AttrId::Content).or_else(|| get(AttrId::Datetime)).or_else(title) else {
            return;
        };
        let is_of_other = byline.is_of_comment() || element.is_in_card() || element.is_in_control();
        if !is_of_other && !is_next_to_text(element.context.flags) && !element.shows_nowhere() {
            let is_property = has_word(tag, AttrId::Itemprop, &["dateModified"]);
            self.collector.time_of_change(date, place_of(element.context), is_property);
        }
    }

    /// An `img` in an element with this mark, which microdata may call the image of the page.
    pub(crate) fn item_image(&mut self, element: &Opened<'_>, around: u8) {
        let attributes = element.tag.attributes;
        let mut properties = attributes.get(AttrId::Itemprop).unwrap_or("").split_ascii_whitespace();
        let src = attributes.get(AttrId::Src).unwrap_or("");
        if self.collector.collects_more()
            && properties.any(|word| word == "image")
            && BylineState::of_mark(around) == BylineState::Outside
            && !is_next_to_text(element.context.flags)
            && is_file(src)
        {
            self.collector.item_image(src, place_of(element.context));
        }
    }
}

#[cfg(all(test, feature = "more-metadata"))]
mod tests {
    use crate::{Options, extract};
    use alloc::format;
    use alloc::string::String;

    /// Tags and categories of a page with this body.
    fn tags(body: &str) -> [String; 2] {
        let options = Options::default().with_more_metadata(true);
        let metadata = extract(body.as_bytes(), &options).expect("HTML is never wrong").summary.metadata;
        metadata.more.map(|more| [more.tags, more.categories]).expect("it is wanted")
    }

    /// The date of the last change of a page with this body.
    fn change(body: &str) -> String {
        let options = Options::default().with_more_metadata(true);
        let metadata = extract(body.as_bytes(), &options).expect("HTML is never wrong").summary.metadata;
        metadata.more.map(|more| more.date_modified).expect("it is wanted")
    }

    #[test]
    fn elements_state_the_date_of_the_last_change() {
        let [other, own] =
            ["2020-01-02", "2023-06-07"].map(|day| format!("<time class=updated datetime={day}>then</time>"));
        for element in [
            &*own,
            "<time itemprop=dateModified datetime=2023-06-07>then</time>",
            "<span itemprop=dateModified content=2023-06-07>then</span>",
            "<abbr class=updated title=2023-06-07>then</abbr>",
        ] {
            assert_eq!(change(&["<h1>Rain</h1><p>", element, "<p>Text"].concat()), "2023-06-07", "{element}");
            for (start, end) in
                [("<nav>", "</nav>"), ("<p hidden>", "</p>"), ("<a href=/><div>", "</div></a>")]
            {
                assert_eq!(change(&[start, element, end, "<p>Text"].concat()), "", "{start}{element}");
            }
            let stated = "<meta property=article:modified_time content=2024-05-06>";
            assert_eq!(change(&[stated, element].concat()), "2024-05-06");
        }
        assert_eq!(change("<time class='updated published' datetime=2023-06-07>then</time>"), "");
        // Each teaser of a list has its own.
        let teaser = |time: &str| ["<article><p>", time, "</article>"].concat();
        assert_eq!(change(&[teaser(&own), teaser(&other)].concat()), "");
        assert_eq!(change(&[&*teaser(&own), "<div>", &teaser(&other)].concat()), "2023-06-07");
    }

    const TAGS: &str = "<a rel=tag href=/r>#River</a>, <a rel='nofollow TAG' href=/m>Mill <b>pond</b></a>";

    #[test]
    fn links_name_tags_and_categories_where_nothing_else_does() {
        let category = "<p>In <a rel='category tag' href=/n>News</a><h1>Rain</h1>";
        let script = "<script type=application/ld+json>{\"@type\":\"Article\",\"headline\":\"A\"}</script>";
        for body in [
            [category, "<p>Text<p>", TAGS, script],
            [category, script, "<footer>Imprint</footer><p>Text<article><footer>", TAGS],
            ["<ul><li>", TAGS, "</ul>", category],
            [category, TAGS, "<p>Text<p>More<p>", "<a rel=tag>Other</a>"],
        ] {
            assert_eq!(tags(&body.concat()), ["River, Mill pond", "News"], "{body:?}");
        }
        let stated = "<meta name=keywords content=newts><meta property=article:section content=Ponds>";
        assert_eq!(tags(&[stated, category, TAGS].concat()), ["newts", "Ponds"]);
        assert_eq!(
            tags("<ul><li><a rel=tag>a</a><li><a rel=tag>b</a><li><a rel=tag>c</a></ul>")[0],
            "a, b, c"
        );
    }

    #[test]
    fn what_stands_beside_the_text_and_lists_of_texts_have_none() {
        for (start, end) in [
            ("<nav>", "</nav>"),
            ("<footer>", "</footer>"),
            ("<aside>", "</aside>"),
            ("<p hidden>", "</p>"),
            ("<ol class=comment-list><li>", "</ol>"),
        ] {
            assert_eq!(tags(&[start, TAGS, end, "<p>Text"].concat())[0], "", "{start}");
        }
        let teaser = ["<article><h2>Rain</h2><p>It rained.</p><p>", TAGS, "</p></article>"].concat();
        assert_eq!(tags(&teaser.repeat(3))[0], "");
        assert_eq!(tags(&["<a rel=tag>", &"long ".repeat(20), "</a>"].concat())[0], "");
    }
}
