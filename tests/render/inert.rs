//! No output runs anything: HTML and Markdown have no script, no event attribute, and no link that
//! runs something, whatever the page.
//!
//! The output is parsed again, HTML by html5ever and Markdown by pulldown-cmark. Any element,
//! attribute or scheme of a link that we do not write is a failure (`trommel_testing::reread`).

use proptest::prelude::*;
use trommel::{Format, Formulas, Options, methods::TextSource};
use trommel_testing::reread::{fold, text_of_html, text_of_markdown, without_labels};
use trommel_testing::shown::keep;

/// Options that keep all that is not hidden, with links and images.
fn keep_all() -> Options {
    keep(0.0).with_links(true).with_images(true)
}

fn render(page: &[u8], options: &Options, format: Format) -> String {
    trommel::extract(page, &options.clone().with_format(format)).expect("HTML is never wrong").text
}

/// Without white space if there are images: a space parts a word and the image after it, which
/// plain text has not.
fn comparable(text: &str, has_images: bool) -> String {
    if has_images { text.split(' ').collect() } else { text.to_owned() }
}

/// Whether all characters of a text are in another one, in their order.
fn is_within(text: &str, other: &str) -> bool {
    let mut rest = other.chars();
    text.chars().all(|c| rest.any(|other| other == c))
}

/// Parses the output for a page again. Returns its HTML and its Markdown, with everything kept.
fn assert_inert(page: &[u8]) -> (String, String) {
    let mut outputs = (String::new(), String::new());
    let without_images = keep_all().with_images(false);
    for (options, has_images) in
        [(Options::default().with_links(true), false), (without_images, false), (keep_all(), true)]
    {
        outputs = (render(page, &options, Format::Html), render(page, &options, Format::Markdown));
        let text = comparable(&fold(&render(page, &options, Format::Text)), has_images);
        let [html, markdown] = [text_of_html(&outputs.0), text_of_markdown(&outputs.1)];
        let shown = String::from_utf8_lossy(page);
        let of_both =
            [&html, &markdown].map(|text| without_labels(&comparable(text, has_images), &outputs.1));
        assert_eq!(of_both[0], of_both[1], "{}", outputs.0);
        let html = comparable(&html, has_images);
        // The names of players come on top; those of HTML and Markdown are the same.
        let is_text = if has_images { is_within(&text, &html) } else { text == html };
        assert!(is_text, "HTML of {shown}: {}, not {text}", outputs.0);
    }
    outputs
}

/// Characters before a scheme, in it, or after it that hide it from filters, but not from browsers.
const BEFORE: [&str; 18] = [
    "", " ", "\t", "\n", "\r", "\u{C}", "\0", "\u{1}", "&#1;", "&#x1F;", "&#32;", "&Tab;", "&NewLine;",
    "&nbsp;", "\u{FEFF}", "\u{2028}", "&shy;", "&#0;",
];
const WITHIN: [&str; 16] = [
    "", "\t", "\n", "\r\n", "\0", "&Tab;", "&NewLine;", "&#9;", "&#10", "&#x0D;", "&#0;", "&shy;",
    "&ZeroWidthSpace;", "/**/", "%0A", "\\",
];
const COLON: [&str; 9] = [":", "&colon;", "&#58;", "&#x3a", "&#0000058;", "\t:", " :", "%3A", "：\u{200B}:"];
const SCHEMES: [&str; 16] = [
    "javascript", "JaVaScRiPt", "jаvascript", "&#106;avascript", "&#x6A;avascript", "&#0000106avascript",
    "javas&#99;ript", "vbscript", "VBScript", "data", "livescript", "mocha", "blob", "file",
    "view-source:javascript", "feed:javascript",
];

#[test]
fn links_that_run_something_are_dropped_however_they_are_written() {
    let mut links = 0;
    for scheme in SCHEMES {
        let (first, rest) = scheme.split_at(scheme.char_indices().nth(2).map_or(0, |(at, _)| at));
        // A character reference is not cut.
        let (first, rest) = if scheme.starts_with('&') { ("", scheme) } else { (first, rest) };
        for quote in ["\"", "'"] {
            let mut page = String::from("<title>links</title>");
            for before in BEFORE {
                for within in WITHIN {
                    for colon in COLON {
                        let target = format!("{before}{first}{within}{rest}{colon}alert(1)//text/html,x");
                        page.push_str(&format!(
                            "<p>a <a href={quote}{target}{quote} onclick={quote}alert(2){quote}>link</a> b"
                        ));
                        links += 1;
                    }
                }
            }
            assert_inert(page.as_bytes());
        }
    }
    assert!(links > 50_000, "only {links} links");
}

#[test]
fn links_that_run_nothing_are_kept() {
    for target in [
        "https://example.org/a?b=c#d",
        "//example.org",
        "/a:b",
        "mailto:a@example.org",
        "a?javascript:x",
        "#javascript:x",
    ] {
        let (html, markdown) = assert_inert(format!("<p>a <a href='{target}'>link</a> b").as_bytes());
        assert_eq!(html, format!("<p>a <a href=\"{target}\">link</a> b</p>\n"));
        assert_eq!(markdown, format!("a [link]({target}) b\n"));
    }
}

/// Markup that runs something in a browser, or in an old one, or after a filter that it deceives.
const RUNNING: &[&str] = &[
    "<script>alert(1)</script>",
    "<SCRIPT SRC=//x/y.js></SCRIPT>",
    "<scr<script>ipt>alert(1)</scr</script>ipt>",
    "<script/x>alert(1)</script/x>",
    "<script\n>alert(1)</script\n>",
    "<<script>alert(1);//<</script>",
    "<script><!--<script>alert(1)</script>--></script>",
    "<img src=x onerror=alert(1)>",
    "<img src=x onerror=alert(1)//",
    "<img \"\"\"><script>alert(1)</script>\">",
    "<img src=`x`onerror=alert(1)>",
    "<img/src=x/onerror=alert(1)>",
    "<p onclick=alert(1) style='background:url(javascript:alert(1))'>text</p>",
    "<b onmouseover=alert(1)>text</b>",
    "<a href=x onfocus=alert(1) autofocus>text</a>",
    "<a href='/\"onclick=\"alert(1)'>text</a>",
    "<a href='/>\"><script>alert(1)</script>'>text</a>",
    "<a href=\"javascript:alert(1)\" href=/x>text</a>",
    "<a href=/x href=\"javascript:alert(1)\">text</a>",
    "<a xlink:href=javascript:alert(1)>text</a>",
    "<a formaction=javascript:alert(1)>text</a>",
    "<area href=javascript:alert(1)>text",
    "<base href=javascript:/><a href=#alert(1)>text</a>",
    "<svg onload=alert(1)>text</svg>",
    "<svg><script>alert(1)</script></svg>",
    "<svg><script>alert&#40;1)</script></svg>",
    "<svg><a xlink:href=javascript:alert(1)><text>text</text></a></svg>",
    "<svg><style><img src=x onerror=alert(1)></style></svg>",
    "<svg><![CDATA[<script>alert(1)</script>]]></svg>",
    "<svg><desc><![CDATA[</desc><script>alert(1)</script>]]></svg>",
    "<svg></p><style><a id=\"</style><img src=1 onerror=alert(1)>\">",
    "<svg><foreignObject><p onclick=alert(1)>text</p></foreignObject></svg>",
    "<math><mi xlink:href='data:x,<script>alert(1)</script>'>text</mi></math>",
    "<math href=javascript:alert(1)>text</math>",
    "<math><mtext><table><mglyph><style><!--</style><img title=\"--&gt;&lt;img src=1 onerror=alert(1)&gt;\">",
    "<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>",
    "<noscript><p title=\"</noscript><img src=x onerror=alert(1)>\">",
    "<noscript><style></noscript><img src=x onerror=alert(1)></style></noscript>",
    "<textarea></textarea><script>alert(1)</script>",
    "<textarea><script>alert(1)</script></textarea>",
    "<title><img src=x onerror=alert(1)></title>",
    "<xmp><script>alert(1)</script></xmp>",
    "<noembed><script>alert(1)</script></noembed>",
    "<style>@import 'javascript:alert(1)';</style>",
    "<style><!--</style><script>alert(1)//--></script>",
    "<iframe src=javascript:alert(1)></iframe>",
    "<iframe srcdoc='<script>alert(1)</script>'></iframe>",
    "<object data=javascript:alert(1)><embed src=javascript:alert(1)></object>",
    "<meta http-equiv=refresh content='0;url=javascript:alert(1)'>",
    "<link rel=stylesheet href=javascript:alert(1)>",
    "<link rel=canonical href=javascript:alert(1)>",
    "<body onload=alert(1)><frameset onload=alert(1)>",
    "<input autofocus onfocus=alert(1)><select onfocus=alert(1)><option>x</option></select>",
    "<video><source onerror=alert(1)></video><audio src=x onerror=alert(1)>",
    "<details open ontoggle=alert(1)><summary>text</summary>text</details>",
    "<marquee onstart=alert(1)>text</marquee>",
    "<template><script>alert(1)</script></template>",
    "<table background=javascript:alert(1)><tr><td onclick=alert(1)>text<td>text</table>",
    "<table><tr><td>a</td></tr><script>alert(1)</script><tr><td>b</td></tr></table>",
    "<ol start='1\"onclick=\"alert(1)'><li>text<li>text</ol>",
    "<ol start=99999999999><li onclick=alert(1)>text</ol>",
    "<pre class='language-x\"onclick=alert(1)'><code>text</code></pre>",
    "<pre class='language-x\n<script>alert(1)</script>'>text</pre>",
    "<pre><code class='language-[x](javascript:alert(1))'>text</code></pre>",
    "<pre>```\n<script>alert(1)</script>\n```</pre>",
    "<pre>```\n\n&lt;script>alert(1)&lt;/script>\n\n````</pre>",
    "<code>`&lt;script>alert(1)&lt;/script>`</code>",
    "<!--><script>alert(1)</script>-->",
    "<!---><script>alert(1)</script>-->",
    "<!-- --!><script>alert(1)</script>",
    "<!--[if gte IE 4]><script>alert(1)</script><![endif]-->",
    "<?xml-stylesheet href='javascript:alert(1)'?>",
    "<!ENTITY x '<script>'>&x;",
    "</p <script>alert(1)</script>>",
    "<a\0href=javascript:alert(1)>text</a>",
    "<a href=java\0script:alert(1)>text</a>",
    "<\0script>alert(1)</script>",
    "<plaintext><script>alert(1)</script>",
    "&lt;script&gt;alert(1)&lt;/script&gt;",
    "&amp;lt;script&amp;gt;alert(1)",
    "&LT;script&GT alert(1)",
    "&#60script&#62alert(1)",
    "\u{FF1C}script\u{FF1E}alert(1)",
    "+ADw-script+AD4-alert(1)+ADw-/script+AD4-",
    "<meta charset=utf-7>+ADw-script+AD4-alert(1)",
    // Text that Markdown can take for markup.
    "[text](javascript:alert(1))",
    "[text]: javascript:alert(1)\n\n[text]",
    "<br>[text]: javascript:alert(1)<br>[text]",
    "![text](javascript:alert(1))",
    "!<a href=/x>text</a>",
    "&lt;javascript:alert(1)&gt;",
    "&lt;https://example.org/\"onclick=alert(1)&gt;",
    "\\&lt;script>alert(1)\\&lt;/script>",
    "\\\\&lt;img src=x onerror=alert(1)>",
    "&lt;!-- -->&lt;script>",
    "&lt;b<i>r onclick=alert(1)</i>>",
    "&lt;<b>script>alert(1)</b>",
    "&lt;<a href=/x>script></a>alert(1)",
    "<b>&lt;</b>script>alert(1)&lt;/script>",
    "&amp;<b>lt;script></b>",
    "<a href=/x>](javascript:alert(1))</a>",
    "<a href='/x'>text](javascript:alert(1)) [text</a>",
    "<a href='/x) [y](javascript:alert(1)'>text</a>",
    "<a href='/x> \"t\") [y](javascript:alert(1)'>text</a>",
    "<a href='<javascript:alert(1)>'>text</a>",
    "<a href='/x\n\njavascript:alert(1)'>text</a>",
    "<a href='/x \"title\"'>text</a>",
    "<a href='\\'>text</a>",
    "<a href='/x\\) [y](javascript:alert(1)\\'>text</a>",
    "<a href='javascript\\:alert(1)'>text</a>",
    "<a href='javascript&amp;colon;alert(1)'>text</a>",
    "<a href='&amp;#106;avascript:alert(1)'>text</a>",
    "<a href='javascript&amp;#58;alert(1)'>text</a>",
    "<a href='`/x`'>`text`</a>",
    "<table><tr><td>a|b<td><a href='/x|y'>`|`</a><tr><td>|[x](javascript:y)|<td>&lt;script></table>",
    "<h2>&lt;script><br>alert(1)&lt;/script> #</h2>",
    "<blockquote>&lt;script><br>&lt;/script></blockquote>",
    "<ul><li>&lt;script><li>[x](javascript:y)</ul>",
    "<p>text<br>    &lt;script>alert(1)&lt;/script>",
    "<p>&lt;div><p>&lt;script>alert(1)&lt;/script><p>&lt;/div>",
    "<p>&lt;?php<p>&lt;!x<p>&lt;![CDATA[<p>]]>",
    "[^1]: javascript:alert(1)<p>[^1]",
    "{onclick=alert(1)}<h2>text {#x onclick=alert(1)}</h2>",
];

#[test]
fn markup_that_runs_something_is_text_or_gone() {
    let filler = "<p>The ferryman counted his passengers twice, and came to a different number each time.";
    for running in RUNNING {
        for (before, after) in [
            ("", ""),
            ("<p>", "</p>"),
            ("<ul><li>", "<li>x</ul>"),
            ("<pre>", "</pre>"),
            ("<table><tr><td>x<td>", "<td>y</table>"),
            ("<b><a href=/x>", "</a></b>"),
            ("<h1>", "</h1>"),
        ] {
            let page = format!("<title>t</title>{filler}{before}{running}{after}{filler}");
            assert_inert(page.as_bytes());
        }
    }
}

#[test]
fn what_stands_for_a_page_runs_as_little() {
    let body =
        "The ferryman counted his passengers twice, and came to a different number each time. ".repeat(8);
    for running in RUNNING {
        let json =
            serde_json::to_string(&format!("{body}{running} {body}")).expect("a string can be written");
        // Inside a page, the end tag would end the script.
        let json = json.replace("</", "<\\/");
        let page = format!(
            "<script type=application/ld+json>{{\"@type\":\"Article\",\"articleBody\":{json}}}</script><p>menu"
        );
        let source = trommel::extract(page.as_bytes(), &Options::default())
            .expect("HTML is never wrong")
            .summary
            .text_source;
        assert_eq!(source, TextSource::JsonLd, "{running}");
        assert_inert(page.as_bytes());
        let content = running.replace('"', "&quot;");
        assert_inert(format!("<meta property=og:description content=\"{body}{content}\"><p>menu").as_bytes());
    }
}

#[test]
fn no_encoding_makes_text_run() {
    for running in RUNNING {
        let page = format!("<p>text {running} text");
        let wide: Vec<u8> = page.encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_inert(&[b"\xFF\xFE", &wide[..]].concat());
        for label in
            ["utf-7", "iso-2022-jp", "hz-gb-2312", "x-user-defined", "shift_jis", "gb18030", "utf-16"]
        {
            let page = format!("<meta charset={label}>{page}").into_bytes();
            assert_inert(&page);
            // Lead bytes of two-byte characters swallow the byte after them in some encodings.
            let mut halves = Vec::new();
            for (at, byte) in page.iter().enumerate() {
                if at > 30 && at % 5 == 0 {
                    halves.extend([0x1B, b'$', b'B', 0x83]);
                }
                halves.push(*byte);
            }
            assert_inert(&halves);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn no_pieces_of_such_markup_run_together(
        parts in prop::collection::vec((0..RUNNING.len(), any::<prop::sample::Index>(), any::<prop::sample::Index>()), 1..12)
    ) {
        let mut page = String::new();
        for (number, from, to) in parts {
            let chars: Vec<char> = RUNNING[number].chars().collect();
            let (from, to) = (from.index(chars.len() + 1), to.index(chars.len() + 1));
            page.extend(&chars[from.min(to)..from.max(to)]);
        }
        assert_inert(page.as_bytes());
    }
}

#[test]
fn images_run_nothing_and_their_descriptions_are_plain() {
    let descriptions = [
        "](javascript:x)",
        "x](y \"onload=z",
        "**a** _b_ `c` ~~d~~ $`e`$",
        "&quot;&gt;&lt;script&gt;x&lt;/script&gt;",
        "![y](z) [q]: r",
        "a\\",
        "https://a.example www.b.example a@b.example",
        "&amp;lt; a|b <!-- c",
        "line\nend",
    ];
    for description in descriptions {
        for src in
            ["a.jpg", "javascript:x", "JavaScript&#58;x", "/a b(c)<d>.png", "data:text/html,x", "a)b|c\\"]
        {
            for page in [
                format!("<p>x<p><img src='{src}' alt='{description}'><p>y"),
                format!(
                    "<p>x <b>y<img src='{src}' alt='{description}'>z</b> q<a href=/b><img srcset='{src} 2x'>r</a>"
                ),
                format!(
                    "<table><tr><th>a<th>b<tr><td>c<td>d<img src='{src}' alt='{description}'><tr><td><td>e</table>"
                ),
            ] {
                assert_inert(page.as_bytes());
            }
        }
    }
}

/// Pieces of TeX that are markup to a reader of Markdown that knows no formulas.
const OF_TEX: [&str; 16] = [
    "&lt;img src=x onerror=y>", "[a](javascript:b)", "![a](javascript:b)", "&lt;javascript:a>", "&lt;!-- ",
    "`", "$", "\\", "x_1", "^{2}", "|", "](", "[a]: javascript:b", "&lt;", " ", "\\alpha",
];

proptest! {
    #[test]
    fn formulas_between_dollars_run_nothing(
        pieces in prop::collection::vec(prop::sample::select(&OF_TEX[..]), 1..6),
        place in prop::sample::select(&["<p>", "<p>a ", "<h2>", "<ul><li>", "<table><tr><th>b<th>c<tr><td>"][..]),
    ) {
        let page = format!("{place}\\({}\\)", pieces.concat());
        let options = keep_all().with_formulas(Formulas::Dollars);
        text_of_markdown(&render(page.as_bytes(), &options, Format::Markdown));
    }
}

/// GitHub makes a link of a bare address, and would take a backslash after it into the link.
#[test]
fn a_tag_after_a_bare_address_is_text() {
    for address in ["http://a.de/", "www.a.de", "see (https://a.de/?q=1"] {
        let page = format!("<p>{address}&lt;img src=x onerror=y> &lt;b> <i>{address}</i>&lt;u>");
        let (_, markdown) = assert_inert(page.as_bytes());
        assert!(markdown.contains(&format!("{address}<!-- -->\\<img")), "{markdown}");
        assert!(!markdown.contains(&format!("{address}\\<")), "{markdown}");
    }
}
