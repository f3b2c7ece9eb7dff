#!/usr/bin/env python3
"""F1 with and without what the pages of a host repeat:

    repeats.py TROMMEL CORPUS_DIR [METHOD...] [--model FILE]

CORPUS_DIR has html/ID.html.gz and truth.jsonl with `id`, `url` and `text`; pages without a `url` are
of the host that they claim. METHOD is learned, line-block or tag-ratio (all three). A model that was
fitted without the corpus says how the learned method does on pages that it never saw. F1 is that of
all pages, and of those whose host has five pages or more.
"""
import argparse
import gzip
import json
import pathlib
import subprocess
import sys
import tempfile
from collections import Counter
from urllib.parse import urlsplit


def hosts_of(trommel, pages):
    """The host of each page: of its address, or else of the one that it claims."""
    texts = pages.with_name("hosts.jsonl")
    subprocess.run([trommel, "batch", pages, "-m", "line-block", "-o", texts], check=True, stderr=subprocess.DEVNULL)
    rows = map(json.loads, texts.read_text(encoding="utf-8").splitlines())
    return {row["id"]: urlsplit(row["url"] or "").netloc.removeprefix("www.") for row in rows}


def f1(trommel, gold, texts):
    score = [trommel, "score", "--json", "--gold", gold, texts]
    return json.loads(subprocess.run(score, check=True, stdout=subprocess.PIPE).stdout)["F"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("trommel")
    parser.add_argument("corpus", type=pathlib.Path)
    parser.add_argument("methods", nargs="*", default=["learned", "line-block", "tag-ratio"])
    parser.add_argument("--model")
    arguments = parser.parse_args()
    trommel, corpus = arguments.trommel, arguments.corpus
    truth = [json.loads(line) for line in (corpus / "truth.jsonl").read_text(encoding="utf-8").split("\n") if line.strip()]
    truth = [page for page in truth if (corpus / "html" / f"{page['id']}.html.gz").exists()]
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        pages, texts = folder / "pages.jsonl", folder / "texts.jsonl"
        with pages.open("w", encoding="utf-8") as out:
            for page in truth:
                html = gzip.decompress((corpus / "html" / f"{page['id']}.html.gz").read_bytes())
                row = {"id": page["id"], "url": page.get("url"), "html": html.decode("utf-8", "replace")}
                out.write(json.dumps(row) + "\n")
        hosts = hosts_of(trommel, pages)
        of_host = Counter(host for host in hosts.values() if host)
        large = {page for page, host in hosts.items() if of_host[host] >= 5}
        golds = []
        for name, chosen in (("all", hosts), ("large", large)):
            golds.append(folder / f"{name}.jsonl")
            rows = (json.dumps(page) + "\n" for page in truth if page["id"] in chosen)
            golds[-1].write_text("".join(rows), encoding="utf-8")
        print(f"{len(truth)} pages, {len(large)} of them of hosts with five or more")
        for method in arguments.methods:
            model = ["--model", arguments.model] if arguments.model and method == "learned" else []
            found = []
            for repeats in ([], ["--two-pass"]):
                texts.unlink(missing_ok=True)
                run = [trommel, "batch", pages, "-m", method, *model, *repeats, "-o", texts, "--progress", "never"]
                subprocess.run(run, check=True, stderr=subprocess.DEVNULL)
                found.append([f1(trommel, gold, texts) for gold in golds])
            (alone, alone_large), (both, both_large) = found
            print(f"{method}: {alone:.4f}, with repeats {both:.4f}; large hosts {alone_large:.4f}, {both_large:.4f}")


if __name__ == "__main__":
    main()
