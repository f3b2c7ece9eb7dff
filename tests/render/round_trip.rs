//! Markdown of generated documents, parsed as CommonMark with pipe tables, has the structure of the
//! documents: headings, paragraphs, lists, quotes, code, tables, rules, and inline marks.

use proptest::prelude::*;
use pulldown_cmark::{Alignment, CodeBlockKind, Event, HeadingLevel, Parser, Tag, TagEnd};
use std::fmt::Write;
use trommel::Format;
use trommel_testing::reread::fold;
use trommel_testing::shown::keep;

/// A block of a document.
#[derive(Clone, Debug, PartialEq)]
enum Block {
    Heading(usize, Vec<Run>),
    Paragraph(Vec<Run>),
    /// Number of the first item, if it is ordered, and the items.
    List(Option<u64>, Vec<Item>),
    Quote(Vec<Block>),
    /// Language and lines.
    Code(String, String),
    /// Alignments of the columns, and rows of cells; the first row is the header.
    Table(Vec<Alignment>, Vec<Vec<Vec<Run>>>),
    /// A thematic break, outside of lists and quotes.
    Rule,
}

/// An item of a list.
#[derive(Clone, Debug, PartialEq)]
struct Item {
    /// Of a task, whether it is done.
    done: Option<bool>,
    blocks: Vec<Block>,
}

/// Text with the marks it has.
#[derive(Clone, Debug, PartialEq)]
struct Run {
    text: String,
    marks: Marks,
}

#[derive(Clone, Debug, Default, PartialEq)]
struct Marks {
    is_strong: bool,
    is_emphasis: bool,
    is_code: bool,
    is_raised: bool,
    is_deleted: bool,
    link: String,
}

/// The HTML of a document.
fn html_of(blocks: &[Block]) -> String {
    let mut html = String::new();
    for block in blocks {
        write_block(block, &mut html).expect("a string takes all");
    }
    html
}

fn write_block(block: &Block, html: &mut String) -> std::fmt::Result {
    match block {
        Block::Heading(level, runs) => write!(html, "<h{level}>{}</h{level}>", html_of_runs(runs)),
        Block::Paragraph(runs) => write!(html, "<p>{}</p>", html_of_runs(runs)),
        Block::List(start, items) => {
            let tag = if start.is_some() { "ol" } else { "ul" };
            write!(html, "<{tag} start={}>", start.unwrap_or(1))?;
            for item in items {
                let task = match item.done {
                    Some(true) => "<input type=checkbox disabled checked> ",
                    Some(false) => "<input type=checkbox disabled> ",
                    None => "",
                };
                write!(html, "<li>{task}{}</li>", html_of(&item.blocks))?;
            }
            write!(html, "</{tag}>")
        }
        Block::Quote(blocks) => write!(html, "<blockquote>{}</blockquote>", html_of(blocks)),
        Block::Code(language, code) => {
            write!(html, "<pre><code class=language-{language}>{}</code></pre>", escaped(code))
        }
        Block::Rule => write!(html, "<hr>"),
        Block::Table(alignments, rows) => {
            html.push_str("<table>");
            for row in rows {
                html.push_str("<tr>");
                for (alignment, cell) in alignments.iter().zip(row) {
                    let attribute = match alignment {
                        Alignment::None => "",
                        Alignment::Left => " align=left",
                        Alignment::Center => " style='text-align: center'",
                        Alignment::Right => " align=left style='color: red; Text-Align:RIGHT'",
                    };
                    write!(html, "<td{attribute}>{}</td>", html_of_runs(cell))?;
                }
                html.push_str("</tr>");
            }
            html.push_str("</table>");
            Ok(())
        }
    }
}

fn html_of_runs(runs: &[Run]) -> String {
    let mut html = String::new();
    for Run { text, marks } in runs {
        let link = (!marks.link.is_empty()).then(|| format!("<a href='{}'>", marks.link));
        let tags = [
            (link.is_some(), link.as_deref().unwrap_or(""), "</a>"),
            (marks.is_strong, "<strong>", "</strong>"),
            (marks.is_emphasis, "<em>", "</em>"),
            (marks.is_raised, "<sup>", "</sup>"),
            (marks.is_deleted, "<del>", "</del>"),
            (marks.is_code, "<code>", "</code>"),
        ];
        let shown = || tags.iter().filter(|(is_shown, ..)| *is_shown);
        shown().for_each(|(_, open, _)| html.push_str(open));
        html.push_str(&escaped(text).replace('\n', "<br>"));
        shown().rev().for_each(|(.., close)| html.push_str(close));
    }
    html
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

/// A reader of Markdown.
struct Reader<'a> {
    events: std::iter::Peekable<Parser<'a>>,
    /// The mark of the open item, if it is a task.
    done: Option<bool>,
}

impl Reader<'_> {
    /// The blocks up to the end of what encloses them. Inline content directly in an item is a
    /// paragraph.
    fn blocks(&mut self) -> Vec<Block> {
        let mut blocks = Vec::new();
        while let Some(event) = self.events.peek() {
            match event {
                Event::Start(Tag::Heading { level, .. }) => {
                    let level = *level as usize - HeadingLevel::H1 as usize + 1;
                    self.events.next();
                    blocks.push(Block::Heading(level, self.runs()));
                    self.events.next();
                }
                Event::Start(Tag::Paragraph) => {
                    self.events.next();
                    blocks.push(Block::Paragraph(self.runs()));
                    self.events.next();
                }
                Event::Start(Tag::List(start)) => {
                    let start = *start;
                    self.events.next();
                    let mut items = Vec::new();
                    while self.events.next_if_eq(&Event::Start(Tag::Item)).is_some() {
                        let outer = self.done.take();
                        let blocks = self.blocks();
                        items.push(Item { done: std::mem::replace(&mut self.done, outer), blocks });
                        self.events.next();
                    }
                    self.events.next();
                    blocks.push(Block::List(start, items));
                }
                Event::Start(Tag::BlockQuote(_)) => {
                    self.events.next();
                    blocks.push(Block::Quote(self.blocks()));
                    self.events.next();
                }
                Event::Start(Tag::CodeBlock(kind)) => {
                    let CodeBlockKind::Fenced(language) = kind else { panic!("code has a fence") };
                    let language = language.to_string();
                    self.events.next();
                    blocks.push(Block::Code(language, self.code()));
                }
                Event::Start(Tag::Table(alignments)) => {
                    let alignments = alignments.clone();
                    self.events.next();
                    blocks.push(Block::Table(alignments, self.rows()));
                }
                Event::Rule => {
                    self.events.next();
                    blocks.push(Block::Rule);
                }
                Event::End(_) => break,
                _ => blocks.push(Block::Paragraph(self.runs())),
            }
        }
        blocks
    }

    fn code(&mut self) -> String {
        let mut code = String::new();
        loop {
            match self.events.next().expect("code ends") {
                Event::Text(text) => code.push_str(&text),
                Event::End(TagEnd::CodeBlock) => return code.trim_end_matches('\n').to_owned(),
                other => panic!("{other:?} in code"),
            }
        }
    }

    fn rows(&mut self) -> Vec<Vec<Vec<Run>>> {
        let mut rows = Vec::new();
        loop {
            match self.events.next().expect("a table ends") {
                Event::Start(Tag::TableHead | Tag::TableRow) => rows.push(Vec::new()),
                Event::Start(Tag::TableCell) => {
                    let cell = self.runs();
                    rows.last_mut().expect("a cell is in a row").push(cell);
                    self.events.next();
                }
                Event::End(TagEnd::Table) => return rows,
                Event::End(_) => {}
                other => panic!("{other:?} in a table"),
            }
        }
    }

    /// The inline content up to the end of the block, or to the next block.
    fn runs(&mut self) -> Vec<Run> {
        let (mut runs, mut marks) = (Vec::new(), Marks::default());
        loop {
            let is_inline = |event: &Event<'_>| match event {
                Event::Start(tag) => {
                    matches!(tag, Tag::Strong | Tag::Emphasis | Tag::Link { .. } | Tag::Strikethrough)
                }
                Event::End(tag) => {
                    matches!(tag, TagEnd::Strong | TagEnd::Emphasis | TagEnd::Link | TagEnd::Strikethrough)
                }
                Event::Html(_) => panic!("blocks of HTML are never written"),
                _ => true,
            };
            let Some(event) = self.events.next_if(is_inline) else { return normal(runs) };
            let mut add = |text: &str, marks: &Marks| {
                runs.push(Run { text: text.to_owned(), marks: marks.clone() });
            };
            match event {
                Event::Text(text) => add(&text, &marks),
                Event::TaskListMarker(is_done) => self.done = Some(is_done),
                Event::Code(code) => add(&code, &Marks { is_code: true, ..marks.clone() }),
                Event::SoftBreak | Event::HardBreak => add("\n", &marks),
                Event::Start(Tag::Link { dest_url, .. }) => marks.link = dest_url.to_string(),
                Event::End(TagEnd::Link) => marks.link.clear(),
                Event::Start(Tag::Strong) => marks.is_strong = true,
                Event::End(TagEnd::Strong) => marks.is_strong = false,
                Event::Start(Tag::Emphasis) => marks.is_emphasis = true,
                Event::End(TagEnd::Emphasis) => marks.is_emphasis = false,
                Event::InlineHtml(tag) => match &*tag {
                    "<br>" => add("\n", &marks),
                    // It keeps characters apart that would mean something together.
                    "<!-- -->" => {}
                    "<strong>" | "</strong>" => marks.is_strong = tag.len() == "<strong>".len(),
                    "<em>" | "</em>" => marks.is_emphasis = tag.len() == "<em>".len(),
                    "<sup>" | "</sup>" => marks.is_raised = tag.len() == "<sup>".len(),
                    "<del>" | "</del>" => marks.is_deleted = tag.len() == "<del>".len(),
                    other => panic!("tag {other}"),
                },
                other => panic!("{other:?} in a text"),
            }
        }
    }
}

/// Runs with white space folded. White space has no marks: there, most of them cannot be seen.
fn normal(runs: Vec<Run>) -> Vec<Run> {
    let mut joined: Vec<Run> = Vec::new();
    let mut has_space = false;
    for run in runs {
        for word in run.text.split_inclusive(char::is_whitespace) {
            let shown = word.trim_end();
            if !shown.is_empty() {
                if has_space && let Some(last) = joined.last_mut() {
                    last.text.push(' ');
                }
                match joined.last_mut() {
                    Some(last) if last.marks == run.marks => last.text.push_str(shown),
                    _ => joined.push(Run { text: shown.to_owned(), marks: run.marks.clone() }),
                }
                has_space = false;
            }
            has_space |= shown.len() < word.len();
        }
    }
    joined
}

/// The document as it is read again: runs are joined, and rows are filled.
fn expected(block: Block) -> Block {
    let all = |blocks: Vec<Block>| blocks.into_iter().map(expected).collect();
    match block {
        Block::Heading(level, runs) => Block::Heading(level, normal(runs)),
        Block::Paragraph(runs) => Block::Paragraph(normal(runs)),
        Block::List(start, items) => {
            let item = |item: Item| Item { blocks: all(item.blocks), ..item };
            Block::List(start, items.into_iter().map(item).collect())
        }
        Block::Quote(blocks) => Block::Quote(all(blocks)),
        Block::Code(language, code) => Block::Code(language, code),
        Block::Table(alignments, rows) => {
            let cells = |row: Vec<Vec<Run>>| row.into_iter().map(normal).collect();
            Block::Table(alignments, rows.into_iter().map(cells).collect())
        }
        Block::Rule => Block::Rule,
    }
}

fn read(markdown: &str) -> Vec<Block> {
    use pulldown_cmark::Options;
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_TASKLISTS;
    let events = Parser::new_ext(markdown, options);
    Reader { events: events.peekable(), done: None }.blocks()
}

/// Words that Markdown reads as markup in one place or another, and others.
fn word() -> impl Strategy<Value = String> {
    let marked = prop::sample::select(vec![
        "*", "**", "_x_", "`", "``", "[a]", "[a](b)", "![", "<b>", "&lt;", "#", "1.", "2)", "-", "+", "---",
        "===", "|", "a|b", "\\", "\\|", "~~", "~~~", "> x", "$x$", "{#a}", "http://a.example/_b_",
        "http://a.example/#:~:b=c", "http://a.example/b_(c)_d", "www.*.example", "https://*.a/**/b[c]_d",
        "~/b", "x_.", "a@b.example", "é", "漢字", "「漢」", "😀", "\"b\"", "(c)", "x*", "*x", "_", "!", "&",
        "<", "a.",
    ]);
    prop_oneof![4 => "[a-z]{1,6}", 2 => marked.prop_map(str::to_owned)]
}

fn text() -> impl Strategy<Value = String> {
    prop::collection::vec(word(), 1..5).prop_map(|words| words.join(" "))
}

fn run() -> impl Strategy<Value = Run> {
    let marks =
        (any::<[bool; 5]>(), prop::sample::select(vec!["", "", "", "/a", "https://a.example/(b)?c=d_e"]));
    let marks = marks.prop_map(|([is_strong, is_emphasis, is_code, is_raised, is_deleted], link)| Marks {
        is_strong,
        is_emphasis,
        is_code,
        is_raised: is_raised && is_deleted,
        is_deleted: is_deleted && !is_raised,
        link: link.to_owned(),
    });
    let plain = Just(Marks::default());
    let marks = prop_oneof![plain, marks];
    (text(), marks).prop_map(|(text, marks)| Run { text, marks })
}

/// Inline content. Runs are separated by spaces or line ends, or meet.
fn runs() -> impl Strategy<Value = Vec<Run>> {
    let gap = prop::sample::select(vec!["", " ", "\n"]);
    prop::collection::vec((run(), gap), 1..4).prop_map(|parts| {
        let mut runs: Vec<Run> = Vec::new();
        // Links, raised and deleted text are separated from other words. So are numbers of points.
        let stands_apart = |marks: &Marks| marks.is_raised || marks.is_deleted || !marks.link.is_empty();
        for (run, gap) in parts {
            if let Some(last) = runs.last() {
                let ends_number = last.text.ends_with([')', ']', '.']);
                let is_apart = stands_apart(&last.marks) || stands_apart(&run.marks) || ends_number;
                let gap = if is_apart && gap.is_empty() { " " } else { gap };
                runs.push(Run { text: gap.to_owned(), marks: Marks::default() });
            }
            runs.push(run);
        }
        runs
    })
}

fn table() -> impl Strategy<Value = Block> {
    (2..4_usize, 2..4_usize).prop_flat_map(|(columns, rows)| {
        use Alignment::{Center, Left, None, Right};
        let alignment = prop::sample::select(vec![None, None, Left, Center, Right]);
        let alignments = prop::collection::vec(alignment, columns);
        let rows = prop::collection::vec(prop::collection::vec(runs(), columns), rows);
        (alignments, rows).prop_map(|(alignments, rows)| Block::Table(alignments, rows))
    })
}

fn code() -> impl Strategy<Value = Block> {
    let line = prop::sample::select(vec![
        "", "a", "  b", "\tc", "```", "~~~", "    ````", "- d", "# e", "<f>", "1. g",
    ]);
    let language = prop::sample::select(vec!["rust", "c", "sql"]);
    (language, prop::collection::vec(line, 1..6)).prop_filter_map("code has text", |(language, lines)| {
        // The fence is as long as the lines up to the first empty one need.
        let has_fence = lines.iter().any(|line| line.trim_start().starts_with("```"));
        let lines = lines.into_iter().filter(|line| !has_fence || !line.is_empty());
        let code = lines.collect::<Vec<_>>().join("\n");
        let code = code.trim_matches('\n');
        (!code.trim().is_empty()).then(|| Block::Code(language.to_owned(), code.to_owned()))
    })
}

fn block() -> impl Strategy<Value = Block> {
    let leaf = prop_oneof![
        4 => runs().prop_map(Block::Paragraph),
        1 => (1..=6_usize, runs()).prop_map(|(level, runs)| Block::Heading(level, runs)),
        1 => code(),
        1 => table(),
    ];
    leaf.prop_recursive(3, 24, 4, |inner| {
        let blocks = prop::collection::vec(inner, 1..4).prop_map(begun_by_text);
        let start = prop::option::of(prop::sample::select(vec![1_u64, 1, 3, 10]));
        prop_oneof![
            (start, prop::collection::vec(item(blocks.clone()), 1..4))
                .prop_map(|(start, items)| Block::List(start, items)),
            blocks.prop_map(Block::Quote),
        ]
    })
}

/// An item. A task begins with a paragraph.
fn item(blocks: impl Strategy<Value = Vec<Block>>) -> impl Strategy<Value = Item> {
    let done = prop::sample::select(vec![None, None, Some(true), Some(false)]);
    (done, blocks).prop_map(|(done, blocks)| {
        let done = done.filter(|_| matches!(blocks.first(), Some(Block::Paragraph(_))));
        Item { done, blocks }
    })
}

/// Puts a text before a list or quote at the start of an item or quote. A list with nothing before
/// the list inside it is left out, and of two quotes one after the other only the innermost is told
/// apart.
fn begun_by_text(mut blocks: Vec<Block>) -> Vec<Block> {
    if matches!(blocks.first(), Some(Block::List(..) | Block::Quote(_))) {
        blocks.insert(0, Block::Paragraph(vec![Run { text: "text".to_owned(), marks: Marks::default() }]));
    }
    blocks
}

/// A document. A rule stands between two other blocks.
fn document() -> impl Strategy<Value = Vec<Block>> {
    let rules_before = prop::collection::vec(prop::bool::weighted(0.2), 5);
    (prop::collection::vec(block(), 1..5), rules_before).prop_map(|(blocks, rules_before)| {
        let with_rule = |(at, (block, has_rule)): (usize, (Block, bool))| {
            [(at > 0 && has_rule).then_some(Block::Rule), Some(block)]
        };
        blocks.into_iter().zip(rules_before).enumerate().flat_map(with_rule).flatten().collect()
    })
}

/// Markdown of the HTML of a document.
fn markdown_of(html: &str) -> String {
    let options = keep(0.0).with_format(Format::Markdown).with_links(true);
    trommel::extract(html.as_bytes(), &options).expect("HTML is never wrong").text
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn markdown_has_the_structure_of_the_page(document in document()) {
        let html = html_of(&document);
        let markdown = markdown_of(&html);
        let expected: Vec<_> = document.into_iter().map(expected).collect();
        prop_assert_eq!(read(&markdown), expected, "\nHTML: {}\nMARKDOWN: {}\nEND", html, markdown);
    }
}

#[test]
fn the_reader_reads_what_is_written() {
    let markdown =
        "# *a* b\n\n- c\n  - `d`\n\n> e\n\n---\n\n```rust\nf\n```\n\n| g | h |\n| --- | ---: |\n| i | k |\n";
    let document = read(markdown);
    assert_eq!(document.len(), 6, "{document:?}");
    assert_eq!(fold(&markdown_of(&html_of(&document))), fold(markdown));
}
