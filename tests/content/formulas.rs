//! Formulas: long ones, of which nothing is lost, and how they are written. More cases are in
//! `cases/formulas.toml`.

use trommel::{Format, Formulas};
use trommel_testing::shown::{keep, shown, shown_as};

/// The text of a formula between two words.
fn formula(html: &str) -> String {
    let page = format!("<p>Let {html} be");
    let text = shown(&page);
    text.strip_prefix("Let ").and_then(|rest| rest.strip_suffix(" be\n")).unwrap_or(&text).to_owned()
}

#[test]
fn of_a_long_formula_no_text_is_lost() {
    let long = "α+".repeat(2000);
    let of_mathml = formula(&format!("<math><mi>{long}</mi></math>"));
    assert_eq!(of_mathml.replace(' ', ""), long.replace('α', "\\alpha"));
    assert_eq!(formula(&format!("<math><mi>x</mi><annotation encoding=TeX>{long}</annotation></math>")), "x");
    assert_eq!(formula(&format!("<math alttext='{long}'><mi>x</mi></math>")), "x");
    let script = |tex: &str| formula(&format!("<script type=math/tex>{tex}</script>"));
    assert_eq!(script(&long), long);
    assert_eq!(script(&["x% ", &long, "\ny"].concat()), "x y");
    // A formula that is passed on in parts loses nothing between them.
    for spaces in 0..30 {
        let tex = ["x".repeat(1490 + spaces).as_str(), " \\alpha b\\textstyle c {\\displaystyle d}"].concat();
        assert_eq!(script(&tex), tex);
        let words = ["x".repeat(1490 + spaces).as_str(), " a bc def ghi"].concat();
        let found = formula(&format!("<math><mtext>{words}</mtext></math>"));
        assert_eq!(found.replace("}\\text{", ""), format!("\\text{{{words}}}"));
    }
    // Rows and tables go on, and what is around each part is whole.
    let line =
        format!("<mtr><mtd><mi>{}</mi></mtd><mtd><msqrt><mi>x</mi></msqrt></mtd></mtr>", "1".repeat(90));
    let table = formula(&format!("<math><mrow><mtable>{}</mtable></mrow></math>", line.repeat(40)));
    let rows = vec![format!("{} & \\sqrt{{x}}", "1".repeat(90)); 40].join(" \\\\ ");
    assert_eq!(table, format!("\\begin{{matrix}}{rows}\\end{{matrix}}"));
    let root = formula(&format!("<math><msqrt><mi>{long}</mi></msqrt><mi>y</mi></math>"));
    assert!(root.starts_with("\\sqrt{\\alpha+") && root.matches('}').count() == 1, "{root}");
    // An image does not make the end of a long hidden formula visible.
    let words = "ab ".repeat(800);
    assert_eq!(
        shown(&format!("<p>a<span hidden><math><mtext>{words}</mtext></math></span><img> b")),
        "a b\n"
    );
}

#[test]
fn a_formula_that_was_typeset_comes_once() {
    let typeset = |class: &str, drawn: &str| {
        let mathml = "<math><msup><mi>x</mi><mn>2</mn></msup></math>";
        let mathml = format!("<span class=MJX_Assistive_MathML role=presentation>{mathml}</span>");
        format!("<span class=MathJax_Preview></span><span class='{class}' id=f>{drawn}{mathml}</span>")
    };
    for (class, drawn) in [
        ("MathJax", "<nobr><span class=math><span class=mi>x</span><span class=mn>2</span></span></nobr>"),
        ("MathJax_SVG", "<svg><g></g></svg>"),
        ("mjx-chtml MathJax_CHTML", "<span class=mjx-math aria-hidden=true>x2</span>"),
    ] {
        let drawn = typeset(class, drawn);
        let script = "<script type=math/tex>\\phi^2</script>";
        assert_eq!(formula(&format!("({drawn}{script})")), "(\\phi^2)");
        assert_eq!(shown(&format!("<p>a<div>{drawn}{script}</div><p>b")), "a\n\n\\phi^2\n\nb\n");
        // Without the script, there is only the MathML.
        assert_eq!(formula(&format!("({drawn})")), "(x^2)");
        assert_eq!(shown(&format!("<p>a<div>{drawn}</div><p>b")), "a\n\nx^2\n\nb\n");
        assert_eq!(shown(&format!("<p>a {drawn}")), "a x^2\n");
        assert_eq!(formula(&format!("({drawn}{drawn})")).matches("x^2").count(), 2);
        assert_eq!(formula(&format!("({drawn}{script}{drawn}{script})")).matches("\\phi^2").count(), 2);
        assert_eq!(shown(&format!("<p>a {drawn}<br>b")), "a x^2\nb\n");
    }
}

#[test]
fn a_formula_that_was_typeset_may_have_its_mathml_in_an_attribute() {
    let mathml = "&lt;math xmlns=&quot;x&quot;&gt;&lt;mfrac&gt;&lt;mn&gt;1&lt;/mn&gt;&lt;msub&gt;&lt;mi&gt;x&lt;/mi&gt;\
        &lt;mi&gt;n&lt;/mi&gt;&lt;/msub&gt;&lt;/mfrac&gt;&lt;mo&gt;&amp;#x2264;&lt;/mo&gt;&lt;mi&gt;y&lt;/mi&gt;&lt;/math&gt;";
    for class in ["MathJax", "MathJax_SVG", "mjx-chtml MathJax_CHTML"] {
        let drawn = format!(
            "<span class='{class}' data-mathml=\"{mathml}\"><nobr aria-hidden=true><span>1xny</span></nobr></span>"
        );
        assert_eq!(formula(&format!("({drawn})")), "(\\frac{1}{x_n}\\le y)");
        let script = "<script type=math/tex>\\phi</script>";
        assert_eq!(formula(&format!("({drawn}{script})")), "(\\phi)");
        assert_eq!(shown(&format!("<p>a<div>{drawn}</div>{script}<p>b")).matches("\\le").count(), 1);
    }
    assert_eq!(formula("<span class=x data-mathml='&lt;math&gt;&lt;mi&gt;y'>x</span>"), "x");
}

#[test]
fn what_katex_draws_is_the_formula_where_there_is_no_other() {
    let drawn =
        "<span class=katex-html aria-hidden=true><span class=mord>x</span><span class=mrel>=</span>1</span>";
    let mathml = "<span class=katex-mathml><math><mi>y</mi></math></span>";
    assert_eq!(formula(&format!("<span class=katex>{mathml}{drawn}</span>")), "y");
    assert_eq!(formula(&format!("<span class=katex>{drawn}</span>")).replace(' ', ""), "x=1");
}

#[test]
fn formulas_between_delimiters_of_tex_are_formulas_in_markdown_and_html() {
    let page =
        "<p>If \\(m_1 &lt; *x*\\) and \\(n\\), see <code>\\(x\\)</code> or \\(that one\\)<pre>\\(x\\)</pre>";
    let markdown = shown_as(Format::Markdown, page);
    assert_eq!(
        markdown,
        "If $`m_1 < *x*`$ and $`n`$, see `\\(x\\)` or \\\\(that one\\\\)\n\n```\n\\(x\\)\n```\n"
    );
    let html = shown_as(Format::Html, page);
    assert!(html.contains("<code class=\"language-math\">n</code>, see <code>\\(x\\)</code>"), "{html}");
    assert!(shown(page).starts_with("If \\(m_1 < *x*\\) and"));
}

/// The Markdown of a page, with formulas between dollars.
fn with_dollars(page: &str) -> String {
    let options = keep(0.0).with_format(Format::Markdown).with_formulas(Formulas::Dollars);
    trommel::extract(page.as_bytes(), &options).expect("HTML is never wrong").text
}

#[test]
fn formulas_may_be_written_between_dollars() {
    assert_eq!(with_dollars("<p>If \\(m_1&lt;*x*\\) and \\[n\\]"), "If $m_1< *x*$ and $$n$$\n");
    assert_eq!(with_dollars("<p>a</p><math><mi>x</mi></math><p>b"), "a\n\n$$x$$\n\nb\n");
    // A dollar before a digit ends nothing, and one of the text begins nothing.
    assert_eq!(
        with_dollars("<p>a \\(x\\)5 $HOME/bin:$PATH $\\(y\\)"),
        "a $`x`$5 \\$HOME/bin:\\$PATH \\$$y$\n"
    );
    // The page's own dollars are not text; amounts of money and variables are.
    let page = "<p>If $x_1 * y_1$ or $$\\alpha\\\\ *b*$$, it costs $5 and not $10.<p>Set <code>$a_1$</code> to $*HOME*.";
    assert_eq!(
        with_dollars(page),
        "If $x_1 * y_1$ or $$\\alpha\\\\ *b*$$, it costs \\$5 and not \\$10.\n\n\
         Set `$a_1$` to \\$\\*HOME\\*.\n"
    );
    // A paragraph of its own, also in an item, but not in a heading or a cell.
    assert_eq!(with_dollars("<p>a<p>\\[ x_1 \\]<ul><li>\\(y\\)</ul>"), "a\n\n$$x_1$$\n\n- $$y$$\n");
    assert_eq!(with_dollars("<h2>\\(x_1\\)</h2>"), "## $x_1$\n");
    assert_eq!(
        with_dollars("<table><tr><th>a<th>b<tr><td>\\(|x_1|\\)<td>c</table>"),
        "| a | b |\n| --- | --- |\n| $\\|x_1\\|$ | c |\n"
    );
    // What dollars cannot hold stays code.
    assert_eq!(
        with_dollars("<p>a \\(x = `y`\\) b \\(\\text{$z$}\\)"),
        "a $`` x = `y` ``$ b $`\\text{$z$}`$\n"
    );
}

#[test]
fn the_picture_of_a_hidden_formula_may_be_in_noscript() {
    let hidden = "<span style='display: none'><math alttext='{\\displaystyle X}'><mi>X</mi></math></span>";
    let image = "<img class=mwe-math-fallback-image-inline alt='{\\displaystyle X}' src=x.svg>";
    let lazy = "<span class=lazy-image-placeholder>&nbsp;</span>";
    assert_eq!(formula(&format!("<span>{hidden}<noscript>{image}</noscript>{lazy}</span>")), "X");
    assert_eq!(formula(&format!("<span>{hidden}<noscript>{image}</noscript></span>")), "X");
    assert_eq!(formula(&format!("<span>{hidden}<noscript>{image}</noscript>{image}</span>")), "X");
    assert_eq!(shown(&format!("<p>a <span>{hidden}<noscript>{image}</noscript></span>")), "a X\n");
    assert_eq!(formula(&format!("<span>{hidden}<noscript>no</noscript></span>")), "Let be\n");
}

#[test]
fn images_of_services_are_formulas() {
    for (image, tex) in [
        (
            "class=tex src='http://latex.codecogs.com/png.latex?z' alt='&lt;br /&gt; z=\\frac{1}{2}&lt;br />'",
            "z=\\frac{1}{2}",
        ),
        (
            "src='https://latex.codecogs.com/svg.image?\\inline&space;\\dpi{120}&space;x&plus;y' alt=equation",
            "x+y",
        ),
        (
            "src='//s0.wp.com/latex.php?latex=x%5E2+%2B+%5Calpha&amp;bg=ffffff&amp;s=0' alt=''",
            "x^2 + \\alpha",
        ),
        ("src='/cgi-bin/mimetex.cgi?\\large x_1'", "x_1"),
        ("src='https://x.org/quicklatex.com-1_l3.png' class='ql-img-inline-formula' alt='\\[n=2\\]'", "n=2"),
        ("src='https://chart.apis.google.com/chart?cht=tx&amp;chl=a%2Bb&amp;chs=1'", "a+b"),
        ("src='https://www.zhihu.com/equation?tex=%E9%80%9F+v' alt=''", "速 v"),
    ] {
        assert_eq!(formula(&format!("<img {image}>")), tex, "{image}");
    }
    assert_eq!(formula("<img src='/newts.png?x=1' alt='two newts'>"), "Let be\n");
}

/// Parts of formulas, whole or not.
const PARTS: [&str; 34] = [
    "<mrow>",
    "</mrow>",
    "<mfrac>",
    "<mfrac linethickness=0>",
    "</mfrac>",
    "<msup>",
    "</msup>",
    "<msubsup>",
    "<mover>",
    "</mover>",
    "<munderover>",
    "<mmultiscripts>",
    "<mprescripts/>",
    "<mroot>",
    "</mroot>",
    "<msqrt>",
    "<mtable>",
    "</mtable>",
    "<mtr>",
    "<mtd>",
    "</mtd>",
    "<mfenced open='{' close=''>",
    "</mfenced>",
    "<menclose notation=top>",
    "<mphantom>",
    // Another formula begins.
    "</math> <math>",
    "<mi>x</mi>",
    "<mi>sin</mi>",
    "<mo>(</mo>",
    "<mo>)</mo>",
    "<mo>{</mo>",
    "<mo>→</mo>",
    "<mtext>a {b</mtext>",
    "<mo>∑</mo>",
];

proptest::proptest! {
    #[test]
    fn braces_and_environments_of_any_formula_are_balanced(
        parts in proptest::collection::vec(0..PARTS.len(), 0..60),
    ) {
        let page: String = parts.iter().map(|&part| PARTS[part]).collect();
        let tex = shown(&format!("<p><math>{page}")).replace("\\\\", "").replace("\\{", "").replace("\\}", "");
        let mut open = 0_i32;
        for c in tex.chars() {
            open += i32::from(c == '{') - i32::from(c == '}');
            proptest::prop_assert!(open >= 0, "{}: {}", page, tex);
        }
        proptest::prop_assert_eq!(open, 0, "{}: {}", page, tex);
        let mut environments = Vec::new();
        for command in tex.split('\\') {
            if let Some(name) = command.strip_prefix("begin{") {
                environments.push(name.split('}').next());
            } else if let Some(name) = command.strip_prefix("end{") {
                proptest::prop_assert_eq!(environments.pop(), Some(name.split('}').next()), "{}: {}", &page, &tex);
            }
        }
        proptest::prop_assert!(environments.is_empty(), "{}: {}", page, tex);
    }
}
