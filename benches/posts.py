#!/usr/bin/env python3
"""Measures the posts that `trommel --posts` finds in threads with a gold standard.

    benches/posts.py TROMMEL CORPUS_DIR [--pages]

TROMMEL is the command. CORPUS_DIR holds `html/ID.html.gz` and `truth.jsonl`, as for `trommel score`.
The gold text of a thread is its posts in order, with an empty line after each but the last. A gold
post counts as found if a post of trommel has at least 0.8 of its words and they are at least 0.8 of
that post's. With --pages, each page is printed. Where the gold standard has page types, the share of pages
of each that are taken for threads is printed, too, and the number of pages that are, though their type is
not forum.
"""
import argparse
import collections
import json
import pathlib
import re
import subprocess
import tempfile

ENOUGH = 0.8


def bag(text):
    return collections.Counter(re.findall(r"\w+", text.lower()))


def overlap(one, other):
    return sum((one & other).values())


def is_found(gold, posts):
    """Whether one of the posts is nearly the gold post."""
    words = sum(gold.values())
    return any(overlap(gold, post) >= ENOUGH * max(words, sum(post.values())) for post in posts)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("trommel")
    parser.add_argument("corpus", type=pathlib.Path)
    parser.add_argument("--pages", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "out.jsonl"
        command = [options.trommel, "batch", "--posts", options.corpus / "html", "-o", out]
        subprocess.run(command, check=True, stderr=subprocess.DEVNULL)
        pages = {page["id"]: page for page in map(json.loads, out.open())}
    sums = collections.Counter()
    types = collections.defaultdict(list)
    shares = collections.defaultdict(float)
    for line in (options.corpus / "truth.jsonl").open():
        truth = json.loads(line)
        found = pages.get(truth["id"], {}).get("posts") or []
        text = truth.get("text", "")
        gold = [bag(post) for post in text.split("\n\n") if post.strip()]
        posts = [bag(post["text"]) for post in found]
        right = sum(is_found(post, posts) for post in gold)
        whole, all_posts = bag(text), sum(posts, collections.Counter())
        same = overlap(whole, all_posts)
        precision, recall = same / max(1, sum(all_posts.values())), same / max(1, sum(whole.values()))
        shares["precision"] += precision
        shares["recall"] += recall
        shares["F1"] += 2 * precision * recall / max(1e-9, precision + recall)
        sums["pages"] += 1
        sums["threads"] += bool(found)
        types[truth.get("page_type", "-")].append(bool(found))
        sums["right number"] += len(found) == len(gold)
        sums["gold"] += len(gold)
        sums["right"] += right
        sums["posts"] += len(found)
        for field in ("author", "date"):
            sums[field] += sum(post[field] is not None for post in found)
        if options.pages:
            author, date = (sum(post[field] is not None for post in found) for field in ("author", "date"))
            print(f"{recall:.2f} {precision:.2f} posts {len(found)}/{len(gold)} right {right} author {author} date {date} {truth['id']}")
    print("| | |\n|---|---:|")
    print(f"| pages | {sums['pages']} |")
    print(f"| recognised as a thread | {sums['threads'] / sums['pages']:.3f} |")
    for name in ("precision", "recall", "F1"):
        print(f"| words of posts: {name} | {shares[name] / sums['pages']:.3f} |")
    print(f"| pages with the right number of posts | {sums['right number'] / sums['pages']:.3f} |")
    print(f"| gold posts found, of {sums['gold']} | {sums['right'] / max(1, sums['gold']):.3f} |")
    for field in ("author", "date"):
        print(f"| posts with {field}, of {sums['posts']} | {sums[field] / max(1, sums['posts']):.3f} |")
    for kind, threads in sorted(types.items()):
        print(f"| {kind}, taken for a thread, of {len(threads)} | {sum(threads) / len(threads):.3f} |")
    others = [is_thread for kind, threads in types.items() if kind not in ("forum", "-") for is_thread in threads]
    if others:
        print(f"| not forum, taken for a thread, of {len(others)} | {sum(others)} |")


main()
