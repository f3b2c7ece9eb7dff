"""Classes of LangChain."""

import pytest

pytest.importorskip("langchain_core")

from conftest import PAGES
from langchain_core.documents import Document
from langchain_core.documents.base import Blob

import trommel
from trommel.langchain import TrommelParser, TrommelTransformer

PAGE = next(page for page in PAGES if page.parent.name == "documentation")


def test_blobs_become_documents_of_chunks():
    blob = Blob.from_path(PAGE, metadata={"url": "https://docs.example.org/a", "crawl": 7})
    found = TrommelParser(chunks=96).parse(blob)
    page = trommel.extract(PAGE.read_bytes(), url="https://docs.example.org/a", chunks=96)
    assert [document.page_content for document in found] == [chunk.markdown for chunk in page.chunks]
    metadata, chunk = found[2].metadata, page.chunks[2]
    assert metadata["id"] == "https://docs.example.org/a#2" and metadata["headings"] == chunk.headings
    assert (metadata["crawl"], metadata["title"], metadata["offset"]) == (7, page.title, chunk.offset)
    assert "next" not in found[-1].metadata and found[0].metadata["next"] == metadata["previous"][:-1] + "1"


def test_without_chunks_a_blob_is_a_document():
    [document] = TrommelParser().lazy_parse(Blob.from_path(PAGE))
    assert document.page_content == trommel.extract(PAGE.read_bytes(), format="markdown").text
    assert document.metadata["source"] == str(PAGE)
    assert TrommelParser().parse(Blob.from_data("")) == []


def test_documents_are_transformed():
    source = {"source": "https://a.example/"}
    given = [Document(page_content=PAGE.read_text(), metadata=source), Document(page_content="")]
    found = TrommelTransformer(chunks="2000c", format="text").transform_documents(given)
    page = trommel.extract(PAGE.read_text(), url="https://a.example/", chunks="2000c")
    assert [document.page_content for document in found] == [chunk.text for chunk in page.chunks]
    assert all(document.metadata["source"] == "https://a.example/" for document in found)
