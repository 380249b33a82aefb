"""GROUP BY: what it names, what that is computed by, and which of it WITH ROLLUP makes NULL."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from sqlglot import exp

from binwriter.formats.records import replace
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.expressions.compile import compile_expression, position_of
from binwriter.sql.expressions.moments.timezone import without_zone
from binwriter.sql.expressions.scope import Scope
from binwriter.sql.expressions.types import CompiledExpression
from binwriter.sql.query.group_names import meant
from binwriter.sql.query.having_names import warn_of_grouped
from binwriter.sql.query.select_list import SelectItem, check_ordered, item_at, names_of, title
from binwriter.sql.text.tree_text import is_star
from binwriter.sql.types import is_aggregate

_EXPRESSION = -1  # where the source of a column stands


class GroupBy:
    """The clause of one SELECT. scope: that of its select list."""

    def __init__(self, node: exp.Expression, scope: Scope) -> None:
        self._node, self._clause, self._scope = node, node.args["group"], scope

    @property
    def is_rolled(self) -> bool:
        """WITH ROLLUP."""
        return bool(self._clause.args.get("rollup"))

    def named(self, items: Sequence[exp.Expression], aliases: Mapping[str, exp.Expression]) -> list[exp.Expression]:
        """What GROUP BY names: items of the select list by their place or alias, or what stands there itself."""
        groups = list[exp.Expression]()
        for node in self._clause.expressions:
            position = position_of(node)
            if position and position <= len(items):
                node = items[position - 1]
            elif isinstance(node, exp.Column) and self._is_alias_only(node):
                node = aliases.get(node.name.lower(), node)
            else:
                node = meant(node, items, self._scope)
            groups.append(node.unalias())
        return groups

    def compiled(
        self, items: Sequence[SelectItem], aliases: dict[str, exp.Expression]
    ) -> tuple[CompiledExpression, ...]:
        """One for each. MySQLError ER_WRONG_GROUP_FIELD, and what names and places raise."""
        scope = self._scope.within("group statement", row_aliases=aliases, aggregates=None)
        groups, shown = [], [item.node for item in items]
        for node in self._clause.expressions:
            position = position_of(node)
            named, called = meant(node, shown, self._scope), node
            if position is not None:
                called = item_at(position, items, "group statement").node
                named = called.this if isinstance(called, exp.Alias) else called
            if self._is_selected_aggregate(named, aliases):
                raise mysql_error("ER_WRONG_GROUP_FIELD", title(called))
            check_ordered(node, items, scope)
            warn_of_grouped(node, items, scope)
            compiled = (
                compile_expression(named, scope)
                if position is None
                else item_at(position, items, "group statement").expression
            )
            groups.append(replace(compiled, eval=without_zone(node, compiled)))
        return tuple(groups)

    def rolled_expressions(self) -> Iterator[tuple[exp.Expression, tuple[int, int]]]:
        """WITH ROLLUP: what is no column, before the select list is compiled."""
        if not self.is_rolled:
            return
        items = self._node.expressions
        aliases = names_of([item for item in items if not isinstance(item, exp.Column)])
        shown = [] if any(is_star(item) for item in items) else items
        for number, node in enumerate(self.named(shown, aliases)):
            if self._scope.place_of(node) is None and not (position_of(node) and not shown):
                yield node, (_EXPRESSION, number)

    def rollup(
        self, items: Sequence[exp.Expression], aliases: Mapping[str, exp.Expression]
    ) -> tuple[tuple[int, int], ...]:
        """WITH ROLLUP: which columns become NULL, and which expressions."""
        if not self.is_rolled:
            return ()
        found = [self._scope.place_of(node) for node in self.named(items, aliases)]
        return tuple(
            (_EXPRESSION, number) if place is None else (self._scope.base + place[0], place[1])
            for number, place in enumerate(found)
        )

    def _is_alias_only(self, node: exp.Expression) -> bool:
        return not node.text("table") and not self._scope.has(node.name)

    def _is_selected_aggregate(self, node: exp.Expression, aliases: dict[str, exp.Expression]) -> bool:
        """Whether an item of GROUP BY is one of the select list that aggregates; a column goes before an alias."""
        if isinstance(node, exp.Column) and (node.table or self._scope.has(node.name)):
            return False
        selected = aliases.get(node.name.lower(), node) if isinstance(node, exp.Column) else node
        if selected is node and node not in (item.unalias() for item in self._node.expressions):
            return False
        calls = selected.find_all(exp.Anonymous, exp.AggFunc)
        return any(is_aggregate(call) and call.find_ancestor(exp.Select) is self._node for call in calls)
