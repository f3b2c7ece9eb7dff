"""Runs each snippet of docs/src/engines.md as it is written, where the page says what to install.

    python snippets.py UV WHEEL [SECTION...]

Each snippet has an environment of its own, made by ``uv``, with the packages of the last ``pip install``
before it and nothing else; ``trommel-html`` is the wheel. Its folder has ``pages.parquet`` and
``crawl.warc.gz``. The bucket ``bucket`` is that of a server of this machine. Here, moto and pyarrow are
needed.
"""

import gzip
import hashlib
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

import pyarrow
import stores
from conftest import PAGES, ROOT, record
from pyarrow import parquet

FENCE = re.compile(r"^## (?P<section>[^\n]+)$|^```(?P<kind>\w+)\n(?P<code>.*?)^```$", re.DOTALL | re.MULTILINE)


def snippets(text):
    """The section of each snippet, what to install, and its code."""
    section, packages = "", None
    for found in FENCE.finditer(text):
        if found["section"]:
            section, packages = found["section"], None
        elif found["kind"] == "sh":
            packages = shlex.split(found["code"].removeprefix("pip install "))
        else:
            assert found["kind"] == "python" and packages, found[0]
            yield section, packages, found["code"]


def environment(uv, wheel, packages, folder):
    """The Python of an environment with these packages."""
    name = hashlib.sha256(" ".join(packages).encode()).hexdigest()[:12]
    python = folder / name / "bin/python"
    if not python.exists():
        subprocess.run([uv, "venv", "--quiet", folder / name], check=True)
        wheels = [re.sub(r"^trommel-html(\[.*\])?$", rf"trommel-html\1 @ file://{wheel}", each) for each in packages]
        install = [uv, "pip", "install", "--quiet", "--python", python, *wheels]
        subprocess.run(install, check=True)
    return python


def put_files(folder):
    html = b"<title>Rain</title><p>It rained for three days in the valley."
    urls = ["http://a.example/1", "http://a.example/2"]
    parquet.write_table(pyarrow.table({"url": urls, "html": [html, html]}), folder / "pages.parquet")
    digest = b"WARC-Payload-Digest: sha1:%d\r\nContent-Type: application/http"
    pages = [html, *(page.read_bytes() for page in PAGES[:20])]
    records = [
        record(at, page).replace(b"Content-Type: application/http", digest % at, 1)
        for at, page in enumerate(pages)
    ]
    (folder / "crawl.warc.gz").write_bytes(b"".join(map(gzip.compress, records)))


def main(uv, wheel, *sections):
    text = (ROOT / "docs/src/engines.md").read_text()
    found = [each for each in snippets(text) if not sections or each[0] in sections]
    assert found
    failed = []
    with stores.s3("bucket") as store, tempfile.TemporaryDirectory() as folder:
        environments = pathlib.Path(folder)
        for number, (section, packages, code) in enumerate(found):
            work = environments / f"work-{number}"
            work.mkdir()
            put_files(work)
            store.put("crawl/1.warc.gz", (work / "crawl.warc.gz").read_bytes())
            python = environment(uv, pathlib.Path(wheel).resolve(), packages, environments)
            (work / "snippet.py").write_text(code)
            variables = os.environ | {
                "AWS_ENDPOINT_URL": store.address,
                "PYSPARK_PYTHON": str(python),
                "SPARK_LOCAL_IP": "127.0.0.1",
            }
            variables.pop("PYTHONPATH", None)
            done = subprocess.run(
                [python, "snippet.py"], cwd=work, env=variables, capture_output=True, text=True, timeout=900
            )
            print(section, "passes" if done.returncode == 0 else done.stdout + done.stderr, flush=True)
            if done.returncode:
                failed.append(section)
    print(f"{len(found) - len(failed)} passed, {len(failed)} failed")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
