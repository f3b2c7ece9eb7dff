"""Any bytes are a page, however they come."""

import io
import json
import pickle

from hypothesis import given, settings
from hypothesis import strategies as st

import trommel

PIECES = [
    b"<p>", b"</p>", b"<title>", b"</title>", b"<!--", b"-->", b"<script>", b"<table><tr><td>", b"&amp;", b"&#0;",
    b"<a href=x>", b"<meta charset=shift_jis>", b"\xff\xfe", b"\xef\xbb\xbf", b"<![CDATA[", b"<svg>", b"\0",
    b"It rained for three days in the valley. ", "Größe ".encode(), "東京は雨".encode(),
]
SOUP = st.lists(st.one_of(st.sampled_from(PIECES), st.binary(max_size=8)), max_size=60).map(b"".join)


@settings(deadline=None, max_examples=150)
@given(html=st.one_of(st.binary(max_size=300), SOUP), cut=st.integers(0, 400))
def test_any_bytes_are_a_page_in_any_form(html, cut):
    page = trommel.extract(html)
    assert json.loads(page.to_json()) == page.to_dict()
    assert pickle.loads(pickle.dumps(page)) == page
    assert trommel.extract(bytearray(html)) == page
    assert trommel.extract(io.BytesIO(html)) == page
    assert list(trommel.extract_many([html], threads=2)) == [page]
    extractor = trommel.Extractor()
    extractor.push(html[:cut])
    extractor.push(html[cut:])
    assert extractor.finish() == page


@settings(deadline=None, max_examples=100)
@given(html=st.text(max_size=300))
def test_any_text_is_a_page(html):
    page = trommel.extract(html)
    assert page.encoding == "UTF-8"
    assert list(trommel.extract_many([html], threads=2)) == [page]


@settings(deadline=None, max_examples=100)
@given(bytes_=st.binary(max_size=300), start=st.integers(0, 5))
def test_any_bytes_are_a_warc_file(bytes_, start):
    import warnings

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for prefix in [b"", b"WARC/1.0\r\nContent-Length: 9\r\n\r\n", b"\x1f\x8b\x08\0", b"\x28\xb5\x2f\xfd"]:
            reader = trommel.read_warc(io.BytesIO(prefix + bytes_), start=start)
            assert list(reader) == [] or reader.skipped is not None
