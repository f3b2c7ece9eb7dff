#!/usr/bin/env python3
"""Structure in Markdown of trommel and of others, on pages with gold Markdown:

    run.py TROMMEL [--only NAME]... [--pages PART] [--worst N] [--show PAGE]

Prints a table of all pages and one of each kind of page; measure.py says what the figures are. The pages are
those of pages/. `--only` measures only that tool; `--pages` only pages whose names contain PART; `--worst` lists
the pages with the lowest figures of trommel; `--show` prints the Markdown of one page. Others are installed from
PyPI and npm into the target folder; needs python3 with venv, node and npm.
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import environment  # noqa: E402

PAGES = HERE / "pages"
PYTHON = ["trafilatura", "resiliparse", "html2text", "markdownify"]
JAVASCRIPT = ["Defuddle", "Readability + Turndown"]


def of_trommel(trommel, pages):
    run = [trommel, "extract", "-f", "markdown", "-q"]
    return [subprocess.run([*run, page], stdout=subprocess.PIPE).stdout.decode() for page in pages]


def of_peer(name, pages, tools):
    worker = [sys.executable, HERE / "peers.py"] if name in PYTHON else ["node", tools / "peers.mjs"]
    found = subprocess.run([*worker, name, *pages], cwd=tools, check=True, stdout=subprocess.PIPE)
    return json.loads(found.stdout)


def mean(values):
    values = [value for value in values if value is not None]
    return (sum(values) / len(values), len(values)) if values else (None, 0)


def print_table(title, kept, results, figures):
    counts = [mean(next(iter(results.values()))[page][figure] for page in kept)[1] for figure in figures]
    print(f"\n{title}: {len(kept)} pages\n")
    print("| | " + " | ".join(f"{figure} ({count})" for figure, count in zip(figures, counts)) + " |")
    print("|---|" + "---:|" * len(figures))
    for name, pages in results.items():
        row = [mean(pages[page][figure] for page in kept)[0] for figure in figures]
        print(f"| {name} | " + " | ".join("" if value is None else f"{value:.3f}" for value in row) + " |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("trommel", type=os.path.abspath)
    parser.add_argument("--only", action="append", default=[])
    parser.add_argument("--pages", default="")
    parser.add_argument("--worst", type=int, default=0)
    parser.add_argument("--show")
    options = parser.parse_args()
    tools = environment.enter(HERE, "structure-tools")

    from measure import FIGURES, compare
    pages = sorted(page for page in PAGES.glob("*.html") if options.pages in page.name)
    results = {}
    for name in ["trommel", *PYTHON, *JAVASCRIPT]:
        if options.only and name not in options.only:
            continue
        texts = of_trommel(options.trommel, pages) if name == "trommel" else of_peer(name, pages, tools)
        results[name] = {
            page.stem: compare(page.with_suffix(".md").read_text(encoding="utf-8"), text)
            for page, text in zip(pages, texts)
        }
        if options.show:
            print(texts[[page.stem for page in pages].index(options.show)])
    names = [page.stem for page in pages]
    print_table("all", names, results, FIGURES)
    for kind in sorted({name.split("-")[0] for name in names}):
        print_table(kind, [name for name in names if name.split("-")[0] == kind], results, FIGURES)
    if options.worst:
        print_worst(results["trommel"], options.worst, FIGURES)


def print_worst(pages, count, figures):
    for figure in figures:
        known = sorted((values[figure], page) for page, values in pages.items() if values[figure] is not None)
        for value, page in known[:count]:
            if value < 0.999:
                print(f"{figure:<9} {value:.3f} {page}")


if __name__ == "__main__":
    main()
