//! Posts of threads, on pages like those of common engines.

use std::fs;
use std::ops::ControlFlow;

use trommel::{Budget, Extractor, Format, Options, Post, Sink, Summary};
use trommel_testing::in_package;

/// A post, with the parts of a long one joined.
#[derive(Clone, Debug, Default, PartialEq)]
struct Found {
    index: u64,
    author: String,
    date: String,
    text: String,
    offset: u64,
}

#[derive(Default)]
struct Posts(Vec<Found>);

impl Sink for Posts {
    fn text(&mut self, _: &str) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn post(&mut self, post: &Post<'_>) -> ControlFlow<()> {
        let Post { index, author, date, text, offset, .. } = *post;
        match self.0.last_mut().filter(|last| last.index == index) {
            Some(last) => {
                last.text.push_str(text);
                (last.author, last.date) = (author.into(), date.into());
            }
            None => self.0.push(Found {
                index,
                author: author.into(),
                date: date.into(),
                text: text.into(),
                offset,
            }),
        }
        ControlFlow::Continue(())
    }
}

fn posts_in(page: &[u8], options: Options, chunk_bytes: usize) -> (Vec<Found>, Summary) {
    let mut extractor = Extractor::new(options.with_posts(true)).expect("the options are sound");
    let mut posts = Posts::default();
    for chunk in page.chunks(chunk_bytes) {
        extractor.push_to(chunk, &mut posts).expect("the page is read");
    }
    let summary = extractor.finish_to(&mut posts).expect("the page is read");
    (posts.0, summary)
}

/// The page of this name.
fn page(name: &str) -> Vec<u8> {
    let path = in_package("tests/content/threads").join(name).with_extension("html");
    fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Author, date, and first and last words of the posts of a page.
fn expect(name: &str, expected: &[[&str; 4]]) {
    let page = page(name);
    let (found, _) = posts_in(&page, Options::default(), usize::MAX);
    let short = found.iter().map(|post| {
        let words: Vec<_> = post.text.split_whitespace().collect();
        let ends = [&words[..words.len().min(3)], &words[words.len().saturating_sub(3)..]];
        let [first, last] = ends.map(|words| words.join(" "));
        [post.author.clone(), post.date.clone(), first, last]
    });
    assert_eq!(short.collect::<Vec<_>>(), expected, "{name}");
    assert!(found.iter().map(|post| post.index).eq(0..found.len() as u64));
    assert!(found.is_sorted_by_key(|post| post.offset));
    for chunk_bytes in [1, 7, 1000] {
        assert_eq!(posts_in(&page, Options::default(), chunk_bytes).0, found, "{name} by {chunk_bytes}");
    }
}

#[test]
fn a_thread_like_those_of_phpbb() {
    expect(
        "phpbb",
        &[
            ["skep_maker", "2018-06-12T20:40", "My flat has", "choice up there?"],
            ["old_queen", "2018-06-13T07:05", "A long one,", "front of it."],
            ["skep_maker", "2018-06-13T21:52", "Thank you, that", "downstairs for nothing."],
        ],
    );
}

#[test]
fn a_thread_like_those_of_discourse() {
    expect(
        "discourse",
        &[
            ["lena", "2024-01-14T18:20:05Z", "The shed where", "than I do."],
            ["bo_k", "2024-01-14T19:02:41Z", "Pencil. I am", "of a pen."],
            ["ferro", "2024-01-15T08:11:00Z", "A heating mat", "over the rail"],
        ],
    );
}

#[test]
fn a_thread_in_a_noscript_names_its_authors() {
    let shown = String::from_utf8(page("discourse")).expect("the page is UTF-8");
    let hidden = shown.replace("<div id=\"main-outlet\"", "<noscript><div id=\"main-outlet\"");
    let hidden = hidden.replace("</body>", "</noscript></body>");
    let of_page = |page: &str| {
        let (posts, _) = posts_in(page.as_bytes(), Options::default(), usize::MAX);
        let parts = posts.into_iter().map(|post| [post.author, post.date, post.text]);
        parts.collect::<Vec<_>>()
    };
    assert_eq!(of_page(&hidden), of_page(&shown));
}

#[test]
fn a_thread_like_those_of_vbulletin() {
    expect(
        "vbulletin",
        &[
            ["bogie_man", "2012-03-03T18:04", "I want to", "from one picture?"],
            ["Overhead Wire", "2012-03-04T07:31", "From the rails.", "two centimetres off."],
            ["bogie_man", "2012-03-04T20:15", "Of course, the", "starts on Saturday."],
        ],
    );
}

#[test]
fn a_thread_like_those_of_xenforo() {
    expect(
        "xenforo",
        &[
            ["Amsel", "2021-04-02T09:14:07+02:00", "An der Südmauer", "Mauer das Problem?"],
            ["Rosenkäfer", "2021-04-02T11:40:55+02:00", "Die Mauer. Im", "eine Armlänge ist."],
            ["Amsel", "2021-04-03T07:02:30+02:00", "Das leuchtet mir", "ich die Säge."],
        ],
    );
}

#[test]
fn a_question_and_its_answers() {
    expect(
        "answers",
        &[
            ["crumb", "2019-05-06T14:20:11Z", "I bake on", "I doing wrong?"],
            ["miller", "2019-05-06T16:01:40Z", "Nothing, except that", "then and slides."],
            ["semola", "2019-05-08T09:12:00Z", "I use semolina,", "on the stone."],
        ],
    );
}

#[test]
fn teasers_with_authors_are_no_thread() {
    expect("blog-index", &[]);
}

#[test]
fn rows_of_a_table_can_be_parts_of_one_post() {
    let rows = ["ada", "ben", "cleo"].map(|name| {
        format!(
            "<tr><td><span class=username>{name}</span></td><td>Monday, 3 May 2004</td></tr>\
             <tr><td></td><td><p>It rained for three days in the valley, writes {name}, and the river rose \
             above the old bridge. Nobody had seen it so high before.</td></tr>"
        )
    });
    let page = format!("<title>Rain</title><h1>Rain</h1><table class=thread>{}</table>", rows.concat());
    let (found, _) = posts_in(page.as_bytes(), Options::default(), usize::MAX);
    let authors: Vec<_> = found.iter().map(|post| post.author.as_str()).collect();
    assert_eq!(authors, ["ada", "ben", "cleo"]);
    assert!(found.iter().all(|post| post.text.contains(&format!("writes {}", post.author))), "{found:?}");
}

#[test]
fn a_date_can_stand_above_the_author() {
    let posts = ["ada", "ben", "cleo"].map(|name| {
        format!(
            "<div class=post><div class=bar><div class=floatright>Ven 09 Jan 2015, 20:33</div></div>\
             <div class=profile><a class=username href=/members/{name}>{name}</a>\
             <div class=info>03 May 2004</div></div>\
             <div class=content>It rained for three days in the valley, writes {name}, and the river rose \
             above the old bridge. Nobody had seen it so high before.</div></div>"
        )
    });
    let page = format!("<title>Rain</title><h1>Rain</h1><div class=thread>{}</div>", posts.concat());
    let (found, _) = posts_in(page.as_bytes(), Options::default(), usize::MAX);
    let dates: Vec<_> = found.iter().map(|post| post.date.as_str()).collect();
    assert_eq!(dates, ["2015-01-09T20:33"; 3]);
}

#[test]
fn posts_are_plain_text_whatever_the_format() {
    let posts = ["ada", "ben", "cleo"].map(|name| {
        format!(
            "<div class=post><a class=username href=/u/{name}>{name}</a> <time datetime=2024-01-02>x</time>\
             <p>It <b>rained</b> for <a href=/three>three</a> days in the valley, writes {name}, and the river rose \
             above the old bridge. Nobody had seen it so high before.</p>\
             <pre><code class=language-python>print(\"{name}\")</code></pre></div>"
        )
    });
    let page = format!("<title>Rain</title><h1>Rain</h1><div class=thread>{}</div>", posts.concat());
    let of =
        |format| posts_in(page.as_bytes(), Options::default().with_format(format).with_links(true), 100).0;
    let plain = of(Format::Text);
    assert!(plain[1].text.starts_with("It rained for three days in the valley, writes ben,"), "{plain:?}");
    assert!(plain[1].text.ends_with("before.\n\nprint(\"ben\")"), "{plain:?}");
    assert_eq!(of(Format::Markdown), plain);
    assert_eq!(of(Format::Html), plain);
}

/// An author in microdata, after the marker of the class.
fn person(class: &str, name: &str) -> String {
    format!(
        "<div class={class} itemprop=author itemscope itemtype=http://schema.org/Person>\
         <a href=/users/{name}>{name}</a><meta itemprop=name content={name}></div>"
    )
}

/// The text of a post by this author.
fn text_by(name: &str) -> String {
    format!(
        "<p>It rained for three days in the valley, writes {name}, and the river rose above the old bridge. \
         Nobody had seen it so high before.</p>"
    )
}

/// The authors of the posts of a page, each of which has the text of its author alone.
fn authors_of(page: &str) -> Vec<String> {
    let (found, _) = posts_in(page.as_bytes(), Options::default(), 100);
    for Found { author, text, .. } in &found {
        let is_own = text.contains(&format!("writes {author},")) && text.matches("writes").count() == 1;
        assert!(is_own, "{author}: {text}");
    }
    found.into_iter().map(|post| post.author).collect()
}

#[test]
fn an_author_is_the_name_alone() {
    let boxes = [
        "<div class=userinfo><span>NAME</span><span>Junior Member</span><span>Join Date</span> May 2004</div>",
        "<div class=userinfo>NAME<br>Stammgast<br>Beiträge: 12</div>",
        "<span class=username>NAME<br>Membre</span>",
        "<h3 class=messageUserInfo>NAME <em>V.I.P.</em> <small>17.03.2020, 21:30</small></h3>",
        "<div class=poster>Escrito por <b>NAME</b> <i>Administrador</i></div>",
        "<div class=posted-by><a>Posted by</a><br><span><a href=/account/NAME>NAME</a></span><br>on May 3</div>",
        "<p class=post_author><span>Автор:</span><strong>NAME</strong><span>Гость</span></p>",
        "<p class=author><span>N</span><b>NAME</b><i>Expert</i></p>",
        "<div class=author><div>作者：</div><div>NAME<span>管理员</span></div></div>",
        "<span class=username><b>NA</b>ME</span>",
    ];
    for author in boxes {
        let posts = ["NAda", "NBen", "NCleo"].map(|name| {
            let author = author.replace("<b>NA</b>ME", &format!("<b>{}</b>{}", &name[..1], &name[1..]));
            format!("<div class=post>{}{}</div>", author.replace("NAME", name), text_by(name).repeat(2))
        });
        let page = format!("<title>Rain</title><h1>Rain</h1><div class=thread>{}</div>", posts.concat());
        let (found, _) = posts_in(page.as_bytes(), Options::default(), 100);
        let authors: Vec<_> = found.iter().map(|post| post.author.as_str()).collect();
        assert_eq!(authors, ["NAda", "NBen", "NCleo"], "{author}");
    }
}

#[test]
fn a_reply_inside_a_post_or_next_to_one_is_a_post() {
    let thing = |name: &str, replies: &str| {
        format!(
            "<div class='thing comment'><div class=entry><p class=tagline><a class=author href=/user/{name}>\
             {name}</a> <span>3 points</span> <time datetime=2025-05-06>x</time></p><form><div class=md>{}\
             </div></form><ul><li><a href=#>reply</a></li></ul></div><div class=child>{replies}</div></div>",
            text_by(name)
        )
    };
    let things = [&thing("ada", &thing("ben", &thing("cleo", ""))), &*thing("dan", "")].concat();
    let item = |name: &str, replies: &str| {
        format!(
            "<li class=comment><article class=comment-body><footer><b class=comment-author>{name}</b>\
             <span class=says>schreibt:</span></footer><div class=comment-content>{}</div></article>\
             <ol class=children>{replies}</ol></li>",
            text_by(name)
        )
    };
    let items = [&item("ada", &[&item("ben", ""), &*item("cleo", "")].concat()), &*item("dan", "")].concat();
    let answer = |name: &str, replies: &str| {
        format!(
            "<section class=answer>{}<div itemprop=text>{}</div><a>返信</a><blockquote>{replies}</blockquote></section>",
            person("by", name),
            text_by(name)
        )
    };
    let answers = [&answer("ada", &answer("ben", &answer("cleo", ""))), &*answer("dan", "")].concat();
    for posts in [things, format!("<ol class=commentlist>{items}</ol>"), answers] {
        let page = format!("<title>Rain</title><h1>Rain</h1><div class=thread>{posts}</div>");
        assert_eq!(authors_of(&page), ["ada", "ben", "cleo", "dan"], "{page}");
    }
}

#[test]
fn who_comments_on_a_post_or_edits_it_did_not_write_it() {
    let posts = ["ada", "ben", "cleo"].map(|name| {
        format!(
            "<div class=answer itemscope><div itemprop=text><p>It rained for three days in the valley, writes \
             {name}, and the river rose above the old bridge. Nobody had seen it so high before.</p></div>\
             <div class=user-info>edited <span title='2021-06-07 10:00:00Z' class=relativetime>x</span>\
             <div class=user-details><a href=/users/edit>edit</a></div></div>\
             <div class=user-info>answered <span title='2020-05-01 10:00:00Z' class=relativetime>x</span>{}</div>\
             <ul class=comments><li class=comment itemprop=comment><span itemprop=text>Yes.</span>\
             <div itemprop=author itemscope><div itemprop=name>zoe</div></div>\
             <time itemprop=dateCreated datetime=2022-02-02T10:00:00>x</time></li></ul></div>",
            person("user-details", name)
        )
    });
    let page = format!("<title>Rain</title><h1>Rain</h1><div class=answers>{}</div>", posts.concat());
    let (found, _) = posts_in(page.as_bytes(), Options::default(), usize::MAX);
    let facts: Vec<_> = found.iter().map(|post| (post.author.as_str(), &post.date[..10])).collect();
    assert_eq!(facts, [("ada", "2020-05-01"), ("ben", "2020-05-01"), ("cleo", "2020-05-01")]);
}

#[test]
fn a_thread_beyond_the_budget_and_a_long_post_lose_nothing() {
    let words = "It rained for three days in the valley, and the river rose above the bridge. ";
    let post = |number: usize| {
        let text = words.repeat(if number == 3 { 1000 } else { 8 });
        format!(
            "<div class=message><a class=username href=/members/{number}>user{number}</a>\
             <time datetime=2020-01-02>2 January</time><div class=text><p>Number {number}: {text}</div></div>"
        )
    };
    let posts: String = (0..2000).map(post).collect();
    let page = format!("<title>Rain</title><body><h1>Rain</h1><div class=thread>{posts}</div>");
    let least = Options::default().with_posts(true).minimum_budget();
    let budget = Budget::from_bytes(least.bytes() + (1 << 20));
    let (found, summary) = posts_in(page.as_bytes(), Options::default().with_budget(budget), 4096);
    assert!(summary.first_early_decision_offset.is_some());
    assert_eq!(summary.post_names_cut, 0);
    let is_right = |post: &&Found| {
        let number = post.author.trim_start_matches("user");
        post.text.starts_with(&format!("Number {number}:")) && post.date == "2020-01-02"
    };
    // An element for which the budget has no space is merged with the one before.
    let merged = summary.nodes_folded as usize;
    assert!(merged < 50 && found.iter().filter(is_right).count() + merged >= 2000, "{}", found.len());
    let texts: usize = found.iter().map(|post| post.text.matches("Number ").count()).sum();
    assert_eq!(texts, 2000);
    assert!(found[3].text.len() > 70_000);
    // With the minimum budget, elements are merged, and so are the posts in them.
    let (found, _) = posts_in(page.as_bytes(), Options::default().with_budget(least), 4096);
    let bytes: usize = found.iter().map(|post| post.text.len()).sum();
    assert!(bytes * 2 > page.len(), "{bytes}");
}

#[test]
fn without_the_option_there_are_none() {
    let mut extractor = Extractor::new(Options::default()).expect("the options are sound");
    let mut posts = Posts::default();
    extractor.push_to(&page("phpbb"), &mut posts).expect("the page is read");
    extractor.finish_to(&mut posts).expect("the page is read");
    assert_eq!(posts.0, []);
}
