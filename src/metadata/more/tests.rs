//! Tests of more metadata, on whole pages.

use super::*;
use crate::{Metadata, Options};
use alloc::format;
use alloc::string::ToString;

/// The metadata of a page. Checks that it is the same when read whole and byte by byte.
fn meta_of(page: &str) -> (Metadata, MoreMetadata) {
    let options = Options::default().with_more_metadata(true);
    let mut extractor = crate::Extractor::new(options).expect("the options are sound");
    let [whole, in_bytes] = [page.len(), 1].map(|chunk_bytes| {
        extractor.set_url("https://pond.example/newts/1");
        for chunk in page.as_bytes().chunks(chunk_bytes) {
            extractor.push(chunk).expect("HTML is never wrong");
        }
        extractor.finish().expect("HTML is never wrong").summary.metadata
    });
    assert_eq!(in_bytes, whole, "{page}");
    let more = whole.more.as_deref().cloned().expect("it is wanted");
    (whole, more)
}

#[test]
fn a_count_of_milliseconds_is_a_date_if_it_is_declared() {
    let page = "<meta property=article:published_time content=1685952550123><meta name=lastmod content=1709164800>\
        <p>1685952550</p><p>Text";
    let (meta, more) = meta_of(page);
    assert_eq!(meta.date, "1685952550123");
    assert_eq!(
        [&*more.date_published, &more.date_modified],
        ["2023-06-05T08:09:10Z", "2024-02-29T00:00:00Z"]
    );
    assert_eq!(meta_of("<p>1685952550</p><p>Text").1.date_published, "");
}

#[test]
fn without_the_option_there_is_no_more() {
    assert_eq!(crate::extractor::meta_of("<meta name=keywords content=a><p>Text").more, None);
}

#[test]
fn meta_elements_state_more_and_the_source_of_each_field_is_known() {
    let page = "<html lang=en><title>Newts | Pond</title><link rel=canonical href=/newts/>\
        <meta property=og:title content=Newts><meta name=citation_author content='Ada Reed'>\
        <meta property=article:published_time content='2023-06-05 08:00'><meta property=og:updated_time content='5/6/2023'>\
        <meta property=article:modified_time content=2023-07-01T09:00:00Z><meta name=dcterms.license content=/licence>\
        <meta property=og:image content=/a.jpg><meta name=twitter:image content=/b.jpg><meta name=keywords content='newts, pond'>\
        <meta property=article:tag content=frogs><meta property=article:tag content=toads>\
        <meta property=article:section content=Animals><meta property=og:type content=article>\
        <meta property=og:site_name content='The Pond'><meta name=description content='About newts.'><p>Text";
    let (meta, more) = meta_of(page);
    assert_eq!([&*meta.site_name, &meta.description], ["The Pond", "About newts."]);
    let expected = MoreMetadata {
        date_published: "2023-06-05T08:00".into(),
        date_modified: "2023-07-01T09:00:00Z".into(),
        lang_detected: String::new(),
        fingerprint: None,
        hostname: "pond.example".into(),
        image: "https://pond.example/a.jpg".into(),
        license: "https://pond.example/licence".into(),
        og_type: "article".into(),
        categories: "Animals".into(),
        tags: "frogs, toads".into(),
        sources: MetadataSources {
            title: Some(MetadataSource::OpenGraph),
            author: Some(MetadataSource::Citation),
            date: Some(MetadataSource::OpenGraph),
            date_published: Some(MetadataSource::OpenGraph),
            lang: Some(MetadataSource::HtmlElement),
            url: None,
            date_modified: Some(MetadataSource::OpenGraph),
            description: Some(MetadataSource::Meta),
            site_name: Some(MetadataSource::OpenGraph),
            image: Some(MetadataSource::OpenGraph),
            license: Some(MetadataSource::DublinCore),
            og_type: Some(MetadataSource::OpenGraph),
            categories: Some(MetadataSource::OpenGraph),
            tags: Some(MetadataSource::OpenGraph),
        },
    };
    assert_eq!(more, expected);
}

#[test]
fn a_list_holds_each_value_once_whatever_separates_them() {
    let page = |list: &str| {
        format!(
            "<meta name=keywords content='{list}'><script type=application/ld+json>\
             {{\"@type\":\"Article\",\"articleSection\":[\"{list}\",\"Elbe\"]}}</script><p>Text"
        )
    };
    for (list, values) in [
        ("elbe, floods, elbe, Floods", "elbe, floods"),
        ("elbe; floods;elbe ;", "elbe, floods"),
        ("elbe,floods", "elbe, floods"),
        ("elbe floods, floods", "elbe floods, floods, Elbe"),
    ] {
        let (_, more) = meta_of(&page(list));
        assert_eq!(more.tags, values.trim_end_matches(", Elbe"), "{list}");
        assert_eq!(more.categories, values, "{list}");
    }
}

#[test]
fn character_references_in_values_are_decoded_once() {
    let page = r##"<meta property=og:description content="It&amp;#039;s&amp;nbsp;wet &amp;lt;b&amp;gt; R&amp;D &amp;amp;lt;">
        <script type=application/ld+json>[{"@type":"WebSite","name":"Mill &amp; Pond"},{"@type":"Article",
        "articleSection":["Food &amp; Drink","A&#x26;B &amp;amp; &unknown; &#;"],"keywords":"rain &amp; snow; hail",
        "author":[{"name":"Pat O&#8217;Neil"},{"@id":"#p"}]},
        {"@type":"Person","@id":"#p","name":"Zo&euml; Hill"}]</script><p>Text"##;
    let (meta, more) = meta_of(page);
    assert_eq!(
        [&*meta.author, &meta.site_name, &meta.description, &more.tags, &more.categories],
        [
            "Pat O’Neil, Zoë Hill",
            "Mill & Pond",
            "It's wet <b> R&D &lt;",
            "rain & snow, hail",
            "Food & Drink, A&B &amp, &unknown, &#"
        ]
    );
}

#[test]
fn addresses_in_a_page_without_a_base_are_completed_by_its_own() {
    let page =
        "<link rel=canonical href=https://pond.example/a/b><meta property=og:image content=/i/x.jpg><p>Text";
    let options = Options::default().with_more_metadata(true);
    let summary = crate::extract(page.as_bytes(), &options).unwrap().summary;
    let image = summary.metadata.more.map(|more| more.image);
    assert_eq!(image.as_deref(), Some("https://pond.example/i/x.jpg"));
}

#[test]
fn meta_elements_with_names_of_microdata_are_microdata() {
    let page = "<meta itemprop=datePublished content=2023-06-05><meta itemprop=dateModified content=2023-06-07><p>Text";
    let (_, more) = meta_of(page);
    assert_eq!([&*more.date_published, &more.date_modified], ["2023-06-05", "2023-06-07"]);
    let microdata = Some(MetadataSource::Microdata);
    assert_eq!([more.sources.date, more.sources.date_modified], [microdata; 2]);
}

#[test]
fn an_author_by_microdata_is_told_from_one_by_a_link() {
    for (author, source) in [
        ("<span itemprop=author>Ada Reed</span>", MetadataSource::Microdata),
        (
            "<span itemprop=author itemscope><a rel=author><b itemprop=name>Ada Reed</b></a></span>",
            MetadataSource::Microdata,
        ),
        ("<a rel=author href=/ada>Ada Reed</a>", MetadataSource::Byline),
        ("<i itemprop=author>—</i><a rel=author href=/ada>Ada Reed</a>", MetadataSource::Byline),
        // The data of a card.
        (
            "<meta name=twitter:label1 content='Written by'><meta name=twitter:data1 content='Ada Reed'>",
            MetadataSource::Meta,
        ),
    ] {
        let (meta, more) = meta_of(&format!("<h1>Rain</h1><p>{author}<p>Text"));
        assert_eq!((&*meta.author, more.sources.author), ("Ada Reed", Some(source)), "{author}");
    }
}

#[test]
fn a_picture_given_by_its_id_is_followed() {
    let image = |script: &str| {
        let page = ["<script type=application/ld+json>", script, "</script><p>Text"].concat();
        let (_, more) = meta_of(&page);
        (more.image, more.sources.image)
    };
    let object =
        r##"{"@type":"ImageObject","@id":"#i","url":"https://a.example/b.jpg","contentUrl":"/c.jpg"}"##;
    let article = r##"{"@type":"Article","@id":"#a","image":{"@id":"#i"}}"##;
    let expected = ("https://a.example/b.jpg".into(), Some(MetadataSource::JsonLd));
    for graph in [
        [article, object].join(","),
        [article, r##"{"@id":"#j","url":"/x.jpg"}"##, object].join(","),
        [r##"{"@type":"WebSite","image":{"@id":"#j"}},{"@id":"#j","url":"/x.jpg"}"##, article, object]
            .join(","),
    ] {
        assert_eq!(image(&[r#"{"@graph":["#, &graph, "]}"].concat()), expected, "{graph}");
    }
    for other in ["#j", ""] {
        let graph = [article, &object.replace("#i", other)].join(",");
        assert_eq!(image(&["[", &graph, "]"].concat()).0, "", "{graph}");
    }
    let of_publisher = r##"[{"@type":"Organization","image":{"@id":"#i"}},"##;
    assert_eq!(image(&[of_publisher, object, "]"].concat()).0, "");
}

#[test]
fn links_and_microdata_give_the_picture_where_nothing_better_does() {
    let (link, meta) = ("<link rel=image_src href=/a.jpg>", "<meta itemprop=image content=/b.jpg>");
    let image = "<p>Rain<img src=/c.jpg itemprop='image url'>";
    let script = r#"<script type=application/ld+json>{"@type":"Article","image":"/d.jpg"}</script>"#;
    for (page, file, source) in [
        ([link, meta, image], "a.jpg", MetadataSource::Link),
        ([meta, image, link], "a.jpg", MetadataSource::Link),
        ([image, meta, ""], "c.jpg", MetadataSource::Microdata),
        ([meta, image, ""], "b.jpg", MetadataSource::Microdata),
        ([link, meta, script], "d.jpg", MetadataSource::JsonLd),
        (["<nav>", image, ""], "", MetadataSource::Link),
        (["<div class=comments itemprop=comment>", image, ""], "", MetadataSource::Link),
        (["<img itemprop=image src=data:x>", image, ""], "c.jpg", MetadataSource::Microdata),
        (
            ["<div itemprop=author><img itemprop=image src=/a.jpg></div>", image, ""],
            "c.jpg",
            MetadataSource::Microdata,
        ),
        (["<img itemprop=image src=/avatars/a.jpg>", image, ""], "c.jpg", MetadataSource::Microdata),
        ([image, "<p>Sun<img src=/e.jpg itemprop=image>", ""], "", MetadataSource::Microdata),
        (["<img itemprop=image src=/logo.png>", image, ""], "c.jpg", MetadataSource::Microdata),
    ] {
        let (_, more) = meta_of(&page.concat());
        assert_eq!(more.image.trim_start_matches("https://pond.example/"), file, "{page:?}");
        assert_eq!(more.sources.image, Some(source).filter(|_| !file.is_empty()), "{page:?}");
    }
}

#[test]
fn a_link_to_one_licence_gives_it_where_nothing_better_does() {
    let link =
        |license: &str| format!("<footer><a href=https://creativecommons.org/{license}/4.0/>CC</a></footer>");
    let (by, zero) = (link("licenses/by"), link("publicdomain/zero"));
    for (page, license) in [
        (["<p>Text", &by, &by], "https://creativecommons.org/licenses/by/4.0/"),
        (["<p>Text", &zero, ""], "https://creativecommons.org/publicdomain/zero/4.0/"),
        (["<p>Text", &zero, &by], ""),
        (["<p>Text", &by, "<a rel=license href=/by>By</a>"], "https://pond.example/by"),
        (["<p>Text<a href=https://creativecommons.org/about>CC</a>", "", ""], ""),
    ] {
        let (_, more) = meta_of(&page.concat());
        assert_eq!(more.license, license, "{page:?}");
        assert_eq!(more.sources.license.is_some(), !license.is_empty(), "{page:?}");
    }
}

#[test]
fn json_ld_states_more_of_the_page_but_not_of_its_publisher() {
    let page = r#"<script type=application/ld+json>{"@graph":[{"@type":"Organization","name":"Pond","image":"/logo.png"},
        {"@type":"NewsArticle","dateModified":"2023-07-01","image":[{"@type":"ImageObject","url":"https://a.example/a.jpg"},
        "https://a.example/b.jpg"],"keywords":["newts","pond"],"articleSection":"Animals",
        "publisher":{"@type":"Organization","image":"/c.png"},"license":"https://a.example/by"}]}</script><p>Text"#;
    let (_, more) = meta_of(page);
    assert_eq!(
        [&*more.date_modified, &more.image, &more.tags, &more.categories, &more.license],
        ["2023-07-01", "https://a.example/a.jpg", "newts, pond", "Animals", "https://a.example/by"]
    );
    let json_ld = Some(MetadataSource::JsonLd);
    let MetadataSources { date_modified, image, tags, categories, license, .. } = more.sources;
    assert_eq!([date_modified, image, tags, categories, license], [json_ld; 5]);
}

#[test]
fn json_ld_describes_the_page_where_no_meta_element_does() {
    let script = r#"<script type=application/ld+json>[{"@type":"WebSite","description":"Site."},
        {"@type":"Organization","description":"We."},{"description":"About &amp; on newts.","@type":"Article",
        "author":{"description":"She."}},{"@type":"Article","description":"Other."}]</script><p>Text"#;
    let (meta, more) = meta_of(script);
    assert_eq!(meta.description, "About & on newts.");
    assert_eq!(more.sources.description, Some(MetadataSource::JsonLd));
    let (meta, more) = meta_of(&["<meta name=dcterms.description content=Newts>", script].concat());
    assert_eq!(meta.description, "Newts");
    assert_eq!(more.sources.description, Some(MetadataSource::DublinCore));
}

#[test]
fn the_text_of_a_page_states_its_author_date_and_licence() {
    let page = "<title>Newts of the pond</title><h1>Newts of the pond</h1><p>By <a rel=author>Ada Reed</a>\
        <p><time datetime=2023-06-05>5 June</time><p>Text under <a rel='license nofollow' href=https://a.example/by>a licence</a>.";
    let (meta, more) = meta_of(page);
    assert_eq!(
        [&*meta.author, &more.date_published, &more.license],
        ["Ada Reed", "2023-06-05", "https://a.example/by"]
    );
    assert_eq!(more.sources.author, Some(MetadataSource::Byline));
    assert_eq!(more.sources.date, Some(MetadataSource::TimeElement));
    assert_eq!(more.sources.license, Some(MetadataSource::Link));
    assert_eq!(more.sources.title, Some(MetadataSource::TitleElement));
    let (_, more) = meta_of("<title>T</title><meta property=og:image content=javascript:x><p>Text");
    assert_eq!((&*more.image, more.sources.image), ("", None));
}

#[test]
fn a_date_in_a_line_of_its_own_before_the_text_is_that_of_the_page() {
    let text = "It rained for three days in the valley, and the river rose over the meadows near the mill.";
    let after = "<p>Rain</p>".repeat(5);
    for (lines, date) in [
        ("<div>June 5, 2023</div>", "2023-06-05"),
        ("<div>Posted 5 <b>June</b> 2023</div><div>5 June 2023</div>", "2023-06-05"),
        ("<div>June 5, 2023</div><div>June 6, 2023</div>", "2023-06-05"),
        ("<p>By Ada Reed on June 5, 2023 | 6 minutes to read</p>", "2023-06-05"),
        ("<p>On June 5, 2023, the river rose over the meadows.</p>", ""),
        ("<p class=byline>Posted by Ada Reed on 5 Jun 2023 at 10:30 PM</p>", "2023-06-05T22:30"),
        ("<nav>June 5, 2023</nav>", ""),
        ("<div>No date</div>", ""),
    ] {
        let page = format!("<title>Rain</title><h1>Rain</h1>{lines}<p>{text}{after}<p>June 7, 2023");
        let (meta, more) = meta_of(&page);
        assert_eq!([&*meta.date, &more.date_published], ["", date], "{lines}");
        assert_eq!(more.sources.date_published.is_some(), !date.is_empty(), "{lines}");
    }
}

#[test]
fn in_a_line_without_spaces_the_source_may_follow_the_date() {
    let text = "连日的雨水使山谷里的河流上涨，磨坊附近的草地全部被淹没，居民们整夜都在搬运沙袋。";
    for line in ["2023年05月06日 10:20 来源：人民网", "2023年5月6日 10:20 記者 山田太郎"] {
        let page = format!("<html lang=zh><title>大雨</title><h1>大雨</h1><p>{line}<p>{text}{text}");
        assert_eq!(meta_of(&page).1.date_published, "2023-05-06T10:20", "{line}");
    }
}

#[test]
fn the_day_of_a_build_gives_way_to_an_earlier_one_in_a_line() {
    for (published, modified, line, date) in [
        ("2023-07-01", "2023-07-01T08:00", "June 5, 2023", "2023-06-05"),
        ("2023-07-01", "2023-06-30", "June 5, 2023", "2023-06-05"),
        ("2023-07-01", "2023-07-02", "June 5, 2023", "2023-07-01"),
        ("2023-07-01", "", "June 5, 2023", "2023-07-01"),
        ("2023-06-04", "2023-06-04", "June 5, 2023", "2023-06-04"),
        ("2023-07-01", "2023-07-01", "No date", "2023-07-01"),
        ("05-06-2023", "", "June 5, 2023", "2023-06-05"),
    ] {
        let page = format!(
            "<meta property=article:published_time content={published}>\
             <meta property=article:modified_time content='{modified}'><h1>Rain</h1><p>{line}<p>It rained for\
             three days in the valley, and the river rose over the meadows near the mill."
        );
        let (meta, more) = meta_of(&page);
        assert_eq!([&*meta.date, &more.date_published], [published, date], "{page}");
        let source = if date == published { MetadataSource::OpenGraph } else { MetadataSource::DateText };
        assert_eq!(more.sources.date_published, Some(source), "{page}");
    }
}

#[test]
fn a_word_in_a_line_tells_the_date_of_a_change() {
    let text = "It rained for three days in the valley, and the river rose over the meadows near the mill.";
    for (lines, published, modified) in [
        ("<p>Last updated: June 7, 2023<p>Published: June 5, 2023", "2023-06-05", "2023-06-07"),
        ("<p>Updated June 7, 2023. Published June 5, 2023", "2023-06-05", "2023-06-07"),
        ("<p>Published June 5, 2023 | Updated June 7, 2023", "2023-06-05", "2023-06-07"),
        ("<p>Publié le 5 juin 2023, mis à jour le 7 juin 2023", "2023-06-05", "2023-06-07"),
        ("<p>Aktualisiert am 7. Juni 2023", "2023-06-07", "2023-06-07"),
        (
            "<p>Updated: <time datetime=2023-06-07>June 7, 2023</time><p><time datetime=2023-06-05>June 5, 2023</time>",
            "2023-06-05",
            "2023-06-07",
        ),
        ("<p>June 5, 2023 - June 7, 2023", "2023-06-05", ""),
    ] {
        let (_, more) = meta_of(&format!("<title>Rain</title><h1>Rain</h1>{lines}<p>{text}"));
        assert_eq!([&*more.date_published, &more.date_modified], [published, modified], "{lines}");
        let source = Some(MetadataSource::DateText).filter(|_| !modified.is_empty());
        assert_eq!(more.sources.date_modified, source, "{lines}");
    }
}

#[test]
fn the_date_of_a_teaser_gives_way_to_an_earlier_one_in_a_line() {
    let text = "It rained for three days in the valley, and the river rose over the meadows near the mill.";
    let teaser = |day: u8| format!("<p class=date>June {day}, 2023</p>");
    for (page, date) in [
        (format!("<h1>Rain</h1><p>June 5, 2023<p>{text}{}", teaser(9)), "2023-06-05"),
        (format!("<h1>Rain</h1><p>June 5, 2023<p>{text}{}", teaser(1)), "2023-06-01"),
        (format!("<h1>Rain</h1><p>{text}{}", teaser(9)), "2023-06-09"),
    ] {
        let (_, more) = meta_of(&format!("{page}<p>{}", text.repeat(9)));
        assert_eq!(more.date_published, date, "{page}");
    }
}

#[test]
fn a_date_far_above_the_heading_is_the_day_on_which_the_page_was_fetched() {
    let text = "It rained for three days in the valley, and the river rose over the meadows near the mill.";
    let links = "<div><a href=/a>News</a></div>".repeat(9);
    for (begin, date) in [
        ("June 9, 2023".to_string(), "2023-06-09"),
        (["June 9, 2023", &links].concat(), ""),
        ([&links, "<p>June 9, 2023</p>"].concat(), "2023-06-09"),
        (["June 9, 2023", &links, "<h1>Rain</h1><p>June 5, 2023</p>"].concat(), "2023-06-05"),
        (["<h1>Rain</h1>June 5, 2023", &links].concat(), "2023-06-05"),
    ] {
        let (_, more) = meta_of(&format!("<title>Rain</title>{begin}<p>{text}"));
        assert_eq!(more.date_published, date, "{begin}");
    }
}
