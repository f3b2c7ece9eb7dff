//! Data of an explained page. It is written as JSON. A changed field must also be changed in
//! docs/src/explain-page.md and in the viewer.

use serde::Serialize;
use trommel_output::PageFields;
use trommel_score::Prf;

/// Version of the format. It grows with each incompatible change.
pub(crate) const VERSION: u32 = 1;

/// An explained page.
#[derive(Serialize)]
pub struct Explained {
    /// `trommel-explain`.
    pub(crate) format: &'static str,
    pub(crate) version: u32,
    /// Name of the input.
    pub name: String,
    /// URL of the page, if known.
    pub(crate) url: Option<String>,
    /// Fields of the page from the run that is shown first.
    pub page: PageFields<'static>,
    /// Its line-blocks.
    pub blocks: Blocks,
    /// Names that `blocks.tag`, `blocks.path` and `blocks.facts` refer to.
    pub tags: Vec<&'static str>,
    pub(crate) paths: Vec<String>,
    pub(crate) features: Vec<&'static str>,
    /// Names of the rules that `runs[].rules` refers to.
    pub rules: Vec<&'static str>,
    /// Decisions about the page.
    pub(crate) runs: Vec<Run>,
    /// The run that is shown first, and the run that it is compared with.
    pub(crate) shown: usize,
    pub(crate) compared: Option<usize>,
    /// Thresholds of the learned method, in logits.
    pub(crate) thresholds: Option<FavorLogits>,
    pub(crate) line_block: LineBlockThresholds,
    /// The gold text, if there is one.
    pub truth: Option<Truth>,
    /// Parts missing from this data, and why: one sentence each.
    pub(crate) left_out: Vec<String>,
    /// The page as text; `null` if it is left out.
    pub(crate) source: Option<String>,
}

/// The blocks in the order of the page: element `i` of each list is that of block `i`.
#[derive(Default, Serialize)]
pub struct Blocks {
    /// Byte of its first character in the page.
    pub(crate) offset: Vec<u64>,
    /// The same place in `source`, in UTF-16 code units; -1 for text that does not occur there.
    pub(crate) at: Vec<i64>,
    /// Its role on the page, such as `title` or `body`.
    pub(crate) role: Vec<&'static str>,
    /// Index in `tags`.
    pub tag: Vec<u32>,
    /// Index in `paths`.
    pub(crate) path: Vec<u32>,
    pub(crate) depth: Vec<u16>,
    pub(crate) chars: Vec<u32>,
    /// Number of its words.
    pub words: Vec<u32>,
    pub(crate) tag_count: Vec<u32>,
    pub(crate) links: Vec<u16>,
    pub(crate) ttr: Vec<f32>,
    pub(crate) attr: Vec<f32>,
    pub(crate) tkd: Vec<f32>,
    /// 1 where the page hides it.
    pub(crate) hidden: Vec<u8>,
    /// Score of the learned method in logits; `null` for a block that is never content.
    pub score: Vec<Option<f32>>,
    /// Smoothed tag ratio and its steepness, by the tag-ratio method. Empty if it is left out.
    pub(crate) smoothed_ratio: Vec<f32>,
    pub(crate) steepness: Vec<f32>,
    /// For each block, the features that affect the trees' score most: index in `features`, value,
    /// logits.
    pub(crate) facts: Vec<Vec<(u32, f32, f32)>>,
    /// For each block, the words that weigh most in the text table: text, logits.
    pub(crate) phrases: Vec<Option<(String, f32)>>,
    /// For each block, the group of records alike and the record that it is part of.
    pub(crate) record: Vec<Option<(u16, u16)>>,
    /// Its text.
    pub text: Vec<String>,
}

/// One decision about the page.
#[derive(Serialize)]
pub struct Run {
    /// The requested method, such as `auto`; or the file of another model.
    pub(crate) method: String,
    /// `--favor` of the method; `null` for methods without it.
    pub(crate) favor: Option<&'static str>,
    /// The method that decided, or the source of text used instead of the page's.
    pub decided_by: &'static str,
    /// Expected F1 of its text.
    pub confidence: Option<f64>,
    /// `1` for each kept block, `0` for each dropped one.
    pub(crate) kept: String,
    /// For each block, the index in `rules` of the deciding rule.
    pub rules: Vec<u8>,
    /// Scores of its text against the gold text, if there is one.
    pub score: Option<WordScores>,
}

#[derive(Serialize)]
pub(crate) struct FavorLogits {
    pub(crate) precision: f32,
    pub(crate) balanced: f32,
    pub(crate) recall: f32,
}

/// The default thresholds of the line-block method on this page.
#[derive(Default, Serialize)]
pub(crate) struct LineBlockThresholds {
    /// Standard deviation of the text-to-tag ratio over all blocks.
    pub(crate) ttr_sigma: f64,
    /// Least text-to-tag ratio of content, exclusive.
    pub(crate) ttr: f64,
    /// Greatest anchor-text ratio of content, exclusive.
    pub(crate) attr: f64,
    /// Least title keyword density of content.
    pub(crate) tkd: f64,
}

/// The gold text of the page.
#[derive(Serialize)]
pub struct Truth {
    /// Name of its file.
    pub name: String,
    /// Gold words that occur in some block.
    pub(crate) words_found: u64,
    /// For each block, the number of its words.
    pub words: Vec<u32>,
    /// For each block, the number of its words that are gold.
    pub gold: Vec<u32>,
}

/// Word-bag scores.
#[derive(Clone, Copy, Serialize)]
pub struct WordScores {
    /// Precision.
    pub precision: f64,
    /// Recall.
    pub recall: f64,
    /// F1.
    pub f1: f64,
}

impl From<Prf> for WordScores {
    fn from(scores: Prf) -> Self {
        let rounded = |share: f64| (share * 10_000.0).round() / 10_000.0;
        Self { precision: rounded(scores.precision), recall: rounded(scores.recall), f1: rounded(scores.f1) }
    }
}

impl Run {
    /// Whether block `index` is kept.
    #[must_use]
    pub fn keeps(&self, index: usize) -> bool {
        self.kept.as_bytes().get(index) == Some(&b'1')
    }
}

impl Blocks {
    /// Number of blocks.
    #[must_use]
    pub fn len(&self) -> usize {
        self.offset.len()
    }

    /// Whether the page has no blocks.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.offset.is_empty()
    }
}

impl Explained {
    /// The title of the report.
    #[must_use]
    pub fn title(&self) -> String {
        let title = self.page.title.as_deref().unwrap_or(&self.name);
        format!("{title} · trommel explain")
    }

    /// The run that is shown first.
    #[must_use]
    pub fn shown(&self) -> &Run {
        &self.runs[self.shown]
    }
}
