"""Spark 4: WARC files as a data source, and a function for columns of HTML.

    pages = spark.read.format("trommel").option("method", "auto").load("s3a://bucket/*.warc.gz")
    texts = tables.select("url", trommel.spark.extract_udf()("html").alias("page"))

trommel must be installed on the driver and on the workers. Needs pyspark 4.1 or later, and pyarrow.
"""

from __future__ import annotations

import json
import logging
import typing
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import pyarrow
from pyspark.sql import Column
from pyspark.sql.datasource import DataSource, DataSourceReader, InputPartition
from pyspark.sql.functions import arrow_udf
from pyspark.sql.pandas.types import from_arrow_schema
from pyspark.sql.types import StructType

from trommel._errors import SettingError
from trommel._options import Options
from trommel._parts import (
    PAGE_SCHEMA,
    PART_BYTES,
    SCHEMA,
    FilePart,
    Rows,
    checked,
    extract_struct,
    on_error_of,
    parts,
)
from trommel._storage import Storage
from trommel._trommel import Extractor

__all__ = ["TrommelDataSource", "extract_udf"]

_TRUTHS = {"true": True, "false": False}

#: Options that are true or false.
_FLAGS = {
    name for name, kind in typing.get_type_hints(Options).items() if bool in typing.get_args(kind)
}

_LOG = logging.getLogger("trommel")


class TrommelDataSource(DataSource):
    """WARC files as a table: a row for each page, and a row for each damaged place.

    ``load`` takes local or remote paths, patterns and folders (s3a, gs, abfs, and drivers of
    fsspec). The columns are those of the Parquet files of ``trommel batch``, and ``damage``, which
    is null for pages. A row of damage has the file in ``source_file``, the byte in
    ``source_offset``, and the fault in ``damage``. A file that is not WARC is such a row. Damage
    never fails the job; a missing, denied or unreachable file does.

    ``schema("url string, text string")`` reads only these columns.

    Options: those of ``read_warc``, and

    - ``part_size``: bytes of a file per partition. Default: 64 MiB.
    - ``storage_options``: JSON for the driver of fsspec, such as ``{"anon": true}``.
    - ``on_error``: ``row`` for a row like damage instead of a failure. Default: ``fail``.
    - ``read_timeout``: maximum wait for a response, in seconds. Default: 60.
    """

    @classmethod
    def name(cls) -> str:
        """The name of the format."""
        return "trommel"

    def schema(self) -> StructType:
        """Columns of pages, and ``damage``."""
        return from_arrow_schema(SCHEMA)

    def reader(self, schema: StructType) -> TrommelReader:
        """Reads the columns of ``schema``."""
        unknown = [name for name in schema.names if name not in SCHEMA.names]
        if unknown:
            raise SettingError(f"schema: expected some of {SCHEMA.names}, found {unknown}")
        return TrommelReader(self.options, schema.names)


class TrommelPartition(InputPartition):
    """A part of a file."""

    def __init__(self, part: FilePart) -> None:
        super().__init__(part)


class TrommelReader(DataSourceReader):
    """Reads WARC files in parts, each part in a task."""

    def __init__(self, options: Mapping[str, str], columns: Sequence[str]) -> None:
        values = {name.lower(): _value(name.lower(), text) for name, text in options.items()}
        self.paths = _paths(values.pop("path", None), values.pop("paths", None))
        self.part_bytes = values.pop("part_size", PART_BYTES)
        self.storage = Storage(values.pop("storage_options", None), values.pop("read_timeout", None))
        self.on_error = on_error_of(values.pop("on_error", "fail"))
        self.options = checked(values)
        self.columns = list(columns)

    def partitions(self) -> Sequence[InputPartition]:
        """A partition for each part of each file."""
        found = parts(self.paths, self.storage, self.part_bytes, self.on_error)
        return [TrommelPartition(part) for part in found]

    def read(self, partition: InputPartition) -> Iterator[pyarrow.RecordBatch]:
        """Batches of at most 1024 pages or 32 MiB of text."""
        rows = Rows(partition.value, self.storage, self.options, self.on_error)
        for batch in rows:
            yield batch.select(self.columns)
        if rows.skipped:
            # In the log of the executor: Spark has no metrics for data sources of Python.
            _LOG.warning("%s: records that are no pages: %s", partition.value, rows.skipped)


def _value(name: str, text: str) -> Any:
    if name in _FLAGS:
        if text.lower() not in _TRUTHS:
            raise SettingError(f"{name}: expected true or false, found {text!r}")
        return _TRUTHS[text.lower()]
    if name == "part_size":
        if not text.isdecimal():
            raise SettingError(f"{name}: expected a number of bytes, found {text!r}")
        return int(text)
    if name == "read_timeout":
        try:
            return float(text)
        except ValueError:
            raise SettingError(f"{name}: expected seconds, found {text!r}") from None
    return text


def _paths(one: str | None, several: str | None) -> list[str]:
    paths = json.loads(several) if several is not None else []
    if one is not None:
        paths.append(one)
    if not paths:
        raise SettingError("load: expected a path, a pattern or a folder, found none")
    return paths


def extract_udf(**options: Any) -> Callable[..., Column]:
    """A function from a column of HTML, and optionally a column of URLs, to a struct.

        table.select(extract_udf(method="auto")("html", "url").alias("page")).select("page.text")

    The column is binary, or a string. The struct has the columns of ``extract_arrow``, with
    nulls for a null page. HTML is never an error. Each task extracts with one thread.

    Raises SettingError for invalid options before the job begins.
    """
    Extractor(**options)

    def extract(html: pyarrow.Array, *url: pyarrow.Array) -> pyarrow.Array:
        return extract_struct(html, url[0] if url else None, options)

    extract.__annotations__ = {"html": pyarrow.Array, "url": pyarrow.Array, "return": pyarrow.Array}
    return arrow_udf(extract, returnType=from_arrow_schema(PAGE_SCHEMA))  # type: ignore[no-any-return]
