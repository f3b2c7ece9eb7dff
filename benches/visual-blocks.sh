#!/bin/sh
# Reproduces the tables of Zhou and Mashuq 2014 on their data:
#
#   benches/visual-blocks.sh [FOLDER of .jsonl.xz]
#
# docs/src/self-label.md has the results.
set -eu
cd "$(dirname "$0")/.."
data=${1:-../shared/corpora/visual-blocks}
[ -e "$data/chaos.jsonl.xz" ] || { echo "expected the data of the paper in $data, found none" >&2; exit 2; }
decompressed=$(mktemp -d)
trap 'rm -rf "$decompressed"' EXIT
for file in "$data"/*.jsonl.xz; do
    xz -dc "$file" > "$decompressed/$(basename "$file" .xz)"
done
cargo run --quiet --release -p trommel-train --example visual_blocks -- "$decompressed"
