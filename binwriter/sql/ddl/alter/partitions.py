"""ALTER TABLE on partitions: ADD, DROP, TRUNCATE, COALESCE, REORGANIZE, EXCHANGE, REMOVE, and those that check them.

Source: MySQL manual, "ALTER TABLE Partition Operations"; errors, counts and events as a 9.7.4 has them (captured:
partitions_administration_*).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from binwriter.catalog.partitions import Partitioning
from binwriter.catalog.tables import Table
from binwriter.errors import MySQLError, UnsupportedError
from binwriter.formats.constants import ColumnType
from binwriter.formats.records import replace
from binwriter.mysql.interrupts import stepped
from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.session_modes import BinlogFormat
from binwriter.sql.binding.partition_engine import lines_of_maintained
from binwriter.sql.ddl.alter.exchange import check_exchange, exchange
from binwriter.sql.ddl.alter.limits import COPY_REASON
from binwriter.sql.ddl.partitions.checks import check_definitions, reorganized
from binwriter.sql.ddl.partitions.functions import compare_bounds
from binwriter.sql.ddl.table.define import partitioned
from binwriter.sql.ddl.table.implicit_timestamps import reads_partition_moments
from binwriter.sql.syntax.alter_table import AlterTableSyntax
from binwriter.sql.syntax.partitions import PartitionAction, PartitionBySyntax, PartitionDefinition
from binwriter.statement.values import DdlEvent
from binwriter.storage.table_data import TableData

if TYPE_CHECKING:
    from binwriter.sql.ddl.statement import DdlRun

# These answer with a list; the log has them as they are written.
_NAMES_NO_DATABASE = frozenset({"TRUNCATE", "EXCHANGE"})
_ADDS = frozenset({"ADD", "COALESCE", "REORGANIZE", "REBUILD"})
_LOOKED_AT_LATER = frozenset({"TRUNCATE", "DISCARD", "IMPORT"})
_COLUMNS = ("Table", "Op", "Msg_type", "Msg_text")
_REBUILT = "Table does not support optimize on partitions. All partitions will be rebuilt and analyzed."


def alter_partitions(
    run: DdlRun, data: TableData, syntax: AlterTableSyntax, action: PartitionAction
) -> tuple[DdlEvent, ...]:
    """Carries it out. MySQLError; then the table is as it was."""
    table = data.definition
    partitioning = table.partitioning
    if action.maintains:
        return _maintained(run, table, action)
    if partitioning is None:
        if action.word == "REMOVE" and not run.context.variables.behaviour.refuses_unpartitioned:
            return (_event(run, (table.schema,), atomic=True),)
        raise mysql_error("ER_PARTITION_MGMT_ON_NONPARTITIONED")
    reads_moments = _has_moments(data) if action.word == "REMOVE" else _places_by_moments(data, action, partitioning)
    _ACTIONS[action.word](run, data, action, partitioning)
    truncates = action.word == "TRUNCATE" and run.context.variables.profile.names_truncated
    names = action.word not in _NAMES_NO_DATABASE or (truncates and run.in_force is not BinlogFormat.ROW)
    event = _event(run, (table.schema,) if names else None, atomic=True)
    opened = action.word == "TRUNCATE" and reads_partition_moments(table, run.context.variables.profile)
    reads_moments = reads_moments or opened
    grouped = run.context.server.policy.partitions_in_transaction and action.word in _ADDS and table.engine.two_phase
    return (replace(event, uses_time_zone=reads_moments or run.context.facts.uses_time_zone, in_transaction=grouped),)


def rehearse(run: DdlRun, table: Table, action: PartitionAction) -> None:
    """The errors that are told before the table is waited for (captured: clusters/partitions_beside_others)."""
    if action.maintains or action.word in _LOOKED_AT_LATER:
        return
    if table.partitioning is None:
        if action.word == "REMOVE" and not run.context.variables.behaviour.refuses_unpartitioned:
            return
        raise mysql_error("ER_PARTITION_MGMT_ON_NONPARTITIONED")
    run.rehearses = True
    if action.word == "EXCHANGE":
        check_exchange(run, table, action, table.partitioning)
    else:
        _ACTIONS[action.word](run, TableData(table), action, table.partitioning)


def _has_moments(data: TableData) -> bool:
    """Whether a copy asks for the time zone: some row has a moment (captured: zones_of_removed_partitions)."""
    types = (ColumnType.DATETIME2, ColumnType.TIMESTAMP2)
    places = [index for index, column in enumerate(data.definition.columns) if column.spec.type in types]
    return any(row[place] is not None for _, row in data.scan() for place in places)


def _places_by_moments(data: TableData, action: PartitionAction, partitioning: Partitioning) -> bool:
    """Whether partitions that are made anew have rows that a TIMESTAMP has placed there (captured:
    zones_of_placed_rows)."""
    if not (action.word == "REBUILD" or (action.word == "REORGANIZE" and not action.definitions)):
        return False
    if not data.definition.moments_of_partitions:
        return False
    places = _numbers(partitioning, action, action.word)
    return data.definition.is_placed_by_moment(
        *(row for row in _rows(data) if not action.names or partitioning.of(row) in places)
    )


def _event(run: DdlRun, schemas: tuple[str, ...] | None, *, atomic: bool) -> DdlEvent:
    return DdlEvent(run.text, run.default_schema, databases=schemas, atomic=atomic, sql_require_primary_key=True)


def _maintained(run: DdlRun, table: Table, action: PartitionAction) -> tuple[DdlEvent, ...]:
    """ANALYZE, CHECK, OPTIMIZE and REPAIR PARTITION: only a CHECK is not logged."""
    partitioning = table.partitioning
    known = partitioning is not None and all(partitioning.numbers(name) is not None for name in action.names)
    behaviour = run.context.variables.behaviour
    if partitioning is None and not behaviour.answers_for_unpartitioned:
        raise mysql_error("ER_PARTITION_MGMT_ON_NONPARTITIONED")
    if partitioning is not None and not behaviour.maintains_partitions:
        if not known:
            raise mysql_error("ER_DROP_PARTITION_NON_EXISTENT", action.word)
        raise mysql_error("ER_CHECK_NOT_IMPLEMENTED", f"{action.word.lower()} partition")
    if known:
        rebuilds = action.word == "OPTIMIZE" and table.engine.two_phase
        note = [("note", _REBUILT)] if rebuilds else []
        _answer(run, (table.schema, table.name), action, *note, ("status", "OK"))
    elif partitioning is None:
        _fails(run, (table.schema, table.name), action, mysql_error("ER_PARTITION_MGMT_ON_NONPARTITIONED").message)
    else:
        message = f"Error in list of partitions to {table.schema}.{table.name}"
        if not behaviour.answers_for_unpartitioned:
            _answer(run, (table.schema, table.name), action, ("Error", message))
            return ()
        _fails(run, (table.schema, table.name), action, message)
    if action.word == "CHECK":
        return ()
    by_row = run.binlog_format is BinlogFormat.ROW
    rebuilt = (known and action.word == "OPTIMIZE" and table.engine.two_phase) or (
        action.word in ("OPTIMIZE", "REPAIR") and not by_row
    )
    return (_event(run, (table.schema,) if rebuilt else None, atomic=False),)


def _answer(run: DdlRun, name: tuple[str, str], action: PartitionAction, *lines: tuple[str, str]) -> None:
    """The result: a table's kind of message and its text, line by line."""
    shown = (".".join(name), action.word.lower())
    if run.database.catalog.find(*name) is not None:
        lines = (*lines, *lines_of_maintained(run.database.storage.data(*name), run.context))
    run.columns, run.rows = _COLUMNS, tuple((*shown, *line) for line in lines)
    run.affected = len(run.rows)


def _fails(run: DdlRun, name: tuple[str, str], action: PartitionAction, message: str) -> None:
    _answer(run, name, action, ("Error", message), ("status", "Operation failed"))
    if run.database.catalog.find(*name) is not None:
        run.database.storage.data(*name).statistics.opened = None


def maintained_missing(run: DdlRun, name: tuple[str, str], action: PartitionAction) -> tuple[DdlEvent, ...]:
    """The same of a table that is not there, or is a view: the answer says so, and is no error."""
    error = (
        mysql_error("ER_NO_SUCH_TABLE", *name)
        if run.database.catalog.view(*name) is None
        else mysql_error("ER_WRONG_OBJECT", *name, "BASE TABLE")
    )
    _fails(run, name, action, error.message)
    return () if action.word == "CHECK" else (_event(run, None, atomic=False),)


def _syntax(partitioning: Partitioning) -> PartitionBySyntax:
    syntax = partitioning.syntax
    assert isinstance(syntax, PartitionBySyntax)
    return syntax


def _redefine(
    run: DdlRun,
    data: TableData,
    syntax: PartitionBySyntax | None,
    rows: list[tuple[object, ...]],
    *,
    loses: bool = False,
) -> None:
    """The table with other partitions, and these rows. loses: without those that fit in none (captured:
    partitions_reorganized); ER_NO_PARTITION_FOR_GIVEN_VALUE else."""
    old = data.definition
    bare = replace(old, partitioning=None)
    table = bare if syntax is None else partitioned(bare, syntax, run.context)
    if run.rehearses:
        return
    if table.partitioning is not None:
        rows = [row for row in stepped(rows) if _fits(table.partitioning, row, loses=loses)]
    new = TableData(table)
    for row in stepped(rows):
        new.insert(row)  # type: ignore[arg-type]
    new.auto_increment = data.auto_increment
    run.database.catalog.schema(old.schema).tables[old.name] = table
    run.database.storage.drop(old.schema, old.name)
    run.database.storage.put(new)


def _copies(run: DdlRun, data: TableData, action: PartitionAction, partitioning: Partitioning) -> bool:
    """Whether all rows are copied, and counted: with ALGORITHM=COPY only. MySQLError for what cannot be asked for.

    Captured: cluster partitions_and_locks.
    """
    syntax = run.parsed.node
    assert isinstance(syntax, AlterTableSyntax)
    if syntax.algorithm == "INSTANT" and syntax.lock:
        raise mysql_error("ER_WRONG_USAGE", "ALGORITHM=INSTANT", "LOCK=NONE/SHARED/EXCLUSIVE")
    if syntax.algorithm == "INSTANT":
        raise mysql_error("ER_ALTER_OPERATION_NOT_SUPPORTED", "ALGORITHM=INSTANT", "ALGORITHM=COPY/INPLACE")
    copies = syntax.algorithm == "COPY"
    if copies and syntax.lock == "NONE":
        raise mysql_error("ER_ALTER_OPERATION_NOT_SUPPORTED_REASON", "LOCK=NONE", COPY_REASON, "LOCK=SHARED")
    moves = partitioning.kind in ("HASH", "KEY") or action.word not in ("ADD", "DROP")
    if moves and syntax.lock == "NONE":
        raise mysql_error("ER_ALTER_OPERATION_NOT_SUPPORTED", "LOCK=NONE", "LOCK=SHARED")
    spreads = partitioning.kind in ("HASH", "KEY") and action.word in ("ADD", "COALESCE")
    behaviour = run.context.variables.behaviour
    if behaviour.counts_moved_rows and action.word in ("REORGANIZE", "REBUILD"):
        places = _numbers(partitioning, action, action.word)
        run.affected = sum(partitioning.of(row) in places for row in _rows(data))
        if action.word == "REBUILD" and not action.names and behaviour.rebuilds_count_all:
            run.affected = len(data)
        return copies
    counts = copies or (spreads and behaviour.counts_moved_rows)
    run.affected = len(data) if counts else 0
    return copies


def _rows(data: TableData) -> list[tuple[object, ...]]:
    return [row for _, row in stepped(data.scan())]


def _numbers(partitioning: Partitioning, action: PartitionAction, word: str) -> frozenset[int]:
    """The places of the partitions that are named. ER_DROP_PARTITION_NON_EXISTENT."""
    known: frozenset[int] = frozenset()
    for name in action.names:
        numbers = partitioning.numbers(name)
        if numbers is None:
            raise mysql_error("ER_DROP_PARTITION_NON_EXISTENT", word)
        known |= numbers
    return known


def _add(run: DdlRun, data: TableData, action: PartitionAction, partitioning: Partitioning) -> None:
    syntax = _syntax(partitioning)
    by_value = partitioning.kind in ("RANGE", "LIST")
    if not action.definitions:
        if by_value:
            raise mysql_error("ER_PARTITIONS_MUST_BE_DEFINED_ERROR", partitioning.kind)
        if not action.count:
            raise mysql_error("ER_ADD_PARTITION_NO_NEW_PARTITION")
    check_definitions(partitioning.kind, action.definitions)
    count = len(partitioning.names)
    if not by_value and not action.definitions and not syntax.definitions:
        changed = replace(syntax, count=count + action.count)
    else:
        added = action.definitions or tuple(
            PartitionDefinition(f"p{number}") for number in range(count, count + action.count)
        )
        changed = replace(syntax, definitions=(*_definitions(partitioning), *added), count=0)
    _copies(run, data, action, partitioning)
    _redefine(run, data, changed, _rows(data))


def _definitions(partitioning: Partitioning) -> tuple[PartitionDefinition, ...]:
    """The partitions, those that only a number was given for by their names."""
    return _syntax(partitioning).definitions or tuple(map(PartitionDefinition, partitioning.names))


def _fits(partitioning: Partitioning, row: tuple[object, ...], *, loses: bool) -> bool:
    try:
        partitioning.of(row)
    except MySQLError:
        if not loses:
            raise
        return False
    return True


def _coalesce(run: DdlRun, data: TableData, action: PartitionAction, partitioning: Partitioning) -> None:
    if partitioning.kind not in ("HASH", "KEY"):
        raise mysql_error("ER_COALESCE_ONLY_ON_HASH_PARTITION")
    if not action.count:
        raise mysql_error("ER_COALESCE_PARTITION_NO_PARTITION")
    left = len(partitioning.names) - action.count
    if left < 1:
        raise mysql_error("ER_DROP_LAST_PARTITION")
    _copies(run, data, action, partitioning)
    syntax = _syntax(partitioning)
    changed = replace(syntax, count=0 if syntax.definitions else left, definitions=syntax.definitions[:left])
    _redefine(run, data, changed, _rows(data))


def _drop(run: DdlRun, data: TableData, action: PartitionAction, partitioning: Partitioning) -> None:
    if partitioning.kind not in ("RANGE", "LIST"):
        raise mysql_error("ER_ONLY_ON_RANGE_LIST_PARTITION", "DROP")
    if len(action.names) >= len(partitioning.names):
        raise mysql_error("ER_DROP_LAST_PARTITION")
    gone = _numbers(partitioning, action, "DROP")
    syntax = _syntax(partitioning)
    dropped = {name.lower() for name in action.names}
    left = tuple(definition for definition in syntax.definitions if definition.name.lower() not in dropped)
    copies = _copies(run, data, action, partitioning)
    rows = [row for row in _rows(data) if copies or partitioning.of(row) not in gone]
    _redefine(run, data, replace(syntax, definitions=left, count=0), rows)


def _truncate(run: DdlRun, data: TableData, action: PartitionAction, partitioning: Partitioning) -> None:
    _check_known(run, data, action, partitioning)
    gone = _numbers(partitioning, action, "TRUNCATE")
    rows = [row for row in _rows(data) if action.names and partitioning.of(row) not in gone]
    counter = data.auto_increment
    data.truncate()
    for row in rows:
        data.insert(row)  # type: ignore[arg-type]
    data.auto_increment = counter if rows else 1


def _to_default_number(run: DdlRun, data: TableData, action: PartitionAction, partitioning: Partitioning) -> None:
    """REORGANIZE PARTITION without names: as many partitions as a table has by default, which is one, where another
    number was given. ER_REORG_NO_PARAM_ERROR (captured: cluster reorganized_to_one)."""
    syntax = _syntax(partitioning)
    if partitioning.kind not in ("HASH", "KEY") or not (syntax.count or syntax.definitions):
        raise mysql_error("ER_REORG_NO_PARAM_ERROR")
    if len(partitioning.names) > 1:
        _coalesce(run, data, replace(action, count=len(partitioning.names) - 1), partitioning)
    else:  # copied as it is
        run.affected = len(data)


def _reorganize(run: DdlRun, data: TableData, action: PartitionAction, partitioning: Partitioning) -> None:
    if not action.names:
        _to_default_number(run, data, action, partitioning)
        return
    check_definitions(partitioning.kind, action.definitions)
    by_value = partitioning.kind in ("RANGE", "LIST")
    if not by_value and len(action.names) != len(action.definitions):
        raise mysql_error("ER_REORG_HASH_ONLY_ON_SAME_NO")
    syntax = _syntax(partitioning)
    if any(
        definition.subpartitions and len(definition.subpartitions) != partitioning.per_partition
        for definition in action.definitions
    ):
        raise mysql_error("ER_PARTITION_WRONG_NO_SUBPART_ERROR")
    definitions = _definitions(partitioning)
    named = {name.lower() for name in action.names}
    first, last = reorganized(definitions, action.names)
    left = [definition for definition in definitions if definition.name.lower() not in named]
    left[first:first] = action.definitions
    changed = replace(syntax, definitions=tuple(left), count=0)
    if partitioning.kind == "RANGE":
        partitioned(replace(data.definition, partitioning=None), changed, run.context)  # its errors come first
        reaches = compare_bounds(data.definition, syntax, syntax.definitions[last], action.definitions[-1], run.context)
        if reaches < 0 or (reaches > 0 and last + 1 < len(syntax.definitions)):
            raise mysql_error("ER_REORG_OUTSIDE_RANGE")
    _copies(run, data, action, partitioning)
    _redefine(run, data, changed, _rows(data), loses=True)


def _remove(run: DdlRun, data: TableData, action: PartitionAction, partitioning: Partitioning) -> None:
    run.affected = len(data)
    _redefine(run, data, None, _rows(data))


def _rebuild(run: DdlRun, data: TableData, action: PartitionAction, partitioning: Partitioning) -> None:
    _numbers(partitioning, action, "REBUILD")
    _copies(run, data, action, partitioning)


def _discard(run: DdlRun, data: TableData, action: PartitionAction, partitioning: Partitioning) -> None:
    """DISCARD PARTITION .. TABLESPACE: only of all of them."""
    _check_known(run, data, action, partitioning)
    if action.names:
        raise UnsupportedError("DISCARD PARTITION of some partitions")
    data.discarded = True
    run.database.catalog.schema(data.definition.schema).tables.touch()


def _import(run: DdlRun, data: TableData, action: PartitionAction, partitioning: Partitioning) -> None:
    """Nothing is imported: no files are there."""
    _check_known(run, data, action, partitioning)
    raise mysql_error("ER_TABLESPACE_MISSING", data.definition.schema, data.definition.name)


def _check_known(run: DdlRun, data: TableData, action: PartitionAction, partitioning: Partitioning) -> None:
    for name in action.names:
        if partitioning.numbers(name) is None:
            if not run.context.variables.behaviour.names_unknown_partitions:  # captured: 5.5.20
                raise mysql_error("ER_WRONG_PARTITION_NAME")
            raise mysql_error("ER_UNKNOWN_PARTITION", name, data.definition.name)


_ACTIONS: dict[str, Callable[[DdlRun, TableData, PartitionAction, Partitioning], None]] = {
    "ADD": _add,
    "COALESCE": _coalesce,
    "DROP": _drop,
    "TRUNCATE": _truncate,
    "REORGANIZE": _reorganize,
    "REMOVE": _remove,
    "REBUILD": _rebuild,
    "EXCHANGE": exchange,
    "DISCARD": _discard,
    "IMPORT": _import,
}
