//! Formulas in attributes of HTML elements.
//!
//! In: start tags. Out: the TeX that an attribute holds. Holds nothing.

use crate::html::{AttrId, AttrSet, Tag};

/// Attributes in which tools keep the TeX of a formula that the element draws.
const OF_TEX: AttrSet = AttrSet::of(&[
    AttrId::DataEquation,
    AttrId::DataExpr,
    AttrId::DataFormula,
    AttrId::DataLatex,
    AttrId::DataMath,
    AttrId::DataTex,
]);

/// Attributes in which tools keep a formula that the element draws: its TeX, or its MathML.
pub(crate) const OF_FORMULAS: AttrSet = OF_TEX.with(AttrSet::of(&[AttrId::DataMathml]));

/// Attributes of MathML elements that say what they mean.
pub(crate) const OF_MATHML: AttrSet = AttrSet::of(&[
    AttrId::Close,
    AttrId::Encoding,
    AttrId::Linethickness,
    AttrId::Mathvariant,
    AttrId::Notation,
    AttrId::Open,
    AttrId::Separators,
    AttrId::Width,
]);

/// Letters in a row that distinguish words from TeX. Words are a description for readers who cannot
/// see the formula. TeX has such words only after a backslash.
const LETTERS_OF_WORD: usize = 4;

/// The TeX that an element has in an attribute, for the formula that it draws.
pub(crate) fn tex_of_data<'a>(tag: &Tag<'a>) -> Option<&'a str> {
    let is_tex = |tex: &&str| has_command(tex) || names_formula(tag) && may_be_tex(tex);
    let texts = tag.attributes.iter().filter(|&(id, _)| OF_TEX.contains(id)).map(|(_, text)| text);
    texts.map(str::trim).filter(|tex| !tex.is_empty()).find(is_tex)
}

/// Classes that tools give to their formulas: WordPress, MediaWiki, Zhihu, QuickLaTeX, and others.
const CLASSES_OF_FORMULAS: [&str; 12] = [
    "latex",
    "tex",
    "math",
    "katex",
    "mathjax",
    "equation",
    "formula",
    "eeimg",
    "mwe-math-fallback-image-inline",
    "mwe-math-fallback-image-display",
    "ql-img-inline-formula",
    "ql-img-displayed-formula",
];

/// Whether a class of an element means a formula, alone or before a hyphen: `math-inline`.
pub(super) fn names_formula(tag: &Tag<'_>) -> bool {
    let class = tag.attributes.get(AttrId::Class).unwrap_or("");
    class.split_ascii_whitespace().any(|word| {
        let first = word.split(['-', '_']).next().unwrap_or(word);
        CLASSES_OF_FORMULAS
            .iter()
            .any(|name| name.eq_ignore_ascii_case(word) || name.eq_ignore_ascii_case(first))
    })
}

/// Whether a text has a command of TeX, and is no path of a file.
pub(super) fn has_command(text: &str) -> bool {
    let begins_command = |at: usize| text[at + 1..].starts_with(|c: char| c.is_ascii_alphabetic());
    text.match_indices('\\').any(|(at, _)| begins_command(at)) && !text.contains(":\\")
}

/// Whether an `alttext` may be TeX and not a description in words.
pub(super) fn may_be_tex(alttext: &str) -> bool {
    let mut words = alttext.split_whitespace();
    alttext.contains('\\')
        || !words.any(|word| {
            word.chars().nth(LETTERS_OF_WORD - 1).is_some() && word.chars().all(char::is_alphabetic)
        })
}
