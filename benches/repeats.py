#!/usr/bin/env python3
"""F1 with and without what the pages of a host repeat:

    repeats.py TROMMEL CORPUS_DIR [METHOD...]

CORPUS_DIR has html/ID.html.gz and truth.jsonl with `id`, `url` and `text`; pages without a `url` are
of no host. METHOD is line-block or tag-ratio (both).
"""
import gzip
import json
import pathlib
import subprocess
import sys
import tempfile
from urllib.parse import urlsplit


def main(trommel, corpus, *methods):
    corpus = pathlib.Path(corpus)
    truth = [json.loads(line) for line in (corpus / "truth.jsonl").read_text(encoding="utf-8").split("\n") if line.strip()]
    hosts = [urlsplit(page.get("url") or "").netloc for page in truth]
    several = {host for host in hosts if host and hosts.count(host) > 1}
    print(f"{len(truth)} pages, {sum(host in several for host in hosts)} of {len(several)} hosts with several pages")
    with tempfile.TemporaryDirectory() as folder:
        pages = pathlib.Path(folder, "pages.jsonl")
        with pages.open("w", encoding="utf-8") as out:
            for page in truth:
                html = gzip.decompress((corpus / "html" / f"{page['id']}.html.gz").read_bytes())
                row = {"id": page["id"], "url": page.get("url"), "html": html.decode("utf-8", "replace")}
                out.write(json.dumps(row) + "\n")
        for method in methods or ("line-block", "tag-ratio"):
            found = []
            for repeats in ([], ["--two-pass"]):
                texts = pathlib.Path(folder, "texts.jsonl")
                texts.unlink(missing_ok=True)
                run = [trommel, "batch", pages, "-m", method, *repeats, "-o", texts, "--progress", "never"]
                subprocess.run(run, check=True, stderr=subprocess.DEVNULL)
                score = [trommel, "score", "--json", "--gold", corpus / "truth.jsonl", texts]
                found.append(json.loads(subprocess.run(score, check=True, stdout=subprocess.PIPE).stdout)["F"])
            print(f"{method}: {found[0]:.4f}, with repeats {found[1]:.4f}")


if __name__ == "__main__":
    main(*sys.argv[1:])
