//! The learned method: boosted trees and a network over block features, smoothing by path, and a
//! threshold per page.

use super::dedup::Deduplicator;
use super::explain::{Contributions, add_contributions, strongest};
use super::path_smoothing::{self, PathMeans};
use super::rule::{Rule, RuleTrace};
use super::score_cache::{BlockKey, ScoreCache};
use super::threshold::ScoreHistogram;
use super::{NEVER_CONTENT_SCORE, completion, headings, hidden, is_never_content, may_be_kept, set, verdict};
use crate::block::marks::{Plain, Span, spans};
use crate::block::{Arena, MethodNote, Record, Verdict};
use crate::feature::ngram_filter::NgramFilter;
use crate::feature::page_stats::PageStats;
use crate::feature::running_stats::RunningStats;
use crate::feature::tkd;
use crate::feature::vector::{self, BATCH_LANES, BLOCK_FEATURES, Batch, FEATURE_COUNT, PageFeatures};
use crate::metadata::PageClaims;
use crate::methods::{Favor, FavorThresholds};
use crate::model::network::{self, Network, NetworkState};
use crate::model::{Bins, Ensemble, GROUP_BLOCKS, vector_level};
use crate::structure::{Flags, WordWeights};
use alloc::boxed::Box;
use fearless_simd::Level;

/// Minimum words of a page for this method. Shorter pages are hardly present in gold standards, so
/// there is nothing to learn from.
const MIN_WORDS: u32 = 20;

/// How far below the threshold, in logits, a single block between two kept blocks may score.
const GAP_SLACK_LOGITS: f32 = 0.3;

/// Minimum score, in logits, of an `h1` that repeats the page's title.
const MIN_TITLE: f32 = -1.5;

/// Blocks that are scored together, and the memory for it.
///
/// The memory serves one phase after the other: first the features of [`BATCH_LANES`] blocks; while
/// all of them are in bins, the network; when all blocks have scores, the means of paths. Memory of
/// its own for each phase would add 18 KiB to the minimum budget.
struct Group {
    features: Box<Batch>,
    bins: Box<Bins>,
    /// The block number of each lane of `bins`.
    blocks: [usize; GROUP_BLOCKS],
    /// Lanes in use.
    used: usize,
}

impl Group {
    const HELD_BYTES: usize = size_of::<Batch>() + size_of::<Bins>();

    fn new() -> Self {
        Self {
            features: Box::new([[0.0; BATCH_LANES]; BLOCK_FEATURES]),
            bins: Box::new(Bins::LOWEST),
            blocks: [0; GROUP_BLOCKS],
            used: 0,
        }
    }

    /// The memory of the features, for the network. All features must be in bins.
    fn network_memory(&mut self) -> (&mut Bins, &mut [f32]) {
        const { assert!(size_of::<Batch>() >= size_of::<f32>() * network::ROOM) };
        (&mut self.bins, self.features.as_flattened_mut())
    }

    /// The means of paths of `blocks` blocks, in the memory of features and bins. All blocks must
    /// have scores.
    fn path_means(&mut self, blocks: usize) -> PathMeans<'_> {
        const { assert!(size_of::<Batch>() >= size_of::<f32>() * path_smoothing::MAX_NUMBERS) };
        const { assert!(GROUP_BLOCKS * BLOCK_FEATURES >= path_smoothing::MAX_HASH_BYTES) };
        PathMeans::new(self.features.as_flattened_mut(), self.bins.of_blocks.as_flattened_mut(), blocks)
    }
}

/// The page features of the decision over the most words of a page. A page within the budget has
/// one decision.
struct LongestDecision {
    words: u32,
    of_page: PageFeatures,
}

impl Default for LongestDecision {
    fn default() -> Self {
        Self { words: 0, of_page: [0.0; size_of::<PageFeatures>() / size_of::<f32>()] }
    }
}

impl LongestDecision {
    fn offer(&mut self, words: u32, of_page: &PageFeatures) {
        if words >= self.words {
            *self = Self { words, of_page: *of_page };
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
    favor: Favor,
    level: Level,
    page: PageStats,
    /// The page features of the decision over the most words of this page.
    longest: LongestDecision,
    group: Group,
    network_state: NetworkState,
    /// Number of blocks before the last explained one, and the running statistics over them.
    explained: Option<(usize, RunningStats)>,
    score_cache: ScoreCache,
    /// Character n-grams of shown content.
    shown: NgramFilter,
    deduplicator: Deduplicator,
}

impl Learned {
    pub(super) const HELD_BYTES: usize = PageStats::HELD_BYTES
        + Group::HELD_BYTES
        + ScoreCache::HELD_BYTES
        + NgramFilter::HELD_BYTES
        + Deduplicator::HELD_BYTES;

    pub(super) fn new(model: Ensemble, favor: Favor) -> Self {
        Self {
            model,
            favor,
            level: vector_level(),
            page: PageStats::new(),
            longest: LongestDecision::default(),
            group: Group::new(),
            network_state: NetworkState::EMPTY,
            explained: None,
            score_cache: ScoreCache::new(),
            shown: NgramFilter::new(),
            deduplicator: Deduplicator::new(),
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

    /// The page features of the decision over the most words of this page.
    pub(super) fn page_features(&self) -> &PageFeatures {
        &self.longest.of_page
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
        self.page.read(arena, claims, plain);
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
        let favored = PageThresholds { keep_from: scores.threshold(self.favor), content_from };
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
        if totals.h1s > 0 {
            keep_title(arena, title);
            trace.note(arena, Rule::Title);
        }
        hidden::judge(arena, content_from, &mut self.shown);
        trace.note(arena, Rule::Hidden);
        self.deduplicator.drop_copies(arena, content_from, plain);
        trace.note(arena, Rule::Copy);
        if totals.headings > 0 {
            headings::drop_empty(arena, content_from);
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
        vector::write(arena, &self.page, running_stats, keywords, (index, text), (features, 0));
        let mut moved = [0.0; FEATURE_COUNT];
        self.model.bin(self.level, features, 0, bins);
        self.model.quantize_page(&of_page, bins);
        add_contributions(&self.model, bins, 0, &mut moved);
        strongest(&moved, self.model.unit(), |feature| match feature.checked_sub(BLOCK_FEATURES) {
            Some(feature) => of_page[feature],
            None => features[feature][0],
        })
    }

    /// Scores all pending records that may be content, in logits, and returns their histogram.
    fn score(&mut self, arena: &mut Arena, keywords: usize, plain: &mut Plain) -> ScoreHistogram {
        let mut running_stats = RunningStats::default();
        self.begin_scores();
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
                vector::write(arena, &self.page, &mut running_stats, keywords, (index, text), lane);
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
        smooth_scores(arena, self.group.path_means(arena.len()))
    }

    /// Prepares the scoring of a page: its own features, the network, the cache.
    fn begin_scores(&mut self) {
        let bins = &mut self.group.bins;
        let of_page = vector::of_page(&self.page);
        self.model.quantize_page(&of_page, bins);
        self.longest.offer(self.page.words, &of_page);
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

/// Predicts the scores of the first `lanes` lanes, in logits, with `memory` for the network.
///
/// The network scores all blocks. The trees score those for which the network is not confident;
/// their bins are moved to the first lanes.
fn predict_ensemble(
    level: Level,
    (model, network): (&Ensemble, Network<'_>),
    network_state: &mut NetworkState,
    (bins, lanes): (&mut Bins, usize),
    memory: &mut [f32],
) -> [f32; GROUP_BLOCKS] {
    let mut logits = network_state.predict(level, network, (bins, lanes), memory);
    let mut unsure = [0; GROUP_BLOCKS];
    let mut count = 0;
    for (lane, &logit) in logits[..lanes].iter().enumerate() {
        unsure[count] = lane as u8;
        count += usize::from(!network::is_confident(logit));
    }
    if count == 0 {
        return logits;
    }
    bins.gather(level, &unsure);
    let sums = model.predict(level, bins, count);
    for (&lane, sum) in unsure[..count].iter().zip(sums) {
        let logit = &mut logits[usize::from(lane)];
        *logit = network::blend(sum as f32 * model.unit(), *logit);
    }
    logits
}

/// Keeps a block between two kept blocks if it misses the threshold by at most
/// [`GAP_SLACK_LOGITS`]. A reader would notice the gap. A lower threshold never keeps less.
fn fill_gaps(arena: &mut Arena, threshold: f32) {
    for index in 1..arena.len().saturating_sub(1) {
        let record = arena.record(index);
        // A block that was kept to fill a gap scores below the threshold.
        let is_kept = |at: usize| {
            let record = arena.record(at);
            record.verdict == Verdict::Kept && record.score >= threshold && !record.has(Flags::HIDDEN)
        };
        let misses_narrowly = record.score < threshold && record.score >= threshold - GAP_SLACK_LOGITS;
        if misses_narrowly && may_be_kept(record) && is_kept(index - 1) && is_kept(index + 1) {
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

/// Smooths scores by path and returns their histogram.
///
/// Blocks that reuse a score get it first. Then each score moves towards the mean of its path.
/// Blocks that are never content are left out.
fn smooth_scores(arena: &mut Arena, mut means: PathMeans<'_>) -> ScoreHistogram {
    for index in 0..arena.len() {
        let record = arena.record(index);
        if record.score == NEVER_CONTENT_SCORE {
            continue;
        }
        let score = arena.record(index - record.method_note.distance()).score;
        means.count(arena.element(record.context.element).path_hash, score);
        arena.record_mut(index).score = score;
    }
    let mut scores = ScoreHistogram::new();
    for index in 0..arena.len() {
        let record = arena.record(index);
        if record.score == NEVER_CONTENT_SCORE {
            continue;
        }
        let path_hash = arena.element(record.context.element).path_hash;
        let score = means.smoothed_score(path_hash, record.score);
        scores.add(score, record.words());
        arena.record_mut(index).score = score;
    }
    scores
}

/// Maximum number of title parts that an `h1` is compared with.
const MAX_PARTS: usize = 8;

/// The page's title, for comparison with headings.
struct TitleParts<'a> {
    /// Parts of the title, one of which may be the name of the site.
    parts: [&'a str; MAX_PARTS],
    /// Whole titles: `og:title` and the title element's text.
    whole: [&'a str; 2],
    site_name: &'a str,
}

impl<'a> TitleParts<'a> {
    fn of(claims: &PageClaims<'a>) -> Self {
        let mut parts = [""; MAX_PARTS];
        parts.iter_mut().zip(tkd::parts(claims.title)).for_each(|(to, part)| *to = part);
        Self { parts, whole: claims.titles, site_name: claims.site_name }
    }

    /// Whether a block's text is one of the parts. Of a short title, the longest part, which the
    /// keywords come from, may be the site's name.
    fn has(&self, text: &str) -> bool {
        self.parts.iter().any(|part| says(text, part))
    }

    /// Whether a block's text is a whole title and not the site's name.
    fn is(&self, text: &str) -> bool {
        self.whole.iter().any(|title| says(text, title)) && !says(text, self.site_name)
    }
}

/// Whether a block's visible text equals `title`, apart from invisible characters. An empty title
/// equals nothing.
fn says(text: &str, title: &str) -> bool {
    let is_seen = |c: &char| !matches!(c, '\u{AD}' | '\u{200B}' | '\u{FEFF}');
    let shown = spans(text).filter_map(Span::text).flat_map(str::chars);
    let mut title = title.chars().filter(is_seen).peekable();
    title.peek().is_some() && shown.filter(is_seen).eq(title)
}

/// Keeps the page's title if it is an `h1` that may be content.
///
/// Of several such headings, one that equals a whole title is preferred, then the one with the
/// highest score. The title needs a rule because a threshold that suits long texts may be too high
/// for a single line.
fn keep_title(arena: &mut Arena, title_parts: &TitleParts<'_>) {
    let mut title: Option<(bool, f32, usize)> = None;
    for index in 0..arena.len() {
        let record = arena.record(index);
        if record.context.heading != 1 || record.score < MIN_TITLE || !may_be_kept(record) {
            continue;
        }
        let (text, score) = (arena.text(record), record.score);
        let is_whole = title_parts.is(text);
        let is_likelier = title.is_none_or(|(whole, least, _)| (is_whole, score) >= (whole, least));
        if is_likelier && (is_whole || record.title_hits > 0 || title_parts.has(text)) {
            title = Some((is_whole, score, index));
        }
    }
    if let Some((_, _, title)) = title {
        set(arena, title, true);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::block::Blocks;
    use crate::budget::MemoryLedger;
    use crate::structure::{Break, Context};
    use alloc::vec::Vec;

    #[test]
    #[cfg(feature = "model")]
    fn trees_are_asked_about_what_the_network_is_not_sure_of() {
        let model = Ensemble::built_in().expect("the model is sound");
        let network = model.network().expect("it has a network");
        let level = vector_level();
        let (mut sure, mut unsure) = (0, 0);
        for (lanes, seed) in [(GROUP_BLOCKS, 7), (GROUP_BLOCKS, 1), (40, 3), (1, 5)] {
            let mut bins = Bins::LOWEST;
            for (feature, row) in bins.of_blocks.iter_mut().enumerate() {
                // Some blocks equal the block before them, others have higher bins.
                *row = core::array::from_fn(|lane| ((feature * seed + lane / 2 * 13) % (2 + lane / 3)) as i8);
            }
            let mut room = [0.0; network::ROOM];
            let mut network_state = NetworkState::EMPTY;
            network_state.begin(level, network, &bins);
            let by_network = network_state.predict(level, network, (&bins, lanes), &mut room);
            let by_trees = model.predict(level, &bins, lanes).map(|sum| sum as f32 * model.unit());
            network_state.begin(level, network, &bins);
            let logits =
                predict_ensemble(level, (&model, network), &mut network_state, (&mut bins, lanes), &mut room);
            for lane in 0..lanes {
                let expected = if by_network[lane].abs() > 4.0 {
                    sure += 1;
                    by_network[lane]
                } else {
                    unsure += 1;
                    by_trees[lane] + (by_network[lane] - by_trees[lane]) * 0.6
                };
                assert_eq!(logits[lane], expected, "{lane} of {lanes}");
            }
        }
        assert!(sure > 10 && unsure > 10, "{sure} {unsure}");
    }

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
        assert_eq!(shown(&[1.0, -0.4, 1.0]), [true, false, true], "it misses by more");
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

    /// Number of the `h1` that is kept as the title.
    fn titled(claims: &PageClaims<'_>, headings: &[(&str, f32)]) -> Option<usize> {
        let mut all = Blocks::new(MemoryLedger::new(1 << 20, 0), false, false, None);
        let context = Context { heading: 1, ..Context::default() };
        for (text, _) in headings {
            all.text(text, 0, &context);
            all.line_break(Break::Block);
        }
        for (index, &(_, score)) in headings.iter().enumerate() {
            store_score(&mut all.arena, index, score);
            set(&mut all.arena, index, false);
            all.arena.record_mut(index).title_hits = 1;
        }
        keep_title(&mut all.arena, &TitleParts::of(claims));
        all.arena.records().position(|record| record.verdict == Verdict::Kept)
    }

    #[test]
    fn a_heading_that_says_the_title_whole_goes_before_a_likelier_one() {
        let claims = PageClaims {
            title: "Counting newts | A pond",
            titles: ["Counting newts", "Counting newts | A pond"],
            site_name: "A pond",
            ..PageClaims::default()
        };
        assert_eq!(titled(&claims, &[("Counting newts\u{200B}", -1.0), ("What newts eat", 1.0)]), Some(0));
        assert_eq!(titled(&claims, &[("Newts", -1.0), ("What newts eat", 1.0)]), Some(1));
        assert_eq!(titled(&claims, &[("Counting newts", -1.6), ("What newts eat", -1.4)]), Some(1));
        // The site's name is no title.
        let claims = PageClaims { titles: ["A pond", ""], ..claims };
        assert_eq!(titled(&claims, &[("A pond", -1.0), ("What newts eat", 1.0)]), Some(1));
    }
}
