#!/usr/bin/env bash
# Builds the playground: build.sh [FOLDER], by default docs/src/playground, which the book copies.
#
# It is the viewer of `trommel explain` over the package for JavaScript, of which bindings/js/build.sh
# makes the library first. All of it is static files.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$here/../..
folder=${1:-$here/../src/playground}

if [ ! -f "$root/bindings/js/wasm/trommel.wasm" ]; then
    echo "expected $root/bindings/js/wasm/trommel.wasm, found nothing; run bindings/js/build.sh" >&2
    exit 2
fi
mkdir -p "$folder"/{viewer,trommel/wasm,samples}
cp "$here"/{index.html,playground.css,playground.js,data.js} "$folder"
for module in dom page blocks facts plots original explain; do
    cp "$root/crates/trommel-report/viewer/$module.js" "$folder/viewer"
done
cp "$root/crates/trommel-report/viewer/viewer.css" "$folder/viewer"
cp "$root"/bindings/js/{trommel,core}.js "$folder/trommel"
cp "$root"/bindings/js/wasm/trommel{,.scalar}.wasm "$folder/trommel/wasm"
for sample in article-en blog-minified forum-thread news-ja product; do
    cp "$root/corpora/cases/$sample/page.html" "$folder/samples/$sample.html.txt"  # No pages of the site.
done
