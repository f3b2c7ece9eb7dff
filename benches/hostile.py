#!/usr/bin/env python3
"""Speed and memory on hostile pages: hostile.py TROMMEL [GENERATOR] [--runs N] [--least-mb MB]

The pages are those of GENERATOR (see grow_pages.py), each grown to MB million bytes (10), and some of
our own. Each is passed to the command's standard input, with a budget of 1 MiB and text as output.
The table has MB per second of processor time (user and system, best of N runs, default 3) and peak
resident memory (by GNU time). It marks what is below 60 MB/s or above 24 MiB.
"""
import argparse
import fractions
import math
import os
import pathlib
import subprocess
import tempfile

import grow_pages

BUDGET = "1MiB"
GOAL_MB_S = 60
GOAL_MIB = 24
SENTENCE = "The ferryman counted his passengers twice and came to a different number each time. "
OWN = {
    "short blocks": "<p>a",
    "items without end": "<ul><li>item",
    "tables without end": "<table><tr><td>a<td>b",
    "a link over all": ("<a href=\"/" + "h" * 1000 + "\">", "x<p>"),
    "titles without end": "<title>A title<p>text",
    "text without spaces": ("<title>渡し守と乗客</title><p>", "渡し守は乗客を二度数えたが、そのたびに違う数になった。"),
    "lines": ("<p>", "line<br>"),
    "emphasis": "<em>a</em><strong>b</strong><code>c</code> ",
    "comments of TeX": ("<script type=math/tex>" + "\\" * 998, "%\n"),
    "words of the title": ("<title>tide turned noon boats</title><p>", "tide"),
}


def own(piece, least_bytes):
    begin, piece = piece if isinstance(piece, tuple) else ("", piece)
    piece = piece.encode()
    return begin.encode() + piece * (least_bytes // len(piece) + 1) + SENTENCE.encode() * 10


def write(path, generator, name, least_bytes):
    """Writes a page of `generator`, or of our own without one, of at least this many bytes."""
    if generator is None:
        page = own(OWN[name], least_bytes)
    else:
        page = grow_pages.page(generator, name, fractions.Fraction(1))
        if len(page) < least_bytes:
            page = grow_pages.page(generator, name, fractions.Fraction(math.ceil(least_bytes / len(page))))
    path.write_bytes(page)



def measure(program, path):
    """Seconds of processor time, and peak resident memory in KiB."""
    # Started by GNU time: else the memory of this process would count as the command's.
    with open(path, "rb") as page, tempfile.NamedTemporaryFile("r") as memory:
        command = ["/usr/bin/time", "-q", "-f", "%M", "-o", memory.name, program, "--budget", BUDGET]
        child = subprocess.Popen(command, stdin=page, stdout=subprocess.DEVNULL)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        # Exit code 1 means that nothing was extracted, which is right for some pages.
        assert child.returncode in (0, 1), f"{path}: exit code {child.returncode}"
        return usage.ru_utime + usage.ru_stime, int(memory.read())


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("trommel")
    parser.add_argument("generator", nargs="?", type=pathlib.Path)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--least-mb", type=float, default=10)
    options = parser.parse_args()
    least_bytes = int(options.least_mb * 1e6)
    with tempfile.TemporaryDirectory() as folder:
        paths = {}
        if options.generator:
            generator = options.generator.read_text()
            for name in grow_pages.lines(generator)[1]:
                paths[name] = pathlib.Path(folder, f"{name}.html")
                write(paths[name], generator, name, least_bytes)
        for name in OWN:
            paths[name] = pathlib.Path(folder, f"own {name}.html")
            write(paths[name], None, name, least_bytes)
        best = {}
        for _ in range(options.runs):
            for name, path in paths.items():
                seconds, kib = measure(options.trommel, path)
                before = best.get(name, (math.inf, 0))
                best[name] = min(before[0], seconds), max(before[1], kib)
        print("| page | MB | MB/s | resident at most, MiB | |\n|---|---:|---:|---:|---|")
        for name, path in paths.items():
            (seconds, kib), megabytes = best[name], path.stat().st_size / 1e6
            misses = [f"below {GOAL_MB_S} MB/s"] * (megabytes / seconds < GOAL_MB_S) + [f"above {GOAL_MIB} MiB"] * (kib > GOAL_MIB * 1024)
            print(f"| {name} | {megabytes:.0f} | {megabytes / seconds:.0f} | {kib / 1024:.1f} | {', '.join(misses)} |", flush=True)


if __name__ == "__main__":
    main()
