"""Files of crawls, on disks and in object storage, read from any byte on."""

from __future__ import annotations

import fnmatch
import glob
import json
import re
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import pyarrow.fs

from trommel._errors import SettingError

__all__ = ["Found", "Storage"]

#: Names of the Hadoop clients for what others call s3 and gs.
_PROTOCOLS = {"s3a": "s3", "s3n": "s3", "gcs": "gs"}

#: Drivers of pyarrow itself. For other protocols, and with options, fsspec is asked.
_OF_PYARROW = {"s3", "gs", "hdfs", "abfs", "abfss"}

_WARC_NAME = re.compile(r"\.warc(\.gz|\.zst)?$")
_ADDRESS = re.compile(r"([A-Za-z][A-Za-z0-9+.-]+)://")
_PATTERN = re.compile(r"[*?\[]")

#: Bytes of the first read after a seek, and of the largest one.
_LEAST_READ_BYTES = 128 << 10
_MOST_READ_BYTES = 8 << 20

#: How long is waited before each further try of a read that failed.
_WAITS_SECONDS = (0.5, 1.0, 2.0, 4.0, 8.0)


@dataclass(frozen=True, slots=True)
class Found:
    """A file that was named, or that a pattern or a folder has."""

    path: str
    """As it was named, with its protocol."""
    size: int
    """Bytes; 0 where it cannot be read."""
    error: str | None = None
    """Why it cannot be read."""


class SeekableFile(Protocol):
    """What a driver opens."""

    def read(self, size: int, /) -> bytes:
        """At most ``size`` bytes, and none at the end only."""

    def seek(self, offset: int, /) -> object:
        """Goes to a byte of the file."""

    def close(self) -> object:
        """Lets the file go."""


class Storage:
    """Where files are: pyarrow's drivers for s3, gs, hdfs and abfs, fsspec's for the rest.

    ``options`` go to the driver of fsspec: ``{"anon": True}`` for open buckets by s3fs. Credentials
    come from the environment otherwise, and are in no message.
    """

    def __init__(self, options: Mapping[str, Any] | str | None = None) -> None:
        if isinstance(options, str):
            try:
                options = json.loads(options)
            except ValueError as error:
                raise SettingError(f"storage_options: expected JSON, found {error}") from None
        if options is not None and not isinstance(options, Mapping):
            found = type(options).__name__
            raise SettingError(f"storage_options: expected names and values, found {found}")
        self.options = dict(options or {})

    def find(self, paths: Iterable[str]) -> list[Found]:
        """The files that paths, patterns and folders name, each once, in their order.

        Of folders and of what is below them, files whose names end in .warc, .warc.gz and
        .warc.zst.
        A path that leads to no file is given with an error. Cost: one listing for each pattern and
        folder; the sizes of named files are asked for together.
        """
        found: dict[str, Found] = {}
        named: dict[str, list[str]] = {}
        for path in paths:
            protocol, _ = split(path)
            files = [path]
            if _PATTERN.search(path) and protocol not in ("http", "https"):
                try:
                    files = self._matches(path)
                except Exception as error:  # Drivers raise what they like.
                    found[path] = Found(path, 0, f"cannot be listed: {error}")
                    continue
            for file in files or [path]:
                found.setdefault(file, Found(file, 0, "expected a file, found none of this name"))
                named.setdefault(protocol, []).append(file)
        for protocol, files in named.items():
            found |= {each.path: each for each in self._described(protocol, files)}
        return [below for file in found.values() for below in self._below(file)]

    def open(self, path: str) -> str | ResumingFile:
        """What ``read_warc`` takes: a path of this machine, or a file that resumes."""
        protocol, name = split(path)
        if not protocol:
            return name
        system, (name,) = self._driver(protocol, [path])
        if isinstance(system, pyarrow.fs.PyFileSystem):
            # Asked itself, fsspec says why a file cannot be opened.
            driver = system.handler.fs
            return ResumingFile(path, lambda: driver.open(name, "rb", cache_type="none"))
        return ResumingFile(path, lambda: system.open_input_file(name))

    def _driver(self, protocol: str, paths: list[str]) -> tuple[pyarrow.fs.FileSystem, list[str]]:
        """The driver of a protocol, and paths as it names them."""
        if not protocol:
            return pyarrow.fs.LocalFileSystem(), [split(path)[1] for path in paths]
        if protocol in _OF_PYARROW and not self.options:
            addresses = [f"{protocol}://{split(path)[1]}" for path in paths]
            system, first = pyarrow.fs.FileSystem.from_uri(addresses[0])
            cut = len(addresses[0]) - len(first)
            return system, [address[cut:] for address in addresses]
        import fsspec

        system = fsspec.filesystem(protocol, **self.options)
        names = [system._strip_protocol(f"{protocol}://{split(path)[1]}") for path in paths]
        return pyarrow.fs.PyFileSystem(pyarrow.fs.FSSpecHandler(system)), names

    def _matches(self, pattern: str) -> list[str]:
        protocol, name = split(pattern)
        if not protocol:
            return sorted(glob.glob(name, recursive=True))
        folder = name[: _PATTERN.search(name).start()].rpartition("/")[0]  # type: ignore[union-attr]
        prefix = pattern[: len(pattern) - len(name)]
        system, (base,) = self._driver(protocol, [prefix + folder])
        selector = pyarrow.fs.FileSelector(base, recursive=True, allow_not_found=True)
        infos = system.get_file_info(selector)
        paths = (folder + info.path[len(base) :] for info in infos if info.is_file)
        return sorted(prefix + path for path in paths if fnmatch.fnmatchcase(path, name))

    def _described(self, protocol: str, files: list[str]) -> list[Found]:
        try:
            system, names = self._driver(protocol, files)
            infos = system.get_file_info(names)
        except Exception as error:  # Drivers raise what they like.
            if len(files) > 1:
                return [found for file in files for found in self._described(protocol, [file])]
            return [Found(files[0], 0, f"cannot be read: {error}")]
        found = []
        for file, info in zip(files, infos, strict=True):
            if info.type == pyarrow.fs.FileType.NotFound and protocol in ("http", "https"):
                # Any answer but success: whoever reads it tries again, or says what is wrong.
                found.append(Found(file, 0))
            elif info.type == pyarrow.fs.FileType.NotFound:
                found.append(Found(file, 0, "expected a file, found none of this name"))
            elif info.type == pyarrow.fs.FileType.Directory:
                found.append(Found(file, -1))
            else:
                found.append(Found(file, info.size or 0))
        return found

    def _below(self, file: Found) -> list[Found]:
        """The file itself, or the files of a folder."""
        if file.size >= 0:
            return [file]
        protocol, name = split(file.path)
        if not protocol:
            paths = sorted(path for path in Path(name).rglob("*") if path.is_file())
            found = [Found(str(path), path.stat().st_size) for path in paths]
        else:
            try:
                system, (base,) = self._driver(protocol, [file.path])
                infos = system.get_file_info(pyarrow.fs.FileSelector(base, recursive=True))
            except Exception as error:  # Drivers raise what they like.
                return [Found(file.path, 0, f"cannot be listed: {error}")]
            found = [
                Found(file.path.rstrip("/") + info.path[len(base.rstrip("/")) :], info.size or 0)
                for info in sorted(infos, key=lambda info: info.path)
                if info.is_file
            ]
        found = [each for each in found if _WARC_NAME.search(each.path)]
        return found or [Found(file.path, 0, "expected a folder with WARC files, found none in it")]


def split(path: str) -> tuple[str, str]:
    """The protocol and the rest of a path; no protocol for one of this machine."""
    address = _ADDRESS.match(path)
    if not address:
        return "", path.removeprefix("file:")
    protocol = address[1].lower()
    protocol = _PROTOCOLS.get(protocol, protocol)
    name = path[address.end() :]
    return ("", name) if protocol == "file" else (protocol, name)


def _is_final(error: BaseException) -> bool:
    """Whether another try gives the same: the file is not there, or not for us.

    The driver for HTTP calls each answer that is no success a missing file, and has its status in
    the cause. Servers of crawls answer 403 to those who ask too fast.
    """
    cause: BaseException | None = error
    while cause is not None:
        status = getattr(cause, "status", None)
        if isinstance(status, int):
            return status not in (403, 408, 429) and status < 500
        cause = cause.__cause__ or cause.__context__
    return isinstance(error, (FileNotFoundError, PermissionError))


class ResumingFile:
    """A remote file. A read that breaks is tried again, from the byte on at which it broke.

    Reads ahead: 128 KiB after a seek, then twice as much each time, up to 8 MiB, so that few
    requests are made and little is fetched that nobody asked for.

    Raises OSError: after five more tries in 16 seconds, or at once where another try gives the
    same.
    """

    def __init__(self, name: str, open_file: Callable[[], SeekableFile]) -> None:
        self.name = name
        self._open_file = open_file
        self._file: SeekableFile | None = None
        self._chunk = memoryview(b"")
        self._offset = 0
        self._ahead = _LEAST_READ_BYTES

    def read(self, size: int, /) -> bytes:
        if not self._chunk:
            self._chunk = memoryview(self._fetch(self._ahead))
            self._ahead = min(2 * self._ahead, _MOST_READ_BYTES)
            self._offset += len(self._chunk)
        piece, self._chunk = self._chunk[:size], self._chunk[size:]
        return bytes(piece)

    def seek(self, offset: int, whence: int = 0, /) -> int:
        if whence != 0:
            raise OSError(f"expected a seek from the begin, found whence {whence}")
        self._chunk = memoryview(b"")
        self._ahead = _LEAST_READ_BYTES
        if offset != self._offset and self._file is not None:
            self._file.seek(offset)
        self._offset = offset
        return offset

    def close(self) -> None:
        if self._file is not None:
            self._file.close()
        self._file = None

    def _fetch(self, size: int) -> bytes:
        waits = iter(_WAITS_SECONDS)
        while True:
            try:
                if self._file is None:
                    self._file = self._open_file()
                    if self._offset:
                        self._file.seek(self._offset)
                return self._file.read(size)
            except Exception as error:  # Drivers raise what they like.
                self._file = None
                wait = None if _is_final(error) else next(waits, None)
                if wait is None:
                    message = f"at byte {self._offset}: {error}"
                    raise OSError(getattr(error, "errno", None) or 5, message) from error
                time.sleep(wait)
