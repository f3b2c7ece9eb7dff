#!/usr/bin/env bash
# Generates bindings/c/include/trommel.h with cbindgen 0.29.4, or with --check verifies it.
#
#   bindings/c/header.sh
#   bindings/c/header.sh --check
#
# CBINDGEN is the program; by default it is found on the path or installed.
set -euo pipefail
cd "$(dirname "$0")"

version=0.29.4
cbindgen=${CBINDGEN:-cbindgen}
if [ "$("$cbindgen" --version 2>/dev/null)" != "cbindgen $version" ]; then
    root=${CARGO_TARGET_DIR:-../../target}/tools
    [ -x "$root/bin/cbindgen" ] || cargo install --quiet --locked --root "$root" --version "$version" cbindgen
    cbindgen=$root/bin/cbindgen
fi
case ${1:-} in
--check) "$cbindgen" --quiet --config cbindgen.toml --output include/trommel.h --verify . ;;
"") "$cbindgen" --quiet --config cbindgen.toml --output include/trommel.h . ;;
*) echo "expected --check or nothing, found $1" >&2 && exit 2 ;;
esac
