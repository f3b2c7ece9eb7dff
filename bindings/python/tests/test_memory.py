from pathlib import Path

import pytest

import trommel


def resident_bytes():
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="needs /proc")
def test_twenty_thousand_pages_leave_the_resident_size_flat():
    root = Path(__file__).resolve().parents[3] / "corpora" / "cases"
    pages = [path.read_bytes() for path in sorted(root.glob("*/page.html"))]
    after = 0
    for number in range(20_000):
        page = trommel.extract(pages[number % len(pages)])
        if number % 10 == 0:
            page.to_dict(), page.blocks
        if number == 2_000:
            after = resident_bytes()
    assert abs(resident_bytes() - after) <= 2 << 20
