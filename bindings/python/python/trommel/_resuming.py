"""Retries of requests, and remote files that resume after a failed read."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from trommel._drivers import SeekableFile, status_of

__all__ = ["READ_SECONDS", "ChangedError", "ResumingFile", "retried"]

#: Maximum wait for a response.
READ_SECONDS = 60.0

#: Bytes of the first read after a seek, and of the largest one.
_LEAST_READ_BYTES = 128 << 10
_MOST_READ_BYTES = 8 << 20

#: Waits before the retries.
_WAITS_SECONDS = (0.5, 1.0, 2.0, 4.0, 8.0)

#: Time after which there are no more retries.
_LAST_TRY_SECONDS = 300.0

#: Bytes that show whether a server returns the requested ranges.
_PROBE_BYTES = 64

#: Servers with checked ranges. Those that state the range are not checked.
_STORES_WITH_RANGES = {""}

_Answer = TypeVar("_Answer")


class ChangedError(OSError):
    """A file changed."""


def _is_final(error: BaseException) -> bool:
    """Whether a retry cannot help: the file is missing or denied.

    403 is not final: servers of crawls also send it to limit rates.
    """
    status = status_of(error)
    if status is not None:
        return status not in (403, 408, 429) and status < 500
    return isinstance(error, (FileNotFoundError, ChangedError, ImportError, ValueError))


def retried(call: Callable[[], _Answer], seconds: float) -> _Answer:
    """The result of ``call``, with at most ``seconds`` for each try.

    There are five retries, with 16 seconds of waits in total, and none after five minutes.

    Raises the last error of the driver, or a final one at once.
    """
    waits = iter(_WAITS_SECONDS)
    begun = time.monotonic()
    while True:
        try:
            return within(seconds, call)
        except Exception as error:  # Drivers raise what they like.
            wait = None if _is_final(error) else next(waits, None)
            if wait is None or time.monotonic() - begun > _LAST_TRY_SECONDS:
                raise
            time.sleep(wait)


def within(seconds: float, call: Callable[[], _Answer]) -> _Answer:
    """The result of ``call``, within a time limit. Not all drivers have one.

    A call that never ends keeps a thread, which ends with the process.
    """
    answers: list[Any] = []
    errors: list[BaseException] = []

    def run() -> None:
        try:
            answers.append(call())
        except BaseException as error:
            errors.append(error)

    thread = threading.Thread(target=run, name="trommel-read", daemon=True)
    thread.start()
    thread.join(seconds)
    if errors:
        raise errors[0]
    if not answers:
        raise TimeoutError(f"no answer within {seconds:g} s")
    return answers[0]  # type: ignore[no-any-return]


class ResumingFile:
    """A remote file. A failed read is retried from the byte where it broke.

    Reads ahead: 128 KiB after a seek and after an error, then twice as much each time, up to 8 MiB.
    This keeps both requests and unused bytes few. Each read takes at most ``seconds``. ``version``
    is the known version of the file. ``store`` names the server, whose ranges are checked once; a
    server without a name has ranges.

    Raises OSError: after five retries, or at once if a retry cannot help; if the file changes; if
    the server has no ranges.
    """

    def __init__(
        self,
        name: str,
        open_file: Callable[[], tuple[SeekableFile, Mapping[str, str]]],
        seconds: float = READ_SECONDS,
        version: Mapping[str, str] | None = None,
        store: str = "",
    ) -> None:
        self.name = name
        self._store = store
        self._open_file = open_file
        self._seconds = seconds
        self._version = dict(version or {})
        self._file: SeekableFile | None = None
        self._chunk = memoryview(b"")
        self._offset = 0
        self._ahead = _LEAST_READ_BYTES

    def read(self, size: int, /) -> bytes:
        if not self._chunk:
            self._chunk = memoryview(self._fetch())
            self._offset += len(self._chunk)
        piece, self._chunk = self._chunk[:size], self._chunk[size:]
        return bytes(piece)

    def seek(self, offset: int, whence: int = 0, /) -> int:
        if whence != 0:
            raise OSError(f"expected a seek from the begin, found whence {whence}")
        self._chunk = memoryview(b"")
        self._ahead = _LEAST_READ_BYTES
        self._offset = offset
        return offset

    def close(self) -> None:
        file, self._file = self._file, None
        if file is not None:
            with contextlib.suppress(Exception):  # It was read.
                within(self._seconds, file.close)

    def check(self) -> None:
        """Opens the file again, to check that it did not change.

        Raises OSError: the file changed, or cannot be opened.
        """
        try:
            self.close()
            retried(self._open, self._seconds)
            self.close()
        except Exception as error:  # Drivers raise what they like.
            message = f"at byte {self._offset}: {error}"
            raise OSError(getattr(error, "errno", None) or 5, message) from error

    def _open(self) -> SeekableFile:
        file, version = self._open_file()
        for name, value in version.items():
            known = self._version.setdefault(name, value)
            if known != value:
                raise ChangedError(f"it changed while it was read: {name} was {known}, is {value}")
        return file

    def _fetch(self) -> bytes:
        try:
            chunk, self._file, self._ahead = retried(self._try, self._seconds)
        except Exception as error:  # Drivers raise what they like.
            message = f"at byte {self._offset}: {error}"
            raise OSError(getattr(error, "errno", None) or 5, message) from error
        return chunk

    def _try(self) -> tuple[bytes, SeekableFile, int]:
        """Reads from the offset; returns the bytes, the file, and the size of the next read.

        A late try cannot disturb the next one, which has its own file.
        """
        file, self._file = self._file, None
        ahead, self._ahead = self._ahead, _LEAST_READ_BYTES
        begun = time.monotonic()
        if file is None:
            file = self._open()
        size = int(self._version.get("size", 0))
        if size and self._offset >= size:
            return b"", file, ahead
        file.seek(self._offset)
        if 0 < self._offset < size - 1 and self._store not in _STORES_WITH_RANGES:
            self._check_ranges(file)
        chunk = file.read(ahead)
        if not chunk and self._offset < size:
            raise ConnectionError(f"expected {size} bytes, found the end")
        if len(chunk) > (min(ahead, size - self._offset) if size else ahead):
            # Servers are checked once, and one that had ranges may lose them.
            raise ChangedError("expected the range of bytes that was asked for, found more")
        # After a slow read, read little, so that slowness does not look like a stall.
        is_slow = time.monotonic() - begun > self._seconds / 8
        return chunk, file, _LEAST_READ_BYTES if is_slow else min(2 * ahead, _MOST_READ_BYTES)

    def _check_ranges(self, file: SeekableFile) -> None:
        """Compares two overlapping ranges.

        If a server has no ranges, clients of stores take the beginning of the file for the range.
        """
        first = _read_all(file, _PROBE_BYTES)
        file.seek(self._offset + 1)
        second = _read_all(file, _PROBE_BYTES - 1)
        if first[1:] != second:
            raise ChangedError("expected the range of bytes that was asked for, found others")
        file.seek(self._offset)
        _STORES_WITH_RANGES.add(self._store)


def _read_all(file: SeekableFile, size: int) -> bytes:
    data = b""
    while len(data) < size and (chunk := file.read(size - len(data))):
        data += chunk
    return data
