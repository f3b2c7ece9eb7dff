//! The scores of one run over a gold standard, as a table or as JSON.

use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;

use crate::confusion::Confusion;
use crate::words::Prf;

/// The scores that a [`Scorer`](super::Scorer) computes. They are rounded only on output: `Display`
/// gives a table for people, [`Report::to_json`] one line for programs.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Report {
    /// Pages scored, with or without a gold text.
    pub pages: u64,
    /// Scores over words. `None` if no page has a gold text.
    pub words: Option<WordFigures>,
    /// Scores by language of the gold text, `-` for pages without one. Empty if no page has one.
    pub by_language: BTreeMap<String, LanguageFigures>,
    /// Precision, recall and F1 over the segments of all pages. `None` if no page has a segment
    /// that must be in the output.
    pub segments: Option<Prf>,
    /// Actual and predicted page types. `None` without any.
    pub page_types: Option<Confusion>,
    /// Of the records that the gold standard keeps or drops whole, the share that the output cuts.
    /// `None` without any.
    pub raggedness: Option<f64>,
}

/// Word-bag scores over the pages that have a gold text.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct WordFigures {
    /// Macro means: each score is averaged over pages, and every page has the same weight.
    pub mean: Prf,
    /// Pages whose output is only white space although their gold text is not.
    pub empty_pages: u64,
    /// Mean F1 by page type, `-` for pages without a type. Empty if no page has a type.
    pub f1_by_type: BTreeMap<String, f64>,
}

/// Scores over the pages of one language.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct LanguageFigures {
    /// Pages scored, with or without a gold text.
    pub pages: u64,
    /// Means over the pages that have a gold text. `None` without such a page.
    pub words: Option<Prf>,
    /// Scores over all segments. `None` if none must be in the output.
    pub segments: Option<Prf>,
}

/// The JSON object, with its keys in output order.
#[derive(Serialize)]
struct Row<'a> {
    pages: u64,
    #[serde(flatten)]
    words: Option<WordScores>,
    #[serde(rename = "empty", skip_serializing_if = "Option::is_none")]
    empty_pages: Option<u64>,
    #[serde(rename = "F_types", skip_serializing_if = "BTreeMap::is_empty")]
    f1_by_type: BTreeMap<&'a str, f64>,
    #[serde(flatten)]
    segments: Option<SegmentScores>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    languages: BTreeMap<&'a str, LanguageRow>,
    #[serde(skip_serializing_if = "Option::is_none")]
    page_types_right: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    raggedness: Option<f64>,
}

#[derive(Serialize)]
struct LanguageRow {
    pages: u64,
    #[serde(flatten)]
    words: Option<WordScores>,
    #[serde(flatten)]
    segments: Option<SegmentScores>,
}

/// Scores over words, with four digits.
#[derive(Serialize)]
struct WordScores {
    #[serde(rename = "P")]
    precision: f64,
    #[serde(rename = "R")]
    recall: f64,
    #[serde(rename = "F")]
    f1: f64,
}

/// Scores over segments, with four digits.
#[derive(Serialize)]
struct SegmentScores {
    #[serde(rename = "sP")]
    precision: f64,
    #[serde(rename = "sR")]
    recall: f64,
    #[serde(rename = "sF")]
    f1: f64,
}

impl From<Prf> for WordScores {
    fn from(Prf { precision, recall, f1 }: Prf) -> Self {
        Self { precision: four_digits(precision), recall: four_digits(recall), f1: four_digits(f1) }
    }
}

impl From<Prf> for SegmentScores {
    fn from(Prf { precision, recall, f1 }: Prf) -> Self {
        Self { precision: four_digits(precision), recall: four_digits(recall), f1: four_digits(f1) }
    }
}

impl Report {
    /// The scores as one JSON object, without a line end.
    /// Keys: `pages`; with gold texts `P`, `R`, `F` (means over pages), `empty` (number of pages)
    /// and, if pages have types, `F_types`; with segments `sP`, `sR`, `sF`; if pages have
    /// languages, `languages`, with such scores and `pages` for each; if page types were predicted,
    /// `page_types_right`, the share of right ones; with records, `raggedness`. Scores have four
    /// digits. A tie is rounded to the even digit.
    #[must_use]
    pub fn to_json(&self) -> String {
        let words = self.words.as_ref();
        let by_type = words.into_iter().flat_map(|words| &words.f1_by_type);
        let languages = self.by_language.iter().map(|(name, figures)| {
            let LanguageFigures { pages, words, segments } = *figures;
            let row = LanguageRow { pages, words: words.map(Into::into), segments: segments.map(Into::into) };
            (name.as_str(), row)
        });
        let row = Row {
            pages: self.pages,
            words: words.map(|words| words.mean.into()),
            empty_pages: words.map(|words| words.empty_pages),
            f1_by_type: by_type.map(|(name, &f1)| (name.as_str(), four_digits(f1))).collect(),
            segments: self.segments.map(Into::into),
            languages: languages.collect(),
            page_types_right: self.page_types.as_ref().map(|types| four_digits(types.accuracy())),
            raggedness: self.raggedness.map(four_digits),
        };
        serde_json::to_string(&row).expect("string keys and numbers always have a JSON form")
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:<10} {:>9}", "pages", self.pages)?;
        if let Some(words) = &self.words {
            write!(f, "\n{:<10} {:>9}", "empty", words.empty_pages)?;
        }
        write!(f, "\n\n{:<10} {:>9} {:>9} {:>9}", "", "precision", "recall", "F1")?;
        let lines = [("words", self.words.as_ref().map(|words| words.mean)), ("segments", self.segments)];
        for (name, figures) in lines {
            if let Some(Prf { precision, recall, f1 }) = figures {
                write!(f, "\n{name:<10} {precision:>9.4} {recall:>9.4} {f1:>9.4}")?;
            }
        }
        for (name, f1) in self.words.iter().flat_map(|words| &words.f1_by_type) {
            write!(f, "\n  {name:<28} {f1:>9.4}")?;
        }
        for (name, LanguageFigures { pages, words, segments }) in &self.by_language {
            for (what, figures) in [("pages", words), ("pages, segments", segments)] {
                if let Some(Prf { precision, recall, f1 }) = figures {
                    write!(f, "\n{name:<10} {precision:>9.4} {recall:>9.4} {f1:>9.4}  {pages} {what}")?;
                }
            }
        }
        if let Some(share) = self.raggedness {
            write!(f, "\n\nrecords cut {share:>25.4}")?;
        }
        if let Some(types) = &self.page_types {
            let (right, pages) = (types.accuracy(), types.count());
            write!(f, "\n\npage types right {right:>23.4}  {pages} pages\n{types}")?;
        }
        Ok(())
    }
}

/// The nearest number with four decimal digits. It is formatted as text, which is exact:
/// multiplication would round twice.
fn four_digits(x: f64) -> f64 {
    format!("{x:.4}").parse().unwrap_or(x)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Report {
        let mean = Prf { precision: 2.0 / 3.0, recall: 1.0, f1: 0.8 };
        let f1_by_type = [("-".into(), 0.8), ("forum".into(), 0.03125)].into();
        Report {
            pages: 3,
            words: Some(WordFigures { mean, empty_pages: 1, f1_by_type }),
            by_language: [("el".into(), LanguageFigures { pages: 3, words: Some(mean), segments: None })]
                .into(),
            segments: Some(Prf { precision: 0.0, recall: 0.5, f1: 0.0 }),
            page_types: None,
            raggedness: None,
        }
    }

    #[test]
    fn json_has_the_keys_in_order_and_four_digits() {
        assert_eq!(
            sample().to_json(),
            "{\"pages\":3,\"P\":0.6667,\"R\":1.0,\"F\":0.8,\"empty\":1,\
             \"F_types\":{\"-\":0.8,\"forum\":0.0312},\"sP\":0.0,\"sR\":0.5,\"sF\":0.0,\
             \"languages\":{\"el\":{\"pages\":3,\"P\":0.6667,\"R\":1.0,\"F\":0.8}}}"
        );
        assert_eq!(Report::default().to_json(), "{\"pages\":0}");
    }

    #[test]
    fn ties_go_to_the_even_digit() {
        assert_eq!([0.03125, 0.09375, 0.15625].map(four_digits), [0.0312, 0.0938, 0.1562]);
    }

    #[test]
    fn table_has_a_line_per_figure() {
        let expected = "\
pages              3
empty              1

           precision    recall        F1
words         0.6667    1.0000    0.8000
segments      0.0000    0.5000    0.0000
  -                               0.8000
  forum                           0.0312
el            0.6667    1.0000    0.8000  3 pages";
        assert_eq!(sample().to_string(), expected);
    }
}
