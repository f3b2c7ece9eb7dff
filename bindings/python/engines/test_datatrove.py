"""datatrove with two tasks, each a process, against ``trommel batch``."""

import json
import os
import signal
import subprocess
import sys

import pytest

pytest.importorskip("datatrove")

from conftest import PAGES, PART_BYTES, counted, record
from datatrove.data import Document

import trommel
from trommel.datatrove import TrommelExtractor, TrommelWarcReader

SCRIPT = """
import os, signal, sys
from pathlib import Path
from datatrove.executor import LocalPipelineExecutor
from datatrove.pipeline.base import PipelineStep
from datatrove.pipeline.writers import JsonlWriter
from trommel.datatrove import TrommelWarcReader

folder, work, part_size, killed = sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]), sys.argv[4]


class Killed(PipelineStep):
    name = "killed"

    def run(self, data, rank=0, world_size=1):
        for count, document in enumerate(data):
            if killed == "once" and rank == 1 and count == 20:
                os.killpg(0, signal.SIGKILL)
            yield document


if __name__ == "__main__":
    reader = TrommelWarcReader(
        folder, paths_file=str(work / "paths") if (work / "paths").exists() else None,
        part_size=part_size or None, on_error=sys.argv[5],
    )
    LocalPipelineExecutor(
        pipeline=[reader, Killed(), JsonlWriter(str(work / "out"), compression=None)],
        tasks=2, workers=2, logging_dir=str(work / "logs"),
    ).run()
"""


def run(folder, work, part_size=0, killed="never", on_error="fail"):
    """Rows that two tasks write, what they say, and how the run ended."""
    script = work / "script.py"
    script.write_text(SCRIPT)
    done = subprocess.run(
        [sys.executable, str(script), str(folder), str(work), str(part_size), killed, on_error],
        capture_output=True,
        text=True,
        start_new_session=True,
    )
    rows = []
    for path in sorted((work / "out").glob("*")):
        for line in path.read_text().splitlines():
            try:
                row = json.loads(line)
            except ValueError:
                assert killed == "once"
                continue
            rows.append({**row["metadata"], "text": row["text"]})
    logs = "".join(log.read_text() for log in (work / "logs").rglob("*.log"))
    return rows, logs or done.stderr, done.returncode


@pytest.mark.parametrize("part_size", [0, PART_BYTES])
def test_rows_are_those_of_batch(crawl, expected, tmp_path, part_size):
    found, said, code = run(crawl, tmp_path, part_size)
    assert code == 0, said
    with_text = {row: count for row, count in expected.items() if row[2]}
    assert counted(found) == with_text
    assert f"{crawl}/damaged.warc.gz: at byte" in said


def test_a_killed_job_that_is_started_again_loses_and_doubles_nothing(crawl, expected, tmp_path):
    found, said, code = run(crawl, tmp_path, PART_BYTES, "once")
    assert code == -signal.SIGKILL, said
    found, said, code = run(crawl, tmp_path, PART_BYTES)
    assert code == 0, said
    assert counted(found) == {row: count for row, count in expected.items() if row[2]}


def test_a_job_names_files_that_cannot_be_read(large_job, expected_of_large_job, tmp_path):
    folder = os.path.dirname(large_job[0])
    (tmp_path / "paths").write_text("\n".join(map(os.path.basename, large_job)))
    found, said, code = run(folder, tmp_path)
    assert code and "missing.warc.gz" in said
    found, said, code = run(folder, tmp_path, on_error="row")
    assert code == 0, said
    named = {
        line.partition(": at byte")[0].rpartition("/")[2]
        for line in said.splitlines()
        if ": at byte" in line
    }
    assert named == {"017.warc.gz", "042.warc.gz", "missing.warc.gz"}, said
    assert counted(found) == {row: count for row, count in expected_of_large_job.items() if row[2]}


def test_a_folder_without_files_is_an_error(tmp_path):
    for pattern in (None, "*.warc.gz"):
        with pytest.raises(trommel.ReadError, match="found none"):
            list(TrommelWarcReader(str(tmp_path), glob_pattern=pattern).run(None, 1, 2))


def test_statistics_count_what_is_skipped_and_the_time_of_extraction(tmp_path):
    picture = record(2, b"").replace(b"text/html", b"image/png")
    pages = [record(at, page.read_bytes()) for at, page in enumerate(PAGES)]
    (tmp_path / "a.warc").write_bytes(b"".join([*pages, picture, picture]))
    reader = TrommelWarcReader(str(tmp_path), glob_pattern="*.warc")
    assert len(list(reader.run(None, 0, 1))) > 10
    stats = reader.stats.to_dict()
    assert stats["stats"]["skipped_content-type"]["total"] == 2
    assert stats["time_stats"]["total"] > 0.001


def test_an_extractor_without_a_sandbox():
    html = "<title>Rain</title><p>It rained for three days in the valley."
    extractor = TrommelExtractor(method="line-block")
    documents = [
        Document(text=text, id=str(at)) for at, text in enumerate([html, "", "<p>", "\0<"])
    ]
    found = {document.id: document.text for document in extractor.run(documents)}
    assert found["0"] == "It rained for three days in the valley." and "1" not in found
    with pytest.raises(trommel.SettingError, match="method"):
        TrommelExtractor(method="magic")
