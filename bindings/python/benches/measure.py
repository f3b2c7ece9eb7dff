"""Measures all extractors on the pages of a folder: measure.py FOLDER RUNS LIBRARY. See run.py."""
import json
import pathlib
import subprocess
import sys
import threading
import time

import pyarrow
import readability
import trafilatura
import turbohtml
from resiliparse.extract.html2text import extract_plain_text
from resiliparse.parse.encoding import detect_encoding
from resiliparse.parse.html import HTMLTree

import trommel

SMALL = b"<title>Rain</title>" + (b"<p>" + b"It rained for three days in the valley, and it went on. " * 5) * 18
SMALL_PAGES = 2000


def decoded(html):
    return html.decode(detect_encoding(html) or "utf-8", "replace")


def by_resiliparse(html):
    return extract_plain_text(HTMLTree.parse_from_bytes(html, detect_encoding(html)), main_content=True)


def by_turbohtml(html):
    return turbohtml.parse(decoded(html)).main_text()


def by_trafilatura(html):
    return trafilatura.extract(html)


def by_readability(html):
    try:
        return readability.Document(decoded(html)).summary()
    except readability.readability.Unparseable:
        return ""


def seconds(work):
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def each(extract, pages):
    return lambda: [extract(page) is None for page in pages]


def by_two_threads(extract, pages):
    """Each thread reads half of the pages, the same ones in each run."""

    def work():
        threads = [threading.Thread(target=each(extract, pages[half::2])) for half in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    return work


def main():
    folder, runs, library = sys.argv[1:]
    pages = [path.read_bytes() for path in sorted(pathlib.Path(folder).iterdir())]
    texts = [decoded(page) for page in pages]
    table = pyarrow.table({"html": pages})
    megabytes = sum(map(len, pages)) / 1e6

    def arrow(threads):
        return lambda: pyarrow.table(trommel.extract_arrow(table, threads=threads))

    works = {
        "trommel": each(trommel.extract, pages),
        "trommel, str": each(trommel.extract, texts),
        "trommel, 2 threads": by_two_threads(trommel.extract, pages),
        "extract_arrow": arrow(1),
        "extract_arrow, 2 threads": arrow(2),
        "resiliparse": each(by_resiliparse, pages),
        "resiliparse, 2 threads": by_two_threads(by_resiliparse, pages),
        "turbohtml": each(by_turbohtml, pages),
        "turbohtml, 2 threads": by_two_threads(by_turbohtml, pages),
    }
    slow = {"trafilatura": each(by_trafilatura, pages), "readability-lxml": each(by_readability, pages)}
    best = dict.fromkeys(["Rust library", *works, *slow], float("inf"))
    small = {"python": float("inf"), "rust": float("inf")}
    for run in range(int(runs)):
        found = json.loads(subprocess.run([library, folder, "1"], check=True, stdout=subprocess.PIPE).stdout)
        best["Rust library"] = min(best["Rust library"], found["pass_seconds"])
        small["rust"] = min(small["rust"], found["small_seconds"])
        took = seconds(lambda: [trommel.extract(SMALL) for _ in range(SMALL_PAGES)])
        small["python"] = min(small["python"], took / SMALL_PAGES)
        # The slow ones take minutes, and are far from any bound.
        for name, work in (works | slow if run == 0 else works).items():
            best[name] = min(best[name], seconds(work))
    print(f"{len(pages)} pages, {megabytes:.1f} MB, fastest of {runs} passes\n")
    print("| extractor | MB/s | of trommel |\n|---|---:|---:|")
    for name, took in best.items():
        print(f"| {name} | {megabytes / took:.1f} | {best['trommel'] / took:.3f} |")
    overhead = (small["python"] - small["rust"]) * 1e6
    print(f"\nA page of 5 kB: {small['python'] * 1e6:.1f} µs, {overhead:.1f} µs more than in Rust")


if __name__ == "__main__":
    main()
