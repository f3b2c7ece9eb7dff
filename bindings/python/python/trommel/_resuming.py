"""Requests that are made again, and remote files whose reading goes on where it broke."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from trommel._drivers import SeekableFile, status_of

__all__ = ["READ_SECONDS", "ChangedError", "ResumingFile", "retried"]

#: How long an answer is waited for.
READ_SECONDS = 60.0

#: Bytes of the first read after a seek, and of the largest one.
_LEAST_READ_BYTES = 128 << 10
_MOST_READ_BYTES = 8 << 20

#: How long is waited before each further try of what failed.
_WAITS_SECONDS = (0.5, 1.0, 2.0, 4.0, 8.0)

#: After so long, what failed is not tried again.
_LAST_TRY_SECONDS = 300.0

#: Bytes by which it is seen whether a server gives the ranges that it is asked for.
_PROBE_BYTES = 64

#: Servers that gave ranges. Those that say what they give are not asked.
_STORES_WITH_RANGES = {""}

_Answer = TypeVar("_Answer")


class ChangedError(OSError):
    """A file is not the one that it was."""


def _is_final(error: BaseException) -> bool:
    """Whether another try gives the same: the file is not there, or not for us.

    Servers of crawls answer 403 to those who ask too fast.
    """
    status = status_of(error)
    if status is not None:
        return status not in (403, 408, 429) and status < 500
    return isinstance(error, (FileNotFoundError, ChangedError, ImportError, ValueError))


def retried(call: Callable[[], _Answer], seconds: float) -> _Answer:
    """What ``call`` gives, each try waited for so many seconds at most.

    It is tried five times more, with waits of 16 seconds in all, and not after five minutes.

    Raises the last error of the driver, or at once one that another try does not change.
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
    """What ``call`` gives, waited for so long at most. Not all drivers have such a limit.

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
    """A remote file. A read that breaks is tried again, from the byte on at which it broke.

    Reads ahead: 128 KiB after a seek and after an error, then twice as much each time, up to 8 MiB,
    so that few requests are made and little is fetched that nobody asked for. Each read is waited
    for ``seconds`` at most. ``version`` is what was known of the file before. ``store`` names the
    server, whose ranges are checked once; one without a name has ranges.

    Raises OSError: after five more tries, or at once where another try gives the same; where the
    file changes, and where the server has no ranges.
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
        """Opens the file anew, to see whether what was read is of one file.

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
        """Reads on from the offset; gives the file, and how much to read next.

        A try that comes too late finds nothing of the next one, which has a file of its own.
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
        # Where a little takes long, much is not to be taken for a stall.
        is_slow = time.monotonic() - begun > self._seconds / 8
        return chunk, file, _LEAST_READ_BYTES if is_slow else min(2 * ahead, _MOST_READ_BYTES)

    def _check_ranges(self, file: SeekableFile) -> None:
        """Asks for bytes and for those from the next one on: what is in both is the same.

        Clients of stores take the begin of the file for the range where a server has none.
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
