"""Scores predictions by the reference scorer, with the two departures of `trommel score`.

    reference.py FOLDER_OF_SCORE_PY TRUTH.jsonl PRED.jsonl

A letter of Chinese, Japanese, Thai, Lao, Khmer or Burmese is a word of its own, and there are
scores by language. Prints one JSON object.
"""

import json
import re
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv[1])
import score  # noqa: E402

UNSPACED = (
    r"\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\ua9e0-\ua9ff\uaa60-\uaa7f"
    r"\u3005-\u3007\u3021-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
    r"\uff66-\uff9f\U0001b000-\U0001b16f\U00020000-\U0003ffff"
)
score.WORD = re.compile(rf"(?=[{UNSPACED}])\w|[^\W{UNSPACED}]+")

gold, predicted = score.load(sys.argv[2]), score.load(sys.argv[3])
figures = score.score(gold, predicted)
languages = {page.get("lang") or "-" for page in gold.values()}
if languages - {"-"}:
    figures["languages"] = {}
    for language in languages:
        pages = {k: page for k, page in gold.items() if (page.get("lang") or "-") == language}
        row = score.score(pages, predicted)
        figures["languages"][language] = {
            key: row[key] for key in ("pages", "P", "R", "F", "sP", "sR", "sF") if key in row
        }
print(json.dumps(figures, ensure_ascii=False))
