"""Scrapy: items of a response, and a pipeline for items with HTML.

    def parse(self, response):
        yield from items(response, chunks=512)

or, in the settings, ``ITEM_PIPELINES = {"trommel.scrapy.TrommelPipeline": 300}``. The pipeline
replaces ``html`` of an item by ``text``, ``title`` and more. ``TROMMEL_OPTIONS`` are the options of
``trommel.extract``, and ``TROMMEL_FIELD`` is the name of the field.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Self

from itemadapter import ItemAdapter

from trommel._documents import documents, extractor_of, url_of

__all__ = ["TrommelPipeline", "items"]


def items(response: Any, **options: Any) -> Iterator[dict[str, Any]]:
    """A dict for each chunk of a response; without ``chunks``, for the page.

    The default format of ``text`` is Markdown. A response without main content gives nothing.
    """
    page = extractor_of(options).extract(response.body, url=url_of(response.url))
    for text, about in documents(page, options):
        yield {"text": text, **about}


class TrommelPipeline:
    """Replaces the HTML of items by their main content."""

    def __init__(self, field: str, options: dict[str, Any]) -> None:
        self._field = field
        self._options = options
        self._extractor = extractor_of(options)

    @classmethod
    def from_crawler(cls, crawler: Any) -> Self:
        """The pipeline of a crawler's settings."""
        settings = crawler.settings
        return cls(settings.get("TROMMEL_FIELD", "html"), settings.getdict("TROMMEL_OPTIONS"))

    def process_item(self, item: Any) -> Any:
        """The item with ``text`` and metadata of the page, or with a list ``chunks``."""
        adapter = ItemAdapter(item)
        html = adapter.get(self._field)
        if html is None:
            return item
        page = self._extractor.extract(html, url=url_of(adapter.get("url")))
        found = [{"text": text, **about} for text, about in documents(page, self._options)]
        del adapter[self._field]
        if page.chunks is None:
            adapter.update(found[0] if found else {"text": ""})
        else:
            adapter["chunks"] = found
        return item
