//! Flags that several commands have in common, and the options they make.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use trommel::css::Selectors;
use trommel::site::Sites;
use trommel::{
    Budget, ErrorKind, Extractor, Favor, Formulas, Method, Model, NodeRatio, Options, Relevance, RoleSet,
    Summary, TagRatio, Thresholds, WordsLeaves,
};

use crate::choices;
use crate::error::CliError;
use crate::files::reading_one;
use crate::repeats::read_repeats;
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
    /// How much the learned method keeps: recall keeps all that balanced keeps, and balanced all
    /// that precision keeps [default: balanced]
    #[arg(long, value_parser = choices::favor())]
    favor: Option<Favor>,
    /// A model made by `trommel train`, for the learned method [default: the one built in]
    ///
    /// Trees take the place of the built-in ones. A model of one site, made with --self-label, is
    /// used with them: what both keep is kept; with -m learned, it decides alone. May be given
    /// twice, for one of each.
    #[arg(long = "model", value_name = "FILE")]
    models: Vec<PathBuf>,
    /// What the pages of a host repeat, made by `trommel repeats build`: JSON says which page had
    /// the same content first; what several pages have is dropped, or kept less
    ///
    /// The methods line-block and tag-ratio drop what three pages of the host have; auto and learned
    /// lower its score. A page whose host has no other known page is decided as without.
    #[arg(long, value_name = "FILE")]
    repeats: Option<PathBuf>,
    /// Thresholds of the line-block method [default: default]
    #[arg(long, value_parser = choices::preset())]
    preset: Option<Thresholds>,
    /// Form of the tag-ratio method [default: clusters]
    #[arg(long, value_name = "FORM", value_parser = choices::tag_ratio())]
    tag_ratio: Option<TagRatio>,
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
    #[arg(long, value_parser = choices::ratio())]
    ratio: Option<NodeRatio>,
    /// How the words-leaves method combines nodes [default: capped]
    #[arg(long, value_name = "READING", value_parser = choices::relevance())]
    relevance: Option<Relevance>,
    /// How Markdown writes formulas [default: code]
    #[arg(long, value_parser = choices::formulas())]
    formulas: Option<Formulas>,
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
    /// Keep blocks of these roles too, whatever the method decides: comment,caption,...
    ///
    /// `trommel blocks` shows the role of each block: of what is kept title, byline, summary,
    /// heading, paragraph, list, table, code, formula, quote, caption, post or comment; else why it
    /// is not: navigation, footer, aside, related, promotion, form, share, consent, hidden,
    /// duplicate or low-score, or that it is a byline, a caption or a comment.
    #[arg(long = "with", value_name = "ROLE,...")]
    with_roles: Option<RoleSet>,
    /// Leave blocks of these roles out: title,byline,caption,...
    #[arg(long = "without", value_name = "ROLE,...")]
    without_roles: Option<RoleSet>,
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

/// Checks a selector and returns it unchanged. The error says where it is wrong.
fn selector(text: &str) -> Result<String, String> {
    Selectors::default().select(text).map(|_| text.to_string()).map_err(|error| error.to_string())
}

/// The message for a page on which nothing is selected.
pub(crate) const NOTHING_SELECTED: &str = "nothing on this page is selected";

/// Whether selectors are set that select nothing of the page.
pub(crate) fn has_nothing_selected(summary: &Summary) -> bool {
    summary.selection.is_some_and(|selection| selection.selected == Some(0))
}

impl From<PageSettings> for Settings {
    fn from(page: PageSettings) -> Self {
        Self { others: OtherMethods::default(), page }
    }
}

impl Settings {
    /// The options of an extractor that decides by `method`. Flags that the method does not use are
    /// refused.
    pub(crate) fn options(&self, method: Method) -> Result<Options, CliError> {
        self.expect_use(&[method])?;
        self.options_of(method)
    }

    /// Refuses a model, and flags, that none of `methods` uses.
    pub(crate) fn expect_use(&self, methods: &[Method]) -> Result<(), CliError> {
        let Self { others, page } = self;
        let uses = |uses: fn(&Method) -> bool| methods.iter().any(uses);
        let is_learned = uses(|method| matches!(method, Method::Auto | Method::Learned | Method::Site));
        let is_line_block = uses(|method| matches!(method, Method::LineBlock(_)));
        let is_tag_ratio = uses(|method| matches!(method, Method::TagRatio(_)));
        let is_words_leaves = uses(|method| matches!(method, Method::WordsLeaves(_)));
        let a_model = "a method that asks a model (auto, learned, site)";
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

    /// Refuses `--formulas` where no Markdown of pages is written. That of single blocks has code.
    pub(crate) fn expect_markdown(&self, is_markdown: bool) -> Result<(), CliError> {
        let message = "expected Markdown of pages to write formulas in, found none; use it with --markdown or --format markdown";
        match self.page.formulas {
            Some(_) if !is_markdown => Err(CliError::at("--formulas", message)),
            _ => Ok(()),
        }
    }

    /// Whether it is known what the pages of hosts repeat.
    pub(crate) fn has_repeats(&self) -> bool {
        self.others.repeats.is_some()
    }

    /// What the learned method favours.
    pub(crate) fn favor(&self) -> Favor {
        self.others.favor.unwrap_or_default()
    }

    /// The method, with the settings that flags give it.
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

    /// The options of an extractor that decides by `method`, which is one of several. Reads the
    /// models.
    pub(crate) fn options_of(&self, method: Method) -> Result<Options, CliError> {
        let mut selectors = Selectors::default();
        let (with, without) = (self.page.with_roles, self.page.without_roles);
        if let Some(role) = with.unwrap_or_default().common(without.unwrap_or_default()) {
            return Err(CliError::at(
                "--with",
                format!("expected roles that --without has not, found {role}"),
            ));
        }
        for css in &self.page.include {
            selectors = selectors.select(css).map_err(|error| CliError::at("--include", error))?;
        }
        for css in &self.page.exclude {
            selectors = selectors.drop(css).map_err(|error| CliError::at("--exclude", error))?;
        }
        let mut options = Options::default()
            .with_selectors(selectors)
            .with_method(self.method(method))
            .with_favor(self.favor())
            .with_fallback(!self.page.no_fallback)
            .keep_comments(self.page.comments)
            .with_roles(self.page.with_roles.unwrap_or_default())
            .without_roles(self.page.without_roles.unwrap_or_default())
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
            // Invalid UTF-8 is invalid JSON, which the error says.
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

    /// Whether there are wrappers of sites.
    pub(crate) fn has_sites(&self) -> bool {
        self.page.site.is_some()
    }

    /// An extractor of these options. Errors name the flags.
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
