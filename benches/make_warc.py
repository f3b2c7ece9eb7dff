#!/usr/bin/env python3
"""Writes HTML pages into one WARC file, with a response record for each:

    make_warc.py HTML_DIR OUT [--repeat N] [--pages N]

OUT ends in .warc, .warc.gz (one gzip member per record) or .warc.zst (one frame per record; needs the
package zstandard, or the command zstd). HTML_DIR holds .html and .html.gz files. --repeat writes all
pages N times, --pages only the first N. Twenty pages are of one host.
"""
import argparse
import gzip
import pathlib
import subprocess
import uuid

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("html_dir", type=pathlib.Path)
parser.add_argument("out", type=pathlib.Path)
parser.add_argument("--repeat", type=int, default=1)
parser.add_argument("--pages", type=int)
args = parser.parse_args()


def zstd_frame(record: bytes) -> bytes:
    try:
        import zstandard

        return zstandard.ZstdCompressor(level=3, write_checksum=True).compress(record)
    except ImportError:
        return subprocess.run(["zstd", "-3", "-q", "-c"], input=record, stdout=subprocess.PIPE, check=True).stdout


def compressed(record: bytes) -> bytes:
    if args.out.suffix == ".gz":
        return gzip.compress(record, 6, mtime=0)
    return zstd_frame(record) if args.out.suffix == ".zst" else record


def record(kind: str, uri: str, block: bytes, content_type: str) -> bytes:
    head = (
        f"WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Record-ID: <urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, kind + uri)}>\r\n"
        f"WARC-Date: 2026-01-01T00:00:00Z\r\nWARC-Target-URI: {uri}\r\nContent-Type: {content_type}\r\n"
        f"Content-Length: {len(block)}\r\n\r\n"
    )
    return head.encode() + block + b"\r\n\r\n"


paths = sorted(path for path in args.html_dir.iterdir() if path.name.endswith((".html", ".html.gz")))[: args.pages]
decompressed = 0
with args.out.open("wb") as out:
    once = out.tell()
    for number, path in enumerate(paths):
        page = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
        http = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: %d\r\n\r\n" % len(page) + page
        response = record("response", f"https://site{number // 20}.example/{path.name}", http, "application/http; msgtype=response")
        decompressed += len(response) * args.repeat
        out.write(compressed(response))
once = args.out.read_bytes() if args.repeat > 1 else b""
with args.out.open("ab") as out:
    for _ in range(args.repeat - 1):
        out.write(once)
print(f"{args.out}: {len(paths) * args.repeat} records, {decompressed / 1e6:.0f} MB uncompressed")
