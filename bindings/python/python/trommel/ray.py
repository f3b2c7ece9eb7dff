"""Ray Data: WARC files as a dataset, and a class for columns of HTML.

    pages = trommel.ray.read_warc("s3://bucket/crawl/", columns=["url", "text"])
    texts = table.map_batches(trommel.ray.Extract, batch_format="pyarrow", compute=...)

Needs ray, pandas and pyarrow.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import pyarrow
from ray.data import Dataset, read_datasource
from ray.data.block import BlockMetadata
from ray.data.datasource import Datasource, ReadTask

from trommel._errors import ReadError, SettingError
from trommel._parts import (
    PART_BYTES,
    SCHEMA,
    FilePart,
    OnError,
    Rows,
    checked,
    extract_struct,
    on_error_of,
    parts,
)
from trommel._storage import Storage
from trommel._trommel import Extractor

__all__ = ["Extract", "WarcDatasource", "read_warc"]

_LOG = logging.getLogger("ray.data.trommel")


class WarcDatasource(Datasource):
    """WARC files as a dataset: a row for each page, and a row for each damaged place.

    Each part of a file is a task. The columns and the rows of damaged places are those of the data
    source of Spark: see ``trommel.spark``. Damage never fails the job. An unreadable file does,
    unless ``on_error`` is ``row``.
    """

    def __init__(
        self,
        paths: str | Iterable[str],
        *,
        columns: Sequence[str] | None = None,
        part_size: int = PART_BYTES,
        storage_options: Mapping[str, Any] | None = None,
        on_error: OnError = "fail",
        read_timeout: float | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        self._storage = Storage(storage_options, read_timeout)
        self._on_error = on_error_of(on_error)
        self._options = checked(options)
        self._columns = list(SCHEMA.names if columns is None else columns)
        unknown = [name for name in self._columns if name not in SCHEMA.names]
        if unknown:
            raise SettingError(f"columns: expected some of {SCHEMA.names}, found {unknown}")
        paths = [paths] if isinstance(paths, str) else list(paths)
        self._parts = parts(paths, self._storage, part_size, self._on_error)

    def get_name(self) -> str:
        """The name of its tasks."""
        return "TrommelWarc"

    def estimate_inmemory_data_size(self) -> int | None:
        """Unknown: the share of text differs between crawls."""
        return None

    def get_read_tasks(
        self, parallelism: int, per_task_row_limit: int | None = None, data_context: Any = None
    ) -> list[ReadTask]:
        """A task for each part, for any ``parallelism``."""
        schema = pyarrow.schema(SCHEMA.field(name) for name in self._columns)
        return [
            ReadTask(
                partial(
                    _read, part, self._storage, self._options, self._on_error, self._columns
                ),
                BlockMetadata(
                    num_rows=None, size_bytes=part.length, input_files=[part.path], exec_stats=None
                ),
                schema=schema,
                per_task_row_limit=per_task_row_limit,
            )
            for part in self._parts
        ]


def _read(
    part: FilePart,
    storage: Storage,
    options: Mapping[str, Any],
    on_error: OnError,
    columns: list[str],
) -> Iterator[pyarrow.Table]:
    rows = Rows(part, storage, options, on_error)
    for batch in rows:
        yield pyarrow.Table.from_batches([batch.select(columns)])
    if rows.skipped:
        _LOG.info("%s: skipped records: %s", part, rows.skipped)


def read_warc(
    paths: str | Iterable[str],
    *,
    columns: Sequence[str] | None = None,
    part_size: int = PART_BYTES,
    storage_options: Mapping[str, Any] | None = None,
    on_error: OnError = "fail",
    read_timeout: float | None = None,
    ray_remote_args: dict[str, Any] | None = None,
    concurrency: int | None = None,
    **options: Any,
) -> Dataset:
    """A dataset of the pages of WARC files, and of their damaged places.

    ``paths`` are local or remote paths, patterns and folders. ``columns`` are those to keep, by
    default all. ``part_size`` is the number of bytes of a file per task. ``storage_options`` are
    for the driver of fsspec. A missing, denied or unreachable file fails the job, or with
    ``on_error="row"`` is a row like damage. ``read_timeout`` is the maximum wait for a response in
    seconds, by default 60. Ray retries a failed read three times, unless ``ray_remote_args``
    changes this. ``concurrency`` is as in ``ray.data.read_datasource``. The other options are those
    of ``trommel.read_warc``.

    Raises SettingError for invalid options before the job begins; ReadError for paths without files
    and failed listings.
    """
    source = WarcDatasource(
        paths,
        columns=columns,
        part_size=part_size,
        storage_options=storage_options,
        on_error=on_error,
        read_timeout=read_timeout,
        **options,
    )
    retries = {"retry_exceptions": [ReadError], "max_retries": 3}
    return read_datasource(
        source,
        ray_remote_args=retries | (ray_remote_args or {}),
        concurrency=concurrency,
        override_num_blocks=max(1, len(source._parts)),
    )


class Extract:
    """Extraction of a column of HTML, for the actors of ``map_batches``.

        table.map_batches(
            trommel.ray.Extract,
            fn_constructor_kwargs={"column": "html", "method": "auto"},
            batch_format="pyarrow",
            compute=ray.data.ActorPoolStrategy(size=2),
        )

    Adds a column of structs with the columns of ``extract_arrow``, named ``output``. The column of
    HTML is binary, or a string; a null gives a struct of nulls. HTML is never an error.
    """

    def __init__(
        self,
        column: str = "html",
        url_column: str | None = None,
        output: str = "page",
        **options: Any,
    ) -> None:
        Extractor(**options)
        self._column = column
        self._url_column = url_column
        self._output = output
        self._options = options

    def __call__(self, table: pyarrow.Table) -> pyarrow.Table:
        """The table with the new column."""
        url = None if self._url_column is None else table.column(self._url_column)
        rows = extract_struct(table.column(self._column), url, self._options)
        return table.append_column(self._output, rows)
