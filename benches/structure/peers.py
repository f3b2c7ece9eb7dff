"""Extractors in Python, for run.py: `peers.py NAME PAGE...` writes a JSON list of Markdown."""
import json
import logging
import sys


def extractor(name):
    """The extractor `name`: HTML to Markdown, or to what it has that is nearest."""
    if name == "trafilatura":
        from trafilatura import extract
        return lambda html: extract(html, output_format="markdown", include_comments=False)
    if name == "resiliparse":
        from resiliparse.extract.html2text import extract_plain_text
        # It has no Markdown. The HTML of its structure becomes Markdown.
        from markdownify import markdownify
        return lambda html: markdownify(
            extract_plain_text(html, main_content=True, preserve_formatting="minimal_html", comments=False),
            heading_style="ATX")
    if name == "html2text":
        from html2text import HTML2Text
        converter = HTML2Text(bodywidth=0)
        converter.ignore_links = converter.ignore_images = True
        return converter.handle
    if name == "markdownify":
        from markdownify import markdownify
        return lambda html: markdownify(html, heading_style="ATX", strip=["a", "img"])
    sys.exit(f"expected the name of an extractor, found {name!r}")


def main(name, *paths):
    logging.disable(logging.CRITICAL)
    extract, results = extractor(name), []
    for path in paths:
        with open(path, encoding="utf-8") as file:
            html = file.read()
        try:
            results.append(extract(html) or "")
        except Exception:  # whatever it does not like in a page
            results.append("")
    json.dump(results, sys.stdout)


if __name__ == "__main__":
    main(*sys.argv[1:])
