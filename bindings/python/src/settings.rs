//! Options of the Python functions, and their conversion to options of the library.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use pyo3::exceptions::PyTypeError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyInt, PyString};
use trommel::css::Selectors;
use trommel::site::Sites;
use trommel::{
    Budget, Favor, Format, Formulas, Method, Model, Options,
    blocks::{Role, RoleSet},
    chunk::ChunkOptions,
    methods::{NodeRatio, Relevance, TagRatio, Thresholds, WordsLeaves},
};
use trommel_output::Lists;

use crate::arrow::columns::RowKind;
use crate::counter::PyCounter;
use crate::errors;

/// The arguments of a caller, checked one by one. `None` is the default of the library.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Settings {
    /// Whether pages have blocks and lists. Not an argument: tables have neither.
    pub(crate) has_lists: bool,
    pub(crate) format: Format,
    formulas: Formulas,
    /// Markdown in addition to the text.
    pub(crate) markdown: bool,
    pub(crate) encoding: Option<String>,
    /// Whether blocks have the features that move their score.
    pub(crate) explain: bool,
    method: Method,
    links: bool,
    images: bool,
    link_list: bool,
    metadata: bool,
    posts: bool,
    chunks: Option<ChunkOptions>,
    chunk_overlap: Option<u32>,
    count_tokens: Option<PyCounter>,
    pub(crate) spans: bool,
    favor: Option<Favor>,
    models: Vec<PathBuf>,
    preset: Option<Thresholds>,
    tag_ratio: Option<TagRatio>,
    site: Option<PathBuf>,
    ratio: Option<NodeRatio>,
    relevance: Option<Relevance>,
    budget: Option<Budget>,
    comments: bool,
    no_fallback: bool,
    with_roles: RoleSet,
    without_roles: RoleSet,
    select: Vec<String>,
    drop: Vec<String>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            has_lists: true,
            format: Format::default(),
            formulas: Formulas::default(),
            markdown: false,
            encoding: None,
            explain: false,
            method: Method::default(),
            links: false,
            images: false,
            link_list: false,
            metadata: false,
            posts: false,
            chunks: None,
            chunk_overlap: None,
            count_tokens: None,
            spans: false,
            favor: None,
            models: Vec::new(),
            preset: None,
            tag_ratio: None,
            site: None,
            ratio: None,
            relevance: None,
            budget: None,
            comments: false,
            no_fallback: false,
            with_roles: RoleSet::default(),
            without_roles: RoleSet::default(),
            select: Vec::new(),
            drop: Vec::new(),
        }
    }
}

impl Settings {
    /// Reads the keyword arguments of `function`. `None` is the same as a missing argument.
    ///
    /// Errors: `TypeError` for an unknown name or a value of another type; `SettingError` for an
    /// invalid value.
    pub(crate) fn of(function: &str, options: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        Self::default().with_arguments(function, options)
    }

    /// As [`of`](Self::of), for a function that makes a table.
    pub(crate) fn of_table(function: &str, options: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        Self { has_lists: false, ..Self::default() }.with_arguments(function, options)
    }

    fn with_arguments(mut self, function: &str, options: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        for (key, value) in options.into_iter().flatten() {
            let key = key.cast::<PyString>()?.to_str()?.to_owned();
            self.set(function, &key, &value)?;
        }
        if let Some(options) = options {
            self.check(options.py())?;
        }
        Ok(self)
    }

    fn set(&mut self, function: &str, name: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let is_given = !value.is_none();
        match name {
            "method" if is_given => self.method = choice(name, value)?,
            "format" if is_given => self.format = choice(name, value)?,
            "formulas" if is_given => self.formulas = choice(name, value)?,
            "links" if is_given => self.links = truth(name, value)?,
            "images" if is_given => self.images = truth(name, value)?,
            "link_list" if is_given => self.link_list = truth(name, value)?,
            "metadata" if is_given => self.metadata = truth(name, value)?,
            "posts" if is_given => self.posts = truth(name, value)?,
            "chunks" if is_given => self.chunks = chunk_options(name, value)?,
            "chunk_overlap" if is_given => {
                let overlap = whole_number(name, value, "a size", |size| u32::try_from(size).is_ok())?;
                self.chunk_overlap = u32::try_from(overlap).ok();
            }
            "count_tokens" if is_given => self.count_tokens = Some(counter(name, value)?),
            "spans" if is_given => self.spans = truth(name, value)?,
            "markdown" if is_given => self.markdown = truth(name, value)?,
            "favor" if is_given => self.favor = Some(choice(name, value)?),
            "model" if is_given => self.models = paths(name, value)?,
            "preset" if is_given => self.preset = Some(choice(name, value)?),
            "tag_ratio" if is_given => self.tag_ratio = Some(choice(name, value)?),
            "site" if is_given => self.site = Some(path(name, value)?),
            "ratio" if is_given => self.ratio = Some(choice(name, value)?),
            "relevance" if is_given => self.relevance = Some(choice(name, value)?),
            "budget" if is_given => self.budget = Some(size(name, value)?),
            "comments" if is_given => self.comments = truth(name, value)?,
            "no_fallback" if is_given => self.no_fallback = truth(name, value)?,
            "encoding" if is_given => self.encoding = Some(text(name, value)?),
            "with_roles" if is_given => self.with_roles = roles(name, value)?,
            "without_roles" if is_given => self.without_roles = roles(name, value)?,
            "select" | "include" if is_given => self.select = texts(name, value)?,
            "drop" | "exclude" if is_given => self.drop = texts(name, value)?,
            "explain" if is_given => self.explain = truth(name, value)?,
            "method" | "format" | "formulas" | "links" | "images" | "link_list" | "metadata" | "posts"
            | "markdown" | "favor" | "model" | "preset" | "tag_ratio" | "site" | "ratio" | "relevance"
            | "budget" | "comments" | "no_fallback" | "encoding" | "with_roles" | "without_roles"
            | "select" | "include" | "drop" | "exclude" | "explain" | "chunks" | "chunk_overlap"
            | "count_tokens" | "spans" => {}
            _ => {
                let message = format!("{function}() got an unexpected keyword argument '{name}'");
                return Err(PyTypeError::new_err(message));
            }
        }
        Ok(())
    }

    /// Rejects options without effect, as the command does.
    fn check(&self, py: Python<'_>) -> PyResult<()> {
        let asks_a_model = matches!(self.method, Method::Auto | Method::Learned | Method::Site);
        let is_words_leaves = matches!(self.method, Method::WordsLeaves(_));
        let of_chunks =
            [("chunk_overlap", self.chunk_overlap.is_some()), ("count_tokens", self.count_tokens.is_some())];
        if let Some((name, _)) = of_chunks.iter().find(|(_, is_given)| *is_given && self.chunks.is_none()) {
            return Err(errors::setting(py, name, "expected chunks to set this of, found none"));
        }
        if let Some(role) = self.with_roles.common(self.without_roles) {
            let expected = format!("expected roles that without_roles has not, found {role}");
            return Err(errors::setting(py, "with_roles", expected));
        }
        let models = "a method that asks a model (auto, learned or site)";
        let (name, expected) = if !self.models.is_empty() && !asks_a_model {
            ("model", models)
        } else if self.favor.is_some() && !asks_a_model {
            ("favor", models)
        } else if self.preset.is_some() && !matches!(self.method, Method::LineBlock(_)) {
            ("preset", "the method line-block")
        } else if self.tag_ratio.is_some() && !matches!(self.method, Method::TagRatio(_)) {
            ("tag_ratio", "the method tag-ratio")
        } else if self.ratio.is_some() && !is_words_leaves {
            ("ratio", "the method words-leaves")
        } else if self.relevance.is_some() && !is_words_leaves {
            ("relevance", "the method words-leaves")
        } else if self.method == Method::Site && self.site.is_none() {
            return Err(errors::setting(py, "method", "expected wrappers for site, found none: give site="));
        } else if (self.links || (self.images && !self.has_lists))
            && self.format == Format::Text
            && !self.markdown
        {
            let expected = "expected format 'markdown' or 'html', or markdown=True, found neither";
            return Err(errors::setting(py, if self.links { "links" } else { "images" }, expected));
        } else {
            return Ok(());
        };
        Err(errors::setting(py, name, format!("expected {expected}, found {}", self.method)))
    }

    /// The method with its settings.
    fn method(&self) -> Method {
        match self.method {
            Method::LineBlock(thresholds) => Method::LineBlock(self.preset.unwrap_or(thresholds)),
            Method::TagRatio(form) => Method::TagRatio(self.tag_ratio.unwrap_or(form)),
            Method::WordsLeaves(WordsLeaves { ratio, relevance }) => Method::WordsLeaves(WordsLeaves {
                ratio: self.ratio.unwrap_or(ratio),
                relevance: self.relevance.unwrap_or(relevance),
            }),
            method => method,
        }
    }

    /// Whether the same settings always make the same options: they name no file.
    pub(crate) fn is_of_values(&self) -> bool {
        self.models.is_empty() && self.site.is_none() && self.count_tokens.is_none()
    }

    /// The empty lists of a page.
    pub(crate) fn lists(&self) -> Lists {
        if self.has_lists { Lists::new(self.images, self.link_list) } else { Lists::default() }
    }

    /// The settings of chunks, if wanted.
    pub(crate) fn chunks(&self) -> Option<ChunkOptions> {
        let chunks = self.chunks.clone()?.with_overlap(self.chunk_overlap.unwrap_or(0));
        Some(match &self.count_tokens {
            Some(counter) => chunks.with_counter(counter.counter()),
            None => chunks,
        })
    }

    /// The kind of rows of a table.
    ///
    /// Errors: `SettingError` for rows of chunks without chunks.
    pub(crate) fn row_kind(&self, py: Python<'_>, is_exploded: bool) -> PyResult<RowKind> {
        match (self.chunks.is_some(), is_exploded) {
            (false, true) => {
                Err(errors::setting(py, "explode", "expected chunks to make rows of, found none"))
            }
            (true, true) => Ok(RowKind::Chunks),
            (true, false) => Ok(RowKind::PagesWithChunks),
            (false, false) => Ok(RowKind::Pages),
        }
    }

    /// Whether there are wrappers of sites.
    pub(crate) fn has_sites(&self) -> bool {
        self.site.is_some()
    }

    /// The library's options. Files of models and wrappers are read.
    ///
    /// Errors: `ReadError`, `ModelError` or `SiteError` for a file, `BudgetError`, or
    /// `SettingError` with the option's name.
    pub(crate) fn options(&self, py: Python<'_>) -> PyResult<Options> {
        let mut options = Options::default()
            .with_method(self.method())
            .with_format(self.format)
            .with_formulas(self.formulas)
            .with_links(self.links)
            .with_images(self.images)
            .with_link_list(self.link_list && self.has_lists)
            .with_more_metadata(self.metadata)
            .with_posts(self.posts && self.has_lists)
            .with_spans(self.spans && self.has_lists)
            .with_selectors(self.selectors(py)?)
            .with_favor(self.favor.unwrap_or_default())
            .with_fallback(!self.no_fallback)
            .keep_comments(self.comments)
            .with_roles(self.with_roles)
            .without_roles(self.without_roles)
            .with_budget(self.budget.unwrap_or_default());
        if let Some(label) = &self.encoding {
            options = options.with_encoding(label);
        }
        let mut kinds = [false; 2];
        for path in &self.models {
            let bytes = read(py, path)?;
            let name = path.display().to_string();
            let model = Model::from_bytes(bytes).map_err(|error| errors::library(py, &name, &error))?;
            let kind = &mut kinds[usize::from(model.is_site_model())];
            if std::mem::replace(kind, true) {
                let message = "expected trees and a model of one site at most, found two of a kind";
                return Err(errors::setting(py, "model", message));
            }
            options = options.with_model(model);
        }
        if let Some(path) = &self.site {
            let json = read(py, path)?;
            let name = path.display().to_string();
            let sites = Sites::from_json(&String::from_utf8_lossy(&json));
            options = options.with_sites(sites.map_err(|error| errors::library(py, &name, &error))?);
        }
        let (least, found) = (options.minimum_budget(), self.budget.unwrap_or_default());
        if found < least {
            return Err(errors::budget(py, least.bytes(), found.bytes()));
        }
        Ok(options)
    }

    fn selectors(&self, py: Python<'_>) -> PyResult<Selectors> {
        let mut selectors = Selectors::default();
        for css in &self.select {
            selectors = selectors.select(css).map_err(|error| errors::setting(py, "select", error))?;
        }
        for css in &self.drop {
            selectors = selectors.drop(css).map_err(|error| errors::setting(py, "drop", error))?;
        }
        Ok(selectors)
    }
}

fn read(py: Python<'_>, path: &Path) -> PyResult<Vec<u8>> {
    py.detach(|| std::fs::read(path)).map_err(|error| errors::reading(py, path, &error))
}

/// A `TypeError` with what was expected of an option and what was found.
pub(crate) fn wrong_type(name: &str, expected: &str, value: &Bound<'_, PyAny>) -> PyErr {
    let found =
        value.get_type().name().map_or_else(|_| "something else".to_string(), |name| name.to_string());
    PyTypeError::new_err(format!("{name}: expected {expected}, found {found}"))
}

/// A choice of the library, by its name.
fn choice<T: FromStr<Err = trommel::Error>>(name: &str, value: &Bound<'_, PyAny>) -> PyResult<T> {
    text(name, value)?.parse().map_err(|error| errors::setting(value.py(), name, error))
}

/// Text.
pub(crate) fn text(name: &str, value: &Bound<'_, PyAny>) -> PyResult<String> {
    let text = value.cast::<PyString>().map_err(|_| wrong_type(name, "str", value))?;
    Ok(text.to_str()?.to_owned())
}

/// Roles by their names: a list, or one text with commas.
fn roles(name: &str, value: &Bound<'_, PyAny>) -> PyResult<RoleSet> {
    let names = texts(name, value)?;
    let roles = names.iter().flat_map(|names| names.split(',')).map(|role| role.trim().parse::<Role>());
    roles.collect::<Result<_, _>>().map_err(|error| errors::setting(value.py(), name, error))
}

/// The settings of chunks: `True`, a number of tokens, or a text such as `"2000c"`. `None` for
/// `False`.
fn chunk_options(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Option<ChunkOptions>> {
    if let Ok(truth) = value.cast::<PyBool>() {
        return Ok(truth.is_true().then(ChunkOptions::default));
    }
    let size = if value.is_instance_of::<PyString>() {
        text(name, value)?
    } else {
        whole_number(name, value, "a number of tokens", |_| true)?.to_string()
    };
    size.parse().map(Some).map_err(|error| errors::setting(value.py(), name, error))
}

/// A function that counts tokens.
fn counter(name: &str, value: &Bound<'_, PyAny>) -> PyResult<PyCounter> {
    if value.is_callable() {
        Ok(PyCounter::new(value.clone().unbind()))
    } else {
        Err(wrong_type(name, "a function", value))
    }
}

fn texts(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    if value.is_instance_of::<PyString>() {
        return Ok(vec![text(name, value)?]);
    }
    let items = value.try_iter().map_err(|_| wrong_type(name, "str or a list of str", value))?;
    items.map(|item| text(name, &item?)).collect()
}

/// True or false.
pub(crate) fn truth(name: &str, value: &Bound<'_, PyAny>) -> PyResult<bool> {
    value.cast::<PyBool>().map(|truth| truth.is_true()).map_err(|_| wrong_type(name, "bool", value))
}

fn path(name: &str, value: &Bound<'_, PyAny>) -> PyResult<PathBuf> {
    value.extract().map_err(|_| wrong_type(name, "str or os.PathLike", value))
}

fn paths(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Vec<PathBuf>> {
    if let Ok(path) = value.extract() {
        return Ok(vec![path]);
    }
    let items = value.try_iter().map_err(|_| wrong_type(name, "a path or a list of paths", value))?;
    items.map(|item| path(name, &item?)).collect()
}

/// A whole number that `is_good`.
///
/// Errors: `TypeError` for anything but `int`; `SettingError` for another number.
pub(crate) fn whole_number(
    name: &str,
    value: &Bound<'_, PyAny>,
    expected: &str,
    is_good: impl Fn(u64) -> bool,
) -> PyResult<u64> {
    // Anything that Python takes as an index, such as a NumPy number, except booleans.
    let index = value.getattr(intern!(value.py(), "__index__")).and_then(|index| index.call0());
    let number = match index {
        Ok(number) if !value.is_instance_of::<PyBool>() => number,
        _ => return Err(wrong_type(name, "int", value)),
    };
    number
        .extract::<u64>()
        .ok()
        .filter(|number| is_good(*number))
        .ok_or_else(|| errors::setting(value.py(), name, format!("expected {expected}, found {number}")))
}

/// A number of bytes, or a size such as `512KiB`.
pub(crate) fn size(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Budget> {
    if value.is_instance_of::<PyInt>() && !value.is_instance_of::<PyBool>() {
        let bytes = value.extract::<usize>().map_err(|_| {
            errors::setting(value.py(), name, format!("expected a number of bytes, found {value}"))
        })?;
        return Ok(Budget::from_bytes(bytes));
    }
    let text = value.cast::<PyString>().map_err(|_| wrong_type(name, "int or str", value))?;
    Budget::parse(text.to_str()?).map_err(|error| errors::setting(value.py(), name, error))
}
