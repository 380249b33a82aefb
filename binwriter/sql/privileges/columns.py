"""Rights for some columns of a table: whether a statement uses others.

Only asked where somebody lacks a privilege for a whole table. Columns are asked for in the order in which a server
resolves them: of a query its list, then WHERE, GROUP BY, HAVING and ORDER BY; of UPDATE WHERE, then what is assigned,
then the values (captured: tests/golden/privileges).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sqlglot import exp

from binwriter.catalog.schemas import View
from binwriter.errors import MySQLError
from binwriter.formats.records import replace
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.binding.database import schema_of
from binwriter.sql.binding.view_trees import view_tree
from binwriter.sql.privileges.asking import PRIVATE, Asking, is_for_all
from binwriter.sql.query.select_list import title
from binwriter.sql.syntax.administration import AdminSyntax
from binwriter.sql.syntax.load import LOAD
from binwriter.sql.syntax.programs import SelectInto
from binwriter.sql.syntax.session import Set, SetUserVariable, SetVariable
from binwriter.sql.syntax.table import CreateTableSyntax
from binwriter.sql.syntax.views import CreateViewSyntax
from binwriter.sql.text.trees import parse_tree

_Scope = dict[str, exp.Expression]  # by alias


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
    if not any(_is_limited(asking, table) for table in node.find_all(exp.Table)):
        return
    if isinstance(node, exp.Insert):
        _insert(asking, node)
    elif isinstance(node, exp.Update):
        _update(asking, node)
    elif isinstance(node, exp.Delete):
        _delete(asking, node)
    else:
        _query(asking, node, [])


def _is_limited(asking: Asking, table: exp.Table) -> bool:
    schema = schema_of(table, asking.context.database)
    if not schema or schema.lower() == PRIVATE or is_for_all(schema, table.name):
        return False
    if asking.is_temporary(schema, table.name):
        return False
    view = asking.database.catalog.view(schema, table.name)
    if view is not None and (inner := _behind(asking, view)) is not None:
        return any(_is_limited(inner, below) for below in view_tree(view).find_all(exp.Table))
    return any(
        asking.rights.columns_only(privilege, schema, table.name) is not None
        for privilege in ("SELECT", "INSERT", "UPDATE")
    )


def _require(asking: Asking, privilege: str, table: exp.Expression, column: str) -> None:
    schema = schema_of(table, asking.context.database) or ""
    if asking.is_temporary(schema, table.name) or schema.lower() == PRIVATE or is_for_all(schema, table.name):
        return
    allowed = asking.rights.columns_only(privilege, schema, table.name)
    if allowed is not None and column.lower() not in allowed:
        raise asking.column_denied(privilege, column, table.name)
    view = asking.database.catalog.view(schema, table.name)
    if view is not None and privilege == "SELECT":
        _through(asking, view, column)


def _behind(asking: Asking, view: View) -> Asking | None:
    """Who asks for what a view reads; None: may do everything."""
    rights = asking.rights_of(view.definer)
    return None if rights is None else replace(asking, rights=rights)


def _through(asking: Asking, view: View, column: str | None) -> None:
    """What stands in a column of a view; None: what stands beside its list. ER_VIEW_INVALID."""
    inner, tree = _behind(asking, view), view_tree(view)
    if inner is None or not isinstance(tree, exp.Select):
        return
    wanted: list[exp.Expression] = []
    if column is not None:
        named = zip(_names_of_view(view), tree.expressions, strict=False)
        wanted = [item for name, item in named if name.lower() == column.lower()]
    part = exp.Select(expressions=wanted or [exp.Literal.number(1)], from_=tree.args.get("from_"))
    if column is None:
        part = tree.copy()
        part.set("expressions", [exp.Literal.number(1)])
        part.set("order", None)  # which a server does not ask for (captured: a 9.7.4)
    else:
        part.set("joins", tree.args.get("joins"))
        part = part.copy()
    try:
        _query(inner, part, [])
    except MySQLError as error:
        if error.symbol not in ("ER_COLUMNACCESS_DENIED_ERROR", "ER_VIEW_INVALID"):
            raise
        raise mysql_error("ER_VIEW_INVALID", view.schema, view.name) from None


def _names(asking: Asking, table: exp.Expression) -> list[str]:
    schema = schema_of(table, asking.context.database) or ""
    definition = asking.database.catalog.find(schema, table.name)
    if definition is None:
        return _names_of_view(asking.database.catalog.view(schema, table.name))
    return [column.name for column in definition.columns if column.spec.visible]


def _names_of_view(view: View | None) -> list[str]:
    if view is None:
        return []
    tree = view_tree(view)
    items = tree.selects if isinstance(tree, exp.Query) else []
    return list(view.columns) or [title(item) for item in items if isinstance(item, exp.Expression)]


# --- queries ----------------------------------------------------------------------------------------------------------


def _query(asking: Asking, node: exp.Expression, outer: list[_Scope]) -> None:
    if not isinstance(node, exp.Select):
        for inner in _sides(node) if isinstance(node, exp.SetOperation) else _columns_and_queries(node):
            if isinstance(inner, exp.Column):
                _read(asking, inner, outer)
            else:
                _query(asking, inner, outer)
        return
    given = node.args.get("with_")
    for common in given.expressions if given is not None else ():
        _query(asking, common.this, outer)
    scope = _sources(node)
    scopes = [scope, *outer]
    aliases = {item.alias.lower() for item in node.expressions if item.alias}
    for derived in scope.values():
        if not isinstance(derived, exp.Table):
            _query(asking, derived, outer)
            continue
        view = asking.database.catalog.view(schema_of(derived, asking.context.database) or "", derived.name)
        if view is not None:
            _through(asking, view, None)
    for item in node.expressions:
        inner = item.this if isinstance(item, exp.Alias) else item
        if isinstance(inner, exp.Star) or (isinstance(inner, exp.Column) and isinstance(inner.this, exp.Star)):
            _star(asking, scope, inner.text("table") if isinstance(inner, exp.Column) else "")
        else:
            _expression(asking, inner, scopes)
    for join in node.args.get("joins") or ():
        for shared in join.args.get("using") or ():
            for table in scope.values():
                if isinstance(table, exp.Table) and shared.name.lower() in map(str.lower, _names(asking, table)):
                    _require(asking, "SELECT", table, shared.name)
    for part in ("where", "joins", "group", "having", "windows", "order"):
        given = node.args.get(part)
        for tree in given if isinstance(given, list) else [given]:
            clause = tree.args.get("on") if part == "joins" and tree is not None else tree
            if isinstance(clause, exp.Expression):
                known = aliases if part in ("group", "having", "order") else set[str]()
                _expression(asking, clause, scopes, known)


def _sides(node: exp.SetOperation) -> Iterator[exp.Expression]:
    for side in (node.this, node.expression):
        inner = side.unnest() if isinstance(side, exp.Subquery) else side
        assert isinstance(inner, exp.Expression)
        yield inner


def _sources(node: exp.Expression) -> _Scope:
    scope: _Scope = {}
    first = node.args.get("from_")
    tables = [first.this] if first is not None else []
    tables += [join.this for join in node.args.get("joins") or ()]
    for table in list(tables):
        tables += [join.this for join in table.args.get("joins") or ()]
    for table in tables:
        scope[(table.alias or table.name).lower()] = table
    return scope


def _star(asking: Asking, scope: _Scope, of: str) -> None:
    for alias, table in scope.items():
        if isinstance(table, exp.Table) and of.lower() in ("", alias):
            schema = schema_of(table, asking.context.database) or ""
            allowed = asking.rights.columns_only("SELECT", schema, table.name)
            is_view = asking.database.catalog.view(schema, table.name) is not None
            if is_view and allowed is not None and not allowed.issuperset(map(str.lower, _names(asking, table))):
                raise asking.table_denied("SELECT", table.name)
            for name in _names(asking, table):
                _require(asking, "SELECT", table, name)


def _expression(asking: Asking, node: exp.Expression, scopes: list[_Scope], known: Iterable[str] = ()) -> None:
    """The columns that it reads, in the order of the text."""
    for part in _columns_and_queries(node):
        if isinstance(part, exp.Column):
            if part.text("table") or part.name.lower() not in known:
                _read(asking, part, scopes)
        else:
            _query(asking, part, scopes)


def _columns_and_queries(node: exp.Expression) -> Iterator[exp.Expression]:
    if isinstance(node, (exp.Column, exp.Select, exp.SetOperation)):
        yield node
        return
    for part in node.iter_expressions():
        if isinstance(part, exp.Expression):
            yield from _columns_and_queries(part)


def _read(asking: Asking, column: exp.Column, scopes: list[_Scope]) -> None:
    qualifier = column.text("table").lower()
    for scope in scopes:
        for alias, table in scope.items():
            if qualifier:
                if alias == qualifier:
                    if isinstance(table, exp.Table):
                        _require(asking, "SELECT", table, column.name)
                    return
            elif not isinstance(table, exp.Table) or _has(asking, table, column.name):
                if isinstance(table, exp.Table):
                    _require(asking, "SELECT", table, column.name)
                return
    # not said whether there is one; in a program it is a variable
    if not qualifier and scopes and len(scopes[0]) == 1 and asking.context.program_names is None:
        (table,) = scopes[0].values()
        if isinstance(table, exp.Table) and asking.database.catalog.find(
            schema_of(table, asking.context.database) or "", table.name
        ):
            _require(asking, "SELECT", table, column.name)


def _has(asking: Asking, table: exp.Expression, name: str) -> bool:
    schema = schema_of(table, asking.context.database) or ""
    definition = asking.database.catalog.find(schema, table.name)
    if definition is None:
        view = asking.database.catalog.view(schema, table.name)
        return name.lower() in map(str.lower, _names_of_view(view))
    return name.lower() in definition.index_of


# --- views ------------------------------------------------------------------------------------------------------------

_OF_ROWS = ("SELECT", "INSERT", "UPDATE", "DELETE")


def _create_view(asking: Asking, node: CreateViewSyntax) -> None:
    """Of its own columns any privilege will do, if it is one that all of them have; what is computed has to be read."""
    tree = parse_tree(node.query_text)
    if not isinstance(tree, exp.Select) or not any(_is_limited(asking, table) for table in tree.find_all(exp.Table)):
        return
    scope, common = _sources(tree), frozenset(_OF_ROWS)
    for table, column in _plain_items(asking, tree, scope):
        held = _held(asking, table, column)
        if not held:
            raise asking.column_denied("ANY", column, table.name)
        common &= held
        if not common:
            user, host = asking.rights.account
            raise mysql_error("ER_COLUMNACCESS_DENIED_ERROR", "create view", user, host, column, node.name)
    rest = tree.copy()
    computed = [item for item in rest.expressions if not isinstance(item.unalias(), (exp.Column, exp.Star))]
    rest.set("expressions", computed or [exp.Literal.number(1)])
    _query(asking, rest, [])


def _plain_items(asking: Asking, tree: exp.Select, scope: _Scope) -> Iterator[tuple[exp.Expression, str]]:
    """The columns of tables and views that a select list shows as they are."""
    for item in tree.expressions:
        inner = item.unalias()
        qualifier = inner.text("table").lower() if isinstance(inner, exp.Column) else ""
        is_star = isinstance(inner, exp.Star) or (isinstance(inner, exp.Column) and isinstance(inner.this, exp.Star))
        for alias, table in scope.items():
            if not isinstance(table, exp.Table) or qualifier not in ("", alias):
                continue
            if is_star:
                yield from ((table, name) for name in _names(asking, table))
            elif isinstance(inner, exp.Column) and _has(asking, table, inner.name):
                yield table, inner.name
                break


def _held(asking: Asking, table: exp.Expression, column: str) -> frozenset[str]:
    schema = schema_of(table, asking.context.database) or ""
    limits = {privilege: asking.rights.columns_only(privilege, schema, table.name) for privilege in _OF_ROWS}
    return frozenset(privilege for privilege, allowed in limits.items() if allowed is None or column.lower() in allowed)


# --- changes ----------------------------------------------------------------------------------------------------------


def _insert(asking: Asking, tree: exp.Insert) -> None:
    listed = tree.this if isinstance(tree.this, exp.Schema) else None
    target = listed.this if listed is not None else tree.this
    names = [listed_item.name for listed_item in listed.expressions] if listed is not None else _names(asking, target)
    if LOAD in tree.meta and tree.meta[LOAD].targets is not None:
        names = [listed_item.name for listed_item in tree.meta[LOAD].targets if not listed_item.variable]
    has_rows = any(
        isinstance(listed_item, exp.Tuple) and listed_item.expressions
        for listed_item in getattr(tree.expression, "expressions", ())
    )
    if listed is not None or has_rows or not isinstance(tree.expression, exp.Values):
        for name in names:
            if _has(asking, target, name):
                _require(asking, "INSERT", target, name)
    scope: _Scope = {target.name.lower(): target}
    given: object = tree.expression
    assert given is None or isinstance(given, exp.Expression)
    if isinstance(given, exp.Query) and not isinstance(given, exp.Values):
        _query(asking, given, [])
    elif isinstance(given, exp.Expression):
        _expression(asking, given, [scope])
    conflict = tree.args.get("conflict")
    for item in conflict.expressions if conflict is not None else ():
        _require(asking, "UPDATE", target, item.this.name)
    for item in conflict.expressions if conflict is not None else ():
        _expression(asking, item.expression, [scope])


def _update(asking: Asking, tree: exp.Update) -> None:
    tables = [tree.this, *(join.this for join in tree.this.args.get("joins") or ())]
    scope: _Scope = {(table.alias or table.name).lower(): table for table in tables}
    for part in (tree.args.get("where"), *(join.args.get("on") for join in tree.this.args.get("joins") or ())):
        if part is not None:
            _expression(asking, part, [scope])
    for item in tree.expressions:
        name, qualifier = item.this.name, item.this.text("table").lower()
        for alias, table in scope.items():
            if isinstance(table, exp.Table) and (alias == qualifier if qualifier else _has(asking, table, name)):
                _require(asking, "UPDATE", table, name)
                break
    for item in tree.expressions:
        _expression(asking, item.expression, [scope])
    if tree.args.get("order") is not None:
        _expression(asking, tree.args["order"], [scope])


def _delete(asking: Asking, tree: exp.Delete) -> None:
    roots = [tree.this, *(tree.args.get("using") or ())]
    tables = [node for root in roots for node in (root, *(join.this for join in root.args.get("joins") or ()))]
    scope: _Scope = {(table.alias or table.name).lower(): table for table in tables}
    for part in ("where", "order"):
        if tree.args.get(part) is not None:
            _expression(asking, tree.args[part], [scope])
