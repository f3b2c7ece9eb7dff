//! Line-blocks of a page, as compact rows that become Python objects when they are asked for.

use std::borrow::Cow;
use std::ops::Range;

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyList, PyTuple, PyType};
use serde::{Deserialize, Serialize};
use trommel::{LineBlock, TableCell, Verdict};

/// Most names of a path.
const PATH_NAMES: usize = 8;

/// All blocks of a page, kept and dropped, in page order.
///
/// Cost: their text once, and some 150 bytes for each.
#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Blocks {
    /// Paths, each once in a row, and the text of each block.
    arena: String,
    rows: Vec<Row>,
    #[serde(skip)]
    last_names: LastNames,
}

/// The path of the last row, innermost first. It says nothing that the rows do not say.
#[derive(Debug, Default)]
struct LastNames([&'static str; PATH_NAMES]);

impl PartialEq for LastNames {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Row {
    index: u64,
    offset: u64,
    tag: Cow<'static, str>,
    /// Where its path and its text are in the arena.
    path: Range<usize>,
    text: Range<usize>,
    depth: u16,
    chars: u32,
    words: u32,
    tags: u32,
    links: u16,
    ttr: f32,
    attr: f32,
    tkd: f32,
    is_hidden: bool,
    score: Option<f32>,
    facts: Option<Vec<Fact>>,
    is_kept: bool,
    role: Cow<'static, str>,
    level: Option<u8>,
    list_depth: u16,
    quote_depth: u16,
    cell: Option<Cell>,
}

/// A cell of a data table.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
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

/// A feature that moves the score.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Fact {
    name: Cow<'static, str>,
    value: f32,
    moved: f32,
}

impl Blocks {
    /// Adds a block that was decided.
    pub(crate) fn push(&mut self, block: &LineBlock<'_>) {
        let path = self.path_of(block);
        let text_start = self.arena.len();
        self.arena.extend(block.text());
        let facts = block.contributions().map(|facts| {
            let fact = |fact: trommel::Contribution| Fact {
                name: Cow::Borrowed(fact.name),
                value: fact.value,
                moved: fact.moved,
            };
            facts.map(fact).collect()
        });
        self.rows.push(Row {
            index: block.index(),
            offset: block.offset(),
            tag: Cow::Borrowed(block.tag()),
            path,
            text: text_start..self.arena.len(),
            depth: block.depth(),
            chars: block.chars(),
            words: block.words(),
            tags: block.tags(),
            links: block.links(),
            ttr: block.ttr(),
            attr: block.attr(),
            tkd: block.tkd(),
            is_hidden: block.is_hidden(),
            score: block.score(),
            facts,
            is_kept: block.verdict() == Verdict::Kept,
            role: Cow::Borrowed(block.role().name()),
            level: block.level(),
            list_depth: block.list_depth(),
            quote_depth: block.quote_depth(),
            cell: block.cell().map(Cell::from),
        });
    }

    /// A list of `trommel.Block`.
    pub(crate) fn to_list<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        static BLOCK: PyOnceLock<Py<PyType>> = PyOnceLock::new();
        let class = BLOCK.import(py, "trommel._types", "Block")?;
        let list = PyList::empty(py);
        for row in &self.rows {
            let block = row.to_tuple(py, self.part(&row.path), self.part(&row.text))?;
            list.append(class.call1(block)?)?;
        }
        Ok(list)
    }

    /// A part of the arena; empty where a pickle was changed by hand.
    fn part(&self, range: &Range<usize>) -> &str {
        self.arena.get(range.clone()).unwrap_or_default()
    }

    /// Where the path of a block is in the arena: that of the block before, or a new one.
    fn path_of(&mut self, block: &LineBlock<'_>) -> Range<usize> {
        let mut names = [""; PATH_NAMES];
        let mut count = 0;
        for (slot, name) in names.iter_mut().zip(block.path()) {
            *slot = name;
            count += 1;
        }
        // Names are constants, so that equal ones hardly ever lie in two places.
        let is_same = names.iter().zip(self.last_names.0).all(|(name, last)| std::ptr::eq(*name, last));
        if is_same && let Some(last) = self.rows.last() {
            return last.path.clone();
        }
        self.last_names = LastNames(names);
        let start = self.arena.len();
        for (at, name) in names[..count].iter().rev().enumerate() {
            if at > 0 {
                self.arena.push(' ');
            }
            self.arena.push_str(name);
        }
        start..self.arena.len()
    }
}

impl Row {
    /// The fields of `trommel.Block`, in its order.
    fn to_tuple<'py>(&self, py: Python<'py>, path: &str, text: &str) -> PyResult<Bound<'py, PyTuple>> {
        let facts = self.facts.as_ref().map(|facts| facts_to_list(py, facts)).transpose()?;
        let verdict = if self.is_kept { "kept" } else { "dropped" };
        let fields = [
            self.index.into_pyobject(py)?.into_any(),
            self.offset.into_pyobject(py)?.into_any(),
            self.tag.as_ref().into_pyobject(py)?.into_any(),
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
            verdict.into_pyobject(py)?.into_any(),
            self.role.as_ref().into_pyobject(py)?.into_any(),
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

fn facts_to_list<'py>(py: Python<'py>, facts: &[Fact]) -> PyResult<Bound<'py, PyList>> {
    static FACT: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let class = FACT.import(py, "trommel._types", "Fact")?;
    let list = PyList::empty(py);
    for fact in facts {
        list.append(class.call1((fact.name.as_ref(), widened(fact.value), widened(fact.moved)))?)?;
    }
    Ok(list)
}

/// The number with the same shortest decimal, so that it reads as in the command's JSON.
fn widened(value: f32) -> f64 {
    serde_json::to_string(&value).ok().and_then(|text| text.parse().ok()).unwrap_or(f64::from(value))
}
