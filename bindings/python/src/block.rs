//! Line-blocks of a page, as compact rows that become Python objects on request.

use std::borrow::Cow;

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyList, PyTuple, PyType};
use serde::{Deserialize, Serialize};
use trommel::{
    LineBlock,
    blocks::{RecordId, Role, TableCell, Verdict},
};

/// Maximum number of names in a path.
const PATH_NAMES: usize = 8;

/// Maximum bytes of line-blocks that an extractor keeps for the next page.
const MAX_KEPT_BYTES: usize = 1 << 20;

/// All blocks of a page, kept and dropped, in page order.
///
/// Cost: their text, and about 100 bytes for each.
#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Blocks {
    /// The text of the blocks, one after the other.
    text: String,
    /// Paths, each once in a row.
    paths: String,
    rows: Vec<Row>,
    /// What moves the score of each block; empty without `explain`.
    moves: Vec<Option<Moves>>,
    #[serde(skip)]
    last_names: LastNames,
}

/// The path of the last row, innermost first. It only repeats data of the rows.
#[derive(Debug, Default)]
struct LastNames([&'static str; PATH_NAMES]);

impl PartialEq for LastNames {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// A block without its text. Its index is that of the row.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Row {
    offset: u64,
    /// End of its text in the text of all blocks. It begins at the end of the row before.
    text_end: usize,
    /// Place of its path in the paths.
    path: PathRange,
    chars: u32,
    words: u32,
    tags: u32,
    ttr: f32,
    attr: f32,
    tkd: f32,
    score: Option<f32>,
    depth: u16,
    links: u16,
    list_depth: u16,
    quote_depth: u16,
    cell: Option<Cell>,
    record: Option<RecordRow>,
    level: Option<u8>,
    is_hidden: bool,
    is_kept: bool,
    role: RoleName,
}

/// Place of a path.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct PathRange {
    start: usize,
    len: u16,
}

/// A cell of a data table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Cell {
    table: u8,
    row: u16,
    column: u8,
    columns_spanned: u16,
    rows_spanned: u16,
    is_header: bool,
}

impl From<TableCell> for Cell {
    fn from(cell: TableCell) -> Self {
        Self {
            table: cell.table,
            row: cell.row,
            column: cell.column,
            columns_spanned: cell.columns_spanned,
            rows_spanned: cell.rows_spanned,
            is_header: cell.is_header,
        }
    }
}

/// A role; in a pickle, its name.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(into = "&'static str", try_from = "Cow<'static, str>")]
struct RoleName(Role);

impl From<RoleName> for &'static str {
    fn from(RoleName(role): RoleName) -> Self {
        role.name()
    }
}

impl TryFrom<Cow<'static, str>> for RoleName {
    type Error = trommel::Error;

    fn try_from(name: Cow<'static, str>) -> Result<Self, Self::Error> {
        name.parse().map(Self)
    }
}

/// The record that a block is in.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct RecordRow {
    group: u16,
    element: u16,
}

impl From<RecordId> for RecordRow {
    fn from(record: RecordId) -> Self {
        Self { group: record.group, element: record.element }
    }
}

/// What moves the score of a block.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Moves {
    facts: Vec<Fact>,
    /// The words with the greatest weight, and that in logits.
    phrase: Option<(String, f32)>,
}

/// A feature that moves the score.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Fact {
    name: Cow<'static, str>,
    value: f32,
    moved: f32,
}

impl Blocks {
    /// Adds a block that was decided.
    pub(crate) fn push(&mut self, block: &LineBlock<'_>) {
        let path = self.path_of(block);
        self.text.extend(block.text());
        if let Some(facts) = block.contributions() {
            let fact = |fact: trommel::blocks::Contribution| Fact {
                name: Cow::Borrowed(fact.name),
                value: fact.value,
                moved: fact.moved,
            };
            let phrase = block.key_phrase().map(|phrase| (phrase.text.clone(), phrase.weight));
            self.moves.resize(self.rows.len(), None);
            self.moves.push(Some(Moves { facts: facts.map(fact).collect(), phrase }));
        }
        self.rows.push(Row {
            offset: block.offset(),
            text_end: self.text.len(),
            path,
            chars: block.chars(),
            words: block.words(),
            tags: block.tags(),
            ttr: block.ttr(),
            attr: block.attr(),
            tkd: block.tkd(),
            score: block.score(),
            depth: block.depth(),
            links: block.links(),
            list_depth: block.list_depth(),
            quote_depth: block.quote_depth(),
            cell: block.cell().map(Cell::from),
            record: block.record().map(RecordRow::from),
            level: block.level(),
            is_hidden: block.is_hidden(),
            is_kept: block.verdict() == Verdict::Kept,
            role: RoleName(block.role()),
        });
    }

    /// A copy without spare memory. The original is cleared, and keeps its memory, except after a
    /// large page.
    pub(crate) fn take(&mut self) -> Self {
        if self.text.capacity() + self.rows.capacity() * size_of::<Row>() > MAX_KEPT_BYTES {
            return std::mem::take(self);
        }
        let taken = Self {
            text: self.text.clone(),
            paths: self.paths.clone(),
            rows: self.rows.clone(),
            moves: std::mem::take(&mut self.moves),
            last_names: LastNames::default(),
        };
        self.clear();
        taken
    }

    /// Removes all blocks and keeps their memory.
    pub(crate) fn clear(&mut self) {
        self.text.clear();
        self.paths.clear();
        self.rows.clear();
        self.moves.clear();
        self.last_names = LastNames::default();
    }

    /// A list of `trommel.Block`.
    pub(crate) fn to_list<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        static BLOCK: PyOnceLock<Py<PyType>> = PyOnceLock::new();
        let class = BLOCK.import(py, "trommel._types", "Block")?;
        let list = PyList::empty(py);
        let mut text_start = 0;
        for (index, row) in self.rows.iter().enumerate() {
            // Empty if a pickle was changed by hand.
            let text = self.text.get(text_start..row.text_end).unwrap_or_default();
            let moves = self.moves.get(index).and_then(Option::as_ref);
            list.append(class.call1(row.to_tuple(py, index, self.path(row.path), text, moves)?)?)?;
            text_start = row.text_end;
        }
        Ok(list)
    }

    /// A path; empty if a pickle was changed by hand.
    fn path(&self, range: PathRange) -> &str {
        let end = range.start.saturating_add(usize::from(range.len));
        self.paths.get(range.start..end).unwrap_or_default()
    }

    /// Place of the path of a block: that of the block before, or a new one.
    fn path_of(&mut self, block: &LineBlock<'_>) -> PathRange {
        let mut names = [""; PATH_NAMES];
        let mut count = 0;
        for (slot, name) in names.iter_mut().zip(block.path()) {
            *slot = name;
            count += 1;
        }
        // Names are constants, so equal ones are nearly always in one place.
        let is_same = names.iter().zip(self.last_names.0).all(|(name, last)| std::ptr::eq(*name, last));
        if is_same && let Some(last) = self.rows.last() {
            return last.path;
        }
        self.last_names = LastNames(names);
        let start = self.paths.len();
        for (at, name) in names[..count].iter().rev().enumerate() {
            if at > 0 {
                self.paths.push(' ');
            }
            self.paths.push_str(name);
        }
        PathRange { start, len: (self.paths.len() - start) as u16 }
    }
}

impl Row {
    /// The fields of `trommel.Block`, in its order.
    fn to_tuple<'py>(
        &self,
        py: Python<'py>,
        index: usize,
        path: &str,
        text: &str,
        moves: Option<&Moves>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        // The innermost name of the path.
        let tag = path.rsplit(' ').next().unwrap_or_default();
        let facts = moves.map(|moves| facts_to_list(py, &moves.facts)).transpose()?;
        let phrase = moves.and_then(|moves| moves.phrase.as_ref());
        let phrase = phrase.map(|(text, logits)| phrase_to_object(py, text, *logits)).transpose()?;
        let verdict = if self.is_kept { "kept" } else { "dropped" };
        let fields = [
            index.into_pyobject(py)?.into_any(),
            self.offset.into_pyobject(py)?.into_any(),
            tag.into_pyobject(py)?.into_any(),
            path.into_pyobject(py)?.into_any(),
            self.depth.into_pyobject(py)?.into_any(),
            self.chars.into_pyobject(py)?.into_any(),
            self.words.into_pyobject(py)?.into_any(),
            self.tags.into_pyobject(py)?.into_any(),
            self.links.into_pyobject(py)?.into_any(),
            widened(self.ttr).into_pyobject(py)?.into_any(),
            widened(self.attr).into_pyobject(py)?.into_any(),
            widened(self.tkd).into_pyobject(py)?.into_any(),
            self.is_hidden.into_pyobject(py)?.to_owned().into_any(),
            self.score.map(widened).into_pyobject(py)?.into_any(),
            facts.into_pyobject(py)?.into_any(),
            phrase.into_pyobject(py)?.into_any(),
            self.record.map(|record| record.to_object(py)).transpose()?.into_pyobject(py)?.into_any(),
            verdict.into_pyobject(py)?.into_any(),
            self.role.0.name().into_pyobject(py)?.into_any(),
            self.level.into_pyobject(py)?.into_any(),
            self.list_depth.into_pyobject(py)?.into_any(),
            self.quote_depth.into_pyobject(py)?.into_any(),
            self.cell.as_ref().map(|cell| cell.to_object(py)).transpose()?.into_pyobject(py)?.into_any(),
            text.into_pyobject(py)?.into_any(),
        ];
        PyTuple::new(py, fields)
    }
}

impl Cell {
    /// A `trommel.Cell`.
    fn to_object<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        static CELL: PyOnceLock<Py<PyType>> = PyOnceLock::new();
        let class = CELL.import(py, "trommel._types", "Cell")?;
        let Self { table, row, column, columns_spanned, rows_spanned, is_header } = *self;
        class.call1((table, row, column, columns_spanned, rows_spanned, is_header))
    }
}

impl RecordRow {
    /// A `trommel.RecordId`.
    fn to_object<'py>(self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        static RECORD: PyOnceLock<Py<PyType>> = PyOnceLock::new();
        RECORD.import(py, "trommel._types", "RecordId")?.call1((self.group, self.element))
    }
}

/// A `trommel.Phrase`.
fn phrase_to_object<'py>(py: Python<'py>, text: &str, logits: f32) -> PyResult<Bound<'py, PyAny>> {
    static PHRASE: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    PHRASE.import(py, "trommel._types", "Phrase")?.call1((text, widened(logits)))
}

fn facts_to_list<'py>(py: Python<'py>, facts: &[Fact]) -> PyResult<Bound<'py, PyList>> {
    static FACT: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let class = FACT.import(py, "trommel._types", "Fact")?;
    let list = PyList::empty(py);
    for fact in facts {
        list.append(class.call1((fact.name.as_ref(), widened(fact.value), widened(fact.moved)))?)?;
    }
    Ok(list)
}

/// The number with the same shortest decimal, as in the command's JSON.
fn widened(value: f32) -> f64 {
    serde_json::to_string(&value).ok().and_then(|text| text.parse().ok()).unwrap_or(f64::from(value))
}
