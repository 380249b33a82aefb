"""INSERT .. VALUES of functions and triggers, compiled once a session: what their cells mean is found out once.

As queries of programs (`binwriter.sql.query.kept`) they are compiled with names whose values are looked up at each run.
Kept is what the statement, definitions and settings alone decide; rows are written as those of any other statement.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from sqlglot import exp

from binwriter.catalog.tables import Table
from binwriter.errors import MySQLError, UnsupportedError
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.values import ColumnValue
from binwriter.formats.records import dataclass
from binwriter.mysql import interrupts
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.binding.profile import leading_written
from binwriter.sql.binding.system_tables import SYSTEM_SCHEMAS
from binwriter.sql.binding.table_nodes import table_nodes
from binwriter.sql.binding.views import has_views
from binwriter.sql.context import StatementContext
from binwriter.sql.dml.again import plain_defaults
from binwriter.sql.dml.forgiven import RowsEndError
from binwriter.sql.dml.insert import assigned, row_cells, target_of
from binwriter.sql.dml.locked import Locked, locked_tables
from binwriter.sql.dml.run import DmlRun
from binwriter.sql.expressions.assign import assignment_to
from binwriter.sql.expressions.scope import Source
from binwriter.sql.expressions.types import CompiledExpression, Eval
from binwriter.sql.query.kept import LateNames, is_plain_part
from binwriter.sql.store.as_stored import Stays, stays_in
from binwriter.sql.store.numbers import INTEGER_BITS
from binwriter.sql.text.words import ParsedStatement
from binwriter.statement.values import RowOperation, StatementKind, StatementProfile
from binwriter.storage.order import Row
from binwriter.storage.table_data import TableData
from binwriter.storage.undo import UndoLog

if TYPE_CHECKING:
    from binwriter.sql.binding.database import Database
    from binwriter.sql.programs.surroundings import Runtime

_MOST = 512  # of a session


@dataclass(eq=False)
class KnownInsert:
    """node: the tree, so that no other one gets its id. stamp: definitions and settings that it was compiled under.

    profile: of the tables that warning 6414 compares. rows: of each cell the column, what reads its value, what gives
    it to the column, and which values the column keeps as they are. fires: the table has triggers.
    name: of the table, with its database; level: it alone. is_strict: whether the command is one that a strict mode is
    about.
    """

    node: exp.Expression
    stamp: object
    names: LateNames
    data: TableData
    profile: StatementProfile
    assigned: frozenset[int] | None
    names_columns: bool
    locked: tuple[Table, ...]
    rows: tuple[tuple[tuple[int, Eval, Eval, Stays], ...], ...]
    defaults: Row
    fires: bool

    name: tuple[str, str]
    level: frozenset[tuple[str, str]]
    is_strict: bool

    def __call__(self, run: DmlRun) -> None:
        """As `insert.run_insert`. Raises MySQLError; rows done until then stay in `run.changes`."""
        context, data = run.context, self.data
        if not self.names_columns:
            run.values.names_columns = False
        run.locked.extend(self.locked)
        if not context.row_begun:
            context.await_row(1)
        for number, cells in enumerate(self.rows, 1):
            context.begin_row(number)
            row = list(self.defaults)
            for index, read, evaluate, stays in cells:
                value = read(context, _NO_ROW)
                row[index] = value if stays(value) else self._stored(run, index, evaluate)
            run.write(data, tuple(row), self.assigned)
            run.affected += 1
            if interrupts.asked:
                interrupts.step(sees_kill=False)
            context.await_row(number + 1)
        context.end_row()
        context.rows_done(len(self.rows))

    def _stored(self, run: DmlRun, index: int, evaluate: Eval) -> ColumnValue:
        """A value that the column does not keep as it is."""
        single_row, column = len(self.rows) == 1, self.data.definition.columns[index]
        return assigned(evaluate, column, run, single_row=single_row, fires=self.fires, before=False)(())


_NO_ROW: tuple[Row, ...] = ((),)
_WHOLE = frozenset(INTEGER_BITS)


def _evals(compiled: CompiledExpression, spec: ColumnSpec) -> tuple[Eval, Eval]:
    """What reads the value, and what gives it to the column: of whole numbers that is nothing more."""
    given = assignment_to(compiled, spec)
    return (compiled.eval if spec.type in _WHOLE else given), given


def known_insert(parsed: ParsedStatement, database: Database, context: StatementContext) -> KnownInsert | None:
    """The statement, if it was compiled before (or is now) and may run so; None for all others."""
    session, node = context.session, parsed.node
    if parsed.command != "insert" or session.definitions is None:
        return None
    names = context.program_names
    if names is None or context.locking is not None or context.on_open is not None or context.partial_rows is not None:
        return None
    if context.rights is not None or not context.server.takes_many:
        return None
    count = session.definitions()
    if count is None:
        return None
    stamp = count, *session.variables.changes
    kept = session.kept_inserts
    key = id(node), context.database, context.sizes_decimals, context.changes_data
    known = kept.get(key)
    if type(known) is KnownInsert and known.node is node and known.stamp == stamp:
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
                (index, *_evals(run.compile(cell, source), spec), stays_in(spec))
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
    counted, _ = leading_written(tree, nodes, tables, tables)
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
        (table.schema, table.name),
        frozenset({(table.schema, table.name)}),
        context.variables.behaviour.is_strict(parsed.command),
    )


def run_known(runtime: Runtime, known: KnownInsert, text: Callable[[], bytes]) -> None:
    """As `substatements.run_substatement`: one base table is written, no number made. text: of a Rows_query event."""
    top, context = runtime.top, runtime.context
    assert top is not None
    for level in top.levels:
        if known.name in level:
            raise mysql_error("ER_CANT_UPDATE_USED_TABLE_IN_SF_OR_TRG", known.name[1])
    if context.session.note_engines is not None:
        context.diagnostics.extend(context.session.note_engines(known.profile))
    run = DmlRun(runtime.database, context, top.run.undo, changes=top.run.changes)
    run.outer = top.run
    top.levels.append(known.level)
    context.changes_data = known.is_strict
    outer_text = context.current_text
    if not context.facts.changed and context.variables.settings.binlog_rows_query_log_events:
        context.current_text = text()
    try:
        try:
            known(run)
        except RowsEndError as ended:
            run.end_untold(ended)
        top.wrote = True
        top.wrote_t |= known.data.definition.engine.transactional
    finally:
        context.changes_data = False
        context.current_text = outer_text
        top.levels.pop()
        top.wrote |= run.nontransactional_write
        top.run.transactional_write |= run.transactional_write
        top.run.nontransactional_write |= run.nontransactional_write
        top.run.noticed_write |= run.noticed_write
    context.row_count = run.affected
