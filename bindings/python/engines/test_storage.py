"""Files in object storage, at a server that breaks; parts of them; paths that lead nowhere."""

import contextlib
import http.server
import os
import threading

import pytest

pytest.importorskip("moto")
pytest.importorskip("s3fs")

from conftest import PART_BYTES, counted
from moto.server import ThreadedMotoServer

from trommel import _storage
from trommel._parts import checked, parts, read_part
from trommel._storage import Storage


@contextlib.contextmanager
def serving(handler):
    """A server of this machine, which says nothing; gives its address."""
    handler.log_message = lambda *_: None
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()


@pytest.fixture(scope="module")
def bucket(crawl):
    """The crawl in a bucket; gives options for a driver of fsspec."""
    import s3fs

    os.environ |= {"AWS_ACCESS_KEY_ID": "id", "AWS_SECRET_ACCESS_KEY": "s3cret-of-the-test"}
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0)
    server.start()
    host, port = server.get_host_and_port()
    options = {
        "client_kwargs": {"endpoint_url": f"http://{host}:{port}", "region_name": "us-east-1"}
    }
    system = s3fs.S3FileSystem(**options)
    system.call_s3("create_bucket", Bucket="bucket")
    for path in crawl.iterdir():
        system.put(str(path), f"bucket/crawl/{path.name}")
    yield options
    server.stop()


def read(paths, storage):
    cut = parts(paths, storage, PART_BYTES)
    return [
        row for part in cut for batch in read_part(part, storage, {}) for row in batch.to_pylist()
    ]


def local(rows, crawl, base):
    """Rows as if their files were those of this machine."""
    return [row | {"source_file": row["source_file"].replace(base, str(crawl))} for row in rows]


@pytest.mark.parametrize("path", ["s3://bucket/crawl", "s3a://bucket/crawl/*.warc*"])
def test_object_storage(bucket, crawl, expected, path):
    base = path.removesuffix("/*.warc*")
    found = read([path], Storage(bucket))
    assert counted(local(found, crawl, base)) == expected


def test_objects_that_cannot_be_read_are_named(bucket):
    paths = [
        "s3://bucket/none.warc.gz",
        "s3://none/crawl.warc.gz",
        "s3://bucket/none*",
        "gopher://a/b",
    ]
    found = read(paths, Storage(bucket))
    assert [row["source_file"] for row in found] == paths
    assert all(row["damage"] for row in found)
    assert "s3cret-of-the-test" not in str(found)


def test_a_connection_that_breaks_is_resumed_at_the_byte(crawl, expected, monkeypatch):
    pytest.importorskip("aiohttp")
    monkeypatch.setattr(_storage, "_WAITS_SECONDS", (0.01,) * 5)
    monkeypatch.setattr(_storage, "_LEAST_READ_BYTES", 8 << 10)
    asked, heads = [], []

    class Handler(http.server.BaseHTTPRequestHandler):
        """Answers the first request for a size with 503, then ranges of bytes.

        Of three requests for bytes one gets 503, and one half of what it asks for.
        """

        def do_HEAD(self):
            heads.append(self.path)
            status = 503 if len(heads) == 1 else 200
            self.answer(status, (crawl / self.path[1:]).read_bytes(), None)

        def do_GET(self):
            data = (crawl / self.path[1:]).read_bytes()
            first, _, last = (
                self.headers.get("Range", "bytes=0-").removeprefix("bytes=").partition("-")
            )
            piece = data[int(first) : int(last) + 1 if last else None]
            asked.append(self.path)
            if len(asked) % 3 == 1:
                self.answer(503, b"WARC/1.0 is not in this body", None)
            else:
                span = f"bytes {first}-{int(first) + len(piece) - 1}/{len(data)}"
                self.answer(206, piece, span, len(piece) // 2 if len(asked) % 3 == 2 else None)

        def answer(self, status, body, span, sent=None):
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            self.send_header("Accept-Ranges", "bytes")
            if span:
                self.send_header("Content-Range", span)
            self.end_headers()
            if self.command == "GET":
                self.wfile.write(body[:sent])

    with serving(Handler) as base:
        paths = [f"{base}/{path.name}" for path in sorted(crawl.iterdir())]
        found = read(paths, Storage())
    assert counted(local(found, crawl, base)) == expected, {row["damage"] for row in found}
    assert len(asked) > 6


@pytest.mark.parametrize("status", [400, 401, 404])
def test_an_answer_that_stays_the_same_is_damage_and_no_failure(status):
    pytest.importorskip("aiohttp")

    class Handler(http.server.BaseHTTPRequestHandler):
        """Answers each request with the status."""

        def do_GET(self):
            self.send_error(status)

        do_HEAD = do_GET

    with serving(Handler) as base:
        path = f"{base}/a.warc.gz"
        found = read([path], Storage())
    assert [(row["source_file"], bool(row["damage"])) for row in found] == [(path, True)]


def test_a_listing_that_is_denied_is_named():
    fsspec = pytest.importorskip("fsspec")

    class Denied(fsspec.AbstractFileSystem):
        """Has folders that nobody may list, and says so in its own way."""

        protocol = "denied"

        def info(self, path, **arguments):
            return {"name": path, "type": "directory", "size": 0}

        def ls(self, path, detail=True, **arguments):
            raise RuntimeError("not for you")

    fsspec.register_implementation("denied", Denied, clobber=True)
    paths = ["denied://a/folder", "denied://a/folder/*.warc.gz"]
    found = read(paths, Storage())
    assert [row["source_file"] for row in found] == paths
    assert all("cannot be listed" in row["damage"] for row in found), found


def test_settings_are_checked():
    for options in ({"method": "magic"}, {"colour": "red"}):
        with pytest.raises((ValueError, TypeError), match=next(iter(options))):
            checked(options)
