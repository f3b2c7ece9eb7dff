#!/bin/sh
# Fuzzes one target for some seconds: fuzz/run.sh TARGET SECONDS [libFuzzer options]
# Runs one input again: fuzz/run.sh TARGET 0 artifacts/FILE
# Only builds: fuzz/run.sh TARGET build, fuzz/run.sh all build
# The targets are the files of fuzz_targets/ and bindings/c/fuzz/. README.md lists the invariant of each.
# Needs cargo and a C++ compiler (for libFuzzer itself); neither nightly nor cargo-fuzz.
set -eu
target=${1:?"which target: one of the files of fuzz/fuzz_targets"}
seconds=${2:?"how many seconds, or build"}
shift 2
cd "$(dirname "$0")"
[ "$target $seconds" = "all build" ] || [ -f "fuzz_targets/$target.rs" ] || [ -f "../bindings/c/fuzz/$target.rs" ] ||
    { echo "no target $target, expected one of:" fuzz_targets/*.rs ../bindings/c/fuzz/*.rs >&2; exit 2; }

# The coverage flags of cargo-fuzz. In addition, each basic block calls a function of the target. It
# counts, and replaces the function of that name in libFuzzer. The flags are stable. With --target
# they do not apply to build scripts, which cannot link libFuzzer.
host=$(rustc -vV | sed -n 's/^host: //p')
export RUSTFLAGS="--cfg fuzzing -Cpasses=sancov-module -Ccodegen-units=1 \
-Cllvm-args=-sanitizer-coverage-level=4 -Cllvm-args=-sanitizer-coverage-inline-8bit-counters \
-Cllvm-args=-sanitizer-coverage-pc-table -Cllvm-args=-sanitizer-coverage-trace-compares \
-Cllvm-args=-sanitizer-coverage-trace-pc -Cllvm-args=-sanitizer-coverage-prune-blocks=0 -Clink-arg=-Wl,-z,muldefs"
if [ "$target" = all ]; then
    cargo build --release --target "$host" --bins
    exit
fi
cargo build --release --target "$host" --bin "$target"
[ "$seconds" != build ] || exit 0

# Seeds are the pages of the corpora. Inputs that the fuzzer finds stay in corpus/ between runs.
corpus=corpus/$target
mkdir -p "$corpus" artifacts
case $target in
warc)
    # Records of each type. The last bytes of an input choose their compression.
    head='WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:%s>\r\nWARC-Date: 2024-01-01T00:00:00Z\r\nWARC-Target-URI: http://a/\r\nContent-Length: %s\r\n\r\n'
    http='HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n'
    for codec in 0 2 3 4 5; do
        {
            printf "$head$http\r\n<p>a page\r\n\r\n" one 68
            printf "$head${http}Transfer-Encoding: chunked\r\n\r\n4\r\n<p>a\r\n0\r\n\r\n\r\n\r\n" two 105
            printf "$head${http}Content-Encoding: gzip\r\n\r\n\037\213\010\r\n\r\n" three 87
            printf "$head$http" four 30
            printf "\\$codec\377\377\001"
        } >"$corpus/records-$codec"
    done
    ;;
*)
    for page in ../corpora/cases/*/page.html; do
        cp "$page" "$corpus/case-$(basename "$(dirname "$page")")"
    done
    for page in ../corpora/hostile/*.html; do
        cp "$page" "$corpus/hostile-$(basename "$page" .html)"
    done
    ;;
esac
if [ "$target" = linear ]; then
    # Small pieces that are costly when repeated. The last bytes of an input choose the repeats.
    number=0
    for piece in '<p>a' '<ul><li>item' '<table><tr><td>a<td>b' '<a href=x>a<p>' '<title>A<p>text' '<h1>a' '<b>a<p>b' \
        '<a href=1>ab</a><a href=2>cd</a>' '<span class=a>ab</span><span class=b>cd</span>' \
        '<span class=a>ab1</span><span class=a>2cd</span>' '<a href=1>Ab.</a><a href=2>Cd.</a>' '<time>1</time><time>A</time>' \
        '<b itemprop=datePublished>1' '<h1><a href=/>a</a></h1>' '<a href=1>$1</a><a href=2>$2</a>' '<div role=list itemprop=name itemtype=Thing data-testid=item>a'; do
        number=$((number + 1))
        printf '%s\0\0\0\377\0\0' "$piece" >"$corpus/piece-$number"
    done
fi

program=${CARGO_TARGET_DIR:-target}/$host/release/$target
if [ -f "${1:-}" ]; then
    exec "$program" "$1"
fi
words=html.dict
[ "$target" != warc ] || words=warc.dict
exec "$program" "$corpus" -dict="$words" \
    -max_total_time="$seconds" -timeout=120 -max_len=20000 -artifact_prefix="artifacts/$target-" -print_final_stats=1 "$@"
