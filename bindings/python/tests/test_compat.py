import inspect

import pytest

import trommel
from trommel.compat import resiliparse, trafilatura

HTML = """<html lang=en><title>Rain</title><meta name=author content="Ann Vale">
<meta property=article:published_time content=2026-01-02><link rel=canonical href=https://a.example/rain>
<meta property=og:site_name content="Valley news"><meta name=keywords content="rain, river">
<nav><a href=/>Home</a> <a href=/news>News</a></nav><article><h1>Rain</h1>
<p>It rained for three days in the valley, and the <a href=/river>river</a> rose above the bridge.
<table><tr><td>Monday<td>12 mm<tr><td>Tuesday<td>30 mm</table>
<p>Nobody had seen it so high before, said the keeper of the lock.</article>"""


def test_trafilatura_gives_text_markdown_and_html():
    text = trafilatura.extract(HTML)
    assert text == trommel.extract(HTML, comments=True).text.rstrip("\n") and "Home" not in text
    assert trafilatura.extract(HTML.encode(), output_format="markdown", include_links=True).count("](/river)") == 1
    assert trafilatura.extract(HTML, output_format="html").startswith("<h1>")
    assert trafilatura.extract(HTML, include_tables=False) == trommel.extract(
        HTML, comments=True, drop="table"
    ).text.rstrip("\n")
    assert trafilatura.extract("<html></html>") is None
    assert trafilatura.extract(None) is None and trafilatura.bare_extraction(None) is None
    nothing = dict.fromkeys(["url_blacklist", "author_blacklist"], set())
    assert trafilatura.extract(HTML, **nothing) == text == trafilatura.bare_extraction(HTML, **nothing).text

    class Response:
        data = HTML.encode()

    assert trafilatura.extract(Response()) == text


def test_trafilatura_gives_metadata_when_asked():
    document = trafilatura.bare_extraction(HTML, with_metadata=True)
    assert (document.title, document.author, document.date) == ("Rain", "Ann Vale", "2026-01-02")
    assert (document.sitename, document.tags, document.categories) == ("Valley news", ["rain", "river"], [])
    assert (document.hostname, document.language, document.body) == ("a.example", "en", None)
    assert document.text == trafilatura.extract(HTML)
    assert trafilatura.bare_extraction(HTML).title is None
    assert trafilatura.bare_extraction(HTML, as_dict=True, with_metadata=True) == document.as_dict()
    assert trafilatura.extract(HTML, only_with_metadata=True) == document.text
    assert trafilatura.extract("<p>It rained for three days.", only_with_metadata=True) is None


@pytest.mark.parametrize(
    "options",
    [
        {"deduplicate": True},
        {"target_language": "en"},
        {"include_images": True},
        {"output_format": "xml"},
        {"prune_xpath": "//p"},
        {"include_links": True},
        {"include_formatting": True},
        {"include_formatting": False, "output_format": "markdown"},
        {"config": object()},
        {"author_blacklist": {"x"}},
    ],
    ids=str,
)
def test_what_has_no_equal_in_trafilatura_is_named(options):
    name = next(iter(options))
    for function in [trafilatura.extract, trafilatura.bare_extraction]:
        with pytest.raises(NotImplementedError, match=name):
            function(HTML, **options)


def test_what_has_no_equal_names_the_way_out():
    for function in [trafilatura.extract, trafilatura.bare_extraction]:
        for name in ["include_links", "include_images", "include_formatting"]:
            with pytest.raises(NotImplementedError, match=f"{name}=True; set output_format='markdown'"):
                function(HTML, **{name: True})
    with pytest.raises(NotImplementedError, match="with_metadata=True; use bare_extraction"):
        trafilatura.extract(HTML, with_metadata=True)


def test_messages_have_the_names_of_the_arguments():
    with pytest.raises(TypeError, match="^filecontent: expected bytes, .* found int$"):
        trafilatura.extract(7)
    with pytest.raises(trommel.SettingError, match="^skip_elements: "):
        resiliparse.extract_plain_text(HTML, main_content=True, skip_elements=["p:has(a)"])


def test_resiliparse_gives_the_main_content():
    text = resiliparse.extract_plain_text(HTML, main_content=True)
    assert text.startswith("Rain\n\nIt rained") and "Home" not in text
    assert "\n" not in resiliparse.extract_plain_text(HTML, main_content=True, preserve_formatting=False)
    html = resiliparse.extract_plain_text(HTML, main_content=True, preserve_formatting="minimal_html")
    assert html.startswith("<h1>")
    assert "mm" not in resiliparse.extract_plain_text(HTML, main_content=True, skip_elements=["table"])


@pytest.mark.parametrize(
    "options",
    [{"main_content": False}, {"links": True}, {"form_fields": True}, {"noscript": True}, {"post_meta": False},
     {"hidden_elements": True}],
    ids=str,
)
def test_what_has_no_equal_in_resiliparse_is_named(options):
    with pytest.raises(NotImplementedError, match=next(iter(options))):
        resiliparse.extract_plain_text(HTML, **{"main_content": True, **options})
    with pytest.raises(TypeError, match="html: expected str, found bytes"):
        resiliparse.extract_plain_text(HTML.encode(), main_content=True)


def parameters(function):
    return list(inspect.signature(function).parameters)


def test_signatures_are_those_of_trafilatura():
    peer = pytest.importorskip("trafilatura")
    for name in ["extract", "bare_extraction"]:
        assert parameters(getattr(trafilatura, name)) == parameters(getattr(peer, name))
    fields = [field for field in trafilatura.Document.__slots__]
    assert fields == list(pytest.importorskip("trafilatura.settings").Document.__slots__)


def test_signatures_are_those_of_resiliparse():
    peer = pytest.importorskip("resiliparse.extract.html2text")
    assert parameters(resiliparse.extract_plain_text) == parameters(peer.extract_plain_text)
