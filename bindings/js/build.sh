#!/usr/bin/env bash
# Builds wasm/: the library with and without the model, each with and without vector instructions.
#
# It is the C interface (bindings/c), compiled for wasm32-unknown-unknown.
set -euo pipefail
cd "$(dirname "$0")"

target=${CARGO_TARGET_DIR:-../../target}
export RUSTFLAGS
rustup target add wasm32-unknown-unknown
mkdir -p wasm
for model in "" .lite; do
    # Linked notes are left out: they are 1 % of the file.
    features=$([ "$model" ] || echo model,references,chunks)
    for vectors in "" .scalar; do
        # The functions of a sink are entries of the table.
        RUSTFLAGS="-C link-arg=--export-table -C link-arg=--growable-table"
        # Keeps paths of this machine out of messages.
        RUSTFLAGS+=" --remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}/registry/src="
        [ "$vectors" ] || RUSTFLAGS+=" -C target-feature=+simd128"
        if [ "$model$vectors" ]; then
            # Without the model or vector instructions, size matters more than speed.
            export CARGO_PROFILE_DIST_OPT_LEVEL=z CARGO_PROFILE_DIST_LTO=fat
        else
            # Less inlining: smaller, and not slower.
            RUSTFLAGS+=" -C llvm-args=--inline-threshold=10"
            export CARGO_PROFILE_DIST_OPT_LEVEL=2
        fi
        cargo build --profile dist --locked --package trommel-c --target wasm32-unknown-unknown \
            --manifest-path ../../Cargo.toml --target-dir "$target/wasm$model$vectors" \
            --no-default-features ${features:+--features "$features"}
        cp "$target/wasm$model$vectors/wasm32-unknown-unknown/dist/trommel_c.wasm" "wasm/trommel$model$vectors.wasm"
    done
done
