"""The linearizer of dolma against ``trommel.extract``."""

import gzip
import json

import pytest

pytest.importorskip("dolma")

from conftest import PAGES, record
from dolma.warc.processor import create_and_run_warc_pipeline

import trommel
import trommel.dolma  # enters the linearizer into the registry


def with_digest(at, page):
    """A record as dolma wants it: the digest of its payload is the id of the document."""
    type_line = b"Content-Type: application/http"
    digest = b"WARC-Payload-Digest: sha1:%d\r\n" % at
    return record(at, page).replace(type_line, digest + type_line, 1)


def test_documents_have_the_text_of_each_page(tmp_path):
    pages = [html for html in (page.read_bytes() for page in PAGES[:40]) if html.strip().isascii()]
    assert len(pages) > 5
    crawl = tmp_path / "crawl.warc.gz"
    crawl.write_bytes(b"".join(gzip.compress(with_digest(at, page)) for at, page in enumerate(pages)))
    create_and_run_warc_pipeline(
        documents=str(crawl),
        destination=str(tmp_path / "out"),
        source_name="crawl",
        linearizer_name="trommel",
        debug=True,
    )
    (out,) = (tmp_path / "out").rglob("*.jsonl.gz")
    with gzip.open(out, "rt", encoding="utf-8") as lines:
        documents = [json.loads(line) for line in lines]
    texts = [trommel.extract(page).text.rstrip("\n") for page in pages]
    assert [document["text"] for document in documents] == texts
