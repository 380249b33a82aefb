"""The expressions of a table definition: what CHECK constraints, generated columns and DEFAULTs may say.

Source: MySQL manual, "CHECK Constraints", "CREATE TABLE and Generated Columns", "Data Type Default Values"; which error
comes for what as a 9.7.4 gives it (tests/golden/scenarios/table_expressions_*.scn).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import zip_longest

from sqlglot import exp

from binwriter.catalog.limits import check_length
from binwriter.catalog.tables import Check, Column, DefaultKind, Table
from binwriter.errors import MySQLError
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.constants import ColumnType
from binwriter.formats.records import dataclass
from binwriter.mysql.messages.table import MESSAGES, Diagnostic, mysql_error
from binwriter.sql.context import StatementContext
from binwriter.sql.ddl.table import compared_constants, counted_constants, elements
from binwriter.sql.ddl.table.functional_keys import FUNCTIONAL
from binwriter.sql.functions import loadable
from binwriter.sql.syntax.table import CheckSyntax, ColumnSyntax
from binwriter.sql.text.trees import parse_expression
from binwriter.sql.types import Place, Role, columns_in, function_of, is_condition


@dataclass(frozen=True)
class _Place:
    """Where an expression stands. name: what its errors name; then the errors of each kind."""

    name: str
    place: Place
    named_function: str
    function: str
    variable: str


def _check_place(name: str) -> _Place:
    return _Place(
        name,
        Place.CHECK,
        "ER_CHECK_CONSTRAINT_NAMED_FUNCTION_IS_NOT_ALLOWED",
        "ER_CHECK_CONSTRAINT_FUNCTION_IS_NOT_ALLOWED",
        "ER_CHECK_CONSTRAINT_VARIABLES",
    )


def _generated_place(name: str) -> _Place:
    return _Place(
        name,
        Place.GENERATED,
        "ER_GENERATED_COLUMN_NAMED_FUNCTION_IS_NOT_ALLOWED",
        "ER_GENERATED_COLUMN_FUNCTION_IS_NOT_ALLOWED",
        "ER_DEFAULT_VAL_GENERATED_VARIABLES",
    )


def refuse_key_part(text: str, name: str, context: StatementContext) -> None:
    """The same of a key on an expression."""
    if context.variables.behaviour.checks_expressions:
        _refuse_expression(text, _functional_place(name), context)


def _functional_place(name: str) -> _Place:
    refused = "ER_FUNCTIONAL_INDEX_FUNCTION_IS_NOT_ALLOWED"
    return _Place(name, Place.KEY, refused, refused, "ER_DEFAULT_VAL_GENERATED_VARIABLES")


def _default_place(name: str) -> _Place:
    return _Place(
        name,
        Place.DEFAULT,
        "ER_DEFAULT_VAL_GENERATED_NAMED_FUNCTION_IS_NOT_ALLOWED",
        "ER_DEFAULT_VAL_GENERATED_FUNCTION_IS_NOT_ALLOWED",
        "ER_DEFAULT_VAL_GENERATED_VARIABLES",
    )


def check_expressions(table: Table, context: StatementContext, written: tuple[CheckSyntax, ...] | None = None) -> None:
    """All expressions of a table. written: the CHECK clauses of CREATE TABLE, None for an altered table. MySQLError."""
    if not context.variables.behaviour.checks_expressions:
        _check_generated_before_8(table, context)
        return
    for column in table.columns:
        if column.generated:
            _check(column.generated, _generated_place(column.name), table, context, _prior_to(column, table))
    for column in table.columns:
        if column.default_kind is DefaultKind.EXPRESSION:
            _check(column.default_sql, _default_place(column.name), table, context, _set_before(column, table))
    for key in table.special_keys:
        for part in key.parts if key.kind == FUNCTIONAL else ():
            if part.startswith("("):
                _check(part[1:-1], _functional_place(key.name), table, context, _no_counter(key.name, table))
    for number, check in enumerate(table.checks):
        clause = written[number] if written is not None else None
        _check(check.expression, _check_place(check.name), table, context, _constraint(check, clause, table))


def _check_generated_before_8(table: Table, context: StatementContext) -> None:
    """The one kind of expression that 5.7 knows, which has one error for all that it does not take (captured:
    5.7.18/generated_refused_statement)."""
    refused = "ER_GENERATED_COLUMN_FUNCTION_IS_NOT_ALLOWED"
    for column in table.columns:
        if not column.generated:
            continue
        tree = parse_expression(column.generated)
        if any(_is_aggregate(node, context) for node in tree.walk()):
            raise mysql_error("ER_INVALID_GROUP_FUNC_USE")
        if isinstance(tree.unnest(), exp.Tuple):
            raise mysql_error(refused, column.name)
        _check_functions(tree, _Place(column.name, Place.GENERATED, refused, refused, refused), table, context)
        for node in columns_in(tree):
            _prior_to(column, table)(node.name)


def _is_aggregate(node: exp.Expr, context: StatementContext) -> bool:
    function = function_of(node, context.variables.profile.version_number)
    return function is not None and function.role is Role.AGGREGATE


def refuse_generated(text: str, name: str, context: StatementContext) -> None:
    """What the parser refuses of a generated column's expression: functions, queries, variables, rows. MySQLError."""
    _refuse_expression(text, _generated_place(name), context)


def refuse_default(text: str, name: str, context: StatementContext) -> None:
    """The same of a DEFAULT's expression."""
    _refuse_expression(text, _default_place(name), context)


def _refuse_expression(text: str, place: _Place, context: StatementContext) -> None:
    tree = parse_expression(text)
    _check_functions(tree, place, None, context)
    if isinstance(tree.unnest(), exp.Tuple):
        raise mysql_error(_ROW_VALUES[place.place], place.name)


def refuse_checks(
    names: Iterable[tuple[str, str]],
    context: StatementContext,
    written: Iterable[CheckSyntax] = (),
    columns: Iterable[ColumnSyntax] = (),
) -> None:
    """The same of CHECK constraints, by name and expression, which must be conditions; one of a column reads no other.
    written: the clauses. columns: all that there are, if that is known."""
    known = {column.name.lower() for column in columns}
    conditions: list[tuple[str, exp.Expression]] = []
    if not context.variables.behaviour.checks_expressions:
        return
    for (name, text), clause in zip_longest(names, written):
        tree = parse_expression(text)
        check_length(name)
        if clause is not None and clause.column:
            _refuse_others(tree, clause.column, name)
        if not is_condition(tree):
            raise mysql_error("ER_NON_BOOLEAN_EXPR_FOR_CHECK_CONSTRAINT", name)
        _check_functions(tree, _check_place(name), None, context)
        conditions.append((name, tree))
    for name, tree in conditions if known else ():
        for node in columns_in(tree):
            if node.name.lower() not in known:
                raise mysql_error("ER_CHECK_CONSTRAINT_REFERS_UNKNOWN_COLUMN", name, node.name)


def _refuse_others(tree: exp.Expression, column: str, name: str) -> None:
    if any(node.name.lower() != column.lower() for node in columns_in(tree)):
        raise mysql_error("ER_COLUMN_CHECK_CONSTRAINT_REFERENCES_OTHER_COLUMN", name)


_KINDS = {
    Place.CHECK: "CHECK CONSTRAINT",
    Place.DEFAULT: "DEFAULT EXPRESSION",
    Place.GENERATED: "GENERATED COLUMN",
    Place.KEY: "GENERATED COLUMN",
}
_ROW_VALUES = {
    Place.DEFAULT: "ER_DEFAULT_VAL_GENERATED_ROW_VALUE",
    Place.GENERATED: "ER_GENERATED_COLUMN_ROW_VALUE",
    Place.KEY: "ER_FUNCTIONAL_INDEX_ROW_VALUE_IS_NOT_ALLOWED",
}
_ColumnCheck = Callable[[str], None]


def _check(text: str, place: _Place, table: Table, context: StatementContext, check_column: _ColumnCheck) -> None:
    tree = parse_expression(text)
    _check_functions(tree, place, table, context)
    if isinstance(tree.unnest(), exp.Tuple):
        raise mysql_error(_ROW_VALUES[place.place], place.name)
    if place.place is not Place.KEY:  # whose own check has said what it may be of
        elements.refuse_arrays_in(tree)
    for column in columns_in(tree):
        _refuse_vector(column.name, place, table, context)
        check_column(column.name)
    compared_constants.refuse_constants(tree, lambda name: _spec(table, name), context)
    counted_constants.refuse_counts(tree, place.place, place.name, table, context)


def _spec(table: Table, name: str) -> ColumnSpec | None:
    index = table.index_of.get(name.lower())
    return None if index is None else table.columns[index].spec


def _check_functions(tree: exp.Expr, place: _Place, table: Table | None, context: StatementContext) -> None:
    """table: None before it is there."""
    if (window := tree.find(exp.Window)) is not None:
        hidden = _refusal(place, "(null)")
        context.diagnostics.append(Diagnostic("Error", hidden.code, hidden.message))
        raise mysql_error("ER_WINDOW_INVALID_WINDOW_FUNC_USE", window.this.name.lower())
    for node in tree.walk():
        function = function_of(node, context.variables.profile.version_number)
        if function is None:
            _refuse_stored(node, place, '"' if context.has_mode("ANSI_QUOTES") else "`")
        elif function.role in (Role.AGGREGATE, Role.GROUPING):
            hidden = _refusal(place, "(null)")
            context.diagnostics.append(Diagnostic("Error", hidden.code, hidden.message))
            raise mysql_error("ER_INVALID_GROUP_FUNC_USE")
        elif function.internal:
            raise mysql_error("ER_NO_ACCESS_TO_NATIVE_FCT", function.name)
        elif place.place in function.barred:
            raise _refusal(place, function.shown_name)
        elif function.name == "DEFAULT" and table is not None:
            _check_default(node, table)
    if tree.find(exp.Query) is not None:
        raise mysql_error(place.function, place.name)
    if tree.find(exp.Parameter, exp.SessionParameter) is not None:
        raise mysql_error(place.variable, place.name)


def _refuse_vector(name: str, place: _Place, table: Table, context: StatementContext) -> None:
    """ER_INCORRECT_TYPE: no expression of a definition reads a VECTOR (captured: dialogues/maintained)."""
    index = table.index_of.get(name.lower())
    if index is None or table.columns[index].spec.type is not ColumnType.VECTOR:
        return
    if place.place is not Place.KEY:
        hidden = _refusal(place, "(null)")
        context.diagnostics.append(Diagnostic("Error", hidden.code, hidden.message))
    raise mysql_error("ER_INCORRECT_TYPE", table.columns[index].name, _KINDS[place.place])


def _check_default(node: object, table: Table) -> None:
    """DEFAULT(column) is known where the column has a default."""
    named = node.expressions[0].name if isinstance(node, exp.Anonymous) and node.expressions else ""
    index = table.index_of.get(named.lower())
    if index is None:
        return
    column = table.columns[index]
    if column.default_kind is DefaultKind.EXPRESSION:
        raise mysql_error("ER_DEFAULT_AS_VAL_GENERATED")
    if column.default_kind is DefaultKind.NONE and not column.spec.nullable and not column.auto_increment:
        raise mysql_error("ER_NO_DEFAULT_FOR_FIELD", column.name)


def _refusal(place: _Place, name: str | None) -> MySQLError:
    """The error for a function; a functional key's does not name it."""
    if name is None:
        return mysql_error(place.function, place.name)
    return mysql_error(place.named_function, *(place.name, name)[: MESSAGES[place.named_function].text.count("%")])


def _refuse_stored(node: object, place: _Place, quote: str) -> None:
    """No place takes a stored function, or one of a component. quote: around names, by sql_mode."""
    if isinstance(node, exp.Dot) and isinstance(node.expression, exp.Anonymous):
        raise _refusal(place, f"{quote}{node.this.name}{quote}.{quote}{node.expression.name}{quote}")
    if isinstance(node, exp.Anonymous) and node.name.upper() not in _WORDS:
        is_loadable = node.name.upper() in loadable.LOADABLE
        raise _refusal(place, node.name if is_loadable else f"{quote}{node.this}{quote}")


_WORDS = frozenset({"ROW", "BINARY", "CONTAINS"})  # what looks like a call and is none


# --- columns that may be named --------------------------------------------------------------------------------------


def _no_counter(key: str, table: Table) -> _ColumnCheck:
    def check(name: str) -> None:
        if table.columns[table.index_of[name.lower()]].auto_increment:
            raise mysql_error("ER_FUNCTIONAL_INDEX_REF_AUTO_INCREMENT", key)

    return check


def _prior_to(column: Column, table: Table) -> _ColumnCheck:
    """A generated column may read base columns, and those with an expression of their own that stand before it."""
    own = table.index_of[column.name.lower()]

    def check(name: str) -> None:
        index = table.index_of.get(name.lower())
        if index is None:
            raise mysql_error("ER_BAD_FIELD_ERROR", name, "generated column function")
        if table.columns[index].auto_increment:
            raise mysql_error("ER_GENERATED_COLUMN_REF_AUTO_INC", column.name)
        other = table.columns[index]
        if index >= own and (other.generated or other.default_kind is DefaultKind.EXPRESSION):
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
    if not is_condition(parse_expression(check.expression)):
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
