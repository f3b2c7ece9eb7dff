"""Options without an equal, and messages with the names of other programs' arguments."""

from collections.abc import Iterator, Sized
from contextlib import contextmanager

import trommel


def refuse(
    function: str,
    given: dict[str, object],
    defaults: dict[str, object],
    instead: str | None = None,
) -> None:
    """Raises NotImplementedError for the first option of ``defaults`` that is given another value.

    An empty set or list where the default is None has no effect. ``instead`` is what to do.
    """
    for name, default in defaults.items():
        value = given[name]
        if default is None and isinstance(value, Sized) and len(value) == 0:
            continue
        if value is not default and value != default:
            raise NotImplementedError(
                f"{function}: trommel has no equal of {name}={value!r}; "
                f"{instead or f'leave it at {default!r}'}"
            )


@contextmanager
def renamed(name: str, to: str) -> Iterator[None]:
    """Errors about the argument ``name`` say ``to``, as the caller knows it."""
    try:
        yield
    except (trommel.SettingError, TypeError) as error:
        before, _, rest = str(error).partition(": ")
        if before != name:
            raise
        raise type(error)(f"{to}: {rest}") from None
