#!/usr/bin/env bash
# Writes a profile of the command for `rustc -C profile-use`:
#
#   tools/pgo.sh TRIPLE PROFILE
#
# The command is built for TRIPLE as a release is, counts what it runs over the pages of
# corpora/cases in all formats and out of a crawl file, and the counts are merged into the file
# PROFILE. Needs the component llvm-tools, which it installs by rustup, and python3.
set -euo pipefail
[ $# -eq 2 ] || { echo "usage: tools/pgo.sh TRIPLE PROFILE" >&2; exit 2; }
triple=$1 profile=$(realpath -m "$2")
cd "$(dirname "$0")/.."

target=$(realpath -m "${CARGO_TARGET_DIR:-target}")/pgo
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
rustup component add llvm-tools
RUSTFLAGS="-C profile-generate=$scratch/counts" \
    cargo build --locked --profile dist -p trommel-cli --features train --target "$triple" --target-dir "$target"
program=$target/$triple/dist/trommel

mkdir "$scratch/pages"
for page in corpora/cases/*/page.html; do
    cp "$page" "$scratch/pages/$(basename "$(dirname "$page")").html"
done
python3 benches/make_warc.py "$scratch/pages" "$scratch/crawl.warc.gz" --repeat 20
for method in auto line-block; do
    "$program" batch "$scratch/crawl.warc.gz" --method "$method" --jobs 2 --progress never -o "$scratch/$method.jsonl"
    for format in text markdown html; do
        "$program" batch "$scratch/pages" --method "$method" --format "$format" --progress never -o "$scratch/$method.$format"
    done
done
"$(rustc --print sysroot)"/lib/rustlib/*/bin/llvm-profdata merge --output "$profile" "$scratch/counts"
