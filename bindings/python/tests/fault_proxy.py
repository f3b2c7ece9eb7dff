"""A server between a client and a server of the web or of objects, which breaks what passes.

    with FaultProxy(upstream) as proxy:
        proxy.break_(Fault("cut", after=100_000))

``upstream`` is the address of the server. A fault is for requests whose line matches, for the first
``times`` of them, or for all.
"""

from __future__ import annotations

import contextlib
import http.client
import http.server
import re
import socket
import struct
import threading
import time
import urllib.parse
from dataclasses import dataclass, field

__all__ = ["FAULTS", "Fault", "FaultProxy"]

#: What can happen to an answer.
FAULTS = ("503", "403", "cut", "reset", "stall", "no-ranges", "changed", "slow")

_CHUNK_BYTES = 4 << 10


@dataclass
class Fault:
    """What becomes of answers."""

    kind: str
    matching: str = "GET .*warc"
    """A pattern for the request line: by default, of the bytes of files."""
    after: int = 0
    """Bytes of an answer that come before it breaks."""
    times: float = float("inf")
    """How many answers break."""
    skip: int = 0
    """How many matching answers pass before."""
    struck: int = 0
    """How many answers broke so far."""
    stopped: threading.Event = field(default_factory=threading.Event)

    def __post_init__(self) -> None:
        assert self.kind in FAULTS, self.kind

    def strikes(self, line: str) -> bool:
        """Whether the answer to this request breaks. One that is asked for counts."""
        if self.struck >= self.times or not re.search(self.matching, line):
            return False
        if self.skip:
            self.skip -= 1
            return False
        self.struck += 1
        return True


class FaultProxy:
    """Listens at ``address``, and keeps the lines of requests in ``asked``."""

    def __init__(self, upstream: str) -> None:
        self.asked: list[str] = []
        self._upstream = urllib.parse.urlsplit(upstream).netloc
        self._faults: tuple[Fault, ...] = ()
        self._lock = threading.Lock()
        proxy = self

        class Handler(_Handler):
            owner = proxy

        class Server(http.server.ThreadingHTTPServer):
            def handle_error(self, *_: object) -> None:
                """Says nothing of clients that go away."""

        self._server = Server(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.address = f"http://127.0.0.1:{self._server.server_port}"

    def __enter__(self) -> FaultProxy:
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.mend()
        self._server.shutdown()
        self._server.server_close()

    def break_(self, *faults: Fault) -> None:
        """From now on, answers break so: each by the first fault that is for it."""
        self.mend()
        self.asked.clear()
        self._faults = faults

    def mend(self) -> None:
        """From now on, all pass. Answers that stall end."""
        for fault in self._faults:
            fault.stopped.set()
        self._faults = ()

    def fault_of(self, line: str) -> Fault | None:
        """What becomes of the answer to this request."""
        with self._lock:
            self.asked.append(line)
            return next((fault for fault in self._faults if fault.strikes(line)), None)


class _Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    owner: FaultProxy

    def log_message(self, *_: object) -> None:
        """Says nothing."""

    def _pass(self) -> None:
        fault = self.owner.fault_of(f"{self.command} {self.path}")
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        kind = fault.kind if fault else ""
        if kind in ("503", "403"):
            self._refuse(int(kind))
            return
        headers = {name: value for name, value in self.headers.items() if name != "Connection"}
        if kind == "no-ranges":
            headers = {name: value for name, value in headers.items() if name.lower() != "range"}
        upstream = http.client.HTTPConnection(self.owner._upstream, timeout=60)
        with contextlib.closing(upstream):
            upstream.request(self.command, self.path, body or None, headers)
            answer = upstream.getresponse()
            data = answer.read()
            self._answer(answer, data, fault)

    do_GET = do_HEAD = do_PUT = do_POST = do_DELETE = _pass

    def _refuse(self, status: int) -> None:
        code = {503: "SlowDown", 403: "AccessDenied"}[status]
        body = f"<Error><Code>{code}</Code><Message>WARC/1.0 is not in this</Message></Error>".encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/xml")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def _answer(self, answer: http.client.HTTPResponse, data: bytes, fault: Fault | None) -> None:
        self.send_response(answer.status)
        for name, value in answer.getheaders():
            lower = name.lower()
            if lower in ("transfer-encoding", "connection", "date", "server"):
                continue
            if lower == "content-length" and self.command != "HEAD":
                continue
            if fault and fault.kind == "no-ranges" and lower == "accept-ranges":
                continue
            if fault and fault.kind == "changed" and lower == "etag":
                value = '"another"'
            self.send_header(name, value)
        if self.command != "HEAD":
            self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        if self.command == "HEAD":
            return
        with contextlib.suppress(OSError):
            self._send(data, fault)

    def _send(self, data: bytes, fault: Fault | None) -> None:
        kind = fault.kind if fault else ""
        if kind in ("cut", "reset", "stall"):
            self.wfile.write(data[: fault.after])
            self.wfile.flush()
            if kind == "stall":
                fault.stopped.wait(120)
            if kind == "reset":
                linger = struct.pack("ii", 1, 0)
                self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
            self.close_connection = True
            self.connection.shutdown(socket.SHUT_RDWR) if kind == "cut" else self.connection.close()
        elif kind == "slow":
            for at in range(0, len(data), _CHUNK_BYTES):
                self.wfile.write(data[at : at + _CHUNK_BYTES])
                self.wfile.flush()
                time.sleep(0.02)
        else:
            self.wfile.write(data)
