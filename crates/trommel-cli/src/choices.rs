//! Flags whose values are choices of the library: their names, with help for each.

use std::str::FromStr;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use trommel::{Error, Favor, Formulas, Method, NodeRatio, Relevance, TagRatio, Thresholds};

/// A parser of values by the names that the library gives them. Each name has its help.
fn choice<T>(names: &[(&'static str, &'static str)]) -> impl TypedValueParser<Value = T>
where
    T: FromStr<Err = Error> + Clone + Send + Sync + 'static,
{
    let values = names.iter().map(|&(name, help)| PossibleValue::new(name).help(help));
    PossibleValuesParser::new(values).try_map(|name| name.parse())
}

/// Which method decides.
pub(crate) fn method() -> impl TypedValueParser<Value = Method> {
    choice(&[
        (
            "auto",
            "learned; where it keeps nothing or the page has fewer than 20 words line-block, and \
             tag-ratio where its thresholds cannot decide",
        ),
        (
            "learned",
            "Boosted trees and a small network over the features of the line-blocks; or what --model gives",
        ),
        ("line-block", "Thresholds on text-to-tag ratio, anchor-text ratio and title keyword density"),
        ("tag-ratio", "Smoothed tag ratios, clustered (CETR)"),
        ("words-leaves", "The element with the densest text: words per leaf of the page's tree"),
        ("site", "All that the wrapper of --site finds; auto where it finds nothing"),
    ])
}

/// The whole address in a text.
///
/// # Errors
/// What was expected and what was found, where the text is none.
pub fn address(text: &str) -> Result<String, String> {
    let expected = "expected a whole address, such as https://example.org/page";
    trommel::whole_address(text).map(String::from).ok_or_else(|| match text {
        "" => format!("{expected}, found an empty one"),
        _ if text.len() < 100 => format!("{expected}, found {text:?}"),
        _ => format!("{expected}, of at most 8000 bytes, found {} bytes", text.len()),
    })
}

/// What the learned method favours.
pub(crate) fn favor() -> impl TypedValueParser<Value = Favor> {
    choice(&[
        ("precision", "Little that is not content"),
        ("balanced", "The best F1"),
        ("recall", "Nearly all that is content"),
    ])
}

/// How Markdown writes formulas.
pub(crate) fn formulas() -> impl TypedValueParser<Value = Formulas> {
    choice(&[
        ("code", "As GitHub and GitLab typeset them, and code elsewhere: $`x^2`$"),
        ("dollars", "As Pandoc, KaTeX and MathJax typeset them: $x^2$, $$x^2$$ in a line of its own"),
    ])
}

/// Thresholds of the line-block method.
pub(crate) fn preset() -> impl TypedValueParser<Value = Thresholds> {
    choice(&[
        ("default", "Chosen by measurement"),
        ("paper", "The constants of the paper, read literally; they keep nothing"),
    ])
}

/// Forms of the tag-ratio method.
pub(crate) fn tag_ratio() -> impl TypedValueParser<Value = TagRatio> {
    choice(&[
        ("clusters", "Two dimensions: the ratio and its steepness, clustered"),
        ("threshold", "One dimension: from one standard deviation on"),
    ])
}

/// Ratios of the words-leaves method.
pub(crate) fn ratio() -> impl TypedValueParser<Value = NodeRatio> {
    choice(&[
        ("words-leaves", "Words per leaf; texts that only differ in format are one leaf"),
        ("chars-leaves", "Characters per leaf"),
        ("words-nodes", "Words per node"),
        ("chars-nodes", "Characters per node"),
    ])
}

/// Readings of the words-leaves method's relevance.
pub(crate) fn relevance() -> impl TypedValueParser<Value = Relevance> {
    choice(&[
        ("capped", "While the whole is as dense as what it begins with"),
        ("scaled", "The ratio scaled to between 0 and 1, nearest to the paper's tables"),
        ("literal", "As the paper writes it: the whole page"),
    ])
}
