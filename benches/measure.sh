#!/usr/bin/env bash
# Measures quality, memory and speed, and prints the tables of docs/src/benchmarks.md.
#
#   benches/measure.sh CORPORA_DIR          quality, memory, speed
#   benches/measure.sh CORPORA_DIR PART...  only these parts: quality, languages, memory, speed
#
# CORPORA_DIR has a folder for each corpus, with `html/ID.html.gz` and its gold standard
# `truth.jsonl` (see `trommel score --help`). Needs cargo, python3, and for the memory part GNU time
# (/usr/bin/time). TROMMEL names a command that is already built.
set -euo pipefail

if [ $# -lt 1 ] || [ ! -d "$1" ]; then
    echo "usage: benches/measure.sh CORPORA_DIR [quality|languages|memory|speed]..." >&2
    exit 2
fi
corpora=$(cd "$1" && pwd)
shift
[ $# -gt 0 ] || set -- quality memory speed
cd "$(dirname "$0")/.."

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# Builds the command, unless TROMMEL names one.
build() {
    if [ -z "${TROMMEL:-}" ]; then
        cargo build --profile dist --quiet -p trommel-cli
        TROMMEL=$(target_dir)/dist/trommel
    fi
}

target_dir() {
    cargo metadata --no-deps --format-version 1 | python3 -c 'import json, sys; print(json.load(sys.stdin)["target_directory"])'
}

machine() {
    local model
    model=$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo 2>/dev/null | head -1)
    echo "$(nproc 2>/dev/null || echo '?') x ${model:-unknown processor}, $(uname -s) $(uname -m), $(rustc --version)"
}

# --- quality: word-bag F1, mean over pages ---

# Prints a JSON object per method for the corpus $1. The other arguments are flags.
score() {
    local corpus=$1
    shift
    "$TROMMEL" score --json --gold "$corpora/$corpus/truth.jsonl" "$@" "$corpora/$corpus/html"
}

quality() {
    build
    local corpus truth
    for truth in "$corpora"/*/truth.jsonl; do
        corpus=$(basename "$(dirname "$truth")")
        [ -d "$corpora/$corpus/html" ] || continue
        # Four lines each: line-block, tag-ratio, auto; tag-ratio in one dimension; the literal
        # reading of the paper.
        {
            score "$corpus" -m line-block -m tag-ratio -m auto
            score "$corpus" -m tag-ratio --tag-ratio threshold
            score "$corpus" -m line-block --preset paper
        } >"$scratch/$corpus.score"
    done
    python3 - "$scratch" <<'PYTHON'
import json, pathlib, sys

names = ["line-block", "tag-ratio", "auto", "tag-ratio, one dimension", "line-block, preset paper"]
corpora = {}
for path in sorted(pathlib.Path(sys.argv[1]).glob("*.score")):
    corpora[path.stem] = [json.loads(line) for line in path.read_text().splitlines()]

print("Word-bag F1, mean over pages:\n")
print("| corpus | pages | " + " | ".join(names) + " |")
print("|---|---:|" + "---:|" * len(names))
for name, rows in sorted(corpora.items(), key=lambda item: -item[1][0]["pages"]):
    print(f"| {name} | {rows[0]['pages']} | " + " | ".join(f"{row['F']:.3f}" for row in rows) + " |")

print("\nPrecision / recall of words, and pages of which nothing was kept though there is something:\n")
print("| corpus | " + " | ".join(f"{name} | none" for name in names) + " |")
print("|---|" + "---:|---:|" * len(names))
for name, rows in sorted(corpora.items(), key=lambda item: -item[1][0]["pages"]):
    cells = [f"{row['P']:.3f} / {row['R']:.3f} | {row['empty']}" for row in rows]
    print(f"| {name} | " + " | ".join(cells) + " |")

for name, rows in corpora.items():
    types = sorted({kind for row in rows for kind in row.get("F_types", {})})
    if types:
        print(f"\nF1 on {name} by type of page:\n")
        print("| method | " + " | ".join(types) + " |")
        print("|---|" + "---:|" * len(types))
        for method, row in zip(names[:4], rows):
            print(f"| {method} | " + " | ".join(f"{row['F_types'][kind]:.3f}" for kind in types) + " |")
PYTHON
}

# --- languages: lines kept by language, of pages whose gold standard lists them ---

languages() {
    build
    score recipes >"$scratch/languages"
    python3 - "$scratch/languages" <<'PYTHON'
import json, pathlib, sys

languages = json.loads(pathlib.Path(sys.argv[1]).read_text())["languages"]
print("| language | pages | lines kept |")
print("|---|---:|---:|")
for language, row in sorted(languages.items(), key=lambda item: -item[1]["pages"]):
    if "sR" in row:
        print(f"| {language} | {row['pages']} | {row['sR']:.3f} |")
PYTHON
}

# --- memory: peak resident bytes of the command, on generated pages ---

# Writes a page of the kind $1 of $2 million bytes.
page() {
    python3 - "$1" "$2" <<'PYTHON'
import sys

kind, size = sys.argv[1], int(sys.argv[2]) * 1_000_000
words = "the tide turned at noon and the boats that had waited for it went out one after the other past the old light".split()
sentence = " ".join(words).capitalize() + ". "
item = "<div class=\"item wide\"><h2><a href=\"/notes/%d\">Note %d</a></h2>\n<p>" + sentence * 3 + "</p></div>\n"
begin, end, piece = {
    "paragraphs": ("", "", item),
    "one text without a tag": ("<p>", "", sentence),
    "one word": ("<p>", "", "tide"),
    "one attribute": ("<p title=\"", "\">" + sentence, sentence),
    "one comment": ("<!-- ", "-->" + sentence, sentence),
    "open divs": ("", sentence, "<div class=a>"),
    "short blocks": ("", "", "<p>a"),
    "one title": ("<title>", "</title><p>" + sentence, sentence),
}[kind]
out = sys.stdout.buffer
written = out.write(("<!DOCTYPE html><title>The tide</title>" * (kind != "one title") + begin).encode())
number = 0
while written < size:
    if "%" in piece:
        chunk = "".join(piece % (i, i) for i in range(number, number + 100))
        number += 100
    else:
        chunk = piece * (65536 // len(piece) + 1)
    written += out.write(chunk.encode())
out.write(end.encode())
PYTHON
}

# A table row: the command on standard input, a page of the kind $1 of $2 million bytes.
memory_row() {
    local resident seconds status=0
    page "$1" "$2" | /usr/bin/time -f '%M %U' -o "$scratch/time" "$TROMMEL" >"$scratch/out" || status=$?
    # Exit code 1 means that nothing was extracted, which is right for some pages.
    [ "$status" -le 1 ] || return "$status"
    read -r resident seconds < <(tail -1 "$scratch/time")
    echo "| $1 | $2 | $((resident / 1024)).$((resident % 1024 * 10 / 1024)) | $seconds | $(wc -c <"$scratch/out") |"
}

memory() {
    if ! /usr/bin/time -f %M true 2>/dev/null; then
        echo "GNU time is not installed (Debian: apt install time): memory is not measured" >&2
        return 0
    fi
    build
    echo "One page through standard input, \`--budget\` at its default of 4 MiB, text out:"
    echo
    echo "| page | MB | resident at most, MiB | user time, s | bytes out |"
    echo "|---|---:|---:|---:|---:|"
    local kind
    for kind in "paragraphs" "one text without a tag" "one word" "one attribute" "one comment" "one title" "open divs" "short blocks"; do
        memory_row "$kind" 200
    done
    memory_row "paragraphs" 1000
}

# --- speed: medians of the benchmark `throughput` ---

speed() {
    if [ -d "$corpora/wcxb/html" ]; then
        export TROMMEL_PAGES="$corpora/wcxb/html"
    fi
    local results
    results=$(target_dir)/criterion
    rm -rf "$results/pages" "$results"/small*
    cargo bench --quiet --bench throughput >"$scratch/bench" 2>&1 || { cat "$scratch/bench" >&2; return 1; }
    echo "One thread, pages in memory, one extractor for all ($(grep -m1 ' pages, ' "$scratch/bench")); medians of processor time:"
    echo
    python3 - "$results" <<'PYTHON'
import json, pathlib, sys

rows = []
for path in pathlib.Path(sys.argv[1]).glob("*/*/new/benchmark.json"):
    what = json.loads(path.read_text())
    if what["group_id"] != "pages" and not what["group_id"].startswith("small"):
        continue
    nanoseconds = json.loads((path.parent / "estimates.json").read_text())["median"]["point_estimate"]
    throughput = what["throughput"]
    order = path.parent.joinpath("estimates.json").stat().st_mtime
    if "Elements" in throughput:
        value = f"{throughput['Elements'] / nanoseconds * 1e9:,.0f} pages/s"
    else:
        value = f"{next(iter(throughput.values())) / nanoseconds * 1e3:,.0f} MB/s"
    name = what["function_id"] if what["group_id"] == "pages" else f"{what['group_id']}: {what['function_id']}"
    rows.append((order, name, value))
print("| | |\n|---|---:|")
for _, name, value in sorted(rows):
    print(f"| {name} | {value} |")
PYTHON
}

echo "Machine: $(machine)"
for part in "$@"; do
    echo
    case $part in
        quality | languages | memory | speed) "$part" ;;
        *) echo "unknown part: $part" >&2; exit 2 ;;
    esac
done
