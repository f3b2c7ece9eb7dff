"""Main content out of HTML: streaming, one pass, within a stated memory budget.

>>> import trommel
>>> page = trommel.extract(b"<title>Rain</title><a href=/>Home</a><p>It rained for three days.")
>>> page.title, page.text
('Rain', 'It rained for three days.\\n')
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
    Extractor,
    Page,
    PageIterator,
    WarcReader,
    __version__,
    extract,
    extract_many,
    read_warc,
)
from trommel._types import Block, Damage, Fact

__all__ = [
    "Block",
    "BudgetError",
    "Damage",
    "DamageWarning",
    "EncodingError",
    "Error",
    "Extractor",
    "Fact",
    "InternalError",
    "ModelError",
    "Options",
    "OutOfMemoryError",
    "Page",
    "PageIterator",
    "ReadError",
    "SettingError",
    "SiteError",
    "WarcReader",
    "__version__",
    "extract",
    "extract_many",
    "read_warc",
]
