"""Paths and URLs of files: as written, for drivers, and for messages."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from urllib.parse import quote

__all__ = ["Address", "pattern_begin"]

#: Names of the Hadoop clients for what others call s3 and gs.
_PROTOCOLS = {"s3a": "s3", "s3n": "s3", "gcs": "gs"}

_ADDRESS = re.compile(r"([A-Za-z][A-Za-z0-9+.-]+)://([^/?#]*)(.*)", re.DOTALL)

#: Options of pyarrow's drivers after a question mark. Any other question mark is part of a name.
_OPTIONS = re.compile(
    r"\?(?:region|scheme|endpoint_override|allow_bucket_\w+|tls_\w+|smart_defaults|force_virtual_addressing"
    r"|check_\w+|retry_limit_seconds|project_id|default_metadata|\w+_storage_authority|\w+_storage_scheme"
    r"|enable_tls|credential_kind|tenant_id|client_id|client_secret|background_writes|user|replication"
    r"|buffer_size|default_block_size|kerb_ticket)=.*$",
    re.DOTALL,
)

_WILDCARD = re.compile(r"[*?\[]")

#: Characters that are not escaped in an HTTP URL.
_OF_URLS = "%/:?#[]@!$&'()*+,;=~"


@dataclass(frozen=True, slots=True)
class Address:
    """Place of a file or a folder. Object names are not escaped."""

    scheme: str
    """As written; empty for a local path."""
    authority: str
    """A bucket, a host, or a container at an account."""
    key: str
    """The local path, or the part after the authority and its slash."""
    options: str = ""
    """Options for pyarrow's driver, with the question mark."""

    @classmethod
    def of(cls, path: str) -> Address:
        """Parses a path or a URL."""
        found = _ADDRESS.fullmatch(path)
        if not found:
            return cls("", "", path.removeprefix("file:"))
        if found[1].lower() == "file":
            return cls("", "", found[2] + found[3])
        address = cls(found[1], found[2], found[3].removeprefix("/"))
        if not address.is_web and (cut := _OPTIONS.search(address.key)):
            return replace(address, key=address.key[: cut.start()], options=cut[0])
        return address

    @property
    def protocol(self) -> str:
        """The scheme by its name in drivers; empty for a local path."""
        scheme = self.scheme.lower()
        return _PROTOCOLS.get(scheme, scheme)

    @property
    def is_web(self) -> bool:
        """Whether it is read by HTTP, which has no listings."""
        return self.protocol in ("http", "https")

    @property
    def text(self) -> str:
        """The URL without pyarrow's options."""
        return f"{self.scheme}://{self.authority}/{self.key}" if self.scheme else self.key

    @property
    def plain(self) -> str:
        """The same with the protocol's own name, for drivers of fsspec."""
        return replace(self, scheme=self.protocol).text

    @property
    def uri(self) -> str:
        """The URL for pyarrow's parser, and for HTTP requests."""
        if self.is_web:
            return quote(self.text.partition("#")[0], safe=_OF_URLS)
        return f"{self.protocol}://{self.authority}/{quote(self.key)}{self.options}"

    @property
    def shown(self) -> str:
        """The URL without possible credentials, for messages and columns."""
        authority = re.sub(r":[^@]*@", "@", self.authority)
        if self.is_web or (self.protocol == "s3" and "@" in authority):
            authority = authority.rpartition("@")[2]
        key = re.split("[?#]", self.key)[0] if self.is_web else self.key
        return replace(self, authority=authority, key=key).text

    def named(self, key: str) -> Address:
        """Another file in the same store."""
        return replace(self, key=key)


def pattern_begin(key: str) -> int | None:
    """Index of the first wildcard of a name; ``None`` if it has none."""
    found = _WILDCARD.search(key)
    return found.start() if found else None
