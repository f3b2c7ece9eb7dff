"""LangChain: a parser of blobs, and a transformer of documents.

GenericLoader(FileSystemBlobLoader("pages/", glob="*.html"), TrommelParser(chunks=512))
TrommelTransformer(chunks=512).transform_documents(html_documents)

Each document is a chunk, or without ``chunks`` a page, as Markdown. It has the metadata of the blob
or document, of the page (``title``, ``url`` and others), and the place of the chunk.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from langchain_core.document_loaders import BaseBlobParser
from langchain_core.documents import BaseDocumentTransformer, Document
from langchain_core.documents.base import Blob

from trommel._documents import documents, extractor_of, url_of

__all__ = ["TrommelParser", "TrommelTransformer"]


class TrommelParser(BaseBlobParser):
    """Documents from HTML blobs. ``options`` are those of ``trommel.extract``."""

    def __init__(self, **options: Any) -> None:
        self._options = options
        self._extractor = extractor_of(options)

    def lazy_parse(self, blob: Blob) -> Iterator[Document]:
        """A document for each chunk of the page."""
        url = url_of(blob.metadata.get("url"), blob.metadata.get("source"), blob.source)
        if isinstance(blob.data, str):
            page = self._extractor.extract(blob.data, url=url)
        else:
            with blob.as_bytes_io() as html:
                page = self._extractor.extract(html, url=url)
        source = {} if blob.source is None else {"source": blob.source}
        for text, about in documents(page, self._options):
            yield Document(page_content=text, metadata={**source, **blob.metadata, **about})


class TrommelTransformer(BaseDocumentTransformer):
    """Documents from HTML documents. ``options`` are those of ``trommel.extract``."""

    def __init__(self, **options: Any) -> None:
        self._options = options
        self._extractor = extractor_of(options)

    def transform_documents(self, documents: Sequence[Document], **kwargs: Any) -> list[Document]:
        """A document for each chunk of each page."""
        return [made for document in documents for made in self._documents(document)]

    def _documents(self, document: Document) -> Iterator[Document]:
        metadata = document.metadata
        url = url_of(metadata.get("url"), metadata.get("source"))
        page = self._extractor.extract(document.page_content, url=url)
        for text, about in documents(page, self._options):
            yield Document(page_content=text, metadata={**metadata, **about})
