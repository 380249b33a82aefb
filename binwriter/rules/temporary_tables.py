"""The DROP events that a server makes for temporary tables, by era: of a DROP list, and at the end of a session.

Source: old-servers.md section 3 ("Temporary tables"), samples o_drop_lists_* and o_temp_matrix_*. Only the texts are
here; whether an era logs temporary tables at all in a format is for who creates them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import groupby

from binwriter.rules.drop_table import GENERATED, quoted


@dataclass(frozen=True, slots=True)
class TemporaryTable:
    """A temporary table. transactional: of its engine."""

    schema: str
    name: str
    transactional: bool


class SessionEndDrops(Enum):
    """How the tables that a session leaves are spread over events, newest first."""

    ALL_IN_ONE = "one event, names with their database"  # 5.1.27
    BY_DATABASE = "one event a run of tables of the same database"  # 5.1.39 to 5.5
    BY_DATABASE_AND_ENGINE = "each run in two: T-tables, then N-tables"  # 5.6 and later


def drop_temporary_texts(
    tables: Sequence[TemporaryTable], *, current: str, if_exists: bool, row_form: bool, row_form_names_schema: bool
) -> tuple[str, ...]:
    """The temporary tables of a DROP list, from 5.5 on: N-tables in one event, then T-tables in one.

    row_form: statements are in row form, where IF EXISTS is added since the replica may not have the tables.
    row_form_names_schema: there the database stands before each name (5.6). current: the session's database.
    """
    clause = "IF EXISTS " if if_exists or row_form else ""
    texts = []
    for transactional in (False, True):
        names = [
            _name(table, with_schema=table.schema != current or (row_form and row_form_names_schema))
            for table in tables
            if table.transactional is transactional
        ]
        if names:
            texts.append(f"DROP TEMPORARY TABLE {clause}{','.join(names)} {GENERATED}")
    return tuple(texts)


def session_end_texts(style: SessionEndDrops, tables: Sequence[TemporaryTable]) -> tuple[tuple[str, str], ...]:
    """(default database, text) of the events at the end of a session. tables: in the order of their creation.

    The database is "" where the session's own stays.
    """
    newest_first = list(reversed(tables))
    if style is SessionEndDrops.ALL_IN_ONE:
        return (("", _session_end(newest_first, with_schema=True)),) if newest_first else ()
    events: list[tuple[str, str]] = []
    for schema, run in groupby(newest_first, key=lambda table: table.schema):
        members = list(run)
        parts = [members]
        if style is SessionEndDrops.BY_DATABASE_AND_ENGINE:
            parts = [[table for table in members if table.transactional is kind] for kind in (True, False)]
        events += [(schema, _session_end(part, with_schema=False)) for part in parts if part]
    return tuple(events)


def _session_end(tables: Iterable[TemporaryTable], *, with_schema: bool) -> str:
    names = ",".join(_name(table, with_schema=with_schema) for table in tables)
    return f"DROP /*!40005 TEMPORARY */ TABLE IF EXISTS {names}"


def _name(table: TemporaryTable, *, with_schema: bool) -> str:
    return f"{quoted(table.schema)}.{quoted(table.name)}" if with_schema else quoted(table.name)
