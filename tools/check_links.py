#!/usr/bin/env python3
"""Checks that the relative links of all committed Markdown files lead somewhere: check_links.py"""
import pathlib
import re
import subprocess
import sys

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
    if wrong:
        sys.exit("\n".join(wrong))


if __name__ == "__main__":
    main()
