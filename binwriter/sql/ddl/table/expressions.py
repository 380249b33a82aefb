"""The expressions of a table definition: what CHECK constraints, generated columns and DEFAULTs may say.

Source: MySQL manual, "CHECK Constraints", "CREATE TABLE and Generated Columns", "Data Type Default Values"; which error
comes for what as a 9.7.4 gives it (tests/golden/scenarios/table_expressions_*.scn).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from sqlglot import exp

from binwriter.catalog.tables import Check, Column, DefaultKind, Table
from binwriter.mysql.messages.table import MESSAGES, Diagnostic, mysql_error
from binwriter.sql.context import StatementContext
from binwriter.sql.ddl.table.functional_keys import FUNCTIONAL, check_functional_type
from binwriter.sql.functions.aggregates import AGGREGATE_FUNCTIONS
from binwriter.sql.functions.names import NATIVE_FUNCTIONS
from binwriter.sql.syntax.table import CheckSyntax
from binwriter.sql.text.trees import parse_expression

# Release notes of 8.0.16: CHECK constraints are enforced, and expressions of all three kinds are checked in one way.
_FIRST_VERSION = 80016

# These say something else each time, or act: not even DEFAULT may call them.
_NEVER = frozenset(
    [
        "benchmark",
        "found_rows",
        "get_lock",
        "is_free_lock",
        "is_used_lock",
        "last_insert_id",
        "load_file",
        "release_all_locks",
        "release_lock",
        "row_count",
        "sleep",
        "source_pos_wait",
        "values",
        "version()",
        "wait_for_executed_gtid_set",
    ]
)
# These depend on the moment or on the session.
_CHANGING = _NEVER | frozenset(
    [
        "connection_id",
        "curdate",
        "current_role",
        "current_user",
        "curtime",
        "database",
        "now",
        "rand",
        "random_bytes",
        "unix_timestamp",
        "user",
        "utc_date",
        "utc_time",
        "utc_timestamp",
        "uuid",
        "uuid_short",
    ]
)
# functions under the name that the server has for them
_NAMES = {
    "current_date": "curdate",
    "current_time": "curtime",
    "current_timestamp": "now",
    "localtime": "now",
    "localtimestamp": "now",
    "schema": "database",
    "session_user": "user",
    "system_user": "user",
    "version": "version()",
}
_NO_CONDITIONS = (exp.Column, exp.Literal, exp.Null, exp.Add, exp.Sub, exp.Mul, exp.Div, exp.Neg, exp.Cast)


@dataclass(frozen=True)
class _Place:
    """Where an expression stands. name: what its errors name; refused: functions; then the errors of each kind."""

    name: str
    refused: frozenset[str]
    named_function: str
    function: str
    variable: str


def _check_place(name: str) -> _Place:
    return _Place(
        name,
        _CHANGING,
        "ER_CHECK_CONSTRAINT_NAMED_FUNCTION_IS_NOT_ALLOWED",
        "ER_CHECK_CONSTRAINT_FUNCTION_IS_NOT_ALLOWED",
        "ER_CHECK_CONSTRAINT_VARIABLES",
    )


def _generated_place(name: str) -> _Place:
    return _Place(
        name,
        _CHANGING,
        "ER_GENERATED_COLUMN_NAMED_FUNCTION_IS_NOT_ALLOWED",
        "ER_GENERATED_COLUMN_FUNCTION_IS_NOT_ALLOWED",
        "ER_DEFAULT_VAL_GENERATED_VARIABLES",
    )


def _functional_place(name: str) -> _Place:
    refused = "ER_FUNCTIONAL_INDEX_FUNCTION_IS_NOT_ALLOWED"
    return _Place(name, _CHANGING, refused, refused, refused)


def _default_place(name: str) -> _Place:
    return _Place(
        name,
        _NEVER,
        "ER_DEFAULT_VAL_GENERATED_NAMED_FUNCTION_IS_NOT_ALLOWED",
        "ER_DEFAULT_VAL_GENERATED_FUNCTION_IS_NOT_ALLOWED",
        "ER_DEFAULT_VAL_GENERATED_VARIABLES",
    )


def check_expressions(table: Table, context: StatementContext, written: tuple[CheckSyntax, ...] | None = None) -> None:
    """All expressions of a table. written: the CHECK clauses of CREATE TABLE, None for an altered table. MySQLError."""
    if context.variables.profile.version_number < _FIRST_VERSION:
        return
    for column in table.columns:
        if column.generated:
            _check(column.generated, _generated_place(column.name), table, context, _prior_to(column, table))
        elif column.default_kind is DefaultKind.EXPRESSION:
            _check(column.default_sql, _default_place(column.name), table, context, _set_before(column, table))
    for key in table.special_keys:
        for part in key.parts if key.kind == FUNCTIONAL else ():
            if part.startswith("("):
                _check(part[1:-1], _functional_place(key.name), table, context, lambda _: None)
                check_functional_type(part[1:-1], table, context)
    for number, check in enumerate(table.checks):
        clause = written[number] if written is not None else None
        _check(check.expression, _check_place(check.name), table, context, _constraint(check, clause, table))


_ColumnCheck = Callable[[str], None]


def _check(text: str, place: _Place, table: Table, context: StatementContext, check_column: _ColumnCheck) -> None:
    tree = parse_expression(text)
    for name in _functions(tree):
        if name.upper() in AGGREGATE_FUNCTIONS:
            hidden = mysql_error(place.named_function, place.name, "(null)")
            context.diagnostics.append(Diagnostic("Error", hidden.code, hidden.message))
            raise mysql_error("ER_INVALID_GROUP_FUNC_USE")
        if name in place.refused or name.startswith("`"):
            raise mysql_error(place.named_function, *(place.name, name)[: _placeholders(place.named_function)])
    if tree.find(exp.Query) is not None:
        raise mysql_error(place.function, place.name)
    if tree.find(exp.Parameter, exp.SessionParameter) is not None:
        raise mysql_error(place.variable, place.name)
    for column in tree.find_all(exp.Column):
        if isinstance(column.this, exp.Identifier):
            check_column(column.name)


def _placeholders(symbol: str) -> int:
    """A functional key's error does not name the function."""
    text: str = MESSAGES[symbol].text
    return text.count("%s")


def _functions(tree: exp.Expression) -> Iterator[str]:
    """The functions that an expression calls, under the server's names; stored ones in backticks."""
    for node in tree.walk():
        if isinstance(node, exp.Dot) and isinstance(node.expression, exp.Anonymous):
            yield f"`{node.this.name}`.`{node.expression.name}`"
        elif isinstance(node, exp.Anonymous):
            name = str(node.this)
            known = name.upper() in NATIVE_FUNCTIONS or name.upper() in AGGREGATE_FUNCTIONS
            if known or name.lower() in _CHANGING or name.upper() in _SPECIAL:
                if name.lower() != "unix_timestamp" or not node.expressions:
                    yield _NAMES.get(name.lower(), name.lower())
            elif not isinstance(node.parent, exp.Dot):
                yield f"`{name}`"
        elif isinstance(node, exp.Func) and node.sql_name().lower() in _NAMES:
            yield _NAMES[node.sql_name().lower()]


_SPECIAL = frozenset({"ROW", "BINARY", "CONTAINS", "PASSWORD"})


# --- columns that may be named --------------------------------------------------------------------------------------


def _prior_to(column: Column, table: Table) -> _ColumnCheck:
    """A generated column may read base columns, and generated ones that stand before it."""
    own = table.index_of[column.name.lower()]

    def check(name: str) -> None:
        index = table.index_of.get(name.lower())
        if index is None:
            raise mysql_error("ER_BAD_FIELD_ERROR", name, "generated column function")
        if table.columns[index].auto_increment:
            raise mysql_error("ER_GENERATED_COLUMN_REF_AUTO_INC", column.name)
        if index >= own and table.columns[index].generated:
            raise mysql_error("ER_GENERATED_COLUMN_NON_PRIOR")

    return check


def _set_before(column: Column, table: Table) -> _ColumnCheck:
    """A DEFAULT may read columns that have their value by then."""
    own = table.index_of[column.name.lower()]

    def check(name: str) -> None:
        index = table.index_of.get(name.lower())
        if index is None:
            raise mysql_error("ER_BAD_FIELD_ERROR", name, "default value expression")
        other = table.columns[index]
        if other.auto_increment:
            raise mysql_error("ER_DEFAULT_VAL_GENERATED_REF_AUTO_INC", column.name)
        if index >= own and (other.generated or other.default_kind is DefaultKind.EXPRESSION):
            raise mysql_error("ER_DEFAULT_VAL_GENERATED_NON_PRIOR", column.name)

    return check


def _constraint(check: Check, clause: CheckSyntax | None, table: Table) -> _ColumnCheck:
    node = parse_expression(check.expression).unnest()
    if isinstance(node, _NO_CONDITIONS):
        raise mysql_error("ER_NON_BOOLEAN_EXPR_FOR_CHECK_CONSTRAINT", check.name)

    def check_column(name: str) -> None:
        index = table.index_of.get(name.lower())
        if clause is not None and clause.column and clause.column.lower() != name.lower():
            raise mysql_error("ER_COLUMN_CHECK_CONSTRAINT_REFERENCES_OTHER_COLUMN", check.name)
        if index is None and clause is not None:
            raise mysql_error("ER_CHECK_CONSTRAINT_REFERS_UNKNOWN_COLUMN", check.name, name)
        if index is None:
            raise mysql_error("ER_BAD_FIELD_ERROR", name, f"check constraint {check.name} expression")
        if table.columns[index].auto_increment:
            raise mysql_error("ER_CHECK_CONSTRAINT_REFERS_AUTO_INCREMENT_COLUMN", check.name)

    return check_column
