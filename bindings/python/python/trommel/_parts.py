"""Crawls in parts, for engines that share the work out: the rows of each part, and its damage."""

from __future__ import annotations

import io
import warnings
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

import pyarrow

from trommel._errors import DamageWarning, SettingError
from trommel._storage import ResumingFile, Storage
from trommel._trommel import extract_arrow, read_warc

__all__ = [
    "PAGE_SCHEMA",
    "PART_BYTES",
    "SCHEMA",
    "FilePart",
    "checked",
    "cut",
    "extract_struct",
    "parts",
    "read_part",
]

#: Bytes of a file that are read by one task.
PART_BYTES = 64 << 20


def _table_schema() -> pyarrow.Schema:
    """The columns of pages, with text as all engines know it."""
    none = extract_arrow(pyarrow.table({"html": pyarrow.array([], pyarrow.binary())}), threads=1)
    schema = pyarrow.schema(none)
    long_text = pyarrow.large_string()
    return pyarrow.schema(
        (field.name, pyarrow.string() if field.type == long_text else field.type)
        for field in schema
    )


#: The columns of pages.
PAGE_SCHEMA = _table_schema()

#: The columns of crawls: those of pages, and what is wrong with a place of a file.
SCHEMA = PAGE_SCHEMA.append(pyarrow.field("damage", pyarrow.string()))


@dataclass(frozen=True, slots=True)
class FilePart:
    """The records that begin in some bytes of a file."""

    path: str
    start: int
    """First byte, of the file as it is packed."""
    length: int | None
    """Bytes; None up to the end."""
    error: str | None = None
    """Why nothing can be read."""


class Opener(Protocol):
    """What opens files; a ``Storage`` is one."""

    def open(self, path: str) -> str | ResumingFile:
        """What ``read_warc`` takes."""


def parts(paths: Iterable[str], storage: Storage, part_bytes: int) -> list[FilePart]:
    """Cuts files into parts of about ``part_bytes``, all of a file of one size.

    The last part of a file has no end, so that nothing is lost of a file that grows.
    """
    if part_bytes < 1:
        raise SettingError(f"part_size: expected at least 1 byte, found {part_bytes}")
    found = storage.find(paths)
    return [part for file in found for part in cut(file.path, file.size, part_bytes, file.error)]


def cut(path: str, size: int, part_bytes: int, error: str | None = None) -> list[FilePart]:
    """The parts of a file of ``size`` bytes."""
    count = max(1, round(size / part_bytes))
    starts = [size * index // count for index in range(count)]
    return [
        FilePart(path, start, None if end is None else end - start, error)
        for start, end in zip(starts, [*starts[1:], None], strict=True)
    ]


def checked(options: Mapping[str, Any]) -> dict[str, Any]:
    """The options of ``read_warc``. Raises SettingError or TypeError if they cannot work."""
    options = dict(options)
    read_warc(io.BytesIO(), **options)
    return options


def read_part(
    part: FilePart, storage: Opener, options: Mapping[str, Any]
) -> Iterator[pyarrow.RecordBatch]:
    """The pages of a part, and after them a row for each damaged place; columns as in SCHEMA.

    Raises nothing but SettingError: a file that cannot be read is a damaged place.
    """
    if part.error is not None:
        yield _damage_rows(part.path, [(0, part.error)])
        return
    try:
        source = storage.open(part.path)
        reader = read_warc(source, start=part.start, length=part.length, **options)
    except SettingError:
        raise
    except Exception as error:  # Drivers raise what they like.
        yield _damage_rows(part.path, [(part.start, f"cannot be read: {error}")])
        return
    damage = []
    try:
        for batch in _quietly(pyarrow.RecordBatchReader.from_stream(reader.to_arrow())):
            yield _as_batch(batch)
    except Exception as error:  # As above.
        damage.append((part.start, f"cannot be read to its end: {error}"))
    finally:
        if not isinstance(source, str):
            source.close()
    damage = [(place.offset, place.message) for place in reader.damage] + damage
    if damage:
        yield _damage_rows(part.path, damage)


def _quietly(batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
    """Batches without warnings of damage, which has rows of its own."""
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
    """A row for each damaged place: where, and what."""
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
