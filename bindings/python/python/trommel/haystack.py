"""Haystack: a converter of HTML files.

Pipeline().add_component("converter", TrommelConverter(options={"chunks": 512}))

Each document is a chunk, or without ``chunks`` a page, as Markdown. ``meta`` has metadata of the
page (``title``, ``url`` and others) and the place of the chunk.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from haystack import Document, component, default_from_dict, default_to_dict, logging
from haystack.components.converters.utils import (
    get_bytestream_from_source,
    normalize_metadata,
)
from haystack.dataclasses import ByteStream

from trommel._documents import documents, extractor_of, url_of

__all__ = ["TrommelConverter"]

logger = logging.getLogger(__name__)


@component
class TrommelConverter:
    """Documents from HTML files and byte streams. ``options`` are those of ``trommel.extract``."""

    def __init__(self, options: dict[str, Any] | None = None) -> None:
        self.options = options or {}
        self._extractor = extractor_of(self.options)

    def to_dict(self) -> dict[str, Any]:
        """The component as a dictionary."""
        made: dict[str, Any] = default_to_dict(self, options=self.options)
        return made

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> TrommelConverter:
        """The component of a dictionary."""
        made: TrommelConverter = default_from_dict(cls, data)
        return made

    @component.output_types(documents=list[Document])
    def run(
        self,
        sources: list[str | Path | ByteStream],
        meta: dict[str, Any] | list[dict[str, Any]] | None = None,
    ) -> dict[str, Any]:
        """A document for each chunk of each source. An unreadable source is logged."""
        made = []
        for source, given in zip(sources, normalize_metadata(meta, len(sources)), strict=True):
            try:
                stream = get_bytestream_from_source(source)
            except Exception as error:
                logger.warning("{source}: cannot be read: {error}", source=source, error=error)
                continue
            about = {**stream.meta, **given}
            page = self._extractor.extract(stream.data, url=url_of(about.get("url")))
            for text, fields in documents(page, self.options):
                # The id of a document is a hash of its content. So the id of the chunk has another
                # name.
                fields = {("chunk_id" if name == "id" else name): value for name, value in fields.items()}
                made.append(Document(content=text, meta={**about, **fields}))
        return {"documents": made}
