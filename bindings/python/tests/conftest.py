import pathlib
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[3]
CASES = sorted((ROOT / "corpora" / "cases").iterdir())


@pytest.fixture(params=CASES, ids=lambda case: case.name)
def case(request):
    """A folder with a page and what is expected of it."""
    return request.param


@pytest.fixture
def command():
    """Runs the command of the package; gives its output and its exit code."""

    def run(*args, stdin=b""):
        done = subprocess.run(
            [sys.executable, "-m", "trommel", *map(str, args)], input=stdin, capture_output=True
        )
        return done.stdout.decode(), done.stderr.decode(), done.returncode

    return run
