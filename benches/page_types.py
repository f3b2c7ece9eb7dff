#!/usr/bin/env python3
"""How often the reported page type is right, by minimum probability:

    page_types.py TROMMEL CORPUS_DIR...

CORPUS_DIR has html/ID.html.gz and truth.jsonl with `id` and `page_type`. Pages of other types than
those that TROMMEL knows are left out. `reported` are pages with a type of at least that probability; TROMMEL
reports no type below its own minimum. Use pages to which the model is not fitted.
"""
import json
import pathlib
import subprocess
import sys
import tempfile

TYPES = ("article", "collection", "documentation", "forum", "listing", "product", "service")
LEAST = (0.0, 0.6, 0.65, 0.7, 0.8, 0.9)


def json_lines(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").split("\n") if line.strip()]


def pages_of(trommel, corpus):
    gold = {page["id"]: page.get("page_type") for page in json_lines(corpus / "truth.jsonl")}
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder, "pages.jsonl")
        run = [trommel, "batch", corpus / "html", "-o", out, "--progress", "never"]
        subprocess.run(run, check=True, stderr=subprocess.DEVNULL)
        for row in json_lines(out):
            right = gold.get(row["id"].rsplit("/", 1)[-1])
            if right in TYPES:
                yield right == row["page_type"], row["page_type_probability"] or -1.0


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    pages = [page for corpus in sys.argv[2:] for page in pages_of(sys.argv[1], pathlib.Path(corpus))]
    print("| probability | pages | reported | right of these |")
    print("|---:|---:|---:|---:|")
    for least in LEAST:
        reported = [is_right for is_right, probability in pages if probability >= least]
        print(f"| {least} | {len(pages)} | {len(reported)} | {sum(reported) / max(len(reported), 1):.3f} |")


if __name__ == "__main__":
    main()
