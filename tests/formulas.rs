//! Formulas come out in TeX where the page says it, else in one line.

use trommel::Format;
use trommel_testing::shown::{SENTENCE, shown, shown_as};

/// A formula as text, amid two words.
fn formula(html: &str) -> String {
    let page = format!("<p>Let {html} be");
    let text = shown(&page);
    text.strip_prefix("Let ").and_then(|rest| rest.strip_suffix(" be\n")).unwrap_or(&text).to_owned()
}

#[test]
fn a_formula_is_the_tex_that_the_page_says() {
    let mathml = "<msup><mi>x</mi><mn>2</mn></msup>";
    let tex = "x^{2}";
    for page in [
        // LaTeXML, KaTeX, MathJax, and MathJax that wrote its own MathML in front.
        format!("<math alttext='{tex}'>{mathml}<annotation encoding=application/x-tex>y</annotation></math>"),
        format!(
            "<math><semantics>{mathml}<annotation encoding='application/x-tex'> {tex}\n</annotation></semantics></math>"
        ),
        format!(
            "<math><semantics>{mathml}<annotation-xml encoding=MathML-Content><ci>x</ci></annotation-xml><annotation encoding=TeX>{tex}</annotation></math>"
        ),
        format!("<script type='math/tex; mode=display'>{tex}</script>"),
        format!("<span><math alttext='{tex}'>{mathml}</math></span><script type=math/tex>x^2</script>"),
        // MediaWiki.
        format!(
            "<span><span style='display: none'><math alttext='{{\\displaystyle {tex}}}'>{mathml}</math></span><img src=x aria-hidden=true></span>"
        ),
        format!("<math alttext='\\displaystyle{{{tex}}}'></math>").replace("{x^{2}}", " x^{2}"),
    ] {
        assert_eq!(formula(&page), tex, "{page}");
    }
    assert_eq!(formula("<math alttext='{a}+{b}'></math>"), "{a}+{b}");
    assert_eq!(
        formula("<math alttext='{\\displaystyle a}+{\\displaystyle b}'></math>"),
        "{\\displaystyle a}+{\\displaystyle b}"
    );
    assert_eq!(formula("<math alttext='\\textstyles'></math>"), "\\textstyles");
    assert_eq!(formula("<math alttext=' '><mi>a</mi></math>"), "a");
    assert_eq!(formula("<math alttext='a squared'><msup><mi>a</mi><mn>2</mn></msup></math>"), "a^2", "words");
    for tex in ["{a}_{b}%&#10;  {c}", "% <![CDATA[&#10;{a}_{b}{c} %]]>", "{a}_{b}{c}%"] {
        assert_eq!(formula(&format!("<math alttext='{tex}'></math>")), "{a}_{b}{c}", "{tex}");
    }
    assert_eq!(formula("<script type=math/tex>50 \\% \\\\% of\n x</script>"), "50 \\% \\\\x");
    assert_eq!(formula("<script type=math/tex>\\alpha%\nx</script>"), "\\alpha x");
}

#[test]
fn formulas_side_by_side_are_each_one() {
    let tex = |tex: &str| format!("<script type=math/tex>{tex}</script>");
    let alttext = |tex: &str| format!("<math alttext='{tex}'></math>");
    for of in [tex, alttext] {
        assert_eq!(formula(&[of("\\alpha"), of("x"), " ".into(), of("y")].concat()), "\\alpha x y");
    }
    assert_eq!(shown(&["<p>", &tex("a"), "\n\n", &tex("b"), "<p>", &tex("c")].concat()), "a b\n\nc\n");
    assert_eq!(formula(&[alttext("a"), " ".into(), tex("b")].concat()), "a b");
    let page = format!("<p>s <em>{}</em> {} <b>{}</b>.", alttext("a"), alttext("b"), alttext("c"));
    assert_eq!(shown_as(Format::Markdown, &page), "s *$`a`$* $`b`$ **$`c`$**.\n");
    let html = "<p>s <em><code class=\"language-math\">a</code></em> <code class=\"language-math\">b</code> <strong><code class=\"language-math\">c</code></strong>.</p>\n";
    assert_eq!(shown_as(Format::Html, &page), html);
    // What MathJax shows until it has the formula is the source once more.
    let preview = format!("<p>s <span class=MathJax_Preview>y^2</span>{} t", tex("y^2"));
    assert_eq!(shown(&preview), "s y^2 t\n");
    // MathJax shows a formula in a division in front of its source.
    let display = format!("<div><math display=block><mi>y</mi></math></div>{}", tex("y"));
    assert_eq!(shown(&format!("<p>s{display}<p>t")), "s\n\ny\n\nt\n");
    // In code it is code.
    assert_eq!(shown_as(Format::Markdown, &format!("<p>s <code>f({})</code>", alttext("x"))), "s `f(x)`\n");
}

#[test]
fn a_formula_in_mathml_has_signs_for_its_places() {
    for (mathml, line) in [
        ("<mfrac><mi>a</mi><mi>b</mi></mfrac>", "a/b"),
        ("<mfrac><mrow><mi>a</mi><mo>+</mo><mn>12</mn></mrow><mn>12</mn></mfrac>", "(a+12)/12"),
        (
            "<mfrac><mrow><mo>(</mo><mi>a</mi><mo>)</mo></mrow><mrow><mo>(</mo><mi>a</mi><mo>)</mo><mo>(</mo><mi>b</mi><mo>)</mo></mrow></mfrac>",
            "(a)/((a)(b))",
        ),
        ("<msup><mi>x</mi><mn>2</mn></msup><mo>+</mo><msub><mi>x</mi><mn>2</mn></msub>", "x^2+x_2"),
        ("<msup><mi>x</mi><mrow><mo>−</mo><mn>2</mn></mrow></msup>", "x^(−2)"),
        (
            "<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover><msubsup><mi>x</mi><mi>i</mi><mn>2</mn></msubsup>",
            "∑_(i=1)^n x_i^2",
        ),
        ("<msqrt><mi>x</mi><mo>+</mo><mn>1</mn></msqrt><msqrt><mi>y</mi></msqrt>", "√(x+1)√y"),
        ("<mroot><mi>x</mi><mn>3</mn></mroot>", "x^(1/3)"),
        (
            "<mo>[</mo><mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>0</mn></mtd></mtr><mtr><mtd><mn>0</mn></mtd><mtd><mn>1</mn></mtd></mtr></mtable><mo>]</mo>",
            "[1, 0; 0, 1]",
        ),
        ("<mn>2</mn><mfrac><mn>1</mn><mn>2</mn></mfrac><mi>x</mi>", "2 1/2 x"),
        (
            "<msup><mi>x</mi><mrow><mn>2</mn><mi>n</mi></mrow></msup><msup><mn>10</mn><mn>3</mn></msup><mn>5</mn>",
            "x^(2n)10^3 5",
        ),
        (
            "<mfrac><mn>1</mn><mrow><mn>2</mn><mi>x</mi></mrow></mfrac><mo>+</mo><msqrt><mn>2</mn><mi>x</mi></msqrt><msqrt><mn>2</mn></msqrt><mi>x</mi>",
            "1/(2x)+√(2x)√2 x",
        ),
        (
            "<msub><mi>T</mi><mi>max</mi></msub><msub><mi>x</mi><mrow><mi>i</mi><mi>j</mi></mrow></msub>",
            "T_max x_(ij)",
        ),
        (
            "<msubsup><mi>x</mi><mrow></mrow><mn>2</mn></msubsup><msup><mi>sin</mi><mn>2</mn></msup>",
            "x^2 sin^2",
        ),
        ("<mi>f</mi><mfenced><mi>x</mi><mi>y</mi></mfenced><mphantom><mi>z</mi></mphantom>", "f(x, y)"),
        ("<mover><mi>T</mi><mo>¯</mo></mover><mover><mo>→</mo><mi>n</mi></mover>", "T¯→^n"),
        ("<mi>sin</mi><mo>&#8289;</mo><mi>x</mi>", "sin x"),
        ("<mn>2</mn><mo>&#8290;</mo><mi>x</mi><mi>y</mi>", "2xy"),
        (
            " <mi> x </mi>\n <mo>=</mo> <mtext>if&nbsp;so</mtext>\n<mspace width=1em /><mi>y</mi> ",
            "x=if so y",
        ),
        (
            "<mi>x</mi><annotation>not TeX</annotation><annotation-xml><msup><mi>x</mi><mi>y</mi></msup></annotation-xml>",
            "x",
        ),
        ("<semantics><mi>x</mi><annotation encoding=application/x-tex> </annotation></semantics>", "x"),
        ("<mfrac><mi>a<mi>b</mfrac>", "ab"),
    ] {
        assert_eq!(formula(&format!("<math>{mathml}</math>")).as_str(), line, "{mathml}");
    }
}

#[test]
fn a_formula_is_marked_as_one() {
    let page = format!(
        "<h2>Of <math alttext='a_b*c_d'></math></h2><p>{SENTENCE} <a href=/x><math><mi>`x</mi></math></a><table><tr><th><math alttext='|x|'></math><th>b<tr><td>1<td>2</table>"
    );
    let markdown = shown_as(Format::Markdown, &page);
    assert_eq!(
        markdown,
        format!(
            "## Of $`a_b*c_d`$\n\n{SENTENCE} $`` `x ``$\n\n| $`\\|x\\|`$ | b |\n| --- | --- |\n| 1 | 2 |\n"
        )
    );
    let html = shown_as(Format::Html, &page);
    assert!(html.contains("<h2>Of <code class=\"language-math\">a_b*c_d</code></h2>"), "{html}");
    assert_eq!(shown("<pre>let <math alttext=x></math></pre>"), "let x\n");
}

#[test]
fn of_a_formula_no_text_is_lost() {
    assert_eq!(shown("<p>Let <math><mi>x</mi><mo>="), "Let x=\n");
    assert_eq!(shown("<p>Let <math><mi>x</mi><p>And <math><mi>y</math> b"), "Let x\n\nAnd y b\n");
    assert_eq!(shown("<p>Let <math><mtext>if <b>all</b> is</mtext></math> b"), "Let if all is b\n");
    let long = "α+".repeat(2000);
    assert_eq!(formula(&format!("<math><mi>{long}</mi></math>")).replace(' ', ""), long);
    assert_eq!(formula(&format!("<math><mi>x</mi><annotation encoding=TeX>{long}</annotation></math>")), "x");
    assert_eq!(formula(&format!("<math alttext='{long}'><mi>x</mi></math>")), "x");
    let script = |tex: &str| formula(&format!("<script type=math/tex>{tex}</script>"));
    assert_eq!(script(&long), long);
    assert_eq!(script(&["x% ", &long, "\ny"].concat()), "x y");
    assert_eq!(shown("<p>a<script type=math/tex>x"), "a\n");
    assert_eq!(shown("<p>Let <math> </math> be"), "Let be\n");
    assert_eq!(formula("<math alttext='%'><mi>x</mi></math>"), "x");
    assert_eq!(formula("<math><annotation encoding=TeX>%</annotation><mi>x</mi></math>"), "x");
    assert_eq!(formula("<math><mi>x</mi><annotation encoding=TeX>y</math>"), "y");
    assert_eq!(shown("<p>Let <math><mi>x</mi><annotation encoding=TeX>y<p>z"), "Let x\n\nz\n");
    assert_eq!(shown("<p>Let <math><mi>x</mi><annotation encoding=TeX>y"), "Let x\n");
    // What ends around it ends it.
    assert_eq!(
        shown("<p>I <math><mi>x</mi></p>plain <span><math><mi>y</mi></span> words<p>t"),
        "I x\n\nplain y words\n\nt\n"
    );
    // Where one is handed on in parts, nothing is lost between them.
    for spaces in 0..30 {
        let tex = ["x".repeat(980 + spaces).as_str(), " \\alpha b\\textstyle c {\\displaystyle d}"].concat();
        assert_eq!(script(&tex), tex);
        let words = ["x".repeat(980 + spaces).as_str(), " a bc def ghi"].concat();
        assert_eq!(formula(&format!("<math><mtext>{words}</mtext></math>")), words);
    }
    // Hidden ones are not shown by an image elsewhere, nor is the end of a long one.
    let words = "ab ".repeat(400);
    assert_eq!(
        shown(&format!("<p>a<span hidden><math><mtext>{words}</mtext></math></span><img> b")),
        "a b\n"
    );
    assert_eq!(shown("<p>a<span hidden><math alttext=x></math></span><br><img>b"), "a\nb\n");
    assert_eq!(shown("<p>a<span hidden><math alttext=x></math></span> <img>b"), "a b\n");
    assert_eq!(shown("<p>a<span hidden><math alttext=x></math></span> b <img>"), "a b\n");
    assert_eq!(shown("<div hidden><math alttext=x></math></div><p><img>a"), "a\n");
    assert_eq!(
        shown("<p>a<template><math alttext=x></math><script type=math/tex>y</script></template>"),
        "a\n"
    );
}
