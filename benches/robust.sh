#!/bin/sh
# Long runs with damaged and hostile pages, one after the other:
#
#   benches/robust.sh [mutants|endless|hostile|fuzz]...
#
# mutants   250,000 damaged pages of all corpora (TROMMEL_MUTANTS), each whole and in random chunks
# endless   an endless page on standard input, five minutes
# hostile   speed and memory on large hostile pages
# fuzz      each fuzz target for FUZZ_SECONDS (600)
#
# Reads the shared corpora, when present. docs/src/benchmarks.md has the figures.
set -eu
cd "$(dirname "$0")/.."
builds=${CARGO_TARGET_DIR:-target}

mutants() {
    TROMMEL_MUTANTS=${TROMMEL_MUTANTS:-250000} cargo test --release --test properties --test budget damaged -- --nocapture
}

endless() {
    cargo build --release
    benches/endless.py "$builds/release/trommel"
}

hostile() {
    cargo build --release
    benches/hostile.py "$builds/release/trommel" ../shared/hostile/gen_pages.py
}

fuzz() {
    for source in fuzz/fuzz_targets/*.rs; do
        target=$(basename "$source" .rs)
        echo "-- $target"
        fuzz/run.sh "$target" "${FUZZ_SECONDS:-600}" >"$builds/fuzz-$target" 2>&1 || { tail -50 "$builds/fuzz-$target" >&2; exit 1; }
        grep -aE '^stat::(number_of_executed_units|peak_rss_mb)' "$builds/fuzz-$target"
    done
}

[ $# -gt 0 ] || set -- mutants endless hostile fuzz
for run in "$@"; do
    case $run in
    mutants | endless | hostile | fuzz) echo "== $run" && "$run" ;;
    *) echo "unknown run $run, expected mutants, endless, hostile or fuzz" >&2 && exit 2 ;;
    esac
done
