import json
import re
import subprocess
import sys
import warnings

import pytest

import trommel

pa = pytest.importorskip("pyarrow")


def page(number):
    return f"<title>Page {number}</title><p>It rained for {number} days in the välley.".encode()


TYPES = [pa.binary(), pa.large_binary(), pa.binary_view(), pa.string(), pa.large_string(), pa.string_view()]


@pytest.mark.parametrize("kind", TYPES, ids=str)
@pytest.mark.parametrize("threads", [1, 2])
def test_columns_of_all_types_are_extracted_in_order(kind, threads):
    pages = [page(number).decode() if "string" in str(kind) else page(number) for number in range(3000)]
    table = pa.table({"id": range(3000), "html": pa.array(pages, kind)})
    done = pa.table(trommel.extract_arrow(table, threads=threads))
    assert done["title"].to_pylist() == [f"Page {number}" for number in range(3000)]
    assert done.num_rows == 3000 and max(map(len, done.to_batches())) <= 1024


def test_a_row_is_what_extract_gives():
    table = pa.table({"html": [page(1), page(2)], "where": ["http://a/", None]})
    done = pa.table(trommel.extract_arrow(table, url_column="where", markdown=True)).to_pylist()
    for row, url in zip(done, ["http://a/", None], strict=True):
        page_of_row = trommel.extract(page(len(row["title"]) and int(row["title"][-1])), url=url, markdown=True)
        for name, value in page_of_row.to_dict().items():
            assert row[name] == value, name


def test_a_null_page_gives_nulls_and_no_page_fails_its_batch():
    pages = [page(1), None, b"\xff\x00<" * 100, b"", None]
    done = pa.table(trommel.extract_arrow(pa.table({"html": pages}))).to_pylist()
    assert [row["text"] is None for row in done] == [False, True, False, False, True]
    assert set(done[1].values()) == {None}


@pytest.mark.parametrize("threads", [1, 2])
def test_columns_of_nulls_give_nulls(threads):
    done = pa.table(trommel.extract_arrow(pa.nulls(3), threads=threads)).to_pylist()
    assert len(done) == 3 and {value for row in done for value in row.values()} == {None}
    table = pa.table({"html": [page(1), page(2)], "url": pa.nulls(2)})
    done = pa.table(trommel.extract_arrow(table, url_column="url", threads=threads)).to_pylist()
    assert [(row["title"], row["url"]) for row in done] == [("Page 1", None), ("Page 2", None)]


@pytest.mark.parametrize("kind", [pa.string(), pa.large_string(), pa.string_view(), pa.binary()], ids=str)
@pytest.mark.parametrize("index", [pa.int8(), pa.uint32(), pa.int64()], ids=str)
def test_dictionaries_are_columns_of_their_values(kind, index):
    def convert(text):
        return text if "string" in str(kind) else text.encode()

    htmls = [convert(page(number).decode()) for number in [1, 2]]
    rows = pa.DictionaryArray.from_arrays(
        pa.array([1, None, 0, 2, 1], index), pa.array([*htmls, None], kind)
    )
    urls = pa.array(["http://a/", "http://b/", None, "http://a/", ""]).dictionary_encode()
    done = pa.table(trommel.extract_arrow(pa.table({"html": rows, "url": urls}), url_column="url")).to_pylist()
    assert [row["title"] for row in done] == ["Page 2", None, "Page 1", None, "Page 2"]
    assert [row["url"] for row in done] == ["http://a/", None, None, None, None]
    empty = pa.DictionaryArray.from_arrays(pa.array([None, None], index), pa.array([], kind))
    assert pa.table(trommel.extract_arrow(empty))["text"].to_pylist() == [None, None]
    assert pa.table(trommel.extract_arrow(rows.slice(2, 1)))["title"].to_pylist() == ["Page 1"]


def test_bytes_of_a_fixed_size_are_bytes():
    html = page(1).ljust(100)
    done = pa.table(trommel.extract_arrow(pa.array([html, None], pa.binary(100))))
    assert done["title"].to_pylist() == ["Page 1", None]


def test_what_is_no_whole_address_is_none():
    urls = ["http://a/", "foo/bar", "javascript:x", " http://a/ ", "", None]
    table = pa.table({"html": [page(1)] * len(urls), "url": urls})
    done = pa.table(trommel.extract_arrow(table, url_column="url"))
    assert done["url"].to_pylist() == ["http://a/", None, None, "http://a/", None, None]


def test_one_column_alone_and_record_batches_are_taken():
    array = pa.array([page(1), page(2)])
    batch = pa.record_batch({"page": array})
    chunks = pa.chunked_array([array, array])
    reader = pa.RecordBatchReader.from_batches(batch.schema, iter([batch, batch]))
    for data, rows in [(array, 2), (batch, 2), (chunks, 4), (reader, 4)]:
        assert pa.table(trommel.extract_arrow(data, column="page")).num_rows == rows
    sliced = pa.table({"html": [page(number) for number in range(10)]}).slice(3, 4)
    titles = pa.table(trommel.extract_arrow(sliced))["title"].to_pylist()
    assert titles == ["Page 3", "Page 4", "Page 5", "Page 6"]


def test_a_stream_is_read_as_it_is_asked_for():
    batch = pa.record_batch({"html": [page(1)]})
    taken = 0

    def endless():
        nonlocal taken
        while True:
            taken += 1
            yield batch

    reader = pa.RecordBatchReader.from_batches(batch.schema, endless())
    done = pa.RecordBatchReader.from_stream(trommel.extract_arrow(reader))
    for _ in range(5):
        assert done.read_next_batch().num_rows == 1
    assert taken <= 6


def test_other_engines_need_no_pyarrow():
    polars = pytest.importorskip("polars")
    frame = polars.DataFrame({"html": [page(1).decode(), None]})
    done = polars.DataFrame(trommel.extract_arrow(frame))
    assert done["title"].to_list() == ["Page 1", None]
    for column in [frame["html"], frame["html"].cast(polars.Categorical)]:
        assert polars.DataFrame(trommel.extract_arrow(column))["title"].to_list() == ["Page 1", None]
    duckdb = pytest.importorskip("duckdb")
    pages = duckdb.sql("select '<title>Page 7</title><p>Rain.' as html from range(3)")
    done = trommel.extract_arrow(pages)
    # A connection cannot read what it is writing.
    assert duckdb.connect().sql("select title, count(*) from done group by all").fetchall() == [("Page 7", 3)]
    code = "import sys, trommel; sys.exit('pyarrow' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


@pytest.mark.parametrize(
    "data, options, message",
    [
        (pa.table({"html": [1]}), {}, "column: expected a column of bytes or text, found Int64"),
        (pa.table({"page": [b""]}), {}, r'column: expected one of \["page"\], found "html"'),
        (pa.array([1.5]), {}, "data: expected a column of bytes or text, found Float64"),
        (pa.table({"html": [b""], "url": [1]}), {"url_column": "url"}, "url_column: expected a column of text"),
        (pa.array([b""]), {"url_column": "url"}, "url_column: expected record batches"),
        (pa.array(["x"]), {"encoding": "utf-8"}, "encoding: expected bytes"),
        (pa.array(["x"]), {"threads": 0}, "threads: expected a number"),
        (pa.array(["x"]), {"images": True}, "images: expected format"),
    ],
)
def test_a_column_that_cannot_be_read_is_named(data, options, message):
    with pytest.raises(trommel.SettingError, match=message):
        trommel.extract_arrow(data, **options)


@pytest.mark.parametrize("name", ["column", "url_column"])
def test_a_name_of_another_type_is_named(name):
    with pytest.raises(TypeError, match=f"^{name}: expected str, found int$"):
        trommel.extract_arrow(pa.table({"html": [b""]}), **{name: 3})


def test_what_is_no_arrow_is_a_type_error():
    with pytest.raises(TypeError, match="data: expected an object with __arrow_c_stream__"):
        trommel.extract_arrow([b"<p>"])


def test_a_stream_is_read_once():
    stream = trommel.extract_arrow(pa.array([page(1)]))
    assert pa.schema(stream).names[:2] == ["id", "url"]
    assert pa.table(stream).num_rows == 1
    with pytest.raises(trommel.Error, match="found one that was read"):
        pa.table(stream)


def test_an_error_of_the_source_comes_out():
    batch = pa.record_batch({"html": [page(1)]})

    def broken():
        yield batch
        raise ZeroDivisionError("no more")

    reader = pa.RecordBatchReader.from_batches(batch.schema, broken())
    with pytest.raises(Exception, match="no more"):
        pa.table(trommel.extract_arrow(reader))


def test_columns_are_those_of_parquet_files(command):
    manual = command("batch", "--help")[0]
    columns = manual[manual.index("Columns of a Parquet file") :].partition("\n\n")[0]
    listed = re.findall(r"^  ((?:\w+, )*\w+)", columns, re.MULTILINE)
    names = set(pa.schema(trommel.extract_arrow(pa.array([b""]))).names)
    assert names == set(", ".join(listed).split(", "))


def test_warc_files_become_record_batches(tmp_path):
    from test_warc import RECORDS

    path = tmp_path / "x.warc"
    path.write_bytes(b"".join(RECORDS[:5]) + b"junk" + b"".join(RECORDS[5:]))
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        pages = list(trommel.read_warc(path))
        reader = trommel.read_warc(path)
        rows = pa.table(reader.to_arrow()).to_pylist()
    assert len(said) == 2 and len(reader.damage) == 1 and reader.skipped["warcinfo"] == 1
    assert list(reader) == []
    assert [row["text"] for row in rows] == [page.text for page in pages] and len(rows) == 8
    first = rows[0]
    assert first["warc_date"].isoformat() == "2026-01-02T03:04:05+00:00"
    assert (first["source_file"], first["source_offset"]) == (str(path), pages[0].source_offset)
    assert json.loads(pages[0].to_json())["url"] == first["url"]
