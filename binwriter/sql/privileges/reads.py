"""The columns that a query reads, and what a view's definer may read of what is behind it.

A view or derived table that a server merges is asked for what stands beside its list, and for the columns that are read
through it; of one that it makes a table of all is asked. What is missing is
ER_VIEW_INVALID, but for the conditions of joins, where it is told as it is (captured: clusters/definers_by_clauses).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress

from sqlglot import exp

from binwriter.catalog.schemas import View
from binwriter.catalog.tables import Table
from binwriter.errors import MySQLError
from binwriter.formats.records import replace
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.binding.accounts import require_definer
from binwriter.sql.binding.database import schema_of
from binwriter.sql.binding.view_queries import view_tree
from binwriter.sql.privileges.asking import PERFORMANCE, PRIVATE, Asking, is_for_all
from binwriter.sql.privileges.scopes import Scope, sources
from binwriter.sql.query.select_list import title
from binwriter.sql.text.tree_text import is_star
from binwriter.sql.text.trees import is_default_keyword
from binwriter.sql.types import is_aggregate

_SERVERS_OWN = frozenset({"mysql", PERFORMANCE})
_OF_A_COLUMN = frozenset({"DEFAULT", "VALUES"})


def is_limited(asking: Asking, table: exp.Table) -> bool:
    schema = schema_of(table, asking.context.database)
    if not schema or schema.lower() == PRIVATE or is_for_all(schema, table.name):
        return False
    if asking.is_temporary(schema, table.name):
        return False
    view = asking.database.catalog.view(schema, table.name)
    if view is not None and (inner := _behind(asking, view)) is not None:
        return any(is_limited(inner, below) for below in view_tree(view).find_all(exp.Table))
    return any(
        asking.rights.columns_only(privilege, schema, table.name) is not None
        for privilege in ("SELECT", "INSERT", "UPDATE")
    )


def require(asking: Asking, privilege: str, table: exp.Expression, column: str) -> None:
    schema = schema_of(table, asking.context.database) or ""
    if asking.is_temporary(schema, table.name) or schema.lower() == PRIVATE or is_for_all(schema, table.name):
        return
    allowed = asking.rights.columns_only(privilege, schema, table.name)
    if allowed is not None and column.lower() not in allowed:
        raise asking.column_denied(privilege, column, table.name)
    view = asking.database.catalog.view(schema, table.name)
    if view is not None:
        _through(asking, view, column, privilege)


def require_all(asking: Asking, privilege: str, table: exp.Expression) -> None:
    """All columns of a table, named by none of them: where one before the first that is missing, or this one, has any
    right of its own, the table is denied (captured: rights_in_order)."""
    schema, seen = schema_of(table, asking.context.database) or "", set[str]()
    for name in names(asking, table):
        seen.add(name.lower())
        try:
            require(asking, privilege, table, name)
        except MySQLError as error:
            granted = asking.rights.on_table(schema, table.name).values()
            if error.symbol == "ER_COLUMNACCESS_DENIED_ERROR" and any(seen & columns for columns in granted):
                raise asking.table_denied(privilege, table.name) from None
            raise


def _behind(asking: Asking, view: View) -> Asking | None:
    """Who asks for what a view reads; None: may do everything."""
    rights = asking.rights_of(view.definer)
    return None if rights is None else replace(asking, rights=rights)


def _through(asking: Asking, view: View, column: str | None, privilege: str = "SELECT") -> None:
    """What stands in a column of a view; None: what stands beside its list. ER_VIEW_INVALID, of a join's condition
    ER_COLUMNACCESS_DENIED_ERROR. privilege: what is done with the column (captured:
    clusters/definers_of_functions_in_views)."""
    inner, tree = _behind(asking, view), view_tree(view)
    if inner is None or not isinstance(tree, exp.Query):
        return
    if column is None and isinstance(tree, exp.Select):
        _conditions_of_joins(inner, tree, [sources(tree)])
    with _told_of(view):
        if column is None:
            _beside_list(inner, tree, [], whole=view.algorithm == "TEMPTABLE")
        else:
            _items_named(inner, tree, column, _names_of_view(view), privilege)


@contextmanager
def _told_of(view: View) -> Iterator[None]:
    """ER_VIEW_INVALID for what its definer may not read."""
    try:
        yield
    except MySQLError as error:
        if error.symbol not in ("ER_COLUMNACCESS_DENIED_ERROR", "ER_VIEW_INVALID"):
            raise
        raise mysql_error("ER_VIEW_INVALID", view.schema, view.name) from None


def whole_view(asking: Asking, view: View) -> None:
    """All that a view reads, as a view over it asks for it. ER_VIEW_INVALID, of a join's condition
    ER_COLUMNACCESS_DENIED_ERROR."""
    require_definer(view.definer, asking.database.catalog.accounts, asking.context.rights)
    inner, tree = _behind(asking, view), view_tree(view)
    if inner is None:
        return
    if isinstance(tree, exp.Select):
        _conditions_of_joins(inner, tree, [sources(tree)])
    with _told_of(view):
        for part in tree.find_all(exp.Select):
            query(inner, part, _scopes_around(part))


def _scopes_around(node: exp.Expression) -> list[Scope]:
    scopes, around = list[Scope](), node.parent
    while around is not None:
        if isinstance(around, exp.Select):
            scopes.append(sources(around))
        around = around.parent
    return scopes


def _beside_list(asking: Asking, node: exp.Expression, outer: list[Scope], *, whole: bool = False) -> None:
    """Of a view or a derived table in one: what is asked for though nobody reads a column of its list."""
    if not isinstance(node, exp.Select):
        query(asking, node, outer)
        return
    scope = sources(node)
    _tables(asking, scope, [scope, *outer])
    if whole or not _is_merged(node):
        _list(asking, node, scope, [scope, *outer])
    _conditions_of_joins(asking, node, [scope, *outer])
    _clauses(asking, node, [scope, *outer])


def _is_merged(node: exp.Select) -> bool:
    """Whether a server merges a view or derived table of this query into the one around it."""
    if node.args.get("from_") is None or any(node.args.get(part) for part in ("group", "having", "distinct", "limit")):
        return False
    return not any(
        isinstance(part, (exp.Window, exp.Query)) or is_aggregate(part)
        for item in node.expressions
        for part in item.walk()
    )


def _items_named(
    asking: Asking, node: exp.Expression, column: str, names_given: list[str], privilege: str = "SELECT"
) -> None:
    """What a column of a query's list reads, or what is changed by it. names_given: of the list, if they are not its
    own."""
    if not isinstance(node, exp.Select):
        return
    scope = sources(node)
    listed = names_given or [title(item) for item in node.expressions]
    for name, item in zip(listed, node.expressions, strict=False):
        if is_star(item):
            _read(asking, exp.column(column), [scope], privilege)
        elif name.lower() == column.lower():
            plain = item.unalias()
            if isinstance(plain, exp.Column):
                _read(asking, plain, [scope], privilege)
            else:
                expression(asking, plain, [scope])


def _conditions_of_joins(asking: Asking, node: exp.Select, scopes: list[Scope]) -> None:
    """ON, and the columns that USING and NATURAL compare."""
    scope, before = scopes[0], list[exp.Expression]()
    for join in [exp.Join(this=table) for table in list(scope.values())[:1]] + (node.args.get("joins") or []):
        on = join.args.get("on")
        if isinstance(on, exp.Expression):
            expression(asking, on, scopes)
        shared = [named.name for named in join.args.get("using") or ()]
        # which a server asks a view's definer for, and not whoever writes it himself (captured: rights_in_order)
        if join.args.get("method") == "NATURAL" and asking.rights is not asking.context.rights:
            others = {name.lower() for table in before for name in names(asking, table)}
            shared = [name for name in names(asking, join.this) if name.lower() in others]
        for name in shared:
            for table in (*before, join.this):
                if isinstance(table, exp.Table) and name.lower() in map(str.lower, names(asking, table)):
                    require(asking, "SELECT", table, name)
        before.append(join.this)


def names(asking: Asking, table: exp.Expression) -> list[str]:
    """The columns of a table, view or derived table; of the last none where it has a star."""
    if not isinstance(table, exp.Table):
        return _names_of_derived(table)
    schema = schema_of(table, asking.context.database) or ""
    definition = _definition(asking, schema, table.name)
    if definition is None:
        return _names_of_view(asking.database.catalog.view(schema, table.name))
    return [column.name for column in definition.columns if column.spec.visible]


def _definition(asking: Asking, schema: str, name: str) -> Table | None:
    """Of a table that there is, a server's own among them (captured: clusters/columns_of_the_servers_own)."""
    found = asking.database.catalog.find(schema, name)
    if found is None and schema.lower() in _SERVERS_OWN:
        with suppress(MySQLError):
            return asking.database.table(schema, name).definition
    return found


def _names_of_derived(table: exp.Expression) -> list[str]:
    alias, tree = table.args.get("alias"), _query_of(table)
    if alias is not None and alias.columns:
        return [name.name for name in alias.columns]
    items = tree.selects if isinstance(tree, exp.Query) else []
    if any(isinstance(item, exp.Expression) and is_star(item) for item in items):
        return []
    return [title(item) for item in items if isinstance(item, exp.Expression)]


def _names_of_view(view: View | None) -> list[str]:
    if view is None:
        return []
    tree = view_tree(view)
    items = tree.selects if isinstance(tree, exp.Query) else []
    return list(view.columns) or [title(item) for item in items if isinstance(item, exp.Expression)]


# --- queries ----------------------------------------------------------------------------------------------------------


def query(asking: Asking, node: exp.Expression, outer: list[Scope]) -> None:
    """All columns that it reads."""
    if not isinstance(node, exp.Select):
        for inner in _sides(node) if isinstance(node, exp.SetOperation) else _columns_and_queries(node):
            if isinstance(inner, exp.Column):
                _read(asking, inner, outer)
            else:
                query(asking, inner, outer)
        return
    scope = sources(node)
    _tables(asking, scope, [scope, *outer])
    _list(asking, node, scope, [scope, *outer])
    _conditions_of_joins(asking, node, [scope, *outer])
    _clauses(asking, node, [scope, *outer])


def _stars(asking: Asking, node: exp.Expression, scope: Scope) -> None:
    """A * is asked for where it stands, of tables."""
    views = asking.database.catalog.view
    tables: Scope = {
        alias: table
        for alias, table in scope.items()
        if isinstance(table, exp.Table) and views(schema_of(table, asking.context.database) or "", table.name) is None
    }
    for item in node.expressions if isinstance(node, exp.Select) else ():
        if is_star(item):
            _star(asking, tables, item.text("table") if isinstance(item, exp.Column) else "")


def _tables(asking: Asking, scope: Scope, scopes: list[Scope]) -> None:
    """What views and derived tables ask for, whatever is read of them."""
    for table in scope.values():
        if not isinstance(table, exp.Table):
            inner = _query_of(table)
            _beside_list(asking, inner, scopes)
            _stars(asking, inner, sources(inner))
            continue
        view = asking.database.catalog.view(schema_of(table, asking.context.database) or "", table.name)
        if view is not None:
            _through(asking, view, None)


def _query_of(derived: exp.Expression) -> exp.Expression:
    inner = derived.this if isinstance(derived, (exp.Lateral, exp.CTE)) else derived
    inner = inner.unnest() if isinstance(inner, exp.Subquery) else inner
    assert isinstance(inner, exp.Expression)
    return inner


def _list(asking: Asking, node: exp.Select, scope: Scope, scopes: list[Scope]) -> None:
    for item in node.expressions:
        inner = item.this if isinstance(item, exp.Alias) else item
        if isinstance(inner, exp.Star) and isinstance(node.parent, exp.Exists):
            continue
        if is_star(inner):
            _star(asking, scope, inner.text("table") if isinstance(inner, exp.Column) else "")
        else:
            expression(asking, inner, scopes)


def _clauses(asking: Asking, node: exp.Select, scopes: list[Scope]) -> None:
    aliases = {item.alias.lower() for item in node.expressions if item.alias}
    for part in ("where", "group", "having", "windows", "order"):
        given = node.args.get(part)
        for clause in given if isinstance(given, list) else [given]:
            if isinstance(clause, exp.Expression):
                known = aliases if part in ("having", "order") else set[str]()
                if part == "group":  # a column of a table comes before a name of the list
                    known = {
                        name for name in aliases if not any(has(asking, table, name) for table in scopes[0].values())
                    }
                expression(asking, clause, scopes, known)


def _sides(node: exp.SetOperation) -> Iterator[exp.Expression]:
    for side in (node.this, node.expression):
        inner = side.unnest() if isinstance(side, exp.Subquery) else side
        assert isinstance(inner, exp.Expression)
        yield inner


def _star(asking: Asking, scope: Scope, of: str) -> None:
    for alias, table in scope.items():
        if of.lower() not in ("", alias):
            continue
        if not isinstance(table, exp.Table):
            inner = _query_of(table)
            if isinstance(inner, exp.Select):
                _list(asking, inner, sources(inner), [sources(inner)])
        else:
            require_all(asking, "SELECT", table)


def expression(asking: Asking, node: exp.Expression, scopes: list[Scope], known: Iterable[str] = ()) -> None:
    """The columns that it reads, in the order of the text."""
    for part in _columns_and_queries(node):
        if isinstance(part, exp.Column):
            if part.text("table") or part.name.lower() not in known:
                _read(asking, part, scopes)
        else:
            query(asking, part, scopes)


def _columns_and_queries(node: exp.Expression) -> Iterator[exp.Expression]:
    if isinstance(node, (exp.Column, exp.Select, exp.SetOperation)):
        if not is_default_keyword(node):
            yield node
        return
    if isinstance(node, exp.Anonymous) and str(node.this).upper() in _OF_A_COLUMN:
        yield from (exp.column(part.name) for part in node.expressions if isinstance(part, exp.Identifier))
    for part in node.iter_expressions():
        if isinstance(part, exp.Expression):
            yield from _columns_and_queries(part)


def _read(asking: Asking, column: exp.Column, scopes: list[Scope], privilege: str = "SELECT") -> None:
    qualifier = column.text("table").lower()
    for scope in scopes:
        for alias, table in scope.items():
            if qualifier:
                if alias == qualifier:
                    _read_of(asking, table, column.name, privilege)
                    return
            elif has(asking, table, column.name):
                _read_of(asking, table, column.name, privilege)
                return
    # not said whether there is one; in a program it is a variable
    if not asking.behaviour.hides_unknown_columns:
        return
    if not qualifier and scopes and len(scopes[0]) == 1 and asking.context.program_names is None:
        (table,) = scopes[0].values()
        if isinstance(table, exp.Table) and asking.database.catalog.find(
            schema_of(table, asking.context.database) or "", table.name
        ):
            require(asking, privilege, table, column.name)


def _read_of(asking: Asking, table: exp.Expression, column: str, privilege: str) -> None:
    if isinstance(table, exp.Table):
        require(asking, privilege, table, column)
    else:
        _items_named(asking, _query_of(table), column, _names_of_derived(table))


def has(asking: Asking, table: exp.Expression, name: str) -> bool:
    """Whether it has this column; a derived table with a star is taken to have it."""
    if not isinstance(table, exp.Table):
        listed = _names_of_derived(table)
        return not listed or name.lower() in map(str.lower, listed)
    schema = schema_of(table, asking.context.database) or ""
    definition = _definition(asking, schema, table.name)
    if definition is None:
        view = asking.database.catalog.view(schema, table.name)
        return name.lower() in map(str.lower, _names_of_view(view))
    return name.lower() in definition.index_of
