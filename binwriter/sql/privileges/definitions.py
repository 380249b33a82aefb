"""What definitions ask for beyond their kind's needs: both tables of a rename, parents of keys, definers of programs.

Captured: tests/golden/privileges.
"""

from __future__ import annotations

import re

from sqlglot import exp

from binwriter.catalog.schemas import View
from binwriter.errors import MySQLError
from binwriter.formats.patterns import pattern
from binwriter.mysql.messages.table import mysql_error, mysql_warning
from binwriter.sql.binding.program_usage import functions_in
from binwriter.sql.binding.programs import Program
from binwriter.sql.binding.table_nodes import table_nodes
from binwriter.sql.binding.view_queries import view_tree
from binwriter.sql.command_table import requires
from binwriter.sql.privileges.asking import Asking
from binwriter.sql.privileges.named import asked_tables, named_routine, named_schema
from binwriter.sql.privileges.statements import read_tree
from binwriter.sql.syntax.alter_table import AddForeignKey, AlterTableSyntax, RenameTable, RenameTablesSyntax
from binwriter.sql.syntax.program_definitions import AlterProgram, CreateProgram, DropProgram
from binwriter.sql.syntax.programs import ProgramKind
from binwriter.sql.syntax.table import CreateTableSyntax, TableOptionsSyntax
from binwriter.sql.syntax.views import CreateViewSyntax
from binwriter.sql.text.trees import parse_tree

_DIRECTORY = pattern(r"\b(DATA|INDEX)\s+DIRECTORY\b", re.IGNORECASE)
_MERGED = ("SELECT", "UPDATE", "DELETE")
_OF_OLD, _OF_NEW = ("ALTER", "DROP"), ("CREATE", "INSERT")


@requires("create_table", "create_select")
def _create_table(asking: Asking) -> None:
    node = asking.parsed.node
    assert isinstance(node, CreateTableSyntax)
    place = asking.place(node.schema)
    _options(asking, node.options)
    if node.temporary:
        asking.schema(("CREATE TEMPORARY TABLES",), place)
    else:
        wanted = ("CREATE", "INSERT") if node.select is not None else ("CREATE",)
        asking.table(wanted, place, node.name)
    if node.like is not None and not asking.is_temporary(*node.like):
        asking.table(("SELECT",), *node.like)
    for key in node.foreign_keys:
        _parent(asking, key.parent[0] or place, key.parent[1])
    if isinstance(node.select, exp.Expression):
        read_tree(asking, node.select)


def _options(asking: Asking, options: TableOptionsSyntax) -> None:
    if _DIRECTORY.search(asking.parsed.words_text):
        asking.file()
    for schema, name in options.union:
        asking.table(_MERGED, schema, name)


def _parent(asking: Asking, schema: str, name: str) -> None:
    if asking.rights.missing(("REFERENCES",), schema, name):
        raise asking.table_denied("REFERENCES", f"{schema}.{name}")


@requires("alter_table")
def _alter_table(asking: Asking) -> None:
    node = asking.parsed.node
    assert isinstance(node, AlterTableSyntax)
    place = asking.place(node.schema)
    if asking.is_temporary(place, node.name):
        return
    wanted = {"ALTER"}
    renamed = [action for action in node.actions if isinstance(action, RenameTable)]
    verb = node.partitions.word.upper() if node.partitions is not None else ""
    if renamed or verb in ("DROP", "EXCHANGE"):
        wanted.add("DROP")
    if verb == "TRUNCATE":
        wanted = {"DROP"}
    if verb == "EXCHANGE":
        wanted |= {"INSERT", "CREATE"}
    asking.table(wanted, place, node.name)
    if node.partitions is not None and node.partitions.table is not None:
        asking.table(wanted, *node.partitions.table)
    _options(asking, node.options)
    for new in renamed:
        asking.table(_OF_NEW, new.schema or place, new.name)
    for action in node.actions:
        if isinstance(action, AddForeignKey):
            _parent(asking, action.key.parent[0] or place, action.key.parent[1])


@requires("rename_table")
def _rename_tables(asking: Asking) -> None:
    node = asking.parsed.node
    assert isinstance(node, RenameTablesSyntax)
    for old, new in node.pairs:
        asking.table(_OF_OLD, *old)
        asking.table(_OF_NEW, *new)


# --- views ------------------------------------------------------------------------------------------------------------


@requires("create_view", "alter_view")
def _create_view(asking: Asking) -> None:
    node = asking.parsed.node
    assert isinstance(node, CreateViewSyntax)
    place = asking.place(node.schema)
    existing = asking.database.catalog.view(place, node.name)
    if asking.behaviour.super_before_views:
        _view_definer(asking, node, existing)
    asking.table(("CREATE VIEW",), place, node.name)
    if node.or_replace or node.alters:
        asking.table(("DROP",), place, node.name)
    tree = parse_tree(node.query_text)
    for table in table_nodes(tree):
        below = table.text("db") or asking.place(None)
        asking.any_of(("SELECT", "INSERT", "UPDATE", "DELETE"), below, table.name, "ANY")
    _functions_of_view(asking, tree, asking.context.database)
    _view_definer(asking, node, existing)
    if existing is not None and node.alters:
        asking.system_user(existing.definer)


def _view_definer(asking: Asking, node: CreateViewSyntax, existing: View | None) -> None:
    """Whose rights the view is to have; one that is altered keeps its own."""
    if node.definer is not None:
        asking.definer(node.definer)
    elif node.alters and existing is not None:
        asking.definer(existing.made_by)


def _functions_of_view(asking: Asking, tree: exp.Expression, home: str | None) -> None:
    """Whoever makes a view may run what it calls, and what the views below it call (captured: rights_in_order)."""
    for kind, schema, name in functions_in(tree, home):
        asking.routine("EXECUTE", kind.value, schema, name)
    for table in table_nodes(tree):
        view = asking.database.catalog.view(table.text("db") or home or "", table.name)
        if view is not None:
            _functions_of_view(asking, view_tree(view), view.home)


def view_dropped(asking: Asking) -> None:
    """After its privileges: a view with the rights of an account with SYSTEM_USER, if all of them are there."""
    named = [(asking.place(schema), name) for schema, name in asked_tables(asking.parsed)]
    views = [asking.database.catalog.view(*name_of_view) for name_of_view in named]
    for view in views if None not in views else ():
        if view is not None:
            asking.system_user(view.definer)


# --- programs ---------------------------------------------------------------------------------------------------------


def _existing(asking: Asking) -> Program | None:
    kind, schema, name = named_routine(asking.parsed)
    if kind == "LIBRARY":
        return None
    return asking.database.programs.find(ProgramKind(kind), asking.place(schema), name)


@requires("create_trigger")
def _create_trigger(asking: Asking) -> None:
    node = asking.parsed.node
    assert isinstance(node, CreateProgram) and node.table is not None
    asking.place(node.table[0] or node.schema)
    _trusted(asking)
    asking.table(("TRIGGER",), node.table[0] or node.schema, node.table[1], some_columns=False)
    program_defined(asking)


def _trusted(asking: Asking) -> None:
    """ER_BINLOG_CREATE_ROUTINE_NEED_SUPER: who makes what runs inside of statements that are logged."""
    if not asking.rights.may("SUPER") and not asking.context.variables.settings.log_bin_trust_function_creators:
        raise mysql_error("ER_BINLOG_CREATE_ROUTINE_NEED_SUPER")


@requires("drop_trigger")
def _drop_trigger(asking: Asking) -> None:
    node = asking.parsed.node
    assert isinstance(node, DropProgram)
    place = asking.place(node.schema)
    if not asking.behaviour.accounts_by_8_0:
        _trusted(asking)
    trigger = asking.database.programs.find(ProgramKind.TRIGGER, place, node.name)
    if trigger is not None and trigger.table:
        asking.table(("TRIGGER",), trigger.schema, trigger.table, some_columns=False)


def program_defined(asking: Asking) -> None:
    """After the kind's needs: whose rights a routine, trigger or event is to have, and whose it has now."""
    node = asking.parsed.node
    if isinstance(node, (CreateProgram, AlterProgram)) and node.kind is not ProgramKind.EVENT:
        event_definer(asking)
    if isinstance(node, CreateProgram):
        chosen = node.characteristics
        vouched = chosen.deterministic or chosen.data_access in ("NO SQL", "READS SQL DATA")
        if node.kind is ProgramKind.FUNCTION and vouched:  # 1418 comes first
            try:
                _trusted(asking)
            except MySQLError as error:
                if not asking.behaviour.opens_renamed:
                    error.later = (mysql_warning("ER_SP_STORE_FAILED", node.kind.value, node.name, level="Error"),)
                raise
        return
    if isinstance(node, AlterProgram) and node.rename is not None and node.kind is ProgramKind.EVENT:
        asking.schema(("EVENT",), node.rename[0] or named_schema(asking.parsed))
    existing = _existing(asking)
    if existing is not None:
        asking.system_user(existing.definer)


@requires("create_event", "alter_event")
def event_definer(asking: Asking) -> None:
    """Whose rights it is to have; of an event before its own privilege is asked for."""
    node = asking.parsed.node
    if isinstance(node, (CreateProgram, AlterProgram)) and node.definer is not None:
        asking.place(node.schema)
        asking.definer((node.definer[0], node.definer[1] or "%"))
