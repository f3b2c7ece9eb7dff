//! Readers of trommel's Markdown and HTML output. They collect the text, and fail on anything that
//! trommel never writes.

use html5ever::interface::{ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::tendril::{StrTendril, TendrilSink};
use html5ever::tokenizer::{
    BufferQueue, Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
};
use html5ever::{Attribute, ParseOpts, QualName};
use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// The text with runs of white space folded to single spaces.
pub fn fold(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

const BLOCKS: [&str; 19] = [
    "h1", "h2", "h3", "h4", "h5", "h6", "p", "ul", "ol", "dl", "li", "dt", "dd", "blockquote", "pre",
    "table", "tr", "td", "th",
];
const INLINE: [&str; 7] = ["em", "strong", "code", "a", "sup", "sub", "del"];

/// Schemes of links that execute nothing when opened.
const SCHEMES: [&str; 10] = ["http", "https", "mailto", "tel", "sms", "ftp", "ftps", "news", "irc", "magnet"];

/// Fails if a link to `target` could execute code when parsed like in a browser (URL standard,
/// sections 4.1 and 4.4).
fn assert_harmless(target: &str) {
    let target: String = target.chars().filter(|c| !matches!(c, '\t' | '\n' | '\r')).collect();
    let target = target.trim_matches(|c: char| c <= ' ').to_ascii_lowercase();
    let Some((scheme, _)) = target.split_once(':') else { return };
    let is_scheme = scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c));
    assert!(!is_scheme || SCHEMES.contains(&scheme), "a link to {target:?}");
}

/// A token sink that checks that the HTML is well formed and of expected elements only, and
/// collects its text.
#[derive(Default)]
struct Reader {
    open: RefCell<Vec<String>>,
    text: RefCell<String>,
    is_raised: Cell<bool>,
}

/// Adds a piece of text, which is the first of a superscript if it `is_raised`. As plain text, a
/// number and a superscript of digits are two words.
fn push(text: &mut String, piece: &str, is_raised: bool) {
    if is_raised && text.ends_with(char::is_numeric) && piece.starts_with(char::is_numeric) {
        text.push(' ');
    }
    text.push_str(piece);
}

impl Reader {
    fn tag(&self, tag: &Tag) {
        let name = &*tag.name;
        let mut open = self.open.borrow_mut();
        let parent = open.last().map_or("", String::as_str);
        for attribute in &tag.attrs {
            assert!(
                matches!(
                    (name, &*attribute.name.local),
                    ("a", "href")
                        | ("img", "src" | "alt")
                        | ("td" | "th", "align" | "colspan" | "rowspan")
                        | ("ol", "start")
                        | ("li", "value")
                        | ("li" | "p" | "dt" | "dd", "id")
                        | ("code", "class")
                        | ("input", "type" | "disabled" | "checked")
                ),
                "attribute {attribute:?} of {name}"
            );
            assert!(name != "code" || attribute.value.starts_with("language-"), "{attribute:?}");
            let is_number = matches!(&*attribute.name.local, "start" | "value");
            assert!(!is_number || attribute.value.parse::<u16>().is_ok(), "{attribute:?}");
            if name == "a" || &*attribute.name.local == "src" {
                assert_harmless(&attribute.value);
            }
        }
        if name == "sup" {
            self.is_raised.set(tag.kind == TagKind::StartTag);
        }
        if !INLINE.contains(&name) {
            self.text.borrow_mut().push(' ');
        }
        if name == "input" {
            assert!(parent == "li" && tag.attrs.iter().any(|of| &*of.name.local == "disabled"), "{tag:?}");
        }
        assert!(name != "hr" || parent.is_empty(), "hr in {parent:?}");
        if matches!(name, "br" | "hr" | "img" | "input") {
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
            "pre" if matches!(parent, "td" | "th") => true,
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
            Token::CharacterTokens(text) => push(&mut self.text.borrow_mut(), &text, self.is_raised.take()),
            Token::EOFToken => assert!(self.open.borrow().is_empty(), "open at the end: {:?}", self.open),
            other => panic!("{other:?}"),
        }
        TokenSinkResult::Continue
    }
}

/// The text of our HTML with white space folded, read in two ways: from its tags, and from the tree
/// that a browser builds.
pub fn text_of_html(html: &str) -> String {
    let input = BufferQueue::default();
    input.push_back(StrTendril::from(html));
    let tokenizer = Tokenizer::new(Reader::default(), TokenizerOpts::default());
    let _ = tokenizer.feed(&input);
    tokenizer.end();
    let text = fold(&tokenizer.sink.text.borrow());
    assert_eq!(fold(&text_of_tree(html)), text, "the text of the tree is that of the tags: {html}");
    text
}

/// The text of the tree that html5ever makes of our HTML.
fn text_of_tree(html: &str) -> String {
    let page = format!("<!DOCTYPE html><html><head></head><body>{html}</body></html>");
    html5ever::parse_document(Tree::default(), ParseOpts::default()).one(page)
}

/// A tree sink that keeps only the text, in the order of insertion. It fails if a node is inserted
/// anywhere but at the end of its parent.
#[derive(Default)]
struct Tree {
    text: RefCell<String>,
    is_raised: Cell<bool>,
}

impl TreeSink for Tree {
    /// The name of an element, `None` for other nodes.
    type Handle = Rc<Option<QualName>>;
    type Output = String;
    type ElemName<'a> = &'a QualName;

    fn finish(self) -> String {
        self.text.into_inner()
    }

    fn parse_error(&self, error: Cow<'static, str>) {
        panic!("{error}");
    }

    fn get_document(&self) -> Self::Handle {
        Rc::new(None)
    }

    fn elem_name<'a>(&'a self, target: &'a Self::Handle) -> &'a QualName {
        target.as_ref().as_ref().expect("only elements are asked for their name")
    }

    fn create_element(&self, name: QualName, attributes: Vec<Attribute>, _: ElementFlags) -> Self::Handle {
        let local = &*name.local;
        let is_implied = ["html", "head", "body", "tbody"].contains(&local) && attributes.is_empty();
        assert!(
            is_implied
                || matches!(local, "br" | "hr" | "img" | "input")
                || BLOCKS.contains(&local)
                || INLINE.contains(&local),
            "element {local}"
        );
        for attribute in &attributes {
            let pair = (local, &*attribute.name.local);
            assert!(
                matches!(
                    pair,
                    ("a", "href")
                        | ("img", "src" | "alt")
                        | ("td" | "th", "align" | "colspan" | "rowspan")
                        | ("ol", "start")
                        | ("li", "value")
                        | ("li" | "p" | "dt" | "dd", "id")
                        | ("code", "class")
                        | ("input", "type" | "disabled" | "checked")
                ),
                "attribute {attribute:?} of {local}"
            );
            if local == "a" || &*attribute.name.local == "src" {
                assert_harmless(&attribute.value);
            }
        }
        if local == "sup" {
            self.is_raised.set(true);
        }
        if !INLINE.contains(&local) {
            self.text.borrow_mut().push(' ');
        }
        Rc::new(Some(name))
    }

    fn create_comment(&self, text: StrTendril) -> Self::Handle {
        panic!("comment {text}");
    }

    fn create_pi(&self, target: StrTendril, _: StrTendril) -> Self::Handle {
        panic!("instruction {target}");
    }

    fn append(&self, parent: &Self::Handle, child: NodeOrText<Self::Handle>) {
        if let NodeOrText::AppendText(text) = child {
            assert!(parent.is_some(), "text outside of all elements: {text}");
            push(&mut self.text.borrow_mut(), &text, self.is_raised.take());
        }
    }

    fn append_based_on_parent_node(
        &self,
        _: &Self::Handle,
        _: &Self::Handle,
        child: NodeOrText<Self::Handle>,
    ) {
        match child {
            NodeOrText::AppendNode(node) => panic!("not in its place: {node:?}"),
            NodeOrText::AppendText(text) => panic!("not in its place: {text}"),
        }
    }

    fn append_doctype_to_document(&self, _: StrTendril, _: StrTendril, _: StrTendril) {}

    fn get_template_contents(&self, _: &Self::Handle) -> Self::Handle {
        panic!("a template");
    }

    fn same_node(&self, x: &Self::Handle, y: &Self::Handle) -> bool {
        Rc::ptr_eq(x, y)
    }

    fn set_quirks_mode(&self, mode: QuirksMode) {
        assert_eq!(mode, QuirksMode::NoQuirks);
    }

    fn append_before_sibling(&self, _: &Self::Handle, child: NodeOrText<Self::Handle>) {
        match child {
            NodeOrText::AppendNode(node) => panic!("not in its place: {node:?}"),
            NodeOrText::AppendText(text) => panic!("not in its place: {text}"),
        }
    }

    fn add_attrs_if_missing(&self, _: &Self::Handle, attributes: Vec<Attribute>) {
        assert!(attributes.is_empty());
    }

    fn remove_from_parent(&self, _: &Self::Handle) {
        panic!("an element is moved");
    }

    fn reparent_children(&self, _: &Self::Handle, _: &Self::Handle) {
        panic!("elements are moved");
    }
}

/// A text to compare with that of `markdown`. If that has notes, the brackets of references, the
/// white space next to them, and hyphens and digits in their labels are removed.
pub fn without_labels(text: &str, markdown: &str) -> String {
    let has_notes = markdown.contains("[^");
    let is_of_label =
        |c: char| c.is_whitespace() || matches!(c, '[' | ']' | '(' | ')' | '-') || c.is_ascii_digit();
    text.chars().filter(|c| !has_notes || !is_of_label(*c)).collect()
}

/// The text of our Markdown, with white space folded.
pub fn text_of_markdown(markdown: &str) -> String {
    use pulldown_cmark::{Event, LinkType, Options, Parser, Tag, TagEnd};
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_HEADING_ATTRIBUTES;
    let mut text = String::new();
    let mut events = Parser::new_ext(markdown, options).peekable();
    let mut is_after_text = false;
    let mut is_raised = false;
    while let Some(event) = events.next() {
        let was_after_text = core::mem::replace(&mut is_after_text, matches!(event, Event::Text(_)));
        match event {
            Event::Code(formula) if was_after_text && text.ends_with('$') => {
                // A formula: code between dollars.
                text.pop();
                text.push_str(&formula);
                let Some(Event::Text(after)) = events.next() else { panic!("{formula:?} in {markdown:?}") };
                text.push_str(after.strip_prefix('$').expect("a dollar ends what one began"));
                is_after_text = true;
            }
            Event::Text(piece) | Event::Code(piece) => {
                push(&mut text, &piece, core::mem::take(&mut is_raised))
            }
            Event::InlineHtml(tag) => match &*tag {
                "<br>" => text.push(' '),
                "<!-- -->" | "<em>" | "</em>" | "<strong>" | "</strong>" => {}
                "<sup>" | "</sup>" => is_raised = &*tag == "<sup>",
                "<sub>" | "</sub>" | "<del>" | "</del>" => {}
                other => panic!("{other} in {markdown:?}"),
            },
            Event::Start(Tag::Link { dest_url, title, link_type, .. }) => {
                assert_harmless(&dest_url);
                assert!(title.is_empty() && link_type == LinkType::Inline, "{link_type:?} in {markdown:?}");
            }
            Event::Start(Tag::Image { dest_url, title, link_type, .. }) => {
                assert_harmless(&dest_url);
                assert!(title.is_empty() && link_type == LinkType::Inline, "{link_type:?} in {markdown:?}");
                // The description of an image is not page text, and has no markup.
                for event in events.by_ref() {
                    match event {
                        Event::End(TagEnd::Image) => break,
                        Event::Text(_) => {}
                        other => panic!("{other:?} in {markdown:?}"),
                    }
                }
            }
            Event::Start(Tag::Emphasis | Tag::Strong)
            | Event::End(TagEnd::Emphasis | TagEnd::Strong | TagEnd::Link) => {}
            Event::FootnoteReference(label) => {
                // A second note with the same number has a suffix in its label.
                text.push_str(label.split(':').next().unwrap_or_default());
            }
            Event::Start(Tag::Strikethrough | Tag::HtmlBlock) | Event::Html(_) => {
                panic!("{event:?} in {markdown:?}")
            }
            _ => text.push(' '),
        }
    }
    fold(&text)
}
