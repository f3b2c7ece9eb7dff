#!/usr/bin/env python3
"""trommel as an extractor of the public benchmark WebMainBench:

    pip install trommel-html webmainbench openai
    adapter.py DATASET.jsonl

prints the mean of each metric. `import webmainbench` also needs torch, trafilatura, resiliparse and
magic_html for its other extractors, without declaring them. If one is missing, this module leaves
these extractors out, so import it before the benchmark. `ExtractorFactory.create("trommel")` then
gives the extractor. `config` holds options of `trommel.Extractor`, such as `{"favor": "recall"}`.
The benchmark compares Markdown with formulas between dollars.
test_adapter.py checks this module.
"""
import importlib
import importlib.util
import pathlib
import sys
import types

import trommel


def import_without_other_extractors():
    """Imports the package without its `__init__` and that of its extractors."""
    folder = pathlib.Path(importlib.util.find_spec("webmainbench").origin).parent
    for name, path in (("webmainbench", folder), ("webmainbench.extractors", folder / "extractors")):
        sys.modules[name] = types.ModuleType(name)
        sys.modules[name].__path__ = [str(path)]
    package = sys.modules["webmainbench.extractors"]
    sys.modules["webmainbench"].extractors = package
    for part in ("base", "factory"):
        vars(package).update(vars(importlib.import_module(f"webmainbench.extractors.{part}")))


try:
    import webmainbench  # noqa: F401
except ImportError:
    for name in [name for name in sys.modules if name.split(".")[0] == "webmainbench"]:
        del sys.modules[name]
    import_without_other_extractors()

from webmainbench.extractors.base import BaseExtractor, ExtractionResult  # noqa: E402
from webmainbench.extractors.factory import extractor  # noqa: E402


@extractor("trommel")
class TrommelExtractor(BaseExtractor):
    """Main content as Markdown."""

    version = trommel.__version__
    description = "Streaming extraction of main content, without a DOM"

    def _setup(self):
        self.extractor = trommel.Extractor(**{"format": "markdown", "formulas": "dollars", **self.config})

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


def evaluate(dataset, config=None):
    """The mean of each metric over a data set in the benchmark's format."""
    from webmainbench.config import LLM_CONFIG
    from webmainbench.data.loader import DataLoader

    # Otherwise the evaluation ends without a key for a model.
    LLM_CONFIG["use_llm"] = False
    from webmainbench.evaluator.evaluator import Evaluator

    return Evaluator().evaluate(DataLoader.load_jsonl(dataset), "trommel", config).overall_metrics


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    for metric, mean in sorted(evaluate(sys.argv[1]).items()):
        print(f"{metric}: {mean:.4f}")
