#!/bin/sh
# Fuzzes one target for some seconds: fuzz/run.sh chunking|budget|panics SECONDS [libFuzzer options]
# Runs one input again: fuzz/run.sh TARGET 0 artifacts/FILE
# Needs cargo and a C++ compiler (for libFuzzer itself); neither nightly nor cargo-fuzz.
set -eu
target=${1:?"which target: chunking, budget or panics"}
seconds=${2:?"how many seconds"}
shift 2
cd "$(dirname "$0")"

# Seeds are the pages of the corpora. What the fuzzer finds on its own is kept in corpus/ between runs.
corpus=corpus/$target
mkdir -p "$corpus" artifacts
for page in ../corpora/cases/*/page.html; do
    cp "$page" "$corpus/case-$(basename "$(dirname "$page")")"
done
for page in ../corpora/hostile/*.html; do
    cp "$page" "$corpus/hostile-$(basename "$page" .html)"
done

# The coverage that libFuzzer steers by, as cargo-fuzz sets it; these flags are stable. With --target they are not
# used for build scripts, which have no libFuzzer to link.
host=$(rustc -vV | sed -n 's/^host: //p')
RUSTFLAGS="--cfg fuzzing -Cpasses=sancov-module -Ccodegen-units=1 \
-Cllvm-args=-sanitizer-coverage-level=4 -Cllvm-args=-sanitizer-coverage-inline-8bit-counters \
-Cllvm-args=-sanitizer-coverage-pc-table -Cllvm-args=-sanitizer-coverage-trace-compares"
export RUSTFLAGS
cargo build --release --target "$host" --bin "$target"

program=${CARGO_TARGET_DIR:-target}/$host/release/$target
if [ -f "${1:-}" ]; then
    exec "$program" "$1"
fi
exec "$program" "$corpus" \
    -max_total_time="$seconds" -timeout=20 -max_len=20000 -artifact_prefix="artifacts/$target-" -print_final_stats=1 "$@"
