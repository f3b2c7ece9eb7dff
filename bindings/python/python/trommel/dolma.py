"""dolma: the linearizer ``trommel``.

Import this module before ``dolma warc`` runs: the import registers the name.
"""

from __future__ import annotations

from dolma.warc.linearizers import BaseLinearizer, LinearizerRegistry

from trommel._trommel import Extractor

__all__ = ["TrommelLinearizer"]


@LinearizerRegistry.add("trommel")
class TrommelLinearizer(BaseLinearizer):
    """Main content as text.

    dolma decodes pages by the HTTP header or a guess, and ignores encodings declared by pages.
    """

    def __init__(self) -> None:
        self._extractor = Extractor()

    def linearize(self, content: str | bytes) -> str:
        """Main content as text; may be empty."""
        return self._extractor.extract(content).text.rstrip("\n")
