#!/usr/bin/env python3
"""What the time of `trommel batch` consists of, by the folders of the source, as a Markdown table.

    rooms.py INPUT...                 files or folders of pages, or files of records
    rooms.py --method METHOD INPUT...

Valgrind runs the command with one worker and counts, for each source file: instructions, and
misses of the first-level data cache (32 KiB) and of the last-level cache. Code that the compiler
put in place of a call counts for the file where it is written. A run takes some fifty times as long
as without valgrind: a hundred pages are enough. Needs cargo and valgrind.
"""
import argparse
import collections
import json
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
EVENTS = ("Ir", "D1mr", "D1mw", "DLmr", "DLmw")


def program():
    """Builds the command with names of lines, and returns its path."""
    command = ["cargo", "build", "--profile", "bench", "-p", "trommel-cli", "--message-format", "json-render-diagnostics"]
    built = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE).stdout
    for message in map(json.loads, built.splitlines()):
        if message.get("executable"):
            return message["executable"]
    sys.exit("expected cargo to name the program, found nothing")


def room(path):
    """The part of the program that a source file belongs to."""
    path = path.removeprefix(f"{ROOT}/")
    if found := re.match(r"(?:\./)?src/(\w+)", path):
        return found[1]
    if found := re.search(r"crates/trommel-(\w+)/", path):
        return f"trommel-{found[1]}"
    if found := re.search(r"/registry/src/[^/]+/(.+?)-\d", path):
        return found[1]
    return "standard library" if "/library/" in path else "C library and rest"


def costs(profile):
    """Sums of the events by room, from the file that callgrind wrote."""
    sums = collections.defaultdict(lambda: [0] * len(EVENTS))
    names, file, columns, is_call = {}, "", [], False
    for line in profile:
        if found := re.match(r"(fl|fi|fe)=\((\d+)\)(?: (.+))?$", line):
            if found[3]:
                names[found[2]] = found[3]
            file = names[found[2]]
        elif line.startswith("cfi=") or line.startswith("cfl="):
            if found := re.match(r"\w+=\((\d+)\) (.+)$", line):
                names[found[1]] = found[2]
        elif line.startswith("events: "):
            columns = [line.split()[1:].index(event) for event in EVENTS]
        elif line.startswith("calls="):
            is_call = True
        elif re.match(r"[\d+*-]", line):
            # The line after a call has the cost of what was called, which is counted there.
            numbers = [int(number) for number in line.split()[1:]] if not is_call else []
            is_call = False
            for event, column in enumerate(columns):
                if column < len(numbers):
                    sums[room(file)][event] += numbers[column]
    return sums


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--method", default="auto")
    parser.add_argument("inputs", nargs="+")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        profile = pathlib.Path(scratch, "profile")
        command = ["valgrind", "--quiet", "--tool=callgrind", "--cache-sim=yes", f"--callgrind-out-file={profile}"]
        command += [program(), "batch", *arguments.inputs, "-m", arguments.method, "--jobs", "1", "--progress", "never"]
        subprocess.run([*command, "-o", f"{scratch}/out.jsonl"], check=True)
        with profile.open(errors="replace") as lines:
            sums = costs(lines)
    all_rooms = [sum(column) for column in zip(*sums.values())]
    print("| part | instructions | first-level misses | last-level misses |\n|---|---:|---:|---:|")
    rows = [*sorted(sums.items(), key=lambda row: -row[1][0]), ("all, number", all_rooms)]
    for name, (instructions, *misses) in rows:
        first, last = misses[0] + misses[1], misses[2] + misses[3]
        both = [(instructions, all_rooms[0]), (first, sum(all_rooms[1:3])), (last, sum(all_rooms[3:5]))]
        if name == rows[-1][0]:
            cells = [f"{count:,}" for count, _ in both]
        elif instructions * 200 >= all_rooms[0]:
            cells = [f"{count / max(every, 1):.1%}" for count, every in both]
        else:
            continue
        print(f"| {name} | {' | '.join(cells)} |")


if __name__ == "__main__":
    main()
