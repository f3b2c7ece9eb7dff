#!/usr/bin/env python3
"""Tests that results do not depend on the script: F1 of the pages of a corpus, and of the same pages
with their words in other scripts.

    benches/scripts.py TROMMEL CORPUS_DIR [STEP]

TROMMEL is the command. CORPUS_DIR holds `html/ID.html.gz` and `truth.jsonl`, as for `trommel score`.
Every STEP-th page is read (9).

Each word is replaced by letters of another script. Its hash determines them, and their number is
typical for a word of that script. Markup, names of elements, scripts and code stay unchanged. So only
the script differs, and the same line-blocks should be kept. The original words of the kept
line-blocks are scored against the gold text.
"""
import argparse
import collections
import gzip
import hashlib
import json
import pathlib
import re
import subprocess

HAN = "的一是不了在人有我他这中大来上国个到说们为子和你地出道也时年得就那要下以生会自着去之过家学对可她里后小么心多天而能好都然没日"
KANA = "あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわをん"
ARABIC = "ابتثجحخدذرزسشصضطظعغفقكلمنهوي"
THAI = "กขคงจชซญดตถทนบปผพฟมยรลวสหอ", "ะาิีึืุูเแโไ"
HANGUL = [chr(0xAC00 + number) for number in range(11172)]
WORD = re.compile(r"(&#?\w+;?|[A-Za-z]+(?:['’][a-z]+)?)")
MARKUP = re.compile(
    r"(<!--.*?-->|<(?:script|style|textarea|svg|code|pre)\b.*?</(?:script|style|textarea|svg|code|pre)\s*>|<[a-zA-Z/!?][^>]*>)",
    re.S | re.I,
)
META = re.compile(r'(<meta\b[^>]*(?:title|description)["\'][^>]*content=")([^"]*)(")', re.I)


def letters(word, count, *alphabets):
    """This number of letters, of each alphabet in turn."""
    number, out = int(hashlib.sha256(word.lower().encode()).hexdigest(), 16), ""
    for place in range(max(1, round(count))):
        alphabet = alphabets[place % len(alphabets)]
        out += alphabet[number % len(alphabet)]
        number //= len(alphabet)
    return out


# The letters of a word in each script, and whether the script has spaces between words.
SCRIPTS = {
    "lower case": (str.lower, True),
    "Arabic": (lambda word: letters(word, len(word), ARABIC), True),
    "Hangul": (lambda word: letters(word, len(word) / 2.5, HANGUL), True),
    "Han": (lambda word: letters(word, len(word) / 3, HAN), False),
    "kana": (lambda word: letters(word, len(word) / 2.2, KANA, KANA, KANA, HAN), False),
    "Thai": (lambda word: letters(word, len(word), *THAI), False),
}
STOPS = {"Han": "，。", "kana": "、。", "Thai": "  "}


def put(text, script):
    """A text without tags in another script."""
    write, has_spaces = SCRIPTS[script]
    parts = WORD.split(text)
    text = "".join(p if at % 2 == 0 or p[0] == "&" else f"\x01{write(re.sub('[^A-Za-z]', '', p))}\x02" for at, p in enumerate(parts))
    if not has_spaces:
        comma, stop = STOPS[script]
        text = re.sub("\x02\\s+\x01", "", text)
        text = re.sub("\x02, ?", comma, text)
        text = re.sub("\x02\\. ?(?=[\x01\\s]|$)", stop, text)
    return text.replace("\x01", "").replace("\x02", "")


def page_in(html, script):
    """A page in another script."""
    parts = MARKUP.split(html)
    for at, part in enumerate(parts):
        if at % 2 == 0:
            parts[at] = put(part, script)
        elif part[:5].lower() == "<meta":
            parts[at] = META.sub(lambda found: found[1] + put(found[2], script) + found[3], part)
    return re.sub(r'(<html[^>]*?)\slang=["\']?[\w-]+["\']?', r"\1", "".join(parts), flags=re.I)


def blocks(trommel, html):
    out = subprocess.run([trommel, "blocks"], input=html.encode(), capture_output=True).stdout.decode()
    return [json.loads(line) for line in out.split("\n") if line]


def score(kept, gold):
    """Precision, recall and F1 of the words that are kept."""
    words = [collections.Counter(re.findall(r"\w+", text)) for text in (" ".join(kept), gold)]
    same = sum((words[0] & words[1]).values())
    precision, recall = (same / max(1, sum(bag.values())) for bag in words)
    return precision, recall, 2 * precision * recall / max(1e-9, precision + recall)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("trommel")
    parser.add_argument("corpus", type=pathlib.Path)
    parser.add_argument("step", type=int, nargs="?", default=9)
    options = parser.parse_args()
    scores = collections.defaultdict(list)
    for line in (options.corpus / "truth.jsonl").open().readlines()[:: options.step]:
        truth = json.loads(line)
        html = gzip.open(options.corpus / "html" / f"{truth['id']}.html.gz").read().decode("utf-8", "replace")
        gold, whole = truth.get("text") or "", blocks(options.trommel, html)
        for script in [None, *SCRIPTS]:
            found = whole if script is None else blocks(options.trommel, page_in(html, script))
            # Pages with different line-blocks cannot be compared.
            if whole and len(found) == len(whole):
                kept = [block["text"] for block, other in zip(whole, found) if other["verdict"] == "kept"]
                scores[script or "as it is"].append(score(kept, gold))
    print("| script | pages | precision | recall | F1 |\n|---|---:|---:|---:|---:|")
    for script, of_pages in scores.items():
        means = (sum(values) / len(of_pages) for values in zip(*of_pages))
        print(f"| {script} | {len(of_pages)} | " + " | ".join(f"{mean:.4f}" for mean in means) + " |")


main()
