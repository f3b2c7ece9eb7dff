"""Parts of pages and readers."""

from dataclasses import dataclass
from typing import Literal

__all__ = ["Block", "Cell", "Chunk", "Damage", "Fact", "Image", "Link", "Phrase", "Post", "RecordId", "Span"]


@dataclass(frozen=True, slots=True)
class Fact:
    """A feature that moves the score of a block, in logits. Positive moves towards content."""

    name: str
    value: float
    moved: float


@dataclass(frozen=True, slots=True)
class Phrase:
    """The words of a block with the greatest weight in the model's text table."""

    text: str
    """One or two words, among its first."""
    logits: float
    """Their weight; positive for words that are usual in content."""


@dataclass(frozen=True, slots=True)
class RecordId:
    """One of at least three siblings of one shape, such as a card, an item or a row."""

    group: int
    """Hash of its group: the same for the siblings."""
    element: int
    """Number of its element, which no other record of the page has."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a data table. A cell may have several blocks."""

    table: int
    """Number of the table on the page, from 1, modulo 256."""
    row: int
    """Row, from 1. The numbers of rows after 2047 wrap around to 1024."""
    column: int
    """Column in which it begins, from 1, at most 255."""
    colspan: int
    """Columns that it spans, at most 64."""
    rowspan: int
    """Rows that it spans, at most 64; also 64 if it spans all rows below it."""
    header: bool
    """Whether it is a header: ``th``."""


@dataclass(frozen=True, slots=True)
class Block:
    """A line-block: the text between two block-level tags, and why it was kept or dropped."""

    index: int
    """Number of the block on the page, from 0."""
    offset: int
    """Byte of the page at which its text begins; for other encodings, of the page as UTF-8."""
    tag: str
    """The innermost block-level element that contains it; empty if there is none."""
    path: str
    """Names of the innermost eight block-level elements that contain it, outermost first."""
    depth: int
    """Number of open elements that contain it."""
    chars: int
    """Characters, with white space folded."""
    words: int
    """Words; in scripts without spaces between words, characters."""
    tags: int
    """Tags inside it."""
    links: int
    """Links inside it."""
    ttr: float
    """Text-to-tag ratio: characters per tag."""
    attr: float
    """Anchor-text ratio, 0 to 1: share of the characters that are in links."""
    tkd: float
    """Title keyword density, 0 to below 1."""
    hidden: bool
    """Whether the page hides it."""
    score: float | None
    """Score of the learned method, in logits; None if another method decided."""
    facts: list[Fact] | None
    """With ``explain=True``, the features that move its score most, at most five."""
    phrase: Phrase | None
    """With ``explain=True``, its words with the greatest weight."""
    record: RecordId | None
    """The record that it is in."""
    verdict: Literal["kept", "dropped"]
    """Whether it is main content."""
    role: str
    """What it is (``"title"``, ...), or why it was dropped (``"navigation"``, ...)."""
    level: int | None
    """Level of a heading, 1 to 6."""
    list_depth: int
    """Lists that contain it."""
    quote_depth: int
    """Quotations that contain it."""
    cell: Cell | None
    """Its cell of a data table; None outside data tables."""
    text: str
    """Its text."""

    @property
    def kept(self) -> bool:
        """Whether it is main content."""
        return self.verdict == "kept"


@dataclass(frozen=True, slots=True)
class Image:
    """A content image."""

    src: str
    """URL of its file: absolute if the URL of the page is known, otherwise as in the page."""
    alt: str | None
    """Its alternative text."""
    caption: str | None
    """Its caption."""


@dataclass(frozen=True, slots=True)
class Link:
    """A link, in the main content or not."""

    url: str
    """Its target: absolute if the URL of the page is known, otherwise as in the page."""
    text: str | None
    """Its text."""
    rel: str | None
    """The value of ``rel``."""
    in_content: bool
    """Whether its text is main content; for a link without text, whether the next block is."""


@dataclass(frozen=True, slots=True)
class Post:
    """A post of a thread."""

    text: str
    """Its text, without the lines that name author and date."""
    author: str | None
    """Its author, as named on the page."""
    date: str | None
    """Its date, as ISO 8601 if it is unambiguous; otherwise as on the page."""
    offset: int
    """Byte of the page at which it begins, as ``Block.offset``."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """A chunk of the main content, for search and retrieval."""

    id: str
    """The page's id, its URL or ``page``, and ``#`` with the number of the chunk."""
    chunk: int
    """Number of the chunk on the page, from 0."""
    text: str
    """Its text. Each word of the main content is in one chunk, apart from overlap."""
    markdown: str
    """Its Markdown, with the header row or the lead-in that it repeats."""
    headings: list[str]
    """The headings above it, the highest first."""
    roles: list[str]
    """Roles of its blocks: names of ``Block.role``."""
    chars: int
    """Characters of its blocks."""
    words: int
    """Words; in scripts without spaces between words, characters."""
    tokens: int
    """Tokens: estimated, or the sum of ``count_tokens`` over its sentences."""
    offset: int
    """Byte of the page at which its first block begins, as ``Block.offset``."""
    end: int
    """Byte of the page at which its last block ends."""
    previous: str | None
    """Id of the chunk before it."""
    next: str | None
    """Id of the chunk after it."""


@dataclass(frozen=True, slots=True)
class Span:
    """A part of the text, and its source in the page."""

    start: int
    """Character of the text at which it begins."""
    end: int
    """Character after it."""
    page_start: int
    """Byte of the page at which it begins, as ``Block.offset``."""
    page_end: int
    """Byte of the page after it."""


@dataclass(frozen=True, slots=True)
class Damage:
    """A damaged place of a WARC file."""

    offset: int
    """Byte of the compressed file."""
    message: str
    """What was expected, and what was found."""
