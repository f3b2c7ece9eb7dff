"""Options that all functions take, as types."""

from collections.abc import Callable, Iterable
from os import PathLike
from typing import Literal, Protocol, TypeAlias, TypedDict

__all__ = ["ArrowData", "BinaryFile", "Options"]


class BinaryFile(Protocol):
    """A file read in chunks: ``read(n)`` returns at most n bytes, and none at the end."""

    def read(self, size: int, /) -> bytes:
        """At most ``size`` bytes."""


class ArrowArray(Protocol):
    """An array, or a record batch, by the Arrow PyCapsule interface."""

    def __arrow_c_array__(
        self, requested_schema: object | None = None
    ) -> tuple[object, object]:
        """Capsules of the schema and of the array."""


class ArrowChunks(Protocol):
    """A stream of arrays, or of record batches, by the Arrow PyCapsule interface."""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """A capsule of the stream."""


ArrowData: TypeAlias = ArrowArray | ArrowChunks


class Options(TypedDict, total=False):
    """Keyword arguments of all functions that extract, named as the flags of the command.

    ``None`` is the same as a missing argument.
    """

    method: Literal["auto", "learned", "line-block", "tag-ratio", "words-leaves", "site"] | None
    """Extraction method. Default: auto."""
    format: Literal["text", "markdown", "html"] | None
    """Format of ``Page.text``. Default: text."""
    markdown: bool | None
    """Whether pages also have ``Page.markdown``. This needs a second extractor."""
    links: bool | None
    """Whether Markdown and HTML keep links."""
    formulas: Literal["code", "dollars"] | None
    """Notation for formulas: ``$`x^2`$``, or ``$x^2$`` and ``$$x^2$$``. Default: code."""
    images: bool | None
    """Whether pages have ``Page.images``, and Markdown and HTML keep content images. Tables have no
    column for the list."""
    link_list: bool | None
    """Whether pages have ``Page.links``. Tables have no column for them."""
    metadata: bool | None
    """Whether pages have ``Page.date_published`` and more metadata. Tables lack it."""
    posts: bool | None
    """Whether pages that are threads have ``Page.posts``. Tables have no column for them."""
    chunks: bool | int | str | None
    """Whether pages have ``Page.chunks``, and tables a column of them: ``True`` for 512 tokens, a
    number of tokens, or a size in characters such as ``"2000c"``. With the format text, this
    needs a second extractor."""
    chunk_overlap: int | None
    """Overlap with the next chunk, in the same unit. Default: 0."""
    count_tokens: Callable[[str], int] | None
    """Function that counts the tokens of a text. Default: an estimate."""
    spans: bool | None
    """Whether pages have ``Page.spans`` and ``Page.markdown_spans``. Tables have no columns for
    them."""
    comments: bool | None
    """Whether comments below the content are kept."""
    with_roles: str | Iterable[str] | None
    """Roles of blocks that are also kept: values of ``Block.role``."""
    without_roles: str | Iterable[str] | None
    """Roles of blocks that are dropped."""
    favor: Literal["precision", "balanced", "recall"] | None
    """How strict the learned method is. Default: balanced."""
    model: str | PathLike[str] | Iterable[str | PathLike[str]] | None
    """Files made by ``trommel train``: trees, a model of one site, or one of each."""
    site: str | PathLike[str] | None
    """A file of wrappers made by ``trommel site learn``."""
    budget: int | str | None
    """Bytes of memory for one page, as a number or a size such as ``"1MiB"``. Default: 4 MiB."""
    encoding: str | None
    """Encoding of the page, a label of the Encoding standard. Default: detected. Not for str."""
    select: str | Iterable[str] | None
    """CSS selectors of the elements to extract from."""
    drop: str | Iterable[str] | None
    """CSS selectors of the elements to leave out."""
    no_fallback: bool | None
    """Whether pages without visible text take none from JSON-LD, their app or description."""
    explain: bool | None
    """Whether blocks have ``facts`` and ``phrase``. This takes much longer."""
    preset: Literal["default", "paper"] | None
    """Thresholds of the line-block method. Default: default."""
    tag_ratio: Literal["clusters", "threshold"] | None
    """Form of the tag-ratio method. Default: clusters."""
    ratio: Literal["words-leaves", "chars-leaves", "words-nodes", "chars-nodes"] | None
    """Ratio of the words-leaves method. Default: words-leaves."""
    relevance: Literal["capped", "scaled", "literal"] | None
    """How the words-leaves method combines nodes. Default: capped."""
