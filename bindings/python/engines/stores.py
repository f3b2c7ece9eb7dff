"""Object stores of this machine: servers that speak as S3, Azure and Google Cloud Storage do."""

import contextlib
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from urllib.parse import quote

BUCKET = "crawl-bucket"

ENVIRONMENT = {
    "AWS_ACCESS_KEY_ID": "id",
    "AWS_SECRET_ACCESS_KEY": "s3cret-of-the-test",
    "AWS_REGION": "us-east-1",
    "AWS_DEFAULT_REGION": "us-east-1",
}


class Store:
    """A bucket of a server."""

    def __init__(self, address, put, options, protocol):
        self.address = address
        """The server."""
        self.put = put
        """Writes an object: its key and its bytes."""
        self.options = options
        """For the drivers of fsspec."""
        self.protocol = protocol
        """Schemes that name it for fsspec."""


def s3_address(key, server=None):
    """An address for pyarrow; the server is that of AWS_ENDPOINT_URL if none is given."""
    options = f"?endpoint_override={server}&scheme=http" if server else ""
    return f"s3://{BUCKET}/{key}{options.replace('=http://', '=')}"


@contextlib.contextmanager
def s3(bucket=BUCKET):
    import boto3
    from moto.server import ThreadedMotoServer

    os.environ |= ENVIRONMENT
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    address = f"http://{host}:{port}"
    client = boto3.client("s3", endpoint_url=address)
    client.create_bucket(Bucket=bucket)
    yield Store(
        address,
        lambda key, body: client.put_object(
            Bucket=bucket, Key=key, Body=body, ACL="public-read"
        ),
        {"client_kwargs": {"endpoint_url": address, "region_name": "us-east-1"}},
        ["s3", "s3a"],
    )
    server.stop()


def put_empty_objects(keys):
    """Writes objects without bytes to the bucket of ``s3``, without a request for each."""
    from moto.core import DEFAULT_ACCOUNT_ID
    from moto.s3.models import s3_backends

    for key in keys:
        s3_backends[DEFAULT_ACCOUNT_ID]["aws"].put_object(BUCKET, key, b"")


@contextlib.contextmanager
def gs():
    address = f"http://127.0.0.1:{free_port()}"
    port = address.rpartition(":")[2]
    # Otherwise the driver of fsspec asks a server of gRPC, which there is none of, for a minute.
    os.environ["GCSFS_EXPERIMENTAL_ZB_HNS_SUPPORT"] = "false"
    command = [sys.executable, "-m", "gcp_storage_emulator", "start", "--host", "127.0.0.1"]
    with running([*command, "--port", port, "--in-memory", "--default-bucket", BUCKET], port):

        def put(key, body):
            query = f"uploadType=media&name={quote(key, safe='')}"
            send("POST", f"{address}/upload/storage/v1/b/{BUCKET}/o?{query}", body)

        yield Store(address, put, {"endpoint_url": address, "token": "anon"}, ["gs", "gcs"])


def gs_address(key, store):
    server = store.address.removeprefix("http://")
    return f"gs://anonymous@{BUCKET}/{key}?endpoint_override={server}&scheme=http&retry_limit_seconds=5"


@contextlib.contextmanager
def azure():
    """Azurite, which AZURITE names, or npm installs."""
    from azure.storage.blob import BlobServiceClient

    port = str(free_port())
    key = "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw=="
    with contextlib.ExitStack() as stack:
        azurite = os.environ.get("AZURITE") or shutil.which("azurite-blob")
        if azurite is None:
            folder = stack.enter_context(tempfile.TemporaryDirectory())
            install = ["npm", "install", "--silent", "--no-audit", "--no-fund", "--prefix", folder]
            subprocess.run([*install, "azurite"], check=True)
            azurite = pathlib.Path(folder) / "node_modules/.bin/azurite-blob"
        command = [azurite, "--blobHost", "127.0.0.1", "--blobPort", port, "--skipApiVersionCheck"]
        stack.enter_context(running([*command, "--inMemoryPersistence", "--disableTelemetry"], port))
        address = f"http://127.0.0.1:{port}/devstoreaccount1"
        connection = (
            "DefaultEndpointsProtocol=http;AccountName=devstoreaccount1;"
            f"AccountKey={key};BlobEndpoint={address};"
        )
        service = BlobServiceClient.from_connection_string(connection)
        container = service.create_container(BUCKET, public_access="container")
        yield Store(
            address,
            lambda key, body: container.upload_blob(key, body, overwrite=True),
            {"connection_string": connection},
            ["abfs", "az"],
        )


def azure_address(key, store):
    server = store.address.removeprefix("http://").partition("/")[0]
    options = "?enable_tls=false&credential_kind=anonymous"
    return f"abfs://devstoreaccount1@{server}/{BUCKET}/{key}{options}"


@contextlib.contextmanager
def running(command, port):
    """A server, once it listens."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        for _ in range(300):
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", int(port)), 1):
                break
            assert process.poll() is None, command
            time.sleep(0.1)
        yield
    finally:
        process.terminate()
        process.wait()


def free_port():
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


def send(method, address, body):
    headers = {"Content-Type": "application/warc", "Content-Length": str(len(body))}
    request = urllib.request.Request(address, body, headers, method=method)
    urllib.request.urlopen(request, timeout=30).close()
