"""ROUTINES, PARAMETERS, TRIGGERS and EVENTS of information_schema.

Source: MySQL manual, "INFORMATION_SCHEMA Tables"; values as a 9.7.4 gave them (tests/golden/answers).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from binwriter.catalog.tables import Column
from binwriter.formats.collations import COLLATIONS, collation_by_id
from binwriter.formats.constants import ColumnType
from binwriter.mysql.raw_bytes import in_dictionary
from binwriter.mysql.sql_mode import MODES
from binwriter.sql.binding.programs import Program
from binwriter.sql.ddl.show_create import shown_type
from binwriter.sql.expressions.moments.timezone import from_microseconds
from binwriter.sql.programs.event_times import last_run
from binwriter.sql.syntax.programs import ProgramKind
from binwriter.sql.system.columns import data_type, measures
from binwriter.sql.system.schemata import CATALOG
from binwriter.sql.system.sight import Row, Sight, rows_of
from binwriter.sql.system.visibility import sees_body, sees_program
from binwriter.sql.text.lexer import STRING, lexemes
from binwriter.sql.text.words import tokenize

_ROUTINES = (ProgramKind.FUNCTION, ProgramKind.PROCEDURE)
_HUNDREDTH = 10_000  # microseconds
_NO_TYPE = (None,) * 7
_INTRODUCERS = frozenset(f"_{collation.charset}" for collation in COLLATIONS.values()) | {"_utf8"}


def programs(sight: Sight, *kinds: ProgramKind) -> Iterator[Program]:
    """Those of these kinds, by database and name."""
    listed = [
        program for program in sight.database.programs if program.kind in kinds and sees_program(sight.context, program)
    ]
    return iter(sorted(listed, key=lambda program: (program.schema, program.name.lower(), program.kind.value)))


def creation_of(program: Program) -> tuple[str, str, str]:
    """Character set of the client, collation of the connection, collation of the database."""
    creation = program.creation
    return creation.client, creation.connection, collation_by_id(program.collation).name


def made_by(program: Program) -> str:
    """DEFINER."""
    return "@".join(program.origin.made_by)


def modes(sql_mode: str) -> frozenset[str]:
    """sql_mode as the members of a SET, which has none for modes that 8.0 took away."""
    return MODES.intersection(sql_mode.split(","))


_SCALE = 3  # where `measures` has NUMERIC_SCALE


def _type(column: Column | None) -> tuple[Any, ...]:
    """DATA_TYPE, lengths and the rest, DTD_IDENTIFIER."""
    if column is None:
        return ("", *_NO_TYPE, None)
    text = in_dictionary(shown_type(column))
    measured = list(measures(column.spec))
    if column.spec.type is ColumnType.BIT:
        measured[_SCALE] = 0  # here, but not in COLUMNS
    return (data_type(column.spec, text), *measured, text)


def _as_read(body: str) -> str:
    """A body with its strings as they were read: without introducers, and with nothing escaped."""
    shown: list[str] = []
    for piece in lexemes(body):
        if piece.lastgroup == STRING:
            before = next((place for place in (-1, -2) if len(shown) >= -place and shown[place].strip()), 0)
            if before and shown[before].lower() in _INTRODUCERS:
                del shown[before]
            quote = piece[0][0]
            shown.append(f"{quote}{tokenize(piece[0]).tokens[0].text}{quote}")
        else:
            shown.append(piece[0])
    return "".join(shown)


@rows_of("information_schema.ROUTINES")
def routines(sight: Sight) -> Iterator[Row]:
    """Procedures and functions."""
    for program in programs(sight, *_ROUTINES):
        chosen, origin = program.characteristics, program.origin
        body = _as_read(origin.body) if sees_body(sight.context, program) else None
        yield (
            *(program.name, CATALOG, program.schema, program.name, program.kind.value, *_type(program.returns)),
            *("SQL", body, None, "SQL", "SQL", "YES" if chosen.deterministic else "NO"),
            *(chosen.data_access or "CONTAINS SQL", None, chosen.security or "DEFINER"),
            *(sight.timestamp(origin.created), sight.timestamp(origin.modified), modes(program.creation.sql_mode)),
            *(chosen.comment or "", made_by(program), *creation_of(program)),
        )


@rows_of("information_schema.PARAMETERS")
def parameters(sight: Sight) -> Iterator[Row]:
    """Parameters; number 0 is what a function returns."""
    for program in programs(sight, *_ROUTINES):
        place, kind = (CATALOG, program.schema, program.name), program.kind.value
        if program.returns is not None:
            yield (*place, 0, None, None, *_type(program.returns), kind)
        for number, parameter in enumerate(program.parameters, 1):
            yield (*place, number, parameter.mode, parameter.name, *_type(parameter.column), kind)


@rows_of("information_schema.TRIGGERS")
def triggers(sight: Sight) -> Iterator[Row]:
    """ACTION_ORDER counts those of one event and time."""
    for table in sight.tables():
        orders: dict[tuple[str, str], int] = {}
        for program in sight.database.programs.triggers(table.schema, table.name):
            kind = (program.event, program.timing)
            orders[kind] = orders.get(kind, 0) + 1
            if not sees_program(sight.context, program):
                continue
            created = program.origin.created // _HUNDREDTH * _HUNDREDTH
            yield (
                *(CATALOG, program.schema, program.name, program.event, CATALOG, program.schema, program.table),
                *(orders[kind], None, _as_read(program.origin.body), "ROW", program.timing, None, None, "OLD", "NEW"),
                *(from_microseconds(created), modes(program.creation.sql_mode), made_by(program)),
                *creation_of(program),
            )


@rows_of("information_schema.EVENTS")
def events(sight: Sight) -> Iterator[Row]:
    """Events with their schedules, in their own time zone."""
    for program in programs(sight, ProgramKind.EVENT):
        schedule, origin = program.origin.schedule, program.origin
        if schedule is None:
            continue
        yield (
            *(
                CATALOG,
                program.schema,
                program.name,
                made_by(program),
                schedule.time_zone,
                "SQL",
                _as_read(origin.body),
            ),
            *("ONE TIME" if schedule.at is not None else "RECURRING", schedule.at, schedule.every, schedule.unit),
            *(modes(program.creation.sql_mode), schedule.starts, schedule.ends, schedule.status),
            "PRESERVE" if schedule.preserve else "NOT PRESERVE",
            *(sight.timestamp(origin.created), sight.timestamp(origin.modified), last_run(schedule), schedule.comment),
            *(int(sight.context.variables.get("server_id")), *creation_of(program)),
        )


@rows_of("information_schema.LIBRARIES")
def libraries(sight: Sight) -> Iterator[Row]:
    """CREATE LIBRARY."""
    for schema in sight.schemas():
        for _, library in sorted(schema.libraries.items()):
            yield (
                *(CATALOG, schema.name, library.name, library.body, library.language),
                *(sight.timestamp(library.created), sight.timestamp(library.modified), modes(library.sql_mode)),
                *(library.comment, "@".join(library.creator)),
            )
