//! Names of methods, formats and trade-offs, for the command line, JSON, and program settings.

use super::{Favor, Format, Method, TextSource};
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
            Self::LineBlock => "line-block",
            Self::TagRatio => "tag-ratio",
            Self::WordsLeaves => "words-leaves",
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

/// Implements `Display` and `FromStr` by name.
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
                all.iter().copied().find(|choice| choice.name() == name).ok_or_else(|| {
                    let names = all.iter().fold(String::new(), |names, choice| match &*names {
                        "" => choice.name().into(),
                        _ => format!("{names}, {choice}"),
                    });
                    Error::new(ErrorKind::Setting, format!("expected one of {names}, found {name:?}"))
                })
            }
        }
    };
}

named!(
    Method,
    [
        Self::Auto,
        Self::Learned,
        Self::LineBlock,
        Self::TagRatio,
        Self::WordsLeaves,
        #[cfg(feature = "site")]
        Self::Site,
    ]
);
named!(Format, [Self::Text, Self::Markdown, Self::Html]);
named!(Favor, [Self::Precision, Self::Balanced, Self::Recall]);

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn choices_are_read_from_what_they_are_written_as() {
        for method in [Method::Auto, Method::LineBlock, Method::WordsLeaves] {
            assert_eq!(method.to_string().parse(), Ok(method));
        }
        for format in [Format::Text, Format::Markdown, Format::Html] {
            assert_eq!(format.to_string().parse(), Ok(format));
        }
        for favor in [Favor::Precision, Favor::Balanced, Favor::Recall] {
            assert_eq!(favor.to_string().parse(), Ok(favor));
        }
        let error = "Text\n".parse::<Format>().expect_err("it is none");
        assert_eq!(error.kind(), ErrorKind::Setting);
        assert_eq!(error.to_string(), "expected one of text, markdown, html, found \"Text\\n\"");
    }
}
