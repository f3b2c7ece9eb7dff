"""Runs one Python extractor for run.py, with the protocol of src/main.rs: `peer.py NAME`."""
import gzip
import json
import logging
import sys
import time
import warnings

warnings.filterwarnings("ignore")
logging.disable(logging.CRITICAL)


def decode(page):
    """A page as text, for extractors that take text."""
    from resiliparse.parse.encoding import bytes_to_str, detect_encoding
    return bytes_to_str(page, encoding=detect_encoding(page) or "utf-8", fallback_encodings=["utf-8", "cp1252"])


def extractor(name):
    """The extractor `name`: bytes to text. Default settings, but no comments, as the others."""
    if name in ("trafilatura", "trafilatura fast"):
        from trafilatura import extract
        return lambda page: extract(page, include_comments=False, fast=name.endswith("fast"))
    if name == "resiliparse":
        from resiliparse.extract.html2text import extract_plain_text
        return lambda page: extract_plain_text(decode(page), main_content=True, alt_texts=False, comments=False)
    if name == "turbohtml":
        import turbohtml
        # It detects the encoding of bytes.
        return lambda page: turbohtml.parse(page).main_text()
    if name == "readability-lxml":
        import lxml.html
        from readability import Document
        return lambda page: lxml.html.fromstring(Document(decode(page)).summary()).text_content()
    sys.exit(f"expected the name of an extractor, found {name!r}")


def main(name):
    extract = extractor(name)
    for line in sys.stdin:
        asked = json.loads(line)
        pages = []
        for path in asked["paths"]:
            with (gzip.open if path.endswith(".gz") else open)(path, "rb") as file:
                pages.append(file.read())
        seconds, texts, errors = [], [], 0
        for page in pages:
            begun = time.process_time()
            try:
                text = extract(page) or ""
            except Exception:  # whatever it does not like in a page
                text, errors = "", errors + 1
            seconds.append(time.process_time() - begun)
            texts.append(text)
        print(json.dumps({"seconds": seconds, "errors": errors, "texts": texts if asked["text"] else []}), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
