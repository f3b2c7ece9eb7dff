//! How good the kept text probably is: the expected F1 of the decision.
//!
//! A score gives the probability that a block is content, so that words can be counted that are
//! expected to be content. Source: Nan, Chai, Lee, Chieu: Optimizing F-measure, ICML 2012,
//! section 3.1, as for the [threshold](super::threshold). Departure: it is computed for the blocks
//! that were kept in the end, by scores and rules.

use crate::block::{Record, Verdict};
use crate::model::logistic;

/// Expected words of content of a page, so far. 24 bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct ExpectedWords {
    kept: f64,
    kept_content: f64,
    content: f64,
}

impl ExpectedWords {
    /// Counts a decided block that has a score in logits.
    pub(crate) fn add(&mut self, record: &Record) {
        self.add_words(record.words(), record.score, record.verdict == Verdict::Kept);
    }

    /// Counts the words of a block with a score in logits.
    pub(crate) fn add_words(&mut self, words: u32, score: f32, is_kept: bool) {
        let words = f64::from(words);
        // Blocks that are never content have a score below all others.
        let content = words * f64::from(logistic(score));
        self.content += content;
        if is_kept {
            self.kept += words;
            self.kept_content += content;
        }
    }

    /// The expected F1 of the kept words, 0 to 1; `None` if no words were counted.
    pub(crate) fn f1(&self) -> Option<f32> {
        let all = self.kept + self.content;
        (all > 0.0).then(|| (2.0 * self.kept_content / all) as f32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::block::tests::blocks_of;
    use crate::decide::verdict::NEVER_CONTENT_SCORE;

    /// The expected F1 of blocks of ten words each.
    fn f1_of(blocks: &[(f32, Verdict)]) -> Option<f32> {
        let html = "<p>one two three four five six seven eight nine ten".repeat(blocks.len());
        let mut page = blocks_of(&html, false);
        let mut expected = ExpectedWords::default();
        for (index, &(score, verdict)) in blocks.iter().enumerate() {
            let record = page.arena.record_mut(index);
            (record.score, record.verdict) = (score, verdict);
            expected.add(record);
        }
        expected.f1()
    }

    #[test]
    fn sure_decisions_are_nearly_one_and_doubtful_ones_lower() {
        let sure = f1_of(&[(8.0, Verdict::Kept), (-8.0, Verdict::Dropped)]).unwrap();
        let doubtful = f1_of(&[(0.0, Verdict::Kept), (-0.5, Verdict::Dropped)]).unwrap();
        assert!(sure > 0.99 && doubtful < 0.6 && doubtful > 0.3, "{sure} {doubtful}");
    }

    #[test]
    fn what_is_kept_against_its_score_counts_as_wrong() {
        let right = f1_of(&[(4.0, Verdict::Kept), (NEVER_CONTENT_SCORE, Verdict::Dropped)]).unwrap();
        let wrong = f1_of(&[(4.0, Verdict::Kept), (NEVER_CONTENT_SCORE, Verdict::Kept)]).unwrap();
        assert!(right > 0.95 && wrong < 0.7, "{right} {wrong}");
    }

    #[test]
    fn a_page_without_words_has_none() {
        assert_eq!(f1_of(&[]), None);
    }
}
