#!/usr/bin/env python3
"""Compares the Python package with the Rust library and with other extractors, in one run.

    bindings/python/benches/run.py FOLDER [--pages N] [--runs N]

FOLDER holds pages, ID.html or ID.html.gz, itself or in `html/`; N of them are read, spread evenly.
The package is built for release, and the others are installed from the package index, in a venv
below the target folder. Needed: cargo, python3 with venv, a C compiler.

Pages lie in memory. Each extractor reads all of them RUNS times, each in its turn, and the fastest
pass counts. Decoding belongs to it: the others are given text, or decode bytes by themselves.
"""
import argparse
import gzip
import json
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]


def target_folder():
    command = ["cargo", "metadata", "--no-deps", "--format-version", "1"]
    found = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE)
    return pathlib.Path(json.loads(found.stdout)["target_directory"])


def install(target):
    """Builds the package and the library, installs the others; gives the venv's interpreter."""
    venv = target / "python-bench"
    if not (venv / "bin" / "python").exists():
        subprocess.run([sys.executable, "-m", "venv", venv], check=True)
    pip = [venv / "bin" / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    # The pip of Python 3.11 cannot resolve what readability-lxml asks for.
    subprocess.run([*pip, "--upgrade", "pip"], check=True)
    subprocess.run([*pip, "-r", HERE / "requirements.txt"], check=True)
    wheels = target / "python-bench-wheels"
    manifest = HERE.parent / "Cargo.toml"
    build = ["build", "--release", "--quiet", "--manifest-path", manifest, "--out", wheels]
    subprocess.run([venv / "bin" / "maturin", *build], check=True)
    wheel = max(wheels.glob("trommel_html-*.whl"), key=lambda path: path.stat().st_mtime)
    subprocess.run([*pip, "--force-reinstall", "--no-deps", wheel], check=True)
    library = ["cargo", "build", "--release", "--quiet", "-p", "trommel-python", "--example", "library"]
    subprocess.run(library, cwd=ROOT, check=True)
    return venv / "bin" / "python"


def copy_pages(folder, count, scratch):
    """Copies `count` pages, decompressed, spread evenly over those of the folder."""
    folder = folder / "html" if (folder / "html").is_dir() else folder
    paths = sorted(path for path in folder.iterdir() if path.name.endswith((".html", ".html.gz")))
    count = min(count, len(paths))
    for number in range(count):
        path = paths[number * len(paths) // count]
        html = gzip.open(path).read() if path.suffix == ".gz" else path.read_bytes()
        (scratch / f"{number:06}.html").write_bytes(html)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--pages", type=int, default=150)
    parser.add_argument("--runs", type=int, default=5)
    args = parser.parse_args()
    target = target_folder()
    interpreter = install(target)
    with tempfile.TemporaryDirectory() as scratch:
        copy_pages(args.folder, args.pages, pathlib.Path(scratch))
        library = target / "release" / "examples" / "library"
        command = [interpreter, HERE / "measure.py", scratch, str(args.runs), library]
        sys.exit(subprocess.run(command).returncode)


if __name__ == "__main__":
    main()
