"""Items and the pipeline of Scrapy, in a crawl of a local server."""

import functools
import http.server
import json
import threading

import pytest

scrapy = pytest.importorskip("scrapy")

from conftest import PAGES
from scrapy.crawler import CrawlerProcess
from scrapy.http import HtmlResponse

import trommel
from trommel.scrapy import TrommelPipeline, items

PAGE = next(page for page in PAGES if page.parent.name == "documentation")


def test_responses_become_items():
    response = HtmlResponse("https://docs.example.org/a", body=PAGE.read_bytes())
    found = list(items(response, chunks=96))
    page = trommel.extract(PAGE.read_bytes(), chunks=96)
    assert [item["text"] for item in found] == [chunk.markdown for chunk in page.chunks]
    assert found[1]["id"] == "https://docs.example.org/a#1" and found[1]["title"] == page.title
    [item] = items(response, format="text")
    assert item["text"] == page.text and item["url"] == "https://docs.example.org/a"
    assert list(items(HtmlResponse("https://docs.example.org/b", body=b""))) == []


def test_a_pipeline_replaces_html():
    pipeline = TrommelPipeline("html", {"format": "text"})
    item = pipeline.process_item({"html": PAGE.read_bytes(), "url": "https://docs.example.org/a", "n": 1})
    page = trommel.extract(PAGE.read_bytes())
    assert "html" not in item and (item["text"], item["title"], item["n"]) == (page.text, page.title, 1)
    assert pipeline.process_item({"html": "", "n": 1}) == {"text": "", "n": 1}
    assert pipeline.process_item({"n": 1}) == {"n": 1}
    chunks = TrommelPipeline("body", {"chunks": 96}).process_item({"body": PAGE.read_text()})["chunks"]
    assert [chunk["chunk"] for chunk in chunks] == list(range(len(chunks)))


def test_a_crawl_has_them_in_its_feed(tmp_path):
    handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=PAGE.parent)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()

    class Spider(scrapy.Spider):
        name = "docs"
        start_urls = [f"http://127.0.0.1:{server.server_port}/page.html"]

        def parse(self, response):
            yield {"html": response.body, "url": response.url}

    feed = tmp_path / "feed.jsonl"
    settings = {
        "FEEDS": {str(feed): {"format": "jsonlines"}},
        "ITEM_PIPELINES": {"trommel.scrapy.TrommelPipeline": 300},
        "TROMMEL_OPTIONS": {"chunks": 96},
        "TELNETCONSOLE_ENABLED": False,
        "LOG_ENABLED": False,
    }
    process = CrawlerProcess(settings)
    process.crawl(Spider)
    process.start(install_signal_handlers=False)
    server.shutdown()
    [item] = [json.loads(line) for line in feed.read_text().splitlines()]
    assert len(item["chunks"]) > 5 and item["chunks"][0]["url"] == item["url"]
