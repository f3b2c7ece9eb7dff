#!/usr/bin/env bash
# Time and disk of the first two commands of the README, in a fresh clone: first_build.sh
# [REVISION]. Crates are downloaded before. Prints processor time, elapsed time and the size of the
# target folder.
set -euo pipefail
cd "$(dirname "$0")/.."

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
git clone --quiet . "$scratch/clone"
cd "$scratch/clone"
git checkout --quiet "${1:-HEAD}"
cargo fetch --locked --quiet
export CARGO_TARGET_DIR=$scratch/target TIMEFORMAT='%U s of processor time, %R s elapsed'

measure() {
    echo "$*"
    time "$@" >"$scratch/out" 2>&1 || { tail "$scratch/out"; exit 1; }
    du -sh "$CARGO_TARGET_DIR" | cut -f1
}

measure cargo run --release -- corpora/cases/article-en/page.html
measure cargo test
