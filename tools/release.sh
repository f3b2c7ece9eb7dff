#!/usr/bin/env bash
# Builds all that is released into target/release-VERSION/, and checks each in an empty folder:
#
#   tools/release.sh            all
#   tools/release.sh PART...    some of: binary deb image wheel npm sbom crates
#
# Needed: Rust by rustup, a C compiler for musl (musl-tools), python3 with venv, Node, and a
# network. `deb` needs dpkg and cargo-deb, `sbom` needs cargo-cyclonedx; both come by `cargo
# install`. `image` builds by docker or podman, or where neither runs, puts together the folder of
# the image and runs the command in it.
set -euo pipefail
cd "$(dirname "$0")/.."

version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -1)
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
triple=$(uname -m)-unknown-linux-musl
out=$target/release-$version
# Where crates/trommel-cli/Cargo.toml looks for what goes into the Debian package.
made=$PWD/target
page=$PWD/corpora/cases/simple/page.html
expected=$PWD/corpora/cases/simple/expect.txt
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir -p "$out"

# Says how large a file is; fails if it is larger than this many bytes.
at_most() {
    local bytes
    bytes=$(stat -c %s "$1")
    echo "$1: $bytes bytes"
    [ "$bytes" -le "$2" ] || { echo "expected at most $2 bytes" >&2; return 1; }
}

# Runs a command in an empty folder on the sample page.
check() {
    local folder
    folder=$(mktemp -d -p "$scratch")
    cp "$page" "$folder/page.html"
    (cd "$folder" && "$@" page.html) | diff - "$expected"
}

# The static program, optimised by a profile of typical runs, and the pages and completions that it
# writes.
static() {
    rustup target add "$triple"
    export CC_x86_64_unknown_linux_musl=${CC_x86_64_unknown_linux_musl:-musl-gcc}
    # Of the sources as they are: an older profile fits them less and less.
    [ -s "$scratch/trommel.profdata" ] || tools/pgo.sh "$triple" "$scratch/trommel.profdata"
    RUSTFLAGS="-C profile-use=$scratch/trommel.profdata" \
        cargo build --locked --profile dist -p trommel-cli --features train --target "$triple"
    program=$target/$triple/dist/trommel
    # No other library is loaded with it.
    ! ldd "$program" >/dev/null 2>&1 || ldd "$program" 2>&1 | grep -q "statically linked"
    "$program" man "$made/man"
    mkdir -p "$made/completions"
    "$program" completions bash -o "$made/completions/trommel.bash"
    "$program" completions fish -o "$made/completions/trommel.fish"
    "$program" completions zsh -o "$made/completions/_trommel"
}

# An archive of the program, its pages, completions and licences, as cargo-binstall expects it.
binary() {
    static
    local name=trommel-$version-$triple
    mkdir -p "$scratch/$name"
    cp -r "$program" "$made/man" "$made/completions" LICENSE-* CHANGELOG.md "$scratch/$name"
    tar -C "$scratch" -czf "$out/$name.tar.gz" "$name"
    at_most "$program" 12000000
    mkdir "$scratch/unpacked"
    tar -C "$scratch/unpacked" -xzf "$out/$name.tar.gz"
    check "$scratch/unpacked/$name/trommel"
}

deb() {
    static
    command -v cargo-deb >/dev/null || cargo install --locked cargo-deb
    cargo deb --no-build --target "$triple" -p trommel-cli --output "$out/"
    dpkg-deb --extract "$out"/trommel_*.deb "$scratch/deb"
    check "$scratch/deb/usr/bin/trommel"
    test -s "$scratch/deb/usr/share/man/man1/trommel-batch.1.gz"
    test -s "$scratch/deb/usr/share/bash-completion/completions/trommel"
}

image() {
    local tool
    for tool in docker podman; do
        if "$tool" info >/dev/null 2>&1; then
            "$tool" build -t "trommel:$version" .
            [ "$("$tool" image inspect -f '{{.Size}}' "trommel:$version")" -le 20000000 ]
            "$tool" run --rm -v "$(dirname "$page"):/data:ro" "trommel:$version" page.html | diff - "$expected"
            return
        fi
    done
    echo "neither docker nor podman runs: the folder of the image is checked"
    static
    local root=$scratch/root
    mkdir -p "$root/data"
    install -d -m 1777 "$root/tmp"
    cp "$program" "$root/trommel"
    cp "$page" "$root/data/page.html"
    at_most "$root/trommel" 20000000
    chmod 755 "$scratch" "$root" "$root/data" "$root/trommel"
    chmod 644 "$root/data/page.html"
    # As the user nobody, with nothing else in sight.
    chroot --userspec=65534:65534 "$root" /trommel data/page.html | diff - "$expected"
    (cd "$scratch" && chroot --userspec=65534:65534 "$root" /trommel batch data -o /tmp/out.jsonl)
    test -s "$root/tmp/out.jsonl"
}

wheel() {
    python3 -m venv "$scratch/maturin"
    "$scratch/maturin/bin/pip" install --quiet "maturin>=1.14,<2"
    "$scratch/maturin/bin/maturin" build --profile dist --locked --manifest-path bindings/python/Cargo.toml --out "$out"
    python3 -m venv "$scratch/empty"
    "$scratch/empty/bin/pip" install --quiet --no-index "$out"/trommel_html-*.whl
    check "$scratch/empty/bin/trommel"
}

npm() {
    bindings/js/build.sh
    local packed
    packed=$(cd bindings/js && command npm pack --silent --pack-destination "$out")
    mkdir "$scratch/npm"
    (cd "$scratch/npm" && command npm install --silent --no-audit --no-fund "$out/$packed" &&
        node --input-type=module -e 'const trommel = await import("trommel"); if (!Object.keys(trommel).length) process.exit(1)')
}

# What is in the command, for those who look for known vulnerabilities.
sbom() {
    command -v cargo-cyclonedx >/dev/null || cargo install --locked cargo-cyclonedx
    (cd crates/trommel-cli && cargo cyclonedx --features train --format json --override-filename trommel.cdx)
    mv crates/trommel-cli/trommel.cdx.json "$out/"
    find . -name trommel.cdx.json -not -path "./target/*" -delete
    python3 -c 'import json, sys; found = json.load(open(sys.argv[1])); assert any(one["name"] == "clap" for one in found["components"])' \
        "$out/trommel.cdx.json"
}

# The crates as they are published, each built from its package.
crates() {
    cargo package --locked -p trommel -p trommel-warc -p trommel-score -p trommel-train -p trommel-output -p trommel-report -p trommel-cli
    grep -q "^repository" Cargo.toml || echo "before they are published: Cargo.toml has no repository, which binstall needs" >&2
}

[ $# -gt 0 ] || set -- binary deb image wheel npm sbom crates
for part in "$@"; do
    case $part in
    binary | deb | image | wheel | npm | sbom | crates) ;;
    *) echo "no part $part, expected some of: binary deb image wheel npm sbom crates" >&2 && exit 2 ;;
    esac
    echo "== $part"
    "$part"
done
(cd "$out" && find . -type f ! -name SHA256SUMS -printf '%P\n' | sort | xargs sha256sum >"$scratch/sums" && mv "$scratch/sums" SHA256SUMS)
ls -l "$out"
