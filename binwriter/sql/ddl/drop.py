"""DROP TABLE and DROP TEMPORARY TABLE: base tables, temporary ones, missing ones, and the events for each.

Source: findings part 6, logging-rules part 2 ("DDL", "Temporary tables"), old-servers.md section 3.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from sqlglot import exp

from binwriter.catalog.tables import Table
from binwriter.errors import MySQLError
from binwriter.formats.records import dataclass, replace
from binwriter.mysql.identifiers import quoted
from binwriter.mysql.messages.table import Level, mysql_error, mysql_warning
from binwriter.mysql.raw_bytes import kept_bytes
from binwriter.sql.binding.database import schema_of
from binwriter.sql.binding.foreign_key_tables import children_of
from binwriter.sql.command_table import defines
from binwriter.statement.drop_table import DroppedTable, DropTableLogging, drop_table_events
from binwriter.statement.temporary_tables import TemporaryTable, drop_temporary_texts
from binwriter.statement.values import DdlEvent

if TYPE_CHECKING:
    from binwriter.sql.ddl.statement import DdlRun


@dataclass
class _List:
    """The tables of a DROP: each name with the temporary or base table that it means, None for a missing one."""

    names: list[tuple[str, str]]
    temporary: dict[tuple[str, str], Table]
    base: dict[tuple[str, str], Table]

    @property
    def missing(self) -> list[tuple[str, str]]:
        return [name for name in self.names if name not in self.temporary and name not in self.base]


@defines("drop_table")
def drop_table(run: DdlRun) -> tuple[DdlEvent, ...]:
    """Drops the tables. Raises MySQLError where nothing is dropped; `run.error` where some are."""
    tree = run.parsed.node
    assert isinstance(tree, exp.Drop)
    only_temporary, if_exists = bool(tree.args.get("temporary")), bool(tree.args.get("exists"))
    listed = _read(run, tree, only_temporary)
    error = _missing(run, listed) if listed.missing and not if_exists else None
    kept: set[tuple[str, str]] = set()
    if run.context.variables.behaviour.tells_of_dropped_parents:
        kept = _kept_parents(run, listed, if_exists=if_exists)
        error = mysql_error("ER_ROW_IS_REFERENCED") if kept else error
    else:
        refuse_parents(run, listed.base)
        _note_missing(run, listed.missing if if_exists else [])
    one_event = run.context.server.policy.drop_table is DropTableLogging.ONE_EVENT
    any_base = len(kept) < len(listed.base) or (if_exists and one_event and bool(listed.missing))
    if kept and not (any_base or listed.temporary) and error is not None:
        raise error
    unlogged = _unlogged(run, listed)
    logs_base = not only_temporary and (any_base or not (kept and one_event))
    events = list(_base_events(run, listed, if_exists=if_exists)) if logs_base else []
    dropped = _temporary_events(run, listed, unlogged, if_exists=if_exists)
    if _has_one_gtid(run) and len(events) + len(dropped) > 1:
        raise mysql_error("ER_GTID_UNSAFE_BINLOG_SPLITTABLE_STATEMENT_AND_ASSIGNED_GTID")
    for table in (table for name, table in listed.base.items() if name not in kept):
        run.forget(table)
    for schema, name in listed.temporary:
        run.database.temporary.drop(schema, name)
    run.error = error
    if one_event:
        # an error is that of the base tables (captured: 5.5 to 5.7)
        return (*dropped, *(replace(event, error_code=error.code if error else 0) for event in events))
    if run.context.server.policy.drop_table is DropTableLogging.BY_ENGINE_CLASS:
        events += dropped
    else:
        events = _as_given(run, listed, events)
    return tuple(replace(event, error_code=error.code if error else 0) for event in events)


def _read(run: DdlRun, tree: exp.Expression, only_temporary: bool) -> _List:
    listed = _List([], {}, {})
    for node in tree.args["tables"]:
        schema = schema_of(node, run.context.database)
        if not schema:
            raise mysql_error("ER_NO_DB_ERROR")
        name = (schema, node.name)
        listed.names.append(name)
        temporary = run.database.temporary.find(*name)
        base = run.database.catalog.find(*name)
        if temporary is not None:
            listed.temporary[name] = temporary.definition
        elif base is not None and not only_temporary:
            listed.base[name] = base
    return listed


def _missing(run: DdlRun, listed: _List) -> MySQLError:
    """The error for tables that are not there; returned where the others are still dropped."""
    error = mysql_error("ER_BAD_TABLE_ERROR", ",".join(f"{schema}.{name}" for schema, name in listed.missing))
    if len(listed.missing) == len(listed.names) or not run.context.server.policy.drops_what_exists:
        raise error
    return error


def _note_missing(run: DdlRun, missing: Iterable[tuple[str, str]]) -> None:
    for schema, name in missing:
        run.note("ER_BAD_TABLE_ERROR", f"{schema}.{name}")


def _kept_parents(run: DdlRun, listed: _List, *, if_exists: bool) -> set[tuple[str, str]]:
    """Up to 5.7 each table is dropped by itself, in the list's order: those that a table refers to which is there by
    then stay, the others go (captured: dropped_parents_mixed)."""
    kept: set[tuple[str, str]] = set()
    gone: set[tuple[str, str]] = set()
    for name in listed.names:
        if (table := listed.base.get(name)) is None:
            _note_missing(run, [name] if if_exists and name not in listed.temporary else [])
        elif run.context.variables.settings.foreign_key_checks and any(
            (child.schema, child.name) not in {*gone, name} for child, _ in children_of(table, run.database.catalog)
        ):
            kept.add(name)
            _tell_of_parent(run)
        else:
            gone.add(name)
    return kept


def _tell_of_parent(run: DdlRun) -> None:
    behaviour = run.context.variables.behaviour
    level: Level = "Warning" if behaviour.warns_of_view_checks else "Error"
    symbol = "HA_ERR_ROW_IS_REFERENCED" if behaviour.engine_tells_parents else "ER_ROW_IS_REFERENCED_2"
    run.context.diagnostics.append(mysql_warning(symbol, run.context.refused_before, level=level))


def refuse_parents(run: DdlRun, dropped: Mapping[tuple[str, str], Table]) -> None:
    """A table that a foreign key of a table that is not dropped with it refers to stays."""
    if not run.context.variables.settings.foreign_key_checks:
        return
    for table in dropped.values():
        for child, key in children_of(table, run.database.catalog):
            if (child.schema, child.name) not in dropped:
                behaviour = run.context.variables.behaviour
                if behaviour.tells_of_dropped_parents:
                    _tell_of_parent(run)
                if not behaviour.names_child:
                    raise mysql_error("ER_ROW_IS_REFERENCED")
                raise mysql_error("ER_FK_CANNOT_DROP_PARENT", table.name, key.name, child.name)


def _base_events(run: DdlRun, listed: _List, *, if_exists: bool) -> list[DdlEvent]:
    tables = [
        DroppedTable(*name, atomic=_is_atomic(listed.base.get(name)), exists=name in listed.base)
        for name in listed.names
        if name not in listed.temporary
    ]
    form = run.context.server.policy.drop_table
    misses_all = not listed.base and not if_exists and form is DropTableLogging.ONE_EVENT
    if not tables or misses_all:
        return []  # names of no table alone are not logged beside temporary tables (captured: drops_of_lists_row)
    events = drop_table_events(
        form,
        tables,
        if_exists=if_exists,
        current=run.default_schema,
        text=run.parsed.text,
        in_one_group=_has_one_gtid(run),
    )
    schemas = _named_databases(run, listed)
    drops = []
    for event in events:
        schemas |= dict.fromkeys(event.schemas)  # the list of databases grows from event to event
        drops.append(
            DdlEvent(
                kept_bytes(event.text),
                run.default_schema,
                databases=tuple(schemas),
                atomic=event.atomic,
                thread_specific=event.thread_specific or bool(listed.temporary),
            )
        )
    return drops


def _named_databases(run: DdlRun, listed: _List) -> dict[str, None]:
    """Those that each event tells of: of all names up to 5.7 (captured: databases_of_dropped_*); later none yet."""
    of_all = run.context.server.policy.drop_table is DropTableLogging.ONE_EVENT
    return dict.fromkeys(schema for schema, _ in (listed.names if of_all else ()))


def _has_one_gtid(run: DdlRun) -> bool:
    """Whether gtid_next names the only GTID that there is for the statement."""
    named = str(run.context.variables.get("gtid_next"))
    return ":" in named and not named.startswith("AUTO")


def _is_atomic(table: Table | None) -> bool:
    return table is not None and table.engine.atomic_ddl


def _unlogged(run: DdlRun, listed: _List) -> set[tuple[str, str]]:
    """Temporary tables that the log knows nothing of (since 8.0)."""
    if run.context.server.policy.temporary.logged_in_mixed:
        return set()
    tables = ((name, run.database.temporary.find(*name)) for name in listed.temporary)
    return {name for name, data in tables if data is not None and data.unlogged}


def _temporary_events(run: DdlRun, listed: _List, unlogged: set[tuple[str, str]], *, if_exists: bool) -> list[DdlEvent]:
    policy = run.context.server.policy.temporary
    if not policy.logs_drop(run.in_force, run.binlog_format):
        return []
    row_form = not policy.logs(run.in_force)
    only_temporary = bool(run.parsed.node.args.get("temporary")) if isinstance(run.parsed.node, exp.Drop) else False
    names_missing = (
        only_temporary and if_exists and policy.drops_missing and (not row_form or policy.drops_missing_in_row)
    )
    tables = []
    for name in listed.names:
        if name in unlogged:
            continue
        if (table := listed.temporary.get(name)) is not None:
            tables.append(TemporaryTable(*name, table.engine.transactional))
        elif names_missing:
            tables.append(TemporaryTable(*name, transactional=True, exists=False))
    if policy.names_missing_last:
        tables = _missing_last(tables)
    run.database.temporary.dropped |= policy.names_missing_last and any(not table.exists for table in tables)
    events = []
    schemas = _named_databases(run, listed) | dict.fromkeys(table.schema for table in listed.base.values())
    for text, chosen in drop_temporary_texts(
        tables,
        current=run.default_schema,
        if_exists=if_exists,
        row_form=row_form,
        if_exists_names_schema=policy.if_exists_names_schema,
        splits=policy.splits_lists,
    ):
        schemas |= dict.fromkeys(table.schema for table in chosen)  # the list of databases grows from event to event
        events.append(
            DdlEvent(
                kept_bytes(text),
                run.default_schema,
                databases=tuple(schemas),
                thread_specific=policy.ahead_in_row or any(table.exists for table in chosen),
                suppress_use=policy.if_exists_names_schema and (row_form or if_exists),
                temporary=any(table.transactional for table in chosen),
            )
        )
    return events


def _missing_last(tables: list[TemporaryTable]) -> list[TemporaryTable]:
    """Names of no table stand behind the T-tables; behind the N-tables where there are these alone (5.6, 5.7)."""
    there, missing = ([table for table in tables if table.exists is kind] for kind in (True, False))
    transactional = not there or any(table.transactional for table in there)
    return [*there, *(replace(table, transactional=transactional) for table in missing)]


def _as_given(run: DdlRun, listed: _List, base: list[DdlEvent]) -> list[DdlEvent]:
    """5.1: the client's text for the whole list; where temporary tables are not logged, the rest of it rewritten."""
    policy = run.context.server.policy.temporary
    only_temporary = bool(run.parsed.node.args.get("temporary")) if isinstance(run.parsed.node, exp.Drop) else False
    if not listed.temporary and only_temporary:
        logs = policy.logs(run.in_force) or policy.drops_missing_in_row
        return [DdlEvent(run.text, run.default_schema, temporary=False)] if logs else []
    if not listed.temporary:
        return base
    transactional = any(table.engine.transactional for table in listed.temporary.values())
    if policy.logs(run.in_force):
        text = run.text
        only = None if listed.base else transactional
        return [DdlEvent(text, run.default_schema, thread_specific=True, temporary=only)]
    logs_drop = policy.logs_drop(run.in_force, run.binlog_format)
    dropped = _temporary_events(run, listed, set(), if_exists=False) if logs_drop else []
    names = ",".join(  # those that are missing, too
        quoted(name) if schema == run.default_schema else f"{quoted(schema)}.{quoted(name)}"
        for schema, name in listed.names
        if (schema, name) not in listed.temporary
    )
    if only_temporary or not names:
        return dropped
    exists = isinstance(run.parsed.node, exp.Drop) and run.parsed.node.args.get("exists")
    clause = "IF EXISTS " if exists else ""
    return [replace(base[0], text=f"DROP TABLE {clause}{names} /* generated by server */".encode()), *dropped]
