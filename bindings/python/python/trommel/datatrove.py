"""datatrove: a reader that extracts text from WARC files, and an extractor.

    reader = TrommelWarcReader("s3://bucket/crawl/", glob_pattern="*.warc.gz")
    pipeline = [reader, JsonlWriter("out")]

The reader replaces ``WarcReader`` and ``Trafilatura``. trommel gets the bytes of the file, so it
detects the encoding of each page.
"""

from __future__ import annotations

import errno
import random
from collections.abc import Callable, Iterator
from typing import Any

from datatrove.data import Document, DocumentsPipeline
from datatrove.io import (
    DataFileLike,
    DataFolder,
    DataFolderLike,
    get_shard_from_paths_file,
)
from datatrove.pipeline.extractors.base import BaseExtractor
from datatrove.pipeline.readers.base import BaseDiskReader
from datatrove.utils.logging import logger
from datatrove.utils.typeshelper import StatHints

from trommel._address import Address
from trommel._drivers import Entry, FsspecDriver
from trommel._errors import ReadError
from trommel._parts import FilePart, OnError, Rows, checked, cut, on_error_of
from trommel._resuming import READ_SECONDS, ResumingFile, retried
from trommel._trommel import Extractor

__all__ = ["TrommelExtractor", "TrommelWarcReader"]


class TrommelWarcReader(BaseDiskReader):
    """Documents from WARC files: main content as text.

    ``id`` is the id of the record. ``metadata`` has the columns of the Parquet files of
    ``trommel batch`` with a value, such as ``url``, ``date``, ``lang``, ``title``, ``warc_date``
    and ``source_offset``. ``date`` is that of the page, ``warc_date`` that of the fetch.

    Each damaged place is logged with path and byte, and counted in the statistics as ``damaged``;
    the task continues. A missing, denied or unreachable file fails the task, and so does a folder
    without files; with ``on_error="row"`` they count as damage. Skipped records are counted as
    ``skipped_`` and the reason. ``read_timeout`` is the maximum wait for a response, in seconds.

    ``part_size`` cuts files into parts of about that many bytes, for several tasks; by default one
    task reads a file. ``list_once`` lists the folder when the reader is made, for all tasks; by
    default each task lists it when it begins, since an earlier job may still write files.
    ``extract`` has the options of ``trommel.read_warc``; the others are those of datatrove's
    readers.
    """

    name = "🐛 Trommel WARC"
    _requires_dependencies = ["pyarrow"]

    def __init__(
        self,
        data_folder: DataFolderLike,
        paths_file: DataFileLike | None = None,
        *,
        part_size: int | None = None,
        extract: dict[str, Any] | None = None,
        on_error: OnError = "fail",
        read_timeout: float = READ_SECONDS,
        list_once: bool = False,
        limit: int = -1,
        skip: int = 0,
        adapter: Callable[..., dict[str, Any]] | None = None,
        default_metadata: dict[str, Any] | None = None,
        recursive: bool = True,
        glob_pattern: str | None = None,
        shuffle_files: bool = False,
        file_progress: bool = False,
        doc_progress: bool = False,
    ) -> None:
        super().__init__(
            data_folder,
            paths_file,
            limit=limit,
            skip=skip,
            file_progress=file_progress,
            doc_progress=doc_progress,
            adapter=adapter,
            default_metadata=default_metadata,
            recursive=recursive,
            glob_pattern=glob_pattern,
            shuffle_files=shuffle_files,
            add_file_path=False,
        )
        self.part_size = part_size
        self.options = checked(extract or {})
        self.on_error = on_error_of(on_error)
        self.read_timeout = read_timeout
        self._part_of_task: tuple[int, int] = (0, 1)
        self._listed = self._files() if list_once else None

    def run(
        self, data: DocumentsPipeline = None, rank: int = 0, world_size: int = 1
    ) -> DocumentsPipeline:
        """The documents of the files of this task, or of its parts of all files."""
        if data:
            yield from data
        self._part_of_task = (rank, world_size)
        files = self._files() if self._listed is None else list(self._listed)
        if self.part_size is None:
            files = files[rank::world_size]
        # Otherwise each task takes its parts of all files.
        if self.shuffle_files:
            random.shuffle(files)
        for document in self.read_files_shard(files):
            self.update_doc_stats(document)
            yield document

    def _files(self) -> list[str]:
        """All files, of all tasks."""
        where = str(self.paths_file or self.data_folder.path)
        try:
            files = retried(self._list, 10 * self.read_timeout)
        except Exception as error:  # Drivers raise what they like.
            number = getattr(error, "errno", None) or errno.EIO
            raise ReadError(number, f"cannot be listed: {error}", where) from error
        if not files and self.on_error == "fail":
            raise ReadError(errno.ENOENT, "expected files, found none", where)
        return files

    def _list(self) -> list[str]:
        if self.paths_file:
            lines = get_shard_from_paths_file(self.paths_file, 0, 1)
            return [path for path in lines if path]
        folder = self.data_folder
        found = folder.list_files(recursive=self.recursive, glob_pattern=self.glob_pattern)
        return list(found)

    def read_file(self, filepath: str) -> Iterator[Document]:
        """The documents of a file, or of its parts for this task."""
        for part in self._parts(filepath):
            yield from self._read(filepath, part)

    def _parts(self, filepath: str) -> list[FilePart]:
        path = str(self.data_folder.resolve_paths(filepath))
        if self.part_size is None:
            return [FilePart(path, 0, None)]
        rank, world_size = self._part_of_task
        try:
            size = retried(lambda: self.data_folder.size(filepath), self.read_timeout) or 0
        except Exception as error:  # Drivers raise what they like.
            if rank and self.on_error == "row" and isinstance(error, FileNotFoundError):
                return []  # The first task reports it.
            return [FilePart(path, 0, None, f"cannot be read: {error}")]
        first = sum(filepath.encode()) % world_size
        parts = cut(path, self.part_size, entry=Entry("", size))
        return [part for at, part in enumerate(parts, first) if at % world_size == rank]

    def _read(self, filepath: str, part: FilePart) -> Iterator[Document]:
        folder = _Folder(self.data_folder, filepath, self.read_timeout)
        rows = Rows(part, folder, self.options, self.on_error)
        batches = iter(rows)
        while True:
            # Making the batch extracts its pages.
            with self.track_time("batch"):
                batch = next(batches, None)
            if batch is None:
                break
            for row in batch.to_pylist():
                document = self._document(filepath, part, row)
                if document:
                    yield document
        for reason, count in rows.skipped.items():
            self.stat_update(f"skipped_{reason}", value=count)

    def _document(self, filepath: str, part: FilePart, row: dict[str, Any]) -> Document | None:
        """The document of a page that has text."""
        damage = row.pop("damage")
        if damage is not None:
            self.stat_update("damaged")
            logger.warning(f"{part.path}: at byte {row['source_offset']}: {damage}")
            return None
        data = {name: value for name, value in row.items() if value is not None}
        if "warc_date" in data:
            data["warc_date"] = data["warc_date"].isoformat().replace("+00:00", "Z")
        if not data.get("text"):
            self.stat_update("without_text")
            return None
        return self.get_document_from_dict(data, filepath, data["source_offset"])


class _Folder:
    """Opens a file of a folder of datatrove."""

    def __init__(self, folder: DataFolder, filepath: str, seconds: float) -> None:
        self._folder = folder
        self._filepath = filepath
        self._seconds = seconds

    def open(self, address: Address, entry: Entry) -> str | ResumingFile:
        """A source for ``read_warc``."""
        if self._folder.is_local():
            return address.key
        driver = FsspecDriver(self._folder)
        store = "" if address.is_web else f"{address.protocol}://{address.authority}"
        return ResumingFile(
            address.shown, lambda: driver.open(self._filepath), self._seconds, store=store
        )


class TrommelExtractor(BaseExtractor):
    """Main content of documents whose text is HTML.

    There is no sandbox and no timeout: time is linear in the bytes of a page, and HTML is never an
    error. The options are those of ``trommel.extract``.
    """

    name = "🐛 Trommel"
    _requires_dependencies = ["trommel"]

    def __init__(self, **options: Any) -> None:
        super().__init__()
        self._extractor = Extractor(**options)

    def extract(self, text: str) -> str:
        """Main content as text; may be empty."""
        return self._extractor.extract(text).text.rstrip("\n")

    def run(self, data: DocumentsPipeline, rank: int = 0, world_size: int = 1) -> DocumentsPipeline:
        """The documents with main content, which becomes their text."""
        for document in data:
            self.stat_update(StatHints.total)
            with self.track_time():
                document.text = self.extract(document.text)
            if not document.text:
                self.stat_update(StatHints.dropped)
                continue
            self.stat_update("extracted", StatHints.forwarded)
            self.update_doc_stats(document)
            yield document
