"""Settings of texts and bytes: length, words, list, email, uuid, pattern."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from binwriter.errors import SpecError
from binwriter.workload.specification.fields import Fields, read_text
from binwriter.workload.values import settings as s
from binwriter.workload.values.kinds.reading import (
    Context,
    Read,
    ordered,
    read_alphabet,
    read_exact,
    read_integer,
    read_pair,
)
from binwriter.workload.values.settings import GeneratorSettings
from binwriter.workload.values.texts.library_field import read_library_field
from binwriter.workload.values.texts.patterns import read_pattern
from binwriter.workload.values.texts.types import MOST_BYTES
from binwriter.workload.values.texts.word_lists import LISTS

_MOST_WORDS = 10_000
# The longest text where no limit is given.
_MOST_UNTOLD = 65535


def _length(value: Any, place: str, context: Context, fields: Fields) -> GeneratorSettings:
    """Letters (bytes, where the column has bytes): how many, [least, most], or { min, max, mean, deviation }."""
    texts = context.need_texts(place)
    most = min(texts.most_bytes if texts.binary else texts.characters, MOST_BYTES)
    alphabet = fields.take("alphabet", read_alphabet, "")

    def count(given: object, at: str) -> int:
        return read_integer(given, at, 0, most)

    if isinstance(value, Mapping):
        inner = Fields(value, place)
        low, high = inner.take("min", count, 0), inner.take("max", count, min(most, _MOST_UNTOLD))
        mean = inner.take("mean", count, None)
        deviation = inner.take("deviation", lambda given, at: read_exact(given, at), None)
        inner.finish()
        ordered(low, high, place, (low, high))
        if (mean is None) is not (deviation is None) or (deviation is not None and deviation <= 0):
            raise SpecError(place, "mean and a deviation of more than 0 go together")
        if mean is not None and deviation is not None:
            return s.Letters(s.Normal(Fraction(mean), deviation, low, high), alphabet)
    else:
        low, high = (
            count(end, place) for end in ((value, value) if isinstance(value, int) else read_pair(value, place))
        )
        ordered(low, high, place, (low, high))
    return s.Letters(s.Uniform(low, high), alphabet)


def _words(value: Any, place: str, context: Context, fields: Fields) -> GeneratorSettings:
    """How many, or [least, most]."""
    context.need_texts(place)
    ends = (value, value) if isinstance(value, int) else read_pair(value, place)
    least, most = (read_integer(end, place, 1, _MOST_WORDS) for end in ends)
    return s.Words(*ordered(least, most, place, (least, most)), fields.take("alphabet", read_alphabet, ""))


def _list(value: Any, place: str, context: Context, _: Fields) -> GeneratorSettings:
    """The name of a built-in list: city, country, name, ..."""
    context.need_texts(place)
    name = str(value).replace("-", "_")
    if name not in LISTS:
        raise SpecError(place, f"{value!r} is not one of {', '.join(sorted(LISTS))}")
    return s.Names(name)


def _email(value: Any, place: str, context: Context, _: Fields) -> GeneratorSettings:
    """true, or { domains = [..] }."""
    context.need_texts(place)
    fields = Fields({} if value is True else value, place)
    domains = fields.take("domains", _read_domains, LISTS["domain"])
    fields.finish()
    return s.Email(domains)


def _read_domains(value: object, place: str) -> tuple[str, ...]:
    if (
        not isinstance(value, list | tuple)
        or not value
        or not all(isinstance(domain, str) and domain for domain in value)
    ):
        raise SpecError(place, f"{value!r} is not a list of domains")
    return tuple(value)


def _uuid(value: Any, place: str, context: Context, _: Fields) -> GeneratorSettings:
    """'v4' (by chance; also true) or 'v7' (time first): 36 characters, or 16 bytes."""
    texts = context.need_texts(place)
    versions = {True: 4, "v4": 4, "v7": 7}
    if not isinstance(value, str | bool) or value not in versions:
        raise SpecError(place, f"{value!r} is not one of true, 'v4', 'v7'")
    room, wanted = (texts.most_bytes, 16) if texts.binary else (texts.characters, 36)
    if room < wanted:
        raise SpecError(place, f"a UUID takes {wanted}, and column {context.name} has room for {room}")
    return s.Uuid(versions[value])


def _pattern(value: Any, place: str, context: Context, _: Fields) -> GeneratorSettings:
    """A regular expression: see `patterns`."""
    context.need_texts(place)
    text = read_text(value, place)
    read_pattern(text, place)
    return s.Pattern(text)


TEXT_KINDS: Mapping[str, Read] = {
    "length": _length,
    "words": _words,
    "list": _list,
    "email": _email,
    "uuid": _uuid,
    "pattern": _pattern,
    "field": read_library_field,
}
