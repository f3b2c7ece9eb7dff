#!/usr/bin/env python3
"""Hostile pages at several sizes: grow_pages.py GENERATOR OUT_DIR [FACTOR...]

GENERATOR is a Python script that writes each of its pages by one line `put("NAME.html", ...)`. The
numbers in the line are repeats of the pieces of the page (`"<div>" * 50000`, `range(500_000)`,
`text(300)`). Each line is run with these numbers times each FACTOR (default 1/32 1/16 1/8 1/4). It
writes OUT_DIR/NAME-K.html, where K is the index of the factor. Deterministic.
"""
import fractions
import pathlib
import re
import sys

DEFAULT_FACTORS = ("1/32", "1/16", "1/8", "1/4")
REPEATED = re.compile(r"(\* |range\(|text\()(\d[\d_]*)")


def lines(generator):
    """The script up to its first page, and its lines that write pages, by page name."""
    head, _, _ = generator.partition('\nput("')
    return head, dict(re.findall(r'^(?=put\("(\w+)\.html")(.*)$', generator, re.M))


def page(generator, name, factor):
    """The page `name` with all repeats times `factor`."""
    head, pages = lines(generator)
    scaled = REPEATED.sub(lambda found: f"{found[1]}{max(1, int(int(found[2].replace('_', '')) * factor))}", pages[name])
    written = []
    scope = {"__name__": "generator"}
    arguments, sys.argv = sys.argv, ["generator", "/tmp", str(float(20 * factor))]
    try:
        exec(head, scope)
        scope["put"] = lambda _, *parts: [written.extend(part if not isinstance(part, str) else [part]) for part in parts]
        exec(scaled, scope)
    finally:
        sys.argv = arguments
    return "".join(written).encode()


def main():
    generator = pathlib.Path(sys.argv[1]).read_text()
    out = pathlib.Path(sys.argv[2])
    out.mkdir(parents=True, exist_ok=True)
    for name in lines(generator)[1]:
        for number, factor in enumerate(sys.argv[3:] or DEFAULT_FACTORS, 1):
            out.joinpath(f"{name}-{number}.html").write_bytes(page(generator, name, fractions.Fraction(factor)))


if __name__ == "__main__":
    main()
