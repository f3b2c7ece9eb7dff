//! Tests of bylines, on whole pages.

use crate::extractor::meta_of;
use alloc::string::String;

/// The author of a page with this body.
fn author(body: &str) -> String {
    meta_of(body).author
}

#[test]
fn a_link_and_microdata_name_the_author() {
    for body in [
        "<p>By <a rel=author href=/a>Ada <b>Reed</b></a> on Monday<p>Text",
        "<p>By <a rel='nofollow AUTHOR'>Ada Reed",
        "<p itemprop=datePublished>2 May 2020 by <a rel=author>Ada Reed</a></p>",
        "<p itemprop=author>Ada Reed <time>2 May 2020</time></p>",
        "<p itemprop='author creator'>Text by <a href=/a>Ada Reed</a>, Monday<p>More",
        "<p itemprop=author>By <a href=/a>Ada Reed</a> and <a href=/b>Ben Hill</a><p>More",
        "<p itemprop=author><a href=/a><img src=a></a>Ada Reed<p>More",
        "<div itemprop=author><a href=/a>See <i itemprop=name>Ada Reed</i> here</a> <a>More</a></div>",
        "<div itemprop=author itemscope><meta itemprop=' name' content='Ada Reed'>She writes</div>",
        "<a rel=author></a><p>Text<p><a rel=author>Ada Reed</a>",
        "<div itemprop=author>,</div><div itemprop=author>Ada Reed</div>",
        "<nav><a rel=author>Home</a></nav><a rel=author>Ada Reed</a>",
        "<article><footer><a rel=author>Ada Reed</a></footer></article>",
        "<a rel=author>Ada Reed</a><footer><a rel=author>About</a></footer>",
        "<a rel=author href=/a>View all posts by Ada Reed</a>",
        "<a rel=author href=/a>View my complete profile</a><p><a rel=author>Ada Reed</a>",
        "<div itemprop=comment><b itemprop=author>Ben Hill</b></div><a rel=author>Ada Reed</a>",
        "<div itemscope itemtype=https://schema.org/Comment><b itemprop=author>Ben Hill</b></div><a rel=author>Ada Reed</a>",
        "<ol class=comment-list><li><b itemprop=author>Ben Hill</b></ol><a rel=author>Ada Reed</a>",
        "<div itemprop=author><b itemprop=worksFor><i itemprop=name>News</i></b><b itemprop=name>Ada Reed</b></div>",
    ] {
        assert_eq!(author(body), "Ada Reed", "{body}");
    }
    for labelled in [
        "Author: Ada Reed",
        "Автор: Ada Reed",
        "作者：Ada Reed",
        "Ada Reed (https://a.example/reed)",
        "By: Ada Reed, http://a.example",
        "By Ada Reed",
    ] {
        assert_eq!(author(&["<div itemprop=author>", labelled, "</div>"].concat()), "Ada Reed");
        assert_eq!(author(&["<meta name=author content='", labelled, "'>"].concat()), "Ada Reed");
    }
    for parts in ["text: Ada, pictures: Ben", "Ada (http://a.example) and Ben"] {
        assert_eq!(author(&["<meta name=author content='", parts, "'>"].concat()), parts);
    }
    assert_eq!(author("<div itemprop=author>渡し守</div><p>乗客"), "渡し守");
}

#[test]
fn a_class_and_an_address_call_the_author_where_nothing_else_does() {
    for body in [
        "<span class='meta author-name'>Ada Reed</span> on Monday<p>Text",
        "<div class=post-author-name><span>Ada Reed</span><span>Editor</span></div><p>Text",
        "<span class=author><a href=/ada>Ada Reed</a><span>Keeper of the pond</span></span><p>Text",
        "<span class=author><span>Ada Reed</span> <span>Keeper of the pond</span></span><p>Text",
        "<div class=author><span>Ada</span> <span>Reed</span> <span>Redactora jefe</span></div><p>Text",
        "<div class=author><span>Von</span> <a href=/a>Ada Reed</a> <span>Редактор</span></div><p>Text",
        "<a class=author href=/ada><span>By</span>Ada Reed</a><p>Text",
        "<p>By <a class=author href=/a>Ada Reed</a>. Reviewed by <a class=author href=/b>Ben Hill</a><p>Text",
        "<span class=author>Posted on</span> <a href=/p>5 May</a> by <span class=author>Ada Reed</span><p>Text",
        "<span class=post_Author><img src=a> <a href=/ada>Ada Reed</a>, Monday</span><p>Text",
        "<a href=https://a.example/author/ada/?from=top><img src=a></a><a href=/author/ada>Ada Reed</a><p>Text",
        "<span class=author>Ada Reed</span><p>Text<a class=author href=/b>Ben Hill</a>",
        "<nav><a href=/authors/ben>Ben Hill</a></nav><span class=author>Ada Reed</span><p>Text",
        "<ol class=comment-list><li><span class=author>Ben Hill</span></ol><span class=author>Ada Reed</span>",
        // More exact markup takes precedence wherever it stands, and any number of others is
        // ignored.
        "<span class=author>Ben</span><a rel=author>Ada Reed</a><p>Text",
        "<a rel=author>Ada Reed</a><p>Text<a href=/author/b>B</a><a href=/author/c>C</a><a href=/author/d>D</a><a href=/author/e>E</a>",
        "<span class=author><a rel=author>Ada Reed</a></span>",
        "<span class='author vcard'><a rel=author href=/a>Ada Reed</a>, <a href=//t.example/x>@ada</a></span><p>Text",
        "<meta name=author content='Ada Reed'><span class=author>Ben Hill</span>",
    ] {
        assert_eq!(author(body), "Ada Reed", "{body}");
    }
    for body in [
        "<span class=authors-list>Ada Reed</span>",
        "<span class=coauthor>Ada Reed</span>",
        "<a href=/author/>Ada Reed</a>",
        "<a href=/author>Ada Reed</a>",
        "<a href=/author/ada/books>Ada Reed</a>",
        "<p class=author>A paragraph on the author",
        &*"<p><span class=author>Ada Reed</span>".repeat(5),
    ] {
        assert_eq!(author(body), "", "{body}");
    }
}

#[test]
fn a_line_that_its_class_calls_a_byline_names_who_follows_the_word_for_by() {
    for body in [
        "<h1>Newts</h1><div class=byline>By Ada Reed</div><p>Text",
        "<p class=story-meta__authors>Von <span class=vcard><a href=/staff/ada>Ada Reed</a></span></p><p>Text",
        "<div class='meta post-author'>Written by <b>Ada Reed</b> | 5 May 2020</div><p>Text",
        "<div class=byline>By <a rel=author>Ada Reed</a>, Pond Weekly</div><p>Text",
        "<div class=byline>By <time datetime=2020-01-02>Monday</time></div><span class=author>Ada Reed</span><p>Text",
        "<nav><div class=byline>By Ben Hill</div></nav><div class=author>par Ada Reed</div><p>Text",
        "<span class=author>By Ada Reed ●</span><p>Text",
    ] {
        assert_eq!(author(body), "Ada Reed", "{body}");
    }
    for body in [
        "<div class=byline>newt</div><p>Text",
        "<div class=author>About the author</div><p>Text",
        "<div class=author>About The Author</div><p>Text",
        "<div class=testimonial-author>Ada Reed</div><p>Text",
        "<div class=author><p>Keeper</p><p>Big Pond Owner</p></div><p>Text",
        "<div class=byline-list>By Ada Reed</div><p>Text",
        "<div class=byline>By the pond</div><p>Text",
    ] {
        assert_eq!(author(body), "", "{body}");
    }
}

#[test]
fn the_first_line_of_such_a_block_may_be_the_name_alone() {
    for body in [
        "<p class=author>Ada Reed<br>5 May 2020</p><p>Text",
        "<div class=Pond_author__x7Yz3><p>Ada Reed</p><p>Keeper of the pond</p></div><p>Text",
        "<div class=hero__author><p>5 May 2020</p>Ada Reed | Pond Weekly</div><p>Text",
        "<div class=the-author><p>Author</p><p>Ada Reed</p><p>Changed in May</p></div><p>Text",
        "<a href=/author/ada><div>Written by <b>Ada Reed</b></div><div>Keeper</div></a><p>Text",
        "<span class=author-name--small>Ada Reed</span><p>Text",
    ] {
        assert_eq!(author(body), "Ada Reed", "{body}");
    }
    let long = "and so on ".repeat(20);
    let block = ["<div class=author><h4>Ada Reed</h4><p>", &long, "</p></div><p>Text"].concat();
    assert_eq!(author(&block), "Ada Reed");
}

#[test]
fn a_class_that_ends_with_name_after_author_marks_any_element_as_the_name() {
    for body in [
        "<p class=authorName>Ada Reed</p><p>Text",
        "<span class=forum-post-author>Ada Reed</span><p>Text",
        "<h4 class='box author-box__name'>Ada Reed</h4><p>Text",
        "<div class=Page_authorName__x7Yz3>Ada Reed</div><p>Text",
        "<div class=byline>Written by <p class=author-name>Ada Reed</p></div><p>Text",
        "<span class=hero__author>Ada Reed</span><p>Text",
        "<p class=Page_author__x7Yz3><span class=Page_author__x7Yz3>Ada Reed</span></p><p>Text",
        "<ol class=comment-list><li><p class=author-name>Ben Hill</p></ol><p class=author-name>Ada Reed</p>",
        "<p class=author-name>Ada <i>Reed</i></p><p>Text<p class=author-name>Ben Hill</p>",
    ] {
        assert_eq!(author(body), "Ada Reed", "{body}");
    }
    for body in [
        "<p class=comment-author-name>Ada Reed</p>",
        "<p class=author-box>Ada Reed</p>",
        "<p class=name>Ada Reed</p>",
        "<p class=author-named>Ada Reed</p>",
        &*"<div><p class=author-name>Ada Reed</p></div>".repeat(5),
    ] {
        assert_eq!(author(body), "", "{body}");
    }
}

#[test]
fn a_page_whose_text_is_in_a_noscript_has_its_author_there() {
    let name = "<b itemprop=author itemscope><a href=/a><i itemprop=name>Ada Reed</i></a></b>";
    assert_eq!(author(&["<noscript><p>", name, "</p></noscript>"].concat()), "Ada Reed");
    assert_eq!(author(&["<div hidden><p>", name, "</p></div>"].concat()), "");
}

#[test]
fn all_authors_of_one_line_are_named() {
    for body in [
        "<p><a rel=author>Ada Reed</a> and <a rel=author>Ben Hill</a><p>Text",
        "<p><span itemprop=author>Ada Reed</span><span itemprop=author>Ben Hill</span><p>Text",
        "<p><b itemprop=author><a>Ada Reed</a></b>, <b itemprop=author><a>Ben Hill</a></b><p>Text",
        "<p>By <a href=/author/ada>Ada Reed</a>, <a href=/author/ada>Ada Reed</a> and <a href=/author/ben>Ben Hill</a>",
        "<p><a rel=author>Ada Reed</a>, <a rel=author>https://x.example</a>, <a rel=author>Ben Hill</a><p>Text",
    ] {
        assert_eq!(author(body), "Ada Reed, Ben Hill", "{body}");
    }
    assert_eq!(author("<p><a rel=author>Ada Reed</a><p><a rel=author>Ben Hill</a>"), "Ada Reed");
}

#[test]
fn a_name_is_what_shows_in_its_element_with_its_words_apart() {
    for body in [
        "<div itemprop=author>Ada<br>Reed</div>",
        "<div itemprop=author>Ada<img src=a>Reed</div>",
        "<div itemprop=author><p>Ada<p>Reed</div>",
        "<span itemprop=author>Ada Reed<span hidden>Close</span></span>",
        "<a rel=author>Ada <p>Reed</a> on Monday</p>",
        "<p><a rel=author>Ada Reed</a><svg><foreignObject>by the sea</foreignObject></svg></p>",
        "<a rel=author>Ada Reed</a><template><meta itemprop=name content=X></template>",
        "<b><div itemprop=author>Ada</b> Reed</div>",
        "<div itemprop=author>&#8203;Ada&nbsp;Re&shy;ed </div>",
    ] {
        assert_eq!(author(body), "Ada Reed", "{body}");
    }
}

#[test]
fn a_list_of_texts_that_each_have_an_author_has_none() {
    let list = |authors: usize| "<article><a rel=author>Ada Reed</a><p>Text</article>".repeat(authors);
    let author_link = "<p>By <a rel=author>Ben Hill</a>";
    assert_eq!(author(&list(4)), "Ada Reed");
    assert_eq!(author(&list(5)), "");
    assert_eq!(author(&["<meta name=author content='Ben Hill'>", &list(5)].concat()), "Ben Hill");
    // A list after a text is not that of the page.
    let editors = ["<p>Edited by <a rel=author>Ada Reed</a>", &*"<p>Newts".repeat(12), &list(4)].concat();
    assert_eq!(author(&[author_link, &editors].concat()), "Ben Hill");
    let text = |lines: usize| [author_link, &*"<p>Newts".repeat(lines), &list(4)].concat();
    assert_eq!(author(&text(12)), "Ben Hill");
    assert_eq!(author(&text(2)), "");
    // Descending dates show that it is a list.
    let dated = |day: u8| {
        std::format!("<article><a rel=author>Ada Reed</a><time datetime=2020-01-0{day}>then</time></article>")
    };
    assert_eq!(author(&[dated(3), dated(2), dated(1)].concat()), "");
    assert_eq!(author(&[dated(3), dated(2)].concat()), "Ada Reed");
    // They may be of teasers after a text with the only author.
    let teaser = |day: u8| std::format!("<article><time datetime=2020-01-0{day}>then</time></article>");
    assert_eq!(author(&[author_link, &*teaser(3), &*teaser(2), &*teaser(1)].concat()), "Ben Hill");
}

#[test]
fn what_names_nobody_is_no_author() {
    let long = "A name ".repeat(30);
    for body in [
        "<a rel=tag>Ada Reed</a>",
        "<footer><a rel=author>About</a></footer>",
        "<p itemprop=name>Ada Reed",
        "<template><a rel=author>Ada Reed</a></template>",
        "<a rel=author>https://example.org/ada</a>",
        "<a rel=author> Admin </a>",
        "<meta name=author content='Super User'>",
        "<meta name=author content=undefined>",
        "<meta name=author content='{{ page.author }}'>",
        "<meta name=author content=page.head.author><meta name=author content=Name>",
        "<a class=author href=/2020>May 5, 2020</a>",
        "<span class=author-name>Written By</span>",
        "<a rel=author>(Picture: Ada Reed)</a>",
        "<meta name=author content='262588213843476'>",
        "<meta name=author content='Page published at 2012-01-12 16:56'>",
        &*["<div itemprop=author>", &long, "</div><p>Text"].concat(),
        &*["<div itemprop=author>", &long].concat(),
    ] {
        assert_eq!(author(body), "", "{body}");
    }
}

#[test]
fn a_login_name_in_the_head_gives_way_to_a_name() {
    let login = "<meta name=author content=areed.2>";
    assert_eq!(author(login), "areed.2");
    assert_eq!(author(&[login, "<span class=author>Ada Reed</span><p>Text"].concat()), "Ada Reed");
    let newt = "<meta name=author content=Newt>";
    assert_eq!(author(&[newt, "<span class=author>Ada Reed</span><p>Text"].concat()), "Newt");
}

#[test]
fn what_the_head_and_json_ld_say_counts_more_unless_it_says_nothing() {
    let link = "<p>By <a rel=author>Ada Reed</a><p>";
    let script = |author: &str| {
        [r#"<script type="application/ld+json">{"@type":"Article","author":"#, author, "}</script>"].concat()
    };
    for said in ["<meta name=author content='Ben Hill'>", &script(r#"{"name":"Ben Hill"}"#)] {
        assert_eq!(author(&[said, link].concat()), "Ben Hill");
        assert_eq!(author(&[link, said].concat()), "Ben Hill");
        assert_eq!(author(&["<div itemprop=author>", said, "Ada Reed</div>"].concat()), "Ben Hill");
    }
    for said in [
        script(r#""Webmaster""#),
        script(r#"{"name":""}"#),
        script(r#""https://example.org/ada""#),
        script(r#"{"name":"Ben"#),
    ] {
        assert_eq!(author(&[&said, link].concat()), "Ada Reed");
        assert_eq!(author(&[link, &said].concat()), "Ada Reed");
        let nobody = "<meta name=author content=Administrator><b itemprop=author>root</b>";
        assert_eq!(author(&[nobody, &said, link].concat()), "Ada Reed");
        assert_eq!(author(&["<b itemprop=author>Ada ", &said, "Reed</b>"].concat()), "Ada Reed");
    }
}
