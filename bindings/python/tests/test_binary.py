"""Bytes that are no page have no text, and say what they are."""

import random

import pytest

import trommel

TEXT = b"It rained for three days in the valley, and the river rose over the meadows of the village. "
PAGE = b"<!doctype html><title>Rain</title><p>" + TEXT * 5


def noise(seed, size=20_000):
    return random.Random(seed).randbytes(size)


@pytest.mark.parametrize(
    ("begin", "name"),
    [
        (b"%PDF-1.7\n", "PDF"),
        (b"\x89PNG\r\n\x1a\n", "PNG"),
        (b"\xff\xd8\xff", "JPEG"),
        (b"GIF89a\x64\0\x32\0\xf7\0\0", "GIF"),
        (b"PK\x03\x04", "ZIP"),
        (b"\x1f\x8b\x08", "gzip"),
        (b"\x7fELF", "program"),
        (noise(1), "binary"),
    ],
)
def test_what_is_no_page_is_empty_and_says_what_it_is(begin, name):
    page = trommel.extract(begin + TEXT * 100)
    assert (page.text, page.skipped, page.confidence, page.blocks_kept) == ("", name, None, 0)
    assert page.bytes_in == len(begin + TEXT * 100)
    assert page.to_dict()["skipped"] == name


def test_noise_has_no_text_however_it_is_cut():
    rows = [noise(seed) for seed in range(200)]
    table = {"html": rows + [PAGE]}
    pyarrow = pytest.importorskip("pyarrow")
    found = pyarrow.table(trommel.extract_arrow(pyarrow.table(table))).to_pylist()
    assert [(row["text"], row["skipped"]) for row in found[:-1]] == [("", "binary")] * 200
    assert "It rained" in found[-1]["text"] and found[-1]["skipped"] is None
    extractor = trommel.Extractor()
    for data in (rows[0], PAGE, rows[1]):
        for chunk in (data[at : at + 7] for at in range(0, len(data), 7)):
            extractor.push(chunk)
        page = extractor.finish()
        assert page.text == trommel.extract(data).text and page.skipped == trommel.extract(data).skipped


@pytest.mark.parametrize(
    "page",
    [
        PAGE,
        PAGE.replace(b"valley", b"val\0ley"),
        b"\0\0\0" + PAGE,
        b"\x01\x02\x03\x04" + PAGE,
        PAGE.decode().encode("utf-16"),
        PAGE.decode().encode("utf-16-le"),
        PAGE.decode().encode("utf-16-be"),
        PAGE.replace(b"valley", "välley".encode("latin-1")),
        TEXT * 5,
        b"",
        b"\x01\x02",
    ],
)
def test_pages_stay_pages(page):
    found = trommel.extract(page)
    assert found.skipped is None
    assert "rained for three days" in found.text or len(page) < 10 or b"\0" in page
