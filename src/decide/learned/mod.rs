//! The learned method: boosted trees and a network over block features, smoothing by path, and a
//! threshold per page.

mod group;
mod title;

use super::areas::Scale;
use super::dedup::Deduplicator;
use super::explain::{Contributions, KeyPhrase, add_contributions, strongest};
use super::path_smoothing::PathMeans;
use super::record_means::{RecordMeans, RecordPlace};
use super::rule::{Rule, RuleTrace};
use super::score_cache::{BlockKey, ScoreCache};
use super::threshold::ScoreHistogram;
use super::verdict::{NEVER_CONTENT_SCORE, is_linked, is_never_content, may_be_kept, set, verdict};
use super::{areas, completion, headings, hidden};
use crate::block::marks::Plain;
use crate::block::{Arena, MethodNote, Record, Verdict};
use crate::feature::page_stats::PageStats;
use crate::feature::page_type::{BlocksFeatures, of_blocks};
use crate::feature::running_stats::RunningStats;
use crate::feature::text_table::TextTable;
use crate::feature::vector::{self, BATCH_LANES, BLOCK_FEATURES, FEATURE_COUNT, PageFeatures};
use crate::metadata::PageClaims;
use crate::methods::{Favor, FavorThresholds};
use crate::model::network::NetworkState;
use crate::model::{Ensemble, GROUP_BLOCKS, vector_level};
use crate::structure::{Flags, WordWeights};
use fearless_simd::Level;
use group::{Group, predict_ensemble};
use title::{TitleParts, keep_title};

/// Minimum words of a page for this method. Shorter pages are hardly present in gold standards, so
/// there is nothing to learn from.
const MIN_WORDS: u32 = 20;

/// How far below the threshold, in logits, a single block between two kept blocks may score.
const GAP_SLACK_LOGITS: f32 = 0.6;

/// The features of the page in the decision over the most words of it. A page within the budget has
/// one decision.
struct LongestDecision {
    words: u32,
    of_page: PageFeatures,
    of_blocks: BlocksFeatures,
}

impl Default for LongestDecision {
    fn default() -> Self {
        let of_page = [0.0; size_of::<PageFeatures>() / size_of::<f32>()];
        Self { words: 0, of_page, of_blocks: BlocksFeatures::default() }
    }
}

impl LongestDecision {
    fn offer(&mut self, words: u32, of_page: &PageFeatures, of_blocks: BlocksFeatures) {
        if words >= self.words {
            *self = Self { words, of_page: *of_page, of_blocks };
        }
    }
}

/// Scores of one page, in logits, that decide its blocks.
#[derive(Clone, Copy)]
struct PageThresholds {
    /// Minimum score of a block that is kept.
    keep_from: f32,
    /// Minimum score of content to the rules that drop blocks, whatever is favoured.
    content_from: f32,
}

/// The method and its buffers: [`Learned::HELD_BYTES`] in addition to the model.
pub(super) struct Learned {
    model: Ensemble,
    texts: TextTable,
    favor: Favor,
    level: Level,
    page: PageStats,
    /// The page features of the decision over the most words of this page.
    longest: LongestDecision,
    /// Blocks of the page were decided before those that wait.
    is_continued: bool,
    group: Group,
    network_state: NetworkState,
    /// Number of blocks before the last explained one, and the running statistics over them.
    explained: Option<(usize, RunningStats)>,
    score_cache: ScoreCache,
}

impl Learned {
    pub(super) const HELD_BYTES: usize = PageStats::HELD_BYTES + Group::HELD_BYTES + ScoreCache::HELD_BYTES;

    pub(super) fn new(model: Ensemble, favor: Favor) -> Self {
        Self {
            texts: model.texts(),
            model,
            favor,
            level: vector_level(),
            page: PageStats::new(),
            longest: LongestDecision::default(),
            is_continued: false,
            group: Group::new(),
            network_state: NetworkState::EMPTY,
            explained: None,
            score_cache: ScoreCache::new(),
        }
    }

    /// The model's weights of class and id words.
    pub(super) fn words(&self) -> WordWeights {
        self.model.words()
    }

    /// Forgets the page features of the last page.
    pub(super) fn reset(&mut self) {
        self.longest = LongestDecision::default();
    }

    /// The features of the page, and of its blocks, in the decision over the most words of it.
    pub(super) fn page_features(&self) -> (&PageFeatures, &BlocksFeatures) {
        (&self.longest.of_page, &self.longest.of_blocks)
    }

    /// Decides all pending records. Returns `false` if nothing is kept or the page has fewer words
    /// than [`MIN_WORDS`].
    ///
    /// `keywords` is the number of title keywords; their occurrences in the records were counted
    /// before. `claims` holds the page's metadata.
    ///
    /// Cost: linear in the records, their text and the elements. Blocks that may be content and
    /// miss the score cache go through the network, [`GROUP_BLOCKS`] at a time. The trees score the
    /// blocks for which the network is not confident.
    pub(super) fn decide(
        &mut self,
        arena: &mut Arena,
        keywords: usize,
        claims: PageClaims<'_>,
        plain: &mut Plain,
        trace: &mut RuleTrace,
    ) -> bool {
        if arena.len() == 0 {
            return false;
        }
        self.explained = None;
        self.is_continued = self.longest.words > 0;
        self.page.read(arena, claims, &self.texts, plain);
        let scores = self.score(arena, keywords, plain);
        self.decide_by_scores(arena, &scores, claims, plain, trace)
    }

    /// Decides all pending records anew, after their scores changed. Returns `false` as
    /// [`decide`](Self::decide) does.
    #[cfg(feature = "repeats")]
    pub(super) fn decide_again(
        &mut self,
        arena: &mut Arena,
        claims: PageClaims<'_>,
        plain: &mut Plain,
        trace: &mut RuleTrace,
    ) -> bool {
        let mut scores = ScoreHistogram::new();
        for record in arena.records().filter(|record| record.score != NEVER_CONTENT_SCORE) {
            scores.add(record.score, record.words());
        }
        self.decide_by_scores(arena, &scores, claims, plain, trace)
    }

    /// Sets the thresholds of the page, and applies them and the rules.
    fn decide_by_scores(
        &mut self,
        arena: &mut Arena,
        scores: &ScoreHistogram,
        claims: PageClaims<'_>,
        plain: &mut Plain,
        trace: &mut RuleTrace,
    ) -> bool {
        // Rules must not depend on `favor`, so that precision <= balanced <= recall holds. If
        // precision keeps nothing, fall back to balanced.
        let content_from = scores.threshold(Favor::Balanced);
        trace.note_thresholds(|| FavorThresholds {
            precision: scores.threshold(Favor::Precision),
            balanced: content_from,
            recall: scores.threshold(Favor::Recall),
        });
        let keep_from = match self.favor {
            Favor::Balanced => content_from,
            favor => scores.threshold(favor),
        };
        let favored = PageThresholds { keep_from, content_from };
        let balanced = PageThresholds { keep_from: content_from, content_from };
        let title = TitleParts::of(&claims);
        let keeps_some = self.keep(arena, &title, favored, plain, trace)
            || self.favor == Favor::Precision && self.keep(arena, &title, balanced, plain, trace);
        keeps_some && self.page.words >= MIN_WORDS
    }

    /// Keeps blocks by their score, then applies the rules. Returns `false` if nothing is kept.
    fn keep(
        &mut self,
        arena: &mut Arena,
        title: &TitleParts<'_>,
        PageThresholds { keep_from, content_from }: PageThresholds,
        plain: &mut Plain,
        trace: &mut RuleTrace,
    ) -> bool {
        for record in arena.records_mut() {
            record.verdict = verdict(record.score >= keep_from);
        }
        trace.begin(arena);
        trace.note_method(arena, false);
        let is_continued = self.is_continued;
        areas::judge(arena, Scale { content_from, keep_from, page: &self.page, is_continued });
        trace.note(arena, Rule::Area);
        let totals = &self.page.totals;
        fill_gaps(arena, keep_from);
        trace.note(arena, Rule::Gap);
        completion::keep(arena, keep_from);
        trace.note(arena, Rule::Completion);
        if totals.headings > 0 {
            headings::keep_over_text(arena, keep_from);
            trace.note(arena, Rule::Heading);
        }
        let is_kept = |record: &Record| record.verdict == Verdict::Kept;
        let has_content = arena.records().any(is_kept);
        keep_title(arena, title, content_from);
        trace.note(arena, Rule::Title);
        hidden::judge(arena, content_from, self.group.rule_memory());
        trace.note(arena, Rule::Hidden);
        Deduplicator::new(self.group.rule_memory()).drop_copies(arena, content_from, plain);
        trace.note(arena, Rule::Copy);
        if totals.headings > 0 {
            headings::drop_empty(arena);
            trace.note(arena, Rule::EmptyHeading);
        }
        has_content && arena.records().any(is_kept)
    }

    /// The strongest contributions of features to the trees' score of block `index`.
    ///
    /// The features are those of the block itself, even if its score comes from the cache or the
    /// network. Call in ascending order of `index`, after the decision.
    pub(super) fn contributions(
        &mut self,
        arena: &Arena,
        keywords: usize,
        index: usize,
        plain: &mut Plain,
    ) -> Contributions {
        let (past, running_stats) = self.explained.get_or_insert_with(|| (0, RunningStats::default()));
        while *past < index {
            running_stats.pass(arena, *past);
            *past += 1;
        }
        let of_page = vector::of_page(&self.page);
        let text = plain.of(arena.text(arena.record(index)));
        let Group { features, bins, .. } = &mut self.group;
        let same = self.page.repeats[PageStats::text_group(text)];
        vector::write(arena, &self.page, running_stats, keywords, (index, text, same), (features, 0));
        let mut moved = [0.0; FEATURE_COUNT];
        self.model.bin(self.level, features, 0, bins);
        self.model.quantize_page(&of_page, bins);
        add_contributions(&self.model, bins, 0, &mut moved);
        let mut contributions =
            strongest(&moved, self.model.unit(), |feature| match feature.checked_sub(BLOCK_FEATURES) {
                Some(feature) => of_page[feature],
                None => features[feature][0],
            });
        let weightiest = self.texts.weightiest(text);
        contributions.phrase =
            weightiest.map(|(place, weight)| KeyPhrase { text: text[place].into(), weight });
        contributions
    }

    /// Scores all pending records that may be content, in logits, and returns their histogram.
    fn score(&mut self, arena: &mut Arena, keywords: usize, plain: &mut Plain) -> ScoreHistogram {
        let mut running_stats = RunningStats::default();
        self.begin_scores(arena);
        for index in 0..arena.len() {
            let record = arena.record(index);
            if is_never_content(record) {
                store_score(arena, index, NEVER_CONTENT_SCORE);
            } else if let Some(precedent) = self.score_cache.of(BlockKey::of(arena, record), index) {
                store_distance(arena, index, precedent);
            } else {
                let text = plain.of(arena.text(record));
                let Group { features, blocks, used, .. } = &mut self.group;
                let lane = (&mut **features, *used % BATCH_LANES);
                let same = self.page.repeats[record.method_note.text_group()];
                vector::write(arena, &self.page, &mut running_stats, keywords, (index, text, same), lane);
                blocks[*used] = index;
                *used += 1;
                if self.group.used.is_multiple_of(BATCH_LANES) {
                    self.quantize_batch();
                }
            }
            running_stats.pass(arena, index);
            if self.group.used == GROUP_BLOCKS {
                self.predict_group(arena);
            }
        }
        if !self.group.used.is_multiple_of(BATCH_LANES) {
            self.quantize_batch();
        }
        self.predict_group(arena);
        self.smooth_scores(arena)
    }

    /// Smooths scores by path and by record, and returns their histogram.
    ///
    /// Blocks that reuse a score get it first. Blocks that are never content are left out.
    fn smooth_scores(&mut self, arena: &mut Arena) -> ScoreHistogram {
        let path_of = |arena: &Arena, record: &Record| arena.element(record.context.element).path_hash;
        let mut paths = PathMeans::new(self.group.sums(arena.len()));
        for index in 0..arena.len() {
            let record = arena.record(index);
            if record.score != NEVER_CONTENT_SCORE {
                let score = arena.record(index - record.method_note.distance()).score;
                paths.count(path_of(arena, record), score);
                arena.record_mut(index).score = score;
            }
        }
        for index in 0..arena.len() {
            let record = arena.record(index);
            if record.score != NEVER_CONTENT_SCORE {
                let score = paths.smoothed_score(path_of(arena, record), record.score);
                arena.record_mut(index).score = score;
            }
        }
        let mut means = RecordMeans::new(self.group.sums(arena.len()));
        for record in arena.records().filter(|record| record.score != NEVER_CONTENT_SCORE) {
            means.count(RecordPlace::of(arena, record), record.words(), record.score);
        }
        let mut scores = ScoreHistogram::new();
        for index in 0..arena.len() {
            let record = arena.record(index);
            if record.score == NEVER_CONTENT_SCORE {
                continue;
            }
            let score = means.pooled_score(RecordPlace::of(arena, record), record.score);
            scores.add(score, record.words());
            arena.record_mut(index).score = score;
        }
        scores
    }

    /// Prepares the scoring of a page: its own features, the network, the cache.
    fn begin_scores(&mut self, arena: &Arena) {
        let bins = &mut self.group.bins;
        let of_page = vector::of_page(&self.page);
        self.model.quantize_page(&of_page, bins);
        self.longest.offer(self.page.words, &of_page, of_blocks(arena, &self.page));
        if let Some(network) = self.model.network() {
            self.network_state.begin(self.level, network, bins);
        }
        self.score_cache.begin();
        self.group.used = 0;
    }

    /// Quantizes the features of the last [`BATCH_LANES`] blocks of the group, or fewer.
    fn quantize_batch(&mut self) {
        let Group { features, bins, used, .. } = &mut self.group;
        self.model.bin(self.level, features, (*used - 1) / BATCH_LANES, bins);
    }

    /// Predicts and stores the scores of the group, and empties it.
    fn predict_group(&mut self, arena: &mut Arena) {
        let Self { model, level, network_state, group, .. } = self;
        let used = group.used;
        if used == 0 {
            return;
        }
        let logits = match model.network() {
            Some(network) => {
                let (bins, memory) = group.network_memory();
                predict_ensemble(*level, (model, network), network_state, (bins, used), memory)
            }
            None => model.predict(*level, &group.bins, used).map(|sum| sum as f32 * model.unit()),
        };
        for (&index, logit) in group.blocks[..used].iter().zip(logits) {
            store_score(arena, index, logit);
        }
        group.used = 0;
    }
}

/// Keeps a block between two kept blocks if it misses the threshold by at most
/// [`GAP_SLACK_LOGITS`] and is not a link to another page. A reader would notice the gap. A lower
/// threshold never keeps less.
fn fill_gaps(arena: &mut Arena, threshold: f32) {
    for index in 1..arena.len().saturating_sub(1) {
        let record = arena.record(index);
        // A block that was kept to fill a gap scores below the threshold.
        let is_kept = |at: usize| {
            let record = arena.record(at);
            record.verdict == Verdict::Kept && record.score >= threshold && !record.has(Flags::HIDDEN)
        };
        let misses_narrowly = record.score < threshold && record.score >= threshold - GAP_SLACK_LOGITS;
        if misses_narrowly
            && may_be_kept(record)
            && !is_linked(record)
            && is_kept(index - 1)
            && is_kept(index + 1)
        {
            set(arena, index, true);
        }
    }
}

/// Stores the predicted score of block `index`, which does not use the cache.
fn store_score(arena: &mut Arena, index: usize, logit: f32) {
    let record = arena.record_mut(index);
    (record.score, record.method_note) = (logit, MethodNote::of_distance(0));
}

/// Stores the distance from block `index` back to the block whose score it reuses.
fn store_distance(arena: &mut Arena, index: usize, precedent: usize) {
    let record = arena.record_mut(index);
    (record.score, record.method_note) = (0.0, MethodNote::of_distance((index - precedent) as u32));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::block::Blocks;
    use crate::budget::MemoryLedger;
    use crate::structure::{Break, Context};
    use alloc::vec::Vec;

    /// Which blocks of these scores, hidden or not, are kept with a threshold of zero.
    fn kept(blocks: &[(f32, bool)]) -> Vec<bool> {
        let mut all = Blocks::new(MemoryLedger::new(1 << 20, 0), false, false, None);
        for &(_, is_hidden) in blocks {
            let mut context = Context::default();
            if is_hidden {
                context.flags.set(Flags::HIDDEN);
            }
            all.text("text", 0, &context);
            all.line_break(Break::Block);
        }
        let arena = &mut all.arena;
        assert_eq!(arena.len(), blocks.len());
        for (index, &(score, _)) in blocks.iter().enumerate() {
            store_score(arena, index, score);
            set(arena, index, score >= 0.0);
        }
        fill_gaps(arena, 0.0);
        (0..arena.len()).map(|index| arena.record(index).verdict == Verdict::Kept).collect()
    }

    #[test]
    fn a_hole_of_one_block_that_misses_narrowly_is_filled() {
        let shown = |scores: &[f32]| kept(&scores.iter().map(|&score| (score, false)).collect::<Vec<_>>());
        assert_eq!(shown(&[1.0, -0.2, 1.0]), [true, true, true]);
        assert_eq!(shown(&[1.0, -0.7, 1.0]), [true, false, true], "it misses by more");
        assert_eq!(shown(&[1.0, -0.2, -0.2, 1.0]), [true, false, false, true], "a hole of two");
        assert_eq!(shown(&[-0.2, 1.0, -0.2]), [false, true, false], "at the ends of the page");
        assert_eq!(shown(&[1.0, -0.1, 1.0, -0.1, 1.0]), [true; 5]);
        assert_eq!(kept(&[(1.0, false), (-0.2, true), (1.0, false)]), [true, false, true], "it is hidden");
        assert_eq!(
            kept(&[(1.0, true), (-0.2, false), (1.0, false)]),
            [true, false, true],
            "what it follows is hidden"
        );
        assert!(shown(&[]).is_empty());
    }
}
