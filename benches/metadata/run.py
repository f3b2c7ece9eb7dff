#!/usr/bin/env python3
"""Shares of pages whose title, author and date are right, of trommel and of others:

    run.py TROMMEL CORPUS_DIR [--only NAME]...

CORPUS_DIR has html/ID.html.gz and truth.jsonl with `id`, `title`, `author` and `date`. A page
counts for a field if the gold standard states it. A value is right if it is the same after
white space and case are folded; a date if its day is. `invented` counts values where the gold
standard states none. `--only` measures only that tool. Others are installed from PyPI and npm
into the target folder; needs python3 with venv, node and npm.
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import environment  # noqa: E402

PYTHON = ["trafilatura", "newspaper4k"]
JAVASCRIPT = ["Readability", "Defuddle"]
FIELDS = ("title", "author", "date")


def of_trommel(trommel, corpus):
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder, "pages.jsonl")
        run = [trommel, "batch", corpus / "html", "--metadata", "-o", out, "--progress", "never"]
        subprocess.run(run, check=True, stderr=subprocess.DEVNULL)
        rows = json_lines(out)
    return {
        row["id"].rsplit("/", 1)[-1]: {
            "title": row["title"],
            "author": row["author"],
            "date": row["date_published"] or row["date"],
        }
        for row in rows
    }


def of_peer(name, corpus, truth, tools):
    worker = [sys.executable, HERE / "peers.py"] if name in PYTHON else ["node", tools / "peers.mjs"]
    pages = [corpus / "html" / f"{page['id']}.html.gz" for page in truth]
    found = subprocess.run([*worker, name, *pages], cwd=tools, check=True, stdout=subprocess.PIPE)
    return {page["id"]: fields for page, fields in zip(truth, json.loads(found.stdout))}


def json_lines(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").split("\n") if line.strip()]


def print_rows(name, truth, found):
    for field in FIELDS:
        said = [page for page in truth if page.get(field)]
        others = [page for page in truth if field in page and not page[field]]
        value = lambda page: found.get(page["id"], {}).get(field)
        right = sum(same(field, page[field], value(page)) for page in said)
        missing = sum(not value(page) for page in said)
        invented = sum(bool(value(page)) for page in others)
        share = right / max(len(said), 1)
        print(f"| {name} | {field} | {share:.3f} | {right} | {missing} | {len(said)} | {invented} | {len(others)} |", flush=True)


def same(field, gold, value):
    if not value:
        return False
    if field == "date":
        return value[:10] == gold[:10]
    return fold(gold) == fold(value)


def fold(text):
    return " ".join(text.replace(";", ",").split()).casefold()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("trommel", type=os.path.abspath)
    parser.add_argument("corpus", type=lambda path: pathlib.Path(path).resolve())
    parser.add_argument("--only", action="append", default=[])
    options = parser.parse_args()
    names = options.only or ["trommel", *PYTHON, *JAVASCRIPT]
    tools = environment.enter(HERE, "metadata-tools") if names != ["trommel"] else None
    truth = json_lines(options.corpus / "truth.jsonl")
    print("| extractor | field | right | number | missing | of pages | invented | of pages |")
    print("|---|---|---:|---:|---:|---:|---:|---:|")
    for name in names:
        found = of_trommel(options.trommel, options.corpus) if name == "trommel" else of_peer(name, options.corpus, truth, tools)
        print_rows(name, truth, found)


if __name__ == "__main__":
    main()
