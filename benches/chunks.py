#!/usr/bin/env python3
"""Measures chunks of pages with a gold standard, beside those of other tools.

    benches/chunks.py TROMMEL CORPUS_DIR [--types TYPE,...] [--step N] [--tools NAME,...]

TROMMEL is the command. CORPUS_DIR holds `html/ID.html.gz` and `truth.jsonl`, as for `trommel score`.
All chunks have at most 2048 characters, which are about 512 tokens of English.

- trommel: `trommel batch --chunks`.
- langchain: MarkdownHeaderTextSplitter on the Markdown of trafilatura, and then
  RecursiveCharacterTextSplitter, which cuts what is longer.
- llama-index: HTMLNodeParser on the page, and then SentenceSplitter.
- chromerag: its Markdown and its chunks, of at most 340 words.

Two shares, over all chunks and over all gold paragraphs of at least 8 words:

- clean: chunks at least 0.9 of whose words are in four words in a row of the gold text.
- whole: gold paragraphs at least 0.9 of whose words are so in one chunk.

Needed: pip install trafilatura langchain-text-splitters llama-index-core beautifulsoup4 chromerag
"""
import argparse
import collections
import gzip
import json
import pathlib
import re
import subprocess
import tempfile
import time

CHARACTERS = 2048
WORDS = 340
SHINGLE = 4
ENOUGH = 0.9
MIN_WORDS = 8


def words(text):
    return re.findall(r"\w+", text.lower())


def shingles(found):
    """All runs of SHINGLE words."""
    return {tuple(found[at : at + SHINGLE]) for at in range(len(found) - SHINGLE + 1)}


def covered(found, known):
    """The share of words that are in a known run."""
    if len(found) < SHINGLE:
        return 1.0 if " ".join(found) in {" ".join(run[: len(found)]) for run in known} else 0.0
    is_in = [False] * len(found)
    for at in range(len(found) - SHINGLE + 1):
        if tuple(found[at : at + SHINGLE]) in known:
            is_in[at : at + SHINGLE] = [True] * SHINGLE
    return sum(is_in) / len(found)


def by_trommel(trommel, folder, ids):
    """The chunks of each page."""
    chunks = collections.defaultdict(list)
    with tempfile.TemporaryDirectory() as scratch:
        for name in ids:
            pathlib.Path(scratch, f"{name}.html.gz").symlink_to((folder / f"{name}.html.gz").resolve())
        out = pathlib.Path(scratch, "out.jsonl")
        command = [trommel, "batch", "--chunks", "--chunk-size", f"{CHARACTERS}c", scratch, "-o", out]
        subprocess.run(command, check=True, stderr=subprocess.DEVNULL)
        for chunk in map(json.loads, out.open()):
            chunks[chunk["page"]].append(chunk["text"])
    return chunks


def langchain():
    import trafilatura
    from langchain_text_splitters import MarkdownHeaderTextSplitter, RecursiveCharacterTextSplitter

    headers = [("#" * level, f"h{level}") for level in range(1, 7)]
    by_header = MarkdownHeaderTextSplitter(headers, strip_headers=False)
    by_size = RecursiveCharacterTextSplitter(chunk_size=CHARACTERS, chunk_overlap=0)

    def chunks(html, url):
        markdown = trafilatura.extract(html, url=url, output_format="markdown") or ""
        return [each.page_content for each in by_size.split_documents(by_header.split_text(markdown))]

    return chunks


def llama_index():
    from llama_index.core.node_parser import HTMLNodeParser, SentenceSplitter
    from llama_index.core.schema import Document

    by_tag = HTMLNodeParser()
    by_size = SentenceSplitter(chunk_size=CHARACTERS, chunk_overlap=0, tokenizer=list)

    def chunks(html, url):
        nodes = by_tag.get_nodes_from_documents([Document(text=html.decode(errors="replace"))])
        return [node.text for node in by_size.get_nodes_from_documents(nodes)]

    return chunks


def chromerag():
    from chromerag import ChromeRAG

    extractor = ChromeRAG()

    def chunks(html, url):
        result = extractor.extract(html.decode(errors="replace"), url=url)
        return [chunk.text for chunk in result.chunks(max_words=WORDS)]

    return chunks


OTHERS = {"langchain": langchain, "llama-index": llama_index, "chromerag": chromerag}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("trommel")
    parser.add_argument("corpus", type=pathlib.Path)
    parser.add_argument("--types", default="documentation,service,article")
    parser.add_argument("--step", type=int, default=1, help="read each Nth page")
    parser.add_argument("--tools", default=",".join(["trommel", *OTHERS]))
    options = parser.parse_args()
    truths = [json.loads(line) for line in (options.corpus / "truth.jsonl").open()]
    types = options.types.split(",")
    truths = [truth for truth in truths if truth.get("page_type") in types][:: options.step]
    golds = []
    for truth in truths:
        paragraphs = [words(part) for part in re.split(r"\n\s*\n", truth["text"])]
        known = shingles(words(truth["text"]))
        golds.append((known, [part for part in paragraphs if len(part) >= MIN_WORDS]))
    folder = options.corpus / "html"
    print(f"{len(truths)} pages of {options.types}")
    print("| tool | clean | whole | chunks | ms a page |\n|---|---:|---:|---:|---:|")
    for name in options.tools.split(","):
        begin = time.process_time()
        if name == "trommel":
            found = by_trommel(options.trommel, folder, [truth["id"] for truth in truths])
        else:
            split, found = OTHERS[name](), {}
            for truth in truths:
                html = gzip.decompress((folder / f"{truth['id']}.html.gz").read_bytes())
                try:
                    found[truth["id"]] = split(html, truth.get("url"))
                except Exception as error:
                    print(f"{name}: {truth['id']}: {error!r}"[:200])
                    found[truth["id"]] = []
        seconds = time.process_time() - begin
        clean = chunks = whole = paragraphs = 0
        for truth, (known, parts) in zip(truths, golds):
            of_page = [each for each in map(words, found.get(truth["id"], [])) if each]
            chunks += len(of_page)
            clean += sum(covered(each, known) >= ENOUGH for each in of_page)
            runs = [shingles(each) for each in of_page]
            paragraphs += len(parts)
            whole += sum(any(covered(part, run) >= ENOUGH for run in runs) for part in parts)
        shares = f"{clean / max(chunks, 1):.3f} | {whole / max(paragraphs, 1):.3f}"
        cost = "" if name == "trommel" else f"{1000 * seconds / len(truths):.0f}"
        print(f"| {name} | {shares} | {chunks} | {cost} |", flush=True)


if __name__ == "__main__":
    main()
