#!/usr/bin/env python3
"""Checks the direction of imports: check_architecture.py

- Crates of the workspace depend on each other only as CRATES and DEV_CRATES say.
- In src/, the imports (`crate::...`) between top-level modules have no circle, apart from the
  arrows of ALLOWED, which remain to be removed. An allowed arrow that is gone must leave the list.
- In each crate, the imports between files have no circle, apart from those inside a folder of
  ALLOWED_CIRCLES. A folder without one must leave the list.
"""
import doctest
import json
import pathlib
import re
import subprocess
import sys

sys.dont_write_bytecode = True
import file_imports  # noqa: E402

CRATES = {
    "trommel": set(),
    "trommel-c": {"trommel"},
    "trommel-instructions": {"trommel"},
    "trommel-warc": set(),
    "trommel-score": {"trommel"},
    "trommel-train": {"trommel", "trommel-score"},
    "trommel-output": {"trommel"},
    "trommel-report": {"trommel", "trommel-output", "trommel-score"},
    "trommel-cli": {
        "trommel", "trommel-output", "trommel-report", "trommel-score", "trommel-train", "trommel-warc",
    },
    "trommel-testing": {"trommel", "trommel-train"},
    # The command is in the wheel.
    "trommel-python": {"trommel", "trommel-cli", "trommel-output", "trommel-warc"},
}
# For tests and benchmarks. The core's golden pages need the scorer.
DEV_CRATES = {"trommel": {"trommel-score", "trommel-testing"}}
ANY_DEV_CRATE = {"trommel-testing"}

# Imports against the direction, which make circles.
ALLOWED = set()
ALLOWED_CIRCLES = set()

ROOT = pathlib.Path(__file__).resolve().parent.parent


def packages():
    command = ["cargo", "metadata", "--no-deps", "--offline", "--format-version", "1"]
    return json.loads(subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE).stdout)["packages"]


def crate_faults(packages):
    members = {package["name"] for package in packages}
    for package in packages:
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


def file_circles(packages):
    """The circles of files in each crate: the imports of each file of the circle within it."""
    for package in packages:
        for target in package["targets"]:
            if not {"test", "bench", "example", "custom-build"} & set(target["kind"]):
                arrows = file_imports.imports(pathlib.Path(target["src_path"]))
                for files in file_imports.circles(arrows):
                    name = lambda file: str(file.relative_to(ROOT))
                    yield {name(file): sorted(map(name, arrows[file] & set(files))) for file in files}


def file_faults(packages):
    used = set()
    for circle in file_circles(packages):
        folders = {folder for folder in ALLOWED_CIRCLES if all(file.startswith(folder + "/") for file in circle)}
        used |= folders
        if not folders:
            yield f"circle of {len(circle)} files:"
            yield from (f"  {file} imports {', '.join(imported)}" for file, imported in circle.items())
    for folder in sorted(ALLOWED_CIRCLES - used):
        yield f"no files of {folder} import each other any more: delete it from ALLOWED_CIRCLES"


def main():
    if doctest.testmod(file_imports).failed:
        sys.exit(1)
    members = packages()
    wrong = [*crate_faults(members), *file_faults(members)]
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
