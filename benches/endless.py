#!/usr/bin/env python3
"""Writes an endless page to the command's standard input:

    endless.py TROMMEL [--seconds N] [--mb-s MB] [-- OPTIONS of trommel]

Prints at intervals the bytes in, the bytes out, and the peak resident memory. Fails if nothing comes
out for ten seconds, if memory grows by more than 256 KiB after the first tenth of the time, or if it
exceeds 24 MiB. Linux only.
"""
import argparse
import itertools
import pathlib
import subprocess
import sys
import threading
import time

MOST_MIB = 24
MOST_GROWTH_KIB = 256
MOST_SILENCE_SECONDS = 10
ROW = (
    "<section><h2>Day {0}</h2><p>Passenger {0} was counted twice, and each time the ferryman came to a <b>different</b> number than"
    " before.</p><ul><li><a href=/{0}>the day before</a><li>the far bank</ul><table><tr><th>boat<th>passengers<tr><td>{0}<td>{1}</table>"
    "<p>On the far bank nobody was surprised, for the river had always taken one in ten.</p><script>count({0})</script></section>\n"
)


def most_resident_kib(child):
    for line in pathlib.Path(f"/proc/{child.pid}/status").read_text().splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1])
    raise ValueError("the system does not say how much memory is resident")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("trommel")
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--mb-s", type=float, default=0, help="millions of bytes a second at most; 0: as fast as they are taken")
    parser.add_argument("options", nargs="*", help="after --: options of trommel")
    options = parser.parse_args()

    command = [options.trommel, *options.options]
    child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    out = {"bytes": 0, "at": time.monotonic()}

    def count():
        while piece := child.stdout.read1(1 << 16):
            out["bytes"] += len(piece)
            out["at"] = time.monotonic()

    threading.Thread(target=count, daemon=True).start()
    begun = time.monotonic()
    settled_kib, next_line, bytes_in = None, 0, 0
    print("| seconds | MB in | MB out | resident at most, MiB |\n|---:|---:|---:|---:|")
    child.stdin.write(b"<!DOCTYPE html><title>Passengers and days</title><body>")
    for number in itertools.count(0, 1000):
        step = "".join(ROW.format(day, day * 7 % 100) for day in range(number, number + 1000)).encode()
        child.stdin.write(step)
        bytes_in += len(step)
        now = time.monotonic()
        kib = most_resident_kib(child)
        seconds = now - begun
        if seconds >= next_line:
            print(f"| {seconds:.0f} | {bytes_in / 1e6:.0f} | {out['bytes'] / 1e6:.0f} | {kib / 1024:.1f} |", flush=True)
            next_line += options.seconds / 10
        if settled_kib is None and seconds >= options.seconds / 10:
            settled_kib = kib
        if bytes_in > 50e6 and now - out["at"] > MOST_SILENCE_SECONDS:
            sys.exit(f"nothing came out for {MOST_SILENCE_SECONDS} seconds")
        if kib > MOST_MIB * 1024 or (settled_kib and kib > settled_kib + MOST_GROWTH_KIB):
            sys.exit(f"{kib} KiB are resident, {settled_kib} after a tenth of the time")
        if seconds > options.seconds:
            break
        if options.mb_s:
            time.sleep(max(0, bytes_in / (options.mb_s * 1e6) - seconds))
    child.stdin.close()
    if code := child.wait():
        sys.exit(f"trommel ended with code {code}")


if __name__ == "__main__":
    main()
