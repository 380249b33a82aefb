"""Settings as people write them (TOML, JSON) -> `Generators`, every value checked.

A column's table has one key that names the kind of generator, and a few that go with any kind:

    status = { choice = ["new", "paid"], weights = [9, 1] }
    amount = { normal = { mean = 50, deviation = 20, min = 1 }, null = 0.1 }
    note   = { words = [5, 30], update = false }
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from binwriter.errors import SpecError
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.constants import ColumnType
from binwriter.schema import Column, Table
from binwriter.workload.fields import Fields, read_text
from binwriter.workload.units import read_number
from binwriter.workload.values import settings as s
from binwriter.workload.values.defaults import default_settings
from binwriter.workload.values.json_template import Fixed, TemplateNode, read_document, read_template
from binwriter.workload.values.number_types import NumberType, number_type
from binwriter.workload.values.patterns import read_pattern
from binwriter.workload.values.settings import ColumnSettings, Generators, GeneratorSettings
from binwriter.workload.values.text_types import MOST_BYTES, TextType, text_type
from binwriter.workload.values.unique import settle_keys
from binwriter.workload.values.word_lists import LISTS

_MOST_DIGITS = 15
_MOST_COUNT = (1 << 63) - 1
_MOST_WORDS = 10_000
_MICRODEGREES = 10**6
_WALK = s.Walk()


@dataclass(frozen=True, slots=True)
class Context:
    """The column that a generator is for. numbers, texts: what its type takes."""

    column: Column
    numbers: NumberType | None
    texts: TextType | None

    @property
    def name(self) -> str:
        return self.column.name

    def wrong_kind(self, place: str, expected: str) -> SpecError:
        """The error for a generator that makes no values of the column's type."""
        kind = self.column.spec.type.name
        return SpecError(place, f"it makes {expected}, and column {self.name} is {kind}")

    def need_numbers(self, place: str) -> NumberType:
        if self.numbers is None:
            raise self.wrong_kind(place, "numbers and times")
        return self.numbers

    def need_texts(self, place: str) -> TextType:
        if self.texts is None:
            raise self.wrong_kind(place, "texts")
        return self.texts


Read = Callable[[Any, str, Context, Fields], GeneratorSettings]


def read_generators(table: Table, settings: Mapping[str, Mapping[str, object]], place: str) -> Generators:
    """The generators of a table's columns: what the settings say, else by the columns' types and names.

    place: of the settings, for errors. Raises SpecError: unknown columns and keys, generators that do not fit the type,
    bad weights, ranges and patterns, unique keys that could get the same value twice.
    """
    given = {str(name).lower(): (str(name), value) for name, value in settings.items()}
    columns = []
    for column in table.columns:
        name, value = given.pop(column.name.lower(), (column.name, None))
        columns.append(_read_column(table, column, value, f"{place}.{name}" if place else name))
    for name, _ in given.values():
        names = ", ".join(column.name for column in table.columns)
        raise SpecError(f"{place}.{name}", f"table {table.name} has no column {name!r}; it has {names}")
    return settle_keys(Generators(table, tuple(columns), place))


def _read_column(table: Table, column: Column, given: object, place: str) -> ColumnSettings:
    if column.generated:
        raise SpecError(place, f"column {column.name} is generated from others: not supported in a workload")
    fields = Fields({} if given is None else given, place)
    spec = column.spec
    digits = fields.take("digits", _read_digits, -1)
    if digits >= 0 and spec.type not in (ColumnType.FLOAT, ColumnType.DOUBLE):
        raise SpecError(
            fields.at("digits"), f"it is for FLOAT and DOUBLE, and column {column.name} is {spec.type.name}"
        )
    context = Context(column, number_type(spec, digits), text_type(spec))
    generator = _read_kind(fields, context)
    chosen = default_settings(column, context.numbers, context.texts, place, json_settings)
    if generator is not None:
        null = chosen.null if column.spec.nullable and isinstance(generator, type(chosen.generator)) else Fraction(0)
        chosen = ColumnSettings(generator, place, given=True, null=null)
    elif alphabet := fields.take("alphabet", _read_alphabet, ""):
        if not isinstance(chosen.generator, s.Letters | s.Words):
            raise SpecError(fields.at("alphabet"), f"it goes with length or words; column {column.name} has neither")
        chosen = replace(chosen, generator=replace(chosen.generator, alphabet=alphabet))
    null = fields.take("null", _read_share, chosen.null)
    if null and not spec.nullable:
        raise SpecError(fields.at("null"), f"column {column.name} is NOT NULL")
    update = fields.take("update", _read_yes_no, chosen.update)
    fields.finish()
    return replace(chosen, null=null, update=update, digits=digits)


def _read_kind(fields: Fields, context: Context) -> GeneratorSettings | None:
    found: list[str] = []
    result: GeneratorSettings | None = None
    for name, read in KINDS.items():
        taken = fields.take(name, lambda value, place: (value, place), None)
        if taken is None:
            continue
        found.append(name)
        if len(found) > 1:
            raise SpecError(taken[1], f"the column has a generator already: {found[0]}; one of them is enough")
        result = read(*taken, context, fields)
    return result


# --- what goes with any kind


def _read_digits(value: object, place: str) -> int:
    return read_integer(value, place, 0, _MOST_DIGITS)


def _read_share(value: object, place: str) -> Fraction:
    read_number(value, place, most=1)
    return Fraction(str(value))


def _read_yes_no(value: object, place: str) -> bool:
    if not isinstance(value, bool):
        raise SpecError(place, f"{value!r} is neither true nor false")
    return value


def _read_alphabet(value: object, place: str) -> str:
    """'international', or the letters themselves."""
    text = read_text(value, place)
    if not text:
        raise SpecError(place, "it has no letters")
    return text


def read_integer(value: object, place: str, low: int, high: int) -> int:
    """A whole number; 1e6 is one too."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int):
        raise SpecError(place, f"{value!r} is not a whole number")
    if not low <= value <= high:
        raise SpecError(place, f"{value} is out of range: {low} to {high}")
    return value


def _read_pair(value: object, place: str) -> tuple[Any, Any]:
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise SpecError(place, f"{value!r} is not a pair [least, most]")
    return value[0], value[1]


def _range(low: int, high: int, place: str, shown: tuple[Any, Any]) -> tuple[int, int]:
    if low > high:
        raise SpecError(place, f"the least, {shown[0]}, is more than the most, {shown[1]}")
    return low, high


def _exact(value: object, place: str) -> Fraction:
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        raise SpecError(place, f"{value!r} is not a number")
    try:
        return Fraction(str(value))
    except (ValueError, ZeroDivisionError):
        raise SpecError(place, f"{value!r} is not a number") from None


# --- numbers and times


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
        low, high = (numbers.number(end, place) for end in _read_pair(value, place))
    return s.Uniform(*_range(low, high, place, (numbers.show(low), numbers.show(high))))


def _sequence(value: Any, place: str, context: Context, _: Fields) -> GeneratorSettings:
    """The first value, or { start = .., step = .., repeat = .., cycle = .. }; true begins with 1."""
    numbers = context.need_numbers(place)
    given = value if isinstance(value, Mapping) else {} if value is True else {"start": value}
    fields = Fields(given, place)
    start = fields.take("start", numbers.number, default_start(numbers))
    step = fields.take("step", lambda one, at: _step(one, at, numbers), 1)
    repeat = fields.take("repeat", lambda one, at: read_integer(one, at, 1, _MOST_COUNT), 1)
    cycle = fields.take("cycle", lambda one, at: read_integer(one, at, 0, _MOST_COUNT), 0)
    fields.finish()
    limit = sequence_limit(numbers, start, step)
    if cycle > limit:
        raise SpecError(
            f"{place}.cycle", f"{cycle} is more than the {limit} values that column {context.name} has from there"
        )
    return s.Sequence(start, step, repeat, cycle)


def default_start(numbers: NumberType) -> int:
    """1, or the type's least if that is more."""
    return max(numbers.low, min(1, numbers.high))


def sequence_limit(numbers: NumberType, start: int, step: int) -> int:
    """How many values there are from start on."""
    if step == 0:
        return _MOST_COUNT
    return ((numbers.high - start) // step if step > 0 else (start - numbers.low) // -step) + 1


def _step(value: object, place: str, numbers: NumberType) -> int:
    """Of times in seconds (of dates in days), of numbers in themselves."""
    found = _exact(value, place) * numbers.per_one
    if found != int(found) or abs(found) > _MOST_COUNT:
        raise SpecError(place, f"{value!r} is not a whole number of the steps that column {numbers.spec.name} has")
    return int(found)


def _microseconds(value: object, place: str) -> int:
    """Seconds, of which a millionth is the least."""
    read_number(value, place, most=1e9)
    return round(_exact(value, place) * 10**6)


def _zipf(value: Any, place: str, context: Context, _: Fields) -> GeneratorSettings:
    """How many values, or { items = .., exponent = .., min = .. }."""
    numbers = context.need_numbers(place)
    fields = Fields(value if isinstance(value, Mapping) else {"items": value}, place)
    first = fields.take("min", numbers.number, default_start(numbers))
    most = numbers.high - first + 1
    items = fields.take("items", lambda one, at: read_integer(one, at, 1, most), min(most, 1000))
    exponent = fields.take("exponent", _read_exponent, Fraction(1))
    fields.finish()
    return s.Zipf(first, items, exponent)


def _read_exponent(value: object, place: str) -> Fraction:
    read_number(value, place, most=10)
    return _exact(value, place)


def _normal(value: Any, place: str, context: Context, _: Fields) -> GeneratorSettings:
    """{ mean = .., deviation = .., min = .., max = .. }"""
    numbers = context.need_numbers(place)
    fields = Fields(value, place)
    mean = fields.take("mean", numbers.number, None)
    deviation = fields.take("deviation", lambda one, at: _deviation(one, at, numbers), None)
    low = fields.take("min", numbers.number, numbers.low)
    high = fields.take("max", numbers.number, numbers.high)
    fields.finish()
    if mean is None or deviation is None:
        raise SpecError(place, "mean and deviation are wanted")
    _range(low, high, place, (numbers.show(low), numbers.show(high)))
    return s.Normal(Fraction(mean), deviation, low, high)


def _deviation(value: object, place: str, numbers: NumberType) -> Fraction:
    found = _exact(value, place) * numbers.per_one
    if not 0 < found <= _MOST_COUNT:
        raise SpecError(place, f"{value!r} is not a deviation: it is more than 0")
    return found


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


# --- values given one by one


def _choice(value: Any, place: str, context: Context, fields: Fields) -> GeneratorSettings:
    """A list of values; weights = [..] beside it, one each."""
    if not isinstance(value, list | tuple) or not value:
        raise SpecError(place, f"{value!r} is not a list of values")
    nothing: tuple[Fraction, ...] = ()
    weights = fields.take("weights", _read_weights, nothing)
    if weights and len(weights) != len(value):
        raise SpecError(fields.at("weights"), f"{len(weights)} weights for {len(value)} values")
    found = tuple(_literal(one, f"{place}[{number}]", context) for number, one in enumerate(value))
    return s.Choice(found, weights)


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


def _read_weights(value: object, place: str) -> tuple[Fraction, ...]:
    if not isinstance(value, list | tuple):
        raise SpecError(place, f"{value!r} is not a list of weights")
    weights = tuple(_exact(one, f"{place}[{number}]") for number, one in enumerate(value))
    for number, weight in enumerate(weights):
        if weight < 0:
            raise SpecError(f"{place}[{number}]", f"weight {value[number]} is negative")
    if not any(weights):
        raise SpecError(place, "all weights are 0")
    return weights


# --- texts


def _length(value: Any, place: str, context: Context, fields: Fields) -> GeneratorSettings:
    """Letters (bytes, where the column has bytes): how many, [least, most], or { min, max, mean, deviation }."""
    texts = context.need_texts(place)
    most = min(texts.most_bytes if texts.binary else texts.characters, MOST_BYTES)
    alphabet = fields.take("alphabet", _read_alphabet, "")

    def count(one: object, at: str) -> int:
        return read_integer(one, at, 0, most)

    if isinstance(value, Mapping):
        inner = Fields(value, place)
        low, high = inner.take("min", count, 0), inner.take("max", count, most)
        mean = inner.take("mean", count, None)
        deviation = inner.take("deviation", lambda one, at: _exact(one, at), None)
        inner.finish()
        _range(low, high, place, (low, high))
        if (mean is None) is not (deviation is None) or (deviation is not None and deviation <= 0):
            raise SpecError(place, "mean and a deviation of more than 0 go together")
        if mean is not None and deviation is not None:
            return s.Letters(s.Normal(Fraction(mean), deviation, low, high), alphabet)
    else:
        low, high = (
            count(end, place) for end in ((value, value) if isinstance(value, int) else _read_pair(value, place))
        )
        _range(low, high, place, (low, high))
    return s.Letters(s.Uniform(low, high), alphabet)


def _words(value: Any, place: str, context: Context, fields: Fields) -> GeneratorSettings:
    """How many, or [least, most]."""
    context.need_texts(place)
    ends = (value, value) if isinstance(value, int) else _read_pair(value, place)
    least, most = (read_integer(end, place, 1, _MOST_WORDS) for end in ends)
    return s.Words(*_range(least, most, place, (least, most)), fields.take("alphabet", _read_alphabet, ""))


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
    if not isinstance(value, list | tuple) or not value or not all(isinstance(one, str) and one for one in value):
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


# --- documents, places, vectors, other rows


def _json(value: Any, place: str, context: Context, _: Fields) -> GeneratorSettings:
    """A document, as a table or as JSON text, with generators such as {"$uniform": [1, 9]} in it."""
    if context.column.spec.type is not ColumnType.JSON:
        raise context.wrong_kind(place, "JSON documents")
    template = json_settings(value, place)
    return s.Choice((template.data,)) if isinstance(template, Fixed) else s.Json(template)


def json_settings(value: object, place: str) -> TemplateNode:
    """The tree of a template (`json_template`)."""
    return read_template(value, place, _read_in_document, _read_weights)


def _read_in_document(kind: str, value: Any, place: str, spec: ColumnSpec) -> GeneratorSettings:
    """A generator within a document: as for a column of this type."""
    fields = Fields({}, place)
    return KINDS[kind](value, place, Context(Column(spec), number_type(spec), text_type(spec)), fields)


def _point(value: Any, place: str, context: Context, _: Fields) -> GeneratorSettings:
    """{ x = [least, most], y = [least, most], srid = .. }; true for the whole globe."""
    spec = context.column.spec
    if spec.type is not ColumnType.GEOMETRY:
        raise context.wrong_kind(place, "points and shapes")
    fields = Fields({} if value is True else value, place)
    x = fields.take("x", lambda one, at: _coordinates(one, at, 1e9), (-180 * _MICRODEGREES, 180 * _MICRODEGREES))
    y = fields.take("y", lambda one, at: _coordinates(one, at, 1e9), (-90 * _MICRODEGREES, 90 * _MICRODEGREES))
    srid = fields.take("srid", lambda one, at: read_integer(one, at, 0, (1 << 32) - 1), 0)
    fields.finish()
    return s.Points(*x, *y, srid)


def _coordinates(value: object, place: str, limit: float) -> tuple[int, int]:
    low, high = (
        round(read_number(end, place, least=-limit, most=limit) * _MICRODEGREES) for end in _read_pair(value, place)
    )
    return _range(low, high, place, _read_pair(value, place))


def _vector(value: Any, place: str, context: Context, _: Fields) -> GeneratorSettings:
    """How many entries; true for as many as the column has."""
    spec = context.column.spec
    if spec.type is not ColumnType.VECTOR:
        raise context.wrong_kind(place, "vectors")
    return s.Vector(spec.length if value is True else read_integer(value, place, 1, spec.length))


def _reference(value: Any, place: str, context: Context, _: Fields) -> GeneratorSettings:
    """'table', 'table.column', 'database.table.column', or { table = .., column = .. }: of another row that lives."""
    if isinstance(value, Mapping):
        fields = Fields(value, place)
        table = fields.take("table", read_text, "")
        column = fields.take("column", read_text, None)
        fields.finish()
    else:
        *names, last = read_text(value, place).split(".")
        table, column = (".".join(names), last) if names else (last, None)
    if not table:
        raise SpecError(place, "the table is wanted")
    return s.Refers(table, column)


KINDS: Mapping[str, Read] = {
    "sequence": _sequence,
    "uniform": _uniform,
    "zipf": _zipf,
    "normal": _normal,
    "walk": _walk,
    "choice": _choice,
    "value": _value,
    "length": _length,
    "words": _words,
    "list": _list,
    "email": _email,
    "uuid": _uuid,
    "pattern": _pattern,
    "json": _json,
    "point": _point,
    "vector": _vector,
    "reference": _reference,
}
