#!/usr/bin/env python3
"""Rows a second of Spark, Ray and datatrove: with trommel, with resiliparse and with trafilatura.

    engines.py CORPORA_DIR WHEEL [--copies N] [--runs N] [--only ENGINE...] [--scratch DIR]

Makes a crawl of N files (7) of all pages of CORPORA_DIR/wcxb/html, and an environment for each engine
with WHEEL in it. Each engine reads all files with two workers, beside `trommel batch --jobs 2`.
resiliparse reads two of the files, and trafilatura two with the first 200 pages, since they take
longer. Records are read by fastwarc for both; datatrove has a reader and an extractor of its own, and
none of resiliparse.

The start of an engine does not count: a small job runs before the clock. What is read is not written.
The runs of all take turns, and the median is printed, as Markdown. Needs java and uv.
"""

import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

PACKAGES = {
    "batch": [],
    "spark": ["pyspark", "pandas<3", "pyarrow"],
    "ray": ["ray", "pandas", "pyarrow"],
    "datatrove": ["datatrove", "pyarrow", "orjson", "warcio", "faust-cchardet", "python-magic"],
}
PEERS = ["fastwarc", "resiliparse", "trafilatura"]
EXTRACTORS = ["trommel", "resiliparse", "trafilatura"]


def texts(path, extractor):
    """Main content of each page of a file, as users of the other extractors read it."""
    from fastwarc.warc import ArchiveIterator, WarcRecordType

    if extractor == "resiliparse":
        from resiliparse.extract.html2text import extract_plain_text
        from resiliparse.parse.encoding import detect_encoding
        from resiliparse.parse.html import HTMLTree

        def main_text(html):
            tree = HTMLTree.parse_from_bytes(html, detect_encoding(html))
            return extract_plain_text(tree, main_content=True)

    else:
        from trafilatura import extract as main_text
    with open(path, "rb") as file:
        for record in ArchiveIterator(file, record_types=WarcRecordType.response, parse_http=True):
            yield str(record.headers.get("WARC-Target-URI")), main_text(record.reader.read()) or ""


def batches(path, extractor):
    import itertools

    import pyarrow

    rows = texts(path, extractor)
    while some := list(itertools.islice(rows, 256)):
        url, text = zip(*some, strict=True)
        yield pyarrow.table({"url": url, "text": text})


def run_batch(files, extractor):
    def job(some):
        command = [sys.executable, "-m", "trommel", "batch", *some, "-o", "-", "--jobs", "2"]
        return subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout.count(b"\n")

    return job


def run_spark(files, extractor):
    from pyspark.sql import SparkSession

    os.environ["PYSPARK_PYTHON"] = sys.executable
    os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"
    spark = (
        SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").getOrCreate()
    )
    schema = "url string, text string"

    def job(some):
        if extractor == "trommel":
            frame = (
                spark.read.format("trommel").schema(schema).option("paths", json.dumps(some)).load()
            )
        else:

            def read(paths):
                for batch in paths:
                    for path in batch.column("path").to_pylist():
                        for table in batches(path, extractor):
                            yield from table.to_batches()

            paths = spark.createDataFrame([(path,) for path in some], "path string")
            frame = paths.repartitionByRange(len(some), "path").mapInArrow(read, schema)
        return frame.selectExpr("count(*)", "sum(length(text))").collect()[0][0]

    return job


def run_ray(files, extractor):
    import ray

    os.environ["PYTHONPATH"] = str(pathlib.Path(__file__).parent)
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    ray.data.DataContext.get_current().enable_progress_bars = False

    def job(some):
        if extractor == "trommel":
            import trommel.ray

            dataset = trommel.ray.read_warc(some, columns=["url", "text"])
        else:
            paths = ray.data.from_items(
                [{"path": path} for path in some], override_num_blocks=len(some)
            )

            def read(table):
                for path in table.column("path").to_pylist():
                    yield from batches(path, extractor)

            dataset = paths.map_batches(read, batch_format="pyarrow", batch_size=1)
        return sum(len(batch["text"]) for batch in dataset.iter_batches(batch_format="pyarrow"))

    return job


def run_datatrove(files, extractor):
    from datatrove.executor import LocalPipelineExecutor
    from datatrove.pipeline.extractors import Trafilatura
    from datatrove.pipeline.readers import WarcReader
    from datatrove.utils.logging import logger

    logger.remove()

    def job(some):
        with tempfile.TemporaryDirectory() as scratch:
            names = pathlib.Path(scratch, "names")
            names.write_text("\n".join(os.path.basename(path) for path in some))
            source = os.path.dirname(some[0])
            if extractor == "trommel":
                from trommel.datatrove import TrommelWarcReader

                pipeline = [TrommelWarcReader(source, str(names))]
            elif extractor == "resiliparse":
                return None
            else:
                pipeline = [WarcReader(source, str(names)), Trafilatura(timeout=60)]
            executor = LocalPipelineExecutor(
                pipeline, tasks=2, workers=2, logging_dir=f"{scratch}/logs"
            )
            stats = executor.run()
            return (
                stats.stats[-1].stats["documents"].total
                if extractor == "trommel"
                else (stats.stats[-1].stats["forwarded"].total)
            )

    return job


def measured(engine, extractor, files, warm_up):
    """Pages and seconds of a job, in this process."""
    job = globals()[f"run_{engine}"](files, extractor)
    job([warm_up])
    begun = time.monotonic()
    pages = job(files)
    print(json.dumps({"pages": pages, "seconds": time.monotonic() - begun}))


def made(args, scratch):
    """Files of the crawl: for trommel, for resiliparse, for trafilatura; and one to warm up."""
    here = pathlib.Path(__file__).parent
    pages = args.corpora / "wcxb" / "html"

    def file(name, *options):
        path = scratch / "crawl" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            subprocess.run(
                [sys.executable, here / "make_warc.py", pages, path, *options], check=True
            )
        return path

    first = file("0.warc.gz")
    whole = [first]
    for copy in range(1, args.copies):
        path = scratch / "crawl" / f"{copy}.warc.gz"
        if not path.exists():
            path.write_bytes(first.read_bytes())
        whole.append(path)
    short = [file("short-0.warc.gz", "--pages", "200")]
    short.append(scratch / "crawl" / "short-1.warc.gz")
    short[1].write_bytes(short[0].read_bytes())
    files = {"trommel": whole, "resiliparse": whole[:2], "trafilatura": short}
    return files, file("warm-up.warc.gz", "--pages", "20")


def environments(args, scratch):
    pythons = {}
    for engine, packages in PACKAGES.items():
        if args.only and engine not in args.only:
            continue
        python = scratch / engine / "bin" / "python"
        if not python.exists():
            subprocess.run(["uv", "venv", "--quiet", scratch / engine], check=True)
            subprocess.run(
                [
                    "uv",
                    "pip",
                    "install",
                    "--quiet",
                    "--python",
                    python,
                    *packages,
                    *PEERS,
                    args.wheel,
                ],
                check=True,
            )
        pythons[engine] = python
    return pythons


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("corpora", type=pathlib.Path)
    parser.add_argument("wheel", type=pathlib.Path)
    parser.add_argument("--copies", type=int, default=7)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--only", nargs="*")
    parser.add_argument("--scratch", type=pathlib.Path, help="kept for the next run")
    args = parser.parse_args()
    scratch = args.scratch or pathlib.Path(tempfile.mkdtemp())
    files, warm_up = made(args, scratch)
    pythons = environments(args, scratch)
    jobs = [
        (engine, extractor)
        for engine in pythons
        for extractor in EXTRACTORS
        if engine != "batch" or extractor == "trommel"
        if (engine, extractor) != ("datatrove", "resiliparse")  # It has no such extractor.
    ]
    rates = {job: [] for job in jobs}
    for _ in range(args.runs):
        for engine, extractor in jobs:
            command = [
                pythons[engine],
                __file__,
                "--one",
                engine,
                extractor,
                warm_up,
                *files[extractor],
            ]
            done = subprocess.run(command, capture_output=True, text=True)
            if done.returncode != 0:
                sys.exit(f"{engine} with {extractor}: {done.stderr[-3000:]}")
            found = json.loads(done.stdout.splitlines()[-1])
            print(engine, extractor, found, file=sys.stderr, flush=True)
            rates[engine, extractor].append(found["pages"] / found["seconds"])
    size = sum(path.stat().st_size for path in files["trommel"])
    print(f"{len(files['trommel'])} files, {size / 1e6:.0f} MB, {args.runs} runs, pages a second\n")
    print("| engine | " + " | ".join(EXTRACTORS) + " |\n|---|" + "---:|" * len(EXTRACTORS))
    for engine in pythons:
        cells = (rates.get((engine, extractor)) for extractor in EXTRACTORS)
        print(
            f"| {engine} | "
            + " | ".join(f"{statistics.median(c):.0f}" if c else "" for c in cells)
            + " |"
        )


if __name__ == "__main__":
    if sys.argv[1:2] == ["--one"]:
        engine, extractor, warm_up, *files = sys.argv[2:]
        measured(engine, extractor, files, warm_up)
    else:
        main()
