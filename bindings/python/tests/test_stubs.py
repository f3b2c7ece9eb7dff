"""The stubs say what is there, and a caller that is typed strictly needs nothing more."""

import subprocess
import sys
import textwrap

import pytest

pytest.importorskip("mypy")


def checked(*arguments):
    done = subprocess.run([sys.executable, "-m", *arguments], capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def test_the_stubs_are_those_of_the_module():
    # The only module that has stubs; others need engines that are not installed here.
    code, said = checked("mypy.stubtest", "trommel._trommel")
    assert code == 0, said


def test_typed_callers_are_checked(tmp_path):
    path = tmp_path / "caller.py"
    path.write_text(textwrap.dedent("""
        import io
        import trommel

        page: trommel.Page = trommel.extract(bytearray(b"<p>"), url=None, method="learned")
        title: str | None = page.title
        kept: list[str] = [block.text for block in page.blocks if block.kept]
        authors: list[str | None] = [post.author for post in page.posts or []]
        trommel.extract(io.BytesIO(b"<p>"), budget="1MiB", select=["main"])
        options: trommel.Options = {"format": "markdown", "links": True}
        trommel.extract("<p>", **options)
    """))
    code, said = checked("mypy", "--strict", str(path))
    assert code == 0, said
    path.write_text("import trommel\ntrommel.extract(b'', method='magic')\ntrommel.extract(7)\n")
    code, said = checked("mypy", "--strict", str(path))
    assert code == 1 and said.count("[typeddict-item]") + said.count("[arg-type]") == 2, said


def test_help_shows_what_there_is():
    code, said = checked("pydoc", "trommel.extract")
    assert code == 0 and "(html, *, url=None, **options)" in said and "Raises" in said
