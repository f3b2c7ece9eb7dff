import itertools
import io
import os
import pickle
import threading
import time

import pytest

import trommel


def page(number):
    return f"<title>Page {number}</title><p>It rained for {number} days in the valley.".encode()


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_pages_come_in_order(threads):
    pages = list(trommel.extract_many(map(page, range(500)), threads=threads))
    assert [page.title for page in pages] == [f"Page {number}" for number in range(500)]
    assert pages[7] == trommel.extract(page(7))


def test_without_order_all_pages_come():
    pages = trommel.extract_many(map(page, range(300)), threads=3, ordered=False)
    assert sorted(page.title for page in pages) == sorted(f"Page {number}" for number in range(300))


def test_pages_come_in_all_forms_and_with_their_addresses():
    html = page(1)
    forms = [html, html.decode(), bytearray(html), io.BytesIO(html)]
    pages = list(trommel.extract_many([*forms, (html, "http://a/"), (html, None)], threads=2))
    assert len({page.text for page in pages}) == 1
    assert [page.url for page in pages] == [None] * 4 + ["http://a/", None]


@pytest.mark.parametrize("threads", [1, 2])
def test_an_endless_generator_is_read_a_little_ahead(threads):
    taken = 0

    def endless():
        nonlocal taken
        for taken in itertools.count():
            yield page(taken)

    pages = trommel.extract_many(endless(), threads=threads)
    for number in range(1000):
        assert next(pages).title == f"Page {number}"
        assert taken - number <= 16 * threads


def test_an_error_of_the_iterable_comes_after_the_pages_before_it():
    def broken():
        yield page(0)
        yield page(1)
        raise ZeroDivisionError

    pages = trommel.extract_many(broken(), threads=2)
    assert [next(pages).title, next(pages).title] == ["Page 0", "Page 1"]
    with pytest.raises(ZeroDivisionError):
        next(pages)
    with pytest.raises(StopIteration):
        next(pages)


def test_an_item_that_is_no_page_raises_in_its_turn_and_the_next_one_comes():
    pages = trommel.extract_many([page(0), None, page(2)], threads=2)
    assert next(pages).title == "Page 0"
    with pytest.raises(TypeError, match="html: expected"):
        next(pages)
    assert next(pages).title == "Page 2"


@pytest.mark.parametrize("threads", [0, -1, 257, 2**80, -(2**80)])
def test_a_number_of_threads_that_cannot_be_is_refused(threads):
    with pytest.raises(trommel.SettingError, match="threads: expected a number from 1 to 256"):
        trommel.extract_many([], threads=threads)


@pytest.mark.parametrize("threads", [1, 2])
def test_what_is_no_whole_address_is_none(threads):
    canonical = b"<link rel=canonical href=http://b.example/><p>Rain."
    urls = ["http://a.example/", None, "", "foo/bar", "javascript:x", " http://a.example/ "]
    pages = list(trommel.extract_many([(canonical, url) for url in urls], threads=threads))
    assert [page.url for page in pages] == ["http://a.example/", *["http://b.example/"] * 4, "http://a.example/"]


def test_values_of_other_types_are_named():
    def first(item):
        return next(trommel.extract_many([item], threads=1))

    for call, message in [
        (lambda: first((b"<p>", 3)), "url: expected str, found int"),
        (lambda: first((b"<p>", None, 1)), "pages: expected HTML or a pair .* found a tuple of 3"),
        (lambda: first((b"<p>",)), "pages: expected HTML or a pair .* found a tuple of 1"),
        (lambda: first((1, None)), "html: expected bytes"),
        (lambda: trommel.extract_many([], threads="2"), "threads: expected int, found str"),
        (lambda: trommel.extract_many([], threads=True), "threads: expected int, found bool"),
        (lambda: trommel.extract_many([], threads=1.5), "threads: expected int, found float"),
        (lambda: trommel.extract_many([], ordered=1), "ordered: expected bool, found int"),
        (lambda: trommel.extract_many(3), "pages: expected an iterable, found int"),
    ]:
        with pytest.raises(TypeError, match=f"^{message}"):
            call()


def test_two_threads_cannot_iterate_at_once():
    outcome = []

    def pages():
        with pytest.raises(trommel.Error, match="expected one thread at a time to iterate, found two"):
            next(iterator)
        thread = threading.Thread(target=lambda: outcome.append(refused()))
        thread.start()
        thread.join()
        yield page(1)

    def refused():
        try:
            next(iterator)
        except trommel.Error as error:
            return str(error)

    iterator = trommel.extract_many(pages(), threads=2)
    assert [page.title for page in iterator] == ["Page 1"]
    assert "one thread at a time" in outcome[0]


def test_threads_end_with_their_iterator():
    def threads():
        return set(os.listdir("/proc/self/task"))

    before = threads()
    pages = trommel.extract_many(map(page, itertools.count()), threads=4)
    next(pages)
    # Those of an earlier test may end meanwhile.
    begun = threads() - before
    assert len(begun) == 4
    del pages
    for _ in range(100):
        if not begun & threads():
            return
        time.sleep(0.02)
    assert not begun & threads()


def test_an_extractor_gives_what_extract_gives():
    extractor = trommel.Extractor(format="markdown")
    assert extractor.extract(page(3), url="http://a/") == trommel.extract(
        page(3), url="http://a/", format="markdown"
    )
    assert repr(extractor) == "trommel.Extractor(format='markdown')"
    again = pickle.loads(pickle.dumps(extractor))
    assert again.extract(page(3)) == extractor.extract(page(3))
    with pytest.raises(trommel.BudgetError):
        trommel.Extractor(budget=1)


def test_a_page_in_pieces_is_that_page():
    extractor = trommel.Extractor()
    html = page(3)
    for _ in range(2):
        extractor.push(html[:5], url="http://a/")
        for byte in html[5:]:
            extractor.push(bytes([byte]))
        assert extractor.extract(page(4)).title == "Page 4"
        assert extractor.finish() == trommel.extract(html, url="http://a/")
    extractor.push(html.decode())
    with pytest.raises(TypeError, match="expected str as in the piece before, found bytes"):
        extractor.push(html)
    with pytest.raises(trommel.SettingError, match="first piece"):
        extractor.push("", url="http://a/")
    assert extractor.finish().title == "Page 3"
    extractor.push(html)
    extractor.reset()
    assert extractor.finish() == trommel.extract(b"")


def test_threads_share_an_extractor():
    extractor = trommel.Extractor()
    expected = [extractor.extract(page(number)) for number in range(50)]
    found = [None] * 8

    def work(at):
        found[at] = [extractor.extract(page(number)) for _ in range(5) for number in range(50)]

    threads = [threading.Thread(target=work, args=[at]) for at in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(pages == expected * 5 for pages in found)


def test_two_threads_cannot_push_into_one_page():
    extractor = trommel.Extractor()
    outcome = []

    class Slow:
        def read(self, size):
            if not outcome:
                try:
                    extractor.push(b"<p>")
                except trommel.Error as error:
                    outcome.append(str(error))
                    return b"<p>One."
            return b""

    extractor.push(Slow())
    assert "one thread at a time" in outcome[0] and extractor.finish().text == "One.\n"
