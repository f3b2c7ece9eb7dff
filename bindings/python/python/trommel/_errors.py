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
    """Any error of this package. HTML never is one: every page can be read."""


class SettingError(Error, ValueError):
    """A setting that cannot work. The message says what was expected and what was found."""


class BudgetError(SettingError):
    """A memory budget below the least for these options. The message says how much is needed."""


class EncodingError(SettingError):
    """A label that names no encoding."""


class ModelError(SettingError):
    """A model that is missing, cut, corrupt or of another format version."""


class SiteError(SettingError):
    """A file of site wrappers that is none, or has another version."""


class ReadError(Error, OSError):
    """An input that cannot be read. ``filename`` is its name, where it has one."""


class OutOfMemoryError(Error, MemoryError):
    """The system has no memory for the first bytes of a page, although the budget allows it."""


class InternalError(Error, RuntimeError):
    """A bug of this package. Please report it with the page that causes it."""


class DamageWarning(UserWarning):
    """A place of a WARC file that could not be read; reading went on after it."""
