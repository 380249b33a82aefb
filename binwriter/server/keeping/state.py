"""All that a server keeps over a restart, in the order in which it can be made again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from binwriter.binlog.xa import XaBranch
from binwriter.catalog.accounts import SERVERS_OWN
from binwriter.catalog.schemas import Catalog, Schema
from binwriter.catalog.tables import Table
from binwriter.mysql.identifiers import quoted
from binwriter.mysql.variables.server_scope import GlobalVariables
from binwriter.mysql.variables.spec import SEMI_SYNC, SEMI_SYNC_LIBRARY
from binwriter.server.keeping import records
from binwriter.server.keeping.statements import KeptBranch, KeptRows, KeptStatement, State
from binwriter.server.show.created import text_of
from binwriter.sql.binding.database import Database
from binwriter.sql.binding.programs import Program
from binwriter.sql.ddl.show_create import create_text, shown_counter
from binwriter.sql.engine import FrontEnd
from binwriter.sql.syntax.programs import ProgramKind
from binwriter.sql.text.modes import KEPT
from binwriter.statement.values import RowChange, RowOperation
from binwriter.storage.merge_tables import MERGE_ENGINE
from binwriter.storage.table_data import TableData
from binwriter.storage.undo import Change, UndoLog
from binwriter.storage.versions import Versions

_ROWS_TOGETHER = 1000


def state_of(front_end: FrontEnd, variables: GlobalVariables, branches: Iterable[XaBranch]) -> State:
    """Statements, rows and records. What transactions have not committed is not in the rows.

    variables: the server's, for how it shows integers and for its plugins.
    branches: the XA transactions that are prepared.
    """
    database, versions = front_end.database, front_end.versions
    catalog = database.catalog
    yield from _accounts(catalog)
    if variables.table.find(f"{SEMI_SYNC}_enabled") is not None:
        yield KeptStatement(f"INSTALL PLUGIN {SEMI_SYNC} SONAME '{SEMI_SYNC_LIBRARY}'")
    yield records.names_record(database)
    for number, system in catalog.reference_systems.items():
        yield records.reference_system_record(number, system)
    for schema in catalog.schemas.values():
        yield KeptStatement(f"CREATE DATABASE {quoted(schema.name)}")
        yield records.database_record(schema.name, schema.collation, encrypted=schema.encrypted, read_only=False)
        for library in schema.libraries.values():
            yield records.library_record(schema.name, library)
    for table in _in_order(catalog):
        data = database.storage.data(table.schema, table.name)
        yield _definition(data, widths=variables.behaviour.display_widths)
        yield from _rows(data, versions)
        yield records.table_record(data)
    for data in database.storage.all():
        if catalog.find(data.definition.schema, data.definition.name) is None:  # of a system database, and changed
            yield records.system_table_record(data.definition)
            yield from _rows(data, versions)
    for program in _programs(database):
        yield from _program(program, catalog.schema(program.schema))
    for schema in catalog.every_place():
        for view in schema.views.values():
            yield records.view_record(view)
        if schema.read_only:
            yield records.database_record(schema.name, schema.collation, encrypted=schema.encrypted, read_only=True)

    for branch in branches:
        yield KeptBranch(branch.xid, tuple(_changes(branch.undo or UndoLog())))


def _programs(database: Database) -> Iterator[Program]:
    """The triggers of a table in the order in which they fire."""
    triggers = dict.fromkeys(
        (program.schema, program.table) for program in database.programs if program.kind is ProgramKind.TRIGGER
    )
    yield from (program for program in database.programs if program.kind is not ProgramKind.TRIGGER)
    for table in triggers:
        yield from database.programs.triggers(*table)


def _changes(undo: UndoLog) -> Iterator[RowChange]:
    """What the transaction makes of the rows, in the order in which it came to them first."""
    first: dict[tuple[int, int], Change] = {}
    for change in undo:
        first.setdefault((id(change.data), change.row_id), change)
    for change in first.values():
        data = change.data
        after = data.row(change.row_id) if data.has(change.row_id) else None
        if change.before is None and after is None:
            continue
        kind = RowOperation.WRITE if change.before is None else RowOperation.UPDATE
        yield RowChange(
            data.definition, kind if after is not None else RowOperation.DELETE, change.before, after, frozenset()
        )


def _accounts(catalog: Catalog) -> State:
    names = sorted(catalog.accounts)  # whatever statement or row has made them first
    yield records.accounts_record(names)
    for name in names:
        if name not in SERVERS_OWN:
            yield records.account_record(name, catalog.accounts[name])
    for name in sorted(catalog.grants.accounts()):
        held = catalog.grants.find(name)
        if held is not None:
            yield records.held_record(name, held)


def _in_order(catalog: Catalog) -> Iterable[Table]:
    """Foreign keys are made in the order in which they were; what others are merged from comes before it."""
    merged = [table for table in catalog if table.engine.name == MERGE_ENGINE]
    plain = [table for table in catalog if not table.foreign_keys and table not in merged]
    children = [table for table in catalog if table.foreign_keys]
    children.sort(key=lambda table: min(key.born for key in table.foreign_keys))
    return (*plain, *children, *merged)


def _definition(data: TableData, *, widths: bool) -> KeptStatement:
    """widths: integers are shown with theirs."""
    table = data.definition
    counter = shown_counter(table, data.auto_increment)
    text = create_text(table, auto_increment=counter, display_widths=widths, as_given=True).replace(KEPT, "`")
    return KeptStatement(text, table.schema, data.created)


def _rows(data: TableData, versions: Versions) -> State:
    rows = [row for _, row in versions.as_committed(None, data).scan()]
    for start in range(0, len(rows), _ROWS_TOGETHER):
        yield KeptRows(data.definition, rows[start : start + _ROWS_TOGETHER])


def _program(program: Program, schema: Schema) -> State:
    """Its variables have the character set that its database had when it was made."""
    origin, schedule = program.origin, program.origin.schedule
    differs = program.collation != schema.collation
    if differs:
        yield records.database_record(schema.name, program.collation, encrypted=schema.encrypted, read_only=False)
    zone = "+00:00" if schedule is None else schedule.time_zone
    moment = origin.created
    if schedule is not None and (schedule.preserve or schedule.at is None):
        moment = origin.modified  # when its times were looked at; one that goes when it has run may be past them
    yield KeptStatement(text_of(program), schema.name, moment, program.creation, zone)
    if differs:
        yield records.database_record(schema.name, schema.collation, encrypted=schema.encrypted, read_only=False)
    yield records.program_record(program)
