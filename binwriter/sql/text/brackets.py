"""What a server makes of brackets and WITH as it reads a query, before anything in it is looked up."""

from __future__ import annotations

from sqlglot import exp

from binwriter.mysql.messages.table import mysql_error

_DUALITY = "json_duality_object"  # a view with one can have no WITH at all
# What an ORDER BY or LIMIT behind brackets goes on with; all else of a Subquery stays.
CUTS = ("order", "limit", "offset")


def simplified(tree: exp.Expression, text: str) -> exp.Expression:
    """The tree of that text without the tables of WITH that nothing reads, which no error can come from, and with
    ORDER BY and LIMIT behind brackets given to the query in them (captured: clusters/queries_in_brackets).

    ER_NONUNIQ_TABLE for two tables of a WITH that are called alike.
    """
    lowered = text.lower()  # which is looked through quickly, however long the rows in it are
    if "with" in lowered and _DUALITY not in lowered:
        for common in [*tree.find_all(exp.With)]:
            _leave_out_unread(common)
    if "(" in lowered and ("order" in lowered or "limit" in lowered):
        for query in reversed([*tree.find_all(exp.Subquery)]):  # the innermost ones first
            _give_inwards(query)
    return tree


def is_cut(node: exp.Expression) -> bool:
    """Whether these are brackets with an ORDER BY or LIMIT of their own behind them."""
    return isinstance(node, exp.Subquery) and any(node.args.get(part) is not None for part in CUTS)


def without_brackets(node: exp.Expression) -> exp.Expression:
    """What stands in brackets that say nothing: they have no name and nothing behind them."""
    while isinstance(node, exp.Subquery) and not is_cut(node) and not node.alias and not node.args.get("with_"):
        node = node.this
    return node


def _leave_out_unread(common: exp.With) -> None:
    tables = {str(table.alias): table for table in common.expressions}
    if len(tables) < len(common.expressions):
        names = [str(table.alias) for table in common.expressions]
        raise mysql_error("ER_NONUNIQ_TABLE", next(name for place, name in enumerate(names) if name in names[:place]))
    owner = common.parent
    if owner is None:
        return
    read: set[str] = set()
    waiting: list[exp.Expr] = [child for child in owner.iter_expressions() if child is not common]
    while waiting:
        found = {node.name for node in waiting.pop().find_all(exp.Table) if _may_read(node, common)}
        new = [name for name in tables if name.lower() in map(str.lower, found) and name not in read]
        read.update(new)
        waiting += [tables[name].this for name in new]
    kept = [
        table
        for name, table in tables.items()
        if name in read or table.find(exp.Placeholder, exp.Parameter) is not None
    ]
    if len(kept) < len(tables):
        common.set("expressions", kept)
        if not kept:
            owner.args.pop("with_", None)


def _may_read(table: exp.Table, common: exp.With) -> bool:
    """Whether the name can be one of the WITH: that of a query between them has none of that name."""
    if table.text("db"):
        return False
    node = table.parent
    while node is not None and node is not common.parent:
        inner = node.args.get("with_")
        if inner is not None and any(one.alias.lower() == table.name.lower() for one in inner.expressions):
            return False
        node = node.parent
    return True


def _give_inwards(query: exp.Subquery) -> None:
    """What stands behind these brackets goes to the query in them, if that can take it: an ORDER BY does not behind
    another or a LIMIT. Two LIMITs become one, whose rows a server counts without looking at the places of the outer."""
    inner = without_brackets(query.this)
    if not is_cut(query) or query.alias or not isinstance(inner, (exp.Query, exp.Values)) or inner.args.get("locks"):
        return
    if query.args.get("order") is not None and any(inner.args.get(part) is not None for part in CUTS):
        return
    outer = {part: query.args[part] for part in CUTS if query.args.get(part) is not None}
    if inner.args.get("limit") is not None:
        ours, below = _numbers(query), _numbers(inner)
        if ours is None or below is None:
            return
        outer["limit"] = exp.Limit(expression=exp.Literal.number(min(ours[0], below[0])))
        if start := ours[1] + below[1]:
            outer["offset"] = exp.Offset(expression=exp.Literal.number(start))
    for part in CUTS:
        query.set(part, None)
    for part, value in outer.items():
        inner.set(part, value)
    if query.args.get("with_") and not inner.args.get("with_"):
        inner.set("with_", query.args.pop("with_"))


def _numbers(query: exp.Expression) -> tuple[int, int] | None:
    """LIMIT and OFFSET, where both are written as numbers."""
    limit, offset = query.args.get("limit"), query.args.get("offset")
    found = [node.args.get("expression") for node in (limit, offset) if node is not None]
    if limit is None or not all(isinstance(one, exp.Literal) and one.is_int for one in found):
        return None
    return int(found[0].name), int(found[1].name) if len(found) > 1 else 0
