//! The decision: which blocks are main content. One file per method.
//!
//! What enters: pending records, oldest first, and their text. What leaves: verdicts in the
//! records. What is held: the title's keywords and the buffers of the learned method,
//! [`Decider::held_bytes`] at most. Early decisions and the decision at the end of the page use the
//! same code. The methods with thresholds keep sums over blocks that were already handed out. The
//! learned method sees pending records only.

mod areas;
mod completion;
pub(crate) mod confidence;
pub(crate) mod config;
mod dedup;
pub(crate) mod explain;
mod headings;
mod hidden;
pub(crate) mod keyed_sums;
mod learned;
mod line_block;
mod linear;
pub(crate) mod path_smoothing;
pub(crate) mod record_means;
#[cfg(feature = "repeats")]
mod repeats;
#[cfg(not(feature = "repeats"))]
#[path = "repeats_off.rs"]
mod repeats;
pub(crate) mod role;
pub(crate) mod rule;
pub(crate) mod score_cache;
#[cfg(feature = "site")]
mod site;
mod tag_ratio;
pub(crate) mod threshold;
pub(crate) mod unhide;
pub(crate) mod verdict;
pub(crate) mod words_leaves;

use crate::block::marks::Plain;
use crate::block::{Arena, LinearScorer, Verdict, nodes};
use crate::error::{Error, ErrorKind, Result};
use crate::feature::page_type::BlocksFeatures;
use crate::feature::vector::PageFeatures;
use crate::metadata::PageClaims;
use crate::methods::{FavorThresholds, Method, TagRatio, Thresholds};
use crate::segment::Segment;
use crate::structure::{ClassWords, SelectorWeights};
use confidence::ExpectedWords;
use config::DeciderConfig;
use core::ops::ControlFlow;
use explain::Contributions;
use learned::Learned;
use line_block::LineBlock;
use linear::Linear;
pub(crate) use repeats::{Evidence, EvidenceConfig};
use rule::{Rule, RuleTrace};
use tag_ratio::Smoothed;
use verdict::NEVER_CONTENT_SCORE;
use words_leaves::{NodeSearch, segments};

/// Decides pages, one after the other.
pub(crate) struct Decider {
    method: Method,
    comments: bool,
    /// Present if the method may use an ensemble and one is available.
    learned: Option<Learned>,
    /// Present if the method may use the linear model of a site and one is set. It decides alone or
    /// filters another method.
    linear: Option<Linear>,
    line_block: LineBlock,
    smoothed: Smoothed,
    plain: Plain,
    /// The method that decided the first blocks of the page; `None` before.
    decided_by: Option<Method>,
    /// Verdict of the last block that was handed out.
    last_verdict: Verdict,
    /// Of the blocks that an ensemble decided.
    expected_words: ExpectedWords,
    /// Which rules decided, if the sink wants explanations.
    rule_trace: RuleTrace,
    pub(crate) evidence: Evidence,
    /// There are wrappers for the site.
    #[cfg(feature = "site")]
    has_site: bool,
    /// A wrapper found the content of this page.
    #[cfg(feature = "site")]
    by_site: bool,
}

impl Decider {
    /// # Errors
    /// [`ErrorKind::Model`] for [`Method::Learned`] without a model, and for a model of rendered
    /// blocks.
    pub(crate) fn new(config: DeciderConfig) -> Result<Self> {
        let learned = config.trees()?.map(|trees| Learned::new(trees, config.favor));
        let linear_model = config.linear_model().cloned();
        let linear = linear_model.map(|model| Linear::new(model, config.favor)).transpose()?;
        if config.method == Method::Learned && learned.is_none() && linear.is_none() {
            let message =
                "expected a model for the learned method, found none: this was built without `model`";
            return Err(Error::new(ErrorKind::Model, message));
        }
        Ok(Self {
            method: config.method,
            comments: config.keep_comments,
            learned,
            linear,
            line_block: LineBlock::new(),
            smoothed: Smoothed::default(),
            plain: Plain::new(config.has_marks),
            decided_by: None,
            last_verdict: Verdict::Undecided,
            expected_words: ExpectedWords::default(),
            rule_trace: RuleTrace::default(),
            evidence: Evidence::new(config.evidence),
            #[cfg(feature = "site")]
            has_site: config.has_wrappers,
            #[cfg(feature = "site")]
            by_site: false,
        })
    }

    /// How class and id words are read for the methods of this decider.
    pub(crate) fn class_words(&self) -> ClassWords {
        match (&self.learned, &self.linear) {
            (Some(learned), _) => ClassWords::Weighed(learned.words()),
            (None, None) if !self.comments => ClassWords::Unread,
            (None, _) => ClassWords::Read,
        }
    }

    /// The weights of element names for a linear model of the site, if there is one.
    pub(crate) fn weights(&self) -> Option<SelectorWeights> {
        self.linear.as_ref().map(Linear::weights)
    }

    /// The scorer of a linear model of the site, if there is one.
    pub(crate) fn linear_scorer(&self) -> Option<LinearScorer> {
        self.linear.as_ref().map(Linear::linear_scorer)
    }

    pub(crate) fn reset(&mut self) {
        self.line_block.reset();
        self.smoothed = Smoothed::default();
        self.decided_by = None;
        self.last_verdict = Verdict::Undecided;
        self.expected_words = ExpectedWords::default();
        if let Some(learned) = &mut self.learned {
            learned.reset();
        }
        self.evidence.reset();
        #[cfg(feature = "site")]
        {
            self.by_site = false;
        }
    }

    /// Whether a wrapper of the site found the content of the page.
    #[cfg(feature = "site")]
    pub(crate) fn is_by_site(&self) -> bool {
        self.by_site
    }

    /// The method that decided; before the first decision, the configured one.
    pub(crate) fn method(&self) -> Method {
        #[cfg(feature = "site")]
        if self.by_site && self.method == Method::Site {
            return Method::Site;
        }
        self.decided_by.unwrap_or(self.method)
    }

    /// Number of title keywords, for title keyword densities.
    pub(crate) fn title_keywords(&self) -> usize {
        self.line_block.title_keywords()
    }

    /// The strongest contributions to the score of block `index`, of the blocks decided last.
    ///
    /// Call in ascending order of `index`. `None` if another method decided or the block is never
    /// content.
    pub(crate) fn contributions(&mut self, arena: &Arena, index: usize) -> Option<Contributions> {
        let keywords = self.title_keywords();
        let has_score =
            self.decided_by == Some(Method::Learned) && arena.record(index).score != NEVER_CONTENT_SCORE;
        let learned = self.learned.as_mut().filter(|_| has_score)?;
        Some(learned.contributions(arena, keywords, index, &mut self.plain))
    }

    /// Follows the rules of later decisions, or no longer.
    pub(crate) fn trace_rules(&mut self, is_on: bool) {
        self.rule_trace.set_on(is_on);
    }

    /// Notes that the page's own blocks were dropped for a fallback text.
    pub(crate) fn note_fallback(&mut self, arena: &Arena) {
        self.rule_trace.note(arena, Rule::Fallback);
    }

    /// The rule that had the last word on block `index`, of the blocks decided last; `None` if
    /// rules are not followed.
    pub(crate) fn rule(&self, index: usize) -> Option<Rule> {
        self.rule_trace.rule(index)
    }

    /// The thresholds of the learned method, if it decided last and rules are followed.
    pub(crate) fn thresholds(&self) -> Option<FavorThresholds> {
        self.rule_trace.thresholds().filter(|_| self.decided_by == Some(Method::Learned))
    }

    /// Hands at most `most` segments among the `count` oldest records to `take`. There are none
    /// unless the method is words-leaves.
    pub(crate) fn segments(
        &self,
        arena: &mut Arena,
        count: usize,
        most: usize,
        take: &mut dyn FnMut(Segment<'_>) -> ControlFlow<()>,
    ) {
        match self.method {
            Method::WordsLeaves(settings) if arena.nodes.are_wanted() => {
                segments::find(NodeSearch::new(settings.relevance), arena, count, most, take);
            }
            _ => {}
        }
    }

    /// Sets the verdict of each of the `count` oldest records, in view of all pending records and
    /// of earlier decisions.
    pub(crate) fn decide(&mut self, arena: &mut Arena, count: usize, claims: PageClaims<'_>) {
        self.line_block.count_title_keywords(arena, claims.title, &mut self.plain);
        let method = match self.method {
            Method::Auto => self.decided_by,
            #[cfg(feature = "site")]
            Method::Site => self.decided_by,
            method => Some(method),
        };
        let decided_by = match method {
            Some(method) => {
                self.decide_by(method, arena, claims);
                method
            }
            None => AUTO
                .into_iter()
                .find(|&method| self.decide_by(method, arena, claims))
                // Tag ratio always decides.
                .unwrap_or(LAST_OF_AUTO),
        };
        self.decided_by = Some(decided_by);
        self.evidence.read(arena, claims.host, &mut self.plain);
        self.use_evidence(arena, decided_by, claims);
        self.apply_rules(arena, decided_by);
        if decided_by == Method::Learned && self.learned.is_some() {
            (0..count).for_each(|index| self.expected_words.add(arena.record(index)));
        }
        if let Some(last) = count.checked_sub(1) {
            self.last_verdict = arena.record(last).verdict;
        }
        self.line_block.leave(count);
        self.evidence.leave(count);
        // The method that decided first decides the rest of the page.
        match decided_by {
            Method::LineBlock(_) => self.line_block.keep_sums(arena, count),
            Method::TagRatio(_) => self.smoothed.leave(arena, count),
            _ => {}
        }
    }

    /// Applies the rules that follow any method.
    fn apply_rules(&mut self, arena: &mut Arena, decided_by: Method) {
        #[cfg(feature = "site")]
        if self.has_site {
            let is_alone = self.method == Method::Site;
            let cleaning = if is_alone { site::Cleaning::None } else { site::Cleaning::ByMethod };
            self.by_site = site::decide(arena, cleaning, self.by_site);
            self.rule_trace.note(arena, Rule::Site);
        }
        if self.linear.is_some() && !self.is_linear_alone() {
            Linear::narrow(arena);
            self.rule_trace.note(arena, Rule::SiteModel);
        }
        // Nodes have no classes.
        if self.comments && !matches!(decided_by, Method::WordsLeaves(_)) {
            areas::comments::keep(arena);
            self.rule_trace.note(arena, Rule::Comment);
        }
        if matches!(decided_by, Method::LineBlock(_) | Method::TagRatio(_)) {
            completion::keep_tables(arena);
            completion::keep_code_next_to_text(arena);
            self.rule_trace.note(arena, Rule::Completion);
        }
        completion::drop_unfilled(arena);
        self.rule_trace.note(arena, Rule::Unfilled);
        completion::unite_cut_blocks(arena, self.last_verdict);
        self.rule_trace.note(arena, Rule::CutBlock);
    }

    /// Uses what the pages of the host repeat, which was read: methods with thresholds drop it, and
    /// the learned method decides again, by lower scores.
    #[cfg_attr(not(feature = "repeats"), expect(unused_variables, reason = "there is no evidence"))]
    fn use_evidence(&mut self, arena: &mut Arena, decided_by: Method, claims: PageClaims<'_>) {
        match (decided_by, &mut self.learned) {
            (Method::LineBlock(_) | Method::TagRatio(_), _) => {
                self.evidence.drop_repeats(arena, MIN_REPEATS);
                self.rule_trace.note(arena, Rule::Repeat);
            }
            #[cfg(feature = "repeats")]
            (Method::Learned, Some(learned)) if self.evidence.lower_scores(arena) => {
                learned.decide_again(arena, claims, &mut self.plain, &mut self.rule_trace);
            }
            _ => {}
        }
    }

    /// Notes the `count` oldest records, of a text that stands for the page and has verdicts.
    pub(crate) fn leave_fallback(&mut self, arena: &Arena, count: usize, claims: PageClaims<'_>) {
        self.evidence.read(arena, claims.host, &mut self.plain);
        self.evidence.leave(count);
    }

    /// The expected F1 of what was kept; `None` unless an ensemble decided the page.
    pub(crate) fn confidence(&self) -> Option<f32> {
        #[cfg(feature = "site")]
        if self.by_site {
            return None;
        }
        self.expected_words.f1()
    }

    /// Features of the page as a whole, and of its blocks; `None` unless an ensemble decided the
    /// page.
    pub(crate) fn page_features(&self) -> Option<(&PageFeatures, &BlocksFeatures)> {
        self.confidence()?;
        self.learned.as_ref().map(Learned::page_features)
    }

    /// Whether the linear model of a site decides by itself.
    fn is_linear_alone(&self) -> bool {
        self.method == Method::Learned && self.learned.is_none()
    }

    /// Decides all pending records by one method. Returns `false` if the method cannot separate
    /// content.
    fn decide_by(&mut self, method: Method, arena: &mut Arena, claims: PageClaims<'_>) -> bool {
        self.rule_trace.begin(arena);
        let is_decided = match (method, &mut self.learned) {
            (Method::Learned, Some(learned)) => {
                let keywords = self.line_block.title_keywords();
                let (plain, trace) = (&mut self.plain, &mut self.rule_trace);
                return learned.decide(arena, keywords, claims, plain, trace);
            }
            (Method::LineBlock(thresholds), _) => self.line_block.decide(arena, thresholds),
            (Method::TagRatio(form), _) => {
                self.smoothed.decide(arena, form);
                true
            }
            (Method::Learned, None) => self.is_linear_alone() && Linear::decide(arena),
            (Method::WordsLeaves(settings), _) if nodes::IS_BUILT_IN => {
                NodeSearch::new(settings.relevance).decide(arena);
                true
            }
            _ => false,
        };
        let drops_rare = !matches!(method, Method::Learned);
        self.rule_trace.note_method(arena, drops_rare);
        is_decided
    }
}

/// The methods that `auto` tries, in this order, until one decides.
const AUTO: [Method; 3] = [Method::Learned, Method::LineBlock(Thresholds::DEFAULT), LAST_OF_AUTO];

/// The method of `auto` that always decides.
const LAST_OF_AUTO: Method = Method::TagRatio(TagRatio::Clusters);

/// Minimum pages of a host with the same text for which methods with thresholds drop it.
const MIN_REPEATS: u32 = 3;
