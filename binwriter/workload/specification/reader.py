"""A document (TOML and options, merged) -> Workload, every value checked.

A document is JSON: the plan of a job carries it, and workers read it again.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, date, datetime
from fractions import Fraction
from typing import Any

from binwriter.bulk.work import MAX_TIME, BulkTable
from binwriter.chance import DEFAULT_START
from binwriter.errors import SpecError
from binwriter.formats.records import replace
from binwriter.workload.kept_schemas import kept_schema
from binwriter.workload.server_choice import read_server
from binwriter.workload.specification.fields import Fields, read_enum, read_table, read_text, read_texts
from binwriter.workload.specification.spec import (
    Arrival,
    Choice,
    Dependencies,
    Mix,
    Picking,
    Process,
    TableWorkload,
    Workload,
)
from binwriter.workload.specification.units import Span, read_count, read_number, read_size, read_span
from binwriter.workload.values.kinds.reading import read_yes_no
from binwriter.workload.values.locales import in_locale, read_locale

Document = Mapping[str, Any]

_FIRST_TABLE_ID = 100
_SECOND = 1_000_000
_MOST_ROWS = 100_000
_DEFAULT_MIX = Mix(70, 20, 10)
_DEFAULT_RATE = Fraction(1000)
_DEFAULT_TRANSACTIONS = 10_000


def read_workload(document: Document) -> Workload:
    """The workload that a document asks for. SpecError or OptionError names the key, the value and the limit."""
    top = Fields(document, "")
    seed = top.take("seed", lambda value, place: read_count(value, place, most=(1 << 64) - 1), 0)
    transactions = top.take("transactions", _at_least_one, 0) or None
    size = top.take("size", lambda value, place: read_size(value, place, least=4096), 0) or None
    if transactions and size:
        raise SpecError("size", "transactions is given too; give one of them")
    if not transactions and not size:
        transactions = _DEFAULT_TRANSACTIONS
    statements, rows = _sizes_of_transactions(top)
    mix = top.take("mix", read_mix, _DEFAULT_MIX)
    picking = top.take("pick", read_picking, Picking())
    arrival = _read_arrival(Fields(top.table("arrival"), "arrival"))
    server = read_server(top.table("server"), "server")
    dependencies = top.take(
        "dependencies", read_enum(Dependencies, [item.value for item in Dependencies]), Dependencies.SERIAL
    )
    load_rows = top.take("load-rows", lambda value, place: read_count(value, place, least=1, most=_MOST_ROWS), 1000)
    files = top.take("files", lambda value, place: read_count(value, place, least=1, most=1_000_000), 1)
    text = top.take("schema-sql", _text_or_texts, "")
    place = top.take("schema-name", _text_or_texts, "schema-sql")
    guess = top.take("guess-references", read_yes_no, True)
    database = top.take("database", read_text, "test")
    if not text:
        raise SpecError("schema", "the tables are wanted: a file of CREATE TABLE statements, or schema-sql")
    schema = kept_schema(text, place, database=database, options=server.options, profile=server.settings.profile)
    bulk_tables = [BulkTable(table, _FIRST_TABLE_ID + number) for number, table in enumerate(schema.tables)]
    initial_rows = top.take("initial-rows", _initial_rows, 0)
    defaults = TableWorkload(bulk_tables[0], 1, mix, rows, picking, initial_rows)
    tables = _read_tables(top.table("tables"), bulk_tables, defaults)
    locale = top.take("locale", read_locale, "")
    if locale:
        tables = tuple(replace(item, columns=in_locale(item.columns, item.table.table, locale)) for item in tables)
    top.finish()
    return Workload(
        seed=seed,
        transactions=transactions,
        size=size,
        statements=statements,
        tables=tables,
        ddl=schema.events,
        arrival=arrival,
        dependencies=dependencies,
        dependency_history=server.dependency_history,
        load_rows=load_rows,
        files=files,
        settings=server.settings,
        basename=server.basename,
        max_file_size=server.max_file_size,
        ddl_variables=schema.variables,
        notes=schema.notes,
        guess_references=guess,
    )


def _text_or_texts(value: object, place: str) -> Any:
    return read_texts(value, place) if isinstance(value, list | tuple) else read_text(value, place)


def _at_least_one(value: object, place: str) -> int:
    return read_count(value, place, least=1)


def _initial_rows(value: object, place: str) -> int:
    return read_count(value, place, most=10**12)


def _sizes_of_transactions(top: Fields) -> tuple[Span, Span]:
    """(statements a transaction, rows a statement); rows-per-transaction is short for one statement of so many."""
    span = top.take("rows-per-transaction", _rows, None)
    statements = top.take("statements-per-transaction", lambda v, p: read_span(v, p, most=10_000), None)
    rows = top.take("rows-per-statement", _rows, None)
    if span is not None:
        if statements is not None or rows is not None:
            raise SpecError(
                "rows-per-transaction", "it means one statement of so many rows; give the two others, or it alone"
            )
        return Span(1, 1), span
    return statements or Span(1, 1), rows or Span(1, 1)


def _rows(value: object, place: str) -> Span | None:
    return read_span(value, place, most=_MOST_ROWS)


def read_mix(value: object, place: str) -> Mix:
    """{insert = 70, update = 20, delete = 10}, or 'insert=70,update=20,delete=10'. What is not named has weight 0."""
    fields = Fields(_pairs(value, place) if isinstance(value, str) else value, place)
    weights = [fields.take(name, _weight, 0.0) for name in ("insert", "update", "delete")]
    fields.finish()
    if not sum(weights):
        raise SpecError(place, "all its weights are 0")
    return Mix(*weights)


def _pairs(text: str, place: str) -> dict[str, str]:
    pairs = {}
    for part in text.split(","):
        name, equals, number = part.partition("=")
        if not equals:
            raise SpecError(place, f"{part.strip()!r} is not NAME=WEIGHT")
        pairs[name.strip()] = number.strip()
    return pairs


def _weight(value: object, place: str) -> float:
    return read_number(value, place, most=1e9)


def read_picking(value: object, place: str) -> Picking:
    """'uniform', 'zipf', 'latest', or {choice = 'zipf', theta = 0.8}."""
    fields = Fields({"choice": value} if isinstance(value, str) else value, place)
    choice = fields.take("choice", read_enum(Choice, [kind.value for kind in Choice]), Choice.UNIFORM)
    theta = fields.take("theta", lambda number, at: read_number(number, at, most=1.99), 0.99)
    fields.finish()
    return Picking(choice, theta)


def _read_arrival(fields: Fields) -> Arrival:
    start = fields.take("start", read_time, DEFAULT_START)
    rate = fields.take("rate", _rate, _DEFAULT_RATE)
    process = fields.take("process", read_enum(Process, [kind.value for kind in Process]), Process.CONSTANT)
    pause = Fields(fields.table("pause"), fields.at("pause"))
    every = pause.take("every", _at_least_one, 0)
    length = pause.take("seconds", lambda value, place: read_number(value, place, most=1e9), 0.0)
    pause.finish()
    fields.finish()
    return Arrival(start, rate, process, every, round(length * _SECOND) if every else 0)


def _rate(value: object, place: str) -> Fraction:
    read_number(value, place, least=1e-6, most=1e9)
    return Fraction(str(value)).limit_denominator(1_000_000)


def read_time(value: object, place: str) -> int:
    """Microseconds since 1970 UTC, of a date and time in ISO 8601 (UTC if it names no zone) or a number of seconds."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        microseconds = round(value * _SECOND)
    else:
        text = value.isoformat() if isinstance(value, date) else value
        try:
            moment = datetime.fromisoformat(str(text))
        except ValueError:
            raise SpecError(place, f"{value!r} is not a time such as 2025-01-01T00:00:00Z") from None
        moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
        microseconds = round((moment - datetime(1970, 1, 1, tzinfo=UTC)).total_seconds() * _SECOND)
    if not 0 <= microseconds < MAX_TIME:
        raise SpecError(place, f"{value} is outside of 1970 to 2106, which event headers can hold")
    return microseconds


# --- tables


def _read_tables(
    given: Mapping[str, Any], tables: list[BulkTable], defaults: TableWorkload
) -> tuple[TableWorkload, ...]:
    names = {f"{item.table.schema}.{item.table.name}": item for item in tables}
    short: dict[str, list[str]] = {}
    for full in names:
        short.setdefault(full.partition(".")[2], []).append(full)
    workloads: dict[str, TableWorkload] = {}
    for name, settings in given.items():
        place = f"tables.{name}"
        candidates = [name] if name in names else short.get(name, [])
        if not candidates:
            raise SpecError(place, f"the schema has no such table; it has {', '.join(names)}")
        if len(candidates) > 1:
            raise SpecError(place, f"several tables have this name: {', '.join(candidates)}")
        if candidates[0] in workloads:
            raise SpecError(place, "this table stands here twice")
        workloads[candidates[0]] = _read_table(settings, place, replace(defaults, table=names[candidates[0]]))
    result = tuple(workloads.get(name) or replace(defaults, table=table) for name, table in names.items())
    if not sum(item.weight for item in result):
        raise SpecError("tables", "all tables have weight 0")
    return result


def _settings_of_columns(value: object, place: str) -> Mapping[str, Mapping[str, Any]]:
    return {name: read_table(settings, f"{place}.{name}") for name, settings in read_table(value, place).items()}


def _read_table(given: object, place: str, defaults: TableWorkload) -> TableWorkload:
    fields = Fields(given, place)
    table = replace(
        defaults,
        weight=fields.take("weight", _weight, 1.0),
        mix=fields.take("mix", read_mix, defaults.mix),
        rows=fields.take("rows-per-statement", lambda v, p: read_span(v, p, most=_MOST_ROWS), defaults.rows),
        picking=fields.take("pick", read_picking, defaults.picking),
        initial_rows=fields.take("initial-rows", _initial_rows, defaults.initial_rows),
        update_columns=fields.take("update-columns", read_texts, None) or None,
        columns=fields.take("columns", _settings_of_columns, {}),
        named=True,
    )
    fields.finish()
    definition = table.table.table
    for column in (*(table.update_columns or ()), *table.columns):
        if column.lower() not in definition.index_of:
            names = ", ".join(definition_column.name for definition_column in definition.columns)
            raise SpecError(place, f"table {definition.name} has no column {column!r}; it has {names}")
    return table
