"""What statements that read and change rows ask for: tables first, in the order of the text, then what is behind views.

Captured: tests/golden/privileges. A right for some columns is enough here; which ones are used is `columns`' question.
"""

from __future__ import annotations

from collections.abc import Iterable

from sqlglot import exp

from binwriter.errors import MySQLError
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.binding.accounts import require_definer
from binwriter.sql.binding.database import schema_of
from binwriter.sql.binding.program_usage import functions_in
from binwriter.sql.binding.table_nodes import table_nodes
from binwriter.sql.binding.view_queries import view_tree
from binwriter.sql.command_table import requires
from binwriter.sql.privileges.asking import PRIVATE, Asking
from binwriter.sql.syntax.handler import HandlerAction, HandlerSyntax
from binwriter.sql.syntax.load import LOAD
from binwriter.sql.syntax.programs import Call, ProgramKind, SelectInto
from binwriter.sql.syntax.session import Use

_READ = frozenset({"SELECT"})
_LOCKING = ("UPDATE", "DELETE", "LOCK TABLES")


@requires("insert", "insert_select", "replace", "replace_select", "load")
def _insert(asking: Asking) -> None:
    tree = asking.parsed.node
    assert isinstance(tree, exp.Expression)
    wanted = {"INSERT"}
    if asking.parsed.command.startswith("replace"):
        wanted.add("DELETE")
    if tree.args.get("conflict") is not None:
        wanted.add("UPDATE")
    if asking.parsed.command == "load":
        load = tree.meta[LOAD]
        asking.place(load.schema)
        if not load.local:
            asking.file()
        if load.duplicates == "REPLACE":
            wanted.add("DELETE")
    target = tree.this.this if isinstance(tree.this, exp.Schema) else tree.this
    _ask(asking, target, frozenset(wanted))
    _read(asking, (node for node in table_nodes(tree) if node is not target), tree)


@requires("update")
def _update(asking: Asking) -> None:
    tree = asking.parsed.node
    assert isinstance(tree, exp.Update)
    _ask(asking, tree.this, frozenset({"UPDATE"}))
    _read(asking, (node for node in table_nodes(tree) if node is not tree.this), tree)


@requires("delete")
def _delete(asking: Asking) -> None:
    tree = asking.parsed.node
    assert isinstance(tree, exp.Delete)
    nodes = table_nodes(tree)
    _ask(asking, nodes[0], frozenset({"DELETE"}))
    _read(asking, nodes[1:], tree)


@requires("update_multi")
def _update_multi(asking: Asking) -> None:
    tree = asking.parsed.node
    assert isinstance(tree, exp.Expression)
    joined = {id(node) for node in _joined(tree)}
    for node in table_nodes(tree):
        if id(node) in joined:
            _ask_any(asking, node, ("SELECT", "UPDATE"))
        else:
            _ask(asking, node, _READ)
    _functions(asking, tree)


@requires("delete_multi")
def _delete_multi(asking: Asking) -> None:
    tree = asking.parsed.node
    assert isinstance(tree, exp.Delete)
    nodes = table_nodes(tree)
    _read(asking, nodes, None)
    named = tree.args.get("tables") or list(tree.this.find_all(exp.Table))
    for target in named:
        for node in nodes:
            if target.name.lower() == (node.alias or node.name).lower():
                _ask(asking, node, frozenset({"DELETE"}))
                break
    _functions(asking, tree)


def _joined(tree: exp.Expression) -> list[exp.Expression]:
    return [tree.this, *(join.this for join in tree.this.args.get("joins") or ())]


@requires("select", "select_into", "do")
def read(asking: Asking) -> None:
    """SELECT, TABLE, DO; INTO OUTFILE."""
    tree = asking.parsed.node
    into = tree if isinstance(tree, SelectInto) else None
    if into is not None:
        tree = into.parsed.node
    if not isinstance(tree, exp.Expression):
        return
    nodes = table_nodes(tree)
    for node in nodes:
        asking.place(schema_of(node, asking.context.database))
    if into is not None and into.file is not None:
        asking.login("FILE")
    locked = {id(node) for node in _locked(tree)}
    for node in nodes:
        _ask(asking, node, _READ)
        if id(node) in locked and asking.behaviour.accounts_by_8_0:
            asking.any_of(_LOCKING, schema_of(node, None), node.name, "SELECT with locking clause")
    _functions(asking, tree)


def _locked(tree: exp.Expression) -> Iterable[exp.Table]:
    for lock in tree.find_all(exp.Lock):
        if lock.parent is not None and lock.args.get("update"):
            names = {table.name.lower() for table in lock.expressions}
            for node in lock.parent.find_all(exp.Table):
                if not isinstance(node.parent, exp.Lock) and (not names or (node.alias or node.name).lower() in names):
                    yield node


def _read(asking: Asking, nodes: Iterable[exp.Table], tree: exp.Expression | None) -> None:
    for node in nodes:
        _ask(asking, node, _READ)
    if tree is not None:
        _functions(asking, tree)


def read_tree(asking: Asking, tree: exp.Expression) -> None:
    """What any expression or query reads."""
    _read(asking, table_nodes(tree), tree)


# --- tables and views -------------------------------------------------------------------------------------------------


def _ask(asking: Asking, node: exp.Expression, wanted: frozenset[str]) -> None:
    if not node.name:
        return
    schema = schema_of(node, asking.context.database)
    if asking.is_temporary(schema, node.name):
        return
    asking.table(wanted, schema, node.name)
    _behind(asking, schema, node.name, wanted)


def _ask_any(asking: Asking, node: exp.Expression, wanted: tuple[str, ...]) -> None:
    schema = schema_of(node, asking.context.database)
    if not node.name or asking.is_temporary(schema, node.name):
        return
    asking.any_of(wanted, schema, node.name, wanted[0])
    _behind(asking, schema, node.name, _READ)


def ask_behind(asking: Asking, schema: str, name: str) -> None:
    """What is read behind a view."""
    _behind(asking, schema, name, _READ)


def _behind(asking: Asking, schema: str | None, name: str, wanted: frozenset[str]) -> None:
    """A view's tables, with the rights of its definer, or of whoever reads it. ER_VIEW_INVALID."""
    view = asking.database.catalog.view(schema or "", name)
    if view is None:
        return
    require_definer(view.definer, asking.database.catalog.accounts, asking.context.rights)
    rights = asking.rights_of(view.definer)
    if rights is None:
        return
    inner = asking.with_rights(rights)
    tree = view_tree(view)
    try:
        for node in table_nodes(tree):
            below = node.text("db") or view.schema
            if asking.is_temporary(below, node.name):
                continue
            inner.table(wanted, below, node.name)
            _behind(inner, below, node.name, wanted)
            wanted = _READ  # the first one is what the view changes
        for kind, place, function in functions_in(tree, view.schema):
            if asking.database.programs.find(kind, place, function) is not None:
                inner.routine("EXECUTE", kind.value, place, function)
    except MySQLError as error:
        if error.symbol not in ("ER_TABLEACCESS_DENIED_ERROR", "ER_PROCACCESS_DENIED_ERROR", "ER_VIEW_INVALID"):
            raise
        raise mysql_error("ER_VIEW_INVALID", view.schema, view.name) from None


# --- routines ---------------------------------------------------------------------------------------------------------


def _functions(asking: Asking, tree: exp.Expression) -> None:
    """EXECUTE for every stored function that it calls."""
    for kind, schema, name in functions_in(tree, asking.context.database):
        asking.routine("EXECUTE", kind.value, schema, name)


@requires("call")
def _call(asking: Asking) -> None:
    call = asking.parsed.node
    assert isinstance(call, Call)
    if call.kind is not ProgramKind.EVENT:  # that one runs by itself
        asking.routine("EXECUTE", ProgramKind.PROCEDURE.value, call.schema, call.name)


@requires("ha_open")
def _handler(asking: Asking) -> None:
    node = asking.parsed.node
    assert isinstance(node, HandlerSyntax)
    if node.action is HandlerAction.OPEN and not asking.is_temporary(node.schema, node.name):
        asking.table(_READ, node.schema, node.name)


@requires("use")
def _use(asking: Asking) -> None:
    node = asking.parsed.node
    assert isinstance(node, Use)
    use_allowed(asking, node.database)


def use_allowed(asking: Asking, database: str) -> None:
    """ER_DBACCESS_DENIED_ERROR unless it has any privilege there."""
    if database.lower() == PRIVATE:
        return
    if not asking.rights.touches_schema(database):
        raise mysql_error("ER_DBACCESS_DENIED_ERROR", *asking.rights.account, database)
