//! Flags whose values are enums of the library: value names and their help.

use std::str::FromStr;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use trommel::{
    Error, Favor, Formulas, Method,
    methods::{NodeRatio, Relevance, TagRatio, Thresholds},
};

/// A parser for values by their library names, with help for each.
fn choice<T>(names: &[(&'static str, &'static str)]) -> impl TypedValueParser<Value = T>
where
    T: FromStr<Err = Error> + Clone + Send + Sync + 'static,
{
    let values = names.iter().map(|&(name, help)| PossibleValue::new(name).help(help));
    PossibleValuesParser::new(values).try_map(|name| name.parse())
}

pub(crate) fn method() -> impl TypedValueParser<Value = Method> {
    choice(&[
        (
            "auto",
            "learned; line-block if that keeps nothing or the page has fewer than 20 words; then \
             tag-ratio where its thresholds cannot decide",
        ),
        (
            "learned",
            "Boosted trees and a small network over features of the line-blocks; or the model of --model",
        ),
        ("line-block", "Thresholds on text-to-tag ratio, anchor-text ratio and title keyword density"),
        ("tag-ratio", "Smoothed tag ratios, clustered (CETR)"),
        ("words-leaves", "The element with the densest text: words per leaf of the page's tree"),
        ("site", "All content found by the wrapper of --site; auto if it finds none"),
    ])
}

/// Checks that a text is an absolute URL.
///
/// # Errors
///
/// What was expected and found, if it is not.
pub fn address(text: &str) -> Result<String, String> {
    let expected = "expected an absolute URL, such as https://example.org/page";
    trommel::whole_address(text).map(String::from).ok_or_else(|| match text {
        "" => format!("{expected}, found an empty text"),
        _ if text.len() < 100 => format!("{expected}, found {text:?}"),
        _ => format!("{expected}, of at most 8000 bytes, found {} bytes", text.len()),
    })
}

pub(crate) fn favor() -> impl TypedValueParser<Value = Favor> {
    choice(&[
        ("precision", "Keep less, with fewer errors"),
        ("balanced", "The best F1"),
        ("recall", "Keep nearly all content"),
    ])
}

/// Notations for formulas in Markdown.
pub(crate) fn formulas() -> impl TypedValueParser<Value = Formulas> {
    choice(&[
        ("code", "For GitHub and GitLab; code elsewhere: $`x^2`$"),
        ("dollars", "For Pandoc, KaTeX and MathJax: $x^2$, and $$x^2$$ on a line of its own"),
    ])
}

/// Thresholds of the line-block method.
pub(crate) fn preset() -> impl TypedValueParser<Value = Thresholds> {
    choice(&[
        ("default", "Chosen by measurement"),
        ("paper", "The constants of the paper, read literally; keeps nothing"),
    ])
}

/// Forms of the tag-ratio method.
pub(crate) fn tag_ratio() -> impl TypedValueParser<Value = TagRatio> {
    choice(&[
        ("clusters", "Two dimensions: the ratio and its steepness, clustered"),
        ("threshold", "One dimension: content has at least one standard deviation"),
    ])
}

/// Ratios of the words-leaves method.
pub(crate) fn ratio() -> impl TypedValueParser<Value = NodeRatio> {
    choice(&[
        ("words-leaves", "Words per leaf; texts that differ only in formatting are one leaf"),
        ("chars-leaves", "Characters per leaf"),
        ("words-nodes", "Words per node"),
        ("chars-nodes", "Characters per node"),
    ])
}

/// Interpretations of the relevance of the words-leaves method.
pub(crate) fn relevance() -> impl TypedValueParser<Value = Relevance> {
    choice(&[
        ("capped", "Extends the content while it stays as dense as its start"),
        ("scaled", "Ratio scaled to 0..1, closest to the paper's tables"),
        ("literal", "As written in the paper; keeps the whole page"),
    ])
}
