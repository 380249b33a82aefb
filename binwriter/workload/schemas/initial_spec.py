"""`binwriter generate --init-spec`: the specification that a schema gets without a word, written down with comments.

All of it is what would happen anyway, so each line may be changed, or deleted, by itself.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from binwriter.binlog.files.sources import STDIN
from binwriter.catalog.tables import Column, Table
from binwriter.formats.constants import ColumnType
from binwriter.workload.sources import Sources, open_sources
from binwriter.workload.specification.reader import read_workload
from binwriter.workload.values import settings as s
from binwriter.workload.values.number_types import NumberType, number_type
from binwriter.workload.values.settings import ColumnSettings

_HEAD = """\
# What is written is what would be made without it. docs/workloads.md has all keys, docs/workloads-values.md the
# generators of columns. Lines with a # in front are comments.

"""
_TOP = """
# seed = 0                          # another seed, other values and choices
# transactions = 10000              # or size = "1GiB"
# mix = { insert = 70, update = 20, delete = 10 }
# initial-rows = 0                  # loaded into each table before the mix
# guess-references = true           # references by names, where no FOREIGN KEY says so
"""


def initial_spec(document: Mapping[str, Any], sources: Sequence[str] = ()) -> str:
    """The text of a specification. document: with the schema. sources: the names of its files, or its URL.

    SpecError as for the workload itself.
    """
    opened = open_sources(read_workload(document))
    return "".join(f"{line}\n" for line in _lines(opened, sources))


def _lines(opened: Sources, sources: Sequence[str]) -> Iterator[str]:
    yield _HEAD.rstrip("\n")
    yield ""
    shown = ["schema.sql" if item == STDIN else str(item) for item in sources]
    if STDIN in sources:
        yield "# what came by a pipe, kept in a file"
    yield f"schema = {json.dumps(shown[0] if len(shown) == 1 else shown)}" if shown else '# schema = "schema.sql"'
    yield _TOP.rstrip("\n")
    for note in opened.workload.notes:
        yield f"\n# {note}"
    for item, source in zip(opened.workload.tables, opened.values, strict=True):
        table = item.table.table
        yield f"\n[tables.{json.dumps(f'{table.schema}.{table.name}')}]"
        yield f"# weight = {item.weight:g}                        # its statements among all"
        yield f"\n[tables.{json.dumps(f'{table.schema}.{table.name}')}.columns]"
        for column, settings in zip(table.columns, source.generators.columns, strict=True):
            yield _column_line(table, column, settings)


def _column_line(table: Table, column: Column, settings: ColumnSettings) -> str:
    kind = column.spec.type.name + ("" if column.spec.nullable else " NOT NULL")
    if column.generated:
        return f"# {column.name} is computed: {column.generated}"
    shown = _shown(table, column, settings)
    if not shown:
        made = "unique text" if isinstance(settings.generator, s.UniqueText) else "what its type has"
        return f"# {json.dumps(column.name)} is {made}, {kind}"
    if settings.null and column.spec.nullable:
        shown += f", null = {float(settings.null):g}"
    if settings.update is not None:
        shown += f", update = {str(settings.update).lower()}"
    return f"# {json.dumps(column.name)} = {{ {shown} }}  # {kind}"


def _shown(table: Table, column: Column, settings: ColumnSettings) -> str:
    """The settings' key and value as TOML; '' for what has no words."""
    generator = settings.generator
    if isinstance(generator, s.Refers):
        name = generator.table if "." in generator.table else f"{table.schema}.{generator.table}"
        more = "" if generator.column is None else f", column = {json.dumps(generator.column)}"
        return f"reference = {{ table = {json.dumps(name)}{more} }}"
    kind = number_type(column.spec, settings.digits)
    if kind is not None:
        return _SHOW_NUMBERS[type(generator)](generator, kind) if type(generator) in _SHOW_NUMBERS else ""
    return _SHOW_OTHERS[type(generator)](generator) if type(generator) in _SHOW_OTHERS else ""


def _value(kind: NumberType, number: int) -> str:
    """A number as TOML has it: texts but for plain numbers."""
    text = kind.show(number)
    plain = kind.spec.type not in (ColumnType.ENUM, ColumnType.SET) and not kind.microseconds
    try:
        float(text)
    except ValueError:
        plain = False
    return text if plain else json.dumps(text)


def _uniform(generator: s.Uniform, kind: NumberType) -> str:
    if kind.spec.type is ColumnType.SET:
        return ""
    if kind.spec.type is ColumnType.ENUM:
        return f"choice = {json.dumps([*kind.spec.members[generator.low - 1 : generator.high]])}"
    return f"uniform = [{_value(kind, generator.low)}, {_value(kind, generator.high)}]"


def _sequence(generator: s.Sequence, kind: NumberType) -> str:
    if kind.step != 1 or kind.per_one != 1 or kind.microseconds:
        return ""
    more = "".join(
        f", {name} = {value}"
        for name, value, usual in (
            ("step", generator.step, 1),
            ("repeat", generator.repeat, 1),
            ("cycle", generator.cycle, 0),
        )
        if value != usual
    )
    return f"sequence = {{ start = {_value(kind, generator.start)}{more} }}"


def _normal(generator: s.Normal, kind: NumberType) -> str:
    mean, deviation = (float(part / kind.per_one) for part in (generator.mean, generator.deviation))
    ends = f"min = {_value(kind, generator.low)}, max = {_value(kind, generator.high)}"
    return f"normal = {{ mean = {mean:g}, deviation = {deviation:g}, {ends} }}"


def _zipf(generator: s.Zipf, kind: NumberType) -> str:
    if kind.per_one != 1:
        return ""
    first, exponent = _value(kind, generator.first), float(generator.exponent)
    return f"zipf = {{ items = {generator.count}, exponent = {exponent:g}, min = {first} }}"


def _walk(generator: s.Walk, kind: NumberType) -> str:
    parts = (f"{name} = {getattr(generator, name) / 1_000_000:g}" for name in ("step", "jitter", "update"))
    return f"walk = {{ {', '.join(parts)} }}"


def _choice(generator: s.Choice, kind: NumberType) -> str:
    return f"choice = [{', '.join(_value(kind, int(value)) for value in generator.values)}]"


_SHOW_NUMBERS: Mapping[type, Callable[[Any, NumberType], str]] = {
    s.Uniform: _uniform,
    s.Sequence: _sequence,
    s.Normal: _normal,
    s.Zipf: _zipf,
    s.Walk: _walk,
    s.Choice: _choice,
}


def _length(generator: s.Letters) -> str:
    if isinstance(generator.length, s.Uniform):
        return f"length = [{generator.length.low}, {generator.length.high}]"
    return ""


_SHOW_OTHERS: Mapping[type, Callable[[Any], str]] = {
    s.Letters: _length,
    s.Words: lambda one: f"words = [{one.least}, {one.most}]",
    s.Names: lambda one: f"list = {json.dumps(one.kind)}",
    s.Email: lambda one: "email = true",
    s.Uuid: lambda one: f'uuid = "v{one.version}"',
    s.Pattern: lambda one: f"pattern = {json.dumps(one.text)}",
    s.Choice: lambda one: f"choice = {json.dumps([value.decode('utf-8', 'replace') for value in one.values])}",
    s.Vector: lambda one: f"vector = {one.dimensions}",
    s.Points: lambda one: "point = true",
}
