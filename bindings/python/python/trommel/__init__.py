"""Main content of HTML: one streaming pass, within a memory budget.

>>> import trommel >>> page = trommel.extract("<title>Rain</title><ul><li><a
href=/>Home</a></ul><p>It rained.<p>Then the sun came out.") >>> page.title 'Rain' >>>
print(page.text, end="") It rained. <BLANKLINE> Then the sun came out.
"""

from trommel._errors import (
    BudgetError,
    DamageWarning,
    EncodingError,
    Error,
    InternalError,
    ModelError,
    OutOfMemoryError,
    ReadError,
    SettingError,
    SiteError,
)
from trommel._options import Options
from trommel._trommel import (
    ArrowStream,
    Extractor,
    Page,
    PageIterator,
    WarcReader,
    __version__,
    extract,
    extract_arrow,
    extract_many,
    read_warc,
)
from trommel._types import Block, Cell, Chunk, Damage, Fact, Image, Link, Phrase, Post, RecordId, Span

__all__ = [
    "ArrowStream",
    "Block",
    "BudgetError",
    "Cell",
    "Chunk",
    "Damage",
    "DamageWarning",
    "EncodingError",
    "Error",
    "Extractor",
    "Fact",
    "Image",
    "InternalError",
    "Link",
    "ModelError",
    "Options",
    "OutOfMemoryError",
    "Page",
    "PageIterator",
    "Phrase",
    "Post",
    "ReadError",
    "RecordId",
    "SettingError",
    "SiteError",
    "Span",
    "WarcReader",
    "__version__",
    "extract",
    "extract_arrow",
    "extract_many",
    "read_warc",
]
