//! The language of code, as the class of its element names it.

use crate::block::LONGEST_LANGUAGE;

/// What stands before the name of a language in a class: that of the HTML standard's example, and those of common highlighters.
const PREFIXES: [&str; 4] = ["language-", "lang-", "highlight-source-", "brush:"];

/// The language that a class names: `language-rust`, `lang-py`, `highlight-source-js`, `brush: sql`; nothing for one that says that there
/// is none, or no name that can stand behind a code fence.
///
/// Cost: linear in the class.
pub(super) fn of_class(class: &str) -> Option<&str> {
    let mut words = class.split_ascii_whitespace();
    while let Some(word) = words.next() {
        let Some(name) = PREFIXES.iter().find_map(|prefix| word.strip_prefix(prefix)) else { continue };
        let name = if name.is_empty() { words.next().unwrap_or("") } else { name };
        let name = name.trim_end_matches(';');
        let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '#' | '-' | '_' | '.');
        if !name.is_empty() && name.len() <= LONGEST_LANGUAGE && name.chars().all(is_name) && name != "none" {
            return Some(name);
        }
    }
    None
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
        for none in ["", "code", "language-", "language-none", "language-a`b", "slang-x", "lang-\u{e9}"] {
            assert_eq!(of_class(none), None, "{none}");
        }
        assert_eq!(of_class(&["language-", &"x".repeat(LONGEST_LANGUAGE + 1)].concat()), None);
    }
}
