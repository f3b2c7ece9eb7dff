//! The visible text of a page.

use trommel::{
    Extractor, Format, Method, Options,
    methods::{Combination, Relevance, Threshold, Thresholds, WordsLeaves},
};

/// A sentence that is long enough to be content.
pub const SENTENCE: &str = "The pond behind our house is small and green and full of newts, which I count.";

/// Options that keep blocks with more than `least_ttr` characters per tag, whatever their links and
/// the title. With zero, all visible blocks are kept.
#[must_use]
pub fn keep(least_ttr: f32) -> Options {
    let thresholds = Thresholds {
        ttr: Threshold::Constant(least_ttr),
        attr: Threshold::Constant(2.0),
        tkd: Threshold::Constant(9.0),
        combination: Combination::Rescue,
    };
    Options::default().with_method(Method::LineBlock(thresholds))
}

/// The visible text of a page in `format`.
#[track_caller]
pub fn shown_as(format: Format, page: &str) -> String {
    let literal = WordsLeaves { relevance: Relevance::Literal, ..WordsLeaves::DEFAULT };
    let options = Options::default().with_method(Method::WordsLeaves(literal));
    let mut extractor = Extractor::new(options.with_format(format)).expect("the options are sound");
    extractor.push(page.as_bytes()).expect("HTML is never wrong");
    let whole = extractor.finish().expect("HTML is never wrong").text;
    page.as_bytes().iter().for_each(|&byte| extractor.push(&[byte]).expect("HTML is never wrong"));
    assert_eq!(extractor.finish().expect("HTML is never wrong").text, whole, "in single bytes");
    whole
}

/// The visible text of a page as plain text.
#[track_caller]
pub fn shown(page: &str) -> String {
    shown_as(Format::Text, page)
}
