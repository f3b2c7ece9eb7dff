//! Roles of blocks, and the options that keep or leave out blocks by their roles.

use std::ops::ControlFlow;

use trommel::{Extractor, Format, LineBlock, Options, Sink, blocks::Role, extract};

const NEWTS: &str = "Nineteen newts live in the pond after the house, and each of them has a name that the \
                     children gave it in the spring of the year in which it came to live here.";

/// The role and the first word of each block.
struct Roles(Vec<(Role, String)>);

impl Sink for Roles {
    fn text(&mut self, _: &str) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn block(&mut self, block: &LineBlock<'_>) -> ControlFlow<()> {
        let text: String = block.text().collect();
        let word = text.split(' ').next().unwrap_or_default();
        self.0.push((block.role(), word.to_owned()));
        ControlFlow::Continue(())
    }
}

fn roles(page: &str, options: Options) -> Vec<(Role, String)> {
    let mut roles = Roles(Vec::new());
    let mut extractor = Extractor::new(options).expect("the options are valid");
    extractor.push_to(page.as_bytes(), &mut roles).expect("HTML is never wrong");
    extractor.finish_to(&mut roles).expect("HTML is never wrong");
    roles.0
}

/// An article with a block of most roles. The first word of each block names it.
fn page() -> String {
    format!(
        "<title>Newts of the pond</title>\
         <nav><a href=/>Home</a></nav>\
         <article><h1>Newts of the pond</h1><p class=byline>By <a rel=author>Ada Finch</a></p>\
         <p>{NEWTS}</p><h2>Counting</h2><ul><li>Count them in spring, when the water is clear \
         and cold.</li></ul>\
         <blockquote><p>They are many, said the man who dug the pond, and they were here first.</p>\
         </blockquote><pre>count --all\nnewts</pre>\
         <table><tr><th>Year<th>Newts<tr><td>2019<td>12<tr><td>2020<td>19</table>\
         <p>The end of the story is that {NEWTS}</p></article>\
         <footer>Imprint</footer>"
    )
}

#[test]
fn each_block_has_a_role() {
    let found = roles(&page(), Options::default());
    let role = |word: &str| found.iter().find(|(_, first)| first == word).map(|&(role, _)| role);
    for (word, expected) in [
        ("Home", Role::Navigation),
        ("Newts", Role::Title),
        ("Nineteen", Role::Paragraph),
        ("Counting", Role::Heading),
        ("Count", Role::List),
        ("They", Role::Quote),
        ("count", Role::Code),
        ("2019", Role::Table),
        ("Imprint", Role::Footer),
    ] {
        assert_eq!(role(word), Some(expected), "{word} in {found:?}");
    }
}

#[test]
fn blocks_are_left_out_by_their_roles_in_all_formats() {
    for format in [Format::Text, Format::Markdown, Format::Html] {
        let options = Options::default().with_format(format);
        let all = extract(page().as_bytes(), &options).expect("HTML is never wrong");
        let options = options.without_roles([Role::Title, Role::Code, Role::Table]);
        let some = extract(page().as_bytes(), &options).expect("HTML is never wrong");
        for word in ["Newts of the pond", "count --all", "2020"] {
            assert!(all.text.contains(word), "{word} in {}", all.text);
            assert!(!some.text.contains(word), "{word} in {}", some.text);
        }
        assert!(some.text.contains("Nineteen newts"));
        assert!(some.summary.blocks_kept < all.summary.blocks_kept);
    }
}

#[test]
fn blocks_are_kept_by_their_roles() {
    let options = Options::default().with_roles([Role::Navigation, Role::Footer]);
    let text = extract(page().as_bytes(), &options).expect("HTML is never wrong").text;
    assert!(text.starts_with("Home\n") && text.ends_with("Imprint\n"), "{text}");
}

#[test]
fn a_long_block_that_is_cut_has_one_role() {
    let page = format!("<h1>Newts</h1><p>{}</p>", NEWTS.repeat(2000));
    let options = Options::default().with_budget(trommel::Budget::parse("256KiB").expect("is a size"));
    let found = roles(&page, options.with_roles([Role::Comment]));
    let parts = found.iter().skip(1).map(|&(role, _)| role);
    assert!(found.len() > 2 && parts.clone().all(|role| role == Role::Paragraph), "{found:?}");
}

#[test]
fn a_formula_on_a_line_of_its_own_is_one() {
    let formula = "<math display=block><mi>a</mi><mo>=</mo><mi>b</mi></math>";
    let page = format!("<p>{NEWTS}</p><div>{formula} (1)</div><p>{NEWTS} {formula}</p><p>And {NEWTS}");
    let found = roles(&page, Options::default());
    let formulas: Vec<_> = found.iter().filter(|(role, _)| *role == Role::Formula).collect();
    assert_eq!(formulas.len(), 1, "{found:?}");
}

/// The role of the block that begins with each word, on a page with `before` and `after` its text.
fn role_of(before: &str, after: &str, word: &str) -> Option<Role> {
    let page =
        format!("<title>Newts</title>{before}<article><h1>Newts</h1><p>{NEWTS}<p>{NEWTS}</article>{after}");
    let found = roles(&page, Options::default());
    found.iter().find(|(_, first)| first == word).map(|&(role, _)| role)
}

#[test]
fn links_at_the_side_or_in_a_layer_are_known_by_their_form() {
    let links =
        "<a href=/a>Ponds</a><li><a href=/b>Frogs of the lake are back in large numbers this year</a>";
    for (open, close) in [("<ul class=sidebar><li>", "</ul>"), ("<div role=dialog><ul><li>", "</ul></div>")] {
        let side = format!("{open}{links}{close}");
        assert_eq!(role_of(&side, "", "Ponds"), Some(Role::Navigation), "{side}");
        assert_eq!(role_of("", &side, "Frogs"), Some(Role::Related), "{side}");
    }
    let layer = "<div role=dialog><p>Cookies are set here, and all of them are small and sweet.</p></div>";
    assert_eq!(role_of(layer, "", "Cookies"), Some(Role::Consent));
    assert_eq!(
        role_of("", "<footer><nav><a href=/>Imprint</a></nav></footer>", "Imprint"),
        Some(Role::Footer)
    );
}

#[test]
fn a_short_line_with_a_day_or_an_author_is_a_byline() {
    for line in
        ["5 June 2023", "Pierre Gay, 22 novembre 1998", "By Ada Finch", "2023年6月5日 10:40", "Von Ada Finch"]
    {
        let text = format!("<div>{line}</div><p>{NEWTS}<p>{NEWTS}");
        let found = roles(&format!("<title>Newts</title><h1>Newts</h1>{text}"), Options::default());
        assert!(found.iter().any(|&(role, _)| role == Role::Byline), "{line}: {found:?}");
    }
    for line in
        ["By the way, it rains", "Five newts", "On 5 June 2023 we saw the newts come out of the pond."]
    {
        let found = roles(
            &format!("<title>Newts</title><h1>Newts</h1><div>{line}</div><p>{NEWTS}"),
            Options::default(),
        );
        assert!(found.iter().all(|&(role, _)| role != Role::Byline), "{line}: {found:?}");
    }
}

#[test]
fn names_of_controls_are_no_layers_and_ids_of_headings_no_parts() {
    let page = |class: &str| {
        let text = format!("<h1>Newts</h1><h2 id=discussion>Talk</h2><p>{NEWTS}</p><p>{NEWTS}</p>");
        format!("{text}<div class='{class}'><p>Ask us.</p></div>")
    };
    let role_of = |class: &str, word: &str| {
        let found = roles(&page(class), Options::default());
        found.into_iter().find(|(_, first)| first == word).map(|(role, _)| role)
    };
    for class in ["edit-post-popup", "search-form", "notice", "button"] {
        assert_ne!(role_of(class, "Ask"), Some(Role::Consent), "{class}");
    }
    assert_eq!(role_of("cookie-notice", "Ask"), Some(Role::Consent));
    assert_eq!(role_of("x", "Talk"), Some(Role::Heading));
}
