"""Which tables the text of a statement names."""

from __future__ import annotations

from sqlglot import exp

from binwriter.sql.text.known_trees import once_a_tree


def table_nodes(tree: exp.Expression) -> list[exp.Table]:
    """Table references in the order of the text, the first written one first; names of CTEs are no tables.

    The list of a DELETE of several tables names tables of its FROM clause, and is left out.
    """
    return list(_table_nodes(tree))


def _only_named(tree: exp.Expression) -> set[int]:
    """The ids of the nodes in the list of a DELETE of several tables: names, where FROM or USING has the tables."""
    if not isinstance(tree, exp.Delete):
        return set()
    listed = list(tree.args.get("tables") or ())
    if tree.args.get("using"):
        listed.append(tree.this)
    return {id(node) for one in listed for node in one.find_all(exp.Table)}


@once_a_tree
def _table_nodes(tree: exp.Expression) -> list[exp.Table]:
    named = {cte.alias for cte in tree.find_all(exp.CTE)}
    skipped = _only_named(tree)
    nodes = [
        node
        for node in _in_text_order(tree)
        if id(node) not in skipped and (node.args.get("db") or node.name not in named) and not _is_dual(node)
    ]
    target = _target_node(tree)
    return sorted(nodes, key=lambda node: node is not target)


def _target_node(tree: exp.Expression) -> exp.Expression:
    node: exp.Expression = tree.this
    return node.this if isinstance(node, exp.Schema) else node


def _in_text_order(tree: exp.Expression) -> list[exp.Table]:
    """Depth first, joined tables behind the one they are joined to."""
    found: list[exp.Table] = []
    for node in tree.walk(bfs=False):
        if (
            isinstance(node, exp.Table)
            and isinstance(node.this, exp.Identifier)
            and not isinstance(node.parent, exp.Lock)
        ):
            found.append(node)
    return found


def _is_dual(node: exp.Expression) -> bool:
    return node.name.lower() == "dual" and not node.args.get("db") and not node.this.args.get("quoted")
