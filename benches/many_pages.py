#!/usr/bin/env python3
"""Writes generated pages as JSON lines: many_pages.py [--pages N] [--hosts N] > pages.jsonl

Each line has `html` and `url`, for `trommel train --self-label` and `trommel site learn`. All pages of
a host have the same template: a menu and a footer that are the same on each page, an article with its
own words, headings, lists and quotes, and teasers of other articles. Words are made of syllables.
Hosts take turns. The same arguments give the same bytes.
"""
import argparse
import json
import random
import sys

CONSONANTS, VOWELS = "b d f g k l m n p r s t v z".split(), "a e i o u".split()
WORDS = 5000


def words_of(chance):
    syllable = lambda: chance.choice(CONSONANTS) + chance.choice(VOWELS)
    return ["".join(syllable() for _ in range(chance.randint(1, 4))) for _ in range(WORDS)]


def text(chance, words, count):
    return " ".join(chance.choices(words, k=count)).capitalize() + "."


def page(chance, words, host, number):
    """A page. The host alone determines its template."""
    template = random.Random(host)
    name = template.choice(["story", "entry", "text", "body"])
    menu = "".join(f"<li class=item><a href=/{at}>{text(template, words, 2)}</a></li>" for at in range(template.randint(6, 30)))
    paragraphs = [text(chance, words, chance.randint(20, 90)) for _ in range(chance.randint(4, 14))]
    blocks = [f"<p>{paragraph}</p>" for paragraph in paragraphs]
    blocks.insert(len(blocks) // 2, f"<h2>{text(chance, words, 4)}</h2>")
    if chance.random() < 0.3:
        blocks.append("<ul>" + "".join(f"<li>{text(chance, words, 8)}</li>" for _ in range(4)) + "</ul>")
    if chance.random() < 0.2:
        blocks.insert(2, f"<blockquote><p>{text(chance, words, 20)}</p></blockquote>")
    teasers = "".join(
        f"<div class=teaser><h3><a href=/{chance.randrange(10**6)}>{text(chance, words, 6)}</a></h3><p>{text(chance, words, 18)}</p></div>"
        for _ in range(chance.randint(3, 12))
    )
    title = text(chance, words, 7)
    about = " ".join(paragraphs[0].split()[:25])
    return (
        f"<!DOCTYPE html><html><head><meta charset=utf-8><title>{title} | {host}</title><meta name=description content='{about}'></head>"
        f"<body><ul class='menu m-{number % 7}'>{menu}</ul><main class=page><h1>{title}</h1><div class='{name} c{number}' id=n{number}>{''.join(blocks)}</div>"
        f"</main><div class=more>{teasers}</div><div class=end><p>{text(template, words, 30)}</p></div></body></html>"
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=int, default=100_000)
    parser.add_argument("--hosts", type=int, default=1)
    options = parser.parse_args()
    words = words_of(random.Random(0))
    for number in range(options.pages):
        host = f"www{number % options.hosts}.example"
        html = page(random.Random(number), words, host, number)
        print(json.dumps({"url": f"https://{host}/{number}", "html": html}))


if __name__ == "__main__":
    try:
        main()
    except BrokenPipeError:
        sys.stderr.close()
