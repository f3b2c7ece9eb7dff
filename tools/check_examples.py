#!/usr/bin/env python3
"""Runs the examples of README.md and docs/: check_examples.py FOLDER, which holds the command.

- Each command of a `console` block must print the lines after it.
- The README's `cargo run --release -- CASE/page.html` must print CASE/expect.txt.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent


def console_commands(page):
    """Each command of the `console` blocks of a page, with the output after it."""
    for block in re.findall(r"^```console\n(.*?)^```$", page.read_text(), re.M | re.S):
        for example in re.split(r"^\$ ", block, flags=re.M)[1:]:
            command, _, expected = example.partition("\n")
            yield command, expected


def first_command(page):
    """The README's first command, with the expected text of the page that it names."""
    for path in re.findall(r"cargo run --release -- (\S+/page\.html)", page.read_text()):
        yield f"trommel {path}", (ROOT / path).with_name("expect.txt").read_text()


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    path = os.pathsep.join([os.path.abspath(sys.argv[1]), os.environ["PATH"]])
    pages = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    examples = [(page, *example) for page in pages for example in console_commands(page)]
    from_start = [(pages[0], *example) for example in first_command(pages[0])]
    if not examples or not from_start:
        sys.exit("expected console blocks, and in the README a command to start with; found none")
    with tempfile.TemporaryDirectory() as scratch:
        # A copy, because some examples write files.
        shutil.copytree(ROOT / "corpora", pathlib.Path(scratch, "corpora"))
        for page, command, expected in from_start + examples:
            found = subprocess.run(
                ["bash", "-c", command],
                cwd=scratch,
                env=dict(os.environ, PATH=path),
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
            ).stdout
            if found != expected:
                name = page.relative_to(ROOT)
                sys.exit(f"{name}: {command}\n--- expected\n{expected}--- found\n{found}")
    print(f"{len(from_start + examples)} examples print what the documentation says")


if __name__ == "__main__":
    main()
