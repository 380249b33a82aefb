"""The rows that an UPDATE or DELETE of several tables locks: those that the join comes by (`locked`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from binwriter.formats.records import replace
from binwriter.sql.expressions.conditions.chains import chain_of
from binwriter.sql.expressions.scope import Scope
from binwriter.sql.query.access.path import AccessPath
from binwriter.sql.query.joins.carried import carried
from binwriter.sql.query.joins.conditions import JoinConditions
from binwriter.sql.query.joins.locked import Way, come_by, givers_of, looked_up_by, tests_of
from binwriter.sql.query.joins.order import JoinOrder
from binwriter.sql.query.joins.partners import equalities
from binwriter.sql.query.loops import TableNode, joins_in, leaves
from binwriter.storage.order import RowId

if TYPE_CHECKING:
    from sqlglot import exp


def rows_locked(
    scope: Scope, conditions: JoinConditions, order: JoinOrder, paths: Mapping[int, AccessPath]
) -> dict[int, dict[RowId, Sequence[Any]]] | None:
    """By the places of the stored tables, the rows that are locked; None of joins in brackets, and of LATERAL, whose
    tables are read as wholes. paths: the way to the rows of each stored table."""
    if order.behind:  # of each row of others
        return None
    inside = scope.within("where clause")
    outer: dict[int, Sequence[exp.Expression]] = {}
    for join in joins_in(order.tree):
        if not isinstance(join.right, TableNode):
            return None
        if join.outer:
            outer[join.right.slot] = join.on
    asked = conditions.all_conjuncts()
    told = [*asked, *carried(asked, scope.sources, conditions.place)]
    found_by, constants, equal = order.looked_up(), order.constants(), equalities(asked, inside)
    done, ways = set(range(scope.base)), []
    row: list[Any] = [()] * len(conditions.tables)
    for node in leaves(order.ordered()[0]):
        slot, path = node.slot, paths.get(node.slot)
        made = () if path is not None else list(node.read(scope.context, row))
        way = Way(slot, node.columns, path, made, is_constant=slot in constants)
        if slot in outer:
            way = replace(way, on=tuple(tests_of(outer[slot], inside)))
        if path is not None and path.locked is not None:  # by what is asked of it anywhere
            terms = chain_of(node.copy() for node in outer.get(slot, told))
            alone = Scope(scope.context, (scope.sources[slot],), clause="where clause")
            path = AccessPath(path.locked, terms, alone, path.used, joined=True)
            way = replace(way, path=path)
        if path is not None and slot in found_by:
            key, columns = found_by[slot]
            here = equal if slot not in outer else equalities(outer[slot], inside)
            givers = givers_of(slot, columns, done, here, inside)
            columns = looked_up_by(key, len(columns), givers, path.constants_of(key))
            if givers and columns:
                way = replace(way, key=key, columns=columns, givers=givers)
        done.add(slot)
        ways.append(way)
    return come_by(ways, tests_of(asked, inside), scope.context, row, hashes=False)
