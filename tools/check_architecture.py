#!/usr/bin/env python3
"""Checks the direction of imports: check_architecture.py

- Crates of the workspace depend on each other only as CRATES and DEV_CRATES say.
- In src/, the imports (`crate::...`) between top-level modules have no circle, apart from the
  arrows of ALLOWED, which remain to be removed. An allowed arrow that is gone must leave the list.
"""
import json
import pathlib
import re
import subprocess
import sys

CRATES = {
    "trommel": set(),
    "trommel-c": {"trommel"},
    "trommel-instructions": {"trommel"},
    "trommel-warc": set(),
    "trommel-train": {"trommel"},
    "trommel-cli": {"trommel", "trommel-train", "trommel-warc"},
    "trommel-testing": {"trommel", "trommel-train"},
    # The command is in the wheel.
    "trommel-python": {"trommel", "trommel-cli", "trommel-warc"},
}
# For tests and benchmarks. The core's golden pages need the scorer, which is in trommel-train.
DEV_CRATES = {"trommel": {"trommel-testing", "trommel-train"}}
ANY_DEV_CRATE = {"trommel-testing"}

# Imports against the direction, which make circles.
ALLOWED = set()

ROOT = pathlib.Path(__file__).resolve().parent.parent


def crate_faults():
    command = ["cargo", "metadata", "--no-deps", "--offline", "--format-version", "1"]
    found = json.loads(subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE).stdout)
    members = {package["name"] for package in found["packages"]}
    for package in found["packages"]:
        name = package["name"]
        for need in package["dependencies"]:
            if need["name"] not in members:
                continue
            allowed = set(CRATES.get(name, ()))
            if need["kind"] == "dev":
                allowed |= DEV_CRATES.get(name, set()) | ANY_DEV_CRATE
            if need["name"] not in allowed:
                yield f"the crate {name} must not depend on {need['name']}"


def without_tests(text):
    """The source up to its first test module. Tests may import anything."""
    return re.split(r"^#\[cfg\(test\)\]\nmod ", text, maxsplit=1, flags=re.M)[0]


def module_arrows():
    """Imports between top-level modules of src/: (importer, imported) to the first such file."""
    sources = ROOT / "src"
    modules = {path.stem for path in sources.iterdir() if path.suffix == ".rs" or path.is_dir()}
    modules -= {"lib", "main"}
    arrows = {}
    for path in sorted(sources.rglob("*.rs")):
        importer = path.relative_to(sources).with_suffix("").parts[0]
        if importer not in modules or path.name == "tests.rs":
            continue
        text = re.sub(r"//.*", "", without_tests(path.read_text()))
        groups = re.findall(r"\bcrate::\{([^;]*)\};", text)
        names = set(re.findall(r"\bcrate::(\w+)", text))
        names |= {name for group in groups for name in re.findall(r"(?:^|,)\s*(\w+)", group)}
        for imported in sorted(names & modules - {importer}):
            arrows.setdefault((importer, imported), path.relative_to(ROOT))
    return arrows


def circle(arrows):
    """The modules of one circle, in order; empty if there is none."""
    nexts = {}
    for importer, imported in arrows:
        nexts.setdefault(importer, []).append(imported)
    done = set()

    def visit(module, path):
        if module in path:
            return path[path.index(module):]
        if module in done:
            return []
        for imported in nexts.get(module, []):
            if found := visit(imported, [*path, module]):
                return found
        done.add(module)
        return []

    for module in list(nexts):
        if found := visit(module, []):
            return found
    return []


def main():
    wrong = list(crate_faults())
    arrows = module_arrows()
    for importer, imported in sorted(ALLOWED - arrows.keys()):
        wrong.append(f"{importer} does not import {imported} any more: delete it from ALLOWED")
    if found := circle(sorted(arrows.keys() - ALLOWED)):
        wrong.append(f"circle of imports: {' -> '.join([*found, found[0]])}")
        for pair in zip(found, [*found[1:], found[0]]):
            wrong.append(f"  {arrows[pair]} imports crate::{pair[1]}")
    print(f"{len(arrows)} arrows between modules of src/, {len(ALLOWED)} of which run back up")
    if wrong:
        sys.exit("\n".join(wrong))


if __name__ == "__main__":
    main()
