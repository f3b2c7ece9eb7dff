#!/usr/bin/env python3
"""Counts instructions and misses of the instruction cache, and compares them with the record next
to this file.

    benches/instructions/run.py             fails if a row exceeds its record by 3 % of instructions,
                                            or has no record
    benches/instructions/run.py --record    rewrites the record; the commit message gives the reason

The rows are those of main.rs, over golden and generated pages.
Valgrind counts, with a first-level instruction cache of 32 KiB and 8 ways. Counts hardly depend on
the machine and its load. They depend on the compiler, so that a new compiler can need a new record.
The record also has the misses, which depend on where the linker puts the functions, and the
processor time of each row on the machine that made it. Neither is checked.
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

# Runs of a row whose least time is recorded.
TIMED_RUNS = 20


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


def rows(command):
    """Bytes, microseconds and name of each row that a command prints."""
    printed = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout
    return [line.split("\t") for line in printed.splitlines()]


def count():
    """Bytes, instructions, cache misses and microseconds of each row, by name, in order."""
    path = program()
    with tempfile.TemporaryDirectory() as scratch:
        # Counts what runs in this function, and writes the sum each time it returns.
        command = ["valgrind", "--quiet", "--tool=callgrind", *(f"--{what}=trommel_instructions::counted_row" for what in ("toggle-collect", "dump-after"))]
        command += ["--cache-sim=yes", "--I1=32768,8,64", f"--callgrind-out-file={scratch}/out", path]
        counts = {}
        for number, (size, _, name) in enumerate(rows(command), 1):
            dump = pathlib.Path(scratch, f"out.{number}").read_text(errors="replace")
            events = re.search(r"^events: (.*)", dump, re.M)[1].split()
            sums = dict(zip(events, map(int, re.search(r"^(?:totals|summary): (.*)", dump, re.M)[1].split())))
            counts[name] = [int(size), sums["Ir"], sums["I1mr"]]
    if not counts or not all(instructions > size for size, instructions, _ in counts.values()):
        sys.exit(f"expected more instructions than bytes of each row, found {counts}")
    for _, microseconds, name in rows([path, str(TIMED_RUNS)]):
        counts[name].append(int(microseconds))
    return counts


def compiler():
    return subprocess.run(["rustc", "--version"], check=True, stdout=subprocess.PIPE, text=True).stdout.strip()


def write(counts):
    lines = [
        "# Instructions and instruction cache misses of pages, by valgrind, and their processor time:",
        "# written by `benches/instructions/run.py --record`.",
        f"# {compiler()}",
        "# instructions, instructions per byte, misses, microseconds, row",
    ]
    lines += [f"{instructions:>12} {instructions / size:>8.2f} {misses:>8} {time:>8}  {name}" for name, (size, instructions, misses, time) in counts.items()]
    RECORD.write_text("\n".join(lines) + "\n")


def check(counts):
    lines = [line for line in RECORD.read_text().splitlines() if not line.startswith("#")]
    record = {name: int(instructions) for instructions, _, _, _, name in (line.split(None, 4) for line in lines)}
    grown = []
    for name, (_, instructions, _, _) in counts.items():
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
    print(f"{len(counts)} rows, {len(grown)} exceed their record or are new, {len(gone)} are gone")
    if grown or gone:
        made_by = RECORD.read_text().splitlines()[2].removeprefix("# ")
        if made_by != compiler():
            print(f"the record was made with {made_by}, this is {compiler()}")
        sys.exit("if the commit means it, write the record anew and say why: benches/instructions/run.py --record")


if __name__ == "__main__":
    if sys.argv[1:] not in ([], ["--record"]):
        sys.exit(__doc__)
    write(count()) if sys.argv[1:] else check(count())
