//! Elements that may hold the publication date of the page.
//!
//! In: elements with their context. Out: dates in attributes, and [`BylineState::Date`] for
//! elements whose text is the date. Candidates are `time`, custom elements like it, and elements
//! that microdata, hAtom or their class mark as the date. Dates in navigation, comments and teasers
//! are left out. Holds nothing.

use super::bylines::has_word;
use super::{BylineState, TextObserver};
use crate::html::{AttrId, Tag, TagId};
use crate::structure::{Context, Flags, Opened, is_next_to_text};

impl TextObserver<'_> {
    /// Handles an element that may hold a date. `byline`: its byline state so far. Returns the
    /// state after it.
    pub(super) fn time(&mut self, element: &Opened<'_>, byline: BylineState) -> BylineState {
        let tag = element.tag;
        if self.collector.collects_more() && is_of_change(tag) {
            self.time_of_change(element, byline);
        }
        let said = said(tag);
        let is_called = element.calls_date && said.is_none();
        let Some(said) = said.or_else(|| is_called.then_some(TimeText::Text)) else { return byline };
        let context = element.context;
        // Outside of articles and before any heading, it may be today's date.
        if is_called && !(element.has_heading || context.flags.has(Flags::ARTICLE)) {
            return byline;
        }
        let is_apart = is_next_to_text(context.flags) || is_of_change(tag);
        if is_apart || element.is_in_card() || element.is_in_control() || element.shows_nowhere() {
            return byline;
        }
        match said {
            TimeText::Value(date) if byline.is_of_comment() => self.collector.time_of_post(date),
            TimeText::Text if byline.is_of_comment() => {}
            TimeText::Value(date) => {
                let is_property = is_of_publication(tag);
                self.is_of_byline = true;
                if self.collector.time(date, place_of(context), is_property) {
                    // The words before it may be a label, or the start of a sentence.
                    self.has_time_in_text = Some(!is_property && self.blocks.open_words() > 0);
                }
                if byline == BylineState::Line {
                    // What it shows is not a name.
                    return BylineState::Other;
                }
            }
            // A name may be any text, even a date.
            TimeText::Text if byline != BylineState::Name => {
                self.is_of_byline = true;
                self.collector.begin_date(place_of(context), is_called);
                return BylineState::Date;
            }
            TimeText::Text => {}
        }
        byline
    }
}

/// A key that the elements of one list share: their depth and the path of tags. Classes do not
/// count, since the first or the last element may have others.
pub(super) fn place_of(context: &Context) -> u64 {
    /// Spreads the depth over all bits.
    const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;
    context.path ^ u64::from(context.depth).wrapping_mul(FACTOR)
}

/// Where the date of an element stands: in an attribute, or in its text.
enum TimeText<'a> {
    Value(&'a str),
    Text,
}

/// The date of an element by its tag and microdata, if it may have one.
fn said<'a>(tag: &Tag<'a>) -> Option<TimeText<'a>> {
    let get = |id| tag.attributes.get(id).filter(|value| !value.trim().is_empty());
    let has_word = |id, any: &[&str]| has_word(tag, id, any);
    let is_property = is_of_publication(tag);
    let is_of_feed = tag.id == TagId::Abbr && has_word(AttrId::Class, &["published"]);
    let value = match tag.id {
        // The metadata collector reads these.
        TagId::Meta | TagId::Link => return None,
        _ if is_property => {
            get(AttrId::Content).or_else(|| get(AttrId::Datetime)).or_else(|| get(AttrId::Title))
        }
        // The date of an event, or the birthday of a person.
        TagId::Time if get(AttrId::Itemprop).is_some() => return None,
        TagId::Time => get(AttrId::Datetime),
        // Custom elements follow the model of `time`.
        TagId::Other => return get(AttrId::Datetime).map(TimeText::Value),
        TagId::Abbr if is_of_feed => return get(AttrId::Title).map(TimeText::Value),
        _ => return None,
    };
    Some(value.map_or(TimeText::Text, TimeText::Value))
}

/// Whether microdata calls an element the date of publication.
fn is_of_publication(tag: &Tag<'_>) -> bool {
    has_word(tag, AttrId::Itemprop, &["datePublished", "dateCreated"])
}

/// Whether an element is the date of the last change: by microdata, or by the class `updated` of
/// WordPress without `published`.
fn is_of_change(tag: &Tag<'_>) -> bool {
    has_word(tag, AttrId::Itemprop, &["dateModified"])
        || has_word(tag, AttrId::Class, &["updated"]) && !has_word(tag, AttrId::Class, &["published"])
}

#[cfg(test)]
mod tests {
    use crate::extractor::meta_of;
    use alloc::string::String;

    /// The date of a page with this body.
    fn date(body: &str) -> String {
        meta_of(body).date
    }

    const TIME: &str = "<time datetime=2020-01-02>Thursday</time>";

    #[test]
    fn a_time_of_the_text_tells_the_date() {
        for context in [
            "<p>",
            "<article><aside>",
            "<article><footer>",
            "<header>",
            "<article><h2><a href=/a>",
            "<a href=/a><span>",
            "<ul><li>",
            "<a href=/a><p>Teaser</p></a><div>",
            "<article class='hentry category-film-reviews'><p>",
            "<form><div><p>",
            "<body class='single-post comments-open'><p>",
        ] {
            assert_eq!(date(&[context, TIME].concat()), "2020-01-02", "{context}");
        }
    }

    #[test]
    fn a_time_of_what_stands_around_the_text_does_not() {
        let own = "<time datetime=2024-05-06>Monday</time>";
        for (start, end) in [
            ("<nav>", "</nav>"),
            ("<div role=navigation>", "</div>"),
            ("<aside>", "</aside>"),
            ("<footer>", "</footer>"),
            ("<dialog open>", "</dialog>"),
            ("<p hidden>", "</p>"),
            ("<p style='display: none'>", "</p>"),
            ("<template>", "</template>"),
            ("<article><template>", "</template></article>"),
            ("<video>", "</video>"),
            ("<a href=/b><div>", "</div></a>"),
            ("<a href=/b><article><span>", "</span></article></a>"),
            ("<div itemprop=comment>", "</div>"),
            ("<div itemprop=author>Ada <b itemprop='review'>", "</b></div>"),
            ("<ol><li itemscope itemtype='https://schema.org/Comment'>", "</ol>"),
            ("<ol class=comment-list><li><p>", "</ol>"),
            ("<button>", "</button>"),
            ("<label><b>", "</b></label>"),
            ("<form><fieldset><p>", "</form>"),
        ] {
            assert_eq!(date(&[start, TIME, end].concat()), "", "{start}");
            assert_eq!(date(&[start, TIME, end, own].concat()), "2024-05-06", "{start}");
        }
    }

    #[test]
    fn any_element_that_microdata_calls_the_date_tells_it() {
        for said in [
            "<abbr class=published itemprop=datePublished title=2020-01-02>15:20</abbr>",
            "<abbr class='PUBLISHED dt' title=2020-01-02>Thursday</abbr>",
            "<span itemprop=datePublished content=2020-01-02>Thursday</span>",
            "<data itemprop='name dateCreated' datetime=2020-01-02>Thursday</data>",
            "<div itemprop=datePublished content=' '>2020-01-02</div>",
            "<li itemprop=datePublished><a href=/2020><b>2020-01-02</b></a></li>",
            "<time itemprop=datePublished content=2020-01-02 datetime=1999-01-01>Thursday</time>",
            "<relative-time datetime=2020-01-02>on Thursday</relative-time>",
        ] {
            assert_eq!(date(said), "2020-01-02", "{said}");
            assert_eq!(date(&["<nav>", said, "</nav>"].concat()), "", "{said}");
        }
        for said in [
            "<span itemprop=dateModified content=2020-01-02>Thursday</span>",
            "<span itemprop=name content=2020-01-02>Thursday</span>",
            "<abbr title=2020-01-02>Thursday</abbr>",
            "<ins datetime=2020-01-02>This was added</ins>",
        ] {
            assert_eq!(date(said), "", "{said}");
        }
    }

    #[test]
    fn a_class_calls_a_text_the_date_after_a_heading_or_in_an_article() {
        for (said, found) in [
            ("<h1>Newts</h1><span class='meta entry-date'>5 June 2023</span>", "5 June 2023"),
            ("<h1>Newts</h1><p class=post_date>Published: <b>5 June</b> 2023</p>", "5 June 2023"),
            ("<article><div class=Timestamp>2023年6月5日</div><h1>Newts</h1></article>", "2023年6月5日"),
            ("<h1>Newts</h1><p class=Page_date__x7Yz3>5 June 2023</p>", "5 June 2023"),
            ("<h1>Newts</h1><span class=author__meta-date>5 June 2023</span>", "5 June 2023"),
            ("<h1>Newts</h1><div class=pond-tb-published-date>5 June 2023</div>", "5 June 2023"),
            ("<h1>Newts</h1><p class=Pond_articleDate__x7Yz3>5 June 2023</p>", "5 June 2023"),
            ("<h1>Newts</h1><p class=date>5 June 2023<p><time datetime=2020-01-02></time>", "2020-01-02"),
            ("<h1>Newts</h1><p class=date><time datetime=2020-01-02>5 June 2023</time>", "2020-01-02"),
        ] {
            assert_eq!(date(said), found, "{said}");
        }
        let none = "<p class=date>5 June 2023</p>";
        for said in [
            &[none, "<h1>Newts</h1>"].concat(),
            &["<header><h1>News</h1></header>", none].concat(),
            &["<h1>Newts</h1><aside>", none, "</aside>"].concat(),
            &["<h1>Newts</h1><ul class=comment-list><li>", none, "</ul>"].concat(),
            "<h1>Newts</h1><p class=date>June</p>",
            "<h1>Newts</h1><p class=event-date>5 June 2023</p><p class=pond_updateDate>5 June 2023</p>",
            "<h1>Newts</h1><p class=update>5 June 2023</p><p class=date-filter>5 June 2023</p>",
            "<h1>Newts</h1><p class=date>5 June 2023<p class=date>4 June 2023<p class=date>3 June 2023",
        ] {
            assert_eq!(date(said), "", "{said}");
        }
    }

    #[test]
    fn a_time_without_a_value_is_its_text() {
        for said in [
            "<time pubdate>2020-01-02</time>",
            "<time datetime=''> 2020<b>-01-</b>02 </time> and more",
            "<time>2020-01-02",
            "<time>Thursday</time> <time>2020-01-02</time>",
            "<p itemprop=author>Ada Reed <time>2020-01-02</time></p>",
            "<time>2019-12-31</time><time datetime=2020-01-02>Thursday</time>",
        ] {
            assert_eq!(date(said), "2020-01-02", "{said}");
        }
        assert_eq!(date("<time>2. Januar<br>2020</time>"), "2. Januar 2020");
        let long = ["<time>2020-01-02 ", &"and so on ".repeat(20), "</time>"].concat();
        for said in ["<time>January 2020</time>", "<time>at 20:20</time>", &long, "<div>2020-01-02</div>"] {
            assert_eq!(date(said), "", "{said}");
        }
        let list = |days: &[u8]| {
            days.iter().map(|day| std::format!("<p><time>{day} May 2020</time>")).collect::<String>()
        };
        assert_eq!(date(&list(&[3, 3, 4])), "3 May 2020");
        assert_eq!(date(&list(&[3, 2, 1])), "");
    }

    #[test]
    fn what_comments_and_templates_say_of_their_date_is_not_said_of_the_page() {
        let said =
            "<meta itemprop=datePublished content=2020-01-02><meta itemprop=author content='Ben Hill'>";
        assert_eq!(date(said), "2020-01-02");
        assert_eq!(date(&["<p hidden>", said].concat()), "2020-01-02");
        for start in ["<div itemprop=comment>", "<div itemtype=//schema.org/Answer>", "<template>"] {
            assert_eq!(date(&[start, said].concat()), "", "{start}");
        }
    }

    #[test]
    fn the_day_of_a_change_is_not_that_of_the_page() {
        for said in ["class=updated", "itemprop=dateModified", "class='updated entry-time'"] {
            let page = ["<time ", said, " datetime=2024-05-06>Monday</time>", TIME].concat();
            assert_eq!(date(&page), "2020-01-02", "{said}");
        }
        assert_eq!(date("<time class='published updated' datetime=2020-01-02>Then</time>"), "2020-01-02");
    }

    #[test]
    fn microdata_that_calls_it_the_date_of_publication_counts_more_than_an_earlier_time() {
        let own = "<time itemprop=datePublished datetime=2024-05-06>Monday</time>";
        assert_eq!(date(&["<section>", TIME, "</section><article>", own].concat()), "2024-05-06");
        assert_eq!(date(&["<article>", own, "</article>", TIME].concat()), "2024-05-06");
    }

    #[test]
    fn the_day_of_an_event_and_a_day_in_a_sentence_are_not_that_of_the_page() {
        let event = "<time itemprop=startDate datetime=2031-10-12T10:00>12 October</time>";
        assert_eq!(date(event), "");
        assert_eq!(date(&[event, TIME].concat()), "2020-01-02");
        let words = "and the newts came up to the light again, ".repeat(5);
        let sentence = ["<p>On ", TIME, " the pond froze, ", &words, "</p>"].concat();
        assert_eq!(date(&sentence), "");
        assert_eq!(date(&[&sentence, "<time datetime=2024-05-06>Monday</time>"].concat()), "2024-05-06");
        assert_eq!(date(&["<p>On ", TIME, " the pond froze.</p>"].concat()), "2020-01-02");
        assert_eq!(date(&["<p>", TIME, " ", &words, "</p>"].concat()), "2020-01-02");
    }

    #[test]
    fn a_time_of_the_day_is_no_date() {
        for (datetime, expected) in [
            ("09:00", ""),
            ("PT4H", ""),
            ("09:00+1000", ""),
            ("11-18", ""),
            ("2020", "2020"),
            ("20200102", "2020-01-02"),
            ("20201302", "20201302"),
            ("20200102T0900", "20200102T0900"),
            (" 2020-01-02T09:00+01:00 ", "2020-01-02T09:00+01:00"),
            ("02.01.2020", "02.01.2020"),
            ("2020年1月2日", "2020年1月2日"),
            ("January 2, 2020 09:00", "January 2, 2020 09:00"),
        ] {
            let page = ["<time datetime='", datetime, "'>now</time>"].concat();
            assert_eq!(date(&page), expected, "{datetime}");
        }
    }

    #[test]
    fn the_newest_of_a_list_is_not_the_date_of_the_page() {
        let post =
            |date: &str| ["<div class=post><time datetime=", date, ">then</time><p>Text</div>"].concat();
        let list = [post("2020-03-04"), post("2020-03-04"), post("2020-01-02"), post("2020-02-01")].concat();
        assert_eq!(date(&list), "");
        // Two dates are not a list: the date of the change may precede that of the publication.
        assert_eq!(date(&[post("2020-03-04"), post("2020-01-02")].concat()), "2020-03-04");
        assert_eq!(date(&[&list, "<p>", TIME].concat()), "2020-01-02");
        // Posts of a thread have ascending dates.
        assert_eq!(
            date(&[post("2020-03-04"), post("2020-03-05"), post("2020-03-06")].concat()),
            "2020-03-04"
        );
        // The first post may have other classes.
        let first = "<div class='post post-first'><time datetime=2020-03-05>then</time></div>";
        assert_eq!(date(&[first, &list].concat()), "");
        // A date outside of the list is independent of it.
        assert_eq!(date(&["<p><time datetime=2024-05-06>now</time></p>", &list].concat()), "2024-05-06");
    }
}
