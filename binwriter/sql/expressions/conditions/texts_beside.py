"""Texts of rows beside dates and datetimes: as what they are compared, and what is told of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from sqlglot import exp

from binwriter.formats.columns.values import IncompleteDate
from binwriter.formats.records import replace
from binwriter.mysql.values.temporal_keys import parts_of
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.coercion import truncated
from binwriter.sql.expressions.conditions.constants import (
    is_named,
    named_without_moment,
    no_moment,
    without_moment,
)
from binwriter.sql.expressions.moments import temporal, texts
from binwriter.sql.expressions.moments.coercion import zero_date_allowed
from binwriter.sql.expressions.moments.literal_moments import name_of
from binwriter.sql.expressions.scope import Scope
from binwriter.sql.expressions.types import CompiledExpression, Kind

Key = Callable[[StatementContext, Any], Any]


def keys_of(
    left: CompiledExpression,
    right: CompiledExpression,
    scope: Scope,
    keyed: Callable[[Key], Key],
    *,
    cut: bool,
) -> tuple[Key, Key]:
    """The keys of a moment and of a row's text. keyed: that of moments, by what a text means that is none. cut: a text
    beside a date is one."""
    is_left = left.type.kind is Kind.STRING
    beside, text = (right, left) if is_left else (left, right)
    casts = scope.context.variables.behaviour.casts_texts
    names = scope.clause == "where clause" and not text.type.member
    names = names and (scope.of_change if casts else beside.type.kind is Kind.DATETIME)
    forgiving = partial(no_moment, beside, names)
    own = keyed(forgiving)
    if not casts or beside.type.kind not in (Kind.DATE, Kind.DATETIME) or not (cut or names):
        return own, own
    by_text = text_key(beside, own, forgiving, cut=cut and beside.type.kind is Kind.DATE, names=names)
    return (by_text, own) if is_left else (own, by_text)


Told = Callable[[StatementContext, Any], tuple[int, ...]]


def told_by_name(
    nodes: Sequence[exp.Expression], parts: Sequence[CompiledExpression], scope: Scope, *, names_all: bool = True
) -> Told | None:
    """What a text means beside dates or datetimes that is no moment, where NULLIF or a list compares them; a DATETIME
    goes before a DATE. None where there are not both. names_all: also a moment that is no column has a name, that which
    it is written by; else what is told has none."""
    if not scope.context.variables.behaviour.casts_texts or not any(part.type.kind is Kind.STRING for part in parts):
        return None
    moments = [
        (part.type.kind, node, part)
        for node, part in zip((node.unnest() for node in nodes), parts, strict=True)
        if part.type.kind in (Kind.DATE, Kind.DATETIME)
    ]
    if not moments:
        return None
    kind, node, part = max(moments, key=lambda moment: moment[0] is Kind.DATETIME)
    if isinstance(node, exp.Column):
        return partial(named_without_moment, name_of(node, scope) or node.name, kind)
    if names_all:
        return partial(named_without_moment, part.text, kind)
    return partial(no_moment, replace(part, constant=True), False)


def told_by_subject(node: exp.Expression, subject: CompiledExpression, scope: Scope) -> Told | None:
    """What a text that is none means beside the moment that CASE is of: its column is named, and the row; what is no
    column is not."""
    kind = subject.type.kind
    if kind not in (Kind.DATE, Kind.DATETIME) or not scope.context.variables.behaviour.casts_texts:
        return None
    if isinstance(column := node.unnest(), exp.Column):
        return partial(named_without_moment, name_of(column, scope) or column.name, kind)
    return partial(no_moment, replace(subject, constant=True), False)


def asked_in_rows(part: CompiledExpression) -> CompiledExpression:
    """A constant text that is looked at in each row."""
    return replace(part, constant=False) if part.type.kind is Kind.STRING and part.constant else part


def told_of_list(nodes: Sequence[exp.Expression], parts: Sequence[CompiledExpression], scope: Scope) -> Told | None:
    """The same for IN with a list; the first of the parts is the operand. A text that is looked for becomes a moment
    once for a row, or a number where the list has one."""
    if parts[0].type.kind is not Kind.STRING:
        pairs = zip(nodes, parts, strict=True)
        known = [
            (node, part)
            for node, part in pairs
            if isinstance(node.unnest(), exp.Column) or part.type.kind not in (Kind.DATE, Kind.DATETIME)
        ]
        return told_by_name([node for node, _ in known], [part for _, part in known], scope)
    told = told_by_name(nodes, parts, scope, names_all=False)
    if told is None:
        return None
    if any(part.type.kind in (Kind.INT, Kind.DECIMAL, Kind.REAL) for part in parts):
        return without_moment
    place = f"list {id(nodes[0])}"

    def once(context: StatementContext, text: Any) -> tuple[int, ...]:
        asked = (context.row_number, text)
        if context.folded.get(place) == asked:
            return without_moment(context, text)
        context.folded[place] = asked
        return told(context, text)

    return once


def text_key(beside: CompiledExpression, otherwise: Key, forgiving: Key, *, cut: bool, names: bool) -> Key:
    """The key of a row's texts beside dates or datetimes; what stands behind a date is told (captured:
    clusters/texts_beside_dates). otherwise: the key of what is no text; forgiving: what a text means that is no moment;
    cut: beside a date their time does not count, but in the WHERE of an UPDATE or DELETE of one table; names: see
    `no_moment`."""

    def key(context: StatementContext, value: Any) -> Any:
        if not isinstance(value, (str, bytes)):
            return otherwise(context, value)
        text = value if isinstance(value, str) else value.decode("utf-8", "replace")
        read = texts.datetime_in(text, context)
        moment = temporal.moment_of(read)
        if moment is None or (isinstance(moment, IncompleteDate) and not zero_date_allowed(moment, context)):
            return forgiving(context, value)
        if read.problem and not is_named(context, beside, text, names=names):
            has_time = beside.type.kind is Kind.DATETIME and read.kind == "datetime"
            truncated(context, "datetime" if has_time else "date", text)
        texts.warn_delimiters(context, text, read)
        local = texts.local(moment, context)
        return parts_of(temporal.date_of(local) if cut else local)

    return key
