"""Python, command and library give the same output on all cases."""

import dataclasses
import json

import pytest

import trommel


def test_python_gives_what_the_library_gives(case):
    html = (case / "page.html").read_bytes()
    assert trommel.extract(html).text == (case / "expect.txt").read_text()
    expected = (case / "expect.md").read_text()
    assert trommel.extract(html, format="markdown", links=True).text == expected
    assert trommel.extract(html, markdown=True, links=True).markdown == expected


@pytest.mark.parametrize("options", [[], ["images", "link_list", "posts"]], ids=["plain", "lists"])
def test_python_gives_the_json_of_the_command(case, command, options):
    path = case / "page.html"
    flags = [f"--{option}".replace("_", "-") for option in options]
    out, _, _ = command("-f", "json", *flags, path)
    page = trommel.extract(path.read_bytes(), **dict.fromkeys(options, True))
    line = json.loads(out)
    assert {**line, "id": None} == page.to_dict()
    assert page.to_json().partition(",")[2] == out.strip().partition(",")[2]
    for name in ["images", "links", "posts"]:
        entries = getattr(page, name)
        assert (entries and [dataclasses.asdict(entry) for entry in entries]) == line.get(name), name
    for name in ["images_cut", "links_cut", "posts_cut", "post_names_cut"]:
        assert getattr(page, name) == line.get(name, 0), name


def test_python_gives_the_blocks_of_the_command(case, command):
    path = case / "page.html"
    out, _, _ = command("blocks", path)
    lines = [json.loads(line) for line in out.splitlines()]
    blocks = trommel.extract(path.read_bytes(), explain=True).blocks
    assert [dataclasses.asdict(block) for block in blocks] == lines
