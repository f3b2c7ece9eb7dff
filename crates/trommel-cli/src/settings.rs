//! Flags that several commands have in common, and the options they make.

use std::path::{Path, PathBuf};

use clap::ValueEnum;
use trommel::css::Selectors;
use trommel::site::Sites;
use trommel::{
    Budget, ErrorKind, Extractor, Favor, Method, Model, NodeRatio, Options, Relevance, Summary, TagRatio,
    Thresholds,
};

use crate::error::CliError;
use crate::files::reading_one;
use crate::size;

/// How the main content is found.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Settings {
    #[command(flatten)]
    others: OtherMethods,
    #[command(flatten)]
    page: PageSettings,
}

/// How the methods decide that `trommel segments` does not ask.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct OtherMethods {
    /// What the learned method favours: what precision keeps, balanced keeps, what balanced keeps,
    /// recall keeps [default: balanced]
    #[arg(long, value_enum)]
    favor: Option<FavorName>,
    /// A model made by `trommel train`, for the learned method [default: the one built in]
    ///
    /// Trees take the place of the built-in ones. A model of one site, made with --self-label, is
    /// used with them: what both keep is kept; with -m learned, it decides alone. May be given
    /// twice, for one of each.
    #[arg(long = "model", value_name = "FILE")]
    models: Vec<PathBuf>,
    /// Thresholds of the line-block method [default: default]
    #[arg(long, value_enum)]
    preset: Option<Preset>,
    /// Form of the tag-ratio method [default: clusters]
    #[arg(long, value_enum, value_name = "FORM")]
    tag_ratio: Option<TagRatioForm>,
}

/// How a page is read, and how the words-leaves method decides.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct PageSettings {
    /// Wrappers made by `trommel site learn`: of the page's host where there is one, else of any
    /// page
    ///
    /// The wrapper bounds the content, the method decides inside it; with -m site all inside is
    /// content. A page on which it finds nothing is decided by the method alone, and its JSON says
    /// so.
    #[arg(long, value_name = "FILE")]
    site: Option<PathBuf>,
    /// What the words-leaves method divides by what [default: words-leaves]
    #[arg(long, value_enum)]
    ratio: Option<Ratio>,
    /// How the words-leaves method combines nodes [default: capped]
    #[arg(long, value_enum, value_name = "READING")]
    relevance: Option<RelevanceName>,
    /// Bytes of memory for one page: 512KiB, 4MiB, ... [default: 4MiB]
    ///
    /// What an extractor holds at most. A larger page is decided in parts, with what is known so
    /// far; output then says so in `decided_early`. The least is 128 KiB, and more with some other
    /// options: an error says how much.
    #[arg(long, value_name = "SIZE", allow_negative_numbers = true, value_parser = size::budget)]
    budget: Option<Budget>,
    /// Keep comments under the content too, where the page's classes or ids say which they are
    #[arg(long)]
    comments: bool,
    /// Never take the text of JSON-LD, or the description, of a page that shows next to no text
    #[arg(long)]
    no_fallback: bool,
    /// Encoding of the page, such as utf-8 or windows-1252; a byte order mark wins over it
    /// [default: found out]
    ///
    /// Any label of the encoding standard. Without it: the byte order mark, what the page declares,
    /// or what its bytes look like.
    #[arg(long, value_name = "LABEL")]
    encoding: Option<String>,
    /// Look for main content only in elements that this CSS selector selects; may be given several
    /// times
    ///
    /// What is known of the page next to its text (title, ...) is of the whole page. A page on
    /// which nothing is selected gives nothing, and that is said.
    #[arg(long, alias = "select", value_name = "CSS", value_parser = selector)]
    include: Vec<String>,
    /// Look for none in elements that this CSS selector selects, wherever they are; may be given
    /// several times
    #[arg(long, alias = "drop", value_name = "CSS", value_parser = selector)]
    exclude: Vec<String>,
}

/// Checks a selector and returns it unchanged. The error shows where it is wrong.
fn selector(text: &str) -> Result<String, String> {
    match Selectors::default().select(text) {
        Ok(_) => Ok(text.to_string()),
        Err(error) => {
            let at = error.offset().and_then(|offset| usize::try_from(offset).ok()).unwrap_or(0);
            let line: String = text.chars().map(|char| if char.is_control() { ' ' } else { char }).collect();
            let before = text.get(..at).map_or(0, |before| before.chars().count());
            Err(format!("{error}\n  {line}\n  {:before$}^", ""))
        }
    }
}

/// The message for a page on which nothing is selected.
pub(crate) const NOTHING_SELECTED: &str = "nothing on this page is selected";

/// Whether selectors are set that select nothing of the page.
pub(crate) fn has_nothing_selected(summary: &Summary) -> bool {
    summary.selection.is_some_and(|selection| selection.selected == Some(0))
}

/// Which method decides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum MethodName {
    /// learned; where it keeps nothing or the page has fewer than 40 words line-block, and
    /// tag-ratio where its thresholds cannot decide
    #[default]
    Auto,
    /// Boosted trees and a small network over the features of the line-blocks; or what --model
    /// gives
    Learned,
    /// Thresholds on text-to-tag ratio, anchor-text ratio and title keyword density
    LineBlock,
    /// Smoothed tag ratios, clustered (CETR)
    TagRatio,
    /// The element with the densest text: words per leaf of the page's tree
    WordsLeaves,
    /// All that the wrapper of --site finds; auto where it finds nothing
    Site,
}

impl MethodName {
    /// Whether the method uses the models of `--model`.
    fn asks_a_model(self) -> bool {
        match self {
            Self::Auto | Self::Learned | Self::Site => true,
            Self::LineBlock | Self::TagRatio | Self::WordsLeaves => false,
        }
    }
}

impl From<MethodName> for Method {
    fn from(name: MethodName) -> Self {
        match name {
            MethodName::Auto => Self::Auto,
            MethodName::Learned => Self::Learned,
            MethodName::LineBlock => Self::LineBlock,
            MethodName::TagRatio => Self::TagRatio,
            MethodName::WordsLeaves => Self::WordsLeaves,
            MethodName::Site => Self::Site,
        }
    }
}

/// What the learned method favours, by name.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum FavorName {
    /// Little that is not content
    Precision,
    /// The best F1
    #[default]
    Balanced,
    /// Nearly all that is content
    Recall,
}

/// Thresholds by name.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum Preset {
    /// Chosen by measurement
    #[default]
    Default,
    /// The constants of the paper, read literally; they keep nothing
    Paper,
}

/// Forms of the tag-ratio method by name.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum TagRatioForm {
    /// Two dimensions: the ratio and its steepness, clustered
    #[default]
    Clusters,
    /// One dimension: from one standard deviation on
    Threshold,
}

/// Ratios of the words-leaves method by name.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum Ratio {
    /// Words per leaf; texts that only differ in format are one leaf
    #[default]
    WordsLeaves,
    /// Characters per leaf
    CharsLeaves,
    /// Words per node
    WordsNodes,
    /// Characters per node
    CharsNodes,
}

/// Readings of the words-leaves method's relevance by name.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum RelevanceName {
    /// While the whole is as dense as what it begins with
    #[default]
    Capped,
    /// The ratio scaled to between 0 and 1, nearest to the paper's tables
    Scaled,
    /// As the paper writes it: the whole page
    Literal,
}

/// Standard deviations of the one-dimensional form. Source: Weninger et al. 2010, threshold method.
const LAMBDA: f32 = 1.0;

impl From<PageSettings> for Settings {
    fn from(page: PageSettings) -> Self {
        Self { others: OtherMethods::default(), page }
    }
}

impl Settings {
    /// The options of an extractor that decides by `method`. Flags that the method does not use are
    /// refused.
    pub(crate) fn options(&self, method: MethodName) -> Result<Options, CliError> {
        self.expect_use(&[method])?;
        self.options_of(method)
    }

    /// Refuses a model, and flags, that none of `methods` uses. `auto` uses the flags of line-block
    /// and tag-ratio, as it can fall back to them.
    pub(crate) fn expect_use(&self, methods: &[MethodName]) -> Result<(), CliError> {
        let Self { others, page } = self;
        let asks_a_model = methods.iter().any(|method| method.asks_a_model());
        let is_words_leaves = methods.contains(&MethodName::WordsLeaves);
        let falls_back = methods.iter().any(|method| matches!(method, MethodName::Auto | MethodName::Site));
        let asks = |method| falls_back || methods.contains(&method);
        let (flag, expected) = if !others.models.is_empty() && !asks_a_model {
            ("--model", "a method that asks a model (auto, learned, site)")
        } else if others.favor.is_some() && !asks_a_model {
            ("--favor", "a method that asks a model (auto, learned, site)")
        } else if others.preset.is_some() && !asks(MethodName::LineBlock) {
            ("--preset", "the method line-block, or one that falls back to it (auto, site)")
        } else if others.tag_ratio.is_some() && !asks(MethodName::TagRatio) {
            ("--tag-ratio", "the method tag-ratio, or one that falls back to it (auto, site)")
        } else if page.ratio.is_some() && !is_words_leaves {
            ("--ratio", "the method words-leaves")
        } else if page.relevance.is_some() && !is_words_leaves {
            ("--relevance", "the method words-leaves")
        } else {
            return Ok(());
        };
        let found = methods.iter().filter_map(ValueEnum::to_possible_value);
        let found = found.map(|name| name.get_name().to_string()).collect::<Vec<_>>().join(", ");
        Err(CliError::at(flag, format!("expected {expected}, found {found}")))
    }

    /// The options of an extractor that decides by `method`, which is one of several. Reads the
    /// models.
    pub(crate) fn options_of(&self, method: MethodName) -> Result<Options, CliError> {
        let thresholds = match self.others.preset.unwrap_or_default() {
            Preset::Default => Thresholds::DEFAULT,
            Preset::Paper => Thresholds::PAPER,
        };
        let tag_ratio = match self.others.tag_ratio.unwrap_or_default() {
            TagRatioForm::Clusters => TagRatio::Clusters,
            TagRatioForm::Threshold => TagRatio::Threshold { lambda: LAMBDA },
        };
        let favor = match self.others.favor.unwrap_or_default() {
            FavorName::Precision => Favor::Precision,
            FavorName::Balanced => Favor::Balanced,
            FavorName::Recall => Favor::Recall,
        };
        let mut selectors = Selectors::default();
        for css in &self.page.include {
            selectors = selectors.select(css).map_err(|error| CliError::at("--include", error))?;
        }
        for css in &self.page.exclude {
            selectors = selectors.drop(css).map_err(|error| CliError::at("--exclude", error))?;
        }
        let relevance = match self.page.relevance.unwrap_or_default() {
            RelevanceName::Capped => Relevance::Capped,
            RelevanceName::Scaled => Relevance::Scaled,
            RelevanceName::Literal => Relevance::Literal,
        };
        let node_ratio = match self.page.ratio.unwrap_or_default() {
            Ratio::WordsLeaves => NodeRatio::WordsLeaves,
            Ratio::CharsLeaves => NodeRatio::CharsLeaves,
            Ratio::WordsNodes => NodeRatio::WordsNodes,
            Ratio::CharsNodes => NodeRatio::CharsNodes,
        };
        let mut options = Options::default()
            .with_selectors(selectors)
            .with_method(method.into())
            .with_thresholds(thresholds)
            .with_tag_ratio(tag_ratio)
            .with_node_ratio(node_ratio)
            .with_relevance(relevance)
            .with_favor(favor)
            .with_fallback(!self.page.no_fallback)
            .keep_comments(self.page.comments)
            .with_budget(self.page.budget.unwrap_or_default());
        if let Some(label) = &self.page.encoding {
            options = options.with_encoding(label);
        }
        for model in self.models()? {
            options = options.with_model(model);
        }
        if let Some(path) = &self.page.site {
            let name = path.display().to_string();
            let json = std::fs::read(path).map_err(|error| reading_one(&name, &error))?;
            // Invalid UTF-8 is invalid JSON, which the error says.
            let sites = Sites::from_json(&String::from_utf8_lossy(&json))
                .map_err(|error| CliError::at(&name, error))?;
            options = options.with_sites(sites);
        } else if method == MethodName::Site {
            return Err(CliError::at(
                "--method site",
                "expected wrappers, found none; give them with --site FILE",
            ));
        }
        Ok(options)
    }

    /// The models of `--model`: trees, a model of one site, or both.
    pub(crate) fn models(&self) -> Result<Vec<Model>, CliError> {
        let mut models: Vec<Model> = Vec::new();
        for path in &self.others.models {
            let name = path.display().to_string();
            let bytes = std::fs::read(path).map_err(|error| reading_one(&name, &error))?;
            let model = Model::from_bytes(bytes).map_err(|error| CliError::at(&name, error))?;
            if models.iter().any(|other| other.is_site_model() == model.is_site_model()) {
                let kind = if model.is_site_model() { "a second model of one site" } else { "second trees" };
                let message = format!("expected trees and a model of one site at most, found {kind}");
                return Err(CliError::at(&name, message));
            }
            models.push(model);
        }
        Ok(models)
    }

    /// The files that these flags read.
    pub(crate) fn files(&self) -> impl Iterator<Item = &Path> {
        self.others.models.iter().chain(&self.page.site).map(PathBuf::as_path)
    }

    /// Whether there are wrappers of sites.
    pub(crate) fn has_sites(&self) -> bool {
        self.page.site.is_some()
    }

    /// An extractor of these options. Errors name the flags.
    pub(crate) fn extractor(&self, options: &Options) -> Result<Extractor, CliError> {
        let minimum = Budget::minimum(options);
        match self.page.budget {
            Some(budget) if budget < minimum => {
                let (least, found) = (minimum.bytes().div_ceil(1024), budget.bytes());
                Err(CliError::at(
                    "--budget",
                    format!("expected at least {least}KiB, found {found} bytes; give more"),
                ))
            }
            _ => Extractor::new(options.clone()).map_err(|error| match error.kind() {
                ErrorKind::UnknownEncoding => CliError::at("--encoding", error),
                ErrorKind::Model => CliError::at("--model", error),
                _ => CliError::at("options", error),
            }),
        }
    }
}
