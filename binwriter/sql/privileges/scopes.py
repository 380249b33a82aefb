"""What a query reads from: its tables, views, derived tables and those of WITH, by the names that they have in it."""

from __future__ import annotations

from sqlglot import exp

Scope = dict[str, exp.Expression]  # by alias


def sources(node: exp.Expression) -> Scope:
    """Of FROM and its joins, in their order."""
    scope: Scope = {}
    first = node.args.get("from_")
    tables = [first.this] if first is not None else []
    tables += [join.this for join in node.args.get("joins") or ()]
    for table in list(tables):
        tables += [join.this for join in table.args.get("joins") or ()]
    common = _common_tables(node)
    for table in tables:
        is_common = isinstance(table, exp.Table) and not table.db and table.name in common
        scope[(table.alias or table.name).lower()] = common[table.name] if is_common else table
    return scope


def _common_tables(node: exp.Expr) -> dict[str, exp.Expression]:
    """Those of WITH that the query sees, by name: the innermost counts; of its own WITH one sees those before it."""
    seen: dict[str, exp.Expression] = {}
    inner: exp.Expr | None = None
    around: exp.Expr | None = node
    while around is not None:
        given = around if isinstance(around, exp.With) else around.args.get("with_")
        if given is not None and not isinstance(inner, exp.With):
            for table in given.expressions:
                if table is inner:
                    break
                seen.setdefault(table.alias, table)
        inner, around = around, around.parent
    return seen
