"""Tables of which Table_map says that each column may be NULL, since an outer join may make their rows so.

Servers up to 5.7, in UPDATE and DELETE of several tables, whether WHERE lets such rows pass or not (captured:
outer_joined_maps_row).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from binwriter.sql.context import StatementContext
from binwriter.sql.query.loops import FromNode, TableRows, joins_in, leaves


def note(tree: FromNode, tables: Sequence[TableRows | None], context: StatementContext) -> None:
    """The tables that outer joins of the text may make NULL. tables: by their places."""
    inner = {leaf.slot for node in joins_in(tree) if node.outer for leaf in leaves(node.right)}
    found = (tables[slot] for slot in sorted(inner))
    context.facts.outer_joined += (data.definition for data in found if data is not None)


def note_found(
    row: Sequence[Any], constants: Iterable[int], tables: Sequence[TableRows | None], context: StatementContext
) -> None:
    """Up to 5.6 not those of which constants find the only row before the join runs, if there is one. row: a first
    combination. constants: the places of such tables."""
    if not context.variables.behaviour.found_constants_are_not_null:
        return
    datas = (tables[slot] for slot in constants if any(value is not None for value in row[slot]))
    own = [data.definition for data in datas if data is not None]
    kept = [table for table in context.facts.outer_joined if not any(table is other for other in own)]
    context.facts.outer_joined[:] = kept
