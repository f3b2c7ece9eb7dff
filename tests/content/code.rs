//! Code comes out with its lines, as a browser shows it, whichever elements a tool makes of it.
//! More cases are in `cases/code.toml`.

use trommel::Format;
use trommel_testing::shown::{shown, shown_as};

/// Fails if the page does not have this code in one block, with text before and after it.
#[track_caller]
fn assert_code(code: &str, html: &str) {
    let page = format!("<p>s{html}<p>t");
    assert_eq!(shown_as(Format::Text, &page), format!("s\n\n{code}\n\nt\n"), "{html}");
    assert_eq!(shown_as(Format::Markdown, &page), format!("s\n\n```\n{code}\n```\n\nt\n"), "{html}");
}

#[test]
fn elements_that_are_lines_of_code_begin_one() {
    for class in ["line", "code-line", "token-line x", "y highlight-line", "gatsby-highlight-code-line"] {
        for (begin, end) in [("span", "span"), ("code", "code")] {
            let line = |text: &str| format!("<{begin} class='{class}'>{text}</{end}>");
            let lines = [line("<i>a</i> = 1"), line("  b = 2"), line("c")];
            assert_code("a = 1\n  b = 2\nc", &format!("<pre>{}</pre>", lines.concat()));
            assert_code("a = 1\n  b = 2\nc", &format!("<pre><code>{}</code></pre>", lines.concat()));
            // Each kind of line end counts once.
            assert_code("a = 1\n  b = 2\nc", &format!("<pre>{}</pre>", lines.join("\n")));
            assert_code("a = 1\n  b = 2\nc", &format!("<pre>{}</pre>", lines.join("<br>")));
        }
    }
    assert_code("ab", "<pre><span class=outline>a</span><span class=lines>b</span></pre>");
    assert_eq!(
        shown_as(Format::Text, "<p><span class=line>one</span> <span class=line>two</span>"),
        "one two\n"
    );
}

#[test]
fn items_of_preformatted_text_are_lines_of_it() {
    for (begin, end) in
        [("<ol class=linenums>", "</ol>"), ("<ol start=7 reversed>", "</ol>"), ("<ul>", "</ul>")]
    {
        for items in [
            "<li class=L0>a = 1</li><li class=L1>  b</li><li class=L2>c</li>",
            "\n <li>a = 1</li>\n <li>  b</li>\n <li>c</li>\n",
            "<li value=3>a = 1<li>  b<li>c",
            "<li><span class=line>a = 1</span></li><li><div>  b</div></li><li>c</li>",
        ] {
            assert_code("a = 1\n  b\nc", &format!("<pre class=prettyprint>{begin}{items}{end}</pre>"));
            assert_code("a = 1\n  b\nc", &format!("<pre><code>{begin}{items}{end}</code></pre>"));
        }
    }
    assert_code("a\n\nb", "<pre><ol><li>a</li><li>&nbsp;</li><li>b</li></ol></pre>");
    assert_code("a\nb c\nd", "<pre>a<ol><li>b</li>c</ol>d</pre>");
    assert_code("\u{3000}\u{3000}字下げ\u{3000}x", "<pre>\u{3000}\u{3000}字下げ\u{3000}x</pre>");
    let lines = "header<span class=line>x</span><span class=line>y</span>";
    let page = format!("<pre><ol><li>a<li>b</ol></pre><pre>{lines}</pre>");
    assert!(shown(&page).ends_with("header\nx\ny\n"), "{}", shown(&page));
    let page = "<ol><li>one<pre><ol><li>a<li>b</ol></pre><li>two</ol>";
    assert_eq!(shown_as(Format::Markdown, page), "1. one\n\n   ```\n   a\n   b\n   ```\n\n2. two\n");
    // The end tag is missing: what follows is a page.
    let page = "<pre>a<section><ul><li>b<li>c</ul></section>";
    assert_eq!(shown_as(Format::Html, page).matches("<li>").count(), 2);
}

/// A page whose code is `html`, as Markdown.
fn with_code(html: &str) -> String {
    shown_as(Format::Markdown, &format!("<p>s{html}<p>t"))
}

#[test]
fn a_row_after_the_number_of_its_line_is_a_line() {
    for number in [
        "<td class=blob-num data-line-number=1></td>",
        "<td class=hljs-ln-numbers><div>1</div></td>",
        "<td class=lines-num><span id=L1>1</span></td>",
    ] {
        let row = |line: &str| format!("<tr>\n {number}\n <td class=x>{line}</td>\n</tr>\n");
        let rows = [row("<i>a</i> = 1"), row("  b"), row(""), row(""), row("c")].concat();
        assert_code("a = 1\n  b\n\n\nc", &format!("<table>\n{rows}</table>"));
        assert_code("a = 1\n  b\n\n\nc", &format!("<table><tbody>{rows}</tbody></table>"));
        assert_code("a = 1\n  b\n\n\nc", &format!("<pre><code><table>{rows}</table></code></pre>"));
    }
    // The table ends: the next one is data.
    let listing = "<table><tr><td class=blob-num>1<td>a</table>";
    let page = with_code(&format!("{listing}<table><tr><td>1<td>a<tr><td>2<td>b</table>"));
    assert!(page.starts_with("s\n\n```\na\n```\n\n|"), "{page}");
}

#[test]
fn elements_next_to_a_cell_of_line_numbers_are_lines() {
    let gutter = "<td class=gutter><div>1</div><div>2</div><div>3</div></td>";
    let lines = "<div>\n<div class='line x'><code>a</code> = 1</div>\n<div><code>&nbsp; </code>b</div><div>c</div></div>";
    assert_code("a = 1\n  b\nc", &format!("<table><tr>{gutter}<td class=code>{lines}</td></tr></table>"));
    let pre = "<div class=highlight>\n<pre>a = 1\n  b\nc</pre>\n</div>";
    assert_code("a = 1\n  b\nc", &format!("<table><tr>{gutter}<td class=code>{pre}</td></tr></table>"));
}

#[test]
fn listings_of_lines_have_no_numbers() {
    let doxygen = |line: &str| format!("<div class=line><span class=lineno> 1</span>&#160;{line}</div>\n");
    let lines = [doxygen("a = 1"), doxygen("  b"), doxygen(""), doxygen("c")].concat();
    assert_code("a = 1\n  b\n\nc", &format!("<div class=fragment>{lines}</div>"));
    let line = |line: &str| {
        let number = "<span class='ltx_tag ltx_tag_listingline'><span>1</span></span>";
        format!("<div class=ltx_listingline>\n{number}{line}\n</div>\n")
    };
    let lines = [line("a = 1"), line("<span>\u{a0}\u{a0}</span>b"), line("c")].concat();
    assert_code("a = 1\n  b\nc", &format!("<div class='ltx_listing ltx_lstlisting'>{lines}</div>"));
    let dp =
        "<ol start=1 class=dp-c>\n<li class=alt><span><b>a</b> = 1</span></li>\n<li>&nbsp; b</li><li>c</ol>";
    assert_code("a = 1\n  b\nc", dp);
    assert_code("a = 1\n  b\nc", &format!("<div class=dp-highlighter>{dp}</div>"));
    assert!(shown_as(Format::Markdown, &format!("{dp}<ol><li>d</ol>")).ends_with("\n\n1. d\n"));
    // Spaces are of the line.
    assert_code(
        "a\n b",
        "<div class=fragment><div class=line>a</div><div class=line><span class=lineno>2</span> b</div></div>",
    );
    // Code before it names its own language alone.
    let code = "<pre class=language-sh>x</pre>";
    let page = with_code(&format!("{code}<div class=fragment>{}</div>", doxygen("a")));
    assert_eq!(page, "s\n\n```sh\nx\n```\n\n```\na\n```\n\nt\n");
}

#[test]
fn a_list_right_after_the_code_of_a_pre_has_its_line_numbers() {
    let numbers = "<ul class=pre-numbering><li>1</li><li>2</li></ul>";
    assert_code("a\nb", &format!("<pre><code>a\nb\n</code>{numbers}</pre>"));
    assert_code("a\n1\n2", &format!("<pre>a{numbers}</pre>"));
}

#[test]
fn controls_that_copy_code_are_no_part_of_it() {
    for control in [
        "<div class='copy-btn'>Copy</div>",
        "<span class='x code-copy-button'>Copy</span>",
        "<a href=# class=copy>Copy</a>",
        "<span role=button>Copy</span>",
        "<div class=clipboard>Copy</div>",
    ] {
        assert_code("a = 1\nb", &format!("<pre><code>a = 1\nb</code>{control}</pre>"));
        assert_code("a = 1\nb", &format!("<pre>{control}<code>a = 1\nb</code></pre>"));
    }
    assert_code("a = 1\nb", "<pre><div class=copy-wrapper>a = 1\nb</div></pre>");
    assert_eq!(shown("<p>One <a class=copy href=x>Two</a>"), "One Two\n");
}

#[test]
fn the_language_of_code_may_be_in_its_lang() {
    let fence = |html: &str| shown_as(Format::Markdown, html).lines().next().unwrap_or("").to_owned();
    assert_eq!(fence("<pre lang=rust><code>let a = 1;</code></pre>"), "```rust");
    assert_eq!(fence("<pre lang=en-GB><code>let a = 1;</code></pre>"), "```");
}

#[test]
fn a_table_or_list_with_a_line_of_code_each_is_one_text() {
    let lines = [(1, "for i in 0..3 {"), (2, "&nbsp;&nbsp;print(i);"), (3, "}")];
    let code = |line: &dyn Fn(usize, &str) -> String| {
        lines.iter().map(|&(number, text)| line(number, text)).collect::<String>()
    };
    for code in [
        format!("<table>{}</table>", code(&|_, line| format!("<tr><td><code>{line}</code>"))),
        format!("<table>{}</table>", code(&|at, line| format!("<tr><td>{at}<td><code>{line}</code>"))),
        format!("<table>{}</table>", code(&|at, line| format!("<tr><th>{at}<td><pre>{line}</pre>"))),
        format!("<ol class=linenums>{}</ol>", code(&|_, line| format!("\n<li>{line}</li>"))),
    ] {
        assert_code("for i in 0..3 {\n  print(i);\n}", &code.replace("<pre>&nbsp;&nbsp;", "<pre>  "));
    }
}

#[test]
fn elements_in_a_line_of_code_leave_its_spaces() {
    let cell = "<table><tr><td>a<td><code><b>return</b> <i>code</i> [text];</code><tr><td>b<td>c</table>";
    assert!(shown_as(Format::Markdown, cell).contains("| `return code [text];` |"));
    let later = "<p><code>a<br><br>&nbsp; b<br>&nbsp; c</code>";
    assert_eq!(shown_as(Format::Markdown, later), "`a`\n\n```\n  b\n  c\n```\n");
    assert_code("a\nif b {", "<p><code>a<br><b>if</b> b {</code></p>");
}

#[test]
fn numbers_next_to_code_that_are_not_those_of_lines_stay() {
    let table = |rows: &[(u32, &str)]| {
        let row = |(number, code): &(u32, &str)| format!("<tr><td>{number}<td><code>{code}</code>");
        shown_as(
            Format::Markdown,
            &format!("<p>s<table>{}</table>", rows.iter().map(row).collect::<String>()),
        )
    };
    let codes = table(&[(200, "OK"), (404, "NOT FOUND"), (500, "ERROR")]);
    assert!(codes.contains("| 404 | `NOT FOUND` |"), "{codes}");
    let errors = table(&[(1, "EPERM"), (2, "ENOENT"), (3, "ESRCH")]);
    assert!(errors.contains("| 2 | `ENOENT` |"), "{errors}");
    let steps = table(&[(7, "cd river"), (8, "make"), (9, "make test")]);
    assert!(steps.contains("```\ncd river\nmake\nmake test\n```"), "{steps}");
    let digits = "<table><tr><td><code>200</code><tr><td><code>404</code></table>";
    assert_code("200\n404", digits);
}

#[test]
fn a_list_in_prose_whose_class_is_code_stays_a_list() {
    let list = "<ul class=code><li>Write <b>it</b><li>Test it</ul>";
    assert_eq!(shown_as(Format::Markdown, list), "- Write **it**\n- Test it\n");
}

#[test]
fn a_table_with_more_than_lines_of_code_is_none() {
    let row = |number: usize| format!("<tr><td>{number}<td><code>f{number}()</code>");
    for more in ["<td>Adds.", "<tr><td>4<td>Sum", "<tr><td><code>g()</code>"] {
        let page = format!("<p>s<table>{}{}{}{more}</table>", row(1), row(2), row(3));
        let found = shown_as(Format::Markdown, &page);
        assert!(found.contains("| `f2()` |"), "{found}");
    }
}
