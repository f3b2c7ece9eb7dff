"""datatrove: a reader of WARC files that gives text, and an extractor.

    reader = TrommelWarcReader("s3://bucket/crawl/", glob_pattern="*.warc.gz")
    pipeline = [reader, JsonlWriter("out")]

The reader takes the place of ``WarcReader`` and ``Trafilatura``. Bytes go to trommel as they are in
the file, so pages of all encodings of the web are read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from datatrove.data import Document, DocumentsPipeline
from datatrove.io import DataFileLike, DataFolder, DataFolderLike
from datatrove.pipeline.extractors.base import BaseExtractor
from datatrove.pipeline.readers.base import BaseDiskReader
from datatrove.utils.logging import logger
from datatrove.utils.typeshelper import StatHints

from trommel._parts import FilePart, checked, cut, read_part
from trommel._storage import ResumingFile
from trommel._trommel import Extractor

__all__ = ["TrommelExtractor", "TrommelWarcReader"]


class TrommelWarcReader(BaseDiskReader):
    """Documents out of WARC files: main content as text.

    ``id`` is the id of the record. ``metadata`` has the columns of the Parquet files of
    ``trommel batch`` that are known of the page, such as ``url``, ``date``, ``lang``, ``title``,
    ``warc_date`` and ``source_offset``. ``date`` is what the page says, ``warc_date`` when it was
    fetched.

    A file that is missing, or is none, and each damaged place are logged with path and byte, and
    counted in the statistics ``damaged``; the task goes on.

    ``part_size`` cuts files into parts of about so many bytes, which are shared out among tasks; by
    default a file is read by one task. ``extract`` has the options of ``trommel.read_warc``; the
    others are those of datatrove's readers.
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
        self._part_of_task: tuple[int, int] = (0, 1)

    def run(
        self, data: DocumentsPipeline = None, rank: int = 0, world_size: int = 1
    ) -> DocumentsPipeline:
        """The documents of this task's files, or of its parts of all files."""
        self._part_of_task = (rank, world_size)
        if self.part_size is None:
            yield from super().run(data, rank, world_size)
        else:
            # Each task goes through all files, and takes its parts of them.
            yield from super().run(data, 0, 1)

    def read_file(self, filepath: str) -> Iterator[Document]:
        """The documents of a file, or of the parts of it that are this task's."""
        for part in self._parts(filepath):
            yield from self._read(filepath, part)

    def _parts(self, filepath: str) -> list[FilePart]:
        path = str(self.data_folder.resolve_paths(filepath))
        if self.part_size is None:
            return [FilePart(path, 0, None)]
        rank, world_size = self._part_of_task
        try:
            size = self.data_folder.size(filepath) or 0
        except Exception as error:  # Drivers raise what they like.
            return [FilePart(path, 0, None, f"cannot be read: {error}")] if rank == 0 else []
        first = sum(filepath.encode()) % world_size
        parts = cut(path, size, self.part_size)
        return [part for at, part in enumerate(parts, first) if at % world_size == rank]

    def _read(self, filepath: str, part: FilePart) -> Iterator[Document]:
        for batch in read_part(part, _Folder(self.data_folder, filepath), self.options):
            for row in batch.to_pylist():
                damage = row.pop("damage")
                if damage is not None:
                    self.stat_update("damaged")
                    logger.warning(f"{part.path}: at byte {row['source_offset']}: {damage}")
                    continue
                data = {name: value for name, value in row.items() if value is not None}
                if "warc_date" in data:
                    data["warc_date"] = data["warc_date"].isoformat().replace("+00:00", "Z")
                if not data.get("text"):
                    self.stat_update("without_text")
                    continue
                with self.track_time():
                    document = self.get_document_from_dict(data, filepath, data["source_offset"])
                if document:
                    yield document


class _Folder:
    """Opens a file of a folder of datatrove."""

    def __init__(self, folder: DataFolder, filepath: str) -> None:
        self._folder = folder
        self._filepath = filepath

    def open(self, path: str) -> str | ResumingFile:
        """What ``read_warc`` takes."""
        if self._folder.is_local():
            return path
        return ResumingFile(path, lambda: self._folder.open(self._filepath, "rb"))


class TrommelExtractor(BaseExtractor):
    """Main content out of documents whose text is HTML.

    There is no sandbox and no timeout: the time of a page is linear in its bytes, and no page is an
    error. What it takes is the options of ``trommel.extract``.
    """

    name = "🐛 Trommel"
    _requires_dependencies = ["trommel"]

    def __init__(self, **options: Any) -> None:
        super().__init__()
        self._extractor = Extractor(**options)

    def extract(self, text: str) -> str:
        """Text of main content, empty where a page has none."""
        return self._extractor.extract(text).text.rstrip("\n")

    def run(self, data: DocumentsPipeline, rank: int = 0, world_size: int = 1) -> DocumentsPipeline:
        """The documents that have main content, with it as their text."""
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
