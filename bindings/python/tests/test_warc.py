import gzip
import io
import json
import warnings

import pytest

import trommel


def http(body, status="200 OK", kind="text/html; charset=utf-8"):
    return f"HTTP/1.1 {status}\r\nContent-Type: {kind}\r\n\r\n".encode() + body


def record(number, block, kind="response"):
    head = (
        f"WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Record-ID: <urn:uuid:{number}>\r\n"
        f"WARC-Target-URI: http://a.example/{number}\r\nWARC-Date: 2026-01-02T03:04:05Z\r\n"
        f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(block)}\r\n\r\n"
    )
    return head.encode() + block + b"\r\n\r\n"


def page(number):
    return f"<title>Page {number}</title><p>It rained for {number} days in the välley.".encode()


RECORDS = [
    record(0, b"software: x\r\n", "warcinfo"),
    *[record(number, http(page(number))) for number in range(1, 8)],
    record(8, http(page(8), status="404 Not Found")),
    record(9, http(b"\x89PNG\r\n\x1a\n", kind="image/png")),
    record(10, http(b"%PDF-1.7 and more")),
    record(11, http(page(11))),
]


@pytest.fixture(params=["", ".gz", ".zst"])
def warc(request, tmp_path):
    path = tmp_path / f"crawl.warc{request.param}"
    if request.param == ".zst":
        zstd = pytest.importorskip("zstandard").ZstdCompressor()
    compress = {"": bytes, ".gz": gzip.compress, ".zst": lambda data: zstd.compress(data)}[request.param]
    members = [compress(record) for record in RECORDS]
    path.write_bytes(b"".join(members))
    return path, [sum(map(len, members[:at])) for at in range(len(members) + 1)]


def test_pages_come_with_what_their_records_say(warc):
    path, offsets = warc
    reader = trommel.read_warc(path)
    pages = list(reader)
    assert [page.title for page in pages] == [f"Page {number}" for number in [*range(1, 8), 11]]
    first = pages[0]
    assert (first.url, first.id, first.warc_record_id) == (
        "http://a.example/1", "<urn:uuid:1>", "<urn:uuid:1>"
    )
    assert (first.warc_date, first.http_status, first.charset) == ("2026-01-02T03:04:05Z", 200, "utf-8")
    assert (first.content_type, first.truncated) == ("text/html; charset=utf-8", None)
    assert [page.source_offset for page in pages] == [*offsets[1:8], offsets[11]]
    assert first.source_file == str(path)
    assert first.source_uncompressed_offset == (offsets[1] if path.suffix == ".warc" else 0)
    assert reader.skipped == {"warcinfo": 1, "http-status": 1, "content-type": 2}
    assert reader.damage == []


def test_pages_are_those_of_batch(warc, command):
    path, _ = warc
    out, _, code = command("batch", path, "-o", "-", "--format", "jsonl", "--markdown")
    assert code == 0
    pages = list(trommel.read_warc(path, markdown=True))
    assert [page.to_dict() for page in pages] == [json.loads(line) for line in out.splitlines()]
    assert [page.to_json() for page in pages] == out.splitlines()


def test_a_file_of_python_needs_no_seek(warc):
    path, _ = warc

    class Pipe:
        def __init__(self, file):
            self.file = file

        def read(self, size):
            return self.file.read(min(size, 7))

    expected = [page.text for page in trommel.read_warc(path)]
    with path.open("rb") as file:
        assert [page.text for page in trommel.read_warc(Pipe(file))] == expected
    with path.open("rb") as file, trommel.read_warc(file) as reader:
        assert next(reader).source_file == str(path)
    assert list(reader) == []


def test_parts_of_a_file_give_each_page_once(warc):
    path, offsets = warc
    whole = list(trommel.read_warc(path))
    for size in [101, 500, 1000, offsets[3], 10_000]:
        pages, damage = [], []
        for start in range(0, offsets[-1], size):
            reader = trommel.read_warc(path, start=start, length=size)
            pages += reader
            damage += reader.damage
        assert [page.url for page in pages] == [page.url for page in whole], size
        assert [page.source_offset for page in pages] == [page.source_offset for page in whole]
        assert damage == []
    with path.open("rb") as file:
        part = list(trommel.read_warc(file, start=offsets[5], length=1))
    assert [page.title for page in part] == ["Page 5"]


def test_damage_is_a_warning_and_reading_goes_on(tmp_path):
    members = [bytearray(gzip.compress(record)) for record in RECORDS]
    members[3][30:60] = bytes(30)
    path = tmp_path / "damaged.warc.gz"
    path.write_bytes(b"".join(members))
    reader = trommel.read_warc(path)
    with pytest.warns(trommel.DamageWarning, match=r"damaged\.warc\.gz: at byte [0-9]+: "):
        pages = list(reader)
    assert {page.title for page in pages if page.truncated is None} == {
        f"Page {number}" for number in [1, 2, 4, 5, 6, 7, 11]
    }
    (damage,) = reader.damage
    assert damage.offset == len(members[0] + members[1] + members[2]) and "expected" in damage.message


def test_options_are_those_of_batch(tmp_path):
    path = tmp_path / "x.warc"
    path.write_bytes(b"".join(RECORDS))
    assert [page.http_status for page in trommel.read_warc(path, http_status="4xx")] == [404]
    for status in [404, [404], ["404", 500], (500, 404)]:
        assert [page.http_status for page in trommel.read_warc(path, http_status=status)] == [404]
    (first, *_) = trommel.read_warc(path, max_page_size=20)
    assert (first.truncated, first.bytes_in) == ("max-page", 20)
    with pytest.raises(trommel.SettingError, match="http_status: expected statuses"):
        trommel.read_warc(path, http_status="good")
    with pytest.raises(TypeError, match=r"read_warc\(\) got an unexpected"):
        trommel.read_warc(path, colour=1)
    with pytest.raises(TypeError, match="source: expected a path or a binary file, found int"):
        trommel.read_warc(1)


def test_numbers_that_cannot_be_are_refused(warc):
    path, _ = warc
    for name in ["start", "length"]:
        for value in [-1, 2**80]:
            with pytest.raises(trommel.SettingError, match=f"^{name}: expected a number of bytes, found "):
                trommel.read_warc(path, **{name: value})
        with pytest.raises(TypeError, match=f"^{name}: expected int, found str$"):
            trommel.read_warc(path, **{name: "1"})
    with pytest.raises(TypeError, match="^http_status: expected int, str or a list of both, found float$"):
        trommel.read_warc(path, http_status=2.5)
    with pytest.raises(TypeError, match="^http_status: expected int, found bool$"):
        trommel.read_warc(path, http_status=True)


def test_a_source_that_cannot_be_read_is_called_source():
    with pytest.raises(TypeError, match="^source: expected a binary file"):
        list(trommel.read_warc(io.StringIO("x")))

    class Pipe:
        def read(self, size):
            return b""

    for part in [{"start": 5}, {"length": 5}]:
        with pytest.raises(TypeError, match=r"^source: expected a path or a file with seek\(\).* found Pipe$"):
            trommel.read_warc(Pipe(), **part)

    class Unseekable(io.RawIOBase):
        def read(self, size=-1):
            return b""

    with pytest.raises(trommel.ReadError, match="^file: "):
        trommel.read_warc(Unseekable(), start=5)


def test_a_file_that_cannot_be_read_is_named(tmp_path):
    with pytest.raises(trommel.ReadError) as raised:
        trommel.read_warc(tmp_path / "none.warc")
    assert raised.value.filename == str(tmp_path / "none.warc")

    class Broken:
        name = "broken.warc"

        def __init__(self):
            self.file = io.BytesIO(b"".join(RECORDS[:3]))

        def read(self, size):
            chunk = self.file.read(200)
            if not chunk:
                raise OSError(5, "Input/output error")
            return chunk

    with pytest.raises(trommel.ReadError) as raised:
        list(trommel.read_warc(Broken()))
    assert (raised.value.errno, raised.value.filename) == (5, "broken.warc")


def test_what_is_no_warc_file_is_one_damaged_place():
    reader = trommel.read_warc(io.BytesIO(b"<html>" * 1000))
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        assert list(reader) == []
    assert len(reader.damage) == len(said) == 1


def test_a_payload_in_an_unknown_coding_is_counted_as_such(tmp_path):
    path = tmp_path / "x.warc"
    head = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: x-own\r\n\r\n"
    path.write_bytes(record(1, head + bytes(range(256)) * 8) + RECORDS[1])
    reader = trommel.read_warc(path)
    assert [page.title for page in reader] == ["Page 1"]
    assert reader.skipped == {"content-encoding": 1}
