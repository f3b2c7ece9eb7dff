#!/usr/bin/env python3
"""Checks what is built into the product and its tests, without a network: check_dependencies.py

- Licences: shipped crates have a permissive licence of ALLOWED, except those of FILE_COPYLEFT. Crates
  that only build, test or fuzz may also have one of TESTS.
- Duplicates: no shipped crate is there in two versions, except those of DUPLICATES.
- Sources: all crates come from one registry, and Cargo.lock has a checksum of each.
- C: of the shipped crates, only those of FOREIGN link code that is not Rust.
- The library alone has only the dependencies of CORE. Libraries and command forbid unsafe code.

Checking for known vulnerabilities needs a network: `cargo audit`, or `cargo deny check advisories`.
"""
import json
import pathlib
import re
import subprocess
import sys

ALLOWED = {
    "0BSD", "Apache-2.0", "Apache-2.0 WITH LLVM-exception", "BSD-2-Clause", "BSD-3-Clause", "CC0-1.0", "ISC", "MIT", "Unicode-3.0",
    "Unlicense", "Zlib",
}
# Also allowed for what is not shipped, such as libFuzzer.
TESTS = ALLOWED | {"MPL-2.0", "NCSA"}
# Under MPL-2.0: whoever ships a program states where the source of these crates, with changes
# to their files, is available. lol_html needs them (feature css).
FILE_COPYLEFT = {"cssparser", "cssparser-macros", "dtoa-short", "selectors"}
# Crate: why it is there in two versions.
DUPLICATES = {
    "arrow-array": "the Python package needs that of pyo3-arrow, parquet a newer one; no program has both",
    "arrow-buffer": "as arrow-array",
    "arrow-data": "as arrow-array",
    "arrow-schema": "as arrow-array",
    "arrow-select": "as arrow-array",
    "getrandom": "of ahash, which arrow needs (feature parquet), and of tempfile",
    "phf": "of cssparser, and of chrono-tz, which pyo3-arrow needs; no program has the second but the Python package",
    "phf_shared": "as phf",
    "syn": "runs when macros are built, those of zerocopy, which ahash needs, and of serde; nothing of it is in the program",
}
# Name of the native library by the crate's manifest; rayon-core and pyo3 only say so, lest they are
# there twice; the wheel links no Python.
FOREIGN = {"zstd", "pyo3-python", "python", "rayon-core"}
# Crates of the workspace that are shipped.
MEMBERS = {"trommel", "trommel-c", "trommel-cli", "trommel-python", "trommel-train", "trommel-warc"}
# Files that begin a crate, and forbid unsafe code in all of it.
SAFE = [
    "src/lib.rs", "bindings/python/src/lib.rs", "crates/trommel-cli/src/lib.rs", "crates/trommel-cli/src/main.rs",
    "crates/trommel-train/src/lib.rs", "crates/trommel-warc/src/lib.rs",
]
CORE = {"chardetng", "encoding_rs", "fearless_simd", "memchr", "simdutf8"}

ROOT = pathlib.Path(__file__).resolve().parent.parent


def metadata(manifest, *features):
    """The metadata of cargo for the packages that are built on this platform."""
    version = subprocess.run(["rustc", "-vV"], check=True, stdout=subprocess.PIPE, text=True).stdout
    host = re.search(r"^host: (.*)$", version, re.M)[1]
    command = ["cargo", "metadata", "--offline", "--locked", "--format-version", "1", "--filter-platform", host, *features]
    return json.loads(subprocess.run([*command, "--manifest-path", manifest], check=True, stdout=subprocess.PIPE).stdout)


def packages(found, kinds):
    """Packages that the crates of MEMBERS need through dependencies of these kinds (None: normal).

    Of the dependencies of these packages, normal and build dependencies count.
    """
    nodes = {node["id"]: node for node in found["resolve"]["nodes"]}
    roots = {package["id"] for package in found["packages"] if not package["source"] and package["name"] in MEMBERS}
    seen, waiting = set(), list(roots)
    while waiting:
        package = waiting.pop()
        if package in seen:
            continue
        seen.add(package)
        wanted = kinds if package in roots else {None, "build"}
        waiting += [need["pkg"] for need in nodes[package]["deps"] if wanted & {kind["kind"] for kind in need["dep_kinds"]}]
    return [package for package in found["packages"] if package["id"] in seen - roots]


def may_use(expression, allowed):
    """Whether `allowed` licences satisfy an SPDX expression. `/` is an old spelling of OR."""
    tokens = re.findall(r"[()]|[^\s()]+", expression.replace("/", " OR "))
    at = 0

    def term():
        nonlocal at
        token, at = tokens[at], at + 1
        if token == "(":
            met = either()
            at += 1
            return met
        if tokens[at : at + 1] == ["WITH"]:
            token, at = f"{token} WITH {tokens[at + 1]}", at + 2
        return token in allowed

    def both():
        nonlocal at
        met = term()
        while tokens[at : at + 1] == ["AND"]:
            at += 1
            met = term() and met
        return met

    def either():
        nonlocal at
        met = both()
        while tokens[at : at + 1] == ["OR"]:
            at += 1
            met = both() or met
        return met

    return either()


def main():
    wrong = []
    assert may_use("(MIT OR GPL-3.0) AND Unicode-3.0", ALLOWED) and not may_use("MIT AND (GPL-3.0 OR MPL-2.0)", ALLOWED)
    everything = metadata(ROOT / "Cargo.toml", "--all-features")
    shipped = packages(everything, {None})
    shipped_ids = {package["id"] for package in shipped}
    of_fuzz = [package for package in metadata(ROOT / "fuzz/Cargo.toml", "--all-features")["packages"] if package["source"]]
    others = [package for package in everything["packages"] + of_fuzz if package["source"] and package["id"] not in shipped_ids]
    for packages_of, allowed in [(shipped, ALLOWED), (others, TESTS)]:
        for package in packages_of:
            extra = {"MPL-2.0"} if package["name"] in FILE_COPYLEFT else set()
            if not may_use(package["license"] or "none", allowed | extra):
                wrong.append(f"{package['name']} {package['version']}: licence {package['license']}")

    versions = {}
    for package in shipped:
        versions.setdefault(package["name"], set()).add(package["version"])
    for name, found in versions.items():
        if len(found) > 1 and name not in DUPLICATES:
            wrong.append(f"{name} is there {len(found)} times: {', '.join(sorted(found))}")
    for name in DUPLICATES:
        if len(versions.get(name, ())) < 2:
            wrong.append(f"{name} is not there twice any more")

    sources = {package["source"] for package in shipped + others}
    if len(sources) != 1 or not next(iter(sources)).startswith("registry+"):
        wrong.append(f"expected one registry, found {sorted(map(str, sources))}")
    for lock in ["Cargo.lock", "examples/firmware/Cargo.lock", "fuzz/Cargo.lock"]:
        for entry in ROOT.joinpath(lock).read_text().split("[[package]]")[1:]:
            if "source = " in entry and "checksum = " not in entry:
                wrong.append(f"{lock} has no checksum of {re.search('name = (.*)', entry)[1]}")

    foreign = {package["links"] for package in shipped if package["links"]}
    if foreign != FOREIGN:
        wrong.append(f"expected {sorted(FOREIGN)} to link other code, found {sorted(foreign)}")

    (root,) = (package for package in everything["packages"] if package["id"] == everything["resolve"]["root"])
    core = {need["name"] for need in root["dependencies"] if need["kind"] is None and not need["optional"]}
    if core != CORE:
        wrong.append(f"expected the library alone to need {sorted(CORE)}, found {sorted(core)}")
    for entry in SAFE:
        if "#![forbid(unsafe_code)]" not in ROOT.joinpath(entry).read_text():
            wrong.append(f"{entry} does not forbid unsafe code")

    if wrong:
        sys.exit("\n".join(wrong))
    print(f"{len(shipped)} packages are shipped with all features, {len(core)} directly with none; {len(others)} more build or test: all as they should be")


if __name__ == "__main__":
    main()
