"""Spark with two executors, each a process, against ``trommel batch``."""

import json
import os
import time

import pytest

pytest.importorskip("pyspark")

import pyarrow
from conftest import PAGES, PART_BYTES, counted, killing

import trommel
import trommel.spark


@pytest.fixture(scope="module")
def spark(tmp_path_factory):
    import pathlib
    import sys

    import pyspark
    from pyspark.sql import SparkSession

    os.environ["SPARK_HOME"] = str(pathlib.Path(pyspark.__file__).parent)
    os.environ["PYSPARK_PYTHON"] = sys.executable
    os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"
    session = (
        SparkSession.builder.master("local-cluster[2,1,1024]")
        .config("spark.executor.memory", "1g")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.ui.enabled", "false")
        .config("spark.sql.shuffle.partitions", "2")
        .config("spark.sql.warehouse.dir", str(tmp_path_factory.mktemp("warehouse")))
        .getOrCreate()
    )
    yield session
    session.stop()


def rows(frame):
    return [row.asDict() for row in frame.collect()]


def test_rows_are_those_of_batch(spark, crawl, expected):
    frame = spark.read.format("trommel").option("part_size", PART_BYTES).load(str(crawl))
    assert frame.rdd.getNumPartitions() > 6
    found = rows(frame)
    assert counted(found) == expected
    damage = [row for row in found if row["damage"] is not None]
    assert damage and {row["source_file"] for row in damage} == {str(crawl / "damaged.warc.gz")}


def test_columns_are_chosen_by_a_schema(spark, crawl):
    frame = spark.read.format("trommel").schema("text string, url string").load(f"{crawl}/plain*")
    assert frame.columns == ["text", "url"]
    assert frame.count() == len(list(trommel.read_warc(crawl / "plain.warc")))


def test_settings_that_cannot_work_are_errors_before_the_job(spark, crawl):
    for options in (
        {"method": "magic"},
        {"links": "perhaps"},
        {"part_size": "0"},
        {"colour": "red"},
        {"on_error": "perhaps"},
        {"read_timeout": "long"},
        {"metadata": "perhaps"},
        {"posts": "perhaps"},
    ):
        with pytest.raises(Exception, match=next(iter(options))):
            spark.read.format("trommel").options(**options).load(str(crawl)).collect()


def test_all_options_that_are_true_or_false(spark, crawl):
    flags = {name: "true" for name in trommel.spark._FLAGS}
    assert {"metadata", "posts", "link_list", "links", "images", "explain"} <= flags.keys()
    assert spark.read.format("trommel").options(**flags).load(f"{crawl}/plain.warc").count() > 10


def test_a_folder_without_files_fails_the_job(spark, tmp_path):
    for path in (tmp_path, tmp_path / "none", tmp_path / "*.warc.gz"):
        with pytest.raises(Exception, match="ReadError"):
            spark.read.format("trommel").load(str(path)).where("damage is null").collect()


def test_a_job_names_files_that_cannot_be_read(spark, large_job, expected_of_large_job):
    reader = spark.read.format("trommel").option("paths", json.dumps(large_job))
    with pytest.raises(Exception, match=r"found none with this name.*missing\.warc\.gz"):
        reader.load().collect()
    found = rows(reader.option("on_error", "row").load())
    damage = {
        row["source_file"].rpartition("/")[2]: row["damage"] for row in found if row["damage"]
    }
    assert sorted(damage) == ["017.warc.gz", "042.warc.gz", "missing.warc.gz"], damage
    assert counted(found) == expected_of_large_job


def test_a_killed_executor_loses_and_doubles_nothing(spark, crawl, expected, tmp_path):
    started = tmp_path / "started"

    def slowly(batches):
        for batch in batches:
            started.touch()
            time.sleep(0.3)
            yield batch

    frame = spark.read.format("trommel").option("part_size", PART_BYTES).load(str(crawl))
    with killing(started, "CoarseGrainedExecutorBackend"):
        found = rows(frame.mapInArrow(slowly, frame.schema))
    assert counted(found) == expected


def test_columns_of_html(spark):
    pages = [page.read_bytes() for page in PAGES]
    frame = spark.createDataFrame(
        pyarrow.table(
            {
                "html": pages + [None],
                "url": [f"http://a.example/{n}" for n in range(len(pages) + 1)],
            }
        )
    )
    page = trommel.spark.extract_udf(method="line-block")("html", "url").alias("page")
    found = [
        row.asDict(recursive=True)["page"]
        for row in frame.repartition(3).select("url", page).collect()
    ]
    texts = sorted(row["text"] for row in found if row and row["text"] is not None)
    assert texts == sorted(trommel.extract(page, method="line-block").text for page in pages)
    assert len(found) == len(pages) + 1
