"""Addresses of files: as they are written, as a driver takes them, and as messages show them."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from urllib.parse import quote

__all__ = ["Address", "pattern_begin"]

#: Names of the Hadoop clients for what others call s3 and gs.
_PROTOCOLS = {"s3a": "s3", "s3n": "s3", "gcs": "gs"}

_ADDRESS = re.compile(r"([A-Za-z][A-Za-z0-9+.-]+)://([^/?#]*)(.*)", re.DOTALL)

#: What the drivers of pyarrow are told after a question mark. Another one is a part of a name.
_OPTIONS = re.compile(
    r"\?(?:region|scheme|endpoint_override|allow_bucket_\w+|tls_\w+|smart_defaults|force_virtual_addressing"
    r"|check_\w+|retry_limit_seconds|project_id|default_metadata|\w+_storage_authority|\w+_storage_scheme"
    r"|enable_tls|credential_kind|tenant_id|client_id|client_secret|background_writes|user|replication"
    r"|buffer_size|default_block_size|kerb_ticket)=.*$",
    re.DOTALL,
)

_WILDCARD = re.compile(r"[*?\[]")

#: Characters that stay as they are in an address of the web.
_OF_URLS = "%/:?#[]@!$&'()*+,;=~"


@dataclass(frozen=True, slots=True)
class Address:
    """Where a file or a folder is. Its name is as the store has it, without escapes."""

    scheme: str
    """As it is written; empty for this machine."""
    authority: str
    """A bucket, a host, or a container at an account."""
    key: str
    """The path of this machine, or what follows the authority and its slash."""
    options: str = ""
    """What pyarrow's driver is told, from its question mark on."""

    @classmethod
    def of(cls, path: str) -> Address:
        """Takes a path or an address apart."""
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
        """The scheme by the name that drivers have for it; empty for this machine."""
        scheme = self.scheme.lower()
        return _PROTOCOLS.get(scheme, scheme)

    @property
    def is_web(self) -> bool:
        """Whether it is read by HTTP, where nothing is listed."""
        return self.protocol in ("http", "https")

    @property
    def text(self) -> str:
        """The whole address, but for pyarrow's options."""
        return f"{self.scheme}://{self.authority}/{self.key}" if self.scheme else self.key

    @property
    def plain(self) -> str:
        """The same with the protocol's own name, for drivers of fsspec."""
        return replace(self, scheme=self.protocol).text

    @property
    def uri(self) -> str:
        """The address for pyarrow's parser, and for requests of the web."""
        if self.is_web:
            return quote(self.text.partition("#")[0], safe=_OF_URLS)
        return f"{self.protocol}://{self.authority}/{quote(self.key)}{self.options}"

    @property
    def shown(self) -> str:
        """The address without what may be a credential, for messages and columns."""
        authority = re.sub(r":[^@]*@", "@", self.authority)
        if self.is_web or (self.protocol == "s3" and "@" in authority):
            authority = authority.rpartition("@")[2]
        key = re.split("[?#]", self.key)[0] if self.is_web else self.key
        return replace(self, authority=authority, key=key).text

    def named(self, key: str) -> Address:
        """Another file of the same store."""
        return replace(self, key=key)


def pattern_begin(key: str) -> int | None:
    """Where the first wildcard of a name is; ``None`` if it has none."""
    found = _WILDCARD.search(key)
    return found.start() if found else None
