"""Unique keys: which column of each makes its rows differ, settled before any value is made.

A key of several columns is unique if one of them is by itself, or if its sequences count together like the digits of a
number. Columns of which nothing was said are made so; what was said stands, or is an error.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from binwriter.catalog.tables import Key, Table
from binwriter.errors import SpecError
from binwriter.formats.constants import ColumnType
from binwriter.formats.records import replace
from binwriter.workload.values import settings as s
from binwriter.workload.values.constraints import plain_keys
from binwriter.workload.values.number_types import NumberType, number_type
from binwriter.workload.values.settings import ColumnSettings, Generators
from binwriter.workload.values.texts.types import text_type

# Kinds that can give every row another value; the others cannot.
_ABLE = (s.Uniform, s.Sequence, s.Uuid, s.Email, s.Pattern, s.UniqueText)
_WIDE = 1 << 31
_MOST_REACH = 1 << 20
_UUID_CHARACTERS, _UUID_BYTES = 36, 16
# Floats tell whole numbers apart up to here.
_MOST_OF_FLOATS = {ColumnType.FLOAT: 1 << 24, ColumnType.DOUBLE: 1 << 53}


def settle_keys(generators: Generators) -> Generators:
    """The generators, some of them made unique. SpecError if a unique key could get the same values twice."""
    table = generators.table
    columns = list(generators.columns)
    auto = table.auto_increment_column
    if auto is not None and not columns[auto].given:
        columns[auto] = replace(
            columns[auto], generator=s.Sequence(table.auto_increment), null=Fraction(0), unique=True
        )
    unique = plain_keys(table)
    limits: list[tuple[int, str]] = []
    references: list[s.ReferenceKey] = []
    for key in sorted(unique, key=lambda key: len(key.parts)):
        rows = _settle(table, key, columns, references)
        if rows:
            limits.append((rows, columns[key.columns[0]].place))
    return replace(generators, columns=tuple(columns), limits=tuple(limits), reference_keys=_strictest(references))


def _strictest(keys: Sequence[s.ReferenceKey]) -> tuple[s.ReferenceKey, ...]:
    """Without the keys that hold where another one does."""
    return tuple(
        key
        for number, key in enumerate(keys)
        if not any(
            (other.reach in (1, key.reach) and set(other.columns) < set(key.columns))
            or (other == key and number > place)
            for place, other in enumerate(keys)
        )
    )


def _settle(table: Table, key: Key, columns: list[ColumnSettings], references: list[s.ReferenceKey]) -> int:
    """Makes the key unique; how many rows it is good for, 0 for any number. references: is added to."""
    if any(_differs(table, key, place, columns[part.column]) for place, part in enumerate(key.parts)):
        return 0
    counted = _counted([columns[index].generator for index in key.columns])
    if counted is not None:
        return counted
    free = [place for place, part in enumerate(key.parts) if not columns[part.column].given]
    free = [place for place in free if not isinstance(columns[key.parts[place].column].generator, s.Refers)]
    rooms = {place: _room(table, key, place) for place in free}
    best = max(rooms, key=lambda place: (min(rooms[place], _WIDE), place), default=None)
    wide = best is not None and rooms[best] >= _WIDE
    if not wide and (reference := _by_references(table, key, columns, free)) is not None:
        references.append(reference)
        return 0
    if best is not None and (wide or len(free) == 1):
        index = key.parts[best].column
        columns[index] = _made_unique(table, key, best, columns[index])
        return 0
    numbers = [key.parts[place].column for place in free if _is_number(table, key.parts[place].column)]
    if len(numbers) > 1 and not _others(key, columns, free):
        _count_together(table, numbers, columns)
        return 0
    for place, part in enumerate(key.parts):
        given = columns[part.column]
        whole = not part.length or part.length >= _characters(table, part.column)
        if given.given and isinstance(given.generator, _ABLE) and not isinstance(given.generator, s.Sequence) and whole:
            columns[part.column] = replace(given, unique=True, null=_no_null(table, place, key, given))
            return 0
    if best is not None:
        index = key.parts[best].column
        columns[index] = _made_unique(table, key, best, columns[index])
        return 0
    raise _error(table, key, columns)


def _by_references(table: Table, key: Key, columns: list[ColumnSettings], free: Sequence[int]) -> s.ReferenceKey | None:
    """A key that is unique by the rows that it refers to, and by numbers that count beside them; None: it is not."""
    refers = tuple(
        part.column
        for part in key.parts
        if isinstance(columns[part.column].generator, s.Refers)
        and (not part.length or part.length >= _characters(table, part.column))
    )
    if not refers:
        return None
    repeat = 1
    for place in reversed(free):
        index = key.parts[place].column
        if not _is_number(table, index) or repeat > _MOST_REACH:
            continue
        low, count = _span(columns[index].generator, _number(table, index))
        # another key must not change it any more
        columns[index] = replace(
            columns[index], generator=s.Sequence(low, 1, repeat, count), null=Fraction(0), given=True
        )
        repeat *= count
    return s.ReferenceKey(refers, repeat)


def _span(generator: s.GeneratorSettings, kind: NumberType) -> tuple[int, int]:
    """(the least number, how many there are) of what the column would get anyway."""
    match generator:
        case s.Uniform(low, high) | s.Recent(low=low, high=high):
            pass
        case s.Zipf(low, count, _):
            high = low + count - 1
        case s.Normal(_, _, low, high):
            pass
        case _:
            low, high = (max(kind.low, 1), kind.high) if kind.high > 1 else (kind.low, kind.high)
    return low, min(high - low + 1, _MOST_REACH)


def _others(key: Key, columns: list[ColumnSettings], free: list[int]) -> bool:
    """Whether a column that was told what to do could make the key unique."""
    return any(
        isinstance(columns[part.column].generator, s.Uuid | s.Email | s.Pattern | s.Uniform)
        for place, part in enumerate(key.parts)
        if place not in free
    )


def _error(table: Table, key: Key, columns: list[ColumnSettings]) -> SpecError:
    index = key.columns[-1] if len(key.columns) == 1 else max(key.columns, key=lambda column: columns[column].given)
    names = ", ".join(table.columns[column].name for column in key.columns)
    kind = type(columns[index].generator).__name__.lower().replace("refers", "reference")
    reason = (
        f"the {'primary key' if key.primary else 'unique key ' + key.name} ({names}) of table {table.name} could get"
        f" the same values twice: generator {kind} repeats itself; sequence, uniform, uuid, email "
        "and pattern can give every row another value"
    )
    return SpecError(columns[index].place, reason)


def _differs(table: Table, key: Key, place: int, settings: ColumnSettings) -> bool:
    part = key.parts[place]
    if (
        part.length
        and part.length < _characters(table, part.column)
        and not isinstance(settings.generator, s.UniqueText)
    ):
        return False
    if isinstance(settings.generator, s.UniqueText) and part.length and settings.generator.prefix > part.length:
        return False
    if settings.unique:
        return True
    match settings.generator:
        case s.Sequence(_, step, repeat, cycle):
            return step != 0 and repeat == 1 and cycle == 0
        case s.Uuid() | s.UniqueText():
            return True
    return False


def _counted(generators: list[s.GeneratorSettings]) -> int | None:
    """How many rows sequences tell apart together: 0 for any number, None if they do not count together.

    They do if their `repeat` are 1, then the first one's cycle, then that times the second one's, and so on.
    """
    sequences = [sequence for sequence in generators if isinstance(sequence, s.Sequence) and sequence.step]
    reach = 1
    for sequence in sorted(sequences, key=lambda sequence: sequence.repeat):
        if sequence.repeat > reach:
            return None
        if sequence.repeat == reach:
            if not sequence.cycle:
                return 0
            reach *= sequence.cycle
    return reach if reach > 1 and len(sequences) == len(generators) else None


def _count_together(table: Table, numbers: list[int], columns: list[ColumnSettings]) -> None:
    """The last column counts fastest; the first one has no cycle."""
    repeat = 1
    for index in reversed(numbers):
        kind = _number(table, index)
        start = kind.low if kind.high - kind.low < _WIDE else max(kind.low, 1)
        cycle = 0 if index == numbers[0] else kind.high - start + 1
        sequence = s.Sequence(start, 1, repeat, cycle)
        columns[index] = replace(columns[index], generator=sequence, null=Fraction(0))
        repeat *= cycle or 1


def _no_null(table: Table, place: int, key: Key, settings: ColumnSettings) -> Fraction:
    return Fraction(0) if key.primary else settings.null


def _is_number(table: Table, index: int) -> bool:
    return number_type(table.columns[index].spec) is not None


def _number(table: Table, index: int) -> NumberType:
    type_ = number_type(table.columns[index].spec)
    assert type_ is not None
    return type_


def _characters(table: Table, index: int) -> int:
    texts = text_type(table.columns[index].spec)
    return 0 if texts is None else texts.most_bytes if texts.binary else texts.characters


def _room(table: Table, key: Key, place: int) -> int:
    """How many values the column could take in this key, about."""
    index = key.parts[place].column
    if _is_number(table, index):
        kind = _number(table, index)
        return _MOST_OF_FLOATS.get(table.columns[index].spec.type, kind.high - kind.low + 1)
    texts = text_type(table.columns[index].spec)
    if texts is None:
        return 0
    return int(10 ** min(key.parts[place].length or _characters(table, index), 12))


def _made_unique(table: Table, key: Key, place: int, settings: ColumnSettings) -> ColumnSettings:
    """A column of which nothing was said: as its type is unique best."""
    index = key.parts[place].column
    spec = table.columns[index].spec
    prefix = key.parts[place].length
    generator: s.GeneratorSettings
    digits = settings.digits
    if _is_number(table, index):
        kind = _number(table, index)
        if spec.type in _MOST_OF_FLOATS:
            generator, digits = s.Sequence(1), 0
        elif kind.microseconds or spec.type in (ColumnType.TIME2, ColumnType.TIME):
            current = settings.generator
            low, high = (
                (current.low, current.high) if isinstance(current, s.Uniform | s.Recent) else (0, min(kind.high, _WIDE))
            )
            generator = s.Uniform(max(low, kind.low), high)
        else:
            step = kind.per_one if kind.high // kind.per_one >= _WIDE else 1
            generator = s.Sequence(max(kind.low, step), step)
    else:
        generator = _unique_text(table, index, prefix, settings.generator)
    null = settings.null if settings.null_given else Fraction(0)
    return replace(settings, generator=generator, digits=digits, unique=True, null=null)


def _unique_text(table: Table, index: int, prefix: int, current: s.GeneratorSettings) -> s.GeneratorSettings:
    texts = text_type(table.columns[index].spec)
    assert texts is not None
    room = texts.most_bytes if texts.binary else texts.characters
    uuid = _UUID_BYTES if texts.binary else _UUID_CHARACTERS
    if prefix and prefix < room:
        return s.UniqueText(prefix)
    if isinstance(current, s.Email | s.Uuid):
        return current
    if texts.padded and room == uuid:
        return s.Uuid(4)
    return s.UniqueText()
