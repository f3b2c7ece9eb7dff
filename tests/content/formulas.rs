//! Long formulas: nothing is lost if one is longer than a buffer. More cases are in
//! `cases/formulas.toml`.

use trommel_testing::shown::shown;

/// The text of a formula between two words.
fn formula(html: &str) -> String {
    let page = format!("<p>Let {html} be");
    let text = shown(&page);
    text.strip_prefix("Let ").and_then(|rest| rest.strip_suffix(" be\n")).unwrap_or(&text).to_owned()
}

#[test]
fn of_a_long_formula_no_text_is_lost() {
    let long = "α+".repeat(2000);
    assert_eq!(formula(&format!("<math><mi>{long}</mi></math>")).replace(' ', ""), long);
    assert_eq!(formula(&format!("<math><mi>x</mi><annotation encoding=TeX>{long}</annotation></math>")), "x");
    assert_eq!(formula(&format!("<math alttext='{long}'><mi>x</mi></math>")), "x");
    let script = |tex: &str| formula(&format!("<script type=math/tex>{tex}</script>"));
    assert_eq!(script(&long), long);
    assert_eq!(script(&["x% ", &long, "\ny"].concat()), "x y");
    // A formula that is passed on in parts loses nothing between them.
    for spaces in 0..30 {
        let tex = ["x".repeat(980 + spaces).as_str(), " \\alpha b\\textstyle c {\\displaystyle d}"].concat();
        assert_eq!(script(&tex), tex);
        let words = ["x".repeat(980 + spaces).as_str(), " a bc def ghi"].concat();
        assert_eq!(formula(&format!("<math><mtext>{words}</mtext></math>")), words);
    }
    // An image does not make the end of a long hidden formula visible.
    let words = "ab ".repeat(400);
    assert_eq!(
        shown(&format!("<p>a<span hidden><math><mtext>{words}</mtext></math></span><img> b")),
        "a b\n"
    );
}
