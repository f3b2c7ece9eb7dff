//! What is written in a text that comes from data: lines, or HTML.

use crate::block;

/// Encoding of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// Plain text, one paragraph per line. May contain character references and inline tags.
    Lines,
    Html,
    /// HTML that is escaped once more.
    EscapedHtml,
}

/// Encoding of `text`, inferred from its tags.
pub(super) fn form(text: &str) -> Form {
    let tags = |open: &'static str| {
        text.match_indices(open).map(move |(at, open)| &text[at + open.len()..]).filter(is_tag)
    };
    let is_block = |rest: &str| {
        let name = rest.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or("");
        BLOCKS.iter().any(|block| block.eq_ignore_ascii_case(name))
    };
    if tags("<").any(is_block) {
        Form::Html
    } else if tags("<").next().is_none() && tags("&lt;").next().is_some() {
        Form::EscapedHtml
    } else {
        Form::Lines
    }
}

/// Elements that end a line, as far as such texts use them.
const BLOCKS: &[&str] = &[
    "p", "br", "div", "li", "ul", "ol", "h1", "h2", "h3", "h4", "h5", "h6", "table", "section", "blockquote",
    "pre",
];

/// Whether the text after a `<` makes it a tag.
fn is_tag(rest: &&str) -> bool {
    rest.strip_prefix('/').unwrap_or(rest).starts_with(|c: char| c.is_ascii_alphabetic())
}

/// Number of words outside of tags.
pub(super) fn shown_words(text: &str) -> u32 {
    let mut parts = text.split('<');
    let first = parts.next().map_or(0, block::words);
    first
        + parts
            .map(|part| {
                block::words(if is_tag(&part) {
                    part.split_once('>').map_or("", |(_, rest)| rest)
                } else {
                    part
                })
            })
            .sum::<u32>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_told_apart_by_their_tags() {
        assert_eq!(form("a < b & c\nd"), Form::Lines);
        assert_eq!(form("<P class=x>a"), Form::Html);
        assert_eq!(form("a <b>b</b>"), Form::Lines);
        assert_eq!(form("&lt;p&gt;a &amp;amp; b&lt;/p&gt;"), Form::EscapedHtml);
    }

    #[test]
    fn words_are_those_outside_of_tags() {
        assert_eq!(shown_words("<p class='a b'>one two</p> three"), 3);
        assert_eq!(shown_words("1 < 2 words"), 3);
        assert_eq!(shown_words("雨が三日"), 4);
        assert_eq!(shown_words(""), 0);
    }
}
