"""Which tables a statement means to change, as far as its text says: before their names are looked up."""

from __future__ import annotations

from sqlglot import exp


def target_nodes(tree: exp.Expression) -> list[exp.Table]:
    """The table nodes: of an UPDATE all that it joins, of a DELETE those of its list, of a query what it locks so."""
    if isinstance(tree, exp.Insert):
        return list(tree.this.find_all(exp.Table))[:1]
    if isinstance(tree, exp.Update):
        sources = [tree.this, *(join.this for join in tree.this.args.get("joins") or ())]
        return [source for source in sources if isinstance(source, exp.Table)]
    if isinstance(tree, exp.Delete):
        return [source for source in tree.args.get("tables") or [tree.this] if isinstance(source, exp.Table)]
    if isinstance(tree, exp.Query) and any(lock.args.get("update") for lock in tree.find_all(exp.Lock)):
        return list(tree.find_all(exp.Table))
    return []
