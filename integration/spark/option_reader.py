"""Options of the data source as Spark hands them over: names in lower case, values as text."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import TypeVar

from binwriter.errors import OptionError

T = TypeVar("T")
D = TypeVar("D")

_TRUE, _FALSE = ("true", "on", "yes", "1"), ("false", "off", "no", "0")
_SIZE_UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30}
_SIZE = re.compile(r"(\d+)\s*([KMG]?)(?:I?B)?", re.IGNORECASE)
# What Spark itself adds.
_SPARKS_OWN = frozenset({"path", "paths", "__paths__"})


class OptionReader:
    """Takes the options one by one; `finish` refuses what is left over. Dashes and underscores are the same."""

    def __init__(self, given: Mapping[str, str]) -> None:
        self._values = {name.lower().replace("-", "_"): value for name, value in given.items()}
        self._known: list[str] = []

    def take(self, name: str, read: Callable[[str, str], T], default: D) -> T | D:
        """The option's value, read by `read(name, text)`; the default if it is not given."""
        self._known.append(name)
        text = self._values.pop(name, None)
        return default if text is None else read(name, text)

    def rest(self, names: tuple[str, ...]) -> dict[str, str]:
        """Those of these options that are given, as text."""
        self._known += names
        return {name: self._values.pop(name) for name in names if name in self._values}

    def finish(self, ignored: frozenset[str] = frozenset()) -> None:
        """OptionError for an option nobody has taken."""
        for name in self._values:
            if name not in _SPARKS_OWN | ignored:
                near = difflib.get_close_matches(name, self._known, 1)
                hint = f"; did you mean {near[0]}?" if near else f"; there are {', '.join(sorted(self._known))}"
                raise OptionError(f"mysql_binlog has no option {name!r} here{hint}")


def text(name: str, value: str) -> str:
    """As it is."""
    return value


def choice(*allowed: str) -> Callable[[str, str], str]:
    """A reader of one of these words, in any case of letters."""

    def read(name: str, value: str) -> str:
        if value.strip().lower() not in allowed:
            raise OptionError(f"option {name}: {value!r} is not one of {', '.join(allowed)}")
        return value.strip().lower()

    return read


def flag(name: str, value: str) -> bool:
    """true or false."""
    word = value.strip().lower()
    if word not in _TRUE + _FALSE:
        raise OptionError(f"option {name}: {value!r} is neither true nor false")
    return word in _TRUE


def number(least: int, most: int = (1 << 63) - 1) -> Callable[[str, str], int]:
    """A reader of whole numbers, 1000 or 1_000 or 1e6."""

    def read(name: str, value: str) -> int:
        plain = re.fullmatch(r"\s*(\d[\d_]*)(?:[eE]\+?(\d{1,2}))?\s*", value)
        amount = -1 if plain is None else int(plain[1]) * 10 ** int(plain[2] or 0)
        if not least <= amount <= most:
            raise OptionError(f"option {name}: {value!r} is not a number from {least} to {most}")
        return amount

    return read


def size(least: int, most: int) -> Callable[[str, str], int]:
    """A reader of sizes in bytes: 65536, 256M, 1GiB."""

    def read(name: str, value: str) -> int:
        match = _SIZE.fullmatch(value.strip())
        count = -1 if match is None else int(match[1]) * _SIZE_UNITS[match[2].upper()]
        if not least <= count <= most:
            raise OptionError(f"option {name}: {value!r} is not a size from {least} to {most} bytes")
        return count

    return read


def names(name: str, value: str) -> tuple[str, ...]:
    """Names apart by commas."""
    listed = tuple(part.strip() for part in value.split(",") if part.strip())
    if not listed:
        raise OptionError(f"option {name}: {value!r} names nothing")
    return listed


def moment(name: str, value: str) -> int:
    """A time in UTC, as mysqlbinlog takes it, ISO 8601, or seconds since 1970: microseconds since 1970."""
    if re.fullmatch(r"\d+", value.strip()):
        return int(value) * 1_000_000
    try:
        given = datetime.fromisoformat(value.strip().replace("/", "-"))
    except ValueError:
        raise OptionError(f"option {name}: {value!r} is not a time such as 2026-01-31 12:00:00 (UTC)") from None
    delta = (given if given.tzinfo else given.replace(tzinfo=UTC)) - datetime(1970, 1, 1, tzinfo=UTC)
    return (delta.days * 86400 + delta.seconds) * 1_000_000 + delta.microseconds


_NAME_PART = re.compile(r"\s*(?:`((?:[^`]|``)+)`|([^`.\s]+))\s*")


def table_name(name: str, value: str) -> tuple[str, str]:
    """`db.table`, each part in backquotes or not."""
    first = _NAME_PART.match(value)
    second = (
        _NAME_PART.fullmatch(value, first.end() + 1) if first and value[first.end() : first.end() + 1] == "." else None
    )
    if first is None or second is None:
        raise OptionError(f"option {name}: {value!r} is not a table's name: database.table")
    return _unquoted(first), _unquoted(second)


def _unquoted(match: re.Match[str]) -> str:
    return str(match[2] or match[1].replace("``", "`"))
