"""Chunks and spans: of pages, of tables, and counted by a function."""

import json
import pickle

import pytest

import trommel

pa = pytest.importorskip("pyarrow")

NEWTS = "Nineteen newts live in the pond, and all of them are <b>well</b>. "
PAGE = (
    "<html lang=en><title>Newts</title><link rel=canonical href=https://example.org/newts>"
    f"<h1>Newts</h1><p>{NEWTS * 4}<h2>Food &amp; drink</h2><p>They eat worms &amp; snails. {NEWTS * 3}"
)


def test_a_page_has_its_chunks():
    page = trommel.extract(PAGE, chunks=64)
    first, second = page.chunks
    assert second == trommel.Chunk(
        id="https://example.org/newts#1",
        chunk=1,
        text=second.text,
        markdown=second.markdown,
        headings=["Newts", "Food & drink"],
        roles=["heading", "paragraph"],
        chars=second.chars,
        words=second.words,
        tokens=second.tokens,
        offset=PAGE.index("Food"),
        end=len(PAGE) - 1,
        previous="https://example.org/newts#0",
        next=None,
    )
    assert first.next == second.id and first.previous is None
    # The text is plain, and Markdown of chunks has marks all the same.
    assert "**well**" in second.markdown and "**" not in page.text and page.markdown is None
    assert "".join(page.text.split()) == "".join((first.text + second.text).split())
    assert pickle.loads(pickle.dumps(page)) == page
    assert json.loads(page.to_json())["chunks"][1]["headings"] == ["Newts", "Food & drink"]


@pytest.mark.parametrize("format", ["text", "markdown", "html"])
def test_chunks_are_the_same_in_all_formats(format):
    page = trommel.extract(PAGE, chunks=64)
    other = trommel.extract(PAGE, chunks=64, format=format, markdown=True)
    assert other.chunks == page.chunks
    assert other.markdown == trommel.extract(PAGE, format="markdown").text
    assert other.text == trommel.extract(PAGE, format=format).text


def test_without_the_option_there_are_none():
    page = trommel.extract(PAGE)
    assert page.chunks is None and page.spans is None and page.markdown_spans is None
    assert "chunks" not in page.to_dict() and trommel.extract(PAGE, chunks=False).chunks is None
    assert trommel.extract("<p>", chunks=True).chunks == []


def test_sizes_and_overlap():
    by_chars = trommel.extract(PAGE, chunks="150c").chunks
    assert len(by_chars) > 3 and all(chunk.chars <= 150 for chunk in by_chars)
    overlapping = trommel.extract(PAGE, chunks="150c", chunk_overlap=70).chunks
    assert sum(chunk.chars for chunk in overlapping) > sum(chunk.chars for chunk in by_chars)


def test_a_function_counts_tokens():
    seen = []

    def count(text):
        seen.append(text)
        return len(text.split())

    chunks = trommel.extract(PAGE, chunks=40, count_tokens=count).chunks
    assert all(chunk.tokens == len(chunk.text.split()) <= 40 for chunk in chunks) and seen
    pages = list(trommel.extract_many([PAGE] * 8, chunks=40, count_tokens=count, threads=4))
    assert [len(page.chunks) for page in pages] == [len(chunks)] * 8


def test_what_the_function_raises_is_raised():
    def count(text):
        raise LookupError("no such token")

    extractor = trommel.Extractor(chunks=True, count_tokens=count)
    for _ in range(2):
        with pytest.raises(LookupError, match="no such token"):
            extractor.extract(PAGE)
    with pytest.raises(LookupError):
        list(trommel.extract_many([PAGE], chunks=True, count_tokens=count))


@pytest.mark.parametrize(
    "options, error, said",
    [
        ({"chunks": 3}, ValueError, "chunks: expected chunks of 16 to 65536 tokens, found 3"),
        ({"chunks": "x"}, ValueError, "expected a size such as 512"),
        ({"chunks": 1.5}, TypeError, "chunks: expected int, found float"),
        ({"chunk_overlap": 9}, ValueError, "chunk_overlap: expected chunks to set this of, found none"),
        ({"chunks": True, "chunk_overlap": 300}, ValueError, "an overlap of at most 256 tokens, found 300"),
        ({"chunks": True, "count_tokens": 7}, TypeError, "count_tokens: expected a function, found int"),
    ],
)
def test_wrong_options_are_refused(options, error, said):
    with pytest.raises(error, match=said):
        trommel.extract(PAGE, **options)


def test_spans_say_where_the_text_comes_from():
    page = trommel.extract(PAGE, spans=True, markdown=True)
    source = PAGE.encode()
    for text, spans in [(page.text, page.spans), (page.markdown, page.markdown_spans)]:
        assert len(spans) == 4
        for span in spans:
            expected = source[span.page_start : span.page_end].decode()
            expected = expected.replace("<b>", "").replace("</b>", "").replace("&amp;", "&")
            assert text[span.start : span.end].lstrip("# ").replace("**", "") == expected
    start = PAGE.index(">Newts</h1>") + 1
    expected = {"start": 0, "end": 5, "page_start": start, "page_end": start + 5}
    assert page.to_dict()["spans"][0] == expected


def table(**options):
    pages = pa.table({"html": [PAGE, None, "<p>", PAGE]})
    return pa.table(trommel.extract_arrow(pages, chunks=64, **options))


def test_a_table_has_a_column_of_chunks():
    found = table()
    plain = pa.table(trommel.extract_arrow(pa.table({"html": [PAGE, None, "<p>", PAGE]})))
    assert found.column_names == [*plain.column_names, "chunks"]
    assert found.drop(["chunks"]).equals(plain)
    lists = found["chunks"].to_pylist()
    assert lists[1] is None and lists[2] == [] and lists[0] == lists[3]
    chunks = trommel.extract(PAGE, chunks=64).chunks
    assert [chunk["text"] for chunk in lists[0]] == [chunk.text for chunk in chunks]
    assert lists[0][1]["headings"] == ["Newts", "Food & drink"] and lists[0][1]["previous"] == chunks[0].id


def test_each_chunk_can_be_a_row():
    found = table(explode=True)
    assert found["row"].to_pylist() == [0, 0, 3, 3]
    row = found.to_pylist()[1]
    chunk = trommel.extract(PAGE, chunks=64).chunks[1]
    for name in ["id", "chunk", "text", "markdown", "headings", "roles", "tokens", "offset", "end", "next"]:
        assert row[name] == getattr(chunk, name), name
    assert (row["url"], row["title"], row["lang"]) == ("https://example.org/newts", "Newts", "en")
    with pytest.raises(trommel.SettingError, match="expected chunks to make rows of, found none"):
        trommel.extract_arrow(pa.table({"html": [PAGE]}), explode=True)


def test_rows_are_numbered_over_batches():
    pages = pa.table({"html": [PAGE] * 3000})
    found = pa.table(trommel.extract_arrow(pages, chunks=64, explode=True, threads=2))
    assert found["row"].to_pylist() == [row for row in range(3000) for _ in range(2)]


def test_pages_of_a_warc_file_have_chunks(tmp_path):
    body = f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n{PAGE}"
    path = tmp_path / "a.warc"
    path.write_text(
        "WARC/1.0\r\nWARC-Type: response\r\nContent-Type: application/http; msgtype=response\r\n"
        f"WARC-Record-ID: <urn:uuid:1>\r\nContent-Length: {len(body)}\r\n\r\n{body}\r\n\r\n",
        newline="",
    )
    with trommel.read_warc(path, chunks=64) as reader:
        rows = pa.table(reader.to_arrow(explode=True)).to_pylist()
    assert [row["row"] for row in rows] == [0, 0] and rows[0]["next"] == rows[1]["id"]
    with trommel.read_warc(path, chunks=64) as reader:
        assert [len(page.chunks) for page in reader] == [2]
