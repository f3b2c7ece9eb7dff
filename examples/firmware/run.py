#!/usr/bin/env python3
"""Runs the firmware in QEMU and compares its text with that of the command: run.py COMMAND [PAGE...]

COMMAND is the command trommel. Without pages, those of corpora/cases and corpora/hostile are read.
Builds the firmware twice, without and with the model, and prints for each the bytes of flash, and
the most bytes of heap and stack that a page took. Needs qemu-system-arm.
"""
import os
import pathlib
import re
import struct
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
CORPORA = HERE.parent.parent / "corpora"
TARGET = "thumbv7em-none-eabihf"
RAM_START = 0x2000_0000
QEMU = "qemu-system-arm -machine mps2-an386 -nographic -monitor none -serial none -chardev stdio,id=console"
SEMIHOSTING = "enable=on,target=native,chardev=console"
LONG_PAGE_REPEATS = 3
# Seconds of a page; most take less than one.
TIMEOUT = 60


def build(features):
    """The path of the firmware."""
    command = ["cargo", "build", "--release", "--locked", "--features", features]
    subprocess.run(command, cwd=HERE, check=True)
    folder = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", HERE / "target"))
    return HERE / folder / TARGET / "release/firmware"


def segments(firmware):
    """Bytes of flash, and bytes of RAM for statics, by the program headers of an ELF file."""
    elf = firmware.read_bytes()
    (offset,), (size, count) = struct.unpack_from("<I", elf, 28), struct.unpack_from("<HH", elf, 42)
    flash = ram = 0
    for number in range(count):
        kind, _, address, _, in_file, in_memory = struct.unpack_from("<6I", elf, offset + number * size)
        if kind == 1:
            flash += in_file
            ram += in_memory if address >= RAM_START else 0
    return flash, ram


def run(firmware, method, page, output):
    """What the firmware prints."""
    arguments = "".join(f",arg={argument}" for argument in ["firmware", method, page, output])
    command = [*QEMU.split(), "-semihosting-config", SEMIHOSTING + arguments, "-kernel", firmware]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=TIMEOUT)
    if done.returncode != 0:
        sys.exit(f"{page}: exit code {done.returncode}\n{done.stdout}")
    return done.stdout


def compare(command, firmware, method, pages, scratch):
    """Largest marks of heap, stack and budget over all pages."""
    output = pathlib.Path(scratch, "output")
    marks, parts = {}, 0
    for page in pages:
        printed = run(firmware, method, page, output)
        expected = subprocess.run([command, "-m", method, page], stdout=subprocess.PIPE).stdout
        if " whole," not in printed:
            # The command decides the page as a whole.
            parts += 1
        elif output.read_bytes() != expected:
            sys.exit(f"{page}: the text of the firmware is not that of {command} -m {method}\n{printed}")
        for name, value, most in re.findall(r"(\w+) (\d+) of (\d+)", printed):
            marks[name] = max(marks.get(name, (0, 0)), (int(value), int(most)))
    return marks, parts


def long_page(pages, scratch):
    """All pages in one, several times over: more than RAM can hold."""
    page = pathlib.Path(scratch, "long.html")
    page.write_bytes(b"".join(page.read_bytes() for page in pages) * LONG_PAGE_REPEATS)
    return page


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    command = pathlib.Path(sys.argv[1]).resolve()
    pages = [pathlib.Path(page).resolve() for page in sys.argv[2:]]
    pages = pages or sorted([*CORPORA.glob("cases/*/page.html"), *CORPORA.glob("hostile/*.html")])
    for features, method in [("", "line-block"), ("model", "learned")]:
        firmware = build(features)
        flash, ram = segments(firmware)
        with tempfile.TemporaryDirectory() as scratch:
            marks, parts = compare(command, firmware, method, pages, scratch)
            page = long_page(pages, scratch)
            printed = run(firmware, method, page, pathlib.Path(scratch, "output"))
            if " in parts," not in printed:
                sys.exit(f"expected that {page} is decided in parts, found\n{printed}")
        peaks = ", ".join(f"{name} {value:,} of {most:,}" for name, (value, most) in marks.items())
        print(f"{method}: flash {flash:,} bytes, statics with heap {ram:,} bytes; at most {peaks}")
        print(f"{method}: {len(pages) - parts} pages give the bytes of the command, {parts} are decided in parts")
        print(f"{method}: a long page: {printed.strip()}")


if __name__ == "__main__":
    main()
