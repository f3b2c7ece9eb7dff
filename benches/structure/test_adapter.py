#!/usr/bin/env python3
"""Checks that the adapter for WebMainBench gives what trommel gives, through the interface of the benchmark:

    test_adapter.py

Needs the Python packages trommel and webmainbench. The benchmark's `base` and `factory` are the real ones. Its own
`__init__` imports all its extractors with their models, which are not needed; the test goes past it.
"""
import importlib.util
import pathlib
import sys
import types


def import_without_other_extractors():
    folder = pathlib.Path(importlib.util.find_spec("webmainbench").origin).parent
    for name, path in (("webmainbench", folder), ("webmainbench.extractors", folder / "extractors")):
        sys.modules[name] = types.ModuleType(name)
        sys.modules[name].__path__ = [str(path)]
    sys.modules["webmainbench"].extractors = sys.modules["webmainbench.extractors"]


def main():
    import_without_other_extractors()
    import adapter  # noqa: F401, registers the extractor
    import trommel
    from webmainbench.extractors.factory import ExtractorFactory

    html = "<title>Rain</title><h1>Rain</h1>" + "<p>It rained for three days, and nobody went out.</p>" * 3
    html += "<pre>wait(3)</pre>"
    created = ExtractorFactory.create("trommel", {"favor": "recall"})
    result = created.extract(html, "https://example.org/rain")
    assert result.success, result.error_message
    assert result.content == trommel.extract(html, format="markdown", favor="recall").text, result.content
    assert "```\nwait(3)\n```" in result.content and result.title == "Rain", result
    assert not created.extract(" ").success
    print("the adapter gives what trommel gives")


if __name__ == "__main__":
    main()
