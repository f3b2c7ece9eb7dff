"""Classes of NeMo Curator against ``trommel batch``."""

import pytest

pytest.importorskip("nemo_curator")

from conftest import PAGES

import trommel
from trommel.nemo import TrommelHTMLExtractor, TrommelIterator


def test_documents_are_the_pages_of_batch(crawl, expected):
    iterator = TrommelIterator()
    rows = list(iterator.iterate(str(crawl / "damaged.warc.gz")))
    assert all(list(row) == iterator.output_columns() for row in rows)
    texts = [row[2] for row in expected.elements() if row[0].endswith("damaged.warc.gz") and row[2]]
    assert sorted(row["text"] for row in rows) == sorted(texts)
    assert (rows[1]["warc_id"], rows[1]["source_id"]) == ("1", "damaged.warc.gz")
    missing = str(crawl / "missing.warc.gz")
    with pytest.raises(trommel.ReadError, match="missing"):
        list(iterator.iterate(missing))
    assert list(TrommelIterator(on_error="row").iterate(missing)) == []


def test_paragraphs():
    extractor = TrommelHTMLExtractor(method="line-block")
    html = PAGES[0].read_text()
    paragraphs = extractor.extract_text(html, frozenset(), "ENGLISH")
    assert "\n\n".join(paragraphs) == trommel.extract(html, method="line-block").text.strip("\n")
    assert extractor.extract_text("", frozenset(), "ENGLISH") is None
