#!/usr/bin/env python3
"""Makes pages/NAME.html from the gold pages/NAME.md, in the markup of the generator that pages.toml names.

    make.py [NAME]...

The gold is written by hand and is what a careful person would write. The markup is what generators make: their
frames, highlighted code, formulas and tables. The same input gives the same bytes. Needs requirements.txt.
"""
import pathlib
import re
import sys
import tomllib

from markdown_it import MarkdownIt
from mdit_py_plugins.deflist import deflist_plugin
from mdit_py_plugins.dollarmath import dollarmath_plugin

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE / "make"))

import formula  # noqa: E402
import frames  # noqa: E402
import highlight  # noqa: E402
import tables  # noqa: E402
from words import WORDS, items  # noqa: E402


def slug(text):
    return re.sub(r"\W+", "-", text.lower()).strip("-")


def parser(generator):
    """Markdown to HTML in the markup of a generator."""
    md = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"]).use(deflist_plugin)
    md.use(dollarmath_plugin, allow_space=False, allow_digits=False)
    write_code = highlight.STYLES[generator.code]
    write_formula = formula.STYLES[generator.math]
    rules = md.renderer.rules
    rules["fence"] = lambda tokens, at, *_: write_code(tokens[at].content, tokens[at].info) + "\n"
    rules["math_inline"] = lambda tokens, at, *_: write_formula(tokens[at].content, False)
    rules["math_block"] = lambda tokens, at, *_: (
        generator.display % write_formula(" ".join(tokens[at].content.split()), True) + "\n")
    return md


def heading(generator, level, inner):
    number, rest = re.match(r"((?:[A-Z]|\d+)(?:\.\d+)* )?(.*)", inner, re.S).groups()
    return generator.heading.format(
        n=level, id=slug(re.sub("<[^>]*>", "", rest)), text=inner, number=number or "", rest=rest)


def body_of(generator, markdown):
    html = parser(generator).render(markdown)
    html = re.sub(r"<h([2-6])>(.*?)</h\1>", lambda m: heading(generator, m[1], m[2]), html, flags=re.S)
    return re.sub(r"<table>.*?</table>", lambda m: tables.STYLES[generator.table](m[0]), html, flags=re.S)


def page(name, entry):
    generator = frames.GENERATORS[entry["make"]]
    lang = entry.setdefault("lang", "en")
    words = WORDS[lang]
    gold = (HERE / "pages" / f"{name}.md").read_text(encoding="utf-8")
    title, rest = re.match(r"# ([^\n]*)\n+(.*)", gold, re.S).groups()
    title = re.sub("</?p>", "", parser(generator).render(title)).strip()
    plain = re.sub("<[^>]*>", "", title)
    posts = [body_of(generator, post) for post in re.split(r"\n---\n", rest)]
    contents = "".join(f'<li><a href="#{slug(text)}">{text}</a></li>'
                       for text in re.findall(r"^##+ (.*)$", rest, re.M) if "$" not in text and "`" not in text)
    values = {
        "author": "Odile Marchand", "mail": "odile@example.org", **words, **entry, "dir": "rtl" if lang == "ar" else "ltr", "title": title, "plain": plain,
        "site": entry.get("site", "Millrace"), "contents": contents, "menu": items(words["menu"]),
        "titles": items(words["titles"], "/guide"), "tools": items(words["tools"], "/tools"),
    }
    if generator.post:
        values["body"] = "".join(
            generator.post.format(**values, post=post, n=n, what=generator.whats[n > 0], by=frames.PEOPLE[n % len(frames.PEOPLE)])
            for n, post in enumerate(posts))
    else:
        values["body"] = "<hr>\n".join(posts)
    return generator.frame.strip().format(**values) + "\n"


def main(*names):
    entries = tomllib.loads((HERE / "pages.toml").read_text(encoding="utf-8"))
    for name, entry in entries.items():
        if not names or name in names:
            (HERE / "pages" / f"{name}.html").write_text(page(name, entry), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
