"""Which tables the text of a statement names, and what its parser refuses of those names."""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot import exp

from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.session_modes import Isolation
from binwriter.sql.context import StatementContext
from binwriter.sql.syntax.session import Set
from binwriter.sql.text.known_trees import has, nodes_in, nodes_in_depth, once_a_tree
from binwriter.sql.text.meta_keys import BEHIND_COMMA
from binwriter.sql.text.words import ParsedStatement
from binwriter.statement.traits import CommandTrait


def table_nodes(tree: exp.Expression) -> list[exp.Table]:
    """Table references in the order in which a server opens them, the first written one first; names of CTEs are no
    tables.

    The list of a DELETE of several tables names tables of its FROM clause, and is left out.
    """
    return list(_table_nodes(tree))


def uses_tables(parsed: ParsedStatement) -> bool:
    """Whether a statement defines or names tables."""
    node = parsed.node
    if isinstance(node, Set):
        values = (getattr(assignment, "value", None) for assignment in node.assignments)
        return any(table_nodes(value) for value in values if isinstance(value, exp.Expression))
    return CommandTrait.DEFINES in parsed.traits or (isinstance(node, exp.Expression) and bool(table_nodes(node)))


def _only_named(tree: exp.Expression) -> set[int]:
    """The ids of the nodes in the list of a DELETE of several tables: names, where FROM or USING has the tables."""
    if not isinstance(tree, exp.Delete):
        return set()
    listed = list(tree.args.get("tables") or ())
    if tree.args.get("using"):
        listed.append(tree.this)
    return {id(node) for listed_node in listed for node in listed_node.find_all(exp.Table)}


@once_a_tree
def _table_nodes(tree: exp.Expression) -> list[exp.Table]:
    named = {cte.alias for cte in nodes_in(tree, exp.CTE)}
    skipped = _only_named(tree)
    nodes = [
        node
        for node in _in_order(tree)
        if id(node) not in skipped and (node.args.get("db") or node.name not in named) and not is_dual(node)
    ]
    target = _target_node(tree)
    if isinstance(tree, (exp.Update, exp.Delete)) and _turns_round(target.args.get("joins") or ()):
        return nodes
    return sorted(nodes, key=lambda node: node is not target)


def _target_node(tree: exp.Expression) -> exp.Expression:
    node: exp.Expression = tree.this
    return node.this if isinstance(node, exp.Schema) else node


def _in_order(tree: exp.Expression) -> list[exp.Table]:
    """Depth first, joined tables behind the one they are joined to."""
    return [
        node
        for node in (_right_first(tree) if nodes_turned(tree) else nodes_in_depth(tree))
        if isinstance(node, exp.Table)
        and isinstance(node.this, exp.Identifier)
        and not isinstance(node.parent, exp.Lock)
    ]


def nodes_turned(tree: exp.Expression) -> bool:
    """Whether a RIGHT JOIN changes the order in which tables are opened."""
    return any(node.side == "RIGHT" for node in nodes_in(tree, exp.Join))


def _turns_round(joins: Sequence[exp.Join]) -> bool:
    return any(join.side == "RIGHT" for join in joins)


def _right_first(node: exp.Expression) -> list[exp.Expression]:
    """Depth first, but what is on the right of RIGHT JOIN in front of what is on its left: the parser makes a LEFT JOIN
    of it (captured: clusters/tables_of_right_joins, scenarios/right_joins_of_both_engines)."""
    joins = node.args.get("joins") or ()
    own = [child for child in node.iter_expressions() if not isinstance(child, exp.Join)]
    if not _turns_round(joins):
        return [node, *(inner for child in (*own, *joins) for inner in _right_first(child))]
    clause = node.args.get("from_")
    if clause is None:  # the joins stand with the first table of an UPDATE or DELETE
        return _joined([node, *(inner for child in own for inner in _right_first(child))], joins)
    nodes = [node]
    for child in own:
        inside = _right_first(child)
        nodes += _joined(inside, joins) if child is clause else inside
    return nodes


def _joined(first: list[exp.Expression], joins: Sequence[exp.Join]) -> list[exp.Expression]:
    """first: the nodes of the table in front of the joins."""
    done, part = list[exp.Expression](), first
    for join in joins:
        if BEHIND_COMMA in join.meta:
            done, part = done + part, []
        right, *others = (_right_first(child) for child in join.iter_expressions())
        part = [*right, *part] if join.side == "RIGHT" else [*part, *right]
        part += [inner for nodes in others for inner in nodes]
    return done + part


def is_dual(node: exp.Expression) -> bool:
    """Whether FROM names no table at all."""
    return node.name.lower() == "dual" and not node.args.get("db") and not node.this.args.get("quoted")


def has_nameless(tree: exp.Expression) -> bool:
    """Whether a derived table has no alias."""
    return has(tree, exp.Subquery) and any(map(is_nameless, nodes_in(tree, exp.Subquery)))


def is_nameless(node: exp.Expression) -> bool:
    """Whether it is a derived table without the alias that it must have."""
    stands_for_table = isinstance(node.parent, (exp.From, exp.Join, exp.Update)) and node.arg_key == "this"
    inner = node.this
    while isinstance(inner, exp.Subquery) and not (inner.alias or inner.args.get("joins")):
        inner = inner.this
    is_query = isinstance(inner, exp.Query) and not isinstance(inner, (exp.Subquery, exp.Table))
    return stands_for_table and not (node.alias or node.args.get("joins")) and is_query


def refuse_same_names(tree: exp.Expression, schema: str) -> None:
    """MySQLError ER_NONUNIQ_TABLE for a FROM clause that names two tables alike. schema: where names without one are.

    The parser says so, before anything is looked up (captured: names_twice).
    """
    for part in tree.find_all(exp.Select, exp.Update, exp.Delete):
        clause = part.args.get("from_")
        using = part.args.get("using")
        first = using[0] if using else clause.this if clause is not None else part.this
        if not isinstance(first, (exp.Table, exp.Subquery)):
            continue
        joins = [*(first.args.get("joins") or ()), *(part.args.get("joins") or ())]
        seen: set[tuple[str, str]] = set()
        for node in (first, *(join.this for join in joins)):
            name = ((node.text("db") or schema) if isinstance(node, exp.Table) else "", node.alias_or_name)
            if name[1] and name in seen:
                raise mysql_error("ER_NONUNIQ_TABLE", node.alias_or_name)
            seen.add(name)


def check_delete_targets(tree: exp.Delete, schema: str) -> None:
    """The names in front of FROM, or of USING, are names of its tables; the parser says so (captured:
    tests/golden/clusters/delete_targets.sql).

    A name without a database is an alias or a table of the session's database: ER_NO_DB_ERROR where there is none.
    ER_NONUNIQ_TABLE where a name stands there twice, or where several tables have it, ER_UNKNOWN_TABLE where none has.
    """
    using = tree.args.get("using")
    first = using[0] if using else tree.this
    named = tree.args.get("tables") or (_with_joined(tree.this) if using else [])
    tables = [node for node in _with_joined(first) if isinstance(node, exp.Table)]
    if not schema and not all(node.text("db") for node in (*named, *tables)):
        raise mysql_error("ER_NO_DB_ERROR")
    names: set[tuple[str, str]] = set()
    for target in named:
        name = (target.text("db") or schema, target.name)
        if name in names:
            raise mysql_error("ER_NONUNIQ_TABLE", target.name)
        names.add(name)
    for target in named:
        matching = [node for node in tables if _is_target(target, node, schema)]
        if len(matching) > 1:
            raise mysql_error("ER_NONUNIQ_TABLE", matching[1].alias_or_name)
        if not matching and all(isinstance(node, exp.Table) for node in _with_joined(first)):
            raise mysql_error("ER_UNKNOWN_TABLE", target.name, "MULTI DELETE")


def _is_target(target: exp.Expression, node: exp.Table, schema: str) -> bool:
    database = target.text("db")
    if node.alias:
        return not database and target.name == node.alias
    return target.name == node.name and (database or schema) == (node.text("db") or schema)


def _with_joined(first: exp.Expression) -> list[exp.Expression]:
    """A table and those that are joined to it, also within brackets."""
    inner = first.this if isinstance(first, (exp.Paren, exp.Subquery)) else None
    own = _with_joined(inner) if isinstance(inner, (exp.Table, exp.Paren, exp.Subquery)) else [first]
    return own + [node for join in first.args.get("joins") or () for node in _with_joined(join.this)]


def is_serializable(context: StatementContext) -> bool:
    """Whether all that the statement reads is locked."""
    return Isolation(context.variables.isolation()) is Isolation.SERIALIZABLE


def locked_nodes(tree: exp.Expression, *, update: bool) -> frozenset[int]:
    """The ids of the table nodes that FOR UPDATE locks, or those that FOR SHARE does."""
    nodes: set[int] = set()
    for lock in tree.find_all(exp.Lock) if has(tree, exp.Lock) else ():
        query = lock.parent
        if bool(lock.args.get("update")) is not update or not isinstance(query, exp.Select):
            continue
        named = {table.name for table in lock.expressions}
        clause = query.args.get("from_")
        sources = [clause.this if clause is not None else None, *(join.this for join in query.args.get("joins") or ())]
        for node in sources:
            if isinstance(node, exp.Table) and (not named or (node.alias or node.name) in named):
                nodes.add(id(node))
    return frozenset(nodes)
