"""Generators: the markup of their parts and the frame of their pages."""
from dataclasses import dataclass

import docs
import papers
import posts
import wikis


@dataclass
class Generator:
    frame: str
    # Names of styles in highlight.py, formula.py and tables.py.
    code: str = "plain"
    math: str = "raw"
    table: str = "plain"
    # With n, id, text, and text as `number` and `rest`.
    heading: str = '<h{n} id="{id}">{text}</h{n}>'
    display: str = "<p>%s</p>"
    # One of several posts, with `post`, `n`, `by`, and `what` of `whats`: of the first and of the
    # others.
    post: str = ""
    whats: tuple = ("", "")


PEOPLE = ["tarn_07", "Odile M.", "gravelpath", "heron-watcher", "Piet van Loo", "m0ss"]
GENERATORS = {name: Generator(**parts) for module in (docs, papers, wikis, posts) for name, parts in module.PARTS.items()}
