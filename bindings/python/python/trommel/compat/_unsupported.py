"""Unsupported options, and messages with the argument names of other programs."""

from collections.abc import Iterator, Sized
from contextlib import contextmanager

import trommel


def refuse(
    function: str,
    given: dict[str, object],
    defaults: dict[str, object],
    instead: str | None = None,
) -> None:
    """Raises NotImplementedError for the first option that does not have its value in ``defaults``.

    An empty set or list counts as None. ``instead`` is the advice in the message.
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
    """Renames the argument ``name`` to ``to`` in errors."""
    try:
        yield
    except (trommel.SettingError, TypeError) as error:
        before, _, rest = str(error).partition(": ")
        if before != name:
            raise
        raise type(error)(f"{to}: {rest}") from None
