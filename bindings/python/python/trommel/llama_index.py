"""LlamaIndex: a reader of HTML files, and a parser of nodes.

SimpleDirectoryReader("pages/", file_extractor={".html": TrommelReader(chunks=512)})
TrommelNodeParser(options={"chunks": 512}).get_nodes_from_documents(html_documents)

Each document or node is a chunk, or without ``chunks`` a page, as Markdown, with metadata of the
page (``title``, ``url`` and others) and the place of the chunk.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from llama_index.core.bridge.pydantic import Field, PrivateAttr
from llama_index.core.node_parser.interface import NodeParser
from llama_index.core.node_parser.node_utils import build_nodes_from_splits
from llama_index.core.readers.base import BaseReader
from llama_index.core.schema import BaseNode, Document, MetadataMode

from trommel._documents import documents, extractor_of, url_of
from trommel._trommel import Extractor

__all__ = ["TrommelNodeParser", "TrommelReader"]


class TrommelReader(BaseReader):
    """Documents from HTML files. ``options`` are those of ``trommel.extract``."""

    def __init__(self, **options: Any) -> None:
        self._options = options
        self._extractor = extractor_of(options)

    def lazy_load_data(
        self,
        file: str | Path,
        extra_info: dict[str, Any] | None = None,
        fs: Any = None,
        **load_kwargs: Any,
    ) -> Iterable[Document]:
        """A document for each chunk of the page. ``fs`` is a file system of fsspec."""
        given = extra_info or {}
        with fs.open(str(file), "rb") if fs is not None else Path(file).open("rb") as html:
            page = self._extractor.extract(html, url=url_of(given.get("url")))
        for text, about in documents(page, self._options):
            yield Document(text=text, metadata={**given, **about})


class TrommelNodeParser(NodeParser):
    """Nodes from HTML documents."""

    options: dict[str, Any] = Field(
        default_factory=lambda: {"chunks": 512}, description="Options of trommel.extract."
    )
    _extractor: Extractor = PrivateAttr()

    def __init__(self, **fields: Any) -> None:
        super().__init__(**fields)
        self._extractor = extractor_of(self.options)

    @classmethod
    def class_name(cls) -> str:
        """Name of the class."""
        return "TrommelNodeParser"

    def _parse_nodes(
        self, nodes: Sequence[BaseNode], show_progress: bool = False, **kwargs: Any
    ) -> list[BaseNode]:
        made: list[BaseNode] = []
        for node in nodes:
            url = url_of(node.metadata.get("url"), node.metadata.get("source"))
            html = node.get_content(metadata_mode=MetadataMode.NONE)
            found = list(documents(self._extractor.extract(html, url=url), self.options))
            texts = [text for text, _ in found]
            for each, (_, about) in zip(
                build_nodes_from_splits(texts, node, id_func=self.id_func), found, strict=True
            ):
                each.metadata = {**each.metadata, **about}
                made.append(each)
        return made
