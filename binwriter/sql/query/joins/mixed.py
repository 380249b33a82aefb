"""Equalities of texts with numbers and moments in joins: how often a text is made a number, and what is said of that.

A server that joins by hashing makes each text a number once, as it reads the row. Where a key of the other table leads
to its rows, the text is stored as the key's column, in a way of its own, and the condition is asked of those rows alone
that are found so: '0' finds no year 0, for it is stored as 2000 (captured: clusters/texts_joined_with_numbers).
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from functools import partial
from typing import Any

from binwriter.catalog.tables import Column
from binwriter.errors import MySQLError
from binwriter.formats.columns.values import ColumnValue, IncompleteDate
from binwriter.formats.constants import ColumnType
from binwriter.formats.records import dataclass
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.columns import reader
from binwriter.sql.expressions.conditions.comparison import text_beside
from binwriter.sql.expressions.conditions.keys import Key, comparison_keys
from binwriter.sql.expressions.numbers import integer_prefix, number_prefix
from binwriter.sql.expressions.scope import Scope
from binwriter.sql.query.derived import RowReader
from binwriter.sql.query.loops import TableNode
from binwriter.sql.store import store
from binwriter.sql.store.numbers import INTEGER_BITS

Place = tuple[int, int]  # source and column
_WORDS = {ColumnType.DATE: "date", ColumnType.DATETIME2: "datetime", ColumnType.TIMESTAMP2: "datetime"}
_MOMENTS = {**_WORDS, ColumnType.TIME2: "time"}
_NUMBERS = {
    ColumnType.NEWDECIMAL: "decimal",
    ColumnType.FLOAT: "FLOAT",
    ColumnType.DOUBLE: "DOUBLE",
}  # as messages call them


@dataclass(frozen=True)
class MixedEquality:
    """text, other: where the two columns are. key: what the text is compared as. name: of what was made of texts. read:
    makes the text of what a column of members stores."""

    text: Place
    other: Place
    column: Column
    key: Key
    name: str
    read: Callable[[StatementContext, Any], Any]

    def convert(self, context: StatementContext, rows: Iterable[Sequence[Any]]) -> None:
        """Makes the texts of these rows of its table what they are compared as, and tells what is wrong with each. From
        then on nothing is said of them."""
        context.folded.pop(self.name, None)
        known: dict[Any, Any] = {}
        for row in rows:
            value = row[self.text[1]]
            if value is not None:
                text = self.read(context, value)
                known[text] = self.key(context, text)
        context.folded[self.name] = known

    def found(
        self, context: StatementContext, text: str | bytes, rows: Iterable[Sequence[Any]], number: int
    ) -> list[Sequence[Any]]:
        """The other table's rows that a key of its column finds by the text. number: the row that messages name."""
        wanted = self._sought(context, self.read(context, text), number)
        return [] if wanted is None else [row for row in rows if row[self.other[1]] == wanted]

    def _sought(self, context: StatementContext, given: str | bytes, number: int) -> ColumnValue:
        """What the key is looked for; None: nothing is."""
        text = given if isinstance(given, str) else given.decode("latin-1")
        type_, place = self.column.spec.type, (self.column.name, number)
        if type_ in INTEGER_BITS:
            return self._stored(context, integer_prefix(text)[0])[0]
        stored, is_told = self._stored(context, text)
        has_number = any(character.isdigit() for character in text)
        if type_ in _NUMBERS and not has_number:
            context.warn("ER_TRUNCATED_WRONG_VALUE_FOR_FIELD", _NUMBERS[type_], text, *place)
        if type_ is ColumnType.DOUBLE:
            return float(number_prefix(text)[0])
        if type_ in _MOMENTS and is_told and (text or type_ in _WORDS):
            context.warn("ER_TRUNCATED_WRONG_TEMPORAL", _MOMENTS[type_], text, *place)
        if type_ is ColumnType.YEAR:
            return stored if has_number else None
        is_none = isinstance(stored, IncompleteDate) and is_told and not (text and set(text) == {"0"})
        return None if is_none else stored

    def _stored(self, context: StatementContext, value: object) -> tuple[ColumnValue, bool]:
        """The value as the column has it, and whether there is something to tell of it."""
        before, context.diagnostics = context.diagnostics, []
        try:
            stored = store(self.column, value, context, as_error=False)
            return stored, any(told.level == "Warning" for told in context.diagnostics)
        except MySQLError:
            return None, True
        finally:
            context.diagnostics = before


def mixed_equalities(links: Iterable[tuple[Place, Place]], scope: Scope) -> Iterator[MixedEquality]:
    """Those of texts with columns of other kinds among the columns that are equal."""
    for left, right in links:
        one, two = scope.read(*left), scope.read(*right)
        found = text_beside(one, two)
        if found is None:
            continue
        is_left, name = found
        place, other = (left, right) if is_left else (right, left)
        column = scope.sources[other[0]].columns[other[1]].column
        if column is not None:
            keys = comparison_keys(one, two, scope, "=", casts=True)
            own = scope.sources[place[0]].columns[place[1]].column
            read = (None if own is None else reader(own.spec)) or _as_it_is
            yield MixedEquality(place, other, column, keys[0 if is_left else 1], name, read)


def _as_it_is(context: StatementContext, value: Any) -> Any:
    return value


def sought(
    node: TableNode, earlier: Container[int], mixed: Iterable[MixedEquality], keyed: Container[int]
) -> RowReader | None:
    """Reads those rows of a table that a key finds by a text of the tables before it. keyed: the columns that begin its
    keys. None where no text leads to it."""
    for equality in mixed:
        if equality.other[0] == node.slot and equality.other[1] in keyed and equality.text[0] in earlier:
            return partial(_found, node, equality)
    return None


def _found(
    node: TableNode, equality: MixedEquality, context: StatementContext, row: Sequence[Any]
) -> Iterable[Sequence[Any]]:
    text = row[equality.text[0]][equality.text[1]]
    return () if text is None else equality.found(context, text, node.read(context, row), context.row_number)
