"""AND, OR, XOR, NOT in three-valued logic, parentheses, IS, columns, row constructors and aliases."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from typing import Any

import sqlglot
from sqlglot import exp

from binwriter.formats.columns.values import IncompleteDate, JsonDocument, JsonInteger
from binwriter.formats.constants import ColumnType
from binwriter.formats.records import replace
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.coercion import to_bool
from binwriter.sql.expressions.compile import compile_expression, compile_operand, compiles, is_constant
from binwriter.sql.expressions.conditions import once, resolved
from binwriter.sql.expressions.conditions.chains import operands
from binwriter.sql.expressions.scope import Scope
from binwriter.sql.expressions.types import BOOL_TYPE, CompiledExpression, Kind, Row
from binwriter.sql.text.meta_keys import DECLARED

# calls without brackets, some of which the parser takes for columns; the registry of functions fills it
BARE_CALLS: set[str] = set()

Truth = Callable[[StatementContext, Row], "bool | None"]


def asked(compiled: CompiledExpression, scope: Scope, node: exp.Expression | None = None) -> Truth:
    """The expression as a condition of a statement; a document is compared with 0, which a server warns of (3986). A
    constant text is made a number once, wherever it stands (captured: clusters/constants_as_conditions).

    node: its tree; what is constant is asked for once then, as its names are resolved (captured:
    clusters/conditions_asked_once).
    """
    if node is not None and compiled.constant and resolved.is_resolved(compiled, node, scope):
        return resolved.answered(compiled, truth(compiled), node, scope)
    if compiled.type.kind is Kind.STRING and once.may_be_kept(compiled, scope):
        return once.asked_once(replace(compiled, eval=truth(compiled)))
    if compiled.type.kind is not Kind.JSON or not scope.context.variables.behaviour.compares_documents:
        return truth(compiled)
    scope.context.warn("ER_IMPLICIT_COMPARISON_FOR_JSON")
    evaluate = compiled.eval

    def test(context: StatementContext, row: Row) -> bool | None:
        value = evaluate(context, row)
        return None if value is None else not _is_zero(value)

    return test


def _is_zero(document: JsonDocument) -> bool:
    root = document.root.value if isinstance(document.root, JsonInteger) else document.root
    return isinstance(root, (int, float, Decimal)) and not isinstance(root, bool) and root == 0


def truth(compiled: CompiledExpression) -> Truth:
    """The expression as a condition: True, False or None for unknown. A document is the number that it is cast to."""
    evaluate, type_ = compiled.eval, compiled.type

    def test(context: StatementContext, row: Row) -> bool | None:
        value = evaluate(context, row)
        return value != 0 if type(value) is int else to_bool(value, type_, context)

    return test


@compiles(exp.And, exp.Or)
def _and_or(node: exp.Expression, scope: Scope) -> CompiledExpression:
    parts = operands(node, type(node))
    deciding = isinstance(node, exp.Or)  # the value that settles the whole: TRUE for OR, FALSE for AND
    joined: list[CompiledExpression] = []
    tests: list[Truth] = []
    settled = False  # by a constant: those behind it are not asked for
    for part in parts:
        joined.append(operand := compile_expression(part, scope))
        is_asked = operand.constant and not settled and resolved.is_resolved(operand, part, scope)
        tests.append(test := asked(operand, scope, part if is_asked else None))
        settled |= is_asked and test(scope.context, ()) is deciding

    stops = not deciding and _decides(node)
    if stops and any(type(part) is exp.EQ or type(part) is exp.Paren for part in parts) and _is_of_rows(node):
        from binwriter.sql.expressions.conditions.equal_first import asked_first  # late: few short runs join conditions

        tests = asked_first(parts, tests, scope)

    def evaluate(context: StatementContext, row: Row) -> int | None:
        unknown = False
        for test in tests:
            answer = test(context, row)
            if answer is None:
                if stops:
                    return None
                unknown = True
            elif answer is deciding:
                return int(deciding)
        return None if unknown else int(not deciding)

    word = " or " if deciding else " and "
    text = "(" + word.join(operand.text for operand in joined) + ")"
    return CompiledExpression(BOOL_TYPE, evaluate, text, is_constant(*joined))


def _decides(node: exp.Expression) -> bool:
    """Whether unknown is as good as false there: WHERE, ON and HAVING as a whole, the condition of IF(), and what AND
    and OR put together to these (captured: clusters/conditions_that_are_unknown)."""
    inner: exp.Expr = node
    around = node.parent
    while isinstance(around, (exp.Paren, exp.And, exp.Or)):
        inner, around = around, around.parent
    if isinstance(around, exp.Join):
        return inner is around.args.get("on")
    if isinstance(around, exp.If):
        return inner is around.this and not isinstance(around.parent, exp.Case)
    return isinstance(around, (exp.Where, exp.Having))


def _is_of_rows(node: exp.Expression) -> bool:
    """Whether WHERE or ON asks it of rows: no HAVING, no IF()."""
    around = node.parent
    while isinstance(around, (exp.Paren, exp.And, exp.Or)):
        around = around.parent
    return isinstance(around, (exp.Where, exp.Join))


@compiles(exp.Xor)
def _xor(node: exp.Expression, scope: Scope) -> CompiledExpression:
    left, right = compile_expression(node.this, scope), compile_expression(node.expression, scope)
    if scope.context.variables.behaviour.conditions_are_integers:
        from binwriter.sql.expressions.conditions.whole_numbers import integer_of  # of older servers alone

        left, right = integer_of(left), integer_of(right)
    first, second = (
        once.asked_once(replace(operand, eval=truth(operand)))
        if once.is_kept(node, operand, scope)
        else asked(operand, scope)
        for operand in (left, right)
    )

    def evaluate(context: StatementContext, row: Row) -> int | None:
        one = first(context, row)
        two = second(context, row) if one is not None else None
        return None if one is None or two is None else int(one != two)

    return CompiledExpression(BOOL_TYPE, evaluate, f"({left.text} xor {right.text})", is_constant(left, right))


@compiles(exp.Not)
def _not(node: exp.Expression, scope: Scope) -> CompiledExpression:
    operand = compile_expression(node.this, scope)
    return negated(operand, scope)


def negated(operand: CompiledExpression, scope: Scope) -> CompiledExpression:
    """NOT operand."""
    test = asked(operand, scope)

    def evaluate(context: StatementContext, row: Row) -> int | None:
        answer = test(context, row)
        return None if answer is None else int(not answer)

    return CompiledExpression(BOOL_TYPE, evaluate, f"(not {operand.text})", operand.constant)


def _means_last_insert_id(node: exp.Expression, scope: Scope) -> bool:
    """WHERE auto_increment_column IS NULL under sql_auto_is_null (MySQL manual, that variable)."""
    context = scope.context
    if not context.last_insert_id or scope.clause != "where clause" or not context.variables.settings.sql_auto_is_null:
        return False
    place = scope.place_of(node)
    if place is None or _is_outer(node, scope.sources[place[0]].alias):
        return False
    column = scope.sources[place[0]].columns[place[1]].column
    return column is not None and column.auto_increment


def _is_outer(node: exp.Expression, alias: str) -> bool:
    """Whether rows of the table may be missing in an outer join (captured: captured-old/5.1.54/outer_joins_mixed)."""
    statement = node.find_ancestor(exp.Select, exp.Update, exp.Delete)
    for join in statement.find_all(exp.Join) if statement is not None else ():
        is_joined = join.this.alias_or_name.lower() == alias.lower()
        if join.args.get("side") == ("LEFT" if is_joined else "RIGHT"):
            return True
    return False


_ZERO_DATE = IncompleteDate()


def _means_zero_date(node: exp.Expression, scope: Scope) -> bool:
    """`column IS NULL`, as a condition of WHERE that has to hold, of a NOT NULL DATE or DATETIME: what ODBC cannot show
    (MySQL manual, "Comparison Functions and Operators", IS NULL)."""
    if scope.clause != "where clause" or not isinstance(node.this, exp.Column):
        return False
    parent = node.parent
    while isinstance(parent, (exp.And, exp.Paren)):
        parent = parent.parent
    place = scope.place_of(node.this)
    if place is None or not isinstance(parent, exp.Where):
        return False
    stored = scope.sources[place[0]].columns[place[1]].column
    wanted = (ColumnType.DATE, ColumnType.DATETIME2)
    return stored is not None and not stored.spec.nullable and stored.spec.type in wanted


@compiles(exp.Is)
def _is(node: exp.Expression, scope: Scope) -> CompiledExpression:
    operand = compile_expression(node.this, scope)
    if isinstance(node.expression, exp.Null) and _means_last_insert_id(node.this, scope):
        made = exp.EQ(this=node.this.copy(), expression=exp.Anonymous(this="LAST_INSERT_ID"))
        return compile_expression(made, scope)
    if isinstance(node.expression, exp.Null):
        from binwriter.sql.expressions.conditions.never_null import answers_not_null, is_not_looked_at  # seldom needed

        value = operand.eval
        if _means_zero_date(node, scope):
            return CompiledExpression(
                BOOL_TYPE,
                lambda context, row: int(value(context, row) in (None, _ZERO_DATE)),
                f"({operand.text} is null)",
            )
        if is_not_looked_at(node.this, node, scope):
            return CompiledExpression(BOOL_TYPE, lambda context, row: 0, f"({operand.text} is null)", operand.constant)
        bare_column = isinstance(node.this, exp.Column)
        is_asked_once = operand.constant and not isinstance(node.this, exp.Literal)
        if is_asked_once and once.is_kept(node, operand, scope, anywhere=not answers_not_null(node, scope)):
            text = f"({operand.text} is null)"
            return CompiledExpression(BOOL_TYPE, resolved.null_of(operand, node, scope), text, operand.constant)

        def is_null(context: StatementContext, row: Row) -> int:
            zone_used = context.facts.uses_time_zone
            null = value(context, row) is None
            if bare_column:  # a server looks at the NULL bit and does not convert a TIMESTAMP
                context.facts.uses_time_zone = zone_used
            return int(null)

        return CompiledExpression(
            BOOL_TYPE,
            is_null,
            f"({operand.text} is null)",
            operand.constant,
        )
    wanted, test = bool(node.expression.this), asked(operand, scope)
    text = f"({operand.text} is {str(wanted).lower()})"
    return CompiledExpression(BOOL_TYPE, lambda context, row: int(test(context, row) is wanted), text, operand.constant)


@compiles(exp.Paren)
def _parentheses(node: exp.Expression, scope: Scope) -> CompiledExpression:
    return compile_operand(node.this, scope)


@compiles(exp.Alias)
def _alias(node: exp.Expression, scope: Scope) -> CompiledExpression:
    return compile_operand(node.this, scope)


@compiles(exp.Column)
def _column(node: exp.Expression, scope: Scope) -> CompiledExpression:
    name, table, schema = node.name, node.text("table") or None, node.text("db") or None
    if table is None:
        alias = scope.row_aliases.get(name.lower())
        if alias is not None and (scope.aliases_first or not scope.has(name)):
            return compile_expression(alias, scope.within(scope.clause, row_aliases={}))
        if name.upper() in BARE_CALLS and not node.this.args.get("quoted"):
            return compile_operand(sqlglot.exp.Anonymous(this=name), scope)
    names = scope.context.program_names
    if names is not None and table is None and (declared := names.declared(name)) is not None:
        node.meta[DECLARED] = declared
    return scope.column(name, table, schema)


@compiles(exp.Tuple)
def _row_constructor(node: exp.Expression, scope: Scope) -> CompiledExpression:
    return row_constructor(tuple(compile_operand(part, scope) for part in node.expressions))


def row_constructor(items: tuple[CompiledExpression, ...]) -> CompiledExpression:
    """(a, b) or ROW(a, b); a single one is just the expression."""
    if len(items) == 1:
        return items[0]
    text = "(" + ",".join(item.text for item in items) + ")"
    return CompiledExpression(BOOL_TYPE, _no_value, text, is_constant(*items), items)


def _no_value(context: StatementContext, row: Row) -> Any:
    raise mysql_error("ER_OPERAND_COLUMNS", 1)
