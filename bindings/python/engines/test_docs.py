"""The examples of the documentation for DuckDB, Polars and Daft run."""

import re
import subprocess
import sys

import pyarrow
import pytest
from conftest import PAGES, ROOT, record
from pyarrow import parquet

EXAMPLES = re.findall(
    r"^```python\n(.*?)^```", (ROOT / "docs/src/engines.md").read_text(), re.DOTALL | re.MULTILINE
)


def test_there_is_an_example_of_each():
    assert [code.split()[1] for code in EXAMPLES] == ["duckdb", "polars", "daft"]


@pytest.mark.parametrize("code", EXAMPLES, ids=lambda code: code.split()[1])
def test_an_example_prints_the_text_of_pages(code, tmp_path):
    pytest.importorskip(code.split()[1])
    html = b"<title>Rain</title><p>It rained for three days in the valley."
    table = {"url": ["http://a.example/1", "http://a.example/2"], "html": [html, html]}
    parquet.write_table(pyarrow.table(table), tmp_path / "pages.parquet")
    (tmp_path / "crawl.warc.gz").write_bytes(record(1, html) + record(2, PAGES[0].read_bytes()))
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("It rained") >= 2, done.stdout
