//! What a browser shows of a page is its text, and no more: drawings, code, what is hidden or for browsers without scripts, what ends where.

use trommel::{Budget, Extractor, Favor, Format, Method, Options, extract};
use trommel_testing::shown::{SENTENCE, shown, shown_as};

/// What the line-block method keeps of a page.
fn kept(page: &str, format: Format) -> String {
    let options = Options::default().with_method(Method::LineBlock).with_format(format);
    extract(page.as_bytes(), options).expect("HTML is never wrong").text
}

#[test]
fn of_a_drawing_the_html_shows() {
    let page = "<p>s<svg><foreignObject><div>Label</div></foreignObject><style>.a{}</style><script>f()</script>\
                <text>Label</text></svg>t";
    assert_eq!(shown(page), "s\n\nLabel\n\nt\n");
    assert_eq!(shown("<p>s<svg><title>Icon <b>x</b></title><style>.a{}</style></svg>"), "s\n");
    assert_eq!(shown("<p>s<svg><desc><p>x</desc><path></svg><p>t"), "s\n\nt\n");
    assert_eq!(shown("<p>s<svg><g><foreignObject><p>x<p>y</svg>t<p>u"), "s\n\nx\n\ny\n\nt\n\nu\n");
    assert_eq!(shown("<p>s<svg><foreignObject><div hidden>x</div></foreignObject></svg><p>t"), "s\n\nt\n");
}

#[test]
fn links_and_spans_of_two_kinds_are_not_one_word() {
    for (html, text) in [
        ("<a href=/1>Adventure</a><a href=/2>Open World</a>", "Adventure Open World"),
        ("<a href=/1><span>Sea</span></a><b><a href=/2>Lake</a></b>", "Sea Lake"),
        ("<a href=/1>1</a><a href=/2>2</a>", "1 2"),
        ("<span class=y>2026</span><span class=t>1h</span><span class=u>54m</span>", "2026 1h 54m"),
        ("<span class=a>больше</span><span class=b>меньше</span>", "больше меньше"),
        ("<b><span class=a>x1</span></b><span class=b>y2</span>", "x1y2"),
        ("<span class=a><span>Author</span></span><span class=b><span>John</span></span>", "Author John"),
        (
            "<span class=a><span class=n>Author</span></span><span class=b><time>March 5</time></span>",
            "Author March 5",
        ),
        ("<a href=1>खबर</a><a href=2>खेल</a>", "खबर खेल"),
        ("<s>€98</s><b>€89</b>", "€98 €89"),
        ("the review<span class=sr-only>Open in new window</span>now", "the review Open in new window now"),
        ("EUR 355.58<span class=clipped>EUR 355.58</span>.", "EUR 355.58 EUR 355.58."),
        ("<del>color</del><ins>colour</ins>", "color colour"),
        ("<blockquote><cite>Anna:</cite>It was warm.", "Anna: It was warm."),
        ("<span role=tab class=x>PHP</span><span role=tab class=x>C#</span>", "PHP C#"),
        ("<dl><dt>Newt(x)<a href=/s><span class=viewcode-link>[source]</span></a></dl>", "Newt(x)"),
        ("<a href=/1>PHP</a><a href=/2>mysql</a>", "PHP mysql"),
        ("<a href='/list/1/?sort=new'>12</a><a href='/list/2/?sort=new'>13</a>", "12 13"),
        ("<span class=a>2026</span><span class=a>1h 54m</span><span class=a>R</span>", "2026 1h 54m R"),
        ("<span class=a>Fach</span><span class=a>Kunst</span><span class=b>x</span>", "Fach Kunst x"),
        ("<span class=p>19,95 €*</span><span class=l>24,95 €*</span>", "19,95 €* 24,95 €*"),
        ("<span class=a>£549</span><s class=b>Was £649</s>", "£549 Was £649"),
        ("<span class=a>$5</span><span class=b>$7</span>", "$5 $7"),
        ("<span class=a>5 €</span><s>7 €</s>", "5 € 7 €"),
        (
            "<span class='visually-hidden visually-hidden--inline'>Price</span><span class=i>9</span>",
            "Price 9",
        ),
        ("<a href=/a>tell anyone</a><span class=flair>Transport</span>", "tell anyone Transport"),
        ("<span class=l>1.</span><cite>Huygens</cite>", "1. Huygens"),
        ("<span class=l>Ada</span><a href=/r>Reply</a>", "Ada Reply"),
        ("<time>2024.05.15</time><span class=c>プレスリリース</span>", "2024.05.15 プレスリリース"),
        ("<span class=t>2023-05-15 09:20</span><span class=s>来源</span>", "2023-05-15 09:20 来源"),
        ("<span class=price>19,95 €*<span class=old>24,95 €*</span></span>", "19,95 €* 24,95 €*"),
        ("$5<span class=old>$7</span>", "$5 $7"),
        ("<b>Price:</b><span>free</span>", "Price: free"),
        ("Made by:<span>Ada</span>", "Made by: Ada"),
        ("<span>Цена<span>:</span></span>даром", "Цена: даром"),
        // One word, or nobody knows.
        ("<b>Time</b>:<b>10</b>:<b>30</b>", "Time:10:30"),
        ("<b>std::</b><i>vec</i>", "std::vec"),
        ("<b>https:</b>//a.example", "https://a.example"),
        ("<code>a:<b>hover</b></code>", "a:hover"),
        ("Aal:<wbr>fang", "Aal:fang"),
        ("$1,999 <b>$</b><i>1,299</i> 9€. 8<b>€</b>", "$1,999 $1,299 9€. 8€"),
        ("Owed:<sup>10</sup>", "Owed:10"),
        ("<b>5€<sup>90</sup></b>", "5€90"),
        ("US$<b>5</b>, 5<b>€</b>, a*<b>b</b>*", "US$5, 5€, a*b*"),
        (
            "<span class=a>new</span><span class=a>ts</span><span class=a>12</span><span class=a>th</span>",
            "newts12th",
        ),
        ("<span class=a>2</span><span class=a>0</span><span class=a>26</span>", "2026"),
        ("<span class=a>N</span><span class=a>OAA</span>", "NOAA"),
        ("<span class=a>foo</span><span class=h></span><span class=a>bar</span>", "foobar"),
        ("<span class=a>foo</span><span class=h hidden>x</span><span class=a>bar</span>", "foobar"),
        ("<span class=day>12</span><span class=of>th</span>", "12th"),
        ("<span class=n>1</span><span class=t>Mill Lane</span>", "1 Mill Lane"),
        ("<span class=d>2</span><span class=d>0</span><span class=d>26</span>", "2026"),
        ("<span class=a>NELL ORR</span><span class=d>00:12</span>", "NELL ORR 00:12"),
        ("<span class=d>12/05/2022</span><span class=t>18:22</span>", "12/05/2022 18:22"),
        ("<a href=/1>Rain/Storm</a><a href=/2>Sun</a>", "Rain/Storm Sun"),
        ("<span class=a>/usr/</span><span class=b>local</span>", "/usr/local"),
        (
            "<a href=/j>Jo Reed</a><time>12 May</time><time>5 June</time><b>Sea</b>",
            "Jo Reed 12 May 5 June Sea",
        ),
        ("<span class=a>at</span><time>12</time>, <time>5</time>h", "at 12, 5h"),
        ("<a href=/1>What is rain?</a><a href=/2>Who are we?</a>", "What is rain? Who are we?"),
        ("<span class=n>[1]</span><span class=t>C. Huygens</span>", "[1] C. Huygens"),
        ("<span class=k>Price:</span><span class=v>free</span>", "Price: free"),
        ("<span class=n>(ก)</span><span class=t>ไทย</span>", "(ก)ไทย"),
        ("<span class=a>U.</span><span class=b>S.</span>", "U.S."),
        ("<span class=a>std::</span><span class=b>vec</span>", "std::vec"),
        ("<span class=a>www.a.example/x.</span><span class=b>Html</span>", "www.a.example/x.Html"),
        ("<span class=a>word.</span><span class=b>word</span>", "word.word"),
        ("<span class=a>CO</span><span class=b>2</span>", "CO2"),
        ("<span class=a>Donau&shy;</span><span class=b>dampf</span>", "Donaudampf"),
        ("<span class=a>Donau</span><wbr><span class=b>dampf</span>", "Donaudampf"),
        ("<span class=a>हिन्द</span><span class=b>ी</span>", "हिन्दी"),
        ("<span class=a>Wi<span>ki</span></span><span>pedia</span>", "Wikipedia"),
        ("col<ins>o</ins>ur<del>s</del>.", "colours."),
        ("It is in <cite>Newts</cite>.", "It is in Newts."),
        ("<var><span class=a>xy</span><span class=b>zw</span></var>", "xyzw"),
        ("<a href='/x '>foo</a><a href=/x>bar</a>", "foobar"),
        (
            "<a href=/><span class=i>https://</span><span class=e>a.example/2023/ne</span><span class=i>wts</span></a>",
            "https://a.example/2023/newts",
        ),
        ("<a href=/1>Wiki</a><a href=/1>pedia</a>", "Wikipedia"),
        ("<a href=/1>N</a><a href=/2>ovember</a>", "November"),
        ("<a>Wiki</a><a href=/2>pedia</a>", "Wikipedia"),
        ("Wiki<a href=/1></a><a href=/2>pedia</a>", "Wikipedia"),
        ("<span class=a>Wiki</span>p<span class=b>edia</span>", "Wikipedia"),
        ("<span class=a>Wiki</span><span>pedia</span>", "Wikipedia"),
        ("<span class=a>Wiki</span><b><span class=b>pedia</span></b>", "Wikipedia"),
        (
            "<span class=l1>W</span><span class=l2>i</span><span class=l3>k</span><span class=l4>i</span>",
            "Wiki",
        ),
        ("<span class=a>word</span><span class=b>.</span><span class=c>(x</span>", "word.(x"),
        ("<span class=a>东西</span><span class=b>南北</span>", "东西南北"),
        ("<span class=a>ไทย</span><span class=b>ไทย</span>", "ไทยไทย"),
        ("<code><span class=k>get</span><span class=n>Name</span></code>", "getName"),
        (
            "<span class='sig-prename descclassname'><span class=pre>newts.pond.</span></span><span class='sig-name \
             descname'><span class=pre>Newt</span></span><span class=sig-paren>(</span>",
            "newts.pond.Newt(",
        ),
        ("<span class=c>€</span><span class=n>19</span>,<span class=n>95</span>", "€19,95"),
        ("<span class=n>19,95</span><span class=c>€</span>", "19,95€"),
        ("<span class=n>1.5</span><span class=u>万</span>", "1.5万"),
        ("<span class=n>3.</span><span class=d>50</span>", "3.50"),
        ("<time>10</time>:<time>30</time>", "10:30"),
        ("<a href=/1>192.168.</a><a href=/2>0.1</a>", "192.168.0.1"),
        ("<span class=d>1</span><s>2</s>", "12"),
        ("<pre><span class=k>get</span><span class=n>Name</span></pre>", "getName"),
        // It is known already.
        ("<a href=/1>Sea</a> <a href=/2>Lake</a>", "Sea Lake"),
        ("<a href=/1>Sea</a><a href=/2> Lake</a>", "Sea Lake"),
        ("<a href=/1>Sea</a><br><a href=/2>Lake</a>", "Sea\nLake"),
    ] {
        assert_eq!(shown(&format!("<p>{html}")), format!("{text}\n"), "{html}");
    }
    // What is hidden may be all that there is.
    let page =
        ["<div hidden>", &format!("<p>{SENTENCE} <a href=/1>anna</a><a href=/2>Berta</a></p>").repeat(8)]
            .concat();
    let text = extract(page.as_bytes(), Options::default()).expect("HTML is never wrong").text;
    assert!(text.contains("count. anna Berta"), "{text}");
    let page = "<p><a href=/1><b>Sea</b></a><a href=/2><i>Lake</i></a>";
    assert_eq!(shown_as(Format::Markdown, page), "**Sea** *Lake*\n");
}

#[test]
fn a_panel_of_tabs_is_no_less_content_before_its_turn() {
    for part in ["<div role=tabpanel hidden>", "<section role=tabpanel style='display: none'>"] {
        let page = format!("<p>{SENTENCE} {SENTENCE}</p>{part}<p>{SENTENCE} And frogs.</p>");
        assert!(kept(&page, Format::Text).contains("And frogs."), "{part}");
    }
    for part in ["<div role=region hidden>", "<div role=tabpanel aria-hidden=true>", "<div hidden>"] {
        let page = format!("<p>{SENTENCE} {SENTENCE}</p>{part}<p>{SENTENCE} And frogs.</p>");
        assert!(!kept(&page, Format::Text).contains("And frogs."), "{part}");
    }
}

#[test]
fn the_title_of_a_drawing_is_none_of_the_page() {
    let page = format!("<svg><title>Icon</title></svg><title>Newts</title><p>{SENTENCE}");
    let found = extract(page.as_bytes(), Options::default()).expect("HTML is never wrong");
    assert_eq!(found.summary.metadata.title, "Newts");
}

#[test]
fn lines_of_code_may_be_divisions() {
    let lines = "<div>fn a() {</div><div>    b();</div><div></div><div>\n</div><div>}</div>";
    for page in [format!("<p>s<pre><code>{lines}</code></pre>"), format!("<p>s<pre>{lines}</pre>")] {
        assert_eq!(shown(&page), "s\n\nfn a() {\n    b();\n\n}\n");
        let markdown = shown_as(Format::Markdown, &page);
        assert_eq!(markdown.matches("```").count(), 2, "{markdown}");
    }
}

#[test]
fn numbers_of_lines_are_no_code() {
    for page in [
        "<p>s<table><tr><td class=linenos><pre>1\n2</pre><td class=code><pre>a\nb</pre></table>",
        "<p>s<pre><span class='line'><span class=ln>1</span>a\n</span><span class=ln>2</span>b</pre>",
        "<p>s<table><tr><td class='gutter gl'><pre class=lineno>1\n2</pre><td class=code><pre>a\nb</pre></table>",
        "<p>s<pre class=lineno>1\n2</pre><pre>a\nb</pre>",
        "<p>s<table><tr><td class=lntd><pre><span class=lnt>1\n</span></pre><td class=lntd><pre>a\nb</pre></table>",
    ] {
        assert_eq!(shown(page), "s\n\na\nb\n", "{page}");
    }
    assert_eq!(shown("<p>s <span class=ln>1</span>"), "s 1\n");
}

#[test]
fn readings_in_brackets_stay_close_to_their_words() {
    let ruby = "<p>それは<ruby>梅雨<rp>（</rp><rt>つゆ</rt><rp>）</rp></ruby>の話。";
    assert_eq!(shown(ruby), "それは梅雨（つゆ）の話。\n");
    assert_eq!(shown("<p><ruby>word<rp> (</rp><rt>gloss<rp>)</rp></ruby> next"), "word (gloss) next\n");
    assert_eq!(shown("<p><ruby>word<rt>gloss</rt></ruby>"), "word(gloss)\n");
}

#[test]
fn what_takes_no_room_is_no_text() {
    assert_eq!(shown("<p>&#8203;</p><p>s<br>&#8203;<br>t&#8203;u"), "s\n\nt\u{200B}u\n");
    assert_eq!(shown_as(Format::Html, "<p>&#8203;<p>s"), "<p>s</p>\n");
}

#[test]
fn elements_within_a_line_hide_as_others_do() {
    for hidden in ["<b hidden>x</b>", "<strong style='display:none'>x</strong>", "<i aria-hidden=true>x</i>"]
    {
        assert_eq!(shown(&format!("<p>one {hidden} two")), "one two\n", "{hidden}");
    }
    assert_eq!(shown("<p>one <time hidden>noon</time> two"), "one two\n");
    // What is left out by readers aloud alone shows in a browser, and so parts words.
    for icon in ["<i aria-hidden=true>x</i>", "<span aria-hidden=true></span>"] {
        assert_eq!(shown(&format!("<p>one{icon}two")), "one two\n", "{icon}");
    }
    for unseen in ["<i hidden>x</i>", "<i style='display:none' aria-hidden=true>x</i>"] {
        assert_eq!(shown(&format!("<p>one{unseen}two")), "onetwo\n", "{unseen}");
    }
}

#[test]
fn marks_of_headings_are_none_of_their_text() {
    let marks = [
        "<h2>Newts<a class=headerlink href=#n>¶</a></h2>",
        "<h2><a class='anchor hash-link' href=#n>#</a>Newts</h2>",
        "<div><h2>Newts</h2><span class=mw-editsection>[<a href=/edit>edit</a>]</span></div>",
        "<div><h2 id=n>Newts</h2><a class=sl-anchor-link href=#n><i class=sr-only>[¶ of newts]</i></a></div>",
    ];
    for mark in marks {
        let text = kept(&format!("<p>{SENTENCE}{mark}<p>{SENTENCE}<p>{SENTENCE}"), Format::Text);
        assert!(!text.contains(['¶', '#', '[']), "{text}");
    }
    for sign in ["#", "¶", "§", "🔗", "&sect;", " <i># </i>", "&ZeroWidthSpace;", " \u{200B}"] {
        let link = format!("<a class=anchor href=#n>{sign}</a>");
        assert_eq!(shown(&format!("<h2>{link}Newts</h2><p>s")), "Newts\n\ns\n");
        assert_eq!(shown(&format!("<h2>Newts{link}</h2><p>s")), "Newts\n\ns\n");
        assert_eq!(shown_as(Format::Html, &format!("<h2>{link}</h2><p>s")), "<p>s</p>\n");
    }
    assert_eq!(shown("<h2>C<a href=/c>#</a> and <a href=#t>#<b>tag</b></a></h2>"), "C# and #tag\n");
    assert_eq!(shown("<h2><a href=/c>C#</a></h2><h2><a href=/c>C&#35;</a></h2>"), "C#\n\nC#\n");
    assert_eq!(shown("<p><a href=#a>#</a> is a sign"), "# is a sign\n");
    for text in ["§ 12 Sale", "#Title", "Foo ¶ bar", "Foo ¶bar", "Foo <a href=#t># </a>bar"] {
        let title = text.replace("<a href=#t># </a>", "");
        let link = if title == text { format!("<a href=#s>{text}</a>") } else { text.to_owned() };
        assert_eq!(shown(&format!("<h3>{link}</h3>")), format!("{title}\n"));
    }
    assert_eq!(
        shown("<h3>Foo <a href=#s>¶ bar</a></h3><h3>Foo<a href=#s>¶ bar</a></h3>"),
        "Foo ¶ bar\n\nFoo¶ bar\n"
    );
    assert_eq!(
        shown("<h2><a class=anchor href=#n>Newts</a> <span class=name>of the pond</span></h2>"),
        "Newts of the pond\n"
    );
}

#[test]
fn questions_that_unfold_their_answers_are_text() {
    assert_eq!(
        shown("<dl><dt><button>Who pays?</button><dd>The county.</dl><button>Send</button>"),
        "Who pays?\nThe county.\n"
    );
    assert_eq!(
        shown("<details><summary><button>Who pays?</button></summary>The county.</details>"),
        "Who pays?\n\nThe county.\n"
    );
}

#[test]
fn marks_of_terms_and_captions_are_no_text() {
    assert_eq!(
        shown("<dl><dt>newt<a class=headerlink href=#newt title='Link to this term'>¶</a><dd>It swims.</dl>"),
        "newt\nIt swims.\n"
    );
    assert_eq!(shown("<p>a <a class=hash-link href=#a>b</a>"), "a b\n");
    assert_eq!(
        shown("<ol><li><span class=mw-cite-backlink><b><a href=#r>^</a></b></span> <span>Hill</span></ol>"),
        "Hill\n"
    );
    assert_eq!(shown("<p>It swims. <a class=footnote-backref href=#r>↩︎</a>"), "It swims.\n");
    assert_eq!(
        shown(
            "<details open><summary class=hideme><span>Expand description</span></summary><p>It swims.</details>"
        ),
        "It swims.\n"
    );
    assert_eq!(
        shown("<p>It swims<span role=doc-pagebreak id=p3>3</span> far.<a role='doc-backlink' href=#r>↩</a>"),
        "It swims far.\n"
    );
    assert_eq!(shown("<p>It<span role=doc-pagebreak id=p3 /><p>swims."), "It\n\nswims.\n");
    assert_eq!(
        shown("<p><span style='mso-list:Ignore'>·<span style='font:7pt'>&nbsp; </span></span>Newts"),
        "Newts\n"
    );
}

#[test]
fn a_button_is_a_heading_but_not_a_part_of_one() {
    assert_eq!(shown("<h2>&nbsp;<button>Newts</button></h2>"), "Newts\n");
    assert_eq!(shown("<h1>Struct <b>Newt</b>\u{A0}<button>Copy path</button></h1>"), "Struct Newt\n");
    assert_eq!(
        shown("<h2><button>Newts</button> <button>Share</button></h2><h2><button>Frogs</button></h2>"),
        "Newts\n\nFrogs\n"
    );
    assert_eq!(
        shown("<h3>Newts</h3><dt><button>Who pays?</button> <button>Copy</button>"),
        "Newts\n\nWho pays?\n"
    );
}

#[test]
fn words_on_both_sides_of_a_picture_are_apart() {
    assert_eq!(shown("<p>Ten<svg><path/></svg>newts and<img>frogs<svg/>here"), "Ten newts and frogs here\n");
    assert_eq!(shown("<p>s<pre>a<img>b<label>c</label>\n <img>d</pre>"), "s\n\na b c\n d\n");
}

#[test]
fn signs_stay_close_to_a_picture() {
    assert_eq!(
        shown("<p>See <a href=/>there<svg></svg></a>. (Or <img>here<img>), 池<img>。"),
        "See there. (Or here), 池。\n"
    );
}

#[test]
fn what_follows_a_bracket_stays_close_to_it_where_marks_end_in_between() {
    let page = "<p>Ten <b>newts (</b><img>two frogs <a href=/>«</a><img>here».</p>";
    assert_eq!(shown(page), "Ten newts (two frogs «here».\n");
    assert_eq!(shown_as(Format::Html, page), "<p>Ten <strong>newts (</strong>two frogs «here».</p>\n");
    assert_eq!(shown_as(Format::Markdown, page), "Ten <strong>newts (</strong>two frogs «here».\n");
}

#[test]
fn what_is_for_browsers_without_scripts_ends_nothing_and_is_ended() {
    for inside in
        ["<p>Please enable it.</p>", "</div></p>x", "<table><tr><td>x", "<td>x<li>", "<h2>x</h3><b>"]
    {
        let page = format!("<p>{SENTENCE}<div><noscript>{inside}</noscript>{SENTENCE}</div><p>{SENTENCE}");
        let text = kept(&page, Format::Text);
        assert_eq!(text, format!("{SENTENCE}\n\n{SENTENCE}\n\n{SENTENCE}\n"), "{inside}");
    }
}

#[test]
fn shadow_roots_show_and_other_templates_do_not() {
    for mode in ["open", "CLOSED", "'closed' shadowrootdelegatesfocus", "open hidden style='display: none'"] {
        let root = format!("<template shadowrootmode={mode}>");
        let page = format!("<x-card>a{root}<p>b <slot></slot><template>c</template></template>d</x-card>");
        assert_eq!(shown(&page), "a\n\nb\n\nd\n", "{mode}");
        let inline = format!("<p>Press <x-key>s{root}Ctrl</template>S</x-key>, <b>now");
        assert_eq!(shown(&inline), "Press s Ctrl S, now\n", "{mode}");
        let hidden = format!("<p>s<x-a hidden>{root}a</x-a>b</template></x-a> c");
        assert_eq!(shown(&hidden), "s c\n", "{mode}");
        let in_cell = format!("<table><tr><td>a<x-i>{root}b</td></template> c</x-i></td><td>d");
        assert_eq!(shown(&in_cell), "a b c\n\nd\n", "{mode}");
    }
    for attribute in ["", "shadowrootmode", "shadowrootmode=no", "shadowroot=open"] {
        assert_eq!(
            shown(&format!("<p>s<x-a><template {attribute}><p>a</template></x-a>")),
            "s\n",
            "{attribute}"
        );
    }
    for around in ["li", "a href=/x", "table", "b", "template"] {
        let page = format!("<p>s<{around}><template shadowrootmode=open>a</template>");
        assert_eq!(shown(&page), "s\n", "{around} has none");
    }
    assert_eq!(shown("<table><tr><td>a<template><td>hidden</td></template> b"), "a b\n");
    for around in ["div", "x-a", "table><tr><td"] {
        let name = around.split('>').next().unwrap_or_default();
        let unclosed = format!("<p>s<{around}><template>hidden</{name}><p>hidden, too, as in a browser");
        assert_eq!(shown(&unclosed), "s\n", "{around}");
    }
}

#[test]
fn a_list_of_options_ends_where_another_begins() {
    for behind in ["<select><option>B</select>", "<input>", "<textarea>B</textarea>"] {
        assert_eq!(shown(&format!("<p>Choose: <select><option>A{behind} now")), "Choose: now\n", "{behind}");
    }
}

#[test]
fn what_an_ended_element_hid_shows_behind_it() {
    assert_eq!(shown("<p>s<div><a hidden href=x>skip<div></a>seen</div></div>"), "s\n\nseen\n");
    assert_eq!(shown("<p>s<div hidden><a hidden href=x>skip<div></a>unseen</div></div>"), "s\n");
    assert_eq!(shown("<p>s<div><b>x<div hidden>unseen</b>unseen too</div></div>"), "s\n\nx\n");
}

#[test]
fn what_is_hidden_stays_so_where_elements_are_forgotten() {
    for (begin, end) in [("<div hidden>", "</div>"), ("<template>", "</template>")] {
        let (open, close) = ("<div>".repeat(256), "</div>".repeat(200));
        let page = format!("<p>s{begin}{open}x{close}<p>unseen</p>{}{end}<p>seen", "</div>".repeat(56));
        assert_eq!(shown(&page), "s\n\nseen\n", "{begin}");
    }
}

#[test]
#[cfg(feature = "css")]
fn what_is_not_selected_stays_so_where_elements_are_forgotten() {
    for depth in [100, 300, 600] {
        let (open, close) = ("<div>".repeat(depth), "</div>".repeat(depth));
        let page = format!("{open}x<p class=k>{SENTENCE}</p>{close}unseen");
        let selectors = trommel::css::Selectors::default().select(".k").expect("it is sound");
        let options = Options::default().with_selectors(selectors);
        let text = extract(page.as_bytes(), options).expect("HTML is never wrong").text;
        assert_eq!(text, format!("{SENTENCE}\n"), "{depth}");
    }
}

#[test]
fn marks_of_forgotten_elements_end() {
    let (open, close) = ("<div>".repeat(256), "</div>".repeat(256));
    let text = shown_as(Format::Markdown, &format!("<p>s<b>{open}x{close}</b><p>plain"));
    assert!(text.ends_with("\n\nplain\n"), "{text}");
}

#[test]
#[cfg(feature = "css")]
fn marks_of_what_is_dropped_on_the_way_end() {
    let page = format!("<div><a href=x>one<div><b>two</a> three</b></div></div><p class=k>{SENTENCE}");
    let selectors = trommel::css::Selectors::default();
    let selectors = selectors.select("a").and_then(|both| both.select(".k")).expect("they are sound");
    let options = Options::default().with_selectors(selectors).with_format(Format::Markdown);
    let text = extract(page.as_bytes(), options).expect("HTML is never wrong").text;
    assert_eq!(text.lines().last(), Some(SENTENCE), "{text}");
}

#[test]
fn what_was_collected_goes_before_what_follows_it() {
    let paragraph = format!("<p>{SENTENCE} {SENTENCE}</p>");
    let page = paragraph.repeat(4000);
    let options = Options::default().with_method(Method::LineBlock).with_format(Format::Text);
    let options = options.clone().with_budget(Budget::minimum(&options));
    let mut extractor = Extractor::new(options).expect("the options can work");
    extractor.push(page.as_bytes()).expect("HTML is never wrong");
    let whole = extractor.finish().expect("HTML is never wrong");
    assert!(whole.summary.first_early_decision_offset.is_some());
    let mut text = String::new();
    extractor.push(page.as_bytes()).expect("HTML is never wrong");
    let summary = extractor.finish_to(&mut text).expect("HTML is never wrong");
    assert_eq!((text, summary), (whole.text, whole.summary));
}

#[test]
fn elements_without_room_are_counted() {
    let item = |number: usize| format!("<div class=c{number}><div><span>Item {number}</span></div></div>");
    let page: String = (0..2000).map(item).collect();
    let options = Options::default();
    let read = |budget: Budget| {
        let mut extractor =
            Extractor::new(options.clone().with_budget(budget)).expect("the options can work");
        extractor.push(page.as_bytes()).expect("HTML is never wrong");
        extractor.finish().expect("HTML is never wrong").summary.nodes_folded
    };
    assert_eq!(read(Budget::DEFAULT), 0);
    assert!(read(Budget::minimum(&options)) > 3000);
}

#[test]
fn comments_are_found_by_any_method_and_once() {
    let comment = |number: usize| {
        format!("<div class=comment><p>{SENTENCE} So said reader number {number}, who lives there.</div>")
    };
    let comments: String = (0..4).map(comment).collect();
    let page = format!(
        "<article>{}</article><section class=comments>{comments}</section><section class=comments style=display:none>{comments}</section>",
        format!("<p>{SENTENCE} {SENTENCE}</p>").repeat(5)
    );
    for method in [Method::Auto, Method::LineBlock, Method::TagRatio] {
        let options = Options::default().with_method(method).keep_comments(true);
        let text = extract(page.as_bytes(), options).expect("HTML is never wrong").text;
        assert_eq!(text.matches("So said reader").count(), 4, "{method:?}: {text}");
    }
}

#[test]
#[cfg(feature = "model")]
fn precision_never_keeps_nothing_where_balanced_keeps_something() {
    let copies = |text: &str| format!("<article><h2>{text}</h2><div><p>{text}</p></div></article>");
    for words in 1..12 {
        let text: String = (0..words).map(|word| format!("word{word} and ")).collect();
        let page = copies(&text).repeat(3) + &"<p>One of a hundred short lines.".repeat(20);
        let keeps = |favor| {
            let options = Options::default().with_method(Method::Learned).with_favor(favor);
            !extract(page.as_bytes(), options).expect("HTML is never wrong").text.is_empty()
        };
        assert!(keeps(Favor::Precision) || !keeps(Favor::Balanced), "{page}");
    }
}

#[test]
fn quotations_have_the_marks_that_a_browser_shows() {
    let page =
        "<p>He said <q>the newts <q>are</q> back</q>, and left.<p hidden><q>x</q><p>And <q>what is open";
    assert_eq!(shown(page), "He said \"the newts \"are\" back\", and left.\n\nAnd \"what is open\n");
    assert_eq!(
        kept("<p>He said <q><b>it</b></q> and left.", Format::Markdown),
        "He said \"**it**\" and left.\n"
    );
}

#[test]
fn controls_that_were_signs_of_windows_1252_are_those_signs() {
    assert_eq!(shown("<p>New York\u{97}Union, we\u{92}re here\u{81}."), "New York—Union, we’re here.\n");
    assert_eq!(shown("<p>\u{93}Rain\u{94}<pre>a\u{96}b</pre>"), "“Rain”\n\na–b\n");
}

#[test]
fn empty_lines_of_code_are_as_many_as_it_has() {
    let code = "import os\n\n\n\ndef f():\n    return 1\n\nf()";
    let page = format!("<p>{SENTENCE}<pre>{code}</pre><p>{SENTENCE}");
    assert_eq!(shown(&page), format!("{SENTENCE}\n\n{code}\n\n{SENTENCE}\n"));
    assert_eq!(shown_as(Format::Markdown, &page), format!("{SENTENCE}\n\n```\n{code}\n```\n\n{SENTENCE}\n"));
    assert!(shown_as(Format::Html, &page).contains(&format!("<pre><code>{code}</code></pre>")));
    assert_eq!(shown("<p>a<br><br><br><br>b<pre>\n\n\nc</pre>"), "a\n\nb\n\nc\n", "only amid code");
    assert_eq!(shown("<pre>a\n\n\n<b hidden>x</b>b</pre>"), "a\n\n\nb\n");
}

#[test]
fn what_is_hidden_in_a_line_parts_nothing_of_it() {
    for hidden in [
        "<br>x",
        "<img>",
        "<label>x</label>",
        "<select></select>",
        "<i aria-hidden=true>x</i>",
        "<x-y>z</x-y>",
    ] {
        assert_eq!(shown(&format!("Hel<span style='display:none'>{hidden}</span>lo")), "Hello\n", "{hidden}");
        assert_eq!(
            shown(&format!("<p>a<p hidden>x<span hidden>{hidden}</span>y<p>b")),
            "a\n\nb\n",
            "{hidden}"
        );
    }
    assert_eq!(shown("foo<image src=a>bar"), "foo bar\n");
}

#[test]
fn what_hides_itself_stays_hidden_where_a_hidden_element_around_it_ends() {
    assert_eq!(shown("<p>a<b hidden><div hidden>secret</b>secret, too</div>b"), "a\n\nb\n");
    assert_eq!(shown("a<b hidden><i hidden><p>secret</b>secret, too</i></p>b"), "a\n\nb\n");
    assert_eq!(shown("a<b hidden><div>secret</b>shown</div>b"), "a\n\nshown\n\nb\n");
}

#[test]
fn in_a_page_that_begins_as_xml_what_ends_itself_is_empty() {
    let page = "<html><head><title>T</title><script src='a.js'/><style/></head><body><aside/><p>Newts<br/>swim</p><select/>\
                <p>far<svg/></p><textarea/><p>away<a id='b'/></p></body></html>";
    assert_eq!(shown(&format!("<?xml version='1.0'?>{page}")), "Newts\nswim\n\nfar\n\naway\n");
    // Elsewhere it is not, and a script goes on to its end.
    assert_eq!(shown("<p>Newts<script src='a.js'/><p>swim</script><p>far"), "Newts\n\nfar\n");
}

#[test]
fn a_menu_is_a_list() {
    assert_eq!(
        shown_as(Format::Markdown, "<p>Newts:<menu><li>red<li>blue</menu>"),
        "Newts:\n\n- red\n- blue\n"
    );
}

#[test]
fn a_list_that_counts_down_has_no_numbers() {
    let page = "<ol reversed><li>Third<li>Second<li>First</ol><ol><li>One</ol>";
    assert_eq!(shown_as(Format::Markdown, page), "- Third\n- Second\n- First\n\n1. One\n");
}

#[test]
fn an_element_in_the_role_of_a_heading_is_one() {
    let heading =
        |attributes: &str| shown_as(Format::Markdown, &format!("<div {attributes}>Newts</div><p>{SENTENCE}"));
    for (attributes, signs) in [
        ("role=heading aria-level=3", "###"),
        ("role=heading", "##"),
        ("role=heading aria-level=0", "#"),
        ("role=heading aria-level=17", "######"),
        ("role=heading aria-level=x", "##"),
    ] {
        assert_eq!(heading(attributes), format!("{signs} Newts\n\n{SENTENCE}\n"), "{attributes}");
    }
    assert_eq!(heading("aria-level=3"), format!("Newts\n\n{SENTENCE}\n"));
}

#[test]
fn tables_by_role_have_rows_and_cells() {
    let row = |role: &str, cells: [&str; 2]| {
        let cells = cells.map(|cell| format!("<span role='{role}'>{cell}</span>"));
        format!("<div role=row>{}</div>", cells.concat())
    };
    for (table, group, cell) in [
        ("table", "rowgroup", "cell"),
        ("grid", "presentation", "gridcell"),
        (" treegrid ", "rowgroup", "cell"),
    ] {
        let (head, first) = (row("columnheader", ["Name", "Size"]), row(cell, ["Newt", "9 cm"]));
        let (second, after) = (row(cell, ["Toad", "<b>12</b> cm"]), "<p>b</p>");
        let page = format!(
            "<ul><li>a<div role='{table}'><div role='{group}'>{head}</div>{first}\n{second}</div><li>{after}</ul>"
        );
        assert_eq!(shown(&page), "a\n\nName\tSize\nNewt\t9 cm\nToad\t12 cm\n\nb\n");
        let expected =
            "- a\n\n  | Name | Size |\n  | --- | --- |\n  | Newt | 9 cm |\n  | Toad | **12** cm |\n\n- b\n";
        assert_eq!(shown_as(Format::Markdown, &page), expected);
    }
    // Custom elements, a row by itself, and one that is hidden.
    let page = "<x-table role=table><x-row role=row><x-cell role=cell>a</x-cell><x-cell role=cell>b</x-cell></x-row></x-table>c";
    assert_eq!(shown(page), "a\tb\n\nc\n");
    let page = "<div role=table><div role=row><span role=cell>a</span><span role=cell hidden>b</span><span role=cell>c</span></div></div>";
    assert_eq!(shown_as(Format::Markdown, page), "| a | c |\n| --- | --- |\n");
    // Without a table around it, a row is none.
    assert_eq!(shown("<div role=row><span role=cell>a</span> <span role=cell>b</span></div>"), "a b\n");
}

#[test]
fn a_row_of_short_cells_is_one_line() {
    assert_eq!(
        shown("<p>a<table><tr><td>Monday<td>9\u{2013}12<td>14\u{2013}17</table>b"),
        "a\n\nMonday\t9\u{2013}12\t14\u{2013}17\n\nb\n"
    );
    assert_eq!(
        shown_as(Format::Markdown, "<table><tr><th>Phone<td>0123</table>"),
        "| Phone | 0123 |\n| --- | --- |\n"
    );
    let page = format!("<table><tr><td>{SENTENCE}<td>b</table>");
    assert_eq!(shown(&page), format!("{SENTENCE}\n\nb\n"));
}

#[test]
fn links_to_the_top_behind_headings_are_no_text() {
    let page = "<h2><a id=NAME></a>NAME &nbsp; &nbsp; <a href='#top_of_page'><span class=top-link>top</span></a></h2><p>a</p>";
    assert_eq!(shown_as(Format::Markdown, page), "## NAME\n\na\n");
    assert_eq!(shown("<h2>Namen <a class='x back-to-top' href='#page'>nach oben</a></h2>"), "Namen\n");
    for page in [
        "<h2><a href='#top'>NAME</a></h2>",
        "<h2>The <a href='#stop'>NAME</a></h2>",
        "<h2>The <a href='/top'>NAME</a></h2>",
        "<p>The <a href='#top'>NAME</a></p>",
    ] {
        assert!(shown(page).ends_with("NAME\n"), "{page}");
    }
}

#[test]
fn marks_that_show_nothing_go_at_the_edges_of_lines_and_stay_amid_them() {
    let marks = ["\u{200B}", "\u{200E}", "\u{200F}", "\u{2060}", "\u{61C}", "\u{FEFF}", "\u{200E} \u{200F}"];
    for mark in marks {
        let page = format!(
            "<table><tr><th>{mark}a{mark}<td> {mark} b<tr><td>c {mark}<td><b>{mark}</b>d<i>{mark}</i></table><p>{mark}"
        );
        assert_eq!(shown(&page), "a\tb\nc\td\n", "{mark:?}");
        assert_eq!(shown_as(Format::Markdown, &page), "| a | b |\n| --- | --- |\n| c | d |\n", "{mark:?}");
        assert_eq!(shown(&format!("<p>a{mark}<br>{mark}b")), "a\nb\n", "{mark:?}");
        // White space between two of them is that of the code.
        let mark = mark.trim_end_matches(" \u{200F}");
        assert_eq!(shown(&format!("<pre>{mark}c{mark}\n  {mark}d{mark}</pre>")), "c\n  d\n", "{mark:?}");
    }
    // Inside of words and between them they say something.
    for text in [
        "a\u{200B}b",
        "a \u{200F}:\u{200E} b",
        "C++\u{200E} a",
        "می\u{200C}خواهم",
        "a\u{200E}\u{200F} b",
        "क\u{94D}\u{200D}",
    ] {
        assert_eq!(shown(&format!("<p>{text}</p>")), format!("{text}\n"));
    }
    assert_eq!(
        shown_as(Format::Markdown, "<p>a <b>\u{200E}b</b> <i>\u{200E}</i>c"),
        "a **\u{200E}b** \u{200E}c\n"
    );
    assert_eq!(shown("<h2><a href='#a'>\u{200B}b</a></h2>"), "b\n");
}

#[test]
fn signs_for_readers_aloud_are_no_text() {
    for signs in ["▢ ", "&#9634;&nbsp;", " ▢ ▢"] {
        for class in ["sr-only screen-reader-text wprm-screen-reader-text", "visually-hidden"] {
            let page = format!(
                "<ul><li><label><span class='{class}'>{signs}</span></label> <b>3</b> eggs<li><span class='{class}'>{signs}</span>milk</ul>"
            );
            assert_eq!(shown(&page), "3 eggs\nmilk\n", "{page}");
        }
    }
    for text in ["▢ ticked", "(▢)", "▢▢▢▢▢▢", "▢ <i>ticked</i> ▢", "$9", "：七"] {
        let shows = text.replace("<i>", "").replace("</i>", "");
        assert_eq!(shown(&format!("a<span class=sr-only>{text}</span> b")), format!("a {shows} b\n"));
    }
    assert_eq!(shown("a <span class=x>▢</span> b"), "a ▢ b\n");
    assert_eq!(shown("a<span class=sr-only>: </span>b"), "a: b\n");
}

#[test]
fn a_reading_stands_in_brackets_behind_its_word() {
    for (html, text) in [
        ("<ruby>山奥<rt>やまおく</rt></ruby>の<ruby>村<rt>むら</rt></ruby>で", "山奥(やまおく)の村(むら)で"),
        ("<ruby>漢<rt>かん<rb>字<rt>じ</ruby>と", "漢(かん)字(じ)と"),
        ("<ruby>橋<rp>（</rp><rt>はし</rt><rp>）</rp></ruby>を", "橋（はし）を"),
        ("<ruby>橋<rt hidden>はし</rt></ruby>を<ruby>直<rt></rt></ruby>す", "橋を直す"),
        ("<ruby><b>a<rt>b<i>c</i></b></ruby> d", "a(bc) d"),
        ("<rt>a</rt>b", "(a)b"),
        ("村<rt> むら</rt>で", "村 (むら)で"),
        ("<ruby>村<rt>む<ruby>ら<rt>x</rt></ruby>y</rt></ruby>", "村(むらx)y"),
        ("word<ruby>s<rp></rp><rt>gloss</ruby>", "words(gloss)"),
        ("Hello <select><rt>x</rt></select>world", "Hello world"),
        ("<template><rt>x</rt></template>村で", "村で"),
        ("村<rt>む<select><rt>x</rt></select>ら</rt>で", "村(む ら)で"),
    ] {
        assert_eq!(shown(&format!("<p>s {html}")), format!("s {text}\n"), "{html}");
    }
    // Behind the end of a block nothing is written any more.
    assert_eq!(shown("<p><ruby>村<rt>むら<p>a"), "村(むら\n\na\n");
    assert_eq!(shown("<p>a<rt>"), "a\n");
    assert_eq!(shown("<p><ruby><rt>むら</rt>村"), "むら村\n");
}

#[test]
fn bold_that_is_none_by_its_style_is_none() {
    let page = |style: &str| {
        format!(
            "<p>{SENTENCE}</p><b style='{style}'><p>{SENTENCE} <b>Also</b> this.</p></b><p>{SENTENCE} <strong>End</strong>"
        )
    };
    for style in ["font-weight:normal", "color: red; FONT-WEIGHT : 400"] {
        let text = kept(&page(style), Format::Markdown);
        assert!(text.contains(&format!("\n\n{SENTENCE} **Also** this.\n\n")), "{text}");
    }
    let text = kept(&page("font-weight:bold"), Format::Markdown);
    assert!(text.contains(&format!("**{SENTENCE}")), "{text}");
}
