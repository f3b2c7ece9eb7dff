"""NeMo Curator: a reader that extracts text from WARC files, and an HTML extractor.

DocumentIterateExtractStage(iterator=TrommelIterator(), extractor=None)
CommonCrawlDownloadExtractStage(..., html_extraction=TrommelHTMLExtractor())
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from loguru import logger
from nemo_curator.stages.text.download.base.iterator import DocumentIterator
from nemo_curator.stages.text.download.html_extractors.base import HTMLExtractorAlgorithm

from trommel._parts import FilePart, OnError, Rows, checked, on_error_of
from trommel._storage import Storage
from trommel._trommel import Extractor

__all__ = ["TrommelHTMLExtractor", "TrommelIterator"]


class TrommelIterator(DocumentIterator):
    """Documents from WARC files, without warcio and another extractor.

    The columns are those of NeMo's extractors. Damage is logged with path and byte, and reading
    continues. An unreadable file is an error, unless ``on_error`` is ``row``: then it is logged
    too. ``options`` are those of ``trommel.read_warc``.
    """

    def __init__(self, *, on_error: OnError = "fail", **options: Any) -> None:
        self._options = checked(options)
        self._on_error = on_error_of(on_error)

    def iterate(self, file_path: str) -> Iterator[dict[str, Any]]:
        """A document for each page with main content."""
        rows = Rows(FilePart(file_path, 0, None), Storage(), self._options, self._on_error)
        for batch in rows:
            for row in batch.to_pylist():
                if row["damage"] is not None:
                    logger.warning(f"{file_path}: at byte {row['source_offset']}: {row['damage']}")
                elif row["text"]:
                    yield {
                        "url": row["url"],
                        "warc_id": (row["warc_record_id"] or "")
                        .strip("<>")
                        .removeprefix("urn:uuid:"),
                        "source_id": file_path.rpartition("/")[2],
                        "language": row["lang"],
                        "text": row["text"],
                    }
        if rows.skipped:
            logger.info(f"{file_path}: skipped records: {rows.skipped}")

    def output_columns(self) -> list[str]:
        """Names of the columns."""
        return ["url", "warc_id", "source_id", "language", "text"]


class TrommelHTMLExtractor(HTMLExtractorAlgorithm):
    """Paragraphs of main content. Stop words and language are ignored.

    ``options`` are those of ``trommel.extract``.
    """

    def __init__(self, **options: Any) -> None:
        self._extractor = Extractor(**options)

    def extract_text(
        self, html: str, stop_words: frozenset[str], language: str
    ) -> list[str] | None:
        """Paragraphs, or None if a page has no main content."""
        text = self._extractor.extract(html).text.strip("\n")
        return text.split("\n\n") if text else None
