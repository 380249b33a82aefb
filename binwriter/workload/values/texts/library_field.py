"""The kind `field`: texts of the library mimesis, in any of its languages.

A row's value is a function of its number, so the library is asked once for a pool of values, and rows pick from it. The
pool is the same for the same version of the library.
"""

from __future__ import annotations

import zlib
from fractions import Fraction
from typing import Any

from binwriter.errors import SpecError
from binwriter.workload.specification.fields import Fields, read_text
from binwriter.workload.values import settings as s
from binwriter.workload.values.kinds.reading import Context, read_exact, read_integer
from binwriter.workload.values.settings import GeneratorSettings

_POOL, _MOST_IN_POOL = 2000, 100_000
# so many values are asked for before fewer different ones are taken for all that there are
_ATTEMPTS = 3
_MOST_SKEW = 3


def read_library_field(value: Any, place: str, context: Context, fields: Fields) -> GeneratorSettings:
    """`"full_name"`; beside it `locale` ('en'), `pool` (2000 different values) and `skew` (0: none is frequent).

    The names are those of mimesis' fields: `person.full_name`, `address.city`, `finance.company`, `text.sentence`.
    """
    texts = context.need_texts(place)
    if texts.binary:
        raise context.wrong_kind(place, "texts")
    name = read_text(value, place)
    locale = fields.take("locale", read_text, "en")
    count = fields.take("pool", lambda given, at: read_integer(given, at, 1, _MOST_IN_POOL), _POOL)
    skew: Fraction = fields.take("skew", _read_skew, Fraction(0))
    pool = []
    for text in _pool(name, locale, count, place, fields.at("locale")):
        try:
            pool.append(texts.value(text, place))
        except SpecError:  # too long, or of other characters than the column's
            continue
    if not pool:
        raise SpecError(place, f"no value of {name!r} ({locale}) fits column {context.name}")
    weights = tuple(Fraction(1 / number ** float(skew)) for number in range(1, len(pool) + 1)) if skew else ()
    return s.Choice(tuple(pool), weights)


def _read_skew(value: object, place: str) -> Fraction:
    skew = read_exact(value, place)
    if not 0 <= skew <= _MOST_SKEW:
        raise SpecError(place, f"{value!r} is not from 0 to {_MOST_SKEW}")
    return skew


def _pool(name: str, locale: str, count: int, place: str, locale_place: str) -> list[str]:
    """Different values, in the order in which the library made them."""
    from mimesis import Field, Locale
    from mimesis.exceptions import FieldError

    try:
        field = Field(Locale(locale), seed=zlib.crc32(f"{locale}/{name}".encode()))
    except ValueError:
        known = ", ".join(sorted(made.value for made in Locale))
        raise SpecError(locale_place, f"{locale!r} is not one of {known}") from None
    texts: dict[str, None] = {}
    try:
        for _ in range(_ATTEMPTS * count):
            made = field(name)
            if not isinstance(made, str | int | float):
                raise SpecError(place, f"{name!r} makes {type(made).__name__}, not texts")
            texts[str(made)] = None
            if len(texts) >= count:
                break
    except (FieldError, TypeError) as error:
        reason = "it wants arguments" if isinstance(error, TypeError) else "mimesis has no such field"
        raise SpecError(place, f"{name!r}: {reason}; such as full_name, address.city, finance.company") from None
    return list(texts)
