"""Documents of pages, for the loaders of other libraries."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from trommel._trommel import Extractor, Page

__all__ = ["documents", "extractor_of", "url_of"]

#: Fields of a chunk that are metadata of its document.
CHUNK_FIELDS = (
    "id",
    "chunk",
    "headings",
    "roles",
    "tokens",
    "offset",
    "end",
    "previous",
    "next",
)


def extractor_of(options: dict[str, Any]) -> Extractor:
    """An extractor with these options; its default format is Markdown."""
    return Extractor(**{"format": "markdown", **options})


def url_of(*sources: object) -> str | None:
    """The first of the sources that is an HTTP URL."""
    for source in sources:
        if isinstance(source, str) and source.startswith(("http://", "https://")):
            return source
    return None


def documents(page: Page, options: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The content and the metadata of each chunk; without chunks, of the page.

    Unknown fields are left out of the metadata.
    """
    about = {
        "url": page.url,
        "title": page.title,
        "author": page.author,
        "date": page.date,
        "lang": page.language,
        "confidence": page.confidence,
    }
    is_text = options.get("format") == "text"
    if page.chunks is None:
        if page.text:
            yield page.text, known(about)
        return
    for chunk in page.chunks:
        fields = {name: getattr(chunk, name) for name in CHUNK_FIELDS}
        yield chunk.text if is_text else chunk.markdown, known({**about, **fields})


def known(fields: dict[str, Any]) -> dict[str, Any]:
    """The fields that are known."""
    return {name: value for name, value in fields.items() if value is not None}
