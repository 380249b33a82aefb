"""Rows that a key finds by the values of a subquery, where WHERE begins with `column IN (SELECT ..)`: no other row lets
AND come to what stands behind, which says nothing, so that nobody could notice that the others are not looked at."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from sqlglot import exp

from binwriter.catalog.tables import Key
from binwriter.formats.columns.values import ColumnValue
from binwriter.formats.records import dataclass
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.conditions.chains import conjuncts
from binwriter.sql.expressions.scope import Members, Scope
from binwriter.sql.query.access.costs import Rows, clustered_key
from binwriter.sql.query.access.path import AccessPath
from binwriter.sql.query.joins import silent
from binwriter.sql.query.loops import TableRows
from binwriter.sql.store.numbers import INTEGER_BITS
from binwriter.sql.types.functions import columns_in
from binwriter.storage.order import RowId
from binwriter.storage.table_data import TableData

_SHARE = 4  # of a table with that many times the rows that are found


@dataclass(frozen=True, slots=True)
class ListedRows:
    """key: whose first column is compared; members: what with."""

    data: TableData
    key: Key
    members: Members

    def rows(self, context: StatementContext) -> Iterator[tuple[int, RowId, tuple[ColumnValue, ...]]] | None:
        """At which place of the table they stand, from 1, with their ids and values; None where they are many. Raises
        what the subquery raises."""
        found = self._ids(context)
        return None if found is None else self.data.placed(found)

    def in_table_order(self, context: StatementContext) -> Rows | None:
        """The same without their places."""
        found = self._ids(context) if len(self.data) else None
        return None if found is None else self.data.scan_some(found)

    def _ids(self, context: StatementContext) -> set[RowId] | None:
        data, found = self.data, set[RowId]()
        for value in self.members(context, ((),)):
            found.update(data.ids_of(self.key, (value,)))
            if len(found) * _SHARE > len(data):
                return None
        return found


def listed_rows(
    data: TableRows, where: exp.Expression | None, path: AccessPath, scope: Scope
) -> Callable[[StatementContext], ListedRows | None]:
    """What finds such rows of the only table; it answers None where something else has to do with them. scope: in which
    WHERE was compiled."""
    found = _listed(data, where, scope)
    return lambda context: found if found is not None and _reads_all(found.data, path, context) else None


def listed_for_query(data: TableRows, where: exp.Expression | None, path: AccessPath, scope: Scope) -> None:
    """The path of a query finds such rows from now on, where it would read all of the table in its own order."""
    found = None if where is None or scope.outer is not None else _listed(data, where, scope)
    if found is not None:
        path.listed = lambda context: found.in_table_order(context) if _reads_all(found.data, path, context) else None


def _reads_all(data: TableData, path: AccessPath, context: StatementContext) -> bool:
    """Whether all rows are read in their own order."""
    if context.program_names is not None or not len(data) or path.told_of is not None:
        return False
    own = clustered_key(data.definition)
    by_range = own is not None and path.conditions_of(own)
    return path.reading(context) is None and path.index_read(context) == (None,) and not by_range


def _listed(data: TableRows, where: exp.Expression | None, scope: Scope) -> ListedRows | None:
    if type(data) is not TableData or where is None or not scope.context.server.takes_many:
        return None
    table, terms = data.definition, conjuncts(where)
    if table.partitioning is not None or table.engine.in_memory or table.engine.rows_as_text or not data.keeps_rows:
        return None
    first = terms[0].unnest()
    members = scope.members.get(id(first))
    if members is None or type(first) is not exp.In or not silent.are_silent(terms[1:], scope):
        return None
    own = clustered_key(table)
    named = {table.index_of.get(node.name.lower()) for term in terms[1:] for node in columns_in(term)}
    if own is not None and not named.isdisjoint(own.columns):
        return None  # a range of it is read
    column = table.index_of.get(first.this.name.lower())
    if column is None or table.columns[column].spec.type not in INTEGER_BITS:
        return None
    keys = [key for key in table.keys if key.parts and key.parts[0].column == column]
    key = next((key for key in keys if not (key.parts[0].length or key.parts[0].descending)), None)
    return None if key is None else ListedRows(data, key, members)
