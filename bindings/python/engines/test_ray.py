"""Ray Data with two workers against ``trommel batch``."""

import time

import pytest

ray = pytest.importorskip("ray")

import pyarrow
from conftest import PAGES, PART_BYTES, counted, killing

import trommel
import trommel.ray


@pytest.fixture(scope="module", autouse=True)
def cluster():
    ray.init(
        num_cpus=2, include_dashboard=False, log_to_driver=False, object_store_memory=300 << 20
    )
    yield
    ray.shutdown()


def test_rows_are_those_of_batch(crawl, expected):
    found = trommel.ray.read_warc(str(crawl), part_size=PART_BYTES).take_all()
    assert counted(found) == expected
    damage = [row for row in found if row["damage"] is not None]
    assert damage and {row["source_file"] for row in damage} == {str(crawl / "damaged.warc.gz")}


def test_settings_that_cannot_work_are_errors_before_the_job(crawl):
    for options in ({"method": "magic"}, {"part_size": 0}, {"columns": ["colour"]}, {"on_error": "no"}):
        with pytest.raises(trommel.SettingError, match=next(iter(options))):
            trommel.ray.read_warc(str(crawl), **options)
    assert trommel.ray.read_warc(str(crawl), columns=["url", "text"]).schema().names == [
        "url",
        "text",
    ]


def test_a_job_names_files_that_cannot_be_read(large_job, expected_of_large_job):
    with pytest.raises(trommel.ReadError, match=r"found none with this name.*missing\.warc\.gz"):
        trommel.ray.read_warc(large_job)
    found = trommel.ray.read_warc(large_job, on_error="row").take_all()
    damage = {
        row["source_file"].rpartition("/")[2]: row["damage"] for row in found if row["damage"]
    }
    assert sorted(damage) == ["017.warc.gz", "042.warc.gz", "missing.warc.gz"], damage
    assert counted(found) == expected_of_large_job


def test_a_killed_worker_loses_and_doubles_nothing(crawl, expected, tmp_path):
    started = tmp_path / "started"

    def slowly(table):
        started.touch()
        time.sleep(0.3)
        return table

    with killing(started, "ray::ReadTrommelWarc"):
        dataset = trommel.ray.read_warc(str(crawl), part_size=PART_BYTES)
        found = dataset.map_batches(slowly, batch_format="pyarrow").take_all()
    assert counted(found) == expected


def test_columns_of_html():
    pages = [page.read_bytes() for page in PAGES]
    urls = [f"http://a.example/{number}" for number in range(len(pages))]
    dataset = ray.data.from_arrow(pyarrow.table({"html": pages, "url": urls})).map_batches(
        trommel.ray.Extract,
        fn_constructor_kwargs={"url_column": "url", "method": "line-block"},
        batch_format="pyarrow",
        batch_size=16,
        compute=ray.data.ActorPoolStrategy(size=2),
    )
    found = {row["url"]: row["page"]["text"] for row in dataset.take_all()}
    texts = [trommel.extract(page, method="line-block").text for page in pages]
    assert found == dict(zip(urls, texts, strict=True))
