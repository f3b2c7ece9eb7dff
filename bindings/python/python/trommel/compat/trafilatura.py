"""``extract`` and ``bare_extraction`` of trafilatura 2.3, by trommel."""

from dataclasses import asdict, dataclass
from typing import Any, Literal

import trommel
from trommel.compat._unsupported import refuse, renamed

__all__ = ["Document", "bare_extraction", "extract"]


@dataclass(slots=True)
class Document:
    """The result of ``bare_extraction``. Unknown fields are None."""

    title: str | None = None
    author: str | None = None
    url: str | None = None
    hostname: str | None = None
    description: str | None = None
    sitename: str | None = None
    date: str | None = None
    categories: list[str] | None = None
    tags: list[str] | None = None
    fingerprint: str | None = None
    id: str | None = None
    license: str | None = None
    body: Any = None
    comments: str | None = None
    commentsbody: Any = None
    raw_text: str | None = None
    text: str | None = None
    language: str | None = None
    image: str | None = None
    pagetype: str | None = None
    filedate: str | None = None

    def as_dict(self) -> dict[str, Any]:
        """The fields as a dict."""
        return asdict(self)


# Unsupported options, and their defaults.
_UNSUPPORTED: dict[str, object] = {
    "target_language": None,
    "deduplicate": False,
    "date_extraction_params": None,
    "max_tree_size": None,
    "url_blacklist": None,
    "author_blacklist": None,
    "prune_xpath": None,
    "config": None,
    "options": None,
}
_UNSUPPORTED_IN_EXTRACT: dict[str, object] = {
    "record_id": None,
    "tei_validation": False,
    "settingsfile": None,
}


def extract(
    filecontent: Any,
    url: str | None = None,
    record_id: str | None = None,
    fast: bool = False,
    no_fallback: bool = False,
    favor_precision: bool = False,
    favor_recall: bool = False,
    include_comments: bool = True,
    output_format: str = "txt",
    tei_validation: bool = False,
    target_language: str | None = None,
    include_tables: bool = True,
    include_images: bool = False,
    include_formatting: bool | None = None,
    include_links: bool = False,
    deduplicate: Any = False,
    date_extraction_params: dict[str, Any] | None = None,
    with_metadata: bool = False,
    only_with_metadata: bool = False,
    max_tree_size: int | None = None,
    url_blacklist: set[str] | None = None,
    author_blacklist: set[str] | None = None,
    settingsfile: str | None = None,
    prune_xpath: str | list[str] | None = None,
    config: Any = None,
    options: Any = None,
) -> str | None:
    """Main content of a page as text, Markdown or HTML; None if there is none.

    ``filecontent`` is bytes, str, a response with bytes in ``data``, or None, which gives None.
    ``output_format`` is "txt", "markdown" or "html". ``fast`` and ``no_fallback`` have no effect:
    there is no second extractor. ``include_tables=False`` drops all tables. ``only_with_metadata``
    gives None for a page without title, date or URL.

    Raises NotImplementedError for unsupported options.
    """
    given = locals()
    refuse("extract", given, _UNSUPPORTED_IN_EXTRACT | _UNSUPPORTED)
    refuse("extract", given, {"with_metadata": False}, "use bare_extraction")
    page = _page(
        "extract",
        filecontent,
        url=url,
        favor_precision=favor_precision,
        favor_recall=favor_recall,
        include_comments=include_comments,
        output_format=output_format,
        include_tables=include_tables,
        include_formatting=include_formatting,
        include_links=include_links,
        include_images=include_images,
        metadata=False,
        only_with_metadata=only_with_metadata,
    )
    return None if page is None else page.text.rstrip("\n")


def bare_extraction(
    filecontent: Any,
    url: str | None = None,
    fast: bool = False,
    no_fallback: bool = False,
    favor_precision: bool = False,
    favor_recall: bool = False,
    include_comments: bool = True,
    output_format: str = "python",
    target_language: str | None = None,
    include_tables: bool = True,
    include_images: bool = False,
    include_formatting: bool | None = None,
    include_links: bool = False,
    deduplicate: Any = False,
    date_extraction_params: dict[str, Any] | None = None,
    with_metadata: bool = False,
    only_with_metadata: bool = False,
    max_tree_size: int | None = None,
    url_blacklist: set[str] | None = None,
    author_blacklist: set[str] | None = None,
    as_dict: bool = False,
    prune_xpath: str | list[str] | None = None,
    config: Any = None,
    options: Any = None,
) -> Document | dict[str, Any] | None:
    """Main content of a page, and with ``with_metadata`` its metadata.

    As ``extract``; "python" is the same as "txt". ``date`` is as written on the page. ``body``,
    ``commentsbody`` and other unknown fields are None.

    Raises NotImplementedError for unsupported options.
    """
    refuse("bare_extraction", locals(), _UNSUPPORTED)
    page = _page(
        "bare_extraction",
        filecontent,
        url=url,
        favor_precision=favor_precision,
        favor_recall=favor_recall,
        include_comments=include_comments,
        output_format="txt" if output_format == "python" else output_format,
        include_tables=include_tables,
        include_formatting=include_formatting,
        include_links=include_links,
        include_images=include_images,
        metadata=with_metadata or only_with_metadata,
        only_with_metadata=only_with_metadata,
    )
    if page is None:
        return None
    text = page.text.rstrip("\n")
    document = Document(text=text, raw_text=text)
    if with_metadata or only_with_metadata:
        document.title, document.author, document.date = page.title, page.author, page.date
        document.url, document.language = page.url, page.language or page.lang_detected
        document.fingerprint = page.fingerprint
        document.hostname, document.sitename = page.hostname, page.site_name
        document.description, document.image = page.description, page.image
        document.categories, document.tags = page.categories, page.tags
        document.license, document.pagetype = page.license, page.og_type
    return document.as_dict() if as_dict else document


_FORMATS: dict[str, Literal["text", "markdown", "html"]] = {
    "txt": "text",
    "markdown": "markdown",
    "html": "html",
}


def _page(
    function: str,
    filecontent: Any,
    *,
    url: str | None,
    favor_precision: bool,
    favor_recall: bool,
    include_comments: bool,
    output_format: str,
    include_tables: bool,
    include_formatting: bool | None,
    include_links: bool,
    include_images: bool,
    metadata: bool,
    only_with_metadata: bool,
) -> trommel.Page | None:
    """The page, if it has main content and the fields of ``only_with_metadata``."""
    if output_format not in _FORMATS:
        raise NotImplementedError(
            f"{function}: trommel has no equal of output_format={output_format!r}; "
            "it writes 'txt', 'markdown' and 'html', and trommel.extract(...).to_json()"
        )
    is_text = output_format == "txt"
    if is_text:
        refuse(
            function,
            locals(),
            {"include_links": False, "include_images": False},
            "set output_format='markdown' or 'html'",
        )
    # Markdown and HTML always have formatting, plain text never.
    if include_formatting is not None and bool(include_formatting) == is_text:
        other = "'markdown' or 'html'" if is_text else "'txt'"
        refuse(function, locals(), {"include_formatting": None}, f"set output_format={other}")
    if filecontent is None:
        return None
    html = filecontent
    if not isinstance(html, (bytes, str)):
        html = getattr(filecontent, "data", filecontent)
    with renamed("html", "filecontent"):
        page = trommel.extract(
            html,
            url=url or None,
            format=_FORMATS[output_format],
            links=include_links,
            images=include_images,
            metadata=metadata,
            comments=include_comments,
            favor="recall" if favor_recall else "precision" if favor_precision else None,
            drop=None if include_tables else "table",
        )
    if not page.text:
        return None
    if only_with_metadata and not (page.title and page.date and page.url):
        return None
    return page
