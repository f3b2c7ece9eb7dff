"""Crawl files, and the rows that the command makes of them."""

import contextlib
import gzip
import json
import os
import pathlib
import signal
import subprocess
import sys
import threading
import time
from collections import Counter

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.append(str(ROOT / "bindings/python/tests"))  # the fault proxy
PAGES = [case / "page.html" for case in sorted((ROOT / "corpora" / "cases").iterdir())]

#: Small, so that each file has several parts.
PART_BYTES = 30_000

#: Columns that are compared; they are named alike in JSON lines.
FIELDS = ["text", "title", "url", "date", "lang", "author", "method", "confidence"]


def record(number, page):
    http = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + page
    head = (
        f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:{number}>\r\n"
        f"WARC-Target-URI: http://a.example/{number}\r\nWARC-Date: 2026-01-02T03:04:05Z\r\n"
        f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(http)}\r\n\r\n"
    )
    return head.encode() + http + b"\r\n\r\n"


@pytest.fixture(scope="session")
def crawl(tmp_path_factory):
    """A folder with a crawl of all pages of corpora/cases: plain, compressed, and with damage."""
    folder = tmp_path_factory.mktemp("crawl")
    records = [record(number, page.read_bytes()) for number, page in enumerate(PAGES)]
    members = [gzip.compress(record, mtime=0) for record in records]
    (folder / "plain.warc").write_bytes(b"".join(records))
    (folder / "compressed.warc.gz").write_bytes(b"".join(members))
    middle = len(members) // 2
    damaged = [*members[:middle], members[middle][:-40], b"no gzip member", *members[middle + 1 :]]
    (folder / "damaged.warc.gz").write_bytes(b"".join(damaged))
    return folder


def rows_of_batch(paths, folder):
    """Rows of ``trommel batch``, by the fields that tell them apart, and how often each comes."""
    out = folder / "rows.jsonl"
    command = [sys.executable, "-m", "trommel", "batch", *map(str, paths), "-o", str(out)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert out.exists(), done.stderr
    return Counter(
        (row["source"]["file"], row["source"]["offset"], *(row[name] for name in FIELDS))
        for row in map(json.loads, out.read_text().splitlines())
    )


def counted(rows):
    """Rows of an engine in the same form, without those of damaged places."""
    return Counter(
        (row["source_file"], row["source_offset"], *(row.get(name) for name in FIELDS))
        for row in rows
        if row.get("damage") is None
    )


@pytest.fixture(scope="session")
def expected(crawl, tmp_path_factory):
    """The rows of ``trommel batch`` for the crawl."""
    rows = rows_of_batch(sorted(crawl.iterdir()), tmp_path_factory.mktemp("batch"))
    assert sum(rows.values()) > 2 * len(PAGES)
    return rows


@pytest.fixture(scope="session")
def large_job(crawl, tmp_path_factory):
    """200 files: one that is missing, one that is truncated, and one that is no WARC file."""
    folder = tmp_path_factory.mktemp("job")
    whole = gzip.compress(record(1, PAGES[0].read_bytes()), mtime=0)
    for number in range(199):
        (folder / f"{number:03}.warc.gz").write_bytes(whole)
    (folder / "017.warc.gz").write_bytes(whole[:-50])
    (folder / "042.warc.gz").write_bytes(b"<!doctype html><p>It rained.")
    return [str(path) for path in sorted(folder.iterdir())] + [str(folder / "missing.warc.gz")]


@pytest.fixture(scope="session")
def expected_of_large_job(large_job, tmp_path_factory):
    """The rows of ``trommel batch`` for what is there of the 200 files."""
    paths = [path for path in large_job if os.path.exists(path)]
    rows = rows_of_batch(paths, tmp_path_factory.mktemp("batch"))
    assert sum(rows.values()) >= 197
    return rows


@contextlib.contextmanager
def killing(started, part_of_command):
    """Kills a process with this text in its command line, once the file ``started`` is there."""
    killed = []

    def kill():
        while not started.exists():
            time.sleep(0.05)
        # A worker has the name of its task while that runs.
        for _ in range(1000):
            if found := descendants(part_of_command):
                break
            time.sleep(0.01)
        killed.append(found[0])
        os.kill(killed[0], signal.SIGKILL)

    killer = threading.Thread(target=kill, daemon=True)
    killer.start()
    yield
    killer.join()
    assert killed


def descendants(part_of_command):
    """Processes that this one or its children started, whose command lines have a text."""
    parents, commands = {}, {}
    for process in pathlib.Path("/proc").iterdir():
        if process.name.isdigit():
            try:
                status = (process / "stat").read_text().rpartition(")")[2].split()
                commands[int(process.name)] = (process / "cmdline").read_text().replace("\0", " ")
                parents[int(process.name)] = int(status[1])
            except OSError:
                continue

    def is_below(pid):
        while pid in parents:
            pid = parents[pid]
            if pid == os.getpid():
                return True
        return False

    return [pid for pid, said in commands.items() if part_of_command in said and is_below(pid)]
