import gzip
import io
import json
import mmap
import pickle
from pathlib import Path

import pytest

import trommel

RAIN = (
    "<title>Rain</title><nav><a href=/>Home</a> <a href=/news>News</a></nav>"
    "<h1>Rain</h1><p>It rained for three days in the valley, über alles. "
    "<p>Nobody had seen the river so high before."
)


def test_bytes_text_buffers_and_files_give_the_same_page(tmp_path):
    html = RAIN.encode()
    expected = trommel.extract(html)
    assert expected.title == "Rain" and "für" not in expected.text and "über" in expected.text
    path = tmp_path / "page.html"
    path.write_bytes(html)
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as mapped:
        for form in [RAIN, bytearray(html), memoryview(html), io.BytesIO(html), file, mapped]:
            assert trommel.extract(form) == expected, form


def test_a_text_that_is_the_path_of_a_file_gives_a_warning(tmp_path):
    path = tmp_path / "page.html"
    path.write_text(RAIN)
    with pytest.warns(UserWarning, match=r'is a file: pass the file, open\(path, "rb"\)'):
        trommel.extract(str(path))
    trommel.extract("page.html of another folder")


def test_a_page_larger_than_a_chunk_is_the_same_in_any_form():
    html = (RAIN + "<p>More of the same, sentence after sentence, ä.<br>" * 60_000).encode()
    assert len(html) > 2 << 20
    expected = trommel.extract(html)
    for form in [html.decode(), bytearray(html), memoryview(html), io.BytesIO(html)]:
        assert trommel.extract(form) == expected


def test_a_declaration_of_another_encoding_does_not_garble_str():
    html = "<meta charset=windows-1252><title>Über</title><p>Der Fluss stieg über die Brücke."
    page = trommel.extract(html)
    assert page.title == "Über" and "Brücke" in page.text and page.encoding == "UTF-8"


def test_half_a_surrogate_pair_is_counted_and_no_error():
    page = trommel.extract("<title>A</title><p>It rained \ud800 for three days.")
    assert page.malformed > 0 and "\ufffd" in page.text


@pytest.mark.parametrize("html", [None, 7, ["<p>"], io.StringIO("<p>")])
def test_what_is_no_html_is_a_type_error(html):
    with pytest.raises(TypeError, match="html: expected"):
        trommel.extract(html)


def test_a_buffer_with_gaps_is_a_type_error():
    with pytest.raises(TypeError, match="contiguous"):
        trommel.extract(memoryview(b"<p>abc")[::2])


def test_a_page_has_what_the_json_has():
    page = trommel.extract(RAIN, url="https://example.com/rain", markdown=True)
    fields = page.to_dict()
    assert fields == json.loads(page.to_json())
    for name, value in fields.items():
        attribute = {"lang": "language"}.get(name, name)
        found = len(page.blocks) if name == "blocks" else getattr(page, attribute)
        assert found == value, name
    assert page.markdown.startswith("# Rain\n")


def test_metadata_has_more_fields_and_their_sources():
    assert trommel.extract(RAIN).site_name is None and trommel.extract(RAIN).metadata_sources is None
    head = '<meta property=og:site_name content="Valley news"><meta name=keywords content="rain, river">'
    page = trommel.extract(head + RAIN, url="https://example.com/rain", metadata=True)
    assert (page.site_name, page.tags, page.hostname) == ("Valley news", ["rain", "river"], "example.com")
    assert page.metadata_sources["site_name"] == "open-graph"
    assert page.lang_detected == "en"
    for name in ["date_published", "site_name", "lang_detected", "fingerprint", "categories", "tags", "metadata_sources"]:
        assert page.to_dict()[name] == getattr(page, name), name


def thread(*names):
    def post(name):
        return (
            f"<div class=message><a class=username href=/members/{name}>{name}</a><time datetime=2020-01-02>"
            f"2 January</time><p>It rained for three days in the valley, writes {name}, and the river rose.</div>"
        )

    return "<title>Rain</title><h1>Rain</h1>" + "".join(map(post, names))


def test_a_thread_has_its_posts_and_other_pages_have_none():
    html = thread("ada", "ben", "cleo")
    page = trommel.extract(html, posts=True)
    assert [(post.author, post.date) for post in page.posts] == [
        (name, "2020-01-02") for name in ["ada", "ben", "cleo"]
    ]
    assert page.posts[1] == trommel.Post(
        text="It rained for three days in the valley, writes ben, and the river rose.",
        author="ben",
        date="2020-01-02",
        offset=html.index("ben") + len("ben>"),
    )
    assert page.to_dict()["posts"][1]["author"] == "ben"
    assert trommel.extract(html).posts is None and "posts" not in trommel.extract(html).to_dict()
    assert trommel.extract(RAIN, posts=True).posts is None
    again = pickle.loads(pickle.dumps(page))
    assert again == page and again.posts == page.posts
    several = trommel.extract_many([html, RAIN, html], posts=True)
    assert [page.posts and len(page.posts) for page in several] == [3, None, 3]
    assert trommel.extract(html, posts=True, markdown=True).posts == page.posts


def test_images_and_links_are_listed_if_they_are_asked_for():
    html = (
        RAIN.replace("river", "<a href=/river rel=nofollow>river</a>")
        + "<figure><img src=bridge.jpg alt='The old bridge' width=640 height=480>"
        "<figcaption>The bridge in May, seen from the mill.</figcaption></figure>"
        "<p>Nobody has seen it so high since then, says the keeper of the lock."
    )
    url = "https://example.com/rain/"
    page = trommel.extract(html, url=url, images=True, link_list=True)
    assert page.images == [
        trommel.Image(
            src="https://example.com/rain/bridge.jpg",
            alt="The old bridge",
            caption="The bridge in May, seen from the mill.",
        )
    ]
    assert page.links == [
        trommel.Link(url="https://example.com/", text="Home", rel=None, in_content=False),
        trommel.Link(url="https://example.com/news", text="News", rel=None, in_content=False),
        trommel.Link(url="https://example.com/river", text="river", rel="nofollow", in_content=True),
    ]
    plain = trommel.extract(html, url=url)
    assert (plain.images, plain.links) == (None, None) and plain.text == page.text
    both = trommel.extract(html, url=url, images=True, link_list=True, markdown=True)
    assert (both.images, both.links) == (page.images, page.links) and "![The old bridge]" in both.markdown
    # The next page of the same extractor begins with empty lists.
    several = trommel.extract_many([html, RAIN], threads=1, images=True, link_list=True)
    assert [(len(page.images), len(page.links)) for page in several] == [(1, 3), (0, 2)]


def test_a_list_ends_and_counts_what_is_left_out():
    html = "<p>" + "".join(f"<a href=/{number}>Page {number}</a>, " for number in range(10_100))
    page = trommel.extract(html, link_list=True)
    assert len(page.links) <= 10_000 and len(page.links) + page.links_cut == 10_100
    assert page.to_dict()["links_cut"] == page.links_cut


def test_pages_with_other_lists_are_other_pages():
    html = thread("ada", "ben", "cleo") + "<p><a href=/>Home</a>"
    plain = trommel.extract(html)
    for option in ["images", "link_list", "posts"]:
        page = trommel.extract(html, **{option: True})
        assert page != plain and page == trommel.extract(html, **{option: True}), option
        assert pickle.loads(pickle.dumps(page)) == page, option


def test_a_page_has_its_most_probable_type():
    cases = Path(__file__).resolve().parents[3] / "corpora" / "cases"
    for case, page_type in [("article-en", "article"), ("code-listings", "documentation")]:
        page = trommel.extract((cases / case / "page.html").read_bytes())
        assert page.page_type == page_type and 0.65 <= page.page_type_probability <= 1
        assert page.to_dict()["page_type"] == page_type
    page = trommel.extract(RAIN, method="tag-ratio")
    assert page.page_type is None and page.page_type_probability is None


def test_a_page_survives_pickling():
    page = trommel.extract(RAIN, explain=True, markdown=True, metadata=True)
    again = pickle.loads(pickle.dumps(page))
    assert again == page and again.blocks == page.blocks and again.to_json() == page.to_json()
    assert page != trommel.extract(RAIN + "<p>Another sentence.")


def test_the_repr_is_short():
    title = "x" * 50
    text = repr(trommel.extract(f"<title>{title}</title>" + "<p>It rained for three days." * 99))
    assert text.startswith("<trommel.Page title='xxx") and len(text) < 160


def test_blocks_say_why_they_were_kept_or_dropped():
    page = trommel.extract(RAIN, method="learned", explain=True)
    assert [block.index for block in page.blocks] == list(range(len(page.blocks)))
    assert sum(block.kept for block in page.blocks) == page.blocks_kept
    scored = [block for block in page.blocks if block.score is not None]
    assert scored and all(isinstance(fact.moved, float) for block in scored for fact in block.facts or [])
    html = RAIN.encode()
    for block in page.blocks:
        assert html[block.offset :].startswith(block.text[:4].encode())


def test_blocks_have_the_quotations_and_the_cell_that_contain_them():
    quoted = "<blockquote><blockquote><p>The lock keeper wrote it down.</blockquote></blockquote>"
    table = "<table><tr><th colspan=2>Gate<tr><td rowspan=3>North<td>4.2 m</table>"
    blocks = trommel.extract(quoted + table, method="learned").blocks
    assert [block.quote_depth for block in blocks] == [2, 0, 0, 0]
    assert [block.cell for block in blocks] == [
        None,
        trommel.Cell(table=1, row=1, column=1, colspan=2, rowspan=1, header=True),
        trommel.Cell(table=1, row=2, column=1, colspan=1, rowspan=3, header=False),
        trommel.Cell(table=1, row=2, column=2, colspan=1, rowspan=1, header=False),
    ]


def test_options_are_those_of_the_command():
    assert trommel.extract(RAIN, format="html").text.startswith("<h1>")
    linked = RAIN.replace("river", "<a href=/river>river</a>")
    assert "[river](/river)" in trommel.extract(linked, format="markdown", links=True).text
    assert trommel.extract(RAIN, select=["nav"]).selected == 1
    assert trommel.extract(RAIN, drop="nav").dropped == 1
    earlier = trommel.extract(RAIN, include="body", exclude="nav")
    assert (earlier.selected, earlier.dropped) == (1, 1)
    assert trommel.extract(b"<p>\xe4 Sturm und Regen", encoding="windows-1252").text.startswith("ä")
    assert trommel.extract(RAIN, method="line-block", budget="1MiB").method == "line-block"


@pytest.mark.parametrize(
    "options, error, message",
    [
        ({"method": "magic"}, trommel.SettingError, "method: expected one of auto, learned, .* found \"magic\""),
        ({"budget": 1000}, trommel.BudgetError, "budget: expected at least [0-9]+ bytes, found 1000"),
        ({"budget": "much"}, trommel.SettingError, "budget: expected a size"),
        ({"budget": -1}, trommel.SettingError, "budget: expected a number of bytes"),
        ({"encoding": "klingon"}, trommel.EncodingError, "klingon"),
        ({"select": "p["}, trommel.SettingError, "select: "),
        ({"favor": "recall", "method": "tag-ratio"}, trommel.SettingError, "favor: expected a method"),
        ({"ratio": "words-nodes"}, trommel.SettingError, "ratio: expected the method words-leaves"),
        ({"preset": "paper"}, trommel.SettingError, "preset: expected the method line-block"),
        ({"links": True}, trommel.SettingError, "links: expected format"),
        ({"method": "site"}, trommel.SettingError, "method: expected wrappers"),
        ({"url": ""}, trommel.SettingError, "url: expected an absolute URL.* found an empty text"),
        ({"colour": 1}, TypeError, "unexpected keyword argument 'colour'"),
        ({"posts": 1}, TypeError, "posts: expected bool, found int"),
        ({"links": 1}, TypeError, "links: expected bool, found int"),
        ({"format": 1}, TypeError, "format: expected str, found int"),
    ],
)
def test_a_setting_that_cannot_work_says_what_was_expected(options, error, message):
    with pytest.raises(error, match=message):
        trommel.extract(b"<p>", **options)


def test_errors_are_of_the_package_and_of_python():
    assert issubclass(trommel.BudgetError, ValueError) and issubclass(trommel.BudgetError, trommel.Error)
    assert issubclass(trommel.ReadError, OSError) and issubclass(trommel.ReadError, trommel.Error)
    with pytest.raises(trommel.SettingError, match="encoding: expected bytes"):
        trommel.extract("<p>", encoding="utf-8")


def test_a_file_that_cannot_be_read_is_named(tmp_path):
    missing = tmp_path / "none.bin"
    with pytest.raises(trommel.ReadError) as raised:
        trommel.extract(b"<p>", model=missing)
    assert raised.value.filename == str(missing) and raised.value.errno == 2
    missing.write_bytes(b"no model")
    with pytest.raises(trommel.ModelError, match="none.bin"):
        trommel.extract(b"<p>", model=missing)

    class Broken(io.RawIOBase):
        name = "broken.html"

        def read(self, size=-1):
            raise OSError(5, "Input/output error")

    with pytest.raises(trommel.ReadError) as raised:
        trommel.extract(Broken())
    assert (raised.value.errno, raised.value.filename) == (5, "broken.html")


def test_an_error_of_the_file_leaves_nothing_for_the_next_page():
    class Half:
        def __init__(self):
            self.chunks = [RAIN.encode()]

        def read(self, size):
            if self.chunks:
                return self.chunks.pop()
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        trommel.extract(Half())
    assert trommel.extract(b"<p>Something else entirely.").text == "Something else entirely.\n"


NOT_WHOLE = ["", "foo/bar", "javascript:x", "mailto:a@b", "http://a b", "http://a\0", "http://a/" + "x" * 8000]


def test_an_address_is_a_whole_one():
    extractor = trommel.Extractor()
    for url in NOT_WHOLE:
        for function in [trommel.extract, extractor.extract, extractor.push]:
            with pytest.raises(trommel.SettingError, match="url: expected an absolute URL"):
                function(b"<p>", url=url)
    for url in ["http://a.example/", " http://a.example/\n", "file:///a.html", "http://a/" + "x" * 5000]:
        assert trommel.extract(RAIN, url=url).url == url.strip()
    canonical = "<link rel=canonical href=http://b.example/>"
    assert trommel.extract(canonical + RAIN, url="http://a.example/").url == "http://a.example/"
    assert trommel.extract(canonical + RAIN).url == "http://b.example/"


def test_a_value_of_another_type_is_named():
    for function in [trommel.extract, trommel.Extractor().extract, trommel.Extractor().push]:
        with pytest.raises(TypeError, match="^url: expected str, found int$"):
            function(b"<p>", url=3)


def test_a_file_without_a_name_has_none_in_messages():
    with pytest.raises(trommel.ReadError, match="^file: Not a gzipped file"):
        trommel.extract(gzip.GzipFile(fileobj=io.BytesIO(b"abc")))


def test_what_is_none_is_as_if_not_given():
    given = dict.fromkeys(trommel.Options.__annotations__)
    assert trommel.extract(RAIN, url=None, **given) == trommel.extract(RAIN)
