"""The converter of Haystack."""

import pytest

pytest.importorskip("haystack")

from conftest import PAGES
from haystack import Pipeline
from haystack.dataclasses import ByteStream

import trommel
from trommel.haystack import TrommelConverter

PAGE = next(page for page in PAGES if page.parent.name == "documentation")


def test_files_and_streams_become_documents_of_chunks():
    pipeline = Pipeline()
    converter = TrommelConverter(options={"chunks": 96})
    pipeline.add_component("converter", TrommelConverter.from_dict(converter.to_dict()))
    stream = ByteStream(PAGE.read_bytes(), meta={"url": "https://docs.example.org/a"})
    sources = [PAGE, stream, "no-such-file.html"]
    found = pipeline.run({"converter": {"sources": sources, "meta": {"crawl": 7}}})["converter"]["documents"]
    page = trommel.extract(PAGE.read_bytes(), chunks=96)
    assert [document.content for document in found] == 2 * [chunk.markdown for chunk in page.chunks]
    of_stream = found[len(page.chunks) + 1].meta
    assert (of_stream["chunk_id"], of_stream["crawl"]) == ("https://docs.example.org/a#1", 7)
    assert of_stream["headings"] == page.chunks[1].headings and of_stream["title"] == page.title


def test_without_chunks_a_file_is_a_document():
    [document] = TrommelConverter().run([PAGE])["documents"]
    assert document.content == trommel.extract(PAGE.read_bytes(), format="markdown").text
