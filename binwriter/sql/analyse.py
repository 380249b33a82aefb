"""What is known of a statement before it runs: the tables it reads and writes, and what makes it unsafe by itself."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TypeAlias

from sqlglot import exp

from binwriter.rules.unsafe_policy import UnsafePolicy
from binwriter.schema import Table
from binwriter.sql.context import StatementContext
from binwriter.sql.database import Database
from binwriter.sql.parse import ParsedStatement, tokenize
from binwriter.sql.table_syntax import CreateTableSyntax
from binwriter.sql.views import base_tables, through_views
from binwriter.statement import StatementKind, StatementProfile, TableAccess, UnsafeReason

# These need no brackets to be a call.
_CALLED_WITHOUT_BRACKETS = frozenset({"CURRENT_USER"})

# findings part 3: session variables that travel with the event or do not matter; every other one is unsafe.
SAFE_SESSION_VARIABLES = frozenset(
    [
        "auto_increment_increment",
        "auto_increment_offset",
        "character_set_client",
        "character_set_connection",
        "character_set_database",
        "character_set_server",
        "collation_connection",
        "collation_database",
        "collation_server",
        "foreign_key_checks",
        "identity",
        "last_insert_id",
        "lc_time_names",
        "pseudo_thread_id",
        "rand_seed1",
        "rand_seed2",
        "sql_auto_is_null",
        "time_zone",
        "timestamp",
        "unique_checks",
    ]
)

DML_COMMANDS = frozenset(
    ["insert", "insert_select", "replace", "replace_select", "update", "update_multi", "delete", "delete_multi"]
)
_PROGRAM_DDL = frozenset(
    [
        *(f"{verb}_{kind}" for verb in ("create", "drop") for kind in ("procedure", "function", "trigger", "event")),
        *(f"alter_{kind}" for kind in ("procedure", "function", "event")),
    ]
)
_TABLE_DDL_COMMANDS = """
    create_db drop_db alter_db create_table drop_table truncate alter_table create_index drop_index rename_table
    create_view alter_view drop_view create_user alter_user drop_user rename_user create_role drop_role grant revoke
    set_password set_default_role
"""
DDL_COMMANDS = _PROGRAM_DDL | frozenset(_TABLE_DDL_COMMANDS.split())
# Commands that are no DDL and still commit the open transaction first (MySQL manual 15.3.3).
IMPLICIT_COMMIT_COMMANDS = DDL_COMMANDS | {"begin", "flush", "reset"}


def analyse(parsed: ParsedStatement, database: Database, context: StatementContext) -> StatementProfile:
    """The statement's profile. MySQLError when a table it names does not exist."""
    implicit = parsed.command in IMPLICIT_COMMIT_COMMANDS
    if parsed.command in DDL_COMMANDS:
        return StatementProfile(StatementKind.DDL, parsed.command, implicit_commit=not _is_temporary_ddl(parsed))
    if isinstance(parsed.node, CreateTableSyntax):
        return _create_select(parsed, parsed.node, database, context)
    if parsed.command not in DML_COMMANDS:
        return StatementProfile(StatementKind.OTHER, parsed.command, implicit_commit=implicit)
    given = parsed.node
    parsed = through_views(parsed, database, context)
    tree = parsed.node
    assert isinstance(tree, exp.Expression) and isinstance(given, exp.Expression)
    behind = {id(node): tuple(base_tables(database, node, context)) for node in table_nodes(tree)}
    tables = {key: found[0] for key, found in behind.items() if found}
    written = written_nodes(parsed, tree, tables)
    accesses = tuple(
        TableAccess(table.schema, table.name, table.engine, write=key in written, temporary=table.temporary)
        for key, found in behind.items()
        for table in found
    )
    unsafe = context.policy.unsafe
    first = next((tables[key] for key in tables if key in written), None)
    found = tuple(reason for reason, applies in _CHECKS.items() if applies(parsed, tree, first, unsafe))
    counted, counting = _leading_written(given, {id(node) for node in table_nodes(tree)}, written, tables)
    return StatementProfile(
        StatementKind.DML, parsed.command, tuple(dict.fromkeys(accesses)), found, counted=counted, counting=counting
    )


def _leading_written(
    tree: exp.Expression, known: Collection[int], written: Collection[int], tables: dict[int, Table]
) -> tuple[tuple[TableAccess, ...], bool]:
    """The written tables up to the first table that is only read, view or derived table, and whether there is none.

    A view that the statement goes through has other nodes than the tree with its table.
    """
    found: list[TableAccess] = []
    for node in opened_nodes(tree):
        if id(node) not in known or id(node) not in written:
            return tuple(found), False
        table = tables[id(node)]
        found.append(TableAccess(table.schema, table.name, table.engine, True, table.temporary))
    return tuple(found), True


def opened_nodes(tree: exp.Expression) -> list[exp.Expression]:
    """Tables, views, derived tables and names of CTEs, the first written one first."""
    nodes: list[exp.Expression] = list(table_nodes(tree))
    known = {id(node) for node in nodes}
    derived = [
        node
        for node in tree.walk(bfs=False)
        if isinstance(node, (exp.Table, exp.Subquery)) and isinstance(node.parent, (exp.From, exp.Join))
        if id(node) not in known
    ]
    return [*nodes[:1], *derived, *nodes[1:]] if derived else nodes


def _create_select(
    parsed: ParsedStatement, syntax: CreateTableSyntax, database: Database, context: StatementContext
) -> StatementProfile:
    """CREATE TABLE .. SELECT: it writes a table that is not there yet."""
    tree = syntax.select
    assert isinstance(tree, exp.Expression)
    wanted = "default_tmp_storage_engine" if syntax.temporary else "default_storage_engine"
    engine = context.variables.engines.find(syntax.options.engine or str(context.variables.get(wanted)))
    tables = [table for node in table_nodes(tree) for table in base_tables(database, node, context)]
    schema = syntax.schema or context.database or ""
    existing = database.catalog.find(schema, syntax.name) if not syntax.temporary and syntax.if_not_exists else None
    if existing is not None:
        engine = existing.engine
    new = TableAccess(schema, syntax.name, engine, True, syntax.temporary)
    read = [TableAccess(table.schema, table.name, table.engine, False, table.temporary) for table in tables]
    unsafe = context.policy.unsafe
    reasons = [reason for reason, applies in _CHECKS.items() if applies(parsed, tree, None, unsafe)]
    if not unsafe.limit_in_subquery:  # here the query is none of the statement's top level
        reasons = [reason for reason in reasons if reason is not UnsafeReason.LIMIT]
    if syntax.duplicates:
        ignores = syntax.duplicates == "IGNORE"
        reasons.append(UnsafeReason.CREATE_IGNORE_SELECT if ignores else UnsafeReason.CREATE_REPLACE_SELECT)
    if tables and any(column.auto_increment for column in syntax.columns):
        reasons += [UnsafeReason.WRITE_AUTOINC_SELECT, UnsafeReason.CREATE_SELECT_AUTOINC]
    return StatementProfile(
        StatementKind.DDL,
        parsed.command,
        tuple(dict.fromkeys((new, *read))),
        tuple(reasons),
        implicit_commit=not syntax.temporary,
    )


def _is_temporary_ddl(parsed: ParsedStatement) -> bool:
    """CREATE and DROP TEMPORARY TABLE commit nothing."""
    if isinstance(parsed.node, CreateTableSyntax):
        return parsed.node.temporary
    return isinstance(parsed.node, exp.Drop) and bool(parsed.node.args.get("temporary"))


def _target_node(tree: exp.Expression) -> exp.Expression:
    node: exp.Expression = tree.this
    return node.this if isinstance(node, exp.Schema) else node


def table_nodes(tree: exp.Expression) -> list[exp.Table]:
    """Table references in the order of the text, the first written one first; names of CTEs are no tables.

    The list of a DELETE of several tables names tables of its FROM clause, and is left out.
    """
    named = {cte.alias for cte in tree.find_all(exp.CTE)}
    skipped: set[int] = set()
    if isinstance(tree, exp.Delete):
        listed = list(tree.args.get("tables") or ())
        if tree.args.get("using"):
            listed.append(tree.this)
        skipped = {id(node) for one in listed for node in one.find_all(exp.Table)}
    nodes = [
        node
        for node in _in_text_order(tree)
        if id(node) not in skipped and (node.args.get("db") or node.name not in named) and not _is_dual(node)
    ]
    target = _target_node(tree)
    return sorted(nodes, key=lambda node: node is not target)


def _in_text_order(tree: exp.Expression) -> list[exp.Table]:
    """Depth first, joined tables behind the one they are joined to."""
    found: list[exp.Table] = []
    for node in tree.walk(bfs=False):
        if isinstance(node, exp.Table) and isinstance(node.this, exp.Identifier):
            found.append(node)
    return found


def _is_dual(node: exp.Expression) -> bool:
    return node.name.lower() == "dual" and not node.args.get("db") and not node.this.args.get("quoted")


def written_nodes(parsed: ParsedStatement, tree: exp.Expression, tables: dict[int, Table]) -> frozenset[int]:
    """The ids of the table nodes that the statement writes."""
    if not parsed.command.endswith("_multi"):
        return frozenset({id(_target_node(tree))})
    nodes = [node for node in table_nodes(tree) if not _in_subquery(node, tree)]
    if isinstance(tree, exp.Delete):
        using = tree.args.get("using")
        named = tree.args.get("tables") or [tree.this, *(join.this for join in tree.this.args.get("joins") or ())]
        if using and tree.args.get("tables"):
            named = tree.args["tables"]
        names = {node.name for node in named}
        return frozenset(id(node) for node in nodes if (node.alias or node.name) in names)
    written: set[int] = set()
    for item in tree.expressions:
        qualifier, column = item.this.text("table"), item.this.name.lower()
        for node in nodes:
            named_so = (node.alias or node.name) == qualifier if qualifier else column in tables[id(node)].index_of
            if named_so:
                written.add(id(node))
    return frozenset(written)


def _in_subquery(node: exp.Expression, tree: exp.Expression) -> bool:
    parent = node.parent
    while parent is not None and parent is not tree:
        if isinstance(parent, exp.Query):
            return not isinstance(parent, exp.Table)
        parent = parent.parent
    return False


# --- reasons
# -----------------------------------------------------------------------------------------------------------

_Check: TypeAlias = Callable[[ParsedStatement, exp.Expression, Table | None, UnsafePolicy], bool]


def _has_limit(parsed: ParsedStatement, tree: exp.Expression, table: Table | None, policy: UnsafePolicy) -> bool:
    if policy.limit_in_subquery:
        return tree.find(exp.Limit) is not None
    source = tree.args.get("expression")  # the query of INSERT .. SELECT
    return any(node is not None and node.args.get("limit") is not None for node in (tree, source))


def _uses_unsafe_function(
    parsed: ParsedStatement, tree: exp.Expression, table: Table | None, policy: UnsafePolicy
) -> bool:
    """By tokens, since sqlglot gives many functions classes of their own."""
    words = tokenize(parsed.text)
    for position in range(len(words.tokens)):
        word = words.word(position)
        if word in policy.functions and (word in _CALLED_WITHOUT_BRACKETS or words.word(position + 1) == "("):
            return True
    return False


def _uses_unsafe_variable(
    parsed: ParsedStatement, tree: exp.Expression, table: Table | None, policy: UnsafePolicy
) -> bool:
    for node in tree.find_all(exp.SessionParameter):
        scope = str(node.args.get("kind") or "session").lower()
        if scope == "global" or node.name.lower() not in SAFE_SESSION_VARIABLES:
            return True
    return False


def _writes_autoinc_after_select(
    parsed: ParsedStatement, tree: exp.Expression, table: Table | None, policy: UnsafePolicy
) -> bool:
    """Whatever the statement: it writes such a table and reads one, be it the same (WRITE_AUTOINC_SELECT)."""
    return len(table_nodes(tree)) > 1 and table is not None and table.auto_increment_column is not None


def _autoinc_not_first(
    parsed: ParsedStatement, tree: exp.Expression, table: Table | None, policy: UnsafePolicy
) -> bool:
    """The AUTO_INCREMENT column leads no key (possible with MyISAM only)."""
    if table is None or table.auto_increment_column is None or not parsed.command.startswith(("insert", "replace")):
        return False
    return all(key.columns[0] != table.auto_increment_column for key in table.keys)


def _replace_select(parsed: ParsedStatement, tree: exp.Expression, table: Table | None, policy: UnsafePolicy) -> bool:
    return parsed.command == "replace_select"


def _ignores_in_select(verb: str) -> _Check:
    def check(parsed: ParsedStatement, tree: exp.Expression, table: Table | None, policy: UnsafePolicy) -> bool:
        return parsed.command == verb and "IGNORE" in parsed.modifiers

    return check


def _update_ignore(parsed: ParsedStatement, tree: exp.Expression, table: Table | None, policy: UnsafePolicy) -> bool:
    return parsed.command in ("update", "update_multi") and "IGNORE" in parsed.modifiers


def _insert_select_update(
    parsed: ParsedStatement, tree: exp.Expression, table: Table | None, policy: UnsafePolicy
) -> bool:
    return parsed.command == "insert_select" and tree.args.get("conflict") is not None


def _insert_two_keys(parsed: ParsedStatement, tree: exp.Expression, table: Table | None, policy: UnsafePolicy) -> bool:
    """ON DUPLICATE KEY UPDATE of a table with more than one unique key."""
    if table is None or tree.args.get("conflict") is None:
        return False
    return sum(key.unique for key in table.keys) > 1


def _plugin_parser(parsed: ParsedStatement, tree: exp.Expression, table: Table | None, policy: UnsafePolicy) -> bool:
    return table is not None and table.plugin_parser


def _locks(option: str) -> _Check:
    def check(parsed: ParsedStatement, tree: exp.Expression, table: Table | None, policy: UnsafePolicy) -> bool:
        if tree.find(exp.Lock) is None:
            return False
        words = tokenize(parsed.text)
        return option in " ".join(words.word(position) for position in range(len(words.tokens)))

    return check


_CHECKS: dict[UnsafeReason, _Check] = {
    UnsafeReason.LIMIT: _has_limit,
    UnsafeReason.SYSTEM_FUNCTION: _uses_unsafe_function,
    UnsafeReason.SYSTEM_VARIABLE: _uses_unsafe_variable,
    UnsafeReason.INSERT_IGNORE_SELECT: _ignores_in_select("insert_select"),
    UnsafeReason.INSERT_SELECT_UPDATE: _insert_select_update,
    UnsafeReason.UPDATE_IGNORE: _update_ignore,
    UnsafeReason.INSERT_TWO_KEYS: _insert_two_keys,
    UnsafeReason.FULLTEXT_PLUGIN: _plugin_parser,
    UnsafeReason.REPLACE_SELECT: _replace_select,
    UnsafeReason.WRITE_AUTOINC_SELECT: _writes_autoinc_after_select,
    UnsafeReason.AUTOINC_NOT_FIRST: _autoinc_not_first,
    UnsafeReason.SKIP_LOCKED: _locks("SKIP LOCKED"),
    UnsafeReason.NOWAIT: _locks("NOWAIT"),
}

# The reasons that a server finds while it parses; a stored program's statements have them for the program.
_PARSE_TIME_REASONS = (
    UnsafeReason.LIMIT,
    UnsafeReason.SYSTEM_FUNCTION,
    UnsafeReason.SYSTEM_VARIABLE,
    UnsafeReason.SKIP_LOCKED,
    UnsafeReason.NOWAIT,
)


def parse_time_reasons(parsed: ParsedStatement, tree: exp.Expression, policy: UnsafePolicy) -> tuple[UnsafeReason, ...]:
    """What makes a statement or expression unsafe whatever tables there are."""
    return tuple(reason for reason in _PARSE_TIME_REASONS if _CHECKS[reason](parsed, tree, None, policy))
