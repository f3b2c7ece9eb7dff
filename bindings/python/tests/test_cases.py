"""Python, command and library give the same output on all cases."""

import dataclasses
import json

import trommel


def test_python_gives_what_the_library_gives(case):
    html = (case / "page.html").read_bytes()
    assert trommel.extract(html).text == (case / "expect.txt").read_text()
    expected = (case / "expect.md").read_text()
    assert trommel.extract(html, format="markdown", links=True).text == expected
    assert trommel.extract(html, markdown=True, links=True).markdown == expected


def test_python_gives_what_the_command_gives(case, command):
    path = case / "page.html"
    out, _, _ = command("-f", "json", path)
    page = trommel.extract(path.read_bytes())
    assert {**json.loads(out), "id": None} == page.to_dict()
    assert page.to_json().partition(",")[2] == out.strip().partition(",")[2]
    out, _, _ = command("blocks", path)
    lines = [json.loads(line) for line in out.splitlines()]
    blocks = trommel.extract(path.read_bytes(), explain=True).blocks
    assert [dataclasses.asdict(block) for block in blocks] == lines
