"""Reading a table of settings key by key; what is left over is an error that names the keys there are."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from binwriter.errors import SpecError

T = TypeVar("T")


class Fields:
    """The keys of one table of settings. Dashes and underscores are the same, upper case and lower case are not.

    place: names the table in errors, '' for the whole document.
    """

    def __init__(self, given: object, place: str) -> None:
        if not isinstance(given, Mapping):
            raise SpecError(place, f"a table of settings is wanted, not {given!r}")
        self.place = place
        self._values: dict[str, Any] = {str(key).replace("_", "-"): value for key, value in given.items()}
        self._known: list[str] = []

    def at(self, name: str) -> str:
        """The key's place in errors."""
        return f"{self.place}.{name}" if self.place else name

    def take(self, name: str, read: Callable[[Any, str], T], default: T) -> T:
        """The value of a key, read by `read(value, place)`; the default if it is not given."""
        self._known.append(name)
        if name not in self._values:
            return default
        return read(self._values.pop(name), self.at(name))

    def table(self, name: str) -> Mapping[str, Any]:
        """The table of settings of that name, empty if it is not given."""
        return self.take(name, read_table, {})

    def finish(self) -> None:
        """Raises SpecError for a key nobody has taken."""
        for name in self._values:
            near = difflib.get_close_matches(name, self._known, 1)
            hint = f"; did you mean {near[0]}?" if near else f"; there are {', '.join(self._known)}"
            raise SpecError(self.at(name), f"unknown key{hint}")


def read_table(value: object, place: str) -> Mapping[str, Any]:
    """A table of settings."""
    if not isinstance(value, Mapping):
        raise SpecError(place, f"a table of settings is wanted, not {value!r}")
    return value


def read_text(value: object, place: str) -> str:
    """A text."""
    if not isinstance(value, str):
        raise SpecError(place, f"a text is wanted, not {value!r}")
    return value


def read_texts(value: object, place: str) -> tuple[str, ...]:
    """A list of texts."""
    if not isinstance(value, list | tuple):
        raise SpecError(place, f"a list of texts is wanted, not {value!r}")
    return tuple(read_text(text, place) for text in value)


def read_enum(kind: Callable[[str], T], names: list[str]) -> Callable[[Any, str], T]:
    """A reader of one of these names."""

    def read(value: object, place: str) -> T:
        if value not in names:
            raise SpecError(place, f"{value!r} is not one of {', '.join(names)}")
        return kind(str(value))

    return read
