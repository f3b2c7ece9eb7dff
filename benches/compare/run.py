#!/usr/bin/env python3
"""Compares trommel with other extractors: one table of speed, memory and quality, from one run.

    benches/compare/run.py FOLDER [--pages N] [--runs N] [--only NAME]... [--json FILE]

FOLDER has pages as ID.html or ID.html.gz, directly or in `html/`. With `truth.jsonl` (see `trommel
score --help`) in FOLDER, F1 is printed too. The other extractors are installed from crates.io and
PyPI into the target folder, apart from trommel and the system. Needs cargo, python3 with venv, and
Linux.

First, each extractor reads all pages one by one, for its texts and its peak memory. Then it reads
pages in memory RUNS times, 16 at a time. The extractors take turns, so that other load on the
machine affects all of them. The measure is the processor time of the whole process, with decoding
and without reading files.
"""
import argparse
import gzip
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent

# Name, and the language of its worker.
EXTRACTORS = [
    ("trommel", "rust"),
    ("trommel line-block", "rust"),
    ("resiliparse", "python"),
    ("turbohtml", "python"),
    ("dom_smoothie", "rust"),
    ("rs-trafilatura", "rust"),
    ("trafilatura", "python"),
    ("trafilatura fast", "python"),
    ("readability-lxml", "python"),
]

# Pages that are in memory at the same time.
BATCH_PAGES = 16


def target_folder(package):
    found = subprocess.run(["cargo", "metadata", "--no-deps", "--format-version", "1"], cwd=package, check=True, stdout=subprocess.PIPE)
    return pathlib.Path(json.loads(found.stdout)["target_directory"])


def install():
    """Builds and installs everything. Returns the command of each kind of worker, and trommel's."""
    subprocess.run(["cargo", "build", "--release", "--locked", "--quiet"], cwd=HERE, check=True)
    target = target_folder(HERE)
    venv = target / "compare-venv"
    if not (venv / "bin" / "python").exists():
        subprocess.run([sys.executable, "-m", "venv", venv], check=True)
    pip = [venv / "bin" / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    # The pip of Python 3.11 cannot resolve the requirements of readability-lxml.
    subprocess.run([*pip, "--upgrade", "pip"], check=True)
    subprocess.run([*pip, "-r", HERE / "requirements.txt"], check=True)
    root = HERE.parents[1]
    scorer = os.environ.get("TROMMEL")
    if not scorer:
        subprocess.run(["cargo", "build", "--profile", "dist", "--quiet", "-p", "trommel-cli"], cwd=root, check=True)
        scorer = target_folder(root) / "dist" / "trommel"
    return {"rust": [target / "release" / "trommel-compare"], "python": [venv / "bin" / "python", HERE / "peer.py"]}, scorer


class Worker:
    """The process of an extractor."""

    def __init__(self, name, command):
        self.name = name
        self.process = subprocess.Popen([*command, name], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)

    def read(self, paths, text):
        self.process.stdin.write(json.dumps({"paths": paths, "text": text}).encode() + b"\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            sys.exit(f"{self.name}: ended at one of {', '.join(paths)}")
        return json.loads(line)

    def peak_mib(self):
        """Peak resident memory, while it still runs."""
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM")) / 1024

    def end(self):
        self.process.stdin.close()
        self.process.wait()


def page_id(path):
    return path.name.removesuffix(".gz").removesuffix(".html")


def pages_in(folder, most):
    within = folder / "html" if (folder / "html").is_dir() else folder
    pages = sorted(path for path in within.iterdir() if path.name.endswith((".html", ".html.gz")))
    if not pages:
        sys.exit(f"{within}: expected pages, .html or .html.gz, found none")
    step = -(-len(pages) // most) if most else 1
    return pages[::step]


def bytes_of(path):
    with (gzip.open if path.endswith(".gz") else open)(path, "rb") as page:
        return len(page.read())


def f1(texts, truth, scorer, scratch):
    """The scores of texts by id, from `trommel score`, for the pages that were read."""
    # Not splitlines(): texts can contain other line ends.
    gold = [line for line in truth.read_text(encoding="utf-8").split("\n") if line.strip() and json.loads(line)["id"] in texts]
    (scratch / "truth.jsonl").write_text("\n".join(gold) + "\n", encoding="utf-8")
    with open(scratch / "texts.jsonl", "w", encoding="utf-8") as out:
        for id, text in texts.items():
            # Halves of surrogate pairs cannot be encoded.
            out.write(json.dumps({"id": id, "text": text.encode("utf-8", "replace").decode()}) + "\n")
    command = [scorer, "score", "--json", "--gold", scratch / "truth.jsonl", scratch / "texts.jsonl"]
    return json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout).get("F")


def machine():
    cpu = next((line.split(":")[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")), "unknown processor")
    return f"{os.cpu_count()} x {cpu}, load {os.getloadavg()[0]:.1f}"


def main():
    summary, _, more = __doc__.partition("\n")
    parser = argparse.ArgumentParser(description=summary, epilog=more, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--pages", type=int, help="at most so many, evenly spread [all]")
    parser.add_argument("--runs", type=int, default=3, help="for speed; the median counts [3]")
    parser.add_argument("--only", action="append", choices=[name for name, _ in EXTRACTORS], help="this one; may be given several times")
    parser.add_argument("--json", type=pathlib.Path, help="writes the figures there too")
    args = parser.parse_args()

    pages = pages_in(args.folder, args.pages)
    commands, scorer = install()
    chosen = [(name, commands[kind]) for name, kind in EXTRACTORS if not args.only or name in args.only]
    paths = [str(path.resolve()) for path in pages]
    truth = args.folder / "truth.jsonl"
    rows = {name: {"seconds": [0.0] * args.runs} for name, _ in chosen}
    print(f"Machine: {machine()}", file=sys.stderr)

    with tempfile.TemporaryDirectory() as scratch:
        for name, command in chosen:
            worker = Worker(name, command)
            texts, errors = {}, 0
            for page, path in zip(pages, paths):
                found = worker.read([path], True)
                texts[page_id(page)] = found["texts"][0]
                errors += found["errors"]
            rows[name] |= {"peak_mib": worker.peak_mib(), "errors": errors, "empty": sum(not text.strip() for text in texts.values())}
            worker.end()
            if truth.is_file():
                rows[name]["f1"] = f1(texts, truth, scorer, pathlib.Path(scratch))
            print(f"texts and memory: {name}", file=sys.stderr)

    workers = [Worker(name, command) for name, command in chosen]
    for run in range(args.runs):
        for at in range(0, len(paths), BATCH_PAGES):
            for worker in workers:
                rows[worker.name]["seconds"][run] += sum(worker.read(paths[at:at + BATCH_PAGES], False)["seconds"])
            workers.append(workers.pop(0))
        print(f"speed: run {run + 1} of {args.runs}", file=sys.stderr)
    for worker in workers:
        worker.end()

    size = sum(bytes_of(path) for path in paths)
    print(f"{len(paths)} pages, {size / 1e6:.1f} MB; medians of {args.runs} interleaved runs\n")
    print("| extractor | MB/s | ms per page | times as long as the first | peak memory, MiB | F1 | empty | errors |")
    print("|---|---:|---:|---:|---:|---:|---:|---:|")
    first = None
    for name, row in rows.items():
        seconds = row["median_seconds"] = statistics.median(row["seconds"])
        first = first or seconds
        said = "" if row.get("f1") is None else f"{row['f1']:.3f}"
        print(f"| {name} | {size / 1e6 / seconds:.1f} | {1000 * seconds / len(paths):.2f} | {seconds / first:.1f} | "
              f"{row['peak_mib']:.1f} | {said} | {row['empty']} | {row['errors']} |")
    if truth.is_file():
        print("\nF1 of trommel (not of line-block) flatters it where its model was fitted to these pages: docs/src/model.md says to which.")
    if args.json:
        args.json.write_text(json.dumps({"machine": machine(), "pages": len(paths), "bytes": size, "extractors": rows}, indent=1) + "\n")


if __name__ == "__main__":
    main()
