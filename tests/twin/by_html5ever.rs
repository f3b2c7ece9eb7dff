//! html5ever's tokenizer, driven by its own tree builder.

use crate::events::{Event, push_text};
use html5ever::interface::{ElementFlags, NodeOrText, QuirksMode, TokenizerResult, TreeSink};
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{
    BufferQueue, Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
};
use html5ever::tree_builder::{TreeBuilder, TreeBuilderOpts};
use html5ever::{Attribute, QualName};
use std::borrow::Cow;
use std::cell::RefCell;
use std::rc::Rc;
use trommel::html::{AttrId, NAME_BYTES, VALUE_BYTES, VALUES_BYTES};

/// The tokens of html5ever for a page, adapted to our intended differences.
#[derive(Default)]
pub(crate) struct Reading {
    pub events: Vec<Event>,
    /// Number of raw-text start tags that the tree builder ignored and that are read as raw text.
    pub dropped_raw: usize,
    /// Number of attribute values that are cut as we cut them.
    pub cut_values: usize,
    /// Number of names that are cut as we cut them.
    pub cut_names: usize,
}

/// Reads `page` with html5ever.
pub(crate) fn read(page: &str) -> Reading {
    let opts = TreeBuilderOpts { scripting_enabled: false, ..TreeBuilderOpts::default() };
    let builder = TreeBuilder::new(Nodes { document: Node::new(None, false) }, opts);
    let log = Log { builder, reading: RefCell::default() };
    let tokenizer = Tokenizer::new(log, TokenizerOpts { discard_bom: false, ..TokenizerOpts::default() });
    let queue = BufferQueue::default();
    queue.push_back(StrTendril::from_slice(page));
    while !matches!(tokenizer.feed(&queue), TokenizerResult::Done) {}
    tokenizer.end();
    tokenizer.sink.reading.into_inner()
}

/// Records every token and passes it on to the tree builder, which sets the state of the tokenizer.
struct Log {
    builder: TreeBuilder<Rc<Node>, Nodes>,
    reading: RefCell<Reading>,
}

impl Log {
    fn log_tag(&self, tag: &Tag) {
        let mut reading = self.reading.borrow_mut();
        let name = cut(&tag.name, NAME_BYTES);
        reading.cut_names += usize::from(name.len() < tag.name.len());
        if tag.kind == TagKind::EndTag {
            reading.events.push(Event::End(name.to_string()));
            return;
        }
        let mut room = VALUES_BYTES;
        let mut attributes = Vec::new();
        for attribute in &tag.attrs {
            let id = AttrId::from_name(&attribute.name.local);
            if id == AttrId::Other {
                continue;
            }
            let value = cut(&attribute.value, room.min(VALUE_BYTES));
            reading.cut_values += usize::from(value.len() < attribute.value.len());
            room -= value.len();
            attributes.push((id, value.to_string()));
        }
        reading.events.push(Event::Start(name.to_string(), attributes));
    }
}

/// The first `len` bytes of `text`, or fewer, so that no character is cut.
fn cut(text: &str, len: usize) -> &str {
    let mut len = len.min(text.len());
    while !text.is_char_boundary(len) {
        len -= 1;
    }
    &text[..len]
}

/// The kind of raw text of an element with this name, in HTML.
fn raw_kind(name: &str) -> Option<RawKind> {
    match name {
        "title" | "textarea" => Some(RawKind::Rcdata),
        "style" | "xmp" | "iframe" | "noembed" | "noframes" => Some(RawKind::Rawtext),
        "script" => Some(RawKind::ScriptData),
        _ => None,
    }
}

impl TokenSink for Log {
    type Handle = Rc<Node>;

    fn process_token(&self, token: Token, line: u64) -> TokenSinkResult<Self::Handle> {
        let mut raw = None;
        match &token {
            Token::TagToken(tag) => {
                self.log_tag(tag);
                let in_html = !self.builder.adjusted_current_node_present_but_not_in_html_namespace();
                if tag.kind == TagKind::StartTag && in_html {
                    raw = raw_kind(&tag.name);
                }
            }
            Token::CharacterTokens(text) => push_text(&mut self.reading.borrow_mut().events, text),
            Token::NullCharacterToken => push_text(&mut self.reading.borrow_mut().events, "\0"),
            _ => {}
        }
        match (self.builder.process_token(token, line), raw) {
            (TokenSinkResult::Continue, Some(kind)) => {
                self.reading.borrow_mut().dropped_raw += 1;
                TokenSinkResult::RawData(kind)
            }
            (answer, _) => answer,
        }
    }

    fn end(&self) {
        self.builder.end();
    }

    fn adjusted_current_node_present_but_not_in_html_namespace(&self) -> bool {
        self.builder.adjusted_current_node_present_but_not_in_html_namespace()
    }
}

/// A node with all that the tree builder reads of one. The tree builder has its own stack of open
/// elements, so that it is right without a tree.
struct Node {
    name: Option<QualName>,
    is_html_annotation: bool,
    contents: RefCell<Option<Rc<Node>>>,
}

impl Node {
    fn new(name: Option<QualName>, is_html_annotation: bool) -> Rc<Self> {
        Rc::new(Self { name, is_html_annotation, contents: RefCell::default() })
    }
}

/// A tree sink that creates nodes without connecting them.
struct Nodes {
    document: Rc<Node>,
}

impl TreeSink for Nodes {
    type Handle = Rc<Node>;
    type Output = ();
    type ElemName<'a> = &'a QualName;

    fn finish(self) {}

    fn parse_error(&self, _: Cow<'static, str>) {}

    fn get_document(&self) -> Rc<Node> {
        self.document.clone()
    }

    fn elem_name<'a>(&'a self, target: &'a Rc<Node>) -> &'a QualName {
        target.name.as_ref().expect("only elements are asked for their name")
    }

    fn create_element(&self, name: QualName, _: Vec<Attribute>, flags: ElementFlags) -> Rc<Node> {
        Node::new(Some(name), flags.mathml_annotation_xml_integration_point)
    }

    fn create_comment(&self, _: StrTendril) -> Rc<Node> {
        Node::new(None, false)
    }

    fn create_pi(&self, _: StrTendril, _: StrTendril) -> Rc<Node> {
        Node::new(None, false)
    }

    fn append(&self, _: &Rc<Node>, _: NodeOrText<Rc<Node>>) {}

    fn append_based_on_parent_node(&self, _: &Rc<Node>, _: &Rc<Node>, _: NodeOrText<Rc<Node>>) {}

    fn append_doctype_to_document(&self, _: StrTendril, _: StrTendril, _: StrTendril) {}

    fn get_template_contents(&self, target: &Rc<Node>) -> Rc<Node> {
        target.contents.borrow_mut().get_or_insert_with(|| Node::new(None, false)).clone()
    }

    fn same_node(&self, x: &Rc<Node>, y: &Rc<Node>) -> bool {
        Rc::ptr_eq(x, y)
    }

    fn set_quirks_mode(&self, _: QuirksMode) {}

    fn append_before_sibling(&self, _: &Rc<Node>, _: NodeOrText<Rc<Node>>) {}

    fn add_attrs_if_missing(&self, _: &Rc<Node>, _: Vec<Attribute>) {}

    fn remove_from_parent(&self, _: &Rc<Node>) {}

    fn reparent_children(&self, _: &Rc<Node>, _: &Rc<Node>) {}

    fn is_mathml_annotation_xml_integration_point(&self, handle: &Rc<Node>) -> bool {
        handle.is_html_annotation
    }
}
