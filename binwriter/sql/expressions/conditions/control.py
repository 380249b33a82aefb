"""CASE and IF: which branch is evaluated, and the type that all branches share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlglot import exp

from binwriter.formats.records import replace
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.as_texts import to_text
from binwriter.sql.expressions.coercion import to_real
from binwriter.sql.expressions.compile import compile_expression, compiles, is_constant
from binwriter.sql.expressions.conditions import texts_beside
from binwriter.sql.expressions.conditions.branches import branch, first_that_holds, number_of_chosen, text_of_chosen
from binwriter.sql.expressions.conditions.comparison import compare, text_collation
from binwriter.sql.expressions.conditions.keys import as_values, times_among_texts
from binwriter.sql.expressions.conditions.logic import truth
from binwriter.sql.expressions.conditions.once import OnceARow, way_of
from binwriter.sql.expressions.moments.literal_moments import check_listed
from binwriter.sql.expressions.numbers import DECIMAL_MAX_SCALE
from binwriter.sql.expressions.scope import Scope
from binwriter.sql.expressions.types import (
    AVERAGE,
    DOCUMENT_COLLATION,
    NULL_TYPE,
    REAL_TYPE,
    VARIABLE_TEXT,
    Coercibility,
    CompiledExpression,
    ExprType,
    Kind,
    Row,
    chosen_literal,
    constant,
    taken,
    text_type,
)
from binwriter.sql.expressions.unify import chosen_type

NULL = constant(None, NULL_TYPE, "NULL")


@compiles(exp.Case)
def _case(node: exp.Expression, scope: Scope) -> CompiledExpression:
    subject = compile_expression(node.this, scope) if node.this is not None else None
    conditions = [compile_expression(branch.this, scope) for branch in node.args["ifs"]]
    if subject is not None:
        collation = text_collation((subject, *conditions), scope, "case")
        for branch, condition in zip(node.args["ifs"], conditions, strict=True):
            check_listed(node.this, subject.type, branch.this, condition, scope, in_case=True)
        conditions = _comparable(subject, conditions)
        subject = times_among_texts(subject, conditions)
        forgiving = texts_beside.told_by_subject(node.this, subject, scope)
        kept = None if isinstance(node.this, (exp.Column, exp.Literal)) or len(conditions) == 1 else OnceARow()
        conditions = [
            compare(
                exp.EQ,
                *_without_documents(*_as_compared(subject, condition, kept)),
                scope,
                collation=collation,
                rounds=False,
                exact=True,
                forgiving=forgiving,
            )
            for condition in conditions
        ]
        if kept is not None:
            conditions[0] = _beginning(conditions[0], kept)
    values = [compile_expression(branch.args["true"], scope) for branch in node.args["ifs"]]
    default = node.args.get("default")
    otherwise = compile_expression(default, scope) if default is not None else NULL
    return choose(conditions, values, otherwise, scope, "case")


def _as_compared(
    subject: CompiledExpression, condition: CompiledExpression, kept: OnceARow | None
) -> tuple[CompiledExpression, CompiledExpression]:
    """Neither is a constant for the other: a column of dates takes no number as its own (captured: clusters/
    numbers_beside_moments)."""
    way = way_of(subject, condition)
    subject, condition = as_values(subject, condition)
    if subject.type.kind.temporal and condition.type.numeric:
        condition = replace(condition, constant=False)
    return subject if kept is None else kept.kept(subject, way), condition


def _beginning(first: CompiledExpression, kept: OnceARow) -> CompiledExpression:
    inner = first.eval

    def evaluate(context: StatementContext, row: Row) -> Any:
        kept.begin(context)
        return inner(context, row)

    return replace(first, eval=evaluate)


_NUMBERS = (Kind.INT, Kind.DECIMAL, Kind.REAL)


def _comparable(subject: CompiledExpression, conditions: Sequence[CompiledExpression]) -> list[CompiledExpression]:
    """The subject says as what CASE compares: a text with moments as texts; a moment looks at the texts beside it in
    each row (captured: clusters/cases_of_moments)."""
    if subject.type.kind is Kind.STRING:
        return [_shown(one, subject.type.collation) if one.type.kind.temporal else one for one in conditions]
    if not subject.type.kind.temporal:
        return list(conditions)
    return list(map(texts_beside.asked_in_rows, conditions))


def _shown(moment: CompiledExpression, collation: int) -> CompiledExpression:
    own, inner = moment.type, moment.eval
    type_ = text_type(own.length, collation, Coercibility.IMPLICIT)
    return replace(moment, type=type_, eval=lambda context, row: to_text(inner(context, row), own))


def _without_documents(
    subject: CompiledExpression, condition: CompiledExpression
) -> tuple[CompiledExpression, CompiledExpression]:
    """CASE compares a document with a text as its text, with a number as its number; = does otherwise.

    Captured: clusters/cases_of_documents.
    """
    one, two = subject.type.kind is Kind.JSON, condition.type.kind is Kind.JSON
    if one == two:
        return subject, condition
    return (_plain(subject, condition), condition) if one else (subject, _plain(condition, subject))


def _plain(document: CompiledExpression, other: CompiledExpression) -> CompiledExpression:
    own = document.type
    if other.type.kind in _NUMBERS:
        return replace(
            document,
            type=replace(REAL_TYPE, source=own.source),
            eval=lambda context, row: to_real(document.eval(context, row), own, context),
        )
    if other.type.kind is Kind.STRING:
        return replace(
            document,
            type=replace(own, kind=Kind.STRING, collation=DOCUMENT_COLLATION, coercibility=Coercibility.IMPLICIT),
            eval=lambda context, row: to_text(document.eval(context, row), own),
        )
    return document


@compiles(exp.If)
def _if(node: exp.Expression, scope: Scope) -> CompiledExpression:
    condition = compile_expression(node.this, scope)
    value = compile_expression(node.args["true"], scope)
    otherwise = compile_expression(node.args["false"], scope) if node.args.get("false") is not None else NULL
    return choose([condition], [value], otherwise, scope, "if")


def _as_its_columns(type_: ExprType, parts: Sequence[CompiledExpression]) -> ExprType:
    """A number is asked of the chosen one itself; all of them go by the first."""
    texts = [part.type for part in parts if part.type.kind is not Kind.NULL]
    first = texts[0]
    if len({(text.of_column, text.computed, text.column) for text in texts}) > 1:
        return type_
    return replace(
        type_,
        of_column=first.of_column,
        computed=first.computed,
        column=first.column,
        padded=first.padded,
        unquestioned=first.unquestioned,
    )


def choose(
    conditions: Sequence[CompiledExpression],
    values: Sequence[CompiledExpression],
    otherwise: CompiledExpression,
    scope: Scope,
    name: str,
) -> CompiledExpression:
    """The value of the first condition that holds, else `otherwise`; no other value is evaluated.

    A DECIMAL keeps the digits of the chosen branch: CASE WHEN 1 THEN 1 ELSE 2.50 END is 1.
    """
    values, otherwise = [taken(value, chosen_literal) for value in values], taken(otherwise, chosen_literal)
    type_ = chosen_type((*values, otherwise), scope, name)
    if type_.kind is Kind.DECIMAL and type_.scale == DECIMAL_MAX_SCALE:  # for a user variable, whose digits stay too
        type_ = replace(type_, source=VARIABLE_TEXT)
    type_ = replace(type_, zeros=0) if type_.zeros else type_
    if type_.kind is Kind.STRING and not scope.context.variables.behaviour.tells_of_functions:
        type_ = _as_its_columns(type_, (*values, otherwise))
    tests, parts = [truth(condition) for condition in conditions], (*values, otherwise)
    made = CompiledExpression(
        type_,
        first_that_holds(tests, [branch(part, type_) for part in parts]),
        f"{name}({','.join(part.text for part in (*conditions, *parts))})",
        is_constant(*conditions, *parts),
        as_text=text_of_chosen(tests, parts, type_),
        as_number=number_of_chosen(tests, parts, type_),
    )
    if not any(part.type.source == AVERAGE for part in parts):
        return made
    from binwriter.sql.expressions import decimal_buffers  # seldom needed

    return decimal_buffers.chosen_average(made, parts)
