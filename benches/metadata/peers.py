"""Metadata by extractors in Python, for run.py: `peers.py NAME PAGE...` writes a JSON list of
fields."""
import gzip
import json
import logging
import sys


def extractor(name):
    """The extractor `name`: bytes of HTML to title, author and date."""
    if name == "trafilatura":
        from trafilatura import extract_metadata

        def fields(html):
            said = extract_metadata(html)
            return {"title": said.title, "author": said.author, "date": said.date}
    elif name == "newspaper4k":
        from newspaper import Article

        def fields(html):
            article = Article("https://example.org/page")
            article.download(input_html=html.decode("utf-8", "replace"))
            article.parse()
            date = article.publish_date
            return {
                "title": article.title,
                "author": ", ".join(article.authors),
                "date": date.isoformat() if hasattr(date, "isoformat") else date,
            }
    else:
        sys.exit(f"expected the name of an extractor, found {name!r}")
    return fields


def main(name, *paths):
    logging.disable(logging.CRITICAL)
    fields, results = extractor(name), []
    for path in paths:
        with gzip.open(path) as file:
            html = file.read()
        try:
            results.append(fields(html))
        except Exception:  # whatever it does not like in a page
            results.append({})
    json.dump(results, sys.stdout)


if __name__ == "__main__":
    main(*sys.argv[1:])
