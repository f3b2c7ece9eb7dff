//! lol_html's tags of a page: start tags, and those end tags that close an element.

use crate::events::OurTag;
use lol_html::{HtmlRewriter, Settings, element, end_tag};
use std::cell::RefCell;
use std::rc::Rc;

/// A tag: its offset, whether it is an end tag, its name.
pub(crate) type TagAt = (usize, bool, String);

/// Reads `page` with lol_html, without limits, so that it cannot fail.
pub(crate) fn read(page: &str) -> Vec<TagAt> {
    let tags: Rc<RefCell<Vec<TagAt>>> = Rc::default();
    let handler = element!("*", |element| {
        tags.borrow_mut().push((element.source_location().bytes().start, false, element.tag_name()));
        let tags = tags.clone();
        // It is an error for elements that can have no end tag.
        let _ = element.on_end_tag(end_tag!(move |end| {
            let tag = (end.source_location().bytes().start, true, end.name());
            // The handler runs for every element that the end tag closes.
            if tags.borrow().last() != Some(&tag) {
                tags.borrow_mut().push(tag);
            }
            Ok(())
        }));
        Ok(())
    });
    let settings = Settings::new().append_element_content_handler(handler).with_strict(false);
    let mut rewriter = HtmlRewriter::new(settings, |_: &[u8]| {});
    rewriter.write(page.as_bytes()).expect("no limit is set");
    rewriter.end().expect("no limit is set");
    tags.take()
}

/// `noscript`, and an unknown name of the same length.
const RENAMED: (&str, &str) = ("noscript", "noscripx");

/// The page with every `noscript` tag renamed, so that lol_html reads its content as markup too.
pub(crate) fn without_noscript(page: &str, tags: &[OurTag]) -> String {
    let mut renamed = page.to_string();
    for tag in tags.iter().filter(|tag| tag.name == RENAMED.0) {
        let start = tag.offset + 1 + usize::from(tag.is_end);
        renamed.replace_range(start..start + RENAMED.0.len(), RENAMED.1);
    }
    renamed
}

/// Elements without content in lol_html.
const VOID: &[&str] = &[
    "area", "base", "basefont", "bgsound", "br", "col", "embed", "hr", "img", "input", "keygen", "link",
    "meta", "param", "source", "track", "wbr",
];

/// Our tags, with only those end tags that lol_html reports: an element with their name is open.
pub(crate) fn told_of(tags: &[OurTag]) -> Vec<TagAt> {
    let mut open: Vec<&str> = Vec::new();
    let mut told = Vec::new();
    for tag in tags {
        if tag.is_end {
            let Some(at) = open.iter().rposition(|name| *name == tag.name) else { continue };
            open.truncate(at);
        } else {
            let is_empty = if tag.foreign { tag.self_closing } else { VOID.contains(&tag.name.as_str()) };
            if !is_empty {
                open.push(&tag.name);
            }
        }
        let name = if tag.name == RENAMED.0 { RENAMED.1 } else { &tag.name };
        told.push((tag.offset, tag.is_end, name.to_string()));
    }
    told
}
