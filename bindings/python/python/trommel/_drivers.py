"""Drivers of disks and stores: metadata, listings, and reads from any byte."""

from __future__ import annotations

import base64
import os
import re
import stat
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from http.client import HTTPResponse
from typing import Any, Protocol

import pyarrow.fs

from trommel._address import Address

__all__ = ["Driver", "Entry", "SeekableFile", "driver_of"]

#: Protocols of pyarrow's drivers. fsspec reads other protocols, and all with options.
_OF_PYARROW = {"s3", "gs", "hdfs", "abfs", "abfss"}


@dataclass(frozen=True, slots=True)
class Entry:
    """A file or a folder, by its name in the driver."""

    name: str
    size: int = 0
    is_folder: bool = False
    version: Mapping[str, str] = field(default_factory=dict)
    """Values that change with the file, such as time and ETag."""
    has_ranges: bool = True
    """Whether it can be read from any byte."""


class SeekableFile(Protocol):
    """A file opened by a driver."""

    def read(self, size: int, /) -> bytes:
        """At most ``size`` bytes; none only at the end."""

    def seek(self, offset: int, /) -> object:
        """Goes to a byte of the file."""

    def close(self) -> object:
        """Closes the file."""


class Driver(Protocol):
    """The interface of drivers. Names are those of the driver."""

    has_folders: bool
    """Whether listings have folders; otherwise everything below must be listed."""

    def info(self, name: str) -> Entry | None:
        """A file or a folder; ``None`` if nothing has the name."""

    def below(self, folder: str, is_deep: bool) -> Iterator[Entry]:
        """The entries of a folder, and with ``is_deep`` of all folders below it."""

    def open(self, name: str) -> tuple[SeekableFile, Mapping[str, str]]:
        """A file, and its version."""


def driver_of(
    address: Address, options: Mapping[str, Any], timeout: float
) -> tuple[Driver, str]:
    """The driver of an address, and the name of the file by the driver's own parser."""
    if not address.protocol:
        return LocalDriver(), address.key
    if address.is_web and not options:
        return WebDriver(timeout), address.uri
    if address.protocol in _OF_PYARROW and not options:
        system, name = pyarrow.fs.FileSystem.from_uri(address.uri)
        return ArrowDriver(system), name
    import fsspec.core

    system, name = fsspec.core.url_to_fs(address.plain, **options)
    return FsspecDriver(system), name


class LocalDriver:
    """Local disks."""

    has_folders = True

    def info(self, name: str) -> Entry | None:
        try:
            found = os.stat(name)
        except (FileNotFoundError, NotADirectoryError):
            return None
        return Entry(name, found.st_size, stat.S_ISDIR(found.st_mode))

    def below(self, folder: str, is_deep: bool) -> Iterator[Entry]:
        with os.scandir(folder or ".") as found:
            entries = [(os.path.join(folder, each.name), each.is_symlink()) for each in found]
        for name, is_link in entries:
            entry = self.info(name)
            if entry is None:  # A link to nothing.
                continue
            yield entry
            if is_deep and entry.is_folder and not is_link:
                yield from self.below(name, is_deep)

    def open(self, name: str) -> tuple[SeekableFile, Mapping[str, str]]:
        return open(name, "rb"), {}


class ArrowDriver:
    """A file system of pyarrow."""

    def __init__(self, system: pyarrow.fs.FileSystem) -> None:
        self._system = system
        self.has_folders = system.type_name != "gcs"

    def info(self, name: str) -> Entry | None:
        (found,) = self._system.get_file_info([name])
        return None if found.type == pyarrow.fs.FileType.NotFound else _arrow_entry(found)

    def below(self, folder: str, is_deep: bool) -> Iterator[Entry]:
        selector = pyarrow.fs.FileSelector(folder, recursive=is_deep)
        return map(_arrow_entry, self._system.get_file_info(selector))

    def open(self, name: str) -> tuple[SeekableFile, Mapping[str, str]]:
        file = self._system.open_input_file(name)
        version = {"size": str(file.size())}
        known = file.metadata() or {}
        etag = known.get("ETag") or known.get("generation")
        if etag:
            version["etag"] = etag.decode() if isinstance(etag, bytes) else str(etag)
        return file, version


def _arrow_entry(found: pyarrow.fs.FileInfo) -> Entry:
    if not found.is_file:
        return Entry(found.path, is_folder=True)
    size = found.size or 0
    return Entry(found.path, size, version={"size": str(size)})


class FsspecDriver:
    """A file system of fsspec. It is used without pyarrow, for its error messages."""

    has_folders = True

    def __init__(self, system: Any) -> None:
        self._system = system

    def info(self, name: str) -> Entry | None:
        try:
            return _fsspec_entry(self._system.info(name))
        except FileNotFoundError as error:
            if status_of(error) not in (None, 404, 410):
                raise
            return None

    def below(self, folder: str, is_deep: bool) -> Iterator[Entry]:
        for found in self._system.ls(folder, detail=True):
            entry = _fsspec_entry(found)
            if entry.name.strip("/") == folder.strip("/"):
                continue
            yield entry
            if is_deep and entry.is_folder:
                yield from self.below(entry.name, is_deep)

    def open(self, name: str) -> tuple[SeekableFile, Mapping[str, str]]:
        self._system.invalidate_cache()
        file = self._system.open(name, "rb", cache_type="none")
        return file, _fsspec_version(getattr(file, "details", None) or {})


def _fsspec_entry(found: Mapping[str, Any]) -> Entry:
    is_folder = found.get("type") == "directory"
    return Entry(found["name"], found.get("size") or 0, is_folder, _fsspec_version(found))


def _fsspec_version(found: Mapping[str, Any]) -> dict[str, str]:
    known = {"size": found.get("size"), "etag": found.get("ETag") or found.get("etag")}
    return {name: str(value) for name, value in known.items() if value is not None}


class WebDriver:
    """Files of HTTP servers, without listings."""

    has_folders = False

    def __init__(self, timeout: float) -> None:
        self._timeout = timeout

    def info(self, name: str) -> Entry | None:
        try:
            response = self._ask(name, "bytes=0-0")
        except urllib.error.HTTPError as error:
            if error.code == 416:  # A range of a file without bytes.
                return Entry(name)
            if error.code in (404, 410):
                return None
            raise
        with response:
            total = _total(response)
            has_ranges = response.status == 206 and total is not None
            return Entry(name, total or 0, False, _web_version(response), has_ranges)

    def below(self, folder: str, is_deep: bool) -> Iterator[Entry]:
        raise OSError("expected a file: servers of the web list no folders")

    def open(self, name: str) -> tuple[SeekableFile, Mapping[str, str]]:
        file = WebFile(lambda span: self._ask(name, span))
        return file, file.version

    def _ask(self, name: str, span: str) -> HTTPResponse:
        """Requests bytes."""
        headers = {"Range": span, "Accept-Encoding": "identity", "User-Agent": "trommel"}
        address = urllib.parse.urlsplit(name)
        user, at, host = address.netloc.rpartition("@")
        if at:
            secret = base64.b64encode(urllib.parse.unquote_to_bytes(user)).decode()
            headers["Authorization"] = f"Basic {secret}"
        request = urllib.request.Request(address._replace(netloc=host).geturl(), headers=headers)
        return urllib.request.urlopen(request, timeout=self._timeout)  # type: ignore[no-any-return]


class WebFile:
    """A file of an HTTP server: one response is read up to the next seek.

    If the server has no ranges, the bytes before the offset are read and dropped.
    """

    def __init__(self, ask: Any) -> None:
        self._ask = ask
        self._offset = 0
        self._response: HTTPResponse | None = None
        self._left: int | None = None
        """Remaining bytes of the response, if its length is known."""
        self._begin()

    def _begin(self) -> None:
        try:
            response = self._ask(f"bytes={self._offset}-")
        except urllib.error.HTTPError as error:
            if error.code != 416:
                raise
            self.version: Mapping[str, str] = {}
            self._response = None
            return
        self._response = response
        self._left = response.length
        self.version = _web_version(response)
        found = re.match(r"bytes (\d+)-", response.headers.get("Content-Range") or "")
        at = int(found[1]) if response.status == 206 and found else 0
        if at > self._offset:
            raise OSError(f"expected byte {self._offset}, found an answer from byte {at} on")
        while at < self._offset:
            dropped = len(self._take(min(self._offset - at, 1 << 20)))
            if not dropped:
                break
            at += dropped

    def _take(self, size: int) -> bytes:
        if self._response is None:
            return b""
        chunk = self._response.read1(size)
        if self._left is not None:
            self._left -= len(chunk)
            if not chunk and self._left:
                raise ConnectionError(f"the connection broke, {self._left} bytes are missing")
        return chunk

    def read(self, size: int, /) -> bytes:
        chunk = self._take(size)
        self._offset += len(chunk)
        return chunk

    def seek(self, offset: int, /) -> None:
        if offset != self._offset:
            self.close()
            self._offset = offset
            self._begin()

    def close(self) -> None:
        if self._response is not None:
            self._response.close()
        self._response = None


def _total(response: HTTPResponse) -> int | None:
    """Bytes of the whole file."""
    found = re.search(r"/(\d+)$", response.headers.get("Content-Range") or "")
    if response.status == 206:
        return int(found[1]) if found else None
    return response.length


def _web_version(response: HTTPResponse) -> dict[str, str]:
    known = {
        "size": _total(response),
        "etag": response.headers.get("ETag"),
        "time": response.headers.get("Last-Modified"),
    }
    return {name: str(value) for name, value in known.items() if value is not None}


def status_of(error: BaseException) -> int | None:
    """The status of an HTTP response, if it is the cause of an error."""
    cause: BaseException | None = error
    while cause is not None:
        status = getattr(cause, "status", None)
        if isinstance(status, int):
            return status
        cause = cause.__cause__ or cause.__context__
    return None
