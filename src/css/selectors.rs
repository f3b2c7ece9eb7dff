//! Parsed selectors, and the offset of the error in an invalid one.

use crate::error::{Error, ErrorKind, Result};
use lol_html::Selector;
use lol_html::errors::SelectorError;
use std::format;
use std::string::{String, ToString};
use std::vec::Vec;

/// Maximum bytes of all selectors of an extractor.
const MAX_BYTES: usize = 4 << 10;

/// Maximum depth of nested parentheses: the parser uses stack space for each level.
const MAX_NESTED: usize = 32;

/// CSS selectors of the wanted and unwanted parts of a page; see
/// [`Options::with_selectors`](crate::Options::with_selectors).
///
/// Supported are names, `*`, `.class`, `#id`, `[attribute]` with all operators, `:nth-child`,
/// `:nth-of-type`, `:first-child`, `:first-of-type`, `:not` of these, descendants (`a b`), children
/// (`a > b`) and lists (`a, b`). Each can be decided when the start tag of an element is read.
///
/// ```
/// use trommel::{Extractor, Options};
/// use trommel::css::Selectors;
///
/// let selectors = Selectors::default().select("main, [role=main]")?.drop("main .related")?;
/// let mut extractor = Extractor::new(Options::default().with_selectors(selectors))?;
/// extractor.push(b"<title>Rain</title><p>Subscribe now, it is cheap and easy to do, and it ends by itself.</p>")?;
/// extractor.push(b"<main><p>It rained for three days in the valley.<p class=related>Then it was dry for long.")?;
/// let page = extractor.finish()?;
/// assert_eq!(page.text, "It rained for three days in the valley.\n");
/// assert_eq!(page.summary.metadata.title, "Rain");
/// assert_eq!(page.summary.selection.unwrap_or_default().selected, Some(1));
///
/// let error = Selectors::default().select("h1 + p").unwrap_err();
/// assert_eq!(error.offset(), Some(3));
/// # Ok::<(), trommel::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Selectors {
    pub(super) selects: Vec<Css>,
    pub(super) drops: Vec<Css>,
}

/// One selector: its source text and its parsed form.
#[derive(Clone, Debug)]
pub(super) struct Css {
    pub(super) text: String,
    pub(super) parsed: Selector,
}

impl PartialEq for Css {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Selectors {
    /// Selects elements that match `css`. Selectors of several calls are alternatives.
    ///
    /// A match inside a selected element is not counted again. Once there is such a selector, a
    /// page without a match has no main content, and no fallback replaces it.
    ///
    /// # Errors
    /// [`ErrorKind::Setting`] for an invalid or unsupported selector, with the byte offset in
    /// `css`. The same for more than 4 KiB of selectors in total, and for more than 32 nested
    /// parentheses.
    pub fn select(mut self, css: &str) -> Result<Self> {
        self.selects.push(self.checked(css)?);
        Ok(self)
    }

    /// Drops elements that match `css`, also inside selected elements.
    ///
    /// # Errors
    /// The same as [`select`](Self::select).
    pub fn drop(mut self, css: &str) -> Result<Self> {
        self.drops.push(self.checked(css)?);
        Ok(self)
    }

    /// Whether there is no selector at all, so that the whole page is wanted.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.selects.is_empty() && self.drops.is_empty()
    }

    /// Whether only selected parts of a page are wanted, rather than all that is not dropped.
    #[must_use]
    pub fn selects(&self) -> bool {
        !self.selects.is_empty()
    }

    /// The text of all selectors in lower case and without escapes. It contains every element and
    /// attribute name that they use.
    pub(super) fn names(&self) -> String {
        let texts: Vec<_> = self.all().map(|css| unescaped(&css.text).to_lowercase()).collect();
        texts.join(" ")
    }

    /// Text that contains the name of every attribute in the selectors besides `class` and `id`.
    /// Empty if there are none.
    pub(crate) fn attributes(&self) -> String {
        let names = self.names();
        if names.contains('[') { names } else { String::new() }
    }

    pub(super) fn all(&self) -> impl Iterator<Item = &Css> {
        self.selects.iter().chain(&self.drops)
    }

    /// Parses one more selector. Size and nesting are checked first, since parsing uses stack
    /// space.
    fn checked(&self, css: &str) -> Result<Css> {
        let bytes = css.len() + self.all().map(|css| css.text.len()).sum::<usize>();
        if bytes > MAX_BYTES {
            let message = format!("expected selectors of at most {MAX_BYTES} bytes together, found {bytes}");
            return Err(Error::new(ErrorKind::Setting, message));
        }
        let mut nested = 0_usize;
        for (at, byte) in css.bytes().enumerate() {
            match byte {
                b'(' => nested += 1,
                b')' => nested = nested.saturating_sub(1),
                _ => {}
            }
            if nested > MAX_NESTED {
                let message =
                    format!("expected at most {MAX_NESTED} parentheses inside each other, found more");
                return Err(Error::new(ErrorKind::Setting, message).at(at as u64));
            }
        }
        Css::new(css)
    }
}

impl Css {
    fn new(text: &str) -> Result<Self> {
        match text.parse() {
            Ok(parsed) => match namespace_at(text) {
                None => Ok(Self { text: text.to_string(), parsed }),
                Some(at) => {
                    let message = message(SelectorError::NamespacedSelector, None);
                    Err(Error::new(ErrorKind::Setting, message).at(at as u64))
                }
            },
            Err(error) => {
                let in_not = combinator_in_not(text, error);
                let at = in_not.unwrap_or_else(|| place(text, error));
                let message = match in_not {
                    Some(_) => COMBINATOR_IN_NOT.to_string(),
                    None => message(error, text[at..].chars().next()),
                };
                Err(Error::new(ErrorKind::Setting, message).at(at as u64))
            }
        }
    }

    /// Counts the compound and simple selectors.
    pub(super) fn size(&self) -> Size {
        let mut size = Size::default();
        let (mut depth, mut is_apart) = (0_u32, true);
        let mut rest = self.text.chars();
        while let Some(char) = rest.next() {
            let is_comma_or_combinator = match char {
                ',' => true,
                // The `+` and spaces in `:nth-child(2n + 1)` are no combinators.
                '>' => depth == 0,
                _ if char.is_ascii_whitespace() && depth > 0 => continue,
                _ => char.is_ascii_whitespace(),
            };
            if is_comma_or_combinator {
                is_apart = true;
                continue;
            }
            if let Some(comment) = rest.as_str().strip_prefix('*').filter(|_| char == '/') {
                rest = comment.split_once("*/").map_or("", |(_, after)| after).chars();
                continue;
            }
            let begins = core::mem::take(&mut is_apart);
            size.parts += usize::from(begins);
            size.simples += usize::from(begins || matches!(char, '.' | '#' | '[' | ':'));
            match char {
                '\\' => drop(rest.next()),
                '(' => depth += 1,
                ')' => depth = depth.saturating_sub(1),
                '[' => pass_value(&mut rest),
                _ => {}
            }
        }
        size
    }

    /// Whether a pseudo-class counts elements of the same name.
    pub(super) fn counts_names(&self) -> bool {
        unescaped(&self.text).to_lowercase().contains("of-type")
    }
}

/// Number of things to match in a selector.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Size {
    /// Compound selectors: the parts between combinators and commas.
    pub(super) parts: usize,
    /// Simple selectors in these: names, classes, ids, attributes, pseudo-classes.
    pub(super) simples: usize,
}

/// Skips the rest of `[attribute=value]`.
fn pass_value(rest: &mut core::str::Chars<'_>) {
    let mut quote = None;
    while let Some(char) = rest.next() {
        match (quote, char) {
            (_, '\\') => drop(rest.next()),
            (Some(open), _) if open == char => quote = None,
            (None, '"' | '\'') => quote = Some(char),
            (None, ']') => return,
            _ => {}
        }
    }
}

/// A selector without CSS escapes: `\64 iv` and `\div` are `div`.
fn unescaped(css: &str) -> String {
    let mut text = String::with_capacity(css.len());
    let mut rest = css.chars();
    while let Some(char) = rest.next() {
        if char != '\\' {
            text.push(char);
            continue;
        }
        let escape = rest.as_str();
        let digits = escape.bytes().take(6).take_while(u8::is_ascii_hexdigit).count();
        if digits == 0 {
            text.extend(rest.next());
            continue;
        }
        text.extend(u32::from_str_radix(&escape[..digits], 16).ok().and_then(char::from_u32));
        let after = &escape[digits..];
        rest = after.strip_prefix(|char: char| char.is_ascii_whitespace()).unwrap_or(after).chars();
    }
    text
}

/// The message for an error; `found` is the character at its place, `None` at the end.
fn message(error: SelectorError, found: Option<char>) -> String {
    let found = found.map_or("the end".to_string(), |found| format!("`{found}`"));
    match error {
        SelectorError::UnsupportedCombinator(combinator) => {
            format!("expected a descendant (a b) or a child (a > b), found `{combinator}`, which a stream cannot follow")
        }
        SelectorError::UnsupportedPseudoClassOrElement => {
            "expected one of :nth-child, :nth-of-type, :first-child, :first-of-type and :not, found another pseudo-class or pseudo-element, which a stream cannot tell".to_string()
        }
        SelectorError::NamespacedSelector => "expected a selector without a namespace, found one".to_string(),
        SelectorError::EmptySelector => format!("expected a selector, found {found}"),
        SelectorError::DanglingCombinator => {
            format!("expected something after the combinator, found {found} as the last")
        }
        SelectorError::UnexpectedEnd => "expected more of the selector, found its end".to_string(),
        SelectorError::InvalidClassName => format!("expected the name of a class after `.`, found {found}"),
        SelectorError::MissingAttributeName => format!("expected the name of an attribute after `[`, found {found}"),
        SelectorError::UnexpectedTokenInAttribute => {
            format!("expected `]`, or an operator such as = and a value, found {found}")
        }
        SelectorError::NestedNegation => "expected no :not inside :not, found one".to_string(),
        _ => format!("expected a CSS selector, found {found}, which cannot stand here"),
    }
}

/// Byte offset of the error, which lol_html does not report. It is the last character of the
/// shortest prefix from which on all longer prefixes have the same error.
fn place(text: &str, error: SelectorError) -> usize {
    if let SelectorError::UnsupportedCombinator(combinator) = error {
        return combinator_at(text, combinator);
    }
    if error == SelectorError::UnexpectedEnd || text.len() > MAX_BYTES {
        return text.len();
    }
    let before = before(text, error);
    if error == SelectorError::UnsupportedPseudoClassOrElement {
        return before.trim_end_matches(':').len();
    }
    before.len()
}

/// The text before the last character of the shortest prefix from which on all longer prefixes have
/// this error.
fn before(text: &str, error: SelectorError) -> &str {
    let ends = core::iter::once(text.len()).chain(text.char_indices().rev().map(|(at, _)| at));
    let end =
        ends.take_while(|&end| text[..end].parse::<Selector>().err() == Some(error)).last().unwrap_or(0);
    text[..end].char_indices().last().map_or("", |(at, _)| &text[..at])
}

/// Message for a combinator inside `:not`.
const COMBINATOR_IN_NOT: &str =
    "expected names, classes, ids and attributes of one element inside :not, found a combinator";

/// Byte offset of a combinator inside `:not`. lol_html reports it as an unsupported pseudo-class,
/// which otherwise occurs only after a `:`.
fn combinator_in_not(text: &str, error: SelectorError) -> Option<usize> {
    if error != SelectorError::UnsupportedPseudoClassOrElement || text.len() > MAX_BYTES {
        return None;
    }
    let before = before(text, error);
    let one = before.trim_end();
    match one.strip_suffix('>') {
        Some(one) => Some(one.len()),
        None => (one.len() < before.len() && !one.ends_with([':', ',', '('])).then_some(one.len()),
    }
}

/// Byte offset of the `|` of a namespace that lol_html ignores (`*|p`): the first `|` outside
/// quotes that does not begin `|=`.
fn namespace_at(text: &str) -> Option<usize> {
    let mut quote = None;
    let mut rest = text.chars();
    while let Some(char) = rest.next() {
        let after = rest.as_str();
        match (quote, char) {
            (_, '\\') => drop(rest.next()),
            (Some(open), _) if open == char => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(char),
            (None, '/') if after.starts_with('*') => {
                rest = after.split_once("*/").map_or("", |(_, after)| after).chars();
            }
            (None, '|') if !after.starts_with('=') => return Some(text.len() - after.len() - 1),
            _ => {}
        }
    }
    None
}

/// Byte offset of an unsupported combinator, outside brackets and quotes.
fn combinator_at(text: &str, combinator: char) -> usize {
    let (mut depth, mut quote) = (0_u32, None);
    for (at, char) in text.char_indices() {
        match (quote, char) {
            (Some(open), _) if open == char => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(char),
            (None, '[' | '(') => depth += 1,
            (None, ']' | ')') => depth = depth.saturating_sub(1),
            (None, _) if char == combinator && depth == 0 => return at,
            _ => {}
        }
    }
    0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_there_is_to_match_is_counted_whatever_parts_it() {
        for (css, parts, simples) in [
            ("p", 1, 1),
            ("article>p", 2, 2),
            (" article\t>\n p ", 2, 2),
            ("a, b,c", 3, 3),
            ("a\nb\tc\x0Cd", 4, 4),
            ("div.a.b#c[d][e=f]", 1, 6),
            ("[a='] > p'] [b=\"\\\" c\"] d", 3, 3),
            ("a/* > b, 'c */ /*/ d */e", 2, 2),
            ("p:not(.a, .b):nth-child(2n + 1)", 2, 5),
            (".a\\ b\\>c d", 2, 2),
        ] {
            assert_eq!(Css::new(css).unwrap().size(), Size { parts, simples }, "{css}");
        }
    }

    #[test]
    fn counting_by_name_is_seen_after_escapes() {
        assert!(Css::new("p:nth-of-type(2)").unwrap().counts_names());
        assert!(Css::new("p:NTH-of-t\\79 pe(2)").unwrap().counts_names());
        assert!(!Css::new("p:nth-child(2)").unwrap().counts_names());
    }
}
