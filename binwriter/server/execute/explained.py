"""EXPLAIN: the statement's names are checked, and its plan is told as a server's is: each table, read as a whole.

Which way a server's optimizer would take is not modelled, but for one row by all values of a unique key. Columns and
forms: as a 9.7.4 answered (MySQL manual, "EXPLAIN Output Format").
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from sqlglot import exp

from binwriter.catalog.tables import Key, Table
from binwriter.errors import MySQLError, UnsupportedError
from binwriter.formats.constants import ColumnType
from binwriter.formats.records import dataclass, replace
from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.session_modes import BinlogFormat
from binwriter.server.execute.administers import administers
from binwriter.server.execute.change_plans import plan_of_joined_change
from binwriter.server.execute.derived_plans import plan_of_derived
from binwriter.server.execute.join_plans import plan_of_join
from binwriter.server.execute.plans import plan_of_one_table
from binwriter.server.execute.taking_part import tables_of, tables_take_part
from binwriter.server.execute.union_plans import Plan, plan_of_insert, plan_of_union
from binwriter.server.execution import Execution
from binwriter.server.guards.locked_tables import check_locks
from binwriter.server.guards.read_only import check_targets
from binwriter.sql.binding.bound import BoundStatement
from binwriter.sql.binding.database import schema_of
from binwriter.sql.binding.duality_forms import refuse_explained
from binwriter.sql.binding.prepare_checks import check_prepared
from binwriter.sql.binding.table_nodes import table_nodes
from binwriter.sql.binding.views import duality_target
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.conditions.chains import conjuncts
from binwriter.sql.expressions.types import INT_TYPE, NOT_FIXED_SCALE, REAL_TYPE, text_type
from binwriter.sql.syntax.administration import AdminSyntax
from binwriter.sql.syntax.programs import SelectInto
from binwriter.sql.text.words import ParsedStatement
from binwriter.statement.columns import ColumnFlag, ResultColumn
from binwriter.statement.result import StatementResult

_FORMATS = ("TRADITIONAL", "TREE", "JSON")
_NAMES = "id select_type table partitions type possible_keys key key_len ref rows filtered Extra"
_COLUMNS = tuple(_NAMES.split())
_UTF8MB4 = 255
_TEXT = text_type(64, _UTF8MB4)
_SHARE = replace(REAL_TYPE, scale=2)
_TYPES = tuple({"id": INT_TYPE, "rows": INT_TYPE, "filtered": _SHARE}.get(name, _TEXT) for name in _COLUMNS)
# what clients are told of them; lengths in characters
_DESCRIBED = (
    ResultColumn("id", ColumnType.LONGLONG, 4, flags=ColumnFlag.BINARY | ColumnFlag.UNSIGNED | ColumnFlag.NOT_NULL),
    ResultColumn("select_type", ColumnType.VAR_STRING, 19, _UTF8MB4, ColumnFlag.NOT_NULL, NOT_FIXED_SCALE),
    ResultColumn("table", ColumnType.VAR_STRING, 64, _UTF8MB4, 0, NOT_FIXED_SCALE),
    ResultColumn("partitions", ColumnType.MEDIUM_BLOB, 6_316_032, _UTF8MB4, 0, NOT_FIXED_SCALE),
    ResultColumn("type", ColumnType.VAR_STRING, 10, _UTF8MB4, 0, NOT_FIXED_SCALE),
    ResultColumn("possible_keys", ColumnType.VAR_STRING, 4096, _UTF8MB4, 0, NOT_FIXED_SCALE),
    ResultColumn("key", ColumnType.VAR_STRING, 64, _UTF8MB4, 0, NOT_FIXED_SCALE),
    ResultColumn("key_len", ColumnType.VAR_STRING, 4096, _UTF8MB4, 0, NOT_FIXED_SCALE),
    ResultColumn("ref", ColumnType.VAR_STRING, 1024, _UTF8MB4, 0, NOT_FIXED_SCALE),
    ResultColumn("rows", ColumnType.LONGLONG, 11, flags=ColumnFlag.BINARY | ColumnFlag.UNSIGNED),
    ResultColumn("filtered", ColumnType.DOUBLE, 4, flags=ColumnFlag.BINARY, decimals=2),
    ResultColumn("Extra", ColumnType.VAR_STRING, 255, _UTF8MB4, ColumnFlag.NOT_NULL, NOT_FIXED_SCALE),
)
_CHANGES: dict[type[exp.Expression], str] = {exp.Insert: "insert", exp.Update: "update", exp.Delete: "delete"}
_ROW_COST, _TABLE_COST = 0.1, 0.25


@dataclass(frozen=True)
class _Step:
    """A table that the statement reads. rows: that are there; key: all of whose columns have values. extra: what is
    said of it beside that."""

    alias: str
    table: Table
    rows: int
    key: Key | None = None
    extra: str | None = None

    def operation(self, loops: int) -> str:
        """Its line of a tree. loops: how often it is read."""
        if self.key is not None:
            return "Rows fetched before execution  (cost=0..0 rows=1)"
        return f"Table scan on {self.alias}  (cost={_TABLE_COST + _ROW_COST * self.rows * loops:.3g} rows={self.rows})"


@administers("explain")
def explain(
    runner: Execution, parsed: ParsedStatement, syntax: AdminSyntax, context: StatementContext, clock: int
) -> StatementResult:
    """ER_UNKNOWN_EXPLAIN_FORMAT; else the errors of the statement itself, whose tables and columns are looked up."""
    analyzes = "ANALYZE" in syntax.words
    form = form_of(syntax, context)
    if analyzes and form == "TRADITIONAL":
        raise mysql_error("ER_NOT_SUPPORTED_YET", "EXPLAIN ANALYZE with TRADITIONAL format")
    assert syntax.statement is not None
    check_targets(runner, BoundStatement(syntax.statement, context))
    if duality_target(syntax.statement, runner.front_end.database_of(context), context) is not None:
        refuse_explained(syntax.statement)
    profile = runner.front_end.profile(syntax.statement, context)
    if isinstance(syntax.statement.node, exp.Expression):
        tables_take_part(runner, tables_of(runner, syntax.statement.node, context))
    check_locks(runner, BoundStatement(syntax.statement, context, profile))
    into = syntax.statement.node
    statement = into.parsed if isinstance(into, SelectInto) else syntax.statement  # nothing is put anywhere
    check_prepared(statement, runner.front_end.database_of(context), context, has_parameters=False)
    tree = statement.node
    if form == "TRADITIONAL" and not _empties(runner, statement):
        told = _told(runner, statement, context)
        if told is not None:
            listed, note = told
            context.diagnostics.extend([] if note is None else [note])
            return StatementResult(
                affected=len(listed),
                columns=_COLUMNS,
                rows=listed,
                types=_TYPES,
                diagnostics=tuple(context.diagnostics),
                described=_described,
            )
    steps = _steps(runner, tree, context) if isinstance(tree, exp.Expression) else []
    change = next((word for kind, word in _CHANGES.items() if isinstance(tree, kind)), None)
    if change == "delete" and _deletes_all(runner, statement, steps):
        steps = [replace(steps[0], extra="Deleting all rows")]
    if change == "insert" and statement.command.startswith("replace"):
        change = "replace"
    rows = _TOLD[form](steps, change, statement)
    columns = _COLUMNS if form == "TRADITIONAL" else ("EXPLAIN",)
    types = _TYPES if form == "TRADITIONAL" else (_TEXT,)
    return StatementResult(
        affected=len(rows),
        columns=columns,
        rows=rows,
        types=types,
        diagnostics=tuple(context.diagnostics),
        described=_described if form == "TRADITIONAL" else None,
    )


def _described() -> tuple[ResultColumn, ...]:
    return _DESCRIBED


@administers("explain_other")
def explain_other(
    runner: Execution, parsed: ParsedStatement, syntax: AdminSyntax, context: StatementContext, clock: int
) -> StatementResult:
    """EXPLAIN FOR CONNECTION: of another session's statement, which is over."""
    if int(syntax.argument) not in runner.session.server.sessions:
        raise mysql_error("ER_NO_SUCH_THREAD", syntax.argument)
    raise UnsupportedError("EXPLAIN FOR CONNECTION", parsed.text)


def form_of(syntax: AdminSyntax, context: StatementContext) -> str:
    """In which form the plan is asked for. ER_UNKNOWN_EXPLAIN_FORMAT."""
    analyzes = "ANALYZE" in syntax.words
    form = next((word for word in syntax.words if word != "ANALYZE"), _usual_form(context, analyzes=analyzes))
    if form not in _FORMATS:
        raise mysql_error("ER_UNKNOWN_EXPLAIN_FORMAT", form.lower())
    return form


def _usual_form(context: StatementContext, *, analyzes: bool) -> str:
    """@@explain_format; servers before 8.0.32 have none."""
    if context.variables.table.find("explain_format") is None:
        return "TREE" if analyzes else "TRADITIONAL"
    form = str(context.variables.get("explain_format")).removesuffix("_STRICT")
    return "TREE" if analyzes and form == "TRADITIONAL" else form


def _steps(runner: Execution, tree: exp.Expression, context: StatementContext) -> list[_Step]:
    """The stored tables that it names. MySQLError for one that is not there."""
    database = runner.front_end.database_of(context)
    steps = []
    for node in table_nodes(tree):
        schema = schema_of(node, context.database)
        if database.view(schema, node.name) is not None:
            continue
        data = database.table_of(node, context)
        table = data.definition
        rows = max(len(data), int(table.engine.transactional))  # which reckons with one at least
        steps.append(_Step(node.alias or node.name, table, rows, _known_key(tree, table)))
    return steps


def _told(runner: Execution, statement: ParsedStatement, context: StatementContext) -> Plan | None:
    """What is complained of while rows are counted is nobody's business; None where a condition cannot be asked."""
    said, locking = len(context.diagnostics), context.locking
    context.locking = None  # no row is locked
    try:
        if isinstance(statement.node, exp.Query):
            runner.front_end.column_names(statement, context)
        return _planned(runner, statement, context)
    except MySQLError as error:
        if error.symbol == "ER_BAD_FIELD_ERROR":
            raise
        return None
    finally:
        del context.diagnostics[said:]
        context.locking = locking


def _planned(runner: Execution, statement: ParsedStatement, context: StatementContext) -> Plan | None:
    def plan_of(part: ParsedStatement) -> Plan | None:
        return _planned(runner, part, context)

    database = runner.front_end.database_of(context)
    if isinstance(statement.node, exp.SetOperation):
        return plan_of_union(statement, database, context, plan_of)
    if isinstance(statement.node, exp.Insert):
        return plan_of_insert(statement, database, context, plan_of)
    if isinstance(statement.node, (exp.Update, exp.Delete)):
        changed = plan_of_joined_change(statement.node, database, context)
        if changed is not None:
            return changed
    derived = plan_of_derived(statement, database, context, plan_of)
    if derived is not None:
        return derived
    one = plan_of_one_table(runner, statement, context)
    return plan_of_join(runner, statement, context) if one is None else ((one[0],), one[1])


def _empties(runner: Execution, statement: ParsedStatement) -> bool:
    tree = statement.node
    if not isinstance(tree, exp.Delete) or tree.args.get("where") is not None:
        return False
    settings = runner.session.variables.settings
    return not (settings.sql_log_bin and settings.binlog_format is BinlogFormat.ROW)


def _deletes_all(runner: Execution, statement: ParsedStatement, steps: Sequence[_Step]) -> bool:
    """Whether the engine empties the table: without WHERE and LIMIT, triggers, and rows for the log. Source: MySQL
    manual, "EXPLAIN Output Format", Deleting all rows."""
    tree, settings = statement.node, runner.session.variables.settings
    if not isinstance(tree, exp.Delete) or statement.command != "delete" or len(steps) != 1:
        return False
    if any(tree.args.get(part) is not None for part in ("where", "limit")):
        return False
    if settings.sql_log_bin and settings.binlog_format is BinlogFormat.ROW:
        return False
    table = steps[0].table
    return not runner.front_end.database.programs.firing(table, "DELETE")


def _known_key(tree: exp.Expression, table: Table) -> Key | None:
    """The unique key all of whose columns WHERE gives constants, in a statement of one table."""
    where = tree.args.get("where")
    if where is None or len(table_nodes(tree)) > 1:
        return None
    equal = {
        term.this.name.lower()
        for term in conjuncts(where.this)
        if isinstance(term, exp.EQ) and isinstance(term.this, exp.Column) and isinstance(term.expression, exp.Literal)
    }
    names = [column.name.lower() for column in table.columns]
    return next((key for key in table.keys if key.unique and {names[at] for at in key.columns} <= equal), None)


# --- the forms --------------------------------------------------------------------------------------------------------


def _traditional(steps: Sequence[_Step], change: str | None, statement: ParsedStatement) -> tuple[tuple[Any, ...], ...]:
    rows: list[tuple[Any, ...]] = []
    kind = change.upper() if change is not None else "SIMPLE"
    where = isinstance(statement.node, exp.Expression) and statement.node.args.get("where") is not None
    for step in steps:
        if kind in ("INSERT", "REPLACE"):
            rows.append((1, kind, step.alias, None, "ALL", *(None,) * 7))
        elif step.key is not None:
            name = step.key.name
            ref = ",".join("const" for _ in step.key.columns)
            rows.append((1, kind, step.alias, None, "const", name, name, None, ref, 1, 100.0, None))
        else:
            extra = "Using where" if where else step.extra
            rows.append((1, kind, step.alias, None, "ALL", None, None, None, None, step.rows, 100.0, extra))
        kind = "SIMPLE"
    return tuple(rows) or ((1, kind, *(None,) * 9, "No tables used"),)


def _tree(steps: Sequence[_Step], change: str | None, statement: ParsedStatement) -> tuple[tuple[Any, ...], ...]:
    if change in ("update", "delete"):
        return (("-> <not executable by iterator executor>\n",),)
    lines: list[str] = []
    if change is not None and steps:
        lines.append(f"{change.capitalize()} into {steps[0].alias}")
        steps = steps[1:]
    depth, loops = len(lines), 1
    if not steps:
        lines.append("Rows fetched before execution" + ("" if lines else "  (cost=0..0 rows=1)"))
    for place, step in enumerate(steps):
        if place < len(steps) - 1:
            lines.append("Nested loop inner join")
            depth += 1
        lines.append(step.operation(loops))
        loops *= max(step.rows, 1)
    shown, level = "", 0
    for place, line in enumerate(lines):
        shown += " " * 4 * min(level, depth) + f"-> {line}\n"
        level += 1 if line.startswith(("Nested", "Insert", "Replace")) or place == 0 else 0
    return ((shown,),)


def _document(steps: Sequence[_Step], change: str | None, statement: ParsedStatement) -> tuple[tuple[Any, ...], ...]:
    told: dict[str, Any] = {"query": f"/* select#1 */ {statement.text.strip()}"}
    if change in ("update", "delete"):
        told = {"query_plan": {"operation": "<not executable by iterator executor>"}}
    else:
        inputs = [_operation(step) for step in (steps[1:] if change is not None else steps)]
        plan = inputs[0] if len(inputs) == 1 else {"operation": "Nested loop inner join", "inputs": inputs}
        if not inputs:
            plan = {"operation": "Rows fetched before execution", "access_type": "rows_fetched_before_execution"}
        if change is not None and steps:
            plan = {"operation": f"{change.capitalize()} into {steps[0].alias}", "inputs": [plan]}
        told["query_plan"] = plan
    told |= {"query_type": change or "select", "json_schema_version": "2.0"}
    return ((json.dumps(told, indent=2),),)


def _operation(step: _Step) -> dict[str, Any]:
    return {
        "operation": step.operation(1).partition("  (")[0],
        "table_name": step.alias,
        "access_type": "table" if step.key is None else "rows_fetched_before_execution",
        "schema_name": step.table.schema,
        "used_columns": [column.name for column in step.table.columns],
        "estimated_rows": float(step.rows if step.key is None else 1),
        "estimated_total_cost": _TABLE_COST + _ROW_COST * step.rows if step.key is None else 0.0,
    }


_TOLD = {"TRADITIONAL": _traditional, "TREE": _tree, "JSON": _document}
