"""trommel as an extractor of the public benchmark WebMainBench.

Import it before an evaluation; `ExtractorFactory.create("trommel")` then gives it. `config` holds options of
`trommel.Extractor`, such as `{"favor": "recall"}`. The benchmark compares Markdown. Needs the Python packages trommel
and webmainbench; test_adapter.py checks it.
"""
import trommel
from webmainbench.extractors.base import BaseExtractor, ExtractionResult
from webmainbench.extractors.factory import extractor


@extractor("trommel")
class TrommelExtractor(BaseExtractor):
    """Main content as Markdown."""

    version = trommel.__version__
    description = "Streaming extraction of main content, without a DOM"

    def _setup(self):
        self.extractor = trommel.Extractor(**{"format": "markdown", **self.config})

    def _extract_content(self, html, url=None):
        page = self.extractor.extract(html, url=url)
        return ExtractionResult(
            content=page.text,
            version=self.version,
            title=page.title,
            author=page.author,
            publish_date=page.date,
            language=page.language,
            confidence_score=page.confidence,
            success=True,
        )
