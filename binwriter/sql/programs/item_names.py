"""What the column is called that a stored function's value goes into: errors about the value name it.

An item of a select list has a name, its own or its text; elsewhere it is the function's (captured:
clusters/names_of_results).
"""

from __future__ import annotations

from sqlglot import exp

from binwriter.sql.text.meta_keys import DONE, TITLE


def item_name(node: exp.Expression | None, function: str, *, done: bool = True) -> str:
    """The name by the place of the call; function: where there is no better one. done: items of DO have a name, too."""
    item = node.parent if node is not None and isinstance(node.parent, exp.Dot) else node
    around = item.parent if item is not None else None
    if isinstance(around, exp.Alias) and isinstance(around.parent, exp.Select):
        return str(around.alias)
    if isinstance(around, exp.Select) and around.meta.get(DONE) and not done:
        return function
    if item is not None and isinstance(around, exp.Select) and item.arg_key == "expressions":
        return str(item.meta.get(TITLE, function))
    return function
