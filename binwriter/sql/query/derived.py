"""Derived tables, views and CTEs in FROM: what their queries' rows are as those of a table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any

from binwriter.formats.records import replace
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.copied_moments import is_instant
from binwriter.sql.expressions.moments.timezone import session_zone
from binwriter.sql.expressions.scope import CompiledQuery, KeptRows, Source, SourceColumn
from binwriter.sql.expressions.types import ExprType, Kind, Row, plain_bytes
from binwriter.sql.query.ordering import kept_rows

# the rows of one source for the current outer row
RowReader = Callable[[StatementContext, Sequence[Any]], Iterable[Sequence[Any]]]


def columns_of_query(query: CompiledQuery, titles: Sequence[str], kept: KeptRows) -> tuple[SourceColumn, ...]:
    """kept: what they are where its rows are kept. ER_VIEW_WRONG_LIST (1353) if the list of names has more or fewer
    than the query."""
    if len(titles) != len(query.columns):
        raise mysql_error("ER_VIEW_WRONG_LIST")
    is_merged = getattr(query, "may_be_merged", False)
    return tuple(
        SourceColumn(
            name,
            _as_column(type_, None if is_merged else name),
            _moment if is_merged and is_instant(type_) else None,
            made_by=(query, index),
            kept=kept,
        )
        for index, (name, (_, type_)) in enumerate(zip(titles, query.columns, strict=True))
    )


def _as_column(type_: ExprType, kept_as: str | None) -> ExprType:
    """kept_as: its name where the rows are kept, by which a document is told of."""
    if kept_as is not None and type_.kind is Kind.JSON:
        type_ = replace(type_, source=kept_as)
    return replace(type_, sent_bare=False) if type_.sent_bare else type_


def _moment(context: StatementContext, value: Any) -> Any:
    """A TIMESTAMP of a query that is merged: who reads it asks for the zone (captured: zones_of_merged_views)."""
    if value is not None:
        session_zone(context)
    return value


def derived_source(
    alias: str,
    query: CompiledQuery,
    kept: KeptRows,
    names: Sequence[str] = (),
    view: tuple[str, str] | None = None,
    *,
    stored: bool = False,
) -> tuple[Source, RowReader]:
    """A derived table, view or CTE: its rows are made once for each run of the query around it.

    kept: see `columns_of_query`. stored: its view asks for a table of its own. ER_DUP_FIELDNAME (1060) if two columns
    have one name.
    """
    titles = list(names) or [name for name, _ in query.columns]
    seen: set[str] = set()
    for title in titles:
        if title.lower() in seen:
            raise mysql_error("ER_DUP_FIELDNAME", title)
        seen.add(title.lower())
    columns = columns_of_query(query, titles, kept)
    is_merged = getattr(query, "may_be_merged", False)
    rows = merged_rows(query) if is_merged else partial(_stored_rows, query)
    schema = view[0] if view is not None else None
    return Source(alias, columns, schema, view=view, is_merged=is_merged, is_stored=stored), DerivedRows(query, rows)


def merged_rows(query: CompiledQuery) -> Callable[[StatementContext, Row], Iterator[tuple[Any, ...]]]:
    """What gives the rows of a query that is merged into the one around it."""
    rows: Callable[[StatementContext, Row], Iterator[tuple[Any, ...]]] = getattr(query, "merged_rows", query.rows)
    return rows


class DerivedRows:
    """Reads a query's rows, made once for each run of the query around it, or anew for each of its rows."""

    def __init__(
        self, query: CompiledQuery, rows: Callable[[StatementContext, Row], Iterator[tuple[Any, ...]]]
    ) -> None:
        self._query, self._rows = query, rows
        self._kept: tuple[StatementContext, list[tuple[Any, ...]]] | None = None

    @property
    def are_kept(self) -> bool:
        """Whether they are made once."""
        return not self._query.correlated

    def kept(self, context: StatementContext) -> list[tuple[Any, ...]]:
        """The rows, if they are kept: the same list as long as they are."""
        if self._kept is None or self._kept[0] is not context:
            self._kept = context, list(self._rows(context, ()))
        return self._kept[1]

    def __call__(self, context: StatementContext, row: Sequence[Any]) -> Iterator[Sequence[Any]]:
        return iter(self.kept(context)) if self.are_kept else self._rows(context, tuple(row))


def _stored_rows(query: CompiledQuery, context: StatementContext, row: Row) -> Iterator[tuple[Any, ...]]:
    """The rows as a table of their own holds them: literals of bytes are no numbers there."""
    if not getattr(query, "has_one_row", lambda context: False)(context):
        context.session.flags.scans()
    rows = kept_rows(query.rows(context, row), [type_ for _, type_ in query.columns], context)
    if not any(type_.binary for _, type_ in query.columns):
        return iter(rows)
    return (tuple(map(plain_bytes, values)) for values in rows)
