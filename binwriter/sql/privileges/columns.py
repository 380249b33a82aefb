"""Rights for some columns of a table: whether a statement uses others.

Only asked where somebody lacks a privilege for a whole table. Columns are asked for in the order in which a server
resolves them: of a query its list, then WHERE, GROUP BY, HAVING and ORDER BY; of UPDATE WHERE, then what is assigned,
then the values (captured: tests/golden/privileges).
"""

from __future__ import annotations

from collections.abc import Iterator

from sqlglot import exp

from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.binding.database import schema_of
from binwriter.sql.privileges.asking import Asking
from binwriter.sql.privileges.reads import (
    expression,
    has,
    is_limited,
    names,
    query,
    require,
    require_all,
    whole_view,
)
from binwriter.sql.privileges.scopes import Scope, sources
from binwriter.sql.syntax.administration import AdminSyntax
from binwriter.sql.syntax.load import LOAD
from binwriter.sql.syntax.programs import SelectInto
from binwriter.sql.syntax.session import Set, SetUserVariable, SetVariable
from binwriter.sql.syntax.table import CreateTableSyntax
from binwriter.sql.syntax.views import CreateViewSyntax
from binwriter.sql.text.tree_text import is_star
from binwriter.sql.text.trees import parse_tree


def columns_allowed(asking: Asking) -> None:
    """ER_COLUMNACCESS_DENIED_ERROR for the first column that may not be used."""
    node: object = asking.parsed.node
    if isinstance(node, AdminSyntax) and node.statement is not None:
        node = node.statement.node
    if isinstance(node, SelectInto):
        node = node.parsed.node
    if isinstance(node, Set):
        for item in node.assignments:
            if isinstance(item, (SetVariable, SetUserVariable)) and isinstance(item.value, exp.Expression):
                _allowed(asking, item.value)
        return
    if isinstance(node, CreateViewSyntax):
        _create_view(asking, node)
        return
    if isinstance(node, CreateTableSyntax):
        node = node.select
    if isinstance(node, exp.Expression):
        _allowed(asking, node)


def _allowed(asking: Asking, node: exp.Expression) -> None:
    if not any(is_limited(asking, table) for table in node.find_all(exp.Table)):
        return
    if isinstance(node, exp.Insert):
        _insert(asking, node)
    elif isinstance(node, exp.Update):
        _update(asking, node)
    elif isinstance(node, exp.Delete):
        _delete(asking, node)
    else:
        query(asking, node, [])


# --- views ------------------------------------------------------------------------------------------------------------

_OF_ROWS = ("SELECT", "INSERT", "UPDATE", "DELETE")


def _create_view(asking: Asking, node: CreateViewSyntax) -> None:
    """Of its own columns any privilege will do, if it is one that all of them have; what is computed has to be read."""
    tree = parse_tree(node.query_text)
    for named in tree.find_all(exp.Table):
        view = asking.database.catalog.view(schema_of(named, asking.context.database) or "", named.name)
        if view is not None:
            whole_view(asking, view)
    if not isinstance(tree, exp.Select) or not any(is_limited(asking, table) for table in tree.find_all(exp.Table)):
        return
    scope, common = sources(tree), frozenset(_OF_ROWS)
    for table, column, is_named in _plain_items(asking, tree, scope):
        held = _held(asking, table, column)
        if not held and not is_named and _has_any_of_its_own(asking, table):
            raise asking.table_denied("ANY", table.name)
        if not held:
            raise asking.column_denied("ANY", column, table.name)
        common &= held
        if not common:
            user, host = asking.rights.account
            raise mysql_error("ER_COLUMNACCESS_DENIED_ERROR", "create view", user, host, column, node.name)
    rest = tree.copy()
    computed = [item for item in rest.expressions if not isinstance(item.unalias(), (exp.Column, exp.Star))]
    rest.set("expressions", computed or [exp.Literal.number(1)])
    query(asking, rest, [])


def _has_any_of_its_own(asking: Asking, table: exp.Expression) -> bool:
    """Whether some columns have rights of their own."""
    granted = asking.rights.on_table(schema_of(table, asking.context.database) or "", table.name)
    return any(columns - {""} for columns in granted.values())


def _plain_items(asking: Asking, tree: exp.Select, scope: Scope) -> Iterator[tuple[exp.Expression, str, bool]]:
    """The columns of tables and views that a select list shows as they are, and whether it names them."""
    for item in tree.expressions:
        inner = item.unalias()
        qualifier = inner.text("table").lower() if isinstance(inner, exp.Column) else ""
        for alias, table in scope.items():
            if not isinstance(table, exp.Table) or qualifier not in ("", alias):
                continue
            if is_star(inner):
                yield from ((table, name, False) for name in names(asking, table))
            elif isinstance(inner, exp.Column) and has(asking, table, inner.name):
                yield table, inner.name, True
                break


def _held(asking: Asking, table: exp.Expression, column: str) -> frozenset[str]:
    schema = schema_of(table, asking.context.database) or ""
    limits = {privilege: asking.rights.columns_only(privilege, schema, table.name) for privilege in _OF_ROWS}
    return frozenset(privilege for privilege, allowed in limits.items() if allowed is None or column.lower() in allowed)


# --- changes ----------------------------------------------------------------------------------------------------------


def _insert(asking: Asking, tree: exp.Insert) -> None:
    listed = tree.this if isinstance(tree.this, exp.Schema) else None
    target = listed.this if listed is not None else tree.this
    given_names = [item.name for item in listed.expressions] if listed is not None else []
    if LOAD in tree.meta:
        targets = tree.meta[LOAD].targets
        given_names = names(asking, target)
        if targets is not None:
            given_names = [listed_item.name for listed_item in targets if not listed_item.variable]
    elif not given_names:
        require_all(asking, "INSERT", target)
    upserts = tree.args.get("conflict") is not None and asking.behaviour.conflicts_ask_at_once
    for name in given_names:
        if has(asking, target, name):
            require(asking, "INSERT", target, name)
            if upserts:
                _require_both(asking, target, name)
    scope: Scope = {target.name.lower(): target}
    given: object = tree.expression
    assert given is None or isinstance(given, exp.Expression)
    if isinstance(given, exp.Query) and not isinstance(given, exp.Values):
        query(asking, given, [])
    elif isinstance(given, exp.Expression):
        expression(asking, given, [scope])
    conflict = tree.args.get("conflict")
    if conflict is None:
        return
    for item in conflict.expressions:
        require(asking, "UPDATE", target, item.this.name)
    alias = given.args.get("alias") if isinstance(given, exp.Values) else None
    for item in conflict.expressions:
        value = item.expression
        if alias is not None:
            value = _of_target(value, alias, given_names or names(asking, target))
        expression(asking, value, [scope])


def _require_both(asking: Asking, target: exp.Expression, column: str) -> None:
    """INSERT and UPDATE of a column of an upsert, in one message."""
    schema, both = schema_of(target, asking.context.database) or "", ("INSERT", "UPDATE")
    limits = [asking.rights.columns_only(privilege, schema, target.name) for privilege in both]
    if any(allowed is not None and column.lower() not in allowed for allowed in limits):
        named = [privilege for privilege, allowed in zip(both, limits, strict=True) if allowed is not None]
        raise asking.column_denied(asking.behaviour.privileges_apart.join(named), column, target.name)


def _of_target(value: exp.Expression, alias: exp.TableAlias, given: list[str]) -> exp.Expression:
    """A value whose columns of the new row are those of the table: reading one asks for the other."""
    named = {column.name.lower(): name for column, name in zip(alias.columns, given, strict=False)}

    def renamed(node: exp.Expression) -> exp.Expression:
        if isinstance(node, exp.Column) and node.text("table").lower() in ("", alias.name.lower()):
            return exp.column(named.get(node.name.lower(), node.name))
        return node

    return value.transform(renamed)


def _update(asking: Asking, tree: exp.Update) -> None:
    tables = [tree.this, *(join.this for join in tree.this.args.get("joins") or ())]
    scope: Scope = {(table.alias or table.name).lower(): table for table in tables}
    if len(tables) > 1 and asking.behaviour.joins_ask_tables:
        for changed in _assigned(asking, tree, scope):
            asking.table(("UPDATE",), schema_of(changed, asking.context.database), changed.name)
    for part in (tree.args.get("where"), *(join.args.get("on") for join in tree.this.args.get("joins") or ())):
        if part is not None:
            expression(asking, part, [scope])
    for item in tree.expressions:
        name, qualifier = item.this.name, item.this.text("table").lower()
        for alias, table in scope.items():
            if isinstance(table, exp.Table) and (alias == qualifier if qualifier else has(asking, table, name)):
                require(asking, "UPDATE", table, name)
                break
        else:
            if all(isinstance(table, exp.Table) for table in tables):
                return  # that there is none is said first
    for item in tree.expressions:
        expression(asking, item.expression, [scope])
    if tree.args.get("order") is not None:
        expression(asking, tree.args["order"], [scope])


def _assigned(asking: Asking, tree: exp.Update, scope: Scope) -> Iterator[exp.Table]:
    """The tables of which an UPDATE sets columns."""
    for item in tree.expressions:
        name, qualifier = item.this.name, item.this.text("table").lower()
        for alias, table in scope.items():
            if isinstance(table, exp.Table) and (alias == qualifier if qualifier else has(asking, table, name)):
                yield table
                break


def _delete(asking: Asking, tree: exp.Delete) -> None:
    roots = [tree.this, *(tree.args.get("using") or ())]
    tables = [node for root in roots for node in (root, *(join.this for join in root.args.get("joins") or ()))]
    scope: Scope = {(table.alias or table.name).lower(): table for table in tables}
    for join in (join for root in roots for join in root.args.get("joins") or ()):
        if join.args.get("on") is not None:
            expression(asking, join.args["on"], [scope])
    for part in ("where", "order"):
        if tree.args.get(part) is not None:
            expression(asking, tree.args[part], [scope])
