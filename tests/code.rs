//! Code comes out in its lines, as a browser shows it, whatever elements a tool makes them of; and without the numbers of its lines.

use trommel::Format;
use trommel_testing::shown::{shown, shown_as};

/// The page has this code, in one block, and before and behind it a text.
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
            // What ends lines ends them once.
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
fn empty_lines_of_code_stay_one_each() {
    let (a, empty, b) =
        ("<span class=line>a</span>", "<span class=line></span>", "<span class=line>b</span>");
    let blank = "<span class=line> </span>";
    for lines in [
        [a, empty, b].concat(),
        [a, empty, b].join("\n"),
        [a, blank, b].concat(),
        [a, "<span class=line>\n</span>", b].concat(),
        "<span class=line>a\n</span><span class=line>\n</span><span class=line>b\n</span>".into(),
        "<span class=line>a<br></span><span class=line><br></span><span class=line>b<br></span>".into(),
    ] {
        assert_code("a\n\nb", &format!("<pre><code>{lines}</code></pre>"));
    }
    assert_code("a\n\n\nb", &format!("<pre>{a}{empty}{empty}{b}</pre>"));
    assert_code("a\n\n\nb", &format!("<pre>{a}\n{empty}\n{empty}\n{b}</pre>"));
    assert_code("a\nb", &format!("<pre>{empty}<span class=line>{a}</span><span class=line>{b}</span></pre>"));
    assert_code("  a\nb", &format!("<pre>  {a}{b}</pre>"));
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
    // The end tag was lost: what follows is a page.
    let page = "<pre>a<section><ul><li>b<li>c</ul></section>";
    assert_eq!(shown_as(Format::Html, page).matches("<li>").count(), 2);
}

#[test]
fn lines_are_no_numbers_and_numbers_no_lines() {
    let lines = "<span class='code-line line-number' line=1>a\n</span><span class='code-line line-number' line=2>b\n</span>";
    assert_code("a\nb", &format!("<pre><code>{lines}</code></pre>"));
    for number in ["linenumber", "comment linenumber react-syntax-highlighter-line-number", "line-num"] {
        let line = |number_of: u8, text: &str| format!("<span class='{number}'>{number_of}</span>{text}");
        assert_code("a\nb", &format!("<pre>{}\n{}</pre>", line(1, "a"), line(2, "b")));
    }
    for (cell, pre) in [("crayon-nums", ""), ("linenumbers", ""), ("", "src-line-numbers")] {
        let page = format!(
            "<p>s<table><tr><td class='{cell}'><pre class='{pre}'>1\n2</pre><td><pre>a\nb</pre></table>"
        );
        assert_eq!(shown_as(Format::Text, &page), "s\n\na\nb\n", "{cell} {pre}");
    }
}

#[test]
fn lines_of_doxygen_are_one_code_block() {
    let line = |number: u8, code: &str| {
        let name = format!(
            "<a id='l0000{number}' name='l0000{number}'></a><span class='lineno'>    {number}</span>"
        );
        format!("<div class=\"line\">{name}{code}</div>\n")
    };
    let lines = [
        line(1, "<span class='preprocessor'>#include</span> &lt;a.h&gt;"),
        line(2, " "),
        format!(
            "<div class='foldopen' id='foldopen00003' data-start='{{' data-end='}}'>\n{}",
            line(3, "<span class='keyword'>int</span> f() {")
        ),
        line(4, "  <span class='keywordflow'>return</span> 0;"),
        line(5, "}</div>"),
        line(6, ""),
        line(7, "  b"),
    ];
    let code = "#include <a.h>\n\nint f() {\n  return 0;\n}\n\n  b";
    assert_code(code, &format!("<div class=\"fragment\">{}</div><!-- fragment -->", lines.concat()));
    assert_code("a", "<div class=fragment><div class=line>a</div></div>");
    // Slides have fragments without lines, and other lines are none of code.
    let page = "<div class=fragment><div>a\nb</div><div>c</div></div><div class=line>d\ne</div>f";
    assert_eq!(shown(page), "a b\n\nc\n\nd e\n\nf\n");
}

#[test]
fn the_language_above_code_is_no_text() {
    let code = "<pre class='shiki'><code><span class='line'>a</span></code></pre>";
    let frame = |inside: &str| format!("<p>s<div class='language-js x'>{inside}{code}</div><p>t");
    let page = frame("<button class='copy'></button><span class='lang'>js</span>");
    assert_eq!(shown_as(Format::Text, &page), "s\n\na\n\nt\n");
    assert_eq!(shown_as(Format::Markdown, &page), "s\n\n```js\na\n```\n\nt\n");
    assert_eq!(shown(&frame("<p>b <span class='lang'>js</span></p>")), "s\n\nb js\n\na\n\nt\n");
    assert_eq!(shown("<div><span class=lang>js</span> is a language</div>"), "js is a language\n");
}
