#!/usr/bin/env python3
"""Roles of blocks beside those that a reader gives them:

    run.py TROMMEL CORPORA_DIR [--confused]

labels.tsv names 100 pages of the corpora, and the role of each text on them as a reader gives
it, from a byte offset on to the next: `OFFSET ROLE;OFFSET ROLE;...`. Prints for each role the
number of blocks that a reader gives it, and precision and recall of the command, on blocks that
the command keeps and the reader calls content, and on those that it drops and the reader calls
no content. Blocks that the page hides are left out. `--confused` prints what the rest is taken
for.
"""
import argparse
import bisect
import collections
import json
import os
import pathlib
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
CONTENT = ["title", "byline", "summary", "heading", "paragraph", "list", "table", "code", "formula", "quote", "caption", "post", "comment"]
REST = ["navigation", "footer", "aside", "related", "promotion", "share", "consent", "form", "duplicate"]
# What each side calls a block that no other role fits.
NONE = {"other": "none", "low-score": "none"}


def pairs(trommel, corpora):
    """(verdict, role of the reader, role of the command) of each block."""
    for line in (HERE / "labels.tsv").read_text(encoding="utf-8").splitlines():
        corpus, page, runs = line.split("\t")
        runs = [run.split(" ") for run in runs.split(";")]
        offsets = [int(offset) for offset, _ in runs]
        said = subprocess.run([trommel, "blocks", corpora / corpus / "html" / f"{page}.html.gz"], check=True, stdout=subprocess.PIPE)
        for row in said.stdout.decode().split("\n"):
            if row:
                block = json.loads(row)
                run = bisect.bisect_right(offsets, block["offset"]) - 1
                yield block["verdict"], runs[max(run, 0)][1], block["role"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("trommel", type=os.path.abspath)
    parser.add_argument("corpora", type=pathlib.Path)
    parser.add_argument("--confused", action="store_true")
    options = parser.parse_args()
    found = collections.Counter(pairs(options.trommel, options.corpora))
    for verdict, roles in (("kept", CONTENT), ("dropped", REST)):
        both = collections.Counter()
        for (said, gold, role), count in found.items():
            if said == verdict and gold in roles and role != "hidden":
                both[gold, NONE.get(role, role)] += count
        print_table(verdict, roles, both)
        if options.confused:
            for (gold, role), count in both.most_common():
                if gold != role and count >= 5:
                    print(f"{count:5} {gold} taken for {role}")


def print_table(verdict, roles, both):
    right = sum(count for (gold, role), count in both.items() if gold == role)
    print(f"\n{verdict}: {right / both.total():.3f} of {both.total()} blocks\n")
    print("| role | blocks | precision | recall |\n|---|---:|---:|---:|")
    for role in roles:
        blocks = sum(count for (gold, _), count in both.items() if gold == role)
        taken = sum(count for (_, said), count in both.items() if said == role)
        share = lambda of: f"{both[role, role] / of:.3f}" if of else ""
        print(f"| `{role}` | {blocks} | {share(taken)} | {share(blocks)} |")


if __name__ == "__main__":
    main()
