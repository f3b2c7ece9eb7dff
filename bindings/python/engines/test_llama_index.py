"""Classes of LlamaIndex."""

import pytest

pytest.importorskip("llama_index.core")

from conftest import PAGES
from llama_index.core import SimpleDirectoryReader
from llama_index.core.schema import Document, NodeRelationship

import trommel
from trommel.llama_index import TrommelNodeParser, TrommelReader

PAGE = next(page for page in PAGES if page.parent.name == "documentation")


def test_files_become_documents_of_chunks():
    reader = SimpleDirectoryReader(input_files=[PAGE], file_extractor={".html": TrommelReader(chunks=96)})
    found = reader.load_data()
    page = trommel.extract(PAGE.read_bytes(), chunks=96)
    assert [document.text for document in found] == [chunk.markdown for chunk in page.chunks]
    assert found[2].metadata["headings"] == page.chunks[2].headings
    assert found[2].metadata["file_name"] == "page.html"


def test_documents_become_nodes():
    parser = TrommelNodeParser(options={"chunks": 96})
    document = Document(text=PAGE.read_text(), metadata={"url": "https://docs.example.org/a"})
    nodes = parser.get_nodes_from_documents([document, Document(text="")])
    page = trommel.extract(PAGE.read_text(), chunks=96)
    assert [node.text for node in nodes] == [chunk.markdown for chunk in page.chunks]
    assert nodes[1].metadata["id"] == "https://docs.example.org/a#1"
    assert nodes[1].relationships[NodeRelationship.SOURCE].node_id == document.node_id
    assert nodes[1].relationships[NodeRelationship.PREVIOUS].node_id == nodes[0].node_id
