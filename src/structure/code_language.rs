//! The language of code, by the class or data attributes of its element or of an ancestor.
//!
//! In: start tags. Out: language names for the sink, at most [`MAX_LANGUAGE_BYTES`] each. Held: the
//! stack index of one ancestor that names a language.

use super::sink::CodeLanguage;
use super::{StructureSink, TrackedSink, Wants};
use crate::html::{AttrId, Attributes, Tag, TagId};

/// Maximum bytes of a language name; a longer name is ignored.
pub(crate) const MAX_LANGUAGE_BYTES: usize = 30;

/// Prefixes of class names before the name of a language: those of the HTML standard's example, of
/// common highlighters, of MediaWiki, of Crayon and of LaTeXML.
const PREFIXES: [&str; 7] =
    ["language-", "lang-", "highlight-source-", "brush:", "mw-highlight-lang-", "lang:", "ltx_lst_language_"];

/// Prefixes that count only together with another class, since they are ambiguous alone. Used by
/// Sphinx and Org.
const PREFIXES_WITH_CLASS: [(&str, &str); 2] = [("highlight-", "notranslate"), ("src-", "src")];

/// Classes after which the next class may be the language alone. Used by highlight.js, Pandoc and
/// SyntaxHighlighter.
const CLASSES_BEFORE: [&str; 3] = ["hljs", "sourceCode", "syntaxhighlighter"];

/// Characters in language names besides letters and digits.
const SIGNS: [char; 5] = ['+', '#', '-', '_', '.'];

/// Names that mean "no language", and other classes of those tools.
const NO_NAMES: [&str; 7] = ["none", "default", "copy", "wrap", "code", "plain", "nogutter"];

/// The language that the attributes of a `pre` or a `code` name: its class, `data-language`, or
/// `data-lang`, or `lang`.
///
/// Cost: linear in them.
pub(super) fn of_code<'a>(attributes: Attributes<'a>) -> Option<&'a str> {
    let of_data = |id| attributes.get(id).map(str::trim).filter(|name| is_language(name, &SIGNS));
    let class = attributes.get(AttrId::Class).and_then(of_class);
    let of_lang = || of_data(AttrId::Lang).filter(|name| is_of_code(name));
    let of_word = || attributes.get(AttrId::Class).and_then(of_single_word);
    class
        .or_else(of_word)
        .or_else(|| of_data(AttrId::DataLanguage))
        .or_else(|| of_data(AttrId::DataLang))
        .or_else(of_lang)
}

/// Whether a `lang` attribute names a language of code and no natural one, such as `de` or `en-GB`.
/// Written by GitHub's Markdown and older WordPress.
fn is_of_code(lang: &str) -> bool {
    const SHORT: [&str; 9] = ["js", "ts", "go", "py", "rb", "rs", "sh", "ps", "vb"];
    let is_long = lang.len() > 2 && !lang.contains(['-', '_']);
    is_long || SHORT.contains(&lang)
}

/// The language that a class names.
///
/// Known forms are `language-rust`, `lang-py`, `highlight-source-js`, `brush: sql`, `hljs css` and
/// `highlight-c notranslate`. Returns `None` for a class that means "no language", and for names
/// that cannot follow a code fence.
///
/// Cost: linear in the class.
pub(super) fn of_class(class: &str) -> Option<&str> {
    let mut words = class.split_ascii_whitespace();
    let has = |wanted: &str| class.split_ascii_whitespace().any(|word| word == wanted);
    let mut with_class = [None; PREFIXES_WITH_CLASS.len()];
    while let Some(word) = words.next() {
        let by_prefix = PREFIXES.iter().find_map(|prefix| word.strip_prefix(prefix));
        let by_both = || {
            let mut prefixes = PREFIXES_WITH_CLASS.iter().zip(&mut with_class);
            prefixes.find_map(|((prefix, other), is_beside)| {
                let name = word.strip_prefix(prefix);
                name.filter(|_| *is_beside.get_or_insert_with(|| has(other)))
            })
        };
        let Some(name) = by_prefix.or_else(by_both) else { continue };
        let name = if name.is_empty() { words.next().unwrap_or("") } else { name };
        // Marked lines or the name of a file may follow: `js{1,3}`, `python:app.py`.
        let name = name.split([';', '{', ':']).next().unwrap_or("");
        if is_language(name, &SIGNS) {
            return Some(name);
        }
    }
    let mut words = class.split_ascii_whitespace().skip_while(|word| !CLASSES_BEFORE.contains(word)).skip(1);
    words
        .next()
        .filter(|word| is_language(word, &['+', '#']) && !word.contains(|c: char| c.is_ascii_uppercase()))
}

/// Names of languages that are the class of code alone. Used by highlight.js and GeSHi.
const LANGUAGES: [&str; 31] = [
    "bash", "c", "cpp", "csharp", "css", "diff", "go", "haskell", "html", "ini", "java", "javascript", "js",
    "json", "kotlin", "lua", "makefile", "perl", "php", "python", "r", "ruby", "rust", "scala", "sh",
    "shell", "sql", "swift", "typescript", "xml", "yaml",
];

/// The language that a class of one word names, or one next to the two words of Docutils: `code
/// python literal-block`.
fn of_single_word(class: &str) -> Option<&str> {
    let mut words = class.split_ascii_whitespace().filter(|word| !matches!(*word, "code" | "literal-block"));
    let name = words.next().filter(|name| LANGUAGES.contains(name))?;
    words.next().is_none().then_some(name)
}

/// The language that the class of a `figure` names after the word `highlight`. Used by Hexo.
fn of_figure(class: &str) -> Option<&str> {
    let mut words = class.split_ascii_whitespace();
    let name = words.next().filter(|first| *first == "highlight").and(words.next())?;
    let is_lower = || !name.contains(|c: char| c.is_ascii_uppercase());
    (words.next().is_none() && is_language(name, &['+', '#']) && is_lower()).then_some(name)
}

/// Whether a word may be the name of a language: letters, digits and `signs`.
fn is_language(name: &str, signs: &[char]) -> bool {
    !name.is_empty()
        && name.len() <= MAX_LANGUAGE_BYTES
        && name.chars().all(|c| c.is_ascii_alphanumeric() || signs.contains(&c))
        && !NO_NAMES.contains(&name)
}

/// Maximum elements between code and the ancestor that names its language. Tables of line numbers
/// are in between. A class farther away may name the language of the page.
const MAX_BETWEEN: usize = 8;

impl<S: StructureSink> TrackedSink<'_, S> {
    /// Tracks the language that a `div` or a `figure` names for the code in it, and where it ends.
    /// Used by Rouge, MkDocs, Sphinx, VitePress, GitHub and Hexo.
    #[inline]
    pub(super) fn follow_code_around(&mut self, tag: &Tag<'_>, begins_code: bool) {
        if !self.wants.has(Wants::MARKS) {
            return;
        }
        let at = self.stack.len();
        // An ancestor at this index of the stack has ended; one far outside does not name a
        // language.
        let ends = |ancestor: usize| at <= ancestor || begins_code && at - ancestor > MAX_BETWEEN;
        if self.tracker.language_ancestor_at.is_some_and(ends) {
            self.tracker.language_ancestor_at = None;
            self.sink.code_language(CodeLanguage::Enclosing(None));
        }
        if matches!(tag.id, TagId::Div | TagId::Figure)
            && let Some(class) = tag.attributes.get(AttrId::Class)
            && let Some(name) =
                of_class(class).or_else(|| of_figure(class).filter(|_| tag.id == TagId::Figure))
        {
            self.tracker.language_ancestor_at = Some(at);
            self.sink.code_language(CodeLanguage::Enclosing(Some(name)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_figure_names_its_language_after_one_word() {
        assert_eq!(of_figure("highlight cpp"), Some("cpp"));
        for none in ["highlight", "highlight plain", "highlight js wide", "cpp", "wide cpp", ""] {
            assert_eq!(of_figure(none), None, "{none}");
        }
    }

    #[test]
    fn a_class_of_one_word_may_be_a_language() {
        for (class, name) in
            [("python", Some("python")), ("code sql literal-block", Some("sql")), ("wide", None)]
        {
            assert_eq!(of_single_word(class), name, "{class}");
        }
        assert_eq!([of_single_word("code"), of_single_word("c wide"), of_single_word("")], [None; 3]);
        assert_eq!(of_class("language-js{1,3}"), Some("js"));
        assert_eq!(of_class("language-python:app.py"), Some("python"));
    }

    #[test]
    fn a_lang_attribute_may_name_code() {
        for name in ["rust", "js", "c++", "shell"] {
            assert!(is_of_code(name), "{name}");
        }
        for name in ["de", "en", "en-US", "zh", "c"] {
            assert!(!is_of_code(name), "{name}");
        }
    }

    #[test]
    fn languages_are_named_by_their_prefix() {
        assert_eq!(of_class("language-rust"), Some("rust"));
        assert_eq!(of_class("hljs lang-c++ x"), Some("c++"));
        assert_eq!(of_class("highlight highlight-source-js"), Some("js"));
        assert_eq!(of_class("brush: sql; toolbar: false"), Some("sql"));
        assert_eq!(of_class("doctest highlight-pycon notranslate"), Some("pycon"));
        assert_eq!(of_class("mw-highlight mw-highlight-lang-ini"), Some("ini"));
        assert_eq!(of_class("src src-emacs-lisp"), Some("emacs-lisp"));
        assert_eq!(of_class("hljs javascript"), Some("javascript"));
        assert_eq!(of_class("hljs language-c"), Some("c"));
        assert_eq!(of_class("syntaxhighlighter cpp"), Some("cpp"));
        assert_eq!(of_class("ltx_listing ltx_lst_language_Python"), Some("Python"));
        assert_eq!(of_class("sourceCode haskell numberLines"), Some("haskell"));
        for none in [
            "src-x",
            "hljs",
            "hljs copy",
            "syntaxhighlighter nogutter cpp",
            "hljs hljs-line-numbers",
            "sourceCode numberLines",
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
        assert_eq!(of_class(&["language-", &"x".repeat(MAX_LANGUAGE_BYTES + 1)].concat()), None);
    }
}
