//! Content images in Markdown, in HTML, and for a sink; the list of links.

use std::ops::ControlFlow;
use trommel::{Extractor, Format, Image, Link, Options, Sink};
use trommel_testing::shown::keep;

/// Text that the default method keeps.
const TEXT: &str =
    "It rained for three days in the valley, and the river rose over the meadows near the mill.";

fn render(html: &str, options: Options) -> String {
    trommel::extract(html.as_bytes(), &options).expect("HTML is never wrong").text
}

/// Everything kept, with images.
fn keep_all(format: Format) -> Options {
    keep(0.0).with_format(format).with_images(true)
}

fn markdown(html: &str) -> String {
    render(html, keep_all(Format::Markdown))
}

fn html(html: &str) -> String {
    render(html, keep_all(Format::Html))
}

/// A sink that notes the images and the text in between.
#[derive(Default)]
struct Noted(Vec<String>);

impl Sink for Noted {
    fn text(&mut self, piece: &str) -> ControlFlow<()> {
        self.0.push(piece.to_string());
        ControlFlow::Continue(())
    }

    fn link(&mut self, link: &Link<'_>) -> ControlFlow<()> {
        self.0.push(format!("{}|{}|{}|{}", link.href, link.text, link.rel, link.is_kept));
        ControlFlow::Continue(())
    }

    fn image(&mut self, image: &Image<'_>) -> ControlFlow<()> {
        self.0.push(format!("{}|{}|{}", image.src, image.alt, image.is_alone));
        ControlFlow::Continue(())
    }
}

fn noted(page: &str, options: &Options) -> Vec<String> {
    let mut extractor = Extractor::new(options.clone()).expect("the options are sound");
    let mut sink = Noted::default();
    extractor.push_to(page.as_bytes(), &mut sink).expect("HTML is never wrong");
    extractor.finish_to(&mut sink).expect("HTML is never wrong");
    sink.0
}

#[test]
fn an_image_by_itself_is_a_paragraph_and_one_in_a_line_stays_there() {
    let page = "<p>One.</p><p><img src=/a.jpg alt='A *pond* [1]'></p><p>Two <img src='b c.png'> three<br><img src=d.png><br>four.";
    assert_eq!(
        markdown(page),
        "One.\n\n![A \\*pond\\* \\[1\\]](/a.jpg)\n\nTwo ![](<b c.png>) three\\\n![](d.png)\n\nfour.\n"
    );
    assert_eq!(
        html(page),
        "<p>One.</p>\n<p><img src=\"/a.jpg\" alt=\"A *pond* [1]\"></p>\n<p>Two <img src=\"b c.png\" alt=\"\"> \
         three<br><img src=\"d.png\" alt=\"\"></p>\n<p>four.</p>\n"
    );
}

#[test]
fn a_line_break_before_an_image_by_itself_is_none() {
    let page = "<p>One.</p><p><br><img src=a.jpg></p><p><br><br>Two.";
    assert_eq!(markdown(page), "One.\n\n![](a.jpg)\n\nTwo.\n");
    assert_eq!(html(page), "<p>One.</p>\n<p><img src=\"a.jpg\" alt=\"\"></p>\n<p>Two.</p>\n");
}

#[test]
fn a_space_parts_an_image_from_the_sentence_before_it() {
    let page = "<p>One. <img src=a.jpg> Two: <img src=b.jpg> (<img src=c.jpg> three)";
    assert_eq!(markdown(page), "One. ![](a.jpg) Two: ![](b.jpg) (![](c.jpg) three)\n");
    assert_eq!(
        html(page),
        "<p>One. <img src=\"a.jpg\" alt=\"\"> Two: <img src=\"b.jpg\" alt=\"\"> (<img src=\"c.jpg\" alt=\"\"> three)</p>\n"
    );
}

#[test]
fn without_the_option_there_are_no_images() {
    let page = "<p>One.<p><img src=/a.jpg alt=x><p>Two.";
    for format in [Format::Text, Format::Markdown, Format::Html] {
        let options = keep(0.0).with_format(format);
        let [with, without] = [page, "<p>One.<p><p>Two."].map(|page| render(page, options.clone()));
        assert_eq!(with, without);
    }
    assert_eq!(render(page, keep_all(Format::Text)), "One.\n\nTwo.\n");
}

#[test]
fn an_image_in_a_link_keeps_the_link_where_links_are_wanted() {
    let linked = |page: &str, format| render(page, keep_all(format).with_links(true));
    for (image, markdown) in [
        ("<p>x<a href=/b><img src=a.jpg alt=y></a><p>z", "x [![y](a.jpg)](/b)\n\nz\n"),
        ("<p>x<p><a href=/b><img src=a.jpg></a><p>z", "x\n\n[![](a.jpg)](/b)\n\nz\n"),
        ("<p>x</p><a href=/b><figure><img src=a.jpg></figure></a>z", "x\n\n[![](a.jpg)](/b)\n\nz\n"),
        ("<p>x<figure><a href='/b (c)'><img src=a.jpg></a></figure>z", "x\n\n[![](a.jpg)](</b (c)>)\n\nz\n"),
        ("<p>x <a href=/b>y <img src=a.jpg> z</a>", "x [y ![](a.jpg) z](/b)\n"),
        ("<p>x <a href=/b>y <img src=a.jpg></a> z", "x [y](/b)[![](a.jpg)](/b) z\n"),
        ("<p>x <a href=/b><img src=a.jpg> y</a>", "x [![](a.jpg)](/b) [y](/b)\n"),
        ("<p>x <a href=/b>y</a><a href=/c><img src=a.jpg></a>", "x [y](/b)[![](a.jpg)](/c)\n"),
        ("<p>x <a href=/b>y</a> <img src=a.jpg>", "x [y](/b)![](a.jpg)\n"),
        ("<p>x! <a href=/b><img src=a.jpg></a>", "x! [![](a.jpg)](/b)\n"),
        ("<p>x <a href=a.jpg><img src='a.jpg?w=300'></a>", "x ![](a.jpg?w=300)\n"),
        ("<p>x <a href=javascript:b><img src=a.jpg></a>", "x ![](a.jpg)\n"),
        ("<p>x <a href=#><img src=a.jpg></a>", "x ![](a.jpg)\n"),
        ("<p>x <a><img src=a.jpg></a>", "x ![](a.jpg)\n"),
    ] {
        assert_eq!(linked(image, Format::Markdown), markdown, "{image}");
    }
    let page = "<base href=https://c.example/d/><p>x<p><a href=../b><img src=a.jpg></a>\
        <p><a href='/e?\"'><b>y</b> <img src=a.jpg></a> <a href=/f><img src=b.jpg alt='\"y\"'></a>";
    assert_eq!(
        linked(page, Format::Html),
        "<p>x</p>\n<p><a href=\"https://c.example/b\"><img src=\"https://c.example/d/a.jpg\" alt=\"\"></a></p>\n\
         <p><a href=\"https://c.example/e?&quot;\"><strong>y</strong></a> \
         <a href=\"https://c.example/e?&quot;\"><img src=\"https://c.example/d/a.jpg\" alt=\"\"></a>\
         <a href=\"https://c.example/f\"><img src=\"https://c.example/d/b.jpg\" alt=\"&quot;y&quot;\"></a></p>\n"
    );
    assert_eq!(markdown("<p>x <a href=/b><img src=a.jpg></a>"), "x ![](a.jpg)\n");
}

#[test]
fn a_player_is_a_link_among_the_images() {
    for (player, link) in [
        ("<video src=/v.mp4></video>", "[v.mp4](/v.mp4)"),
        ("<video src=/v.mp4 title='The *mill*'>No video.</video>", "[The \\*mill\\*](/v.mp4)"),
        ("<video><source src=v.webm><source src=v.mp4></video>", "[v.webm](v.webm)"),
        ("<video title='The mill'><source src=v.webm><source src=v.mp4></video>", "[The mill](v.webm)"),
        ("<video title=mill></video><picture><source srcset=b.webp><img alt=b></picture>", "![b](b.webp)"),
        ("<video title=mill></video><picture><img src=b.png alt=b></picture>", "![b](b.png)"),
        ("<figure><audio controls><source src='/a b.mp3?x'></audio></figure>", "[a b.mp3](</a b.mp3?x>)"),
        (
            "<iframe src=https://www.youtube.com/embed/abc title='The flood on film'></iframe>",
            "[The flood on film](https://www.youtube.com/embed/abc)",
        ),
        (
            "<iframe src=about:blank data-src=//player.example/1></iframe>",
            "[player.example](//player.example/1)",
        ),
        ("<embed src=https://a.example/embed/1>", "[a.example](https://a.example/embed/1)"),
        ("<video></video>", ""),
        ("<video src=blob:x></video>", ""),
        ("<iframe src=https://a.example/ad.html></iframe>", ""),
        ("<iframe src=https://www.youtube.com/embed/abc width=1 height=1></iframe>", ""),
        ("<iframe src=https://www.youtube.com/embed/abc style=display:none></iframe>", ""),
        ("<nav><video src=v.mp4></video></nav>", ""),
        ("<picture><source src=v.mp4></picture>", ""),
    ] {
        let page = format!("<p>x</p>{player}<p>y");
        let shown = if link.is_empty() { String::new() } else { format!("{link}\n\n") };
        assert_eq!(markdown(&page), format!("x\n\n{shown}y\n"), "{player}");
        assert_eq!(render(&page, keep_all(Format::Text)), "x\n\ny\n");
    }
    let page = "<base href=https://c.example/d/><p>x<video src=v.mp4 title='a<b'></video><p>y";
    assert_eq!(html(page), "<p>x <a href=\"https://c.example/d/v.mp4\">a&lt;b</a></p>\n<p>y</p>\n");
    let options = keep_all(Format::Text).with_link_list(true);
    let pieces = noted(page, &options);
    assert_eq!(pieces, ["https://c.example/d/v.mp4|a<b||true", "x", "\n\n", "y", "\n"]);
}

#[test]
fn images_stay_in_lists_quotes_and_cells() {
    let page = "<ul><li>One<li><img src=a.jpg> two</ul><blockquote><p>three<p><img src=b.jpg></blockquote>\
        <table><tr><th>x<th>y<tr><td>1<td><img src=c.jpg>2<tr><td>3<td><img src=d.jpg><tr><td>5<td>6</table>";
    assert_eq!(
        markdown(page),
        "- One\n- ![](a.jpg)\n\n  two\n\n> three\n>\n> ![](b.jpg)\n\n| x | y |\n| --- | --- |\n\
         | 1 | ![](c.jpg)<br>2 |\n| 3 | ![](d.jpg) |\n| 5 | 6 |\n"
    );
}

#[test]
fn addresses_are_resolved_as_links_are() {
    let page = "<base href=https://c.example/d/><p>x<p><img src=../a.jpg alt=y><p>z";
    assert_eq!(markdown(page), "x\n\n![y](https://c.example/a.jpg)\n\nz\n");
}

#[test]
fn the_file_is_the_one_that_a_browser_would_show_in_the_end() {
    for (image, file) in [
        ("<img src=data:image/gif;base64,R0 data-src=a.jpg>", "a.jpg"),
        ("<img src=/blank.gif data-original=a.jpg>", "a.jpg"),
        ("<img srcset='a.jpg 1x, b.jpg 2x'>", "b.jpg"),
        ("<img src=c.jpg srcset='a.jpg 1x, b.jpg 2x'>", "c.jpg"),
        ("<picture><source srcset='a.webp 1x'><source srcset=b.jpg><img src=data:,></picture>", "a.webp"),
        ("<picture><source srcset=a.webp><img src=b.jpg></picture>", "b.jpg"),
        ("<img data-src=a.jpg><noscript><img src=a.jpg></noscript>", "a.jpg"),
        ("<img data-src=a.jpg><noscript><img src=b.jpg></noscript>", "a.jpg"),
        ("<img class=lazy src=data:,><noscript><img src=b.jpg></noscript>", "b.jpg"),
        ("<img src=c.jpg data-srcset='a.jpg 300w, b.jpg 900w'>", "b.jpg"),
        ("<img src=wheel.gif data-lazy=a.jpg>", "a.jpg"),
        ("<img src=a.jpg data-lazy=true data-orig-file=b.jpg>", "a.jpg"),
        ("<img src=data:, data-actualsrc=a.jpg?x>", "a.jpg?x"),
        ("<img src=data:, data-hi-res-src=a.webp>", "a.webp"),
        ("<img src=data:, data-url=page.html data-img-src=a.png>", "a.png"),
        ("<img src=data:, nitro-lazy-src=a.jpg>", "a.jpg"),
        ("<img style=display:none src=data:, data-src=a.jpg>", "a.jpg"),
        ("<amp-img src=a.jpg width=800><noscript><img src=a.jpg></noscript></amp-img>", "a.jpg"),
    ] {
        let found = markdown(&format!("<p>x<p>{image}<p>y"));
        assert_eq!(found, format!("x\n\n![]({file})\n\ny\n"), "{image}");
    }
}

#[test]
fn decoration_is_left_out() {
    for image in [
        "<img>",
        "<img src=''>",
        "<img src=javascript:x>",
        "<img src=a.gif width=1 height=1>",
        "<img src=a.gif width=16px height=16px alt=Home>",
        "<img src=a.gif width=60 height=60 alt=''>",
        "<img src=a.gif class=wp-smiley>",
        "<img src=/images/core/emoji/72x72/1f600.png alt=smile>",
        "<img src=a.gif role=presentation>",
        "<img src=a.gif aria-hidden=true>",
        "<img src=a.gif style='display: none'>",
        "<div style=display:none><img src=a.gif></div>",
        "<nav><img src=a.gif></nav>",
        "<footer><img src=a.gif></footer>",
        "<pre><img src=a.gif></pre>",
        "<img src=spacer.gif>",
    ] {
        assert_eq!(markdown(&format!("<p>x<p>{image}<p>y")), "x\n\ny\n", "{image}");
    }
}

#[test]
fn an_image_without_alternative_text_is_no_decoration_by_its_role_if_it_is_shown_large() {
    for (image, is_kept) in [
        ("<figure><img src=a.png role=presentation alt=''></figure>", true),
        ("<figure><picture><img src=a.png role=presentation></picture></figure>", true),
        ("<img src=a.png role=none width=700>", true),
        ("<img src=a.png role=presentation width=200>", false),
        ("<img src=a.png role=presentation width=700 alt=x>", false),
        ("<figure><img src=a.png role=presentation alt=x></figure>", false),
    ] {
        assert_eq!(markdown(&format!("<p>x<p>{image}<p>y")).contains("a.png"), is_kept, "{image}");
    }
}

#[test]
fn the_same_image_a_fourth_time_is_decoration() {
    let item = |number: usize| format!("<p>x<p><img src=star.svg alt=star{number}><p><img src={number}.jpg>");
    let page = (0..6).map(item).collect::<String>() + "<p>y";
    let shown = markdown(&page);
    assert_eq!(shown.matches("star.svg").count(), 3, "{shown}");
    assert_eq!(shown.matches(".jpg").count(), 6, "{shown}");
    let rows =
        (0..6).map(|row| format!("<tr><td>{row}<td><img src=check.png alt=Yes><td>z")).collect::<String>();
    assert_eq!(markdown(&format!("<p>x<table>{rows}</table><p>y")).matches("![Yes](check.png)").count(), 6);
    let mut extractor = Extractor::new(keep_all(Format::Markdown)).expect("the options are sound");
    for _ in 0..2 {
        extractor.push(page.as_bytes()).expect("HTML is never wrong");
        assert_eq!(extractor.finish().expect("HTML is never wrong").text, shown);
    }
}

#[test]
fn an_emoji_is_text_and_no_image() {
    assert_eq!(markdown("<p>x<p>hi <img src=a.gif alt=😀><p>y"), "x\n\nhi 😀\n\ny\n");
}

#[test]
fn a_formula_is_no_image() {
    let page = "<p>x is <img class=latex src=a.png alt='\\frac{a}{b}'> here";
    assert_eq!(markdown(page), "x is $`\\frac{a}{b}`$ here\n");
}

#[test]
fn an_image_goes_with_the_text_that_it_is_closest_to() {
    let [menu, teaser] = [
        "<ul class=nav><li><a href=/>Home</a><li><a href=/b>News</a></ul>",
        "<div class=related><div><img src=t.jpg><a href=/t>Another story</a></div><div><img src=u.jpg><a href=/u>And one more</a></div></div>",
    ];
    let page = format!(
        "<title>Rain</title><div class=top><img src=l.jpg alt=Site></div>{menu}<article><h1>Rain</h1><p>{TEXT}</p>\
         <figure><img src=a.jpg alt=Mill><figcaption>The mill in May.</figcaption></figure><p>{TEXT} Then it stopped.</p>\
         <p><img src=b.jpg></p></article>{teaser}"
    );
    let options = Options::default().with_images(true);
    let kept: Vec<_> = noted(&page, &options).into_iter().filter(|piece| piece.contains(".jpg")).collect();
    assert_eq!(kept, ["a.jpg|Mill|true", "b.jpg||true"]);
}

#[test]
fn a_label_of_a_figure_that_is_dropped_takes_no_image_with_it() {
    let credit = "<div class='photo-credit share-image'>Photo: A. Reed / Press</div>";
    let text = format!("<p>{TEXT} {TEXT}</p><p>{TEXT}</p>");
    for (figure, kept) in [
        ("<img src=a.jpg>CREDIT", "a"),
        ("CREDIT<img src=a.jpg>", "a"),
        ("<img src=a.jpg>CREDIT<figcaption>CREDIT</figcaption><img src=b.jpg>", "ab"),
        ("<div><img src=a.jpg>CREDIT</div><div><img src=b.jpg>CREDIT</div>", "ab"),
    ] {
        let figure = figure.replace("CREDIT", credit);
        let page = format!(
            "<title>Rain</title><article><h1>Rain</h1>{text}<figure>{figure}</figure>{text}</article>\
             <div class=related><div><img src=t.jpg><a href=/t>Another story</a></div></div>"
        );
        let found = render(&page, Options::default().with_images(true).with_format(Format::Markdown));
        assert!(!found.contains("Photo"), "{found}");
        let is_kept = |name: &&str| found.contains(&format!("({name}.jpg)"));
        assert_eq!(["a", "b", "t"].into_iter().filter(is_kept).collect::<String>(), kept, "{figure}");
    }
}

#[test]
fn a_sink_gets_images_in_page_order() {
    let page = "<p>One<p><img src=a.jpg alt='x\n y'><p>two <img src=b.jpg> three<p>four<img src=c.jpg>";
    let pieces = noted(page, &keep_all(Format::Text));
    let images: Vec<_> = pieces.iter().filter(|piece| piece.contains('|')).collect();
    assert_eq!(images, ["a.jpg|x y|true", "b.jpg||false", "c.jpg||false"]);
}

#[test]
fn images_without_space_are_counted_and_memory_stays_within_the_budget() {
    let options = keep_all(Format::Markdown);
    let least = options.minimum_budget();
    let image = |number| format!("<p><img src=/a/rather/long/address/of/image{number}.jpg alt='and a text'>");
    let page = format!("<p>x{}<p>y", (0..5000).map(image).collect::<String>());
    let mut extractor = Extractor::new(options.with_budget(least)).expect("the budget is enough");
    extractor.push(page.as_bytes()).expect("HTML is never wrong");
    let page = extractor.finish().expect("HTML is never wrong");
    let found = page.text.matches("![").count() as u64;
    assert!(found > 0 && page.summary.images_cut > 0);
    assert_eq!(found + page.summary.images_cut, 5000);
    assert!(page.summary.peak_bytes <= least.bytes());
}

#[test]
fn the_list_has_all_links_with_their_text_in_page_order() {
    let page = format!(
        "<title>Rain</title><base href=https://c.example/d/><ul><li><a href=/ rel='nofollow  home'>Ho<b>me</b></a><li><a href=/n>News</a></ul>\
         <article><h1>Rain</h1><p>{TEXT} See <a href=mill.html>the <i>mill</i>\n in May</a>, <a href=#up>up</a>, <a name=x>no link</a>, \
         <a href=javascript:x>none</a> <a href=/pic><img src=p.jpg></a> <a href=/named><img alt=''><img alt='A \n mill'><img alt=x></a> \
         <a href=/both><img alt=x>both</a></p><a href=/block><p>{TEXT} Then it stopped.</p></a>\
         <a href=/card><h3>The <i>card</i></h3><p>{TEXT}</p></a><p>{TEXT} <a href=/unseen style=display:none>u</a>\
         <a href=/none hidden></a> {TEXT}</article><div style=display:none><a href=/hidden>hidden</a></div><p><a href=/last></a>"
    );
    let options = Options::default().with_link_list(true);
    let links: Vec<_> = noted(&page, &options).into_iter().filter(|piece| piece.contains('|')).collect();
    let expected = [
        "https://c.example/|Home|nofollow home|false".to_string(),
        "https://c.example/n|News||false".to_string(),
        "https://c.example/d/mill.html|the mill in May||true".to_string(),
        "#up|up||true".to_string(),
        "https://c.example/pic|||true".to_string(),
        "https://c.example/named|A mill||true".to_string(),
        "https://c.example/both|both||true".to_string(),
        format!("https://c.example/block|{TEXT} Then it stopped.||true"),
        format!("https://c.example/card|The card {TEXT}||true"),
        "https://c.example/unseen|||false".to_string(),
        "https://c.example/none|||false".to_string(),
        "https://c.example/hidden|hidden||false".to_string(),
        "https://c.example/last|||false".to_string(),
    ];
    assert_eq!(links, expected);
    for format in [Format::Text, Format::Markdown, Format::Html] {
        let with = options.clone().with_format(format);
        assert_eq!(render(&page, with.clone()), render(&page, with.with_link_list(false)));
    }
}

#[test]
fn links_without_space_are_counted() {
    let options = Options::default().with_link_list(true);
    let least = options.minimum_budget();
    let link = |number| format!("<a href=/a/rather/long/address/of/page{number}.html>x</a> ");
    let page = (0..3000).map(link).collect::<String>();
    let mut extractor = Extractor::new(options.with_budget(least)).expect("the budget is enough");
    let mut sink = Noted::default();
    extractor.push_to(page.as_bytes(), &mut sink).expect("HTML is never wrong");
    let summary = extractor.finish_to(&mut sink).expect("HTML is never wrong");
    let found = sink.0.iter().filter(|piece| piece.contains('|')).count() as u64;
    assert!(found > 0);
    assert_eq!(found + summary.links_cut, 3000);
}
