//! What is kept, as text, Markdown and HTML; and that Markdown and HTML give back the same text.

use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{
    BufferQueue, Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
};
use proptest::prelude::*;
use std::cell::RefCell;
use std::path::{Path, PathBuf};
use trommel::{Budget, Combination, Extractor, Format, Method, Options, Threshold, Thresholds};

/// Keeps every block that is not hidden.
fn keep_all(format: Format) -> Options {
    let thresholds = Thresholds {
        ttr: Threshold::Constant(0.0),
        attr: Threshold::Constant(2.0),
        tkd: Threshold::Constant(9.0),
        combination: Combination::Rescue,
    };
    Options::default().with_method(Method::LineBlock).with_thresholds(thresholds).with_format(format)
}

fn render(html: impl AsRef<[u8]>, options: Options) -> String {
    trommel::extract(html.as_ref(), options).unwrap().text
}

fn text(html: &str) -> String {
    render(html, keep_all(Format::Text))
}

fn markdown(html: &str) -> String {
    render(html, keep_all(Format::Markdown))
}

fn html(html: &str) -> String {
    render(html, keep_all(Format::Html))
}

fn markdown_with_links(html: &str) -> String {
    render(html, keep_all(Format::Markdown).with_links(true))
}

fn html_with_links(html: &str) -> String {
    render(html, keep_all(Format::Html).with_links(true))
}

/// White space folded to single spaces.
fn fold(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

const BLOCKS: [&str; 19] = [
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "p",
    "ul",
    "ol",
    "dl",
    "li",
    "dt",
    "dd",
    "blockquote",
    "pre",
    "table",
    "tr",
    "td",
    "th",
];
const INLINE: [&str; 4] = ["em", "strong", "code", "a"];

/// Reads our HTML: checks that it is well formed and nothing but what we write, and collects its text.
#[derive(Default)]
struct Reader {
    open: RefCell<Vec<String>>,
    text: RefCell<String>,
}

impl Reader {
    fn tag(&self, tag: &Tag) {
        let name = &*tag.name;
        let mut open = self.open.borrow_mut();
        let parent = open.last().map_or("", String::as_str);
        for attribute in &tag.attrs {
            assert!(
                matches!((name, &*attribute.name.local), ("a", "href") | ("ol", "start")),
                "attribute {attribute:?} of {name}"
            );
        }
        if !INLINE.contains(&name) {
            self.text.borrow_mut().push(' ');
        }
        if name == "br" {
            return;
        }
        assert!(BLOCKS.contains(&name) || INLINE.contains(&name), "element {name}");
        if tag.kind == TagKind::EndTag {
            assert_eq!(open.pop().as_deref(), Some(name), "end tag in the wrong place");
            return;
        }
        let fits = match name {
            "li" => matches!(parent, "ul" | "ol"),
            "dt" | "dd" => parent == "dl",
            "tr" => parent == "table",
            "td" | "th" => parent == "tr",
            _ if INLINE.contains(&name) => {
                !open.iter().any(|other| other == name && (name != "code" || parent != "pre"))
                    && !matches!(parent, "" | "ul" | "ol" | "dl" | "table" | "tr" | "blockquote")
            }
            _ => matches!(parent, "" | "li" | "dd" | "dt" | "blockquote"),
        };
        assert!(fits, "{name} in {parent:?}");
        open.push(name.to_owned());
    }
}

impl TokenSink for Reader {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        match token {
            Token::TagToken(tag) => self.tag(&tag),
            Token::CharacterTokens(text) => self.text.borrow_mut().push_str(&text),
            Token::EOFToken => assert!(self.open.borrow().is_empty(), "open at the end: {:?}", self.open),
            other => panic!("{other:?}"),
        }
        TokenSinkResult::Continue
    }
}

fn text_of_html(html: &str) -> String {
    let input = BufferQueue::default();
    input.push_back(StrTendril::from(html));
    let tokenizer = Tokenizer::new(Reader::default(), TokenizerOpts::default());
    let _ = tokenizer.feed(&input);
    tokenizer.end();
    fold(&tokenizer.sink.text.borrow())
}

fn text_of_markdown(markdown: &str) -> String {
    use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_HEADING_ATTRIBUTES;
    let mut text = String::new();
    for event in Parser::new_ext(markdown, options) {
        match event {
            Event::Text(piece) | Event::Code(piece) => text.push_str(&piece),
            Event::InlineHtml(tag) => match &*tag {
                "<br>" => text.push(' '),
                "<!-- -->" | "<em>" | "</em>" | "<strong>" | "</strong>" => {}
                other => panic!("{other} in {markdown:?}"),
            },
            Event::Start(Tag::Emphasis | Tag::Strong | Tag::Link { .. })
            | Event::End(TagEnd::Emphasis | TagEnd::Strong | TagEnd::Link) => {}
            Event::Start(Tag::Strikethrough | Tag::Image { .. } | Tag::HtmlBlock)
            | Event::Rule
            | Event::Html(_)
            | Event::FootnoteReference(_)
            | Event::TaskListMarker(_) => panic!("{event:?} in {markdown:?}"),
            _ => text.push(' '),
        }
    }
    fold(&text)
}

/// The properties that hold for any page and any budget.
fn check_with(page: &[u8], budget: Budget) {
    let options = |format| keep_all(format).with_budget(budget);
    let expected = fold(&render(page, options(Format::Text)));
    for with_links in [false, true] {
        let html = render(page, options(Format::Html).with_links(with_links));
        assert_eq!(text_of_html(&html), expected, "{html}");
        let markdown = render(page, options(Format::Markdown).with_links(with_links));
        assert_eq!(text_of_markdown(&markdown), expected, "{markdown}");
    }
}

fn check(page: &[u8]) {
    check_with(page, Budget::DEFAULT);
}

/// The pages written for this project.
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
fn markdown_and_html_of_every_page_give_back_its_text() {
    for page in pages() {
        println!("{}", page.display());
        check(&std::fs::read(page).unwrap());
    }
}

#[test]
fn one_byte_chunks_give_the_same_output() {
    for page in pages() {
        let bytes = std::fs::read(&page).unwrap();
        for format in [Format::Text, Format::Markdown, Format::Html] {
            let options = keep_all(format).with_links(true);
            let mut extractor = Extractor::new(options.clone()).unwrap();
            for byte in &bytes {
                extractor.push(std::slice::from_ref(byte)).unwrap();
            }
            assert_eq!(extractor.finish().unwrap().text, render(&bytes, options), "{}", page.display());
        }
    }
}

/// Pages made of markup and of what Markdown could take for markup.
fn soup() -> impl Strategy<Value = String> {
    let markup = prop::sample::select(vec![
        "<p>",
        "<br>",
        "<br><br>",
        "<b>",
        "</b>",
        "<i>",
        "</i>",
        "<code>",
        "</code>",
        "<a href='/x y(z'>",
        "<a>",
        "</a>",
        "<h2>",
        "</h2>",
        "<ul>",
        "<ol>",
        "<ol start=7>",
        "</ul>",
        "</ol>",
        "<li>",
        "<dl>",
        "<dt>",
        "<dd>",
        "</dl>",
        "<blockquote>",
        "</blockquote>",
        "<pre>",
        "</pre>",
        "<table>",
        "<tr>",
        "<td>",
        "<th>",
        "</table>",
        "<div>",
        "</div>",
        "<td><p>",
        "<li><p>",
    ]);
    let words = prop::sample::select(vec![
        "a",
        "foo",
        "1",
        "23. ",
        "1) ",
        "x_y",
        "_",
        "__",
        "*",
        "**",
        "***",
        " * ",
        "-",
        "- ",
        "---",
        "+ ",
        "=",
        "===",
        "#",
        "# ",
        "## x ##",
        "`",
        "``",
        "```",
        "~",
        "~~",
        "~~~",
        "&gt;",
        "&gt; ",
        "&lt;b&gt;",
        "&lt;",
        "&amp;amp;",
        "&amp;",
        "amp;",
        "|",
        "| - |",
        ":-",
        "[",
        "]",
        "[x](y)",
        "[^1]",
        "!",
        "![",
        "\\",
        "\\\\",
        "\n",
        " ",
        "  ",
        ".",
        ",",
        "é",
        "漢字",
        "「",
        "」",
        "—",
        "😀",
        "(",
        ")",
        "\"",
        "\u{200B}",
        "\t",
        "    ",
        "http://a.b/_c_",
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
    #![proptest_config(ProptestConfig { cases: 8000, ..ProptestConfig::default() })]

    #[test]
    fn markdown_and_html_of_soup_give_back_its_text(page in soup()) {
        check(page.as_bytes());
    }

    #[test]
    fn blocks_that_were_cut_are_joined_well(
        start in prop::sample::select(vec!["", "<b>", "<code>", "<h2>", "<pre>", "<pre><b>", "<ul><li><pre>"]),
        page in soup(),
        length in 8100..8200_usize,
        word in prop::sample::select(vec!["a", "a ", "`", "*", "a\n", "<br>a"]),
    ) {
        let filler = word.repeat(length / word.replace("<br>", "\n").len());
        check(format!("{start}{filler}{page}").as_bytes());
    }

    #[test]
    fn blocks_decided_early_are_well_formed(page in soup(), filler in 1..400_usize, times in 1..40_usize) {
        let page = format!("{page}{}", "word ".repeat(filler)).repeat(times);
        check_with(page.as_bytes(), Budget::minimum(&keep_all(Format::Text)));
    }
}
