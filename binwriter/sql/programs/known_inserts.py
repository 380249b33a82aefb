"""INSERT .. VALUES of functions and triggers, compiled once a session: what their cells mean is found out once.

As queries of programs (`binwriter.sql.query.kept`) they are compiled with names whose values are looked up at each run.
Kept is what the statement, definitions and settings alone decide; rows are written as those of any other statement.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlglot import exp

from binwriter.catalog.tables import Table
from binwriter.errors import MySQLError, UnsupportedError
from binwriter.formats.records import dataclass
from binwriter.sql.binding.profile import leading_written
from binwriter.sql.binding.system_tables import SYSTEM_SCHEMAS
from binwriter.sql.binding.table_nodes import table_nodes
from binwriter.sql.binding.views import has_views
from binwriter.sql.context import StatementContext
from binwriter.sql.dml.again import plain_defaults, write_known
from binwriter.sql.dml.insert import assigned, row_cells, target_of
from binwriter.sql.dml.locked import Locked, locked_tables
from binwriter.sql.dml.run import DmlRun
from binwriter.sql.expressions.assign import assignment_to
from binwriter.sql.expressions.scope import Source
from binwriter.sql.expressions.types import Eval
from binwriter.sql.query.kept import LateNames, is_plain_part
from binwriter.sql.store.as_stored import Stays, stays_in
from binwriter.sql.text.words import ParsedStatement
from binwriter.statement.values import RowOperation, StatementKind, StatementProfile
from binwriter.storage.order import Row
from binwriter.storage.table_data import TableData
from binwriter.storage.undo import UndoLog

if TYPE_CHECKING:
    from binwriter.sql.binding.database import Database

_MOST = 512  # of a session


@dataclass(eq=False)
class KnownInsert:
    """node: the tree, so that no other one gets its id. stamp: definitions and settings that it was compiled under.

    profile: of the tables that warning 6414 compares. rows: of each cell the column, what makes its value, and which
    values the column keeps as they are. fires: the table has triggers.
    """

    node: exp.Expression
    stamp: object
    names: LateNames
    data: TableData
    profile: StatementProfile
    assigned: frozenset[int] | None
    names_columns: bool
    locked: tuple[Table, ...]
    rows: tuple[tuple[tuple[int, Eval, Stays], ...], ...]
    defaults: Row
    fires: bool

    @property
    def table(self) -> Table:
        return self.data.definition

    def __call__(self, run: DmlRun) -> None:
        """As `insert.run_insert`. Raises MySQLError; rows done until then stay in `run.changes`."""
        run.values.names_columns = self.names_columns
        run.locked.extend(self.locked)
        columns, single_row, fires = self.table.columns, len(self.rows) == 1, self.fires
        rows = [
            {
                index: assigned(
                    evaluate, columns[index], run, single_row=single_row, fires=fires, before=False, stays=stays
                )
                for index, evaluate, stays in cells
            }
            for cells in self.rows
        ]
        write_known(run, self.data, self.assigned, self.defaults, rows)


def known_insert(parsed: ParsedStatement, database: Database, context: StatementContext) -> KnownInsert | None:
    """The statement, if it was compiled before (or is now) and may run so; None for all others."""
    session, node = context.session, parsed.node
    unusual = context.locking is not None or context.on_open is not None or context.partial_rows is not None
    if parsed.command != "insert" or unusual or session.definitions is None or list(session.temporary):
        return None
    names = context.program_names
    if names is None or context.rights is not None or not context.server.takes_many:
        return None
    stamp = session.definitions(), *context.variables.changes
    kept = session.kept_inserts
    key = id(node), context.database, context.sizes_decimals, context.changes_data
    known = kept.get(key)
    if isinstance(known, KnownInsert) and known.node is node and known.stamp == stamp:
        return known if known.names.are_of(names) else None
    if known == stamp:
        return None  # it cannot be compiled so
    if len(kept) >= _MOST:
        kept.clear()
    said = len(context.diagnostics)
    try:
        made = _compiled(parsed, database, context, stamp)
    except (MySQLError, UnsupportedError):  # which the exact way has too, in its order
        made = None
    if len(context.diagnostics) > said:
        del context.diagnostics[said:]
        made = None
    kept[key] = stamp if made is None else made
    return made


def _compiled(
    parsed: ParsedStatement, database: Database, context: StatementContext, stamp: object
) -> KnownInsert | None:
    tree = parsed.node
    if not isinstance(tree, exp.Insert) or parsed.modifiers or tree.meta or has_views(database):
        return None
    values = tree.args.get("expression")
    if tree.args.get("conflict") is not None or not isinstance(values, exp.Values) or values.meta:
        return None
    if values.args.get("alias") is not None or not values.expressions:
        return None
    cells = [row_cells(item) for item in values.expressions]
    if not all(is_plain_part(cell) for row in cells for cell in row):
        return None
    run = DmlRun(database, context, UndoLog())
    target = target_of(tree, run)
    data, table = target.data, target.data.definition
    if type(data) is not TableData or table.schema in SYSTEM_SCHEMAS or table.temporary or table.merges:
        return None
    defaults = plain_defaults(target, run)
    if defaults is None or any(len(row) != len(target.columns) for row in cells):
        return None
    fires = run.has_triggers(table, RowOperation.WRITE)
    if fires and len(cells) > 1:
        return None  # a trigger may come to this statement again, between two rows
    assert context.program_names is not None
    names, source = LateNames(context.program_names), Source.of_table(table.name, table)
    before, context.program_names = context.program_names, names
    try:
        rows = tuple(
            tuple(
                (index, assignment_to(run.compile(cell, source), spec), stays_in(spec))
                for index, cell in zip(target.columns, row, strict=True)
                for spec in (table.columns[index].spec,)
            )
            for row in cells
        )
    finally:
        context.program_names = before
    if not names.are_all:
        return None
    nodes = table_nodes(tree)
    if len(nodes) != 1:
        return None
    tables = {id(nodes[0]): table}
    counted, _ = leading_written(tree, tables, tables, tables)
    return KnownInsert(
        tree,
        stamp,
        names,
        data,
        StatementProfile(StatementKind.DML, parsed.command, counted=counted, traits=parsed.traits),
        target.assigned,
        run.values.names_columns,
        tuple(locked_tables(run, [Locked(table)])),
        rows,
        defaults,
        fires,
    )
