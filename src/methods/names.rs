//! Names of methods, formats and trade-offs, for the command line, JSON, and program settings.

use super::{
    Favor, Format, Formulas, Method, NodeRatio, Relevance, TagRatio, TextSource, Thresholds, WordsLeaves,
};
use crate::error::{Error, ErrorKind, Result};
use alloc::format;
use alloc::string::String;
use core::fmt;
use core::str::FromStr;

impl Method {
    /// The name used on the command line and in JSON.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Learned => "learned",
            Self::LineBlock(_) => "line-block",
            Self::TagRatio(_) => "tag-ratio",
            Self::WordsLeaves(_) => "words-leaves",
            #[cfg(feature = "site")]
            Self::Site => "site",
        }
    }
}

impl TextSource {
    /// The name used in JSON.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Page => "page",
            Self::JsonLd => "json-ld",
            Self::AppState => "app-state",
            Self::Description => "description",
        }
    }

    /// The name that the JSON field `method` has: of the source, or of the method for the page
    /// itself.
    pub(crate) fn or_method(self, method: Method) -> &'static str {
        if self == Self::Page { method.name() } else { self.name() }
    }
}

impl Format {
    /// The name used on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Markdown => "markdown",
            Self::Html => "html",
        }
    }
}

impl Formulas {
    /// The name used on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Code => "code",
            Self::Dollars => "dollars",
        }
    }
}

impl Favor {
    /// The name used on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Precision => "precision",
            Self::Balanced => "balanced",
            Self::Recall => "recall",
        }
    }
}

impl TagRatio {
    /// The name used on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Clusters => "clusters",
            Self::Threshold { .. } => "threshold",
        }
    }
}

impl NodeRatio {
    /// The name used on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::WordsLeaves => "words-leaves",
            Self::CharsLeaves => "chars-leaves",
            Self::WordsNodes => "words-nodes",
            Self::CharsNodes => "chars-nodes",
        }
    }
}

impl Relevance {
    /// The name used on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Capped => "capped",
            Self::Scaled => "scaled",
            Self::Literal => "literal",
        }
    }
}

/// Implements `Display` and `FromStr` by name. A name means the choice in the list.
macro_rules! named {
    ($type:ident, $all:expr) => {
        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.name())
            }
        }

        impl FromStr for $type {
            type Err = Error;

            /// Looks up a choice by its [name](Self::name).
            ///
            /// # Errors
            /// [`ErrorKind::Setting`] for any other text.
            fn from_str(name: &str) -> Result<Self> {
                let all: &[Self] = &$all;
                find(name, all.iter().map(|choice| (choice.name(), *choice)))
            }
        }
    };
}

/// The value of this name.
fn find<T>(name: &str, all: impl Iterator<Item = (&'static str, T)> + Clone) -> Result<T> {
    all.clone().find(|&(other, _)| other == name).map(|(_, value)| value).ok_or_else(|| {
        let names = all.fold(String::new(), |names, (name, _)| match &*names {
            "" => name.into(),
            _ => format!("{names}, {name}"),
        });
        Error::new(ErrorKind::Setting, format!("expected one of {names}, found {name:?}"))
    })
}

named!(
    Method,
    [
        Self::Auto,
        Self::Learned,
        Self::LineBlock(Thresholds::DEFAULT),
        Self::TagRatio(TagRatio::Clusters),
        Self::WordsLeaves(WordsLeaves::DEFAULT),
        #[cfg(feature = "site")]
        Self::Site,
    ]
);
named!(Format, [Self::Text, Self::Markdown, Self::Html]);
named!(Formulas, [Self::Code, Self::Dollars]);
named!(Favor, [Self::Precision, Self::Balanced, Self::Recall]);
// The threshold form takes one standard deviation. Source: Weninger et al. 2010, threshold method.
named!(TagRatio, [Self::Clusters, Self::Threshold { lambda: 1.0 }]);
named!(NodeRatio, [Self::WordsLeaves, Self::CharsLeaves, Self::WordsNodes, Self::CharsNodes]);
named!(Relevance, [Self::Capped, Self::Scaled, Self::Literal]);

impl FromStr for Thresholds {
    type Err = Error;

    /// Looks up a preset: `default` is [`DEFAULT`](Self::DEFAULT), `paper` is
    /// [`PAPER`](Self::PAPER).
    ///
    /// # Errors
    /// [`ErrorKind::Setting`] for any other text.
    fn from_str(name: &str) -> Result<Self> {
        find(name, [("default", Self::DEFAULT), ("paper", Self::PAPER)].into_iter())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn choices_are_read_from_what_they_are_written_as() {
        fn check<T: ToString + FromStr<Err = Error> + PartialEq + fmt::Debug>(names: &[&str]) {
            for &name in names {
                assert_eq!(name.parse::<T>().expect("it is one").to_string(), name);
            }
        }
        check::<Method>(&["auto", "learned", "line-block", "tag-ratio", "words-leaves"]);
        check::<Format>(&["text", "markdown", "html"]);
        check::<Formulas>(&["code", "dollars"]);
        check::<Favor>(&["precision", "balanced", "recall"]);
        check::<TagRatio>(&["clusters", "threshold"]);
        check::<NodeRatio>(&["words-leaves", "chars-leaves", "words-nodes", "chars-nodes"]);
        check::<Relevance>(&["capped", "scaled", "literal"]);
        assert_eq!("paper".parse(), Ok(Thresholds::PAPER));
        assert_eq!("words-leaves".parse(), Ok(Method::WordsLeaves(WordsLeaves::default())));
        let error = "Text\n".parse::<Format>().expect_err("it is none");
        assert_eq!(error.kind(), ErrorKind::Setting);
        assert_eq!(error.to_string(), "expected one of text, markdown, html, found \"Text\\n\"");
    }
}
