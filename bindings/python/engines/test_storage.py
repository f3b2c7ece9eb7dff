"""Files of disks, object stores and servers of the web, read as an engine reads them."""

import contextlib
import gzip
import http.server
import threading

import pytest

pytest.importorskip("moto")
pytest.importorskip("s3fs")

import stores
from conftest import PAGES, PART_BYTES, counted, record
from stores import BUCKET

import trommel
from trommel import _resuming
from trommel._parts import checked, parts, read_part
from trommel._storage import Storage

#: Names of objects that addresses cannot have as they are.
NAMES = ["a b", "Käse", "a#b", "a%20b", "a?b", "a[1]", "a+b", "a&b=c", "*"]


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
def s3():
    with stores.s3() as store:
        yield store


@pytest.fixture(scope="module")
def gs():
    pytest.importorskip("gcp_storage_emulator")
    with stores.gs() as store:
        yield store


@pytest.fixture(scope="module")
def azure():
    pytest.importorskip("adlfs")
    with stores.azure() as store:
        yield store


@pytest.fixture(scope="module", params=["s3", "gs", "azure", "s3 of fsspec", "gs of fsspec", "azure of fsspec"])
def store(request, crawl):
    """A store with the crawl in the folder ``crawl``; an address of a key, and options."""
    name, _, of_fsspec = request.param.partition(" ")
    found = request.getfixturevalue(name)
    for path in crawl.iterdir():
        found.put(f"crawl/{path.name}", path.read_bytes())
    for number, key in enumerate(NAMES):
        found.put(f"names/{key}.warc.gz", gzip.compress(record(number, PAGES[0].read_bytes())))
    found.put("crawl/notes.txt", b"no crawl")
    found.put("above.warc", record(1, PAGES[0].read_bytes()))
    if of_fsspec:
        return found, lambda key: f"{found.protocol[-1]}://{BUCKET}/{key}", found.options
    of_pyarrow = {
        "s3": lambda key: stores.s3_address(key, found.address.removeprefix("http://")),
        "gs": lambda key: stores.gs_address(key, found),
        "azure": lambda key: stores.azure_address(key, found),
    }
    return found, of_pyarrow[name], None


def read(paths, storage, on_error="fail"):
    cut = parts(paths, storage, PART_BYTES, on_error)
    return [
        row
        for part in cut
        for batch in read_part(part, storage, {}, on_error)
        for row in batch.to_pylist()
    ]


def local(rows, crawl):
    """Rows as if their files were those of this machine."""
    return [
        row | {"source_file": f"{crawl}/{row['source_file'].rpartition('/')[2]}"} for row in rows
    ]


@pytest.mark.parametrize(
    "keys",
    [
        ["crawl"],
        ["crawl/"],
        ["crawl/*.warc*"],
        ["cr*/*.warc*"],
        ["**/crawl/*.warc*"],
        ["crawl/plain.warc", "crawl/compressed.warc.gz", "crawl/damaged.warc.gz"],
        ["crawl/", "crawl/plain.warc", "crawl/*.gz"],
        ["crawl/[pc]*", "crawl/damaged.warc.gz"],
    ],
)
def test_paths_of_a_store(store, crawl, expected, keys):
    _, address, options = store
    rows = read([address(key) for key in keys], Storage(options))
    assert counted(local(rows, crawl)) == expected
    assert {row["source_file"].partition("?")[0] for row in rows} == {
        address(f"crawl/{path.name}").partition("?")[0] for path in crawl.iterdir()
    }


def test_a_bucket_is_a_folder(store):
    _, address, options = store
    found = Storage(options).find([address("")], is_strict=True)
    assert len(found) == 4 + len(NAMES)


@pytest.mark.parametrize("keys", [["names"], ["names/*"], ["names/a*", "names/K*", "names/[*]*"]])
def test_names_of_all_kinds_are_read(store, keys):
    _, address, options = store
    rows = read([address(key) for key in keys], Storage(options))
    assert len(rows) == len(NAMES) and not any(row["damage"] for row in rows)
    # What is said of a page names its file, and can be read.
    for row in rows:
        key = row["source_file"].partition(f"{BUCKET}/")[2]
        found = [each["url"] for each in read([address(key)], Storage(options))]
        assert row["url"] in found
        assert len(found) == 1 or "*" in key or "?" in key


def test_what_is_not_there_is_an_error_that_names_it(store):
    _, address, options = store
    there = "crawl/plain.warc"
    for key in ["none.warc.gz", "crawl/none*.gz", "none/", "none/*"]:
        for paths in ([address(key)], [address(there), address(key)]):
            with pytest.raises(trommel.ReadError) as raised:
                read(paths, Storage(options))
            assert key.rstrip("/") in raised.value.filename
        rows = read([address(there), address(key)], Storage(options), "row")
        assert [key.rstrip("/") in row["source_file"] for row in rows if row["damage"]] == [True]
        assert len(rows) > 10
    assert "s3cret-of-the-test" not in str(raised.value)


def test_a_bucket_that_is_not_there_is_an_error(s3, monkeypatch):
    monkeypatch.setattr(_resuming, "_WAITS_SECONDS", (0.01,) * 5)
    server = s3.address.removeprefix("http://")
    for options, key in [(None, ""), (None, "x/*.warc.gz"), (s3.options, "x/"), (s3.options, "*")]:
        suffix = "" if options else f"?endpoint_override={server}&scheme=http"
        with pytest.raises(trommel.ReadError, match="s3://mistyped/"):
            read([f"s3://mistyped/{key}{suffix}"], Storage(options))


def test_disks(crawl, expected, tmp_path):
    for paths in (
        [f"{crawl}"],
        [f"{crawl}/"],
        [f"file:{crawl}"],
        [f"file://{crawl}/*"],
        [f"{crawl}/**/*.warc*"],
        [f"{crawl}/*", f"{crawl}/plain.warc"],
    ):
        assert counted(read(paths, Storage())) == expected, paths
    for number, name in enumerate(NAMES):
        (tmp_path / f"{name}.warc").write_bytes(record(number, PAGES[0].read_bytes()))
    assert len(read([str(tmp_path)], Storage())) == len(NAMES)
    assert len(read([f"{tmp_path}/*"], Storage())) == len(NAMES)
    for path in ("none", "none/*", "none.warc"):
        with pytest.raises(trommel.ReadError, match=path.partition("*")[0]):
            read([str(tmp_path / path)], Storage())
    with pytest.raises(trommel.SettingError, match="paths"):
        read([], Storage())


def test_each_path_has_its_own_error():
    paths = ["s3://none.invalid.bucket/x?endpoint_override=127.0.0.1:1&scheme=http", "gopher://a/b"]
    _resuming._WAITS_SECONDS, kept = (0.01,) * 2, _resuming._WAITS_SECONDS
    try:
        found = read(paths, Storage(), "row")
    finally:
        _resuming._WAITS_SECONDS = kept
    assert [row["source_file"] for row in found] == [paths[0].partition("?")[0], paths[1]]
    assert all(row["damage"] for row in found)


def test_files_without_pages_say_so(tmp_path):
    conversion = record(1, b"text").replace(b"WARC-Type: response", b"WARC-Type: conversion")
    picture = record(2, b"\x89PNG\r\n\x1a\n").replace(b"text/html", b"image/png")
    for name, data, expected in [
        ("empty.warc.gz", b"", "expected a WARC file, found no record"),
        ("nothing.warc.gz", gzip.compress(b""), "expected a WARC file, found no record"),
        ("text.warc.gz", gzip.compress(conversion), "expected responses, found other records: 1 conv"),
        ("pictures.warc.gz", gzip.compress(picture), None),
    ]:
        (tmp_path / name).write_bytes(data)
        rows = read([str(tmp_path / name)], Storage())
        assert [row["damage"][: len(expected or "")] for row in rows] == [expected] * len(rows)
        assert len(rows) == bool(expected), name


def test_a_connection_that_breaks_is_resumed_at_the_byte(crawl, expected, monkeypatch):
    monkeypatch.setattr(_resuming, "_WAITS_SECONDS", (0.01,) * 5)
    monkeypatch.setattr(_resuming, "_LEAST_READ_BYTES", 8 << 10)
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
    assert counted(local(found, crawl)) == expected, {row["damage"] for row in found}
    assert len(asked) > 6


@pytest.mark.parametrize("status", [400, 401, 404])
def test_an_answer_that_stays_the_same_is_an_error_at_once(status):

    class Handler(http.server.BaseHTTPRequestHandler):
        """Answers each request with the status."""

        def do_GET(self):
            self.send_error(status)

        do_HEAD = do_GET

    with serving(Handler) as base:
        path = f"{base}/a.warc.gz"
        found = read([path], Storage(), "row")
        with pytest.raises(trommel.ReadError, match="a.warc.gz"):
            read([path], Storage())
    assert [(row["source_file"], bool(row["damage"])) for row in found] == [(path, True)]


def test_a_password_is_sent_and_not_shown(crawl, expected):
    class Handler(http.server.BaseHTTPRequestHandler):
        """Has no ranges, and asks for a password."""

        def do_GET(self):
            is_right = self.headers.get("Authorization") == "Basic bWU6c0BjcmV0"
            body = (crawl / self.path[1:].partition("?")[0]).read_bytes() if is_right else b""
            self.send_response(200 if is_right else 401)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

    with serving(Handler) as base:
        inside = base.replace("//", "//me:s%40cret@")
        paths = [f"{inside}/{path.name}?key=1" for path in sorted(crawl.iterdir())]
        found = read(paths, Storage())
        with pytest.raises(trommel.ReadError) as raised:
            read([f"{base}/plain.warc"], Storage())
    assert counted(local(found, crawl)) == expected
    assert {row["source_file"] for row in found} == {f"{base}/{path.name}" for path in crawl.iterdir()}
    assert "401" in str(raised.value)


def test_a_listing_that_is_denied_is_named(monkeypatch):
    monkeypatch.setattr(_resuming, "_WAITS_SECONDS", (0.01,) * 5)
    fsspec = pytest.importorskip("fsspec")

    class Denied(fsspec.AbstractFileSystem):
        """Has folders that nobody may list, and says so in its own way."""

        protocol = "denied"

        def info(self, path, **arguments):
            return {"name": path, "type": "directory", "size": 0}

        def ls(self, path, detail=True, **arguments):
            raise RuntimeError("not for you")

    fsspec.register_implementation("denied", Denied, clobber=True)
    for path in ["denied://a/folder", "denied://a/folder/*.warc.gz"]:
        with pytest.raises(trommel.ReadError, match=r"not for you.*denied://a/folder"):
            read([path], Storage())
        (row,) = read([path], Storage(), "row")
        assert row["source_file"] == path and "not for you" in row["damage"]


def test_settings_are_checked():
    for options in ({"method": "magic"}, {"colour": "red"}):
        with pytest.raises((ValueError, TypeError), match=next(iter(options))):
            checked(options)
