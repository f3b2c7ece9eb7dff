"""Options without an equal."""


def refuse(function: str, given: dict[str, tuple[object, object]]) -> None:
    """Raises NotImplementedError for the first option whose value is not its default.

    ``given`` has for each name the value and the default.
    """
    for name, (value, default) in given.items():
        if value is not default and value != default:
            raise NotImplementedError(
                f"{function}: trommel has no equal of {name}={value!r}; leave it at {default!r}"
            )
