//! What is main content: one file, one method.
//!
//! In come the records that wait, oldest first, and their text; out come verdicts in the records. Held: the title's
//! keywords, and a fixed buffer ([`HELD_BYTES`] in all). A decision over a whole page and a decision over what is known so far
//! are the same code: values of blocks that were already handed out stay in the sums.

mod line_block;
mod tag_ratio;

use crate::block::{Arena, SEGMENT_BYTES, Verdict};
use crate::clean::Flags;
use crate::feature::tkd;
use crate::options::{Format, Method, Options, TagRatio};
use line_block::LineBlock;
use tag_ratio::Smoothed;

/// Bytes on the heap at most.
pub(crate) const HELD_BYTES: usize = tkd::HELD_BYTES + SEGMENT_BYTES;

/// Decides pages, one after the other.
pub(crate) struct Decider {
    method: Method,
    tag_ratio: TagRatio,
    line_block: LineBlock,
    smoothed: Smoothed,
    /// The method that decided the first blocks of the page, once there is one.
    decided_by: Option<Method>,
}

impl Decider {
    pub(crate) fn new(options: &Options) -> Self {
        Self {
            method: options.method,
            tag_ratio: options.tag_ratio,
            line_block: LineBlock::new(options.thresholds, options.format != Format::Text),
            smoothed: Smoothed::default(),
            decided_by: None,
        }
    }

    pub(crate) fn reset(&mut self) {
        self.line_block.reset();
        self.smoothed = Smoothed::default();
        self.decided_by = None;
    }

    /// The method that decided; [`Method::Auto`] while nothing was.
    pub(crate) fn method(&self) -> Method {
        self.decided_by.unwrap_or(self.method)
    }

    /// Number of title keywords, for title keyword densities.
    pub(crate) fn title_keywords(&self) -> usize {
        self.line_block.title_keywords()
    }

    /// Gives each of the `count` oldest records its verdict, in the light of all that wait and of those decided before.
    pub(crate) fn decide(&mut self, arena: &mut Arena, count: usize, title: &str) {
        self.line_block.count_title_keywords(arena, title);
        let method = match self.method {
            Method::Auto => self.decided_by,
            method => Some(method),
        };
        let decided_by = match method {
            Some(Method::TagRatio) => {
                self.smoothed.decide(arena, self.tag_ratio);
                Method::TagRatio
            }
            Some(_) => {
                self.line_block.decide(arena);
                Method::LineBlock
            }
            None if self.line_block.decide(arena) => Method::LineBlock,
            None => {
                self.smoothed.decide(arena, self.tag_ratio);
                Method::TagRatio
            }
        };
        self.decided_by = Some(decided_by);
        self.line_block.leave(arena, count);
        self.smoothed.leave(arena, count);
    }
}

/// What the page itself says not to be content: hidden, navigation, and what stands beside or below the content.
const NEVER_CONTENT: Flags =
    Flags::HIDDEN.with(Flags::NAVIGATION).with(Flags::FOOTER).with(Flags::DIALOG).with(Flags::ASIDE);

/// Whether a block is never content: hidden, whatever its features.
fn is_never_content(arena: &Arena, index: usize) -> bool {
    arena.record(index).has(NEVER_CONTENT)
}

/// Writes the verdict of a block.
fn set(arena: &mut Arena, index: usize, keep: bool) {
    arena.record_mut(index).verdict = if keep { Verdict::Kept } else { Verdict::Dropped };
}
