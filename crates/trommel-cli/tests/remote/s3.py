"""`trommel batch` with s3:// addresses, at a server that speaks as S3 does.

TROMMEL names the command, built with the feature `remote`. Needed: moto[s3,server].
"""

import gzip
import json
import os
import pathlib
import subprocess
import tempfile
import unittest

import boto3
from moto.server import ThreadedMotoServer

SECRET = "geheim-of-the-test"


def record(number):
    text = f"This is the page of number {number}, and it goes on for a while, as pages do. " * (1 + number % 9) * 20
    body = f"<!doctype html><title>Page {number}</title><nav><a href=/>Home</a></nav><p>{text}".encode()
    block = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n" + body
    head = (
        f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:{number}>\r\n"
        f"WARC-Date: 2024-05-18T01:58:10Z\r\nWARC-Target-URI: http://example.com/{number}\r\n"
        f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(block)}\r\n\r\n"
    )
    return gzip.compress(head.encode() + block + b"\r\n\r\n")


class S3(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = ThreadedMotoServer(ip_address="127.0.0.1", port=0)
        cls.server.start()
        host, port = cls.server.get_host_and_port()
        cls.environment = {
            "AWS_ENDPOINT_URL": f"http://{host}:{port}",
            "AWS_ACCESS_KEY_ID": "id",
            "AWS_SECRET_ACCESS_KEY": SECRET,
            "AWS_REGION": "us-east-1",
        }
        os.environ |= cls.environment
        cls.client = client = boto3.client("s3", endpoint_url=cls.environment["AWS_ENDPOINT_URL"], region_name="us-east-1")
        client.create_bucket(Bucket="crawl")
        cls.records = [record(number) for number in range(3000)]
        for name, body in {
            "a b/x.warc.gz": b"".join(cls.records),
            "paths.gz": gzip.compress(b"a b/x.warc.gz\n"),
            "x.cdxj": cls.lines([1, 2, 2900]).encode(),
        }.items():
            client.put_object(Bucket="crawl", Key=name, Body=body)
        cls.folder = tempfile.TemporaryDirectory()
        cls.out = pathlib.Path(cls.folder.name) / "out.jsonl"

    @classmethod
    def tearDownClass(cls):
        cls.server.stop()
        cls.folder.cleanup()

    @classmethod
    def lines(cls, numbers):
        lines = []
        for number in numbers:
            offset = sum(map(len, cls.records[:number]))
            fields = {"filename": "a b/x.warc.gz", "offset": str(offset), "length": str(len(cls.records[number]))}
            lines.append("com,example)/ 2024 " + json.dumps(fields))
        return "\n".join(lines)

    def run_command(self, *arguments, **environment):
        variables = {name: value for name, value in (os.environ | environment).items() if value}
        command = [os.environ["TROMMEL"], "batch", *arguments]
        done = subprocess.run(command, capture_output=True, text=True, env=variables)
        self.assertNotIn(SECRET, done.stderr)
        return done

    def run_batch(self, *arguments, **environment):
        done = self.run_command(*arguments, "-o", str(self.out), **environment)
        pages = []
        if self.out.exists():
            pages = [int(json.loads(line)["url"].rpartition("/")[2]) for line in self.out.read_text().splitlines()]
            self.out.unlink()
        return done.returncode, pages, done.stderr

    def test_an_object_is_read(self):
        code, pages, stderr = self.run_batch("s3://crawl/a b/x.warc.gz")
        self.assertEqual((code, pages), (0, list(range(3000))), stderr)

    def test_its_parts_have_each_page_once(self):
        found = []
        for part in ("1/3", "2/3", "3/3"):
            code, pages, stderr = self.run_batch("s3://crawl/a b/x.warc.gz", "--part", part)
            self.assertEqual(code, 0, stderr)
            self.assertTrue(pages)
            found += pages
        self.assertEqual(found, list(range(3000)))

    def test_lists_and_indexes_are_objects_too(self):
        code, pages, stderr = self.run_batch("--input-from", "s3://crawl/paths.gz", "--prefix", "s3://crawl/")
        self.assertEqual((code, len(pages)), (0, 3000), stderr)
        code, pages, stderr = self.run_batch("--cdx", "s3://crawl/x.cdxj", "--prefix", "s3://crawl")
        self.assertEqual((code, pages), (0, [1, 2, 2900]), stderr)

    def test_what_is_not_there_is_named_and_the_rest_is_done(self):
        index = pathlib.Path(self.folder.name) / "wrong.cdxj"
        line = json.dumps({"filename": "a b/x.warc.gz", "offset": 10**9, "length": 100})
        index.write_text(line + "\n" + self.lines([7]))
        code, pages, stderr = self.run_batch(
            "s3://crawl/none.warc.gz", "s3://none/x.warc.gz", "--cdx", str(index), "--prefix", "s3://crawl/"
        )
        self.assertEqual((code, pages), (2, [7]), stderr)
        for name in ("s3://crawl/none.warc.gz", "s3://none/x.warc.gz"):
            self.assertIn(f"{name}: cannot be read: at byte 0: the server answers 404", stderr)
        self.assertIn("s3://crawl/a b/x.warc.gz: byte 1000000000: expected a record of 100 bytes", stderr)

    def names(self):
        return [found["Key"] for found in self.client.list_objects_v2(Bucket="crawl").get("Contents", [])]

    def test_an_output_is_there_when_it_is_complete(self):
        _, expected, _ = self.run_batch("s3://crawl/a b/x.warc.gz")
        for name in ("out/pages.jsonl", "out/pages.jsonl.gz"):
            # Some 24 MB: parts of 16 MiB.
            done = self.run_command("s3://crawl/a b/x.warc.gz", "-o", f"s3://crawl/{name}")
            self.assertEqual(done.returncode, 0, done.stderr)
            found = self.client.get_object(Bucket="crawl", Key=name)["Body"].read()
            self.assertIn("-", self.client.head_object(Bucket="crawl", Key="out/pages.jsonl")["ETag"])
            lines = (gzip.decompress(found) if name.endswith(".gz") else found).splitlines()
            self.assertEqual([int(json.loads(line)["url"].rpartition("/")[2]) for line in lines], expected)
        done = self.run_command("s3://crawl/a b/x.warc.gz", "--format", "wet", "-o", "s3://crawl/folder/")
        self.assertEqual(done.returncode, 0, done.stderr)
        (name,) = [name for name in self.names() if name.startswith("folder/")]
        self.assertTrue(name.endswith("x.warc.wet.gz"), name)

    def test_an_output_that_is_not_complete_is_not_there(self):
        for arguments, message in (
            (("s3://crawl/none.warc.gz", "-o", "s3://crawl/none.jsonl"), "the server answers 404"),
            (("s3://crawl/paths.gz", "-o", "s3://none/none.jsonl"), "s3://none/none.jsonl: cannot be written"),
            (("s3://crawl/paths.gz", "-o", "http://127.0.0.1:9/none.jsonl"), "found a web URL"),
            (("s3://crawl/x.cdxj", "-o", "s3://crawl/x.cdxj", "-f", "jsonl"), "expected an output that is not an input"),
        ):
            done = self.run_command(*arguments)
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertIn(message, done.stderr)
        self.assertNotIn("none.jsonl", self.names())
        # A run that is killed in the middle.
        command = [os.environ["TROMMEL"], "batch", "-", "-o", "s3://crawl/killed.jsonl"]
        run = subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.DEVNULL)
        run.stdin.write(b"".join(self.records))
        run.stdin.flush()
        run.kill()
        run.stdin.close()
        run.wait()
        self.assertNotIn("killed.jsonl", self.names())

    def test_without_credentials_it_is_said_which(self):
        code, pages, stderr = self.run_batch(
            "s3://crawl/x.warc.gz", AWS_ACCESS_KEY_ID="", AWS_SECRET_ACCESS_KEY=""
        )
        self.assertEqual((code, pages), (2, []), stderr)
        self.assertIn("expected credentials in the environment, found none: AWS_ACCESS_KEY_ID and", stderr)

    def test_a_server_that_is_not_there_is_said(self):
        code, pages, stderr = self.run_batch("s3://crawl/x.warc.gz", AWS_ENDPOINT_URL="http://127.0.0.1:9")
        self.assertEqual((code, pages), (2, []), stderr)
        self.assertIn("s3://crawl/x.warc.gz: cannot be read: at byte 0: expected a server, found none", stderr)


if __name__ == "__main__":
    unittest.main()
