//! The language of code, as the class of its element names it, or of one around it.

use super::{CleanSink, Cleaning};
use crate::token::{AttrId, Tag, TagId};

/// Bytes kept of the name of a language; a longer name is none.
pub(crate) const LONGEST_LANGUAGE: usize = 30;

/// What stands before the name of a language in a class: that of the HTML standard's example, and those of common highlighters.
const PREFIXES: [&str; 4] = ["language-", "lang-", "highlight-source-", "brush:"];

/// What Sphinx writes before the name of a language, and the class beside it, without which the same may be anything.
const SPHINX: (&str, &str) = ("highlight-", "notranslate");

/// Names that say that no language is named.
const NO_NAMES: [&str; 2] = ["none", "default"];

/// The language that a class names: `language-rust`, `lang-py`, `highlight-source-js`, `brush: sql`, `highlight-c notranslate`; nothing for one that
/// says that there is none, or no name that can stand behind a code fence.
///
/// Cost: linear in the class.
pub(super) fn of_class(class: &str) -> Option<&str> {
    let mut words = class.split_ascii_whitespace();
    let mut is_sphinx = None;
    while let Some(word) = words.next() {
        let is_sphinx = &mut is_sphinx;
        let find = || class.split_ascii_whitespace().any(|word| word == SPHINX.1);
        let by_sphinx = || word.strip_prefix(SPHINX.0).filter(|_| *is_sphinx.get_or_insert_with(find));
        let by_prefix = PREFIXES.iter().find_map(|prefix| word.strip_prefix(prefix));
        let Some(name) = by_prefix.or_else(by_sphinx) else { continue };
        let name = if name.is_empty() { words.next().unwrap_or("") } else { name };
        let name = name.trim_end_matches(';');
        let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '#' | '-' | '_' | '.');
        if !name.is_empty()
            && name.len() <= LONGEST_LANGUAGE
            && name.chars().all(is_name)
            && !NO_NAMES.contains(&name)
        {
            return Some(name);
        }
    }
    None
}

/// Elements between code and the one around it that names its language, at most: tables with numbers of lines are between. What is farther away may
/// say what language the page is in.
const MOST_BETWEEN: usize = 8;

impl<S: CleanSink> Cleaning<'_, S> {
    /// Notes the language that a `div` or a `figure` names for the code in it, as Rouge, MkDocs, Sphinx, VitePress and GitHub write it; and where that ends.
    #[inline]
    pub(super) fn follow_code_around(&mut self, tag: &Tag<'_>, begins_code: bool) {
        if !self.sink.wants_languages() {
            return;
        }
        let at = self.stack.len();
        // An element at its place in the stack, or far inside: it has ended, or is not meant.
        let ends = |around: usize| at <= around || begins_code && at - around > MOST_BETWEEN;
        if self.cleaner.code_around_at.is_some_and(ends) {
            self.cleaner.code_around_at = None;
            self.sink.language_around(None);
        }
        if matches!(tag.id, TagId::Div | TagId::Figure)
            && let Some(name) = tag.attributes.get(AttrId::Class).and_then(of_class)
        {
            self.cleaner.code_around_at = Some(at);
            self.sink.language_around(Some(name));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_are_named_by_their_prefix() {
        assert_eq!(of_class("language-rust"), Some("rust"));
        assert_eq!(of_class("hljs lang-c++ x"), Some("c++"));
        assert_eq!(of_class("highlight highlight-source-js"), Some("js"));
        assert_eq!(of_class("brush: sql; toolbar: false"), Some("sql"));
        assert_eq!(of_class("doctest highlight-pycon notranslate"), Some("pycon"));
        for none in [
            "highlight-box",
            "highlight-default notranslate",
            "",
            "code",
            "language-",
            "language-none",
            "language-a`b",
            "slang-x",
            "lang-\u{e9}",
        ] {
            assert_eq!(of_class(none), None, "{none}");
        }
        assert_eq!(of_class(&["language-", &"x".repeat(LONGEST_LANGUAGE + 1)].concat()), None);
    }
}
