//! Values of options by name, as the command's flags have them.

use trommel::{Favor, Format, Method, NodeRatio, Relevance, TagRatio, Thresholds};

/// Names of an option's values.
pub(crate) type Names<T, const N: usize> = [(&'static str, T); N];

pub(crate) const METHODS: Names<Method, 6> = [
    ("auto", Method::Auto),
    ("learned", Method::Learned),
    ("line-block", Method::LineBlock),
    ("tag-ratio", Method::TagRatio),
    ("words-leaves", Method::WordsLeaves),
    ("site", Method::Site),
];

/// What `text` of a page is written as. The command's fourth, `json`, is a method of pages.
pub(crate) const FORMATS: Names<Format, 3> =
    [("text", Format::Text), ("markdown", Format::Markdown), ("html", Format::Html)];

pub(crate) const FAVORS: Names<Favor, 3> =
    [("precision", Favor::Precision), ("balanced", Favor::Balanced), ("recall", Favor::Recall)];

pub(crate) const PRESETS: Names<Thresholds, 2> =
    [("default", Thresholds::DEFAULT), ("paper", Thresholds::PAPER)];

/// The threshold form takes one standard deviation. Source: Weninger et al. 2010.
pub(crate) const TAG_RATIOS: Names<TagRatio, 2> =
    [("clusters", TagRatio::Clusters), ("threshold", TagRatio::Threshold { lambda: 1.0 })];

pub(crate) const RATIOS: Names<NodeRatio, 4> = [
    ("words-leaves", NodeRatio::WordsLeaves),
    ("chars-leaves", NodeRatio::CharsLeaves),
    ("words-nodes", NodeRatio::WordsNodes),
    ("chars-nodes", NodeRatio::CharsNodes),
];

pub(crate) const RELEVANCES: Names<Relevance, 3> =
    [("capped", Relevance::Capped), ("scaled", Relevance::Scaled), ("literal", Relevance::Literal)];

/// `a, b or c`.
pub(crate) fn listed<T, const N: usize>(names: &Names<T, N>) -> String {
    let names: Vec<&str> = names.iter().map(|(name, _)| *name).collect();
    match names.split_last() {
        Some((last, [])) => (*last).to_string(),
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
        None => String::new(),
    }
}
