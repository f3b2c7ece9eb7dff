#!/usr/bin/env python3
"""Checks that the adapter for WebMainBench gives what trommel gives, through the interface of the benchmark, and runs an
evaluation of pages of this project:

    test_adapter.py

Needs the Python packages trommel, webmainbench and openai.
"""
import json
import pathlib
import tempfile

import adapter
import trommel
from webmainbench.extractors.factory import ExtractorFactory

PAGES = pathlib.Path(__file__).resolve().parent / "pages"

# Pages of the evaluation: enough for each of its metrics.
COUNT = 12


def check_extractor():
    html = "<title>Rain</title><h1>Rain</h1>" + "<p>It rained for three days, and nobody went out.</p>" * 3
    html += "<p>It fell by <math><msup><mi>x</mi><mn>2</mn></msup></math> an hour.</p><pre>wait(3)</pre>"
    created = ExtractorFactory.create("trommel", {"favor": "recall"})
    result = created.extract(html, "https://example.org/rain")
    assert result.success, result.error_message
    own = trommel.extract(html, format="markdown", favor="recall", formulas="dollars")
    assert result.content == own.text, result.content
    assert "```\nwait(3)\n```" in result.content and "$x^" in result.content and result.title == "Rain", result
    assert not created.extract(" ").success


def check_evaluation():
    with tempfile.TemporaryDirectory() as folder:
        dataset = pathlib.Path(folder, "pages.jsonl")
        with open(dataset, "w", encoding="utf-8") as lines:
            for page in sorted(PAGES.glob("*.html"))[:COUNT]:
                gold = page.with_suffix(".md").read_text(encoding="utf-8")
                html = page.read_text(encoding="utf-8")
                print(json.dumps({"track_id": page.stem, "id": page.stem, "html": html, "groundtruth_content": gold}), file=lines)
        means = adapter.evaluate(dataset)
    assert means["text_edit"] > 0.5, means


if __name__ == "__main__":
    check_extractor()
    check_evaluation()
    print("the adapter gives what trommel gives")
