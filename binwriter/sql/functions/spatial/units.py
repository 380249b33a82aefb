"""Units of length, as information_schema.ST_UNITS_OF_MEASURE has them."""

from __future__ import annotations

from functools import cache

from binwriter.sql.system.captured import definition, key_of, rows

_NAME = key_of("information_schema", "ST_UNITS_OF_MEASURE")


@cache
def units_of_length() -> dict[str, float]:
    """Metres, by the name in lower case."""
    table = definition(*_NAME)
    assert table is not None
    return {_text(name).lower(): float(factor) for name, _, factor, *_ in rows(table)}


def _text(value: object) -> str:
    return value.decode("utf-8") if isinstance(value, bytes) else str(value)
