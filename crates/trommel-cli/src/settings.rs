//! Flags shared by several commands, and the options they set.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use trommel::css::Selectors;
use trommel::site::Sites;
use trommel::{
    Budget, ErrorKind, Extractor, Favor, Formulas, Method, Model, Options, Summary,
    blocks::RoleSet,
    methods::{NodeRatio, Relevance, TagRatio, Thresholds, WordsLeaves},
};

use crate::choices;
use crate::error::CliError;
use crate::files::reading_one;
use crate::headings::{CONTENT, INPUT, OUTPUT, PAPERS, RUNNING};
use crate::repeats::read_repeats;
use crate::size;

/// Flags of the extraction.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Settings {
    #[command(flatten)]
    others: OtherMethods,
    #[command(flatten)]
    page: PageSettings,
}

/// Flags of methods that `trommel segments` does not use.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = CONTENT)]
pub(crate) struct OtherMethods {
    /// How strict the learned method is; each setting keeps all that the stricter one keeps
    /// [default: balanced]
    #[arg(long, value_parser = choices::favor())]
    favor: Option<Favor>,
    /// A model made by `trommel train`, for the learned method [default: built-in]
    ///
    /// A model trained with a gold standard replaces the built-in one. A model made with
    /// --self-label is for one site: auto keeps what both models keep, and with -m learned it
    /// decides alone. May be given twice, once for each kind.
    #[arg(long = "model", hide_short_help = true, value_name = "FILE")]
    models: Vec<PathBuf>,
    /// Sketch of repeated text of hosts, made by `trommel repeats build`: such text is dropped, or
    /// its score lowered
    ///
    /// The methods line-block and tag-ratio drop text that three pages of the host have; auto and
    /// learned lower its score. Pages of other hosts are not affected. JSON has the
    /// first page with the same content.
    #[arg(long, hide_short_help = true, value_name = "FILE")]
    repeats: Option<PathBuf>,
    /// Thresholds of the line-block method [default: default]
    #[arg(long, help_heading = PAPERS, hide_short_help = true, value_parser = choices::preset())]
    preset: Option<Thresholds>,
    /// Form of the tag-ratio method [default: clusters]
    #[arg(long, help_heading = PAPERS, hide_short_help = true, value_name = "FORM", value_parser = choices::tag_ratio())]
    tag_ratio: Option<TagRatio>,
}

/// How a page is read, and how the words-leaves method decides.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = CONTENT)]
pub(crate) struct PageSettings {
    /// Wrappers made by `trommel site learn`: those for the host of the page, or else for any host
    ///
    /// The wrapper bounds the content, and the method decides inside it; with -m site, everything
    /// inside is content. If the wrapper finds nothing on a page, the method decides alone, and
    /// JSON has `site: false`.
    #[arg(long, hide_short_help = true, value_name = "FILE")]
    site: Option<PathBuf>,
    /// Ratio used by the words-leaves method [default: words-leaves]
    #[arg(long, help_heading = PAPERS, hide_short_help = true, value_parser = choices::ratio())]
    ratio: Option<NodeRatio>,
    /// How the words-leaves method combines nodes [default: capped]
    #[arg(long, help_heading = PAPERS, hide_short_help = true, value_name = "READING", value_parser = choices::relevance())]
    relevance: Option<Relevance>,
    /// Notation for formulas in Markdown [default: code]
    #[arg(long, help_heading = OUTPUT, hide_short_help = true, value_parser = choices::formulas())]
    formulas: Option<Formulas>,
    /// Memory for one page: 512KiB, 4MiB, ... [default: 4MiB]
    ///
    /// Limits the memory of an extractor. A larger page is decided in parts, with the information
    /// available so far, and JSON has `decided_early`. The minimum is 128 KiB with the method auto,
    /// more with some options; an error gives the value.
    #[arg(long, help_heading = RUNNING, hide_short_help = true, value_name = "SIZE", allow_negative_numbers = true, value_parser = size::budget)]
    budget: Option<Budget>,
    /// Also keep comments below the content, if the page's classes or ids identify them
    #[arg(long)]
    comments: bool,
    /// Take no text from JSON-LD (json-ld), the state of the page's app (app-state) or the
    /// description (description) if a page shows almost none
    #[arg(long, hide_short_help = true)]
    no_fallback: bool,
    /// Also keep blocks with these roles, whatever the method decides: comment,caption,...
    ///
    /// `trommel blocks` shows the role of each block. Kept blocks are title, byline, summary,
    /// heading, paragraph, list, table, code, formula, quote, caption, post or comment. Dropped
    /// blocks are navigation, footer, aside, related, promotion, form, share, consent, hidden,
    /// duplicate or low-score; or byline, caption or comment.
    #[arg(long, alias = "with", hide_short_help = true, value_name = "ROLE,...")]
    with_role: Option<RoleSet>,
    /// Drop blocks with these roles: title,byline,caption,...
    #[arg(long, alias = "without", hide_short_help = true, value_name = "ROLE,...")]
    without_role: Option<RoleSet>,
    /// Encoding of the page, such as utf-8 or windows-1252; a byte order mark takes precedence
    /// [default: detected]
    ///
    /// Any label of the Encoding standard. The default is the byte order mark, the encoding
    /// declared by the page, or a guess from its bytes.
    #[arg(long, help_heading = INPUT, hide_short_help = true, value_name = "LABEL")]
    encoding: Option<String>,
    /// Extract only inside elements that match this CSS selector; may be given several times
    ///
    /// Metadata (title, ...) is still taken from the whole page. If nothing matches, nothing is
    /// extracted, and a message says so.
    #[arg(long, alias = "include", value_name = "CSS", value_parser = selector)]
    select: Vec<String>,
    /// Leave out elements that match this CSS selector; may be given several times
    #[arg(long, alias = "exclude", value_name = "CSS", value_parser = selector)]
    drop: Vec<String>,
}

/// Checks a selector and returns it unchanged. The error says where it is wrong.
fn selector(text: &str) -> Result<String, String> {
    Selectors::default().select(text).map(|_| text.to_string()).map_err(|error| error.to_string())
}

pub(crate) const NOTHING_SELECTED: &str = "nothing on this page is selected";

/// Whether selectors are set and select nothing.
pub(crate) fn has_nothing_selected(summary: &Summary) -> bool {
    summary.selection.is_some_and(|selection| selection.selected == Some(0))
}

impl From<PageSettings> for Settings {
    fn from(page: PageSettings) -> Self {
        Self { others: OtherMethods::default(), page }
    }
}

impl Settings {
    /// The options of an extractor with `method`. Flags that the method does not use are rejected.
    pub(crate) fn options(&self, method: Method) -> Result<Options, CliError> {
        self.expect_use(&[method])?;
        self.options_of(method)
    }

    /// Rejects models and flags that none of `methods` uses.
    pub(crate) fn expect_use(&self, methods: &[Method]) -> Result<(), CliError> {
        let Self { others, page } = self;
        let uses = |uses: fn(&Method) -> bool| methods.iter().any(uses);
        let is_learned = uses(|method| matches!(method, Method::Auto | Method::Learned | Method::Site));
        let is_line_block = uses(|method| matches!(method, Method::LineBlock(_)));
        let is_tag_ratio = uses(|method| matches!(method, Method::TagRatio(_)));
        let is_words_leaves = uses(|method| matches!(method, Method::WordsLeaves(_)));
        let a_model = "a method that uses a model (auto, learned, site)";
        let flags = [
            ("--model", !others.models.is_empty(), is_learned, a_model),
            ("--favor", others.favor.is_some(), is_learned, a_model),
            ("--preset", others.preset.is_some(), is_line_block, "the method line-block"),
            ("--tag-ratio", others.tag_ratio.is_some(), is_tag_ratio, "the method tag-ratio"),
            ("--ratio", page.ratio.is_some(), is_words_leaves, "the method words-leaves"),
            ("--relevance", page.relevance.is_some(), is_words_leaves, "the method words-leaves"),
        ];
        for (flag, is_given, is_used, expected) in flags {
            if is_given && !is_used {
                let found = methods.iter().map(|method| method.name()).collect::<Vec<_>>().join(", ");
                return Err(CliError::at(flag, format!("expected {expected}, found {found}")));
            }
        }
        Ok(())
    }

    /// Rejects `--formulas` if no Markdown of pages is written. Markdown of single blocks always
    /// uses code.
    pub(crate) fn expect_markdown(&self, is_markdown: bool) -> Result<(), CliError> {
        let message =
            "expected Markdown output of pages, found none; use it with --format markdown or --markdown";
        match self.page.formulas {
            Some(_) if !is_markdown => Err(CliError::at("--formulas", message)),
            _ => Ok(()),
        }
    }

    /// Whether a sketch of repeats is given.
    pub(crate) fn has_repeats(&self) -> bool {
        self.others.repeats.is_some()
    }

    pub(crate) fn favor(&self) -> Favor {
        self.others.favor.unwrap_or_default()
    }

    /// The method with its flags.
    fn method(&self, method: Method) -> Method {
        let Self { others, page } = self;
        match method {
            Method::LineBlock(thresholds) => Method::LineBlock(others.preset.unwrap_or(thresholds)),
            Method::TagRatio(form) => Method::TagRatio(others.tag_ratio.unwrap_or(form)),
            Method::WordsLeaves(WordsLeaves { ratio, relevance }) => Method::WordsLeaves(WordsLeaves {
                ratio: page.ratio.unwrap_or(ratio),
                relevance: page.relevance.unwrap_or(relevance),
            }),
            method => method,
        }
    }

    /// The options of an extractor with `method`, which may be one of several. Reads the models.
    pub(crate) fn options_of(&self, method: Method) -> Result<Options, CliError> {
        let mut selectors = Selectors::default();
        let (with, without) = (self.page.with_role, self.page.without_role);
        if let Some(role) = with.unwrap_or_default().common(without.unwrap_or_default()) {
            return Err(CliError::at(
                "--with-role",
                format!("expected roles that are not in --without-role, found {role}"),
            ));
        }
        for css in &self.page.select {
            selectors = selectors.select(css).map_err(|error| CliError::at("--select", error))?;
        }
        for css in &self.page.drop {
            selectors = selectors.drop(css).map_err(|error| CliError::at("--drop", error))?;
        }
        let mut options = Options::default()
            .with_selectors(selectors)
            .with_method(self.method(method))
            .with_favor(self.favor())
            .with_fallback(!self.page.no_fallback)
            .keep_comments(self.page.comments)
            .with_roles(self.page.with_role.unwrap_or_default())
            .without_roles(self.page.without_role.unwrap_or_default())
            .with_formulas(self.page.formulas.unwrap_or_default())
            .with_budget(self.page.budget.unwrap_or_default());
        if let Some(label) = &self.page.encoding {
            options = options.with_encoding(label);
        }
        for model in self.models()? {
            options = options.with_model(model);
        }
        if let Some(path) = &self.others.repeats {
            options = options.with_repeats(Arc::new(read_repeats(path)?));
        }
        if let Some(path) = &self.page.site {
            let name = path.display().to_string();
            let json = std::fs::read(path).map_err(|error| reading_one(&name, &error))?;
            // Invalid UTF-8 is reported as invalid JSON.
            let sites = Sites::from_json(&String::from_utf8_lossy(&json))
                .map_err(|error| CliError::at(&name, error))?;
            options = options.with_sites(sites);
        } else if method == Method::Site {
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
        self.others.models.iter().chain(&self.others.repeats).chain(&self.page.site).map(PathBuf::as_path)
    }

    /// Whether wrappers of sites are given.
    pub(crate) fn has_sites(&self) -> bool {
        self.page.site.is_some()
    }

    /// Creates an extractor with these options. Errors name the flags.
    pub(crate) fn extractor(&self, options: &Options) -> Result<Extractor, CliError> {
        let minimum = options.minimum_budget();
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
