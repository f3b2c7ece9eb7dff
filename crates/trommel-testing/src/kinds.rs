//! Hostile pages of any size, made of repeated parts, so that they need little memory.

/// A hostile page: a list of parts, each with the number of its repeats.
pub struct Kind {
    pub name: &'static str,
    parts: Vec<(Vec<u8>, usize)>,
}

/// Maximum bytes of a chunk of several repeats.
const CHUNK_BYTES: usize = 16 << 10;

impl Kind {
    fn new(name: &'static str, parts: impl IntoIterator<Item = (String, usize)>) -> Self {
        let mut batches = Vec::new();
        for (part, times) in parts {
            // Small parts are repeated within a chunk.
            let batch = (CHUNK_BYTES / part.len().max(1)).clamp(1, times.max(1));
            batches.push((part.repeat(batch).into_bytes(), times / batch));
            batches.push((part.repeat(times % batch).into_bytes(), 1));
        }
        Self { name, parts: batches }
    }

    /// Bytes of the page.
    pub fn bytes(&self) -> usize {
        self.parts.iter().map(|(part, times)| part.len() * times).sum()
    }

    /// Calls `push` with the page, chunk by chunk. Allocates nothing.
    pub fn stream(&self, mut push: impl FnMut(&[u8])) {
        for (part, times) in &self.parts {
            for _ in 0..*times {
                push(part);
            }
        }
    }
}

const SENTENCE: &str = "The ferryman counted his passengers twice and came to a different number each time. ";

/// All kinds of hostile pages, each of about `bytes`.
pub fn kinds(bytes: usize) -> Vec<Kind> {
    let once = |part: &str| (part.to_owned(), 1);
    let fill = |part: &str| (part.to_owned(), bytes.div_ceil(part.len()));
    let text = || (SENTENCE.to_owned(), 20);
    let attributes: String = (0..1000).map(|i| format!("a{i}=1 ")).collect();
    let links: String = (0..50).map(|i| format!("<li><a href=\"/{i}\">link {i}</a></li>")).collect();
    let row = format!("<div class=row><p>{}</p><a href=/x>on and on</a></div>\n", SENTENCE.repeat(4));
    let cjk = "渡し守は乗客を二度数えたが、そのたびに違う数になった。";
    // More paths than the score cache looks back, so that every block is scored.
    let paths: String = ["div", "ul", "section", "main", "form", "aside"]
        .map(|parent| format!("<{parent}><p>x<h1>x<h2>x<h3>x<h4>x<h5>x<h6>x</{parent}>"))
        .concat();
    let parts = "The ferryman counted ".repeat(3) + "| ";
    let titles = format!("<title>{0}</title><meta property=og:title content='{0}again'>", parts.repeat(12));
    // More classes than the cache of names holds, each with many words.
    let classes: String =
        (0..100).map(|i| format!("<span class='{}c{i}'>t</span>", "a ".repeat(30))).collect();
    // More shapes of tags than are remembered, each with names and a style.
    let shapes: String =
        (0..600).map(|i| format!("<div class='post-author-{i} a' style='color:#{i:03x}'>t</div>")).collect();
    // The name of the site begins at each letter of an author, but for its last letter.
    let site = format!("<meta property=og:site_name content='{}b'>", "a".repeat(120));
    let author = format!("<meta name=author content='{}'>t ", "a".repeat(8000));
    // Markup in an attribute, with an attribute of the same kind in it.
    let formula = "<span class=MathJax data-mathml='&lt;math>&lt;mfrac data-mathml=&quot;&lt;math>&quot;>&lt;mi>x'></span>w ";
    // Keywords with a common prefix, so that each word of a text is compared with all of them.
    let alike: String = ('a'..='p').map(|end| format!("abc{end} ")).collect();
    let long_href = format!("<a href=\"/{}\">", "h".repeat(1000));
    vec![
        Kind::new(
            "big",
            [once("<title>Big ferry</title><body><ul>"), once(&links), once("</ul>"), fill(&row)],
        ),
        Kind::new("nested_div", [fill("<div>"), text(), fill("</div>")]),
        Kind::new("nested_li", [fill("<ul><li>"), text()]),
        Kind::new("nested_li_with_text", [fill("<ul><li>item"), text()]),
        Kind::new("nested_table", [fill("<table><tr><td>a<td>b"), text()]),
        Kind::new("unclosed_bold", [fill("<p><b>text words here, ok")]),
        Kind::new("unclosed_links", [fill("<a href=x>text words here, ok<p>")]),
        Kind::new("links_over_blocks", [once(&long_href), fill("x<p>")]),
        Kind::new(
            "table_rows",
            [once("<table>"), fill("<tr><td>cell one</td><td>cell two</td></tr>"), once("</table>")],
        ),
        Kind::new("unclosed_title", [once("<title>A title\n<link rel=x></head><div><p>"), fill(SENTENCE)]),
        Kind::new("unclosed_titles", [fill("<title>A title<p>text")]),
        Kind::new("unclosed_head", [once("<head><meta name=a content=b><div><p>"), fill(SENTENCE)]),
        Kind::new("unclosed_comment", [once("<p>"), text(), once("</p><!-- "), fill("never closed <p>-- ")]),
        Kind::new("unclosed_script", [once("<p>"), text(), once("<script>"), fill("var a = '<p></scrip';")]),
        Kind::new("huge_attribute", [once("<div data-x=\""), fill("a"), once("\"><p>"), text()]),
        Kind::new("huge_class", [once("<div class=\""), fill("nav "), once("\"><p>"), text()]),
        Kind::new("spans_of_many_classes", [fill(&classes)]),
        Kind::new("blocks_of_many_shapes", [fill(&shapes)]),
        Kind::new(
            "references_in_attributes",
            [fill("<a href='?a=1&amp;b=2' class='x&amp;y' rel='a&#13;b' id='&lt;'>w</a> ")],
        ),
        Kind::new("authors_almost_called_after_the_site", [once(&site), fill(&author)]),
        Kind::new("formulas_in_attributes", [once("<p>"), text(), fill(formula)]),
        Kind::new("words_like_the_title", [once(&format!("<title>{alike}</title><p>")), fill("abc ")]),
        Kind::new("word_without_end", [once("<p>"), text(), fill("a"), once(" "), text()]),
        Kind::new(
            "boxes_amid_text",
            [
                once("<main><h1>Ferry</h1>"),
                fill(&format!("<p>{SENTENCE}</p><div><h3><a href=/x>on</a></h3><p>on and on</p></div>")),
            ],
        ),
        Kind::new(
            "other_articles_deep",
            [
                once("<main><h1>Ferry</h1><p>"),
                text(),
                once(&"<div>".repeat(200)),
                fill(&format!("<section><h1><a href=/x>on</a></h1><p>{SENTENCE}</section>")),
            ],
        ),
        Kind::new(
            "nested_comments",
            [
                once("<main><p>"),
                text(),
                once("</main><div id=comments>"),
                fill(&format!("<div class=comment><b>Wren</b><p>{SENTENCE}<p><a href=#r>Reply</a>")),
            ],
        ),
        Kind::new("huge_tag_name", [once("<"), fill("a"), once("><p>"), text()]),
        Kind::new("huge_title", [once("<title>"), fill("t e "), once("</title><p>"), text()]),
        Kind::new("titled_headings", [once(&titles), fill("<h1>counted")]),
        Kind::new("headings_like_the_title", [once(&titles), fill(&format!("<h2>{parts}, too"))]),
        Kind::new("bylines", [fill("<b itemprop=author>,</b>")]),
        Kind::new(
            "named_bylines",
            [once("<b itemprop=author>"), once(&",".repeat(100)), once("a</b>"), fill("<a rel=author>")],
        ),
        Kind::new(
            "posts_without_names",
            [
                once("<main>"),
                once(&format!("<div><a class=username>a</a><p>{SENTENCE}</div>").repeat(3)),
                fill("<div><p>It rained.</div>"),
                once("</main>"),
                fill("<p><span class=username>z</span> w"),
            ],
        ),
        Kind::new("formulas", [fill("<math alttext='x^2'><mi>y</mi></math>")]),
        Kind::new("long_formula", [once("<p>"), text(), once("<math>"), fill("<mi>sin</mi><mi>x</mi>")]),
        Kind::new("deep_formula", [once("<p>"), text(), once("<math>"), fill("<mfrac><mi>a</mi>")]),
        Kind::new("formulas_in_tex", [fill("<script type=math/tex>x^{2}</script>"), once("<p>"), text()]),
        Kind::new("comments_of_tex", [once("<script type=math/tex>"), once(&"\\".repeat(998)), fill("%\n")]),
        Kind::new(
            "typeset_formulas",
            [
                once("<p>"),
                fill(
                    "<span class=MathJax>x<span class=MJX_Assistive_MathML><math><mi>x</math></span></span>",
                ),
            ],
        ),
        Kind::new(
            "numbered_lines",
            [once("<table>"), fill("<tr><td class=blob-num>1<td class=blob-code>a  b\n")],
        ),
        Kind::new(
            "numbered_lines_in_groups",
            [once("<table>"), fill("<tbody><thead><tr><td class=blob-num>1<td>a")],
        ),
        Kind::new("numbered_lines_in_lines", [fill("<table><tr><td class=blob-num>1<td>a")]),
        Kind::new(
            "lines_next_to_numbers",
            [once("<table><tr><td class=gutter>1<td>"), fill("<div>a\n\nb"), once("</table>"), text()],
        ),
        Kind::new("parted_byline", [once("<div itemprop=author>"), fill(",<br>")]),
        Kind::new("readings", [once("<p>"), text(), fill("<ruby>a<rt> b</ruby>")]),
        Kind::new("readings_in_readings", [once("<p>"), text(), fill("<ruby>a<rt>b")]),
        Kind::new("hidden_after_headings", [fill("<h2>a</h2><p hidden>b<p hidden>c"), text()]),
        Kind::new("dates", [once("<h1>a</h1>"), fill("<i class=x></i><p class='a date b'>5 June 2023")]),
        Kind::new("terms", [once("<dl>"), fill("<dt>a"), once("<dd>"), text()]),
        Kind::new("one_line", [once("<p>"), fill("word ")]),
        Kind::new("one_word", [once("<p>"), fill("w")]),
        Kind::new("one_line_without_spaces", [once("<title>渡し守と乗客</title><p>"), fill(cjk)]),
        Kind::new("preformatted", [once("<pre>"), fill("  a line of   code\n")]),
        Kind::new(
            "parts_of_code",
            [once("<p>"), text(), once("<pre>"), fill("a\n\n"), once("</pre><p>"), text()],
        ),
        Kind::new("many_lines", [once("<p>"), fill("line<br>")]),
        Kind::new("many_small_blocks", [fill("<p>x")]),
        Kind::new("many_paths", [fill(&paths)]),
        Kind::new("many_attributes", [once("<div "), fill(&attributes), once("><p>"), text()]),
        Kind::new("entities", [once("<p>"), fill("&amp;&#x41;&notit;&#0;&#xD800;")]),
        Kind::new("endless_entity", [once("<p>&#"), fill("1"), once("; "), text()]),
        Kind::new("lt_only", [fill("<")]),
        Kind::new("nul_only", [fill("\0")]),
        Kind::new("spaces_only", [once("<pre>"), fill(" ")]),
        Kind::new("emphasis", [fill("<em>a</em><strong>b</strong><code>c</code> ")]),
        Kind::new("raised_and_lowered", [fill("<sup>a<sub>b<del>c</del></sub></sup>")]),
        Kind::new("metas", [fill("<meta property=og:title content='A very long title of a ferry'>"), text()]),
        Kind::new("headlines", [fill("<h1>The ferry of the valley</h1>"), once("<p>"), text()]),
        Kind::new("endless_headline", [once("<h1>"), fill(SENTENCE)]),
        Kind::new(
            "sign_up_forms",
            [once("<p>"), text(), fill("<div><p>a b<form><p>c<input type=email></form></div>")],
        ),
        Kind::new("sign_up_in_sign_up", [once("<p>"), text(), fill("<div>a<input type=email>")]),
        Kind::new("tasks", [once("<ul>"), fill("<li><input type=checkbox checked>done")]),
        Kind::new("tasks_in_tasks", [fill("<ul><li><input type=checkbox>do")]),
        Kind::new("check_boxes", [once("<ul><li>"), fill("<input type=checkbox>"), text()]),
        Kind::new("tex_in_text", [once("<p>"), fill("so \\(x_1^2\\) and \\[y\\] and $$z$$ ")]),
        Kind::new("tex_without_end", [once("<p>"), fill("\\(x $$y \\[z ")]),
        Kind::new("emoji_images", [once("<p>"), fill("<img class=emoji alt='🐐'>")]),
        Kind::new(
            "long_emoji",
            [once("<p>"), fill(&format!("<img class=emoji alt='{}'>", ":-)".repeat(300)))],
        ),
        Kind::new("encoded_addresses", [once("<p>"), fill("<a data-cfemail=422302206c21>x</a>")]),
        Kind::new("encoded_in_encoded", [fill("<span data-cfemail=422302206c21>x<i data-cfemail=zz>")]),
        Kind::new(
            "lazy_images",
            [once("<p>"), text(), fill("<img src=data:, data-src=/a><noscript><img src=/a></noscript>")],
        ),
        Kind::new(
            "long_srcsets",
            [once("<p>"), text(), fill(&format!("<img data-srcset='{}'>", "/a 1w, ".repeat(200)))],
        ),
        Kind::new(
            "drawn_formulas",
            [once("<p>"), fill("<span class=katex><span class=katex-html aria-hidden=true>x</span></span>")],
        ),
        Kind::new(
            "formulas_in_attributes",
            [once("<p>"), fill("<span class=MathJax data-mathml='<math><mi>x</mi></math>'>x</span>")],
        ),
        Kind::new("lines_by_style", [once("<p style=white-space:pre>"), fill("a\n"), fill("\n")]),
        Kind::new("indents_by_style", [once("<p style=white-space:pre>"), fill("a\n \t "), fill(" ")]),
        Kind::new("lines_in_lines", [fill("<div style=white-space:pre-line>a\nb")]),
        Kind::new("date_lines", [fill("<p>5 June 2023<p>rain")]),
        Kind::new(
            "states_of_apps",
            [fill(
                "<script type=application/json>[{\"a\":\"the first, of the ten words that prose has at least\"}]</script>",
            )],
        ),
        Kind::new(
            "strings_of_an_app",
            [
                once("<script type=application/json>["),
                fill(
                    "{\"a\":\"the first, of the ten words that prose has at least\",\"b\":\"and the second, of eleven words, as prose has one more\"},\"c\",",
                ),
            ],
        ),
        Kind::new("buttons", [once("<p>a "), fill("<button>b</button> c ")]),
        Kind::new("buttons_in_buttons", [once("<p>a "), fill("<button><span>b ")]),
        Kind::new(
            "players",
            [once("<p>"), text(), fill("<video><source src=/a></video><iframe src=//a/embed/b></iframe>")],
        ),
        Kind::new("linked_images", [once("<p>"), text(), fill("<a href=/a><img src=/b alt=c></a>")]),
        Kind::new(
            "labels_of_figures",
            [once("<p>"), text(), fill("<figure><img src=/a><div class=credit>b</div></figure>")],
        ),
        Kind::new("text_tags", [once("<h1>a</h1>"), fill("<a rel='category tag' href=/a>b</a> ")]),
        Kind::new("labels_of_authors", [fill("<p>Written by<p>Text by 5 | by b")]),
        Kind::new("lines_of_a_byline", [once("<div class=post-author>"), fill("5 May<br>by ")]),
        Kind::new("dates_of_changes", [fill("<p>Updated 5 June 2023. Posted 4 June 2023")]),
        Kind::new(
            "references_in_values",
            [fill(&format!("<meta name=keywords content='{}'>", "&amp;amp;,".repeat(80))), text()],
        ),
        Kind::new(
            "rules_and_aligned_cells",
            [fill("<hr><table><tr><td align=right>a<td style=text-align:left>b<tr><td>c<td>d</table>")],
        ),
        Kind::new("tags_after_an_address", [once("<p>http://a.de/"), fill("&lt;b")]),
        Kind::new("notes_in_one_item", [once("<p>a<ol><li>"), fill("<p>b<a href='#fnref1'>c</a>")]),
        Kind::new("notes", [once("<p>a<ol>"), fill("<li>b<a href='#fnref1'>c</a>")]),
        Kind::new(
            "references_to_notes",
            [
                fill("<p>a<sup id=r><a href='#n'>1</a>, <a href='#m'>(((((((((2</a></sup>"),
                once("<p id=n>b<a href='#r'>c</a>"),
            ],
        ),
        Kind::new("notes_with_references", [fill("<p>a<a id=r href='#n'>1</a><p id=n>b<a href='#r'>c</a>")]),
        Kind::new("bold_in_bold", [once("<p>"), fill("<span style=font-weight:700>a")]),
        Kind::new("badges", [once("<p>"), fill("<b class=tag>a</b>")]),
        Kind::new("badges_in_badges", [once("<p>"), fill("<span class=badge>a")]),
        Kind::new("code_in_code_by_style", [fill("<code style='display:block;white-space:pre'>a")]),
        Kind::new("drawn_in_drawn", [fill("<span class=katex><span class=katex-html aria-hidden=true>x")]),
    ]
}

/// Titles for which the search for title keywords is as expensive as possible.
pub fn dear_titles() -> Vec<String> {
    let long: String = (0..40).map(|i| format!("{}{i:0>30} ", char::from(b'a' + i % 26))).collect();
    let unspaced: String = (0..400).filter_map(|i| char::from_u32(0x4E00 + i * 37)).collect();
    let accents: String =
        (0..40).map(|i| format!("ÀÉÎÕÜ{}ÇÑ{i} ", "Ø".repeat(usize::from(i % 7_u8)))).collect();
    vec![
        long,
        unspaced,
        accents,
        "_".repeat(1024),
        "a_".repeat(512),
        " | ".repeat(340),
        "x".repeat(1024),
        "Ä".repeat(512),
        (0..60).map(|i| format!("{}w{i} ", "ab".repeat(6))).collect(),
    ]
}
