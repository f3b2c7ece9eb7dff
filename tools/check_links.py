#!/usr/bin/env python3
"""Checks that relative links lead somewhere: check_links.py [BOOK]

Those of all committed Markdown files, and of the pages of BOOK, a folder that mdBook wrote.
"""
import html.parser
import pathlib
import re
import subprocess
import sys
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parent.parent
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")


def prose(text):
    """The text without its code."""
    text = re.sub(r"^```.*?^```$", "", text, flags=re.M | re.S)
    return re.sub(r"`[^`\n]*`", "", text)


def anchors(path):
    """Anchors of the headings of a page, as GitHub and mdBook make them."""
    text = re.sub(r"^```.*?^```$", "", path.read_text(), flags=re.M | re.S)
    headings = re.findall(r"^#+ (.*)$", text, re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in headings}


class Page(html.parser.HTMLParser):
    """The links and ids of a page of the book."""

    def __init__(self, path):
        super().__init__()
        self.links, self.ids = [], set()
        self.feed(path.read_text())

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name == "id":
                self.ids.add(value)
            elif name in ("href", "src") and value and not re.match(r"[a-z]+:|//", value):
                self.links.append(value)


def check_book(book):
    """What is wrong with the links of a book, and how many there are."""
    pages = {path.resolve(): Page(path) for path in book.rglob("*.html") if path.name not in ("404.html", "print.html", "toc.html")}
    wrong, links = [], 0
    for path, page in pages.items():
        for link in page.links:
            links += 1
            name, _, anchor = urllib.parse.unquote(link).partition("#")
            target = (path.parent / name).resolve() if name else path
            if not target.exists():
                wrong.append(f"{path.name}: no file {link}")
            elif anchor and target in pages and anchor not in pages[target].ids:
                wrong.append(f"{path.name}: no heading {link}")
    print(f"{links} relative links of {len(pages)} pages of the book, {len(wrong)} broken")
    return wrong


def main():
    command = ["git", "ls-files", "-z", "*.md"]
    listed = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout
    # Pages and expected output of the corpora hold links of other sites.
    pages = [ROOT / name for name in listed.split("\0") if name and not name.startswith("corpora/")]
    pages = [page for page in pages if page.exists()]
    wrong, links = [], 0
    for page in pages:
        for link in LINK.findall(prose(page.read_text())):
            if re.match(r"[a-z]+:", link):
                continue
            links += 1
            path, _, anchor = link.partition("#")
            target = (page.parent / path).resolve() if path else page
            if not target.exists():
                wrong.append(f"{page.relative_to(ROOT)}: no file {link}")
            elif anchor and target.suffix == ".md" and anchor not in anchors(target):
                wrong.append(f"{page.relative_to(ROOT)}: no heading {link}")
    print(f"{links} relative links of {len(pages)} pages, {len(wrong)} broken")
    for book in sys.argv[1:]:
        wrong += check_book(pathlib.Path(book))
    if wrong:
        sys.exit("\n".join(wrong))


if __name__ == "__main__":
    main()
