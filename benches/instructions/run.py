#!/usr/bin/env python3
"""Counts instructions, and compares them with the record next to this file.

    benches/instructions/run.py             fails if a row exceeds its record by 3 %, or has none
    benches/instructions/run.py --record    rewrites the record; the commit message gives the reason

The rows are those of main.rs, over golden and generated pages.
Valgrind counts the instructions. Counts hardly depend on the machine and its load. They depend on
the compiler, so that a new compiler can need a new record.
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
RECORD = HERE / "record.txt"

# Growth from which the check fails, and change from which a row is printed.
MOST_GROWTH = 0.03
WORTH_SAYING = 0.005


def program():
    """Builds the program, and returns its path."""
    command = ["cargo", "build", "--profile", "bench", "--package", "trommel-instructions"]
    command += ["--message-format", "json-render-diagnostics"]
    built = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE).stdout
    for line in built.splitlines():
        message = json.loads(line)
        if message.get("executable"):
            return message["executable"]
    sys.exit("expected cargo to name the program, found nothing")


def count():
    """Bytes and instructions of each row, by name, in order."""
    with tempfile.TemporaryDirectory() as scratch:
        # Counts what runs in this function, and writes the sum each time it returns.
        command = ["valgrind", "--quiet", "--tool=callgrind", *(f"--{what}=trommel_instructions::counted_row" for what in ("toggle-collect", "dump-after"))]
        command += [f"--callgrind-out-file={scratch}/out", program()]
        rows = [line.split("\t") for line in subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()]
        counts = {}
        for number, (size, name) in enumerate(rows, 1):
            dump = pathlib.Path(scratch, f"out.{number}").read_text(errors="replace")
            counts[name] = (int(size), int(re.search(r"^(?:totals|summary): (\d+)", dump, re.M)[1]))
    if not counts or not all(instructions > size for size, instructions in counts.values()):
        sys.exit(f"expected more instructions than bytes of each row, found {counts}")
    return counts


def compiler():
    return subprocess.run(["rustc", "--version"], check=True, stdout=subprocess.PIPE, text=True).stdout.strip()


def write(counts):
    lines = [
        "# Instructions that pages take, by valgrind: written by `benches/instructions/run.py --record`.",
        f"# {compiler()}",
        "# instructions, instructions per byte, row",
    ]
    lines += [f"{instructions:>12} {instructions / size:>8.2f}  {name}" for name, (size, instructions) in counts.items()]
    RECORD.write_text("\n".join(lines) + "\n")


def check(counts):
    lines = [line for line in RECORD.read_text().splitlines() if not line.startswith("#")]
    record = {name: int(instructions) for instructions, _, name in (line.split(None, 2) for line in lines)}
    grown = []
    for name, (_, instructions) in counts.items():
        if name not in record:
            grown.append(name)
            print(f"{name}: not in the record")
            continue
        growth = instructions / record[name] - 1
        if growth > MOST_GROWTH:
            grown.append(name)
        if abs(growth) > WORTH_SAYING:
            print(f"{name}: {record[name]} -> {instructions}, {growth:+.1%}")
    gone = [name for name in record if name not in counts]
    print(f"{len(counts)} rows, {len(grown)} take over {MOST_GROWTH:.0%} more than recorded or are new, {len(gone)} are gone")
    if grown or gone:
        made_by = RECORD.read_text().splitlines()[1].removeprefix("# ")
        if made_by != compiler():
            print(f"the record was made with {made_by}, this is {compiler()}")
        sys.exit("if the commit means it, write the record anew and say why: benches/instructions/run.py --record")


if __name__ == "__main__":
    if sys.argv[1:] not in ([], ["--record"]):
        sys.exit(__doc__)
    write(count()) if sys.argv[1:] else check(count())
