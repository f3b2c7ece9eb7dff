"""Crawls in parts, for distributed engines: the rows of each part, and its damage."""

from __future__ import annotations

import errno
import io
import warnings
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, TypeAlias

import pyarrow

from trommel._address import Address
from trommel._drivers import Entry
from trommel._errors import DamageWarning, InternalError, ReadError, SettingError
from trommel._resuming import ResumingFile
from trommel._storage import Storage
from trommel._trommel import extract_arrow, read_warc

__all__ = [
    "PAGE_SCHEMA",
    "PART_BYTES",
    "SCHEMA",
    "FilePart",
    "OnError",
    "Rows",
    "checked",
    "cut",
    "extract_struct",
    "on_error_of",
    "parts",
    "read_part",
]

#: Result of a file that is missing, denied or unreachable: a failed task, or a row.
OnError: TypeAlias = Literal["fail", "row"]

#: Bytes of a file per task.
PART_BYTES = 64 << 20


def _table_schema() -> pyarrow.Schema:
    """The columns of pages, with a text type that all engines support."""
    none = extract_arrow(pyarrow.table({"html": pyarrow.array([], pyarrow.binary())}), threads=1)
    schema = pyarrow.schema(none)
    long_text = pyarrow.large_string()
    return pyarrow.schema(
        (field.name, pyarrow.string() if field.type == long_text else field.type)
        for field in schema
    )


#: The columns of pages.
PAGE_SCHEMA = _table_schema()

#: The columns of crawls: those of pages, and damage.
SCHEMA = PAGE_SCHEMA.append(pyarrow.field("damage", pyarrow.string()))


@dataclass(frozen=True, slots=True)
class FilePart:
    """The records that begin in a range of bytes of a file."""

    path: str
    start: int
    """First byte, in the compressed file."""
    length: int | None
    """Number of bytes; None for the rest."""
    error: str | None = None
    """Why it cannot be read."""
    address: Address | None = None
    """Address of the file, with options; by default its path."""
    entry: Entry = field(default_factory=lambda: Entry(""))
    """Entry of the file in a listing."""

    def __str__(self) -> str:
        end = "its end" if self.length is None else f"byte {self.start + self.length}"
        return f"{self.path} from byte {self.start} to {end}"


class Opener(Protocol):
    """Interface to open files, such as a ``Storage``."""

    def open(self, address: Address, entry: Entry) -> str | ResumingFile:
        """What ``read_warc`` takes."""


def on_error_of(value: object) -> OnError:
    """The setting ``on_error``."""
    if value not in ("fail", "row"):
        raise SettingError(f"on_error: expected fail or row, found {value}")
    return "fail" if value == "fail" else "row"


def parts(
    paths: Iterable[str], storage: Storage, part_bytes: int, on_error: OnError = "fail"
) -> list[FilePart]:
    """Cuts files into parts of about ``part_bytes``, of equal size within a file.

    The last part of a file has no end, so that nothing is lost if the file grows.

    Raises ReadError for a path without a file or a failed listing, unless ``on_error`` is ``row``.
    """
    if part_bytes < 1:
        raise SettingError(f"part_size: expected at least 1 byte, found {part_bytes}")
    found = storage.find(paths, is_strict=on_error == "fail")
    if not found:
        raise SettingError("paths: expected a path, a pattern or a folder, found none")
    return [
        part
        for file in found
        for part in cut(
            file.address.shown, part_bytes, file.error, address=file.address, entry=file.entry
        )
    ]


def cut(
    path: str,
    part_bytes: int,
    error: str | None = None,
    *,
    address: Address | None = None,
    entry: Entry,
) -> list[FilePart]:
    """The parts of a file. A file without ranges is one part."""
    count = max(1, round(entry.size / part_bytes)) if entry.has_ranges else 1
    starts = [entry.size * index // count for index in range(count)]
    return [
        FilePart(path, start, None if end is None else end - start, error, address, entry)
        for start, end in zip(starts, [*starts[1:], None], strict=True)
    ]


def checked(options: Mapping[str, Any]) -> dict[str, Any]:
    """The options of ``read_warc``. Raises SettingError or TypeError if they are invalid."""
    options = dict(options)
    read_warc(io.BytesIO(), **options)
    return options


class Rows:
    """The rows of a part: iteration returns batches with the columns of SCHEMA.

    Rows are the pages, then the damaged places of the file. If the file cannot be read,
    ``on_error`` decides: a ReadError, or a row after the pages so far, with the byte to pass to
    ``read_warc`` as ``start``.
    """

    def __init__(
        self,
        part: FilePart,
        storage: Opener,
        options: Mapping[str, Any],
        on_error: OnError = "fail",
    ) -> None:
        self._part = part
        self._storage = storage
        self._options = options
        self._on_error = on_error
        self._pages = 0
        self.skipped: dict[str, int] = {}
        """Skipped records so far, by reason."""

    def __iter__(self) -> Iterator[pyarrow.RecordBatch]:
        part = self._part
        if part.error is not None:
            yield self._failed(part.start, part.error)
            return
        source, reader = None, None
        try:
            source = self._storage.open(part.address or Address.of(part.path), part.entry)
            reader = read_warc(source, start=part.start, length=part.length, **self._options)
            for batch in _quietly(pyarrow.RecordBatchReader.from_stream(reader.to_arrow())):
                self._pages += batch.num_rows
                self.skipped = reader.skipped
                yield _as_batch(batch)
            if isinstance(source, ResumingFile):
                source.check()
        except (SettingError, InternalError):
            raise
        except Exception as error:  # Drivers raise what they like.
            start = part.start if reader is None else reader.next_start
            failure = self._failed(start, f"cannot be read: {_message(error)}", error)
        else:
            failure = None
        finally:
            if isinstance(source, ResumingFile):
                source.close()
        if reader is not None:
            self.skipped = reader.skipped
            damage = [(place.offset, place.message) for place in reader.damage]
            if failure is None and not damage and (no_crawl := self._no_crawl()):
                damage = [(part.start, no_crawl)]
            if damage:
                yield _damage_rows(part.path, damage)
        if failure is not None:
            yield failure

    def _failed(
        self, start: int, message: str, error: BaseException | None = None
    ) -> pyarrow.RecordBatch:
        """The row of a read error. Raises ReadError if ``on_error`` is ``fail``."""
        if self._on_error == "fail":
            number = getattr(error, "errno", None) or (errno.EIO if error else errno.ENOENT)
            raise ReadError(number, message, self._part.path) from error
        return _damage_rows(self._part.path, [(start, message)])

    def _no_crawl(self) -> str | None:
        """The message for a file without records of pages."""
        part = self._part
        if self._pages or part.start:
            return None
        if not self.skipped:
            return "expected a WARC file, found no record" if part.length is None else None
        kinds = self.skipped.keys()
        if kinds & {"conversion", "metadata"} and kinds <= {"conversion", "metadata", "warcinfo"}:
            found = ", ".join(f"{count} {kind}" for kind, count in sorted(self.skipped.items()))
            return f"expected responses, found other records: {found}"
        return None


def read_part(
    part: FilePart, storage: Opener, options: Mapping[str, Any], on_error: OnError = "fail"
) -> Iterator[pyarrow.RecordBatch]:
    """The rows of a part, as of ``Rows``."""
    return iter(Rows(part, storage, options, on_error))


def _message(error: BaseException) -> str:
    """The message of an error, without the file name."""
    return (isinstance(error, OSError) and error.strerror) or str(error)


def _quietly(batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
    """Batches without warnings of damage, which has its own rows."""
    while True:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DamageWarning)
            batch = next(batches, None)
        if batch is None:
            return
        yield batch


def _as_batch(batch: pyarrow.RecordBatch) -> pyarrow.RecordBatch:
    """A batch of pages with the columns of SCHEMA."""
    none = pyarrow.nulls(batch.num_rows, pyarrow.string())
    batch = pyarrow.RecordBatch.from_arrays([*batch.columns, none], names=SCHEMA.names)
    return batch.cast(SCHEMA)


def _damage_rows(path: str, damage: list[tuple[int, str]]) -> pyarrow.RecordBatch:
    """A row for each damaged place."""
    rows = [
        {"source_file": path, "source_offset": offset, "damage": message}
        for offset, message in damage
    ]
    return pyarrow.RecordBatch.from_pylist(rows, schema=SCHEMA)


def extract_struct(
    html: pyarrow.Array | pyarrow.ChunkedArray,
    url: pyarrow.Array | pyarrow.ChunkedArray | None,
    options: Mapping[str, Any],
) -> pyarrow.Array:
    """A struct for each page of a column, with the columns of PAGE_SCHEMA; by one thread."""
    columns = {"html": html} | ({} if url is None else {"url": url})
    url_column = None if url is None else "url"
    stream = extract_arrow(pyarrow.table(columns), url_column=url_column, threads=1, **options)
    rows = pyarrow.table(stream).cast(PAGE_SCHEMA).to_struct_array()
    if isinstance(rows, pyarrow.ChunkedArray):
        rows = rows.combine_chunks()
    if isinstance(rows, pyarrow.ChunkedArray):
        rows = pyarrow.concat_arrays(rows.chunks)
    return rows
