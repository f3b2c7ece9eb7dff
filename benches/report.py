#!/usr/bin/env python3
"""Memory, time and size of `trommel report` by the number of rows:

    report.py TROMMEL [ROWS...]

Writes invented rows, of which ten thousand differ in their text and all in their address, to the
command's standard input; by default 10,000, 100,000 and 1,000,000. Half of the pages are of hosts with
few pages, the others of some hundred, by a power law. Prints a row of a table for each number. Fails if the
report takes more than 3 MB, if a million rows take more than 2 MiB over the memory of a hundred thousand, or if
the error that the report states for a host does not hold. Linux only.
"""
import collections
import json
import pathlib
import random
import subprocess
import sys
import tempfile
import threading

from endless import most_resident_kib

MAX_REPORT_BYTES = 3_000_000
MAX_GROWTH_KIB = 2 << 10


def row(chance, number, host):
    blocks = int(chance.lognormvariate(4, 1)) + 1
    kept = chance.choice([0, 1, blocks // 4, blocks // 2, blocks])
    return {
        "id": f"<urn:uuid:{number:032x}>", "text": "word " * (kept * 12), "url": f"https://{host}/page/{number}",
        "title": f"Page {number}", "lang": chance.choice(["en", "de", "fr", "ja", None]), "method": "learned",
        "confidence": round(chance.betavariate(8, 2), 3), "encoding": chance.choice(["UTF-8"] * 9 + ["windows-1252"]),
        "blocks": blocks, "blocks_kept": kept, "decided_early": None, "bytes_in": blocks * 300,
        "malformed": int(chance.random() < 0.01), "warc_date": f"2024-05-{number % 30 + 1:02d}T01:02:03Z",
        "http_status": 200, "content_type": chance.choice(["text/html", "application/xhtml+xml"]),
        "source": {"file": f"crawl-{number // 40_000:04d}.warc.gz", "offset": number * 4000, "uncompressed_offset": number * 16_000},
        "truncated": chance.choice([None] * 99 + ["content-length"]),
    }


def host_of(chance, number):
    if number % 2:
        return f"small{number // 5}.example"
    return f"large{int(chance.paretovariate(0.7)) % 500}.example"


def write(count, out, hosts):
    chance = random.Random(count)
    for number in range(count):
        host = host_of(chance, number)
        hosts[host] += 1
        out.write(json.dumps(row(chance, number, host)).encode() + b"\n")
    out.close()


def check_hosts(data, hosts):
    group = next(group for group in data["groups"] if group["name"] == "host")
    for value in group["values"]:
        exact = hosts.pop(value["value"])
        assert value["pages"] - value["error"] <= exact <= value["pages"], (value, exact)
    assert max(hosts.values(), default=0) <= group["error"], "a host that is left out has more pages than is said"
    return group["error"]


def measure(trommel, count, folder):
    path = folder / f"{count}.html"
    child = subprocess.Popen([trommel, "report", "-q", "-", "-o", path], stdin=subprocess.PIPE)
    hosts = collections.Counter()
    writer = threading.Thread(target=write, args=(count, child.stdin, hosts))
    writer.start()
    memory = 0
    while writer.is_alive():
        writer.join(0.02)
        try:
            memory = max(memory, most_resident_kib(child))
        except (ValueError, OSError):
            pass  # It has ended.
    assert child.wait() == 0
    report = path.read_text()
    data = json.loads(report.split('id="data">', 1)[1].split("</script>", 1)[0])
    assert data["pages"] == count
    different = len(hosts)
    return memory, len(report.encode()), different, check_hosts(data, hosts)


def main():
    trommel, counts = sys.argv[1], [int(count) for count in sys.argv[2:]] or [10_000, 100_000, 1_000_000]
    print("| rows | hosts | memory | report | most pages of a host that is left out |\n|---:|---:|---:|---:|---:|")
    memories = {}
    with tempfile.TemporaryDirectory() as folder:
        for count in counts:
            memory, size, hosts, error = measure(trommel, count, pathlib.Path(folder))
            memories[count] = memory
            print(f"| {count:,} | {hosts:,} | {memory / 1024:.1f} MiB | {size / 1000:,.0f} kB | {error} |", flush=True)
            if size > MAX_REPORT_BYTES:
                sys.exit(f"expected a report of at most {MAX_REPORT_BYTES} bytes, found {size}")
    if {100_000, 1_000_000} <= memories.keys() and memories[1_000_000] - memories[100_000] > MAX_GROWTH_KIB:
        sys.exit(f"expected constant memory, found {memories}")


if __name__ == "__main__":
    main()
