#!/usr/bin/env python3
"""Checks what cargo-deny does not know of the dependencies, without a network: check_dependencies.py

- Cargo.lock has a checksum of each crate.
- C: of the shipped crates, only those of FOREIGN link code that is not Rust.
- The library alone has only the dependencies of CORE. Libraries and command forbid unsafe code.
- Packages hold no corpora, tests or tools: each has at most the files that PACKAGED says.

Licences, duplicates and sources are in deny.toml.
"""
import json
import pathlib
import re
import subprocess
import sys

# Name of the native library by the crate's manifest; rayon-core and pyo3 only say so, lest they are
# there twice; the wheel links no Python. Ring (feature remote) has the version in its name.
FOREIGN = {"libdeflate", "zstd", "pyo3-python", "python", "rayon-core", "ring_core_0_17_14_"}
# Crates of the workspace that are shipped.
MEMBERS = {
    "trommel", "trommel-c", "trommel-cli", "trommel-output", "trommel-python", "trommel-report", "trommel-score",
    "trommel-train", "trommel-warc",
}
# Files that begin a crate, and forbid unsafe code in all of it.
SAFE = [
    "src/lib.rs", "bindings/python/src/lib.rs", "crates/trommel-cli/src/lib.rs", "crates/trommel-cli/src/main.rs",
    "crates/trommel-output/src/lib.rs", "crates/trommel-report/src/lib.rs", "crates/trommel-score/src/lib.rs",
    "crates/trommel-train/src/lib.rs", "crates/trommel-warc/src/lib.rs",
]
CORE = {"chardetng", "encoding_rs", "fearless_simd", "memchr", "simdutf8"}
# Most files in the package of a crate that is published, besides sources of Rust.
PACKAGED = {
    "trommel": 15, "trommel-cli": 10, "trommel-output": 10, "trommel-report": 25, "trommel-score": 10,
    "trommel-train": 10, "trommel-warc": 10,
}

ROOT = pathlib.Path(__file__).resolve().parent.parent


def run(*command):
    return subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout


def shipped_packages(found):
    """Packages that the crates of MEMBERS need to be built or run, without those crates."""
    nodes = {node["id"]: node for node in found["resolve"]["nodes"]}
    roots = {package["id"] for package in found["packages"] if not package["source"] and package["name"] in MEMBERS}
    seen, waiting = set(), list(roots)
    while waiting:
        package = waiting.pop()
        if package in seen:
            continue
        seen.add(package)
        wanted = {None} if package in roots else {None, "build"}
        waiting += [need["pkg"] for need in nodes[package]["deps"] if wanted & {kind["kind"] for kind in need["dep_kinds"]}]
    return [package for package in found["packages"] if package["id"] in seen - roots]


def main():
    wrong = []
    host = re.search(r"^host: (.*)$", run("rustc", "-vV"), re.M)[1]
    metadata = ["cargo", "metadata", "--offline", "--locked", "--format-version", "1", "--filter-platform", host, "--all-features"]
    everything = json.loads(run(*metadata))
    shipped = shipped_packages(everything)
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

    for crate, most in PACKAGED.items():
        files = run("cargo", "package", "--offline", "--locked", "--allow-dirty", "--list", "-p", crate).split("\n")[:-1]
        others = [name for name in files if not name.endswith(".rs")]
        print(f"the package of {crate} has {len(files)} files, of which {len(others)} are no Rust")
        strays = [name for name in files if name.split("/")[0] in {"corpora", "fuzz", "tests", "tools", "benches", "docs"}]
        if strays or len(others) > most:
            wrong.append(f"expected at most {most} files of {crate} that are no Rust, and no corpora, found {len(others)}: {strays[:3]}")
        for licence in ["LICENSE-APACHE", "LICENSE-MIT"]:
            if licence not in files:
                wrong.append(f"the package of {crate} lacks {licence}")

    if wrong:
        sys.exit("\n".join(wrong))
    print(f"{len(shipped)} packages are shipped with all features, {len(core)} directly with none: all as they should be")


if __name__ == "__main__":
    main()
