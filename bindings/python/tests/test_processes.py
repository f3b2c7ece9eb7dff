"""Forks, threads, interruptions: nothing hangs, and nothing is held on to."""

import collections
import itertools
import multiprocessing
import os
import signal
import threading
import time

import pytest

import trommel

HTML = b"<title>Rain</title>" + b"<p>It rained for three days in the valley, and the river rose." * 100
LARGE = HTML * 20_000
TEXT = trommel.extract(HTML).text


def work_of_a_child():
    assert trommel.extract(HTML).text == TEXT
    assert [page.text for page in trommel.extract_many([HTML] * 50, threads=2)] == [TEXT] * 50
    assert trommel.extract(HTML, format="html").text.startswith("<p>")


def finished(process):
    process.join(60)
    if process.exitcode is None:
        process.kill()
    return process.exitcode


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
def test_children_of_a_process_at_work_do_not_hang(method):
    if method not in multiprocessing.get_all_start_methods():
        pytest.skip(f"{method} is not of this system")
    context = multiprocessing.get_context(method)
    is_stopped = threading.Event()

    def work():
        while not is_stopped.is_set():
            trommel.extract(HTML)

    threads = [threading.Thread(target=work) for _ in range(3)]
    pages = trommel.extract_many(itertools.repeat(HTML), threads=2)
    next(pages)
    for thread in threads:
        thread.start()
    try:
        for _ in range(8 if method == "fork" else 1):
            process = context.Process(target=work_of_a_child)
            process.start()
            assert finished(process) == 0
    finally:
        is_stopped.set()
        for thread in threads:
            thread.join()
    assert next(pages).text == TEXT


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_an_iterator_of_another_process_says_so():
    pages = trommel.extract_many(itertools.repeat(HTML), threads=2)
    next(pages)
    child = os.fork()
    if child == 0:
        try:
            next(pages)
        except trommel.Error as error:
            is_said = "make it after the fork" in str(error)
            del pages
            os._exit(0 if is_said and trommel.extract(HTML).text == TEXT else 3)
        finally:
            os._exit(4)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert next(pages).text == TEXT


def test_other_threads_run_meanwhile():
    count = 0
    is_stopped = False

    def work():
        nonlocal count
        while not is_stopped:
            count += 1
            time.sleep(0.001)

    thread = threading.Thread(target=work)
    thread.start()
    before = count
    trommel.extract(LARGE)
    done = count - before
    is_stopped = True
    thread.join()
    assert done > 10


class Endless:
    """A file of one page, or of one record, that goes on for longer than a test waits.

    Its text is held, so an interruption that does not come is an error after 2 GB.
    """

    def __init__(self, begin, chunk):
        self.chunks = itertools.chain([begin], itertools.repeat(chunk, 2_000_000_000 // len(chunk)))

    def read(self, size):
        for chunk in self.chunks:
            return chunk
        raise TimeoutError("expected an interruption, found none in 2 GB")


def endless_warc():
    head = (
        b"WARC/1.0\r\nWARC-Type: response\r\nContent-Type: application/http\r\n"
        b"Content-Length: 999999999999\r\n\r\nHTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n"
    )
    return list(trommel.read_warc(Endless(head, HTML)))


def endless_arrow(threads):
    pa = pytest.importorskip("pyarrow")
    batch = pa.record_batch({"html": [HTML * 100] * 100})
    reader = pa.RecordBatchReader.from_batches(batch.schema, itertools.repeat(batch))
    done = pa.RecordBatchReader.from_stream(trommel.extract_arrow(reader, threads=threads))
    try:
        while True:
            done.read_next_batch()
    finally:
        # The consumer raises an error of its own; the interruption follows at once.
        time.sleep(0)


LOOPS = {
    # Pages are not held, so that a lost interruption takes time and not memory.
    "extract": lambda: collections.deque((trommel.extract(LARGE) for _ in itertools.repeat(0)), maxlen=0),
    "file": lambda: trommel.extract(Endless(b"<p>", HTML)),
    "many": lambda: [None for _ in trommel.extract_many(itertools.repeat(HTML), threads=2)],
    "many-one": lambda: [None for _ in trommel.extract_many(itertools.repeat(HTML), threads=1)],
    "many-waiting": lambda: list(trommel.extract_many([LARGE] * 20, threads=2)),
    "warc": endless_warc,
    "arrow": lambda: endless_arrow(2),
    "arrow-one": lambda: endless_arrow(1),
}


@pytest.mark.parametrize("name", LOOPS)
def test_an_interruption_is_answered_within_100_ms(name):
    took = []
    for _ in range(3):
        sent = 0.0

        def interrupt():
            nonlocal sent
            time.sleep(0.5)
            sent = time.perf_counter()
            os.kill(os.getpid(), signal.SIGINT)

        thread = threading.Thread(target=interrupt)
        thread.start()
        with pytest.raises(KeyboardInterrupt):
            LOOPS[name]()
        took.append(time.perf_counter() - sent)
        thread.join()
        if took[-1] < 0.1:
            break
    assert min(took) < 0.1, took
    assert trommel.extract(HTML).text == TEXT
