"""Options without an equal."""


def refuse(function: str, given: dict[str, object], defaults: dict[str, object]) -> None:
    """Raises NotImplementedError for the first option of ``defaults`` that is given another value."""
    for name, default in defaults.items():
        value = given[name]
        if value is not default and value != default:
            raise NotImplementedError(
                f"{function}: trommel has no equal of {name}={value!r}; leave it at {default!r}"
            )
