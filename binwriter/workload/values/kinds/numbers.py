"""Settings of numbers and times: uniform, sequence, zipf, normal, walk; and of values that are given one by one."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from binwriter.errors import SpecError
from binwriter.formats.constants import ColumnType
from binwriter.workload.specification.fields import Fields
from binwriter.workload.specification.units import read_number
from binwriter.workload.values import settings as s
from binwriter.workload.values.documents.template import read_document
from binwriter.workload.values.kinds.reading import (
    Context,
    Read,
    ordered,
    read_exact,
    read_integer,
    read_pair,
    read_weights,
)
from binwriter.workload.values.number_types import NumberType
from binwriter.workload.values.settings import GeneratorSettings

_MOST_COUNT = (1 << 63) - 1


_WALK = s.Walk()


def _uniform(value: Any, place: str, context: Context, _: Fields) -> GeneratorSettings:
    """[min, max], or { min = .., max = .. }, of which one may be left out; true for all that the type holds."""
    numbers = context.need_numbers(place)
    if value is True:
        return s.Uniform(numbers.low, numbers.high)
    if isinstance(value, Mapping):
        fields = Fields(value, place)
        low = fields.take("min", numbers.number, numbers.low)
        high = fields.take("max", numbers.number, numbers.high)
        fields.finish()
    else:
        low, high = (numbers.number(end, place) for end in read_pair(value, place))
    return s.Uniform(*ordered(low, high, place, (numbers.show(low), numbers.show(high))))


def _sequence(value: Any, place: str, context: Context, _: Fields) -> GeneratorSettings:
    """The first value, or { start = .., step = .., repeat = .., cycle = .. }; true begins with 1."""
    numbers = context.need_numbers(place)
    given = value if isinstance(value, Mapping) else {} if value is True else {"start": value}
    fields = Fields(given, place)
    start = fields.take("start", numbers.number, default_start(numbers))
    step = fields.take("step", lambda given_step, at: _step(given_step, at, numbers), 1)
    repeat = fields.take("repeat", lambda given_step, at: read_integer(given_step, at, 1, _MOST_COUNT), 1)
    cycle = fields.take("cycle", lambda given_step, at: read_integer(given_step, at, 0, _MOST_COUNT), 0)
    fields.finish()
    limit = numbers.count_from(start, step)
    if cycle > limit:
        raise SpecError(
            f"{place}.cycle", f"{cycle} is more than the {limit} values that column {context.name} has from there"
        )
    return s.Sequence(start, step, repeat, cycle)


def default_start(numbers: NumberType) -> int:
    """1, or the type's least if that is more."""
    return max(numbers.low, min(1, numbers.high))


def _step(value: object, place: str, numbers: NumberType) -> int:
    """Of times in seconds (of dates in days), of numbers in themselves."""
    steps = read_exact(value, place) * numbers.per_one
    if steps != int(steps) or abs(steps) > _MOST_COUNT:
        raise SpecError(place, f"{value!r} is not a whole number of the steps that column {numbers.spec.name} has")
    return int(steps)


def _microseconds(value: object, place: str) -> int:
    """Seconds, of which a millionth is the least."""
    read_number(value, place, most=1e9)
    return round(read_exact(value, place) * 10**6)


def _zipf(value: Any, place: str, context: Context, _: Fields) -> GeneratorSettings:
    """How many values, or { items = .., exponent = .., min = .. }."""
    numbers = context.need_numbers(place)
    fields = Fields(value if isinstance(value, Mapping) else {"items": value}, place)
    first = fields.take("min", numbers.number, default_start(numbers))
    most = numbers.high - first + 1
    items = fields.take("items", lambda given, at: read_integer(given, at, 1, most), min(most, 1000))
    exponent = fields.take("exponent", _read_exponent, Fraction(1))
    fields.finish()
    return s.Zipf(first, items, exponent)


def _read_exponent(value: object, place: str) -> Fraction:
    read_number(value, place, most=10)
    return read_exact(value, place)


def _normal(value: Any, place: str, context: Context, _: Fields) -> GeneratorSettings:
    """{ mean = .., deviation = .., min = .., max = .. }"""
    numbers = context.need_numbers(place)
    fields = Fields(value, place)
    mean = fields.take("mean", numbers.number, None)
    deviation = fields.take("deviation", lambda given, at: _deviation(given, at, numbers), None)
    low = fields.take("min", numbers.number, numbers.low)
    high = fields.take("max", numbers.number, numbers.high)
    fields.finish()
    if mean is None or deviation is None:
        raise SpecError(place, "mean and deviation are wanted")
    ordered(low, high, place, (numbers.show(low), numbers.show(high)))
    return s.Normal(Fraction(mean), deviation, low, high)


def _deviation(value: object, place: str, numbers: NumberType) -> Fraction:
    scaled = read_exact(value, place) * numbers.per_one
    if not 0 < scaled <= _MOST_COUNT:
        raise SpecError(place, f"{value!r} is not a deviation: it is more than 0")
    return scaled


def _walk(value: Any, place: str, context: Context, _: Fields) -> GeneratorSettings:
    """{ start = .., step = .., jitter = .., update = .. }: times; all but start in seconds. true for the defaults."""
    numbers = context.need_numbers(place)
    if not numbers.microseconds:
        raise context.wrong_kind(place, "dates and times")
    fields = Fields({} if value is True else value, place)
    walk = s.Walk(
        fields.take("start", numbers.number, None),
        fields.take("step", _microseconds, _WALK.step),
        fields.take("jitter", _microseconds, _WALK.jitter),
        fields.take("update", _microseconds, _WALK.update),
    )
    fields.finish()
    return walk


def _choice(value: Any, place: str, context: Context, fields: Fields) -> GeneratorSettings:
    """A list of values; weights = [..] beside it, one each."""
    if not isinstance(value, list | tuple) or not value:
        raise SpecError(place, f"{value!r} is not a list of values")
    nothing: tuple[Fraction, ...] = ()
    weights = fields.take("weights", read_weights, nothing)
    if weights and len(weights) != len(value):
        raise SpecError(fields.at("weights"), f"{len(weights)} weights for {len(value)} values")
    values = tuple(_literal(literal, f"{place}[{number}]", context) for number, literal in enumerate(value))
    return s.Choice(values, weights)


def _value(value: Any, place: str, context: Context, _: Fields) -> GeneratorSettings:
    """Always this value."""
    return s.Choice((_literal(value, place, context),))


def _literal(value: Any, place: str, context: Context) -> Any:
    if context.numbers is not None:
        return context.numbers.number(value, place)
    if context.texts is not None:
        return context.texts.value(value, place)
    if context.column.spec.type is ColumnType.JSON:
        return read_document(value, place)
    raise context.wrong_kind(place, "numbers, times, texts and documents")


NUMBER_KINDS: Mapping[str, Read] = {
    "sequence": _sequence,
    "uniform": _uniform,
    "zipf": _zipf,
    "normal": _normal,
    "walk": _walk,
    "choice": _choice,
    "value": _value,
}
