"""Tables of a join without the rows that their own conditions leave out: a join costs as much as what is left.

The conditions are asked again of each combination. Only where nobody could notice: see `partners`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field
from typing import Any

from sqlglot import exp

from binwriter.formats.records import dataclass, replace
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.compile import compile_expression
from binwriter.sql.expressions.conditions.chains import conjuncts
from binwriter.sql.expressions.conditions.logic import Truth, asked
from binwriter.sql.expressions.scope import Scope
from binwriter.sql.query.joins.partners import place_of
from binwriter.sql.query.sources import FromNode, JoinNode, TableNode
from binwriter.sql.types.functions import columns_in
from binwriter.storage.table_data import TableData


@dataclass(eq=False)
class Filtered:
    """What a table's own conditions let through, kept as long as the table does not change."""

    node: TableNode
    data: TableData
    tests: Sequence[Truth]
    _context: StatementContext | None = None
    _version: int = -1
    _rows: list[Sequence[Any]] = field(default_factory=list)

    def __call__(self, context: StatementContext, row: Any) -> Iterable[Sequence[Any]]:
        if self._context is not context or self._version != self.data.version:
            self._rows = list(self._passed(context, row))
            self._context, self._version = context, self.data.version
        return self._rows

    def _passed(self, context: StatementContext, row: Any) -> Iterator[Sequence[Any]]:
        slot = self.node.slot
        for values in self.node.read(context, row):
            row[slot] = values
            if all(test(context, row) for test in self.tests):
                yield values


def with_own_conditions(tree: FromNode, conditions: Iterable[exp.Expression | None], scope: Scope) -> FromNode:
    """conditions: of WHERE and ON, all of which do nothing but compare. No outer join may be in the tree."""
    own: dict[int, list[Truth]] = {}
    for condition in conditions:
        for term in conjuncts(condition):
            slots = {place[0] if (place := place_of(column, scope)) else None for column in columns_in(term)}
            slot = next(iter(slots)) if len(slots) == 1 else None
            if slot is not None and slot >= scope.base:
                own.setdefault(slot, []).append(asked(compile_expression(term, scope), scope))
    return _filtered(tree, own) if own else tree


def _filtered(tree: FromNode, own: dict[int, list[Truth]]) -> FromNode:
    if isinstance(tree, JoinNode):
        return replace(tree, left=_filtered(tree.left, own), right=_filtered(tree.right, own))
    data: object = tree.data
    if tree.slot not in own or not isinstance(data, TableData):
        return tree
    return replace(tree, read=Filtered(tree, data, own[tree.slot]))
