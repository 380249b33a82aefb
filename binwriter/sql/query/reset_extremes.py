"""MIN and MAX of dates in the temporary table of groups: one whose first row has none begins with a zero date, which
sql_mode may refuse, with an error where a strict statement changes data.

Source: captured (clusters/groups_that_begin_without_dates).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from sqlglot import exp

from binwriter.formats.records import dataclass
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.conditions.chains import conjuncts
from binwriter.sql.expressions.types import Kind, Row
from binwriter.sql.query.described.temporary import uses_temporary
from binwriter.sql.query.select_list import title

if TYPE_CHECKING:
    from binwriter.sql.functions.aggregates.basic import AggregateCall, Extreme
    from binwriter.sql.query.select import Select

_ZERO_DATE, _ZERO_TIME = "0000-00-00", " 00:00:00"
_SCHEMA_OF_COLUMN = re.compile(r"`[^`]*`\.(?=`[^`]*`\.`)")


@dataclass(frozen=True)
class Reset:
    """One such call. name: of its item; zero: the value that is refused."""

    extreme: Extreme
    name: str
    word: str
    zero: str

    def tell(self, context: StatementContext, first: Row) -> None:
        """MySQLError ER_TRUNCATED_WRONG_TEMPORAL, or a warning, if the first row of a group has no value."""
        start = len(context.diagnostics)
        value = self.extreme.part.eval(context, first)
        del context.diagnostics[start:]  # it is told of where it is gathered
        if value is None:
            context.value_problem("ER_TRUNCATED_WRONG_TEMPORAL", self.word, self.zero, self.name, 1)


class Beginnings:
    """The resets of a query whose groups may be kept in a table: what is told where they begin. groups: what GROUP BY
    names; where: its conditions."""

    def __init__(self, groups: Sequence[exp.Expression], where: exp.Expression | None) -> None:
        self._groups, self._where = groups, where
        self._resets: Sequence[Reset] | None = None

    def __call__(self, select: Select, context: StatementContext, firsts: Iterable[Row]) -> None:
        """firsts: the first rows of the groups, in their order."""
        if self._resets is None:
            is_kept = uses_temporary(select) and self._varies(select)
            self._resets = _resets_of(select) if is_kept else ()
        for first in firsts if self._resets else ():
            for reset in self._resets:
                reset.tell(context, first)

    def _varies(self, select: Select) -> bool:
        """Whether there may be more groups than one: they are no constants, nor columns that WHERE compares with
        such."""
        known = {one.this.name.lower() for one in conjuncts(self._where) if isinstance(one, exp.EQ) and _is_known(one)}
        return not all(
            group.constant or (isinstance(node, exp.Column) and node.name.lower() in known)
            for group, node in zip(select.groups, self._groups, strict=True)
        )


def _resets_of(select: Select) -> Sequence[Reset]:
    """What no item is stands in front of the items there."""
    made = [(extreme, _name(extreme, select)) for extreme in _extremes(select.aggregates.calls)]
    made.sort(key=lambda one: one[1][0])
    return tuple([_reset(extreme, name) for extreme, (_, name) in made])


def _extremes(calls: Iterable[AggregateCall]) -> list[Extreme]:
    return [call.extreme for call in calls if call.extreme is not None]


def _reset(extreme: Extreme, name: str) -> Reset:
    type_ = extreme.part.type
    if type_.kind is Kind.DATE:
        return Reset(extreme, name, "date", _ZERO_DATE)
    fraction = "." + "0" * type_.scale if type_.scale else ""
    return Reset(extreme, name, "datetime", _ZERO_DATE + _ZERO_TIME + fraction)


def _name(extreme: Extreme, select: Select) -> tuple[bool, str]:
    """Whether it belongs to an item, and the name that the server has for it."""
    node = extreme.node
    for item, (name, _) in zip(select.nodes, select.columns, strict=False):
        if item.unalias() is node:
            return True, name
        if any(part is node for part in item.walk()):
            return True, title(node)
    return False, _SCHEMA_OF_COLUMN.sub("", extreme.text).replace("`", "")


def _is_known(equality: exp.EQ) -> bool:
    return isinstance(equality.this, exp.Column) and equality.expression.find(exp.Column, exp.Query) is None
