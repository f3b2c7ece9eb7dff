"""Errors and warnings of the package."""

__all__ = [
    "BudgetError",
    "DamageWarning",
    "EncodingError",
    "Error",
    "InternalError",
    "ModelError",
    "OutOfMemoryError",
    "ReadError",
    "SettingError",
    "SiteError",
]


class Error(Exception):
    """Any error of this package. HTML is never an error."""


class SettingError(Error, ValueError):
    """An invalid setting. The message has what was expected and what was found."""


class BudgetError(SettingError):
    """A memory budget below the minimum of these options. The message has the minimum."""


class EncodingError(SettingError):
    """An unknown encoding label."""


class ModelError(SettingError):
    """A model that is missing, truncated, corrupt or of another format version."""


class SiteError(SettingError):
    """An invalid file of site wrappers, or one of another version."""


class ReadError(Error, OSError):
    """An unreadable input. ``filename`` is its name, if it has one."""


class OutOfMemoryError(Error, MemoryError):
    """The system has no memory for the first bytes of a page, although the budget allows it."""


class InternalError(Error, RuntimeError):
    """A bug of this package. Please report it with the page that causes it."""


class DamageWarning(UserWarning):
    """A damaged place of a WARC file; reading continued after it."""
