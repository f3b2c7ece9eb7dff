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
