#!/usr/bin/env bash
# Measures `trommel batch` on files of records, and prints it as Markdown.
#
#   benches/crawl.sh CORPORA_DIR            all parts
#   benches/crawl.sh CORPORA_DIR PART...    only these parts: speed parts memory peer repeats
#
# CORPORA_DIR/wcxb/html holds the pages. Needs cargo, python3, gzip, zstd and GNU time
# (/usr/bin/time). `peer` needs a Python with the packages fastwarc and resiliparse from PyPI, named
# by TROMMEL_PYTHON. TROMMEL names a command that is already built. The machine should be quiet: two
# workers are compared with one by wall-clock time.
set -euo pipefail

if [ $# -lt 1 ] || [ ! -d "$1/wcxb/html" ]; then
    echo "usage: benches/crawl.sh CORPORA_DIR [speed|parts|memory|peer|repeats]..." >&2
    exit 2
fi
pages=$(cd "$1" && pwd)/wcxb/html
shift
[ $# -gt 0 ] || set -- speed parts memory peer repeats
cd "$(dirname "$0")/.."
runs=${RUNS:-5}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

if [ -z "${TROMMEL:-}" ]; then
    cargo build --profile dist --quiet -p trommel-cli
    target=$(cargo metadata --no-deps --format-version 1 | python3 -c 'import json, sys; print(json.load(sys.stdin)["target_directory"])')
    TROMMEL=$target/dist/trommel
fi

# Appends "user elapsed resident-KiB" of a command to $1.
measure() {
    local into=$1
    shift
    /usr/bin/time -f '%U %e %M' -o "$scratch/time" "$@" >/dev/null 2>&1
    tail -1 "$scratch/time" >>"$into"
}

# Median of column $2 of file $1.
median() {
    awk -v column="$2" '{print $column}' "$1" | sort -n | awk '{all[NR] = $1} END {print all[int((NR + 1) / 2)]}'
}

files() {
    [ -f "$scratch/crawl.warc.gz" ] && return
    python3 benches/make_warc.py "$pages" "$scratch/crawl.warc.gz" >&2
    "${TROMMEL_PYTHON:-python3}" benches/make_warc.py "$pages" "$scratch/crawl.warc.zst" >&2
}

speed() {
    files
    local run kind jobs
    # Interleaved, so that other load on the machine affects all runs.
    for run in $(seq "$runs"); do
        measure "$scratch/gzip" gzip -dc "$scratch/crawl.warc.gz"
        for kind in gz zst; do
            for jobs in 1 2; do
                measure "$scratch/$kind-$jobs" "$TROMMEL" batch "$scratch/crawl.warc.$kind" -o "$scratch/out.jsonl" --jobs "$jobs" --progress never
            done
        done
    done
    echo "Medians of $runs interleaved runs, $(zcat "$scratch/crawl.warc.gz" | wc -c) bytes uncompressed:"
    echo
    echo "| | user time, s | time, s | user time / gzip -dc | speed / one worker |"
    echo "|---|---:|---:|---:|---:|"
    local base one name
    base=$(median "$scratch/gzip" 1)
    echo "| gzip -dc | $base | $(median "$scratch/gzip" 2) | 1.00 | |"
    for kind in gz zst; do
        one=$(median "$scratch/$kind-1" 2)
        for jobs in 1 2; do
            name=$scratch/$kind-$jobs
            awk -v kind=$kind -v jobs=$jobs -v user="$(median "$name" 1)" -v time="$(median "$name" 2)" -v base="$base" -v one="$one" \
                'BEGIN {printf "| .warc.%s, --jobs %d | %s | %s | %.2f | %.2f |\n", kind, jobs, user, time, user / base, one / time}'
        done
    done
}

# Two processes that read a half of one file each, next to one that reads all of it.
parts() {
    files
    local run batch="\"$TROMMEL\" batch \"$scratch/crawl.warc.gz\" --jobs 1 --progress never"
    for run in $(seq "$runs"); do
        measure "$scratch/whole" bash -c "$batch -o \"$scratch/whole.jsonl\""
        measure "$scratch/halves" bash -c "$batch --part 1/2 -o \"$scratch/1.jsonl\" & $batch --part 2/2 -o \"$scratch/2.jsonl\" & wait"
    done
    [ "$(cat "$scratch"/[12].jsonl | wc -l)" = "$(wc -l <"$scratch/whole.jsonl")" ] || { echo "the parts have other pages" >&2; exit 1; }
    awk -v one="$(median "$scratch/whole" 2)" -v two="$(median "$scratch/halves" 2)" \
        'BEGIN {printf "one process: %s s; two, with a part each: %s s; ratio %.2f\n", one, two, one / two}'
}

memory() {
    files
    local repeat=5 all small
    python3 benches/make_warc.py "$pages" "$scratch/small.warc.gz" --pages 215 >&2
    echo "| input, MB uncompressed | jobs | resident at most, MiB |"
    echo "|---:|---:|---:|"
    for ((all = 1; all < repeat; all++)); do cat "$scratch/crawl.warc.gz"; done >"$scratch/large.warc.gz"
    cat "$scratch/crawl.warc.gz" >>"$scratch/large.warc.gz"
    for small in small crawl large; do
        for jobs in 1 2; do
            rm -f "$scratch/memory"
            measure "$scratch/memory" "$TROMMEL" batch "$scratch/$small.warc.gz" -o "$scratch/out.jsonl" --jobs $jobs --progress never
            echo "| $(($(gzip -dc "$scratch/$small.warc.gz" | wc -c) / 1000000)) | $jobs | $(awk '{printf "%.1f", $3 / 1024}' "$scratch/memory") |"
        done
    done
}

peer() {
    files
    cat >"$scratch/peer.py" <<'PYTHON'
import json, sys
from fastwarc.warc import ArchiveIterator, WarcRecordType
from resiliparse.extract.html2text import extract_plain_text

with open(sys.argv[2], "w") as out:
    for record in ArchiveIterator(open(sys.argv[1], "rb"), record_types=WarcRecordType.response, parse_http=True):
        html = record.reader.read().decode("utf-8", "replace")
        out.write(json.dumps({"id": record.record_id, "text": extract_plain_text(html, main_content=True)}) + "\n")
PYTHON
    local run
    for run in $(seq "$runs"); do
        measure "$scratch/peer" "${TROMMEL_PYTHON:-python3}" "$scratch/peer.py" "$scratch/crawl.warc.gz" "$scratch/peer.jsonl"
        measure "$scratch/ours" "$TROMMEL" batch "$scratch/crawl.warc.gz" -o "$scratch/out.jsonl" --jobs 1 --progress never
    done
    awk -v theirs="$(median "$scratch/peer" 1)" -v ours="$(median "$scratch/ours" 1)" \
        'BEGIN {printf "FastWARC + resiliparse (Python): %s s of user time; trommel, one worker: %s s; ratio %.1f\n", theirs, ours, theirs / ours}'
}

# What a sketch of what hosts repeat costs, next to a run without.
repeats() {
    files
    local run crawl=$scratch/crawl.warc.gz
    for run in $(seq "$runs"); do
        measure "$scratch/without" "$TROMMEL" batch "$crawl" -o "$scratch/out.jsonl" --jobs 1 --progress never
        measure "$scratch/build" "$TROMMEL" repeats build "$crawl" -o "$scratch/crawl.repeats" --jobs 1
        measure "$scratch/with" "$TROMMEL" batch "$crawl" --repeats "$scratch/crawl.repeats" -o "$scratch/out.jsonl" --jobs 1 --progress never
    done
    echo "| | user time, s | / batch |"
    echo "|---|---:|---:|"
    for run in without build with; do
        awk -v run=$run -v user="$(median "$scratch/$run" 1)" -v base="$(median "$scratch/without" 1)" \
            'BEGIN {name["without"] = "batch"; name["build"] = "repeats build"; name["with"] = "batch --repeats"
                    printf "| `%s` | %s | %.2f |\n", name[run], user, user / base}'
    done
}

echo "Machine: $(nproc) x $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -1), $(uname -sr); load $(cut -d' ' -f1 /proc/loadavg)"
for part in "$@"; do
    echo
    case $part in
        speed | parts | memory | peer | repeats) "$part" ;;
        *) echo "unknown part: $part" >&2; exit 2 ;;
    esac
done
