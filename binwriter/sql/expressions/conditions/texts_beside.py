"""Texts of rows beside dates and datetimes: as what they are compared, and what is told of them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from binwriter.formats.columns.values import IncompleteDate
from binwriter.mysql.values.temporal_keys import parts_of
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.coercion import truncated
from binwriter.sql.expressions.conditions.constants import is_named, no_moment
from binwriter.sql.expressions.moments import temporal, texts
from binwriter.sql.expressions.moments.coercion import zero_date_allowed
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
