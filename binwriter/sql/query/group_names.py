"""What a name of GROUP BY means that the select list and FROM both have.

A column of FROM goes before a name of the list, with warning 1052 (MySQL manual, "MySQL Handling of GROUP BY"), but for
two: one that USING or NATURAL merged is not found in FROM, and a column of a merged view or derived table that the list
has under the name stays what is meant (captured: clusters/grouped_by_names_of_both).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlglot import exp

from binwriter.errors import MySQLError
from binwriter.sql.expressions.scope import Scope


def meant(node: exp.Expression, shown: Sequence[exp.Expression], scope: Scope) -> Any:
    """The item of the list where it goes first, without its alias; else the name as it is."""
    if not isinstance(node, exp.Column) or node.text("table") or not scope.has(node.name):
        return node
    name = node.name.lower()
    item = next((one for one in shown if one.alias_or_name.lower() == name), None)
    selected = item.unalias() if item is not None else None
    if not isinstance(selected, exp.Expression):
        return node
    if was_merged(name, scope):
        return selected
    return selected if _is_of_merged_table(selected, scope) else node


def was_merged(name: str, scope: Scope) -> bool:
    """Whether it is a column that USING or NATURAL made of several. name: in lower case."""
    return any(name in source.coalesced for source in scope.sources)


def _is_of_merged_table(node: exp.Expression, scope: Scope) -> bool:
    if not isinstance(node, exp.Column) or isinstance(node.this, exp.Star):
        return False
    try:
        place = scope.place_of(node)
    except MySQLError:  # told where it is compiled
        return False
    return place is not None and scope.sources[place[0]].is_taken_in
