"""What each engine, and ``trommel batch``, make of servers that fail: the table of docs/src/engines.md.

Pages are complete, or an error names the path and the byte. No job has fewer pages and succeeds.
ENGINE names the engine that is tested; without, it is what all of them share, and ``batch`` where
TROMMEL names the command with the feature ``remote``.
"""

import dataclasses
import gzip
import json
import os
import pickle
import re
import subprocess

import pytest

pytest.importorskip("moto")

import stores
from conftest import PAGES, record
from fault_proxy import FAULTS, Fault, FaultProxy
from stores import BUCKET

import trommel
from trommel import _parts
from trommel._storage import Storage

KEY = "crawl/large.warc.gz"
TIMEOUT = 2
PART_BYTES = 400_000
TASKS = 2


@pytest.fixture(scope="module")
def crawl_bytes():
    """Some megabytes, so that a file has several parts, and a part several requests."""
    members = []
    for number in range(6 * len(PAGES)):
        page = PAGES[number % len(PAGES)].read_bytes()
        filler = os.urandom(9000).hex().encode()  # Compresses to half.
        members.append(gzip.compress(record(number, page + b"<!--" + filler + b"-->"), 1))
    return b"".join(members)


@pytest.fixture(scope="module")
def pages(crawl_bytes, tmp_path_factory):
    """The offsets of all pages."""
    path = tmp_path_factory.mktemp("whole") / "large.warc.gz"
    path.write_bytes(crawl_bytes)
    found = sorted(page.source_offset for page in trommel.read_warc(path))
    assert len(found) == 6 * len(PAGES)
    return found


@pytest.fixture(scope="module")
def proxy(crawl_bytes):
    with stores.s3() as store, FaultProxy(store.address) as proxy:
        store.put(KEY, crawl_bytes)
        store.put("many/large.warc.gz", crawl_bytes)
        yield proxy


def by_parts(address, proxy):
    del proxy
    storage = Storage(None, TIMEOUT)
    for part in _parts.parts([address], storage, PART_BYTES):
        for batch in _parts.read_part(part, storage, {}):
            yield from batch.to_pylist()


def by_spark(address, proxy):
    del proxy
    reader = session().read.format("trommel").option("part_size", PART_BYTES)
    reader = reader.option("read_timeout", TIMEOUT)
    return [row.asDict() for row in reader.load(address).collect()]


def session():
    import pathlib
    import sys

    import pyspark
    from pyspark.sql import SparkSession

    os.environ["SPARK_HOME"] = str(pathlib.Path(pyspark.__file__).parent)
    os.environ["PYSPARK_PYTHON"] = sys.executable
    os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"
    builder = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
    return builder.config("spark.driver.host", "127.0.0.1").getOrCreate()


def by_ray(address, proxy):
    del proxy
    import ray

    import trommel.ray

    if not ray.is_initialized():
        ray.init(
            num_cpus=2, include_dashboard=False, log_to_driver=False, object_store_memory=300 << 20
        )
    return trommel.ray.read_warc(
        address,
        part_size=PART_BYTES,
        read_timeout=TIMEOUT,
        ray_remote_args={"max_retries": 0},
    ).take_all()


def by_datatrove(address, proxy):
    from trommel.datatrove import TrommelWarcReader

    folder, _, name = address.partition("?")[0].rpartition("/")
    options = {"client_kwargs": {"endpoint_url": proxy.address, "region_name": "us-east-1"}}
    reader = TrommelWarcReader(
        (folder, options) if address.startswith("s3:") else folder,
        glob_pattern=name,
        part_size=PART_BYTES,
        read_timeout=TIMEOUT,
        list_once=True,
    )
    tasks = [pickle.loads(pickle.dumps(reader)) for _ in range(TASKS)]
    rows = [
        document.metadata for rank, task in enumerate(tasks) for document in task.run(None, rank, TASKS)
    ]
    missing = sum(task.stats.to_dict().get("without_text", {}).get("total", 0) for task in tasks)
    return rows + [{"without_text": True}] * missing


def by_batch(address, proxy):
    environment = os.environ | stores.ENVIRONMENT | {"AWS_ENDPOINT_URL": proxy.address}
    command = [os.environ["TROMMEL"], "batch", address.partition("?")[0], "-o", "-"]
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    if done.returncode:
        raise OSError(done.stderr)
    return [{"source_offset": json.loads(line)["source"]["offset"]} for line in done.stdout.splitlines()]


ENGINES = {
    "parts": ("pyarrow", by_parts),
    "spark": ("pyspark", by_spark),
    "ray": ("ray", by_ray),
    "datatrove": ("datatrove", by_datatrove),
    "batch": ("trommel", by_batch),
}


@pytest.fixture(params=ENGINES)
def engine(request):
    package, run = ENGINES[request.param]
    pytest.importorskip(package)
    wanted = os.environ.get("ENGINE", "storage")
    if request.param not in ({"parts", "batch"} if wanted == "storage" else {wanted}):
        pytest.skip(f"ENGINE is {wanted}")
    if request.param == "batch" and "TROMMEL" not in os.environ:
        pytest.skip("TROMMEL names no command")
    return request.param, run


def address_of(scheme, proxy):
    if scheme == "http":
        return f"{proxy.address}/{BUCKET}/{KEY}"
    return stores.s3_address(KEY, proxy.address.removeprefix("http://"))


def outcome(run, address, proxy, pages):
    """``pages``, or ``error`` if it names path and byte; else what is wrong."""
    try:
        rows = list(run(address, proxy))
    except Exception as error:
        said = causes(error)
        assert "large.warc.gz" in said, said
        return ("error at byte" if re.search(r"byte \d+", said) else "error"), said
    assert not any(row.get("damage") for row in rows), rows
    found = sorted(row["source_offset"] for row in rows if "source_offset" in row)
    assert len(rows) == len(pages) and set(found) <= set(pages) and len(set(found)) == len(found)
    return "pages", ""


def causes(error):
    said = []
    while error is not None:
        said.append(str(error))
        error = error.__cause__ or error.__context__
    return "\n".join(said)


#: Where a fault passes after some answers.
PASSING = [
    Fault("503", times=2),
    Fault("403", times=2),
    Fault("cut", after=50_000, times=2, skip=2),
    Fault("reset", after=50_000, times=2, skip=2),
    Fault("stall", after=50_000, times=1, skip=2),
    Fault("slow", times=3),
]


@pytest.mark.parametrize("scheme", ["s3", "http"])
@pytest.mark.parametrize("fault", PASSING, ids=lambda fault: fault.kind)
def test_what_passes_loses_nothing(engine, scheme, fault, proxy, pages):
    name, run = engine
    if (name, scheme) == ("datatrove", "http"):
        pytest.skip("a folder of the web cannot be listed")
    # ``batch`` asks for a file once.
    skip = 0 if name == "batch" else fault.skip
    fault = Fault(fault.kind, after=fault.after, times=fault.times, skip=skip)
    proxy.break_(fault)
    found, said = outcome(run, address_of(scheme, proxy), proxy, pages)
    proxy.mend()
    assert found == "pages", said
    assert fault.struck == (1 if name == "batch" and fault.kind == "slow" else fault.times)


@pytest.mark.parametrize("scheme", ["s3", "http"])
@pytest.mark.parametrize("kind", FAULTS)
def test_what_stays_loses_no_page_in_silence(engine, scheme, kind, proxy, pages):
    name, run = engine
    if (name, scheme) == ("datatrove", "http"):
        pytest.skip("a folder of the web cannot be listed")
    # The first answers are of the listing, and of the begin of the file. ``batch`` asks once, and
    # again where its answer is cut.
    skip = 0 if kind == "no-ranges" or name == "batch" else 4
    matching = "(GET|HEAD) .*warc" if kind == "changed" else Fault.matching
    before = [Fault("cut", after=50_000, times=1)] if name == "batch" else []
    fault = Fault(kind, matching, skip=skip)
    proxy.break_(*before, fault)
    found, said = outcome(run, address_of(scheme, proxy), proxy, pages)
    proxy.mend()
    assert fault.struck
    if kind == "slow":
        assert found == "pages", said
    elif kind == "no-ranges":
        assert found == ("pages" if scheme == "http" else "error at byte"), said
    else:
        assert found == "error at byte", said


@pytest.mark.parametrize("kind", ["503", "403", "reset", "stall"])
def test_a_listing_that_fails_fails_the_job(engine, kind, proxy, pages):
    name, run = engine
    if name == "batch":
        pytest.skip("it lists no folders of stores")
    address = address_of("s3", proxy).replace("large.warc.gz", "large*")
    proxy.break_(Fault(kind, matching="(GET|HEAD) .*(list-type|prefix=)", times=2))
    found, said = outcome(run, address, proxy, pages)
    assert found == "pages", said
    proxy.break_(Fault(kind, matching="(GET|HEAD) .*(list-type|prefix=)"))
    with pytest.raises(Exception, match="large|crawl"):
        list(run(address, proxy))
    proxy.mend()


def test_a_folder_is_listed_once_for_all_tasks(engine, proxy, pages, monkeypatch):
    """A folder of 10,000 files: an answer has 1000 of them."""
    monkeypatch.setitem(globals(), "TIMEOUT", 60)
    name, run = engine
    if name == "batch":
        pytest.skip("it lists no folders of stores")
    stores.put_empty_objects(f"many/{number:05}.txt" for number in range(10_000 - 1))
    proxy.mend()
    proxy.asked.clear()
    address = address_of("s3", proxy).replace(KEY, "many/*.warc.gz")
    found, said = outcome(run, address, proxy, pages)
    assert found == "pages", said
    listings = [line for line in proxy.asked if "list-type" in line and "max-keys=1&" not in line]
    assert len(listings) == 10, listings


def test_a_file_that_breaks_gives_the_pages_before_it(proxy, pages):
    """With ``on_error="row"``: and the row has the byte from which reading goes on."""
    storage = Storage()  # Answers that take a share of its time are followed by smaller reads.
    (part,) = _parts.parts([address_of("s3", proxy)], storage, 1 << 30)

    def rows_from(start):
        cut = dataclasses.replace(part, start=start)
        batches = _parts.read_part(cut, storage, {}, "row")
        return [row for batch in batches for row in batch.to_pylist()]

    proxy.break_(Fault("503", skip=4))
    *rows, row = rows_from(0)
    proxy.mend()
    assert len(rows) > 10 and not any(row["damage"] for row in rows)
    assert re.match(r"cannot be read: .*at byte \d+: ", row["damage"]), row
    rest = rows_from(row["source_offset"])
    assert [row["source_offset"] for row in rows + rest] == pages


def test_pages_before_a_break_are_given_and_the_rest_is_read_on(crawl_bytes, pages):
    """A file of Python that breaks at a byte: the iterator and batches give what was whole."""

    class Breaking:
        name = "large.warc.gz"

        def __init__(self, most):
            self.at, self.most = 0, most

        def read(self, size):
            size = min(size, self.most - self.at)
            if not size:
                raise OSError(5, "the line is dead")
            self.at += size
            return crawl_bytes[self.at - size : self.at]

        def seek(self, offset, whence=0):
            self.at = offset
            return offset

    for most in (100_000, 1_000_000, len(crawl_bytes) - 1):
        whole = [at for at, end in zip(pages, [*pages[1:], len(crawl_bytes)]) if end <= most]
        for read in (by_iterator, by_arrow):
            reader = trommel.read_warc(Breaking(most))
            found = read(reader)
            assert found == whole[: len(found)] and len(found) >= len(whole) - 1
            rest = trommel.read_warc(Breaking(1 << 40), start=reader.next_start)
            assert found + [page.source_offset for page in rest] == pages


def by_iterator(reader):
    """The offsets of pages before an error that names the file."""
    found = []
    with pytest.raises(trommel.ReadError, match="the line is dead.*large.warc.gz"):
        for page in reader:
            found.append(page.source_offset)
    return found


def by_arrow(reader):
    import pyarrow

    found = []
    with pytest.raises(pyarrow.ArrowException, match="the line is dead"):
        for batch in pyarrow.RecordBatchReader.from_stream(reader.to_arrow()):
            found += batch["source_offset"].to_pylist()
    return found
