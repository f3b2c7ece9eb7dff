//! Text, Markdown and HTML of kept blocks; Markdown and HTML, parsed again, give the same text.

use proptest::prelude::*;
use std::path::{Path, PathBuf};
use trommel::{Budget, Extractor, Format, Options};
use trommel_testing::reread::{fold, text_of_html, text_of_markdown, without_labels};

/// Options that keep blocks of more than `least_ttr` characters per tag, whatever their links and
/// the title.
fn keep(least_ttr: f32, format: Format) -> Options {
    trommel_testing::shown::keep(least_ttr).with_format(format)
}

/// Options that keep every block that is not hidden.
fn keep_all(format: Format) -> Options {
    keep(0.0, format)
}

fn render(html: impl AsRef<[u8]>, options: Options) -> String {
    trommel::extract(html.as_ref(), &options).unwrap().text
}

pub(super) fn text(html: &str) -> String {
    render(html, keep_all(Format::Text))
}

pub(super) fn markdown(html: &str) -> String {
    render(html, keep_all(Format::Markdown))
}

pub(super) fn html(html: &str) -> String {
    render(html, keep_all(Format::Html))
}

fn markdown_with_links(html: &str) -> String {
    render(html, keep_all(Format::Markdown).with_links(true))
}

fn html_with_links(html: &str) -> String {
    render(html, keep_all(Format::Html).with_links(true))
}

/// Checks that Markdown and HTML give back the text, with blocks of more than `least_ttr`
/// characters per tag kept.
fn check_with(page: &[u8], least_ttr: f32, budget: Budget) {
    for with_links in [false, true] {
        let options = |format| keep(least_ttr, format).with_budget(budget).with_links(with_links);
        let expected = fold(&render(page, options(Format::Text)));
        let html = render(page, options(Format::Html));
        let markdown = render(page, options(Format::Markdown));
        let [of_html, of_markdown] = [text_of_html(&html), text_of_markdown(&markdown)];
        let of_html_compared = without_labels(&of_html, &markdown);
        assert_eq!(of_html_compared, without_labels(&of_markdown, &markdown), "{html}");
        assert_eq!(of_html, expected, "{html}");
    }
}

/// The same check for several thresholds.
fn check(page: &[u8]) {
    for least_ttr in [0.0, 1.0, 30.0] {
        check_with(page, least_ttr, Budget::DEFAULT);
    }
}

/// The pages that are written for this project.
fn pages() -> Vec<PathBuf> {
    let corpora = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpora");
    let mut pages = Vec::new();
    for entry in corpora.join("cases").read_dir().unwrap() {
        pages.push(entry.unwrap().path().join("page.html"));
    }
    for entry in corpora.join("hostile").read_dir().unwrap() {
        pages.push(entry.unwrap().path());
    }
    pages.sort();
    assert!(pages.len() > 40);
    pages
}

#[test]
fn items_and_rows_keep_their_lines() {
    let page = "<p>Before<ul><li>one<li><p>two</p><li>three<ul><li>inner</ul><li>four</ul><p>After";
    assert_eq!(text(page), "Before\n\none\ntwo\nthree\ninner\nfour\n\nAfter\n");
    let page = "<p>x<table><tr><th>A<th>B<th>C<tr><td>1<td><td><p>3<p>4<tr><td><td>5<br>6</table><p>y";
    assert_eq!(text(page), "x\n\nA\tB\tC\n1\t\t3 4\n\t5 6\n\ny\n");
    assert_eq!(text("<pre>a\n  b\n\n\n c</pre>d"), "a\n  b\n\n\n c\n\nd\n");
    assert_eq!(text("<dl><dt>a<dd>b<dt>c<dd>d</dl>"), "a\nb\nc\nd\n");
}

#[test]
fn an_item_of_several_blocks_is_parted_from_the_next() {
    assert_eq!(text("<ul><li><p>a<p>b<li>c<li>d</ul>"), "a\n\nb\n\nc\nd\n");
    assert_eq!(markdown("<ul><li><p>a<p>b<li>c<li>d</ul>"), "- a\n\n  b\n\n- c\n- d\n");
}

#[test]
fn a_block_that_was_cut_goes_on_without_a_gap() {
    let long = "x".repeat(20_000);
    assert_eq!(text(&format!("<p>{long}")), format!("{long}\n"));
    assert_eq!(markdown(&format!("<p>{long}")), format!("{long}\n"));
    let strong = html(&format!("<p><b>{long}</b>"));
    assert_eq!(strong.replace("</strong><strong>", ""), format!("<p><strong>{long}</strong></p>\n"));
    assert_eq!(text_of_markdown(&markdown(&format!("<p><b>{long}</b>"))), long);
    // The block is cut after the start of a mark.
    let start = "x".repeat(8186);
    let cut = markdown(&format!("<p>{start} <strong>ab <em>cd</em> ef</strong> end</p>"));
    assert_eq!(text_of_markdown(&cut), format!("{start} ab cd ef end"));
}

#[test]
fn lists_are_nested_and_numbered() {
    let page =
        "<ol start=9><li>a<li>b<p>more</p><ul><li>c<li>d</ul></ol><ol><li>e</ol><ul><li>f</ul><ul><li>g</ul>";
    assert_eq!(markdown(page), "9. a\n10. b\n\n    more\n\n    - c\n    - d\n\n1) e\n\n- f\n\n* g\n");
    assert_eq!(
        html(page),
        "<ol start=\"9\">\n<li>a</li>\n<li>b<p>more</p>\n<ul>\n<li>c</li>\n<li>d</li>\n</ul>\n</li>\n</ol>\n\
         <ol>\n<li>e</li>\n</ol>\n<ul>\n<li>f</li>\n</ul>\n<ul>\n<li>g</li>\n</ul>\n"
    );
}

#[test]
fn items_after_wrappers_have_their_numbers() {
    assert_eq!(markdown("<ol><div><li>a</li></div><div><li>b</li></div></ol>"), "1. a\n2. b\n");
}

#[test]
fn a_list_inside_an_item_that_begins_with_another_number_is_parted() {
    assert_eq!(markdown("<ul><li>a<ol start=3><li>b</ol></ul>"), "- a\n\n  3. b\n");
}

#[test]
fn terms_hold_their_definitions() {
    let page = "<dl><dt>a<dd>b<dd>c<dt>d<dd>e</dl>";
    assert_eq!(markdown(page), "- a\n  - b\n  - c\n- d\n  - e\n");
    assert_eq!(html(page), "<dl>\n<dt>a</dt>\n<dd>b</dd>\n<dd>c</dd>\n<dt>d</dt>\n<dd>e</dd>\n</dl>\n");
}

#[test]
fn an_item_that_holds_only_a_list_is_an_item() {
    let page = "<dl><dt>T<dd><ul><li>a</ul><dt>U<dd>d</dl>";
    assert_eq!(
        html(page),
        "<dl>\n<dt>T</dt>\n<dd><ul>\n<li>a</li>\n</ul>\n</dd>\n<dt>U</dt>\n<dd>d</dd>\n</dl>\n"
    );
    let page = "<ol><li>one</li><li><ul><li>inner<li>next</ul></li><li>three</li></ol>";
    assert_eq!(markdown(page), "1. one\n2. - inner\n   - next\n3. three\n");
    assert_eq!(
        html(page),
        "<ol>\n<li>one</li>\n<li><ul>\n<li>inner</li>\n<li>next</li>\n</ul>\n</li>\n<li>three</li>\n</ol>\n"
    );
}

#[test]
fn a_list_between_items_is_in_the_item_before() {
    assert_eq!(markdown("<ul><li>a</li><ul><li>b</li></ul><li>c</ul>"), "- a\n  - b\n- c\n");
}

#[test]
fn text_directly_in_a_list_is_in_no_item() {
    assert_eq!(markdown("<ul>lead<li>a<li>b</ul>"), "lead\n\n- a\n- b\n");
    assert_eq!(markdown("<ul><h3>Title</h3><li>a</ul>"), "### Title\n\n- a\n");
    assert_eq!(
        markdown("<ol><li>a<li>b<p>more</li>then<li>c</ol>"),
        "1. a\n2. b\n\n   more\n\nthen\n\n3. c\n"
    );
    assert_eq!(markdown("<ul><li>a<ul><p>lead</p><li>b</ul><li>c</ul>"), "- a\n\n  lead\n\n  - b\n\n- c\n");
    assert_eq!(html("<ul>lead<li>a</ul>"), "<p>lead</p>\n<ul>\n<li>a</li>\n</ul>\n");
}

#[test]
fn items_far_inside_their_list_are_told_apart() {
    let item = |text| format!("{}<li>{text}</li>{}", "<div>".repeat(20), "</div>".repeat(20));
    assert_eq!(markdown(&format!("<ul>{}{}</ul>", item("a"), item("b"))), "- a\n- b\n");
}

#[test]
fn lists_and_tables_far_apart_are_not_one() {
    let page = format!("<ol><li>a<li>b</ol>{}<ol><li>c</ol>", "<ul></ul>".repeat(255));
    assert_eq!(markdown(&page), "1. a\n2. b\n\n1) c\n");
    let table = |text| format!("<table><tr><td>{text}<td>{text}<tr><td>{text}<td>{text}</table>");
    let page = format!("{}{}{}", table("a"), "<table></table>".repeat(255), table("b"));
    assert_eq!(text(&page), "a\ta\na\ta\n\nb\tb\nb\tb\n");
}

#[test]
fn a_rule_between_two_blocks_is_written_outside_of_lists_and_quotes() {
    for (page, expected, as_html) in [
        ("<p>a<hr><p>b", "a\n\n---\n\nb\n", "<p>a</p>\n<hr>\n<p>b</p>\n"),
        ("<hr><p>a<hr><hr><h2>b</h2><hr>", "a\n\n---\n\n## b\n", "<p>a</p>\n<hr>\n<h2>b</h2>\n"),
        ("<p>a<div hidden><hr></div><p>b", "a\n\nb\n", "<p>a</p>\n<p>b</p>\n"),
        (
            "<ul><li>a<hr>b</ul><hr>c",
            "- a\n\n  b\n\n---\n\nc\n",
            "<ul>\n<li>a<p>b</p>\n</li>\n</ul>\n<hr>\n<p>c</p>\n",
        ),
    ] {
        assert_eq!(markdown(page), expected, "{page}");
        assert_eq!(html(page), as_html, "{page}");
    }
    assert_eq!(text("<p>a<hr><p>b"), "a\n\nb\n");
}

#[test]
fn items_have_the_numbers_that_the_page_gives_them() {
    assert_eq!(
        markdown("<ol start=8.5><li>a<li value=' 12x'>b<li>c<li value=12>d<li value=3>e</ol>"),
        "8. a\n12. b\n13. c\n\n12) d\n\n3. e\n"
    );
    assert_eq!(
        html("<ol start=8><li>a<li value=12>b<li>c<li><li>e</ol>"),
        "<ol start=\"8\">\n<li>a</li>\n<li value=\"12\">b</li>\n<li>c</li>\n<li value=\"15\">e</li>\n</ol>\n"
    );
    assert_eq!(markdown("<ol start=0><li>a<li>b</ol>"), "0. a\n1. b\n");
    assert_eq!(html("<ol reversed><li>a<li>b</ol>"), "<ol>\n<li>a</li>\n<li>b</li>\n</ol>\n");
    assert_eq!(
        markdown("<ol start=16382><li>a</ol><p>x<ol start=20000><li>b<li>c</ol>"),
        "16382. a\n\nx\n\n1. b\n2. c\n"
    );
    assert_eq!(markdown("<ol start=1000000000><li>a</ol>"), "1. a\n");
    assert_eq!(markdown("<ol start=-4><li>a</ol><p>x<ol start=px><li>b</ol>"), "1. a\n\nx\n\n1. b\n");
    assert_eq!(
        markdown("<ol><li value=1>a<li value=1>b</ol><ul><li value=7>c<li value=7>d</ul>"),
        "1. a\n2. b\n\n- c\n- d\n"
    );
}

#[test]
fn no_list_is_too_long() {
    let rendered = html(&format!("<ul>{}</ul>", "<li>some text".repeat(40_000)));
    assert_eq!((rendered.matches("<ul>").count(), rendered.matches("<li>").count()), (1, 40_000));
}

#[test]
fn items_that_begin_with_a_check_box_are_tasks() {
    let lines = "- [x] Done\n- [ ] Open\n";
    for (done, open) in [
        ("<li><input type=checkbox checked> Done", "<li><input type=checkbox> Open"),
        (
            "<li class=task-list-item><input type='checkbox' disabled='' checked='' name=a> Done",
            "<li class=task-list-item><p><input type='checkbox' disabled=''> Open</p>",
        ),
        (
            "<li><label><input type=CHECKBOX checked><span></span></label><div><p>Done</p></div>",
            "<li><span><input type=checkbox></span><label>Open</label>",
        ),
        (
            "<li><input type=checkbox class=task-list-item-checkbox id=a checked>Done",
            "<li><input type=checkbox id=''>\nOpen",
        ),
    ] {
        let page = format!("<ul>{done}{open}</ul>");
        assert_eq!(markdown(&page), lines, "{page}");
        assert_eq!(text(&page), "Done\nOpen\n", "{page}");
        let boxes = "<ul>\n<li><input type=\"checkbox\" disabled checked> Done</li>\n\
            <li><input type=\"checkbox\" disabled> Open</li>\n</ul>\n";
        assert_eq!(html(&page), boxes, "{page}");
        assert_eq!(markdown(boxes), lines);
    }
    let nested = "<ol><li><input type=checkbox><b>a</b><ul><li><input type=checkbox checked>b</ul><li>c</ol>";
    assert_eq!(markdown(nested), "1. [ ] **a**\n   - [x] b\n2. c\n");
}

#[test]
fn other_check_boxes_are_no_text() {
    for item in [
        "<li><input type=checkbox name='' value=4> a",
        "<li><input type=checkbox id=box-4 aria-label=a> a",
        "<form><li><input type=checkbox> a</form>",
        "<li>a <input type=checkbox disabled>",
        "<li><input type=radio disabled> a",
        "<li><input disabled> a",
        "<li><a><input type=checkbox disabled> a</a>",
    ] {
        assert_eq!(markdown(&format!("<ul>{item}</ul>")), "- a\n", "{item}");
    }
    assert_eq!(markdown("<ul><li>a<p><input type=checkbox>b</ul>"), "- a\n\n  b\n");
    assert_eq!(markdown("<ul><li><input type=checkbox><h2>a</h2><li>b</ul>"), "- ## a\n\n- b\n");
    assert_eq!(markdown("<ul><li><input type=checkbox><li>b</ul>"), "- b\n");
    assert_eq!(markdown("<p><input type=checkbox disabled> a"), "a\n");
    assert_eq!(html("<dl><dt><li><input type=checkbox disabled> a</dl>"), "<dl>\n<dd>a</dd>\n</dl>\n");
    assert_eq!(markdown("<ul><li>[x] a</ul>"), "- \\[x] a\n");
}

#[test]
fn a_definition_without_a_term_is_in_no_other_list() {
    assert_eq!(markdown("<ul><li>a</ul><dl><dd>b<dt>c<dd>d</dl>"), "- a\n\n* b\n* c\n  - d\n");
}

#[test]
fn styles_that_show_line_ends_keep_them() {
    for shown in ["pre-line", "pre-wrap", "PRE !important", "break-spaces", "preserve nowrap"] {
        let page =
            format!("<div style='color:red; white-space: {shown}'>\n one\ntwo <b>3</b>\n\nfour\n</div>");
        assert_eq!(text(&page), "one\ntwo 3\n\nfour\n", "{shown}");
        assert_eq!(markdown(&page), "one\\\ntwo **3**\n\nfour\n", "{shown}");
        assert_eq!(html(&page), "<p>one<br>two <strong>3</strong></p>\n<p>four</p>\n", "{shown}");
    }
    for folded in ["normal", "nowrap", "pre;white-space:normal", "x"] {
        assert_eq!(text(&format!("<p style='white-space:{folded}'>one\ntwo")), "one two\n", "{folded}");
    }
    let inherited =
        "<div style=white-space:pre-line><p><i>a\nb</i><p style=white-space:normal>c\nd</div>e\nf";
    assert_eq!(text(inherited), "a\nb\n\nc d\n\ne f\n");
    assert_eq!(text("<div style=white-space:pre-line><h2>a\nb</h2></div>"), "a b\n");
}

#[test]
fn styles_that_show_white_space_keep_indents() {
    let poem = |shown: &str| {
        format!("<p style=white-space:{shown}>  one  two\n  - three\n\t<b> four</b>\n  </p>five")
    };
    assert_eq!(text(&poem("pre-wrap")), "one two\n  - three\n     four\n\nfive\n");
    assert_eq!(text(&poem("pre-line")), "one two\n- three\nfour\n\nfive\n");
    let [a, b] = ["\u{A0}".repeat(2), "\u{A0}".repeat(5)];
    assert_eq!(markdown(&poem("pre")), format!("one two\\\n{a}- three\\\n{b}**four**\n\nfive\n"));
    assert_eq!(
        html(&poem("pre")),
        format!("<p>one two<br>{a}- three<br>{b}<strong>four</strong></p>\n<p>five</p>\n")
    );
    check(poem("pre").as_bytes());
}

#[test]
fn quotes_are_nested() {
    let page = "<blockquote>a<blockquote><p>b<p>c<br>d</blockquote><ul><li>e<li><blockquote>f</blockquote></ul></blockquote>g";
    assert_eq!(markdown(page), "> a\n>\n> > b\n> >\n> > c\\\n> > d\n>\n> - e\n> - > f\n\ng\n");
    assert_eq!(
        html(page),
        "<blockquote>\n<p>a</p>\n<blockquote>\n<p>b</p>\n<p>c<br>d</p>\n</blockquote>\n<ul>\n<li>e</li>\n\
         <li><blockquote>\n<p>f</p>\n</blockquote>\n</li>\n</ul>\n</blockquote>\n<p>g</p>\n"
    );
}

#[test]
fn quotes_one_after_another_are_not_one() {
    assert_eq!(
        markdown("<blockquote><p>a<p>b</blockquote><blockquote>c</blockquote>"),
        "> a\n>\n> b\n\n> c\n"
    );
    assert_eq!(
        html("<blockquote>a</blockquote><blockquote>b</blockquote>"),
        "<blockquote>\n<p>a</p>\n</blockquote>\n<blockquote>\n<p>b</p>\n</blockquote>\n"
    );
    let page = "<blockquote>a<blockquote>b</blockquote><blockquote>c</blockquote>d</blockquote>";
    assert_eq!(markdown(page), "> a\n>\n> > b\n>\n> > c\n>\n> d\n");
    let deep = format!("{}a<p>b", "<blockquote>".repeat(40));
    assert_eq!(markdown(&deep).lines().count(), 3);
}

#[test]
fn headings_are_one_line() {
    assert_eq!(markdown("<h2>a<br>b # 1. <i>c</i> #</h2>"), "## a b # 1. *c* \\#\n");
    assert_eq!(html("<h2>a<br>b</h2>"), "<h2>a<br>b</h2>\n");
    // Many dialects read braces at the end of a heading as attributes.
    assert_eq!(markdown("<h2>a {#b onclick=c()}</h2>"), "## a {#b onclick=c()&#125;\n");
}

#[test]
fn a_fence_says_which_language_the_page_says_the_code_is_in() {
    let page = "<pre><code class=\"hljs language-rust\">fn a() {}\n\nfn b() {}</code></pre><p>Then <code class=language-c>x</code>.\
        <pre>plain</pre><pre class='brush: sql'>SELECT 1</pre><listing>old</listing><pre class=language-none>none</pre>";
    assert_eq!(
        markdown(page),
        "```rust\nfn a() {}\n\nfn b() {}\n```\n\nThen `x`.\n\n```\nplain\n```\n\n```sql\nSELECT 1\n```\n\n```\nold\n```\n\n```\nnone\n```\n"
    );
    assert_eq!(text(page), "fn a() {}\n\nfn b() {}\n\nThen x.\n\nplain\n\nSELECT 1\n\nold\n\nnone\n");
    assert!(html(page).starts_with("<pre><code class=\"language-rust\">fn a() {}\n"), "{}", html(page));
    // An ancestor names the language, until it ends.
    let wrapped = "<div class='language-ruby highlighter-rouge'><div class=highlight><pre class=highlight><code>puts 1</code></pre></div></div>\
        <pre>plain</pre><figure class='highlight language-go'><table><tr><td class=gutter><pre class=lineno>1</pre><td><pre>package a</pre></table></figure>\
        <div><div class=language-sh><pre><code class=language-c>x</code></pre></div><pre>none</pre></div>";
    assert_eq!(
        markdown(wrapped),
        "```ruby\nputs 1\n```\n\n```\nplain\n```\n\n```go\npackage a\n```\n\n```c\nx\n```\n\n```\nnone\n```\n"
    );
    let far = format!("<div class=language-en>{}<pre>x</pre>", "<div>".repeat(9));
    assert_eq!(markdown(&far), "```\nx\n```\n");
    let data = "<pre data-language=sh>a</pre><pre><code data-lang=java>b</code></pre><pre data-lang='a b' class=hljs>c</pre><pre class=lang-c data-lang=d>d</pre>";
    assert_eq!(markdown(data), "```sh\na\n```\n\n```java\nb\n```\n\n```\nc\n```\n\n```c\nd\n```\n");
    // The ancestors end in the wrong order, or exceed the maximum and are dropped.
    let code = "<div class=language-rust></b><pre>x</pre></div>";
    assert_eq!(markdown(&format!("<b>{code}")), "```rust\nx\n```\n");
    let deep =
        ["<div>".repeat(250).as_str(), "<div class=language-rust><i><i><i><i><i><i><pre>x</pre>"].concat();
    assert!(markdown(&deep).contains("```rust\n"), "{}", markdown(&deep));
    let forgotten = ["<div class=language-rust>", &"<div>".repeat(400), "<pre>x</pre>"].concat();
    assert!(markdown(&forgotten).contains("```\n"), "{}", markdown(&forgotten));
}

#[test]
fn fences_hold_any_code() {
    assert_eq!(markdown("<pre>a\n\n  b</pre><pre>c</pre>"), "```\na\n\n  b\n```\n\n```\nc\n```\n");
    assert_eq!(markdown("<pre>a ```` b</pre>"), "`````\na ```` b\n`````\n");
    // The fence is already open when the longer run comes.
    assert_eq!(markdown("<pre>a\n\n```\nb</pre>"), "```\na\n\n```\n````\n```\nb\n````\n");
    // A run after four spaces does not end the fence.
    assert_eq!(markdown("<pre>a\n\n    ```\nb</pre>"), "```\na\n\n    ```\nb\n```\n");
    // A run with text after it does not end the fence.
    assert_eq!(
        markdown("<pre>a\n\n```rust\nb\n```` \nc</pre>"),
        "```\na\n\n```rust\nb\n```\n`````\n````\nc\n`````\n"
    );
    assert_eq!(markdown("<ul><li>x<pre>a\n b</pre></ul>"), "- x\n\n  ```\n  a\n   b\n  ```\n");
    assert_eq!(
        html("<pre>a &lt;b>\n\n <i>c</i></pre>"),
        "<pre><code>a &lt;b&gt;\n\n <em>c</em></code></pre>\n"
    );
}

#[test]
fn code_with_line_breaks_is_a_block() {
    let fence = "```\nSELECT a,\n  b\nFROM c;\n```\n";
    for page in [
        "<div><code>\nSELECT a,<br />\n&nbsp;&nbsp;b<br />\nFROM c;</code></div>",
        "<p><code>SELECT a,<br>&nbsp; b<br>FROM c;</code></p>",
        "<td><b><code>SELECT a,<br>&nbsp;<!-- -->&nbsp;b<br>FROM c;</code></b>",
    ] {
        assert_eq!(markdown(page), fence, "{page}");
    }
    assert_eq!(text("<p><code>a:<br>&nbsp; b</code></p>"), "a:\n  b\n");
    assert_eq!(markdown("<ul><li><code>a<br>b</code></ul>"), "- ```\n  a\n  b\n  ```\n");
    // Other text stands beside it, or it has one line.
    assert_eq!(markdown("<p><code>a<br>b</code> c"), "`a`\\\n`b` c\n");
    assert_eq!(markdown("<p><code>a</code>"), "`a`\n");
    assert_eq!(markdown("<h2><code>a<br>b</code></h2>"), "## `a` `b`\n");
}

#[test]
fn attributes_that_say_only_where_something_stands_change_nothing_of_what_is_kept() {
    for page in pages().into_iter().filter(|page| page.ends_with("page.html")) {
        let source = String::from_utf8_lossy(&std::fs::read(&page).unwrap()).into_owned();
        let placed = source.replace("<td>", "<td colspan=1>").replace("<li>", "<li value=1>");
        let kept = |html: &str| fold(&render(html, Options::default()));
        assert_eq!(kept(&placed), kept(&source), "{}", page.display());
    }
}

#[test]
fn emphasis_is_well_formed_wherever_it_stands() {
    assert_eq!(markdown("a<b> b </b>c<i>d</i>e"), "a **b** c*d*e\n");
    assert_eq!(markdown("<b><i>a</i> b</b>"), "***a* b**\n");
    assert_eq!(markdown("<p>a<b>\"b\"</b>c"), "a<strong>\"b\"</strong>c\n");
    assert_eq!(markdown("<p>a <b>\"b\"</b>, c"), "a **\"b\"**, c\n");
    assert_eq!(markdown("<p><b>a<i>b</b>c</i>"), "<strong>a*b*</strong>c\n");
    assert_eq!(html("<p><b>a<i>b</b>c</i>"), "<p><strong>a<em>b</em></strong>c</p>\n");
}

#[test]
fn a_number_and_a_superscript_of_digits_are_two_words_of_text() {
    let text = |page| render(page, keep_all(Format::Text));
    assert_eq!(text("<p>10<sup>15</sup> and 1<sup><b>2</b></sup>"), "10 15 and 1 2\n");
    // So are two superscripts: the marks of two notes.
    let notes = "<p>text<sup>1</sup><sup>2</sup>";
    assert_eq!(text(notes), "text1 2\n");
    assert_eq!(html(notes), "<p>text<sup>1</sup><sup>2</sup></p>\n");
    assert_eq!(markdown(notes), "text<sup>1</sup><sup>2</sup>\n");
    // An empty one parts nothing.
    assert_eq!(text("<p>1<sup></sup>1 and 2<sup><b></b></sup>0"), "11 and 20\n");
    for page in [
        "1<sup>1",
        "1<sup></sup>1",
        "1<b><sup>1</b>2",
        "1<sup>x</sup>1",
        "<pre>1<sup>1",
        "<ul><li>1<sup>1</sup><sup>1",
    ] {
        check(page.as_bytes());
    }
}

#[test]
fn what_is_raised_lowered_or_struck_out_is_told_from_what_is_not() {
    let page = "<p>10<sup>15</sup> H<sub>2</sub>O <del>old</del> and <s>a<b>b</b></s><strike>c</strike> e<sup>x<sub>i</sub></sup>";
    assert_eq!(text(page), "10 15 H2O old and abc exi\n");
    assert_eq!(
        markdown(page),
        "10<sup>15</sup> H<sub>2</sub>O <del>old</del> and <del>a**b**c</del> e<sup>x<sub>i</sub></sup>\n"
    );
    assert_eq!(
        html(page),
        "<p>10<sup>15</sup> H<sub>2</sub>O <del>old</del> and <del>a<strong>b</strong>c</del> e<sup>x<sub>i</sub></sup></p>\n"
    );
    assert_eq!(
        markdown("<p><code>a<sup>2</sup></code>, <sup></sup>x<sup>*</sup>"),
        "`a`<sup>`2`</sup>, x<sup>\\*</sup>\n"
    );
}

#[test]
fn code_is_between_more_backticks_than_it_holds() {
    assert_eq!(
        markdown("<p><code>a</code> <code>`b`</code> <code>c``d</code>"),
        "`a` `` `b` `` ```c``d```\n"
    );
    assert_eq!(markdown("<p>x <code>a<br>- b</code>"), "x `a`\\\n`- b`\n");
    assert_eq!(
        markdown("<p><code>-o <em>FILE</em></code> and <em><code>x</code></em>"),
        "`-o FILE` and *`x`*\n"
    );
    assert_eq!(html("<p><code>-o <em>FILE</em></code>"), "<p><code>-o FILE</code></p>\n");
}

#[test]
fn a_line_that_ends_in_an_address_ends_in_spaces() {
    // GitHub turns addresses into links, with a backslash after one as part of it.
    let page = "<p>See http://a.example<br>or ~x at www.a.example/~b/<br>c";
    assert_eq!(markdown(page), "See http://a.example  \nor ~x at www.a.example/~b/  \nc\n");
    // The same after marks that end with the address.
    let page = "<p><b>http://a.example/x</b><br>or <i>b www.a.example</i><br>http://<b>b</b><br>c<br>d";
    let expected = "**http://a.example/x**  \nor *b www.a.example*  \nhttp://**b**  \nc\\\nd\n";
    assert_eq!(markdown(page), expected);
    // A tag ends the address. In brackets it is not a link.
    let page = "<p><sup>http://a.example</sup><br>http://a.example <b>b</b><br>c";
    assert_eq!(markdown(page), "<sup>http://a.example</sup>\\\nhttp://a.example **b**\\\nc\n");
    assert_eq!(
        markdown_with_links("<p><a href=/x>http://a.example</a><br>c"),
        "[http://a.example](/x)\\\nc\n"
    );
}

#[test]
fn what_markdown_would_read_as_markup_is_escaped_and_the_rest_is_not() {
    assert_eq!(
        markdown("<p>1. a<br>- b<br># c<br>> d<br>+ e<br>---<br>==="),
        "1\\. a\\\n\\- b\\\n\\# c\\\n\\> d\\\n\\+ e\\\n\\---\\\n\\===\n"
    );
    assert_eq!(
        markdown("<p>[x](y) *z* `w` &lt;i> &amp;lt; _v_"),
        "\\[x](y) \\*z\\* \\`w\\` \\<i> \\&lt; \\_v\\_\n"
    );
    let plain = "It's 5 * 3 - 2 = 13. (AT&T, snake_case, a < b, #1, C:\\dir, ~5, 3.1, x-y!)";
    assert_eq!(
        markdown(&format!("<p>{}", plain.replace('&', "&amp;").replace('<', "&lt;"))),
        format!("{plain}\n")
    );
}

#[test]
fn elements_of_a_kind_with_white_space_between_them_stay_two() {
    for (page, expected) in [
        ("10<sup>-3</sup> <sup>a</sup>", "10<sup>-3</sup> <sup>a</sup>"),
        ("x <cite>Book</cite> <dfn>def</dfn>", "x *Book* *def*"),
        ("<b>a</b>\n<b>b</b>", "**a** **b**"),
        ("<b>a</b><br><b>b</b>", "**a**\\\n**b**"),
        ("<b>a</b> <b> </b><b>b</b>", "**a** **b**"),
        // One text in two steps.
        ("<b>a </b><b>b</b>", "**a b**"),
        ("<b>a</b><b>b</b>", "**ab**"),
        ("<b>a</b><b> b</b>", "**a b**"),
        ("<b>a</b><b> </b><b>b</b>", "**a b**"),
        ("<b>a <b>b</b> c</b>", "**a b c**"),
        ("<b>a <i>b</i> <i>c</i></b>", "**a *b* *c***"),
    ] {
        assert_eq!(markdown(&format!("<p>{page}")), format!("{expected}\n"), "{page}");
    }
    assert_eq!(html("<p><sub>a</sub> <sub>b</sub>"), "<p><sub>a</sub> <sub>b</sub></p>\n");
}

#[test]
fn bare_addresses_have_a_backslash_only_where_emphasis_would_be_read() {
    for plain in [
        "See https://example.com/#:~:text=river and more.",
        "See https://example.com/A_(b)_c.",
        "See https://example.com/a__b and http://a.example/?b[c]=d_.",
        "Not www.*.com/_b.",
    ] {
        assert_eq!(markdown(&format!("<p>{plain}")), format!("{plain}\n"));
    }
    for (text, expected) in [
        ("x A_(b)_c", "x A_(b)\\_c"),
        ("x http://a.example/(_b_)", "x http://a.example/(_b\\_)"),
        ("x http://a.example/(_b c_. d", "x http://a.example/(_b c\\_. d"),
        ("x www.*.a www.*.b", "x www.*.a www.\\*.b"),
        ("x <b>www.*.a</b>", "x **www.\\*.a**"),
        ("x www.*.a b<i>c</i>d", "x www.*.a b<em>c</em>d"),
        ("~/x http://a.example/:~:b", "~/x http://a.example/:\\~:b"),
        ("x http://a.example/[b](c)", "x http://a.example/\\[b](c)"),
    ] {
        assert_eq!(markdown(&format!("<p>{text}")), format!("{expected}\n"));
    }
}

#[test]
fn a_link_around_many_blocks_is_written_once() {
    let card = format!("<a href='/{}'>{}</a>", "x".repeat(900), "<p>some text here</p>".repeat(2000));
    let rendered = markdown_with_links(&card);
    assert_eq!(rendered.matches("/xxx").count(), 1);
    assert_eq!(rendered.matches("some text here").count(), 2000);
    let mut extractor = Extractor::new(keep_all(Format::Markdown).with_links(true)).unwrap();
    extractor.push(card.as_bytes()).unwrap();
    assert!(extractor.finish().unwrap().summary.first_early_decision_offset.is_none());
}

#[test]
fn a_target_that_is_too_long_is_left_out_and_not_cut() {
    for (attributes, bytes, is_kept) in [(0, 1024, true), (0, 1025, false), (0, 9000, false), (4, 900, false)]
    {
        let names = ["class", "id", "style", "role"].iter().take(attributes);
        let others: String = names.map(|name| format!("{name}={} ", "y".repeat(1000))).collect();
        let target = format!("/{}", "x".repeat(bytes - 1));
        let page = format!("<p>I have <a {others}href='{target}'>newts</a> here");
        let link = if is_kept { format!("[newts]({target})") } else { "newts".into() };
        assert_eq!(markdown_with_links(&page), format!("I have {link} here\n"));
    }
}

#[test]
fn links_are_kept_on_request() {
    let page = "<p><a href='/a b(c)'>x [1]</a>!<a href='https://example.org/?a=1&amp;copy;=2'>y</a>";
    assert_eq!(markdown(page), "x \\[1]!y\n");
    assert_eq!(
        markdown_with_links(page),
        "[x \\[1\\]](</a b(c)>)\\![y](https://example.org/?a=1\\&copy;=2)\n"
    );
    assert_eq!(
        html_with_links(page),
        "<p><a href=\"/a b(c)\">x [1]</a>!<a href=\"https://example.org/?a=1&amp;copy;=2\">y</a></p>\n"
    );
    assert_eq!(
        html_with_links("<p><a href='/\"onclick=x'>y</a>"),
        "<p><a href=\"/&quot;onclick=x\">y</a></p>\n"
    );
}

#[test]
fn no_link_runs_a_script() {
    for target in [
        "javascript:x", "JAVAscript:x", " javascript:x", "java\tscript:x", "java\nscript:x",
        "&#1;javascript:x", "&#106;avascript:x", "javascript&colon;x", "java&Tab;script:x",
        "java&NewLine;script:x", "vbscript:x", "data:text/html,x", "DATA:text/html;base64,x",
        "\0javascript:x", "javascript\u{AD}:x", "blob:x", "file:x", "view-source:javascript:x",
        "java&#0;script:x", "&#x1F;javascript:x",
    ] {
        let page = format!("<p><a href=\"{target}\" onclick=x>y</a>");
        assert_eq!(markdown_with_links(&page), "y\n", "{target:?}");
        assert_eq!(html_with_links(&page), "<p>y</p>\n", "{target:?}");
    }
    // Relative links stay unchanged. They must not become scripts when they are parsed again.
    let page = "<p><a href='&amp;#106;avascript:x'>y</a> <a href='javascript\\:x'>z</a>";
    assert_eq!(markdown_with_links(page), "[y](\\&#106;avascript:x) [z](javascript\\\\:x)\n");
    let page = "<p>&lt;script>x&lt;/script> <a href=javascript:x>y</a>";
    assert_eq!(html_with_links(page), "<p>&lt;script&gt;x&lt;/script&gt; y</p>\n");
}

#[test]
fn a_page_without_text_gives_nothing() {
    for format in [Format::Text, Format::Markdown, Format::Html] {
        assert_eq!(render("<p></p> <ul><li></ul>", keep_all(format)), "");
    }
}

#[test]
fn an_extractor_renders_the_next_page_as_a_new_one_does() {
    for format in [Format::Text, Format::Markdown, Format::Html] {
        let mut extractor = Extractor::new(keep_all(format)).unwrap();
        for page in ["<ul><li>a<pre>b", "<table><tr><td>a<td>b<tr><td>c<td>d", "<blockquote><h1>x", "<p>1"] {
            extractor.push(page.as_bytes()).unwrap();
            assert_eq!(extractor.finish().unwrap().text, render(page, keep_all(format)));
        }
    }
}

#[test]
fn markdown_and_html_of_every_page_give_back_its_text() {
    for page in pages() {
        println!("{}", page.display());
        check(&std::fs::read(page).unwrap());
    }
}

#[test]
fn items_stay_apart_whatever_their_number() {
    const ITEMS: usize = 70_000;
    let page = format!("<ol><li>It rained.{}</ol>", "<li><ul><li>The river rose.</ul>".repeat(ITEMS));
    assert_eq!(html(&page).matches("<li").count(), 1 + 2 * ITEMS);
    assert_eq!(markdown(&page).matches("- The river rose.\n").count(), ITEMS);
    let page = "<ol start=65535><li>It rained.<li><ul><li>The river rose.</ul><li>It fell.</ol>";
    assert_eq!(html(page).matches("<li").count(), 4);
}

#[test]
fn an_address_in_angle_brackets_is_text_whatever_it_begins_with() {
    let text =
        "Ask &lt;6ferry@inn&gt; or &lt;+6@inn&gt;, or &lt;a@inn&gt;, with &lt;3, &lt;- and &lt;= in between.";
    assert_eq!(
        markdown(&format!("<p>{text}</p>")),
        "Ask \\<6ferry@inn> or \\<+6@inn>, or \\<a@inn>, with <3, <- and <= in between.\n"
    );
    check(format!("<p>{text}</p>").as_bytes());
}

#[test]
fn one_byte_chunks_give_the_same_output() {
    for page in pages() {
        assert_same_in_one_byte_chunks(&std::fs::read(&page).unwrap());
    }
    let lines = "<p style='white-space:pre'> a\n  b\n \t<i> c </i>\n\n   d\n</p>\n e\n  f";
    assert_same_in_one_byte_chunks(lines.as_bytes());
}

fn assert_same_in_one_byte_chunks(page: &[u8]) {
    for format in [Format::Text, Format::Markdown, Format::Html] {
        let options = keep_all(format).with_links(true);
        let mut extractor = Extractor::new(options.clone()).unwrap();
        for byte in page {
            extractor.push(std::slice::from_ref(byte)).unwrap();
        }
        let shown = String::from_utf8_lossy(page);
        assert_eq!(extractor.finish().unwrap().text, render(page, options), "{shown}");
    }
}

/// Pages made of markup and of text that Markdown can take for markup.
fn soup() -> impl Strategy<Value = String> {
    let short = [
        "<p>", "<br>", "<br><br>", "<b>", "</b>", "<i>", "</i>", "<code>", "</code>", "<sup>", "</sup>",
        "<del>", "</s>", "<a href='/x y(z'>", "<a>", "</a>", "<h2>", "</h2>", "<ul>", "<ol>", "<ol start=7>",
        "</ul>", "</ol>", "<li>", "<dl>", "<dt>", "<dd>", "</dl>", "<blockquote>", "</blockquote>", "<pre>",
        "</pre>", "<table>", "<tr>", "<td>", "<th>", "</table>", "<div>", "</div>", "<td><p>", "<li><p>",
        "\n",
    ];
    let long = ["<p style=white-space:pre>", "<li><input type=checkbox>"];
    let markup = prop::sample::select([&short[..], &long].concat());
    let words = prop::sample::select(vec![
        "a", "foo", "1", "23. ", "1) ", "x_y", "_", "__", "*", "**", "***", " * ", "-", "- ", "---", "+ ",
        "=", "===", "#", "# ", "## x ##", "`", "``", "```", "~", "~~", "~~~", "&gt;", "&gt; ", "&lt;b&gt;",
        "&lt;", "&amp;amp;", "&amp;", "amp;", "|", "| - |", ":-", "[", "]", "[x](y)", "[^1]", "!", "![",
        "\\", "\\\\", "\n", " ", "  ", ".", ",", "é", "漢字", "「", "」", "—", "😀", "(", ")", "\"",
        "\u{200B}", "\t", "    ", "http://a.b/_c_",
    ]);
    let rows = prop::sample::select(vec![
        "<table><tr><td>a<td>b<tr><td>c<td>",
        "<table><tr><th>a<th><th>b<tr><td><td>",
        "<tr><td>",
        "</table>",
        "<td>x<tr>",
    ]);
    let part = prop_oneof![4 => markup, 1 => rows, 6 => words];
    prop::collection::vec(part, 0..40).prop_map(|parts| parts.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, ..ProptestConfig::default() })]

    #[test]
    fn markdown_and_html_of_soup_give_back_its_text(page in soup()) {
        check(page.as_bytes());
    }

    #[test]
    fn blocks_that_were_cut_are_joined_well(
        start in prop::sample::select(vec!["", "<b>", "<sub>", "<code>", "<h2>", "<pre>", "<pre><b>", "<ul><li><pre>"]),
        page in soup(),
        length in 8100..8200_usize,
        word in prop::sample::select(vec!["a", "a ", "`", "*", "a\n", "<br>a"]),
    ) {
        let filler = word.repeat(length / word.replace("<br>", "\n").len());
        // The place of a cut depends on the marks, and so does the dropped part of a block.
        check_with(format!("{start}{filler}{page}").as_bytes(), 0.0, Budget::DEFAULT);
    }

    #[test]
    fn blocks_decided_early_are_well_formed(page in soup(), filler in 1..400_usize, times in 1..40_usize) {
        let page = format!("{page}{}", "word ".repeat(filler)).repeat(times);
        check_with(page.as_bytes(), 0.0, keep_all(Format::Text).minimum_budget());
    }
}

#[test]
fn relative_links_are_resolved_against_the_address_of_the_page() {
    let page = |base: &str, href: &str| format!("{base}<p>See <a href='{href}'>the pond</a> and more.");
    let own = "https://a.example/x/y?z";
    for (base, href, expected) in [
        ("", "/b", "https://a.example/b"),
        ("", "b?c#d", "https://a.example/x/b?c#d"),
        ("", "../b", "https://a.example/b"),
        ("", "//b.example/c", "https://b.example/c"),
        ("", "?q=1", "https://a.example/x/y?q=1"),
        ("<base href=/d/>", "b", "https://a.example/d/b"),
        ("<base href=https://c.example/d/>", "b", "https://c.example/d/b"),
        // These lead where they say.
        ("", "#d", "#d"),
        ("", "http://b.example/", "http://b.example/"),
        ("", "mailto:a@b.example", "mailto:a@b.example"),
    ] {
        let mut extractor =
            Extractor::new(keep_all(Format::Markdown).with_links(true)).expect("the options are sound");
        extractor.set_url(own);
        extractor.push(page(base, href).as_bytes()).expect("HTML is never wrong");
        let text = extractor.finish().expect("HTML is never wrong").text;
        assert_eq!(text, format!("See [the pond]({expected}) and more.\n"), "{base} {href}");
    }
    assert_eq!(markdown_with_links(&page("", "/b")), "See [the pond](/b) and more.\n");
    assert_eq!(
        markdown_with_links(&page("<base href=https://c.example/d/>", "b")),
        "See [the pond](https://c.example/d/b) and more.\n"
    );
}

#[test]
fn a_link_around_the_heading_that_it_leads_to_is_no_link() {
    let page = "<p>s<a href='/p#up'><h2 id=up>Up</h2></a><a href=/q#no><h2 id=down>Down</h2></a>";
    let markdown = render(page, keep_all(Format::Markdown).with_links(true));
    assert_eq!(markdown, "s\n\n## Up\n\n## [Down](/q#no)\n");
}
