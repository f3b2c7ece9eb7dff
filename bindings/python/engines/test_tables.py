"""The functions of docs/src/loaders.md for columns of Polars and DuckDB, as they are written."""

import os
import re

import pytest
from conftest import PAGES, ROOT

pl = pytest.importorskip("polars")
pytest.importorskip("duckdb")

import trommel

PAGE = next(page for page in PAGES if page.parent.name == "documentation").read_text()


def test_chunks_of_a_column(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    section = (ROOT / "docs/src/loaders.md").read_text().split("## Polars and DuckDB")[1]
    for_polars, for_duckdb = re.findall(r"^```python\n(.*?)^```$", section, re.DOTALL | re.MULTILINE)
    urls = ["https://a.example/1", "https://a.example/2", None]
    pages = pl.DataFrame({"html": [PAGE, "<p>", PAGE], "url": urls, "n": [1, 2, 3]})
    pages.write_parquet("pages.parquet")
    expected = [chunk.text for chunk in trommel.extract(PAGE, chunks=True).chunks]

    names = {}
    exec(for_polars, names)
    found = names["chunks_of"](pages)
    assert found["text"].to_list() == 2 * expected
    assert found["n"].to_list() == len(expected) * [1] + len(expected) * [3]
    assert found["id"][0] == "https://a.example/1#0"

    names = {}
    exec(for_duckdb, names)
    assert names["chunks"]["text"].to_pylist() == 2 * expected
    assert os.listdir(tmp_path) == ["pages.parquet"]
