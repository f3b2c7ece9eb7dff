"""``extract_plain_text`` of resiliparse 2.0 (``resiliparse.extract.html2text``), by trommel."""

from collections.abc import Iterable
from typing import Literal

import trommel
from trommel.compat._unsupported import refuse, renamed

__all__ = ["extract_plain_text"]


def extract_plain_text(
    html: str,
    preserve_formatting: bool | Literal["minimal_html"] = True,
    main_content: bool = False,
    list_bullets: bool = True,
    alt_texts: bool = True,
    links: bool = False,
    form_fields: bool = False,
    noscript: bool = False,
    comments: bool = True,
    post_meta: bool = True,
    hidden_elements: bool = False,
    skip_elements: Iterable[str] | None = None,
) -> str:
    """Main content of a page as plain text.

    ``main_content`` must be True: trommel does not extract the text of whole pages. ``comments``
    keeps comments of readers, ``skip_elements`` are CSS selectors. ``preserve_formatting=False``
    gives one line, ``"minimal_html"`` HTML. ``list_bullets`` and ``alt_texts`` have no effect: text
    has neither.

    Raises NotImplementedError for unsupported options, TypeError for anything but str.
    """
    if not isinstance(html, str):
        raise TypeError(f"html: expected str, found {type(html).__name__}")
    if not main_content:
        raise NotImplementedError(
            "extract_plain_text: trommel has no equal of main_content=False; set it to True"
        )
    refuse(
        "extract_plain_text",
        locals(),
        {
            "links": False,
            "form_fields": False,
            "noscript": False,
            "post_meta": True,
            "hidden_elements": False,
        },
    )
    with renamed("drop", "skip_elements"):
        page = trommel.extract(
            html,
            format="html" if preserve_formatting == "minimal_html" else "text",
            comments=comments,
            drop=None if skip_elements is None else list(skip_elements),
        )
    if not preserve_formatting:
        return " ".join(page.text.split())
    return page.text.rstrip("\n")
