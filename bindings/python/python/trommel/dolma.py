"""dolma: the linearizer ``trommel``.

Import this module before ``dolma warc`` runs: the import enters the name into dolma's registry.
"""

from __future__ import annotations

from dolma.warc.linearizers import BaseLinearizer, LinearizerRegistry

from trommel._trommel import Extractor

__all__ = ["TrommelLinearizer"]


@LinearizerRegistry.add("trommel")
class TrommelLinearizer(BaseLinearizer):
    """Main content as text.

    dolma decodes pages before: by the HTTP head, else by its guess. What pages declare is not read.
    """

    def __init__(self) -> None:
        self._extractor = Extractor()

    def linearize(self, content: str | bytes) -> str:
        """Text of main content, empty where a page has none."""
        return self._extractor.extract(content).text.rstrip("\n")
