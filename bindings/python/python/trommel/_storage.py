"""Files of crawls, on disks and in object storage: listing and opening."""

from __future__ import annotations

import errno
import fnmatch
import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from trommel._address import Address, pattern_begin
from trommel._drivers import Driver, Entry, LocalDriver, driver_of
from trommel._errors import ReadError, SettingError
from trommel._resuming import READ_SECONDS, ResumingFile, retried

__all__ = ["Found", "Storage"]

_WARC_NAME = re.compile(r"\.warc(\.gz|\.zst)?$")

#: Concurrent requests for named files.
_REQUESTS = 16


@dataclass(frozen=True, slots=True)
class Found:
    """A file from a name, a pattern or a folder."""

    address: Address
    entry: Entry = field(default_factory=lambda: Entry(""))
    """The entry of the driver."""
    error: str | None = None
    """Why it cannot be read."""


class Storage:
    """Access to files: pyarrow's drivers for s3, gs, hdfs and abfs, fsspec's for the rest.

    ``options`` go to the driver of fsspec: ``{"anon": True}`` for open buckets by s3fs. Other
    credentials come from the environment. Messages contain none. ``read_timeout`` is the maximum
    wait for a response, in seconds.
    """

    def __init__(
        self, options: Mapping[str, Any] | str | None = None, read_timeout: float | None = None
    ) -> None:
        if isinstance(options, str):
            try:
                options = json.loads(options)
            except ValueError as error:
                raise SettingError(f"storage_options: expected JSON, found {error}") from None
        if options is not None and not isinstance(options, Mapping):
            found = type(options).__name__
            raise SettingError(f"storage_options: expected names and values, found {found}")
        self._options = dict(options or {})
        self._seconds = READ_SECONDS if read_timeout is None else float(read_timeout)
        if not self._seconds > 0:
            raise SettingError(f"read_timeout: expected seconds, found {read_timeout}")
        self._drivers: dict[tuple[str, ...], Driver] = {}

    def __getstate__(self) -> dict[str, Any]:
        # Each process has its own drivers.
        return self.__dict__ | {"_drivers": {}}

    def find(self, paths: Iterable[str], *, is_strict: bool = False) -> list[Found]:
        """The files of paths, patterns and folders, each once, in their order.

        In folders and their subfolders, files named .warc, .warc.gz and .warc.zst. A path without a
        file has an error; if ``is_strict``, it raises ReadError.
        Cost: one listing for each folder of a pattern; named files are requested 16 at a time.
        """
        addresses = list(dict.fromkeys(Address.of(os.fspath(path)) for path in paths))
        files: dict[Address, Found] = {}
        pool = ThreadPoolExecutor(_REQUESTS)
        try:
            for found in pool.map(partial(self._found, is_strict=is_strict), addresses):
                for each in found:
                    files.setdefault(each.address, each)
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
        return list(files.values())

    def open(self, address: Address, entry: Entry) -> str | ResumingFile:
        """A source for ``read_warc``: a local path, or a file that resumes.

        ``entry`` is that of a listing; without a name, the driver is asked.
        """
        if not address.protocol:
            return address.key

        def open_file() -> Any:
            driver, name = self._driver(address)
            return driver.open(entry.name or name)

        # HTTP servers state the range.
        store = "" if address.is_web else f"{address.protocol}://{address.authority}{address.options}"
        return ResumingFile(address.shown, open_file, self._seconds, entry.version, store)

    def _driver(self, address: Address) -> tuple[Driver, str]:
        """The driver of an address, and its name for the file."""
        driver, name = driver_of(address, self._options, self._seconds)
        store = (address.protocol, address.authority, address.options)
        return self._drivers.setdefault(store, driver), name

    def _lister(self, address: Address) -> tuple[_Lister, str]:
        driver, name = retried(partial(self._driver, address), self._seconds)
        return _Lister(driver, self._seconds), name

    def _found(self, address: Address, is_strict: bool) -> list[Found]:
        try:
            return self._matches(address)
        except Exception as error:  # Drivers raise what they like.
            message = str(error) if isinstance(error, _NothingFound) else f"cannot be read: {error}"
            if is_strict:
                number = getattr(error, "errno", None) or errno.ENOENT
                raise ReadError(number, message, address.shown) from error
            return [Found(address, error=message)]

    def _matches(self, address: Address) -> list[Found]:
        """The files of an address: one file, or those of a pattern or a folder."""
        driver, name = self._lister(address)
        begin = None if address.is_web else pattern_begin(address.key)
        matched = [] if begin is None else self._of_pattern(address, begin)
        if not matched:
            entry = driver.info(name)
            if entry is None:
                what = "with this name" if begin is None else "that matches"
                raise _NothingFound(f"expected a file, found none {what}")
            matched = [(address, entry)]
        files = [found for each in matched for found in self._files(*each)]
        if not files:
            raise _NothingFound("expected a folder with WARC files, found none in it")
        return files

    def _of_pattern(self, address: Address, begin: int) -> list[tuple[Address, Entry]]:
        """The files and folders of a pattern, sorted by name."""
        if pattern_begin(address.authority) is not None:
            raise ValueError("expected a pattern of names in one bucket")
        folder, slash, _ = address.key[:begin].rpartition("/")
        base = address.named(folder or slash)
        driver, name = self._lister(base)
        segments = address.key[len(folder + slash) :].split("/")
        found = {each.name: each for each in _matching(driver, name, segments)}
        return [(_below(base, name, each), each) for _, each in sorted(found.items())]

    def _files(self, address: Address, entry: Entry) -> list[Found]:
        """The file itself, or the WARC files of a folder."""
        if not entry.is_folder:
            return [Found(address, entry)]
        driver, _ = self._lister(address)
        below = sorted(driver.below(entry.name, True), key=lambda each: each.name)
        return [
            Found(_below(address, entry.name, each), each)
            for each in below
            if not each.is_folder and _WARC_NAME.search(each.name)
        ]


class _Lister:
    """A driver with retries, except for disks."""

    def __init__(self, driver: Driver, seconds: float) -> None:
        self._driver = driver
        self._seconds = seconds
        self._is_local = isinstance(driver, LocalDriver)
        self.has_folders = driver.has_folders

    def info(self, name: str) -> Entry | None:
        if self._is_local:
            return self._driver.info(name)
        return retried(partial(self._driver.info, name), self._seconds)

    def below(self, folder: str, is_deep: bool) -> list[Entry]:
        """A listing may take ten times as long as a response."""
        if self._is_local:
            return list(self._driver.below(folder, is_deep))
        return retried(lambda: list(self._driver.below(folder, is_deep)), 10 * self._seconds)


class _NothingFound(FileNotFoundError):
    """The store has no such file."""


def _below(folder: Address, name: str, entry: Entry) -> Address:
    """The address of an entry below a folder, whose name in the driver is ``name``."""
    rest = entry.name[len(name.rstrip("/")) :].lstrip("/") if name else entry.name
    key = folder.key.rstrip("/")
    return folder.named(f"{key}/{rest}" if key or folder.key else rest)


def _matching(driver: _Lister, folder: str, segments: list[str]) -> Iterator[Entry]:
    """Entries below a folder that match a pattern; ``**`` matches any number of folders."""
    if not driver.has_folders:
        yield from _matching_deep(driver, folder, segments)
        return
    first, *rest = segments
    is_any = first == "**"
    if is_any and rest:
        yield from _matching(driver, folder, rest)
    for entry in driver.below(folder, False):
        if not _fits(_base(entry.name), "*" if is_any else first):
            continue
        if entry.is_folder and (rest or is_any):
            yield from _matching(driver, entry.name, segments if is_any else rest)
        elif not rest:
            yield entry


def _matching_deep(driver: _Lister, folder: str, segments: list[str]) -> Iterator[Entry]:
    """The same for all files below a folder, and WARC files in matching folders."""
    start = len(folder.rstrip("/")) + 1 if folder else 0
    for entry in driver.below(folder, True):
        names = entry.name[start:].split("/")
        is_warc = _WARC_NAME.search(entry.name) is not None
        lengths = range(1, len(names) + 1) if is_warc else [len(names)]
        if not entry.is_folder and any(_all_fit(names[:count], segments) for count in lengths):
            yield entry


def _all_fit(names: list[str], segments: list[str]) -> bool:
    if not segments or not names:
        return not names and all(segment == "**" for segment in segments)
    if segments[0] == "**":
        is_here = _all_fit(names, segments[1:])
        return is_here or (_fits(names[0], "*") and _all_fit(names[1:], segments))
    return _fits(names[0], segments[0]) and _all_fit(names[1:], segments[1:])


def _fits(name: str, segment: str) -> bool:
    """Whether a name matches. As in a shell, wildcards match no leading dot."""
    is_hidden = name.startswith(".") and not segment.startswith(".")
    return not is_hidden and fnmatch.fnmatchcase(name, segment)


def _base(name: str) -> str:
    return name.rstrip("/").rpartition("/")[2]
