"""The linearizer of dolma against ``trommel.extract``."""

import gzip
import json
import re

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


#: What an HTTP head says, and how a page is encoded. dolma decodes by the head, else by its guess;
#: what the page itself declares it does not read.
ENCODINGS = {"; charset=utf-8": "utf-8", "; charset=windows-1251": "windows-1251"}


@pytest.mark.parametrize("charset", ENCODINGS)
def test_documents_have_the_text_of_each_page(tmp_path, charset):
    pages = [page.read_text(errors="replace").strip() for page in PAGES[:40]]
    pages = [html.encode(ENCODINGS[charset], "xmlcharrefreplace") for html in pages if html]
    assert sum(not page.isascii() for page in pages) > 5
    records = [with_digest(at, page).replace(b"text/html", b"text/html" + charset.encode(), 1) for at, page in enumerate(pages)]
    records = [lengthened(record, len(charset)) for record in records]
    crawl = tmp_path / "crawl.warc.gz"
    crawl.write_bytes(b"".join(map(gzip.compress, records)))
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
    texts = [trommel.extract(page.decode(ENCODINGS[charset])).text.rstrip("\n") for page in pages]
    assert [document["text"] for document in documents] == texts


def lengthened(record, more):
    """A record whose block has so many bytes more."""
    head = re.compile(rb"Content-Length: (\d+)")
    return head.sub(lambda found: b"Content-Length: %d" % (int(found[1]) + more), record, count=1)
