#!/usr/bin/env python3
"""Shares of pages whose title, author and date are right:

    metadata.py TROMMEL CORPUS_DIR [--peers]

CORPUS_DIR has html/ID.html.gz and truth.jsonl with `id`, `title`, `author` and `date`. A page counts
for a field if the gold standard states it. A value is right if it is the same after white space and
case are folded; a date if its day is. `invented` counts values where the gold standard states none.
`--peers` also asks trafilatura, if this Python has it.
"""
import gzip
import json
import pathlib
import subprocess
import sys
import tempfile

FIELDS = ("title", "author", "date")


def main(trommel, corpus, *flags):
    corpus = pathlib.Path(corpus)
    truth = [json.loads(line) for line in (corpus / "truth.jsonl").read_text(encoding="utf-8").split("\n") if line.strip()]
    report("trommel", truth, of_trommel(trommel, corpus))
    if "--peers" in flags:
        report("trafilatura", truth, of_trafilatura(corpus, truth))


def of_trommel(trommel, corpus):
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder, "pages.jsonl")
        run = [trommel, "batch", corpus / "html", "--metadata", "-o", out, "--progress", "never"]
        subprocess.run(run, check=True, stderr=subprocess.DEVNULL)
        rows = [json.loads(line) for line in out.read_text(encoding="utf-8").split("\n") if line]
    return {
        row["id"].rsplit("/", 1)[-1]: {
            "title": row["title"],
            "author": row["author"],
            "date": row["date_published"] or row["date"],
        }
        for row in rows
    }


def of_trafilatura(corpus, truth):
    import trafilatura

    found = {}
    for page in truth:
        html = gzip.decompress((corpus / "html" / f"{page['id']}.html.gz").read_bytes())
        said = trafilatura.extract_metadata(html)
        found[page["id"]] = {field: getattr(said, field, None) for field in FIELDS} if said else {}
    return found


def report(name, truth, found):
    for field in FIELDS:
        said = [page for page in truth if page.get(field)]
        right = sum(same(field, page[field], found.get(page["id"], {}).get(field)) for page in said)
        missing = sum(not found.get(page["id"], {}).get(field) for page in said)
        others = [page for page in truth if field in page and not page[field]]
        invented = sum(bool(found.get(page["id"], {}).get(field)) for page in others)
        share = right / max(len(said), 1)
        print(f"{name:<12} {field:<7} {share:.3f} right ({right} of {len(said)}), {missing} missing, {invented} of {len(others)} invented")


def same(field, gold, value):
    if not value:
        return False
    if field == "date":
        return value[:10] == gold[:10]
    return fold(gold) == fold(value)


def fold(text):
    return " ".join(text.replace(";", ",").split()).casefold()


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
